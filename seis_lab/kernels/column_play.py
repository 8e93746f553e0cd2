"""Dealing and choosing cards in a column game: what the kernels of Galician Seis and Seises cabrón share.

How columns grow comes as look-ups, so no rule of them is written here: `rank[shape, k]` is the k-th rank that fits a
column of that shape, `affected[shape, k, slot]` the ranks of the suit that count when it is placed. A table is one
shape per suit. `owner` has the seat that was dealt each card, by suit and rank, with a last column of -1 for the card
that does not exist.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled

Ints: TypeAlias = NDArray[np.int64]


@compiled
def deal(rng: np.random.Generator, deck: Ints, owner: Ints, left: Ints, dealer: int) -> None:
    """Shuffle the deck (cards numbered suit by suit) and deal it; `left` counts the cards of every seat."""
    seats, ranks = left.size, owner.shape[1] - 1
    for at in range(deck.size - 1, 0, -1):
        other = int(rng.random() * (at + 1))
        deck[at], deck[other] = deck[other], deck[at]
    for seat in range(seats):
        left[seat] = 0
    for at in range(deck.size):
        seat = (dealer + 1 + at) % seats
        owner[deck[at] // ranks, deck[at] % ranks] = seat
        left[seat] += 1


@compiled
def choices(
    table: Ints, owner: Ints, seat: int, rank: Ints, affected: Ints, taste: Ints, suits: Ints, ways: Ints
) -> int:
    """How many cards the seat's policy chooses from, each equally likely; their suits and ways are written down."""
    found, best = 0, 0
    for suit in range(table.size):
        shape = table[suit]
        for way in range(rank.shape[1]):
            if owner[suit, rank[shape, way]] != seat:
                continue
            worth = 0
            if taste[seat, 0] != 0 or taste[seat, 1] != 0:
                for slot in range(affected.shape[2]):
                    holder = owner[suit, affected[shape, way, slot]]
                    if holder == seat:
                        worth += taste[seat, 0]
                    elif holder >= 0:
                        worth += taste[seat, 1]
            if found == 0 or worth > best:
                best = worth
                found = 0
            if worth == best:
                suits[found] = suit
                ways[found] = way
                found += 1
    return found
