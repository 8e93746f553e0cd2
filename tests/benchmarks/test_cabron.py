"""Seises cabrón: the law of a deal beside simulating that deal, and the kernel beside a plain loop over the engine."""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from seis_lab.exact.cabron import count_hands, hand_law
from seis_lab.games.cabron import CabronRules
from seis_lab.sim import cabron as sim

RULES = CabronRules()
ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def test_the_law_of_a_deal_beside_simulating_it_to_a_thousandth_of_a_card(benchmark: Any) -> None:
    """How long simulation takes for a standard error of 0.001 in every expected number of cards; the law has none."""
    pytest.importorskip("numba")
    deals = [RULES.random_deal(random.Random(seed)) for seed in range(ROUNDS)]
    hand_law(RULES, deals[0])  # compiled, or read from the disk
    trial = sim.simulate_hands(RULES, 20_000, 6, deal=deals[0], confidence=0.6827)  # one standard error to each side
    spread = max(mean.high - mean.value for mean in trial.placed) * trial.games**0.5
    needed = int((spread / 0.001) ** 2)
    law: list[float] = []
    simulated: list[float] = []

    def one_deal(deal: Any) -> None:
        law.append(seconds(lambda: hand_law(RULES, deal)))
        simulated.append(seconds(lambda: sim.simulate_hands(RULES, needed, 6, deal=deal)))

    left = iter(deals)
    benchmark.pedantic(lambda: one_deal(next(left)), rounds=ROUNDS)
    placed: Any = hand_law(RULES, deals[0]).placed
    width = float(max(interval.high - interval.low for interval in placed))
    here, there = median(law), median(simulated)
    print(f"\nhand_law {here:.2f} s a deal, certified to {width:.1e} cards; {needed:,} hands of it {there:.1f} s")
    benchmark.extra_info |= {"law s": here, "simulation s": there}
    assert there > here


def test_all_hands_of_a_deal_are_counted_faster_than_a_millionth_of_them_is_played(benchmark: Any) -> None:
    pytest.importorskip("numba")
    deal = RULES.sorted_deal()
    count_hands(RULES, deal)
    sim.simulate_hands(RULES, 1_000, 6)
    hands: list[int] = []
    counted: list[float] = []
    benchmark.pedantic(lambda: counted.append(seconds(lambda: hands.append(count_hands(RULES, deal)))), rounds=ROUNDS)
    rate = 100_000 / seconds(lambda: sim.simulate_hands(RULES, 100_000, 6, deal=deal))
    print(f"\n{hands[0]:,} hands counted in {median(counted):.2f} s; playing them would take {hands[0] / rate:.1e} s")
    assert median(counted) < hands[0] / rate / 1e6


def test_the_kernel_plays_200_hands_while_the_engine_plays_one(benchmark: Any) -> None:
    pytest.importorskip("numba")
    sim.simulate_hands(RULES, 1_000, 6)
    policies = sim.players(RULES, "uniform")
    rates: dict[str, list[float]] = {"kernel": [], "engine": []}

    def plain_loop(hands: int) -> None:
        rng = random.Random(6)
        for _ in range(hands):
            sim.play_hand(RULES, policies, rng, RULES.dealt(RULES.random_deal(rng)))

    def one_round() -> None:
        rates["kernel"].append(100_000 / seconds(lambda: sim.simulate_hands(RULES, 100_000, 6)))
        rates["engine"].append(50 / seconds(lambda: plain_loop(50)))

    benchmark.pedantic(one_round, rounds=ROUNDS, warmup_rounds=1)
    kernel, engine = (median(rates[name]) for name in ("kernel", "engine"))
    print(f"\nkernel {kernel:,.0f} hands/s, engine {engine:,.0f} hands/s: ratio {kernel / engine:,.0f}")
    benchmark.extra_info |= {"kernel hands/s": round(kernel), "engine hands/s": round(engine)}
    assert kernel / engine >= 200
