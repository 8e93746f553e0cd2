"""What the rule lab knows of Galician Seis: exact where it is small, estimated where not, and which rules matter."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from seis_lab.exact.answers import Estimate
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_match import match_law
from seis_lab.games.galician import GalicianRules
from seis_lab.widgets import galician_answers
from seis_lab.widgets.galician_answers import LIVE, answer, dead

MINI = GalicianRules(players=3, suits=2, ranks=3, opening_rank=2, chips=2)


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(galician_answers, "GAMES", {"round": (2_000, 200), "match": (400, 40)})


def lines(answer):
    return {(key.rpartition(".")[2], seat): number for key, seat, number in answer.lines}


def test_a_small_deck_is_answered_exactly_by_the_average_over_all_deals():
    law = all_deals(MINI).law
    found = lines(answer("round", MINI))
    assert [found["leader", "A"], found["wins", "B"], found["wins", "C"]] == list(law.wins)
    assert found["pot", ""] == law.mean_pot and found["net", "A"] == law.mean_net(0)
    assert answer("round", MINI).kind == "exact"
    assert sum(found["net", seat] for seat in "ABC") == 0  # chips only change hands


def test_a_small_match_is_answered_exactly_and_its_shares_sum_to_one():
    found, law = lines(answer("match", MINI)), match_law(MINI)
    assert found["rounds", ""] == law.mean_rounds
    assert sum(number for (key, _), number in found.items() if key in ("first", "wins")) == 1


@pytest.mark.parametrize("question", LIVE)
def test_the_full_deck_is_an_estimate_and_says_so(question):
    found = answer(question, GalicianRules())
    assert found.kind == "estimate" and all(isinstance(number, Estimate) for *_, number in found.lines)


def test_a_full_deck_in_which_no_chip_moves_never_ends_and_nobody_plays_it_to_find_out():
    found = answer("match", GalicianRules(pass_cost=0))
    assert lines(found) == {("never", ""): 1} and found.kind == "exact"
    assert ("rounds", "") in lines(answer("match", GalicianRules(pass_cost=0, rounds=2)))


# One change for every option.
CHANGES = {
    "players": 2,
    "deck": "french",
    "ranks": 4,
    "suits": 3,
    "opening_rank": 1,
    "chips": 1,
    "ante": 1,
    "pass_cost": 2,
    "broke_player": "round and match end at once",
    "match_end": "the moment somebody has none",
    "match_tie": "one more round",
    "rounds": 1,
}


def numbers(question, rules):
    return [(key, seat, Fraction(number)) for key, seat, number in answer(question, rules).lines]


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_called_dead_changes_nothing_and_what_is_live_something(name):
    # Chips and what happens without any matter only where somebody can run out of them in a round.
    poor = {"chips": {"ante": 1, "pass_cost": 2}, "broke_player": {"chips": 1, "ante": 1}, "match_end": {"chips": 1}}
    base = replace(MINI, **poor.get(name, {}))
    changed = replace(base, **{name: CHANGES[name]})
    for question in LIVE:
        differs = numbers(question, base) != numbers(question, changed)
        assert differs is (name in LIVE[question]), question


def test_every_option_is_live_or_dead():
    for question in LIVE:
        known = {*LIVE[question], *dead(question, MINI)}
        assert known == {item.name for item in fields(GalicianRules)} == set(CHANGES)
