"""What a card is worth with the other hands hidden: against all deals by brute force, and the bots that rest on it."""

import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from seis_lab.bots import CABRON_LEVELS
from seis_lab.bots.cabron import SolverBot
from seis_lab.exact.answers import Cancelled, Estimate, Exact
from seis_lab.exact.cabron_hidden import card_values, position
from seis_lab.game import Decision, Record, play
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_knowledge import consistent_deals
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.cabron_policies import policy

SMALL: dict[str, Any] = {"players": 3, "suits": 3, "deck": 12, "opening_rank": 2}


def choices(rules: CabronRules, seeds: range) -> list[CabronState]:
    """Positions in which somebody chooses, from random first hands."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        state = rules.dealt(rules.random_deal(rng))
        while not state.points and isinstance(turn := rules.turn(state), Decision):
            found.append(state)
            state = rules.apply(state, rng.choice(turn.moves))
    return found


def points(end: CabronState, seat: int) -> Fraction:
    return end.points[seat]


def placed(end: CabronState, seat: int) -> Fraction:
    return Fraction(end.placed[seat])


def share(end: CabronState, seat: int) -> Fraction:
    return Fraction(int(end.placed[seat] == max(end.placed)), end.placed.count(max(end.placed)))


def mean_over_deals(rules: CabronRules, state: CabronState, move: Any, name: str, what: Any) -> Fraction:
    """The expected value of what(end of the hand, seat) over all deals the seat cannot tell apart, after this card.

    Every position is walked by the engine itself.
    """
    bot, seat = policy(rules, name), state.actor

    @cache
    def of(state: CabronState) -> Fraction:
        turn = rules.turn(state)
        if not isinstance(turn, Decision):
            return Fraction(what(state, seat))
        choice = bot(rules.view(state, turn.seat), turn.moves)
        return choice.mean(lambda move: of(rules.apply(state, move)))

    view = rules.view(state, seat)
    values = [of(rules.apply(position(view, hands), move)) for hands in consistent_deals(rules, view).all()]
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("options", [{}, {"dead_bonus": "the others' only"}, {"jumping": False}], ids=str)
@pytest.mark.parametrize("name", ["careful", "uniform"])
def test_the_values_of_few_deals_are_exact(name: str, options: dict[str, Any]) -> None:
    rules, tried = CabronRules(**SMALL, **options, hands=1), 0
    for state in choices(rules, range(4)):
        view = rules.view(state, state.actor)
        possible = consistent_deals(rules, view)
        if possible.count > 12:
            continue
        values = card_values(rules, view, 12, 6, policies=name)
        assert list(values) == list(rules.turn(state).moves)
        for move, value in values.items():
            for answer, what in ((value.points, points), (value.placed, placed), (value.share, share)):
                assert isinstance(answer, Exact)
                assert answer == mean_over_deals(rules, state, move, name, what)
        tried += possible.count > 1
    assert tried


@pytest.mark.parametrize("nodes", [0, 400])
def test_estimates_hold_the_truth(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played out or solved, over sampled deals: the mean of all deals lies inside. Each interval errs 1 in 10 000."""
    monkeypatch.setattr("seis_lab.exact.cabron_hidden.NODES", nodes)
    rules = CabronRules(**SMALL, hands=1)
    tried = 0
    for state in choices(rules, range(4)):
        view = rules.view(state, state.actor)
        if not 30 < consistent_deals(rules, view).count < 200:
            continue
        for move, value in card_values(rules, view, 30, 6, confidence=0.9999).items():
            truth = mean_over_deals(rules, state, move, "careful", points)
            assert isinstance(value.points, Estimate)
            assert value.points.low - 1e-9 <= truth <= value.points.high + 1e-9
            tried += 1
    assert tried > 3


def test_what_card_values_refuse() -> None:
    rules = CabronRules(**SMALL)
    state = choices(rules, range(3))[0]
    view = rules.view(state, state.actor)
    with pytest.raises(ValueError, match="deals=1 is not allowed; allowed: a whole number from 2 up"):
        card_values(rules, view, 1, 6)
    with pytest.raises(ValueError, match="it is not the turn of seat"):
        card_values(rules, rules.view(state, (state.actor + 1) % 3), 5, 6)
    with pytest.raises(ValueError, match="policy 'kind'"):
        card_values(rules, view, 5, 6, policies="kind")
    with pytest.raises(ValueError, match="confidence=1 is not allowed"):
        card_values(rules, view, 5, 6, confidence=1)
    with pytest.raises(ValueError, match="policies=None is not allowed"):
        card_values(rules, view, 5, 6, policies=None)  # type: ignore[arg-type]
    with pytest.raises(Cancelled):
        card_values(rules, view, 5, 6, cancelled=lambda: True)


# Bots.


@pytest.mark.parametrize("options", [{}, {"jumping": False}], ids=str)
def test_every_level_plays_a_match(options: dict[str, Any]) -> None:
    rules = CabronRules(players=4, suits=4, deck=16, opening_rank=2, target=20, **options)
    bots = [make(rules) for make in CABRON_LEVELS.values()]
    record: Record[Any, Any] = play(rules, bots, random.Random(6))
    assert record.outcome() is not None


def test_the_solver_is_a_function_of_its_view_and_says_what_it_rests_on() -> None:
    rules = CabronRules(**SMALL)
    bot = SolverBot(rules)
    for state in choices(rules, range(3)):
        view, moves = rules.view(state, state.actor), rules.turn(state).moves
        assert bot(view, moves) == SolverBot(rules)(view, moves)
        kind, reason = bot.basis(view)
        assert kind == "estimate"
        assert reason.startswith(f"{bot.deals(view)} deals that fit what the seat knows")
        assert 2 <= bot.deals(view) <= 40


def test_careful_beats_chance_and_the_solver_beats_careful() -> None:
    """The same deals with seat A of each level among careful players, or random ones: more points in sum."""
    rules = CabronRules(players=4, suits=4, deck=24, opening_rank=3, hands=1)

    def won(level: str, others: str, hands: int) -> Fraction:
        total = Fraction(0)
        for seed in range(hands):
            rng = random.Random(seed)
            state = rules.dealt(rules.random_deal(rng), starter=seed % 4)
            first = SolverBot(rules, tried=60) if level == "solver" else CABRON_LEVELS[level](rules)
            bots = [first, *[CABRON_LEVELS[others](rules)] * 3]
            for move in play(rules, bots, rng, start=state).moves:
                state = rules.apply(state, move)
            total += state.points[0]
        return total

    assert won("careful", "random", 40) > won("random", "random", 40)
    assert won("solver", "careful", 16) > won("careful", "careful", 16)
