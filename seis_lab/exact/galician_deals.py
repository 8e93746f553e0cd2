"""The law of a round of Galician Seis averaged over every deal: exact, for miniature decks.

Deals that differ by a symmetry of the game have the same law, so one of each class is played out and counted as often
as the class is large. The symmetries, for policies that are built in (they treat all suits alike): any order of the
suits that are not led; a column turned upside down where the opening rank is in the middle; and the table turned round
where all seats get equally many cards. Classes are made directly, as a column of owners for the suit that is led and a
multiset of such columns for the others; that their sizes add up to the number of all deals is checked.

    >>> rules = GalicianRules(players=3, suits=2, ranks=3, opening_rank=2)
    >>> found = all_deals(rules)
    >>> found.deals, found.classes
    (90, 11)
    >>> print(found.law.wins[0])
    13/15 = 0.8667 (exact, 73 states, checked by a total of 1 over all 90 deals)
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby, islice, product
from math import factorial, prod
from typing import TypeAlias

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.galician import Policies, exact_joint, per_seat
from seis_lab.exact.galician_law import RoundLaw
from seis_lab.exact.galician_tables import Passes, Tables
from seis_lab.game import InvalidRules
from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules, Hands, checked_stacks
from seis_lab.games.galician_policies import POLICIES

BUDGET = 20_000
"""Classes of deals that are played out at most: about a minute."""

Column: TypeAlias = tuple[int, ...]
"""The owners of the cards of one suit, lowest rank first."""

Key: TypeAlias = tuple[int, int | None, Passes]
"""Leader, winner and passes, in seats counted from the first that is dealt."""


@dataclass(frozen=True, repr=False)
class AllDeals:
    """The average over all deals: `joint` has the probability of (leader, winner, passes), all by seat.

    Seats are counted from the first that is dealt. `deals` counts the deals, `classes` those that were played out.
    """

    rules: GalicianRules
    stacks: tuple[int, ...]
    joint: Mapping[Key, Fraction]
    deals: int
    classes: int
    states: int

    @cached_property
    def law(self) -> RoundLaw:
        """The law of a round with the seats counted from the leader: seat A leads, B is on its left."""
        seats, joint = self.rules.players, dict[tuple[int | None, Passes], Fraction]()
        if len(set(self.stacks)) > 1:
            raise ValueError(f"stacks={self.stacks}: seats can be counted from the leader only where all are equal")
        for (leader, winner, passes), p in self.joint.items():
            key = (None if winner is None else (winner - leader) % seats, (*passes[leader:], *passes[:leader]))
            joint[key] = joint.get(key, Fraction(0)) + p
        return RoundLaw(self.rules, self.stacks, joint, self.states, f"a total of 1 over all {self.deals} deals")

    @cached_property
    def by_seat(self) -> RoundLaw:
        """The law of a round with the seats counted from the first that is dealt, whoever leads."""
        joint = dict[tuple[int | None, Passes], Fraction]()
        for (_, winner, passes), p in self.joint.items():
            joint[winner, passes] = joint.get((winner, passes), Fraction(0)) + p
        return RoundLaw(self.rules, self.stacks, joint, self.states, f"a total of 1 over all {self.deals} deals")

    def __str__(self) -> str:
        """The law counted from the leader."""
        return str(self.law)

    def _repr_html_(self) -> str:
        return self.law._repr_html_()

    def __repr__(self) -> str:
        return f"<AllDeals of {self.rules!r}: {self.deals} deals in {self.classes} classes>"


def all_deals(
    rules: GalicianRules,
    policies: Policies = "uniform",
    *,
    stacks: tuple[int, ...] | None = None,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> AllDeals:
    """The exact law of a round over all deals, dealt by the last seat; policies and stacks as in `round_law`.

    InvalidRules where there are more classes of deals than the `budget`: it says how many deals there are. Functions as
    policies may tell suits and seats apart, so with them every deal is a class of its own. `progress(done, classes)` is
    called after every class; Cancelled when `cancelled()` says so.
    """
    chips = checked_stacks(rules, stacks)
    chosen = [policies] if isinstance(policies, str) or callable(policies) else list(policies)
    built_in = all(isinstance(one, str) and one in POLICIES for one in chosen)
    even = len(rules.cards) % rules.players == 0
    turning = built_in and even and len(set(chosen)) == 1 and (len(set(chips)) == 1 or not rules.ends_at_once)
    deals = _count(rules)
    symmetries = factorial(rules.suits - 1) * 2**rules.suits * (rules.players if turning else 1) if built_in else 1
    found: list[tuple[Hands, int]] = []
    if deals <= budget * symmetries:
        found.extend(islice(deal_classes(rules, fold=built_in, leader=0 if turning else None), budget + 1))
    if deals > budget * symmetries or len(found) > budget:
        raise InvalidRules(
            f"{rules!r} has {deals} deals in more than {budget} classes; allowed: a smaller deck, a larger budget, or "
            "an estimate from sampled deals (seis_lab.sim.galician_deals.sample_deals)"
        )
    if sum(size for _, size in found) * (rules.players if turning else 1) != deals:
        raise CheckFailed(f"the classes of deals of {rules!r} do not add up to {deals}")
    joint: dict[Key, Fraction] = {}
    states, by_seat = 0, per_seat(rules, policies)
    for done, (hands, size) in enumerate(found, start=1):
        if cancelled is not None and cancelled():
            raise Cancelled("the average over all deals was cancelled; nothing of it is kept")
        tables = Tables(rules, hands, chips)
        law, met = exact_joint(tables, by_seat)
        states += met
        for (winner, passes), p in law.items():
            for by in range(rules.players if turning else 1):
                key = turned(rules.players, tables.leader, winner, passes, by)
                joint[key] = joint.get(key, Fraction(0)) + p * Fraction(size, deals)
        if progress is not None:
            progress(done, len(found))
    if sum(joint.values()) != 1:
        raise CheckFailed(f"the average over all deals of {rules!r} has a total probability of {sum(joint.values())}")
    return AllDeals(rules, chips, joint, deals, len(found), states)


def deal_classes(rules: GalicianRules, fold: bool, leader: int | None) -> Iterator[tuple[Hands, int]]:
    """One deal of every class with the size of the class; with a `leader`, only deals in which that seat leads.

    Without folding every deal is a class of its own.
    """
    turns_over = fold and 2 * rules.opening_rank == rules.ranks + 1
    columns = sorted(product(range(rules.players), repeat=rules.ranks))
    kinds = [(column, 2 if turns_over and column != column[::-1] else 1) for column in columns]
    if turns_over:
        kinds = [(column, size) for column, size in kinds if column <= column[::-1]]
    firsts = [kind for kind in kinds if leader is None or kind[0][rules.opening_rank - 1] == leader]
    sizes = rules.sizes(rules.players - 1)

    def extend(chosen: list[int], left: tuple[int, ...]) -> Iterator[list[int]]:
        """The indexes of the columns of all suits but the first, in ascending order where they are folded."""
        if len(chosen) == rules.suits - 1:
            yield chosen
            return
        for at in range(chosen[-1] if fold and chosen else 0, len(kinds)):
            rest = _less(left, kinds[at][0])
            if rest is not None:
                yield from extend([*chosen, at], rest)

    for first, first_size in firsts:
        left = _less(sizes, first)
        for chosen in extend([], left) if left is not None else ():
            size = first_size * prod(kinds[at][1] for at in chosen)
            if fold:
                orders = prod(factorial(len(list(same))) for _, same in groupby(chosen))
                size *= factorial(rules.suits - 1) // orders
            owners = (first, *(kinds[at][0] for at in chosen))
            yield _hands(rules, owners), size


def _less(left: tuple[int, ...], column: Column) -> tuple[int, ...] | None:
    """The cards that every seat still lacks after this column, or None where a seat gets too many."""
    rest = tuple(count - column.count(seat) for seat, count in enumerate(left))
    return rest if min(rest) >= 0 else None


def _hands(rules: GalicianRules, owners: tuple[Column, ...]) -> Hands:
    dealt = [
        (seat, Card(suit, rank)) for suit, column in enumerate(owners) for rank, seat in enumerate(column, start=1)
    ]
    return tuple(tuple(card for owner, card in dealt if owner == seat) for seat in range(rules.players))


def _count(rules: GalicianRules) -> int:
    """How many deals there are, with the last seat as the dealer."""
    return factorial(len(rules.cards)) // prod(factorial(size) for size in rules.sizes(rules.players - 1))


def turned(seats: int, leader: int, winner: int | None, passes: Passes, by: int) -> Key:
    """The same end of a round with everybody so many seats further."""
    return (
        (leader + by) % seats,
        None if winner is None else (winner + by) % seats,
        tuple(passes[(seat - by) % seats] for seat in range(seats)),
    )
