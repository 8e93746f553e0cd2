"""The law of a round of Galician Seis averaged over every deal: exact, for miniature decks.

Deals that differ by a symmetry of the game have the same law, so one of each class is played out and counted as often
as the class is large. The symmetries, for policies that are built in (they treat all suits alike): any order of the
suits that are not led; a column turned upside down where the opening rank is in the middle; and the table turned round
where all seats get equally many cards. That the sizes of the classes add up to the number of all deals is checked.

    >>> rules = GalicianRules(players=3, suits=2, ranks=3, opening_rank=2)
    >>> found = all_deals(rules)
    >>> found.deals, found.classes
    (90, 11)
    >>> print(found.law.wins[0])
    13/15 = 0.8667 (exact, 73 states, checked by a total of 1 over all 90 deals)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import factorial
from typing import TypeAlias

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.deal_classes import deal_classes, number_of_deals
from seis_lab.exact.galician import Policies, exact_joint, per_seat
from seis_lab.exact.galician_law import RoundLaw
from seis_lab.exact.galician_tables import Passes, Tables
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules, Hands, checked_stacks
from seis_lab.games.galician_policies import POLICIES

BUDGET = 20_000
"""Classes of deals that are played out at most: about a minute."""

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
    sizes = rules.sizes(rules.players - 1)
    deals = number_of_deals(sizes)
    symmetries = factorial(rules.suits - 1) * 2**rules.suits * (rules.players if turning else 1) if built_in else 1
    found: list[tuple[Hands, int]] = []
    if deals <= budget * symmetries:
        classes = deal_classes(rules, sizes, fold=built_in, led=True, leader=0 if turning else None)
        found.extend(islice(classes, budget + 1))
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


def turned(seats: int, leader: int, winner: int | None, passes: Passes, by: int) -> Key:
    """The same end of a round with everybody so many seats further."""
    return (
        (leader + by) % seats,
        None if winner is None else (winner + by) % seats,
        tuple(passes[(seat - by) % seats] for seat in range(seats)),
    )
