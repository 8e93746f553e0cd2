"""The coach of Six says of every move what is proved or estimated, and an exercise judges what was played."""

import pytest

from seis_lab.bots.six_search import Judgement, Thinking
from seis_lab.exact.six_proof import forced_win
from seis_lab.game import InvalidNotation
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Place, parse_move
from seis_lab.locale import LANGS
from seis_lab.widgets import SixTable, six_coach
from seis_lab.widgets.six_coach import Searched
from seis_lab.widgets.six_exercise import SixExercise

# By hand: red has five in a row with both ends free, and wins at once on -1,0 and on 5,0.
OPEN_ROW = "0,0 1,0 2,0 3,0 4,0 | 0,1 0,2 1,1 2,1 4,1 ; 16,16 ; A PLACE"
# By hand: four in a row with both ends free; five are a double threat, any other placement lets black fill an end.
FOUR = "0,0 1,0 2,0 3,0 | 0,1 1,1 2,1 2,2 ; 17,17 ; A PLACE"
# Of the lesson: lifting 5,-4 takes so many black tiles that black has too few, wherever the tile lands.
LIFT_WINS = "0,-2 0,0 1,-2 1,-1 1,1 2,0 3,-1 5,-6 5,-5 5,-4 | 0,1 0,2 3,-2 4,-3 4,-2 6,-7 6,-5 7,-7 ; 0,0 ; A LIFT"


def sit(position, **options):
    return SixTable(players=["Ana", "Brais"], position=position, autosave=False, name="coach", coach=True, **options)


def coached(position, judged, **options):
    """A table whose coach has found these judgements, best first."""
    table = SixTable(players=["Ana", "Brais"], position=position, autosave=False, name="coach", **options)
    table.session._mark(None, coach=True)  # switched on without starting the search
    now = table.session.now
    thinking = Thinking(4, 12345, 0.1, tuple(judged), judged)
    table.session.advise(now.rev, six_coach._advice(now, thinking, None))
    return table


def cells(scene):
    return {piece["id"]: piece for piece in scene["pieces"] if piece["kind"] == "cell"}


JUDGED = {
    "place 5,0": Judgement(1.0, win_in=1),
    "place -1,0": Judgement(1.0, win_in=1),
    "place 1,-1": Judgement(0.5),
    "place 2,-1": Judgement(0.125),
    "place 3,-1": Judgement(-0.25),
    "place 0,3": Judgement(-1.0, lose_in=4),
}


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["wins at once · exact", "+0.50 · estimate", "+0.12 · estimate", "−0.25 · estimate"]),
        ("es", ["gana ya · exacto", "+0,50 · estimado", "+0,12 · estimado", "−0,25 · estimado"]),
        ("gl", ["gaña xa · exacto", "+0,50 · estimado", "+0,12 · estimado", "−0,25 · estimado"]),
    ],
)
def test_proved_moves_are_exact_and_the_others_an_estimate(lang, said):
    table = coached(OPEN_ROW, {parse_move(move): judged for move, judged in JUDGED.items()}, lang=lang)
    listed = table.scene["actions"]
    assert [action["piece"] for action in listed] == ["x5,0", "x-1,0", "x1,-1", "x2,-1", "x3,-1"]
    assert [action["detail"] for action in listed] == [said[0], *said]
    assert [action["best"] for action in listed] == [True, True, False, False, False]
    board = cells(table.scene)
    assert board["x5,0"]["text"] == "✓1" and board["x0,3"]["text"] == "✗2"
    assert board["x5,0"]["marks"] == ["best"] and board["x2,-1"]["marks"] == []
    assert said[0] in board["x5,0"]["label"]
    basis = next(zone["text"] for zone in table.scene["zones"] if zone["id"] == "board")
    assert "12\u202f345" in basis and "5,0 · -1,0" in basis and " 4 " in basis


def test_a_proof_that_goes_deeper_than_the_search_is_heard():
    table = SixTable(players=["Ana", "Brais"], position=FOUR, autosave=False, name="coach")
    now = table.session.now
    judged = {offer.move: Judgement(0.0) for offer in now.offers}
    proof = forced_win(now.rules, now.state, 2)
    found = six_coach._advice(now, Thinking(1, 50, 0.1, (), judged), proof)
    assert isinstance(found, Searched)
    best, verdict = next(iter(found.judged.items()))
    assert (best, verdict.win_in) == (proof.first[0], 3)


