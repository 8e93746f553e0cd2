"""Whole games of Six on the fast board: at random, every decision of the rules uniform, or with a short search.

A lift, the choice of a survivor and a landing are decisions of their own, so a turn is drawn at random in the same
steps. What was played can be written down, for the tests play it again by the rules.
"""

import numpy as np

from seis_lab.kernels import compiled
from seis_lab.kernels.six import (
    ABORT,
    AFTER,
    CAPTURES,
    COORDINATE,
    COUNT,
    FORBIDDEN,
    GOES_ON,
    LIMIT,
    MASK,
    MOST,
    MOVER,
    NEEDED,
    NOBODY,
    NODES,
    OTHER,
    REPEATS,
    SIZE,
    Board,
    Ints,
    put,
    take,
    touching,
)
from seis_lab.kernels.six_alphabeta import (
    BREADTH,
    QUIET,
    ROOT,
    THREATS,
    WIN,
    Memory,
    after,
    best_first,
    candidates,
    position_key,
)
from seis_lab.kernels.six_turns import (
    lifts,
    make,
    result,
    win_in_one,
)

NO_LIMIT = 1 << 60
KINDS = 8  # at most so many shapes; then the other reasons for which a game ends
TOO_FEW, BOTH_TOO_FEW, REPETITION, LONG, ENDLESS = range(KINDS, KINDS + 5)
RED, BLACK, NONE = range(3)


@compiled
def below(rng: np.random.Generator, number: int) -> int:
    """A whole number from 0 to less than this, all equally likely to within 2^-53."""
    return int(rng.random() * number)


@compiled
def figure_kind(b: Board, colour: int, cell: int) -> int:
    """The first shape that is full of this colour through a cell, or NOBODY."""
    found = NOBODY
    for k in range(len(b.offsets)):
        kind = b.kinds[k]
        held = b.figure[kind * SIZE + ((cell - b.offsets[k]) & MASK)]
        own = held % 16 if colour == 0 else held // 16
        if own == b.starts[kind + 1] - b.starts[kind] and (found == NOBODY or kind < found):
            found = kind
    return found


@compiled
def drawn(b: Board, rng: np.random.Generator, out: Ints, end: int) -> int:
    """One of the turns of a tile: the first choice of the rules uniform, then the second."""
    shift = 0 if b.options[AFTER] else 2 * COORDINATE
    runs = 0
    for number in range(end):
        if number == 0 or ((out[number] >> shift) & MASK) != ((out[number - 1] >> shift) & MASK):
            runs += 1
    chosen = below(rng, runs)
    first, last, run = 0, 0, -1
    for number in range(end):
        if number == 0 or ((out[number] >> shift) & MASK) != ((out[number - 1] >> shift) & MASK):
            run += 1
            if run == chosen:
                first = number
        if run == chosen:
            last = number
    return out[first + below(rng, last - first + 1)]


@compiled
def random_lift(b: Board, rng: np.random.Generator, colour: int, out: Ints) -> int:
    """One of the tiles that may be lifted, or NOBODY."""
    count = b.sums[COUNT + colour]
    if not b.options[FORBIDDEN]:
        return b.pieces[colour * MOST + below(rng, count)]
    liftable = 0
    for number in range(count):
        if lifts(b, b.pieces[colour * MOST + number], out, 0) > 0:
            out[len(out) - 1 - liftable] = b.pieces[colour * MOST + number]
            liftable += 1
    return out[len(out) - 1 - below(rng, liftable)] if liftable > 0 else NOBODY


@compiled
def placings(b: Board, colour: int, apart: bool, out: Ints) -> int:
    """Write down where a tile may be placed; `apart`: only where it touches none of its colour. Where the list ends."""
    end = touching(b, out, 0)
    kept = 0
    for number in range(end):
        near = False
        for side in range(6):
            near = near or b.tile[(out[number] + b.near[side]) & MASK] == colour
        if not (apart and near):
            out[kept] = out[number]
            kept += 1
    return kept


@compiled
def random_turn(b: Board, rng: np.random.Generator, colour: int, placing: bool, apart: bool, out: Ints) -> int:
    """A turn at random, or NOBODY where none is legal."""
    if placing:
        return out[below(rng, placings(b, colour, apart, out))]
    lift = random_lift(b, rng, colour, out)
    return NOBODY if lift == NOBODY else drawn(b, rng, out, lifts(b, lift, out, 0))


