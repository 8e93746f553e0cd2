"""Markov decision processes with undiscounted total cost: the least expected cost until the end, exactly.

In each state one action is chosen; it costs something and leads on with known probabilities; a state without actions is
the end. The *Bellman operator* replaces the value of each state by the least, over its actions, of cost plus expected
value; a policy that takes such an action everywhere is *greedy*. Policy iteration evaluates a policy exactly and makes
it greedy, until nothing gets strictly better. Costs must not be negative.

Whether the end can be reached for sure is found first by graph search; from where it cannot, the value is `math.inf`.

>>> walk = MDP({
...     "here": {"step": (1, {"end": 1, "here": 1}), "sure step": (3, {"end": 1})},
...     "trap": {"wait": (1, {"trap": 1})},
... })
>>> walk.solve()
Solution(values={'here': Fraction(2, 1), 'trap': inf, 'end': Fraction(0, 1)}, policy={'here': 'step'})

Source: Puterman, Markov Decision Processes, section 7.2; Bertsekas, Tsitsiklis, An Analysis of Stochastic Shortest Path
Problems (1991).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Generic, TypeVar

from seis_lab.exact.linear import solve_by_knots
from seis_lab.exact.markov import probabilities
from seis_lab.game import Distribution

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True)
class Solution(Generic[S, A]):
    """The least expected cost from every state (`math.inf` where no end is sure), and a policy that achieves it."""

    values: Mapping[S, Fraction | float]
    policy: Mapping[S, A]


class MDP(Generic[S, A]):
    """A decision process: for each state its actions, each with its cost and the distribution of the next state."""

    def __init__(
        self, actions: Mapping[S, Mapping[A, tuple[Fraction | int, Distribution[S] | Mapping[S, Fraction | int]]]]
    ) -> None:
        """Take the actions per state; ValueError quotes a negative cost or a row that sums to no 1."""
        self.actions: dict[S, dict[A, tuple[Fraction, dict[S, Fraction]]]] = {}
        for state, choices in actions.items():
            self.actions[state] = {}
            for action, (cost, row) in choices.items():
                if not isinstance(cost, Fraction | int) or cost < 0:
                    raise ValueError(f"cost {cost!r} of {action!r} in {state!r}: an exact number from 0 is allowed")
                self.actions[state][action] = Fraction(cost), probabilities(state, row)
        ends = [end for choices in self.actions.values() for _, row in choices.values() for end in row]
        self.states: tuple[S, ...] = tuple(dict.fromkeys([*self.actions, *ends]))

    def action_value(self, state: S, action: A, values: Mapping[S, Fraction | float]) -> Fraction | float:
        """Cost plus expected value of what follows."""
        cost, row = self.actions[state][action]
        return sum((p * values[end] for end, p in row.items()), cost)

    def bellman(self, values: Mapping[S, Fraction | float]) -> dict[S, Fraction | float]:
        """The Bellman operator: the least action value in every state, 0 at an end."""
        return {
            state: min(self.action_value(state, action, values) for action in self.actions[state])
            if self.actions.get(state)
            else Fraction(0)
            for state in self.states
        }

    def greedy(self, values: Mapping[S, Fraction | float]) -> dict[S, A]:
        """In every state the first of the actions with the least action value."""
        return {
            state: min(choices, key=lambda action: self.action_value(state, action, values))
            for state, choices in self.actions.items()
            if choices
        }

    def evaluate(self, policy: Mapping[S, A]) -> dict[S, Fraction]:
        """The expected cost of a policy that surely ends, from every state that it covers; all others count 0."""
        rows: dict[S, Mapping[S, Fraction]] = {s: self.actions[s][action][1] for s, action in policy.items()}
        inner = {state: {end: p for end, p in row.items() if end in rows} for state, row in rows.items()}
        return solve_by_knots(inner, {state: self.actions[state][action][0] for state, action in policy.items()})

    def proper_policy(self) -> dict[S, A]:
        """A policy that surely ends, from every state from which there is one: by graph search alone."""
        hopeful = set(self.states)
        while True:
            policy = self._attract(hopeful)
            reached = {state for state in hopeful if not self.actions.get(state)} | set(policy)
            if reached == hopeful:
                return policy
            hopeful = reached

    def solve(self) -> Solution[S, A]:
        """The least expected costs by exact policy iteration, and the policy that achieves them."""
        policy = self.proper_policy()
        while True:
            values: dict[S, Fraction | float] = dict.fromkeys(self.states, inf)
            values |= {state: Fraction(0) for state in self.states if not self.actions.get(state)}
            values |= self.evaluate(policy)
            best = {state: self._improved(state, action, values) for state, action in policy.items()}
            if best == policy:
                return Solution(values, policy)
            policy = best

    def __repr__(self) -> str:
        return f"<MDP of {len(self.states)} states, {sum(map(len, self.actions.values()))} actions>"

    def _improved(self, state: S, action: A, values: Mapping[S, Fraction | float]) -> A:
        """A strictly better action, or the same."""
        best = min(self.actions[state], key=lambda other: self.action_value(state, other, values))
        better = self.action_value(state, best, values) < self.action_value(state, action, values)
        return best if better else action

    def _attract(self, inside: set[S]) -> dict[S, A]:
        """For the states that may get to an end without leaving `inside`: an action that may bring them nearer."""
        safe = {
            (state, action): row
            for state in inside
            for action, (_, row) in self.actions.get(state, {}).items()
            if all(end in inside for end in row)
        }
        into: dict[S, list[tuple[S, A]]] = {}
        for (state, action), row in safe.items():
            for end in row:
                into.setdefault(end, []).append((state, action))
        policy: dict[S, A] = {}
        waiting = [state for state in inside if not self.actions.get(state)]
        for end in waiting:  # grows as it goes: nearest states first
            for state, action in into.get(end, []):
                if state not in policy:
                    policy[state] = action
                    waiting.append(state)
        return policy
