"""Whole turns of Six: a placement, or lift, survivor where there is a choice, and landing. All by the rules of record.

>>> rules = SixRules()
>>> [write(turn) for turn, _ in turns(rules, rules.initial())]
['place 1,1', 'place 2,-1', 'place 2,0']
>>> rules = SixRules(figures=["line"], line=3)
>>> state = rules.position("0,0 0,1 2,-1", "1,0 1,1 2,0")
>>> [write(turn) for turn, after in turns(rules, state) if winner(rules, after) == 0]
['lift 2,-1, land 0,-1', 'lift 2,-1, land 0,2']
"""

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from seis_lab.game import Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_hexes import Cell
from seis_lab.games.six_notation import Land, Phase, SixMove, SixState

Moves: TypeAlias = tuple[SixMove, ...]
"""The moves of one turn."""


def turns(
    rules: SixRules,
    state: SixState,
    among: Iterable[SixMove] | None = None,
    landings: Collection[Cell] | None = None,
) -> Iterator[tuple[Moves, SixState]]:
    """Every way to play, or to finish, the turn, with the position after it.

    `among` limits the first move and `landings` the cells where a lifted tile comes down.
    """
    for move in rules.turn(state).moves if among is None else among:
        if landings is not None and isinstance(move, Land) and move.cell not in landings:
            continue
        after = rules.apply(state, move)
        if after.phase in (Phase.KEEP, Phase.LAND):
            for rest, end in turns(rules, after, None, landings):
                yield (move, *rest), end
        else:
            yield (move,), after


def over(rules: SixRules, state: SixState) -> bool:
    """Whether the game has ended, won or drawn."""
    return isinstance(rules.turn(state), Terminal)


def winner(rules: SixRules, state: SixState) -> int | None:
    """The colour that has won, or None where the game goes on or is drawn."""
    turn = rules.turn(state)
    if not isinstance(turn, Terminal):
        return None
    red, black = turn.outcome.payoffs[:2]
    return None if red == black else int(black > red)


def write(moves: Moves) -> str:
    """`lift 2,0, land 0,2`."""
    return ", ".join(map(str, moves))
