"""Large linear systems x = c + P x, known by what P does to a vector: the method of generalised minimal residuals.

After n steps x is the best of all combinations of c, Pc, ..., P^n c, in the sense of the smallest residual c + P x - x
(GMRES: Saad and Schultz 1986). What is asked for is a small residual, and the residual that is returned was calculated
from x once more, so that whoever asks can prove something with it.

    >>> halves = lambda x: 0.5 * x[::-1]
    >>> x, residual = solve(halves, np.array([1.0, 0.0]), lambda residual: bool(abs(residual).max() < 1e-9))
    >>> x.round(6).tolist()
    [1.333333, 0.666667]
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS = 200
"""Vectors that are kept at a time, where so many are needed; then the method starts again from where it is."""

ROUNDS = 6
"""How often it starts again before it gives up."""


def solve(apply: Callable[[Floats], Floats], c: Floats, small: Callable[[Floats], bool]) -> tuple[Floats, Floats]:
    """The x with a `small` residual, and its residual; `apply(x)` is P x. ArithmeticError when there is none."""
    x, residual = np.zeros_like(c), c
    for _ in range(ROUNDS):
        if small(residual):
            return x, residual
        x = x + _correction(apply, residual, small)
        residual = c + apply(x) - x
    raise ArithmeticError(f"no small residual after {ROUNDS} times {STEPS} steps")


def _correction(apply: Callable[[Floats], Floats], residual: Floats, small: Callable[[Floats], bool]) -> Floats:
    """What to add to x, from an orthonormal basis of the residual and its images (Arnoldi)."""
    size = float(np.linalg.norm(residual))
    basis = np.empty((STEPS + 1, len(residual)))
    basis[0] = residual / size
    table = np.zeros((STEPS + 1, STEPS))
    for step in range(STEPS):
        known = basis[: step + 1]
        image = known[step] - apply(known[step])
        for _ in range(2):  # twice is enough to be orthogonal to the last digit
            shares = known @ image
            image -= shares @ known
            table[: step + 1, step] += shares
        table[step + 1, step] = length = np.linalg.norm(image)
        used = table[: step + 2, : step + 1]
        weights = np.linalg.lstsq(used, size * np.eye(step + 2)[0], rcond=None)[0]
        if length < 1e-14:  # the basis holds the solution
            break
        basis[step + 1] = image / length
        if small(residual - used @ weights @ basis[: step + 2]):
            break
    return np.asarray(weights @ basis[: len(weights)])
