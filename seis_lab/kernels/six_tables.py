"""From the rules and positions of Six to the fast board and back.

>>> from seis_lab.games.six import SixRules
>>> rules = SixRules()
>>> board = board_of(rules, rules.initial())
>>> len(board.offsets), [six.figures(board, six.FIVE, colour) for colour in (0, 1)]
(36, [0, 0])
"""

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from seis_lab.games.six import SixRules
from seis_lab.games.six_groups import capture
from seis_lab.games.six_hexes import DIRECTIONS, Cell, Tiles
from seis_lab.games.six_notation import Keep, Land, Lift, Phase, Place, SixMove, SixState
from seis_lab.kernels import six, six_turns
from seis_lab.kernels.six import CAPTURES, COORDINATE, HELD, MASK, MOST, NOBODY, SIZE, Board, Ints
from seis_lab.kernels.six_alphabeta import position_key

PLIES = 72  # turns that can be taken back one after the other
VALUES = (0, 400, 90, 26, 8, 2, 1)
"""What a figure is worth that lacks 1, 2, ... tiles of one colour and holds none of the other, in hundredths."""
OWN, THEIRS = (0, 4000, 160, 36, 9, 2, 1), (0, 2000, 120, 28, 7, 1, 1)
"""For the order of turns: a cell in such a figure of the own colour, and of the other one, which is stopped there."""
COMPILED = hasattr(six.put, "py_func")
"""Whether the kernels are compiled and work on arrays; without numba they work on lists."""


def row(values: Iterable[int]) -> Ints:
    """A flat row of whole numbers for the kernels."""
    if not COMPILED:
        return list(values)
    import numpy as np

    return np.array(list(values), np.int64)  # type: ignore[return-value]


def zeros(size: int) -> Ints:
    """A flat row of so many zeros."""
    if not COMPILED:
        return [0] * size
    import numpy as np

    return np.zeros(size, np.int64)  # type: ignore[return-value]


def number(cell: Cell) -> int:
    """The number of a cell on the fast board."""
    return (64 * cell.q + cell.r) & MASK


STEPS = {number(step): step for step in (Cell(0, 0), *DIRECTIONS)}
"""The steps from a tile to itself and to its neighbours, by number."""


def cell(numbered: int, tiles: Tiles) -> Cell:
    """The cell with this number that has one of the tiles or touches one; ValueError where there is none.

    >>> cell(number(Cell(-3, 100)), ((Cell(-3, 60), Cell(-3, 99)), ()))
    Cell(q=-3, r=100)
    """
    for side in tiles:
        for tile in side:
            step = STEPS.get((numbered - number(tile)) & MASK)
            if step is not None:
                return Cell(tile.q + step.q, tile.r + step.r)
    raise ValueError(f"cell number {numbered} neither has a tile nor touches one")


class Filled(NamedTuple):
    """What a figure with so many own and other tiles comes to."""

    tally: int
    threat: int
    worth: int
    gain: int
    hold: int


def filled(size: int, own: int, other: int, colour: int) -> Filled:
    """A figure of `size` tiles, as the colour that has `own` of them sees it."""
    lacks, their_lack = size - own, size - other
    sort = {(1, 0): six.FIVE, (1, 1): six.BLOCKED, (0, 0): six.FULL}.get((lacks, other))
    return Filled(
        tally=0 if sort is None else 1 << (sort + six.SORT * colour),
        threat={1: 1 << six.ONE, 2: 1 << six.TWO}.get(lacks, 0) if own and not other else 0,
        worth=_of(VALUES, lacks) if own and not other else 0,
        gain=0 if own and other else _of(THEIRS, their_lack) if other else _of(OWN, lacks),
        hold=_of(OWN, lacks + 1) if not other else _of(THEIRS, their_lack) if own == 1 else 0,
    )


def _of(table: tuple[int, ...], lacks: int) -> int:
    return table[lacks] if 0 <= lacks < len(table) else 0


