"""Miniatures of Six solved completely: every position that can come up, the moving phase and its cycles included.

Positions that are alike under the symmetries of the grid are one. They are listed from the start, a whole turn at a
time by the rules of record, and solved backwards from the ends (`retrograde`): who wins with best play, and how soon.

About repetition: the solution knows no history. Whoever wins does so without a position coming twice, and whoever holds
a draw may repeat positions for ever. So a draw by repetition changes no result of a position that is new, unless a win
takes longer than the hundred turns without a capture, and then `solve_six` refuses to say.

    >>> from seis_lab.exact.six_turns import write
    >>> found = solve_six(SixRules(tiles=3, figures=["line"], line=2))
    >>> print(found)
    black wins in 2 turns (exact, 420 positions, checked by back-substitution)
    >>> [write(turn) for turn in found.line()]
    ['place 1,1', 'place 0,1']
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

from seis_lab.exact.answers import Exact
from seis_lab.exact.retrograde import METHOD, Value, best, solve_graph
from seis_lab.exact.six_alike import orbit
from seis_lab.exact.six_positions import BUDGET, Key, explore, position
from seis_lab.exact.six_turns import Moves, turns, winner
from seis_lab.game import InvalidRules, Terminal, quote
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import COLOURS, Phase, SixState

LONGEST = 100
"""Turns of a forced win at most, where the rules call a hundred turns without a capture a draw."""


@dataclass(frozen=True, eq=False, repr=False)
class Miniature:
    """A game solved completely: `values` has every position that can come up at the start of a turn, up to symmetry.

    `alike` counts those positions, `moved` those that are only the same when moved along the grid; `ends` counts the
    ended ones by reason. Made by `solve_six`.
    """

    rules: SixRules
    values: Mapping[Key, Value]
    moved: int
    ends: Mapping[str, int]

    kind = "exact"

    @property
    def positions(self) -> int:
        """How many positions can come up, up to symmetry."""
        return len(self.values)

    @property
    def winner(self) -> int | None:
        """The colour that wins from the start: 0 red, 1 black, None where neither can force it."""
        return self.value().winner

    @cached_property
    def distance(self) -> Exact | None:
        """The turns of both sides to the win from the start, the loser holding out; None for a draw."""
        distance = self.value().distance
        return None if distance is None else self._exact(Fraction(distance), "turns", "turns to the win")

    @cached_property
    def payoffs(self) -> tuple[Exact, ...]:
        """What every seat gets with best play on both sides."""
        share, seats = Fraction(2, self.rules.players), range(self.rules.players)
        lost = {None: Fraction(1, 2), 0: Fraction(0), 1: Fraction(1)}[self.winner]  # of black, the share
        parts = [share * (lost if seat % 2 else 1 - lost) for seat in seats]
        return tuple(self._exact(part, "", "payoff under best play") for part in parts)

    @cached_property
    def tally(self) -> Mapping[int | None, int]:
        """How many positions each colour wins, and under None how many are drawn, up to symmetry."""
        return Counter(value.winner for value in self.values.values())

    def value(self, state: SixState | None = None) -> Value:
        """Who wins a position, by default the start, and in how many turns of both sides.

        ValueError for a position that cannot come up, and in the middle of a turn (there, see `turn_values`).
        """
        at = self.rules.initial() if state is None else state
        key = position(at)
        if key not in self.values or at.phase in (Phase.KEEP, Phase.LAND):
            raise ValueError(f"position {quote(str(at))} does not come up at the start of a turn of {self.rules}")
        return self.values[key]

    def turn_values(self, state: SixState | None = None) -> dict[Moves, Value]:
        """The value after every way to play, or to finish, the turn."""
        at = self.rules.initial() if state is None else state
        return {moves: self.value(after) for moves, after in turns(self.rules, at)}

    def best(self, state: SixState | None = None) -> tuple[Moves, ...]:
        """The best turns: those that win soonest, or draw, or lose latest."""
        at = self.rules.initial() if state is None else state
        values = self.turn_values(at)
        wanted = best(at.colour, list(values.values()))
        return tuple(moves for moves, value in values.items() if best(at.colour, [value]) == wanted)

    def line(self) -> tuple[Moves, ...]:
        """The turns from the start to the win with best play on both sides; () for a draw."""
        state, found = self.rules.initial(), list[Moves]()
        while self.winner is not None and not isinstance(self.rules.turn(state), Terminal):
            found.append(self.best(state)[0])
            for move in found[-1]:
                state = self.rules.apply(state, move)
        return tuple(found)

    def _exact(self, value: Fraction, unit: str, question: str) -> Exact:
        return Exact(value, unit=unit, question=question, rules=self.rules, states=self.positions, check=METHOD)

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        winner = None if self.winner is None else COLOURS[self.winner]
        counted = {"positions": self.positions, "moved": self.moved, "ends": dict(self.ends)}
        told = {"kind": self.kind, "wins": winner, "turns": self.value().distance, "rules": self.rules.to_json()}
        return told | counted | {"payoffs": [payoff.to_json() for payoff in self.payoffs], "check": METHOD}

    def _repr_html_(self) -> str:
        return f'<span class="seis-answer">{escape(str(self))}</span>'

    def __str__(self) -> str:
        """Who wins and how soon, and what that rests on."""
        basis = f"(exact, {self.positions} positions, checked by {METHOD})"
        if self.winner is None:
            return f"neither side can force a win {basis}"
        distance = self.value().distance
        return f"{COLOURS[self.winner]} wins in {distance} turn{'s' if distance != 1 else ''} {basis}"

    def __repr__(self) -> str:
        """The rules and the number of positions."""
        return f"<Miniature: {self.rules}, {self.positions} positions>"


def solve_six(
    rules: SixRules,
    *,
    budget: int = BUDGET,
    progress: Callable[[int, int], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Miniature:
    """Solve a game completely: rules with few tiles, or `budget` positions are not enough and InvalidRules says so.

    `progress` is called with the positions that are done and those found so far; Cancelled when `cancelled()` says so.
    """
    if not isinstance(rules, SixRules):
        raise InvalidRules(f"{quote(rules)} is not a set of rules of six; allowed: SixRules")
    found = explore(replace(rules, repetition="off"), budget, progress, cancelled)
    ends, reasons = dict[Key, int | None](), Counter[str]()
    for key, state in found.states.items():
        turn = rules.turn(state)
        if isinstance(turn, Terminal):
            ends[key] = winner(rules, state)
            reasons[turn.outcome.reason] += 1
    sides = {key: state.colour for key, state in found.states.items()}
    solved = solve_graph(sides, {key: list(after) for key, after in found.followers.items()}, ends)
    slowest = max((value.distance or 0 for value in solved.values()), default=0)
    if rules.repetition == "draw" and slowest > LONGEST:
        raise InvalidRules(f"repetition='draw' cannot be solved: a win takes {slowest} turns; allowed: 'off'")
    return Miniature(rules, solved, sum(orbit(state.tiles) for state in found.states.values()), reasons)
