"""Every sentence of the rules of record about SEIS, and every option, in positions worked out by hand.

A position is one line; `play` makes moves from it and gives the line it leads to, `asked` says who decides what there.
"""

from typing import Any

import pytest

from seis_lab.game import Chance, Decision, IllegalMove, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Roll, parse_position

NEW = "1,2,3,4,5,6/-"


def rules_for(position: str, **options: Any) -> SeisRules:
    return SeisRules(players=position.count("|") + 1, **options)


def play(position: str, *moves: str, **options: Any) -> str:
    rules, state = rules_for(position, **options), parse_position(position)
    for move in moves:
        state = rules.apply(state, rules.parse(move))
    return str(state)


def asked(position: str, *moves: str, **options: Any) -> str:
    """`B: TIRADOR, pass`, `A: rolls`, or `won by A`."""
    rules = rules_for(position, **options)
    turn = rules.turn(parse_position(play(position, *moves, **options)))
    match turn:
        case Decision(seat, legal):
            return f"{'ABCDEF'[seat]}: {', '.join(map(str, legal))}"
        case Chance(_, seat):
            return "who begins" if seat is None else f"{'ABCDEF'[seat]}: rolls"
        case Terminal(outcome):
            return "won by " + " ".join(f"{'ABCDEF'[seat]}" for seat, pay in enumerate(outcome.payoffs) if pay)


# Beginning, winning.


def test_everybody_begins_with_a_row_face_up_and_two_wildcards_of_each_kind() -> None:
    assert str(SeisRules(players=3).initial()) == " | ".join([f"{NEW}:D2S2N2R2V2T2"] * 3) + " ; A FIRST"


def test_the_first_player_is_random() -> None:
    rules = SeisRules(players=3)
    turn = rules.turn(rules.initial())
    assert isinstance(turn, Chance)
    assert [(str(move), weight) for move, weight in turn.outcomes] == [("first A", 1), ("first B", 1), ("first C", 1)]
    assert asked(f"{NEW}:- | {NEW}:- ; A FIRST", "first B") == "B: rolls"


def test_alone_there_is_nobody_to_choose() -> None:
    assert str(SeisRules(players=1, wildcards={}).initial()) == f"{NEW}:- ; A ROLL"


def test_the_die_has_every_face() -> None:
    turn = SeisRules().turn(parse_position(f"{NEW}:- | {NEW}:- ; A ROLL"))
    assert turn == Chance(tuple((Roll(face), 1) for face in range(1, 7)), seat=0)


def test_it_goes_clockwise() -> None:
    three = f"{NEW}:- | {NEW}:- | {NEW}:- ; A ROLL"
    assert [asked(three, *["roll 1"] * turns) for turns in range(4)] == ["A: rolls", "B: rolls", "C: rolls", "A: rolls"]


def test_the_number_turns_the_card_of_that_number() -> None:
    assert play(f"{NEW}:- | {NEW}:- ; A ROLL", "roll 4") == f"1,2,3,5,6/4:- | {NEW}:- ; B ROLL"


def test_a_number_that_is_down_already_turns_nothing() -> None:
    assert play(f"1,2/3,4,5,6:- | {NEW}:- ; A ROLL", "roll 4") == f"1,2/3,4,5,6:- | {NEW}:- ; B ROLL"


def test_all_cards_down_wins_at_once_and_nothing_can_be_played_any_more() -> None:
    last = "4/1,2,3,5,6:D1S1N1R1V1T1 | 1,2/3,4,5,6:T1 ; A TIRADOR number=4 asked=B"
    assert asked(last, "pass", "pass") == "won by A"
    assert play(last, "pass", "pass").endswith("; A END")
    with pytest.raises(IllegalMove, match="the game is over"):
        play(last, "pass", "pass", "SALTAR")


def test_winning_with_the_first_of_two_rolls_leaves_the_second_out() -> None:
    last = "4/1,2,3,5,6:- | 1,2/3,4,5,6:- ; A ROLL more_rolls=1 played=DADO"
    assert asked(last, "roll 4") == "won by A"
    assert asked(last, "roll 3") == "A: rolls"


# 1. Before rolling: DADO.


def test_dado_is_asked_only_before_rolling_and_only_of_its_holder() -> None:
    assert asked(f"{NEW}:D1 | {NEW}:- ; A FIRST", "first A") == "A: DADO, pass"
    assert asked(f"{NEW}:D1 | {NEW}:- ; A FIRST", "first B") == "B: rolls"


