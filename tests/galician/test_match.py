"""The match as a chain: its equations put to the test with steps made by the engine, options, and what is refused."""

from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import pytest

from seis_lab.exact.deal_classes import deal_classes
from seis_lab.exact.galician import round_law
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_match import MatchLaw, durations, match_law
from seis_lab.game import Decision, InvalidRules, Terminal
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import Deal, GalicianState

TINY: dict[str, Any] = {"suits": 2, "ranks": 3, "opening_rank": 2}
BASE: dict[str, Any] = {"players": 3, **TINY, "chips": 2}
OPTIONS: list[dict[str, Any]] = [
    BASE,
    {**BASE, "chips": 3},
    {**BASE, "ante": 1},
    {**BASE, "pass_cost": 2, "chips": 3},
    {**BASE, "broke_player": "round and match end at once", "ante": 1},
    {**BASE, "match_end": "the moment somebody has none"},
    {**BASE, "match_tie": "one more round", "ante": 1},
    {**BASE, "rounds": 2},
    {**BASE, "rounds": 1, "match_tie": "one more round", "players": 2},
    {"players": 4, **TINY, "chips": 1},  # two seats have a card more, so it matters who deals
    {"players": 2, **TINY, "chips": 3, "match_tie": "one more round"},
]


@cache
def deals(rules: GalicianRules) -> tuple[Any, ...]:
    return tuple(hands for hands, _ in deal_classes(rules, rules.sizes(rules.players - 1), fold=False, led=True))


Payoffs: TypeAlias = tuple[Fraction, ...] | None
End: TypeAlias = tuple[tuple[int, ...], int, int, Payoffs]  # chips, dealer, rounds played, payoffs where it is over


def round_by_engine(rules: GalicianRules, chips: tuple[int, ...], dealer: int, rounds: int) -> dict[End, Fraction]:
    """How a round ends that this seat deals, by playing every deal out in every way."""
    found: dict[End, Fraction] = {}

    def visit(state: GalicianState, p: Fraction) -> None:
        turn = rules.turn(state)
        if isinstance(turn, Decision) and state.winner is None:
            for move in turn.moves:
                visit(rules.apply(state, move), p / len(turn.moves))
            return
        payoffs = turn.outcome.payoffs if isinstance(turn, Terminal) else None
        end = (state.chips, state.leader or 0, state.round, payoffs)
        found[end] = found.get(end, Fraction(0)) + p

    first = (dealer + 1) % rules.players
    last_dealt = (first + len(rules.cards) - 1) % rules.players
    for hands in deals(rules):
        turned = [list(hands[(seat - first) % rules.players]) for seat in range(rules.players)]
        last = turned[last_dealt].pop()  # the engine deals the last card itself
        ready = GalicianState(chips, (0,) * rules.players, tuple(map(tuple, turned)), dealer, rounds + 1)
        visit(rules.apply(ready, Deal(last)), Fraction(1, len(deals(rules))))
    return found


