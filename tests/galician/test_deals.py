"""Averages over all deals: every deal walked by the engine, symmetries counted, and what is refused."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.deal_classes import deal_classes
from seis_lab.exact.galician_deals import all_deals
from seis_lab.game import Distribution, InvalidRules
from seis_lab.games.galician import GalicianRules, Hands
from tests.galician.brute import uniform, walk

TINY: dict[str, Any] = {"suits": 2, "ranks": 3, "opening_rank": 2}
DECKS: list[dict[str, Any]] = [
    {"players": 2, **TINY},
    {"players": 3, **TINY},
    {"players": 4, **TINY},  # two seats have a card more
    {"players": 5, **TINY},
    {"players": 2, "suits": 2, "ranks": 4, "opening_rank": 2},  # the opening rank is not in the middle
    {"players": 2, "suits": 3, "ranks": 2, "opening_rank": 1},
    {"players": 2, "suits": 3, "ranks": 3, "opening_rank": 2},
    {"players": 3, **TINY, "chips": 1, "match_end": "the moment somebody has none"},
    {"players": 3, **TINY, "chips": 1, "ante": 1, "broke_player": "round and match end at once"},
]


def every_deal(rules: GalicianRules) -> set[Hands]:
    """All deals by the last seat, from all orders of the owners."""
    owners = sorted(at % rules.players for at in range(len(rules.cards)))
    found = set()
    for order in set(permutations(owners)):
        dealt = list(zip(rules.cards, order, strict=True))
        found.add(tuple(tuple(card for card, owner in dealt if owner == seat) for seat in range(rules.players)))
    return found


@pytest.mark.parametrize("options", DECKS, ids=str)
def test_every_deal_walked_by_the_engine(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    deals = (
        every_deal(rules)
        if len(rules.cards) < 9
        else {hands for hands, _ in deal_classes(rules, rules.sizes(rules.players - 1), fold=False, led=True)}
    )
    joint: dict[Any, Fraction] = {}
    for hands in deals:
        for (winner, passes), p in walk(rules, rules.dealt(hands))[0].items():
            key = (rules.leader(hands), winner, passes)
            joint[key] = joint.get(key, Fraction(0)) + p / len(deals)
    found = all_deals(rules)
    assert dict(found.joint) == joint
    assert found.deals == len(deals)
    assert found.classes < len(deals)


@pytest.mark.parametrize("options", DECKS[:6], ids=str)
def test_without_folding_every_deal_comes_once(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    listed = list(deal_classes(rules, rules.sizes(rules.players - 1), fold=False, led=True))
    assert {hands for hands, _ in listed} == every_deal(rules)
    assert {size for _, size in listed} == {1} and len(listed) == len(every_deal(rules))


def test_the_law_counted_from_the_leader_and_by_seat() -> None:
    rules = GalicianRules(players=3, **TINY)
    found = all_deals(rules)
    assert sum(found.law.wins) == sum(found.by_seat.wins) == 1
    assert found.by_seat.wins == (Fraction(1, 3),) * 3  # the table can be turned round
    by_hand = sum(p for (leader, winner, _), p in found.joint.items() if winner == (leader + 1) % 3)
    assert found.law.wins[1] == by_hand
    assert found.law.mean_pot == found.by_seat.mean_pot


def test_a_function_is_averaged_like_the_policy_of_the_same_name() -> None:
    rules = GalicianRules(players=2, **TINY)
    assert dict(all_deals(rules, uniform).joint) == dict(all_deals(rules).joint)
    assert all_deals(rules, uniform).classes == all_deals(rules, uniform).deals

    def first(view: Any, moves: Any) -> Distribution[Any]:
        return Distribution.certain(moves[0])

    rules = GalicianRules(players=3, suits=3, ranks=2, opening_rank=1)
    named = all_deals(rules, ["greedy", "uniform", "keep-suits"])
    assert named.classes < named.deals and sum(named.law.wins) == 1
    assert dict(named.joint) != dict(all_deals(rules).joint)
    assert dict(all_deals(rules, first).joint) != dict(all_deals(rules).joint)


def test_what_is_refused_and_what_is_told() -> None:
    with pytest.raises(
        InvalidRules, match="has 7656714453153197981835000 deals in more than 10 classes; allowed: a smaller"
    ):
        all_deals(GalicianRules(), budget=10)
    rules = GalicianRules(players=2, **TINY, match_end="the moment somebody has none")
    with pytest.raises(ValueError, match="only where all are equal"):
        _ = all_deals(rules, stacks=(1, 2)).law
    seen: list[tuple[int, int]] = []
    all_deals(rules, progress=lambda done, classes: seen.append((done, classes)))
    assert seen[-1][0] == seen[-1][1] == len(seen)
    with pytest.raises(Cancelled):
        all_deals(rules, cancelled=lambda: True)
