"""C-finite sequences: sums of polynomial times power, a(n) = sum over q of P_q(n) * q**n, exact.

Every probability that a finite Markov chain has done something by step n is such a sequence from some n on, when its
eigenvalues are rational; the few values before that are kept as they are. The family is closed under sums, products,
shifts and linear recurrences, and sums to infinity have a closed form: no step is ever cut off.

>>> die = PowerSum((Fraction(0),), {Fraction(5, 6): (Fraction(1, 5),)})   # the first six comes at roll n
>>> die(0), die(1), die(2)
(Fraction(0, 1), Fraction(1, 6), Fraction(5, 36))
>>> die.total()
Fraction(1, 1)
>>> print(die)
1/5*(5/6)^n for n >= 1; 0 at n = 0

Source: Kauers, Paule, The Concrete Tetrahedron, chapter 4.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TypeAlias

from seis_lab.exact.linear import eliminate

Polynomial: TypeAlias = tuple[Fraction, ...]
"""Coefficients, the constant first."""

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, eq=False)
class PowerSum:
    """The sequence that is first[n] for n below len(first), and the sum of terms[q](n) * q**n from there on.

    Equal sequences have equal parts: no base is 0, no polynomial ends in 0, and `first` is as short as it can be.
    """

    first: tuple[Fraction, ...]
    terms: Mapping[Fraction, Polynomial]

    def __post_init__(self) -> None:
        """Bring the parts into their canonical form."""
        terms = {base: _trimmed(poly) for base, poly in self.terms.items()}
        terms = {base: terms[base] for base in sorted(terms) if terms[base]}
        if ZERO in terms:
            raise ValueError("0 is not a base: values that die out belong into `first`")
        object.__setattr__(self, "terms", terms)
        first = list(self.first)
        while first and first[-1] == self.tail(len(first) - 1):
            first.pop()
        object.__setattr__(self, "first", tuple(first))

    def __call__(self, n: int) -> Fraction:
        """The value at n, which must not be negative."""
        if n < 0:
            raise ValueError(f"n={n}: the sequence begins at 0")
        return self.first[n] if n < len(self.first) else self.tail(n)

    def tail(self, n: int) -> Fraction:
        """The closed form at n, right or not."""
        return sum((_at(poly, n) * base**n for base, poly in self.terms.items()), ZERO)

    def __add__(self, other: "PowerSum") -> "PowerSum":
        """The sum, value by value."""
        bases = dict.fromkeys([*self.terms, *other.terms])
        terms = {base: _added(self.terms.get(base, ()), other.terms.get(base, ())) for base in bases}
        first = (self(n) + other(n) for n in range(max(len(self.first), len(other.first))))
        return PowerSum(tuple(first), terms)

    def __sub__(self, other: "PowerSum") -> "PowerSum":
        """The difference, value by value."""
        return self + other.times(-ONE)

    def __mul__(self, other: "PowerSum") -> "PowerSum":
        """The product, value by value."""
        terms: dict[Fraction, Polynomial] = {}
        for base, poly in self.terms.items():
            for other_base, other_poly in other.terms.items():
                product = base * other_base
                terms[product] = _added(terms.get(product, ()), _multiplied(poly, other_poly))
        first = (self(n) * other(n) for n in range(max(len(self.first), len(other.first))))
        return PowerSum(tuple(first), terms)

    def times(self, factor: Fraction) -> "PowerSum":
        """Every value times a factor."""
        terms = {base: tuple(factor * c for c in poly) for base, poly in self.terms.items()}
        return PowerSum(tuple(factor * value for value in self.first), terms)

    def later(self, before: Fraction = ZERO) -> "PowerSum":
        """The sequence one step later: `before` at 0, then a(n - 1)."""
        terms = {base: tuple(c / base for c in _shifted(poly, -1)) for base, poly in self.terms.items()}
        return PowerSum((before, *self.first), terms)

    def recur(self, ratio: Fraction, initial: Fraction) -> "PowerSum":
        """The solution of u(n + 1) = ratio * u(n) + a(n) with u(0) = initial."""
        terms = {base: _solved(-ratio, base, poly) for base, poly in self.terms.items()}
        values = [initial]
        for n in range(len(self.first) + (1 if ratio == 0 else 0)):
            values.append(ratio * values[-1] + self(n))
        if ratio:
            start = len(values) - 1
            missing = values[start] - PowerSum((), terms).tail(start)
            terms[ratio] = _added(terms.get(ratio, ()), (missing / ratio**start,))
        return PowerSum(tuple(values), terms)

    def total(self) -> Fraction:
        """The sum of all values; ValueError when it does not converge."""
        if any(abs(base) >= 1 for base in self.terms):
            raise ValueError(f"the sum of {self} does not converge")
        start = len(self.first)
        sums = (_at(_solved(ONE, -base, poly), start) * base**start for base, poly in self.terms.items())
        return sum(self.first, ZERO) + sum(sums, ZERO)

    def __eq__(self, other: object) -> bool:
        """The same sequence."""
        return isinstance(other, PowerSum) and (self.first, self.terms) == (other.first, other.terms)

    def __hash__(self) -> int:
        """Equal sequences have equal hashes."""
        return hash((self.first, tuple(self.terms.items())))

    def __str__(self) -> str:
        """The closed form, with the values that it does not give."""
        closed = " + ".join(f"{_written(poly)}*({base})^n" for base, poly in self.terms.items()) or "0"
        if not self.first:
            return closed
        early = ", ".join(f"{value} at n = {n}" for n, value in enumerate(self.first))
        return f"{closed} for n >= {len(self.first)}; {early}"


CONSTANT_ZERO = PowerSum((), {})


def mixture(parts: Iterable[tuple[Fraction, PowerSum]]) -> PowerSum:
    """The weighted sum of sequences."""
    summed = CONSTANT_ZERO
    for weight, part in parts:
        summed += part.times(weight)
    return summed


def fit(values: Sequence[Fraction], bases: Mapping[Fraction, int], early: int) -> PowerSum:
    """The sequence with these first values, of which the first `early` are free, and these bases with multiplicities.

    >>> print(fit([Fraction(1), Fraction(2), Fraction(4)], {Fraction(2): 1}, 2))
    1*(2)^n
    """
    unknown = [(base, k) for base, power in bases.items() for k in range(power)]
    table = [
        [*(base**n * Fraction(n) ** k for base, k in unknown), values[n]] for n in range(early, early + len(unknown))
    ]
    found = dict(zip(unknown, eliminate(table), strict=True))
    terms = {base: tuple(found[base, k] for k in range(power)) for base, power in bases.items()}
    return PowerSum(tuple(values[:early]), terms)


def _solved(alpha: Fraction, beta: Fraction, right: Polynomial) -> Polynomial:
    """The polynomial P with alpha * P(n) + beta * P(n + 1) = right(n), without constant where that is free."""
    size = len(right)
    free = alpha + beta == 0
    found = [ZERO] * (size + 1)
    for k in reversed(range(size)):
        above = range(k + 2 if free else k + 1, size + 1)
        rest = right[k] - beta * sum((comb(j, k) * found[j] for j in above), ZERO)
        if free:
            found[k + 1] = rest / (beta * (k + 1))
        else:
            found[k] = rest / (alpha + beta)
    return tuple(found)


def _at(poly: Polynomial, n: int) -> Fraction:
    value = ZERO
    for coefficient in reversed(poly):
        value = value * n + coefficient
    return value


def _added(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) < len(b):
        a, b = b, a
    return (*(x + y for x, y in zip(a, b, strict=False)), *a[len(b) :])


def _multiplied(a: Polynomial, b: Polynomial) -> Polynomial:
    product = [ZERO] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return tuple(product)


def _shifted(poly: Polynomial, by: int) -> Polynomial:
    """The polynomial P(n + by)."""
    size = len(poly)
    return tuple(sum((comb(j, k) * poly[j] * by ** (j - k) for j in range(k, size)), ZERO) for k in range(size))


def _trimmed(poly: Polynomial) -> Polynomial:
    size = len(poly)
    while size and not poly[size - 1]:
        size -= 1
    return tuple(poly[:size])


def _written(poly: Polynomial) -> str:
    powers = [(k, c) for k, c in enumerate(poly) if c]
    parts = [str(c) if k == 0 else f"{c}*n" + (f"^{k}" if k > 1 else "") for k, c in powers]
    return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"
