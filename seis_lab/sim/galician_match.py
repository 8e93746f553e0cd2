"""The match of the full deck: the chain over everybody's chips, solved with the law of a round that was sampled.

Five players with twelve chips are 91 026 states and a thousand different ends of a round: too many for a matrix, and
few enough to go through in a second. So the equations are solved by steps of the chain (`krylov`), forwards, for the
expected visits u to the states, and backwards, for the value x of every state. Neither is exact, but what is missing is
known: with b the gain of a round, r what is missing in the equation of u, and s what is missing in that of x,

    true value = u b + r x + an error of at most sum |r| * max |s| * the longest expected match,

and the longest expected match is at most max x / (1 - max |s|), x being that for the rounds.

The law of a round of the full deck is known from simulated rounds only, so the answers are estimates. Their intervals
carry that uncertainty, to first order: when the law p of a round changes by d, an expected value of the match changes
by the sum over the ends e of a round of d(e) g(e), where g(e) adds up, over the expected visits to all states, the
value of the state that e leads to (the *delta method*). With N rounds the standard error is that of the mean of g. The
error above is added to it.

    >>> from seis_lab.sim.galician import simulate_rounds
    >>> rounds = simulate_rounds(GalicianRules(players=4), games=20_000, seed=6)
    >>> match = match_estimate(rounds.rules, rounds)
    >>> print(match.mean_rounds)
    17.3840 rounds (estimate, 95 % interval 17.1769 to 17.5912, 20000 games, seed 6)
    >>> print(match.chance(lambda chips: chips[0] >= 24))
    0.1362 (estimate, 95 % interval 0.1357 to 0.1367, 20000 games, seed 6)
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from seis_lab.exact.answers import Estimate
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.sim.blocks import Progress, Stop, stop_if
from seis_lab.sim.galician_chain import Chain, Floats, chain_of, ends_of, place_of, ways
from seis_lab.sim.galician_samples import RoundSample
from seis_lab.sim.krylov import solve

BUDGET = 3_000_000
"""Ways to share the chips at most: some hundred megabytes."""

WORK = 5_000_000_000
"""Ways to share the chips times ends of a round at most: some minutes."""

FORWARD, BACKWARD = 1e-4, 1e-3
"""What may be missing in the equations: together a ten-millionth of the answer."""

SWEEPS = 36
"""Steps of the chain that a match of a dozen rounds takes: for `progress`."""


@dataclass(frozen=True, repr=False, eq=False)
class MatchEstimate:
    """The match from equal stacks: the expected rounds, how the chips lie at the end. Made by `match_estimate`.

    All seats are alike, so that what is said of one holds for any. `states` counts the states of the chain.
    """

    rules: GalicianRules
    rounds: RoundSample
    mean_rounds: Estimate
    states: int
    _solved: "_Solved" = field(repr=False)

    @cached_property
    def out(self) -> Estimate:
        """The probability that a seat has no chips at the end; takes half as long as the match did."""
        return self.chance(lambda chips: chips[0] == 0, "no chips at the end")

    @cached_property
    def final_chips(self) -> dict[int, float]:
        """The probability of the chips that a seat has at the end; without intervals, see `chance`."""
        stacks, seats = self._solved.chain.stacks, self.rules.players
        share = np.bincount(stacks.T.ravel(), np.tile(self._solved.ended / seats, seats))
        return {chips: float(p) for chips, p in enumerate(share) if p > 0}

    def chance(self, event: Callable[[tuple[int, ...]], bool], question: str = "") -> Estimate:
        """The probability of an event, told from everybody's chips at the end; any seat may be the first.

        `match.chance(lambda chips: chips[0] >= 24)` is the chance of a seat to double twelve chips,
        `match.chance(lambda chips: chips.count(0) > 1)` that several run out in the same round. `out` and each
        such question takes half as long as the match did.
        """
        return self.mean(lambda chips: float(event(chips)), "", question)

    def mean(self, of: Callable[[tuple[int, ...]], float], unit: str = "chips", question: str = "") -> Estimate:
        """The expected value of a number, told from everybody's chips at the end; any seat may be the first."""
        chain = self._solved.chain
        finals = np.zeros(len(chain.stacks))
        for at in np.flatnonzero(chain.over):
            chips = tuple(chain.stacks[at].tolist())
            finals[at] = sum(of((*chips[seat:], *chips[:seat])) for seat in range(len(chips))) / len(chips)
        return _estimate(self.rules, self.rounds, *self._solved.answer(finals), unit, question)

    def __str__(self) -> str:
        """The rounds, and how many states they were found with."""
        return f"{self.mean_rounds}\nfrom a chain of {self.states} states"

    def __repr__(self) -> str:
        return f"<MatchEstimate of {self.rules!r}: {self.states} states>"


