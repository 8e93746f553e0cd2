"""Linear systems x = c + P x, solved exactly knot by knot, and put back into their equations before they are given out.

>>> solve_by_knots({"a": {"a": Fraction(1, 2), "b": Fraction(1, 2)}, "b": {}}, {"a": Fraction(1), "b": Fraction(3)})
{'b': Fraction(3, 1), 'a': Fraction(5, 1)}
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from seis_lab.exact.graph import knots

S = TypeVar("S", bound=Hashable)

ZERO = Fraction(0)


def solve_by_knots(rows: Mapping[S, Mapping[S, Fraction]], constants: Mapping[S, Fraction]) -> dict[S, Fraction]:
    """The x with x[s] = constants[s] + sum of rows[s][t] * x[t]; constants that are not given are 0.

    ZeroDivisionError when a knot has no unique solution, as where its rows sum to 1.
    """
    found: dict[S, Fraction] = {}
    for knot in knots(rows):
        inside = {state: at for at, state in enumerate(knot)}
        table = []
        for state in knot:
            line = [ZERO] * (len(knot) + 1)
            line[inside[state]] = Fraction(1)
            line[-1] = constants.get(state, ZERO)
            for end, p in rows[state].items():
                if end in inside:
                    line[inside[end]] -= p
                else:
                    line[-1] += p * found[end]
            table.append(line)
        found.update(zip(knot, eliminate(table), strict=True))
    for state, row in rows.items():
        if found[state] != constants.get(state, ZERO) + sum((p * found[end] for end, p in row.items()), ZERO):
            raise AssertionError(f"the solution {found[state]} does not satisfy the equation of {state!r}")
    return found


def eliminate(table: Sequence[list[Fraction]]) -> list[Fraction]:
    """The solution of a square system given as rows of coefficients with the right side last (Gauss and Jordan)."""
    size = len(table)
    for column in range(size):
        pivot = next((row for row in range(column, size) if table[row][column]), None)
        if pivot is None:
            raise ZeroDivisionError(f"the system of {size} equations has no unique solution")
        table[column], table[pivot] = table[pivot], table[column]  # type: ignore[index]
        line = table[column]
        scale = line[column]
        line[column:] = [value / scale for value in line[column:]]
        for row in range(size):
            factor = table[row][column]
            if row != column and factor:
                table[row][column:] = [
                    value - factor * other for value, other in zip(table[row][column:], line[column:], strict=True)
                ]
    return [line[-1] for line in table]
