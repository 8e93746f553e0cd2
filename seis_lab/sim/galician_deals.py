"""The round of the full deck: each sampled deal is solved exactly, so that only the deal is left to chance.

Nobody can go through all 40!/(8!)^5, about 8 * 10^24, deals. So deals are sampled, the law of each is computed to the
last digit, and the laws are averaged: an *estimate*. Two things make its interval narrow. Conditioning on the deal
takes the chance of the play out. And most of what is left is explained by who holds how many cards at which distance
from the opening rank, whose exact means are known: a *control variate*, subtracted with the regression coefficients of
the sample. Measured on the default rules it divides the variance by 2.7 for the leader's chance to win and by 1.2 for
the pot. Pairing each deal with its reversal (near cards for far ones, an *antithetic* deal) divides the former by 1.6
only, and multiplies the variance of the pot by 1.3, so it is not done.

`plain_rounds` says what that is worth: about nine plain rounds a deal for a chance to win, four for the pot. The
compiled kernel of `simulate_rounds` plays thousands of rounds while a deal is solved, so for a mean alone it is the
better tool; solved deals tell how much of the luck lies in the deal and how much in the play.

    >>> sample = sample_deals(GalicianRules(), deals=200, seed=6)
    >>> print(sample.wins[0])
    0.3606 (estimate, 95 % interval 0.3392 to 0.3820, 200 games, seed 6)
    >>> sample.plain_rounds(sample.wins[0])  # plain simulated rounds that give as narrow an interval
    1938
"""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seis_lab.exact.answers import Estimate
from seis_lab.exact.galician import names
from seis_lab.exact.galician_double import ends_of_deal
from seis_lab.exact.galician_tables import Passes
from seis_lab.exact.sample_mean import checked_confidence
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.sim.blocks import Progress, Stop, blocks, run_blocks, whole

BLOCK = 20
FEWEST = 200
"""Fewer deals do not carry the regression and the normal approximation."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class DealsSample:
    """The laws of sampled deals, seats counted from the leader.

    `ends` has every (winner, passes) that was met, and `chances` the probability of each (column) in each deal (row);
    `held` the cards of each seat by distance from the opening rank in each deal, less their exact means.
    """

    rules: GalicianRules
    policy: str
    ends: tuple[tuple[int | None, Passes], ...]
    chances: Floats
    held: Floats
    seed: int
    confidence: float = 0.95

    @property
    def deals(self) -> int:
        """How many deals were solved."""
        return len(self.chances)

    @cached_property
    def joint(self) -> dict[tuple[int | None, Passes], float]:
        """The averaged joint law of winner and passes."""
        return dict(zip(self.ends, self.chances.mean(axis=0).tolist(), strict=True))

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """The probability of each seat to win the round."""
        return tuple(
            self.estimate([float(winner == seat) for winner, _ in self.ends], "", "win")
            for seat in range(self.rules.players)
        )

    @property
    def passes(self) -> tuple[Estimate, ...]:
        """How often each seat passes on average."""
        return tuple(
            self.estimate([float(passes[seat]) for _, passes in self.ends], "passes", "passes")
            for seat in range(self.rules.players)
        )

    @property
    def mean_pot(self) -> Estimate:
        """The expected pot, in chips."""
        return self.estimate(self._pots, "chips", "pot")

    @property
    def empty_pot(self) -> Estimate:
        """The probability that the pot is empty at the end."""
        return self.estimate([float(pot == 0) for pot in self._pots], "", "empty pot")

    def mean_net(self, seat: int) -> Estimate:
        """A seat's expected net chips."""
        nets = [
            (pot if winner == seat else 0.0) - self._paid(passes)[seat]
            for (winner, passes), pot in zip(self.ends, self._pots, strict=True)
        ]
        return self.estimate(nets, "chips", "net chips")

    def estimate(self, values: "list[float]", unit: str, question: str) -> Estimate:
        """The estimate of the mean of something that has these values at the `ends`."""
        by_deal = self.chances @ np.array(values)
        design = np.column_stack([np.ones(self.deals), self.held])
        found, _, rank, _ = np.linalg.lstsq(design, by_deal, rcond=None)
        left = by_deal - design @ found
        error = sqrt(float(left @ left) / (self.deals - int(rank)) / self.deals)
        reach = NormalDist().inv_cdf((1 + self.confidence) / 2) * error
        value = float(found[0])
        about = (self.confidence, self.deals, self.seed, unit, question, self.rules)
        return Estimate(value, value - reach, value + reach, *about)

    def plain_rounds(self, estimate: Estimate) -> int:
        """How many plain simulated rounds it would take for an interval as narrow as that of one of the estimates."""
        values = {"win": None, "pot": self._pots, "empty pot": [float(pot == 0) for pot in self._pots]}
        if estimate.question not in values:
            raise ValueError(f"{estimate!r} is not allowed; allowed: one of wins, mean_pot or empty_pot")
        known = values[estimate.question]
        if known is None:
            spread = estimate.value * (1 - estimate.value)
        else:
            weights = self.chances.mean(axis=0)
            spread = float(weights @ np.array(known) ** 2 - (weights @ np.array(known)) ** 2)
        error = (estimate.high - estimate.low) / 2 / NormalDist().inv_cdf((1 + self.confidence) / 2)
        return ceil(spread / error**2)

    @cached_property
    def _pots(self) -> list[float]:
        return [float(sum(self._paid(passes))) for _, passes in self.ends]

    def _paid(self, passes: Passes) -> tuple[int, ...]:
        rules = self.rules
        return tuple(min(rules.chips, rules.ante + rules.pass_cost * n) for n in passes)

    def rows(self) -> list[tuple[str, Estimate, int]]:
        """What was asked, the estimate, and the plain rounds that would give the same width."""
        asked = [("leader wins" if not seat else f"{seat} after wins", win) for seat, win in enumerate(self.wins)]
        asked += [("pot", self.mean_pot), ("empty pot", self.empty_pot)]
        return [(name, estimate, self.plain_rounds(estimate)) for name, estimate in asked]

    def __str__(self) -> str:
        """One line for every answer."""
        return "\n".join(f"{name}: {estimate}; {rounds} plain rounds" for name, estimate, rounds in self.rows())

    def __repr__(self) -> str:
        return f"<DealsSample of {self.rules!r}: {self.deals} deals, seed {self.seed}, {self.policy}>"


