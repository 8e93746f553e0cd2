"""The fast board of Six and the rules, side by side: the same turns to both, compared at every ply.

The fast board has its own writing of the rules, so a slip in either shows here. The turns are drawn once, from the
rules' legal moves, and handed to both. Every ply compares the legal turns, the tiles after one of them, whether and how
the game ended, and all the counters against a board that is put up anew.
"""

import random
from collections.abc import Iterator
from functools import reduce
from types import ModuleType
from typing import Any

import pytest

from seis_lab.game import Terminal
from seis_lab.games.six import QUIET, REPETITION, SixRules
from seis_lab.games.six_hexes import read_cell
from seis_lab.games.six_notation import Land, Lift, Phase, Place, SixMove, SixState
from tests.sim.six_kernels import BOTH

# Rules, games of each, and how often all legal turns are compared (by the rules that takes a second with 42 tiles).
CASES = [
    (SixRules(), 1, 7),
    (SixRules(opening_restriction=False, players=4), 1, 15),
    (SixRules(split="forbidden"), 1, 15),
    (SixRules(tiles=9), 2, 3),
    (SixRules(tiles=9, both_below_six="more tiles wins", repetition="off"), 3, 9),
    (SixRules(tiles=7, players=4), 3, 3),
    (SixRules(tiles=8, split="forbidden"), 2, 3),
    (SixRules(tiles=7, capture_timing="after landing"), 3, 3),
    (SixRules(tiles=7, capture_timing="after landing", split="forbidden"), 2, 4),
    (SixRules(tiles=6, figures=("line", "triangle"), line=4), 4, 3),
    (SixRules(tiles=7, figures=("ring",)), 3, 3),
    (SixRules(tiles=12, figures=("line",), line=12, capture_timing="after landing"), 1, 12),
    (SixRules(tiles=5, figures=("line",), line=2, opening_restriction=False), 2, 1),
    (SixRules(tiles=30, figures=("triangle",), triangle=5), 1, 40),
]
LONGEST = 64  # turns of a game


def whole_turns(rules: SixRules, state: SixState, begun: tuple[SixMove, ...] = ()) -> Iterator[tuple[SixMove, ...]]:
    """Every way to end the turn that begins, or goes on, in a position."""
    for move in rules.turn(state).moves:
        landed = isinstance(move, Land) and rules.capture_timing == "at the lift"
        after = state if landed or isinstance(move, Place) else rules.apply(state, move)
        if after.phase in (Phase.KEEP, Phase.LAND) and after is not state:
            yield from whole_turns(rules, after, (*begun, move))
        else:
            yield *begun, move


def spell(tables: ModuleType, rules: SixRules, state: SixState, code: int) -> tuple[SixMove, ...]:
    """The moves of a turn, without playing more of them than must be."""
    if code & tables.CAPTURES:
        return tuple(tables.moves_of(rules, state, code))
    land = tables.cell(code & tables.MASK, state.tiles)
    if state.phase is Phase.PLACE:
        return (Place(land),)
    return Lift(tables.cell((code >> tables.COORDINATE) & tables.MASK, state.tiles)), Land(land)


def numbers(tables: ModuleType, state: SixState) -> list[set[int]]:
    return [{tables.number(cell) for cell in side} for side in state.tiles]


def lying(board: Any) -> list[set[int]]:
    """The tiles of a fast board by colour, three times over: the lists, the places in them and the cells agree."""
    sides = [{int(board.pieces[64 * colour + at]) for at in range(board.sums[colour])} for colour in (0, 1)]
    for colour, side in enumerate(sides):
        assert side == {cell for cell in range(4096) if board.tile[cell] == colour}
        assert all(board.pieces[64 * colour + board.at[cell]] == cell for cell in side)
    return sides


def counters(six: ModuleType, board: Any) -> tuple[Any, ...]:
    return (
        list(board.figure),
        list(board.threat),
        *(int(board.sums[which]) for which in (six.HASH, six.TALLY, six.WORTH)),
    )


