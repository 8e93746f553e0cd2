"""Hitting times: the whole law of the number of steps until a Markov chain reaches one of its targets.

Whether it may never get there is found by graph search before anything is calculated. The probabilities of single
steps come from the recursion of the chain; the closed form comes from its eigenvalues, and is put to the test
against that recursion before it is given out.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Generic, TypeVar

from seis_lab.exact import closed_forms
from seis_lab.exact.answers import Endless
from seis_lab.exact.cfinite import CONSTANT_ZERO, ONE, ZERO, PowerSum, fit, mixture
from seis_lab.exact.graph import knots, reachable, reaching
from seis_lab.exact.linear import solve_by_knots
from seis_lab.game import quote

S = TypeVar("S", bound=Hashable)

LONGEST_WAIT = 5_000


class TooLong(ValueError):
    """A quantile that lies too far out to be counted to."""


class HittingTime(Generic[S]):
    """The law of T, the number of steps to a target. Made by `MarkovChain.hitting_time`.

    `never` is the probability that no target is ever reached; where it is not 0, the moments raise Endless.
    """

    def __init__(self, rows: Mapping[S, Mapping[S, Fraction]], start: Mapping[S, Fraction], targets: set[S]) -> None:
        """Take the rows of the chain, where it starts and its targets."""
        before = {state: row for state, row in rows.items() if state not in targets}
        reached = reachable(before, start)
        hopeful = reaching(rows, targets)
        self.start = dict(start)
        self.targets = targets
        self._rows = {state: row for state, row in before.items() if state in reached and state in hopeful}
        self._hopeless = any(state not in hopeful for state in reached)
        # The recursion works in integers: after n steps a probability p is kept as p * scale * base**n.
        self._scale = lcm(*(p.denominator for p in start.values()))
        self._base = lcm(*(p.denominator for row in self._rows.values() for p in row.values()))
        self._weights = {
            state: [(end, int(p * self._base)) for end, p in row.items() if end in targets or end in self._rows]
            for state, row in self._rows.items()
        }
        self._now = {state: int(p * self._scale) for state, p in start.items() if state in self._rows}
        self._arrived = [sum(int(p * self._scale) for state, p in start.items() if state in targets)]
        self._within = list(self._arrived)

    @property
    def states(self) -> int:
        """How many states the law rests on: those reached from which a target can be reached."""
        return len(self._rows)

    @cached_property
    def never(self) -> Fraction:
        """The probability that no target is ever reached."""
        if not self._hopeless:
            return ZERO
        return 1 - self._expected({state: self._into_targets(state) for state in self._rows}) - self.pmf(0)

    @cached_property
    def mean(self) -> Fraction:
        """E(T); Endless where T may be infinite."""
        self._require_end()
        return self._expected(dict.fromkeys(self._rows, ONE))

    @cached_property
    def variance(self) -> Fraction:
        """E(T**2) - E(T)**2; Endless where T may be infinite."""
        return self._expected({state: 2 * first - 1 for state, first in self.means.items()}) - self.mean**2

    @cached_property
    def means(self) -> dict[S, Fraction]:
        """The expected number of steps from every state on the way; Endless where T may be infinite."""
        self._require_end()
        return solve_by_knots(self._inner, dict.fromkeys(self._rows, ONE))

    def pmf(self, n: int) -> Fraction:
        """P(T = n)."""
        self._go_to(n)
        return Fraction(self._arrived[n], self._scale * self._base**n)

    def cdf(self, n: int) -> Fraction:
        """P(T <= n)."""
        self._go_to(n)
        return Fraction(self._within[n], self._scale * self._base**n)

    def survival(self, n: int) -> Fraction:
        """P(T > n)."""
        return 1 - self.cdf(n)

    @property
    def median(self) -> int:
        """The least n with P(T <= n) at least 1/2."""
        return self.quantile(Fraction(1, 2))

    def quantile(self, q: Fraction | int | str | float) -> int:
        """The least n with P(T <= n) at least q, for q above 0 and below 1 (a float counts as the decimal it shows).

        Endless when q is not reached because T may be infinite; TooLong beyond 5000 steps.
        """
        try:
            level = Fraction(str(q)) if isinstance(q, float) else Fraction(q)
        except (TypeError, ValueError, ZeroDivisionError):
            level = ZERO  # no number: refused like one that is out of range
        if not 0 < level < 1:
            raise ValueError(f"quantile {quote(q)}: a number above 0 and below 1 is allowed")
        if level > 1 - self.never:
            raise Endless(f"quantile {q!r} is infinite: with probability {self.never} there is no end")
        whole = self._scale
        for n in range(LONGEST_WAIT):
            self._go_to(n)
            if self._within[n] * level.denominator >= level.numerator * whole:
                return n
            whole *= self._base
        raise TooLong(f"the quantile {level} lies beyond {LONGEST_WAIT} steps; ask cdf(n) for a single n")

    @cached_property
    def sequence(self) -> PowerSum:
        """P(T = n) as a sum of polynomials times powers; ValueError where an eigenvalue is irrational."""
        states = self._in_order()
        found = self._by_recursion(states) if states else self._by_eigenvalues()
        free = len(found.first) + sum(map(len, found.terms.values()))
        if any(found(n) != self.pmf(n) for n in range(2 * free + 10)):
            raise AssertionError(f"the closed form {found} disagrees with the recursion of the chain")
        return found

    def closed_form(self, variable: str = "n") -> Any:
        """P(T = n) for n of 1 or more as a sympy expression in n; ValueError where an eigenvalue is irrational."""
        return closed_forms.closed_form(self.sequence, variable)

    def pgf(self, variable: str = "z") -> Any:
        """The generating function E(z**T), the sum of P(T = n) * z**n, as a reduced rational function in sympy."""
        if self._in_order() is not None:
            return closed_forms.generating_function(self.sequence, variable)
        return closed_forms.rational_function(self._determinant(), self.pmf, variable)

    def __repr__(self) -> str:
        return f"<HittingTime over {self.states} states, {len(self.targets)} targets>"

    # What is behind the numbers.

    @cached_property
    def _inner(self) -> dict[S, dict[S, Fraction]]:
        return {s: {end: p for end, p in row.items() if end in self._rows} for s, row in self._rows.items()}

    def _into_targets(self, state: S) -> Fraction:
        return sum((p for end, p in self._rows[state].items() if end in self.targets), ZERO)

    def _expected(self, constants: Mapping[S, Fraction]) -> Fraction:
        """The mean, over the starts, of the x with x = constants + Q x."""
        found = solve_by_knots(self._inner, constants)
        return sum((p * found[state] for state, p in self.start.items() if state in found), ZERO)

    def _go_to(self, n: int) -> None:
        """Let the chain make its first n steps: what arrives at a target is P(T = n), scaled."""
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise ValueError(f"n={n!r}: a whole number of 0 or more is allowed")
        while len(self._arrived) <= n:
            then: dict[S, int] = {}
            arrived = 0
            for state, mass in self._now.items():
                for end, weight in self._weights[state]:
                    if end in self.targets:
                        arrived += mass * weight
                    else:
                        then[end] = then.get(end, 0) + mass * weight
            self._now = then
            self._arrived.append(arrived)
            self._within.append(self._within[-1] * self._base + arrived)

    def _require_end(self) -> None:
        if self.never:
            raise Endless(f"the number of steps is infinite with probability {self.never}: it has no mean")

    def _in_order(self) -> list[S] | None:
        """The states, each after those it leads to; None where several lie on one cycle."""
        found = knots(self._inner)
        return [knot[0] for knot in found] if all(len(knot) == 1 for knot in found) else None

    def _by_recursion(self, states: list[S]) -> PowerSum:
        """State by state: f(n + 1) = p(stay) * f(n) + what the others contribute."""
        arrivals = PowerSum((ONE,), {})
        sequences: dict[S, PowerSum] = {}
        for state in states:
            row = dict(self._rows[state])
            stay = row.pop(state, ZERO)
            parts = [
                (p, arrivals if end in self.targets else sequences[end])
                for end, p in row.items()
                if end in self.targets or end in sequences
            ]
            sequences[state] = mixture(parts).recur(stay, ZERO)
        starts = (
            (p, arrivals if s in self.targets else sequences.get(s, CONSTANT_ZERO)) for s, p in self.start.items()
        )
        return mixture(starts)

    def _determinant(self) -> list[Fraction]:
        """The coefficients of det(I - z Q), the constant first."""
        order = list(self._rows)
        return closed_forms.determinant([[self._inner[s].get(t, ZERO) for t in order] for s in order])

    def _by_eigenvalues(self) -> PowerSum:
        roots = closed_forms.rational_eigenvalues(self._determinant())
        early = self.states + 1 - sum(roots.values())
        return fit([self.pmf(n) for n in range(self.states + 1)], roots, early)
