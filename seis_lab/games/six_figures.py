"""The figures of Six: six tiles of one colour in a line, a solid triangle of side three, or a ring around one cell.

A figure in its places is a shape: its cells, moved so that the least of them is 0,0. A line has three shapes (one for
each axis of the grid), a triangle two, a ring one. Each of the six cells of a shape can lie on a given cell, so there
are 6 x (3 + 2 + 1) = 36 figures through every cell. To find one it is enough to try each tile as a figure's least cell.

    >>> FIGURES = figures(("line", "triangle", "ring"))
    >>> [(shape.name, len(shape.cells)) for shape in FIGURES][2:]
    [('line', 6), ('triangle', 6), ('triangle', 6), ('ring', 6)]
    >>> len(through(Cell(0, 0), FIGURES))
    36
    >>> name, cells = find({Cell(q, 1) for q in range(7)}, FIGURES)
    >>> print(name, *cells)
    line 0,1 1,1 2,1 3,1 4,1 5,1
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from seis_lab.games.six_hexes import DIRECTIONS, SYMMETRIES, Cell

NAMES = ("line", "triangle", "ring")
"""The kinds of figures, in the order in which a win is named where a tile completes two."""


class Shape(NamedTuple):
    """A figure: its kind and its cells, sorted."""

    name: str
    cells: tuple[Cell, ...]

    def at(self, cell: Cell) -> "Shape":
        """The figure moved along by a cell's coordinates."""
        return Shape(self.name, tuple(Cell(q + cell.q, r + cell.r) for q, r in self.cells))


def figures(names: Iterable[str], line: int = 6, triangle: int = 3) -> tuple[Shape, ...]:
    """Every shape of the named figures, with lines of `line` tiles and triangles of `triangle` tiles a side."""
    solid = {
        "line": [Cell(step, 0) for step in range(line)],
        "triangle": [Cell(q, r) for q in range(triangle) for r in range(triangle - q)],
        "ring": list(DIRECTIONS),
    }
    return tuple(Shape(name, cells) for name in NAMES if name in names for cells in _shapes(solid[name]))


def find(tiles: Collection[Cell], shapes: Iterable[Shape]) -> Shape | None:
    """The first figure whose cells are all among these tiles, or None."""
    held = tiles if isinstance(tiles, frozenset | set) else frozenset(tiles)
    in_order = sorted(held)
    for shape in shapes:
        steps = shape.cells[1:]
        for tile in in_order:
            q, r = tile
            if all((q + step[0], r + step[1]) in held for step in steps):
                return shape.at(tile)
    return None


def through(cell: Cell, shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Every figure that has this cell."""
    return tuple(shape.at(Cell(cell.q - q, cell.r - r)) for shape in shapes for q, r in shape.cells)


def _shapes(cells: list[Cell]) -> list[tuple[Cell, ...]]:
    """The different images of some cells under the twelve symmetries, each with its least cell at 0,0."""
    found = set()
    for image in SYMMETRIES:
        moved = sorted(image(cell) for cell in cells)
        least = moved[0]
        found.add(tuple(Cell(q - least.q, r - least.r) for q, r in moved))
    return sorted(found)
