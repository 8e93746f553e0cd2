"""SEIS by simulation: the questions of `seis_lab.exact.seis` answered by playing many games.

Two methods. "engine" plays by the rules of record, move by move, with whatever policies it is given. "kernel" plays the
same questions a thousand times faster on integers, for what it can hold: seats that do not act on one another. Where it
cannot hold an option or a card, it refuses by name; it never ignores one.

    >>> from seis_lab.games.seis import SeisRules
    >>> sample = simulate_turns(SeisRules(players=1, wildcards={}), games=200_000, seed=6)
    >>> print(sample.mean)                                             # exactly 147/10
    14.6879 turns (estimate, 95 % interval 14.6605 to 14.7153, 200000 games, seed 6)
    >>> print(simulate_race(SeisRules(wildcards={}), games=200_000, seed=6)[0])  # exactly 6688879/12660648 = 0.5283...
    0.5267 (estimate, 95 % interval 0.5245 to 0.5289, 200000 games, seed 6)
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from seis_lab.exact.answers import Estimate
from seis_lab.exact.policy import SoloPolicy
from seis_lab.exact.rows import own_rules, require_rules
from seis_lab.exact.sample_mean import checked_confidence
from seis_lab.exact.seis import solve, turns
from seis_lab.game import Distribution, Game, InvalidRules, Policy
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import First, SeisMove, SeisState
from seis_lab.games.wildcards import Wild
from seis_lab.sim.blocks import Progress, Stop, blocks, run_blocks, stop_if, whole
from seis_lab.sim.engine import generator, payoffs, payoffs_block, turns_block
from seis_lab.sim.samples import RaceSample, TurnsSample, wilson
from seis_lab.sim.tables import KernelInput, SeisPolicy, alone, kernel_input

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

BLOCK = {"kernel": 20_000, "engine": 200}
"""Games of a block: a few hundredths of a second of work, so that handing it to another process pays."""

FEWEST = 30
"""Fewer games alone have no honest interval: it rests on the normal approximation."""

MOST_TURNS = 1_000_000
"""A game of the kernel that is not over after so many own turns is called endless."""

INTERACTING = (Wild.SALTAR, Wild.REVERSA, Wild.VOLTEAR, Wild.TIRADOR)


@dataclass(frozen=True)
class AsIfAlone:
    """A seat that plays its own row for the least expected turns, as if it were alone: the policy of the exact odds.

    >>> rules = SeisRules(wildcards={"NUMERAL": 1})
    >>> from seis_lab.games.seis_notation import parse_position
    >>> state = parse_position("2,5/1,3,4,6:N1 | 1,2,3,4,5,6/-:- ; A NUMERAL number=4")
    >>> AsIfAlone(rules)(rules.view(state, 0), rules.turn(state).moves)
    Distribution({Pass(): 1})
    """

    rules: SeisRules
    seat: int = 0

    def __call__(self, view: SeisView, moves: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        """The best move, with certainty."""
        state = view.state
        own = replace(state, seats=(state.seats[view.seat],), roller=0, direction=1)
        return _best(self.rules, self.seat, own)


@lru_cache(maxsize=100_000)
def _best(rules: SeisRules, seat: int, own: SeisState) -> Distribution[SeisMove]:
    """The best move of a seat whose row and cards are alone in the position."""
    return Distribution.certain(_best_play(own_rules(rules, own, 0), seat).best(own))


@lru_cache(maxsize=512)
def _best_play(rules: SeisRules, seat: int) -> SoloPolicy:
    """The best play of a seat alone; solved once in every process."""
    return solve(alone(rules, seat)).policy


def simulate_turns(
    rules: SeisRules,
    games: int,
    seed: int,
    *,
    seat: int = 0,
    policy: SeisPolicy | None = None,
    method: str = "kernel",
    confidence: float = 0.95,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> TurnsSample:
    """Play so many games of one seat alone (its row, die and wildcards) and count its turns.

    Without a policy it plays for the least expected turns. In random mode every game begins with a deal, which takes
    `method="engine"`. `executor` takes any `concurrent.futures.Executor`, such as
    a `ProcessPoolExecutor`, dask's `client.get_executor()` or ipyparallel's `rc.executor()`; a policy must then be
    picklable. The result depends on rules, games, seed and method only.

    `progress(done, games)` is called after every block. Cancelled, and nothing else, when `cancelled()` says so.
    ValueError for a number out of range, InvalidRules for an option that the method cannot hold, RuntimeError for a
    game without an end.
    """
    one = alone(rules, seat)
    chosen = AsIfAlone(one) if policy is None else policy
    work = _work(games, FEWEST, seed, method, executor)
    confidence = checked_confidence(confidence)
    if policy is None:
        _ = turns(one, cancelled=cancelled).mean  # Endless here, rather than after a million turns
    if method == "kernel":
        given = kernel_input([one], [chosen], cancelled)
        counted = run_blocks(_kernel_turns, (given, one), work, executor, progress, cancelled)
    else:
        counted = run_blocks(turns_block, (one, chosen), work, executor, progress, cancelled)
    total: Counter[int] = Counter()
    for counts in counted:
        total.update(counts)
    return TurnsSample(rules, seat, dict(sorted(total.items())), seed, method, confidence)


def simulate_race(
    rules: SeisRules,
    games: int,
    seed: int,
    *,
    policies: Sequence[SeisPolicy] | None = None,
    method: str = "kernel",
    confidence: float = 0.95,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> RaceSample:
    """Play so many games in which seat 0 begins, and count who wins.

    Without policies every seat plays as if it were alone (`AsIfAlone`), which says nothing about SALTAR, REVERSA,
    VOLTEAR and TIRADOR: rules with those cards need `method="engine"` and one policy per seat. The rest is as in
    `simulate_turns`.
    """
    require_rules(rules)
    if rules.mode != "traditional":
        raise InvalidRules(
            f"mode={rules.mode!r} deals the rows before it is known who begins; allowed: 'traditional', or a position "
            "after a deal: win_estimate(rules, state, policies, games, seed)"
        )
    work = _work(games, 1, seed, method, executor)
    confidence = checked_confidence(confidence)
    if policies is None or method == "kernel":
        _refuse_interacting(rules)
    seats = [alone(rules, seat) for seat in range(rules.players)]
    if method == "kernel":
        if policies is not None:
            raise ValueError("policies are not allowed with method='kernel': its seats play alone; use method='engine'")
        given = kernel_input(seats, [AsIfAlone(one) for one in seats], cancelled)
        won = run_blocks(_kernel_wins, (given, rules), work, executor, progress, cancelled)
        wins = [sum(block[seat] for block in won) for seat in range(rules.players)]
    else:
        players = [AsIfAlone(rules, seat) for seat in range(rules.players)] if policies is None else policies
        start = rules.initial() if rules.players == 1 else rules.apply(rules.initial(), First(0))
        paid = run_blocks(payoffs_block, (rules, tuple(players), start), work, executor, progress, cancelled)
        wins = [int(sum(block[seat] for block in paid)) for seat in range(rules.players)]
    return RaceSample(rules, tuple(wins), seed, method, confidence)


def win_estimate(
    rules: Game[S, M, V],
    state: S,
    policies: Sequence[Policy[V, M]],
    games: int,
    seed: int,
    *,
    confidence: float = 0.95,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> tuple[Estimate, ...]:
    """What each seat may expect to win from a position, when the game goes on with these policies: engine games.

    `cancelled` is asked before every game, so that a table can stop it at once.

    >>> from seis_lab.bots import random_bot
    >>> from seis_lab.games.seis_notation import parse_position
    >>> rules = SeisRules(wildcards={})
    >>> state = parse_position("6/1,2,3,4,5:- | 1,2,3,4,5,6/-:- ; A ROLL")
    >>> for chance in win_estimate(rules, state, [random_bot, random_bot], games=200, seed=6):
    ...     print(chance)
    0.8950 (estimate, 95 % interval 0.8448 to 0.9303, 200 games, seed 6)
    0.1050 (estimate, 95 % interval 0.0697 to 0.1552, 200 games, seed 6)
    """
    whole("games", games, 1)
    rng = generator(np.random.SeedSequence(whole("seed", seed, 0)))
    confidence = checked_confidence(confidence)
    sums = [Fraction(0)] * rules.seats
    for game in range(games):
        stop_if(cancelled)
        sums = [total + payoff for total, payoff in zip(sums, payoffs(rules, policies, rng, state), strict=True)]
        if progress is not None:
            progress(game + 1, games)
    return tuple(
        Estimate(float(total / games), *wilson(total, games, confidence), confidence, games, seed, "", "win", rules)
        for total in sums
    )


def _work(
    games: int, fewest: int, seed: int, method: str, executor: object
) -> list[tuple[int, np.random.SeedSequence]]:
    """The blocks of a run, once the numbers and names are in order."""
    if method not in BLOCK:
        raise ValueError(f"method={method!r} is not allowed; allowed: {', '.join(map(repr, BLOCK))}")
    if executor is not None and not isinstance(executor, Executor):
        raise ValueError(
            f"executor={executor!r} is no concurrent.futures.Executor; a dask client has one in .get_executor(), an "
            "ipyparallel client in .executor()"
        )
    return blocks(whole("games", games, fewest), BLOCK[method], whole("seed", seed, 0))


def _refuse_interacting(rules: SeisRules) -> None:
    """InvalidRules when somebody holds a card that acts on others: it names the card."""
    for seat in range(rules.players):
        for kind in INTERACTING:
            held = rules.wildcards_of(seat)[kind]
            if held and rules.players > 1:
                raise InvalidRules(
                    f"wildcards: {kind}={held} of seat {seat} acts on other players, and a row played as if alone says "
                    f"nothing about it; allowed: NUMERAL and DADO only, or method='engine' with policies"
                )


def _kernel_turns(given: KernelInput, rules: SeisRules, games: int, seed: np.random.SeedSequence) -> dict[int, int]:
    """A block of the kernel: in how many games the player took so many turns."""
    turns = _kernel_games(given, rules, games, seed)[1]
    return {int(value): int(count) for value, count in zip(*np.unique(turns, return_counts=True), strict=True)}


def _kernel_wins(given: KernelInput, rules: SeisRules, games: int, seed: np.random.SeedSequence) -> tuple[int, ...]:
    """A block of the kernel: how many games each seat won."""
    winners = _kernel_games(given, rules, games, seed)[0]
    return tuple(int(count) for count in np.bincount(winners, minlength=rules.players))


def _kernel_games(given: KernelInput, rules: SeisRules, games: int, seed: np.random.SeedSequence) -> Any:
    """Winners and own turns of so many games of the kernel."""
    from seis_lab.kernels.seis import play_games

    winners, turns = play_games(games, MOST_TURNS, np.random.default_rng(seed), *given.arguments())
    if winners.min() == -1:
        raise RuntimeError(f"no end after {MOST_TURNS} turns: with {rules} the game may never finish")
    assert winners.min() >= 0, "the table of moves lacks a position that its policy reaches"
    return winners, turns
