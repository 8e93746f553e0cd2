"""The kernel against the fractions, value by value, with the options at work that miniatures leave idle together."""

import importlib.util
import sys
from fractions import Fraction
from types import ModuleType
from typing import Any
from unittest import mock

import pytest

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.duel_double import solve_in_doubles
from seis_lab.exact.duel_hands import DuelModel, Places
from seis_lab.exact.duels import duel
from seis_lab.games.seis import SeisRules
from seis_lab.kernels import duel as shipped
from seis_lab.kernels import duel_tables

EACH = {"DADO": 1, "SALTAR": 1, "NUMERAL": 1, "VOLTEAR": 1, "TIRADOR": 1}
SETS: dict[str, dict[str, Any]] = {
    "one of each": {"faces": 2, "wildcards": EACH},
    "each seat its own": {"faces": 3, "wildcards": (EACH, {"NUMERAL": 2, "TIRADOR": 1})},
    "wrap and two changes": {
        "faces": 4,
        "numeral_wrap": True,
        "numeral_per_roll": 2,
        "wildcards": ({"NUMERAL": 3, "DADO": 1}, {"TIRADOR": 1, "VOLTEAR": 1}),
    },
    "before NUMERAL": {"faces": 2, "tirador_window": "before NUMERAL", "wildcards": EACH},
    "that roll, many DADO": {
        "faces": 2,
        "tirador_scope": "that roll",
        "dado_per_turn": 3,
        "wildcards": ({"DADO": 3, "TIRADOR": 2, "NUMERAL": 1}, {"TIRADOR": 1, "SALTAR": 1}),
    },
    "that roll, any number": {
        "faces": 2,
        "tirador_scope": "that roll",
        "same_kind_per_turn": None,
        "wildcards": ({"DADO": 1, "TIRADOR": 2}, {"TIRADOR": 1, "VOLTEAR": 2}),
    },
    "one wildcard per turn": {
        "faces": 2,
        "max_wildcards_per_turn": 1,
        "tirador_scope": "that roll",
        "reversa_two_players": "acts as SALTAR",
        "wildcards": {**EACH, "REVERSA": 1},
    },
    "attacker, equal cards, biased": {
        "faces": 3,
        "row": [1, 1, 2],
        "die": ["1/2", "1/3", "1/6"],
        "voltear_chooser": "attacker",
        "wildcards": {"VOLTEAR": 1, "SALTAR": 1, "NUMERAL": 1},
    },
    "optional": {"faces": 2, "flip": "optional", "wildcards": EACH},
}


def plain() -> ModuleType:
    """The kernel's module once more, loaded where numba cannot be imported."""
    spec = importlib.util.spec_from_file_location("seis_lab.kernels.duel_plain", shipped.__file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"numba": None}):
        spec.loader.exec_module(module)
    return module


def greatest_error(rules: SeisRules) -> tuple[Fraction, Fraction]:
    """How far the doubles are from the fractions at most, and how far they say they are."""
    exact, double = duel(rules, method="exact"), solve_in_doubles(Places(DuelModel.of(rules), 10**6))
    errors = [abs(Fraction(value) - truth) for value, truth in zip(double.table, exact.table, strict=True)]
    return max(errors), duel(rules, method="double").bound


@pytest.mark.parametrize("name", SETS)
def test_doubles_are_within_their_bound(name: str) -> None:
    error, bound = greatest_error(SeisRules(**SETS[name]))
    assert error <= bound < Fraction(1, 10**11)


@pytest.mark.parametrize("name", ["each seat its own", "one wildcard per turn"])
def test_plain_python_finds_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = SeisRules(**{**SETS[name], "faces": 2})
    with_numba = solve_in_doubles(Places(DuelModel.of(rules), 10**6))
    monkeypatch.setattr(duel_tables, "solve_layers", plain().solve_layers)
    without = solve_in_doubles(Places(DuelModel.of(rules), 10**6))
    assert max(abs(a - b) for a, b in zip(with_numba.table, without.table, strict=True)) <= with_numba.gap * 100


def test_every_value_of_one_of_each_with_three_cards_satisfies_its_equation() -> None:
    solved = duel(SeisRules(faces=3, wildcards=EACH), method="double")
    assert solved.check() == solved.places.size


def test_a_wrong_value_is_found() -> None:
    solved = duel(SeisRules(faces=3, wildcards={"NUMERAL": 1}), method="exact")
    broken = type(solved)(solved.rules, solved.places, list(solved.table), None)
    broken.table[5] += Fraction(1, 10**9)  # type: ignore[index,operator]
    with pytest.raises(AssertionError, match="does not satisfy its equation"):
        broken.check()


@pytest.mark.parametrize("method", ["exact", "double"])
def test_progress_rises_to_the_number_of_positions(method: str) -> None:
    rules = SeisRules(faces=5, wildcards={"SALTAR": 2, "NUMERAL": 1, "TIRADOR": 1})
    seen: list[tuple[int, int]] = []
    options: dict[str, Any] = {"method": method, "progress": lambda done, all_: seen.append((done, all_))}
    duel(rules, **options)
    assert seen == sorted(seen) and seen[-1] == (duel(rules, method=method).places.size,) * 2


@pytest.mark.parametrize("method", ["exact", "double"])
def test_cancelled(method: str) -> None:
    rules = SeisRules(faces=5, wildcards={"SALTAR": 1, "NUMERAL": 1, "VOLTEAR": 2})
    asked = iter([False, True, True, True])
    with pytest.raises(Cancelled, match="cancelled after"):
        duel(rules, method=method, cancelled=lambda: next(asked))
