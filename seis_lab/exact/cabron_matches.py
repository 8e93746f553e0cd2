"""The match of Seises cabrón as an absorbing Markov chain over everybody's points, exactly, for miniature decks.

A step of the chain is a hand: the first is led with the six of oros, the later ones are started by the next seat to the
right each. Given the laws of both, counted from the starter, the next points follow; the match is over where the rules
say so. Where the target is reached and tied, only the differences matter: with two seats that is one state for each
starter, so the chain is finite; with more seats it is finite only where `hands` ends the match.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2, target=20)
    >>> law = cabron_match(rules)
    >>> print(law)
    63861231065677/18984139776000 = 3.3639 hands (exact, 29 states, checked by back-substitution)
    A wins the match: 0.5268
    B wins the match: 0.4732
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from seis_lab.exact.answers import Exact
from seis_lab.exact.cabron_deals import AllHands, all_hands
from seis_lab.exact.hitting import HittingTime
from seis_lab.exact.markov import MarkovChain
from seis_lab.game import InvalidRules, Terminal, quote
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.column_moves import SEATS

Points: TypeAlias = tuple[Fraction, ...]

BUDGET = 20_000
"""States of the chain at most: some seconds."""

CHECK = "back-substitution"


@dataclass(frozen=True)
class Node:
    """A state of the chain: everybody's points after so many hands, seat 0 being the first starter.

    `hands` are counted up to the first and the agreed last one, `starter` begins the next hand. `shares` is what each
    seat has won of a match that is over, else ().
    """

    points: Points
    starter: int
    hands: int
    shares: Points = ()


@dataclass(frozen=True, repr=False)
class CabronMatch:
    """The law of a match: how many hands it takes, and what each seat may expect to win of it, the first starter first.

    `time` is the hitting time of the chain (`time.pmf(n)`, `time.variance`, ...). Made by `cabron_match`.
    """

    rules: CabronRules
    time: HittingTime[Node]
    shares: Points
    states: int

    @cached_property
    def mean_hands(self) -> Exact:
        """The expected number of hands."""
        return self._exact(self.time.mean, "hands", "expected hands of a match")

    def pmf(self, hands: int) -> Exact:
        """The probability that the match takes exactly so many hands."""
        return self._exact(self.time.pmf(hands), "", f"probability of {hands} hands")

    @property
    def wins(self) -> tuple[Exact, ...]:
        """What each seat may expect to win of the match, counted from the first starter; the sum is 1."""
        return tuple(self._exact(share, "", "win the match") for share in self.shares)

    def rows(self) -> list[dict[str, Any]]:
        """For each seat its name and what it may expect to win."""
        return [{"seat": SEATS[seat], "wins": win} for seat, win in enumerate(self.wins)]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        rows = [{"seat": row["seat"], "wins": row["wins"].to_json()} for row in self.rows()]
        about = {"kind": Exact.kind, "states": self.states, "check": CHECK, "rules": self.rules.to_json()}
        return {**about, "hands": self.mean_hands.to_json(), "seats": rows}

    def _exact(self, value: Fraction, unit: str, question: str) -> Exact:
        return Exact(value, unit=unit, question=question, rules=self.rules, states=self.states, check=CHECK)

    def __str__(self) -> str:
        """The hands, and one line for every seat."""
        lines = [f"{row['seat']} wins the match: {row['wins']:.4f}" for row in self.rows()]
        return "\n".join([str(self.mean_hands), *lines])

    def __repr__(self) -> str:
        return f"<CabronMatch of {self.rules!r}: {self.states} states>"

    def _repr_html_(self) -> str:
        lines = "".join(f"<tr><th>{row['seat']}</th><td>{row['wins']:.4f}</td></tr>" for row in self.rows())
        about = f"{self.mean_hands:.4f} hands (exact, {self.states} states)"
        return f'<table class="seis-round"><caption>{about}</caption>{lines}</table>'


def cabron_match(
    rules: CabronRules,
    policies: str = "uniform",
    *,
    laws: tuple[AllHands, AllHands] | None = None,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> CabronMatch:
    """The law of a match over all deals; `policies` is the name of a built-in policy for all seats.

    `laws` are those of a first and of a later hand (`all_hands`) of the same deck, computed here unless given.
    InvalidRules says what else there is where the chain has more than `budget` states; with three seats and more it has
    no end where `hands` does not end the match, for the differences of a tied match can grow for ever. ValueError where
    `policies` is not one name: seats with policies of their own change places from hand to hand.
    """
    if not isinstance(policies, str):
        raise ValueError(
            f"policies={quote(policies)} is not allowed; allowed: the name of one policy for all seats, or else an "
            "estimate (seis_lab.sim.cabron.simulate_match)"
        )
    if laws is None:
        laws = (
            all_hands(rules, policies, progress=progress, cancelled=cancelled),
            all_hands(rules, policies, later=True, progress=progress, cancelled=cancelled),
        )
    gains = [
        [(tuple(score.points for score in law.law.score(placed)), p) for placed, p in law.joint.items()]
        for law in (replace(each, rules=rules) for each in laws)
    ]
    first = Node((Fraction(0),) * rules.players, 0, 0)
    rows: dict[Node, dict[Node, Fraction]] = {}
    known, waiting = {first}, [first]
    while waiting:
        node = waiting.pop()
        rows[node] = {}
        for points, p in gains[node.hands > 0]:
            after = _after(rules, node, points)
            rows[node][after] = rows[node].get(after, Fraction(0)) + p
        found = [after for after in rows[node] if not after.shares and after not in known]
        known.update(found)
        waiting.extend(found)
        if len(known) > budget:  # those that wait are counted, or a large match would be refused after a minute
            raise InvalidRules(
                f"the match of {rules!r} has more than {budget} states; allowed: two players, a smaller target, hands= "
                "a few, a larger budget, or an estimate (seis_lab.sim.cabron.simulate_match)"
            )
    chain = MarkovChain(rows)
    over = {node for node in chain.states if node.shares}
    shares = [Fraction(0)] * rules.players
    for node, p in chain.absorption(first).items():
        for seat, part in enumerate(node.shares):
            shares[seat] += p * part
    return CabronMatch(rules, chain.hitting_time(first, over), tuple(shares), len(rows))


def matches_by_target(
    rules: CabronRules, targets: Iterable[int], policies: str = "uniform", *, budget: int = BUDGET
) -> dict[int, CabronMatch]:
    """The law of a match for every target.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> for target, law in matches_by_target(rules, (1, 10, 20)).items():
    ...     print(target, f"{law.mean_hands:.4f} {law.wins[0]:.4f}")
    1 1.7836 0.5434
    10 1.7836 0.5434
    20 3.3639 0.5268
    """
    laws = (all_hands(rules, policies), all_hands(rules, policies, later=True))
    return {
        target: cabron_match(replace(rules, target=target), policies, laws=laws, budget=budget) for target in targets
    }


def _after(rules: CabronRules, node: Node, gained: Points) -> Node:
    """The state after a hand with these points, counted from its starter."""
    seats = rules.players
    points = tuple(had + gained[(seat - node.starter) % seats] for seat, had in enumerate(node.points))
    number = node.hands + 1
    shares = _shares(rules, points, number)
    if shares:
        return Node((), 0, 0, shares)
    over = max(points) - rules.target
    if over > 0:  # tied: only the differences matter
        points = tuple(count - over for count in points)
    return Node(points, (node.starter + 1) % seats, 1 if rules.hands is None else number)


@lru_cache(maxsize=200_000)
def _shares(rules: CabronRules, points: Points, number: int) -> Points:
    """What each seat has won where the rules say that the match is over, else ()."""
    hands = ((),) * rules.players
    turn = rules.turn(CabronState(points, hands, hands, number, 0, points=points))
    return turn.outcome.payoffs if isinstance(turn, Terminal) else ()
