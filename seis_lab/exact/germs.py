"""Rational functions of one symbol, followed from a sample point: the numbers of a calculation with an unknown in it.

A `Germ` is a rational function together with its value at a sample point. It adds and multiplies as a function and is
compared by that value, so a calculation done at the point gives the functions that hold around it. How far they hold is
a matter of the choices made: `Germ.exceeds` tells the polynomial that has to stay positive.

Functions are kept as an integer polynomial over an integer and a product of linear factors, which is all that a
recursion with linear probabilities can make.

>>> p = linear(Fraction(0), Fraction(1), point=Fraction(1, 3))
>>> least = min(1 / p, 1 / (1 - p))
>>> least.above, least.below, least.at
((1,), (((1, -1), 1),), Fraction(3, 2))
>>> (1 / p).exceeds(least)
(1, -2)
"""

from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from typing import Any, TypeAlias

Polynomial: TypeAlias = tuple[int, ...]
"""Integer coefficients, the constant first."""


class Tie(Exception):
    """Two different functions have the same value at the sample point: another point has to be chosen."""


class Germ:
    """A rational function and its value at the sample point."""

    __slots__ = ("above", "at", "below", "point", "scale")

    def __init__(self, above: Iterable[int], scale: int, below: dict[tuple[int, int], int], point: Fraction) -> None:
        """The function above / (scale * product of factor**power), brought into lowest terms."""
        coefficients, powers = list(above), dict(below)
        for factor in below:
            while powers[factor] and (divided := _divided(coefficients, factor)) is not None:
                coefficients = divided
                powers[factor] -= 1
        while coefficients and not coefficients[-1]:
            coefficients.pop()
        common = gcd(scale, *coefficients) if coefficients else scale
        self.point = point
        self.above: Polynomial = tuple(c // common for c in coefficients)
        self.scale = scale // common
        self.below = tuple(sorted((f, power) for f, power in powers.items() if power)) if coefficients else ()
        self.at = evaluate(self.above, point) / self.scale
        for factor, power in self.below:
            self.at /= evaluate(factor, point) ** power

    def __add__(self, other: Any) -> "Germ":
        """The sum of two functions, or of a function and a number."""
        right = self._like(other)
        mine, theirs = dict(self.below), dict(right.below)
        below = {factor: max(mine.get(factor, 0), theirs.get(factor, 0)) for factor in {**mine, **theirs}}
        left_above: list[int] = [c * right.scale for c in self.above]
        right_above: list[int] = [c * self.scale for c in right.above]
        for factor, power in below.items():
            for _ in range(power - mine.get(factor, 0)):
                left_above = _times(left_above, factor)
            for _ in range(power - theirs.get(factor, 0)):
                right_above = _times(right_above, factor)
        length = max(len(left_above), len(right_above))
        padded = [above + [0] * (length - len(above)) for above in (left_above, right_above)]
        return Germ(map(sum, zip(*padded, strict=True)), self.scale * right.scale, below, self.point)

    __radd__ = __add__

    def __mul__(self, other: Any) -> "Germ":
        """The product of two functions, or of a function and a number."""
        right = self._like(other)
        below = dict(self.below)
        for factor, power in right.below:
            below[factor] = below.get(factor, 0) + power
        return Germ(_times(self.above, right.above), self.scale * right.scale, below, self.point)

    __rmul__ = __mul__

    def __neg__(self) -> "Germ":
        return self * -1

    def __sub__(self, other: Any) -> "Germ":
        """The difference."""
        return self + self._like(other) * -1

    def __rsub__(self, other: Any) -> "Germ":
        """The difference with a number before."""
        return self._like(other) - self

    def __truediv__(self, other: Any) -> "Germ":
        """The quotient by a linear function or a number."""
        divisor = self._like(other)
        if divisor.below or not 1 <= len(divisor.above) <= 2:
            raise ValueError(f"{divisor!r} is not a linear function; only by those can be divided here")
        if len(divisor.above) == 1:
            return self * Fraction(divisor.scale, divisor.above[0])
        common = gcd(*divisor.above) * (1 if divisor.at > 0 else -1)
        factor = divisor.above[0] // common, divisor.above[1] // common
        below = dict(self.below)
        below[factor] = below.get(factor, 0) + 1
        scaled = self * Fraction(divisor.scale, common)
        return Germ(scaled.above, scaled.scale, below, self.point)

    def __rtruediv__(self, other: Any) -> "Germ":
        """A number by a linear function."""
        return self._like(other) / self

    def __lt__(self, other: Any) -> bool:
        """Less at the sample point."""
        return bool(self.at < (other.at if isinstance(other, Germ) else other))

    def __gt__(self, other: Any) -> bool:
        """Greater at the sample point."""
        return bool(self.at > (other.at if isinstance(other, Germ) else other))

    def exceeds(self, other: Any) -> Polynomial | None:
        """The polynomial that has to be positive for this function to be greater, in lowest terms; None where it is.

        Linear factors below count as positive. ValueError unless it is greater at the sample point, or the same
        function; Tie where only the values are the same.
        """
        difference = self - other
        if not difference:
            return None
        if difference.at == 0:
            raise Tie
        if difference.at < 0:
            raise ValueError(f"{self!r} does not exceed {other!r} at {self.point}")
        common = gcd(*difference.above)
        return tuple(c // common for c in difference.above)

    def __bool__(self) -> bool:
        """Whether it is another function than 0."""
        return bool(self.above)

    def __eq__(self, other: object) -> bool:
        """The same function."""
        if isinstance(other, int | Fraction):
            other = self._like(other)
        return isinstance(other, Germ) and (self.above, self.scale, self.below) == (
            other.above,
            other.scale,
            other.below,
        )

    def __hash__(self) -> int:
        """Equal functions have equal hashes."""
        return hash((self.above, self.scale, self.below))

    def __repr__(self) -> str:
        return f"<Germ {self.above}/{self.scale}/{self.below}>"

    def _like(self, other: Any) -> "Germ":
        if isinstance(other, Germ):
            return other
        number = Fraction(other)
        return Germ([number.numerator], number.denominator, {}, self.point)


def linear(constant: Fraction, slope: Fraction, point: Fraction) -> Germ:
    """The function constant + slope * p, sampled at a point."""
    scale = constant.denominator * slope.denominator
    return Germ([int(constant * scale), int(slope * scale)], scale, {}, point)


def evaluate(polynomial: Iterable[int], point: Fraction) -> Fraction:
    """The value of a polynomial."""
    value = Fraction(0)
    for coefficient in reversed(tuple(polynomial)):
        value = value * point + coefficient
    return value


def _times(a: Iterable[int], b: Iterable[int]) -> list[int]:
    left, right = list(a), list(b)
    product = [0] * max(len(left) + len(right) - 1, 0)
    for i, x in enumerate(left):
        for j, y in enumerate(right):
            product[i + j] += x * y
    return product


def _divided(polynomial: list[int], factor: tuple[int, int]) -> list[int] | None:
    """The polynomial divided by constant + slope * p, where that leaves no remainder and only integers."""
    constant, slope = factor
    rest = list(polynomial)
    quotient = [0] * max(len(rest) - 1, 0)
    for k in reversed(range(len(quotient))):
        quotient[k], remainder = divmod(rest[k + 1], slope)
        if remainder:
            return None
        rest[k] -= quotient[k] * constant
    return quotient if not rest or rest[0] == 0 else None