def outcome(six: ModuleType, rules: SixRules, before: SixState, after: SixState) -> int:
    """How the rules say that a turn ended, in the kernel's words; a repetition is no matter of one turn."""
    turn = rules.turn(after)
    if not isinstance(turn, Terminal) or turn.outcome.reason in (REPETITION, QUIET):
        return int(six.GOES_ON)
    payoffs = turn.outcome.payoffs
    if len(set(payoffs)) == 1:
        return int(six.DRAW)
    return int(six.MOVER if payoffs[before.actor] > 0 else six.OTHER)


@pytest.mark.parametrize("modules", BOTH.values(), ids=list(BOTH))
@pytest.mark.parametrize(("rules", "games", "every"), CASES, ids=lambda value: repr(value))
def test_the_same_game(modules: dict[str, ModuleType], rules: SixRules, games: int, every: int) -> None:
    six, six_turns, tables = modules["six"], modules["six_turns"], modules["six_tables"]
    rng, captures = random.Random(repr(rules)), 0
    for _ in range(games):
        state = rules.initial()
        board = tables.board_of(rules, state)
        for ply in range(LONGEST):
            if isinstance(rules.turn(state), Terminal):
                break
            place = state.phase is Phase.PLACE
            codes = tables.turns_of(rules, board, state)
            if ply % every == 0:
                assert {spell(tables, rules, state, code) for code in codes} == set(whole_turns(rules, state))
                assert len(set(codes)) == len(codes)
            before = counters(six, board), lying(board), list(board.pieces)
            for code in rng.sample(codes, min(len(codes), 4)):
                captures += bool(code & tables.CAPTURES)
                after = reduce(rules.apply, tables.moves_of(rules, state, code), state)
                six_turns.make(board, code, state.colour, place, 3)
                assert lying(board) == numbers(tables, after)
                assert six_turns.result(board, state.colour, place) == outcome(six, rules, state, after)
                six_turns.unmake(board, code, state.colour, place, 3)
            assert (counters(six, board), lying(board)) == before[:2]
            for colour in (0, 1):  # a turn that is taken back leaves the lists in the same order
                own = slice(64 * colour, 64 * colour + board.sums[colour])
                assert list(board.pieces)[own] == before[2][own]
            six_turns.make(board, code, state.colour, place, 3)
            state = after
            assert counters(six, board) == counters(six, tables.board_of(rules, state))
    if rules.tiles in (7, 9) and rules.split == "allowed":
        assert captures > 0  # short games come to the moving phase, and what was compared has captures in it


@pytest.mark.parametrize("modules", BOTH.values(), ids=list(BOTH))
@pytest.mark.parametrize(
    ("seat", "turn", "gone"),
    [
        (0, "lift 5,-2 land 0,1", "4,0 5,-1 5,0 6,-1"),
        (1, "lift 2,-2 land 0,1", "2,-3"),
    ],
)
def test_the_captures_of_the_known_values(modules: dict[str, ModuleType], seat: int, turn: str, gone: str) -> None:
    """The position and both captures are those of `known_values.md`."""
    rules = SixRules()
    red, black = "0,0 1,-1 2,-1 3,-2 2,-3 5,-2 5,0", "1,0 2,0 2,-2 3,-1 4,-3 4,-2 4,0 5,-1 6,-1"
    state = rules.position(red, black, actor=seat)
    tables, six_turns = modules["six_tables"], modules["six_turns"]
    board = tables.board_of(rules, state)
    (code,) = (
        code
        for code in tables.turns_of(rules, board, state)
        if " ".join(map(str, tables.moves_of(rules, state, code))) == turn
    )
    lay = set.union(*lying(board))
    six_turns.make(board, code, seat, False, 1)
    moved = {tables.number(read_cell(cell)) for cell in (turn.split()[1], *gone.split())}
    assert lay - set.union(*lying(board)) == moved
