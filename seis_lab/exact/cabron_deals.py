"""A hand of Seises cabrón averaged over every deal: exact, for miniature decks. Who gains from starting?

Deals that differ by a symmetry of the game have the same law, so one of each class is carried to its end and counted
as often as the class is large (see `deal_classes`). Seats are counted from the starter, A: the holder of the six of
oros in a first hand, who leads it; in a later hand the seat that may begin with any six, or passes for want of one.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> first, later = all_hands(rules), all_hands(rules, later=True)
    >>> first.deals, first.classes, later.deals, later.classes
    (35, 35, 70, 38)
    >>> print(first.law.advantage[0])
    35/96 = 0.3646 points (exact, 1483 states, checked by a total of 1 over all 35 deals)
    >>> print(later.law.advantage[0])
    47/420 = 0.1119 points (exact, 1915 states, checked by a total of 1 over all 70 deals)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import comb, factorial

from seis_lab.exact.answers import Cancelled, Exact
from seis_lab.exact.cabron import Policies, policy_names, push
from seis_lab.exact.cabron_points import PointsLaw
from seis_lab.exact.cabron_spans import Counts, Spans
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.deal_classes import deal_classes, number_of_deals
from seis_lab.exact.laws import Basis
from seis_lab.game import InvalidRules
from seis_lab.games.cabron import CabronRules

BUDGET = 2_000
"""Classes of deals that are carried to their end at most: a minute or so."""

STATES = 100_000
"""States of one deal that are carried at most."""


@dataclass(frozen=True, repr=False)
class AllHands:
    """The average over all deals: `joint` has the probability of how many cards each seat places, from the starter on.

    `later` tells a later hand from a first one. `deals` counts the deals, `classes` those that were carried to an end.
    """

    rules: CabronRules
    later: bool
    joint: Mapping[Counts, Fraction]
    deals: int
    classes: int
    states: int

    @cached_property
    def law(self) -> PointsLaw:
        """The law of the points with the seats counted from the starter: seat A starts, B is on its right."""
        return PointsLaw(self.joint, Basis(self.rules, self.states, f"a total of 1 over all {self.deals} deals"))

    def __str__(self) -> str:
        """The law."""
        return str(self.law)

    def _repr_html_(self) -> str:
        return self.law._repr_html_()

    def __repr__(self) -> str:
        which = "later" if self.later else "first"
        return f"<AllHands of {self.rules!r}: a {which} hand, {self.deals} deals in {self.classes} classes>"


def all_hands(
    rules: CabronRules,
    policies: Policies = "uniform",
    *,
    later: bool = False,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> AllHands:
    """The exact law of a hand over all deals: of a first hand, or of a `later` one.

    Policies are names of built-in ones; per seat they are counted from the starter. InvalidRules where there are more
    classes of deals than the `budget`. `progress(done, classes)` is called after every class; Cancelled when
    `cancelled()` says so.
    """
    names = policy_names(rules, policies)
    sizes = (rules.size,) * rules.players
    deals = number_of_deals(sizes) // (1 if later else rules.players)  # in a first hand seat A has the six of oros
    symmetries = factorial(rules.suits) * 2**rules.suits
    classes = deal_classes(rules, sizes, fold=True, led=not later, leader=None if later else 0)
    found = list(islice(classes, budget + 1)) if deals <= budget * symmetries else []
    if not 0 < len(found) <= budget:
        raise InvalidRules(
            f"{rules!r} has {deals} deals from the starter on, in more than {budget} classes; allowed: a smaller deck, "
            "a larger budget, or an estimate (seis_lab.sim.cabron.simulate_hands)"
        )
    if sum(size for _, size in found) != deals:
        raise CheckFailed(f"the classes of deals of {rules!r} do not add up to {deals}")
    joint: dict[Counts, Fraction] = {}
    states = 0
    for done, (hands, size) in enumerate(found, start=1):
        if cancelled is not None and cancelled():
            raise Cancelled("the average over all deals was cancelled; nothing of it is kept")
        pushed = push(Spans.dealt(rules, hands, 0 if later else None), names, counting=True, budget=STATES)
        if pushed is None:
            raise InvalidRules(f"a deal of {rules!r} has more than {STATES} states; allowed: a smaller deck")
        states += pushed.states
        for placed, p in pushed.ends.items():
            joint[placed] = joint.get(placed, Fraction(0)) + p * Fraction(size, deals)
        if progress is not None:
            progress(done, len(found))
    if sum(joint.values()) != 1:
        raise CheckFailed(f"the average over all deals of {rules!r} has a total probability of {sum(joint.values())}")
    return AllHands(rules, later, joint, deals, len(found), states)


def no_opener(rules: CabronRules) -> Exact:
    """The probability that the starter of a later hand holds no six, and so passes.

    >>> f"{no_opener(CabronRules()):.2%}"
    '30.27%'
    """
    others = rules.deck - rules.suits
    chance = Fraction(comb(others, rules.size), comb(rules.deck, rules.size))
    return Exact(chance, question="probability that a later starter holds no six", rules=rules, check="counting hands")
