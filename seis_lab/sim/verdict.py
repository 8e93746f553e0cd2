"""Exact against simulated: a verdict with its error rate.

The counts are compared with the exact law by two tests: Pearson's chi-squared over all outcomes (neighbours pooled
until each cell expects ten games) and, for a number of turns, the z test of the mean. Both p-values are doubled
(Bonferroni), so that a right law is convicted at most once in a thousand checks; the two normal approximations are
good for the thousands of games that simulation gives. An outcome that the law calls impossible convicts at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import erfc, sqrt
from typing import Any

from seis_lab.sim.samples import RaceSample, TurnsSample

ERROR_RATE = 0.001
"""How often a right law is convicted."""

POOLED = 10
"""The least number of games that a cell of the chi-squared test expects."""


@dataclass(frozen=True)
class Verdict:
    """Whether simulated games agree with an exact law: `agrees` when `p_value` is not below `error_rate`.

    `p_value` is already corrected for the number of tests; `tests` has each test's own p-value by name.

    >>> print(Verdict(0.42, (("chi-squared, 30 cells", 0.21), ("mean", 0.8)), 100_000))
    agrees: p = 0.42 from 100000 games (chi-squared, 30 cells: 0.21; mean: 0.8); a right law fails 1 check in 1000
    >>> print(Verdict(0.0, (("mean", 0.0),), 100_000))
    DISAGREES: p < 0.0001 from 100000 games (mean: < 0.0001); a right law fails 1 check in 1000
    """

    p_value: float
    tests: tuple[tuple[str, float], ...]
    games: int
    error_rate: float = ERROR_RATE

    @property
    def agrees(self) -> bool:
        """Whether the law stands."""
        return self.p_value >= self.error_rate

    def __str__(self) -> str:
        """The verdict, what it rests on, and how often it is wrong about a right law."""
        tests = "; ".join(f"{name}: {_shown(p, '')}" for name, p in self.tests)
        found = f"p {_shown(self.p_value)} from {self.games} games ({tests})"
        word = "agrees" if self.agrees else "DISAGREES"
        return f"{word}: {found}; a right law fails 1 check in {1 / self.error_rate:.0f}"

    def _repr_html_(self) -> str:
        return f'<span class="seis-answer">{escape(str(self))}</span>'


def _shown(p: float, equals: str = "= ") -> str:
    """A p-value to three digits; a very small one is bounded, never called nought."""
    return "< 0.0001" if p < 0.0001 else f"{equals}{p:.3g}"


def check(exact: Any, simulated: TurnsSample | RaceSample) -> Verdict:
    """Put an exact law on trial: `turns(rules)` against `simulate_turns`, `race(rules)` against `simulate_race`.

    Rules and seat of both are not compared: a wrong law is to be convicted, not refused. ValueError when the two do
    not answer the same kind of question.

    >>> from fractions import Fraction
    >>> from seis_lab.games.seis import SeisRules
    >>> sample = RaceSample(SeisRules(wildcards={}), (5300, 4700), 6, "engine")
    >>> check([Fraction(53, 100), Fraction(47, 100)], sample).agrees, check([Fraction(1, 2)] * 2, sample).agrees
    (True, False)
    """
    if isinstance(simulated, TurnsSample) and hasattr(exact, "pmf"):
        return _check_turns(exact, simulated)
    if isinstance(simulated, RaceSample) and isinstance(exact, Sequence) and len(exact) == len(simulated):
        return _check_race(list(exact), simulated)
    raise ValueError(
        f"{exact!r} cannot be checked by {simulated!r}; allowed: turns(rules) with simulate_turns(rules, ...), "
        "or race(rules) with simulate_race(rules, ...) for the same number of seats"
    )


def _check_turns(law: Any, sample: TurnsSample) -> Verdict:
    games = sample.games
    mean, variance = float(law.mean), float(law.variance)
    cells = list(_cells(law, sample))
    tests = [chi_squared(cells, games)]
    if variance > 0:
        z = (sample.mean.value - mean) / sqrt(variance / games)
        tests.append(("mean", erfc(abs(z) / sqrt(2))))
    return verdict(tests, games)


def _check_race(chances: list[Any], sample: RaceSample) -> Verdict:
    cells = [(float(chance), wins) for chance, wins in zip(chances, sample.wins, strict=True)]
    return verdict([chi_squared(cells, sample.games)], sample.games)


def check_joint(law: Mapping[Any, Any], counted: Mapping[Any, int], games: int) -> Verdict:
    """Put the law of how a game ends on trial against how often each end was met, by chi-squared over all ends."""
    cells = [(float(p), counted.get(end, 0)) for end, p in sorted(law.items(), key=lambda item: item[1])]
    cells += [(0.0, count) for end, count in counted.items() if end not in law]
    return verdict([chi_squared(cells, games)], games)


def verdict(tests: list[tuple[str, float]], games: int) -> Verdict:
    """The verdict of some tests together: the least p-value, corrected for their number."""
    return Verdict(min(1.0, len(tests) * min(p for _, p in tests)), tuple(tests), games)


def _cells(law: Any, sample: TurnsSample) -> Iterator[tuple[float, int]]:
    """Every number of turns with its probability and count, up to where the rest expects less than half a cell."""
    rest, turns, seen = Fraction(1), 0, 0
    while rest * sample.games > POOLED / 2:
        turns += 1
        probability = law.pmf(turns)
        count = sample.counts.get(turns, 0)
        yield float(probability), count
        rest -= probability
        seen += count
    yield float(rest), sample.games - seen


def chi_squared(cells: Iterable[tuple[float, int]], games: int) -> tuple[str, float]:
    """Pearson's test of counts against probabilities: its name, with the number of cells, and its p-value."""
    pooled: list[list[float]] = [[0.0, 0.0]]
    for probability, count in cells:
        if probability == 0 and count:
            return "an impossible outcome", 0.0
        if pooled[-1][0] >= POOLED:
            pooled.append([0.0, 0.0])
        pooled[-1][0] += probability * games
        pooled[-1][1] += count
    if len(pooled) > 1 and pooled[-1][0] < POOLED:
        rest = pooled.pop()
        pooled[-1] = [pooled[-1][0] + rest[0], pooled[-1][1] + rest[1]]
    statistic = sum((count - expected) ** 2 / expected for expected, count in pooled)
    return f"chi-squared, {len(pooled)} cells", chi_squared_tail(statistic, len(pooled) - 1)


def chi_squared_tail(statistic: float, freedom: int) -> float:
    """The probability that chi-squared with so many degrees of freedom is larger: the regularised gamma function Q.

    The 1 in 1000 value for 10 degrees of freedom, from the tables, is 29.588:

    >>> round(chi_squared_tail(29.588, 10), 6), chi_squared_tail(3.0, 0)
    (0.001, 1.0)
    """
    from mpmath import gammainc  # type: ignore[import-untyped]

    return float(gammainc(freedom / 2, statistic / 2, regularized=True)) if freedom else 1.0
