"""The slow part of the search of Six: alpha-beta over whole turns, and deeper where somebody threatens a figure.

Values are in hundredths, for the side to move; from PROVEN up they are wins, WIN less the turns they take, and below
-PROVEN losses. Both are proved: whoever attacks may leave turns out, but before a position counts as lost *every* turn
of the defender has been tried, and a turn that wins at once is found before anything is searched. So leaving out turns
that look poor (`BREADTH`) costs strength and never a win in one, a block, or the truth of a proof. In the moving phase,
where there are a thousand turns, all are tried only up to PROOFS turns from the root; further on a position that looks
lost is worth just less than a proof. A position that came before, in the game or in the line that is looked at, counts
as a draw, which can only hide a win.

While tiles are placed, a figure that lacks one tile can only be stopped on that cell: such replies are forced and cost
no depth, and at depth 0 turns that make such a figure are still tried (the search for a win by threats).

References: Knuth and Moore (1975), "An Analysis of Alpha-Beta Pruning"; Allis, van den Herik and Huntjens (1996),
"Go-Moku Solved by New Search Techniques" (threat-space search).
"""

from typing import NamedTuple

from seis_lab.kernels import compiled_apart
from seis_lab.kernels.six import (
    ABORT,
    AFTER,
    CAPTURES,
    COLOURS,
    COORDINATE,
    COUNT,
    DRAW,
    FIVE,
    GOES_ON,
    HASH,
    LABEL,
    LIMIT,
    MASK,
    MOST,
    MOVER,
    NOBODY,
    NODES,
    ONE,
    REPEATS,
    SIZE,
    TWO,
    WORTH,
    Board,
    Ints,
    figures,
    lacking,
    looks,
    touching,
)
from seis_lab.kernels.six_turns import (
    bring_back,
    keep_only,
    lifts,
    make,
    result,
    turns,
    unmake,
    win_in_one,
)

WIN, PROVEN = 100_000, 90_000
QUIET = 100  # turns without a capture that make a draw
PLIES = 64  # no line is longer
ROOM = 1 << 13  # the most that one position writes into the list of turns
BREADTH = 14
TEMPO, TILE = 30, 45  # what it is worth to be to move, and to have one tile more in the moving phase
# In the sums: where in `path` the root is, how many threats in a row are tried at depth 0, how far from it proofs go.
ROOT, THREATS, PROOFS = 9, 10, 11
EXACT, LOW, HIGH = range(3)
BLACK = 0x2545F4914F6CDD1D  # mixed into the hash when black is to move
CAPTURED = 60  # what a captured tile counts in the order of turns


class Memory(NamedTuple):
    """What a search remembers, and room for it to write."""

    keys: Ints
    values: Ints
    depths: Ints  # 4 * (depth + 32) + whether the value is EXACT, at least so LOW, at most so HIGH
    best: Ints
    moves: Ints
    scores: Ints
    looks: Ints  # [cell]: how good it looks
    path: Ints  # the hashes of the positions since the game's last capture, then of the line that is looked at


@compiled_apart
def corner_of(b: Board) -> int:
    """The cell of the least q and the least r of the tiles.

    A group has tiles in every row from its first to its last, and never in all 64: so the first row is the one with
    tiles that has none before it.
    """
    some = b.pieces[0] if b.sums[COUNT] > 0 else b.pieces[MOST]
    rows = 0
    for side in range(2):
        for number in range(b.sums[COUNT + side]):
            rows |= 1 << ((b.pieces[side * MOST + number] - some) & 63)
    r = 0
    while (rows >> ((r - 1) & 63)) & 1:
        r -= 1
    rows = 0
    for side in range(2):
        for number in range(b.sums[COUNT + side]):
            rows |= 1 << (((b.pieces[side * MOST + number] - some - r) & MASK) >> 6)
    q = 0
    while (rows >> ((q - 1) & 63)) & 1:
        q -= 1
    return some + 64 * q + r


@compiled_apart
def position_key(b: Board, colour: int, placing: bool) -> int:
    """A hash of the position and whose turn it is; in the moving phase equal for positions that are moved along."""
    key = b.sums[HASH]
    if not placing:
        corner = corner_of(b)
        key = 1
        for side in range(2):
            for number in range(b.sums[COUNT + side]):
                key ^= b.keys[side * SIZE + ((b.pieces[side * MOST + number] - corner) & MASK)]
    return key ^ BLACK if colour == 1 else key