def test_dado_gives_two_rolls_each_resolved_fully() -> None:
    start = f"{NEW}:D2N1 | {NEW}:- ; A BEFORE"
    assert play(start, "DADO") == f"{NEW}:D1N1 | {NEW}:- ; A ROLL more_rolls=1 played=DADO"
    assert asked(start, "DADO", "roll 4") == "A: NUMERAL 3, NUMERAL 5, pass"  # the window of the first roll
    after_first = play(start, "DADO", "roll 4", "pass")
    assert after_first == f"1,2,3,5,6/4:D1N1 | {NEW}:- ; A ROLL played=DADO"  # flipped before the second roll
    assert play(start, "DADO", "roll 4", "pass", "roll 5", "pass") == f"1,2,3,6/4,5:D1N1 | {NEW}:- ; B ROLL"


def test_the_second_roll_has_its_own_shot() -> None:
    start = f"{NEW}:D1 | {NEW}:T2 ; A BEFORE"
    assert asked(start, "DADO", "roll 4") == "B: TIRADOR, pass"
    assert asked(start, "DADO", "roll 4", "pass", "roll 5") == "B: TIRADOR, pass"


def test_one_dado_per_turn() -> None:
    start = f"{NEW}:D2 | {NEW}:- ; A BEFORE"
    assert asked(start, "DADO") == "A: rolls"
    assert play(start, "DADO", "roll 1", "roll 2") == f"3,4,5,6/1,2:D1 | {NEW}:- ; B ROLL"


def test_dado_per_turn_allows_more() -> None:
    start = f"{NEW}:D3 | {NEW}:- ; A BEFORE"
    assert asked(start, "DADO", dado_per_turn=2) == "A: DADO, pass"
    assert asked(start, "DADO", "DADO", dado_per_turn=2) == "A: rolls"
    three_rolls = play(start, "DADO", "DADO", "roll 1", "roll 2", "roll 3", dado_per_turn=2)
    assert three_rolls == f"4,5,6/1,2,3:D1 | {NEW}:- ; B ROLL"


# 3. NUMERAL.


@pytest.mark.parametrize(
    ("number", "wrap", "legal"),
    [
        (1, False, "NUMERAL 2, pass"),
        (3, False, "NUMERAL 2, NUMERAL 4, pass"),
        (6, False, "NUMERAL 5, pass"),
        (1, True, "NUMERAL 6, NUMERAL 2, pass"),
        (6, True, "NUMERAL 5, NUMERAL 1, pass"),
        (3, True, "NUMERAL 2, NUMERAL 4, pass"),
    ],
)
def test_numeral_changes_the_number_by_exactly_one(number: int, wrap: bool, legal: str) -> None:
    assert asked(f"{NEW}:N1 | {NEW}:N1 ; A ROLL", f"roll {number}", numeral_wrap=wrap) == f"A: {legal}"


def test_numeral_wrap_on_two_faces_offers_the_other_number_once() -> None:
    assert asked("1,2/-:N1 ; A ROLL", "roll 1", faces=2, numeral_wrap=True) == "A: NUMERAL 2, pass"


def test_numeral_is_spent_and_the_new_number_flips() -> None:
    start = f"4/1,2,3,5,6:N2 | {NEW}:- ; A ROLL"
    assert play(start, "roll 3", "NUMERAL 2") == f"4/1,2,3,5,6:N1 | {NEW}:- ; B ROLL"
    assert asked(start, "roll 3", "NUMERAL 4") == "won by A"


def test_numeral_belongs_to_the_roller() -> None:
    assert asked(f"{NEW}:- | {NEW}:N2 ; A ROLL", "roll 3") == "B: rolls"


def test_numeral_once_per_roll_and_again_on_the_next_roll() -> None:
    start = f"{NEW}:D1N2 | {NEW}:- ; A BEFORE"
    assert play(start, "DADO", "roll 3", "NUMERAL 4") == f"1,2,3,5,6/4:N1 | {NEW}:- ; A ROLL played=DADO,NUMERAL"
    assert asked(start, "DADO", "roll 3", "NUMERAL 4", "roll 1") == "A: NUMERAL 2, pass"


