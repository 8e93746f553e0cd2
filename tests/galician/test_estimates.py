"""Estimates for decks too large to enumerate, tried on decks that are not; each interval holds 99.9 %, seeds fixed."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from seis_lab.exact.deal_classes import deal_classes
from seis_lab.exact.galician_deals import all_deals
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.sim.galician import simulate_rounds
from seis_lab.sim.galician_deals import _mean_held, sample_deals

SMALL: dict[str, Any] = {"players": 3, "suits": 3, "ranks": 3, "opening_rank": 2}


@pytest.mark.parametrize("options", [SMALL, {"players": 4, "suits": 2, "ranks": 3, "opening_rank": 2}], ids=str)
@pytest.mark.parametrize("policies", ["uniform", "keep-suits"])
def test_sampled_deals_agree_with_all_deals(options: dict[str, Any], policies: str) -> None:
    rules = GalicianRules(**options)
    law = all_deals(rules, policies).law
    sample = sample_deals(rules, 1_000, 6, policies=policies, confidence=0.999)
    pairs = [*zip(sample.wins, law.wins, strict=True), *zip(sample.passes, law.passes, strict=True)]
    pairs += [(sample.mean_pot, law.mean_pot), (sample.empty_pot, law.empty_pot)]
    pairs += [(sample.mean_net(seat), law.mean_net(seat)) for seat in range(rules.players)]
    for estimate, exact in pairs:
        assert estimate.low - 1e-9 <= exact <= estimate.high + 1e-9
    assert sum(sample.joint.values()) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_means_of_the_control_variates_are_exact(players: int) -> None:
    """Counted over all deals."""
    rules = GalicianRules(players=players, suits=2, ranks=3, opening_rank=2)
    held, deals = Counter[tuple[int, int]](), 0
    for hands, _ in deal_classes(rules, rules.sizes(rules.players - 1), fold=False, led=True):
        deals += 1
        for seat, hand in enumerate(hands):
            for card in hand:
                held[(seat - rules.leader(hands)) % players, abs(card.rank - 2)] += 1
    counted = [float(Fraction(held[seat, distance], deals)) for seat in range(players) for distance in range(3)]
    assert _mean_held(rules) == pytest.approx(counted)


def test_plain_rounds_give_the_same_width() -> None:
    """The promise itself: so many rounds, simulated, have an interval of the same width."""
    rules = GalicianRules(**SMALL)
    sample = sample_deals(rules, 300, 6)
    for solved, plain in (("mean_pot", "mean_pot"), ("empty_pot", "empty_pot")):
        estimate = getattr(sample, solved)
        again = getattr(simulate_rounds(rules, sample.plain_rounds(estimate), 6), plain)
        assert (again.high - again.low) / (estimate.high - estimate.low) == pytest.approx(1, rel=0.1)


def test_control_variates_and_conditioning_narrow_the_interval() -> None:
    sample = sample_deals(GalicianRules(**SMALL), 300, 6)
    assert all(rounds > 300 for _, _, rounds in sample.rows())


def test_what_is_refused() -> None:
    rules = GalicianRules(**SMALL)
    with pytest.raises(ValueError, match="deals=100 is not allowed; allowed: a whole number from 200 up"):
        sample_deals(rules, 100, 6)
    with pytest.raises(InvalidRules, match="allowed: simulate_rounds"):
        sample_deals(GalicianRules(**SMALL, match_end="the moment somebody has none"), 200, 6)
    with pytest.raises(ValueError, match="allowed: the name of a built-in policy"):
        sample_deals(rules, 200, 6, policies=["uniform"] * 3)  # type: ignore[arg-type]
