"""Random mode: the turns to finish alone over all deals, row pattern by row pattern, and how fair a deal is.

The seat plays the row that it was dealt for the least expected turns. Its number of turns over all deals is a mixture:
the law of each row, weighted with the probability of being dealt it.

>>> law = dealt_turns(SeisRules(players=1, mode="random", wildcards={}))
>>> print(law.mean)
29613631/1623160 = 18.2444 turns (exact, 923 states, checked by back-substitution, deals by counting)
>>> for line in law.patterns[:3]:
...     print("-".join(map(str, line.pattern)), f"{line.probability:.4f}", line.mean.fraction)
1-1-1-1-1-1 0.0240 147/10
2-1-1-1-1 0.2994 411/25
2-2-1-1 0.3743 2585/144
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from math import inf
from typing import Any

from seis_lab.exact.answers import Endless, Exact
from seis_lab.exact.check import METHOD, CheckFailed
from seis_lab.exact.hitting import HittingTime
from seis_lab.exact.markov import MarkovChain
from seis_lab.exact.policy import SoloPolicy
from seis_lab.exact.rows import Row, given_row, part_count, pattern, rows
from seis_lab.exact.seis import TurnsLaw
from seis_lab.exact.solo import BUDGET, QUESTION, Solo, solve
from seis_lab.game import Distribution, InvalidRules
from seis_lab.games.seis import SeisRules

OVER_DEALS = f"{QUESTION}, over all deals"
COUNTED = f"{METHOD}, deals by counting"


@dataclass(frozen=True)
class PatternLine:
    """The rows of one pattern: how many, how likely, their mean turns, and the rows with the least and the most.

    A mean is None where a row of the pattern is never finished.
    """

    pattern: tuple[int, ...]
    count: int
    probability: Exact
    mean: Exact | None
    least: tuple[Row, Exact] | None
    most: tuple[Row, Exact] | None


class DealtTurns(TurnsLaw):
    """The law of T, the number of own turns to finish alone under best play, over all deals. Made by `turns`.

    `chances` has the probability of every row, `means` the expected turns with it (None: never finished), `patterns`
    both by pattern. Where some row is never finished, `never` is the probability of being dealt such a row.
    """

    question = OVER_DEALS

    def __init__(self, rules: SeisRules, seat: int, solos: dict[Row, Solo], chances: Distribution[Row]) -> None:
        """Take the solution of every row, and the probability of it."""
        super().__init__(next(iter(solos.values())))
        self.rules, self.seat = rules, seat
        self.solos, self.chances = solos, chances
        _, numerals, dados = self.solo.start
        self.states = part_count(rules) * (numerals + 1) * (dados + 1)

    @cached_property
    def means(self) -> dict[Row, Exact | None]:
        """The expected turns with every row, None for one that is never finished."""
        return {row: None if solo.values.start(*solo.start) == inf else solo.mean for row, solo in self.solos.items()}

    @cached_property
    def mean(self) -> Exact:
        """E(T)."""
        if None in self.means.values():
            raise Endless(self.why_never())
        return self._exact(self.chances.mean(lambda row: self.means[row] or 0), "", unit="turns", check=COUNTED)

    @cached_property
    def _time(self) -> HittingTime[tuple[int, int, int]]:
        """The hitting time of the chain of all rows, begun with the row that is dealt."""
        play = self.solo.play
        start = self.chances.map(lambda row: play.canonical(*self.solos[row].start))
        chain: dict[Any, Any] = {(0, 0, 0): {(0, 0, 0): 1}}
        for begin in start.weights:
            if begin not in chain:
                chain |= play.chain(begin)
        time = MarkovChain(chain).hitting_time(start, {(0, 0, 0)})
        if not time.never and time.mean != self.mean:
            raise CheckFailed(f"the law of {self!r} has the mean {time.mean}, the rows {self.mean}")
        return time

    @property
    def policy(self) -> SoloPolicy:
        """Refused: the best play depends on the row; `turns(rules, row=[...]).policy` tells it."""
        raise InvalidRules("mode='random': the best play depends on the row; ask turns(rules, row=[...]).policy")

    @cached_property
    def patterns(self) -> tuple[PatternLine, ...]:
        """The patterns of rows, the one with the fewest equal cards first."""
        grouped: dict[tuple[int, ...], list[Row]] = {}
        for row in self.chances.weights:
            grouped.setdefault(pattern(row), []).append(row)
        few_equal = sorted(grouped, key=lambda shape: (-shape[0], len(shape)), reverse=True)
        return tuple(self._line(shape, grouped[shape]) for shape in few_equal)

    def _line(self, shape: tuple[int, ...], alike: list[Row]) -> PatternLine:
        chance = self._exact(sum(map(self.chances.probability, alike), Fraction(0)), "probability of a pattern of the")
        means = {row: mean for row in alike if (mean := self.means[row]) is not None}
        if len(means) < len(alike):
            return PatternLine(shape, len(alike), chance, None, None, None)
        total = sum((self.chances.probability(row) * mean for row, mean in means.items()), Fraction(0))
        mean = self._exact(total / chance, f"pattern {'-'.join(map(str, shape))},", unit="turns", check=COUNTED)
        ordered = sorted(alike, key=lambda row: means[row])
        least, most = ((row, means[row]) for row in (ordered[0], ordered[-1]))
        return PatternLine(shape, len(alike), chance, mean, least, most)

    def why_never(self) -> str:
        """What to say when some row can never be finished."""
        return f"a row that is never finished is dealt with probability {self.never.fraction} with {self.rules!r}"

    def __repr__(self) -> str:
        return f"turns({self.rules!r}{f', seat={self.seat}' if self.seat else ''})"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("pattern", "rows", "probability", "turns", "fewest", "most"))
        lines = "".join(
            f"<tr><th>{'-'.join(map(str, line.pattern))}</th><td>{line.count}</td><td>{line.probability:.4f}</td>"
            + "".join(f"<td>{escape(said)}</td>" for said in _said(line))
            + "</tr>"
            for line in self.patterns
        )
        return super()._repr_html_() + f'<table class="seis-deals"><thead>{head}</thead><tbody>{lines}</tbody></table>'


def _said(line: PatternLine) -> tuple[str, str, str]:
    """The means of a line in words."""
    if line.mean is None or line.least is None or line.most is None:
        return "never", "", ""
    ends = (f"{','.join(map(str, row))}: {mean:.4f}" for row, mean in (line.least, line.most))
    return (f"{line.mean:.4f}", *(ends if line.least[1] != line.most[1] else ("", "")))


def dealt_turns(
    rules: SeisRules,
    seat: int = 0,
    *,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> DealtTurns:
    """The law of the own turns of a seat alone over all deals of random mode; errors as of `solve` and `rows`.

    `progress(done, rows)` is called after every row.
    """
    chances = rows(rules)
    solos: dict[Row, Solo] = {}
    for row in chances.weights:
        solos[row] = solve(given_row(rules, row), seat, budget=budget, cancelled=cancelled)
        if progress is not None:
            progress(len(solos), len(chances.weights))
    return DealtTurns(rules, seat, solos, chances)
