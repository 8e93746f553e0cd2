"""A hand of Seises cabrón by walking through every line of play with the engine: slow, and knows nothing of spans."""

from collections import Counter
from fractions import Fraction
from typing import Any

from seis_lab.game import Decision, Distribution
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.decks import Card


class Walk:
    """What every line of play of one hand adds up to."""

    def __init__(self, rules: CabronRules, start: CabronState, policy: Any = None) -> None:
        self.rules = rules
        self.policy = policy or (lambda view, moves: Distribution.uniform(moves))
        self.lines = 0
        self.joint: dict[tuple[int, ...], Fraction] = {}
        self.points: dict[tuple[Fraction, ...], Fraction] = {}
        self.lying: Counter[Card] = Counter()
        self.passing = [Fraction(0)] * rules.players
        self.before = start.turn
        self.visit(start, Fraction(1))

    def visit(self, at: CabronState, p: Fraction) -> None:
        turn = None if at.points else self.rules.turn(at)
        if not isinstance(turn, Decision):
            self.lines += 1
            if p:
                self.end(at, p)
            return
        choice = self.policy(self.rules.view(at, turn.seat), turn.moves)
        for move in turn.moves:
            self.visit(self.rules.apply(at, move), p * choice.probability(move))

    def end(self, at: CabronState, p: Fraction) -> None:
        self.joint[at.placed] = self.joint.get(at.placed, Fraction(0)) + p
        self.points[at.points] = self.points.get(at.points, Fraction(0)) + p
        for turn, card in enumerate(at.history):
            if card is not None:
                self.lying[card] += p  # type: ignore[assignment]
            elif turn >= self.before:
                self.passing[((at.starter or 0) + turn) % self.rules.players] += p
