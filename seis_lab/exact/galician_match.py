"""The match of Galician Seis as an absorbing Markov chain over everybody's chips, exactly, for small stacks.

A step of the chain is a round. Given the law of a round, the next chips follow; the match is over where the rules say
so. Where all seats get equally many cards the game does not change when the table is turned round, so from equal stacks
positions that differ by such a turn are one state (*rotation symmetry*): five seats need a fifth of the states. With
cards left over the state also says who deals.

    >>> rules = GalicianRules(players=3, suits=2, ranks=3, opening_rank=2, chips=2)
    >>> law = match_law(rules)
    >>> print(law.mean_rounds)
    120/11 = 10.9091 rounds (exact, 4 states, checked by back-substitution)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, TypeAlias

from seis_lab.exact.answers import Exact
from seis_lab.exact.galician import Policies
from seis_lab.exact.galician_deals import AllDeals, all_deals, turned
from seis_lab.exact.galician_law import RoundLaw
from seis_lab.exact.galician_tables import Passes
from seis_lab.exact.hitting import HittingTime
from seis_lab.exact.markov import MarkovChain
from seis_lab.game import InvalidRules, Terminal
from seis_lab.games.galician import GalicianRules, checked_stacks
from seis_lab.games.galician_notation import SEATS, GalicianState

Chips: TypeAlias = tuple[int, ...]

BUDGET = 400
"""States of the chain at most: elimination in fractions takes about a minute then."""

CHECK = "back-substitution"


@dataclass(frozen=True)
class Node:
    """A state of the chain: everybody's chips, and who deals and how many rounds were played where that matters.

    `over` says that the match has ended with these chips.
    """

    chips: Chips
    dealer: int = 0
    rounds: int = 0
    over: bool = False


@dataclass(frozen=True, repr=False)
class MatchLaw:
    """The law of a match from given stacks: how many rounds it takes, who wins it, who runs out, the final chips.

    `time` is the hitting time of the chain (`time.pmf(n)`, `time.variance`, ...); `finals` maps the chips at the end,
    by seat, to their probability. Made by `match_law`.
    """

    rules: GalicianRules
    stacks: Chips
    time: HittingTime[Node]
    finals: Mapping[Chips, Fraction]
    states: int

    @cached_property
    def mean_rounds(self) -> Exact:
        """The expected number of rounds; Endless where the match may never end."""
        return self._exact(self.time.mean, "rounds", "expected rounds of a match")

    @property
    def never(self) -> Exact:
        """The probability that the match never ends."""
        return self._exact(self.time.never, "", "probability that a match never ends")

    def pmf(self, rounds: int) -> Exact:
        """The probability that the match takes exactly so many rounds."""
        return self._exact(self.time.pmf(rounds), "", f"probability of {rounds} rounds")

    @cached_property
    def wins(self) -> tuple[Exact, ...]:
        """What each seat may expect to win of the match: those with most chips share it."""
        shares = [Fraction(0)] * self.rules.players
        for chips, p in self.finals.items():
            for seat, count in enumerate(chips):
                if count == max(chips):
                    shares[seat] += p / chips.count(max(chips))
        return tuple(self._exact(share, "", "share of the match won") for share in shares)

    @cached_property
    def out(self) -> tuple[Exact, ...]:
        """The probability of each seat to have no chips at the end."""
        return tuple(
            self._exact(
                sum((p for chips, p in self.finals.items() if chips[seat] == 0), Fraction(0)), "", "no chips at the end"
            )
            for seat in range(self.rules.players)
        )

    def final_chips(self, seat: int) -> dict[int, Exact]:
        """The distribution of a seat's chips at the end."""
        found: dict[int, Fraction] = {}
        for chips, p in self.finals.items():
            found[chips[seat]] = found.get(chips[seat], Fraction(0)) + p
        return {chips: self._exact(found[chips], "", "final chips") for chips in sorted(found)}

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        rounds = {"never": self.never.to_json(), "rounds": None if self.never else self.mean_rounds.to_json()}
        seats = {"wins": [one.to_json() for one in self.wins], "out": [one.to_json() for one in self.out]}
        return {"kind": Exact.kind, "rules": self.rules.to_json(), "stacks": list(self.stacks), **rounds, **seats}

    def __str__(self) -> str:
        """The rounds, and one line for every seat."""
        first = f"never ends: {self.never}" if self.never else str(self.mean_rounds)
        lines = [
            f"{SEATS[seat]}: wins {win:.4f}, runs out {out:.4f}"
            for seat, (win, out) in enumerate(zip(self.wins, self.out, strict=True))
        ]
        return "\n".join([first, *lines])

    def _repr_html_(self) -> str:
        caption = f"never ends: {self.never:.4f}" if self.never else f"{self.mean_rounds:.4f} rounds"
        lines = "".join(
            f"<tr><th>{SEATS[seat]}</th><td>{win:.4f}</td><td>{out:.4f}</td></tr>"
            for seat, (win, out) in enumerate(zip(self.wins, self.out, strict=True))
        )
        head = "<tr><th></th><th>wins</th><th>runs out</th></tr>"
        caption = f"<caption>{caption} (exact, {self.states} states)</caption>"
        return f'<table class="seis-match">{caption}{head}{lines}</table>'

    def __repr__(self) -> str:
        return f"<MatchLaw of {self.rules!r}: {self.states} states>"

    def _exact(self, value: Fraction, unit: str, question: str) -> Exact:
        return Exact(value, unit=unit, question=question, rules=self.rules, states=self.states, check=CHECK)


