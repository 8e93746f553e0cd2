"""The match of the full deck: the chain over everybody's chips, solved with the law of a round that was sampled.

The law of a round of the full deck is known from simulated rounds only, so the answers are estimates. Their intervals
carry that uncertainty, to first order: when the law p of a round changes by d, an expected value of the match changes
by the sum over the ends e of a round of d(e) g(e), where g(e) adds up, over the expected visits to all states, the
value of the state that e leads to (the *delta method*). With N rounds the standard error is that of the mean of g.

    >>> from seis_lab.sim.galician import simulate_rounds
    >>> rounds = simulate_rounds(GalicianRules(players=4, chips=3), games=200_000, seed=6)
    >>> match = match_estimate(rounds.rules, rounds)
    >>> print(match.mean_rounds)
    2.2337 rounds (estimate, 95 % interval 2.2283 to 2.2392, 200000 games, seed 6)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from seis_lab.exact.answers import Estimate
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.sim.galician import kernel_input
from seis_lab.sim.galician_samples import RoundSample

BUDGET = 2_500
"""States of the chain at most: half a minute and 150 MB."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class MatchEstimate:
    """The match from equal stacks: the expected rounds, and how many chips a seat has at the end.

    `final_chips` maps chips to the probability that a seat (any: all are alike) ends with them; made by
    `match_estimate`.
    """

    rules: GalicianRules
    mean_rounds: Estimate
    out: Estimate
    final_chips: dict[int, float]
    states: int

    def __str__(self) -> str:
        """The rounds, and the chance to run out of chips."""
        return f"{self.mean_rounds}\na seat runs out: {self.out}"

    def __repr__(self) -> str:
        return f"<MatchEstimate of {self.rules!r}: {self.states} states>"


def match_estimate(rules: GalicianRules, rounds: RoundSample, *, budget: int = BUDGET) -> MatchEstimate:
    """The match from `rules.chips` each, given simulated rounds of shuffled deals of the same deck and players.

    Antes, the cost of a pass and the chips may differ from those of the sample: passes do not depend on them.
    InvalidRules names what the chain does not hold: options that end a round for lack of chips, an agreed number of
    rounds, hands of different sizes, or more states than the `budget`; `simulate_match` answers those.
    """
    seats, total = rules.players, rules.players * rules.chips
    other = rounds.rules
    if (other.players, other.suits, other.ranks, other.opening_rank) != (
        seats,
        rules.suits,
        rules.ranks,
        rules.opening_rank,
    ):
        raise InvalidRules(f"the rounds were played with {other!r}; allowed: the deck and players of {rules!r}")
    if rules.ends_at_once or other.ends_at_once or rules.rounds is not None or len(rules.cards) % seats:
        raise InvalidRules(
            f"{rules!r}: allowed are broke_player='passes free', match_end='after the pot is paid', rounds=None and "
            "players that divide the deck; simulate_match answers the others"
        )
    expected = comb(total - 1, seats - 1) // seats
    if expected > budget:
        raise InvalidRules(
            f"{rules!r}: the match has about {expected} states; allowed: {budget}, by fewer chips, fewer players or a "
            "larger budget; simulate_match answers without a chain"
        )
    from seis_lab.kernels.galician_chain import effects, fill

    passes, counts = _from_winner(rounds)
    chances = counts / counts.sum()
    states, index = _states(rules)
    options = kernel_input(rules, ["uniform"] * seats).options
    given = (states, index, passes, options, rules.ante, rules.pass_cost)
    inner, ends = fill(states, index, passes, chances, options, rules.ante, rules.pass_cost)
    matrix = np.eye(len(states)) - inner
    start = int(index[_place((rules.chips,) * seats, total)])
    try:
        values = np.linalg.solve(matrix, np.column_stack([np.ones(len(states)), ends])).astype(np.float64)
        visits = np.linalg.solve(matrix.T, np.eye(len(states))[start]).astype(np.float64)
    except np.linalg.LinAlgError as error:
        raise InvalidRules(f"with {rules!r} the match may never finish") from error
    length = effects(*given, visits, values[:, 0], np.zeros(total + 1))
    broke = effects(*given, visits, values[:, 1], np.eye(total + 1)[0])

    def estimate(value: float, effect: Floats, unit: str, question: str) -> Estimate:
        spread = chances @ effect**2 - (chances @ effect) ** 2
        reach = NormalDist().inv_cdf((1 + rounds.confidence) / 2) * sqrt(spread / rounds.games)
        about = (rounds.confidence, rounds.games, rounds.seed, unit, question, rules)
        return Estimate(value, value - reach, value + reach, *about)

    mean, final = float(values[start, 0]), values[start, 1:]
    return MatchEstimate(
        rules,
        estimate(mean, length, "rounds", "expected rounds of a match"),
        estimate(float(final[0]), broke, "", "no chips at the end"),
        {chips: float(p) for chips, p in enumerate(final) if p > 0},
        len(states),
    )


def _from_winner(rounds: RoundSample) -> tuple[NDArray[np.int64], Floats]:
    """The different passes of all seats counted from the winner, and how many rounds had them."""
    found: dict[tuple[int, ...], int] = {}
    for (winner, passes), count in rounds.ends.items():
        assert winner is not None  # or the round would have ended for lack of chips
        turned = (*passes[winner:], *passes[:winner])
        found[turned] = found.get(turned, 0) + count
    return np.array(list(found), np.int64), np.array(list(found.values()), np.float64)


def _states(rules: GalicianRules) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The states of the chain, and the state of any chips by `place_of` (-1: none, the match would be over)."""
    seats, total = rules.players, rules.players * rules.chips
    least = 1 if rules.match_tie == "shared" else 0
    states: list[tuple[int, ...]] = []
    index = np.full((total + 1) ** (seats - 1), -1, np.int64)
    for chips in _stacks(seats, total, least):
        turns = [(*chips[at:], *chips[:at]) for at in range(seats)]
        tied = chips.count(max(chips)) > 1
        if chips == min(turns) and (min(chips) > 0 or tied):
            for turned in turns:
                index[_place(turned, total)] = len(states)
            states.append(chips)
    return np.array(states, np.int64), index


def _stacks(seats: int, total: int, least: int) -> Iterator[tuple[int, ...]]:
    """All ways to share so many chips, with at least so many for each."""
    if seats == 1:
        yield (total,)
        return
    for first in range(least, total - least * (seats - 1) + 1):
        for rest in _stacks(seats - 1, total - first, least):
            yield (first, *rest)


def _place(chips: tuple[int, ...], total: int) -> int:
    """Where the kernel looks chips up."""
    at = 0
    for count in chips[:-1]:
        at = at * (total + 1) + count
    return at
