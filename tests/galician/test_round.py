"""The law of one round: known values, every line of play walked by the engine, every option, and two kernels."""

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from seis_lab.exact.answers import Cancelled, Exact, Interval
from seis_lab.exact.galician import card_laws, exact_joint, per_seat, round_law, sequences
from seis_lab.exact.galician_best import best_play
from seis_lab.exact.galician_double import joint_in_doubles
from seis_lab.exact.galician_tables import Tables
from seis_lab.game import Decision, Distribution, IllegalMove, InvalidRules
from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules, InvalidDeal
from seis_lab.games.galician_notation import GalicianState, Lay
from seis_lab.games.galician_policies import POLICIES, policy
from tests.galician.brute import walk
from tests.galician.kernels import LAWS

SMALL: dict[str, Any] = {"players": 3, "suits": 3, "ranks": 3, "opening_rank": 2}
OPTIONS: list[dict[str, Any]] = [
    SMALL,
    {**SMALL, "chips": 1},
    {**SMALL, "chips": 2, "ante": 1, "pass_cost": 3},
    {**SMALL, "chips": 1, "match_end": "the moment somebody has none"},
    {**SMALL, "chips": 2, "ante": 2, "match_end": "the moment somebody has none"},
    {**SMALL, "chips": 1, "broke_player": "round and match end at once"},
    {**SMALL, "chips": 3, "pass_cost": 2, "broke_player": "round and match end at once"},
    {**SMALL, "chips": 1, "pass_cost": 0, "broke_player": "round and match end at once"},
    {"players": 2, "suits": 2, "ranks": 5, "opening_rank": 3},
    {"players": 4, "suits": 3, "ranks": 3, "opening_rank": 1},
    {"players": 5, "suits": 2, "ranks": 6, "opening_rank": 6},
    {"players": 7, "suits": 4, "ranks": 3, "opening_rank": 2},
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)


def test_the_sorted_deal_has_the_known_values() -> None:
    """known_values: one other program's sequences, probabilities to win and expected passes, to 12 decimals."""
    rules = GalicianRules()
    law = round_law(rules, rules.sorted_deal())
    wins = ["0.000015258789", "0.003259708525", "0.094246186238", "0.493286979825", "0.409191866623"]
    passes = ["2.488669777701", "1.779248716671", "1.053455498255", "0.409191866623", "0.000000000000"]
    assert [f"{win:.12f}" for win in law.wins] == wins
    assert [f"{mean:.12f}" for mean in law.passes] == passes
    assert sum(sequences(rules, rules.sorted_deal()).values()) == 1_045_590
    assert law.kind == "exact" and isinstance(law.mean_pot, Exact)
    assert law.mean_pot == sum(law.passes)


def test_the_known_miniature() -> None:
    """known_values: owners by suit, then rank; 180 sequences, won 32, 148 and 0."""
    owners = [2, 1, 1, 0, 2, 0, 2, 0, 1, 2, 0, 1]
    rules = GalicianRules(players=3, suits=4, ranks=3, opening_rank=2)
    deal = rules.deal(
        [[card for card, owner in zip(rules.cards, owners, strict=True) if owner == seat] for seat in range(3)]
    )
    found = sequences(rules, deal)
    assert [found.get(seat, 0) for seat in range(3)] == [32, 148, 0]


@every_option
def test_every_line_of_play_walked_by_the_engine(options: dict[str, Any]) -> None:
    rules, rng = GalicianRules(**options), random.Random(6)
    for _ in range(4):
        deal = rules.random_deal(rng)
        law, lines = walk(rules, rules.dealt(deal))
        assert dict(round_law(rules, deal).joint) == law
        assert sequences(rules, deal) == dict(lines)


@every_option
@pytest.mark.parametrize("name", list(POLICIES))
@pytest.mark.parametrize("push", [module.push_round for module in LAWS.values()], ids=list(LAWS))
def test_both_kernels_keep_the_error_that_they_certify(
    options: dict[str, Any], name: str, push: Callable[..., Any]
) -> None:
    rules, rng = GalicianRules(**options), random.Random(7)
    for _ in range(3):
        tables = Tables(rules, rules.random_deal(rng))
        exact, states = exact_joint(tables, per_seat(rules, name))
        double, counted, error = joint_in_doubles(tables, [name] * rules.players, push)
        assert (double.keys(), counted) == (exact.keys(), states)
        assert all(abs(double[key] / p - 1) <= error for key, p in exact.items())


@pytest.mark.parametrize("name", ["keep-suits", "greedy"])
def test_policies_by_name_are_what_the_engine_plays_with_them(name: str) -> None:
    rules = GalicianRules(**SMALL)
    for seed in range(4):
        deal = rules.random_deal(random.Random(seed))
        assert dict(round_law(rules, deal, name).joint) == walk(rules, rules.dealt(deal), policy(rules, name))[0]


def lopsided(view: Any, moves: Any) -> Distribution[Any]:
    """Rational weights that depend on the hand, the table and what was paid."""
    return Distribution([(move, 1 + (len(view.hand) * at + sum(view.paid)) % 4) for at, move in enumerate(moves)])


def test_any_function_of_a_view_and_one_policy_per_seat() -> None:
    rules = GalicianRules(**SMALL, chips=2)
    by_seat = [lopsided, policy(rules, "greedy"), lopsided]
    differ = 0
    for seed in range(6):
        deal = rules.random_deal(random.Random(seed))
        played = walk(rules, rules.dealt(deal), lambda view, moves: by_seat[view.seat](view, moves))[0]
        assert dict(round_law(rules, deal, [lopsided, "greedy", lopsided]).joint) == played
        differ += dict(round_law(rules, deal, lopsided).joint) != dict(round_law(rules, deal).joint)
    assert differ


