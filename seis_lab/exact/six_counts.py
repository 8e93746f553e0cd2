"""Counting figures of Six: those through a cell, and those that lie in a part of the grid.

A figure with n cells lies in every one of its directions so often that each of its cells comes to lie on a given cell
once: a line of six in 3 directions gives 3 x 6 = 18 through a cell, a triangle 2 x 6 = 12, a ring 1 x 6 = 6.

    >>> figures_through(SixRules())
    {'line': 18, 'triangle': 12, 'ring': 6}
    >>> len(hexagon(3)), figures_within(SixRules(), hexagon(3))
    (37, {'line': 12, 'triangle': 36, 'ring': 19})
"""

from collections import Counter
from collections.abc import Iterable

from seis_lab.game import quote
from seis_lab.games.six import SixRules
from seis_lab.games.six_figures import Shape, through
from seis_lab.games.six_hexes import Cell


def figures_through(rules: SixRules) -> dict[str, int]:
    """How many figures of each kind go through a cell: the same for every cell."""
    return _by_kind(rules, through(Cell(0, 0), rules.shapes))


def figures_within(rules: SixRules, cells: Iterable[Cell]) -> dict[str, int]:
    """How many figures of each kind lie in these cells altogether."""
    held = set(cells)
    places = {shape for cell in held for shape in through(cell, rules.shapes)}
    return _by_kind(rules, (shape for shape in places if held.issuperset(shape.cells)))


def hexagon(radius: int) -> tuple[Cell, ...]:
    """The cells at most so many steps from 0,0, sorted: 3 r (r + 1) + 1 of them.

    >>> [len(hexagon(radius)) for radius in range(4)]
    [1, 7, 19, 37]
    """
    if not isinstance(radius, int) or isinstance(radius, bool) or radius < 0:
        raise ValueError(f"radius={quote(radius)} is not allowed; allowed: a whole number from 0 up")
    span = range(-radius, radius + 1)
    return tuple(Cell(q, r) for q in span for r in span if abs(q + r) <= radius)


def _by_kind(rules: SixRules, shapes: Iterable[Shape]) -> dict[str, int]:
    counted = Counter(shape.name for shape in shapes)
    return {name: counted[name] for name in rules.figures}
