"""Seises cabrón by simulation: hands and matches, by the engine or by a compiled kernel.

"engine" plays by the rules of record with any policies, "kernel" answers the same questions hundreds of times faster
for the built-in ones. Both obey every option. Where hands are shuffled, seats are counted from the starter, A.

    >>> sample = simulate_hands(CabronRules(), games=200_000, seed=6)
    >>> print(sample.tie)
    0.3843 (estimate, 95 % interval 0.3821 to 0.3864, 200000 games, seed 6)
    >>> print(sample.advantage[0])  # what the holder of the six of oros gains
    2.5364 points (estimate, 95 % interval 2.4889 to 2.5839, 200000 games, seed 6)
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import erfc, sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.exact.cabron import policy_names
from seis_lab.exact.cabron_double import kernel_options
from seis_lab.exact.cabron_matches import CabronMatch
from seis_lab.exact.cabron_points import PointsLaw
from seis_lab.exact.cabron_spans import spans_from, wider
from seis_lab.exact.sample_mean import checked_confidence
from seis_lab.game import Decision, Policy, Terminal, quote, unfold
from seis_lab.games.cabron import CabronRules, checked_seat
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.cabron_policies import POLICIES, jumped, policy
from seis_lab.games.columns import Columns
from seis_lab.games.deals import Hands
from seis_lab.games.tastes import one_per_seat
from seis_lab.sim.blocks import Progress, Stop, blocks, run_blocks, whole
from seis_lab.sim.cabron_samples import CabronMatchSample, HandSample
from seis_lab.sim.counted import count_rows
from seis_lab.sim.engine import generator
from seis_lab.sim.verdict import Verdict, check_joint, chi_squared, verdict

BLOCK = {"kernel": 20_000, "engine": 50}
"""Hands of a block."""

MATCHES = {"kernel": 2_000, "engine": 10}
"""Matches of a block."""

MOST_HANDS = 100_000
"""A match that is not over after so many hands is called endless."""

Players: TypeAlias = str | Policy[Any, Any] | Sequence[str | Policy[Any, Any]]
"""One policy for all or one per seat: the name of a built-in one, or for the engine a function of a view."""


class KernelInput(NamedTuple):
    """The rules for `kernels.cabron_play`: options, how columns grow and kill, and what the policies like."""

    options: NDArray[np.int64]
    rank: NDArray[np.int64]
    to: NDArray[np.int64]
    jumped: NDArray[np.int64]
    taste: NDArray[np.int64]


@lru_cache(maxsize=64)
def growth(columns: Columns) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """How columns grow, by the index of their span: the k-th rank that fits, the span it makes, and what it jumps over.

    Ranks are counted from 0; a missing one is `columns.ranks`.
    """
    spans = spans_from(columns, ())
    ways = max(len(columns.fits(span)) for span in spans)
    rank = np.full((len(spans), ways), columns.ranks)
    to = np.zeros((len(spans), ways), np.int64)
    killed = np.full((len(spans), ways, columns.ranks), columns.ranks)
    for at, span in enumerate(spans):
        for way, fits in enumerate(columns.fits(span)):
            rank[at, way], to[at, way] = fits - 1, spans.index(wider(span, fits))
            for slot, dead in enumerate(jumped(columns, span, fits)):
                killed[at, way, slot] = dead - 1
    return rank, to, killed


def kernel_input(rules: CabronRules, policies: Sequence[str]) -> KernelInput:
    """The kernel's input for these rules and the names of policies, one per seat."""
    taste = np.array([POLICIES[name] for name in policies], np.int64)
    return KernelInput(kernel_options(rules), *growth(rules.columns), taste)


def owners(rules: CabronRules, hands: Hands | None) -> NDArray[np.int64]:
    """The seat of every card by suit and rank, as the kernel takes it; without a deal nobody has any."""
    found = np.full((rules.suits, rules.ranks + 1), -1, np.int64)
    for seat, hand in enumerate(hands or ()):
        for card in hand:
            found[card.suit, card.rank - 1] = seat
    return found


