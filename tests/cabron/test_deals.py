"""Averages over all deals: every deal walked by the engine, symmetries counted, and what is refused."""

from fractions import Fraction
from typing import Any

import pytest

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.cabron_deals import all_hands, no_opener
from seis_lab.exact.deal_classes import deal_classes
from seis_lab.game import InvalidRules
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_policies import policy
from tests.cabron.brute import Walk

DECKS: list[dict[str, Any]] = [
    {"players": 2, "suits": 2, "deck": 8, "opening_rank": 2},
    {"players": 2, "suits": 1, "deck": 8, "opening_rank": 4},
    {"players": 3, "suits": 2, "deck": 6, "opening_rank": 1},
    {"players": 2, "suits": 2, "deck": 6, "opening_rank": 2, "hands": 1},  # the opening rank is in the middle
    {"players": 3, "suits": 3, "deck": 6, "opening_rank": 1, "hands": 1},
    {"players": 2, "suits": 2, "deck": 8, "opening_rank": 3, "jumping": False},
]


@pytest.mark.parametrize("later", [False, True], ids=["first hand", "later hand"])
@pytest.mark.parametrize("options", DECKS, ids=str)
def test_every_deal_walked_by_the_engine(options: dict[str, Any], later: bool) -> None:
    rules = CabronRules(**options)
    sizes = (rules.size,) * rules.players
    joint: dict[tuple[int, ...], Fraction] = {}
    listed = [hands for hands, _ in deal_classes(rules, sizes, fold=False, led=True)]
    for hands in listed:
        state = rules.dealt(hands, 0 if later else None)
        starter = state.starter or 0
        for placed, p in Walk(rules, state).joint.items():
            counted = (*placed[starter:], *placed[:starter])
            joint[counted] = joint.get(counted, Fraction(0)) + p / len(listed)
    found = all_hands(rules, later=later)
    assert dict(found.joint) == joint
    assert found.deals == len(listed) // (1 if later else rules.players)
    assert found.classes <= found.deals
    assert sum(found.law.advantage) == 0


def test_policies_are_counted_from_the_starter() -> None:
    rules = CabronRules(**DECKS[0])
    found = all_hands(rules, ["careful", "killer"], later=True)
    listed = [hands for hands, _ in deal_classes(rules, (4, 4), fold=False, led=True)]
    chosen = [policy(rules, name) for name in ("careful", "killer")]
    joint: dict[tuple[int, ...], Fraction] = {}
    for hands in listed:
        walk = Walk(rules, rules.dealt(hands, 0), lambda view, moves: chosen[view.seat](view, moves))
        for placed, p in walk.joint.items():
            joint[placed] = joint.get(placed, Fraction(0)) + p / len(listed)
    assert dict(found.joint) == joint


def test_a_later_starter_without_a_six() -> None:
    """known_values: 30.27 % of the hands of four players. By hand: two of four cards are the twos, A holds neither."""
    assert f"{no_opener(CabronRules()):.2%}" == "30.27%"
    assert no_opener(CabronRules(players=2, suits=2, deck=4, opening_rank=1, hands=1)) == Fraction(1, 6)


def test_what_is_too_large_is_refused_and_a_run_can_be_cancelled() -> None:
    with pytest.raises(InvalidRules, match="simulate_hands"):
        all_hands(CabronRules())
    with pytest.raises(InvalidRules, match="more than 3 classes"):
        all_hands(CabronRules(**DECKS[0]), budget=3)
    with pytest.raises(Cancelled):
        all_hands(CabronRules(**DECKS[0]), cancelled=lambda: True)
    seen: list[tuple[int, int]] = []
    found = all_hands(CabronRules(**DECKS[0]), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (found.classes, found.classes) and str(found) == str(found.law)
    assert "first hand" in repr(found) and found._repr_html_().startswith("<table")
