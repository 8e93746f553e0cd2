"""The hexagonal grid of Six: cells in axial coordinates, neighbours, and the twelve symmetries.

A cell is a pair (q, r). Its six neighbours lie at (1, 0), (0, 1), (-1, 1) and the opposites; the third axis of the grid
is q + r. The grid has no edge and no middle, so two positions are the same when one is the other moved along
(`canonical`), and alike when it is also turned or mirrored (`symmetric`): six turns times two sides are twelve images.

Reference for the coordinates: Amit Patel, "Hexagonal Grids", Red Blob Games.

    >>> neighbours(Cell(0, 0))[:3]
    (Cell(q=1, r=0), Cell(q=0, r=1), Cell(q=-1, r=1))
    >>> [str(image(Cell(2, -1))) for image in SYMMETRIES[:6]]
    ['2,-1', '1,1', '-1,2', '-2,1', '-1,-1', '1,-2']
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from seis_lab.game import InvalidNotation, quote


class Cell(NamedTuple):
    """A cell of the grid in axial coordinates."""

    q: int
    r: int

    def __str__(self) -> str:
        """`2,-1`."""
        return f"{self.q},{self.r}"


Tiles: TypeAlias = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""The tiles on the table by colour, red and black, each sorted."""

DIRECTIONS = (Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1), Cell(1, -1))
"""The steps to the six neighbours, in turning order."""


@lru_cache(maxsize=1 << 14)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells that share a side with a cell, in turning order."""
    q, r = cell
    return tuple(Cell(q + step.q, r + step.r) for step in DIRECTIONS)


def touching(cells: Iterable[Cell]) -> list[Cell]:
    """The cells outside a group that share a side with one of its cells, sorted.

    >>> len(touching([Cell(0, 0), Cell(1, 0)]))
    8
    """
    group = set(cells)
    return sorted({near for cell in group for near in neighbours(cell)} - group)


def read_cell(text: str) -> Cell:
    """The cell that is written so; InvalidNotation quotes a text that is none.

    >>> read_cell("2,-1")
    Cell(q=2, r=-1)
    """
    written = re.fullmatch("(-?[0-9]{1,9}),(-?[0-9]{1,9})", text) if isinstance(text, str) else None
    cell = Cell(int(written[1]), int(written[2])) if written else None
    if str(cell) != text or cell is None:
        raise InvalidNotation(f"{quote(text)} is not a cell; cells look like: 0,0 or 2,-1")
    return cell


def turned(cell: Cell, sixths: int = 1) -> Cell:
    """The cell after turns by 60 degrees around 0,0.

    >>> turned(Cell(1, 0)), turned(Cell(1, 0), 6)
    (Cell(q=0, r=1), Cell(q=1, r=0))
    """
    for _ in range(sixths % 6):
        cell = Cell(-cell.r, cell.q + cell.r)
    return cell


def _symmetry(sixths: int, mirrored: bool) -> Callable[[Cell], Cell]:
    # A linear map is known by where it takes the two steps of the axes.
    along_q, along_r = turned(Cell(1, 0), sixths), turned(Cell(0, 1), sixths)
    if mirrored:
        along_q, along_r = along_r, along_q
    a, b, c, d = *along_q, *along_r
    return lambda cell: Cell(a * cell[0] + c * cell[1], b * cell[0] + d * cell[1])


SYMMETRIES: tuple[Callable[[Cell], Cell], ...] = tuple(
    _symmetry(sixths, mirrored) for mirrored in (False, True) for sixths in range(6)
)
"""The twelve symmetries of the grid that keep 0,0: six turns, then the mirror followed by six turns."""


def canonical(tiles: Tiles) -> Tiles:
    """The position moved so that its least q and its least r are 0: equal for positions that differ by a move along.

    >>> canonical(((Cell(5, -2),), (Cell(6, -3),)))
    ((Cell(q=0, r=1),), (Cell(q=1, r=0),))
    """
    red, black = tiles
    if not red and not black:
        return tiles
    q = min(cell[0] for side in tiles for cell in side)
    r = min(cell[1] for side in tiles for cell in side)
    return tuple(Cell(x - q, y - r) for x, y in red), tuple(Cell(x - q, y - r) for x, y in black)


def symmetric(tiles: Tiles, swap_colours: bool = False) -> Tiles:
    """One position for all that are alike: the least of the twelve images, each moved along as in `canonical`.

    With `swap_colours` a position is also alike to itself with red and black exchanged.

    >>> alike = symmetric(((Cell(0, 0),), (Cell(1, 0),)))
    >>> alike == symmetric(((Cell(4, 4),), (Cell(4, 3),))), alike == symmetric(((Cell(0, 0),), (Cell(2, 0),)))
    (True, False)
    """
    sides = (tiles, tiles[::-1]) if swap_colours else (tiles,)
    return min(canonical(_image(side, image)) for side in sides for image in SYMMETRIES)


def _image(tiles: Tiles, image: Callable[[Cell], Cell]) -> Tiles:
    return tuple(sorted(map(image, tiles[0]))), tuple(sorted(map(image, tiles[1])))
