"""The rule lab for Galician Seis: exact and estimated sides, what it says of a change, and what is taken away."""

import csv
import io
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from seis_lab.exact.answers import Cancelled, Estimate
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.games.seis import SeisRules
from seis_lab.widgets import galician_answers
from seis_lab.widgets.export import to_csv, to_latex, to_python
from seis_lab.widgets.galician_bench import QUESTIONS, ask, dead
from seis_lab.widgets.lab_panels import on_trial
from seis_lab.widgets.rule_answers import Answer, difference_of
from seis_lab.widgets.rule_lab import RuleLab

MINI = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2, chips=2)
FULL = {"players": 5, "suits": 4, "ranks": 10, "opening_rank": 6, "chips": 12}
KEY = "galician.lab.row."


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(galician_answers, "GAMES", {"round": (2_000, 200), "match": (200, 40)})


@pytest.fixture
def lab() -> RuleLab:
    return RuleLab("galician", before=MINI)


def numbers(lab: RuleLab) -> dict[tuple[str, Any], tuple[Any, Any]]:
    pairs = lab.comparison.pairs()
    return {(line.key.removeprefix(KEY), dict(line.values).get("seat")): (old, new) for line, old, new in pairs}


def test_an_ante_leaves_the_winner_and_moves_the_chips() -> None:
    """By hand: the leader wins 14 of 15 rounds and gains nothing; with an ante of 1 he gains 14/15 - 1/15."""
    lab = RuleLab("galician", before=replace(MINI, chips=12))
    lab.set(ante=1)
    found = numbers(lab)
    assert found["leader", "A"] == (Fraction(14, 15), Fraction(14, 15))
    assert found["net", "A"] == (0, Fraction(13, 15))
    assert found["pot", None] == (Fraction(1, 5), Fraction(11, 5))
    assert "A wins (leads): no difference; other numbers change" in lab.answer.value
    assert "<b>14/15</b>" in lab.answer.value and "all 20 deals" in lab.answer.value


def test_a_match_tells_its_length_first(lab: RuleLab) -> None:
    """510/29 rounds from two chips each, solved by hand in lesson 2; with one chip a round ends it with 1/6."""
    lab.ask("match")
    lab.set(chips=1)
    assert next(iter(numbers(lab))) == ("rounds", None)
    assert numbers(lab)["rounds", None] == (Fraction(510, 29), 6)
    assert "336/29 = 11.5862 rounds fewer on average" in lab.answer.value
    chart = lab.answer.value.partition("<svg")[2].partition("</svg>")[0]
    assert chart.count('class="sl-before"') == 2 + 1  # one bar a seat and the legend: who runs out is not drawn


def test_the_full_deck_is_an_estimate_marked_beside_the_exact_answer(lab: RuleLab) -> None:
    lab.set(**FULL)
    old, new = numbers(lab)["leader", "A"]
    assert old == Fraction(14, 15) and isinstance(new, Estimate) and new.low < new.value < new.high
    shown = lab.answer.value
    assert "before: Exact" in shown and "after: Estimate from 2000 simulations" in shown
    assert "estimate, 95 %: " in shown and "less often (estimate)" in shown
    words = lab._repr_mimebundle_()["text/html"]
    assert "<svg" not in words and "data:image/svg+xml;base64," in words


def test_estimates_that_cannot_be_told_apart_are_not_called_different() -> None:
    lab = RuleLab("galician", before=GalicianRules(), after=GalicianRules(broke_player="round and match end at once"))
    assert "No difference that these estimates can show" in lab.answer.value
    assert RuleLab("galician", before=GalicianRules()).answer.value.count("Change a rule to compare") == 1


def test_the_difference_of_estimates_is_an_estimate() -> None:
    """Errors of independent samples add as squares do: 3, 4, 5."""
    one = Estimate(0.5, 0.47, 0.53, confidence=0.95, games=600)
    two = Estimate(0.6, 0.56, 0.64, confidence=0.95, games=400)
    found = difference_of(one, two)
    assert isinstance(found, Estimate) and found.games == 400
    assert (found.value, found.low, found.high) == pytest.approx((0.1, 0.05, 0.15))
    assert difference_of(one, one) == 0 and difference_of(one, None) is None
    shifted = difference_of(Fraction(1, 4), two)
    assert isinstance(shifted, Estimate) and shifted.high - shifted.value == pytest.approx(0.04)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_option_has_a_control_that_is_live_or_says_why_not(question: str) -> None:
    lab = RuleLab("galician", "gl", before=MINI, question=question)
    reasons = dead(question, MINI)
    assert list(lab.controls) == [item.name for item in fields(GalicianRules)]
    for name, control in lab.controls.items():
        single: Any = control
        assert single.entry.disabled is (name in reasons)
        assert bool(single.line.value) is (name in reasons)
    assert ("rounds" in reasons) is (question == "round")


