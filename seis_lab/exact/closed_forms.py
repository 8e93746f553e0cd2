"""Closed forms for the eye: sequences and their generating functions as sympy expressions.

sympy is imported inside the functions: whoever wants only numbers never waits for it.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from seis_lab.exact.cfinite import PowerSum

ZERO = Fraction(0)


def closed_form(sequence: PowerSum, variable: str = "n") -> Any:
    """The sequence for n of 1 or more: a sum of powers, and single values before it holds.

    >>> from seis_lab.exact.cfinite import PowerSum
    >>> closed_form(PowerSum((Fraction(0),), {Fraction(5, 6): (Fraction(1, 5),)}))
    (5/6)**n/5
    """
    import sympy as sp

    n = sp.Symbol(variable)
    parts = [
        sum((_rational(c) * n**k for k, c in enumerate(poly)), sp.Integer(0)) * _rational(base) ** n
        for base, poly in reversed(list(sequence.terms.items()))
    ]
    tail = sp.Add(*parts)
    early = [(_rational(sequence.first[k]), sp.Eq(n, k)) for k in range(1, len(sequence.first))]
    return sp.Piecewise(*early, (tail, True)) if early else tail


def generating_function(sequence: PowerSum, variable: str = "z") -> Any:
    """The sum of a(n) * z**n as a reduced rational function.

    >>> from seis_lab.exact.cfinite import PowerSum
    >>> generating_function(PowerSum((Fraction(0),), {Fraction(5, 6): (Fraction(1, 5),)}))
    z/(6 - 5*z)
    """
    import sympy as sp

    z = sp.Symbol(variable)
    below = [Fraction(1)]
    factors = sp.Integer(1)
    for base, poly in sequence.terms.items():
        for _ in poly:
            below = _times(below, [Fraction(base.denominator), Fraction(-base.numerator)])
        factors *= (base.denominator - base.numerator * z) ** len(poly)
    above = _first_terms(below, sequence, len(sequence.first) + len(below) - 1)
    return _polynomial(above, z) / factors


def rational_function(below: Sequence[Fraction], values: Callable[[int], Fraction], variable: str = "z") -> Any:
    """The generating function of `values` when `below` times it is a polynomial of no higher degree, reduced."""
    import sympy as sp

    z = sp.Symbol(variable)
    above = _first_terms(below, values, len(below))
    return sp.cancel(_polynomial(above, z) / _polynomial(below, z))


def determinant(matrix: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """The coefficients of det(I - z * matrix), the constant first (from the characteristic polynomial)."""
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    size = len(matrix)
    entries = [[QQ(value.numerator, value.denominator) for value in row] for row in matrix]
    found = DomainMatrix(entries, (size, size), QQ).charpoly()
    return [Fraction(int(c.numerator), int(c.denominator)) for c in found]


def rational_eigenvalues(coefficients: Sequence[Fraction]) -> dict[Fraction, int]:
    """The eigenvalues other than 0, with multiplicities, from det(I - z Q); ValueError when one is irrational."""
    import sympy as sp

    x = sp.Symbol("x")
    polynomial = sp.Poly([_rational(c) for c in coefficients], x)  # the characteristic polynomial, highest power first
    roots: dict[Fraction, int] = {}
    for factor, power in polynomial.factor_list()[1]:
        if factor.degree() > 1:
            raise ValueError(
                f"no closed form: an eigenvalue is a root of {factor.as_expr()}, which is irrational; pgf() is exact"
            )
        root = -factor.nth(0) / factor.nth(1)
        if root:
            roots[Fraction(int(root.p), int(root.q))] = power
    return roots


def _first_terms(below: Sequence[Fraction], values: Callable[[int], Fraction], count: int) -> list[Fraction]:
    """The first coefficients of the product of a polynomial and a power series."""
    known = cache(values)
    return [sum((below[k] * known(n - k) for k in range(min(n, len(below) - 1) + 1)), ZERO) for n in range(count)]


def _times(a: Sequence[Fraction], b: Sequence[Fraction]) -> list[Fraction]:
    product = [ZERO] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def _polynomial(coefficients: Sequence[Fraction], z: Any) -> Any:
    import sympy as sp

    return sp.factor(sp.Poly([_rational(c) for c in reversed(coefficients)], z).as_expr())


def _rational(value: Fraction) -> Any:
    import sympy as sp

    return sp.Rational(value.numerator, value.denominator)
