"""Miniatures of Six at random, certified: who wins when every decision is uniform, and the rules count no repetition.

The chance of being in each position is carried on turn by turn in whole numbers, units of 2^-64, rounded down. What is
lost by rounding, and what is still being played at the end, may fall to either side: so every answer is an interval
that holds the truth, and it narrows as games end.

    >>> law = random_play(SixRules(tiles=2, figures=["line"], line=2, repetition="off"))
    >>> print(law.red)
    0.4695 to 0.4696 (certified, checked by a total of 1)
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import lcm
from typing import Any

from seis_lab.exact.answers import Cancelled, Interval
from seis_lab.exact.six_positions import BUDGET, Key, explore, position
from seis_lab.exact.six_turns import over, winner
from seis_lab.games.six import SixRules

UNIT = 1 << 64
"""Chances are whole numbers of 1 / UNIT."""

NARROW = Fraction(1, 10**9)
"""Intervals that are narrower are narrow enough."""

TURNS = 1000
"""Turns after which the intervals are given as they are."""


@dataclass(frozen=True)
class RandomPlay:
    """The law of a game at random: intervals for red wins, black wins and a draw, and for what the starter gets."""

    rules: SixRules
    red: Interval
    black: Interval
    draw: Interval
    positions: int
    turns: int

    @property
    def first(self) -> Interval:
        """What the side that starts gets on average: 1 for a win, 1/2 for a draw."""
        low = self.red.low + self.draw.low / 2
        return _interval(self.rules, low, 1 - self.black.low - self.draw.low / 2, "share of the side that starts")

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        parts = {"red": self.red, "black": self.black, "draw": self.draw, "first": self.first}
        return {"kind": "certified", "positions": self.positions} | {
            name: part.to_json() for name, part in parts.items()
        }

    def _repr_html_(self) -> str:
        return f'<pre class="seis-answer">{escape(str(self))}</pre>'

    def __str__(self) -> str:
        """The three chances, one in each line."""
        return f"red wins:   {self.red}\nblack wins: {self.black}\ndraw:       {self.draw}"


def random_play(
    rules: SixRules,
    *,
    budget: int = BUDGET,
    progress: Callable[[int, int], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> RandomPlay:
    """The law of a miniature at random, by rules with `repetition="off"`; arguments and errors as in `solve_six`."""
    found = explore(rules, budget, progress, cancelled)
    steps = {}
    for key, followers in found.followers.items():
        common = lcm(*(chance.denominator for chance in followers.values()))
        steps[key] = common, [(after, int(chance * common)) for after, chance in followers.items()]
    who = {key: winner(rules, state) for key, state in found.states.items() if over(rules, state)}
    ended: dict[int | None, int] = {0: 0, 1: 0, None: 0}
    playing, turns = {position(found.start): UNIT}, 0
    while playing and turns < TURNS and Fraction(UNIT - sum(ended.values()), UNIT) > NARROW:
        if cancelled is not None and cancelled():
            raise Cancelled(f"random play was cancelled after {turns} turns; nothing of it is kept")
        after = dict[Key, int]()
        for key, mass in playing.items():
            common, weights = steps[key]
            for follower, weight in weights:
                part = mass * weight // common
                if follower in who:
                    ended[who[follower]] += part
                elif part:
                    after[follower] = after.get(follower, 0) + part
        playing, turns = after, turns + 1
    open_ = Fraction(UNIT - sum(ended.values()), UNIT)
    low = {by: Fraction(mass, UNIT) for by, mass in ended.items()}
    red, black, draw = (
        _interval(rules, low[by], low[by] + open_, question)
        for by, question in ((0, "red wins at random"), (1, "black wins at random"), (None, "draw at random"))
    )
    return RandomPlay(rules, red, black, draw, len(found.states), turns)


def _interval(rules: SixRules, low: Fraction, high: Fraction, question: str) -> Interval:
    return Interval(low, high, question=question, rules=rules, check="a total of 1")
