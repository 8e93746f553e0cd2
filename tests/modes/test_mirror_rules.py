"""Mirror mode: what a number turns, who wins together, and what a shot voids, in positions worked out by hand.

The example of the source text: "a player rolls a 3 with a purple die: that player may turn any card with the number 3
in their row, even if it is not purple; at the same time whoever has a purple 3 must turn it; other players who have a 3
of another colour may not".
"""

from typing import Any

import pytest

from seis_lab.game import Chance, InvalidRules
from seis_lab.games.seis import SeisRules
from tests.modes.positions import asked, reach


def after(position: str, *moves: str, **options: Any) -> str:
    return str(reach("mirror", position, *moves, **options))


def test_the_box_has_as_many_colours_as_players() -> None:
    rules = SeisRules(mode="mirror", players=3, faces=2, wildcards={})
    turn = rules.turn(rules.initial())
    assert isinstance(turn, Chance)
    assert [(str(move), weight) for move, weight in turn.outcomes] == [
        (f"deal {card}", 1) for card in ("1a", "1b", "1c", "2a", "2b", "2c")
    ]
    state = rules.initial()
    for move in ["deal 1c", "deal 1a", "deal 2a", "deal 2c", "deal 1b", "deal 2b"]:
        state = rules.apply(state, rules.parse(move))
    assert str(state) == "1c,2c/-:- | 1a,1b/-:- | 2a,2b/-:- ; A FIRST"


def test_the_example_of_the_source() -> None:
    """A rolls a 3 (colour a): A turns its own 3 of another colour, B must turn 3a, and the 3b of C stays."""
    start = "1a,3c/-:- | 1b,3a/-:- | 1c,3b/-:- ; A ROLL"
    assert after(start, "roll 3", faces=3) == "1a/3c:- | 1b/3a:- | 1c,3b/-:- ; B ROLL"


def test_the_exact_card_turns_even_where_the_roller_has_none() -> None:
    assert after("1a,2b/-:- | 1b,2a/-:- ; A ROLL", "roll 2", faces=2) == "1a/2b:- | 1b/2a:- ; B ROLL"
    assert after("1a,1b/-:- | 2a,2b/-:- ; A ROLL", "roll 2", faces=2) == "1a,1b/-:- | 2b/2a:- ; B ROLL"


def test_a_card_of_another_colour_does_not_turn() -> None:
    assert after("1a,2a/-:- | 1b,2b/-:- ; A ROLL", "roll 2", faces=2) == "1a/2a:- | 1b,2b/-:- ; B ROLL"


def test_the_roller_turns_the_exact_card_and_another_one() -> None:
    assert after("1a,1b,2a/-:- | 2b,3a,3b/-:- ; A ROLL", "roll 1", faces=3) == "2a/1a,1b:- | 2b,3a,3b/-:- ; B ROLL"


def test_the_exact_card_alone_is_one_flip() -> None:
    assert after("1a,2b/1b:- | 2a,3a,3b/-:- ; A ROLL", "roll 1", faces=3) == "2b/1a,1b:- | 2a,3a,3b/-:- ; B ROLL"


THREE = "1a,1b,1c/-:- | 2a,2b,3a/-:- | 2c,3b,3c/-:- ; {} ROLL"


def test_the_choice_is_between_the_roller_s_cards_of_other_colours() -> None:
    start = THREE.format("A")
    assert asked("mirror", start, "roll 1", faces=3) == "A: flip 1b, flip 1c"
    assert after(start, "roll 1", "flip 1c", faces=3).startswith("1b/1a,1c:- |")


def test_one_card_only() -> None:
    start, one = THREE.format("A"), {"mirror_roller": "one card only", "faces": 3}
    assert asked("mirror", start, "roll 1", **one) == "A: flip 1a, flip 1b, flip 1c"
    assert after(start, "roll 1", "flip 1c", **one).startswith("1a,1b/1c:- |")
    # the card of B's colour is A's, and A must turn it at B's roll
    assert after(THREE.format("B"), "roll 1", **one).startswith("1a,1c/1b:- |")
    # the roller's one card and the exact card of another are two cards
    assert after("1a,2b/-:- | 1b,2a/-:- ; A ROLL", "roll 2", **one) == "1a/2b:- | 1b/2a:- ; B ROLL"


