"""The turns of Six on the fast board: groups, captures, what is legal, what ends the game, and wins in one turn.

A turn is one number: the cell that a tile goes to, and in the moving phase where it came from, a cell of the group that
survives, and whether anything is captured. So lift, choice and landing are one step, and can be taken back.

The rules are those of `seis_lab.games.six`, written a second time; the tests play both side by side.
"""

from seis_lab.kernels import compiled, compiled_apart
from seis_lab.kernels.six import (
    AFTER,
    BLOCKED,
    CAPTURES,
    COLOURS,
    COORDINATE,
    COUNT,
    DRAW,
    FIVE,
    FORBIDDEN,
    FULL,
    GOES_ON,
    LABEL,
    MASK,
    MORE_WINS,
    MOST,
    MOVER,
    NEEDED,
    NOBODY,
    ONE,
    OTHER,
    SIZE,
    STAMP,
    Board,
    Ints,
    figures,
    lacking,
    put,
    put_back,
    take,
    touching,
)


@compiled_apart
def flood(b: Board, start: int, label: int) -> int:
    """Mark the group of a tile; its size."""
    b.mark[start] = label
    b.queue[0] = start
    end, next_ = 1, 0
    while next_ < end:
        tile = b.queue[next_]
        next_ += 1
        for side in range(6):
            cell = (tile + b.near[side]) & MASK
            if b.tile[cell] != NOBODY and b.mark[cell] != label:
                b.mark[cell] = label
                b.queue[end] = cell
                end += 1
    return end


@compiled_apart
def holds_together(b: Board, lifted: int) -> bool:
    """Whether the tiles are one group without the tile of a cell: whether its neighbours still reach one another."""
    tile, mark, near = b.tile, b.mark, b.near
    arcs, count, first = 0, 0, NOBODY
    stamp = b.sums[STAMP] + 2
    b.sums[STAMP] = stamp
    before = tile[(lifted + near[5]) & MASK] != NOBODY
    for side in range(6):
        cell = (lifted + near[side]) & MASK
        here = tile[cell] != NOBODY
        if here:
            mark[cell] = stamp - 1
            count += 1
            first = cell
            if not before:
                arcs += 1
        before = here
    if arcs <= 1:
        return True
    mark[lifted], mark[first] = stamp, stamp
    b.queue[0] = first
    count -= 1
    end, next_ = 1, 0
    while next_ < end:
        at = b.queue[next_]
        next_ += 1
        for side in range(6):
            cell = (at + near[side]) & MASK
            if tile[cell] != NOBODY and mark[cell] != stamp:
                if mark[cell] == stamp - 1:
                    count -= 1
                    if count == 0:
                        return True
                mark[cell] = stamp
                b.queue[end] = cell
                end += 1
    return False


@compiled_apart
def part(b: Board, lifted: int) -> int:
    """The groups without the tile of a cell: how many, with their sizes and the colours in them.

    The tiles of group g get the mark LABEL - g. Where nothing falls apart nothing is marked: the answer is 1.
    """
    if holds_together(b, lifted):
        return 1
    tile, colour = b.tile, b.tile[lifted]
    tile[lifted] = NOBODY
    b.sums[STAMP] += 8
    label = b.sums[STAMP]
    b.groups[LABEL] = label
    found = 0
    for side in range(6):
        cell = (lifted + b.near[side]) & MASK
        if tile[cell] == NOBODY or label - found < b.mark[cell] <= label:
            continue
        b.groups[found] = flood(b, cell, label - found)
        black = 0
        for number in range(b.groups[found]):
            black += tile[b.queue[number]]
        b.groups[COLOURS + 2 * found] = b.groups[found] - black
        b.groups[COLOURS + 2 * found + 1] = black
        found += 1
    tile[lifted] = colour
    return found


@compiled
def largest(b: Board, parts: int) -> int:
    """The size of the largest group."""
    most = 0
    for group in range(parts):
        most = max(most, b.groups[group])
    return most


@compiled_apart
def land(b: Board, lifted: int, label: int, move: int, out: Ints, start: int) -> int:
    """Write down the move to every empty cell that touches a tile marked so (0: any); where the list ends."""
    stamp = b.sums[STAMP] + 1
    b.sums[STAMP] = stamp
    end = start
    for colour in range(2):
        for number in range(b.sums[COUNT + colour]):
            tile = b.pieces[colour * MOST + number]
            if tile == lifted or (label != 0 and b.mark[tile] != label):
                continue
            for side in range(6):
                cell = (tile + b.near[side]) & MASK
                if b.tile[cell] == NOBODY and b.mark[cell] != stamp:
                    b.mark[cell] = stamp
                    out[end] = move | cell
                    end += 1
    return end


@compiled_apart
def member(b: Board, lifted: int, label: int) -> int:
    """A tile that is marked so."""
    for side in range(6):
        cell = (lifted + b.near[side]) & MASK
        if b.tile[cell] != NOBODY and b.mark[cell] == label:
            return cell
    return NOBODY


