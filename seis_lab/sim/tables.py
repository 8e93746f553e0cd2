"""What the kernel of SEIS is given: the rules of seats that play alone as integers, and a policy as a table of moves.

The table is filled by walking with the engine through every position that the policy can reach, and asking it there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.exact.rows import require_rules
from seis_lab.game import Decision, InvalidRules, Policy
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import Flip, Numeral, Phase, Play, SeisMove, SeisState
from seis_lab.sim.blocks import Stop, stop_if

SeisPolicy: TypeAlias = Policy[SeisView, SeisMove]
Ints: TypeAlias = NDArray[np.int64]

MOST_CELLS = 200_000_000
"""The longest table of moves, in bytes: more would not fit into a school's computer."""


@dataclass(frozen=True)
class KernelInput:
    """The arguments of `kernels.seis.play_games` after the generator: see there."""

    start: Ints
    options: Ints
    weights: Ints
    stride: Ints
    radix: Ints
    table: NDArray[np.int8]
    shape: Ints

    def arguments(self) -> tuple[Any, ...]:
        """All of them, in order."""
        return tuple(getattr(self, item.name) for item in fields(self))


def alone(rules: SeisRules, seat: int = 0) -> SeisRules:
    """The same rules for one seat that plays by itself, with its own wildcards.

    >>> alone(SeisRules(players=2, wildcards=[{"DADO": 1}, {"NUMERAL": 2}]), seat=1)
    SeisRules(players=1, wildcards={'NUMERAL': 2})
    """
    require_rules(rules)
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < rules.players:
        raise ValueError(f"seat={seat!r} is not allowed; allowed: a whole number from 0 to {rules.players - 1}")
    if rules.mode == "mirror":
        raise InvalidRules("mode='mirror' lets nobody play alone; allowed: 'traditional' or 'random'")
    return replace(rules, players=1, wildcards=rules.wildcards_of(seat))


def kernel_input(
    seats: Sequence[SeisRules], policies: Sequence[SeisPolicy], cancelled: Stop | None = None
) -> KernelInput:
    """The kernel's input for seats that each play alone, all with the same options but for their wildcards.

    A policy must always choose one move. InvalidRules names an option that the kernel cannot hold.
    """
    given = without_policy(seats)
    for index, (rules, policy) in enumerate(zip(seats, policies, strict=True)):
        _fill(given, index, rules, policy, cancelled)
    return given


def without_policy(seats: Sequence[SeisRules]) -> KernelInput:
    """The kernel's input with an empty table of moves."""
    from seis_lab.kernels.seis import NO_LIMIT, UNKNOWN

    rules = seats[0]
    if rules.mode != "traditional":
        raise InvalidRules(f"mode={rules.mode!r} deals the rows, which the kernel cannot; use method='engine'")
    held = [one.wildcards_of(0) for one in seats]
    stride, radix, boards = _mixed_radix(rules)
    most_numerals, most_dados = (max(wild[kind] for wild in held) for kind in ("NUMERAL", "DADO"))
    limit = rules.max_wildcards_per_turn
    shape = (
        boards,
        most_numerals + 1,
        most_dados + 1,
        min(most_dados, rules.dado_per_turn) + 1,
        1 if limit is None else limit + 1,
        3,
        min(most_numerals, rules.numeral_per_roll) + 1,
        rules.faces + 1,
    )
    cells = int(np.prod(np.array(shape, dtype=float)))
    if cells * len(seats) > MOST_CELLS:
        raise InvalidRules(
            f"row={list(rules.numbers)!r} has {boards} boards and the kernel's table {cells * len(seats)} cells; "
            f"allowed: {MOST_CELLS} cells; use method='engine'"
        )
    options = (
        rules.faces,
        rules.dado_per_turn,
        rules.numeral_per_roll,
        int(rules.numeral_wrap),
        NO_LIMIT if limit is None else limit,
        int(rules.flip == "optional"),
    )
    start = [(boards - 1, wild["NUMERAL"], wild["DADO"], 0, 0, 0, 0, 0) for wild in held]
    return KernelInput(
        np.array(start, np.int64),
        np.array(options, np.int64),
        _weights(rules),
        stride,
        radix,
        np.full((len(seats), cells), UNKNOWN, np.int8),
        np.array(shape, np.int64),
    )


def _mixed_radix(rules: SeisRules) -> tuple[Ints, Ints, int]:
    """For every number (entry 0 unused) its stride and radix, and how many boards there are."""
    stride, radix = np.zeros(rules.faces + 1, np.int64), np.ones(rules.faces + 1, np.int64)
    boards = 1
    for number in range(1, rules.faces + 1):
        stride[number], radix[number] = boards, rules.numbers.count(number) + 1
        boards *= int(radix[number])
    return stride, radix, boards


def _weights(rules: SeisRules) -> Ints:
    """The die as integer weights by face; entry 0 is their total."""
    weights = np.zeros(rules.faces + 1, dtype=object)
    for roll, weight in rules.rolls:
        weights[roll.face] = weight  # type: ignore[union-attr]
    weights[0] = sum(weights)
    if weights[0] >= 2**52:
        raise InvalidRules(
            f"die={rules.die!r} has a common denominator of {weights[0]}; the kernel allows 2**52; use method='engine'"
        )
    return weights.astype(np.int64)


def _fill(into: KernelInput, index: int, rules: SeisRules, policy: SeisPolicy, cancelled: Stop | None) -> None:
    """Ask the policy in every position that it can reach, and write its moves into row `index` of the table."""
    from seis_lab.kernels.seis import BEFORE, FLIP, NUMERAL, cell

    planes = {Phase.BEFORE: BEFORE, Phase.NUMERAL: NUMERAL, Phase.FLIP: FLIP}
    todo = [rules.initial()]
    met = set(todo)
    while todo:
        stop_if(cancelled)
        state = todo.pop()
        turn = rules.turn(state)
        following = turn.moves
        if isinstance(turn, Decision):
            chosen = policy(rules.view(state, turn.seat), turn.moves)
            if len(chosen.weights) != 1:
                raise ValueError(
                    f"the policy chooses by chance in position {str(state)!r}: {chosen!r}; the kernel allows one move; "
                    "use method='engine'"
                )
            following = tuple(chosen.weights)
            at = cell(_fields(state, into.stride), planes[state.phase], into.shape)
            into.table[index, at] = _action(following[0])
        for move in following:
            then = rules.apply(state, move)
            if then not in met:
                met.add(then)
                todo.append(then)


def _fields(state: SeisState, stride: Ints) -> Ints:
    """The position of a seat that plays alone as the kernel writes it, but for the stage."""
    seat = state.seats[0]
    board = sum(int(stride[card.number]) for card in seat.up)
    number = state.number or 0
    held = (seat.wild["NUMERAL"], seat.wild["DADO"])
    return np.array([board, *held, 0, number, state.more_rolls, state.changes, len(state.played)], np.int64)


def _action(move: SeisMove) -> int:
    """A decision as the kernel writes it."""
    match move:
        case Numeral(number):
            return number
        case Play() | Flip():
            return 1
        case _:
            return 0
