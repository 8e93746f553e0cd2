"""Forced wins: against the definition, played against every defence, on full-size positions, and what is refused.

No expected value here comes from the search itself: small positions are settled by `brute.forces`, large ones were made
so that the reason can be read in the comment.
"""

import random
from typing import Any

import pytest

from seis_lab.exact.answers import Cancelled, Exact
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.six_board import Board
from seis_lab.exact.six_forced import ForcedLoss, ForcedWin, NoForcedWin
from seis_lab.exact.six_moving import Step
from seis_lab.exact.six_proof import forced_win, settle
from seis_lab.exact.six_replay import Replay
from seis_lab.exact.six_turns import Moves
from seis_lab.game import InvalidRules, Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_figures import find, through
from seis_lab.games.six_notation import parse_move, parse_position
from tests.six.brute import after_turn, forces, winner
from tests.six.positions import OPTIONS, on_the_way, some

SMALL: list[dict[str, Any]] = [
    {"tiles": 5, "figures": ["line"], "line": 3},
    {"tiles": 5, "figures": ["triangle", "line"], "line": 4, "triangle": 2},
]
PUZZLES = {
    # Each was made by random play; that the first turn is the only one that wins in three is proved below by settling
    # the position after every other first turn.
    "0,0 1,-1 2,-1 2,0 3,-1 3,0 | -1,0 -1,1 0,1 0,2 1,0 1,1 ; 15,15 ; A PLACE": "place 4,-1",
    "0,0 0,1 0,2 2,0 2,1 3,-1 3,1 | -2,1 -2,2 -2,3 -1,1 1,0 2,-1 3,0 ; 14,14 ; A PLACE": "place 1,1",
    "0,0 1,1 2,-1 2,0 3,-1 3,0 | -1,-1 -1,0 0,-2 0,-1 1,0 ; 15,16 ; B PLACE": "place -1,-2",
}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("small", SMALL, ids=str)
def test_a_win_in_one_is_found_exactly_where_there_is_one(small: dict[str, Any], options: dict[str, Any]) -> None:
    rules = SixRules(**small, **options)
    seen = set()
    for state in some(rules, 30, seed=1):
        found = forced_win(rules, state, turns=1)
        assert bool(found) == forces(rules, state, state.colour, 1)
        assert found.kind == "exact"  # for one turn the search is complete: "no" is proved too
        seen.add((bool(found), state.phase))
    assert len(seen) > 3  # won and not, placing and moving


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_two_own_turns_by_the_definition_while_tiles_are_placed_and_moved(options: dict[str, Any]) -> None:
    rules = SixRules(tiles=3, figures=["line"], line=3, **options)
    won = 0
    for state in some(rules, 6, seed=2):
        found = forced_win(rules, state, turns=2)
        assert bool(found) == forces(rules, state, state.colour, 2)
        if isinstance(found, ForcedWin):
            assert found.shortest and (found.distance == 1) == forces(rules, state, state.colour, 1)
            won += 1
    assert won


@pytest.mark.slow
@pytest.mark.parametrize(
    "figures",
    [{"figures": ["line"], "line": 3}, {"figures": ["line"], "line": 4}, {"figures": ["triangle"], "triangle": 2}],
    ids=str,
)
def test_three_own_placements_by_the_definition(figures: dict[str, Any]) -> None:
    """Wins through turns that threaten nothing are among them, so the reasons for leaving turns out are tested."""
    rules = SixRules(**figures)
    rng, won = random.Random(3), set()
    for _ in range(6):
        state = rng.choice(on_the_way(rules, rng, longest=4))
        found = forced_win(rules, state)
        assert bool(found) == forces(rules, state, state.colour, 3)
        won.add(found.distance.numerator if isinstance(found, ForcedWin) else None)
    assert None in won and len(won) > 1


@pytest.mark.parametrize("text", PUZZLES)
def test_a_win_in_three_at_full_size_holds_against_every_defence(text: str) -> None:
    rules, state = SixRules(), parse_position(text)
    found = forced_win(rules, state)
    assert isinstance(found, ForcedWin)
    assert found.first == (parse_move(PUZZLES[text]),)
    assert isinstance(found.distance, Exact) and found.distance == 3 and found.shortest
    assert len(found.line) == 5
    rng = random.Random(4)
    for _ in range(20):
        assert played(found, rng) <= 3
    others = [one for one in after_turn(rules, state) if one.tiles != rules.apply(state, found.first[0]).tiles]
    assert not any(isinstance(settle(rules, other, turns=2), ForcedLoss) for other in others)


def test_the_line_is_legal_and_ends_with_the_win() -> None:
    rules = SixRules(figures=["line"], line=4, opening_restriction=False)
    found = forced_win(rules, turns=4)
    assert isinstance(found, ForcedWin)
    state = rules.initial()
    for number, turn in enumerate(found.line):
        assert state.colour == number % 2
        for move in turn:
            state = rules.apply(state, move)
    assert winner(rules, state) == 0


def test_the_opening_restriction_decides_small_games() -> None:
    """The winners of whole games on the endless grid; with three tiles `solve_six` finds the same by another method."""
    line, free = {"figures": ["line"], "line": 3}, {"opening_restriction": False}
    assert [settle(SixRules(**line)).colour, settle(SixRules(**line, **free)).colour] == [1, 0]
    triangle: dict[str, Any] = {"figures": ["triangle"], "triangle": 2}
    late, soon = settle(SixRules(**triangle), turns=4), settle(SixRules(**triangle, **free), turns=4)
    assert isinstance(late, ForcedWin) and isinstance(soon, ForcedWin)
    assert (late.distance, soon.distance) == (4, 2)


