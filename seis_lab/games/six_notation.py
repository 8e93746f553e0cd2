"""The pieces of Six: moves and positions, each with a notation of one line that reads back.

A position is written `0,0 3,0 | 1,0 2,0 ; 19,19 ; A PLACE`: the red and the black cells, how many tiles each seat has
still to place, whose turn it is (seats are A, B, C, D) and the phase. Between a lift and the end of the turn the cell
where the lifted tile was follows, and once tiles were captured their number: `B LAND 5,-2 x4`. In the moving phase the
turns since the last capture come last, as far as the rules count repetitions: ` ; 5,-2>3,1 2,0>4,0`, where - is a turn
without a legal move. Moves are written `place 2,-1`, `lift 5,-2`, `keep 0,0` (the survivor, named by its least cell)
and `land 3,1`.

    >>> text = "0,0 0,1 2,0 | 1,0 1,1 2,1 ; 0,0 ; B LIFT ; 0,2>0,1"
    >>> state = parse_position(text)
    >>> str(state) == text, state.colour, state.quiet
    (True, 1, 1)
    >>> parse_move("lift 2,1")
    Lift(cell=Cell(q=2, r=1))
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from seis_lab.game import InvalidNotation, quote
from seis_lab.games.six_hexes import Cell, Tiles, read_cell

SEATS = "ABCD"
COLOURS = ("red", "black")


class InvalidPosition(ValueError):
    """Tiles, hands or earlier turns that cannot be a position under the rules."""


class Phase(StrEnum):
    """What the position waits for."""

    PLACE = "PLACE"  # a tile from the hand onto the table
    LIFT = "LIFT"  # which own tile is moved
    KEEP = "KEEP"  # which of equally large groups survives
    LAND = "LAND"  # where the lifted tile goes


class Hop(NamedTuple):
    """A turn of the moving phase: from where to where a tile went."""

    start: Cell
    end: Cell

    def __str__(self) -> str:
        """`5,-2>3,1`."""
        return f"{self.start}>{self.end}"


Trail: TypeAlias = tuple[Hop | None, ...]
"""Turns of the moving phase, the latest last; None is a turn without a legal move."""


@dataclass(frozen=True, slots=True)
class Place:
    """Put a tile from the hand onto this cell."""

    cell: Cell

    def __str__(self) -> str:
        """`place 2,-1`."""
        return f"place {self.cell}"


@dataclass(frozen=True, slots=True)
class Lift:
    """Take the own tile of this cell off the table to move it."""

    cell: Cell

    def __str__(self) -> str:
        """`lift 5,-2`."""
        return f"lift {self.cell}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Let the group with this least cell survive, of several equally large ones."""

    cell: Cell

    def __str__(self) -> str:
        """`keep 0,0`."""
        return f"keep {self.cell}"


@dataclass(frozen=True, slots=True)
class Land:
    """Put the lifted tile onto this cell."""

    cell: Cell

    def __str__(self) -> str:
        """`land 3,1`."""
        return f"land {self.cell}"


SixMove: TypeAlias = Place | Lift | Keep | Land
_MOVES: dict[str, type[SixMove]] = {"place": Place, "lift": Lift, "keep": Keep, "land": Land}


@dataclass(frozen=True, slots=True)
class SixState:
    """A position of Six: the tiles on the table and in the hands, and how far the turn has come.

    `tiles` are those on the table (a lifted tile is not among them, captured ones are gone as soon as the survivor is
    known); `lifted` is the cell where the tile in the air was; `captured` counts the tiles captured in this turn;
    `trail` holds the turns of the moving phase since the last capture, as far as the rules count repetitions.
    """

    tiles: Tiles
    hands: tuple[int, ...]
    actor: int = 0
    phase: Phase = Phase.PLACE
    lifted: Cell | None = None
    captured: int = 0
    trail: Trail = ()

    @property
    def colour(self) -> int:
        """The colour of the seat whose turn it is: 0 red, 1 black."""
        return self.actor % 2

    @property
    def quiet(self) -> int:
        """How many turns of the moving phase have passed since the last capture."""
        return len(self.trail)

    def __str__(self) -> str:
        """The position in one line."""
        tiles = " | ".join(" ".join(map(str, side)) or "-" for side in self.tiles)
        turn = [SEATS[self.actor], str(self.phase)]
        turn += [] if self.lifted is None else [str(self.lifted)]
        turn += [f"x{self.captured}"] if self.captured else []
        parts = [tiles, ",".join(map(str, self.hands)), " ".join(turn)]
        parts += [" ".join("-" if hop is None else str(hop) for hop in self.trail)] if self.trail else []
        return " ; ".join(parts)


SixView: TypeAlias = SixState
"""What a seat knows: everything lies open."""


def parse_move(text: str) -> SixMove:
    """The move that is written so; InvalidNotation quotes a text that is none."""
    kind, space, cell = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if kind in _MOVES and space:
        try:
            return _MOVES[kind](read_cell(cell))
        except InvalidNotation:
            pass
    raise InvalidNotation(
        f"{quote(text)} is not a move of Six; moves look like: place 2,-1, lift 5,-2, keep 0,0, land 3,1"
    )


def parse_position(text: str) -> SixState:
    """The position that is written so; InvalidNotation quotes a text that is none.

    Only the notation is checked here: whether a position can arise is a matter of the rules.
    """
    try:
        tiles, hands, turn, *trail = text.split(" ; ")
        red, black = (tuple(map(read_cell, side.split(" "))) if side != "-" else () for side in tiles.split(" | "))
        actor, phase, lifted, captured = re.fullmatch(  # type: ignore[union-attr]
            "([A-D]) ([A-Z]+)(?: ([-0-9,]+))?(?: x([0-9]{1,9}))?", turn
        ).groups()
        state = SixState(
            tiles=(red, black),
            hands=tuple(int(hand) for hand in hands.split(",")),
            actor=SEATS.index(actor),
            phase=Phase(phase),
            lifted=None if lifted is None else read_cell(lifted),
            captured=int(captured or 0),
            trail=tuple(_read_hop(hop) for part in trail for hop in part.split(" ")),
        )
        ordered = all(side == tuple(sorted(side)) for side in state.tiles)
        if str(state) != text or not ordered or len(set(red + black)) < len(red + black):
            raise ValueError(text)
        if len(state.hands) not in (2, 4) or state.actor >= len(state.hands):
            raise ValueError(text)
    except (ValueError, AttributeError, TypeError) as error:
        example = "0,0 3,0 | 1,0 2,0 ; 19,19 ; A PLACE"
        raise InvalidNotation(
            f"{quote(text, 400)} is not a position of Six; positions look like {example!r}"
        ) from error
    return state


def _read_hop(text: str) -> Hop | None:
    if text == "-":
        return None
    start, end = text.split(">")
    return Hop(read_cell(start), read_cell(end))
