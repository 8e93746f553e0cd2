"""Positions of Six for tests: reached by random play, with every option that changes what a turn does."""

import random
from collections.abc import Iterator
from typing import Any

from seis_lab.game import Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixState

OPTIONS: list[dict[str, Any]] = [
    {},
    {"capture_timing": "after landing"},
    {"split": "forbidden"},
    {"capture_timing": "after landing", "split": "forbidden"},
    {"both_below_six": "more tiles wins", "opening_restriction": False},
    {"players": 4},
]


def on_the_way(rules: SixRules, rng: random.Random, longest: int = 60) -> list[SixState]:
    """Every position of a random game in which somebody is to move, those in the middle of a turn included."""
    state, found = rules.initial(), list[SixState]()
    while len(found) < longest and not isinstance(rules.turn(state), Terminal):
        found.append(state)
        state = rules.apply(state, rng.choice(rules.turn(state).moves))
    return found


def some(rules: SixRules, number: int, seed: int, longest: int = 60) -> Iterator[SixState]:
    """So many positions, each from a random game of its own."""
    rng = random.Random(seed)
    for _ in range(number):
        yield rng.choice(on_the_way(rules, rng, longest))
