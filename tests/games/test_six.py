"""Six: placing, figures, the moving phase, the team game, and every option doing what it says."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from seis_lab.game import Decision, IllegalMove, Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_figures import NAMES, find, through
from seis_lab.games.six_hexes import SYMMETRIES, Cell, canonical, neighbours, symmetric, touching
from seis_lab.games.six_notation import Lift, Phase, SixState
from tests.games.six_positions import after, moves, outcome

RULES = SixRules()


# The grid.


def test_neighbours_are_mutual_and_six() -> None:
    cell = Cell(3, -5)
    assert len(set(neighbours(cell))) == 6
    assert all(cell in neighbours(near) for near in neighbours(cell))


def test_the_symmetries_are_a_group_of_twelve_that_keeps_neighbours() -> None:
    probe = (Cell(1, 0), Cell(0, 1))
    images = {tuple(map(turn, probe)) for turn in SYMMETRIES}
    assert len(images) == 12
    assert {tuple(map(one, map(two, probe))) for one in SYMMETRIES for two in SYMMETRIES} == images
    for turn in SYMMETRIES:
        assert {turn(near) for near in neighbours(Cell(2, -7))} == set(neighbours(turn(Cell(2, -7))))


def test_positions_are_the_same_wherever_they_lie_and_alike_however_they_are_turned() -> None:
    rng = random.Random(6)
    for _ in range(20):
        state = RULES.initial()
        for _ in range(rng.randrange(12)):
            state = RULES.apply(state, rng.choice(RULES.turn(state).moves))
        red, black = state.tiles
        along = [tuple(Cell(q + 5, r - 9) for q, r in side) for side in (red, black)]
        assert canonical((along[0], along[1])) == canonical(state.tiles) == canonical(canonical(state.tiles))
        for turn in SYMMETRIES:
            image = tuple(sorted(map(turn, red))), tuple(sorted(map(turn, black)))
            assert symmetric(image) == symmetric(state.tiles)
            assert symmetric(image[::-1], swap_colours=True) == symmetric(state.tiles, swap_colours=True)


def test_colours_are_only_exchanged_on_request() -> None:
    tiles = ((Cell(0, 0), Cell(1, 0)), (Cell(2, 0),))
    assert symmetric(tiles) != symmetric(tiles[::-1])
    assert symmetric(tiles, swap_colours=True) == symmetric(tiles[::-1], swap_colours=True)


# Placing.


def test_the_first_tile_may_not_touch_its_own_colour() -> None:
    """3 of the 8 free cells around the two tiles do not touch red's; after it every cell is allowed."""
    assert moves(RULES, RULES.initial()) == ["place 1,1", "place 2,-1", "place 2,0"]
    assert len(moves(SixRules(opening_restriction=False), RULES.initial())) == 8
    second = after(RULES, RULES.initial(), "place 2,0")
    assert "place 1,1" in moves(RULES, second)  # touches black's own tile
    third = after(RULES, second, "place 3,0")
    assert "place -1,0" in moves(RULES, third)


def test_a_tile_is_placed_next_to_the_table_only() -> None:
    state = after(RULES, RULES.initial(), "place 2,0")
    assert {Cell(*map(int, move[6:].split(","))) for move in moves(RULES, state)} == set(
        touching([Cell(0, 0), Cell(1, 0), Cell(2, 0)])
    )
    for cell in ("0,0", "5,5", "2,-2"):
        with pytest.raises(IllegalMove, match=f"illegal move 'place {cell}'"):
            after(RULES, state, f"place {cell}")


