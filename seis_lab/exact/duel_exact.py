"""The duel in exact fractions: pairs of positions, closed in an order in which everything else is known.

Wildcards are only used up, and between two of them cards only go down (VOLTEAR raises one, and is used up by it). So
with the pairs of configurations in order of wildcards left, and in each the pairs of rows in order of cards face up,
only two unknowns are left at a time: a, the chance of the player with hand x who begins a turn against y, and b, that
of the player with y who begins one against x. For a roll that comes to nothing leads from one to the other:

    a = f(1 - b),   b = g(1 - a),   f(r) = max(DADO, sum over faces of p * clamp(r; low, high)),

because a number's worth, as a function of the worth r of changing nothing, is built of max and min with known numbers.
f and g rise by less than r does, as long as some face must turn a card; so a has one value. It is the root of a
piecewise linear function that falls, found by Newton steps kept inside a bracket: a step from the piece on which the
root lies hits it, exactly. There is no tolerance.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.duel_hands import FINISHED, NO_CARD, STALLS, Places
from seis_lab.exact.duel_stages import Stages
from seis_lab.game import InvalidRules

ONE = Fraction(1)


@dataclass(frozen=True)
class Side:
    """One player's turn as a function of the worth of changing nothing."""

    faces: tuple[tuple[Fraction, Fraction, Fraction], ...]
    """Probability, low and high of every face whose worth depends on it."""
    known: Fraction
    """The sum over the other faces."""
    dado: Fraction | None
    """What playing DADO is worth, which never changes nothing."""

    def at(self, stay: Fraction) -> tuple[Fraction, Fraction]:
        """The worth of the turn, and how fast it grows with `stay` there."""
        value, slope = self.known, Fraction(0)
        for chance, low, high in self.faces:
            if low < stay < high:
                value, slope = value + chance * stay, slope + chance
            else:
                value += chance * (low if stay <= low else high)
        if self.dado is not None and self.dado >= value:
            return self.dado, Fraction(0)
        return value, slope


def close(first: Side, second: Side) -> tuple[Fraction, Fraction]:
    """The one a with a = f(1 - b) and b = g(1 - a), and that b."""
    low, high, a = Fraction(-1), Fraction(2), Fraction(1, 2)
    while True:
        b, down = second.at(1 - a)
        value, up = first.at(1 - b)
        gap = value - a
        if not gap:
            return a, b
        low, high = (a, high) if gap > 0 else (low, a)
        step = a + gap / (1 - up * down) if up * down < 1 else low
        a = step if low < step < high else (low + high) / 2


def solve_exactly(
    places: Places,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Fraction]:
    """The table of `places`: for every start of a turn the roller's exact probability of winning."""
    solver = _Solver(places)
    done = 0
    for group in places.layers():
        for c, d in group:
            if cancelled is not None and cancelled():
                raise Cancelled(f"cancelled after {done} of {places.size} positions")
            done += solver.layer(c, d)
            if progress is not None:
                progress(done, places.size)
    return solver.table


class _Solver:
    """The table so far, and the stages valued from it."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.table: list[Fraction] = [ONE] * places.size
        self.stages = Stages[Fraction](places, self._start, places.model.chances, ONE, keep=places.size * 20)

    def _start(self, seat: int, mine: int, other: int) -> Fraction:
        return self.table[self.places.at(seat, mine, other)]

    def layer(self, c: int, d: int) -> int:
        """Close all pairs of a pair of configurations; return how many values that gave."""
        places, (first, second) = self.places, self.places.hands
        done = 0
        for x in range(first.first[c], first.first[c + 1]):
            for y in range(second.first[d], second.first[d + 1]):
                if places.even and y > x:
                    break
                a, b = close(self._side(0, x, y), self._side(self.stages.other[0], y, x))
                self.table[places.at(0, x, y)] = a
                self.table[places.at(1, y, x)] = b
                if places.model.flip_optional:
                    self._require_progress(0, x, y)
                    self._require_progress(self.stages.other[0], y, x)
                done += 1 if places.even and x == y else 2
        return done

    def _side(self, s: int, x: int, y: int) -> Side:
        """The turn of seat s, that holds x, as a function of the worth of changing nothing."""
        stages = self.stages
        cards = stages.end_cards(s, x, y, False)
        worst = Fraction(0) if cards is None else cards
        lows, highs = stages.numbers(s, x, y, 0, False, worst, ONE)
        moving = [(p, lows[face], highs[face]) for face, p in stages.faces if lows[face] != highs[face]]
        known = sum((p * lows[face] for face, p in stages.faces if lows[face] == highs[face]), Fraction(0))
        return Side(tuple(moving), known, max(stages.with_dado(s, x, y), default=None))

    def _require_progress(self, s: int, x: int, y: int) -> None:
        """With an optional flip: refuse a duel in which somebody would rather turn no card; it might never end."""
        stages = self.stages
        stay = stages.end(s, x, y, False)
        flips = (to for to in stages.hands[s].flip[x] if to != NO_CARD)
        if not any(to == FINISHED or stages.settled(s, to, y, 0, False) >= stay for to in flips):
            raise InvalidRules(STALLS)
