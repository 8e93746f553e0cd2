"""Mirror mode over all deals of two players, without wildcards: the odds on average, and the fairest deals.

With two players there are two cards of every number, and four ways to deal them. Deals that differ only in the order of
equally likely numbers have the same odds: of the 924 deals of the full game 16 kinds remain.

>>> table = mirror_deals(SeisRules(mode="mirror", wildcards={}))
>>> sum(line.deals for line in table.lines), len(table.lines)
(924, 16)
>>> print(table.average)
seat A wins: 1446910867/2752573824 = 0.5257 (exact, checked by back-substitution)
seat B wins: 1305662957/2752573824 = 0.4743 (exact, checked by back-substitution)
joint win: 11051855/125116992 = 0.0883 (exact, checked by back-substitution)
somebody wins at another's roll: 2089014007/23396877504 = 0.0893 (exact, checked by back-substitution)
rolls: 160181193877/9748698960 = 16.4310 rolls (exact, checked by back-substitution)
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import product
from typing import Any

from seis_lab.exact.answers import Cancelled, Exact
from seis_lab.exact.mirror_law import Column, MirrorLaw, Position, Vector, mixture, solve_mirror
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SEATS, Card
from seis_lab.games.wildcards import KINDS

MOST_COLUMNS = 4**9


@dataclass(frozen=True)
class MirrorLine:
    """Deals that are alike: an example as text (seat A begins), how many there are, and their odds."""

    deal: str
    deals: int
    law: MirrorLaw


@dataclass(frozen=True)
class MirrorDeals:
    """Every kind of deal, the fairest first, and the odds over all deals. Made by `mirror_deals`."""

    rules: SeisRules
    choice: str
    lines: tuple[MirrorLine, ...]
    average: MirrorLaw

    @property
    def fairest(self) -> MirrorLine:
        """The deal in which who begins wins with a probability nearest to 1/2."""
        return self.lines[0]

    @property
    def unfairest(self) -> MirrorLine:
        """The deal in which that probability is farthest from 1/2."""
        return self.lines[-1]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        lines = [{"deal": line.deal, "deals": line.deals, **line.law.to_json()} for line in self.lines]
        return {"kind": Exact.kind, "average": self.average.to_json(), "lines": lines}

    def __str__(self) -> str:
        """The odds over all deals, seat A beginning, and the ends of the table."""
        ends = [("fairest", self.fairest), ("unfairest", self.unfairest)]
        said = [f"{name}: {line.deal}, who begins wins {line.law.wins[0]:.4f}" for name, line in ends]
        return "\n".join(["over all deals:", str(self.average), *said])

    def __repr__(self) -> str:
        return f"mirror_deals({self.rules!r}, choice={self.choice!r})"

    def _repr_html_(self) -> str:
        names = ("deal, A begins", "such deals", "A wins", "joint win", "by another's roll", "rolls")
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in (deal, deals, *map(_shown, numbers))) + "</tr>"
            for deal, deals, *numbers in self._cells()
        )
        return f'<table class="seis-mirror-deals"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'

    def _cells(self) -> list[tuple[Any, ...]]:
        every = ("all", str(sum(line.deals for line in self.lines)), self.average)
        return [
            (deal, deals, law.wins[0], law.joint, law.another, law.rolls)
            for deal, deals, law in (every, *((line.deal, str(line.deals), line.law) for line in self.lines))
        ]


def mirror_deals(
    rules: SeisRules,
    *,
    choice: str = "best",
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> MirrorDeals:
    """The odds of every kind of deal of two players in mirror mode without wildcards, and over all deals; A begins.

    InvalidRules for what `mirror` cannot handle, for other numbers of players and for more than nine cards each.
    """
    solution = solve_mirror(rules, choice)
    if rules.players != 2:
        raise InvalidRules(
            f"players={rules.players}: mirror mode over all deals is solved for players=2; allowed with more: one deal "
            "at a time, mirror(rules, deal), or an estimate: seis_lab.sim.win_estimate"
        )
    held = [(seat, kind) for seat in range(2) for kind in KINDS if rules.wildcards_of(seat)[kind]]
    if held:
        raise InvalidRules(
            f"wildcards: seat {SEATS[held[0][0]]} holds {held[0][1]}; the odds of mirror mode allow wildcards={{}}"
        )
    kinds = _kinds(rules)
    lines: list[tuple[MirrorLine, Vector]] = []
    total = sum(count for _, count in kinds.values())
    for position, count in kinds.values():
        if cancelled is not None and cancelled():
            raise Cancelled(f"cancelled after {len(lines)} of {len(kinds)} kinds of deals")
        vector = solution.values(position)[0]
        deal = written(rules, position)
        lines.append((MirrorLine(deal, count, MirrorLaw.of(rules, choice, vector, f"deal {deal}, A begins")), vector))
        if progress is not None:
            progress(len(lines), len(kinds))
    average = mixture([(line.deals, vector) for line, vector in lines], total)
    fairest = sorted((line for line, _ in lines), key=lambda line: abs(Fraction(line.law.wins[0]) - Fraction(1, 2)))
    return MirrorDeals(rules, choice, tuple(fairest), MirrorLaw.of(rules, choice, average, "over all deals, A begins"))


def _kinds(rules: SeisRules) -> dict[Position, tuple[Position, int]]:
    """Deals that are alike, by their representative: an example, and how many of them there are."""
    size = len(rules.numbers)
    if 4**size > MOST_COLUMNS:
        raise InvalidRules(f"row={list(rules.numbers)!r}: all deals of more than 9 cards each are too many; allowed: 9")
    columns: list[Column] = list(product((0, 1), repeat=2))
    solution = solve_mirror(rules)
    kinds: dict[Position, tuple[Position, int]] = {}
    for position in product(columns, repeat=size):
        if sum(column.count(0) for column in position) == size:
            key = solution.fold(position)
            example, count = kinds.get(key, (position, 0))
            kinds[key] = example, count + 1
    return kinds


def written(rules: SeisRules, position: Position) -> str:
    """A position of face-up cards as the text of a deal."""
    cards = [
        (seat, Card(number, colour))
        for number, column in zip(rules.numbers, position, strict=True)
        for colour, seat in enumerate(column)
    ]
    return " | ".join(",".join(str(card) for at, card in cards if at == seat) for seat in range(rules.players))


def _shown(number: Exact) -> str:
    return f"{number:.4f}"
