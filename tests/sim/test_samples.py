"""Intervals: against values worked out elsewhere, and how often they hold the truth."""

from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from seis_lab.games.seis import SeisRules
from seis_lab.sim import AsIfAlone, RaceSample, TurnsSample
from seis_lab.sim.samples import wilson
from seis_lab.sim.seis import _kernel_turns as turns_of_a_block
from seis_lab.sim.tables import kernel_input

ALONE = SeisRules(players=1, wildcards={})


def test_wilson_interval_of_a_textbook_example() -> None:
    # Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3 (score interval), 95 %.
    for hits, games, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        assert wilson(hits, games, 0.95) == pytest.approx((low, high), abs=5e-5)


def test_wilson_interval_is_where_the_score_test_turns() -> None:
    """Its ends solve (share - p)^2 = z^2 p (1 - p) / n; z for 99 % is 2.5758 in every table."""
    share, games = Fraction(3, 40), 40
    for p in wilson(3, 40, 0.99):
        assert abs(float(share) - p) / sqrt(p * (1 - p) / games) == pytest.approx(2.5758, abs=1e-4)


def test_shared_wins_keep_the_interval_of_the_same_share() -> None:
    assert wilson(Fraction(8, 2), 10, 0.95) == wilson(4, 10, 0.95)
    for end in (0, 1):
        assert wilson(3, 10, 0.95)[end] < wilson(Fraction(7, 2), 10, 0.95)[end] < wilson(4, 10, 0.95)[end]


def test_mean_and_variance_of_a_sample_worked_out_by_hand() -> None:
    sample = TurnsSample(ALONE, 0, {2: 60, 4: 40}, 6, "engine")
    # mean 2.8; deviations -0.8 and 1.2; squares 0.64 * 60 + 1.44 * 40 = 96; over 99
    assert sample.games == 100
    assert sample.mean.value == pytest.approx(2.8)
    assert sample.variance.value == pytest.approx(96 / 99)
    reach = 1.959964 * sqrt(96 / 99 / 100)
    assert (sample.mean.low, sample.mean.high) == pytest.approx((2.8 - reach, 2.8 + reach), abs=1e-6)
    assert (sample.mean.kind, sample.mean.unit, sample.variance.unit) == ("estimate", "turns", "turns^2")
    assert sample.pmf(2).value == pytest.approx(0.6) and sample.pmf(3).value == 0


def test_samples_show_what_they_are_without_an_address() -> None:
    sample = TurnsSample(ALONE, 0, {2: 60, 4: 40}, 6, "engine")
    assert repr(sample) == "<TurnsSample: 100 games, seed 6, engine, mean 2.8000 turns>"
    assert "estimate" in str(sample) and "estimate" in sample._repr_html_()
    race = RaceSample(SeisRules(), (60, 40), 6, "engine")
    assert repr(race) == "<RaceSample: wins (60, 40), seed 6, engine>"
    assert str(race).splitlines()[1].startswith("B: 0.4000 (estimate")
    assert [chance.value for chance in race] == [0.6, 0.4]
    with pytest.raises(IndexError):
        race[2]


def within(hits: int, trials: int, p: float) -> bool:
    """Whether so many hits are likelier than 1 in 1000 under the binomial law: either tail above 1 in 2000."""
    law = [comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in range(trials + 1)]
    return sum(law[: hits + 1]) > 0.0005 and sum(law[hits:]) > 0.0005


def test_intervals_hold_the_exact_value_as_often_as_they_say() -> None:
    """400 samples of 1000 games; mean 147/10, variance 3899/100, P(6 turns) = 5/324 (known values, by two programs).

    Error rate: 1 in 1000 for each of the six counts, at seeds that are fixed.
    """
    given = kernel_input([ALONE], [AsIfAlone(ALONE)])
    games = [turns_of_a_block(given, ALONE, 1000, np.random.SeedSequence(seed)) for seed in range(400)]
    samples = [TurnsSample(ALONE, 0, counts, seed, "kernel") for seed, counts in enumerate(games)]
    for confidence in (0.8, 0.95):
        read = [replace(sample, confidence=confidence) for sample in samples]
        for exact, estimates in [
            (Fraction(147, 10), [sample.mean for sample in read]),
            (Fraction(3899, 100), [sample.variance for sample in read]),
            (Fraction(5, 324), [sample.pmf(6) for sample in read]),
        ]:
            held = sum(estimate.low <= exact <= estimate.high for estimate in estimates)
            assert within(held, 400, confidence), f"{held} of 400 intervals hold {exact}"
