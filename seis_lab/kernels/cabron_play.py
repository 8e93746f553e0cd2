"""Many hands and matches of Seises cabrón: deal, play by built-in policies, score, and go on until a match is over.

A second writing of turns, dead cards and scores, so that it can be compared with the engine move by move; how columns
grow comes as look-ups by their spans (see `column_play`): `to[span, k]` is the span that the k-th fitting card makes.
Points are whole numbers of the same small unit, one divided by 1, 2, ... up to all seats without a remainder.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled
from seis_lab.kernels.column_play import choices, deal

Ints: TypeAlias = NDArray[np.int64]

# The options, in this order.
OPENS, JUMPING, TARGET, ROUNDED, OTHERS_ONLY, ALL_PLACED, HANDS, UNIT = range(8)


@compiled
def turn_seats(owner: Ints, by: int, seats: int) -> None:
    """Every card goes to the seat that sits so many places further back: seat `by` becomes seat 0."""
    for suit in range(owner.shape[0]):
        for at in range(owner.shape[1] - 1):
            owner[suit, at] = (owner[suit, at] - by) % seats


@compiled
def over(table: Ints, left: Ints, spans: int, jumping: bool) -> bool:
    """Whether all columns are complete, or without jumping a seat has no cards left."""
    if jumping:
        return bool(table.min() == spans - 1)
    return bool(left.min() == 0)


@compiled
def play_hand(
    rng: np.random.Generator,
    owner: Ints,
    left: Ints,
    starter: int,
    led: bool,
    placed: Ints,
    options: Ints,
    rank: Ints,
    to: Ints,
    jumped: Ints,
    taste: Ints,
) -> None:
    """Play one hand that was dealt: how many cards each seat places. `led`: the starter leads the six of oros.

    `left` are the cards of every seat; those that die are not taken away from it.
    """
    seats = left.size
    table = np.zeros(owner.shape[0], np.int64)
    suits, ways = np.empty(64, np.int64), np.empty(64, np.int64)
    for seat in range(seats):
        placed[seat] = 0
    seat = starter
    if led:
        table[0] = to[0, 0]
        placed[seat] += 1
        left[seat] -= 1
        seat = (seat + 1) % seats
    while not over(table, left, to.shape[0], options[JUMPING] > 0):
        found = choices(table, owner, seat, rank, jumped, taste, suits, ways)
        if found > 0:
            choice = int(rng.random() * found) if found > 1 else 0
            suit = suits[choice]
            table[suit] = to[table[suit], ways[choice]]
            placed[seat] += 1
            left[seat] -= 1
        seat = (seat + 1) % seats


@compiled
def add_points(placed: Ints, size: int, options: Ints, points: Ints) -> None:
    """Add the points of a hand, in units, to those of every seat."""
    most, winners, bonus, unit = placed.max(), 0, 0, options[UNIT]
    for count in placed:
        if count == most:
            winners += 1
        if count != most or not options[OTHERS_ONLY]:
            bonus += size - count
    part = bonus // winners * unit if options[ROUNDED] else bonus * unit // winners
    for seat in range(placed.size):
        points[seat] += placed[seat] * unit
        if placed[seat] == most:
            points[seat] += part
            if most == size:
                points[seat] += options[ALL_PLACED] * unit


@compiled
def play_hands(
    hands: int,
    rng: np.random.Generator,
    options: Ints,
    rank: Ints,
    to: Ints,
    jumped: Ints,
    taste: Ints,
    dealt: Ints,
    fixed: bool,
    starter: int,
    led: bool,
) -> Ints:
    """So many hands: how many cards each seat places.

    All of one deal (`dealt`, owners by card) from the starter on; or of shuffled ones with the starter as seat 0, who
    has the six of oros where it is led.
    """
    seats, ranks = taste.shape[0], dealt.shape[1] - 1
    placed = np.empty((hands, seats), np.int64)
    deck = np.arange(dealt.shape[0] * ranks)
    owner, left = dealt.copy(), np.zeros(seats, np.int64)
    size = deck.size // seats
    for at in range(hands):
        if not fixed:
            deal(rng, deck, owner, left, seats - 1)
            if led:
                turn_seats(owner, owner[0, options[OPENS] - 1], seats)
        for seat in range(seats):
            left[seat] = size
        play_hand(rng, owner, left, starter, led, placed[at], options, rank, to, jumped, taste)
    return placed


@compiled
def match_over(points: Ints, hands: int, options: Ints) -> bool:
    """Whether the match is over after so many hands."""
    most, tied = points.max(), 0
    for count in points:
        if count == most:
            tied += 1
    if most >= options[TARGET] * options[UNIT] and tied == 1:
        return True
    return bool(options[HANDS] > 0 and hands >= options[HANDS])


@compiled
def play_matches(
    matches: int,
    most_hands: int,
    rng: np.random.Generator,
    options: Ints,
    rank: Ints,
    to: Ints,
    jumped: Ints,
    taste: Ints,
    dealt: Ints,
) -> tuple[Ints, Ints]:
    """So many matches, the first starter as seat 0: the hands of each, and everybody's points at its end, in units.

    An endless match stops with 0 hands.
    """
    seats = taste.shape[0]
    lengths, finals = np.zeros(matches, np.int64), np.zeros((matches, seats), np.int64)
    deck = np.arange(dealt.shape[0] * (dealt.shape[1] - 1))
    owner, left, placed = dealt.copy(), np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    size = deck.size // seats
    for at in range(matches):
        hands = 0
        while hands == 0 or not match_over(finals[at], hands, options):
            if hands == most_hands:
                return lengths, finals
            deal(rng, deck, owner, left, seats - 1)
            if hands == 0:
                turn_seats(owner, owner[0, options[OPENS] - 1], seats)
            play_hand(rng, owner, left, hands % seats, hands == 0, placed, options, rank, to, jumped, taste)
            add_points(placed, size, options, finals[at])
            hands += 1
        lengths[at] = hands
    return lengths, finals
