"""The kernel and the engine, side by side: the same moves to both, positions and legal moves compared at every ply.

The kernel has its own writing of the rules, so a slip in either shows here. Nothing is drawn twice from "the same
seed": the moves are drawn once, from the engine's legal ones, and handed to both.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from seis_lab.bots import steady_bot
from seis_lab.game import Chance, Distribution, Terminal, unfold
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import First, Flip, Numeral, Pass, Phase, Play, Roll, SeisMove, SeisState
from seis_lab.sim.tables import alone, kernel_input, without_policy
from tests.sim.kernels import KERNELS

NAMED = [
    SeisRules(players=1),
    SeisRules(players=1, wildcards={}),
    SeisRules(players=1, numeral_wrap=True),
    SeisRules(players=1, numeral_per_roll=2, wildcards={"NUMERAL": 5}),
    SeisRules(players=1, numeral_per_roll=2, numeral_wrap=True, wildcards={"NUMERAL": 5}),
    SeisRules(players=1, dado_per_turn=3, wildcards={"DADO": 5, "NUMERAL": 2}),
    SeisRules(players=1, max_wildcards_per_turn=1, dado_per_turn=2, numeral_per_roll=2),
    SeisRules(players=1, flip="optional"),
    SeisRules(players=1, flip="optional", row=[2, 2, 2, 5], wildcards={"NUMERAL": 9, "DADO": 9}, dado_per_turn=9),
    SeisRules(players=1, faces=2, numeral_wrap=True),
    SeisRules(players=1, faces=20, row=[1, 20, 20], numeral_wrap=True, wildcards={"NUMERAL": 9}),
    SeisRules(players=1, faces=3, die=["1/2", "0", "1/2"]),
    SeisRules(wildcards={}),
    SeisRules(wildcards=[{"NUMERAL": 2}, {"DADO": 2}]),
    SeisRules(players=6, faces=3, wildcards={"NUMERAL": 1, "DADO": 1}, tirador_window="before NUMERAL"),
]


def drawn(rng: random.Random) -> SeisRules:
    """Rules drawn over every option that the kernel reads."""
    faces, players = rng.choice([2, 3, 4, 6, 9]), rng.choice([1, 1, 2, 3])
    weights = [rng.choice([0, 1, 1, 1, 2]) for _ in range(faces - 1)] + [1]
    row = [face for face in range(1, faces + 1) for _ in range(rng.choice([0, 1, 1, 1, 2]))] or [1]
    return SeisRules(
        players=players,
        faces=faces,
        die=[Fraction(weight, sum(weights)) for weight in weights],
        row=row[:8],
        wildcards=[{"NUMERAL": rng.randrange(4), "DADO": rng.randrange(4)} for _ in range(players)],
        numeral_wrap=rng.choice([False, True]),
        numeral_per_roll=rng.choice([1, 2]),
        dado_per_turn=rng.choice([1, 2, 3]),
        max_wildcards_per_turn=rng.choice([None, 1]),
        flip=rng.choice(["compulsory", "optional"]),
    )


CASES = NAMED + [drawn(random.Random(seed)) for seed in range(40)]


def action_of(move: SeisMove) -> int:
    """The kernel's number for a move."""
    match move:
        case Roll(face):
            return face
        case Numeral(number):
            return number
        case Pass():
            return 0
        case Play() | Flip():
            return 1
    raise AssertionError(move)


def engine_says(state: SeisState, rules: SeisRules) -> dict[str, Any]:
    """What the engine knows of the roller, in words that both sides use."""
    seat = state.seats[state.roller]
    return {
        "stage": state.phase.value,
        "roller": state.roller,
        "up": [sum(card.number == number for card in seat.up) for number in range(1, rules.faces + 1)],
        "wild": (seat.wild["NUMERAL"], seat.wild["DADO"]),
        "number": state.number or 0,
        "more": state.more_rolls,
        "changes": state.changes,
        "played": len(state.played),
    }


class Table:
    """The kernel as a table of seats: one row of integers each, and whose turn it is."""

    def __init__(self, kernel: ModuleType, rules: SeisRules, first: int) -> None:
        self.kernel, self.rules, self.roller = kernel, rules, first
        self.given = without_policy([alone(rules, seat) for seat in range(rules.players)])
        self.seats = self.given.start.copy()
        kernel.begin(self.seats[first], self.given.options)

    def legal(self) -> set[int]:
        """The legal actions, out of all numbers that could be one."""
        seat, given = self.seats[self.roller], self.given
        return {
            action
            for action in range(-1, self.rules.faces + 3)
            if self.kernel.legal(seat, given.options, np.append(given.weights, [0, 0, 0, 0]), action)
        }

    def step(self, action: int) -> None:
        """One action; after the end of a turn the next seat begins, unless the row is finished."""
        k, given = self.kernel, self.given
        k.step(self.seats[self.roller], given.options, given.stride, given.radix, action)
        seat = self.seats[self.roller]
        if seat[k.STAGE] == k.OVER and seat[k.BOARD] > 0:
            self.roller = (self.roller + 1) % self.rules.players
            k.begin(self.seats[self.roller], given.options)

    def says(self) -> dict[str, Any]:
        """What the kernel knows of the roller, in words that both sides use."""
        k, seat = self.kernel, [int(value) for value in self.seats[self.roller]]
        stages = {k.BEFORE: "BEFORE", k.ROLL: "ROLL", k.NUMERAL: "NUMERAL", k.FLIP: "FLIP", k.OVER: "OVER"}
        board, up = seat[k.BOARD], []
        for number in range(1, self.rules.faces + 1):
            board, count = divmod(board, self.rules.numbers.count(number) + 1)
            up.append(count)
        return {
            "stage": stages[seat[k.STAGE]],
            "roller": self.roller,
            "up": up,
            "wild": (seat[k.NUMERALS], seat[k.DADOS]),
            "number": seat[k.NUMBER],
            "more": seat[k.MORE],
            "changes": seat[k.CHANGES],
            "played": seat[k.PLAYED],
        }


