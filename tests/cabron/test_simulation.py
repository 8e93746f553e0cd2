"""The kernel beside the engine, move by move, and simulated hands and matches on trial against exact laws.

Every statistical test has a fixed seed and convicts a right program once in a thousand.
"""

import random
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.cabron_deals import all_hands
from seis_lab.exact.cabron_matches import cabron_match
from seis_lab.exact.cabron_points import points_law
from seis_lab.exact.cabron_spans import span, spans_from
from seis_lab.game import Decision, Terminal
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.cabron_policies import POLICIES, policy
from seis_lab.games.cabron_score import hand_points
from seis_lab.sim.cabron import (
    check_hands,
    check_match,
    kernel_input,
    matches_by_target,
    owners,
    simulate_hands,
    simulate_match,
)
from tests.cabron.kernels import PLAYS
from tests.cabron.test_hand import OPTIONS

MINI: dict[str, Any] = {"players": 2, "suits": 2, "deck": 8, "opening_rank": 2}
every_kernel = pytest.mark.parametrize("kernel", PLAYS.values(), ids=list(PLAYS))


@every_kernel
@pytest.mark.parametrize("name", list(POLICIES))
@pytest.mark.parametrize(
    "options", [{}, {"players": 5, "deck": 40, "opening_rank": 5}, {"players": 3, "jumping": False}], ids=str
)
def test_the_kernel_offers_what_the_engine_allows_at_every_turn(
    options: dict[str, Any], name: str, kernel: ModuleType
) -> None:
    """One hand: the same spans on both tables, the same choice for the policy, the same end and points."""
    rules, rng = CabronRules(**options), random.Random(6)
    chosen, spans = policy(rules, name), spans_from(rules.columns, ())
    given = kernel_input(rules, [name] * rules.players)
    suits, ways = np.empty(64, np.int64), np.empty(64, np.int64)
    for starter in (None, 1):
        hands = rules.random_deal(rng)
        owner, state = owners(rules, hands), rules.dealt(hands, starter)
        table, left = np.zeros(rules.suits, np.int64), np.full(rules.players, rules.size)
        turn = 0
        while True:
            for card in state.history[turn:]:  # what has happened since the last choice
                seat = ((state.starter or 0) + turn) % rules.players
                assert not kernel.over(table, left, len(spans), rules.jumping)
                found = kernel.choices(table, owner, seat, given.rank, given.jumped, given.taste, suits, ways)
                if card is None:
                    assert found == 0
                else:
                    column = table[card.suit]
                    way = list(given.rank[column]).index(card.rank - 1)
                    if turn > 0 or starter is not None:
                        offered = set(zip(suits[:found].tolist(), ways[:found].tolist(), strict=True))
                        assert (card.suit, way) in offered
                    table[card.suit] = given.to[column, way]
                    left[seat] -= 1
                turn += 1
            assert [spans[at] for at in table] == [span(column) for column in rules.table(state)]
            assert kernel.over(table, left, len(spans), rules.jumping) == bool(state.points)
            if state.points:
                break
            decision = rules.turn(state)
            assert isinstance(decision, Decision)
            found = kernel.choices(table, owner, decision.seat, given.rank, given.jumped, given.taste, suits, ways)
            wanted = chosen(rules.view(state, decision.seat), decision.moves)
            cards = {
                (int(suit), int(given.rank[table[suit], way]) + 1)
                for suit, way in zip(suits[:found], ways[:found], strict=True)
            }
            assert cards == {(move.card.suit, move.card.rank) for move in wanted.weights}
            state = rules.apply(state, wanted.sample(rng))
        units = np.zeros(rules.players, np.int64)
        kernel.add_points(np.array(state.placed), rules.size, given.options, units)
        unit = int(given.options[kernel.UNIT])
        assert tuple(Fraction(int(points), unit) for points in units) == state.points


