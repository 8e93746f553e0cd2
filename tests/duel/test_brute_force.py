"""Miniatures solved twice: the duel, and strategy iteration over every position of the engine, all in fractions."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from seis_lab.exact.duels import duel
from seis_lab.games.seis import SeisRules

spec = importlib.util.spec_from_file_location("duel_brute", Path(__file__).parent / "brute.py")
assert spec is not None and spec.loader is not None
brute = importlib.util.module_from_spec(spec)
sys.modules["duel_brute"] = brute
spec.loader.exec_module(brute)

MINIATURES: dict[str, dict[str, Any]] = {
    "no cards": {"faces": 3, "wildcards": {}},
    "3 cards, NUMERAL": {"faces": 3, "wildcards": {"NUMERAL": 1}},
    "3 cards, DADO": {"faces": 3, "wildcards": {"DADO": 1}},
    "3 cards, SALTAR": {"faces": 3, "wildcards": {"SALTAR": 1}},
    "3 cards, VOLTEAR": {"faces": 3, "wildcards": {"VOLTEAR": 1}},
    "3 cards, TIRADOR": {"faces": 3, "wildcards": {"TIRADOR": 1}},
    "NUMERAL and DADO": {"faces": 2, "wildcards": {"NUMERAL": 1, "DADO": 1}},
    "SALTAR and VOLTEAR": {"faces": 2, "wildcards": {"SALTAR": 1, "VOLTEAR": 1}},
    "NUMERAL and TIRADOR": {"faces": 2, "wildcards": ({"NUMERAL": 1, "TIRADOR": 1}, {"TIRADOR": 1})},
    "REVERSA without effect": {"faces": 2, "wildcards": {"REVERSA": 1, "SALTAR": 1}},
    "more faces than cards": {"faces": 3, "row": [1, 2], "wildcards": ({"NUMERAL": 1}, {"NUMERAL": 1, "DADO": 1})},
    "equal cards": {"faces": 2, "row": [1, 1, 2], "wildcards": ({"VOLTEAR": 1}, {"NUMERAL": 1})},
    "die": {"faces": 3, "die": ["1/2", "1/3", "1/6"], "wildcards": ({"VOLTEAR": 1}, {"NUMERAL": 1})},
    "numeral_wrap": {"faces": 3, "numeral_wrap": True, "wildcards": {"NUMERAL": 1}},
    "numeral_per_roll": {"faces": 3, "numeral_per_roll": 2, "wildcards": ({"NUMERAL": 2}, {})},
    "dado_per_turn": {"faces": 2, "dado_per_turn": 2, "wildcards": ({"DADO": 2}, {"TIRADOR": 1})},
    "tirador_window": {
        "faces": 2,
        "tirador_window": "before NUMERAL",
        "wildcards": ({"NUMERAL": 1, "TIRADOR": 1}, {"TIRADOR": 1}),
    },
    "tirador_scope": {
        "faces": 2,
        "tirador_scope": "that roll",
        "wildcards": ({"DADO": 1, "TIRADOR": 2}, {"TIRADOR": 1, "SALTAR": 1}),
    },
    "max_wildcards_per_turn": {
        "faces": 2,
        "max_wildcards_per_turn": 1,
        "wildcards": ({"DADO": 1, "NUMERAL": 1, "VOLTEAR": 1}, {"SALTAR": 1, "VOLTEAR": 1}),
    },
    "max_wildcards_per_turn, tirador_scope": {
        "faces": 2,
        "max_wildcards_per_turn": 1,
        "tirador_scope": "that roll",
        "wildcards": ({"DADO": 1, "TIRADOR": 1, "NUMERAL": 1}, {"TIRADOR": 1}),
    },
    "same_kind_per_turn": {
        "faces": 2,
        "same_kind_per_turn": None,
        "row": [1, 1, 2],
        "wildcards": ({"VOLTEAR": 2, "SALTAR": 1}, {"SALTAR": 1}),
    },
    "same_kind_per_turn, tirador_scope": {
        "faces": 2,
        "same_kind_per_turn": None,
        "tirador_scope": "that roll",
        "wildcards": ({"DADO": 1, "TIRADOR": 2}, {"TIRADOR": 1}),
    },
    "voltear_chooser": {
        "faces": 3,
        "voltear_chooser": "attacker",
        "die": ["1/2", "1/4", "1/4"],
        "wildcards": {"VOLTEAR": 1},
    },
    "reversa_two_players": {
        "faces": 2,
        "reversa_two_players": "acts as SALTAR",
        "wildcards": ({"REVERSA": 1, "SALTAR": 1}, {"VOLTEAR": 1}),
    },
    "flip": {"faces": 2, "flip": "optional", "wildcards": ({"VOLTEAR": 1}, {"NUMERAL": 1})},
}


@pytest.mark.parametrize("name", MINIATURES)
def test_every_position_has_the_value_that_brute_force_finds(name: str) -> None:
    rules = SeisRules(**MINIATURES[name])
    exact, double = duel(rules, method="exact"), duel(rules, method="double")
    for state, value in brute.brute_force(rules).items():  # also those in the middle of a turn
        assert exact.value(state) == value, str(state)
        assert abs(double.value(state) - value) <= double.error(state), str(state)


OPTIONS = [name for name in MINIATURES if set(name.replace(",", "").split()) <= set(SeisRules.__dataclass_fields__)]


@pytest.mark.parametrize("name", [name for name in OPTIONS if name not in ("die", "flip")])
def test_the_option_changes_the_duel(name: str) -> None:
    """Except for an optional flip: turning a card is the best play in all these miniatures."""
    options = MINIATURES[name]
    without = {key: value for key, value in options.items() if key in ("faces", "row", "die", "wildcards")}
    changed, usual = duel(SeisRules(**options), method="exact"), duel(SeisRules(**without), method="exact")
    assert changed.table != usual.table