@compiled_apart
def candidates(b: Board, m: Memory, colour: int, placing: bool, start: int) -> int:
    """Write down all legal turns with how good they look; where the list ends."""
    if placing:
        end = turns(b, colour, True, m.moves, start)
        for number in range(start, end):
            m.scores[number] = looks(b, b.gain, colour, m.moves[number])
        return end
    cells = touching(b, m.moves, start)
    for number in range(start, cells):
        m.looks[m.moves[number]] = looks(b, b.gain, colour, m.moves[number])
    end = start
    for piece in range(b.sums[COUNT + colour]):
        lifted = b.pieces[colour * MOST + piece]
        cost = looks(b, b.hold, colour, lifted)
        begin = end
        end = lifts(b, lifted, m.moves, begin)
        for number in range(begin, end):
            move = m.moves[number]
            gain = 0
            if move & CAPTURES:
                gain = CAPTURED
                if not b.options[AFTER]:
                    keep = (move >> (2 * COORDINATE)) & MASK
                    group = b.groups[LABEL] - b.mark[keep]
                    own = b.sums[COUNT + colour] - 1 - b.groups[COLOURS + 2 * group + colour]
                    theirs = b.sums[COUNT + 1 - colour] - b.groups[COLOURS + 2 * group + 1 - colour]
                    gain = CAPTURED * (theirs - own)
            m.scores[number] = m.looks[move & MASK] - cost + gain
    return end


@compiled_apart
def best_first(m: Memory, at: int, end: int) -> int:
    """Bring the best looking of the turns that are left to the front."""
    best = at
    for number in range(at + 1, end):
        if m.scores[number] > m.scores[best]:
            best = number
    move, score = m.moves[best], m.scores[best]
    m.moves[best], m.scores[best] = m.moves[at], m.scores[at]
    m.moves[at], m.scores[at] = move, score
    return move


@compiled_apart
def forced(b: Board, colour: int) -> int:
    """The one cell where the other colour would complete a figure next; -1: there is none, -2: there are several."""
    if figures(b, FIVE, 1 - colour) == 0:
        return -1
    found = -1
    for number in range(b.sums[COUNT + 1 - colour]):
        tile = b.pieces[(1 - colour) * MOST + number]
        for side in range(6):
            cell = (tile + b.near[side]) & MASK
            if cell != found and b.tile[cell] == NOBODY and lacking(b, 1 - colour, cell, ONE) > 0:
                if found >= 0:
                    return -2
                found = cell
    return found


@compiled_apart
def judge(b: Board, colour: int, placing: bool) -> int:
    """What a quiet position is worth to the side to move."""
    worth = b.sums[WORTH] if colour == 0 else -b.sums[WORTH]
    if not placing:
        worth += TILE * (b.sums[COUNT + colour] - b.sums[COUNT + 1 - colour])
    return max(-PROVEN + 1, min(PROVEN - 1, worth + TEMPO))


@compiled_apart
def came_before(b: Board, m: Memory, key: int, ply: int, since: int) -> bool:
    """Whether this is a draw: a position of before with the same side to move, or many turns without a capture."""
    at = b.sums[ROOT] + ply
    m.path[at] = key
    draw = at - since >= QUIET
    for back in range(at - 2, since - 1, -2):
        draw = draw or m.path[back] == key
    return draw


