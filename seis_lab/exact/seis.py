"""The odds of SEIS alone: how many own turns a row takes under best use of NUMERAL and DADO.

The question is about one seat's row, wildcards and die *alone*: TIRADOR, SALTAR, REVERSA and VOLTEAR act on other
players only and have no part in it, whatever the rules say about them. "Best" means the least expected number of
turns; where two ways to play have the same mean, the one that keeps the card is taken.

>>> law = turns(SeisRules(players=1, wildcards={}))
>>> print(law)
own turns to finish alone
mean      147/10 = 14.7000 turns (exact, 63 states, checked by back-substitution)
variance  3899/100 = 38.9900 turns^2 (exact, 63 states, checked by back-substitution)
median    13 turns
90 %      within 23 turns
>>> law.pmf(6)
Exact('5/324')
>>> law.pgf()
10*z**6/((2 - z)*(3 - 2*z)*(3 - z)*(6 - 5*z)*(6 - z))
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

from seis_lab.exact.answers import Endless, Exact
from seis_lab.exact.check import METHOD, CheckFailed
from seis_lab.exact.hitting import HittingTime, TooLong
from seis_lab.exact.markov import MarkovChain
from seis_lab.exact.policy import SoloPolicy
from seis_lab.exact.rows import given_row, require_rules
from seis_lab.exact.solo import BUDGET, QUESTION, Solo, solve
from seis_lab.games.seis import SeisRules

BY_MEAN = "the mean of the law"

__all__ = ["BUDGET", "Endless", "Solo", "TurnsLaw", "solve", "turns"]


class TurnsLaw:
    """The law of T, the number of own turns to finish alone under best play. Made by `turns`.

    Where the row can never be finished, `never` is 1 and the mean, variance, median and quantiles raise Endless. There
    is nothing in between: who can finish at all can wait for the roll that is needed, and no other roll does harm.
    """

    question = QUESTION

    def __init__(self, solo: Solo) -> None:
        """Take the solution."""
        self.solo = solo
        self.rules = solo.rules
        self.states = solo.states

    @cached_property
    def _time(self) -> HittingTime[tuple[int, int, int]]:
        """The hitting time of the chain that the best play makes; its mean must be that of the solution."""
        play, start = self.solo.play, self.solo.play.canonical(*self.solo.start)
        time = MarkovChain(play.chain(start) | {(0, 0, 0): {(0, 0, 0): 1}}).hitting_time(start, {(0, 0, 0)})
        if not time.never and time.mean != self.mean:
            raise CheckFailed(f"the law of {self!r} has the mean {time.mean}, the solution {self.mean}")
        return time

    @property
    def mean(self) -> Exact:
        """E(T)."""
        return self.solo.mean

    @cached_property
    def variance(self) -> Exact:
        """E(T**2) - E(T)**2, in turns squared."""
        return self._exact(self._require_end().variance, "variance of the", unit="turns^2")

    @cached_property
    def never(self) -> Exact:
        """The probability that the row is never finished."""
        return self._exact(self._time.never, "probability of no end of the")

    @property
    def median(self) -> int:
        """The least n with P(T <= n) at least 1/2."""
        return self._require_end().median

    def pmf(self, n: int) -> Exact:
        """P(T = n)."""
        return self._exact(self._time.pmf(n), f"P(T = {n}) of the", check=BY_MEAN)

    def cdf(self, n: int) -> Exact:
        """P(T <= n)."""
        return self._exact(self._time.cdf(n), f"P(T <= {n}) of the", check=BY_MEAN)

    def quantile(self, q: Fraction | int | str | float) -> int:
        """The least n with P(T <= n) at least q, for q above 0 and below 1 (a float counts as the decimal it shows)."""
        return self._require_end().quantile(q)

    def pgf(self, variable: str = "z") -> Any:
        """The generating function, the sum of P(T = n) * z**n, as a reduced rational function in sympy."""
        return self._time.pgf(variable)

    def closed_form(self, variable: str = "n") -> Any:
        """P(T = n) for n of 1 or more as a sum of polynomials times powers, a sympy expression in n.

        >>> turns(SeisRules(players=1, faces=2, wildcards={})).closed_form()
        Piecewise((0, Eq(n, 1)), (2/2**n, True))
        """
        return self._time.closed_form(variable)

    @property
    def policy(self) -> SoloPolicy:
        """What the best play does, readable as a table."""
        return self.solo.policy

    def table(self, until: Fraction | str | float = Fraction(999, 1000)) -> list[tuple[int, Exact, Exact]]:
        """Lines (n, P(T = n), P(T <= n)) from n = 1 to the quantile `until`."""
        return [(n, self.pmf(n), self.cdf(n)) for n in range(1, self.quantile(until) + 1)]

    def to_json(self) -> dict[str, Any]:
        """The law in short, as plain JSON values; fractions are text."""
        if self.never:
            return {"kind": Exact.kind, "rules": self.rules.to_json(), "never": self.never.fraction}
        numbers: Mapping[str, Any] = {"mean": self.mean.to_json(), "variance": self.variance.to_json()}
        return {"kind": Exact.kind, "rules": self.rules.to_json(), "never": "0", **numbers, "median": self.median}

    def rows(self) -> list[tuple[str, str]]:
        """What the law says in short: names and values as text."""
        if self.never:
            return [("never", f"finished with probability {1 - self.never}: {self.why_never()}")]
        moments = [("mean", str(self.mean)), ("variance", str(self.variance))]
        try:
            median, nine_tenths = self.median, self.quantile(Fraction(9, 10))
        except TooLong as problem:
            return [*moments, ("quantiles", str(problem))]
        return [*moments, ("median", f"{median} turns"), ("90 %", f"within {nine_tenths} turns")]

    def __str__(self) -> str:
        """The law in short, over several lines."""
        return "\n".join([self.question, *(f"{name.ljust(9)} {text}" for name, text in self.rows())])

    def why_never(self) -> str:
        """What to say when the row can never be finished."""
        return self.solo.why_never()

    def __repr__(self) -> str:
        return f"turns({self.rules!r}{f', seat={self.solo.seat}' if self.solo.seat else ''})"

    def _repr_html_(self) -> str:
        body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in self.rows())
        caption = f"<caption>{escape(self.question)}</caption>"
        return f'<table class="seis-turns">{caption}<tbody>{body}</tbody></table>'

    def _require_end(self) -> HittingTime[tuple[int, int, int]]:
        """The time, once it is sure that there is one."""
        if self._time.never:
            raise Endless(self.why_never())
        return self._time

    def _exact(self, value: Fraction, what: str, unit: str = "", check: str = METHOD) -> Exact:
        question = f"{what} {self.question}".strip()
        return Exact(value, unit=unit, question=question, rules=self.rules, states=self.states, check=check)


def turns(
    rules: SeisRules,
    seat: int = 0,
    *,
    row: Sequence[int] | None = None,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> TurnsLaw:
    """The law of the own turns a seat needs to finish alone, playing for the least mean.

    With a `row` it is about that row. Without one it is, in random mode, the law over all deals. The other parameters
    and the errors are those of `solve`.

    >>> turns(SeisRules(wildcards={"NUMERAL": 2, "DADO": 2})).mean
    Exact('65633/9000', unit='turns')
    >>> turns(SeisRules(mode="random", wildcards={}), row=[1, 1, 2, 3, 4, 5]).mean
    Exact('411/25', unit='turns')
    """
    require_rules(rules)
    if row is not None:
        rules = given_row(rules, row)
    if rules.mode == "random":
        from seis_lab.exact.deals import dealt_turns

        return dealt_turns(rules, seat, budget=budget, progress=progress, cancelled=cancelled)
    return TurnsLaw(solve(rules, seat, budget=budget, progress=progress, cancelled=cancelled))