def match_law(
    rules: GalicianRules,
    policies: Policies = "uniform",
    *,
    stacks: Chips | None = None,
    rounds: AllDeals | RoundLaw | None = None,
    fold: bool = True,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> MatchLaw:
    """The law of a match from `stacks` (by default `rules.chips` each), the last seat dealing first.

    The law of a round is that over all deals, computed here unless given: `rounds` takes the result of `all_deals` for
    the same deck, players and policies, or any exact `RoundLaw` whose seats are counted from the leader, where all
    seats get equally many cards. Where the options let a round end for lack of chips it depends on the chips, and is
    computed for every state.

    InvalidRules says how many states there are when they are more than the `budget`. `fold=False` keeps positions apart
    that differ by a turn of the table (for tests, and to see what the symmetry saves).
    """
    start = checked_stacks(rules, stacks)
    folding = fold and len(set(start)) == 1 and len(rules.cards) % rules.players == 0
    steps = _Steps(rules, policies, rounds, folding, progress, cancelled)
    first = steps.start(start)
    rows: dict[Node, dict[Node, Fraction]] = {}
    waiting = [first]
    while waiting:
        node = waiting.pop()
        if node in rows or node.over:
            continue
        rows[node] = steps.row(node)
        waiting.extend(rows[node])
        if len(rows) > budget:
            raise InvalidRules(
                f"the match of {rules!r} has more than {budget} states; allowed: fewer chips or players, a larger "
                "budget, or an estimate (seis_lab.sim.galician.simulate_match)"
            )
    chain = MarkovChain(rows)
    time = chain.hitting_time(first, {node for node in chain.states if node.over})
    finals: dict[Chips, Fraction] = {}
    for node, p in chain.absorption(first).items():
        turns = _turns(node.chips) if folding else [node.chips]
        for chips in turns if node.over else []:
            finals[chips] = finals.get(chips, Fraction(0)) + p / len(turns)
    return MatchLaw(rules, start, time, finals, len(rows))


def durations(
    rules: GalicianRules, chips: range, policies: Policies = "uniform", *, budget: int = BUDGET
) -> dict[int, Exact]:
    """The expected number of rounds by starting chips.

    >>> rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
    >>> for chips, rounds in durations(rules, range(1, 4)).items():
    ...     print(chips, rounds)
    1 6 = 6.0000 rounds (exact, 1 state, checked by back-substitution)
    2 510/29 = 17.5862 rounds (exact, 2 states, checked by back-substitution)
    3 6360/169 = 37.6331 rounds (exact, 3 states, checked by back-substitution)
    """
    rounds = None if rules.ends_at_once else all_deals(rules, policies)
    each = (replace(rules, chips=count) for count in chips)
    return {one.chips: match_law(one, policies, rounds=rounds, budget=budget).mean_rounds for one in each}


class _Steps:
    """The steps of the chain: from a state to the distribution of the next."""

    def __init__(
        self,
        rules: GalicianRules,
        policies: Policies,
        rounds: AllDeals | RoundLaw | None,
        folding: bool,
        progress: Callable[[int, int], None] | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self.rules, self.folding = rules, folding
        self.even = len(rules.cards) % rules.players == 0
        self._all_deals = partial(all_deals, rules, policies, progress=progress, cancelled=cancelled)
        if rounds is not None and rules.ends_at_once:
            raise InvalidRules(f"with {rules!r} the chips decide when a round ends; allowed: rounds=None")
        self._ends = None if rules.ends_at_once else self._ends_of(rounds or self._all_deals())

    def start(self, stacks: Chips) -> Node:
        """The state before the first round."""
        return self._state(stacks, self.rules.players - 1, 0)

    def row(self, node: Node) -> dict[Node, Fraction]:
        """The distribution of the state after one more round."""
        rules, found = self.rules, dict[Node, Fraction]()
        first = 0 if self.even else (node.dealer + 1) % rules.players  # who is dealt first
        stacks = (*node.chips[first:], *node.chips[:first])
        ends = self._ends if self._ends is not None else self._ends_of(self._all_deals(stacks=stacks))
        for leader, winner, passes, p in ends:
            paid = [min(have, rules.ante + rules.pass_cost * n) for have, n in zip(stacks, passes, strict=True)]
            after = [have - pays for have, pays in zip(stacks, paid, strict=True)]
            if winner is not None:
                after[winner] += sum(paid)
            chips = tuple(after[(seat - first) % rules.players] for seat in range(rules.players))
            to = self._state(chips, (leader + first) % rules.players, node.rounds + 1, winner)
            found[to] = found.get(to, Fraction(0)) + p
        return found

    def _ends_of(self, rounds: AllDeals | RoundLaw) -> list[tuple[int, int | None, Passes, Fraction]]:
        """How a round may end: leader, winner, passes and probability, seats counted from the first that is dealt."""
        if isinstance(rounds, AllDeals):
            return [(*key, p) for key, p in rounds.joint.items()]
        if rounds.error or not self.even:
            allowed = "an exact law counted from the leader, with equally many cards for all"
            raise InvalidRules(f"rounds={rounds!r} is not allowed; allowed: {allowed}")
        seats = self.rules.players
        return [
            (*turned(seats, 0, winner, passes, leader), p / seats)
            for (winner, passes), p in rounds.joint.items()
            for leader in range(seats)
        ]

    def _state(self, chips: Chips, dealer: int, rounds: int, winner: int | None = 0) -> Node:
        """The state with these chips, without what does not matter."""
        over = rounds > 0 and (winner is None or self._is_over(chips, rounds))
        if self.folding:
            chips = min(_turns(chips))
        if over:
            return Node(chips, over=True)
        counted = 0 if self.rules.rounds is None else min(rounds, self.rules.rounds)
        return Node(chips, 0 if self.even else dealer, counted)

    def _is_over(self, chips: Chips, rounds: int) -> bool:
        """What the rules say of a round that was won and paid out."""
        nothing = (0,) * len(chips)
        paid_out = GalicianState(chips, nothing, ((),) * len(chips), 0, rounds, leader=0, winner=0)
        return isinstance(self.rules.turn(paid_out), Terminal)


def _turns(chips: Chips) -> list[Chips]:
    """The different ways to turn the table round."""
    return list(dict.fromkeys((*chips[at:], *chips[:at]) for at in range(len(chips))))
