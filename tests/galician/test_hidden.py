"""What a seat can conclude: every assignment of the hidden cards replayed by the engine, and values over all."""

import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from seis_lab.bots import GALICIAN_LEVELS
from seis_lab.bots.galician import SolverBot
from seis_lab.exact.answers import Cancelled
from seis_lab.exact.galician import card_laws
from seis_lab.exact.galician_hidden import card_values, position
from seis_lab.game import Decision, Record, play
from seis_lab.games.galician import GalicianRules, Hands
from seis_lab.games.galician_knowledge import cannot_hold, consistent_deals
from seis_lab.games.galician_notation import GalicianState, Lay
from seis_lab.sim.verdict import chi_squared

SMALL: dict[str, Any] = {"players": 3, "suits": 3, "ranks": 3, "opening_rank": 2}


def choices(rules: GalicianRules, seeds: range) -> list[GalicianState]:
    """Positions in which somebody chooses and somebody has passed or not, from random rounds."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        state = rules.dealt(rules.random_deal(rng))
        while state.winner is None and isinstance(turn := rules.turn(state), Decision):
            found.append(state)
            state = rules.apply(state, rng.choice(turn.moves))
    return found


def replayed(rules: GalicianRules, state: GalicianState, hands: Hands) -> bool:
    """Whether the engine comes to the same history when the hands had been these."""
    dealt = [list(hand) for hand in hands]
    for turn, card in enumerate(state.history):
        if card is not None:
            dealt[((state.leader or 0) + turn) % rules.players].append(card)
    again = rules.dealt(rules.deal(dealt))
    while again.history != state.history:
        if again.history != state.history[: again.turn] or again.winner is not None:
            return False
        card = state.history[again.turn]
        if card is None or Lay(card) not in rules.turn(again).moves:
            return False
        again = rules.apply(again, Lay(card))
    return True


def every_assignment(rules: GalicianRules, state: GalicianState, seat: int) -> set[Hands]:
    """All hands of the others with the hidden cards, in hands of their sizes, that replay to this position."""
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    owners = [other for other, hand in enumerate(state.hands) if other != seat for _ in hand]
    found = set()
    for order in set(permutations(owners)):
        dealt = [list(state.hands[seat]) if other == seat else [] for other in range(rules.players)]
        for card, other in zip(hidden, order, strict=True):
            dealt[other].append(card)
        hands = tuple(tuple(sorted(hand)) for hand in dealt)
        if replayed(rules, state, hands):
            found.add(hands)
    return found


@pytest.mark.parametrize("options", [SMALL, {"players": 4, "suits": 2, "ranks": 5, "opening_rank": 3}], ids=str)
def test_the_consistent_deals_are_those_that_replay(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    passed = 0
    for state in choices(rules, range(12)):
        hidden = sum(map(len, state.hands)) - len(state.hands[state.actor])
        if hidden > 6:
            continue
        deals = consistent_deals(rules, rules.view(state, state.actor))
        every = every_assignment(rules, state, state.actor)
        assert deals.count == len(every)
        assert {deals.sample(random.Random(seed)) for seed in range(20)} <= every
        assert state.hands in every
        passed += None in state.history and len(every) > 1
    assert passed


def test_every_consistent_deal_is_equally_likely() -> None:
    rules = GalicianRules(**SMALL)
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
    rules = GalicianRules()
    for state in choices(rules, range(3)):
        for seat in range(5):
            shown = cannot_hold(rules, rules.view(state, seat))
            assert all(not set(shown[other]) & set(hand) for other, hand in enumerate(state.hands))
            assert consistent_deals(rules, rules.view(state, seat)).count >= 1


def test_the_first_choice_of_a_round_leaves_all_deals_open() -> None:
    """Nobody has passed yet, so the 31 or so hidden cards lie in any way: a multinomial coefficient."""
    from math import factorial, prod

    rules = GalicianRules()
    state = next(one for one in choices(rules, range(30)) if None not in one.history)
    sizes = [len(hand) for seat, hand in enumerate(state.hands) if seat != state.actor]
    assert consistent_deals(rules, rules.view(state, state.actor)).count == (
        factorial(sum(sizes)) // prod(map(factorial, sizes))
    )


def test_card_values_are_means_over_the_consistent_deals() -> None:
    rules = GalicianRules(**SMALL)
    tried = 0
    for state in choices(rules, range(5)):
        seat = state.actor
        view = rules.view(state, seat)
        every = every_assignment(rules, state, seat)
        if len(every) > 40:
            continue
        values = card_values(rules, view, 60, 6, confidence=0.9999)
        laws = [card_laws(rules, position(view, hands)) for hands in every]
        assert list(values) == list(rules.turn(state).moves)
        for move, value in values.items():
            win = sum((law[move].win(seat) for law in laws), Fraction(0)) / len(every)
            net = sum((law[move].mean_net(seat) for law in laws), Fraction(0)) / len(every)
            assert value.win.low - 1e-9 <= win <= value.win.high + 1e-9
            assert value.net.low - 1e-9 <= net <= value.net.high + 1e-9
            tried += 1
    assert tried > 5


def test_what_card_values_refuse() -> None:
    rules = GalicianRules(**SMALL)
    state = choices(rules, range(3))[0]
    with pytest.raises(ValueError, match="deals=1 is not allowed; allowed: a whole number from 2 up"):
        card_values(rules, rules.view(state, state.actor), 1, 6)
    with pytest.raises(ValueError, match="it is not the turn of seat"):
        card_values(rules, rules.view(state, (state.actor + 1) % 3), 5, 6)
    with pytest.raises(ValueError, match="confidence=1 is not allowed"):
        card_values(rules, rules.view(state, state.actor), 5, 6, confidence=1)
    with pytest.raises(ValueError, match="policies=None is not allowed"):
        card_values(rules, rules.view(state, state.actor), 5, 6, policies=None)  # type: ignore[arg-type]
    with pytest.raises(Cancelled):
        card_values(rules, rules.view(state, state.actor), 5, 6, cancelled=lambda: True)


# Bots.


def test_every_level_plays_a_match() -> None:
    rules = GalicianRules(**SMALL, chips=3, rounds=6)
    bots = [make(rules) for make in GALICIAN_LEVELS.values()]
    record: Record[Any, Any] = play(rules, bots, random.Random(6))
    assert record.outcome() is not None


def test_the_solver_is_a_function_of_its_view_and_says_what_it_rests_on() -> None:
    rules = GalicianRules(**SMALL)
    bot = SolverBot(rules)
    for state in choices(rules, range(3)):
        view, moves = rules.view(state, state.actor), rules.turn(state).moves
        assert bot(view, moves) == SolverBot(rules)(view, moves)
        assert bot.basis(view) == ("estimate", "8 deals that fit what the seat knows, each solved exactly")


def test_without_numba_the_solver_plays_by_the_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GalicianRules(**SMALL)
    state = choices(rules, range(3))[0]
    view, moves = rules.view(state, state.actor), rules.turn(state).moves
    monkeypatch.setattr("seis_lab.bots.galician.find_spec", lambda name: None)
    assert SolverBot(rules)(view, moves) == GALICIAN_LEVELS["keep-suits"](rules)(view, moves)
    assert SolverBot(rules).basis(view)[1].startswith("rule of thumb: numba is not installed")


def test_the_solver_takes_more_chips_than_chance() -> None:
    """30 rounds on the same deals, seat A once as solver and once at random, the others at random: it must gain."""
    rules = GalicianRules(players=3, suits=4, ranks=5, opening_rank=3, chips=20)
    gains = []
    for seed in range(30):
        hands = rules.random_deal(random.Random(seed))
        nets = []
        for level in ("solver", "random"):
            rng = random.Random(seed)
            bots = [GALICIAN_LEVELS[level](rules), *[GALICIAN_LEVELS["random"](rules)] * 2]
            state = rules.dealt(hands)
            while state.winner is None and isinstance(turn := rules.turn(state), Decision):
                choice = bots[turn.seat](rules.view(state, turn.seat), turn.moves)
                state = rules.apply(state, choice.sample(rng))
            nets.append(state.chips[0])
        gains.append(nets[0] - nets[1])
    assert sum(gains) > 0
