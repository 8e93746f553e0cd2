"""The simulation kernel beside a plain Python loop over the engine: the same question, the same policy, in one run.

Turns alone with two NUMERAL and two DADO under the best play. The policy is looked up in a dictionary that is full
before the clock starts, so the engine's loop pays for the rules and not for the solver.
"""

import time
from statistics import median
from typing import Any

import numpy as np
import pytest

from seis_lab.games.seis import SeisRules
from seis_lab.sim import AsIfAlone
from seis_lab.sim.engine import turns_block
from seis_lab.sim.seis import _kernel_turns as kernel_block
from seis_lab.sim.tables import kernel_input

RULES = SeisRules(players=1, wildcards={"NUMERAL": 2, "DADO": 2})
ROUNDS = 5
KERNEL_GAMES, ENGINE_GAMES = 200_000, 200


def test_kernel_plays_200_games_while_the_engine_plays_one(benchmark: Any) -> None:
    pytest.importorskip("numba")
    policy = AsIfAlone(RULES)
    given = kernel_input([RULES], [policy])
    seed = np.random.SeedSequence(6)
    kernel_block(given, RULES, 1, seed)  # compiled, or read from the disk
    turns_block(RULES, policy, ENGINE_GAMES, seed)  # the dictionary is full
    rates: dict[str, list[float]] = {"kernel": [], "engine": []}

    def one_round() -> None:
        for name, play, arguments, games in (
            ("kernel", kernel_block, (given, RULES), KERNEL_GAMES),
            ("engine", turns_block, (RULES, policy), ENGINE_GAMES),
        ):
            begin = time.perf_counter()
            play(*arguments, games, seed)  # type: ignore[operator]
            rates[name].append(games / (time.perf_counter() - begin))

    benchmark.pedantic(one_round, rounds=ROUNDS, warmup_rounds=1)
    kernel, engine = (median(rates[name]) for name in ("kernel", "engine"))
    benchmark.extra_info |= {"kernel games/s": round(kernel), "engine games/s": round(engine)}
    print(f"\nkernel {kernel:,.0f} games/s, engine {engine:,.0f} games/s: ratio {kernel / engine:,.0f}")
    assert kernel / engine >= 200