@pytest.mark.parametrize("options", [one for one in OPTIONS if "rounds" not in one and one["players"] < 4], ids=str)
def test_the_equations_of_the_chain_with_steps_made_by_the_engine(options: dict[str, Any]) -> None:
    """E(rounds) = 1 + the mean of E after a round, and so on: with such equations for all states E is the only one.

    From each position the law is computed anew, so that folding and the order of the seats are tested too.
    """
    rules = GalicianRules(**options)

    @cache
    def law(chips: tuple[int, ...]) -> MatchLaw:
        return match_law(rules, stacks=chips)

    seen, waiting = set(), [rules.initial().chips]
    while waiting and len(seen) < 10:
        chips = waiting.pop()
        if chips in seen:
            continue
        seen.add(chips)
        mean, wins = Fraction(1), [Fraction(0)] * rules.players
        for (after, _, _, payoffs), p in round_by_engine(rules, chips, 0, 0).items():
            mean += 0 if payoffs else p * law(after).mean_rounds
            wins = [win + p * share for win, share in zip(wins, payoffs or law(after).wins, strict=True)]
            waiting += [] if payoffs else [after]
        assert law(chips).mean_rounds == mean
        assert list(law(chips).wins) == wins


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_first_rounds_played_by_the_engine(options: dict[str, Any]) -> None:
    """Also with an agreed number of rounds, and with cards left over, where it matters who deals."""
    rules = GalicianRules(**options)
    law = match_law(rules)
    layer = {((rules.chips,) * rules.players, rules.players - 1, 0): Fraction(1)}
    for rounds in (1, 2):
        following: dict[tuple[tuple[int, ...], int, int], Fraction] = {}
        ended = Fraction(0)
        for (chips, dealer, played), p in layer.items():
            for (after, leader, number, payoffs), share in round_by_engine(rules, chips, dealer, played).items():
                if payoffs:
                    ended += p * share
                else:
                    following[after, leader, number] = following.get((after, leader, number), Fraction(0)) + p * share
        assert law.pmf(rounds) == ended
        layer = following


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_folding_changes_nothing(options: dict[str, Any]) -> None:
    rules = GalicianRules(**options)
    folded, plain = match_law(rules), match_law(rules, fold=False)
    assert dict(folded.finals) == dict(plain.finals)
    assert folded.mean_rounds == plain.mean_rounds and folded.time.variance == plain.time.variance
    assert sum(folded.finals.values()) == sum(folded.wins) == 1
    assert folded.states <= plain.states


def test_every_option_changes_the_answer() -> None:
    def answer(**options: Any) -> tuple[Any, ...]:
        law = match_law(GalicianRules(**{**BASE, "ante": 1, **options}))
        return law.mean_rounds, tuple(sorted(law.finals.items()))

    changes: list[dict[str, Any]] = [
        {},
        {"chips": 3},
        {"ante": 0},
        {"pass_cost": 2},
        {"broke_player": "round and match end at once"},
        {"match_end": "the moment somebody has none"},
        {"match_tie": "one more round"},
        {"rounds": 1},
        {"players": 2},
        {"opening_rank": 1},
    ]
    answers = [answer(**change) for change in changes]
    assert len(set(answers)) == len(changes)


def test_a_match_that_never_ends_says_so() -> None:
    law = match_law(GalicianRules(**{**BASE, "pass_cost": 0}))
    assert law.never == 1 and "never ends: 1" in str(law)
    assert law.to_json()["rounds"] is None


def test_the_law_of_a_round_may_be_given() -> None:
    rules = GalicianRules(**{**BASE, "suits": 3})
    every = all_deals(rules, "greedy")
    assert match_law(rules, "greedy").mean_rounds == match_law(rules, rounds=every).mean_rounds
    assert match_law(rules, "greedy").mean_rounds == match_law(rules, rounds=every.law).mean_rounds
    assert match_law(rules, "greedy").mean_rounds != match_law(rules).mean_rounds


def test_rounds_by_starting_chips_grow() -> None:
    found = list(durations(GalicianRules(**BASE), range(1, 5)).values())
    assert found == sorted(found) and found[0] >= 1


def test_what_is_refused() -> None:
    rules, at_once = GalicianRules(**BASE), GalicianRules(**BASE, match_end="the moment somebody has none")
    double = round_law(rules, rules.sorted_deal(), method="double")
    with pytest.raises(InvalidRules, match="has more than 1 states"):
        match_law(GalicianRules(**{**BASE, "chips": 3}), budget=1)
    with pytest.raises(InvalidRules, match="classes; allowed: a smaller deck"):
        match_law(GalicianRules())
    with pytest.raises(InvalidRules, match="allowed: an exact law"):
        match_law(rules, rounds=double)
    with pytest.raises(InvalidRules, match="allowed: rounds=None"):
        match_law(at_once, rounds=all_deals(rules))
    with pytest.raises(ValueError, match="one stack for each of 3 seats"):
        match_law(rules, stacks=(1, 2))