def test_optional_flips_decline_the_free_card_and_never_the_exact_one() -> None:
    optional = {"flip": "optional", "faces": 3}
    assert asked("mirror", THREE.format("A"), "roll 1", **optional) == "A: flip 1b, flip 1c, pass"
    assert after(THREE.format("A"), "roll 1", "pass", **optional).startswith("1b,1c/1a:- |")
    assert after("1a,2b/-:- | 1b,2a/-:- ; A ROLL", "roll 1", **optional) == "2b/1a:- | 1b,2a/-:- ; B ROLL"
    only = optional | {"mirror_roller": "one card only"}
    assert asked("mirror", THREE.format("A"), "roll 1", **only) == "A: flip 1a, flip 1b, flip 1c"


LAST = "2b/1a:- | 2a/1b:- ; A ROLL"  # a 2 of A ends both rows


def test_two_players_can_finish_together() -> None:
    assert asked("mirror", LAST, "roll 2", faces=2) == "1/2 1/2"
    assert asked("mirror", LAST, "roll 2", faces=2, simultaneous_win="roller wins") == "1 0"
    assert asked("mirror", LAST.replace("A ROLL", "B ROLL"), "roll 2", faces=2) == "1/2 1/2"


def test_the_wins_of_three_are_shared_by_those_who_finish() -> None:
    start = "2b/1a:- | 2a/1b:- | 1c,2c/-:- ; A ROLL"
    assert asked("mirror", start, "roll 2", faces=2) == "1/2 1/2 0"


def test_who_does_not_roll_can_win() -> None:
    start = "1b,2b/-:- | 2a/1a:- ; A ROLL"
    assert asked("mirror", start, "roll 2", faces=2) == "0 1"
    assert asked("mirror", start, "roll 2", faces=2, simultaneous_win="roller wins") == "0 1"


def test_a_win_in_the_first_of_two_rolls_leaves_the_second_out() -> None:
    start = "1b,2b/-:D1 | 2a/1a:- ; A BEFORE"
    assert asked("mirror", start, "DADO", "roll 2", faces=2) == "0 1"


def test_numeral_acts_before_the_cards_turn() -> None:
    start = "1a,2b/-:N1 | 1b,2a/-:- ; A ROLL"
    assert after(start, "roll 1", "NUMERAL 2", faces=2) == "1a/2b:- | 1b/2a:- ; B ROLL"


def test_a_shot_voids_everything() -> None:
    start = "1a,2b/-:- | 1b,2a/-:T1 ; A ROLL"
    assert asked("mirror", start, "roll 2", faces=2) == "B: TIRADOR, pass"
    assert after(start, "roll 2", "TIRADOR", faces=2) == "1a,2b/-:- | 1b,2a/-:- ; B ROLL"


def test_a_shot_at_one_s_own_roll_stops_another_s_win() -> None:
    start = "1b,2b/-:T1 | 2a/1a:- ; A ROLL"
    assert asked("mirror", start, "roll 2", faces=2) == "A: TIRADOR, pass"
    assert after(start, "roll 2", "TIRADOR", faces=2) == "1b,2b/-:- | 2a/1a:- ; B ROLL"
    assert asked("mirror", start, "roll 2", "pass", faces=2) == "0 1"


def test_skipped_and_shot_players_still_turn_their_cards() -> None:
    # A skips B; C rolls a 2, and B must turn 2c.
    start = "1a,1b/2a:S1 | 1c,2c/-:- | 2b,3a/-:- ; A END"
    assert after(start, "SALTAR", "roll 2", faces=3) == "1a,1b/2a:- | 1c/2c:- | 3a/2b:- ; A ROLL"
    # C shoots B's roll; C's own roll then turns the card of B.
    shot = "1a,1b/2a:- | 1c,2c/-:- | 2b,3a/-:T1 ; B ROLL"
    assert after(shot, "roll 1", "TIRADOR", "roll 2", faces=3).startswith("1a,1b/2a:- | 1c/2c:- | 3a/2b:-")


def test_voltear_raises_a_card_of_any_colour() -> None:
    start = "1a,2b/-:V1 | 3b/1b,2a:- ; A END"
    assert asked("mirror", start, "VOLTEAR B", faces=3) == "B: raise 1b, raise 2a"
    assert after(start, "VOLTEAR B", "raise 2a", faces=3) == "1a,2b/-:- | 2a,3b/1b:- ; B ROLL"


def test_every_card_is_unique_so_the_row_may_not_repeat() -> None:
    with pytest.raises(InvalidRules, match=r"row=\[1, 1, 3\] is not allowed; allowed: in mode='mirror' every number"):
        SeisRules(mode="mirror", row=[1, 1, 3])
    with pytest.raises(InvalidRules, match="has the card 1a 2 times; the deck has 1"):
        SeisRules(mode="mirror", faces=2).dealt("1a,1a | 2a,2b")
