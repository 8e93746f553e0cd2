"""Galician Seis by simulation: rounds and matches, by the engine or by a compiled kernel.

"engine" plays by the rules of record with any policies, "kernel" answers the same questions hundreds of times faster
for the built-in ones. Both obey every option.

    >>> sample = simulate_rounds(GalicianRules(), games=200_000, seed=6)
    >>> print(sample.wins[0])
    0.3534 (estimate, 95 % interval 0.3513 to 0.3555, 200000 games, seed 6)
    >>> print(sample.mean_pot)
    4.8510 chips (estimate, 95 % interval 4.8405 to 4.8616, 200000 games, seed 6)
"""

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from math import erfc, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seis_lab.exact.galician import Policies, names
from seis_lab.exact.galician_double import growth
from seis_lab.exact.galician_law import RoundLaw
from seis_lab.exact.galician_match import MatchLaw
from seis_lab.exact.sample_mean import checked_confidence
from seis_lab.game import Decision, Policy, Terminal, unfold
from seis_lab.games.galician import GalicianRules, Hands, checked_stacks
from seis_lab.games.galician_policies import POLICIES, policy
from seis_lab.games.tastes import one_per_seat
from seis_lab.sim.blocks import Progress, Stop, blocks, run_blocks, whole
from seis_lab.sim.counted import count_rows
from seis_lab.sim.engine import generator
from seis_lab.sim.galician_samples import MatchSample, RoundSample
from seis_lab.sim.verdict import Verdict, check_joint, chi_squared, verdict

BLOCK = {"kernel": 20_000, "engine": 50}
"""Rounds of a block."""

MATCHES = 50
"""Matches of a block: few, because a match can be long, and a run is cancelled between two blocks."""

MOST_ROUNDS = 1_000_000
"""A match that is not over after so many rounds is called endless."""


class KernelInput(NamedTuple):
    """The rules for `kernels.galician_play`: options, how columns grow, and what the policies like."""

    options: NDArray[np.int64]
    rank: NDArray[np.int64]
    to: NDArray[np.int64]
    freed: NDArray[np.int64]
    taste: NDArray[np.int64]


def kernel_input(rules: GalicianRules, policies: Sequence[str]) -> KernelInput:
    """The kernel's input for these rules and the names of policies, one per seat."""
    grows = growth(rules.columns)
    options = [
        rules.opening_rank,
        rules.ante,
        rules.pass_cost,
        rules.match_end == "the moment somebody has none",
        rules.broke_player != "passes free",
        rules.match_tie == "one more round",
        rules.rounds or 0,
    ]
    taste = np.array([POLICIES[name] for name in policies], np.int64)
    return KernelInput(np.array(options, np.int64), grows.rank, grows.to, grows.freed, taste)


def owners(rules: GalicianRules, hands: Hands | None) -> NDArray[np.int64]:
    """The seat of every card by suit and rank, as the kernel takes it; without a deal nobody has any."""
    found = np.full((rules.suits, rules.ranks + 1), -1, np.int64)
    for seat, hand in enumerate(hands or ()):
        for card in hand:
            found[card.suit, card.rank - 1] = seat
    return found


