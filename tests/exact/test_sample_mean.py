"""Student's interval: the table of quantiles that is printed everywhere, and how often it holds a known mean."""

import random

import pytest

from seis_lab.exact.sample_mean import MANY, checked_confidence, mean_estimate, student


@pytest.mark.parametrize(
    ("confidence", "freedom", "quantile"),
    [
        (0.95, 1, 12.706),
        (0.95, 2, 4.303),
        (0.95, 3, 3.182),
        (0.95, 4, 2.776),
        (0.95, 10, 2.228),
        (0.95, 30, 2.042),
        (0.95, 120, 1.980),
        (0.99, 1, 63.657),
        (0.99, 2, 9.925),
        (0.99, 10, 3.169),
        (0.9, 5, 2.015),
    ],
)
def test_the_printed_table_of_student(confidence: float, freedom: int, quantile: float) -> None:
    """Abramowitz and Stegun, table 26.10: percentage points of the t distribution, both tails."""
    assert f"{student(confidence, freedom):.3f}" == f"{quantile:.3f}"


def test_many_values_have_the_interval_of_the_normal_distribution() -> None:
    assert student(0.95, MANY + 1) == pytest.approx(1.95996, abs=1e-5)
    assert 1 < student(0.95, MANY) / student(0.95, MANY + 1) < 1.002


@pytest.mark.parametrize("count", [2, 3, 8])
def test_the_interval_of_few_values_holds_the_mean_as_often_as_it_says(count: int) -> None:
    """Values of a normal law with mean 7. Fixed seed; 4 standard errors, once in 16 000."""
    rng, trials = random.Random(6), 4000
    held = 0
    for _ in range(trials):
        found = mean_estimate([rng.gauss(7, 3) for _ in range(count)], 0.95)
        held += found.low <= 7 <= found.high
    assert abs(held / trials - 0.95) < 4 * (0.95 * 0.05 / trials) ** 0.5


@pytest.mark.parametrize("value", [0, 1, 95, -0.5, "0.95", None])
def test_a_confidence_is_a_number_between_0_and_1(value: object) -> None:
    with pytest.raises(ValueError, match=r"confidence=.* is not allowed; allowed: a number between 0 and 1"):
        checked_confidence(value)
