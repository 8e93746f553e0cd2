"""A die with one unknown: the expected turns as a function of p, and the p at which the best play changes.

While the best play stays the same, the mean is a rational function of p. So the allowed values of p fall into pieces
with one rational function each; between two pieces the best play changes, at a root of a polynomial. At a sample point
everything is calculated with functions instead of numbers (see `germs`), and the polynomials that compare what is
played with what is not tell how far the result holds; then the next sample is taken in what is left.

>>> rules = SeisRules(players=1, faces=2, die=["p", "1 - p"], wildcards={})
>>> law = bias(rules)
>>> law.mean
(p**2 - p + 1)/(p*(1 - p))
>>> law.derivative.subs("p", "1/2"), law.at("1/3")
(0, Exact('7/2', unit='turns'))
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from math import inf
from typing import Any

from seis_lab.exact.alone import Alone, Values, most_to_solve, start_of
from seis_lab.exact.answers import Cancelled, Endless, Exact
from seis_lab.exact.check import CheckFailed, settled
from seis_lab.exact.germs import Germ, Tie, linear
from seis_lab.exact.policy import Advice
from seis_lab.exact.roots import between, sign_changes
from seis_lab.exact.rows import require_rules
from seis_lab.exact.solo import solve
from seis_lab.game import InvalidRules, quote
from seis_lab.games.seis import SeisRules

BUDGET = 100  # one NUMERAL and six faces: 75 positions, ten pieces, a few seconds; two NUMERAL: minutes


@dataclass(frozen=True)
class Piece:
    """An interval of p, open at both ends, in which the best play is the same, and the mean there.

    The ends and the mean are sympy expressions; an end is exact even where it is no fraction.
    """

    low: Any
    high: Any
    mean: Any
    play: frozenset[str]


@dataclass(frozen=True)
class Change:
    """A value of p at which the best play changes: what is played only below it, and what only above."""

    at: Any
    below: tuple[str, ...]
    above: tuple[str, ...]

    def __str__(self) -> str:
        """One line: where, and the first thing that changes."""
        first = [*(f"only below: {line}" for line in self.below), *(f"only above: {line}" for line in self.above)]
        rest = f" (and {len(first) - 1} more)" if len(first) > 1 else ""
        return f"at {_number(self.at)}: {first[0]}{rest}"


@dataclass(frozen=True)
class BiasLaw:
    """The mean number of own turns alone as a function of the symbol in the die. Made by `bias`."""

    rules: SeisRules
    seat: int
    symbol: str
    low: Fraction
    high: Fraction
    pieces: tuple[Piece, ...]

    @property
    def mean(self) -> Any:
        """The mean as a sympy expression in the symbol: one rational function, or several by pieces."""
        import sympy as sp

        if len(self.pieces) == 1:
            return self.pieces[0].mean
        p = sp.Symbol(self.symbol)
        *others, last = self.pieces
        return sp.Piecewise(*((piece.mean, p <= piece.high) for piece in others), (last.mean, True))

    @property
    def derivative(self) -> Any:
        """The derivative of the mean; at a change of play it is that from below."""
        import sympy as sp

        p = sp.Symbol(self.symbol)
        slopes = [sp.factor(sp.diff(piece.mean, p)) for piece in self.pieces]
        if len(slopes) == 1:
            return slopes[0]
        bounded = zip(slopes[:-1], self.pieces[:-1], strict=True)
        return sp.Piecewise(*((slope, p <= piece.high) for slope, piece in bounded), (slopes[-1], True))

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every p at which the best play changes, and how."""
        return tuple(
            Change(right.low, tuple(sorted(left.play - right.play)), tuple(sorted(right.play - left.play)))
            for left, right in zip(self.pieces[:-1], self.pieces[1:], strict=True)
        )

    def at(self, value: int | Fraction | str) -> Exact:
        """The mean at one value of the symbol, solved anew with a die of numbers."""
        return solve(_with(self.rules, value), self.seat).mean

    def __str__(self) -> str:
        """The pieces and the changes, one line each."""
        lines = [f"{_number(piece.low)} < {self.symbol} < {_number(piece.high)}: {piece.mean}" for piece in self.pieces]
        return "\n".join(["expected own turns to finish alone", *lines, *map(str, self.changes)])

    def __repr__(self) -> str:
        return f"bias({self.rules!r}{f', seat={self.seat}' if self.seat else ''})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(_number(piece.low))} &lt; {escape(self.symbol)} &lt; {escape(_number(piece.high))}</td>"
            f"<td>{escape(str(piece.mean))}</td></tr>"
            for piece in self.pieces
        )
        changes = "".join(f'<tr><td colspan="2">{escape(str(change))}</td></tr>' for change in self.changes)
        caption = "<caption>expected own turns to finish alone (exact)</caption>"
        return f'<table class="seis-bias">{caption}<tbody>{rows}{changes}</tbody></table>'


