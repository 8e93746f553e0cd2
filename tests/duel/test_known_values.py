"""Odds that were computed elsewhere or follow from them."""

from fractions import Fraction

import pytest

from seis_lab.exact.duels import duel
from seis_lab.exact.racing import race
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import parse_position

# Two independent programs (known values of the project): the race of two without cards.
RACE = Fraction(6688879, 12660648)


@pytest.mark.parametrize("method", ["exact", "double"])
def test_race_without_cards(method: str) -> None:
    solved = duel(SeisRules(wildcards={}), method=method)
    if method == "exact":
        assert solved.first == RACE
    else:
        assert solved.first.low <= RACE <= solved.first.high


@pytest.mark.parametrize("method", ["exact", "double"])
def test_one_numeral_each(method: str) -> None:
    """0.545651: an independent program (known values of the project)."""
    solved = duel(SeisRules(wildcards={"NUMERAL": 1}), method=method)
    state = parse_position("1,2,3,4,5,6/-:N1 | 1,2,3,4,5,6/-:N1 ; A ROLL")
    assert round(float(solved.value(state)), 6) == 0.545651


def test_a_die_alone_is_the_race_position_by_position() -> None:
    """The race of two is solved by another method, closed forms of both rows' laws, wherever nobody holds a card."""
    rules = SeisRules(wildcards={})
    solved = duel(rules)
    for text in ("1,5/2,3,4,6:- | 3/1,2,4,5,6:- ; B ROLL", "1,2,3,4,6/5:- | 2,4/1,3,5,6:- ; A ROLL"):
        state = parse_position(text)
        assert [solved.value(state, seat) for seat in (0, 1)] == list(race(rules, state))


def test_a_dado_is_a_turn() -> None:
    """With DADO alone a DADO is worth exactly one turn: giving one away exchanges the beginner and the other."""
    solved = duel(SeisRules(wildcards={"DADO": 2}))
    assert solved.odds({"DADO": 1}, {"DADO": 2}) == 1 - RACE
    assert solved.odds({"DADO": 2}, {"DADO": 2}) == RACE


def test_a_saltar_is_a_turn_too() -> None:
    solved = duel(SeisRules(wildcards={"SALTAR": 2}))
    assert solved.odds({"SALTAR": 1}, {"SALTAR": 2}) == 1 - RACE
    assert solved.odds({"SALTAR": 2}, {"SALTAR": 2}) == RACE


def test_one_card_each() -> None:
    """1/6 + (5/6)**2 * x = x."""
    solved = duel(SeisRules(wildcards={}))
    assert solved.value(parse_position("6/1,2,3,4,5:- | 1/2,3,4,5,6:- ; A ROLL")) == Fraction(6, 11)
