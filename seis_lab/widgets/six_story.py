"""What happened in a game of Six, turn by turn: a placement, or a lift, a survivor if one is picked, and a landing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seis_lab.game import Turn
from seis_lab.games.six_hexes import Cell, Tiles
from seis_lab.games.six_notation import Land, Lift, Phase, Place, SixMove, SixState
from seis_lab.widgets.moment import Moment


@dataclass(frozen=True)
class Told:
    """A turn, or as much of it as was played: whose, from the first move to the last, and what became of which tile.

    `first` and `end` count moves; `start` is where a tile was lifted and `cell` where a tile was put; `lost` are the
    captured tiles of each side; `whole` says whether the turn is over, `passed` who had no tile to lift after it.
    """

    seat: int
    first: int
    end: int
    start: Cell | None = None
    cell: Cell | None = None
    lost: Tiles = ((), ())
    whole: bool = False
    passed: tuple[int, ...] = ()


def story(states: Sequence[SixState], moves: Sequence[SixMove]) -> list[Told]:
    """The turns that the moves make up; the last one may be unfinished.

    >>> from seis_lab.games.six import SixRules
    >>> rules = SixRules()
    >>> states = [rules.initial()]
    >>> moves = [rules.parse("place 2,0"), rules.parse("place 0,1")]
    >>> for move in moves:
    ...     states.append(rules.apply(states[-1], move))
    >>> [(told.seat, str(told.cell), told.whole) for told in story(states, moves)]
    [(0, '2,0', True), (1, '0,1', True)]
    """
    return list(_turns(states, moves))


def _turns(states: Sequence[SixState], moves: Sequence[SixMove]) -> Iterator[Told]:
    first = 0
    start: Cell | None = None
    cell: Cell | None = None
    for end, move in enumerate(moves, start=1):
        match move:
            case Place(cell) | Land(cell):
                pass
            case Lift(start):
                cell = None
        before, after = states[first], states[end]
        whole = after.phase in (Phase.PLACE, Phase.LIFT)
        if not whole and end < len(moves):
            continue
        lost = _lost(before, after, start, cell)
        yield Told(before.actor, first, end, start, cell, lost, whole, _passed(before, after) if whole else ())
        first, start, cell = end, None, None


def _lost(before: SixState, after: SixState, start: Cell | None, cell: Cell | None) -> Tiles:
    """The tiles of each side that were on the table, or were put there, and are gone."""
    if sum(map(len, after.tiles)) == sum(map(len, before.tiles)) - (start is not None) + (cell is not None):
        return (), ()
    lost = []
    for side in (0, 1):
        there = {tile for tile in before.tiles[side] if tile != start}
        if side == before.colour and cell is not None:
            there.add(cell)
        lost.append(tuple(sorted(there.difference(after.tiles[side]))))
    return lost[0], lost[1]


def _passed(before: SixState, after: SixState) -> tuple[int, ...]:
    """The seats that the rules passed over between a turn and the next one."""
    seats = len(before.hands)
    return tuple(
        (before.actor + step) % seats for step in range(1, seats) if step <= (after.actor - before.actor - 1) % seats
    )


def shown(moment: Moment) -> int:
    """How many moves led to the position on show."""
    return len(moment.moves) if moment.replay is None else moment.replay


def shown_state(moment: Moment) -> SixState:
    """The position on show: that of the game, or an earlier one in a replay."""
    state: SixState = moment.states[shown(moment)]
    return state


def shown_story(moment: Moment) -> list[Told]:
    """The turns that led to the position on show."""
    count = shown(moment)
    return story(moment.states[: count + 1], moment.moves[:count])


def shown_turn(moment: Moment) -> Turn[SixMove]:
    """Whose turn it is in the position on show, and what may happen."""
    turn: Turn[SixMove] = moment.turn if moment.replay is None else moment.rules.turn(shown_state(moment))
    return turn