@every_kernel
@pytest.mark.parametrize("tie_bonus", ["exact split", "rounded down"])
@pytest.mark.parametrize("dead_bonus", ["all dead cards", "the others' only"])
def test_the_points_of_a_hand_are_those_of_the_formula(tie_bonus: str, dead_bonus: str, kernel: ModuleType) -> None:
    """All ways for three seats to place up to five cards each."""
    rules = CabronRules(players=3, suits=3, deck=15, opening_rank=3, tie_bonus=tie_bonus, dead_bonus=dead_bonus)
    options = kernel_input(rules, ["uniform"] * 3).options
    for placed in np.ndindex(6, 6, 6):
        units = np.zeros(3, np.int64)
        kernel.add_points(np.array(placed), 5, options, units)
        points = tuple(Fraction(int(count), 6) for count in units)
        assert points == hand_points(rules, placed, [5 - count for count in placed])


@every_kernel
@pytest.mark.parametrize("hands", [None, 3])
def test_the_end_of_a_match_is_that_of_the_engine(hands: int | None, kernel: ModuleType) -> None:
    rules = CabronRules(players=3, suits=3, deck=15, opening_rank=3, target=4, hands=hands)
    options = kernel_input(rules, ["uniform"] * 3).options
    nothing = ((),) * 3
    for scores in np.ndindex(6, 6, 6):
        for number in (1, 3):
            points = tuple(Fraction(score) for score in scores)
            state = CabronState(points, nothing, nothing, number, 0, points=points)
            over = isinstance(rules.turn(state), Terminal)
            assert kernel.match_over(6 * np.array(scores), number, options) == over


def test_the_plain_twin_plays_the_same_games() -> None:
    rules = CabronRules(players=3, suits=3, deck=15, opening_rank=2, target=30)
    given = kernel_input(rules, ["killer", "careful", "uniform"])
    nobody, deal = owners(rules, None), owners(rules, rules.sorted_deal())
    for fixed, dealt, starter, led in ((False, nobody, 0, True), (False, nobody, 0, False), (True, deal, 2, False)):
        played = [
            kernel.play_hands(40, np.random.default_rng(6), *given, dealt, fixed, starter, led)
            for kernel in PLAYS.values()
        ]
        assert (played[0] == played[1]).all()
    matches = [kernel.play_matches(10, 100, np.random.default_rng(6), *given, nobody) for kernel in PLAYS.values()]
    assert all((one == other).all() for one, other in zip(*matches, strict=True))


@pytest.mark.parametrize("name", list(POLICIES))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hands_of_a_deal_agree_with_the_exact_law(options: dict[str, Any], name: str) -> None:
    rules = CabronRules(**{"hands": 1, **options})
    deal = rules.random_deal(random.Random(4))
    for starter in (None, rules.players - 1):
        law = points_law(rules, deal, name, starter=starter)
        sample = simulate_hands(rules, 20_000, 6, deal=deal, policies=name, starter=starter)
        assert check_hands(law, sample).agrees


@pytest.mark.parametrize("later", [False, True], ids=["first hand", "later hand"])
@pytest.mark.parametrize("method", ["kernel", "engine"])
def test_shuffled_hands_agree_with_the_average_over_all_deals(method: str, later: bool) -> None:
    rules = CabronRules(**MINI)
    law = all_hands(rules, ["killer", "uniform"], later=later).law
    games = 20_000 if method == "kernel" else 1_000
    sample = simulate_hands(rules, games, 7, policies=["killer", "uniform"], later=later, method=method)
    assert check_hands(law, sample).agrees
    exact = simulate_hands(
        rules, games, 7, policies=["killer", "uniform"], later=later, method=method, confidence=0.9999
    )
    pairs: list[tuple[Any, Any]] = [(law.tie, exact.tie), (law.mean_bonus, exact.mean_bonus)]
    for name in ("wins", "shares", "placed", "points", "advantage", "all_placed", "split_cost"):
        pairs += zip(getattr(law, name), getattr(exact, name), strict=True)
    pairs.append((law.rounding_cost, exact.rounding_cost))
    assert all(estimate.low <= float(true) <= estimate.high for true, estimate in pairs)


def test_a_whole_deal_of_40_cards_agrees_with_its_certified_law() -> None:
    rules = CabronRules(players=5, deck=40)
    deal = rules.random_deal(random.Random(12))
    law = points_law(rules, deal)
    assert law.kind == "certified"
    assert check_hands(law, simulate_hands(rules, 100_000, 6, deal=deal)).agrees


