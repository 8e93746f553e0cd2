"""The mean of a few values drawn at random as an estimate, with Student's interval.

The spread of few values is itself uncertain: with Student's distribution in place of the normal one the interval is as
wide as that makes it (12.7 standard errors for two values, 2.1 for twenty, 1.96 for very many). It supposes a mean of
about normal spread, which a rare large value among few can belie.

>>> print(mean_estimate([3.0, 4.0, 4.0, 5.0], 0.95, seed=6, unit="cards"))
4.0000 cards (estimate, 95 % interval 2.7008 to 5.2992, 4 games, seed 6)
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist, fmean, stdev
from typing import Any

from seis_lab.exact.answers import Estimate
from seis_lab.game import quote

MANY = 1000
"""Degrees of freedom from which on the normal distribution is taken: it differs by less than a thousandth."""


def mean_estimate(
    values: Sequence[float],
    confidence: float,
    *,
    seed: int | None = None,
    unit: str = "",
    question: str = "",
    rules: Any = None,
) -> Estimate:
    """The estimate of a mean from at least two independent values."""
    mean = fmean(values)
    reach = student(confidence, len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach, confidence, len(values), seed, unit, question, rules)


def checked_confidence(value: Any) -> float:
    """The confidence, when it lies between 0 and 1; ValueError quotes it otherwise."""
    if not isinstance(value, int | float | Fraction) or not 0 < value < 1:
        raise ValueError(f"confidence={quote(value)} is not allowed; allowed: a number between 0 and 1, such as 0.95")
    return float(value)


@lru_cache(maxsize=256)
def student(confidence: float, freedom: int) -> float:
    """How many standard errors Student's interval reaches on both sides, for so many degrees of freedom.

    >>> [round(student(0.95, freedom), 3) for freedom in (1, 2, 19)]
    [12.706, 4.303, 2.093]
    """
    if freedom > MANY:
        return NormalDist().inv_cdf((1 + confidence) / 2)
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return sqrt(freedom) * tan(low)


def _within(angle: float, freedom: int) -> float:
    """The probability of at most tan(angle) * sqrt(freedom) on both sides (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    odd = freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total