def test_the_law_from_a_position_and_the_value_of_every_card() -> None:
    rules = GalicianRules(**SMALL, chips=2, ante=1)
    state = rules.dealt(rules.random_deal(random.Random(5)))
    while isinstance(turn := rules.turn(state), Decision):
        assert dict(round_law(rules, state).joint) == walk(rules, state)[0]
        laws = card_laws(rules, state)
        assert list(laws) == list(turn.moves)
        assert all(dict(law.joint) == walk(rules, rules.apply(state, move))[0] for move, law in laws.items())
        state = rules.apply(state, turn.moves[-1])
    assert round_law(rules, state).joint == {(state.winner, state.passes): 1}


def test_chips_follow_from_the_joint_law() -> None:
    rules = GalicianRules(**SMALL, chips=2, ante=1, pass_cost=2)
    law = round_law(rules, rules.random_deal(random.Random(4)), stacks=(2, 5, 9))
    for seat in range(3):
        assert sum(law.payments(seat).values()) == 1
        assert law.mean_payment(seat) == sum(paid * p for paid, p in law.payments(seat).items())
        assert law.mean_net(seat) == sum(net * p for net, p in law.net(seat).items())
    assert max(law.payments(0)) <= 2
    assert law.mean_pot == sum(pot * p for pot, p in law.pot().items()) == sum(law.mean_payment(s) for s in range(3))
    assert sum(law.mean_net(seat) for seat in range(3)) == 0
    assert law.empty_pot == 0
    free = round_law(replace(rules, ante=0), rules.random_deal(random.Random(4)))
    assert free.empty_pot == free.pot().get(0, 0)


def test_a_certified_law_holds_the_truth_and_says_so() -> None:
    rules = GalicianRules(**SMALL)
    deal = rules.random_deal(random.Random(4))
    exact, double = round_law(rules, deal), round_law(rules, deal, method="double")
    assert double.kind == "certified" and "certified" in str(double)
    pairs: list[tuple[Any, Any]] = [*zip(exact.wins, double.wins, strict=True), (exact.mean_pot, double.mean_pot)]
    pairs += [(exact.mean_net(seat), double.mean_net(seat)) for seat in range(3)]
    for true, interval in pairs:
        assert isinstance(interval, Interval)
        assert interval.low <= true <= interval.high
        assert interval.high - interval.low < Fraction(1, 10**9)


# Best play.


def test_best_play_is_the_minimax_of_the_engine() -> None:
    rules = GalicianRules(**SMALL)

    def search(state: GalicianState) -> GalicianState:
        """Plain backward induction over the engine's positions: the final one that the chooser likes most, first."""
        turn = rules.turn(state) if state.winner is None else None
        if not isinstance(turn, Decision):
            return state
        ends = [search(rules.apply(state, move)) for move in turn.moves]
        return max(ends, key=lambda end: (end.winner == turn.seat, -end.paid[turn.seat]))

    for seed in range(8):
        deal = rules.random_deal(random.Random(seed))
        state = rules.dealt(deal)
        end, best = search(state), best_play(rules, deal)
        assert (best.end.winner, best.end.paid) == (end.winner, end.paid)
        assert (rules.lead, *best.line) == end.history
        if isinstance(turn := rules.turn(state), Decision) and state.winner is None:
            assert best.chooser == turn.seat
            assert [Lay(card) for card in best.values] == list(turn.moves)
            for card, value in best.values.items():
                after = search(rules.apply(state, Lay(card)))
                assert (value.winner, value.paid) == (after.winner, after.paid)


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"deal": "1o,2o,3o | 1o,2c,3c | 1e,2e,3e"}, InvalidDeal, "the deal has 1o twice"),
        ({"stacks": (3, -1, 3)}, ValueError, "stacks=(3, -1, 3): -1 is not allowed"),
        ({"stacks": (3, 3)}, ValueError, "stacks=(3, 3) is not allowed; allowed: one stack for each of 3 seats"),
        ({"policies": "clever"}, ValueError, "policy 'clever' is not known; allowed: uniform, keep-suits, greedy"),
        ({"policies": ["uniform"]}, ValueError, "1 policies for 3 seats"),
        (
            {"policies": lambda view, moves: Distribution.certain(Lay(Card(0, 2)))},
            IllegalMove,
            "plays 'play 2o'; legal",
        ),
        ({"policies": lambda view, moves: moves[0]}, ValueError, "allowed: a Distribution over legal moves"),
        ({"policies": lambda view, moves: Distribution.certain(view.history)}, ValueError, "so it has no history"),
        ({"policies": lopsided, "method": "double"}, ValueError, "(method='double') allow uniform, keep-suits"),
        ({"method": "fast"}, ValueError, "method='fast' is not allowed; allowed: 'exact', 'double'"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    rules = GalicianRules(**SMALL)
    with pytest.raises(error) as caught:
        round_law(rules, arguments.pop("deal", rules.random_deal(random.Random(5))), **arguments)
    assert message in str(caught.value)


def test_a_position_that_is_not_dealt_and_a_cancelled_law() -> None:
    rules = GalicianRules(**SMALL)
    with pytest.raises(InvalidRules, match="is not dealt yet"):
        round_law(rules, rules.initial())
    with pytest.raises(ValueError, match="which has its own chips"):
        round_law(rules, rules.dealt(rules.sorted_deal()), stacks=(1, 1, 1))
    with pytest.raises(Cancelled):
        round_law(rules, rules.sorted_deal(), cancelled=lambda: True)
