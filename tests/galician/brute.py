"""The law of a round by walking through every line of play with the engine: slow, and knows nothing of tables."""

from collections import Counter
from fractions import Fraction
from typing import Any

from seis_lab.game import Decision, Distribution
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import GalicianState


def uniform(view: Any, moves: Any) -> Distribution[Any]:
    return Distribution.uniform(moves)


def walk(
    rules: GalicianRules, state: GalicianState, policy: Any = uniform
) -> tuple[dict[Any, Fraction], Counter[int | None]]:
    """The joint law of (winner, passes), and the number of complete lines of play by winner."""
    law: dict[Any, Fraction] = {}
    lines: Counter[int | None] = Counter()

    def visit(at: GalicianState, p: Fraction) -> None:
        turn = rules.turn(at) if at.winner is None else None
        if not isinstance(turn, Decision):
            key = (at.winner, at.passes)
            law[key] = law.get(key, Fraction(0)) + p
            lines[at.winner] += 1
            return
        choice = policy(rules.view(at, turn.seat), turn.moves)
        for move in turn.moves:
            visit(rules.apply(at, move), p * choice.probability(move))

    visit(state, Fraction(1))
    return {key: p for key, p in law.items() if p}, lines