def test_the_coach_finds_the_wins_and_says_something_of_every_move():
    table = sit(OPEN_ROW)
    table._coach.wait()
    board = cells(table.scene)
    assert {name for name, cell in board.items() if "best" in cell["marks"]} == {"x-1,0", "x5,0"}
    assert board["x5,0"]["text"] == board["x-1,0"]["text"] == "✓1"
    assert all(cell["text"] for cell in board.values() if cell["action"])
    table.close()


@pytest.mark.parametrize("lang", LANGS)
def test_the_hint_is_that_of_the_strong_bot(lang):
    table = SixTable(players=["Ana", "Brais"], position=OPEN_ROW, autosave=False, name="coach", lang=lang)
    found = table.session.hint()
    assert found.basis == "exact"
    assert table.session.now.offers[found.offer].move in (Place((5, 0)), Place((-1, 0)))
    label = table.scene["actions"][0]["label"]
    assert table.scene["hint"]["action"] == f"m{found.offer}" and label in table.scene["hint"]["text"]


# Exercises with a board.


def test_a_first_turn_is_judged_by_what_follows_every_reply():
    task = SixExercise("Four in a row", "Red wins in two.", FOUR, turns=2, hints=["Look at both ends."])
    assert task.check_move("place 4,0") and task.check_move("place -1,0")
    wrong = task.check_move("place 3,1")
    assert wrong.right is False and "has no forced win in 1 any more" in str(wrong)
    assert str(task.hint()) == "Hint 1 of 1: Look at both ends."
    assert task.proof.distance.numerator == 2


def test_half_a_turn_is_judged_by_the_rest_of_it():
    task = SixExercise("A lift", "Red wins at once.", LIFT_WINS, turns=1)
    assert str(task.check_move("lift 5,-4")) == "Right: after lift 5,-4 red wins in 1, this turn included."
    assert task.check_move("lift 0,0").right is False
    landing = next(str(move) for move in task.rules.turn(task._after("lift 5,-4")).moves)
    assert str(task.check_move(f"lift 5,-4, {landing}")) == "Right: won in 1."


@pytest.mark.parametrize(("answer", "said"), [("place 9,9", "illegal move 'place 9,9'"), ("e4", "not a move of Six")])
def test_what_is_no_turn_is_neither_right_nor_wrong(answer, said):
    note = SixExercise("Four in a row", "", FOUR, turns=2).check_move(answer)
    assert note.right is None and said in str(note)


def play(board, *moves):
    """The student's moves at the board; the other side plays its first legal one."""
    session = board.session
    for move in moves:
        now = session.now
        index = next(at for at, offer in enumerate(now.offers) if str(offer.move) == move)
        session.act(now.rev, f"m{index}")


def test_the_board_is_solved_by_playing_and_a_mistake_can_be_taken_back():
    task = SixExercise("Four in a row", "Red wins in two.", FOUR, turns=2)
    assert "Play a turn" in str(task.check())
    board = task.board(against="random")
    assert "Play a turn" in str(task.check())
    play(board, "place 3,1")
    wrong = task.check()
    assert wrong.right is False and "Your turn 1, place 3,1, lets the win go" in str(wrong)
    board.session.undo()
    play(board, "place 4,0")
    assert str(task.check()) == "Right so far, after 1 of your turns: red still wins in 1."
    held = {str(cell) for cell in board.position.tiles[1]}
    play(board, "place 5,0" if "5,0" not in held else "place -1,0")
    assert task.check().right is True and str(task.check()) == "Right: won in 2."
    board.close()


def test_an_exercise_without_a_win_or_for_four_is_refused():
    with pytest.raises(ValueError, match="has no such win"):
        _ = SixExercise("Nothing", "", "0,0 | 1,0 ; 20,20 ; A PLACE", turns=1).proof
    with pytest.raises(ValueError, match="allowed: rules for two players"):
        SixExercise("Four", "", FOUR, rules=SixRules(players=4))
    with pytest.raises(InvalidNotation):
        SixExercise("None", "", "nowhere")
