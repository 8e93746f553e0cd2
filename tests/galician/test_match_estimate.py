"""The match as a chain with a sampled law: against the exact chain and whole matches, and what its interval holds."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import lcm, sqrt
from typing import Any

import numpy as np
import pytest

from seis_lab.exact.answers import Cancelled, Estimate
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_law import RoundLaw
from seis_lab.exact.galician_match import MatchLaw, match_law
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.sim import galician_chain
from seis_lab.sim.galician import kernel_input, simulate_match, simulate_rounds
from seis_lab.sim.galician_chain import chain_of, ends_of, place_of, ways
from seis_lab.sim.galician_match import MatchEstimate, duration_estimates, match_estimate
from seis_lab.sim.galician_samples import RoundSample
from tests.galician.kernels import CHAINS

SMALL: dict[str, Any] = {"players": 3, "suits": 3, "ranks": 3, "opening_rank": 2}
PAIR: dict[str, Any] = {"players": 2, "suits": 2, "ranks": 5, "opening_rank": 3}

MATCHES: list[dict[str, Any]] = [
    {**SMALL, "chips": 3},
    {**SMALL, "chips": 3, "ante": 1},
    {**SMALL, "chips": 2, "ante": 5},
    {**SMALL, "chips": 5, "pass_cost": 2},
    {**SMALL, "chips": 3, "pass_cost": 9},
    {**SMALL, "chips": 3, "match_tie": "one more round"},
    {**SMALL, "chips": 2, "match_tie": "one more round", "pass_cost": 3, "ante": 1},
    {**PAIR, "chips": 4},
    {**PAIR, "chips": 30},
    {**PAIR, "chips": 4, "match_tie": "one more round", "ante": 3},
    {"players": 4, "suits": 2, "ranks": 4, "opening_rank": 2, "chips": 3, "match_tie": "one more round"},
]

EVENTS: list[Callable[[tuple[int, ...]], float]] = [
    lambda chips: chips[0] == 0,
    lambda chips: chips.count(0) > 1,
    lambda chips: chips[0] > chips[1] > 0,  # tells who sits next to whom
    lambda chips: max(chips) ** 2,
]


@cache
def deals(rules: GalicianRules) -> Any:
    return all_deals(rules)


@cache
def exact_match(rules: GalicianRules) -> MatchLaw:
    return match_law(rules, rounds=deals(rules))


@cache
def exact_rounds(rules: GalicianRules) -> RoundSample:
    """A sample with just the frequencies of the exact law: nothing is left to chance."""
    joint = deals(rules).law.joint
    games = lcm(*(p.denominator for p in joint.values()))
    counts = {end: int(p * games) for end, p in joint.items()}
    return RoundSample(rules, (rules.chips,) * rules.players, counts, 6, "kernel")


@pytest.mark.parametrize("options", MATCHES, ids=str)
def test_with_the_exact_law_of_a_round_it_is_the_exact_chain(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    exact, found = exact_match(rules), match_estimate(rules, exact_rounds(rules))
    value, error, _ = found._solved.answer(None)
    assert abs(value - exact.mean_rounds) <= error + 1e-9 and error <= 1e-6 * value
    assert found.states >= exact.states  # it has those that are never reached too
    law = {chips: found.final_chips.get(chips, 0.0) - float(p) for chips, p in exact.final_chips(0).items()}
    assert sum(map(abs, law.values())) <= 1e-4
    for of in EVENTS:
        truth = sum(
            p * Fraction(of((*chips[seat:], *chips[:seat]))) / rules.players
            for chips, p in exact.finals.items()
            for seat in range(rules.players)
        )
        assert found.mean(of).value == pytest.approx(float(truth), abs=1e-5)
    assert found.out.value == pytest.approx(float(exact.out[0]), abs=1e-6)


@pytest.mark.parametrize("players, chips", [(4, 2), (5, 1), (5, 2), (8, 1)])
def test_the_full_deck_with_few_chips_is_the_exact_chain_of_the_same_law(players: int, chips: int) -> None:
    """The frequencies of a sample of the real deck, as fractions, put into the exact chain."""
    rules = GalicianRules(players=players, chips=chips)
    rounds = simulate_rounds(rules, 300, 6)
    joint = {end: Fraction(count, 300) for end, count in rounds.ends.items()}
    law = RoundLaw(rules, (chips,) * players, joint, states=1, check="none")
    exact, found = match_law(rules, rounds=law), match_estimate(rules, rounds)
    assert found.mean_rounds.value == pytest.approx(float(exact.mean_rounds), abs=1e-5)
    assert found.out.value == pytest.approx(float(exact.out[0]), abs=1e-5)


@pytest.mark.parametrize("options", MATCHES, ids=str)
def test_a_sampled_law_agrees_with_the_exact_chain(options: dict[str, Any]) -> None:
    """Each interval holds 99.9 %, the seed is fixed."""
    rules = GalicianRules(**options)
    exact = exact_match(rules)
    found = match_estimate(rules, simulate_rounds(rules, 50_000, 6, confidence=0.999))
    assert found.mean_rounds.low <= exact.mean_rounds <= found.mean_rounds.high
    assert found.out.low - 1e-9 <= exact.out[0] <= found.out.high + 1e-9


@pytest.mark.parametrize("question", ["mean_rounds", "out", "winner"])
def test_the_interval_carries_the_uncertainty_of_the_law(question: str) -> None:
    """200 samples of 400 rounds: about 95 % of the intervals hold the truth; 176 to 200 with error rate 1 in 1000."""
    rules = GalicianRules(**MATCHES[0])
    exact = exact_match(rules)
    winner = sum(p * max(chips) for chips, p in exact.finals.items())
    truth = {"mean_rounds": exact.mean_rounds, "out": exact.out[0], "winner": winner}[question]

    def answer(match: MatchEstimate) -> Estimate:
        return match.mean(max) if question == "winner" else getattr(match, question)  # type: ignore[no-any-return]

    held = 0
    for seed in range(200):
        found = answer(match_estimate(rules, simulate_rounds(rules, 400, seed)))
        held += found.low <= truth <= found.high
    assert 176 <= held <= 200


def apart(chain: Estimate, matches: Estimate) -> float:
    """How far apart two independent estimates are, in standard errors."""
    widths = [(one.high - one.low) / 2 / 1.96 for one in (chain, matches)]
    return abs(chain.value - matches.value) / sqrt(sum(width**2 for width in widths))


@pytest.mark.parametrize("options", [{}, {"ante": 1}, {"pass_cost": 2}, {"match_tie": "one more round"}], ids=str)
def test_four_players_with_twelve_chips_agree_with_simulated_matches(options: dict[str, Any]) -> None:
    """Three z-tests of error rate 1 in 1000 each, seeds fixed."""
    rules = GalicianRules(players=4, **options)
    found, matches = match_estimate(rules, simulate_rounds(rules, 50_000, 6)), simulate_match(rules, 20_000, 66)
    assert apart(found.mean_rounds, matches.mean_rounds) < 3.29
    assert apart(found.out, matches.out[0]) < 3.29
    tripled = matches._counted.share(matches._count(lambda _, chips: chips[0] >= 36), "tripled")
    assert apart(found.chance(lambda chips: chips[0] >= 36), tripled) < 3.29


@pytest.mark.slow
def test_the_full_game_agrees_with_simulated_matches() -> None:
    """Five players, twelve chips: two z-tests of error rate 1 in 1000 each, seeds fixed."""
    rules = GalicianRules()
    found, matches = match_estimate(rules, simulate_rounds(rules, 10_000, 6)), simulate_match(rules, 20_000, 66)
    assert found.states == 91_026  # by Burnside: comb(59, 4) shares of at least one chip and 4 times the even one, by 5
    assert apart(found.mean_rounds, matches.mean_rounds) < 3.29
    shares = np.array(list(found.final_chips.values()))
    assert shares.sum() == pytest.approx(1, abs=1e-3)
    assert found.final_chips[0] == pytest.approx(matches.out[0].value, abs=0.012)  # over 4 standard errors


def test_every_option_changes_the_answer() -> None:
    rounds = simulate_rounds(GalicianRules(players=4), 2_000, 6)
    changes: list[dict[str, Any]] = [
        {"chips": 4},
        {"chips": 5},
        {"chips": 4, "ante": 1},
        {"chips": 4, "ante": 7},
        {"chips": 4, "pass_cost": 2},
        {"chips": 4, "match_tie": "one more round"},
    ]
    rules = [GalicianRules(players=4, **change) for change in changes]
    assert len({match_estimate(one, rounds).mean_rounds.value for one in rules}) == len(changes)


def test_an_ante_that_takes_everything_ends_the_match_at_once() -> None:
    rules = GalicianRules(players=4, chips=3, ante=3)
    match = match_estimate(rules, simulate_rounds(rules, 1_000, 6))
    assert match.mean_rounds.value == pytest.approx(1)
    assert match.final_chips == pytest.approx({0: 0.75, 12: 0.25})


def test_durations_by_starting_chips() -> None:
    rules = GalicianRules(**SMALL)
    found = duration_estimates(rules, range(1, 5), exact_rounds(rules))
    for chips, mean in found.items():
        exact = match_law(replace(rules, chips=chips), rounds=deals(rules)).mean_rounds
        assert mean.value == pytest.approx(float(exact), abs=1e-5)
        assert mean.rules.chips == chips and mean.unit == "rounds"
    assert list(found) == [1, 2, 3, 4]


@pytest.mark.parametrize("options", MATCHES[:7], ids=str)
def test_stacks_and_their_places(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    chain = chain_of(rules, ends_of(rules, simulate_rounds(rules, 10, 6)))
    seats, total = rules.players, rules.players * rules.chips
    assert len(chain.stacks) == len(set(map(tuple, chain.stacks.tolist()))) == ways(seats, total)
    assert (chain.stacks.sum(axis=1) == total).all() and chain.stacks.min() == 0
    for at in range(0, len(chain.stacks), 7):
        assert place_of(chain, tuple(chain.stacks[at].tolist())) == at
    for state, turns in enumerate(chain.turns):
        first = tuple(chain.stacks[turns[0]].tolist())
        assert {tuple(chain.stacks[turn].tolist()) for turn in turns} == {
            (*first[seat:], *first[:seat]) for seat in range(seats)
        }
        assert not chain.over[turns].any() and (chain.state[turns] == state).all()


@pytest.mark.parametrize("options", [MATCHES[1], MATCHES[6], MATCHES[7]], ids=str)
def test_both_chain_kernels_agree(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    chain = chain_of(rules, ends_of(rules, simulate_rounds(rules, 1_000, 6)))
    rng = np.random.default_rng(6)
    before, after = rng.random(len(chain.stacks)), rng.random(len(chain.stacks))
    given = (*chain.rows, *chain.ends)
    found = []
    for kernel in CHAINS.values():
        overs = kernel.overs(chain.stacks, kernel_input(rules, ["uniform"] * rules.players).options)
        values = [kernel.values_before(after, *given, least, 0, 1) for least in (0, 1)]
        visits = [kernel.visits_after(before, *given, least, 0, 1) for least in (0, 1)]
        for one, other in zip(values, visits, strict=True):
            assert before @ one == pytest.approx(after @ other)  # one is the transpose of the other
        effects = kernel.effects(before, after, *given[:-1], 0, 1)
        assert effects @ chain.ends.chances == pytest.approx(before @ values[0])
        found.append(np.concatenate([overs, *values, *visits, effects]))
    assert found[0] == pytest.approx(found[1], abs=1e-12)


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GalicianRules(**MATCHES[0])
    rounds = simulate_rounds(rules, 1_000, 6)
    alone = match_estimate(rules, rounds)
    monkeypatch.setattr(galician_chain, "SMALL", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    together = match_estimate(rules, rounds)
    assert together.mean_rounds.value == pytest.approx(alone.mean_rounds.value, abs=1e-12)
    assert together.out.high == pytest.approx(alone.out.high, abs=1e-12)


def test_progress_and_stopping() -> None:
    rules = GalicianRules(**SMALL, chips=3)
    rounds = simulate_rounds(rules, 100, 6)
    told: list[tuple[int, int]] = []
    match_estimate(rules, rounds, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert all(done <= total for done, total in told)
    with pytest.raises(Cancelled):
        match_estimate(rules, rounds, cancelled=lambda: len(told) > 0)


def test_what_is_refused() -> None:
    rules = GalicianRules(**SMALL)
    sample = simulate_rounds(rules, 100, 6)
    for options, message in (
        ({"match_end": "the moment somebody has none"}, "simulate_match answers the others"),
        ({"broke_player": "round and match end at once"}, "simulate_match answers the others"),
        ({"rounds": 3}, "simulate_match answers the others"),
        ({"chips": 1000}, "4504501 ways to share the chips; allowed: 3000000, by fewer chips"),
        ({"ranks": 4}, "the rounds were played with"),
        ({"players": 2}, "the rounds were played with"),
        ({"pass_cost": 0}, "nobody ever pays, and the match never finishes"),
    ):
        with pytest.raises(InvalidRules, match=message):
            match_estimate(GalicianRules(**{**SMALL, **options}), sample)
    uneven = GalicianRules(players=6)
    with pytest.raises(InvalidRules, match="players that divide the deck"):
        match_estimate(uneven, simulate_rounds(uneven, 100, 6))
    many = GalicianRules(players=8, chips=3)
    with pytest.raises(
        InvalidRules, match=r"2629575 ways to share the chips times \d+ ends of a round; allowed: 5000000000"
    ):
        match_estimate(many, simulate_rounds(many, 20_000, 6))
    with pytest.raises(InvalidRules, match="10 ways to share the chips; allowed: 9"):
        duration_estimates(rules, range(1, 3), sample, budget=9)
