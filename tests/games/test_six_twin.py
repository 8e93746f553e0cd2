"""Six against an independent twin: whole games answer by answer, and figures on random tiles."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seis_lab.game import Decision, Terminal
from seis_lab.games.six import REPETITION, SixRules
from seis_lab.games.six_figures import find
from seis_lab.games.six_groups import capture
from seis_lab.games.six_hexes import Cell
from seis_lab.games.six_notation import Lift, SixMove, SixState
from tests.games import six_twin as twin

FOURS: dict[str, Any] = {"figures": ["line"], "line": 4}

Choice: TypeAlias = Callable[[SixState, tuple[SixMove, ...], random.Random], SixMove]

EVERY_OPTION: list[tuple[dict[str, Any], int]] = [
    ({}, 4),
    ({"players": 4, "tiles": 13, "figures": ["ring", "triangle"]}, 3),
    ({"capture_timing": "after landing"}, 4),
    ({"split": "forbidden", "tiles": 9, **FOURS, "line": 6}, 3),
    ({"split": "forbidden", "capture_timing": "after landing", "tiles": 7, "figures": ["ring"]}, 1),
    ({"tiles": 9, "figures": ["ring"], "opening_restriction": False}, 15),
    ({"tiles": 8, "figures": ["ring"], "both_below_six": "more tiles wins"}, 15),
    ({"tiles": 7, "repetition": "off", "capture_timing": "after landing", "both_below_six": "more tiles wins"}, 15),
    ({"tiles": 4, **FOURS}, 40),
    ({"tiles": 4, **FOURS, "capture_timing": "after landing"}, 40),
    ({"tiles": 3, "figures": ["triangle"], "triangle": 2, "split": "forbidden"}, 40),
    ({"tiles": 3, "figures": ["triangle"], "triangle": 2, "split": "forbidden", "capture_timing": "after landing"}, 8),
    ({"tiles": 2, "figures": ["line"], "line": 2}, 60),
]


REPEATED: list[dict[str, Any]] = [
    {"tiles": 3, "figures": ["line"], "line": 3},
    {"tiles": 3, "figures": ["line"], "line": 3, "players": 4},
    {"tiles": 3, "figures": ["triangle"], "triangle": 2, "split": "forbidden"},
]


@pytest.mark.parametrize(("options", "games"), EVERY_OPTION, ids=str)
def test_random_games_answer_by_answer(options: dict[str, Any], games: int) -> None:
    play_along(options, games, lambda state, moves, rng: rng.choice(moves))


@pytest.mark.parametrize("options", REPEATED, ids=str)
def test_games_that_come_back_to_a_position(options: dict[str, Any]) -> None:
    assert play_along(options, 12, lazily)[REPETITION] > 2


def lazily(state: SixState, moves: tuple[SixMove, ...], rng: random.Random) -> SixMove:
    """Mostly the least move that captures nothing."""
    calm = [move for move in moves if not isinstance(move, Lift) or len(capture(state.tiles, move.cell).groups) == 1]
    return min(calm or moves, key=lambda move: move.cell) if rng.random() < 0.8 else rng.choice(calm or moves)


def play_along(options: dict[str, Any], games: int, choose: Choice) -> Counter[str]:
    """Play games with both programs, every question and answer compared; how often each reason ended one."""
    rules, rng, reasons = SixRules(**options), random.Random(6), Counter[str]()
    for _ in range(games):
        asked, state = twin.game(rules.to_json()), rules.initial()
        question: twin.Question | None = next(asked)
        while isinstance(turn := rules.turn(state), Decision):
            assert question is not None, "the twin's game is over"
            seat, kind, cells = question
            assert seat == turn.seat == state.actor
            assert sorted(f"{kind} {cell}" for cell in cells) == sorted(map(str, turn.moves))
            move = choose(state, turn.moves, rng)
            state = rules.apply(state, move)
            try:
                question = asked.send(str(move.cell))
            except StopIteration as stop:
                question, end = None, stop.value
        assert isinstance(turn, Terminal) and question is None
        assert (list(turn.outcome.payoffs), turn.outcome.reason) == end
        reasons[turn.outcome.reason] += 1
    return reasons


cells = st.builds(Cell, st.integers(-3, 3), st.integers(-3, 3))


@given(
    tiles=st.frozensets(cells, min_size=1, max_size=40),
    line=st.integers(2, 6),
    triangle=st.integers(2, 4),
    name=st.sampled_from(["line", "triangle", "ring"]),
)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_figures_on_random_tiles(tiles: frozenset[Cell], line: int, triangle: int, name: str) -> None:
    rules = SixRules(figures=[name], line=line, triangle=triangle)
    found = find(tiles, rules.shapes)
    table = {twin.cube(str(cell)): "red" for cell in tiles}
    assert (found.name if found else "") == twin.figure(table, "red", rules.to_json())
    assert found is None or tiles.issuperset(found.cells)
