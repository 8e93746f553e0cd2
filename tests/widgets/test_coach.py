"""The coach's numbers against known values, and its words only where they are true."""

from fractions import Fraction

import pytest

from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import parse_position
from seis_lab.widgets.advice import Advice, Worth
from seis_lab.widgets.coach import estimates, exact_advice
from seis_lab.widgets.seis_moves import offers


def exact(rules, position, seat=0):
    state = parse_position(position)
    return exact_advice(rules, state, offers(rules, state), seat)


def values(advice):
    return [worth.value for worth in advice.worths]


ALL = "1,2,3,4,5,6/-"


@pytest.mark.parametrize(
    ("wild", "cards", "turns"),
    [({}, "-", "147/10"), ({"NUMERAL": 1}, "N1", "331/30")],  # known_values: computed by two independent programs
)
def test_alone_the_roll_is_worth_the_expected_turns(wild, cards, turns):
    advice = exact(SeisRules(players=1, wildcards=wild), f"{ALL}:{cards} ; A ROLL")
    assert (advice.unit, advice.games, values(advice)) == ("turns", None, [Fraction(turns)])


def test_alone_with_two_of_each_the_better_of_roll_and_dado_is_the_known_value():
    rules = SeisRules(players=1, wildcards={"NUMERAL": 2, "DADO": 2})
    advice = exact(rules, f"{ALL}:D2N2 ; A BEFORE")
    assert min(values(advice)) == Fraction(65633, 9000)


def test_two_dado_are_worth_two_turns_whenever_they_are_played():
    rules = SeisRules(players=1, wildcards={"DADO": 2})
    advice = exact(rules, f"{ALL}:D2 ; A BEFORE")
    assert values(advice) == [Fraction(127, 10)] * 2
    assert not any(advice.is_best(index) for index in range(2))


def test_the_race_without_cards_is_the_known_value():
    advice = exact(SeisRules(wildcards={}), f"{ALL}:- | {ALL}:- ; A ROLL")
    assert (advice.unit, values(advice)) == ("wins", [Fraction(6688879, 12660648)])


def test_an_action_that_wins_is_worth_one_and_is_best():
    rules = SeisRules(wildcards={"NUMERAL": 1})
    advice = exact(rules, f"5/1,2,3,4,6:N1 | {ALL}:- ; A NUMERAL number=4")  # offers: NUMERAL 3, NUMERAL 5, pass
    assert values(advice)[1] == 1
    assert [advice.is_best(index) for index in range(3)] == [False, True, False]
    assert advice.loss(0) == values(advice)[0] - 1 < 0


@pytest.mark.parametrize("card", ["S1", "R1", "V1", "T1"])
def test_nothing_is_called_exact_while_anybody_holds_a_card_that_acts_on_others(card):
    assert exact(SeisRules(), f"{ALL}:N1 | {ALL}:{card} ; A NUMERAL number=4") is None


def test_nothing_is_called_exact_with_more_players_than_can_be_solved_at_a_table():
    assert exact(SeisRules(players=4, wildcards={}), " | ".join([f"{ALL}:-"] * 4) + " ; A ROLL") is None


def test_estimates_grow_more_precise_and_hold_the_exact_value():
    """Without cards steady players play as if alone, so the exact race is the truth.

    Six 95 % intervals at a fixed seed; each of 50, 200 and 800 games and both seats.
    """
    rules = SeisRules(wildcards={})
    position = "4,5,6/1,2,3:- | 3,4,5,6/1,2:- ; A ROLL"
    state = parse_position(position)
    for seat in range(2):
        truth = values(exact(rules, position, seat))[0]
        found = list(estimates(rules, state, offers(rules, state), seat))
        widths = [advice.worths[0].high - advice.worths[0].low for advice in found]
        assert widths == sorted(widths, reverse=True) and len(set(widths)) == len(widths)
        assert [advice.games for advice in found] == [50, 200, 800]
        assert all(advice.worths[0].low <= truth <= advice.worths[0].high for advice in found)


def test_an_estimate_is_certain_only_where_the_game_is_over():
    rules = SeisRules()
    state = parse_position(f"5/1,2,3,4,6:N1 | {ALL}:S1 ; A NUMERAL number=4")
    advice = next(estimates(rules, state, offers(rules, state), 0))
    assert advice.worths[1] == Worth(1, 1, 1)
    assert advice.worths[0].low < advice.worths[0].high < 1


def test_estimates_stop_at_once_when_they_are_not_wanted_any_more():
    from seis_lab.exact.answers import Cancelled

    rules = SeisRules()
    state = parse_position(f"{ALL}:N1 | {ALL}:S1 ; A NUMERAL number=4")
    with pytest.raises(Cancelled):
        next(estimates(rules, state, offers(rules, state), 0, cancelled=lambda: True))


def test_a_difference_is_claimed_only_between_intervals_that_do_not_meet():
    def around(value, half):
        return Worth(value, value - half, value + half)

    advice = Advice("wins", (around(0.6, 0.05), around(0.52, 0.05), around(0.3, 0.05)), games=50)
    assert [advice.loss(index) != 0 for index in range(3)] == [False, False, True]
    assert not any(advice.is_best(index) for index in range(3))
    clear = Advice("wins", (around(0.6, 0.01), around(0.52, 0.01), around(0.3, 0.05)), games=800)
    assert [clear.is_best(index) for index in range(3)] == [True, False, False]
