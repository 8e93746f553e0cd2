"""The kernel of the duel beside plain Python, and fractions beside doubles: the same games, in one run."""

import importlib.util
import sys
import time
from types import ModuleType
from unittest import mock

import pytest

from seis_lab.exact.duel_double import solve_in_doubles
from seis_lab.exact.duel_exact import solve_exactly
from seis_lab.exact.duel_hands import DuelModel, Places
from seis_lab.games.seis import SeisRules
from seis_lab.kernels import duel as shipped
from seis_lab.kernels import duel_tables

FEW = {"SALTAR": 1, "NUMERAL": 1, "TIRADOR": 1}  # enough that the cost of a call does not hide the loop
EACH = {"DADO": 1, "SALTAR": 1, "NUMERAL": 1, "VOLTEAR": 1, "TIRADOR": 1}


def places(rules: SeisRules) -> Places:
    return Places(DuelModel.of(rules), 10**8)


def plain() -> ModuleType:
    """The kernel's module once more, loaded where numba cannot be imported."""
    spec = importlib.util.spec_from_file_location("seis_lab.kernels.duel_plain", shipped.__file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"numba": None}):
        spec.loader.exec_module(module)
    return module


def seconds(solve: object, at: Places) -> float:
    begin = time.perf_counter()
    solve(at)  # type: ignore[operator]
    return time.perf_counter() - begin


def test_the_kernel_solves_50_positions_while_plain_python_solves_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same source, compiled and not, on the same game; the rate of one of each kind is printed beside it."""
    pytest.importorskip("numba")
    each, some = places(SeisRules(wildcards=EACH)), places(SeisRules(wildcards=FEW))
    seconds(solve_in_doubles, some)  # compiled, or read from the disk
    kernel = max(some.size / seconds(solve_in_doubles, some) for _ in range(5))
    full = max(each.size / seconds(solve_in_doubles, each) for _ in range(3))
    monkeypatch.setattr(duel_tables, "solve_layers", plain().solve_layers)
    python = some.size / seconds(solve_in_doubles, some)
    print(
        f"\nkernel {kernel:,.0f} positions/s, plain Python {python:,.0f}: ratio {kernel / python:,.0f}; "
        f"one of each kind, {each.size} positions: {full:,.0f} positions/s, {each.size / full:.2f} s"
    )
    assert kernel >= 50 * python


def test_two_numeral_and_two_dado_in_doubles_take_a_tenth_of_fractions() -> None:
    pytest.importorskip("numba")
    at = places(SeisRules(wildcards={"NUMERAL": 2, "DADO": 2}))
    solve_in_doubles(at)
    doubles = min(seconds(solve_in_doubles, at) for _ in range(3))
    fractions = seconds(solve_exactly, at)
    print(f"\n2 NUMERAL + 2 DADO, {at.size} positions: fractions {fractions:.2f} s, doubles {doubles:.3f} s")
    assert doubles <= fractions / 10
