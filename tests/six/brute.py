"""Forced wins in Six by the definition: every turn of both sides, by the rules of record, and nothing clever."""

from seis_lab.game import Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Phase, SixState


def after_turn(rules: SixRules, state: SixState) -> list[SixState]:
    """The positions after every way to play the turn to its end."""
    found, waiting = [], [rules.apply(state, move) for move in rules.turn(state).moves]
    while waiting:
        one = waiting.pop()
        if one.phase in (Phase.KEEP, Phase.LAND):
            waiting += [rules.apply(one, move) for move in rules.turn(one).moves]
        else:
            found.append(one)
    return found


def winner(rules: SixRules, state: SixState) -> int | None:
    turn = rules.turn(state)
    assert isinstance(turn, Terminal)
    red, black = turn.outcome.payoffs[:2]
    return None if red == black else 0 if red > black else 1


def forces(rules: SixRules, state: SixState, colour: int, own_turns: int) -> bool:
    """Whether the colour wins within so many own turns, whatever the other side does."""
    known: dict[tuple[SixState, int], bool] = {}

    def wins(at: SixState, left: int) -> bool:
        if (at, left) not in known:
            if isinstance(rules.turn(at), Terminal):
                known[at, left] = winner(rules, at) == colour
            elif left == 0:
                known[at, left] = False
            elif at.colour == colour:
                known[at, left] = any(wins(one, left - 1) for one in after_turn(rules, at))
            else:
                known[at, left] = all(wins(one, left) for one in after_turn(rules, at))
        return known[at, left]

    return wins(state, own_turns)