def simulate_rounds(
    rules: GalicianRules,
    games: int,
    seed: int,
    *,
    deal: Hands | str | None = None,
    policies: Policies = "uniform",
    stacks: tuple[int, ...] | None = None,
    method: str = "kernel",
    confidence: float = 0.95,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> RoundSample:
    """Play so many rounds: of one deal, by its seats, or without a `deal` of shuffled ones, counted from the leader.

    Policies as in `round_law`; "kernel" takes the names of built-in ones only, the same for all where the deal is not
    fixed. `executor`, `progress` and `cancelled` as in `simulate_turns`. The result depends on rules, games, seed and
    method only. ValueError names what cannot be.
    """
    chips = checked_stacks(rules, stacks)
    work = _work(games, seed, method)
    confidence = checked_confidence(confidence)
    hands = None if deal is None else rules.deal(deal)
    if deal is None and len(set(chips)) > 1:
        raise ValueError(f"stacks={stacks!r} is not allowed without a deal: seats are counted from the leader")
    if method == "kernel":
        given = (kernel_input(rules, names(rules, policies)), np.array(chips), owners(rules, hands), deal is not None)
        counted = run_blocks(_kernel_rounds, given, work, executor, progress, cancelled)
    else:
        counted = run_blocks(
            _engine_rounds, (rules, players(rules, policies), chips, hands), work, executor, progress, cancelled
        )
    total: Counter[Any] = Counter()
    for counts in counted:
        total.update(counts)
    return RoundSample(rules, chips, dict(total), seed, method, confidence)


def simulate_match(
    rules: GalicianRules,
    games: int,
    seed: int,
    *,
    policies: Policies = "uniform",
    stacks: tuple[int, ...] | None = None,
    method: str = "kernel",
    confidence: float = 0.95,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> MatchSample:
    """Play so many whole matches from `stacks` (by default `rules.chips` each), the last seat dealing first.

    Arguments as in `simulate_rounds`. RuntimeError for a match without an end.

    >>> sample = simulate_match(GalicianRules(), games=10_000, seed=6)
    >>> print(sample.mean_rounds)
    13.1275 rounds (estimate, 95 % interval 13.0068 to 13.2482, 10000 games, seed 6)
    """
    chips = checked_stacks(rules, stacks)
    work = _work(games, seed, method, MATCHES)
    confidence = checked_confidence(confidence)
    if method == "kernel":
        given: tuple[Any, ...] = (rules, kernel_input(rules, names(rules, policies)), np.array(chips))
        counted = run_blocks(_kernel_matches, given, work, executor, progress, cancelled)
    else:
        counted = run_blocks(
            _engine_matches, (rules, players(rules, policies), chips), work, executor, progress, cancelled
        )
    total: Counter[Any] = Counter()
    for counts in counted:
        total.update(counts)
    return MatchSample(rules, dict(total), seed, method, confidence)


def check_rounds(law: RoundLaw, sample: RoundSample) -> Verdict:
    """Put the law of a round on trial against simulated rounds: chi-squared over all winners and passes.

    A right law is convicted once in a thousand checks.
    """
    return check_joint(law.joint, sample.ends, sample.games)


def check_match(law: MatchLaw, sample: MatchSample) -> Verdict:
    """Put the law of a match on trial against simulated matches: the mean rounds, and the first seat's final chips.

    A right law is convicted once in a thousand checks.

    >>> from seis_lab.exact.galician_match import match_law
    >>> rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2, chips=2)
    >>> sample = simulate_match(rules, games=400, seed=6, method="engine")
    >>> check_match(match_law(rules), sample).agrees
    True
    """
    found: Counter[int] = Counter()
    for (_, chips), count in sample.ends.items():
        found[chips[0]] += count
    exact = law.final_chips(0)
    cells = [(float(exact.get(chips, 0)), found[chips]) for chips in sorted({*exact, *found})]
    tests = [chi_squared(cells, sample.games)]
    variance = float(law.time.variance)
    if variance > 0:
        z = (sample.mean_rounds.value - float(law.mean_rounds)) / sqrt(variance / sample.games)
        tests.append(("mean", erfc(abs(z) / sqrt(2))))
    return verdict(tests, sample.games)


def players(rules: GalicianRules, policies: Policies) -> tuple[Policy[Any, Any], ...]:
    """One policy per seat for the engine."""
    return tuple(policy(rules, one) if isinstance(one, str) else one for one in one_per_seat(rules.players, policies))


def _work(games: int, seed: int, method: str, size: int | None = None) -> list[tuple[int, np.random.SeedSequence]]:
    """The blocks of a run, once the numbers and names are in order."""
    if method not in BLOCK:
        raise ValueError(f"method={method!r} is not allowed; allowed: {', '.join(map(repr, BLOCK))}")
    return blocks(whole("games", games, 2), size or BLOCK[method], whole("seed", seed, 0))


def _kernel_rounds(
    given: KernelInput,
    stacks: NDArray[np.int64],
    hands: NDArray[np.int64],
    fixed: bool,
    games: int,
    seed: np.random.SeedSequence,
) -> Counter[Any]:
    from seis_lab.kernels.galician_play import play_rounds

    leaders, winners, passes = play_rounds(games, np.random.default_rng(seed), stacks, *given, fixed, hands)
    seats = len(stacks)
    if not fixed:  # count the seats from the leader
        order = (leaders[:, None] + np.arange(seats)) % seats
        passes = np.take_along_axis(passes, order, axis=1)
        winners = np.where(winners < 0, -1, (winners - leaders) % seats)
    return count_rows(np.column_stack([winners, passes]), lambda row: (None if row[0] < 0 else row[0], tuple(row[1:])))


def _kernel_matches(
    rules: GalicianRules, given: KernelInput, stacks: NDArray[np.int64], games: int, seed: np.random.SeedSequence
) -> Counter[Any]:
    from seis_lab.kernels.galician_play import play_matches

    rng = np.random.default_rng(seed)
    lengths, finals = play_matches(games, MOST_ROUNDS, rng, stacks, *given, owners(rules, None))
    if lengths.min() == 0:
        raise RuntimeError(f"no end after {MOST_ROUNDS} rounds: with {rules} the match may never finish")
    return count_rows(np.column_stack([lengths, finals]), lambda row: (row[0], tuple(row[1:])))


def _engine_rounds(
    rules: GalicianRules,
    policies: tuple[Policy[Any, Any], ...],
    stacks: tuple[int, ...],
    hands: Hands | None,
    games: int,
    seed: np.random.SeedSequence,
) -> Counter[Any]:
    rng = generator(seed)
    found: Counter[Any] = Counter()
    for _ in range(games):
        dealt = rules.random_deal(rng) if hands is None else hands
        end = play_round(rules, policies, rng, dealt, stacks)
        shift, seats = (rules.leader(dealt) if hands is None else 0), rules.players
        winner = None if end.winner is None else (end.winner - shift) % seats
        found[winner, (*end.passes[shift:], *end.passes[:shift])] += 1
    return found


def play_round(
    rules: GalicianRules,
    policies: Sequence[Policy[Any, Any]],
    rng: random.Random,
    hands: Hands,
    stacks: tuple[int, ...] | None = None,
) -> Any:
    """The position at the end of one round, played by the engine."""
    state = rules.dealt(hands, stacks)
    while state.winner is None and isinstance(turn := rules.turn(state), Decision):
        choice = policies[turn.seat](rules.view(state, turn.seat), turn.moves)
        state = rules.apply(state, choice.sample(rng))
    return state


def _engine_matches(
    rules: GalicianRules,
    policies: tuple[Policy[Any, Any], ...],
    stacks: tuple[int, ...],
    games: int,
    seed: np.random.SeedSequence,
) -> Counter[Any]:
    rng = generator(seed)
    found: Counter[Any] = Counter()
    for _ in range(games):
        state = rules.starting(stacks)
        for _, after in unfold(rules, policies, rng, state):
            state = after
        assert isinstance(rules.turn(state), Terminal)  # or unfold would have gone on
        found[state.round, state.chips] += 1
    return found
