"""Finite Markov chains with exact transition probabilities.

A state is *absorbing* when the chain stays in it for ever, *transient* when the chain surely leaves it for good. With Q
the transition probabilities between transient states, the *fundamental matrix* is (I - Q)^-1: the expected numbers of
visits. Nothing is inverted here: states are taken knot by knot (strongly connected components), each after those that
it leads to, and only inside a knot is there a linear system to solve.

>>> coin = MarkovChain({"none": {"none": 1, "head": 1}, "head": {"none": 1, "two heads": 1}})
>>> coin.absorbing, coin.transient
(('two heads',), ('none', 'head'))
>>> time = coin.hitting_time("none")
>>> time.mean, time.variance, time.pmf(3), time.median
(Fraction(6, 1), Fraction(22, 1), Fraction(1, 8), 4)
>>> coin.fundamental_matrix()["none"]
{'none': Fraction(4, 1), 'head': Fraction(2, 1)}

Source: Kemeny, Snell, Finite Markov Chains, chapter 3.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from seis_lab.exact.graph import knots, reachable
from seis_lab.exact.hitting import HittingTime
from seis_lab.exact.linear import solve_by_knots
from seis_lab.game import Distribution

S = TypeVar("S", bound=Hashable)

ZERO, ONE = Fraction(0), Fraction(1)


class MarkovChain(Generic[S]):
    """A chain: for each state the distribution of the next one. States without a row of their own are absorbing."""

    def __init__(self, rows: Mapping[S, Distribution[S] | Mapping[S, Fraction | int]]) -> None:
        """Take a Distribution, integer weights or exact probabilities per state; ValueError when a row sums to no 1."""
        self.rows: dict[S, dict[S, Fraction]] = {state: probabilities(state, row) for state, row in rows.items()}
        for row in list(self.rows.values()):
            for state in row:
                self.rows.setdefault(state, {state: ONE})

    @property
    def states(self) -> tuple[S, ...]:
        """Every state, in the order given."""
        return tuple(self.rows)

    @cached_property
    def absorbing(self) -> tuple[S, ...]:
        """The states that the chain never leaves."""
        return tuple(state for state, row in self.rows.items() if set(row) == {state})

    @cached_property
    def transient(self) -> tuple[S, ...]:
        """The states that the chain leaves for good with probability 1."""
        closed = {state for knot in knots(self.rows) if _is_closed(self.rows, knot) for state in knot}
        return tuple(state for state in self.rows if state not in closed)

    def absorption(self, start: S) -> dict[S, Fraction]:
        """The probability of ending in each absorbing state; they sum to less than 1 where the chain may never end.

        >>> ruin = MarkovChain({1: {0: 2, 2: 1}, 2: {1: 2, 3: 1}})
        >>> ruin.absorption(1)
        {0: Fraction(6, 7), 3: Fraction(1, 7)}
        """
        self._require(start)
        visits = self.visits(start) if start in self.transient else {}
        return {
            end: sum((count * self.rows[state].get(end, ZERO) for state, count in visits.items()), ZERO)
            if visits
            else Fraction(int(start == end))
            for end in self.absorbing
        }

    def visits(self, start: S) -> dict[S, Fraction]:
        """The expected number of visits to each transient state: the row of the fundamental matrix."""
        self._require(start)
        backwards: dict[S, dict[S, Fraction]] = {state: {} for state in self.transient}
        for state in self.transient:
            for end, p in self.rows[state].items():
                if end in backwards:
                    backwards[end][state] = p
        found = solve_by_knots(backwards, {start: ONE})
        return {state: found[state] for state in self.transient}

    def fundamental_matrix(self) -> dict[S, dict[S, Fraction]]:
        """The expected number of visits to each transient state (inner) from each transient state (outer)."""
        return {state: self.visits(state) for state in self.transient}

    def hitting_time(self, start: S | Distribution[S], targets: "set[S] | None" = None) -> HittingTime[S]:
        """The law of the number of steps until a target (by default, any absorbing state) is reached.

        It includes the probability of never getting there. ValueError quotes a state that the chain does not have.
        """
        begin = start if isinstance(start, Distribution) else Distribution.certain(start)
        ends = set(self.absorbing) if targets is None else set(targets)
        for state in [*begin.weights, *ends]:
            self._require(state)
        return HittingTime(self.rows, dict(begin.items()), ends)

    def _require(self, state: S) -> None:
        if state not in self.rows:
            raise ValueError(f"{state!r} is not a state of this chain of {len(self.rows)} states")

    def __repr__(self) -> str:
        return f"<MarkovChain of {len(self.rows)} states, {len(self.absorbing)} absorbing>"


def probabilities(state: S, row: Distribution[S] | Mapping[S, Fraction | int]) -> dict[S, Fraction]:
    """A row as exact probabilities, without zeros; ValueError when it holds something else or sums to no 1."""
    if isinstance(row, Distribution):
        return dict(row.items())
    for end, value in row.items():
        if not isinstance(value, Fraction | int) or value < 0:
            raise ValueError(
                f"row of {state!r}: {value!r} for {end!r}; allowed: exact fractions or integer weights from 0"
            )
    total = sum(row.values())
    weights = all(isinstance(value, int) for value in row.values())
    if total == 0 or (total != 1 and not weights):
        raise ValueError(f"row of {state!r} sums to {total}; it must sum to 1")
    return {end: Fraction(value) / total for end, value in row.items() if value}


def _is_closed(rows: Mapping[S, Mapping[S, Fraction]], knot: list[S]) -> bool:
    return reachable(rows, knot) == set(knot)
