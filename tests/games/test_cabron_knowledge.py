"""What a seat can conclude at Seises cabrón, and its simple policies: every assignment of the hidden cards replayed."""

import random
from itertools import permutations
from math import factorial, prod
from typing import Any

import pytest

from seis_lab.game import Decision
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_knowledge import cannot_hold, consistent_deals
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.cabron_policies import POLICIES, jumped, policy
from seis_lab.games.column_moves import Lay
from seis_lab.games.columns import Columns, dead, place
from seis_lab.games.deals import Hands
from seis_lab.games.decks import Card
from seis_lab.sim.verdict import chi_squared

SMALL: dict[str, Any] = {"players": 3, "suits": 3, "deck": 12, "opening_rank": 2}


def choices(rules: CabronRules, seeds: range, starter: int | None = None) -> list[CabronState]:
    """Positions in which somebody chooses, from random hands."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        state = rules.dealt(rules.random_deal(rng), starter)
        while not state.points and isinstance(turn := rules.turn(state), Decision):
            found.append(state)
            state = rules.apply(state, rng.choice(turn.moves))
    return found


def replayed(rules: CabronRules, state: CabronState, hands: Hands, starter: int | None) -> bool:
    """Whether the engine comes to the same history and dead cards when these were the hands that are left."""
    dealt = [[*hand, *lost] for hand, lost in zip(hands, state.dead, strict=True)]
    for turn, card in enumerate(state.history):
        if card is not None:
            dealt[((state.starter or 0) + turn) % rules.players].append(card)
    again = rules.dealt(rules.deal(dealt), starter)
    while again.history != state.history:
        if again.history != state.history[: again.turn] or again.points:
            return False
        card = state.history[again.turn]
        if card is None or Lay(card) not in rules.turn(again).moves:
            return False
        again = rules.apply(again, Lay(card))
    return (again.hands, again.dead) == (hands, state.dead)


def every_assignment(rules: CabronRules, state: CabronState, seat: int, starter: int | None) -> set[Hands]:
    """All hands of the others with the hidden cards, in hands of their sizes, that replay to this position."""
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    owners = [other for other, hand in enumerate(state.hands) if other != seat for _ in hand]
    found = set()
    for order in set(permutations(owners)):
        dealt = [list(state.hands[seat]) if other == seat else [] for other in range(rules.players)]
        for card, other in zip(hidden, order, strict=True):
            dealt[other].append(card)
        hands = tuple(tuple(sorted(hand)) for hand in dealt)
        if replayed(rules, state, hands, starter):
            found.add(hands)
    return found


@pytest.mark.parametrize(
    ("options", "starter"),
    [
        (SMALL, None),
        (SMALL, 1),
        ({"players": 4, "suits": 2, "deck": 12, "opening_rank": 3}, 0),
        ({**SMALL, "jumping": False}, 2),
    ],
    ids=str,
)
def test_the_consistent_deals_are_those_that_replay(options: dict[str, Any], starter: int | None) -> None:
    rules = CabronRules(**options)
    passed = died = 0
    for state in choices(rules, range(12), starter):
        if sum(map(len, state.hands)) - len(state.hands[state.actor]) > 6:
            continue
        deals = consistent_deals(rules, rules.view(state, state.actor))
        every = every_assignment(rules, state, state.actor, starter)
        assert deals.count == len(every)
        assert sorted(deals.all()) == sorted(every)
        assert {deals.sample(random.Random(seed)) for seed in range(20)} <= every
        assert state.hands in every
        passed += None in state.history and len(every) > 1
        died += any(state.dead) and len(every) > 1
    assert passed
    assert died or not rules.jumping


def test_every_consistent_deal_is_equally_likely() -> None:
    rules = CabronRules(**SMALL)
    view = next(
        rules.view(state, state.actor)
        for state in choices(rules, range(200))
        if None in state.history and consistent_deals(rules, rules.view(state, state.actor)).count in range(4, 10)
    )
    deals, rng, drawn = consistent_deals(rules, view), random.Random(6), dict[Hands, int]()
    for _ in range(4_000):
        hands = deals.sample(rng)
        drawn[hands] = drawn.get(hands, 0) + 1
    assert len(drawn) == deals.count
    assert chi_squared([(1 / deals.count, count) for count in drawn.values()], 4_000)[1] > 0.001


def test_nobody_is_said_not_to_hold_what_they_hold() -> None:
    rules = CabronRules()
    for starter in (None, 2):
        for state in choices(rules, range(3), starter):
            for seat in range(4):
                shown = cannot_hold(rules, rules.view(state, seat))
                assert all(not set(shown[other]) & set(hand) for other, hand in enumerate(state.hands))
                assert consistent_deals(rules, rules.view(state, seat)).count >= 1


def test_before_anybody_passes_the_hidden_cards_lie_in_any_way() -> None:
    rules = CabronRules()
    state = next(one for one in choices(rules, range(30)) if None not in one.history)
    sizes = [len(hand) for seat, hand in enumerate(state.hands) if seat != state.actor]
    assert consistent_deals(rules, rules.view(state, state.actor)).count == (
        factorial(sum(sizes)) // prod(map(factorial, sizes))
    )


def test_a_starter_that_passes_has_shown_to_hold_no_six() -> None:
    rules = CabronRules()
    state = next(one for one in choices(rules, range(30), 1) if one.history[:1] == (None,) and one.turn < 4)
    sixes = {Card(suit, 6) for suit in range(4)} - {card for card in state.history if card}
    assert sixes <= set(cannot_hold(rules, rules.view(state, 0))[1])


# Policies.


def test_what_dies_is_what_the_engine_lays_dead() -> None:
    """The twin of `jumped`: the dead ranks of the column after the card, less those before."""
    for columns in (Columns(5, 3, jumping=True), Columns(5, 2, jumping=True), Columns(5, 3)):
        for column in columns.shapes():
            for rank in columns.fits(column):
                new = set(dead(place(column, rank))) - set(dead(column))
                assert set(jumped(columns, column, rank)) == new
                assert columns.jumping or not new


def test_careful_and_killer_play_their_best_cards() -> None:
    """The other route: with all hands open, whose cards lie between those placed."""
    rules, differ = CabronRules(), 0
    for state in choices(rules, range(6)):
        seat, moves = state.actor, rules.turn(state).moves
        gains: dict[str, dict[Any, int]] = {"uniform": {}, "careful": {}, "killer": {}}
        for move in moves:
            suit = move.card.suit
            gone = {Card(suit, rank) for rank in dead(place(rules.table(state)[suit], move.card.rank))}
            died = [len(gone & set(hand)) for hand in state.hands]
            gains["uniform"][move] = 0
            gains["careful"][move] = -died[seat]
            gains["killer"][move] = sum(died) - died[seat]
        for name in POLICIES:
            best = {move for move in moves if gains[name][move] == max(gains[name].values())}
            choice = policy(rules, name)(rules.view(state, seat), moves)
            assert set(choice.weights) == best
            assert set(choice.weights.values()) == {1}
            differ += best != set(moves)
    assert differ > 50


def test_an_unknown_policy_is_quoted() -> None:
    with pytest.raises(
        ValueError, match="policy 'kind' is not known; allowed: uniform, careful, killer, or a function"
    ):
        policy(CabronRules(), "kind")