def test_the_moving_phase_begins_when_all_tiles_are_placed() -> None:
    rng, state, turns = random.Random(1), SixRules(figures=["ring"]).initial(), 0
    while state.phase is Phase.PLACE:
        assert state.actor == turns % 2
        assert state.hands == (20 - (turns + 1) // 2, 20 - turns // 2)
        state = RULES.apply(state, rng.choice(RULES.turn(state).moves))
        turns += 1
    assert (turns, state.hands, state.actor, state.phase) == (40, (0, 0), 0, Phase.LIFT)
    assert RULES.turn(state) == Decision(0, tuple(map(Lift, state.tiles[0])))


# Figures.


def test_thirty_six_figures_through_every_cell_win_and_nothing_less() -> None:
    cell, other = Cell(4, -2), (Cell(40, 40),)
    shapes = through(cell, RULES.shapes)
    assert len(set(shapes)) == 36
    assert [sum(shape.name == name for shape in shapes) for name in NAMES] == [18, 12, 6]
    for shape in shapes:
        for colour in (0, 1):
            tiles = (shape.cells, other) if colour == 0 else (other, shape.cells)
            won = SixState(tiles, (10, 10), actor=1 - colour)
            assert RULES.figure_of(won) == shape
            assert outcome(RULES, won) == ([Fraction(colour == 0), Fraction(colour == 1)], shape.name)
            less = tuple(held for held in shape.cells if held != cell)
            part = (less, other) if colour == 0 else (other, less)
            assert RULES.figure_of(replace(won, tiles=part)) is None


def test_seven_in_a_row_contain_a_line_and_a_ring_may_hold_anything() -> None:
    row = "0,0 1,0 2,0 4,0 5,0 6,0"
    state = RULES.position(row, "3,1 2,1 3,-1 0,1 1,1 6,-1", hands=(10, 10))
    assert outcome(RULES, after(RULES, state, "place 3,0")) == ([1, 0], "line")
    ring = "1,0 0,1 -1,1 -1,0 0,-1"
    for red, black in (("", "2,0"), ("0,0", "2,0"), ("", "0,0 2,0")):
        state = RULES.position(f"{ring} {red}", black, hands=(10, 10))
        assert outcome(RULES, after(RULES, state, "place 1,-1")) == ([1, 0], "ring")


def test_a_tile_that_completes_two_figures_names_the_first_kind() -> None:
    line, triangle = "0,0 1,0 2,0 3,0 4,0", "5,1 6,0 5,2 6,1 7,0"
    state = RULES.position(f"{line} {triangle}", "4,1", hands=(5, 5))
    assert outcome(RULES, after(RULES, state, "place 5,0")) == ([1, 0], "line")
    only = SixRules(figures=["triangle"])
    assert outcome(only, after(only, state, "place 5,0")) == ([1, 0], "triangle")


def test_only_the_figures_of_the_options_count() -> None:
    """Which figure a placement completes, under every set of figures."""
    shapes = {
        "line": "0,0 1,0 2,0 3,0 4,0 5,0",
        "triangle": "0,0 1,0 2,0 0,1 1,1 0,2",
        "ring": "1,0 0,1 -1,1 -1,0 0,-1 1,-1",
    }
    for name, text in shapes.items():
        first, *rest = text.split()
        for wins in NAMES:
            rules = SixRules(figures=[wins])
            state = after(rules, rules.position(rest, "2,-1", hands=(9, 9)), f"place {first}")
            assert isinstance(rules.turn(state), Terminal) is (wins == name)


def test_sizes_of_figures_for_miniatures() -> None:
    small = SixRules(line=3, triangle=2, tiles=3)
    assert small.needed == 3
    assert [len(shape.cells) for shape in small.shapes] == [3, 3, 3, 3, 3, 6]
    assert find([Cell(0, 0), Cell(1, 0), Cell(0, 1)], small.shapes) is not None
    assert SixRules(line=8, figures=["line", "ring"]).needed == 6
    assert SixRules(triangle=4, figures=["triangle"], tiles=10).needed == 10


# The moving phase, without captures (those are in test_six_captures).

ROW = ("0,0 2,0 4,0 6,0 8,0 10,0", "1,0 3,0 5,0 7,0 9,0 11,0")


def test_only_own_tiles_are_lifted_and_they_land_elsewhere() -> None:
    state = RULES.position(*ROW)
    assert moves(RULES, state) == [f"lift {q},0" for q in (0, 2, 4, 6, 8, 10)]
    with pytest.raises(IllegalMove, match="illegal move 'place 0,1'"):
        after(RULES, state, "place 0,1")
    state = after(RULES, state, "lift 0,0")
    assert state.tiles[0][0] == (2, 0) and state.lifted == (0, 0)
    with pytest.raises(IllegalMove, match="illegal move 'land 0,0'"):
        after(RULES, state, "land 0,0")
    assert {Cell(*map(int, move[5:].split(","))) for move in moves(RULES, state)} == {
        cell for cell in touching(state.tiles[0] + state.tiles[1]) if cell != (0, 0)
    }
    state = after(RULES, state, "land 12,0")
    assert (state.actor, state.phase, state.lifted, str(state.trail[0])) == (1, Phase.LIFT, None, "0,0>12,0")


def test_an_enclosed_tile_may_be_moved() -> None:
    state = RULES.position("0,0 1,0 -1,1 0,-1 2,-1 -2,2", "0,1 -1,0 1,-1 2,0 -2,1 0,2")
    assert all(near in state.tiles[0] + state.tiles[1] for near in neighbours(Cell(0, 0)))
    moved = after(RULES, state, "lift 0,0")
    assert moved.captured == 0 and sum(map(len, moved.tiles)) == 11
    assert "land 1,1" in moves(RULES, moved)


def test_who_completes_a_figure_in_the_moving_phase_wins() -> None:
    state = RULES.position("0,0 1,0 2,0 3,0 4,0 0,2", "0,1 1,1 2,1 4,1 5,1 6,0")
    assert outcome(RULES, after(RULES, state, "lift 0,2", "land 5,0")) == ([1, 0], "line")


# The team game.


def test_four_players_are_two_teams() -> None:
    rules, rng = SixRules(players=4, figures=["ring"]), random.Random(3)
    state = rules.initial()
    assert state.hands == (10, 10, 10, 10)
    seats = []
    while state.phase is Phase.PLACE:
        seats.append(state.actor)
        before = len(state.tiles[state.actor % 2])
        after_move = rules.apply(state, rng.choice(rules.turn(state).moves))
        assert len(after_move.tiles[state.actor % 2]) == before + 1
        state = after_move
    assert seats == [0, 1, 2, 3] * 10
    turn = rules.turn(state)
    assert turn == Decision(0, tuple(map(Lift, state.tiles[0])))  # also the tiles that the partner has placed
    third = replace(state, actor=2)
    assert rules.turn(third) == Decision(2, turn.moves)


def test_a_team_shares_the_win() -> None:
    rules = SixRules(players=4)
    for red, black, actor, payoffs in (
        ("0,0 1,0 2,0 3,0 4,0", "0,1 6,0 6,-1 6,-2 6,-3", 2, [1, 0, 1, 0]),
        ("0,1 6,0 6,-1 6,-2 6,-3", "0,0 1,0 2,0 3,0 4,0", 3, [0, 1, 0, 1]),
    ):
        state = rules.position(red + " 4,1", black + " 5,1", actor=actor, hands=(4, 4, 5 - (actor > 2), 5))
        assert outcome(rules, after(rules, state, "place 5,0")) == ([Fraction(pay, 2) for pay in payoffs], "line")
