"""How often a position of Six has come up: the moves since the last capture, taken back one by one.

A capture can never be undone, so only the turns since the last one matter. Positions are the same when one is the other
moved along the grid and the same side is to move. Where n tiles have moved along by (q, r), the sums of their
coordinates have grown by n q and n r, so the sums tell the only shift that has to be tried.

    >>> there, back = Hop(Cell(0, 1), Cell(2, 0)), Hop(Cell(2, 0), Cell(0, 1))
    >>> other, again = Hop(Cell(1, 0), Cell(1, 1)), Hop(Cell(1, 1), Cell(1, 0))
    >>> occurrences(((Cell(0, 0), Cell(0, 1)), (Cell(1, 0),)), (there, other, back, again))
    2
"""

from seis_lab.games.six_hexes import Cell, Tiles
from seis_lab.games.six_notation import Hop, InvalidPosition, Trail


def occurrences(tiles: Tiles, trail: Trail) -> int:
    """How often these tiles have lain so with the same side to move, now included; `trail` are the turns so far."""
    sides = set(tiles[0]), set(tiles[1])
    now = frozenset(tiles[0]), frozenset(tiles[1])
    count, q, r, number = 1, 0, 0, len(tiles[0]) + len(tiles[1])
    for back, hop in enumerate(reversed(trail), start=1):
        if hop is not None:
            _take_back(sides, hop)
            q, r = q + hop.start.q - hop.end.q, r + hop.start.r - hop.end.r
        if back % 2 == 0 and q % number == 0 and r % number == 0:
            along = Cell(q // number, r // number)
            count += all(_moved(side, along) == there for side, there in zip(sides, now, strict=True))
    return count


def _take_back(sides: tuple[set[Cell], set[Cell]], hop: Hop) -> None:
    for side in sides:
        if hop.end in side and hop.start not in sides[0] | sides[1]:
            side.remove(hop.end)
            side.add(hop.start)
            return
    raise InvalidPosition(f"the turn {hop} cannot have led to this position; allowed: the turns since the last capture")


def _moved(side: set[Cell], along: Cell) -> set[Cell]:
    return {Cell(q - along.q, r - along.r) for q, r in side}
