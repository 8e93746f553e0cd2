"""Best play for points in a hand of Seises cabrón: all states, one more card placed in each layer, there and back.

States are written as in `cabron_counts`, and lie in hash tables in which the value has the place of its state.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled
from seis_lab.kernels.cabron_counts import EMPTY, first_who_can, place_of, put, table_of, wider_table
from seis_lab.kernels.cabron_law import units
from seis_lab.kernels.cabron_play import add_points

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@compiled
def next_layer(
    keys: Ints, bits: int, radix: Ints, to: Ints, mover: Ints, score: Ints, outside: Ints, early: bool
) -> tuple[Ints, int]:
    """The states that one more card makes of these, and how many there are; `score` is 0 for every card."""
    suits, seats = radix.size, outside.shape[2]
    unit, shift = units(radix), bits * seats
    table = np.zeros(suits, np.int64)
    room = max(1024, keys.size // 2)
    found_keys, nothing, found = np.full(room, EMPTY, np.int64), np.zeros(room, np.float64), 0
    for key in keys:
        if key == EMPTY:
            continue
        code = (key >> shift) // seats
        table_of(code, radix, table)
        seat, cards, _ = first_who_can((key >> shift) % seats, table, mover, score, outside, early)
        placed = (key & ((1 << shift) - 1)) + (1 << bits * seat)
        for suit in range(suits if cards > 0 else 0):
            span = table[suit]
            for way in range(mover.shape[2]):
                if mover[suit, span, way] == seat:
                    after = (code + (to[suit, span, way] - span) * unit[suit]) * seats + (seat + 1) % seats
                    if 2 * found >= found_keys.size:
                        found_keys, nothing = wider_table(found_keys, nothing)
                    found += put(found_keys, nothing, (after << shift) + placed, 0.0)
    return found_keys, found


@compiled
def best_ends(
    keys: Ints,
    next_keys: Ints,
    next_ends: Ints,
    bits: int,
    size: int,
    options: Ints,
    radix: Ints,
    to: Ints,
    mover: Ints,
    score: Ints,
    outside: Ints,
    early: bool,
) -> Ints:
    """For every state of a layer the cards that all seats have placed at the end, when each plays for its points.

    Given those of the next layer. Between cards that are as good for the seat the first is played, suit by suit and
    rank by rank. `options` are those of `cabron_play`.
    """
    suits, seats = radix.size, outside.shape[2]
    unit, shift, mask = units(radix), bits * seats, (1 << bits) - 1
    table, placed, points = np.zeros(suits, np.int64), np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    ends = np.zeros(keys.size, np.int64)
    for at in range(keys.size):
        key = keys[at]
        if key == EMPTY:
            continue
        code, before = (key >> shift) // seats, key & ((1 << shift) - 1)
        table_of(code, radix, table)
        seat, cards, _ = first_who_can((key >> shift) % seats, table, mover, score, outside, early)
        ends[at], best = before, -1
        before += 1 << bits * seat
        for suit in range(suits if cards > 0 else 0):
            span = table[suit]
            for way in range(mover.shape[2]):
                if mover[suit, span, way] == seat:
                    after = (code + (to[suit, span, way] - span) * unit[suit]) * seats + (seat + 1) % seats
                    end = next_ends[place_of(next_keys, (after << shift) + before)]
                    for other in range(seats):
                        placed[other] = (end >> bits * other) & mask
                        points[other] = 0
                    add_points(placed, size, options, points)
                    if points[seat] > best:
                        best = points[seat]
                        ends[at] = end
    return ends
