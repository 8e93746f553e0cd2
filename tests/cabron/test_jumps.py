"""The same deal with jumping and without: against every line of play of both games."""

import random

import pytest

from seis_lab.exact.cabron_jumps import jumping_effect
from seis_lab.games.cabron import CabronRules
from seis_lab.games.deals import InvalidDeal
from tests.cabron.brute import Walk


def test_both_games_walked_by_the_engine() -> None:
    rules, traditional = (
        CabronRules(players=2, suits=2, deck=10, opening_rank=3, jumping=jumping) for jumping in (True, False)
    )
    for starter in (None, 1):
        deal = rules.random_deal(random.Random(4))
        effect = jumping_effect(rules, deal, starter=starter)
        walks = [Walk(each, each.dealt(deal, starter)) for each in (rules, traditional)]
        assert effect.hands == (walks[0].lines, walks[1].lines)
        for law, walk in zip((effect.jumping, effect.walking), walks, strict=True):
            assert {card: p for card, p in law.lying.items() if p} == dict(walk.lying)
        assert effect.bonus == (effect.jumping.mean_bonus, effect.walking.mean_bonus)


def test_a_position_with_cards_jumped_over_is_refused() -> None:
    rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    state = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
    with pytest.raises(InvalidDeal, match="has not one hand for each of 2 seats"):
        jumping_effect(rules, rules.apply(state, rules.parse("play 4o")))  # type: ignore[arg-type]


def test_what_is_shown() -> None:
    rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    effect = jumping_effect(rules, rules.sorted_deal())
    assert len(effect.rows()) == 2 and "instead of" in str(effect) and "exact" in repr(effect)
    assert effect._repr_html_().count("<tr>") == 3
