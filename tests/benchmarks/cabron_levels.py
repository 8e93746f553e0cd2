"""One player of a level among three of another, at full Seises cabrón: a recorded comparison, seeded.

    python tests/benchmarks/cabron_levels.py

Points of the one player per hand, with 95 % intervals; four equal players get 12 and their share of the 5 for placing
all. A card of the solver took 0.12 s of one core on average, 0.24 s at most (8 hands, Python 3.11).

    random   among random    12.42 +- 0.63  (1000 hands)
    random   among careful    9.48 +- 0.45  (1000 hands)
    random   among killer    12.64 +- 0.74  (1000 hands)
    careful  among random    15.28 +- 0.69  (1000 hands)
    careful  among careful   12.01 +- 0.53  (1000 hands)
    careful  among killer    15.30 +- 0.79  (1000 hands)
    killer   among random    11.47 +- 0.65  (1000 hands)
    killer   among careful    8.95 +- 0.49  (1000 hands)
    killer   among killer    12.23 +- 0.75  (1000 hands)
    solver   among random    20.42 +- 2.32  (100 hands)
    solver   among careful   16.49 +- 1.85  (100 hands)
    solver   among killer    16.49 +- 2.64  (100 hands)
"""

import random
from math import sqrt
from statistics import mean, stdev

from seis_lab.bots.cabron import CABRON_LEVELS
from seis_lab.game import play
from seis_lab.games.cabron import CabronRules

HANDS = {"random": 1000, "careful": 1000, "killer": 1000, "solver": 100}


def points(level: str, others: str, hands: int) -> list[float]:
    """What the one player gets in each hand: every seat in turn, seat A starts, the same deals for every level."""
    rules = CabronRules(hands=1)
    one, rest = CABRON_LEVELS[level](rules), CABRON_LEVELS[others](rules)
    won = []
    for seed in range(hands):
        rng = random.Random(seed)
        state = rules.dealt(rules.random_deal(rng), starter=0)
        players = [one if seat == seed % 4 else rest for seat in range(4)]
        for move in play(rules, players, rng, start=state).moves:
            state = rules.apply(state, move)
        won.append(float(state.points[seed % 4]))
    return won


if __name__ == "__main__":
    for level in CABRON_LEVELS:
        for others in ("random", "careful", "killer"):
            won = points(level, others, HANDS[level])
            half = 1.96 * stdev(won) / sqrt(len(won))
            print(f"{level:8} among {others:8} {mean(won):6.2f} +- {half:.2f}  ({len(won)} hands)", flush=True)
