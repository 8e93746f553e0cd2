"""The chain of a match of Galician Seis in floating point: from the law of a round to its matrix.

A state is everybody's chips with the table turned so that they are smallest as a word; chips are looked up by all
stacks but the last, which follows from the others. A round is given by the passes of all seats counted from the winner;
every seat is equally likely to be that winner.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled
from seis_lab.kernels.galician_play import match_over

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@compiled
def after_round(chips: Ints, winner: int, passes: Ints, ante: int, cost: int, after: Ints) -> None:
    """Everybody's chips once the round is paid out; `passes` are counted from the winner."""
    seats, pot = chips.size, 0
    for seat in range(seats):
        pays = min(chips[seat], ante + cost * passes[(seat - winner) % seats])
        after[seat] = chips[seat] - pays
        pot += pays
    after[winner] += pot


@compiled
def place_of(chips: Ints, radix: int) -> int:
    """Where chips are looked up."""
    at = 0
    for seat in range(chips.size - 1):
        at = at * radix + chips[seat]
    return at


@compiled
def fill(
    states: Ints, index: Ints, passes: Ints, chances: Floats, options: Ints, ante: int, cost: int
) -> tuple[Floats, Floats]:
    """The matrix of the chain between its states, and for each the chance that the match ends with a seat having k.

    `index` has the state of any chips. The second matrix is for a seat taken at random, a column for every k.
    """
    seats = states.shape[1]
    total = states[0].sum()
    inner = np.zeros((len(states), len(states)))
    ends = np.zeros((len(states), total + 1))
    after = np.empty(seats, np.int64)
    for state in range(len(states)):
        for end in range(len(passes)):
            for winner in range(seats):
                after_round(states[state], winner, passes[end], ante, cost, after)
                if match_over(after, 1, options):
                    for seat in range(seats):
                        ends[state, after[seat]] += chances[end] / seats / seats
                else:
                    inner[state, index[place_of(after, total + 1)]] += chances[end] / seats
    return inner, ends


@compiled
def effects(
    states: Ints,
    index: Ints,
    passes: Ints,
    options: Ints,
    ante: int,
    cost: int,
    visits: Floats,
    values: Floats,
    finals: Floats,
) -> Floats:
    """For every end of a round, the expected value after it, summed over the visits to all states.

    `values` are those of the states, `finals[k]` the value of a match in which a seat taken at random ends with k.
    """
    seats = states.shape[1]
    total = states[0].sum()
    found = np.zeros(len(passes))
    after = np.empty(seats, np.int64)
    for end in range(len(passes)):
        for state in range(len(states)):
            for winner in range(seats):
                after_round(states[state], winner, passes[end], ante, cost, after)
                value = 0.0
                if match_over(after, 1, options):
                    for seat in range(seats):
                        value += finals[after[seat]] / seats
                else:
                    value = values[index[place_of(after, total + 1)]]
                found[end] += visits[state] * value / seats
    return found
