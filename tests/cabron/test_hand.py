"""The law of a hand: known values, every line of play walked by the engine, every option, and two kernels."""

import random
import sys
from fractions import Fraction
from math import comb, factorial, gcd, prod
from typing import Any
from unittest import mock

import pytest

from seis_lab.exact.answers import Cancelled, Exact, Interval
from seis_lab.exact.cabron import card_laws, count_hands, hand_law, push
from seis_lab.exact.cabron_double import MODULI, count_in_residues, law_in_doubles
from seis_lab.exact.cabron_layers import counts_in_doubles
from seis_lab.exact.cabron_points import points_law, rounding_cost, split_cost
from seis_lab.exact.cabron_spans import Spans
from seis_lab.game import Decision, InvalidRules
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_policies import POLICIES, policy
from seis_lab.games.deals import Hands, InvalidDeal
from seis_lab.games.decks import Card
from seis_lab.sim.cabron import check_hands, simulate_hands
from tests.cabron.brute import Walk
from tests.cabron.kernels import COUNTS, LAWS

SMALL: dict[str, Any] = {"players": 2, "suits": 2, "deck": 10, "opening_rank": 3}
OPTIONS: list[dict[str, Any]] = [
    SMALL,
    {**SMALL, "opening_rank": 1},
    {**SMALL, "dead_bonus": "the others' only", "tie_bonus": "rounded down", "all_placed_bonus": 3},
    {"players": 3, "suits": 3, "deck": 12, "opening_rank": 2},
    {"players": 3, "suits": 3, "deck": 12, "opening_rank": 2, "jumping": False},
    {"players": 4, "suits": 1, "deck": 8, "opening_rank": 4},
    {"players": 4, "suits": 2, "deck": 12, "opening_rank": 6, "jumping": False},
    {"players": 5, "suits": 2, "deck": 10, "opening_rank": 4, "tie_bonus": "rounded down"},
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)


def miniature() -> tuple[CabronRules, Hands]:
    """The miniature of known_values: owners by suit, then rank."""
    owners = [0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1]
    rules = CabronRules(players=2, suits=4, deck=16, opening_rank=2)
    cards = [[card for card, owner in zip(rules.cards, owners, strict=True) if owner == seat] for seat in (0, 1)]
    return rules, rules.deal(cards)


def test_the_known_miniature() -> None:
    """known_values, from another program: 553 927 sequences; 6.406183005973 and 7.5 cards placed."""
    rules, deal = miniature()
    law = hand_law(rules, deal)
    assert count_hands(rules, deal) == 553_927
    assert [f"{placed:.12f}" for placed in law.placed] == ["6.406183005973", "7.500000000000"]
    assert law.kind == "exact" and isinstance(law.mean_bonus, Exact)


def test_the_sorted_deal_of_48_cards_has_the_known_values() -> None:
    """known_values, from another program: 4 994 617 278 435 810 hands, and the expected cards placed.

    Its expected cards (5.598758396896, 5.877850431372, 5.491322442010, 6.140220387615) are right to nine decimals only.
    Those below are from a third program, in C, forward over the same spans, in quadruple precision; in double and
    extended precision it gives the same to eleven decimals.
    """
    rules = CabronRules()
    deal = rules.sorted_deal()
    assert count_hands(rules, deal) == 4_994_617_278_435_810
    law = hand_law(rules, deal)
    assert law.kind == "certified"
    quadruple = ["5.598758397044441303", "5.877850431505632716", "5.491322442133712989", "6.140220387770213341"]
    for interval, value in zip(law.placed, quadruple, strict=True):
        assert isinstance(interval, Interval)
        assert interval.high - interval.low < Fraction(1, 10**10)
        assert interval.low <= Fraction(value) <= interval.high
    for card in rules.cards:
        if card.rank in (1, 12):
            assert abs(law.lying[card] - 1) < Fraction(1, 10**14)


def test_hands_of_three_seats_are_more_than_a_machine_word_holds() -> None:
    """The issue: over 10^20. The plain count in Python's integers, over the same spans, is the second route."""
    rules = CabronRules(players=3)
    state = rules.dealt(rules.random_deal(random.Random(3)))
    assert count_hands(rules, rules.sorted_deal()) > 10**20
    while Spans.at(rules, state).nodes > 100_000:
        turn = rules.turn(state)
        state = rules.apply(state, turn.moves[0])
    assert count_in_residues(Spans.at(rules, state)) == count_hands(rules, state)


