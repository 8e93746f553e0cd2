"""A die with exact probabilities, one per face, which may hold one symbol.

>>> Die(["1/4", "1/4", "1/2"]).probabilities
(Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
>>> die = Die(["p", "1 - p"])
>>> die.symbol, die.at("1/3")
('p', Die(['1/3', '2/3']))
"""

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from seis_lab.game import InvalidRules, quote

DIGITS = 100  # of a numerator or denominator
LONGEST = 500  # characters of an entry: more than `written` can need


@dataclass(frozen=True)
class Linear:
    """The number `constant + slope * symbol`."""

    constant: Fraction
    slope: Fraction = Fraction(0)

    def at(self, value: Fraction) -> Fraction:
        """The number once the symbol has a value."""
        return self.constant + self.slope * value

    def written(self, symbol: str | None) -> str:
        """The number as text that `read` reads back."""
        if not self.slope or symbol is None:
            return str(self.constant)
        size = symbol if abs(self.slope) == 1 else f"{abs(self.slope)}*{symbol}"
        if not self.constant:
            return size if self.slope > 0 else f"-{size}"
        return f"{self.constant} {'+' if self.slope > 0 else '-'} {size}"


class Die:
    """A die: the exact probability of each face from 1 on, immutable and hashable.

    Entries are integers, fractions, or texts such as "1/6" and "1/6 + p" with one symbol, linear in it. Floats are
    refused: they are not exact. The probabilities must sum to 1 whatever the symbol is, and none may be negative.
    """

    __slots__ = ("entries", "symbol")

    def __init__(self, entries: Iterable[int | Fraction | str]) -> None:
        """Take one probability per face; InvalidRules quotes the entry that cannot be one."""
        if not isinstance(entries, Iterable):
            raise InvalidRules(f"die={quote(entries)} is not allowed; allowed: one probability per face")
        given = tuple(entries)
        symbols: set[str] = set()
        self.entries: tuple[Linear, ...] = tuple(_read(entry, symbols) for entry in given)
        if len(symbols) > 1:
            raise InvalidRules(f"die: {len(symbols)} symbols {sorted(symbols)}; allowed: one at most")
        varies = any(entry.slope for entry in self.entries)
        self.symbol: str | None = symbols.pop() if varies else None
        total = (sum(e.constant for e in self.entries), sum(e.slope for e in self.entries))
        if total != (1, 0):
            summed = Linear(Fraction(total[0]), Fraction(total[1])).written(self.symbol)
            raise InvalidRules(f"die={quote(self.written())} sums to {quote(summed)}; it must sum to 1")
        low, high = self.span
        if low > high or any(e.constant < 0 and not e.slope for e in self.entries):
            raise InvalidRules(f"die={quote(self.written())} has a negative probability; allowed: 0 to 1")

    @classmethod
    def fair(cls, faces: int) -> "Die":
        """Every face equally likely."""
        return cls([Fraction(1, faces)] * faces)

    @property
    def span(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value of the symbol for which every probability is from 0 to 1.

        >>> Die(["1/6 + p", "1/2 - p", "1/3"]).span
        (Fraction(-1, 6), Fraction(1, 2))
        >>> Die(["1/2", "1/2"]).span  # no symbol
        (Fraction(0, 1), Fraction(0, 1))
        """
        zeros = [(e.slope > 0, -e.constant / e.slope) for e in self.entries if e.slope]
        low = max((zero for rising, zero in zeros if rising), default=Fraction(0))
        return low, min((zero for rising, zero in zeros if not rising), default=Fraction(0))

    @property
    def probabilities(self) -> tuple[Fraction, ...]:
        """The exact probability of each face; InvalidRules while the die holds a symbol."""
        if self.symbol is not None:
            raise InvalidRules(f"die: the symbol {self.symbol!r} has no value; give it one with .at(value)")
        return tuple(entry.constant for entry in self.entries)

    @property
    def weights(self) -> tuple[int, ...]:
        """The probabilities as integer weights over their common denominator."""
        common = lcm(*(p.denominator for p in self.probabilities))
        return tuple(int(p * common) for p in self.probabilities)

    def at(self, value: int | Fraction | str) -> "Die":
        """The die once its symbol has a value; InvalidRules when a probability would be negative."""
        exact = _read(value, set())
        if exact.slope:
            raise InvalidRules(f"die: {quote(value)} is not a value for {self.symbol}; allowed: fractions")
        return Die([entry.at(exact.constant) for entry in self.entries])

    def written(self) -> list[str]:
        """The entries as texts, which `Die` reads back."""
        return [entry.written(self.symbol) for entry in self.entries]

    def __len__(self) -> int:
        """The number of faces."""
        return len(self.entries)

    def __eq__(self, other: object) -> bool:
        """The same probabilities, and the same symbol."""
        return isinstance(other, Die) and (self.entries, self.symbol) == (other.entries, other.symbol)

    def __hash__(self) -> int:
        """Equal dice have equal hashes."""
        return hash((self.entries, self.symbol))

    def __repr__(self) -> str:
        """The constructor call that rebuilds it."""
        return f"Die({self.written()!r})"


def _read(entry: int | Fraction | str, symbols: set[str]) -> Linear:
    """One entry as a linear form; the symbols met are added to `symbols`."""
    allowed = "allowed: fractions or texts such as '1/6' and '1/6 + p'"
    if isinstance(entry, bool) or not isinstance(entry, int | Fraction | str):
        raise InvalidRules(f"die: {quote(entry)} is not exact; {allowed}")
    try:
        if isinstance(entry, str) and len(entry) > LONGEST:
            raise ValueError("too long")
        text = entry.strip() if isinstance(entry, str) else ""
        if re.search(r"['\"\\]|\b\d+[^\W\d]", text):
            raise ValueError("texts and numbers with letters, about which Python's parser warns")
        linear = _linear(ast.parse(text, mode="eval").body, symbols) if text else Linear(Fraction(entry))
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError) as error:
        raise InvalidRules(f"die: {quote(entry)} is not a probability; {allowed}") from error
    parts = (linear.constant.numerator, linear.constant.denominator, linear.slope.numerator, linear.slope.denominator)
    if max(map(abs, parts)) >= 10**DIGITS:
        raise InvalidRules(f"die: {quote(entry)} has a number of more than {DIGITS} digits; {allowed}")
    return linear


def _linear(node: ast.expr, symbols: set[str]) -> Linear:
    """A parsed expression of integers, one name, + - * / and brackets, as a linear form."""
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return Linear(Fraction(number))
        case ast.Name(id=name):
            if len(name) > 50:
                raise ValueError("a symbol has at most 50 characters")
            symbols.add(name)
            return Linear(Fraction(0), Fraction(1))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _linear(operand, symbols)
            return Linear(-inner.constant, -inner.slope)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _linear(left, symbols), _linear(right, symbols)
            match op:
                case ast.Add():
                    return Linear(a.constant + b.constant, a.slope + b.slope)
                case ast.Sub():
                    return Linear(a.constant - b.constant, a.slope - b.slope)
                case ast.Mult() if not (a.slope and b.slope):
                    return Linear(a.constant * b.constant, a.constant * b.slope + b.constant * a.slope)
                case ast.Div() if not b.slope:
                    return Linear(a.constant / b.constant, a.slope / b.constant)
    raise ValueError(f"not linear: {ast.dump(node)}")
