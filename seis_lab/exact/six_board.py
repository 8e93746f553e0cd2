"""The tiles of a position of Six with every figure counted as tiles come and go, for a search for forced wins.

Cells are whole numbers here, so that a step is an addition: `code` and `cell` translate. Every figure in every place
has a number too, and the board knows which of a colour's figures lack one tile and which lack two.

    >>> from seis_lab.games.six_figures import figures
    >>> board = Board(figures(("line",), line=3))
    >>> board.show(((Cell(0, 0), Cell(1, 0)), (Cell(-1, 0),)))
    >>> [str(board.cell(code)) for code in board.completing(0)]
    ['2,0']
    >>> board.put(1, board.code(Cell(2, 0)))
    >>> board.completing(0)
    []
"""

from collections.abc import Iterable

from seis_lab.games.six_figures import Shape
from seis_lab.games.six_hexes import DIRECTIONS, Cell, Tiles

STEP = 1 << 14  # the code of a cell is q * STEP + r
KINDS = 8  # at most six shapes: three lines, two triangles, one ring


class Board:
    """Tiles by colour as codes of cells (`tiles[0]` red, `tiles[1]` black), and how many tiles each figure lacks."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        """An empty board on which these figures win."""
        self.tiles: tuple[set[int], set[int]] = (set(), set())
        self._origin = Cell(0, 0)
        steps = [[q * STEP + r for q, r in shape.cells] for shape in shapes]
        self._cells = steps
        self._sizes = [len(cells) for cells in steps]
        self._through = [kind - step * KINDS for kind, cells in enumerate(steps) for step in cells]
        self._counts: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._lacking: tuple[list[set[int]], list[set[int]]] = ([set(), set(), set()], [set(), set(), set()])

    def code(self, cell: Cell) -> int:
        """The number of a cell."""
        return (cell[0] - self._origin.q) * STEP + cell[1] - self._origin.r

    def cell(self, code: int) -> Cell:
        """The cell with this number."""
        q = (code + STEP // 2) // STEP
        return Cell(q + self._origin.q, code - q * STEP + self._origin.r)

    def show(self, tiles: Tiles) -> None:
        """Put and take tiles until the board shows these."""
        if not self.tiles[0] and not self.tiles[1]:
            self._origin = min(tiles[0] + tiles[1], default=Cell(0, 0))
        for colour in (0, 1):
            wanted = {self.code(cell) for cell in tiles[colour]}
            for code in self.tiles[colour] - wanted:
                self.take(colour, code)
            for code in wanted - self.tiles[colour]:
                self.put(colour, code)

    def put(self, colour: int, code: int) -> None:
        """Put a tile of a colour onto a cell."""
        self.tiles[colour].add(code)
        counts, lacking = self._counts[colour], self._lacking[colour]
        for through in self._through:
            figure = code * KINDS + through
            counts[figure] = count = counts.get(figure, 0) + 1
            lacks = self._sizes[figure % KINDS] - count
            if lacks < 3:
                lacking[lacks].add(figure)
                if lacks < 2:
                    lacking[lacks + 1].discard(figure)

    def take(self, colour: int, code: int) -> None:
        """Take the tile of a colour off a cell."""
        self.tiles[colour].remove(code)
        counts, lacking = self._counts[colour], self._lacking[colour]
        for through in self._through:
            figure = code * KINDS + through
            counts[figure] = count = counts[figure] - 1
            lacks = self._sizes[figure % KINDS] - count
            if lacks < 4:
                lacking[lacks - 1].discard(figure)
                if lacks < 3 and count:
                    lacking[lacks].add(figure)

    def figure(self, number: int) -> list[int]:
        """The cells of a figure."""
        kind = number % KINDS
        return [number // KINDS + step for step in self._cells[kind]]

    def lacking_one(self, colour: int) -> list[tuple[int, int]]:
        """Every figure of a colour that lacks one tile, with the cell of it, whatever lies there."""
        own = self.tiles[colour]
        return [
            (number, code) for number in self._lacking[colour][1] for code in self.figure(number) if code not in own
        ]

    def completing(self, colour: int) -> list[int]:
        """The free cells on which a tile of this colour makes a figure, ascending."""
        other = self.tiles[1 - colour]
        return sorted({code for _, code in self.lacking_one(colour) if code not in other})

    def pairs(self, colour: int) -> dict[int, set[int]]:
        """The figures that lack two tiles, both cells free: each such cell with the cells that complete it then."""
        own, other = self.tiles[colour], self.tiles[1 - colour]
        found: dict[int, set[int]] = {}
        for number in self._lacking[colour][2]:
            one, two = (code for code in self.figure(number) if code not in own)
            if one not in other and two not in other:
                found.setdefault(one, set()).add(two)
                found.setdefault(two, set()).add(one)
        return found

    def free(self) -> list[int]:
        """The free cells that touch a tile, ascending."""
        held = self.tiles[0] | self.tiles[1]
        return sorted({code + step for code in held for step in _STEPS} - held)

    def may_split(self, code: int) -> bool:
        """Whether the tiles around a cell lie in more than one run, so that lifting its tile may split the group."""
        red, black = self.tiles
        around = [code + step in red or code + step in black for step in _STEPS]
        return sum(here and not before for here, before in zip(around, around[-1:] + around, strict=False)) > 1

    def touches(self, code: int) -> bool:
        """Whether a cell shares a side with one that has a tile."""
        red, black = self.tiles
        return any(code + step in red or code + step in black for step in _STEPS)


_STEPS = [q * STEP + r for q, r in DIRECTIONS]
