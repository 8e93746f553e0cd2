"""Galician Seis: the law of a deal beside simulating that deal, and the kernel beside a plain loop over the engine."""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from seis_lab.exact.galician import round_law
from seis_lab.games.galician import GalicianRules
from seis_lab.sim import galician as sim

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