@compiled_apart
def fall(b: Board, parts: int, lifted: int, out: Ints, start: int) -> int:
    """The moves of a lifted tile where groups count after the landing; where the list ends."""
    label = b.groups[LABEL]
    cells = land(b, lifted, 0, lifted << COORDINATE, out, start) - start
    end = start + cells
    room = end + 3 * cells  # the list is rewritten, and a landing can leave several survivors to choose from
    for number in range(cells):
        out[room + number] = out[start + number]
    end = start
    for number in range(cells):
        move = out[room + number]
        joined, seen = 1, 0
        for side in range(6):
            cell = ((move & MASK) + b.near[side]) & MASK
            if cell == lifted or b.tile[cell] == NOBODY:
                continue
            group = label - b.mark[cell]
            if not (seen >> group) & 1:
                seen |= 1 << group
                joined += b.groups[group]
        most, others = joined, 0
        for group in range(parts):
            if not (seen >> group) & 1:
                most = max(most, b.groups[group])
                others += 1
        if others > 0 and b.options[FORBIDDEN]:
            continue
        captures = CAPTURES if others > 0 else 0
        if joined == most:
            out[end] = move | ((move & MASK) << (2 * COORDINATE)) | captures
            end += 1
        for group in range(parts):
            if not (seen >> group) & 1 and b.groups[group] == most:
                out[end] = move | (member(b, lifted, label - group) << (2 * COORDINATE)) | captures
                end += 1
    return end


@compiled_apart
def lifts(b: Board, lifted: int, out: Ints, start: int) -> int:
    """Write down every move of one tile of the table; where the list ends."""
    parts = part(b, lifted)
    move = lifted << COORDINATE
    if parts == 1:
        return land(b, lifted, 0, move, out, start)
    if b.options[AFTER]:
        return fall(b, parts, lifted, out, start)
    end = start
    if not b.options[FORBIDDEN]:
        most, label = largest(b, parts), b.groups[LABEL]
        for group in range(parts):
            if b.groups[group] == most:
                keep = member(b, lifted, label - group) << (2 * COORDINATE)
                end = land(b, lifted, label - group, move | keep | CAPTURES, out, end)
    return end


@compiled_apart
def turns(b: Board, colour: int, placing: bool, out: Ints, start: int) -> int:
    """Write down the legal turns of a colour (but for the restriction of the first one); where the list ends."""
    if placing:
        return touching(b, out, start)
    end = start
    for number in range(b.sums[COUNT + colour]):
        end = lifts(b, b.pieces[colour * MOST + number], out, end)
    return end


@compiled_apart
def keep_only(b: Board, survivor: int, slot: int) -> None:
    """Take every tile off that does not hang together with this one."""
    label = b.sums[STAMP] + 1
    b.sums[STAMP] = label
    flood(b, survivor, label)
    captured = 0
    for colour in range(2):
        for number in range(b.sums[COUNT + colour] - 1, -1, -1):
            cell = b.pieces[colour * MOST + number]
            if b.mark[cell] != label:
                captured += 1
                b.undo[slot + captured] = (number << 16) | (colour * SIZE + cell)
                take(b, cell)
    b.undo[slot] = captured


