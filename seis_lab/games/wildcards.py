"""The six kinds of wildcard of SEIS, and how many of each a player starts with."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from seis_lab.game import InvalidRules, quote


class Wild(StrEnum):
    """A kind of wildcard, under the name printed on the card."""

    DADO = "DADO"
    SALTAR = "SALTAR"
    NUMERAL = "NUMERAL"
    REVERSA = "REVERSA"
    VOLTEAR = "VOLTEAR"
    TIRADOR = "TIRADOR"


KINDS = tuple(Wild)
MOST = 9


class Wildcards(Mapping[str, int]):
    """How many wildcards of each kind: an immutable, hashable mapping in which every kind has a count.

    Kinds that are not given count 0. InvalidRules names an unknown kind or a count outside 0 to 9.

    >>> Wildcards({"NUMERAL": 2})["NUMERAL"], Wildcards({"NUMERAL": 2})["DADO"]
    (2, 0)
    >>> print(Wildcards({"NUMERAL": 2, "TIRADOR": 1}))
    N2T1
    """

    __slots__ = ("counts",)

    def __init__(self, counts: Mapping[str, int]) -> None:
        """Take counts by kind."""
        for kind, count in counts.items():
            if kind not in Wild.__members__:
                raise InvalidRules(f"wildcards: unknown kind {quote(kind)}; allowed: {', '.join(KINDS)}")
            if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST:
                raise InvalidRules(
                    f"wildcards: {kind}={quote(count)} is not allowed; allowed: a whole number from 0 to {MOST}"
                )
        self.counts: tuple[int, ...] = tuple(counts.get(kind, 0) for kind in KINDS)

    def __getitem__(self, kind: str) -> int:
        """The count of a kind; KeyError for what is none."""
        if kind not in Wild.__members__:
            raise KeyError(kind)
        return self.counts[KINDS.index(Wild(kind))]

    def __iter__(self) -> Iterator[str]:
        """The six kinds, in the order of the source text."""
        return (kind.value for kind in KINDS)

    def __len__(self) -> int:
        """Six."""
        return len(KINDS)

    def __hash__(self) -> int:
        """Equal sets have equal hashes."""
        return hash(self.counts)

    def __eq__(self, other: object) -> bool:
        """Equal counts of every kind, whether the other is a Wildcards or any mapping that leaves zeros out."""
        if isinstance(other, Wildcards):
            return self.counts == other.counts
        return isinstance(other, Mapping) and {k: n for k, n in self.items() if n} == {
            k: n for k, n in other.items() if n
        }

    def __repr__(self) -> str:
        """A plain mapping without the zeros, which the rules accept as it is."""
        return repr({kind: count for kind, count in self.items() if count})

    def __str__(self) -> str:
        """The notation used in positions: initials with counts, or a dash for none."""
        return "".join(f"{kind[0]}{count}" for kind, count in self.items() if count) or "-"

    def without(self, kind: Wild) -> "Wildcards":
        """One card of a kind less."""
        return Wildcards({**self, kind: self[kind] - 1})


TWO_OF_EACH = Wildcards(dict.fromkeys(KINDS, 2))
