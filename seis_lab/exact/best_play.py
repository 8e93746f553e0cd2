"""What the best play alone does in a turn: which cards it lays down, and where the turn leads with what probability.

Ties are broken in one way everywhere: of several plays with the same mean the one that changes least is taken (keep
the cards, turn nothing), and of two numbers the smaller. So "the best play" is one policy, and it has one law.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from seis_lab.exact.alone import BITS, COUNT, Position, Value, Values
from seis_lab.exact.cfinite import CONSTANT_ZERO, ONE, PowerSum, mixture

FINISHED: Position = (0, 0, 0)

Answer = tuple[Value, tuple[int, ...], tuple[int, int, bool]]
"""The value, the numbers that NUMERAL makes of the roll (counted from 0), and what is left: cards, NUMERAL, limit."""


class BestPlay:
    """The policy that the values define, and the chain of positions at the start of each turn that it makes."""

    def __init__(self, values: Values) -> None:
        """Take the values; everything else is worked out when asked for."""
        self.values = values
        self._turns: dict[Position, dict[Position, Fraction]] = {}
        self._rolled: dict[tuple[int, int, int, int, bool], dict[Position, Fraction]] = {}
        self._survival: dict[Position, PowerSum] = {FINISHED: CONSTANT_ZERO}

    def dados(self, up: int, numerals: int, dados: int, more: int = 0, used: bool = False) -> int:
        """How many DADO to play now, after `more` of them in this turn."""
        values, model = self.values, self.values.model
        if not more:
            options = {0: values.one_roll(up, numerals, dados)} | values.with_dado(up, numerals, dados)
        else:
            left = 0 if used else min(dados, model.dado_per_turn - more)
            options = {n: values.roll(up, numerals, dados - n, more + n, used) for n in range(left + 1)}
        return min(options, key=options.__getitem__)

    def answer(self, up: int, numerals: int, dados: int, more: int, used: bool, face: int, changes: int = 0) -> Answer:
        """What to do with a number on the die that `changes` NUMERAL have changed already."""
        values, model = self.values, self.values.model
        has_card = up >> BITS * face & COUNT
        choices: list[Answer] = []
        if not has_card or model.flip_optional:
            choices.append((values.after(up, numerals, dados, more, used), (), (up, numerals, used)))
        if has_card:
            left = up - (1 << BITS * face)
            choices.append((values.after(left, numerals, dados, more, used), (), (left, numerals, used)))
        if numerals and not used and changes < model.numeral_per_roll:
            for other in sorted(model.neighbours[face]):
                value, further, left_over = self.answer(
                    up, numerals - 1, dados, more, model.one_wildcard_per_turn, other, changes + 1
                )
                choices.append((value, (other, *further), left_over))
        return min(choices, key=lambda choice: choice[0])

    def rolled(self, up: int, numerals: int, dados: int, more: int, used: bool) -> dict[Position, Fraction]:
        """Where a turn leads from before a roll after which `more` rolls follow, with probabilities."""
        key = (up, numerals, dados, more, used)
        if key not in self._rolled:
            ends: dict[Position, Fraction] = {}
            for face, weight in self.values.model.faces:
                for end, p in self.settled(up, numerals, dados, more, used, face).items():
                    ends[end] = ends.get(end, Fraction(0)) + p * weight
            self._rolled[key] = {end: p / self.values.model.total for end, p in ends.items()}
        return self._rolled[key]

    def settled(
        self, up: int, numerals: int, dados: int, more: int, used: bool, face: int, changes: int = 0
    ) -> dict[Position, Fraction]:
        """Where a turn leads from a number on the die, with probabilities."""
        _, _, (left, n, capped) = self.answer(up, numerals, dados, more, used, face, changes)
        if left and more:
            return self.rolled(left, n, dados, more - 1, capped)
        return {self.canonical(left, n, dados): ONE}

    def turn(self, position: Position) -> dict[Position, Fraction]:
        """Where a turn leads from its start, with probabilities."""
        if position not in self._turns:
            up, numerals, dados = position
            played = self.dados(up, numerals, dados)
            used = self.values.model.one_wildcard_per_turn and played > 0
            self._turns[position] = self.rolled(up, numerals, dados - played, played, used)
        return self._turns[position]

    def canonical(self, up: int, numerals: int, dados: int) -> Position:
        """The position itself; without NUMERAL, where nothing is chosen between faces, its representative."""
        if not up:
            return FINISHED
        return (up, numerals, dados) if numerals else (self.values.fold(up, 0), 0, dados)

    def chain(self, start: Position) -> dict[Position, dict[Position, Fraction]]:
        """The rows of the Markov chain from a start: every unfinished position reached, and where its turn leads."""
        rows: dict[Position, dict[Position, Fraction]] = {}
        waiting = [self.canonical(*start)]
        while waiting:
            at = waiting.pop()
            if at != FINISHED and at not in rows:
                rows[at] = self.turn(at)
                waiting.extend(rows[at])
        return rows

    def survival(self, position: Position) -> PowerSum:
        """The probability that the row is not finished within n turns, as a sequence in n.

        It solves u(n + 1) = p(stay) * u(n) + the mixture of what follows, with u(0) = 1.
        """
        position = self.canonical(*position)
        if position not in self._survival:
            if self.values.start(*position) == inf:
                self._survival[position] = PowerSum((), {ONE: (ONE,)})
                return self._survival[position]
            row = dict(self.turn(position))
            stay = row.pop(position, Fraction(0))
            follows = mixture((p, self.survival(end)) for end, p in row.items())
            self._survival[position] = follows.recur(stay, ONE)
        return self._survival[position]

    def survival_after(self, ends: dict[Position, Fraction]) -> PowerSum:
        """The same from the middle of a turn, given where that turn leads: the turn counts as the first."""
        return mixture((p, self.survival(end)) for end, p in ends.items()).later(ONE)

    def reached(self, start: Position) -> Iterator[Position]:
        """Every unfinished position that the best play can reach, rows with more cards face up first."""
        rows = self.chain(start)
        return iter(sorted(rows, key=lambda at: (-sum(self.values.model.counts(at[0])), at)))
