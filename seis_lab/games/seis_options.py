"""The options of SEIS: what can be set, what is allowed, and the numbers that follow at once.

Row, die and wildcards are brought into one form, so that equal rules are equal values.

    >>> SeisOptions(faces=3, row=[3, 1, 1]).numbers, SeisOptions(faces=2, row=[2, 1]) == SeisOptions(faces=2)
    ((1, 1, 3), True)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from seis_lab.game import InvalidRules, quote
from seis_lab.games import options
from seis_lab.games.die import Die
from seis_lab.games.options import option
from seis_lab.games.seis_notation import Roll, SeisMove
from seis_lab.games.wildcards import TWO_OF_EACH, Wildcards

MOST_CARDS = 20


@dataclass(frozen=True, repr=False)
class SeisOptions:
    """Every option of SEIS; InvalidRules names an impossible one."""

    name: ClassVar[str] = "seis"

    players: int = option(2, low=1, high=6)
    mode: str = option("traditional", choices=("traditional", "random", "mirror"))
    faces: int = option(6, low=2, high=20)
    row: tuple[int, ...] | None = option(None)
    die: Die | None = option(None)
    wildcards: Wildcards | tuple[Wildcards, ...] = option(TWO_OF_EACH)
    numeral_wrap: bool = option(False, choices=(False, True))
    numeral_per_roll: int = option(1, choices=(1, 2))
    dado_per_turn: int = option(1, low=1, high=9)
    tirador_window: str = option("after NUMERAL", choices=("after NUMERAL", "before NUMERAL"))
    tirador_scope: str = option("whole turn", choices=("whole turn", "that roll"))
    max_wildcards_per_turn: int | None = option(None, choices=(1,), optional=True)
    same_kind_per_turn: int | None = option(1, choices=(1,), optional=True)
    voltear_chooser: str = option("affected player", choices=("affected player", "attacker"))
    reversa_two_players: str = option("no effect", choices=("no effect", "acts as SALTAR"))
    flip: str = option("compulsory", choices=("compulsory", "optional"))
    simultaneous_win: str = option("shared", choices=("shared", "roller wins"))
    mirror_roller: str = option("free match and exact card", choices=("free match and exact card", "one card only"))

    def __post_init__(self) -> None:
        """Bring row, die and wildcards into canonical form and check every option."""
        options.check(self)
        object.__setattr__(self, "row", canonical_row(self.row, self.faces))
        object.__setattr__(self, "die", canonical_die(self.die, self.faces))
        object.__setattr__(self, "wildcards", canonical_wildcards(self.wildcards, self.players))
        if self.mode == "mirror" and len(set(self.numbers)) < len(self.numbers):
            raise options.refuse(
                "row", list(self.numbers), "in mode='mirror' every number once, as each card is unique"
            )

    def __repr__(self) -> str:
        """The constructor call with the differences from the defaults."""
        return options.show(self)

    def to_json(self) -> dict[str, Any]:
        """Every option as plain JSON values."""
        return options.to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The rules that `to_json` wrote."""
        return options.from_json(cls, data)

    @property
    def seats(self) -> int:
        """How many players sit at the table."""
        return self.players

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the cards of one colour, sorted: in traditional mode everybody's row."""
        return self.row if self.row is not None else tuple(range(1, self.faces + 1))

    @cached_property
    def probabilities(self) -> tuple[Fraction, ...]:
        """The exact probability of each face, face 1 first; InvalidRules while the die holds a symbol."""
        return (self.die or Die.fair(self.faces)).probabilities

    @cached_property
    def rolls(self) -> tuple[tuple[SeisMove, int], ...]:
        """The possible rolls with integer weights; faces of probability 0 are left out."""
        weights = (self.die or Die.fair(self.faces)).weights
        return tuple((Roll(face), weight) for face, weight in enumerate(weights, start=1) if weight)

    def wildcards_of(self, seat: int) -> Wildcards:
        """The wildcards a seat starts with."""
        return self.wildcards if isinstance(self.wildcards, Wildcards) else self.wildcards[seat]


def canonical_row(row: Sequence[int] | None, faces: int) -> tuple[int, ...] | None:
    """The row sorted, or None where it is 1 to `faces`."""
    if row is None:
        return None
    allowed = f"1 to {MOST_CARDS} numbers from 1 to {faces}, the faces of the die"
    if not isinstance(row, tuple | list) or not 1 <= len(row) <= MOST_CARDS:
        raise options.refuse("row", row, allowed)
    for number in row:
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= faces:
            raise options.refuse("row", row, allowed)
    cards = tuple(sorted(row))
    return None if cards == tuple(range(1, faces + 1)) else cards


def canonical_die(die: Die | Sequence[int | Fraction | str] | None, faces: int) -> Die | None:
    """The die with one probability per face, or None where it is fair."""
    if die is None:
        return None
    if not isinstance(die, Die):
        if isinstance(die, str) or not isinstance(die, Sequence):
            raise options.refuse("die", die, f"None or {faces} probabilities, such as ['1/6', '1/6', ...]")
        die = Die(die)
    if len(die) != faces:
        raise options.refuse("die", die, f"one probability for each of the {faces} faces")
    return None if die == Die.fair(faces) else die


def canonical_wildcards(given: Any, players: int) -> Wildcards | tuple[Wildcards, ...]:
    """One set for all, or one per seat where they differ."""
    if isinstance(given, Mapping):
        return given if isinstance(given, Wildcards) else Wildcards(given)
    if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(s, Mapping) for s in given):
        raise options.refuse("wildcards", given, "counts by kind, or one such mapping per seat")
    if len(given) != players:
        raise InvalidRules(
            f"wildcards={quote(given)} has {len(given)} sets; allowed: one set, or one for each of {players} seats"
        )
    sets = tuple(Wildcards(one) for one in given)
    return sets[0] if len(set(sets)) == 1 else sets