@compiled
def best_turn(
    b: Board,
    m: Memory,
    rng: np.random.Generator,
    colour: int,
    left: int,
    apart: bool,
    before: int,
    depth: int,
    out: Ints,
) -> int:
    """The best turn of a search so many turns deep, drawn from those that are equally good, or NOBODY.

    Of the moving phase the BREADTH best looking turns are searched. `m.path` has `before` positions since the last
    capture, this one last.
    """
    placing = left > 0
    if not apart:
        win = win_in_one(b, colour, placing, m.moves, 0)
        if win != NOBODY:
            return win
    if placing:
        end = placings(b, colour, apart, out)
    else:
        end = candidates(b, m, colour, False, 0)
        for number in range(min(end, BREADTH)):
            out[number] = best_first(m, number, end)
        end = min(end, BREADTH)
    for slot in range(len(m.keys)):
        m.keys[slot] = 0
    b.sums[NODES], b.sums[LIMIT], b.sums[ABORT], b.sums[THREATS] = 0, NO_LIMIT, 0, 0
    b.sums[ROOT] = max(before - 1, 0)
    best, chosen, equal = -WIN - 1, NOBODY, 0
    for number in range(end):
        worth = after(b, m, out[number], False, colour, left, depth, max(best - 1, -WIN), WIN)
        if worth > best:
            best, equal = worth, 0
        if worth == best:
            equal += 1
            if below(rng, equal) == 0:
                chosen = out[number]
    return chosen


@compiled
def play_game(
    b: Board,
    m: Memory,
    rng: np.random.Generator,
    restricted: bool,
    hands: int,
    opening: int,
    depth: int,
    out: Ints,
    played: Ints,
) -> tuple[int, int, int]:
    """Play on from two tiles with so many in the hands: who wins, why, and in how many turns.

    The first `opening` turns are random, and all of them where `depth` is 0. `played` has room for all turns, which is
    how long a game may be.
    """
    colour, left, turns, since = 0, hands, 0, 0
    while turns < len(played):
        placing = left > 0
        apart = restricted and turns == 0
        if not placing and b.options[REPEATS]:
            key = position_key(b, colour, False)
            times = 1
            for back in range(since - 2, -1, -2):
                times += m.path[back] == key
            if times >= 3:
                return NONE, REPETITION, turns
            if since >= QUIET:
                return NONE, LONG, turns
            m.path[since] = key
            since += 1
        if depth == 0 or turns < opening:
            move = random_turn(b, rng, colour, placing, apart, out)
        else:
            move = best_turn(b, m, rng, colour, left, apart, since, depth, out)
        if move == NOBODY:  # nothing may be lifted: pass
            colour = 1 - colour
            continue
        make(b, move, colour, placing, 0)
        played[turns] = move
        turns += 1
        left -= placing
        if move & CAPTURES and not placing:
            since = 0
        ended = result(b, colour, placing)
        if ended != GOES_ON:
            why = figure_kind(b, colour, move & MASK)
            if why == NOBODY:
                most = max(b.sums[COUNT], b.sums[COUNT + 1])
                why = TOO_FEW if most >= b.options[NEEDED] else BOTH_TOO_FEW
            if ended == MOVER:
                return colour, why, turns
            return (1 - colour if ended == OTHER else NONE), why, turns
        colour = 1 - colour
    return NONE, ENDLESS, turns


@compiled
def play_games(
    b: Board,
    m: Memory,
    rng: np.random.Generator,
    restricted: bool,
    hands: int,
    opening: int,
    depth: int,
    out: Ints,
    played: Ints,
    counts: Ints,
) -> int:
    """Play as many games as there are rows of three in `counts` (who won, why, turns), each from the start."""
    for game in range(len(counts) // 3):
        for colour in range(2):
            while b.sums[COUNT + colour] > 0:
                take(b, b.pieces[colour * MOST])
        put(b, 0, RED)
        put(b, b.near[0], BLACK)
        who, why, turns = play_game(b, m, rng, restricted, hands, opening, depth, out, played)
        counts[3 * game], counts[3 * game + 1], counts[3 * game + 2] = who, why, turns
    return len(counts) // 3
