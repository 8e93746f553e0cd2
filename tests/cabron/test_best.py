"""Best play with all hands known: against a search of every line by the engine, in plain Python and in arrays."""

import random
from typing import Any

import pytest

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.cabron_best import AIMS, FEW, Search, best_hand
from seis_lab.exact.cabron_double import best_in_arrays
from seis_lab.exact.cabron_layers import best_points_in_arrays
from seis_lab.exact.cabron_spans import Spans
from seis_lab.game import Decision, InvalidRules
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.column_moves import Lay
from tests.cabron.kernels import BESTS, LAWS
from tests.cabron.test_hand import OPTIONS, SMALL, every_option


def searched(rules: CabronRules, state: CabronState, aim: str) -> CabronState:
    """The end of the hand when each seat picks the first card, in the order of the deck, that is best for it."""
    turn = None if state.points else rules.turn(state)
    if not isinstance(turn, Decision):
        return state
    ends = [searched(rules, rules.apply(state, move), aim) for move in sorted(turn.moves, key=lambda move: move.card)]
    return max(ends, key=lambda end: (end.placed if aim == "cards" else end.points)[turn.seat])


@every_option
@pytest.mark.parametrize("aim", AIMS)
def test_every_line_of_play_searched_by_the_engine(options: dict[str, Any], aim: str) -> None:
    rules, rng = CabronRules(**{"hands": 1, **options}), random.Random(6)
    for _ in range(4):
        deal = rules.random_deal(rng)
        starter = rng.choice([None, *range(rules.players)])
        state = rules.dealt(deal, starter)
        best = best_hand(rules, deal, aim, starter=starter)
        end = searched(rules, state, aim)
        assert (best.end.placed, best.end.points) == (end.placed, end.points)
        for card, value in best.values.items():
            after = searched(rules, rules.apply(state, Lay(card)), aim)
            assert (value.placed, value.points) == (after.placed, after.points)


@pytest.mark.parametrize("aim", AIMS)
def test_the_line_is_legal_and_leads_to_the_end(aim: str) -> None:
    rules = CabronRules(**SMALL)
    for seed in range(5):
        deal = rules.random_deal(random.Random(seed))
        best, state = best_hand(rules, deal, aim), rules.dealt(deal)
        history = (rules.lead, *best.line)
        while not state.points:
            assert state.history == history[: state.turn]
            card = history[state.turn]
            assert card is not None
            state = rules.apply(state, Lay(card))
        assert (state.history, state.placed, state.points) == (history, best.end.placed, best.end.points)
        later = best_hand(rules, state, aim)
        assert (later.line, later.chooser, later.end) == ((), None, best.end)


@pytest.mark.parametrize("kernel", list(LAWS))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_arrays_find_what_plain_python_finds(options: dict[str, Any], kernel: str) -> None:
    rules = CabronRules(**{"hands": 1, **options})
    for seed in range(3):
        deal = rules.random_deal(random.Random(seed))
        spans = Spans.dealt(rules, deal)
        more = best_in_arrays(spans, LAWS[kernel])
        placed = tuple(a + b for a, b in zip(spans.placed, more((spans.start, spans.seat, ())), strict=True))
        assert placed == best_hand(rules, deal).end.placed
        found = best_points_in_arrays(spans, 10**6, BESTS[kernel])
        assert found is not None
        node = (spans.start, spans.seat, spans.placed)
        placed = tuple(a + b for a, b in zip(spans.placed, found[0](node), strict=True))
        best = best_hand(rules, deal, "points")
        assert (placed, found[1]) == (best.end.placed, best.states)
        assert best_points_in_arrays(spans, 3, BESTS[kernel]) is None


def test_points_in_arrays_in_the_middle_of_a_hand_of_40_cards() -> None:
    """A position with more nodes than plain Python is asked for: plain Python answers all the same."""
    rules, rng = CabronRules(players=5, deck=40), random.Random(2)
    state = rules.dealt(rules.random_deal(rng))
    while Spans.at(rules, state).nodes > 60_000:
        state = rules.apply(state, rng.choice(rules.turn(state).moves))
    spans = Spans.at(rules, state)
    assert spans.nodes > FEW
    search = Search(spans, "points")
    states = search.solve(10**6)
    best = best_hand(rules, state, "points")
    assert best.states == states
    assert best.end.placed == tuple(a + b for a, b in zip(state.placed, search.more(search.start), strict=True))


def test_the_sorted_deal_of_48_cards_can_be_placed_without_a_dead_card() -> None:
    """Each for itself, all seats place everything: the line says how, and the rules agree with every card of it."""
    rules = CabronRules()
    deal = rules.sorted_deal()
    best, state = best_hand(rules, deal), rules.dealt(deal)
    history = (rules.lead, *best.line)
    while not state.points:
        card = history[state.turn]
        assert card is not None
        state = rules.apply(state, Lay(card))
    assert state.placed == best.end.placed == (12, 12, 12, 12)
    assert best.end.points == (17, 17, 17, 17)


def test_bad_input_and_a_budget_are_named() -> None:
    rules = CabronRules()
    with pytest.raises(ValueError, match="aim='luck' is not allowed; allowed: 'cards', 'points'"):
        best_hand(rules, rules.sorted_deal(), "luck")
    for aim in AIMS:
        with pytest.raises(InvalidRules, match="needs more than 1000 states"):
            best_hand(rules, rules.sorted_deal(), aim, budget=1000)
        with pytest.raises(InvalidRules, match="needs more than 10 states"):
            best_hand(CabronRules(**SMALL), CabronRules(**SMALL).sorted_deal(), aim, budget=10)
    with pytest.raises(Cancelled):
        best_hand(rules, rules.sorted_deal(), "points", cancelled=lambda: True)
    shown = best_hand(CabronRules(**SMALL), CabronRules(**SMALL).sorted_deal())
    assert shown._repr_html_().count("<tr>") == len(shown.values) and "exact" in shown._repr_html_()