def test_numeral_per_roll_two() -> None:
    start = f"{NEW}:N2 | {NEW}:- ; A ROLL"
    assert asked(start, "roll 3", "NUMERAL 4", numeral_per_roll=2) == "A: NUMERAL 3, NUMERAL 5, pass"
    assert play(start, "roll 3", "NUMERAL 4", "NUMERAL 5", numeral_per_roll=2) == f"1,2,3,4,6/5:- | {NEW}:- ; B ROLL"
    assert play(start, "roll 3", "NUMERAL 4", "pass", numeral_per_roll=2) == f"1,2,3,5,6/4:N1 | {NEW}:- ; B ROLL"


# 4. TIRADOR.

SHOT = f"{NEW}:T1 | {NEW}:T1 | {NEW}:T1 ; A TIRADOR number=4 asked=B"


def test_players_are_asked_in_turn_order_the_roller_last() -> None:
    start = f"{NEW}:T1 | {NEW}:T1 | {NEW}:T1 ; A ROLL"
    assert asked(start, "roll 4") == "B: TIRADOR, pass"
    assert asked(start, "roll 4", "pass") == "C: TIRADOR, pass"
    assert asked(start, "roll 4", "pass", "pass") == "A: TIRADOR, pass"
    assert play(start, "roll 4", "pass", "pass", "pass").startswith("1,2,3,5,6/4:T1 |")


def test_turn_order_is_the_present_direction() -> None:
    start = f"{NEW}:T1 | {NEW}:T1 | {NEW}:T1 ; A ROLL direction=-1"
    assert asked(start, "roll 4") == "C: TIRADOR, pass"
    assert asked(start, "roll 4", "pass") == "B: TIRADOR, pass"


def test_only_those_who_hold_one_are_asked() -> None:
    assert asked(f"{NEW}:- | {NEW}:- | {NEW}:T1 ; A ROLL", "roll 4") == "C: TIRADOR, pass"
    assert asked(f"{NEW}:T1 | {NEW}:- | {NEW}:- ; A ROLL", "roll 4") == "A: TIRADOR, pass"


def test_the_first_to_shoot_closes_the_window_and_only_that_card_is_spent() -> None:
    """No flip, no end-of-turn card (A holds none of the cards that could be played), the next player's turn."""
    assert play(SHOT, "TIRADOR") == f"{NEW}:T1 | {NEW}:- | {NEW}:T1 ; B ROLL"
    assert play(SHOT, "pass", "TIRADOR") == f"{NEW}:T1 | {NEW}:T1 | {NEW}:- ; B ROLL"


def test_a_shot_turn_has_no_end_of_turn_card() -> None:
    start = f"{NEW}:S1R1V1 | 1,2,3,4,5/6:T1 ; A TIRADOR number=4 asked=B"
    assert asked(start, "pass") == "A: REVERSA, SALTAR, VOLTEAR B, pass"
    assert asked(start, "TIRADOR") == "B: rolls"


def test_a_shot_turn_has_no_second_roll_and_the_earlier_flip_stands() -> None:
    start = f"{NEW}:D1 | {NEW}:T2 ; A BEFORE"
    first_shot = play(start, "DADO", "roll 4", "TIRADOR")
    assert first_shot == f"{NEW}:- | {NEW}:T1 ; B ROLL"
    second_shot = play(start, "DADO", "roll 4", "pass", "roll 5", "TIRADOR")
    assert second_shot == f"1,2,3,5,6/4:- | {NEW}:T1 ; B ROLL"


def test_tirador_scope_that_roll() -> None:
    start = f"{NEW}:D1S1 | {NEW}:T2 ; A BEFORE"
    shot = ("DADO", "roll 4", "TIRADOR")
    assert play(start, *shot, tirador_scope="that roll") == f"{NEW}:S1 | {NEW}:T1 ; A ROLL played=DADO"
    assert asked(start, *shot, "roll 4", "TIRADOR", tirador_scope="that roll") == "A: SALTAR, pass"
    assert (
        play(start, *shot, "roll 5", "pass", "pass", tirador_scope="that roll") == f"1,2,3,4,6/5:S1 | {NEW}:T1 ; B ROLL"
    )


def test_tirador_may_be_aimed_at_ones_own_roll() -> None:
    start = f"{NEW}:T1 | {NEW}:- ; A ROLL"
    assert play(start, "roll 4", "TIRADOR") == f"{NEW}:- | {NEW}:- ; B ROLL"


