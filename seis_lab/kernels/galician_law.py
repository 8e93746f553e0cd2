"""The law of one round of Galician Seis in floating point: the probabilities of all tables, pushed on turn by turn.

A table is one number: the shape of every column as a digit in base `shapes`. What may be played where, and by whom, is
given as look-ups (see `seis_lab.exact.galician_double`), so no rule of the columns is written here.

Every probability is a sum of positive products: an addition, and a division by the number of cards to choose from, each
rounded once. So its relative error is at most the number of roundings on the way times 2**-53, which the caller bounds.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

# The fields of `about`, in this order.
START, TURN, LEADER, AT_ZERO, BROKE = range(5)

MOST_CHOICES = 64  # cards that can be playable at once, at the very most


@compiled
def longer_ints(values: Ints) -> Ints:
    """The same values with room for twice as many."""
    room = np.empty(2 * values.size, np.int64)
    room[: values.size] = values
    return room


@compiled
def longer_floats(values: Floats) -> Floats:
    """The same values with room for twice as many."""
    room = np.empty(2 * values.size, np.float64)
    room[: values.size] = values
    return room


@compiled
def push_round(
    about: Ints, to: Ints, mover: Ints, score: Ints, placed: Ints, sizes: Ints, stops: Ints
) -> tuple[Ints, Ints, Floats, int, int]:
    """Play a round out in all ways: the tables and turns at which it ends with their probabilities, states and turns.

    `to[shape, k]` is the shape that its k-th fitting card makes, `mover[suit, shape, k]` who holds that card (-1: no
    such card), `score[suit, shape, k]` what it is worth to the holder's policy, `placed[suit, shape, seat]` how many
    cards of a seat lie there. `stops` are the passes that end the round at once, by the options in `about`.
    """
    suits, shapes, ways = mover.shape
    seats = sizes.size
    leader, turn = about[LEADER], about[TURN]
    where = np.full(shapes**suits, -1, np.int32)  # the place of a table in the next layer
    codes, chances = np.empty(1024, np.int64), np.empty(1024, np.float64)
    next_codes, next_chances = np.empty(1024, np.int64), np.empty(1024, np.float64)
    end_codes, end_turns, end_chances = np.empty(1024, np.int64), np.empty(1024, np.int64), np.empty(1024, np.float64)
    digits = np.empty(suits, np.int64)
    choices = np.empty(MOST_CHOICES, np.int64)
    codes[0], chances[0] = about[START], 1.0
    size, ends, states = 1, 0, 0
    while size > 0:
        states += size
        seat, last = (leader + turn) % seats, (leader + turn - 1) % seats
        turns_seat = (turn - 1 - (seat - leader) % seats) // seats + 1
        turns_last = (turn - 1 - (last - leader) % seats) // seats + 1
        following = 0
        for at in range(size):
            code, chance = codes[at], chances[at]
            rest, played, played_last = code, 0, 0
            for suit in range(suits):
                digits[suit] = rest % shapes
                rest //= shapes
                played += placed[suit, digits[suit], seat]
                played_last += placed[suit, digits[suit], last]
            over = played_last == sizes[last] or (about[AT_ZERO] and turns_last - played_last >= stops[last])
            found = 0
            if not over:
                best = 0
                unit = 1
                for suit in range(suits):
                    shape = digits[suit]
                    for way in range(ways):
                        if mover[suit, shape, way] == seat:
                            worth = score[suit, shape, way]
                            if found == 0 or worth > best:
                                best = worth
                                found = 0
                            if worth == best:
                                choices[found] = code + (to[shape, way] - shape) * unit
                                found += 1
                    unit *= shapes
                if found == 0:
                    over = about[BROKE] and turns_seat - played + 1 >= stops[seat]
                    choices[0] = code
                    found = 1
            if over:
                if ends == end_codes.size:
                    end_codes = longer_ints(end_codes)
                    end_turns = longer_ints(end_turns)
                    end_chances = longer_floats(end_chances)
                end_codes[ends] = code
                end_turns[ends] = turn
                end_chances[ends] = chance
                ends += 1
                continue
            share = chance / found
            for choice in range(found):
                after = choices[choice]
                place = where[after]
                if place < 0:
                    if following == next_codes.size:
                        next_codes = longer_ints(next_codes)
                        next_chances = longer_floats(next_chances)
                    where[after] = following
                    next_codes[following] = after
                    next_chances[following] = share
                    following += 1
                else:
                    next_chances[place] += share
        for at in range(following):
            where[next_codes[at]] = -1
        codes, next_codes = next_codes, codes
        chances, next_chances = next_chances, chances
        size = following
        turn += 1
    return end_codes[:ends], end_turns[:ends], end_chances[:ends], states, turn
