"""What simulated games are worth: counts, and estimates with intervals made from them.

Means and variances have the interval of the normal approximation (the standard error from the sample), probabilities
the one of Wilson (1927), which holds for few games and for probabilities near 0 and 1 too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from seis_lab.exact.answers import Estimate
from seis_lab.games.seis import SeisRules


@dataclass(frozen=True, repr=False)
class TurnsSample:
    """How many own turns each of the simulated games alone took: `counts` says in how many games, by turns.

    >>> sample = TurnsSample(SeisRules(players=1, faces=2, wildcards={}), 0, {2: 50, 3: 25, 4: 25}, 6, "engine")
    >>> print(sample.mean)
    2.7500 turns (estimate, 95 % interval 2.5867 to 2.9133, 100 games, seed 6)
    >>> print(sample.pmf(2))
    0.5000 (estimate, 95 % interval 0.4038 to 0.5962, 100 games, seed 6)
    """

    rules: SeisRules
    seat: int
    counts: Mapping[int, int]
    seed: int
    method: str
    confidence: float = 0.95

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Estimate:
        """The mean number of turns."""
        return self._around(float(self._moment(1)), self._central(2), "turns")

    @property
    def variance(self) -> Estimate:
        """The variance of the number of turns, in turns squared."""
        spread = self._central(2)
        unbiased = float(spread * self.games / (self.games - 1))
        return self._around(unbiased, self._central(4) - spread**2, "turns^2")

    def pmf(self, turns: int) -> Estimate:
        """The probability of exactly so many turns."""
        hits = self.counts.get(turns, 0)
        low, high = wilson(hits, self.games, self.confidence)
        return self._estimate(hits / self.games, low, high, "")

    def _moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        """The mean of (turns - about) to a power, exactly."""
        total = sum((count * (turns - about) ** power for turns, count in self.counts.items()), Fraction(0))
        return total / self.games

    def _central(self, power: int) -> Fraction:
        return self._moment(power, self._moment(1))

    def _around(self, value: float, spread: Fraction, unit: str) -> Estimate:
        """An estimate whose single observations have the variance `spread`."""
        reach = _normal(self.confidence) * sqrt(spread / (self.games - 1))
        return self._estimate(value, value - reach, value + reach, unit)

    def _estimate(self, value: float, low: float, high: float, unit: str) -> Estimate:
        return Estimate(value, low, high, self.confidence, self.games, self.seed, unit, "turns", self.rules)

    def __str__(self) -> str:
        """The mean, and what it rests on."""
        return str(self.mean)

    def __repr__(self) -> str:
        """The counts in short."""
        return f"<TurnsSample: {self.games} games, seed {self.seed}, {self.method}, mean {self.mean.value:.4f} turns>"

    def _repr_html_(self) -> str:
        return str(self.mean._repr_html_())


@dataclass(frozen=True, repr=False)
class RaceSample:
    """Who won the simulated races, by seat: `wins` counts games, an index gives the seat's probability to win.

    >>> sample = RaceSample(SeisRules(wildcards={}), (53, 47), 6, "engine")
    >>> print(sample[0])
    0.5300 (estimate, 95 % interval 0.4329 to 0.6249, 100 games, seed 6)
    """

    rules: SeisRules
    wins: tuple[int, ...]
    seed: int
    method: str
    confidence: float = 0.95

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.wins)

    def __getitem__(self, seat: int) -> Estimate:
        """The seat's probability to win."""
        low, high = wilson(self.wins[seat], self.games, self.confidence)
        value = self.wins[seat] / self.games
        return Estimate(value, low, high, self.confidence, self.games, self.seed, "", "race", self.rules)

    def __len__(self) -> int:
        """How many seats there are."""
        return len(self.wins)

    def __iter__(self) -> Iterator[Estimate]:
        """Every seat's probability to win."""
        return (self[seat] for seat in range(len(self)))

    def __str__(self) -> str:
        """One line for every seat."""
        return "\n".join(f"{'ABCDEF'[seat]}: {chance}" for seat, chance in enumerate(self))

    def __repr__(self) -> str:
        """The wins, in short."""
        return f"<RaceSample: wins {self.wins}, seed {self.seed}, {self.method}>"


def wilson(hits: Fraction | int, games: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a probability; with shared wins `hits` may be a fraction, and the interval is wide enough.

    >>> low, high = wilson(0, 20, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.0, 0.1611)
    """
    z = _normal(confidence)
    share = float(Fraction(hits) / games)
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def _normal(confidence: float) -> float:
    """How many standard errors reach so far on both sides."""
    return NormalDist().inv_cdf((1 + confidence) / 2)
