"""A hand of Seises cabrón over all its tables: probabilities pushed forward, numbers of hands, best play backward.

A table is one number: the span of every column as a digit, `unit[suit]` apart. A card makes a span wider and its index
larger, so going through all tables in order meets each one after everything that leads to it. What may be played where,
and by whom, is given as look-ups (see `seis_lab.exact.cabron_double`): no rule of the columns is written here.

`to[suit, span, k]` is the span that the k-th fitting card makes, `mover[suit, span, k]` who holds that card (-1: no
such card), `outside[suit, span, seat]` how many cards of a seat lie beyond the ends of the span.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

FLUSH = 2048  # tables between two carries of the sums, which keeps the number of roundings of a sum small


@compiled
def units(radix: Ints) -> Ints:
    """How far apart tables are that differ by one span of a suit; the last entry is the number of all tables."""
    unit = np.ones(radix.size + 1, np.int64)
    for suit in range(radix.size):
        unit[suit + 1] = unit[suit] * radix[suit]
    return unit


@compiled
def step_to(table: Ints, radix: Ints, by: int) -> None:
    """The table with the next number (`by` 1), or with the one before (-1)."""
    for suit in range(table.size):
        table[suit] += by
        if 0 <= table[suit] < radix[suit]:
            return
        table[suit] = 0 if by > 0 else radix[suit] - 1


@compiled
def choices(table: Ints, mover: Ints, score: Ints, outside: Ints, early: bool, counts: Ints, best: Ints) -> int:
    """For every seat how many cards its policy chooses from on this table, and what such a card is worth to it.

    Returns the first seat that can play; -1 where the hand is over, with `early` as soon as somebody has no cards.
    """
    seats = counts.size
    for seat in range(seats):
        counts[seat] = 0
    if early:
        for seat in range(seats):
            left = 0
            for suit in range(table.size):
                left += outside[suit, table[suit], seat]
            if left == 0:
                return -1
    for suit in range(table.size):
        span = table[suit]
        for way in range(mover.shape[2]):
            seat = mover[suit, span, way]
            if seat >= 0:
                worth = score[suit, span, way]
                if counts[seat] == 0 or worth > best[seat]:
                    best[seat] = worth
                    counts[seat] = 1
                elif worth == best[seat]:
                    counts[seat] += 1
    for seat in range(seats):
        if counts[seat] > 0:
            return seat
    return -1


@compiled
def push_hand(
    start: int, radix: Ints, to: Ints, card: Ints, mover: Ints, score: Ints, outside: Ints, early: bool, cards: int
) -> tuple[Floats, Floats, float, int]:
    """Play a hand out in all ways from table 0, seat `start` in turn.

    Returns the probability of each card to be placed, the expected passes of each seat, the probability to come to an
    end (1 but for rounding), and how many states arise. `card[suit, span, k]` is the number of the k-th fitting card,
    `score` what it is worth to its holder's policy.

    Every probability is a sum of positive products: additions, and divisions by the number of cards to choose from,
    each rounded once. So its relative error is at most the number of roundings on the way times 2**-53.
    """
    suits, seats = radix.size, outside.shape[2]
    unit = units(radix)
    tables = unit[suits]
    chance = np.zeros((tables, seats))
    chance[0, start] = 1.0
    placed, some_placed = np.zeros(cards), np.zeros(cards)
    passes, some_passes = np.zeros(seats), np.zeros(seats)
    table, counts, best = np.zeros(suits, np.int64), np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    total, some_total, states = 0.0, 0.0, 0
    for code in range(tables):
        here = chance[code]
        if here.any():
            first = choices(table, mover, score, outside, early, counts, best)
            for step in range(seats if first >= 0 else 0):  # who cannot play passes on, round to the first who can
                seat = (first + 1 + step) % seats
                if counts[seat] == 0 and here[seat] > 0:
                    some_passes[seat] += here[seat]
                    here[(seat + 1) % seats] += here[seat]
                    here[seat] = 0.0
            for seat in range(seats):
                if here[seat] > 0:
                    states += 1
                    if first < 0:
                        some_total += here[seat]
            for suit in range(suits if first >= 0 else 0):
                span = table[suit]
                for way in range(mover.shape[2]):
                    seat = mover[suit, span, way]
                    if seat >= 0 and here[seat] > 0 and score[suit, span, way] == best[seat]:
                        share = here[seat] / counts[seat]
                        after = code + (to[suit, span, way] - span) * unit[suit]
                        chance[after, (seat + 1) % seats] += share
                        some_placed[card[suit, span, way]] += share
        step_to(table, radix, 1)
        if code % FLUSH == FLUSH - 1 or code == tables - 1:
            for number in range(cards):
                placed[number] += some_placed[number]
                some_placed[number] = 0.0
            for seat in range(seats):
                passes[seat] += some_passes[seat]
                some_passes[seat] = 0.0
            total += some_total
            some_total = 0.0
    return placed, passes, total, states


@compiled
def add(one: int, other: int, modulus: int) -> int:
    """The sum of two residues."""
    both = one + other
    return both - modulus if both >= modulus else both


@compiled
def count_residue(
    start: int, radix: Ints, to: Ints, mover: Ints, score: Ints, outside: Ints, early: bool, modulus: int
) -> int:
    """How many complete hands there are from table 0, seat `start` in turn, modulo a number of at most 2**62.

    `score` is 0 for every card.
    """
    suits, seats = radix.size, outside.shape[2]
    unit = units(radix)
    ways = np.zeros((unit[suits], seats), np.int64)
    ways[0, start] = 1
    table, counts, best = np.zeros(suits, np.int64), np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    total = 0
    for code in range(unit[suits]):
        here = ways[code]
        if here.any():  # where all are 0 modulo the modulus they add nothing
            first = choices(table, mover, score, outside, early, counts, best)
            for step in range(seats if first >= 0 else 0):
                seat = (first + 1 + step) % seats
                if counts[seat] == 0:
                    here[(seat + 1) % seats] = add(here[(seat + 1) % seats], here[seat], modulus)
                    here[seat] = 0
            for seat in range(seats if first < 0 else 0):
                total = add(total, here[seat], modulus)
            for suit in range(suits if first >= 0 else 0):
                span = table[suit]
                for way in range(mover.shape[2]):
                    seat = mover[suit, span, way]
                    if seat >= 0:
                        after, following = code + (to[suit, span, way] - span) * unit[suit], (seat + 1) % seats
                        ways[after, following] = add(ways[after, following], here[seat], modulus)
        step_to(table, radix, 1)
    return total


@compiled
def best_placed(radix: Ints, to: Ints, mover: Ints, score: Ints, outside: Ints, early: bool, bits: int) -> Ints:
    """How many more cards every seat places when each places as many of its own as it can.

    For every table, and the seat whose turn it is there: the cards of all seats, `bits` bits for each, seat 0 lowest.
    Between cards that are as good for the seat the first is played, suit by suit and rank by rank. Found backward from
    the last table; `score` is 0 for every card.
    """
    suits, seats = radix.size, outside.shape[2]
    unit = units(radix)
    worth = np.zeros((unit[suits], seats), np.int64)
    table, counts, best = radix - 1, np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    mask = (1 << bits) - 1
    for code in range(unit[suits] - 1, -1, -1):
        here = worth[code]
        first = choices(table, mover, score, outside, early, counts, best)
        for seat in range(seats):
            best[seat] = -1
        for suit in range(suits if first >= 0 else 0):
            span = table[suit]
            for way in range(mover.shape[2]):
                seat = mover[suit, span, way]
                if seat >= 0:
                    after = code + (to[suit, span, way] - span) * unit[suit]
                    ends = worth[after, (seat + 1) % seats] + (1 << bits * seat)
                    own = (ends >> bits * seat) & mask
                    if own > best[seat]:
                        best[seat] = own
                        here[seat] = ends
        for step in range(seats if first >= 0 else 0):  # who cannot play passes on
            seat = (first - step) % seats
            if counts[seat] == 0:
                here[seat] = here[(seat + 1) % seats]
        step_to(table, radix, -1)
    return worth
