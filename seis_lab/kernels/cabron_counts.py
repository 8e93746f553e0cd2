"""A hand of Seises cabrón, counting the cards that each seat has placed: the joint law of the counts, card by card.

A state is one number: the table as in `cabron_law`, the seat whose turn it is, and `bits` bits for the count of every
seat. The states with so many cards placed, a *layer*, lie in a hash table (open addressing).
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled
from seis_lab.kernels.cabron_law import units

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

EMPTY = -1
LOW = (1 << 24) - 1
SPREAD_LOW, SPREAD_HIGH = 663608941, 374761393  # odd, of 30 bits: no product leaves a word


@compiled
def place_of(keys: Ints, key: int) -> int:
    """Where a state lies in the table, or would lie."""
    mask = keys.size - 1
    at = (((key & LOW) * SPREAD_LOW + (key >> 24) * SPREAD_HIGH) >> 13) & mask
    while keys[at] != key and keys[at] != EMPTY:
        at = (at + 1) & mask
    return at


@compiled
def put(keys: Ints, chances: Floats, key: int, chance: float) -> int:
    """Add a probability to a state; 1 where the state is new."""
    at = place_of(keys, key)
    if keys[at] == EMPTY:
        keys[at] = key
        chances[at] = chance
        return 1
    chances[at] += chance
    return 0


@compiled
def wider_table(keys: Ints, chances: Floats) -> tuple[Ints, Floats]:
    """The same states in a table of twice the size."""
    more_keys, more_chances = np.full(2 * keys.size, EMPTY, np.int64), np.empty(2 * keys.size, np.float64)
    for at in range(keys.size):
        if keys[at] != EMPTY:
            put(more_keys, more_chances, keys[at], chances[at])
    return more_keys, more_chances


@compiled
def choices_of(seat: int, table: Ints, mover: Ints, score: Ints) -> tuple[int, int]:
    """How many cards the seat's policy chooses from on this table, and what such a card is worth to it."""
    found, best = 0, 0
    for suit in range(table.size):
        span = table[suit]
        for way in range(mover.shape[2]):
            if mover[suit, span, way] == seat:
                worth = score[suit, span, way]
                if found == 0 or worth > best:
                    best = worth
                    found = 0
                found += worth == best
    return found, best


@compiled
def somebody_empty(table: Ints, outside: Ints) -> bool:
    """Whether a seat has no cards left."""
    for seat in range(outside.shape[2]):
        left = 0
        for suit in range(table.size):
            left += outside[suit, table[suit], seat]
        if left == 0:
            return True
    return False


@compiled
def table_of(code: int, radix: Ints, table: Ints) -> None:
    """Write down the spans of a table from its number."""
    for suit in range(radix.size):
        table[suit] = code % radix[suit]
        code //= radix[suit]


@compiled
def first_who_can(seat: int, table: Ints, mover: Ints, score: Ints, outside: Ints, early: bool) -> tuple[int, int, int]:
    """The first seat from this one on that can play, how many cards its policy chooses from, and what one is worth.

    No cards are found where the hand is over.
    """
    seats = outside.shape[2]
    found, best, passed = 0, 0, 0
    if not (early and somebody_empty(table, outside)):
        while found == 0 and passed < seats:
            found, best = choices_of((seat + passed) % seats, table, mover, score)
            passed += 1
    return (seat + passed - 1) % seats, found, best


@compiled
def push_layer(
    keys: Ints,
    chances: Floats,
    end_keys: Ints,
    end_chances: Floats,
    ends: int,
    bits: int,
    radix: Ints,
    to: Ints,
    mover: Ints,
    score: Ints,
    outside: Ints,
    early: bool,
) -> tuple[Ints, Floats, int, Ints, Floats, int, int]:
    """Push the states of a layer on to those with one card more, and add those that are over to the ends.

    Returns the next layer and how many states it has, the ends (packed counts with their probabilities) and how many
    there are, and how many states of this layer were over.
    """
    suits, seats = radix.size, outside.shape[2]
    unit, shift = units(radix), bits * seats
    table = np.zeros(suits, np.int64)
    room = max(1024, keys.size // 2)
    next_keys, next_chances = np.full(room, EMPTY, np.int64), np.empty(room, np.float64)
    following, over = 0, 0
    for at in range(keys.size):
        key, chance = keys[at], chances[at]
        if key == EMPTY:
            continue
        placed, code = key & ((1 << shift) - 1), (key >> shift) // seats
        table_of(code, radix, table)
        seat, found, best = first_who_can((key >> shift) % seats, table, mover, score, outside, early)
        if found == 0:
            if 2 * ends >= end_keys.size:
                end_keys, end_chances = wider_table(end_keys, end_chances)
            ends += put(end_keys, end_chances, placed, chance)
            over += 1
            continue
        share = chance / found
        placed += 1 << bits * seat
        for suit in range(suits):
            span = table[suit]
            for way in range(mover.shape[2]):
                if mover[suit, span, way] == seat and score[suit, span, way] == best:
                    after = (code + (to[suit, span, way] - span) * unit[suit]) * seats + (seat + 1) % seats
                    if 2 * following >= next_keys.size:
                        next_keys, next_chances = wider_table(next_keys, next_chances)
                    following += put(next_keys, next_chances, (after << shift) + placed, share)
    return next_keys, next_chances, following, end_keys, end_chances, ends, over
