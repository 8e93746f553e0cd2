"""The rule lab of Galician Seis: controls, answers with their kind, and what it says of a change."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from seis_lab.exact.answers import Estimate, Exact
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_match import match_law
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.widgets import galician_answers
from seis_lab.widgets.galician_answers import LIVE, NOT_HERE, answer, dead, difference
from seis_lab.widgets.galician_lab import GalicianLab

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


def test_an_exact_difference_is_exact_and_an_estimated_one_has_an_interval():
    exact = difference(Exact("1/3"), Exact("1/2"))
    assert (exact.value, exact.low, exact.high) == (Fraction(1, 6),) * 3
    one = Estimate(0.5, 0.46, 0.54, confidence=0.95, games=600, seed=1)
    other = Estimate(0.53, 0.50, 0.56, confidence=0.95, games=1000, seed=2)
    found = difference(one, other)
    assert not found.told and abs(found.high - found.value - 0.05) < 1e-12  # 3-4-5
    assert difference(one, Exact("9/10")).told


# One change for every option that the lab offers.
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


def test_every_option_is_offered_live_or_dead_or_left_out():
    for question in LIVE:
        known = {*LIVE[question], *dead(question, MINI), *NOT_HERE}
        assert known == {item.name for item in fields(GalicianRules)} == {*CHANGES, *NOT_HERE}


def test_a_change_is_answered_before_and_after_with_both_kinds():
    lab = GalicianLab("es", before=MINI)
    assert lab.html().count("exacto") > 8 and "–" in lab.html()
    lab.set(ante=1)
    pot = next(pair for pair in lab.pairs() if pair[0].endswith("pot"))
    assert pot[3] - pot[2] == 3 and "<b>+3,000</b>" in lab.html()
    lab.set(players=5, suits=4, ranks=10, opening_rank=6, chips=12)
    assert "estimado" in lab.html() and "Estimado con 2000 simuladas" in lab.html()
    lab.ask("match")
    assert {answer.question for answer in lab.answers} == {"match"}


def test_a_control_changes_the_rules_and_what_cannot_be_says_why():
    lab = GalicianLab(before=MINI)
    lab.controls["ante"].entry.value = 2
    lab.worker.wait()
    assert lab.rules == replace(MINI, ante=2)
    lab.controls["opening_rank"].entry.value = "nine"
    assert "opening_rank=" in lab.said.words and "nine" in lab.said.words
    assert lab.rules == replace(MINI, ante=2)
    with pytest.raises(InvalidRules, match="players=9"):
        lab.set(players=9)


@pytest.mark.parametrize(
    ("given", "quoted"),
    [({"lang": "fr"}, "lang='fr'"), ({"question": "luck"}, "question='luck'"), ({"before": 3}, "before=3")],
)
def test_a_bad_argument_is_one_clear_error(given, quoted):
    with pytest.raises(InvalidRules) as error:
        GalicianLab(**given)
    assert quoted in str(error.value)


def test_a_page_that_runs_no_widgets_shows_the_answer():
    data = GalicianLab("gl", before=MINI)._repr_mimebundle_()
    assert data["text/plain"].startswith("GalicianLab('gl', before=GalicianRules(players=3")
    assert "data:image/svg+xml;base64," in data["text/html"] and "13/15" in data["text/html"]  # 13/15: galician_deals