def test_tirador_answers_the_number_after_numeral() -> None:
    start = f"{NEW}:N1 | {NEW}:T1 ; A ROLL"
    assert asked(start, "roll 3") == "A: NUMERAL 2, NUMERAL 4, pass"
    assert (
        play(start, "roll 3", "NUMERAL 4")
        == f"{NEW}:- | {NEW}:T1 ; A TIRADOR number=4 changes=1 asked=B played=NUMERAL"
    )
    assert play(start, "roll 3", "NUMERAL 4", "TIRADOR") == f"{NEW}:- | {NEW}:- ; B ROLL"  # both are spent


def test_tirador_window_before_numeral() -> None:
    start, before = f"{NEW}:N1 | {NEW}:T1 ; A ROLL", {"tirador_window": "before NUMERAL"}
    assert asked(start, "roll 3", **before) == "B: TIRADOR, pass"
    assert asked(start, "roll 3", "pass", **before) == "A: NUMERAL 2, NUMERAL 4, pass"
    assert play(start, "roll 3", "pass", "NUMERAL 4", **before) == f"1,2,3,5,6/4:- | {NEW}:T1 ; B ROLL"
    assert play(start, "roll 3", "TIRADOR", **before) == f"{NEW}:N1 | {NEW}:- ; B ROLL"  # NUMERAL does not answer a 0


def test_a_skipped_player_may_still_shoot() -> None:
    start = f"{NEW}:S1 | {NEW}:T1 | {NEW}:- ; A END"
    assert asked(start, "SALTAR") == "C: rolls"
    assert asked(start, "SALTAR", "roll 4") == "B: TIRADOR, pass"


def test_nothing_answers_tirador() -> None:
    start = f"{NEW}:N2T2 | {NEW}:T1 ; A TIRADOR number=4 asked=B"
    assert asked(start, "TIRADOR") == "B: rolls"


def test_alone_nobody_is_there_to_be_hit() -> None:
    assert asked(f"{NEW}:S2R2V2T2 ; A ROLL", "roll 4") == "A: rolls"


# 5. Flip.


def test_flip_is_compulsory() -> None:
    assert asked(f"{NEW}:- | {NEW}:- ; A ROLL", "roll 4") == "B: rolls"


def test_optional_flip() -> None:
    start = f"{NEW}:- | {NEW}:- ; A ROLL"
    assert asked(start, "roll 4", flip="optional") == "A: flip 4, pass"
    assert play(start, "roll 4", "flip 4", flip="optional") == f"1,2,3,5,6/4:- | {NEW}:- ; B ROLL"
    assert play(start, "roll 4", "pass", flip="optional") == f"{NEW}:- | {NEW}:- ; B ROLL"
    assert asked(f"1/2,3,4,5,6:- | {NEW}:- ; A ROLL", "roll 4", flip="optional") == "B: rolls"


def test_of_equal_cards_one_is_turned_per_roll() -> None:
    start = "1,1,3/-:- | 1,1,3/-:- ; A ROLL"
    assert play(start, "roll 1", faces=3, row=(1, 1, 3)) == "1,3/1:- | 1,1,3/-:- ; B ROLL"


# 6. End of turn: REVERSA, SALTAR, VOLTEAR.


def test_reversa_turns_the_direction() -> None:
    start = f"{NEW}:R1 | {NEW}:- | {NEW}:- ; A END"
    assert asked(start, "pass") == "B: rolls"
    assert play(start, "REVERSA") == f"{NEW}:- | {NEW}:- | {NEW}:- ; C ROLL direction=-1"
    assert asked(start, "REVERSA", "roll 1") == "B: rolls"
    assert asked(start, "REVERSA", "roll 1", "roll 1") == "A: rolls"


def test_saltar_passes_over_the_next_player() -> None:
    four = f"{NEW}:S1 | {NEW}:- | {NEW}:- | {NEW}:- ; A END"
    assert asked(four, "SALTAR") == "C: rolls"
    assert asked(four, "SALTAR", "roll 1") == "D: rolls"  # once only