@compiled_apart
def bring_back(b: Board, slot: int) -> None:
    """Undo `keep_only`."""
    for number in range(b.undo[slot], 0, -1):
        captured = b.undo[slot + number] & 0xFFFF
        put_back(b, captured & MASK, captured // SIZE, b.undo[slot + number] >> 16)


@compiled_apart
def make(b: Board, move: int, colour: int, placing: bool, ply: int) -> None:
    """Play a turn; `ply` says where the captured tiles are remembered."""
    slot = ply * MOST
    b.undo[slot] = 0
    if placing:
        put(b, move & MASK, colour)
        return
    lifted = (move >> COORDINATE) & MASK
    b.undo[slot + MOST - 1] = b.at[lifted]
    take(b, lifted)
    if move & CAPTURES and not b.options[AFTER]:
        keep_only(b, (move >> (2 * COORDINATE)) & MASK, slot)
    put(b, move & MASK, colour)
    if move & CAPTURES and b.options[AFTER]:
        keep_only(b, (move >> (2 * COORDINATE)) & MASK, slot)


@compiled_apart
def unmake(b: Board, move: int, colour: int, placing: bool, ply: int) -> None:
    """Take a turn back."""
    slot = ply * MOST
    if b.options[AFTER]:
        bring_back(b, slot)
    take(b, move & MASK)
    if not placing:
        if not b.options[AFTER]:
            bring_back(b, slot)
        put_back(b, (move >> COORDINATE) & MASK, colour, b.undo[slot + MOST - 1])


@compiled
def counted(b: Board, own: int, others: int) -> int:
    """How a turn ends with so many tiles left of the mover and of the other side."""
    needed = b.options[NEEDED]
    end = MOVER if own > others else OTHER
    if own >= needed and others >= needed:
        end = GOES_ON
    elif own < needed and others < needed and (own == others or not b.options[MORE_WINS]):
        end = DRAW
    return end


@compiled_apart
def result(b: Board, colour: int, placing: bool) -> int:
    """Whether the turn that a colour just made ended the game: GOES_ON, MOVER wins, OTHER wins, DRAW."""
    if figures(b, FULL, colour) > 0:
        return MOVER
    if placing:
        return GOES_ON
    return counted(b, b.sums[COUNT + colour], b.sums[COUNT + 1 - colour])


@compiled_apart
def completion(b: Board, colour: int, lifted: int) -> int:
    """An empty cell that completes a figure of the colour, other than the lifted tile's, or NOBODY."""
    if figures(b, FIVE, colour) == 0:
        return NOBODY
    for number in range(b.sums[COUNT + colour]):
        tile = b.pieces[colour * MOST + number]
        for side in range(6):
            cell = (tile + b.near[side]) & MASK
            if cell != lifted and b.tile[cell] == NOBODY and lacking(b, colour, cell, ONE) > 0:
                return cell
    return NOBODY


@compiled_apart
def somewhere(b: Board, lifted: int) -> int:
    """An empty cell, other than the lifted tile's, that touches a tile."""
    for colour in range(2):
        for number in range(b.sums[COUNT + colour]):
            for side in range(6):
                cell = (b.pieces[colour * MOST + number] + b.near[side]) & MASK
                if cell != lifted and b.tile[cell] == NOBODY:
                    return cell
    return NOBODY


@compiled_apart
def win_with_captures(b: Board, colour: int, lifted: int, parts: int) -> int:
    """A turn that wins at once with a tile whose lift leaves so many groups, which have just been marked, or NOBODY."""
    most, label, found = largest(b, parts), b.groups[LABEL], NOBODY
    for group in range(parts):
        if b.groups[group] < most:
            continue
        keep, number = member(b, lifted, label - group), b.at[lifted]
        take(b, lifted)
        keep_only(b, keep, 0)
        cell = completion(b, colour, lifted)
        if cell == NOBODY and counted(b, b.sums[COUNT + colour] + 1, b.sums[COUNT + 1 - colour]) == MOVER:
            cell = somewhere(b, lifted)
        bring_back(b, 0)
        put_back(b, lifted, colour, number)
        if cell != NOBODY:
            found = (keep << (2 * COORDINATE)) | (lifted << COORDINATE) | cell | CAPTURES
            break
    return found


@compiled_apart
def win_with(b: Board, colour: int, lifted: int, out: Ints, start: int) -> int:
    """A turn with this tile that wins at once, or NOBODY."""
    fives, blocked = figures(b, FIVE, colour), figures(b, BLOCKED, colour)
    needed = b.options[NEEDED]
    parts = part(b, lifted)
    if parts == 1:
        if fives > 0:
            number = b.at[lifted]
            take(b, lifted)
            cell = completion(b, colour, lifted)
            put_back(b, lifted, colour, number)
            if cell != NOBODY:
                return (lifted << COORDINATE) | cell
        return NOBODY
    if b.options[FORBIDDEN] and not b.options[AFTER]:
        return NOBODY
    fewest = b.sums[COUNT + 1 - colour]
    for group in range(parts):
        if b.options[AFTER] or b.groups[group] == largest(b, parts):
            fewest = min(fewest, b.groups[COLOURS + 2 * group + 1 - colour])
    if fives == 0 and blocked == 0 and fewest >= needed:
        return NOBODY
    if not b.options[AFTER]:
        return win_with_captures(b, colour, lifted, parts)
    end = lifts(b, lifted, out, start)
    for number in range(start, end):
        make(b, out[number], colour, False, 0)
        ended = result(b, colour, False)
        unmake(b, out[number], colour, False, 0)
        if ended == MOVER:
            return out[number]
    return NOBODY


@compiled_apart
def win_in_one(b: Board, colour: int, placing: bool, out: Ints, start: int) -> int:
    """A turn of the colour that wins at once, or NOBODY; `out` lends room from `start` on."""
    if placing:
        return completion(b, colour, NOBODY)
    for number in range(b.sums[COUNT + colour]):
        move = win_with(b, colour, b.pieces[colour * MOST + number], out, start)
        if move != NOBODY:
            return move
    return NOBODY


@compiled_apart
def perft(b: Board, colour: int, left: int, depth: int, out: Ints, start: int) -> int:
    """How many sequences of so many turns there are, with `left` tiles still to place; ended games have none.

    The opening restriction is not known here: begin after the first tile.
    """
    if depth == 0:
        return 1
    end = turns(b, colour, left > 0, out, start)
    count = 0
    for number in range(start, end):
        make(b, out[number], colour, left > 0, depth)
        if depth == 1 or result(b, colour, left > 0) == GOES_ON:
            count += perft(b, 1 - colour, max(left - 1, 0), depth - 1, out, end)
        unmake(b, out[number], colour, left > 0, depth)
    return count
