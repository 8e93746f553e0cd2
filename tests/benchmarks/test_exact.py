"""The exact solver beside storm and beside sympy.Matrix: the same model, the same run, the sides taken in turn."""

import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import median

import pytest

from seis_lab.exact import solo
from seis_lab.exact.seis import turns
from seis_lab.games.seis import SeisRules

MODELS = Path(__file__).parent.parent / "exact" / "models"


def cold_mean(wildcards: dict[str, int]) -> Fraction:
    """The mean from a cold start: nothing solved before, the check included. No compiled package is involved."""
    solo._best_play.cache_clear()
    return turns(SeisRules(players=1, wildcards=wildcards)).mean


def side_by_side(ours: Callable[[], Fraction], theirs: Callable[[], Fraction], rounds: int) -> tuple[float, float]:
    """The median seconds of both, which must give the same number."""
    assert ours() == theirs()
    taken: list[list[float]] = []
    for _ in range(rounds):
        taken.append([])
        for side in (ours, theirs):
            begin = time.perf_counter()
            side()
            taken[-1].append(time.perf_counter() - begin)
    first, second = (median(column) for column in zip(*taken, strict=True))
    return first, second


@pytest.mark.oracle
def test_two_of_each_card_takes_at_most_a_third_of_storm() -> None:
    stormpy = pytest.importorskip("stormpy")

    def storm() -> Fraction:
        program = stormpy.parse_prism_program(str(MODELS / "seis_alone.prism"))
        wanted = stormpy.parse_properties('R{"turns"}min=? [F "done"]', program)
        program, wanted = stormpy.instantiate_constants(program, {"N": 2, "D": 2}, wanted)
        model = stormpy.build_model[stormpy.Rational](program, wanted)
        return Fraction(str(stormpy.model_checking(model, wanted[0]).get_value(model.initial_states[0])))

    ours, theirs = side_by_side(lambda: cold_mean({"NUMERAL": 2, "DADO": 2}), storm, rounds=7)
    print(f"\n2 NUMERAL + 2 DADO: solver {ours:.4f} s, storm {theirs:.4f} s: ratio {ours / theirs:.3f}")
    assert ours <= theirs / 3


def test_the_plain_chain_takes_at_most_a_third_of_sympy_matrix() -> None:
    import sympy

    def matrix() -> Fraction:
        """(I - Q) x = 1 over the 63 unfinished rows, by LU decomposition."""
        size = 63
        system = sympy.eye(size)
        for row in range(1, size + 1):
            for face in range(6):
                after = row & ~(1 << face)
                if after:
                    system[row - 1, after - 1] -= sympy.Rational(1, 6)
        mean = system.LUsolve(sympy.ones(size, 1))[size - 1]
        return Fraction(int(mean.p), int(mean.q))

    ours, theirs = side_by_side(lambda: cold_mean({}), matrix, rounds=3)
    print(f"\nplain chain: solver {ours:.5f} s, sympy.Matrix {theirs:.3f} s: ratio {ours / theirs:.5f}")
    assert ours <= theirs / 3
