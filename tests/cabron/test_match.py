"""The law of a match: every line of whole matches walked by the engine, closed forms by hand, and what is refused."""

from fractions import Fraction
from typing import Any

import pytest

from seis_lab.exact.cabron_deals import all_hands
from seis_lab.exact.cabron_matches import Node, _after, cabron_match, matches_by_target
from seis_lab.exact.deal_classes import deal_classes
from seis_lab.game import InvalidRules, Terminal
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronState
from tests.cabron.brute import Walk

MINI: dict[str, Any] = {"players": 2, "suits": 2, "deck": 8, "opening_rank": 2}


def hands_of(rules: CabronRules, starter: int | None) -> dict[tuple[Fraction, ...], Fraction]:
    """The points of one hand by seat over all deals, every line walked; a first hand is counted from its starter."""
    found: dict[tuple[Fraction, ...], Fraction] = {}
    listed = [deal for deal, _ in deal_classes(rules, (rules.size,) * rules.players, fold=False, led=True)]
    for deal in listed:
        state = rules.dealt(deal, starter)
        shift = state.starter or 0 if starter is None else 0
        for points, p in Walk(rules, state).points.items():
            turned = (*points[shift:], *points[:shift])
            found[turned] = found.get(turned, Fraction(0)) + p / len(listed)
    return found


@pytest.mark.parametrize(
    "options",
    [
        {**MINI, "hands": 2},
        {**MINI, "hands": 3, "target": 12},
        {"players": 3, "suits": 1, "deck": 6, "opening_rank": 3, "hands": 3, "target": 7, "tie_bonus": "rounded down"},
    ],
    ids=str,
)
def test_matches_of_a_few_hands_walked_hand_by_hand(options: dict[str, Any]) -> None:
    rules = CabronRules(**options)
    laws = [hands_of(rules, None), *(hands_of(rules, seat) for seat in range(rules.players))]
    wins, lengths = [Fraction(0)] * rules.players, dict[int, Fraction]()

    def visit(scores: tuple[Fraction, ...], number: int, p: Fraction) -> None:
        law = laws[0] if number == 1 else laws[1 + (number - 1) % rules.players]
        for points, q in law.items():
            after = tuple(had + more for had, more in zip(scores, points, strict=True))
            nothing = ((),) * rules.players
            turn = rules.turn(CabronState(after, nothing, nothing, number, 0, points=points))
            if isinstance(turn, Terminal):
                lengths[number] = lengths.get(number, Fraction(0)) + p * q
                for seat, share in enumerate(turn.outcome.payoffs):
                    wins[seat] += p * q * share
            else:
                visit(after, number + 1, p * q)

    visit((Fraction(0),) * rules.players, 1, Fraction(1))
    law = cabron_match(rules)
    assert law.wins == tuple(wins)
    assert {n: law.pmf(n) for n in lengths} == lengths and sum(lengths.values()) == 1


def test_a_match_to_one_point_is_played_until_a_hand_is_not_tied() -> None:
    """By hand: with t the chance of a tie, 1 + t1 / (1 - t) hands; later starters win alternately."""
    rules = CabronRules(**MINI, target=1)
    first, later = all_hands(rules).law, all_hands(rules, later=True).law
    law = cabron_match(rules)
    t1, t = Fraction(first.tie), Fraction(later.tie)
    assert law.mean_hands == 1 + t1 / (1 - t)
    alone = [Fraction(seat) - t for seat in later.wins]  # the starter's and the other's chance to win outright
    starter = (alone[0] + t * alone[1]) / (1 - t * t)
    assert law.wins[0] == Fraction(first.wins[0]) - t1 + t1 * (1 - starter)
    assert sum(law.wins) == 1


def test_targets_and_texts() -> None:
    rules = CabronRules(**MINI)
    found = matches_by_target(rules, (5, 30))
    assert found[5].mean_hands < found[30].mean_hands
    assert found[30].rules.target == 30
    assert "hands" in str(found[5]) and "states" in repr(found[5]) and found[5]._repr_html_().startswith("<table")
    assert found[5].to_json()["seats"][1]["wins"]["kind"] == "exact"


def test_policies_of_single_seats_are_refused() -> None:
    """They would go round the table with the starter, hand by hand."""
    with pytest.raises(ValueError, match=r"policies=\['careful', 'killer'\] is not allowed; .*simulate_match"):
        cabron_match(CabronRules(**MINI), ["careful", "killer"])  # type: ignore[arg-type]


def test_a_large_match_is_refused_before_all_its_states_are_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six seats: every state leads to dozens of others, which are counted as soon as they are seen."""
    steps: list[Node] = []

    def counted(rules: CabronRules, node: Node, gained: tuple[Fraction, ...]) -> Node:
        steps.append(node)
        return _after(rules, node, gained)

    monkeypatch.setattr("seis_lab.exact.cabron_matches._after", counted)
    with pytest.raises(InvalidRules, match="more than 2000 states"):
        cabron_match(CabronRules(players=6, deck=6, suits=1, opening_rank=3, target=20), budget=2000)
    assert 2000 <= len(steps) < 10_000


def test_what_has_no_end_or_is_too_large_is_refused() -> None:
    with pytest.raises(InvalidRules, match="simulate_match"):
        cabron_match(CabronRules(players=3, suits=2, deck=6, opening_rank=1), budget=200)
    with pytest.raises(InvalidRules, match="more than 10 states"):
        cabron_match(CabronRules(**MINI), budget=10)