def random_moves(rules: SeisRules, state: SeisState, rng: random.Random, most: int) -> Iterator[SeisMove]:
    """Moves drawn from the engine's legal ones."""
    for _ in range(most):
        turn = rules.turn(state)
        if isinstance(turn, Terminal):
            return
        move = Distribution(turn.outcomes).sample(rng) if isinstance(turn, Chance) else rng.choice(turn.moves)
        yield move
        state = rules.apply(state, move)


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS.keys())
@pytest.mark.parametrize("rules", CASES, ids=repr)
def test_kernel_and_engine_agree_at_every_ply(kernel: ModuleType, rules: SeisRules) -> None:
    for seed in range(2):
        first = seed % rules.players
        state = rules.initial() if rules.players == 1 else rules.apply(rules.initial(), First(first))
        table = Table(kernel, rules, first)
        for move in random_moves(rules, state, random.Random(seed), most=200):
            assert table.says() == engine_says(state, rules)
            assert table.legal() == {action_of(legal) for legal in rules.turn(state).moves}
            state = rules.apply(state, move)
            table.step(action_of(move))
        if isinstance(rules.turn(state), Terminal):
            assert table.says()["stage"] == "OVER" and not any(table.says()["up"])
            assert table.roller == state.roller


def test_every_stage_and_option_came_up() -> None:
    """The cases above reach what they are for, or the comparison proves little."""
    phases, changed, extra, kept = set(), set(), set(), 0
    for rules in CASES:
        state = rules.initial() if rules.players == 1 else rules.apply(rules.initial(), First(0))
        for move in random_moves(rules, state, random.Random(0), most=300):
            phases.add(state.phase)
            changed.add(state.changes)
            extra.add(state.more_rolls)
            kept += state.phase is Phase.FLIP and move == Pass()
            state = rules.apply(state, move)
    assert phases == {Phase.BEFORE, Phase.ROLL, Phase.NUMERAL, Phase.FLIP}
    assert changed >= {0, 1} and extra >= {0, 1, 2, 3} and kept > 10


class Script:
    """A generator that makes the die of the kernel show the given faces."""

    def __init__(self, faces: list[int], weights: Any) -> None:
        ends = np.cumsum(weights[1:])
        self.values = [float((ends[face - 1] - weights[face] / 2) / weights[0]) for face in reversed(faces)]

    def random(self) -> float:
        return self.values.pop()


def own_view(view: SeisView) -> SeisView:
    """The deciding seat of a race as a table of its own."""
    state = view.state
    mine = (state.seats[view.seat],)
    return SeisView(0, replace(state, seats=mine, roller=0))


@pytest.mark.parametrize("rules", [rules for rules in CASES if 0 not in rules.probabilities], ids=repr)
def test_whole_games_of_kernel_and_engine_have_the_same_winner_and_length(rules: SeisRules) -> None:
    """The engine plays with a policy; the kernel gets the same dice and the same policy as a table."""
    seats = [alone(rules, seat) for seat in range(rules.players)]
    given = kernel_input(seats, [steady_bot(one) for one in seats])

    def policy(view: SeisView, moves: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        return steady_bot(seats[view.seat])(own_view(view), moves)

    start = rules.initial() if rules.players == 1 else rules.apply(rules.initial(), First(0))
    for seed in range(3):
        states, moves = [start], []
        for move, state in unfold(rules, [policy] * rules.players, random.Random(seed), start):
            states.append(state)
            moves.append(move)
        winner = next(seat for seat, cards in enumerate(states[-1].seats) if not cards.up)
        rolls = [s for s, move in zip(states, moves, strict=False) if isinstance(move, Roll) and s.roller == winner]
        last_of_a_turn = sum(state.more_rolls == 0 for state in rolls)
        own_turns = last_of_a_turn + (rolls[-1].more_rolls > 0)  # a row finished with rolls to spare
        script = Script([move.face for move in moves if isinstance(move, Roll)], given.weights)
        winners, turns = KERNELS["plain"].play_games(1, 10_000, script, *given.arguments())
        assert script.values == []
        assert (winners[0], turns[0]) == (winner, own_turns)
