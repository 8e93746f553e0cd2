"""Many rounds and matches of Galician Seis: deal, play by built-in policies, pay, and go on until a match is over.

A second writing of the rules of chips, pot and turns, so that it can be compared with the engine move by move; how
columns grow comes as look-ups (see `seis_lab.exact.galician_double.growth`). A table is one shape per suit. `owner` has
the seat that was dealt each card, by suit and rank, with a last column of -1 for the card that does not exist.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled
from seis_lab.kernels.column_play import choices, deal

Ints: TypeAlias = NDArray[np.int64]

# The options, in this order.
OPENS, ANTE, COST, AT_ZERO, BROKE, AGAIN, ROUNDS = range(7)

NOBODY = -1


@compiled
def put(chips: Ints, paid: Ints, seat: int, cost: int) -> None:
    """The seat puts so many chips into the pot, or what it has."""
    pays = min(cost, chips[seat])
    chips[seat] -= pays
    paid[seat] += pays


@compiled
def play_round(
    rng: np.random.Generator,
    owner: Ints,
    left: Ints,
    chips: Ints,
    paid: Ints,
    passes: Ints,
    options: Ints,
    rank: Ints,
    to: Ints,
    freed: Ints,
    taste: Ints,
) -> int:
    """Play one round that was dealt and settle it; who wins, or NOBODY where the match ends at once."""
    seats = chips.size
    table = np.zeros(owner.shape[0], np.int64)
    suits, ways = np.empty(64, np.int64), np.empty(64, np.int64)
    for seat in range(seats):
        paid[seat] = 0
        passes[seat] = 0
        put(chips, paid, seat, options[ANTE])
    if options[AT_ZERO] and chips.min() == 0:
        return NOBODY
    seat = owner[0, options[OPENS] - 1]
    table[0] = to[0, 0]
    left[seat] -= 1
    while left[seat] > 0:
        seat = (seat + 1) % seats
        found = choices(table, owner, seat, rank, freed, taste, suits, ways)
        if found == 0:
            if options[BROKE] and options[COST] > 0 and chips[seat] == 0:
                return NOBODY
            put(chips, paid, seat, options[COST])
            passes[seat] += 1
            if options[AT_ZERO] and chips[seat] == 0:
                return NOBODY
        else:
            choice = int(rng.random() * found) if found > 1 else 0
            suit = suits[choice]
            table[suit] = to[table[suit], ways[choice]]
            left[seat] -= 1
    for other in range(seats):
        chips[seat] += paid[other]
    return int(seat)


@compiled
def match_over(chips: Ints, rounds: int, options: Ints) -> bool:
    """Whether the match is over after a round whose pot was taken."""
    most, lowest, tied = chips.max(), chips.min(), 0
    for count in chips:
        if count == most:
            tied += 1
    if options[AGAIN] and tied > 1:
        return False
    return bool(lowest == 0 or (options[ROUNDS] > 0 and rounds >= options[ROUNDS]))


@compiled
def play_rounds(
    rounds: int,
    rng: np.random.Generator,
    stacks: Ints,
    options: Ints,
    rank: Ints,
    to: Ints,
    freed: Ints,
    taste: Ints,
    fixed: bool,
    hands: Ints,
) -> tuple[Ints, Ints, Ints]:
    """So many first rounds, all of one deal (`hands`, owners by card) or of shuffled ones: leaders, winners, passes."""
    seats, ranks = stacks.size, hands.shape[1] - 1
    leaders, winners = np.empty(rounds, np.int64), np.empty(rounds, np.int64)
    passes = np.empty((rounds, seats), np.int64)
    deck = np.arange(hands.shape[0] * ranks)
    owner, left, paid = hands.copy(), np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    chips = stacks.copy()
    for at in range(rounds):
        if fixed:
            for seat in range(seats):
                left[seat] = 0
            for card in range(deck.size):
                left[owner[card // ranks, card % ranks]] += 1
        else:
            deal(rng, deck, owner, left, seats - 1)
        for seat in range(seats):
            chips[seat] = stacks[seat]
        leaders[at] = owner[0, options[OPENS] - 1]
        winners[at] = play_round(rng, owner, left, chips, paid, passes[at], options, rank, to, freed, taste)
    return leaders, winners, passes


@compiled
def play_matches(
    matches: int,
    most_rounds: int,
    rng: np.random.Generator,
    stacks: Ints,
    options: Ints,
    rank: Ints,
    to: Ints,
    freed: Ints,
    taste: Ints,
    hands: Ints,
) -> tuple[Ints, Ints]:
    """So many matches: the rounds of each, and everybody's chips at its end. An endless match stops with 0 rounds."""
    seats = stacks.size
    lengths, finals = np.zeros(matches, np.int64), np.empty((matches, seats), np.int64)
    deck = np.arange(hands.shape[0] * (hands.shape[1] - 1))
    owner, left = hands.copy(), np.zeros(seats, np.int64)
    paid, passes = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    for at in range(matches):
        chips = finals[at]
        for seat in range(seats):
            chips[seat] = stacks[seat]
        dealer, rounds, over = seats - 1, 0, False
        while not over:
            if rounds == most_rounds:
                return lengths, finals
            deal(rng, deck, owner, left, dealer)
            dealer = owner[0, options[OPENS] - 1]
            winner = play_round(rng, owner, left, chips, paid, passes, options, rank, to, freed, taste)
            rounds += 1
            over = winner == NOBODY or match_over(chips, rounds, options)
            over = over or bool(options[AT_ZERO] and chips.min() == 0)
        lengths[at] = rounds
    return lengths, finals