def sample_deals(
    rules: GalicianRules,
    deals: int,
    seed: int,
    *,
    policies: str = "uniform",
    confidence: float = 0.95,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> DealsSample:
    """Solve so many shuffled deals and average their laws, seats counted from the leader.

    `policies` is the name of a built-in policy. `executor`, `progress` and `cancelled` as in `simulate_turns`; the
    result depends on rules, deals, seed and policy only. InvalidRules where the options let a round end for lack of
    chips and stacks decide: those are answered by `simulate_rounds`.
    """
    if not isinstance(policies, str):
        raise ValueError(f"policies={policies!r} is not allowed; allowed: the name of a built-in policy")
    by_seat = tuple(names(rules, policies))
    if rules.ends_at_once:
        raise InvalidRules(f"with {rules!r} the chips decide when a round ends; allowed: simulate_rounds")
    work = blocks(whole("deals", deals, FEWEST), BLOCK, whole("seed", seed, 0))
    confidence = checked_confidence(confidence)
    solved = [
        one for block in run_blocks(_solve, (rules, by_seat), work, executor, progress, cancelled) for one in block
    ]
    place: dict[Any, int] = {}
    for law, _ in solved:
        for end in law:
            place.setdefault(end, len(place))
    chances = np.zeros((deals, len(place)))
    for row, (law, _) in enumerate(solved):
        for end, p in law.items():
            chances[row, place[end]] = p
    held = np.array([held for _, held in solved], np.float64) - _mean_held(rules)
    return DealsSample(rules, policies, tuple(place), chances, held[:, held.std(axis=0) > 0], seed, confidence)


def _solve(
    rules: GalicianRules, by_seat: tuple[str, ...], deals: int, seed: np.random.SeedSequence
) -> list[tuple[Mapping[Any, float], NDArray[np.int64]]]:
    """So many shuffled deals: the law of each, and the cards of each seat by distance."""
    rng = np.random.default_rng(seed)
    seats, cards = rules.players, rules.suits * rules.ranks
    distance = np.tile(np.abs(np.arange(1, rules.ranks + 1) - rules.opening_rank), rules.suits)
    found: list[tuple[Mapping[Any, float], NDArray[np.int64]]] = []
    for _ in range(deals):
        owner = np.empty(cards, np.int64)
        owner[rng.permutation(cards)] = np.arange(cards) % seats
        leader = int(owner[rules.opening_rank - 1])
        after = (owner - leader) % seats
        held = np.bincount(after * rules.ranks + distance, minlength=seats * rules.ranks)
        law = ends_of_deal(rules, owner.reshape(rules.suits, rules.ranks), by_seat)
        found.append((_from_leader(law, leader, seats), held))
    return found


def _from_leader(law: Mapping[Any, float], leader: int, seats: int) -> dict[Any, float]:
    return {((winner - leader) % seats, (*passes[leader:], *passes[:leader])): p for (winner, passes), p in law.items()}


def _mean_held(rules: GalicianRules) -> Floats:
    """The exact means of the cards of each seat, counted from the leader, by distance from the opening rank.

    The leader is a seat with probability in proportion to its cards; it holds the card to be led, and all other cards
    lie with every seat in proportion to the rest of its hand.
    """
    seats, cards = rules.players, rules.suits * rules.ranks
    sizes = rules.sizes(seats - 1)
    others = Counter(abs(card.rank - rules.opening_rank) for card in rules.cards if card != rules.lead)
    means = np.zeros((seats, rules.ranks))
    means[0, 0] = 1
    for leader in range(seats):
        for after in range(seats):
            room = sizes[(leader + after) % seats] - (after == 0)
            for distance, count in others.items():
                means[after, distance] += sizes[leader] / cards * count * room / (cards - 1)
    return means.reshape(-1)