def simulate_hands(
    rules: CabronRules,
    games: int,
    seed: int,
    *,
    deal: Hands | str | None = None,
    policies: Players = "uniform",
    starter: int | None = None,
    later: bool = False,
    method: str = "kernel",
    confidence: float = 0.95,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> HandSample:
    """Play so many hands: of one deal, by its seats, or without a `deal` of shuffled ones, counted from the starter.

    A deal is of a first hand, or with a `starter` of a later one; shuffled hands are first ones, or `later` ones.
    Policies are those of `hand_law`, and for the "engine" any functions of a view; per seat they are counted like the
    seats. `executor`, `progress` and `cancelled` as in `simulate_turns`. The result depends on rules, games, seed and
    method only. ValueError names what cannot be.
    """
    work = _work(games, seed, method, BLOCK)
    confidence = checked_confidence(confidence)
    if deal is None and starter is not None:
        raise ValueError(f"starter={quote(starter)} is not allowed without a deal; allowed: later=True")
    if deal is not None and later:
        raise ValueError("later=True is not allowed with a deal; allowed: starter=, the seat that begins")
    if starter is not None:
        checked_seat(rules, starter, "starter")
    hands = None if deal is None else rules.deal(deal)
    begins = 0 if later else starter
    if method == "kernel":
        given = kernel_input(rules, policy_names(rules, policies))  # type: ignore[arg-type]
        first = (0 if hands is None else rules.leader(hands)) if begins is None else begins
        about = (given, owners(rules, hands), hands is not None, first, begins is None)
        counted = run_blocks(_kernel_hands, about, work, executor, progress, cancelled)
    else:
        about = (rules, players(rules, policies), hands, begins)  # type: ignore[assignment]
        counted = run_blocks(_engine_hands, about, work, executor, progress, cancelled)
    total: Counter[Any] = Counter()
    for counts in counted:
        total.update(counts)
    return HandSample(rules, dict(total), seed, method, confidence)


def simulate_match(
    rules: CabronRules,
    games: int,
    seed: int,
    *,
    policies: Players = "uniform",
    method: str = "kernel",
    confidence: float = 0.95,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> CabronMatchSample:
    """Play so many whole matches; seats, and policies per seat, are counted from the first starter.

    Arguments as in `simulate_hands`. RuntimeError for a match without an end.

    >>> sample = simulate_match(CabronRules(), games=10_000, seed=6)
    >>> print(sample.mean_hands)
    3.0362 hands (estimate, 95 % interval 3.0220 to 3.0504, 10000 games, seed 6)
    """
    work = _work(games, seed, method, MATCHES)
    confidence = checked_confidence(confidence)
    if method == "kernel":
        given: tuple[Any, ...] = (rules, kernel_input(rules, policy_names(rules, policies)))  # type: ignore[arg-type]
        counted = run_blocks(_kernel_matches, given, work, executor, progress, cancelled)
    else:
        counted = run_blocks(_engine_matches, (rules, players(rules, policies)), work, executor, progress, cancelled)
    total: Counter[Any] = Counter()
    for counts in counted:
        total.update(counts)
    return CabronMatchSample(rules, dict(total), seed, method, confidence)


def matches_by_target(
    rules: CabronRules, targets: Iterable[int], games: int, seed: int, *, policies: Players = "uniform"
) -> dict[int, CabronMatchSample]:
    """Whole matches for every target, of the same seed."""
    return {target: simulate_match(replace(rules, target=target), games, seed, policies=policies) for target in targets}


def check_hands(law: PointsLaw, sample: HandSample) -> Verdict:
    """Put the law of a hand on trial against simulated hands: chi-squared over how many cards all seats place.

    A right law is convicted once in a thousand checks.
    """
    return check_joint(law.joint, sample.ends, sample.games)


def check_match(law: CabronMatch, sample: CabronMatchSample) -> Verdict:
    """Put the law of a match on trial against simulated matches: how many hands they take, and what the starter wins.

    A right law is convicted once in a thousand checks.

    >>> from seis_lab.exact.cabron_matches import cabron_match
    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2, target=20)
    >>> sample = simulate_match(rules, games=400, seed=6, method="engine")
    >>> check_match(cabron_match(rules), sample).agrees
    True
    """
    hands: Counter[int] = Counter()
    for (length, _), count in sample.ends.items():
        hands[length] += count
    cells = [(float(law.pmf(length)), hands[length]) for length in range(1, max(hands) + 1)]
    cells.append((max(0.0, 1 - sum(p for p, _ in cells)), 0))
    mean, off = sample.wins[0].value, sample.wins[0].value - float(law.wins[0])
    square = sum(float(shares[0]) ** 2 * count for (_, shares), count in sample.ends.items()) / sample.games
    spread = sqrt(max(0.0, square - mean**2) / sample.games)
    wins = erfc(abs(off) / spread / sqrt(2)) if spread else float(abs(off) < 1e-9)
    return verdict([chi_squared(cells, sample.games), ("wins", wins)], sample.games)


def players(rules: CabronRules, policies: Players) -> tuple[Policy[Any, Any], ...]:
    """One policy per seat for the engine."""
    return tuple(policy(rules, one) if isinstance(one, str) else one for one in one_per_seat(rules.players, policies))


def play_hand(
    rules: CabronRules, policies: Sequence[Policy[Any, Any]], rng: random.Random, start: CabronState
) -> CabronState:
    """The position at the end of a hand, played by the engine from a position of it."""
    state = start
    while not state.points and isinstance(turn := rules.turn(state), Decision):
        state = rules.apply(state, policies[turn.seat](rules.view(state, turn.seat), turn.moves).sample(rng))
    return state


def _work(games: int, seed: int, method: str, sizes: dict[str, int]) -> list[tuple[int, np.random.SeedSequence]]:
    """The blocks of a run, once the numbers and names are in order."""
    if method not in sizes:
        raise ValueError(f"method={method!r} is not allowed; allowed: {', '.join(map(repr, sizes))}")
    return blocks(whole("games", games, 2), sizes[method], whole("seed", seed, 0))


def _kernel_hands(
    given: KernelInput,
    dealt: NDArray[np.int64],
    fixed: bool,
    starter: int,
    led: bool,
    games: int,
    seed: np.random.SeedSequence,
) -> Counter[Any]:
    from seis_lab.kernels.cabron_play import play_hands

    return count_rows(play_hands(games, np.random.default_rng(seed), *given, dealt, fixed, starter, led), tuple)


def _kernel_matches(rules: CabronRules, given: KernelInput, games: int, seed: np.random.SeedSequence) -> Counter[Any]:
    from seis_lab.kernels.cabron_play import play_matches

    rng = np.random.default_rng(seed)
    lengths, finals = play_matches(games, MOST_HANDS, rng, *given, owners(rules, None))
    if lengths.min() == 0:
        raise RuntimeError(f"no end after {MOST_HANDS} hands: with {rules} the match may never finish")
    best = finals == finals.max(axis=1, keepdims=True)
    return count_rows(np.column_stack([lengths, best]), lambda row: (row[0], _shared(row[1:])))


def _shared(winners: list[int]) -> tuple[Fraction, ...]:
    """What each seat wins of a match that these have won."""
    return tuple(Fraction(won, sum(winners)) for won in winners)


def _engine_hands(
    rules: CabronRules,
    policies: tuple[Policy[Any, Any], ...],
    hands: Hands | None,
    starter: int | None,
    games: int,
    seed: np.random.SeedSequence,
) -> Counter[Any]:
    rng = generator(seed)
    found: Counter[Any] = Counter()
    for _ in range(games):
        start = rules.dealt(_from_leader(rules, rng, starter) if hands is None else hands, starter)
        found[play_hand(rules, policies, rng, start).placed] += 1
    return found


def _from_leader(rules: CabronRules, rng: random.Random, starter: int | None = None) -> Hands:
    """A shuffled deal; for a first hand with the seats counted from the holder of the six of oros."""
    hands = rules.random_deal(rng)
    first = rules.leader(hands) if starter is None else 0
    return (*hands[first:], *hands[:first])


def _engine_matches(
    rules: CabronRules, policies: tuple[Policy[Any, Any], ...], games: int, seed: np.random.SeedSequence
) -> Counter[Any]:
    rng = generator(seed)
    found: Counter[Any] = Counter()
    for _ in range(games):
        state = rules.dealt(_from_leader(rules, rng))
        for _, after in unfold(rules, policies, rng, state):
            state = after
        turn = rules.turn(state)
        assert isinstance(turn, Terminal)  # or unfold would have gone on
        found[state.number, turn.outcome.payoffs] += 1
    return found
