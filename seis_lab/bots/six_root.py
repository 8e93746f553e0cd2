"""One search of Six: a position on the fast board, the turns that begin there, and what was found of them."""

import time
from collections.abc import Callable
from math import tanh

from seis_lab.bots.six_search import Judgement, Thinking
from seis_lab.exact.answers import Cancelled
from seis_lab.game import Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixMove, SixState
from seis_lab.kernels import six, six_alphabeta, six_turns
from seis_lab.kernels.six_alphabeta import PLIES, PROOFS, PROVEN, ROOM, ROOT, THREATS, WIN, Memory
from seis_lab.kernels.six_tables import (
    COMPILED,
    board_of,
    choosing,
    keys_before,
    moves_of,
    placing,
    row,
    step_of,
    turns_of,
    zeros,
)

SCALE = 300
"""A position worth so many hundredths is clearly better: its estimate is tanh 1, about 0.76."""
SLICE = 20_000 if COMPILED else 200
"""Positions that are searched at a stretch, then the limits are asked: a few hundredths of a second."""
REMEMBERED = 1 << (18 if COMPILED else 14)
"""Positions whose values are kept."""
BREADTH, BREADTH_EACH = 60, 12
"""Turns of the moving phase that are searched at the root: of all, and of each tile that can be lifted."""
LONGEST = 12
"""Turns of a line that are shown."""


class OutOfTime(Exception):
    """A limit was reached in the middle of a depth."""


