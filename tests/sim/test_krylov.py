"""Large linear systems: against elimination, and where there is no solution."""

import numpy as np
import pytest

from seis_lab.sim.krylov import solve


@pytest.mark.parametrize("size", [1, 2, 100])
def test_it_solves_what_elimination_solves(size: int) -> None:
    rng = np.random.default_rng(6)
    table = rng.random((size, size)) / size * 1.8  # rows sum to about 0.9
    c = rng.random(size)
    x, residual = solve(lambda vector: table @ vector, c, lambda left: bool(abs(left).max() < 1e-10))
    assert x == pytest.approx(np.linalg.solve(np.eye(size) - table, c), abs=1e-8)
    assert residual == pytest.approx(c + table @ x - x, abs=1e-15)


def test_a_walk_that_takes_more_steps_than_are_kept() -> None:
    """A fair walk on 0..201 from the middle takes 101 * 100 steps to either end (gambler's ruin)."""

    def walk(x: np.ndarray) -> np.ndarray:
        wide = np.concatenate([[0.0], x, [0.0]])
        return np.asarray((wide[:-2] + wide[2:]) / 2)

    x, _ = solve(walk, np.ones(200), lambda left: bool(abs(left).max() < 1e-9))
    assert x[99] == pytest.approx(100 * 101, rel=1e-6)


def test_nothing_is_asked_for() -> None:
    assert solve(lambda x: x / 2, np.zeros(3), lambda left: not left.any())[0].tolist() == [0, 0, 0]


def test_what_has_no_solution() -> None:
    with pytest.raises(ArithmeticError, match="no small residual after"):
        solve(lambda x: x, np.ones(3), lambda left: bool(abs(left).max() < 1e-9))
