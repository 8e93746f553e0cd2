"""Galician Seis: the law of a deal beside simulating that deal, and the kernel beside a plain loop over the engine."""

import random
import time
from collections.abc import Callable
from statistics import NormalDist, median
from typing import Any

import numpy as np
import pytest

from seis_lab.exact.galician import round_law
from seis_lab.games.galician import GalicianRules
from seis_lab.sim import galician as sim
from seis_lab.sim.galician_match import match_estimate

RULES = GalicianRules()
ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def test_the_law_of_a_deal_beside_simulating_it_to_a_thousandth(benchmark: Any) -> None:
    """How long simulation takes for a standard error of 0.001 in every chance to win; the law has none at all."""
    pytest.importorskip("numba")
    deals = [RULES.random_deal(random.Random(seed)) for seed in range(ROUNDS)]
    needed = 0.25 / 0.001**2
    round_law(RULES, deals[0], method="double")
    sim.simulate_rounds(RULES, 1_000, 6, deal=deals[0])  # compiled, or read from the disk
    law: list[float] = []
    simulated: list[float] = []

    def one_deal(deal: Any) -> None:
        law.append(seconds(lambda: round_law(RULES, deal, method="double").wins))
        simulated.append(seconds(lambda: sim.simulate_rounds(RULES, int(needed), 6, deal=deal)))

    left = iter(deals)
    benchmark.pedantic(lambda: one_deal(next(left)), rounds=ROUNDS)
    wins: Any = round_law(RULES, deals[0], method="double").wins
    width = float(max(interval.high - interval.low for interval in wins))
    here, there = median(law), median(simulated)
    print(f"\nround_law {here:.4f} s a deal, certified to {width:.1e}; {int(needed):,} rounds of it {there:.4f} s")
    benchmark.extra_info |= {"law s": here, "simulation s": there}
    assert there > here


def test_the_kernel_plays_200_rounds_while_the_engine_plays_one(benchmark: Any) -> None:
    pytest.importorskip("numba")
    sim.simulate_rounds(RULES, 1_000, 6)
    policies = sim.players(RULES, "uniform")
    rates: dict[str, list[float]] = {"kernel": [], "engine": []}

    def plain_loop(rounds: int) -> None:
        rng = random.Random(6)
        for _ in range(rounds):
            sim.play_round(RULES, policies, rng, RULES.random_deal(rng))

    def one_round() -> None:
        rates["kernel"].append(200_000 / seconds(lambda: sim.simulate_rounds(RULES, 200_000, 6)))
        rates["engine"].append(100 / seconds(lambda: plain_loop(100)))

    benchmark.pedantic(one_round, rounds=ROUNDS, warmup_rounds=1)
    kernel, engine = (median(rates[name]) for name in ("kernel", "engine"))
    print(f"\nkernel {kernel:,.0f} rounds/s, engine {engine:,.0f} rounds/s: ratio {kernel / engine:,.0f}")
    benchmark.extra_info |= {"kernel rounds/s": round(kernel), "engine rounds/s": round(engine)}
    assert kernel / engine >= 200


def test_the_chain_of_the_full_game_beside_simulated_matches_for_the_same_interval(benchmark: Any) -> None:
    """Five players, twelve chips: work, in seconds of one core, for intervals of the same width.

    That of so many whole matches is that of a sample, multiplied; the chain's begins with simulating its rounds. It is
    worth while for how the chips lie at the end. For the rounds alone matches are about as good, until one sample of
    rounds serves several stacks.
    """
    pytest.importorskip("numba")
    tiny, sample, work = GalicianRules(chips=2), 10_000, time.process_time
    print(match_estimate(tiny, sim.simulate_rounds(tiny, 100, 6)).out)  # compiled, or read from the disk
    begin = work()
    matches = sim.simulate_match(RULES, sample, 6)
    a_match = (work() - begin) / sample
    taken: dict[str, float] = {}

    def chain() -> Any:
        begin = work()
        match = match_estimate(RULES, sim.simulate_rounds(RULES, 200_000, 6))
        taken["rounds"] = work() - begin
        print(match.out)  # solved when it is asked for
        taken["out"] = work() - begin
        return match

    match = benchmark.pedantic(chain, rounds=1)
    counts = list(matches.ends.values())
    lengths, broke = [n for n, _ in matches.ends], [chips.count(0) / 5 for _, chips in matches.ends]
    ratios = {}
    for name, values, answer in (("rounds", lengths, match.mean_rounds), ("out", broke, match.out)):
        error = (answer.high - answer.low) / 2 / NormalDist().inv_cdf(0.975)
        needed = float(np.cov(values, fweights=counts)) / error**2
        ratios[name] = needed * a_match / taken[name]
        print(f"{name}: chain {taken[name]:.1f} s; {needed:,.0f} matches {needed * a_match:,.1f} s: {ratios[name]:.2f}")
    benchmark.extra_info |= {f"{name} ratio": ratio for name, ratio in ratios.items()}
    assert ratios["out"] > 1
