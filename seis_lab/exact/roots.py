"""Where polynomials change their sign: exact real roots in an open interval.

Most polynomials have none there, which Descartes' rule of signs shows without finding anything: after a change of
variable that maps the interval to the positive numbers, no change of sign among the coefficients means no root. Only
the others go to sympy.

>>> may_vanish((1, -2), Fraction(0), Fraction(1)), may_vanish((1, -2), Fraction(0), Fraction(1, 3))
(True, False)
>>> sign_changes([(1, -2), (-1, 0, 3)], Fraction(0), Fraction(1))
[1/2, CRootOf(3*x**2 - 1, 1)]
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any


def may_vanish(polynomial: tuple[int, ...], low: Fraction, high: Fraction) -> bool:
    """Whether Descartes' rule leaves room for a root above `low` and below `high`."""
    degree = len(polynomial) - 1
    # (1 + x)**degree * f((low + high * x) / (1 + x)), whose positive x are the points between low and high
    coefficients = [Fraction(0)] * (degree + 1)
    for k, c in enumerate(polynomial):
        for i in range(k + 1):
            part = c * comb(k, i) * low ** (k - i) * high**i
            for j in range(degree - k + 1):
                coefficients[i + j] += part * comb(degree - k, j)
    signs = [value > 0 for value in coefficients if value]
    return any(a != b for a, b in pairwise(signs))


def sign_changes(polynomials: Iterable[tuple[int, ...]], low: Fraction, high: Fraction) -> list[Any]:
    """Where one of the polynomials changes its sign, above `low` and below `high`: sympy numbers in order."""
    import sympy as sp

    x = sp.Symbol("x")
    factors = set()
    for polynomial in polynomials:
        if may_vanish(polynomial, low, high):
            for factor, power in sp.Poly(polynomial[::-1], x).factor_list()[1]:
                if power % 2:
                    factors.add(factor)
    ends = [sp.Rational(end.numerator, end.denominator) for end in (low, high)]
    roots = {root for factor in factors for root in sp.real_roots(factor, radicals=False)}
    return sorted(root for root in roots if ends[0] < root and root < ends[1])


def between(low: Any, high: Any, step: int = 0) -> Fraction:
    """A simple fraction strictly between two sympy numbers; `step` asks for another one."""
    import sympy as sp

    digits = 15
    while True:
        a, b = (Fraction(str(sp.N(end, digits))) for end in (low, high))
        point = (a + (b - a) * Fraction(1, 2 + step)).limit_denominator(10 ** (digits // 3))
        exact = sp.Rational(point.numerator, point.denominator)
        if low < exact and exact < high:
            return point
        digits *= 2
