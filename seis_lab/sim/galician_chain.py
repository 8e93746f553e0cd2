"""The chain over everybody's chips as one object: its states, and what a round does to values and to visits.

All seats are alike: equally long hands of a shuffled deck, the same policy for everybody, and who leads is who was
dealt the first opening card, whoever dealt. So a round is won by every seat equally often, and its passes counted from
the winner do not depend on who that is, nor on the chips (the broke pass free). The table may be turned, and stacks
that differ by a turn are one *state*. Where cards are left over, the first seats have longer hands, and none of that is
true.
"""

import os
from bisect import bisect_left
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seis_lab.games.galician import GalicianRules
from seis_lab.sim.galician import kernel_input
from seis_lab.sim.galician_samples import RoundSample

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SMALL = 20_000
"""Places up to which one thread is faster than several."""


class Rows(NamedTuple):
    """How places make rows: `rows`, `starts` and `counts` of `kernels.galician_chain`."""

    chips: Ints
    starts: Ints
    counts: Ints


class Ends(NamedTuple):
    """The law of a round, `heads`, `firsts` and `lasts` of `kernels.galician_chain`, and the chance of every end."""

    heads: Ints
    firsts: Ints
    lasts: Ints
    chances: Floats


@dataclass(frozen=True, eq=False)
class Chain:
    """The states of a match and the law of a round.

    `stacks` has all ways to share the chips by their place, the winner of the next round first; `over` says where the
    match has ended, `turns` the places of every state with the table turned in all ways, `state` the state at a place,
    and where it is over one more than the last. Nobody has less than `least` as long as it is not.
    """

    stacks: NDArray[np.int16]
    over: NDArray[np.bool_]
    turns: Ints
    state: Ints
    rows: Rows
    ends: Ends
    least: int

    def values_before(self, values: Floats) -> Floats:
        """The expected value after a round from every state, 0 where the match is over then."""
        return self._before(np.append(values, 0.0)[self.state], self.least)

    def finals_before(self, finals: Floats) -> Floats:
        """The expected value of `finals`, a value for every place, where the match is over after the round."""
        return self._before(np.where(self.over, finals, 0.0), 0)

    def visits_after(self, visits: Floats) -> Floats:
        """How often each state comes after a round, given how often each comes before it."""
        found = self._after(visits, self.least)
        return np.bincount(self.state, found, len(visits) + 1)[:-1].astype(np.float64)

    def ended_after(self, visits: Floats) -> Floats:
        """How often the match is over at each place, given how often each state comes before a round."""
        return np.where(self.over, self._after(visits, 0), 0.0)

    def effects(self, visits: Floats, values: Floats, finals: Floats) -> Floats:
        """For every end of a round, the value of what follows, summed over the visits to all states."""
        from seis_lab.kernels.galician_chain import effects

        everywhere = np.where(self.over, finals, np.append(values, 0.0)[self.state])
        return self._threads(effects, self._turned(visits), everywhere, *self.rows, *self.ends[:3])

    def _before(self, everywhere: Floats, least: int) -> Floats:
        from seis_lab.kernels.galician_chain import values_before

        found = self._threads(values_before, everywhere, *self.rows, *self.ends, least)
        return np.asarray(found[self.turns].mean(axis=1))

    def _after(self, visits: Floats, least: int) -> Floats:
        from seis_lab.kernels.galician_chain import visits_after

        return self._threads(visits_after, self._turned(visits), *self.rows, *self.ends, least)

    def _turned(self, visits: Floats) -> Floats:
        """The visits to every place: every seat is the winner equally often."""
        seats = self.turns.shape[1]
        return np.bincount(self.turns.ravel(), np.repeat(visits / seats, seats), len(self.state)).astype(np.float64)

    def _threads(self, kernel: Callable[..., Floats], *given: object) -> Floats:
        """What the kernel finds, each core taking some of the rows; a small chain is not worth that."""
        parts = (os.cpu_count() or 1) if len(self.stacks) > SMALL else 1
        if parts == 1:
            return np.asarray(kernel(*given, 0, 1))
        with ThreadPoolExecutor(parts) as pool:
            return np.asarray(np.sum(list(pool.map(lambda part: kernel(*given, part, parts), range(parts))), axis=0))


def ways(seats: int, chips: int) -> int:
    """How many ways there are to share so many chips.

    >>> ways(5, 60)
    635376
    """
    return comb(chips + seats - 1, seats - 1)


def chain_of(rules: GalicianRules, ends: Ends) -> Chain:
    """The chain of a match with these rules, given the law of a round."""
    from seis_lab.kernels.galician_chain import overs

    seats, total = rules.players, rules.players * rules.chips
    counts = np.array([[ways(among, chips) for chips in range(total + 1)] for among in range(seats, 1, -1)])
    stacks = _stacks(seats, total)
    over = overs(stacks, kernel_input(rules, ["uniform"] * seats).options)
    places = np.column_stack([_places(np.roll(stacks, shift, axis=1), counts) for shift in range(seats)])
    turns = places[~over & (places[:, 0] == places.min(axis=1))]
    state = np.full(len(stacks), len(turns))
    state[turns] = np.arange(len(turns))[:, None]
    firsts = np.flatnonzero(stacks[:, -1] == 0)
    rows = Rows(stacks[firsts, 1:-1].astype(np.int64), np.append(firsts, len(stacks)), counts)
    return Chain(stacks, over, turns, state, rows, ends, int(rules.match_tie == "shared"))


def place_of(chain: Chain, chips: tuple[int, ...]) -> int:
    """The place of everybody's chips."""
    return int(_places(np.array([chips]), chain.rows.counts)[0])


def ends_of(rules: GalicianRules, rounds: RoundSample) -> Ends:
    """What the others pay in simulated rounds, counted from the winner, and how often."""
    found: dict[tuple[int, ...], int] = {}
    for (winner, passes), count in rounds.ends.items():
        assert winner is not None  # or the round would have ended for lack of chips
        pays = tuple(rules.ante + rules.pass_cost * n for n in (*passes[winner + 1 :], *passes[:winner]))
        found[pays] = found.get(pays, 0) + count
    ends = sorted(found)
    heads = sorted({pays[:-1] for pays in ends})
    firsts = [bisect_left(ends, head) for head in heads]
    return Ends(
        np.array(heads, np.int64).reshape(len(heads), rules.players - 2),
        np.array([*firsts, len(ends)]),
        np.array([pays[-1] for pays in ends]),
        np.array([found[pays] / rounds.games for pays in ends]),
    )


def _stacks(seats: int, total: int) -> NDArray[np.int16]:
    """All ways to share the chips, by the chips of the second seat, then the third, and so on."""
    stacks, left = np.zeros((1, 0), np.int16), np.array([total])
    for _ in range(1, seats):
        begin = np.repeat(np.cumsum(left + 1) - left - 1, left + 1)
        before = np.repeat(np.arange(len(left)), left + 1)
        chips = np.arange(len(before)) - begin
        stacks, left = np.column_stack([stacks[before], chips.astype(np.int16)]), left[before] - chips
    return np.column_stack([left.astype(np.int16), stacks])


def _places(stacks: NDArray[np.signedinteger], counts: Ints) -> Ints:
    """Where stacks lie."""
    places = np.zeros(len(stacks), np.int64)
    left = np.full(len(stacks), counts.shape[1] - 1)
    for seat, ways_to in enumerate(counts, 1):
        places += ways_to[left] - ways_to[left - stacks[:, seat]]
        left = left - stacks[:, seat]
    return places