class Root:
    """The turns from a position, in branches: one for every legal move, or all in one where only the best is wanted."""

    def __init__(
        self,
        rules: SixRules,
        state: SixState,
        every: bool,
        threats: int,
        nodes: int | None,
        seconds: float | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self.rules, self.state, self.every = rules, state, every
        self.nodes, self.seconds, self.cancelled = nodes, seconds, cancelled
        self.begun = time.perf_counter()
        self.board, self.left = board_of(rules, state), sum(state.hands)
        before = keys_before(rules, self.board, state)
        self.memory = Memory(
            zeros(REMEMBERED), zeros(REMEMBERED), zeros(REMEMBERED), zeros(REMEMBERED),
            zeros(8 * ROOM), zeros(8 * ROOM), zeros(six.SIZE), row(before + [0] * (PLIES + 2)),
        )  # fmt: skip
        self.sums = self.board.sums
        self.sums[ROOT], self.sums[THREATS], self.sums[PROOFS] = len(before) - 1, threats, 1 if every else 0
        turns = sorted(turns_of(rules, self.board, state), key=self._looks, reverse=True)
        turns.sort(key=self._wins, reverse=True)  # a win in one is never left out
        self.branches: list[list[int]] = [turns]
        if every:
            split: dict[SixMove, list[int]] = {}
            for turn in turns:
                split.setdefault(step_of(state, turn), []).append(turn)
            self.branches = list(split.values())
        self.sums[six.NODES] = 0
        self.values: list[int] = [-WIN] * len(self.branches)
        self.improved, self.asked = False, 0

    def search(self, depth: int) -> None:
        """Value every branch so many turns deep; OutOfTime when a limit is reached, but never at depth 1."""
        self.improved = False
        for number, turns in enumerate(self.branches):
            best, chosen = -WIN - 1, 0
            for at in range(len(turns)):
                if at >= self._breadth and best > -PROVEN:
                    break
                value = self._value(turns[at], depth, best, best + 1) if at else best
                if at == 0 or value > best:
                    value = self._value(turns[at], depth, max(best, -WIN), WIN)
                if value > best:
                    best, chosen = value, at
                    if not self.every and value > -PROVEN:  # that the first turns lose does not settle the others
                        self._settle(number, value, chosen)
                        chosen = 0
            self._settle(number, best, chosen)

    def _settle(self, number: int, value: int, chosen: int) -> None:
        """The best turn of a branch so far comes first, also at the next depth."""
        self.improved = True
        turns = self.branches[number]
        turns.insert(0, turns.pop(chosen))
        self.values[number] = value

    def keep_proofs(self, finished: list[int]) -> None:
        """Go back to the values of the last depth that was finished, but for what has been proved since."""
        self.values = [new if abs(new) >= PROVEN else old for new, old in zip(self.values, finished, strict=True)]

    @property
    def settled(self) -> bool:
        """Whether deeper searches would find nothing that matters."""
        return all(abs(value) >= PROVEN for value in self.values) or (not self.every and len(self.branches[0]) == 1)

    def thinking(self, depth: int) -> Thinking:
        """What was found, in the words of the rules."""
        order = sorted(range(len(self.branches)), key=lambda number: -self.values[number])
        moves = {step_of(self.state, self.branches[number][0]): judged(self.values[number]) for number in order}
        line = self._line(self.branches[order[0]][0])
        return Thinking(depth, int(self.sums[six.NODES]), time.perf_counter() - self.begun, line, moves)

    @property
    def _breadth(self) -> int:
        if self.left > 0:
            return len(self.branches[0])
        return BREADTH_EACH if self.every else BREADTH

    def _looks(self, turn: int) -> int:
        """How good a turn looks: for the order in which they are searched."""
        board, colour = self.board, self.state.colour
        gain = six.looks(board, board.gain, colour, turn & six.MASK)
        if self.left > 0:
            return int(gain)
        return int(gain - six.looks(board, board.hold, colour, (turn >> six.COORDINATE) & six.MASK))

    def _wins(self, turn: int) -> bool:
        """Whether a turn wins at once."""
        self.sums[six.LIMIT] = self.sums[six.NODES] = 0  # nothing after it is looked at
        return self._after(turn, 1, -WIN, WIN) == WIN - 1

    def _after(self, turn: int, depth: int, alpha: int, beta: int) -> int:
        """The value of a turn, unless the sums say ABORT."""
        self.sums[six.ABORT] = 0
        only = choosing(self.rules, self.state)
        board, colour = self.board, self.state.colour
        return int(six_alphabeta.after(board, self.memory, turn, only, colour, self.left, depth, alpha, beta))

    def _value(self, turn: int, depth: int, alpha: int, beta: int) -> int:
        """The value of a turn, searched at a stretch of some positions after the other; what is found is remembered."""
        stretch = SLICE
        while True:
            self._ask(depth)
            self.sums[six.LIMIT] = self.sums[six.NODES] + stretch
            value = self._after(turn, depth, alpha, beta)
            if not self.sums[six.ABORT]:
                return value
            stretch = 2 * stretch

    def _ask(self, depth: int) -> None:
        """End the search where it has to end."""
        done = self.sums[six.NODES]
        if self.nodes is not None and depth > 1 and done >= self.nodes:
            raise OutOfTime
        if done < self.asked:
            return
        self.asked = done + SLICE // 10
        if self.cancelled is not None and self.cancelled():
            raise Cancelled("the search was cancelled")
        if self.seconds is not None and depth > 1 and time.perf_counter() - self.begun >= self.seconds:
            raise OutOfTime

    def _line(self, turn: int) -> tuple[SixMove, ...]:
        """The turn and what is expected after it, as far as it is remembered, each move checked by the rules."""
        state, line = self.state, []
        for _ in range(LONGEST):
            for move in moves_of(self.rules, state, turn):
                line.append(move)
                state = self.rules.apply(state, move)
            if isinstance(self.rules.turn(state), Terminal):
                break
            turn = self._remembered(state)
            if turn == six.NOBODY:
                break
        return tuple(line)

    def _remembered(self, state: SixState) -> int:
        """The turn that the search expects in a later position, or NOBODY."""
        board, memory, colour, place = board_of(self.rules, state), self.memory, state.colour, placing(state)
        win = six_turns.win_in_one(board, colour, place, memory.moves, 0)
        if win != six.NOBODY:
            return int(win)
        key = six_alphabeta.position_key(board, colour, place)
        slot = key % REMEMBERED
        turn = int(memory.best[slot]) if memory.keys[slot] == key else six.NOBODY
        if turn == six.NOBODY and place:
            turn = int(six_turns.completion(board, 1 - colour, six.NOBODY))  # two threats: lost, and not searched
        return turn if turn in turns_of(self.rules, board, state) else six.NOBODY


def judged(value: int) -> Judgement:
    """A value of the search in the words of a player."""
    if value >= PROVEN:
        return Judgement(1.0, win_in=WIN - value)
    if value <= -PROVEN:
        return Judgement(-1.0, lose_in=WIN + value)
    return Judgement(max(-0.99, min(0.99, tanh(value / SCALE))))