def test_saltar_in_the_new_direction_in_whatever_order_they_are_played() -> None:
    four = f"{NEW}:S1R1 | {NEW}:- | {NEW}:- | {NEW}:- ; A END"
    assert asked(four, "REVERSA", "SALTAR") == "C: rolls"  # over D
    assert asked(four, "SALTAR", "REVERSA") == "C: rolls"
    five = f"{NEW}:S1R1 | {NEW}:- | {NEW}:- | {NEW}:- | {NEW}:- ; A END"
    assert asked(five, "REVERSA", "SALTAR") == "D: rolls"  # over E
    assert asked(five, "SALTAR", "REVERSA") == "D: rolls"
    assert asked(five, "SALTAR", "pass") == "C: rolls"


def test_with_two_players_saltar_means_moving_again() -> None:
    assert asked(f"{NEW}:S1 | {NEW}:- ; A END", "SALTAR") == "A: rolls"
    assert asked(f"{NEW}:S1 | {NEW}:- ; A END", "SALTAR", "roll 1") == "B: rolls"


def test_moving_again_is_a_new_turn() -> None:
    start = f"{NEW}:D1S1 | {NEW}:- ; A END played=DADO"
    assert asked(start, "SALTAR") == "A: DADO, pass"


def test_reversa_with_two_players_has_no_effect() -> None:
    assert play(f"{NEW}:R1 | {NEW}:- ; A END", "REVERSA") == f"{NEW}:- | {NEW}:- ; B ROLL"


def test_reversa_with_two_players_acts_as_saltar() -> None:
    option = {"reversa_two_players": "acts as SALTAR"}
    assert play(f"{NEW}:R1 | {NEW}:- ; A END", "REVERSA", **option) == f"{NEW}:- | {NEW}:- ; A ROLL"
    three = f"{NEW}:R1 | {NEW}:- | {NEW}:- ; A END"
    assert play(three, "REVERSA", **option) == play(three, "REVERSA")  # nothing changes with three


def test_voltear_needs_a_target_with_a_card_down_and_is_never_aimed_at_oneself() -> None:
    assert asked("1,2,3/4,5,6:V1 | 1,2,3,4,5,6/-:- | 1,2,3,4,5/6:- ; A END") == "A: VOLTEAR C, pass"
    assert asked(f"1,2,3/4,5,6:V1 | {NEW}:- ; A ROLL", "roll 4") == "B: rolls"


def test_voltear_raises_the_only_card_at_once() -> None:
    assert play(f"{NEW}:V1 | 1,2,3,4,5/6:- ; A END", "VOLTEAR B") == f"{NEW}:- | {NEW}:- ; B ROLL"


def test_the_affected_player_chooses_the_card() -> None:
    start = f"{NEW}:V1 | 1,2,3,4/5,6:- ; A END"
    assert asked(start, "VOLTEAR B") == "B: raise 5, raise 6"
    assert play(start, "VOLTEAR B", "raise 6") == f"{NEW}:- | 1,2,3,4,6/5:- ; B ROLL"


def test_the_attacker_chooses_the_card() -> None:
    start = f"{NEW}:V1 | 1,2,3,4/5,6:- ; A END"
    assert asked(start, "VOLTEAR B", voltear_chooser="attacker") == "A: raise 5, raise 6"


def test_equal_cards_down_are_no_choice() -> None:
    start = "1,1,3/-:V1 | 3/1,1:- ; A END"
    assert play(start, "VOLTEAR B", faces=3, row=(1, 1, 3)) == "1,1,3/-:- | 1,3/1:- ; B ROLL"


def test_different_cards_may_follow_each_other_at_the_end_of_a_turn() -> None:
    start = f"{NEW}:S1R1V1 | 1,2,3,4,5/6:- | {NEW}:- ; A END"
    assert asked(start, "VOLTEAR B") == "A: REVERSA, SALTAR, pass"
    assert asked(start, "VOLTEAR B", "SALTAR") == "A: REVERSA, pass"
    assert asked(start, "VOLTEAR B", "SALTAR", "REVERSA") == "B: rolls"  # over C


# Limits.


def test_one_card_of_a_kind_per_turn() -> None:
    start = f"{NEW}:S2 | {NEW}:- | {NEW}:- ; A END"
    assert play(start, "SALTAR") == f"{NEW}:S1 | {NEW}:- | {NEW}:- ; C ROLL"
    hits = f"{NEW}:V2 | 1,2,3,4/5,6:- ; A END"
    assert asked(hits, "VOLTEAR B", "raise 5") == "B: rolls"


