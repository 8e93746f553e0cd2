"""The verdict acquits the right law and convicts planted wrong ones."""

from fractions import Fraction
from functools import cache
from math import erfc, exp, lgamma, log, sqrt
from typing import Any

import pytest

from seis_lab.exact.racing import race
from seis_lab.exact.seis import TurnsLaw, turns
from seis_lab.games.seis import SeisRules
from seis_lab.sim import RaceSample, TurnsSample, check, simulate_race, simulate_turns
from seis_lab.sim.verdict import ERROR_RATE, chi_squared, chi_squared_tail

CARDS = {"NUMERAL": 2, "DADO": 2}
LOADED = ["1/6", "1/6", "1/6", "1/6", "3/20", "11/60"]  # a sixth of a tenth moved from the 5 to the 6
GAMES = 400_000


def alone(**options: Any) -> SeisRules:
    return SeisRules(players=1, **options)


@cache
def law_of(rules: SeisRules) -> TurnsLaw:
    return turns(rules)


@cache
def sample_of(rules: SeisRules) -> TurnsSample:
    return simulate_turns(rules, GAMES, 6)


# Every option that turns alone depend on. A right law fails one of these in a thousand; the seed is fixed.
RIGHT = [
    alone(wildcards={}),
    alone(),
    alone(wildcards=CARDS, numeral_wrap=True),
    alone(wildcards={"NUMERAL": 3}, numeral_per_roll=2),
    alone(wildcards={"NUMERAL": 2, "DADO": 3}, dado_per_turn=2),
    alone(wildcards=CARDS, max_wildcards_per_turn=1),
    alone(wildcards=CARDS, flip="optional"),
    alone(wildcards=CARDS, die=LOADED),
    alone(wildcards={"NUMERAL": 1}, faces=3),
    alone(wildcards={"NUMERAL": 1}, row=[1, 1, 6]),
    alone(wildcards={"NUMERAL": 1}, faces=2, die=["1/3", "2/3"]),
]


@pytest.mark.parametrize("rules", RIGHT, ids=repr)
def test_the_right_law_is_acquitted(rules: SeisRules) -> None:
    verdict = check(law_of(rules), sample_of(rules))
    assert verdict.agrees, str(verdict)
    assert verdict.error_rate == ERROR_RATE == 0.001
    assert str(verdict).startswith("agrees: p = ") and str(verdict).endswith("a right law fails 1 check in 1000")


# Wrong models: the games are played by one set of rules, the law is that of another.
WRONG = [
    ("the numbers wrap", alone(wildcards=CARDS), alone(wildcards=CARDS, numeral_wrap=True)),
    ("a loaded die", alone(wildcards={}), alone(wildcards={}, die=LOADED)),
    ("a loaded die, with cards", alone(wildcards=CARDS), alone(wildcards=CARDS, die=LOADED)),
    ("one card too many", alone(wildcards=CARDS), alone(wildcards={"NUMERAL": 2, "DADO": 3})),
    ("two NUMERAL on a roll", alone(wildcards=CARDS), alone(wildcards=CARDS, numeral_per_roll=2)),
    ("one wildcard in a turn", alone(wildcards=CARDS), alone(wildcards=CARDS, max_wildcards_per_turn=1)),
    ("another row", alone(wildcards={}), alone(wildcards={}, row=[1, 2, 3, 4, 5, 5])),
]


@pytest.mark.parametrize(("played", "law"), [pair[1:] for pair in WRONG], ids=[pair[0] for pair in WRONG])
def test_a_wrong_law_is_convicted_either_way_round(played: SeisRules, law: SeisRules) -> None:
    for rules, other in ((played, law), (law, played)):
        verdict = check(law_of(other), sample_of(rules))
        assert not verdict.agrees, str(verdict)
        assert str(verdict).startswith("DISAGREES: p ")


def test_the_engine_is_on_trial_too() -> None:
    rules = alone(wildcards=CARDS)
    sample = simulate_turns(rules, 1000, 6, method="engine")
    assert check(turns(rules), sample).agrees
    assert not check(turns(alone(wildcards={"NUMERAL": 2, "DADO": 1})), sample).agrees


