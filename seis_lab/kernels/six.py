"""The fast board of Six: tiles, and figures that count themselves. (What a turn is: `seis_lab.kernels.six_turns`.)

A cell (q, r) is one number, 64 q + r modulo 4096, so that a step on the grid is an addition. Far away the numbers come
round again, which a connected group of at most 60 tiles never notices, wherever it has drifted. Every figure that could
ever be made has a number too, `kind * 4096 + cell of its anchor`, and knows how many red and how many black tiles it
holds, as red + 16 * black. When a tile is put down or taken up, the (36) figures through its cell change, and with them

- `threat[colour * 4096 + cell]`: how many figures through the cell lack one (`ONE`) or two (`TWO`) tiles of that colour
  and hold none of the other;
- `TALLY`: over all figures, how many lack one tile of a colour, are kept from it by one tile of the other, or are full;
- `WORTH`: the sum of what each figure is worth to red, for the search.

All of it works on flat rows of whole numbers, arrays or lists: without numba and numpy the same source is the engine.
"""

from collections.abc import MutableSequence
from typing import NamedTuple, TypeAlias

from seis_lab.kernels import compiled, compiled_apart

Ints: TypeAlias = MutableSequence[int]

SIZE, MASK, COORDINATE = 4096, 4095, 12
NOBODY = -1
MOST = 64  # places for the tiles of a colour
ONE, TWO, MANY = 8, 0, 255  # where in a threat the figures are counted that lack one tile, or two
HELD = 256  # ways a figure can be filled: red + 16 * black

# The figures in TALLY, ten bits each: two colours of each sort.
FIVE, BLOCKED, FULL, SORT = 0, 20, 40, 10
FEW = 1023

# The sums, in this order: after COUNT the number of black tiles.
COUNT, HASH, TALLY, WORTH, STAMP, NODES, LIMIT, ABORT = 0, 2, 3, 4, 5, 6, 7, 8

# What `groups` holds beside the sizes.
COLOURS, LABEL = 8, 20

# The options, in this order.
NEEDED, AFTER, FORBIDDEN, MORE_WINS, REPEATS = range(5)

CAPTURES = 1 << 36  # the mark of a turn in which something is captured
GOES_ON, MOVER, OTHER, DRAW = range(4)


class Board(NamedTuple):
    """The rules as tables, and one position that changes in place."""

    options: Ints
    offsets: Ints  # of each figure through a cell: from its anchor to the cell
    kinds: Ints  # of each figure through a cell
    starts: Ints  # of each kind: where its cells begin in `shape`
    shape: Ints  # cells of the kinds, from the anchor
    near: Ints  # the steps to the six neighbours, in turning order
    digit: Ints  # [colour, kind, held]: what a figure adds to the threat of its cells
    tally: Ints  # [kind, held]
    worth: Ints  # [kind, held]
    gain: Ints  # [colour, kind, held]: how good a figure makes its empty cells look to a colour
    hold: Ints  # [colour, kind, held]: and the cells of its own tiles
    keys: Ints  # [colour, cell]: random, for the hash
    tile: Ints  # [cell]: the colour that lies there, or NOBODY
    figure: Ints  # [kind, anchor]: red + 16 * black
    threat: Ints  # [colour, cell]
    pieces: Ints  # [colour, number]: the cells of the tiles
    at: Ints  # [cell]: the number of its tile
    mark: Ints  # [cell]: the group of its tile, or when it was last seen
    queue: Ints
    groups: Ints  # the size of every group; from COLOURS the red and black tiles of each; LABEL
    undo: Ints  # [ply, 64]: how many tiles the turn captured, then which
    sums: Ints


@compiled
def change(b: Board, cell: int, step: int) -> None:
    """Add to what the figures through a cell hold."""
    kinds, offsets, figure, digit, threat = b.kinds, b.offsets, b.figure, b.digit, b.threat
    black = len(b.tally)
    tally, worth = 0, 0
    for k in range(len(offsets)):
        kind = kinds[k]
        anchor = (cell - offsets[k]) & MASK
        before = kind * HELD + figure[kind * SIZE + anchor]
        after = before + step
        figure[kind * SIZE + anchor] += step
        tally += b.tally[after] - b.tally[before]
        worth += b.worth[after] - b.worth[before]
        for_red = digit[after] - digit[before]
        for_black = digit[black + after] - digit[black + before]
        if for_red != 0 or for_black != 0:
            for j in range(b.starts[kind], b.starts[kind + 1]):
                other = (anchor + b.shape[j]) & MASK
                threat[other] += for_red
                threat[SIZE + other] += for_black
    b.sums[TALLY] += tally
    b.sums[WORTH] += worth


@compiled_apart
def put(b: Board, cell: int, colour: int) -> None:
    """Put a tile onto an empty cell."""
    number = b.sums[COUNT + colour]
    b.tile[cell] = colour
    b.pieces[colour * MOST + number] = cell
    b.at[cell] = number
    b.sums[COUNT + colour] = number + 1
    b.sums[HASH] ^= b.keys[colour * SIZE + cell]
    change(b, cell, 1 if colour == 0 else 16)


@compiled_apart
def take(b: Board, cell: int) -> None:
    """Take a tile up; the last of its colour gets its number."""
    colour = b.tile[cell]
    number = b.sums[COUNT + colour] - 1
    last = b.pieces[colour * MOST + number]
    b.pieces[colour * MOST + b.at[cell]] = last
    b.at[last] = b.at[cell]
    b.tile[cell] = NOBODY
    b.sums[COUNT + colour] = number
    b.sums[HASH] ^= b.keys[colour * SIZE + cell]
    change(b, cell, -1 if colour == 0 else -16)


@compiled_apart
def put_back(b: Board, cell: int, colour: int, number: int) -> None:
    """Undo `take`: with its old number, so that lists of tiles can be walked through while turns are tried."""
    put(b, cell, colour)
    last = b.sums[COUNT + colour] - 1
    other = b.pieces[colour * MOST + number]
    b.pieces[colour * MOST + last] = other
    b.at[other] = last
    b.pieces[colour * MOST + number] = cell
    b.at[cell] = number


@compiled
def lacking(b: Board, colour: int, cell: int, tiles: int) -> int:
    """How many figures through the cell that still can be made lack ONE, or TWO, tiles of the colour."""
    return (b.threat[colour * SIZE + cell] >> tiles) & MANY


@compiled_apart
def looks(b: Board, table: Ints, colour: int, cell: int) -> int:
    """The sum of what a table (`gain` or `hold`) says of the figures through a cell, for a colour."""
    total = 0
    first = colour * len(b.tally)
    for k in range(len(b.offsets)):
        kind = b.kinds[k]
        total += table[first + kind * HELD + b.figure[kind * SIZE + ((cell - b.offsets[k]) & MASK)]]
    return total


@compiled
def figures(b: Board, sort: int, colour: int) -> int:
    """How many figures of the colour are FIVE (one is missing), BLOCKED or FULL."""
    return (b.sums[TALLY] >> (sort + SORT * colour)) & FEW


@compiled_apart
def touching(b: Board, out: Ints, start: int) -> int:
    """Write down the empty cells that touch a tile; where the list ends."""
    stamp = b.sums[STAMP] + 1
    b.sums[STAMP] = stamp
    end = start
    for colour in range(2):
        for number in range(b.sums[COUNT + colour]):
            tile = b.pieces[colour * MOST + number]
            for side in range(6):
                cell = (tile + b.near[side]) & MASK
                if b.tile[cell] == NOBODY and b.mark[cell] != stamp:
                    b.mark[cell] = stamp
                    out[end] = cell
                    end += 1
    return end