def test_the_moduli_are_coprime_and_exceed_every_number_of_hands() -> None:
    """Laid by one player a column of 12 has w(k) orders with k cards; four columns are interleaved in every way."""
    assert all(gcd(a, b) == 1 for a in MODULI for b in MODULI if a != b)
    # Below the six some of 5 cards in falling order that end with the ace, above it some of 6 that end with the king.
    ways = [0] * 13
    for low in range(1, 6):
        for high in range(1, 7):
            ways[1 + low + high] += comb(4, low - 1) * comb(5, high - 1) * comb(low + high, low)
    total = sum(
        prod(ways[k] for k in ks) * factorial(sum(ks)) // prod(map(factorial, ks))
        for ks in ((a, b, c, d) for a in range(13) for b in range(13) for c in range(13) for d in range(13))
    )
    assert total < prod(MODULI)
    assert count_hands(CabronRules(players=2), CabronRules(players=2).sorted_deal()) < total


@every_option
@pytest.mark.parametrize("later", [False, True], ids=["first hand", "later hand"])
def test_every_line_of_play_walked_by_the_engine(options: dict[str, Any], later: bool) -> None:
    rules, rng = CabronRules(**{"hands": 1, **options}), random.Random(6)
    for _ in range(3):
        deal = rules.random_deal(rng)
        starter = rng.randrange(rules.players) if later else None
        walk = Walk(rules, rules.dealt(deal, starter))
        law = hand_law(rules, deal, starter=starter)
        assert {card: p for card, p in law.lying.items() if p} == dict(walk.lying)
        assert count_hands(rules, deal, starter=starter) == walk.lines
        points = points_law(rules, deal, starter=starter)
        assert dict(points.joint) == walk.joint
        mine: dict[Any, Fraction] = {}
        for placed, p in points.joint.items():
            scored = tuple(score.points for score in points.score(placed))
            mine[scored] = mine.get(scored, Fraction(0)) + p
        assert mine == walk.points


@every_option
def test_passes_are_those_of_the_engine(options: dict[str, Any]) -> None:
    rules, rng = CabronRules(**{"hands": 1, **options}), random.Random(8)
    for _ in range(3):
        deal = rules.random_deal(rng)
        spans = Spans.dealt(rules, deal)
        walk = Walk(rules, rules.dealt(deal))
        walk.before = 0
        assert spans.placed[rules.leader(deal)] == 1
        history_passes = Walk(rules, rules.dealt(deal))
        skipped = [0] * rules.players
        start = rules.dealt(deal)
        for turn, card in enumerate(start.history):
            skipped[((start.starter or 0) + turn) % rules.players] += card is None
        expected = tuple(p + more for p, more in zip(history_passes.passing, skipped, strict=True))
        assert hand_law(rules, deal).passing == expected


@every_option
@pytest.mark.parametrize("name", list(POLICIES))
@pytest.mark.parametrize("kernel", list(LAWS))
def test_both_kernels_keep_the_error_that_they_certify(options: dict[str, Any], name: str, kernel: str) -> None:
    rules, rng = CabronRules(**{"hands": 1, **options}), random.Random(7)
    names = [name] * rules.players
    for starter in (None, 0):
        spans = Spans.dealt(rules, rules.random_deal(rng), starter)
        exact = push(spans, names, counting=True, budget=10**6)
        assert exact is not None
        double = law_in_doubles(spans, names, LAWS[kernel])
        error = double.basis.error
        assert all(abs(double.lying[card] - p) <= error * double.lying[card] for card, p in exact.lying.items())
        assert all(abs(mine - true) <= error * mine for mine, true in zip(double.passing, exact.passing, strict=True))
        counted = counts_in_doubles(spans, names, 10**6, COUNTS[kernel])
        assert counted is not None
        joint, basis = counted
        assert joint.keys() == exact.ends.keys() and basis.states == exact.states
        assert all(abs(joint[end] - p) <= basis.error * joint[end] for end, p in exact.ends.items())
        assert count_in_residues(spans, LAWS[kernel]) == count_hands(rules, spans.hands, starter=starter)