def test_a_match_of_at_most_one_round_is_typed_as_a_number_and_said(lab: RuleLab) -> None:
    lab.ask("match")
    control: Any = lab.controls["rounds"]
    assert control.entry.value == 0 and control.get() is None
    control.entry.value = 1
    lab.worker.wait()
    assert lab.rules == replace(MINI, rounds=1) and numbers(lab)["rounds", None][1] == 1
    assert "Rounds at most (0: no limit): 1" in lab.answer.value
    control.entry.value = 0
    lab.worker.wait()
    assert lab.rules == MINI


def test_a_wrong_opening_card_gets_one_error_under_its_control(lab: RuleLab) -> None:
    control: Any = lab.controls["opening_rank"]
    control.entry.value = "<b>9"
    lab.worker.wait()
    assert "&lt;b&gt;9" in control.line.value and "1-3" in control.line.value and "<b>9" not in control.line.value
    assert "sl-old" in lab.answer._dom_classes and lab.rules == MINI
    control.entry.value = "x" * 10**6
    assert 80 < len(control.line.value) < 300
    lab.set(opening_rank=1)
    assert control.line.value == "" and "sl-old" not in lab.answer._dom_classes


def test_a_match_in_which_no_chip_moves_never_ends(lab: RuleLab) -> None:
    lab.ask("match")
    lab.set(pass_cost=0)
    assert numbers(lab)["never", None] == (None, 1) and "may never end" in lab.answer.value
    with pytest.raises(ValueError, match="never end"):
        on_trial(lab.comparison.after, 100, 6, "en")


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_exact_answer_stands_its_trial_and_another_law_does_not(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A right law fails 1 check in 1000; seed fixed. The wrong one belongs to a deck opened by its lowest card."""
    words, agrees = on_trial(ask(question, MINI), 2000, 6, "es")
    assert agrees and "semilla 6" in words
    other = replace(MINI, opening_rank=1)
    wrong = {"round": "all_deals", "match": "match_law"}[question]
    law = getattr(galician_answers, wrong)(other)
    monkeypatch.setattr(f"seis_lab.widgets.galician_bench.{wrong}", lambda rules, **options: law)
    assert not on_trial(ask(question, MINI), 2000, 6, "es")[1]


def test_an_estimate_is_not_put_on_trial() -> None:
    with pytest.raises(ValueError, match="nothing exact"):
        on_trial(ask("round", GalicianRules()), 100, 6, "en")


def test_what_is_taken_away_keeps_the_kind(lab: RuleLab, capsys: pytest.CaptureFixture[str]) -> None:
    lab.set(**FULL)
    first = next(csv.DictReader(io.StringIO(to_csv(lab.comparison, "en"))))
    assert (first["before_kind"], first["before_numerator"], first["before_denominator"]) == ("exact", "14", "15")
    assert (first["after_kind"], first["after_numerator"]) == ("estimate", "")
    assert float(first["after_low"]) < float(first["after_decimal"]) < float(first["after_high"])
    assert first["difference_kind"] == "estimate"
    latex = to_latex(lab.comparison, "en")
    assert r"\frac{14}{15}" in latex and " -- " in latex
    names: dict[str, Any] = {}
    exec(to_python(lab.comparison), names)
    assert names["before"].wins[0] == Fraction(14, 15)
    assert names["after"].wins[0] == numbers(lab)["leader", "A"][1]
    assert capsys.readouterr().out == f"{names['before']}\n{names['after']}\n"


def test_a_long_simulation_is_cancelled_and_the_old_answer_kept(lab: RuleLab, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(rules: GalicianRules, progress: Any, cancelled: Callable[[], bool]) -> Answer:
        progress(1, 4)
        lab.worker.cancel()
        assert cancelled()
        raise Cancelled("cancelled")

    monkeypatch.setitem(galician_answers._EXACT, "round", endless)
    before = lab.comparison
    lab.set(ante=1)
    assert lab.comparison is before and lab.said.words.startswith("Cancelled")


def test_rules_of_another_game_are_refused() -> None:
    with pytest.raises(InvalidRules, match="before=SeisRules"):
        RuleLab("galician", before=SeisRules())
    with pytest.raises(InvalidRules, match="after=GalicianRules"):
        RuleLab("seis", after=GalicianRules())
    with pytest.raises(InvalidRules, match=r"question='turns' is not allowed; allowed: 'round', 'match'"):
        RuleLab("galician", question="turns")


def test_what_the_numbers_rest_on_is_said_once_and_in_the_language_of_the_page() -> None:
    lab = RuleLab("galician", "es", before=MINI)
    assert "la suma es 1 en los 20 repartos" in lab.answer.value
    lab.set(**FULL)
    assert lab.answer.value.count("Todos juegan cualquier carta") == 1
    assert "antes: Exacto" in lab.answer.value and "después: Estimado" in lab.answer.value
    lab.ask("match")
    assert "por otra vía: sustitución de los valores en las ecuaciones" in lab.answer.value


def test_no_chart_of_probabilities_goes_beyond_one(lab: RuleLab) -> None:
    """The leader wins 14 rounds of 15: the number over that bar needs room, but no line at 125%."""
    chart = lab.answer.value.partition("<svg")[2].partition("</svg>")[0]
    assert ">93.3<" in chart and ">100%<" in chart and "125" not in chart.replace('"', "")
