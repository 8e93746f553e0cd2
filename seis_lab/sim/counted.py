"""Estimates from counted games: a probability with Wilson's interval, a mean with that of the normal approximation.

>>> counted = Counted(None, games=100, seed=6, confidence=0.95)
>>> print(counted.share(53, "win"))
0.5300 (estimate, 95 % interval 0.4329 to 0.6249, 100 games, seed 6)
>>> print(counted.mean([(1.0, 50), (2.0, 50)], "cards", "cards placed"))
1.5000 cards (estimate, 95 % interval 1.4015 to 1.5985, 100 games, seed 6)
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seis_lab.exact.answers import Estimate
from seis_lab.sim.samples import wilson


@dataclass(frozen=True)
class Counted:
    """Values that were counted, with what an estimate says about where they come from."""

    rules: Any
    games: int
    seed: int
    confidence: float

    def share(self, hits: Fraction | float, question: str) -> Estimate:
        """The estimate of a probability."""
        low, high = wilson(Fraction(hits), self.games, self.confidence)
        return self._estimate(float(hits) / self.games, low, high, "", question)

    def mean(self, values: Iterable[tuple[float, int]], unit: str, question: str) -> Estimate:
        """The estimate of a mean, from values with their counts."""
        values = list(values)
        mean = sum(value * count for value, count in values) / self.games
        spread = sum(count * (value - mean) ** 2 for value, count in values) / (self.games - 1)
        reach = NormalDist().inv_cdf((1 + self.confidence) / 2) * sqrt(spread / self.games)
        return self._estimate(mean, mean - reach, mean + reach, unit, question)

    def _estimate(self, value: float, low: float, high: float, unit: str, question: str) -> Estimate:
        return Estimate(value, low, high, self.confidence, self.games, self.seed, unit, question, self.rules)


def count_rows(rows: NDArray[np.int64], key: Callable[[list[int]], Any]) -> Counter[Any]:
    """How often every different row occurs, under its key."""
    shift = rows.min(axis=0)
    digits = rows - shift
    radix = digits.max(axis=0) + 1
    if np.log2(radix.astype(float)).sum() < 62:  # as one number a row is sorted ten times as fast
        codes = np.ravel_multi_index(tuple(digits.T), tuple(radix))
        found, counts = np.unique(codes, return_counts=True)
        different = np.column_stack(np.unravel_index(found, tuple(radix))) + shift
    else:
        different, counts = np.unique(rows, axis=0, return_counts=True)
    return Counter({key(row): count for row, count in zip(different.tolist(), counts.tolist(), strict=True)})
