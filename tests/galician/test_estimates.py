"""Estimates for decks too large to enumerate, tried on decks that are not; each interval holds 99.9 %, seeds fixed."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from seis_lab.exact.galician_deals import all_deals, deal_classes
from seis_lab.exact.galician_match import match_law
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.sim.galician import kernel_input, simulate_rounds
from seis_lab.sim.galician_deals import _mean_held, sample_deals
from seis_lab.sim.galician_match import _from_winner, _states, match_estimate
from tests.galician.kernels import CHAINS

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
    for hands, _ in deal_classes(rules, False, None):
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


MATCHES: list[dict[str, Any]] = [
    {**SMALL, "chips": 3},
    {**SMALL, "chips": 3, "ante": 1},
    {**SMALL, "chips": 2, "pass_cost": 2},
    {**SMALL, "chips": 2, "match_tie": "one more round"},
    {"players": 2, "suits": 2, "ranks": 5, "opening_rank": 3, "chips": 4},
]


@pytest.mark.parametrize("options", MATCHES, ids=str)
def test_the_chain_with_a_sampled_law_agrees_with_the_exact_chain(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    exact = match_law(rules)
    found = match_estimate(rules, simulate_rounds(rules, 50_000, 6, confidence=0.999))
    assert found.states >= exact.states  # the matrix has the states that cannot be reached too
    assert found.mean_rounds.low <= exact.mean_rounds <= found.mean_rounds.high
    assert found.out.low - 1e-9 <= exact.out[0] <= found.out.high + 1e-9
    for chips, p in exact.final_chips(0).items():
        assert found.final_chips.get(chips, 0.0) == pytest.approx(float(p), abs=0.02)


def test_the_interval_carries_the_uncertainty_of_the_law() -> None:
    """200 samples of 400 rounds: about 95 % of the intervals hold the truth; 176 to 200 with error rate 1 in 1000."""
    rules = GalicianRules(**MATCHES[0])
    exact = match_law(rules).mean_rounds
    held = 0
    for seed in range(200):
        mean = match_estimate(rules, simulate_rounds(rules, 400, seed)).mean_rounds
        held += mean.low <= exact <= mean.high
    assert 176 <= held <= 200


def test_both_chain_kernels_agree() -> None:
    rules = GalicianRules(**MATCHES[1])
    passes, counts = _from_winner(simulate_rounds(rules, 1_000, 6))
    states, index = _states(rules)
    options = kernel_input(rules, ["uniform"] * 3).options
    chances = counts / counts.sum()
    rng = np.random.default_rng(6)
    visits, values, finals = (rng.random(size) for size in (len(states), len(states), 10))
    shipped, plain = CHAINS.values()
    for one, other in zip(
        shipped.fill(states, index, passes, chances, options, 1, 1),
        plain.fill(states, index, passes, chances, options, 1, 1),
        strict=True,
    ):
        assert one == pytest.approx(other, abs=1e-14)
    effects = [
        kernel.effects(states, index, passes, options, 1, 1, visits, values, finals) for kernel in CHAINS.values()
    ]
    assert effects[0] == pytest.approx(effects[1], abs=1e-12)


def test_what_is_refused() -> None:
    rules = GalicianRules(**SMALL)
    sample = simulate_rounds(rules, 100, 6)
    for options, message in (
        ({"match_end": "the moment somebody has none"}, "simulate_match answers the others"),
        ({"rounds": 3}, "simulate_match answers the others"),
        ({"chips": 500}, "states; allowed: 2500, by fewer chips"),
        ({"ranks": 4}, "the rounds were played with"),
        ({"pass_cost": 0}, "may never finish"),
    ):
        with pytest.raises(InvalidRules, match=message):
            match_estimate(GalicianRules(**{**SMALL, **options}), sample)
    with pytest.raises(ValueError, match="deals=100 is not allowed; allowed: a whole number from 200 up"):
        sample_deals(rules, 100, 6)
    with pytest.raises(InvalidRules, match="allowed: simulate_rounds"):
        sample_deals(GalicianRules(**SMALL, match_end="the moment somebody has none"), 200, 6)
    with pytest.raises(ValueError, match="allowed: the name of a built-in policy"):
        sample_deals(rules, 200, 6, policies=["uniform"] * 3)  # type: ignore[arg-type]
