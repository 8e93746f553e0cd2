"""How fair the deals of random mode are: the race of two over every pair of rows, and over all deals.

Two deals are alike when every row of one has the same law as that of the other; without NUMERAL all rows of one pattern
are alike. The race is asked once for deals that are alike, and weighted with the probability of such a deal.

>>> table = fairness(SeisRules(mode="random", faces=3, wildcards={}))
>>> print(table.average)
3313618709769/5942955200000 = 0.5576 (exact, checked by back-substitution, a total of 1 and deals by counting)
>>> for line in (table.fairest, table.unfairest):
...     print(line.first, line.second, line.probability.fraction, line.win.fraction)
(3, 3, 3) (3, 3, 3) 41/6188 1683/3125
(1, 2, 3) (3, 3, 3) 27/1547 35018/42875
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from math import comb, prod
from typing import Any

from seis_lab.exact.alone import Alone, pack_cards
from seis_lab.exact.answers import Cancelled, Exact
from seis_lab.exact.racing import race
from seis_lab.exact.rows import Row, copies, rows
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import First

MOST_PAIRS = 1_000
QUESTION = "probability that the player who begins wins, both playing as if alone"
CHECK = "back-substitution, a total of 1 and deals by counting"


@dataclass(frozen=True)
class FairnessLine:
    """Deals that are alike: an example of both rows (who begins first), how likely, and how often who begins wins."""

    first: Row
    second: Row
    probability: Exact
    win: Exact


@dataclass(frozen=True)
class Fairness:
    """Every kind of deal of two players, the fairest first. Made by `fairness`."""

    rules: SeisRules
    lines: tuple[FairnessLine, ...]

    @property
    def fairest(self) -> FairnessLine:
        """The deal in which who begins wins with a probability nearest to 1/2."""
        return self.lines[0]

    @property
    def unfairest(self) -> FairnessLine:
        """The deal in which that probability is farthest from 1/2."""
        return self.lines[-1]

    @property
    def average(self) -> Exact:
        """The probability that who begins wins, over all deals."""
        value = sum((line.probability * line.win for line in self.lines), Fraction(0))
        return _exact(value, self.rules, f"{QUESTION}, over all deals")

    def rows(self) -> list[tuple[str, str, str, str]]:
        """The lines in words: row of who begins, the other row, probability of the deal, of winning."""
        return [
            (_row(line.first), _row(line.second), line.probability.one_in, f"{line.win:.4f}") for line in self.lines
        ]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values; fractions are text."""
        lines = [
            {"first": line.first, "second": line.second, "probability": str(Fraction(line.probability)),
             "win": str(Fraction(line.win))} for line in self.lines
        ]  # fmt: skip
        return {"kind": Exact.kind, "question": QUESTION, "rules": self.rules.to_json(), "lines": lines}

    def __str__(self) -> str:
        """The average, the fairest and the unfairest deal."""
        ends = [("fairest", self.fairest), ("unfairest", self.unfairest)]
        lines = [f"{name}: {_row(line.first)} against {_row(line.second)}, {line.win}" for name, line in ends]
        return "\n".join([f"{QUESTION}", f"over all deals: {self.average}", *lines])

    def __repr__(self) -> str:
        return f"fairness({self.rules!r})"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("who begins", "the other", "such a deal", "who begins wins"))
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>" for cells in self.rows()
        )
        caption = f"<caption>{escape(QUESTION)}; over all deals {self.average:.4f}</caption>"
        return f'<table class="seis-fairness">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def fairness(
    rules: SeisRules,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Fairness:
    """The race of two players over all deals of random mode; seat A begins, both play their cards as if alone.

    InvalidRules for other modes and numbers of players, for cards that act on others, and where more kinds of deals
    than can be asked one by one arise, as with NUMERAL. Cancelled once `cancelled()` is true.
    """
    if rules.players != 2:
        raise InvalidRules(f"players={rules.players}: fairness compares two rows; allowed: players=2")
    kinds = _kinds(rules)
    if len(kinds) > MOST_PAIRS:
        raise InvalidRules(
            f"{len(kinds)} kinds of deals, over {MOST_PAIRS}: rows of one pattern differ with these cards and faces; "
            "allowed: no NUMERAL, or one deal at a time: race(rules, rules.dealt(...))"
        )
    ways = comb(sum(copies(rules).values()), len(rules.numbers))
    total = ways * comb(sum(copies(rules).values()) - len(rules.numbers), len(rules.numbers))
    lines: list[FairnessLine] = []
    for (first, second), weight in kinds.values():
        if cancelled is not None and cancelled():
            raise Cancelled(f"cancelled after {len(lines)} of {len(kinds)} kinds of deals")
        win = race(rules, rules.apply(rules.dealt([first, second]), First(0)))[0]
        chance = _exact(Fraction(weight, total), rules, "probability of such a deal", "deals by counting")
        lines.append(FairnessLine(first, second, chance, _exact(Fraction(win), rules, QUESTION, states=win.states)))
        if progress is not None:
            progress(len(lines), len(kinds))
    return Fairness(rules, tuple(sorted(lines, key=lambda line: abs(Fraction(line.win) - Fraction(1, 2)))))


def _kinds(rules: SeisRules) -> dict[tuple[int, int], tuple[tuple[Row, Row], int]]:
    """Deals that are alike, each with an example of both rows and in how many ways it is dealt."""
    chances, box = rows(rules), copies(rules)
    model = Alone.of(replace(rules, mode="traditional"))
    counts = {row: Counter(row) for row in chances.weights}
    folded = [
        {row: model.fold(pack_cards(row), rules.wildcards_of(seat)["NUMERAL"]) for row in counts} for seat in (0, 1)
    ]
    kinds: dict[tuple[int, int], tuple[tuple[Row, Row], int]] = {}
    for first, mine in counts.items():
        ways = prod(comb(box[number], taken) for number, taken in mine.items())
        left = {number: count - mine[number] for number, count in box.items()}
        for second, others in counts.items():
            weight = ways * prod(comb(left[number], taken) for number, taken in others.items())
            if weight:
                key = folded[0][first], folded[1][second]
                example, summed = kinds.get(key, ((first, second), 0))
                kinds[key] = example, summed + weight
    return kinds


def _row(row: Row) -> str:
    return ",".join(map(str, row))


def _exact(value: Fraction, rules: SeisRules, question: str, check: str = CHECK, states: int | None = None) -> Exact:
    return Exact(value, question=question, rules=rules, states=states, check=check)
