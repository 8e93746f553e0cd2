"""Have the hot loops compiled before a class waits for them: `python -m seis_lab.warm`, about a minute once.

numba compiles a kernel when it is first called and keeps it on disk. `lab.py` starts this beside JupyterLab, so that no
table is the first to call one. Where numba is not installed there is nothing to compile, and nothing is done.
"""

import os
from collections.abc import Callable
from importlib.util import find_spec


def seis() -> None:
    """Simulated games, and the duel."""
    from seis_lab.exact import duel
    from seis_lab.games.seis import SeisRules
    from seis_lab.games.wildcards import Wildcards
    from seis_lab.sim import simulate_turns

    simulate_turns(SeisRules(players=1), games=30, seed=1)
    duel(SeisRules(faces=2, wildcards=Wildcards({"SALTAR": 1})), method="double")


def galician() -> None:
    """The law of a round, simulated rounds and matches, and the match as a chain."""
    from seis_lab.exact import round_law
    from seis_lab.games.galician import GalicianRules
    from seis_lab.sim import match_estimate, simulate_match, simulate_rounds

    rules = GalicianRules(players=4, ranks=3, opening_rank=2, chips=3)
    round_law(rules, rules.sorted_deal(), method="double")
    simulate_match(rules, games=10, seed=1)
    match_estimate(rules, simulate_rounds(rules, games=100, seed=1))


def cabron() -> None:
    """The laws of a hand, its best play and its count, simulated hands and matches."""
    from seis_lab.exact import count_hands, hand_law, points_law
    from seis_lab.exact.cabron import spans_of
    from seis_lab.exact.cabron_double import best_in_arrays
    from seis_lab.exact.cabron_layers import best_points_in_arrays
    from seis_lab.games.cabron import CabronRules
    from seis_lab.sim.cabron import simulate_hands, simulate_match

    rules = CabronRules(players=2, deck=8, suits=2, opening_rank=2, target=10)
    deal = rules.sorted_deal()
    hand_law(rules, deal, method="double")
    points_law(rules, deal, method="double")
    count_hands(rules, deal)
    spans = spans_of(rules, deal, None)
    best_in_arrays(spans)
    best_points_in_arrays(spans, budget=10_000)
    simulate_hands(rules, games=10, seed=1)
    simulate_match(rules, games=10, seed=1)


def six() -> None:
    """The search of the strongest player, and games at random and between searching players."""
    from seis_lab.bots.six_search import search
    from seis_lab.games.six import SixRules
    from seis_lab.sim.six import first_player

    rules = SixRules(tiles=6)
    search(rules, rules.initial(), nodes=1)
    for level in ("random", 1):
        first_player(rules, games=2, seed=1, level=level)


GAMES: tuple[Callable[[], None], ...] = (six, galician, cabron, seis)
"""What a table waits for longest comes first."""


def warm() -> None:
    """Compile every kernel, by asking something small of each."""
    if find_spec("numba") is not None and find_spec("numpy") is not None:
        for game in GAMES:
            game()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays meanwhile comes first
    warm()