@compiled_apart
def value(
    b: Board, m: Memory, colour: int, left: int, depth: int, alpha: int, beta: int, ply: int, top: int, since: int
) -> int:
    """The value for the side to move, exact between alpha and beta, else a bound.

    `left`: tiles still to place; `top`: the first free place in the list of turns; `since`: where in `path` the last
    capture was. When the sums say LIMIT, everything is taken back, ABORT is set and the value means nothing.
    """
    b.sums[NODES] += 1
    if b.sums[NODES] >= b.sums[LIMIT]:
        b.sums[ABORT] = 1
        return 0
    placing = left > 0
    key = position_key(b, colour, placing)
    if not placing and b.options[REPEATS]:
        if ply > 0 and came_before(b, m, key, ply, since):
            return 0
        if b.sums[ROOT] + PLIES - since >= QUIET:
            key ^= (b.sums[ROOT] + ply - since) << 40  # what is left until a draw matters
    if win_in_one(b, colour, placing, m.moves, top) != NOBODY:
        return WIN - ply - 1
    if ply >= PLIES or top + ROOM > len(m.moves):
        return judge(b, colour, placing)

    # What is known of it.
    slot = key % len(m.keys)
    first = NOBODY
    if m.keys[slot] == key:
        first = m.best[slot]
        known, kind = m.values[slot], m.depths[slot] % 4
        if m.depths[slot] // 4 - 32 >= depth or known >= PROVEN or known <= -PROVEN:
            if known >= PROVEN:
                known -= ply
            elif known <= -PROVEN:
                known += ply
            if kind == EXACT or (kind == LOW and known >= beta) or (kind == HIGH and known <= alpha):
                return known

    # Which turns to look at.
    best = -WIN
    only = forced(b, colour) if left >= 2 else -1
    if only == -2:
        return ply + 2 - WIN
    deeper = depth - 1
    end = top
    if only >= 0:
        m.moves[top], m.scores[top] = only, 0
        end, deeper = top + 1, depth
    elif depth <= 0:
        best = judge(b, colour, placing)
        if not placing or best >= beta or depth <= -b.sums[THREATS]:
            return best
        end = candidates(b, m, colour, placing, top)
        kept = top
        for number in range(top, end):
            if lacking(b, colour, m.moves[number], TWO) > 0:
                m.moves[kept], m.scores[kept] = m.moves[number], m.scores[number]
                kept += 1
        end = kept
    else:
        end = candidates(b, m, colour, placing, top)
    if first != NOBODY:
        for number in range(top, end):
            if m.moves[number] == first:
                m.scores[number] = 1_000_000

    # Look at them.
    low, chosen = max(alpha, best), NOBODY
    if end == top and depth > 0:  # no legal turn: pass
        best = -value(b, m, 1 - colour, left, deeper, -beta, -low, ply + 1, end, since)
    for number in range(top, end):
        if number - top >= BREADTH and (best > -PROVEN or not (placing or ply <= b.sums[PROOFS])):
            best = max(best, ply + 1 - PROVEN)
            break
        move = best_first(m, number, end)
        make(b, move, colour, placing, ply + 1)
        ended = result(b, colour, placing)
        if ended == GOES_ON:
            then = b.sums[ROOT] + ply + 1 if placing or move & CAPTURES else since
            more = max(left - 1, 0)
            worth = 0
            if chosen != NOBODY and beta - low > 1:
                worth = -value(b, m, 1 - colour, more, deeper, -low - 1, -low, ply + 1, end, then)
            if chosen == NOBODY or beta - low == 1 or low < worth < beta:
                worth = -value(b, m, 1 - colour, more, deeper, -beta, -low, ply + 1, end, then)
        elif ended == DRAW:
            worth = 0
        else:
            worth = WIN - ply - 1 if ended == MOVER else ply + 1 - WIN
        unmake(b, move, colour, placing, ply + 1)
        if b.sums[ABORT]:
            return 0
        if worth > best or chosen == NOBODY:
            chosen = move
        best = max(best, worth)
        low = max(low, worth)
        if low >= beta:
            break
    if b.sums[ABORT]:
        return 0

    # Remember it.
    m.keys[slot] = key
    m.best[slot] = chosen
    m.values[slot] = best + ply if best >= PROVEN else best - ply if best <= -PROVEN else best
    m.depths[slot] = 4 * (depth + 32) + (LOW if best >= beta else HIGH if best <= alpha else EXACT)
    return best


@compiled_apart
def after(
    b: Board,
    m: Memory,
    move: int,
    choosing: bool,
    colour: int,
    left: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The value of a turn at the root for who makes it; `choosing`: only a survivor is picked, the tile has landed."""
    placing = left > 0
    if choosing:
        keep_only(b, (move >> (2 * COORDINATE)) & MASK, MOST)
    else:
        make(b, move, colour, placing, 1)
    ended = result(b, colour, placing)
    worth = 0
    if ended == GOES_ON:
        then = b.sums[ROOT] + 1 if placing or move & CAPTURES else 0
        worth = -value(b, m, 1 - colour, max(left - 1, 0), depth - 1, -beta, -alpha, 1, 0, then)
    elif ended != DRAW:
        worth = WIN - 1 if ended == MOVER else 1 - WIN
    if choosing:
        bring_back(b, MOST)
    else:
        unmake(b, move, colour, placing, 1)
    return worth