@pytest.mark.parametrize("name", ["careful", "killer"])
def test_policies_by_name_are_what_the_engine_plays_with_them(name: str) -> None:
    rules, differ = CabronRules(**SMALL), 0
    for seed in range(6):
        deal = rules.random_deal(random.Random(seed))
        walk = Walk(rules, rules.dealt(deal, 0), policy(rules, name))
        assert dict(points_law(rules, deal, name, starter=0).joint) == walk.joint
        mixed = Walk(
            rules,
            rules.dealt(deal, 0),
            lambda view, moves: policy(rules, [name, "uniform"][view.seat])(view, moves),
        )
        assert dict(points_law(rules, deal, [name, "uniform"], starter=0).joint) == mixed.joint
        differ += dict(points_law(rules, deal, starter=0).joint) != walk.joint
    assert differ


def test_the_law_from_every_position_of_a_hand_and_after_every_card() -> None:
    rules = CabronRules(**SMALL)
    state = rules.dealt(rules.random_deal(random.Random(5)), 1)
    while not state.points:
        turn = rules.turn(state)
        assert isinstance(turn, Decision)
        walk = Walk(rules, state)
        assert {card: p for card, p in hand_law(rules, state).lying.items() if p} == dict(walk.lying)
        assert hand_law(rules, state).passing == tuple(walk.passing)
        assert dict(points_law(rules, state).joint) == walk.joint
        laws = card_laws(rules, state)
        assert list(laws) == list(turn.moves)
        for move, law in laws.items():
            after = Walk(rules, rules.apply(state, move))
            assert {card: p for card, p in law.lying.items() if p} == dict(after.lying)
        state = rules.apply(state, turn.moves[-1])
    assert points_law(rules, state).joint == {state.placed: 1}
    assert count_hands(rules, state) == 1


def test_a_late_position_of_the_full_deck_is_exact_and_walked_by_the_engine() -> None:
    rules = CabronRules()
    rng = random.Random(2)
    state = rules.dealt(rules.random_deal(rng))
    while Spans.at(rules, state).nodes > 50_000 or count_hands(rules, state) > 2_000:
        turn = rules.turn(state)
        state = rules.apply(state, rng.choice(turn.moves))
    walk = Walk(rules, state)
    law, points = hand_law(rules, state), points_law(rules, state)
    assert law.kind == points.kind == "exact" and count_hands(rules, state) == walk.lines > 100
    assert dict(points.joint) == walk.joint
    certified = points_law(rules, state, method="double")
    for true, interval in zip(points.points, certified.points, strict=True):
        assert isinstance(interval, Interval) and isinstance(true, Exact)
        assert interval.low <= true <= interval.high


@pytest.mark.slow
def test_the_law_of_the_points_of_a_deal_of_48_cards_from_its_first_card() -> None:
    """Counted along, the expected cards are those of the law without counting, and their sum with the bonus 48."""
    rules = CabronRules()
    deal = rules.sorted_deal()
    law, hand = points_law(rules, deal), hand_law(rules, deal)
    assert law.kind == "certified" and law.states > 10**7
    for one, other in zip(law.placed, hand.placed, strict=True):
        assert isinstance(one, Interval) and isinstance(other, Interval)
        assert max(one.low, other.low) <= min(one.high, other.high)
    assert check_hands(law, simulate_hands(rules, 100_000, 6, deal=deal)).agrees


def test_everything_follows_from_the_joint_law() -> None:
    rules, deal = miniature()
    law, hand = points_law(rules, deal), hand_law(rules, deal)
    assert law.placed == hand.placed and law.mean_bonus == hand.mean_bonus
    assert sum(law.shares) == 1 and sum(law.wins) > 1
    assert sum(law.wins) == 1 + law.tie  # two seats: a tie has two winners
    for seat in (0, 1):
        assert sum(law.points_of(seat).values()) == 1
        assert law.points[seat] == sum(points * p for points, p in law.points_of(seat).items())
    assert law.mean_bonus == sum(bonus * p for bonus, p in law.bonus().items())
    all_placed = 5 * sum(law.all_placed)
    assert sum(law.points) == rules.deck + all_placed
    tied = sum(p * (rules.deck - sum(placed)) for placed, p in law.joint.items() if placed[0] == placed[1])
    assert law.split_cost[0] == law.split_cost[1] == tied / 2 > 0


def test_a_law_is_asked_for_its_own_cards_and_seats() -> None:
    rules, deal = miniature()
    for card in ("1o", Card(0, 5), Card(4, 1)):
        with pytest.raises(ValueError, match=r"card=.* is not allowed; allowed: a Card of CabronRules\("):
            hand_law(rules, deal).card(card)  # type: ignore[arg-type]
    for law in (points_law(rules, deal), simulate_hands(rules, 10, 6, deal=deal)):
        for seat in (-1, 2, "A", True):
            with pytest.raises(ValueError, match=r"seat=.* is not allowed; allowed: a seat from 0 to 1"):
                law.points_of(seat)  # type: ignore[arg-type]


