"""Positions as lines: what moves lead to, and who is asked what there."""

from typing import Any

from seis_lab.game import Chance, Decision
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SeisState, parse_position


def rules_for(position: str, mode: str, **options: Any) -> SeisRules:
    return SeisRules(players=position.count("|") + 1, mode=mode, **options)


def reach(mode: str, position: str, *moves: str, **options: Any) -> SeisState:
    rules, state = rules_for(position, mode, **options), parse_position(position)
    for move in moves:
        state = rules.apply(state, rules.parse(move))
    return state


def asked(mode: str, position: str, *moves: str, **options: Any) -> str:
    """`B: TIRADOR, pass`, `A: rolls`, `who begins`, or the payoffs at the end: `1/2 1/2`."""
    rules = rules_for(position, mode, **options)
    turn = rules.turn(reach(mode, position, *moves, **options))
    match turn:
        case Decision(seat, legal):
            return f"{'ABCDEF'[seat]}: {', '.join(map(str, legal))}"
        case Chance(_, seat):
            return "chance" if seat is None else f"{'ABCDEF'[seat]}: rolls"
        case _:
            return " ".join(map(str, turn.outcome.payoffs))
