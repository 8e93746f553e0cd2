"""Short words for tests of Six: play written moves, list the legal ones, ask how a game has ended."""

from fractions import Fraction

from seis_lab.game import Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixState


def after(rules: SixRules, state: SixState, *written: str) -> SixState:
    """The position after these moves."""
    for text in written:
        state = rules.apply(state, rules.parse(text))
    return state


def moves(rules: SixRules, state: SixState) -> list[str]:
    """The legal moves, as they are written."""
    return [str(move) for move in rules.turn(state).moves]


def outcome(rules: SixRules, state: SixState) -> tuple[list[Fraction], str] | None:
    """The payoffs and the reason of a game that is over."""
    turn = rules.turn(state)
    return (list(turn.outcome.payoffs), turn.outcome.reason) if isinstance(turn, Terminal) else None