def test_what_a_tie_costs_by_hand() -> None:
    """Placed 9, 9, 9, 1 leaves 20 cards: each of three gets 20/3 instead of 20; rounded down, 6, and 2 are lost."""
    exact, down = CabronRules(), CabronRules(tie_bonus="rounded down")
    assert split_cost(exact, (9, 9, 9, 1)) == (Fraction(40, 3), Fraction(40, 3), Fraction(40, 3), 0)
    assert split_cost(down, (9, 9, 9, 1)) == (14, 14, 14, 0)
    assert rounding_cost(exact, (9, 9, 9, 1)) == rounding_cost(down, (9, 9, 9, 1)) == 2
    assert split_cost(exact, (9, 7, 7, 5)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"deal": "1o | 2o"}, InvalidDeal, "lacks"),
        ({"starter": 2}, ValueError, "starter=2 is not allowed; allowed: a seat from 0 to 1"),
        ({"starter": "B"}, ValueError, "starter='B' is not allowed"),
        ({"starter": 1.0}, ValueError, "starter=1.0 is not allowed"),
        ({"starter": True}, ValueError, "starter=True is not allowed"),
        ({"deal": [None, None]}, InvalidDeal, "[None, None] has not one hand for each of 2 seats"),
        ({"policies": None}, ValueError, "policies=None is not allowed; allowed: a policy for all, or a list"),
        ({"policies": random.random}, ValueError, "method='engine'"),
        ({"method": "exact", "budget": 0}, InvalidRules, "more than 0 states"),
        ({"policies": "clever"}, ValueError, "policy 'clever'"),
        ({"policies": ["uniform"]}, ValueError, "1 policies for 2 seats"),
        ({"policies": [random.random, "uniform"]}, ValueError, "method='engine'"),
        ({"method": "fast"}, ValueError, "method='fast' is not allowed"),
        ({"method": "exact", "budget": 3}, InvalidRules, "more than 3 states"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    rules = CabronRules(**SMALL)
    for ask in (hand_law, points_law):
        with pytest.raises(error) as caught:
            ask(rules, **{"deal": rules.sorted_deal(), **arguments})
        assert message in str(caught.value)


def test_a_position_has_its_own_starter_and_must_be_dealt() -> None:
    rules = CabronRules(**SMALL)
    state = rules.dealt(rules.sorted_deal())
    with pytest.raises(ValueError, match="starter=0 is not allowed with a position"):
        hand_law(rules, state, starter=0)
    with pytest.raises(InvalidRules, match="is not dealt yet"):
        hand_law(rules, rules.initial())


def test_a_law_can_be_cancelled_and_a_budget_of_the_kernel_is_kept() -> None:
    rules, deal = miniature()
    with pytest.raises(Cancelled):
        points_law(rules, deal, cancelled=lambda: True)
    with pytest.raises(Cancelled):
        points_law(rules, deal, method="double", cancelled=lambda: True)
    with pytest.raises(InvalidRules, match="simulate_hands"):
        points_law(rules, deal, method="double", budget=100)


def test_without_numpy_small_hands_are_exact_and_large_ones_say_what_is_missing() -> None:
    rules, deal = miniature()
    with mock.patch.dict(sys.modules, {"numpy": None}):
        assert hand_law(rules, deal).kind == points_law(rules, deal).kind == "exact"
        for ask in (hand_law, points_law, count_hands):
            with pytest.raises(ValueError, match="needs numpy, which is not installed; allowed: a small deck"):
                ask(CabronRules(), CabronRules().sorted_deal())


def test_answers_show_what_they_are() -> None:
    rules, deal = miniature()
    for law in (hand_law(rules, deal), points_law(rules, deal)):
        assert "exact" in str(law) and "exact" in repr(law)
        assert law._repr_html_().startswith("<table") and law.to_json()["kind"] == "exact"
    for certified in (hand_law(rules, deal, method="double"), points_law(rules, deal, method="double")):
        assert certified.kind == "certified" and "certified" in str(certified)
        assert certified.to_json()["seats"][0]["placed"]["kind"] == "certified"
