"""Numbers computed outside this project (known_values: by at least one independent program, most by two)."""

from fractions import Fraction

import pytest

from seis_lab.exact.racing import race
from seis_lab.exact.seis import turns
from seis_lab.exact.card_worth import worth
from seis_lab.games.seis import SeisRules


@pytest.mark.parametrize(
    ("wildcards", "mean"),
    [
        ({}, "147/10"),
        ({"NUMERAL": 1}, "331/30"),
        ({"DADO": 2}, "127/10"),
        ({"NUMERAL": 2, "DADO": 2}, "65633/9000"),
    ],
)
def test_mean_turns_alone(wildcards: dict[str, int], mean: str) -> None:
    assert turns(SeisRules(players=1, wildcards=wildcards)).mean == Fraction(mean)


def test_law_without_cards() -> None:
    law = turns(SeisRules(players=1, wildcards={}))
    assert law.variance == Fraction(3899, 100)
    assert law.pmf(6) == Fraction(5, 324)


@pytest.mark.parametrize(("row", "mean"), [((1, 1, 2, 3, 4, 5), "411/25"), ((4,) * 6, "36")])
def test_rows_with_equal_cards(row: tuple[int, ...], mean: str) -> None:
    assert turns(SeisRules(players=1, row=row, wildcards={})).mean == Fraction(mean)


def test_race_of_two_without_cards() -> None:
    first, second = race(SeisRules(wildcards={}))
    assert first == Fraction(6688879, 12660648)
    assert first + second == 1


def test_racing_to_win_is_not_racing_alone() -> None:
    # Both playing to win: 0.545651. Each playing as if alone is close to it, and something else.
    first, _ = race(SeisRules(wildcards={"NUMERAL": 1}))
    assert round(float(first), 6) != 0.545651
    assert abs(float(first) - 0.545651) < 0.001


def test_a_dado_is_worth_one_turn_and_the_first_numeral_eleven_thirds() -> None:
    lines = {(line.numerals, line.dados): line for line in worth(SeisRules(wildcards={"NUMERAL": 1, "DADO": 2})).lines}
    assert lines[0, 0].numeral_saves == Fraction(11, 3)
    assert lines[0, 0].dado_saves == lines[0, 1].dado_saves == 1