def test_a_wrong_law_is_convicted() -> None:
    rules = CabronRules(**MINI)
    sample = simulate_hands(rules, 20_000, 6)
    assert check_hands(all_hands(rules).law, sample).agrees
    assert not check_hands(all_hands(rules, "careful").law, sample).agrees
    assert not check_hands(all_hands(rules, later=True).law, sample).agrees
    matches = simulate_match(CabronRules(**MINI, target=20), 20_000, 6)
    assert not check_match(cabron_match(CabronRules(**MINI, target=21)), matches).agrees
    assert not check_match(cabron_match(CabronRules(**MINI, target=20), "careful"), matches).agrees


@pytest.mark.parametrize(
    "options",
    [MINI | {"target": 20}, MINI | {"target": 1}, {"players": 3, "suits": 2, "deck": 6, "opening_rank": 1, "hands": 3}],
    ids=str,
)
@pytest.mark.parametrize("method", ["kernel", "engine"])
def test_matches_agree_with_the_exact_law(options: dict[str, Any], method: str) -> None:
    rules = CabronRules(**options)
    law, games = cabron_match(rules), 20_000 if method == "kernel" else 300
    sample = simulate_match(rules, games, 6, method=method, confidence=0.9999)
    assert check_match(law, sample).agrees
    assert sample.mean_hands.low <= law.mean_hands <= sample.mean_hands.high
    for seat in range(rules.players):
        assert sample.wins[seat].low <= law.wins[seat] <= sample.wins[seat].high
    assert sum(win.value for win in sample.wins) == pytest.approx(1)


def test_longer_matches_for_higher_targets_and_what_a_sample_shows() -> None:
    found = matches_by_target(CabronRules(), (10, 50), 500, 6)
    assert found[10].mean_hands.value < found[50].mean_hands.value
    assert "hands" in str(found[10]) and "500 matches" in repr(found[10])
    sample = simulate_hands(CabronRules(), 500, 6)
    assert "tied" in str(sample) and "500 hands" in repr(sample) and len(sample.rows()) == 4
    assert sum(estimate.value for estimate in sample.points_of(0).values()) == pytest.approx(1)


def test_any_function_of_a_view_is_played_by_the_engine() -> None:
    rules = CabronRules(**MINI)
    by_name = simulate_hands(rules, 100, 6, policies="careful", method="engine")
    by_function = simulate_hands(rules, 100, 6, policies=policy(rules, "careful"), method="engine")
    assert by_name.ends == by_function.ends


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 1}, "games=1 is not allowed"),
        ({"seed": -1}, "seed=-1 is not allowed"),
        ({"method": "fast"}, "method='fast' is not allowed"),
        ({"confidence": 1}, "confidence=1 is not allowed"),
        ({"policies": "clever"}, "policy 'clever'"),
        ({"policies": ["uniform"]}, "1 policies for 2 seats"),
        ({"policies": None}, "policies=None is not allowed"),
        ({"policies": [None, None], "method": "engine"}, "policy None is not allowed; allowed: a name, or a function"),
        ({"deal": "1o,2o,3o,4o | 1c,2c,3c,4c", "starter": True}, "starter=True is not allowed"),
        ({"starter": 1}, "starter=1 is not allowed without a deal"),
        ({"deal": "1o,2o,3o,4o | 1c,2c,3c,4c", "starter": 2}, "starter=2 is not allowed"),
        ({"deal": "1o,2o,3o,4o | 1c,2c,3c,4c", "later": True}, "later=True is not allowed with a deal"),
        ({"deal": "1o | 2o"}, "lacks"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        simulate_hands(CabronRules(**MINI), **{"games": 10, "seed": 1, **arguments})
    assert message in str(caught.value)


def test_an_endless_match_is_told_and_a_run_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        simulate_match(CabronRules(), 10, 1, cancelled=lambda: True)
    rules = CabronRules(**MINI)
    lengths, _ = PLAYS["shipped"].play_matches(
        50, 1, np.random.default_rng(1), *kernel_input(rules, ["uniform"] * 2), owners(rules, None)
    )
    assert lengths.min() == 0  # a match that is not over after the most hands allowed
