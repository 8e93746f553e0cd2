"""Draws in Six: the third occurrence of a position, and a hundred turns without a capture."""

from dataclasses import replace
from fractions import Fraction

import pytest

from seis_lab.game import Decision, Record
from seis_lab.games import read_record
from seis_lab.games.six import QUIET, REPETITION, SixRules
from seis_lab.games.six_hexes import Cell
from seis_lab.games.six_notation import Hop, InvalidPosition, SixState, Trail, parse_position
from seis_lab.games.six_repetition import occurrences
from tests.games.six_positions import after, moves, outcome

RULES = SixRules()
HALF = [Fraction(1, 2), Fraction(1, 2)]
ROW = ("0,0 2,0 4,0 6,0 8,0 10,0", "1,0 3,0 5,0 7,0 9,0 11,0")
END = Cell(11, 0)
ROUND = ("lift 0,0", "land 1,-1", "lift 11,0", "land 11,-1", "lift 1,-1", "land 0,0", "lift 11,-1", "land 11,0")


def test_the_third_occurrence_is_a_draw() -> None:
    """The start of the turn counts as the first occurrence; every round of four turns brings the position back."""
    state = RULES.position(*ROW)
    state = after(RULES, state, *ROUND)
    assert occurrences(state.tiles, state.trail) == 2
    state = after(RULES, state, *ROUND[:-1])
    assert outcome(RULES, state) is None
    state = after(RULES, state, ROUND[-1])
    assert outcome(RULES, state) == (HALF, REPETITION)
    assert state.quiet == 8


def test_without_the_rule_the_game_goes_on() -> None:
    rules = replace(RULES, repetition="off")
    state = after(rules, rules.position(*ROW), *ROUND * 30)
    assert isinstance(rules.turn(state), Decision)
    assert state.trail == ()


def test_a_position_that_has_moved_along_is_the_same() -> None:
    """Two tiles each walk to the right in a row: the whole game from its first move, drawn after four turns."""
    rules = SixRules(tiles=2, figures=["line"], line=2)
    state = after(rules, rules.initial(), "place 2,0", "place 3,0")
    start = 0
    for walked in range(4):
        assert outcome(rules, state) is None
        state = after(rules, state, f"lift {start + walked},0", f"land {start + walked + 4},0")
    assert outcome(rules, state) == (HALF, REPETITION)
    record = Record(rules, tuple(map(rules.parse, ("place 2,0", "place 3,0", "lift 0,0", "land 4,0"))))
    assert read_record(record.to_json()).outcome() is None


def test_the_same_tiles_with_the_other_side_to_move_are_another_position() -> None:
    """Red goes round in three turns and black in two: after five turns the tiles lie as before and black moves."""
    state = RULES.position(*ROW)
    turns = ("0,0 1,-1", "11,0 11,-1", "1,-1 1,1", "11,-1 11,0", "1,1 0,0")
    for turn in turns:
        start, end = turn.split(" ")
        state = after(RULES, state, f"lift {start}", f"land {end}")
    assert state.tiles == RULES.position(*ROW).tiles and state.actor == 1
    assert occurrences(state.tiles, state.trail) == 1


def test_a_capture_begins_the_counting_anew() -> None:
    rules = SixRules(figures=["ring"])
    state = after(rules, rules.position(ROW[0] + " 12,0 14,0", ROW[1] + " 13,0"), *ROUND[:2])
    assert state.quiet == 1
    state = after(rules, state, "lift 13,0")
    assert state.captured == 1 and state.trail == ()
    state = after(rules, state, "land 12,-1")
    assert (state.quiet, state.captured) == (0, 0)
    state = after(rules, state, "lift 1,-1", "land 0,0")
    assert state.trail == (Hop(Cell(1, -1), Cell(0, 0)),)


def calm(turns: int, last: Cell = END) -> Trail:
    """Turns without a repetition that bring red to 0,0 and black to the last cell of the row in the end."""
    one, two = Cell(last.q + 1, 0), Cell(last.q + 2, 0)
    red = [Hop(Cell(0, -1), Cell(0, 0)), *[Hop(Cell(0, -2), Cell(0, -1)), Hop(Cell(0, -1), Cell(0, -2))] * 30]
    black = [Hop(one, last), *[Hop(two, one), Hop(one, two)] * 30]
    backwards = [hop for pair in zip(black, red, strict=True) for hop in pair]
    return tuple(reversed(backwards[:turns]))


def test_a_hundred_turns_without_a_capture_are_a_draw() -> None:
    for turns, end in ((98, None), (99, (HALF, QUIET))):
        state = replace(RULES.position(*ROW), trail=calm(turns))
        assert outcome(RULES, state) is None
        assert outcome(RULES, after(RULES, state, "lift 0,0", "land 1,-1")) == end


def test_a_capture_or_a_figure_in_the_hundredth_turn_comes_first() -> None:
    rules = SixRules(figures=["line"], line=4)
    state = replace(rules.position(*ROW), trail=calm(99))
    assert outcome(rules, state) is None
    captured = after(rules, state, "lift 2,0", "land 5,1")
    assert (outcome(rules, captured), captured.quiet) == (None, 0)
    ready = replace(rules.position("0,0 2,0 3,0 4,0", "1,0 4,1 5,1 6,0"), trail=calm(99, Cell(6, 0)))
    assert outcome(rules, after(rules, ready, "lift 0,0", "land 5,0")) == ([1, 0], "line")


def test_the_trail_is_part_of_the_notation() -> None:
    state = after(RULES, RULES.position(*ROW), *ROUND[:6])
    assert str(state).endswith(" ; B LIFT ; 0,0>1,-1 11,0>11,-1 1,-1>0,0")
    assert parse_position(str(state)) == state
    assert outcome(RULES, after(RULES, parse_position(str(state)), *ROUND[6:], *ROUND)) == (HALF, REPETITION)


@pytest.mark.parametrize("trail", ["5,5>6,6", "1,1>0,1", "1,0>0,0", "0,0>0,0"])
def test_a_trail_that_cannot_be_is_refused(trail: str) -> None:
    """A turn must end where a tile lies and begin where none lies."""
    state: SixState = parse_position(f"0,0 2,0 | 1,0 3,0 ; 0,0 ; A LIFT ; {trail}")
    with pytest.raises(InvalidPosition, match=f"the turn {trail} cannot have led to this position"):
        moves(SixRules(tiles=2, figures=["line"], line=2), state)
