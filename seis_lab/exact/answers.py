"""The three kinds of answer: an exact fraction, a certified interval, an estimate. Each says which it is.

Answers are immutable. An `Exact` is a `Fraction` and calculates like one; what is calculated with it is a plain
`Fraction` again, because nobody has checked it.

>>> answer = Exact(Fraction(65633, 9000), unit="turns", states=567, check="back-substitution")
>>> print(answer)
65633/9000 = 7.2926 turns (exact, 567 states, checked by back-substitution)
>>> answer + 1, f"{answer:.2f}"
(Fraction(74633, 9000), '7.29')
>>> print(Estimate(7.2931, 7.281, 7.305, confidence=0.95, games=100_000, seed=6, unit="turns"))
7.2931 turns (estimate, 95 % interval 7.2810 to 7.3050, 100000 games, seed 6)
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from html import escape
from typing import Any, Self

LONGEST = 80  # digits of a fraction that are shown; a longer one is shown by its size


def digits(number: int) -> str:
    """A whole number in full, however long: `str` gives up at 4300 digits.

    >>> digits(-6), len(digits(6**6000))
    ('-6', 4669)
    """
    return format(Decimal(number), "f")


def written(value: Fraction) -> str:
    """A fraction in full, however long.

    >>> written(Fraction(-1, 3)), written(Fraction(6))
    ('-1/3', '6')
    """
    above = digits(value.numerator)
    return f"{above}/{digits(value.denominator)}" if value.denominator != 1 else above


class Cancelled(Exception):
    """The calculation was cancelled by whoever asked for it; nothing of it is kept as an answer."""


class Endless(ValueError):
    """A mean or a quantile was asked for of a number of turns or steps that may be infinite."""


class Exact(Fraction):
    """An exact answer: a fraction that knows its unit, the question and rules it answers, its states and its check.

    `unit` is "turns", or "" for a probability; `states` counts the states of the model, `check` names how the number
    was verified. `rules` is the rules value, or None for a question that has none.
    """

    __slots__ = ("check", "question", "rules", "states", "unit")
    kind = "exact"

    unit: str
    question: str
    rules: Any
    states: int | None
    check: str

    def __new__(
        cls,
        value: Fraction | int | str,
        *,
        unit: str = "",
        question: str = "",
        rules: Any = None,
        states: int | None = None,
        check: str = "",
    ) -> Self:
        """Take the fraction and what is known about it; floats are refused, they are not exact."""
        if isinstance(value, float):
            raise ValueError(
                f"{value!r} is a float; an exact answer is made of an int, a Fraction or a text like '1/3'"
            )
        self = super().__new__(cls, value)
        self.unit, self.question, self.rules, self.states, self.check = unit, question, rules, states, check
        return self

    @classmethod
    def from_float(cls, f: float) -> Fraction:  # type: ignore[override]
        """A plain fraction: `Fraction` asks for it when an answer is compared with a float.

        >>> Exact("1/3") < 0.34
        True
        """
        return Fraction.from_float(f)

    @property
    def one_in(self) -> str:
        """A probability as "1 in N", with N to four significant digits.

        >>> Exact("5/324").one_in
        '1 in 64.8'
        """
        if not 0 <= self <= 1:
            raise ValueError(f"{self.fraction} is not a probability; only those from 0 to 1 are '1 in' something")
        if self == 0:
            return "never"
        shown = format(_decimal(1 / Fraction(self), significant=4), "f")
        return "1 in " + (shown.rstrip("0").rstrip(".") if "." in shown else shown)

    @property
    def fraction(self) -> str:
        """The fraction as text, in full."""
        return written(self)

    def __str__(self) -> str:
        """The fraction, the decimal, the unit, the kind and the check."""
        return f"{self._shown()} = {self:.4f}{self._unit()} ({self._basis()})"

    def __repr__(self) -> str:
        """The short call that rebuilds the number and its unit."""
        return f"Exact({self.fraction!r}, unit={self.unit!r})" if self.unit else f"Exact({self.fraction!r})"

    def __format__(self, spec: str) -> str:
        """Format a decimal, correctly rounded from the fraction (".4f", "%", "e", "g"); without a spec, `str`."""
        if not spec:
            return str(self)
        match = re.fullmatch(r"(?P<lead>(?:.?[<>=^])?[-+ ]?\d*[,_]?)(?:\.(?P<digits>\d+))?(?P<type>[feg%]?)", spec)
        if not match:
            raise ValueError(f"format {spec!r} is not known; such as '.4f', '.1%' and '.3e' are")
        places, kind = int(match["digits"] or 6), match["type"] or "g"
        if kind in "f%":
            number = _decimal(Fraction(self), places=places + (2 if kind == "%" else 0))
        else:
            number = _decimal(Fraction(self), significant=places + 1 if kind == "e" else max(places, 1))
        if kind == "e" and not number:
            number = Decimal(0).scaleb(-places)  # or its zero would be written as 0.00e+2
        return format(number, f"{match['lead']}.{places}{kind}")

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values; the fraction is text, for JSON has no exact numbers."""
        return {
            "kind": self.kind,
            "fraction": self.fraction,
            "decimal": float(self),
            "unit": self.unit,
            "question": self.question,
            "rules": self.rules.to_json() if hasattr(self.rules, "to_json") else None,
            "states": self.states,
            "check": self.check,
        }

    def __reduce__(self) -> Any:
        """Copies and pickles keep what is known about the number."""
        known = {name: getattr(self, name) for name in ("unit", "question", "rules", "states", "check")}
        return _rebuild, (Fraction(self), known)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def _repr_html_(self) -> str:
        value = f"<b>{self._shown()}</b> = {self:.4f}{escape(self._unit())}"
        return f'<span class="seis-answer">{value} <small>({escape(self._basis())})</small></span>'

    def _repr_latex_(self) -> str:
        if self._is_long():
            return rf"$\approx {self:.4f}$"
        size = abs(self.numerator)
        value = rf"\frac{{{size}}}{{{self.denominator}}}" if self.denominator != 1 else str(size)
        return rf"${'-' if self < 0 else ''}{value} \approx {self:.4f}$"

    def _is_long(self) -> bool:
        return len(self.fraction) > LONGEST

    def _shown(self) -> str:
        if not self._is_long():
            return self.fraction
        return f"a fraction of {len(digits(abs(self.numerator)))}/{len(digits(self.denominator))} digits"

    def _unit(self) -> str:
        return f" {self.unit}" if self.unit else ""

    def _basis(self) -> str:
        states = [f"{self.states} state{'s' if self.states != 1 else ''}"] if self.states is not None else []
        return ", ".join(["exact", *states, *([f"checked by {self.check}"] if self.check else [])])