@lru_cache(maxsize=32)
def _tables(rules: SixRules) -> tuple[Ints, ...]:
    """The first fields of a board: what the rules come to."""
    shapes = [[64 * q + r for q, r in shape.cells] for shape in rules.shapes]
    through = [(offset, kind) for kind, cells in enumerate(shapes) for offset in cells]
    holds = [(len(cells), held % 16, held // 16) for cells in shapes for held in range(HELD)]
    red = [filled(size, reds, blacks, 0) for size, reds, blacks in holds]
    black = [filled(size, blacks, reds, 1) for size, reds, blacks in holds]
    options = (
        rules.needed,
        int(rules.capture_timing == "after landing"),
        int(rules.split == "forbidden"),
        int(rules.both_below_six == "more tiles wins"),
        int(rules.repetition == "draw"),
    )
    rng = random.Random("the keys of Six")
    values: tuple[Iterable[int], ...] = (
        options,
        [offset for offset, _ in through],
        [kind for _, kind in through],
        [sum(map(len, shapes[:kind])) for kind in range(len(shapes) + 1)],
        [offset for cells in shapes for offset in cells],
        [64 * q + r for q, r in DIRECTIONS],
        [one.threat for one in red + black],
        [r.tally + b.tally for r, b in zip(red, black, strict=True)],
        [r.worth - b.worth for r, b in zip(red, black, strict=True)],
        [one.gain for one in red + black],
        [one.hold for one in red + black],
        [rng.getrandbits(62) for _ in range(2 * SIZE)],
    )
    return tuple(row(one) for one in values)


def empty_board(rules: SixRules) -> Board:
    """A board without tiles."""
    blank = row([NOBODY] * SIZE)
    sizes = (len(rules.shapes) * SIZE, 2 * SIZE, 2 * MOST, SIZE, SIZE, 2 * MOST, 32, PLIES * MOST, 16)
    return Board(*(*_tables(rules), blank, *map(zeros, sizes)))


def board_of(rules: SixRules, state: SixState) -> Board:
    """A position on the fast board; a tile in the air lies where it was lifted, as when the turn began."""
    board = empty_board(rules)
    for colour, tiles in enumerate(state.tiles):
        for tile in tiles:
            six.put(board, number(tile), colour)
    if state.phase is not Phase.PLACE and not choosing(rules, state) and state.lifted is not None:
        six.put(board, number(state.lifted), state.colour)
    return board


def choosing(rules: SixRules, state: SixState) -> bool:
    """Whether only the survivor is left to choose in this turn: the tile has landed."""
    return state.phase is Phase.KEEP and rules.capture_timing == "after landing"


def placing(state: SixState) -> bool:
    """Whether tiles are still being placed when a turn begins in this position."""
    return state.phase is Phase.PLACE


def step_of(state: SixState, turn: int) -> SixMove:
    """The move in a position that begins a turn of the fast board, or goes on with it."""
    match state.phase:
        case Phase.PLACE:
            return Place(cell(turn & MASK, state.tiles))
        case Phase.LIFT:
            return Lift(cell((turn >> COORDINATE) & MASK, state.tiles))
        case Phase.LAND:
            return Land(cell(turn & MASK, state.tiles))
        case Phase.KEEP:
            keep = cell((turn >> (2 * COORDINATE)) & MASK, state.tiles)
            return Keep(capture(state.tiles).survivor(keep)[0])


def moves_of(rules: SixRules, state: SixState, turn: int) -> list[SixMove]:
    """The moves from a position that make up a turn of the fast board, however far the turn has come there."""
    moves = [step_of(state, turn)]
    at = rules.apply(state, moves[0])
    while at.phase in (Phase.KEEP, Phase.LAND):
        moves.append(step_of(at, turn))
        at = rules.apply(at, moves[-1])
    return moves


def turns_of(rules: SixRules, board: Board, state: SixState) -> list[int]:
    """Every turn of the fast board that is legal in a position, or that completes the one that has begun."""
    if choosing(rules, state):
        return [number(move.cell) << (2 * COORDINATE) | CAPTURES for move in rules.turn(state).moves]
    room = zeros(1 << 15)
    if state.lifted is not None:
        return [int(turn) for turn in room[: six_turns.lifts(board, number(state.lifted), room, 0)]]
    turns = [int(turn) for turn in room[: six_turns.turns(board, state.colour, placing(state), room, 0)]]
    if placing(state) and sum(map(len, state.tiles)) == 2:  # the first tile of a game has a rule of its own
        legal = rules.turn(state).moves
        return [turn for turn in turns if Place(cell(turn, state.tiles)) in legal]
    return turns


def keys_before(rules: SixRules, board: Board, state: SixState) -> list[int]:
    """The keys of the positions since the last capture in which a turn began, this one last."""
    placed = placing(state)
    colour = state.colour
    keys = [int(position_key(board, colour, placed))]
    if placed or choosing(rules, state) or state.captured:
        return keys
    for hop in reversed(state.trail):
        colour = 1 - colour
        if hop is not None:
            six.take(board, number(hop.end))
            six.put(board, number(hop.start), colour)
        keys.append(int(position_key(board, colour, placed)))
    for hop in state.trail:
        if hop is not None:
            six.take(board, number(hop.start))
            six.put(board, number(hop.end), colour)
        colour = 1 - colour
    return keys[::-1]