def match_estimate(
    rules: GalicianRules,
    rounds: RoundSample,
    *,
    budget: int = BUDGET,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> MatchEstimate:
    """The match from `rules.chips` each, given simulated rounds of shuffled deals of the same deck and players.

    Antes, the cost of a pass and the chips may differ from those of the sample: passes do not depend on them. With
    five players and 200 000 rounds, two cores take about 9 s and 70 MB for twelve chips, 21 s and 160 MB for fifteen;
    without numba, hours. `progress` hears the steps of the chain that are done and about how many there will be,
    `cancelled` is asked before each.

    InvalidRules names what the chain does not hold: options that end a round for lack of chips, an agreed number of
    rounds, hands of different sizes, or more than `budget` ways to share the chips; `simulate_match` answers those.
    """
    _check(rules, rounds.rules, budget)
    ends = ends_of(rules, rounds)
    if not (ends.heads.any() or ends.lasts.any()):
        raise InvalidRules(f"with {rules!r} nobody ever pays, and the match never finishes; allowed: a cost or an ante")
    sharings = ways(rules.players, rules.players * rules.chips)
    if sharings * len(ends.lasts) > WORK:
        raise InvalidRules(
            f"{rules!r}: a step takes {sharings} ways to share the chips times {len(ends.lasts)} ends of a round; "
            f"allowed: {WORK} in all, by fewer chips, players or rounds; simulate_match answers without a chain"
        )
    chain = chain_of(rules, ends)
    solved = _Solved.of(chain, rules, _Steps(progress, cancelled))
    value, error, spread = solved.answer(None)
    return MatchEstimate(
        rules,
        rounds,
        _estimate(rules, rounds, value, error, spread, "rounds", "expected rounds of a match"),
        len(chain.turns),
        solved,
    )


def duration_estimates(
    rules: GalicianRules,
    chips: range,
    rounds: RoundSample,
    *,
    budget: int = BUDGET,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> dict[int, Estimate]:
    """The expected number of rounds by starting chips, all from the same simulated rounds.

    >>> from seis_lab.sim.galician import simulate_rounds
    >>> rules = GalicianRules(players=4)
    >>> for chips, mean in duration_estimates(rules, range(10, 13), simulate_rounds(rules, 20_000, 6)).items():
    ...     print(chips, mean)
    10 12.7563 rounds (estimate, 95 % interval 12.6105 to 12.9021, 20000 games, seed 6)
    11 14.9792 rounds (estimate, 95 % interval 14.8041 to 15.1543, 20000 games, seed 6)
    12 17.3840 rounds (estimate, 95 % interval 17.1769 to 17.5912, 20000 games, seed 6)
    """
    each = [replace(rules, chips=count) for count in chips]
    for one in each:
        _check(one, rounds.rules, budget)
    given: dict[str, Any] = {"budget": budget, "progress": progress, "cancelled": cancelled}
    return {one.chips: match_estimate(one, rounds, **given).mean_rounds for one in each}


def _check(rules: GalicianRules, sampled: GalicianRules, budget: int) -> None:
    """Refuse what the chain does not hold."""
    deck = [(one.players, one.suits, one.ranks, one.opening_rank) for one in (rules, sampled)]
    if deck[0] != deck[1]:
        raise InvalidRules(f"the rounds were played with {sampled!r}; allowed: the deck and players of {rules!r}")
    if rules.ends_at_once or sampled.ends_at_once or rules.rounds is not None or len(rules.cards) % rules.players:
        raise InvalidRules(
            f"{rules!r}: allowed are broke_player='passes free', match_end='after the pot is paid', rounds=None and "
            "players that divide the deck; simulate_match answers the others"
        )
    expected = ways(rules.players, rules.players * rules.chips)
    if expected > budget:
        raise InvalidRules(
            f"{rules!r}: there are {expected} ways to share the chips; allowed: {budget}, by fewer chips, fewer "
            "players or a larger budget; simulate_match answers without a chain"
        )


def _estimate(
    rules: GalicianRules, rounds: RoundSample, value: float, error: float, spread: float, unit: str, question: str
) -> Estimate:
    """The value with its interval: what the simulated rounds leave open, and what the solution does."""
    reach = NormalDist().inv_cdf((1 + rounds.confidence) / 2) * sqrt(spread / rounds.games) + error
    about = (rounds.confidence, rounds.games, rounds.seed, unit, question, rules)
    return Estimate(value, value - reach, value + reach, *about)


@dataclass(frozen=True)
class _Steps:
    """Counts the steps of the chain, tells about them, and stops when asked to."""

    progress: Progress | None
    cancelled: Stop | None
    done: list[None] = field(default_factory=list)

    def counted(self, step: Callable[[Floats], Floats]) -> Callable[[Floats], Floats]:
        def one(vector: Floats) -> Floats:
            stop_if(self.cancelled)
            found = step(vector)
            self.done.append(None)
            if self.progress is not None:
                self.progress(len(self.done), max(SWEEPS, len(self.done)))
            return found

        return one


@dataclass(frozen=True)
class _Solved:
    """The chain with the expected visits to its states, the expected rounds from them, and what these two miss."""

    chain: Chain
    visits: Floats
    missed: Floats
    lengths: Floats
    gap: float

    @classmethod
    def of(cls, chain: Chain, rules: GalicianRules, steps: _Steps) -> "_Solved":
        size = len(chain.turns)
        first = np.zeros(size)
        first[chain.state[place_of(chain, (rules.chips,) * rules.players)]] = 1
        try:
            visits, missed = solve(steps.counted(chain.visits_after), first, _little_in_all)
            lengths, left = solve(steps.counted(chain.values_before), np.ones(size), _at_most(BACKWARD))
        except ArithmeticError as error:
            raise InvalidRules(f"with {rules!r} the match may never finish, or is too long: {error}") from error
        return cls(chain, visits, missed, lengths, float(abs(left).max()))

    @cached_property
    def ended(self) -> Floats:
        """The probability of every place to be the last, to within the sum of what the visits miss."""
        return self.chain.ended_after(self.visits)

    def answer(self, finals: Floats | None) -> tuple[float, float, float]:
        """The expected value of `finals` at the end, or of the rounds: value, error, and the variance of g."""
        chain, longest = self.chain, self.lengths.max() / (1 - self.gap)
        if finals is None:
            finals = np.zeros(len(chain.stacks))
            gain, values, gap = np.ones(len(chain.turns)), self.lengths, self.gap
        else:
            gain = chain.finals_before(finals)
            values, left = solve(chain.values_before, gain, _at_most(BACKWARD / longest))
            gap = float(abs(left).max())
        error = abs(self.missed).sum() * gap * longest
        effects = chain.effects(self.visits, values, finals)
        spread = chain.ends.chances @ (effects - chain.ends.chances @ effects) ** 2
        return float(self.visits @ gain + self.missed @ values), float(error), float(spread)


def _little_in_all(residual: Floats) -> bool:
    return bool(abs(residual).sum() <= FORWARD)


def _at_most(close: float) -> Callable[[Floats], bool]:
    return lambda residual: bool(abs(residual).max() <= close)