def bias(
    rules: SeisRules,
    seat: int = 0,
    *,
    low: Fraction | int | str | None = None,
    high: Fraction | int | str | None = None,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> BiasLaw:
    """The mean as a function of the one symbol in the die, from `low` to `high`.

    Without those, over all values that leave no probability negative. InvalidRules when the die holds no symbol, when
    an end is not such a value, or when more positions than `budget` would have to be solved at every sample; Endless
    when the row is never finished. `progress(done, of)` is called after every sample (`of` grows);
    Cancelled is raised once `cancelled()` is true.
    """
    require_rules(rules)
    die = rules.die
    if die is None or die.symbol is None:
        raise InvalidRules(f"die={die!r} holds no symbol; allowed: one, such as die=['p', '1 - p'] for two faces")
    least, greatest = die.span
    if least == greatest:
        raise InvalidRules(
            f"die={die.written()!r}: {die.symbol} can only be {least}; give it with rules.die.at({least})"
        )
    first, last = _end("low", low, least), _end("high", high, greatest)
    if not least <= first < last <= greatest:
        raise InvalidRules(
            f"low={first}, high={last}: {die.symbol} may go from {least} to {greatest}, the low end below the high end"
        )
    most = most_to_solve(Alone.of(_with(rules, (least + greatest) / 2)), start_of(rules, seat))
    if most > budget:
        raise InvalidRules(
            f"row={','.join(map(str, rules.numbers))} with these wildcards has up to {most} positions, over the budget "
            f"of {budget} for a die with a symbol; allowed: a shorter row, fewer wildcards, or a larger budget=... "
            "(best with low=... and high=... close together: every piece takes seconds)"
        )
    pieces: list[Piece] = []
    gaps: list[tuple[Any, Any]] = [(_exact(first), _exact(last))]
    while gaps:
        if cancelled is not None and cancelled():
            raise Cancelled(f"cancelled after {len(pieces)} pieces")
        left, right = gaps.pop()
        piece = _piece(rules, seat, least, greatest, left, right)
        pieces.append(piece)
        gaps += [(a, b) for a, b in ((left, piece.low), (piece.high, right)) if a != b]
        if progress is not None:
            progress(len(pieces), len(pieces) + len(gaps))
    return BiasLaw(rules, seat, die.symbol, first, last, tuple(_merged(sorted(pieces, key=lambda piece: piece.low))))


def _end(name: str, value: Fraction | int | str | None, usual: Fraction) -> Fraction:
    """An end of the values of the symbol, or the usual one; InvalidRules when it is not exact."""
    try:
        if isinstance(value, float):
            raise TypeError
        return usual if value is None else Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise InvalidRules(f"{name}={quote(value)} is not exact; allowed: fractions or texts such as '1/3'") from error


def _piece(rules: SeisRules, seat: int, low: Fraction, high: Fraction, left: Any, right: Any) -> Piece:
    """A piece that has a part between `left` and `right`, cut off there."""
    import sympy as sp

    for step in range(100):
        point = between(left, right, step)
        try:
            mean, conditions = _sampled(rules, seat, point)
        except Tie:
            continue
        turns_there = sign_changes(conditions, low, high)
        exact = _exact(point)
        ends = (
            max([left, *(root for root in turns_there if root < exact)]),
            min([right, *(root for root in turns_there if root > exact)]),
        )
        solo = solve(_with(rules, point), seat)
        if mean.at != solo.mean:
            raise CheckFailed(f"the mean at {point} is {mean.at} as a function and {solo.mean} as a number")
        p = sp.Symbol(rules.die.symbol)  # type: ignore[union-attr]
        return Piece(*ends, _expression(mean, p), frozenset(_lines(solo.policy.advice)))
    raise CheckFailed(f"no sample point between {left} and {right} without ties")


def _sampled(rules: SeisRules, seat: int, point: Fraction) -> tuple[Germ, set[tuple[int, ...]]]:
    """The mean as a function around a point, and the polynomials that are positive as far as it holds."""
    entries = rules.die.entries if rules.die else ()
    weights: Any = tuple(linear(entry.constant, entry.slope, point) for entry in entries)
    values = Values(replace(Alone.of(_with(rules, point)), weights=weights))
    mean: Any = values.start(*start_of(rules, seat))
    if mean == inf:
        raise Endless(f"the row {','.join(map(str, rules.numbers))} is never finished (probability 1) with {rules!r}")
    conditions = set()
    for options in _choices(values):
        best = min(options)
        for other in options:
            condition = other.exceeds(best) if isinstance(other, Germ) else None
            if condition is not None and len(condition) > 1:
                conditions.add(condition)
    return mean, conditions


def _choices(values: Values) -> Iterator[list[Any]]:
    """For every choice in every position solved: the values of what may be chosen.

    A roll without DADO that changes nothing leads to the same turn again: there the value to compare with is that of
    never playing DADO here (`one_roll`), even where DADO is better, for that value is compared with DADO's.
    """
    model, seen = values.model, set()
    for up, numerals, dados in list(values.known):
        one_roll, with_dado = values.one_roll(up, numerals, dados), values.with_dado(up, numerals, dados)
        yield [one_roll, *with_dado.values()]
        for face, _ in model.faces:
            yield [
                1 + one_roll if (left, m) == (up, numerals) else values.after(left, m, dados, 0, capped)
                for left, m, capped in settled(model, up, numerals, False, face)
            ]
        stages = [(up, numerals, dados - played, played, model.one_wildcard_per_turn) for played in with_dado]
        while stages:
            stage = stages.pop()
            if stage in seen:
                continue
            seen.add(stage)
            at, n, d, more, used = stage
            for face, _ in model.faces:
                ends = list(settled(model, at, n, used, face))
                yield [values.after(left, m, d, more, capped) for left, m, capped in ends]
                if more:
                    stages.extend((left, m, d, more - 1, capped) for left, m, capped in ends if left)


def _merged(pieces: list[Piece]) -> Iterator[Piece]:
    """Neighbours that differ only in positions that the best play never meets are one piece."""
    last = pieces[0]
    for piece in pieces[1:]:
        if piece.play == last.play and piece.mean == last.mean:
            last = replace(last, high=piece.high)
        else:
            yield last
            last = piece
    yield last


def _lines(advice: tuple[Advice, ...]) -> Iterator[str]:
    for line in advice:
        if line.dados or line.numbers:
            yield f"{line} ({line.holding})"


def _with(rules: SeisRules, value: int | Fraction | str) -> SeisRules:
    return replace(rules, die=rules.die.at(value)) if rules.die else rules


def _expression(function: Germ, p: Any) -> Any:
    import sympy as sp

    above = sp.factor(sp.Poly(function.above[::-1], p).as_expr() if function.above else sp.Integer(0))
    below = sp.Mul(*((constant + slope * p) ** power for (constant, slope), power in function.below))
    return above / (function.scale * below)


def _exact(value: Fraction) -> Any:
    import sympy as sp

    return sp.Rational(value.numerator, value.denominator)


def _number(value: Any) -> str:
    """A fraction as it is; another algebraic number to six places, and that it is one."""
    return str(value) if value.is_Rational else f"{value.evalf(7)} (irrational)"