def _rebuild(fraction: Fraction, known: dict[str, Any]) -> Exact:
    return Exact(fraction, **known)


def _decimal(value: Fraction, *, places: int | None = None, significant: int = 6) -> Decimal:
    """A fraction as a decimal, correctly rounded (half to even) to so many places or significant digits."""
    if places is not None:
        return Decimal(round(value * 10**places)).scaleb(-places, Context(prec=10**6))
    context = Context(prec=significant, rounding=ROUND_HALF_EVEN)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


@dataclass(frozen=True)
class Interval:
    """A certified interval: the true value lies between `low` and `high`, proved, not estimated."""

    low: Fraction
    high: Fraction
    unit: str = ""
    question: str = ""
    rules: Any = None
    check: str = ""

    kind = "certified"

    def __post_init__(self) -> None:
        """Refuse an interval that is upside down."""
        if self.low > self.high:
            raise ValueError(f"interval from {self.low} to {self.high}: the low end must not be above the high end")

    def __str__(self) -> str:
        """Both ends, rounded outwards, and the kind."""
        low, high = (self.low * 10**4).__floor__(), (self.high * 10**4).__ceil__()
        unit = f" {self.unit}" if self.unit else ""
        check = f", checked by {self.check}" if self.check else ""
        return f"{Exact(Fraction(low, 10**4)):.4f} to {Exact(Fraction(high, 10**4)):.4f}{unit} (certified{check})"

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        rules = self.rules.to_json() if hasattr(self.rules, "to_json") else None
        ends = {"low": str(self.low), "high": str(self.high)}
        return {"kind": self.kind, **ends, "unit": self.unit, "question": self.question, "rules": rules}

    def _repr_html_(self) -> str:
        return f'<span class="seis-answer">{escape(str(self))}</span>'


@dataclass(frozen=True)
class Estimate:
    """An estimate from simulated games: the value found, and the interval that holds the truth with `confidence`."""

    value: float
    low: float
    high: float
    confidence: float
    games: int
    seed: int | None = None
    unit: str = ""
    question: str = ""
    rules: Any = None

    kind = "estimate"

    def __str__(self) -> str:
        """The value, the word estimate, and what it rests on."""
        unit = f" {self.unit}" if self.unit else ""
        seed = f", seed {self.seed}" if self.seed is not None else ""
        span = f"{100 * self.confidence:g} % interval {self.low:.4f} to {self.high:.4f}"
        return f"{self.value:.4f}{unit} (estimate, {span}, {self.games} games{seed})"

    def __float__(self) -> float:
        """The value."""
        return self.value

    def __format__(self, spec: str) -> str:
        """The value, formatted as a float; without a spec, `str`."""
        return format(self.value, spec) if spec else str(self)

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        numbers = {"value": self.value, "low": self.low, "high": self.high, "confidence": self.confidence}
        rules = self.rules.to_json() if hasattr(self.rules, "to_json") else None
        basis = {"games": self.games, "seed": self.seed, "unit": self.unit, "question": self.question, "rules": rules}
        return {"kind": self.kind, **numbers, **basis}

    def _repr_html_(self) -> str:
        return f'<span class="seis-answer">{escape(str(self))}</span>'