def test_a_race_is_put_on_trial_by_seat() -> None:
    rules = SeisRules(players=3, wildcards=[CARDS, {"NUMERAL": 3}, {"DADO": 3}])
    law, sample = race(rules), simulate_race(rules, GAMES, 6)
    assert check(law, sample).agrees
    assert not check([law[1], law[0], law[2]], sample).agrees
    assert not check(race(SeisRules(players=3, wildcards=CARDS)), sample).agrees


def test_a_law_with_the_right_mean_and_the_wrong_shape_is_convicted() -> None:
    class Law:
        """Always 2 or 4 turns instead of 3, with the same mean."""

        mean, variance = Fraction(3), Fraction(1)

        def pmf(self, n: int) -> Fraction:
            return Fraction(1, 2) if n in (2, 4) else Fraction(0)

    rules = alone(faces=2, wildcards={})
    assert check(Law(), TurnsSample(rules, 0, {2: 500, 4: 500}, 6, "engine")).agrees
    assert not check(Law(), TurnsSample(rules, 0, {2: 400, 4: 600}, 6, "engine")).agrees
    one_game = check(Law(), TurnsSample(rules, 0, {2: 500, 3: 1, 4: 500}, 6, "engine"))
    assert one_game.p_value == 0 and "impossible" in str(one_game)
    late = check(Law(), TurnsSample(rules, 0, {2: 500, 4: 499, 9: 1}, 6, "engine"))
    assert late.p_value == 0


def test_a_right_law_is_convicted_no_more_often_than_stated() -> None:
    """1000 checks of right laws: at most 6 convictions (Poisson with mean 1 exceeds 6 with probability 8e-5)."""
    law = turns(alone(faces=3, wildcards={}))
    samples = (simulate_turns(law.rules, 2000, seed) for seed in range(1000))
    values = [check(law, sample).p_value for sample in samples]
    assert sum(p < ERROR_RATE for p in values) <= 6
    # Nor is it blind: twice the smaller of two p-values is below 1/2 about as often as not (0.25 to 0.5, correlated).
    assert 200 < sum(p < 0.5 for p in values) < 550


def closed_tail(statistic: float, freedom: int) -> float:
    """The chi-squared tail as a finite sum, by parts from both ends: Abramowitz and Stegun 26.4.4 and 26.4.5."""
    half = statistic / 2
    first = 0.0 if freedom % 2 == 0 else 0.5
    total = 0.0 if freedom % 2 == 0 else erfc(sqrt(half))
    for step in range(freedom // 2):
        power = step + first
        total += exp(power * log(half) - half - lgamma(power + 1))
    return total


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 37])
def test_the_tail_of_chi_squared_by_a_second_route(freedom: int) -> None:
    for statistic in (0.1, 1.0, float(freedom), 3.0 * freedom, 400.0):
        assert chi_squared_tail(statistic, freedom) == pytest.approx(closed_tail(statistic, freedom), rel=1e-9)


def test_small_cells_are_pooled() -> None:
    name, p = chi_squared([(0.5, 50), (0.02, 0), (0.03, 4), (0.4, 41), (0.05, 5)], 100)
    # cells: 0.5, then 0.02 + 0.03 + 0.4, then 0.05 joins its neighbour: expected 50 and 50, found 50 and 50
    assert name == "chi-squared, 2 cells" and p == 1.0


@pytest.mark.parametrize(
    ("exact", "sample"),
    [
        ([Fraction(1, 2)] * 2, TurnsSample(alone(), 0, {2: 100}, 6, "engine")),
        ([Fraction(1, 3)] * 3, RaceSample(SeisRules(), (50, 50), 6, "engine")),
        (Fraction(147, 10), TurnsSample(alone(), 0, {2: 100}, 6, "engine")),
        (None, RaceSample(SeisRules(), (50, 50), 6, "engine")),
    ],
)
def test_a_law_of_another_question_is_refused(exact: Any, sample: Any) -> None:
    with pytest.raises(ValueError, match="cannot be checked by"):
        check(exact, sample)
