"""Captures in Six: which groups the tiles fall into, and which of them leaves the game.

>>> tiles = ((Cell(0, 0), Cell(2, 0)), (Cell(1, 0), Cell(3, 0)))
>>> after = capture(tiles, Cell(1, 0))
>>> [[str(cell) for cell in group] for group in after.groups]
[['2,0', '3,0'], ['0,0']]
>>> after.lost(after.largest[0])
(Cell(q=0, r=0),)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from seis_lab.games.six_hexes import Cell, Tiles, neighbours

Group: TypeAlias = tuple[Cell, ...]
"""Cells that hang together, sorted."""


def groups(cells: Iterable[Cell]) -> tuple[Group, ...]:
    """The connected groups of some cells, the largest first, equal ones by their least cell."""
    left, found = set(cells), []
    while left:
        start = left.pop()
        group, edge = [start], [start]
        while edge:
            for near in neighbours(edge.pop()):
                if near in left:
                    left.remove(near)
                    group.append(near)
                    edge.append(near)
        found.append(tuple(sorted(group)))
    return tuple(sorted(found, key=lambda group: (-len(group), group)))


@dataclass(frozen=True)
class Capture:
    """The groups that the tiles fall into, the largest first: one of the largest survives, the others are captured."""

    groups: tuple[Group, ...]

    @cached_property
    def largest(self) -> tuple[Group, ...]:
        """The groups of the largest size: among several the mover picks the survivor."""
        return tuple(group for group in self.groups if len(group) == len(self.groups[0]))

    def survivor(self, cell: Cell) -> Group:
        """The largest group that has this cell; ValueError where none has it."""
        for group in self.largest:
            if cell in group:
                return group
        raise ValueError(f"no largest group has the cell {cell}; allowed: a cell of one of {len(self.largest)} groups")

    def lost(self, survivor: Group) -> tuple[Cell, ...]:
        """The cells whose tiles leave the game when this group survives, sorted."""
        return tuple(sorted(cell for group in self.groups if group != survivor for cell in group))


def capture(tiles: Tiles, lifted: Cell | None = None) -> Capture:
    """What falls apart when the tile of a cell is lifted (None: as the tiles lie)."""
    return Capture(groups(cell for side in tiles for cell in side if cell != lifted))
