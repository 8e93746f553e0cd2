"""Every level in every option set: legal moves only, from a view only, and the same move for the same view."""

import random
from typing import Any

import pytest

from seis_lab.bots import LEVELS, random_bot, solver_bot, steady_bot
from seis_lab.game import Distribution, InvalidRules, play
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import SeisMove

OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 1},
    {"players": 4},
    {"faces": 3, "row": (1, 1, 3), "flip": "optional"},
    {"faces": 3, "die": ["1/2", "1/3", "1/6"], "numeral_wrap": True, "numeral_per_roll": 2},
    {"players": 3, "tirador_window": "before NUMERAL", "tirador_scope": "that roll", "dado_per_turn": 2},
    {"max_wildcards_per_turn": 1, "voltear_chooser": "attacker"},
    {"same_kind_per_turn": None, "reversa_two_players": "acts as SALTAR"},
    {"faces": 4, "wildcards": [{"DADO": 1, "NUMERAL": 1}, {}]},
    {"mode": "random"},
    {"mode": "random", "players": 1},
    {"mode": "random", "players": 3, "faces": 3, "wildcards": {"NUMERAL": 1}},
    {"mode": "mirror"},
    {"mode": "mirror", "players": 1, "faces": 3},
    {"mode": "mirror", "players": 3, "tirador_window": "before NUMERAL", "flip": "optional"},
    {"mode": "mirror", "faces": 4, "wildcards": {}, "mirror_roller": "one card only"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_option_set(level: str, options: dict[str, Any]) -> None:
    rules = SeisRules(**options)
    bot = LEVELS[level](rules)

    def watched(view: SeisView, moves: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        chosen = bot(view, moves)
        assert isinstance(chosen, Distribution)
        assert set(chosen.weights) <= set(moves)
        assert chosen == bot(view, moves)
        return chosen

    for seed in range(3):
        play(rules, [watched] * rules.seats, random.Random(seed))


@pytest.mark.parametrize("level", ["steady", "solver"])
def test_a_symbol_in_the_die_is_refused(level: str) -> None:
    rules = SeisRules(faces=2, die=["p", "1 - p"], wildcards={})
    with pytest.raises(InvalidRules, match="symbol 'p' has no value"):
        play(rules, [LEVELS[level](rules)] * 2, random.Random(0))


def wins(first: Any, second: Any, rules: SeisRules, games: int) -> int:
    return sum(play(rules, [first, second], random.Random(seed)).outcome().payoffs[0] == 1 for seed in range(games))


def test_knowledge_beats_chance() -> None:
    """Of 60 games against the random bot at least 45.

    Bots no better than chance (each game even) reach that once in 14900 runs: P(Bin(60, 1/2) >= 45) = 0.000067.
    """
    rules = SeisRules()
    assert wins(steady_bot(rules), random_bot, rules, 60) >= 45
    assert wins(solver_bot(rules), random_bot, rules, 60) >= 45