def test_same_kind_without_limit() -> None:
    none: dict[str, Any] = {"same_kind_per_turn": None}
    start = f"{NEW}:S3 | {NEW}:- | {NEW}:- ; A END"
    assert asked(start, "SALTAR", **none) == "A: SALTAR, pass"
    assert (
        play(start, "SALTAR", "SALTAR", **none) == f"{NEW}:S1 | {NEW}:- | {NEW}:- ; A ROLL"
    )  # nobody is left to pass over
    hits = f"{NEW}:V2 | 1,2,3,4/5,6:- ; A END"
    assert asked(hits, "VOLTEAR B", "raise 5", **none) == "A: VOLTEAR B, pass"
    turns = f"{NEW}:R2 | {NEW}:- | {NEW}:- ; A END"
    assert play(turns, "REVERSA", "REVERSA", **none) == f"{NEW}:- | {NEW}:- | {NEW}:- ; B ROLL"


def test_dado_and_numeral_keep_their_own_limits_without_that_one() -> None:
    start = f"{NEW}:D2N2 | {NEW}:- ; A BEFORE"
    assert asked(start, "DADO", same_kind_per_turn=None) == "A: rolls"
    assert asked(start, "DADO", "roll 3", "NUMERAL 4", same_kind_per_turn=None) == "A: rolls"


def test_one_wildcard_per_turn() -> None:
    one: dict[str, Any] = {"max_wildcards_per_turn": 1}
    start = f"{NEW}:D1S1N1T1 | {NEW}:T1 ; A BEFORE"
    assert asked(start, "DADO", "roll 3", **one) == "B: TIRADOR, pass"  # no NUMERAL, but others are not limited
    assert asked(start, "DADO", "roll 3", "pass", **one) == "A: rolls"  # A may not shoot either
    assert play(start, "DADO", "roll 3", "pass", "roll 4", "pass", **one).endswith("; B ROLL")  # no SALTAR
    assert asked(start, "pass", "roll 3", "NUMERAL 4", "pass", **one) == "B: rolls"
    assert asked(start, "pass", "roll 3", "pass", "pass", "pass", **one) == "A: SALTAR, pass"
    assert asked(start, "pass", "roll 3", "pass", "pass", "pass", "SALTAR", **one) == "A: DADO, pass"  # a new turn
    assert asked(start, "DADO", "roll 3") == "A: NUMERAL 2, NUMERAL 4, pass"  # the default


def test_anothers_shot_does_not_count_against_the_rollers_limits() -> None:
    options: dict[str, Any] = {"max_wildcards_per_turn": 1, "tirador_scope": "that roll"}
    start = f"{NEW}:S1 | {NEW}:T1 ; A TIRADOR number=4 asked=B"
    assert asked(start, "TIRADOR", **options) == "A: SALTAR, pass"


# Cards, dice, seats.


def test_faces_and_row() -> None:
    rules = SeisRules(players=1, faces=3, wildcards={})
    assert str(rules.initial()) == "1,2,3/-:- ; A ROLL"
    assert [str(move) for move in rules.turn(rules.initial()).moves] == ["roll 1", "roll 2", "roll 3"]
    assert str(SeisRules(players=1, faces=8, row=(8, 2, 2), wildcards={}).initial()) == "2,2,8/-:- ; A ROLL"


def test_a_biased_die_and_a_face_that_never_comes() -> None:
    rules = SeisRules(players=1, faces=4, die=["1/2", 0, "1/3", "1/6"], wildcards={"NUMERAL": 1})
    turn = rules.turn(rules.initial())
    assert turn == Chance(((Roll(1), 3), (Roll(3), 2), (Roll(4), 1)), seat=0)
    with pytest.raises(IllegalMove, match="legal: roll 1, roll 3, roll 4"):
        rules.apply(rules.initial(), Roll(2))
    assert [str(move) for move in rules.turn(rules.apply(rules.initial(), Roll(1))).moves] == ["NUMERAL 2", "pass"]


def test_wildcards_of_a_handicap() -> None:
    rules = SeisRules(wildcards=[{}, {"DADO": 2}])
    assert str(rules.initial()) == f"{NEW}:- | {NEW}:D2 ; A FIRST"


@pytest.mark.parametrize("players", range(1, 7))
def test_one_to_six_players(players: int) -> None:
    rules = SeisRules(players=players)
    assert rules.seats == len(rules.initial().seats) == players
