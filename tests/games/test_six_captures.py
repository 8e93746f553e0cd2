"""Captures in Six, every case as a position, and the order of a turn: captures, landing, figure, counts, repetition."""

from dataclasses import replace
from fractions import Fraction

import pytest

from seis_lab.game import IllegalMove
from seis_lab.games.six import BOTH_TOO_FEW, TOO_FEW, SixRules
from seis_lab.games.six_groups import capture
from seis_lab.games.six_hexes import Cell, read_cell
from seis_lab.games.six_notation import Phase, SixState
from tests.games.six_positions import after, moves, outcome

RULES = SixRules()
THREES = SixRules(figures=["line"], line=3, tiles=9)
FOURS = SixRules(figures=["line"], line=4, tiles=9)
HALF = [Fraction(1, 2), Fraction(1, 2)]


def cells(text: str) -> tuple[Cell, ...]:
    return tuple(sorted(map(read_cell, text.split())))


def lost(before: SixState, now: SixState) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The tiles of each colour that left the table, the lifted one not counted."""
    gone = [set(old) - set(new) - {now.lifted} for old, new in zip(before.tiles, now.tiles, strict=True)]
    return tuple(sorted(gone[0])), tuple(sorted(gone[1]))


# The position of known_values.md: red (0,0) ... (5,0), black (1,0) ... (6,-1).
KNOWN = ("0,0 1,-1 2,-1 3,-2 2,-3 5,-2 5,0", "1,0 2,0 2,-2 3,-1 4,-3 4,-2 4,0 5,-1 6,-1")


def test_the_captures_known_from_elsewhere() -> None:
    state = RULES.position(*KNOWN)
    assert lost(state, after(RULES, state, "lift 5,-2")) == (cells("5,0"), cells("4,0 5,-1 6,-1"))
    state = RULES.position(*KNOWN, actor=1)
    assert lost(state, after(RULES, state, "lift 2,-2")) == (cells("2,-3"), ())


# A star: red in the middle, three arms that touch nothing else, black and red by turns from the middle.
ARMS = (Cell(1, 0), Cell(-1, 1), Cell(0, -1))


def arm(which: int, length: int) -> list[Cell]:
    return [Cell(ARMS[which].q * step, ARMS[which].r * step) for step in range(1, length + 1)]


def star(*lengths: int) -> SixState:
    arms = [arm(which, length) for which, length in enumerate(lengths)]
    red = [Cell(0, 0)] + [cell for cells_of in arms for cell in cells_of[1::2]]
    return THREES.position(red, [cell for cells_of in arms for cell in cells_of[0::2]])


@pytest.mark.parametrize(
    ("lengths", "survivor"),
    [((3, 2, 1), 0), ((2, 1, 3), 2), ((4, 1), 0), ((1, 5), 1), ((2, 2, 3), 2), ((1, 1, 5), 2)],
)
def test_the_largest_of_two_or_three_groups_survives(lengths: tuple[int, ...], survivor: int) -> None:
    state = star(*lengths)
    now = after(THREES, state, "lift 0,0")
    assert now.phase is Phase.LAND
    assert sorted(now.tiles[0] + now.tiles[1]) == sorted(arm(survivor, lengths[survivor]))
    assert now.captured == sum(lengths) - max(lengths)


@pytest.mark.parametrize(
    ("lengths", "equal"), [((3, 3), (0, 1)), ((2, 2, 1), (0, 1)), ((1, 4, 4), (1, 2)), ((2, 2, 2), (0, 1, 2))]
)
def test_the_mover_picks_between_equally_large_groups(lengths: tuple[int, ...], equal: tuple[int, ...]) -> None:
    state = star(*lengths)
    now = after(THREES, state, "lift 0,0")
    assert (now.phase, now.actor, now.captured) == (Phase.KEEP, 0, 0)
    assert sorted(moves(THREES, now)) == sorted(f"keep {min(arm(which, lengths[which]))}" for which in equal)
    for which in equal:
        kept = after(THREES, now, f"keep {min(arm(which, lengths[which]))}")
        assert sorted(kept.tiles[0] + kept.tiles[1]) == sorted(arm(which, lengths[which]))
        assert (kept.phase, kept.captured) == (Phase.LAND, sum(lengths) - lengths[which])


def test_the_survivor_is_named_by_its_least_cell() -> None:
    now = after(THREES, star(3, 3), "lift 0,0")
    for text in ("keep 2,0", "keep 0,0", "keep 9,9"):
        with pytest.raises(IllegalMove, match="legal: keep -3,3, keep 1,0"):
            after(THREES, now, text)
    with pytest.raises(ValueError, match="no largest group has the cell 9,9"):
        capture(now.tiles).survivor(Cell(9, 9))


def test_a_lift_at_the_edge_captures_nothing() -> None:
    state = THREES.position("1,0 3,0 2,1", "0,0 2,0 4,0", actor=1)
    now = after(THREES, state, "lift 4,0")
    assert (now.captured, lost(state, now)) == (0, ((), ()))


def test_own_tiles_are_captured_too_and_never_the_lifted_one() -> None:
    state = THREES.position("0,0 3,0 4,-1 5,-1 5,0", "1,0 2,0 0,1 1,1")
    now = after(THREES, state, "lift 3,0")
    assert lost(state, now) == (cells("4,-1 5,-1 5,0"), ())
    assert "land 3,-1" in moves(THREES, now)


# The order of a turn.


def test_captures_come_before_the_landing() -> None:
    """The lifted tile cannot land beside a group that has left, however it would join it again."""
    state = THREES.position("0,0 2,1 1,2", "1,0 0,1 1,1 3,1 4,1")
    now = after(THREES, state, "lift 2,1")
    assert lost(state, now) == ((), cells("3,1 4,1"))
    for cell in ("2,1", "3,1", "4,1", "5,1", "3,0"):
        with pytest.raises(IllegalMove):
            after(THREES, now, f"land {cell}")
    assert "land 2,0" in moves(THREES, now)


# Red and black have three tiles; red's lift of 2,1 captures what lies at 3,1 and 4,1.
def test_a_figure_wins_before_tiles_are_counted() -> None:
    """Black has two tiles left and has lost in any case, but the reason is the line."""
    state = THREES.position("0,0 1,0 2,1", "0,1 1,1 3,1")
    now = after(THREES, state, "lift 2,1")
    assert outcome(THREES, after(THREES, now, "land 2,0")) == ([1, 0], "line")
    assert outcome(THREES, after(THREES, now, "land 0,2")) == ([1, 0], TOO_FEW)


def test_who_captures_too_many_own_tiles_has_lost() -> None:
    state = THREES.position("0,0 2,1 3,1", "1,0 0,1 1,1")
    assert outcome(THREES, after(THREES, state, "lift 2,1", "land 0,2")) == ([0, 1], TOO_FEW)


def test_the_landed_tile_counts() -> None:
    """Three tiles are needed and two are left on the table while the third is in the air."""
    state = THREES.position("0,0 2,1 1,2", "1,0 0,1 1,1 3,1")
    assert outcome(THREES, after(THREES, state, "lift 2,1", "land 2,0")) is None


def test_both_below_six_is_a_draw_or_goes_to_who_has_more() -> None:
    """Four are needed. After the capture red has three and black two, or the other way round."""
    more = SixRules(figures=["line"], line=4, tiles=9, both_below_six="more tiles wins")
    for red, black, payoffs in (
        ("0,0 0,1 2,1 3,1", "1,0 1,1 4,1 5,1", [1, 0]),
        ("0,0 2,1 3,1 4,1", "1,0 0,1 1,1 5,1", [0, 1]),
    ):
        for rules, paid in ((FOURS, HALF), (more, payoffs)):
            state = rules.position(red, black)
            assert outcome(rules, after(rules, state, "lift 2,1", "land 0,2")) == (paid, BOTH_TOO_FEW)
    even = more.position("0,0 0,1 2,1 3,1", "1,0 1,1 1,2 4,1")
    assert outcome(more, after(more, even, "lift 2,1", "land 0,2")) == (HALF, BOTH_TOO_FEW)


def test_a_draw_is_shared_by_all_four() -> None:
    rules = SixRules(players=4, figures=["line"], line=4, tiles=9)
    state = rules.position("0,0 0,1 2,1 3,1", "1,0 1,1 4,1 5,1", actor=2)
    assert outcome(rules, after(rules, state, "lift 2,1", "land 0,2")) == ([Fraction(1, 4)] * 4, BOTH_TOO_FEW)


# Captures after the landing.

LATE = replace(THREES, capture_timing="after landing")


# The tile on 1,0 holds two groups of three together, and the one other cell that touches both is 1,-1.
BRIDGE = ("1,0 3,0 -1,2", "0,0 2,-1 -1,1 2,0")


def test_after_landing_a_tile_may_join_the_groups_again() -> None:
    assert after(THREES, THREES.position(*BRIDGE), "lift 1,0").phase is Phase.KEEP
    now = after(LATE, LATE.position(*BRIDGE), "lift 1,0")
    assert (now.captured, len(capture(now.tiles).groups), now.phase) == (0, 2, Phase.LAND)
    joined = after(LATE, now, "land 1,-1")
    assert joined.tiles == (cells("1,-1 3,0 -1,2"), cells(BRIDGE[1]))
    assert (joined.actor, joined.quiet) == (1, 1)


def test_after_landing_the_landed_tile_may_make_its_group_the_largest() -> None:
    """Three against three: landing on one side makes it four, and the other three leave."""
    state = LATE.position("0,0 2,0 -2,2", "1,0 3,0 -1,1 -3,3")
    now = after(LATE, state, "lift 0,0")
    left = after(LATE, now, "land -4,3")
    assert set(left.tiles[0]) == set(cells("-2,2 -4,3")) and set(left.tiles[1]) == set(cells("-1,1 -3,3"))
    right = after(LATE, now, "land 4,0")
    assert set(right.tiles[0]) == set(cells("2,0 4,0")) and set(right.tiles[1]) == set(cells("1,0 3,0"))


def test_after_landing_the_landed_tile_may_be_captured_itself() -> None:
    state = LATE.position("0,0 2,0 4,0 6,0", "1,0 3,0 5,0 -1,0")
    now = after(LATE, state, "lift 0,0")
    assert "land -2,0" in moves(LATE, now)
    done = after(LATE, now, "land -2,0")  # beside -1,0: two tiles against six
    assert set(done.tiles[0]) == set(cells("2,0 4,0 6,0")) and set(done.tiles[1]) == set(cells("1,0 3,0 5,0"))
    assert done.actor == 1 and done.quiet == 0


def test_after_landing_the_choice_between_equal_groups_ends_the_turn() -> None:
    """Four on one side, three on the other, and the tile lands beside the three."""
    state = LATE.position("0,0 2,0 4,0 -2,2", "1,0 3,0 -1,1 -3,3")
    now = after(LATE, state, "lift 0,0", "land -4,4")
    assert (now.phase, now.actor) == (Phase.KEEP, 0)
    assert moves(LATE, now) == ["keep -4,4", "keep 1,0"]
    for keep, red, black in (("keep -4,4", "-2,2 -4,4", "-1,1 -3,3"), ("keep 1,0", "2,0 4,0", "1,0 3,0")):
        kept = after(LATE, now, keep)
        assert kept.tiles == (cells(red), cells(black)) and (kept.actor, kept.phase) == (1, Phase.LIFT)


def test_after_landing_a_figure_counts_only_if_it_survives() -> None:
    """Red lands in line with two others, but their group is the smaller one and leaves."""
    state = LATE.position("0,0 -2,2 -2,3 2,0", "1,0 3,0 4,0 3,1 4,1 -1,1")
    now = after(LATE, state, "lift 0,0")
    done = after(LATE, now, "land -2,1")
    assert outcome(LATE, done) == ([0, 1], TOO_FEW)
    assert set(done.tiles[0]) == set(cells("2,0"))


# Splits forbidden.


WHOLE = replace(THREES, split="forbidden")
WHOLE_LATE = replace(LATE, split="forbidden")


def test_no_lift_may_split_the_group() -> None:
    row = ("0,0 2,0 4,0", "1,0 3,0 5,0")
    assert moves(THREES, THREES.position(*row)) == ["lift 0,0", "lift 2,0", "lift 4,0"]
    assert moves(WHOLE, WHOLE.position(*row)) == ["lift 0,0"]
    assert moves(WHOLE, WHOLE.position(*row, actor=1)) == ["lift 5,0"]
    with pytest.raises(IllegalMove, match=r"illegal move 'lift 2,0' in position .*; legal: lift 0,0"):
        after(WHOLE, WHOLE.position(*row), "lift 2,0")


def test_after_landing_no_landing_may_leave_two_groups() -> None:
    assert moves(WHOLE, WHOLE.position(*BRIDGE)) == ["lift -1,2", "lift 3,0"]
    state = WHOLE_LATE.position(*BRIDGE)
    assert moves(WHOLE_LATE, state) == ["lift -1,2", "lift 1,0", "lift 3,0"]
    assert moves(WHOLE_LATE, after(WHOLE_LATE, state, "lift 1,0")) == ["land 1,-1"]
    row = WHOLE_LATE.position("0,0 2,0 4,0", "1,0 3,0 5,0")
    assert moves(WHOLE_LATE, row) == ["lift 0,0"]  # between 1,0 and 3,0 there is no other cell


@pytest.mark.parametrize("rules", [WHOLE, WHOLE_LATE], ids=["at the lift", "after landing"])
def test_who_has_no_tile_to_lift_passes(rules: SixRules) -> None:
    """Red holds the row together and black has both ends: red passes until black lets go."""
    state = rules.position("1,0 3,0 5,0", "0,0 2,0 4,0 6,0")
    assert (state.actor, state.trail) == (1, (None,))
    assert moves(rules, state) == ["lift 0,0", "lift 6,0"]
    state = after(rules, state, "lift 0,0", "land 7,0")
    assert (state.actor, str(state.trail[1])) == (0, "0,0>7,0")
    assert moves(rules, state) == ["lift 1,0"]
    still = replace(rules, repetition="off").position("1,0 3,0 5,0", "0,0 2,0 4,0 6,0")
    assert (still.actor, still.trail) == (1, ())


def test_nobody_passes_in_a_game_that_is_over() -> None:
    state = WHOLE.position("-1,0 0,0 2,0 4,0 6,0 7,0", "1,0 3,0 5,0")
    state = after(WHOLE, state, "lift 7,0", "land -2,0")
    assert outcome(WHOLE, state) == ([1, 0], "line")
    assert (state.actor, None in state.trail) == (1, False)