def test_a_lost_side_loses_whatever_it_does() -> None:
    rules = SixRules(figures=["line"], line=3)
    lost = settle(rules)
    assert isinstance(lost, ForcedLoss)
    assert len(lost.wins) == len(rules.turn(rules.initial()).moves)
    assert lost.distance == 2 and len(lost.line) == 4
    assert all(forces(rules, after, 1, 2) for after in after_turn(rules, rules.initial()))


def test_a_search_without_result_says_what_is_proved() -> None:
    rules = SixRules()
    complete = forced_win(rules, turns=2)
    assert isinstance(complete, NoForcedWin) and not complete
    assert (complete.kind, complete.none_in) == ("exact", 2)
    assert str(complete) == "red has no forced win in 2 own turns (exact, complete search of 4 positions)"
    loud = forced_win(rules, quiet=False)
    assert isinstance(loud, NoForcedWin) and (loud.kind, loud.none_in) == ("open", 0)
    assert "proves nothing" in str(loud)
    short = forced_win(SixRules(figures=["line"], line=4), turns=6, budget=500)
    assert isinstance(short, NoForcedWin)
    assert short.searched == 500 and short.kind == "open" and 0 < short.none_in < 6
    assert forces(SixRules(figures=["line"], line=4), SixRules().initial(), 0, 2) is False
    little = [forced_win(rules, turns=3, budget=budget) for budget in range(1, 9)]  # wherever it ends
    proved = [found.none_in for found in little if isinstance(found, NoForcedWin) and found.searched <= 8]
    assert (proved[0], proved[-1], len(proved)) == (0, 3, 8) and proved == sorted(proved)
    assert [found.kind == "exact" for found in little] == [most == 3 for most in proved]


def test_a_broken_proof_is_refused() -> None:
    rules = SixRules(figures=["triangle"], triangle=2, opening_restriction=False)
    found = forced_win(rules)
    assert isinstance(found, ForcedWin)
    whole = found.proof
    Replay(rules, 0).play(found.state, whole)
    one_threat = Step(whole.turn, whole.after, whole.answers[:1])
    with pytest.raises(CheckFailed, match="no answer that wins"):
        Replay(rules, 0).play(found.state, one_threat)
    with pytest.raises(CheckFailed, match="forgets the turn"):
        Replay(rules, 0).play(found.state, Step(whole.turn))
    line = SixRules(figures=["line"], line=3)
    late = line.position("0,0 2,1", "1,0 1,1", hands=(19, 19))  # black is about to win
    threats = tuple((parse_move(text),) for text in ("place 0,-1", "place 0,2"))
    with pytest.raises(CheckFailed, match="not won"):
        Replay(line, 0).play(late, Step((parse_move("place 0,1"),), {}, threats))


def test_the_board_counts_figures_as_they_are() -> None:
    rules, board = SixRules(), Board(SixRules().shapes)
    for state in some(rules, 15, seed=5):
        board.show(state.tiles)
        for colour, side in enumerate(state.tiles):
            own, other = set(side), set(state.tiles[1 - colour])
            free = {cell for tile in own for shape in through(tile, rules.shapes) for cell in shape.cells} - own - other
            assert {board.cell(code) for code in board.completing(colour)} == {
                cell for cell in free if find(own | {cell}, rules.shapes)
            }
            pairs = {board.cell(one): set(map(board.cell, two)) for one, two in board.pairs(colour).items()}
            for cell in free:
                after = own | {cell}
                figures = (set(shape.cells) - after for shape in through(cell, rules.shapes))
                assert pairs.get(cell, set()) == {
                    last for lacking in figures if len(lacking) == 1 for last in lacking if last not in other
                }


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"rules": "six"}, InvalidRules, "'six' is not a set of rules of six"),
        ({"state": "0,0 | 1,0"}, ValueError, "state='0,0 | 1,0' is not allowed"),
        ({"turns": 0}, ValueError, "turns=0 is not allowed; allowed: a whole number from 1 up"),
        ({"turns": True}, ValueError, "turns=True is not allowed"),
        ({"budget": 1.5}, ValueError, "budget=1.5 is not allowed"),
    ],
    ids=str,
)
def test_what_cannot_be_asked(arguments: dict[str, Any], error: type[ValueError], said: str) -> None:
    with pytest.raises(error, match=said.replace("|", r"\|")):
        forced_win(**{"rules": SixRules(), **arguments})


def test_nothing_is_forced_once_the_game_is_over() -> None:
    rules = SixRules(figures=["line"], line=2, opening_restriction=False)
    over = rules.apply(rules.initial(), parse_move("place 0,1"))
    assert isinstance(rules.turn(over), Terminal)
    with pytest.raises(ValueError, match=r"the game is over \(line\)"):
        forced_win(rules, over)


def test_a_search_can_be_stopped() -> None:
    with pytest.raises(Cancelled, match="cancelled after 1 positions"):
        forced_win(SixRules(), cancelled=lambda: True)


def played(found: ForcedWin, rng: random.Random) -> int:
    """The own turns of a game in which one side follows the proof and the other plays at random."""
    state, own = found.state, 0
    while not isinstance(found.rules.turn(state), Terminal):
        if state.colour == found.colour:
            moves: Moves = found.plays[state]
            own += 1
            for move in moves:
                state = found.rules.apply(state, move)
        else:
            state = rng.choice(after_turn(found.rules, state))
    assert winner(found.rules, state) == found.colour
    return own
