"""The rule lab as a notebook drives it: controls, answers, errors, cancelling, and the page that runs no widgets."""

import threading
from base64 import b64decode
from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from typing import Any

import ipywidgets as w
import pytest

from seis_lab.exact import Cancelled
from seis_lab.game import InvalidRules
from seis_lab.games.options import limits
from seis_lab.games.seis import SeisRules
from seis_lab.games.wildcards import TWO_OF_EACH, Wildcards
from seis_lab.widgets import rule_answers, seis_bench
from seis_lab.widgets.lab_panels import on_trial
from seis_lab.widgets.rule_controls import Hands, Single, controls
from seis_lab.widgets.rule_lab import RuleLab
from seis_lab.widgets.seis_bench import LIVE, ask, asked, dead, left_out, live
from seis_lab.widgets.worker import Worker

NO_CARDS = SeisRules(wildcards={})
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def lab() -> RuleLab:
    return RuleLab("seis", before=NO_CARDS)


def numbers(lab: RuleLab) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    return {line.key: (before, after) for line, before, after in lab.comparison.pairs()}


def entry(lab: RuleLab, name: str) -> Any:
    control = lab.controls[name]
    assert isinstance(control, Single)
    return control.entry


# Controls.


def test_every_option_has_a_control_that_its_limits_choose() -> None:
    made = controls(SeisRules(), "en")
    assert list(made) == [item.name for item in fields(SeisRules)]
    for name, limit in limits(SeisRules).items():
        control = made[name]
        if limit.choices == (False, True):
            assert isinstance(control, Single) and isinstance(control.entry, w.Checkbox)
        elif limit.low is not None:
            assert isinstance(control, Single) and isinstance(control.entry, w.BoundedIntText)
            assert (control.entry.min, control.entry.max) == (limit.low, limit.high)
        elif limit.choices:
            assert isinstance(control, Single) and isinstance(control.entry, w.Dropdown)
            assert len(control.entry.options) == len(limit.choices) + limit.optional
        else:
            assert isinstance(control, Hands) or isinstance(control.entry, w.Text)


VALUES: dict[str, list[Any]] = {
    "row": [None, (1, 2, 2)],
    "die": [None, SeisRules(die=["1/12", "1/4", "1/6", "1/6", "1/6", "1/6"]).die],
    "wildcards": [TWO_OF_EACH, Wildcards({"NUMERAL": 9}), (Wildcards({"DADO": 1}), Wildcards({"NUMERAL": 3}))],
}


@pytest.mark.parametrize("name", [item.name for item in fields(SeisRules)])
def test_a_control_gives_back_the_value_it_shows(name: str) -> None:
    limit = limits(SeisRules)[name]
    values = VALUES.get(name) or [*limit.choices, *([None] if limit.optional else []), *filter(None, [limit.low])]
    for value in values:
        made = controls(SeisRules(), "en")
        made[name].set(value)
        given = made[name].get()
        assert SeisRules(**{name: given}) == SeisRules(**{name: value}), value


@pytest.mark.parametrize("question", [question for question in LIVE if question != "duel"])
def test_only_options_that_matter_are_live_and_the_others_say_why(question: str) -> None:
    lab = RuleLab("seis", "es", before=NO_CARDS, question="race" if question == "turns" else "turns")
    lab.ask(question)
    for name, control in lab.controls.items():
        if not isinstance(control, Single):
            continue
        live = name in LIVE[question]
        assert control.entry.disabled is not live
        assert (control.line.value == "") is live
        assert (control.box in lab.used.children) is live
        assert (control.box in lab.unused.children) is not live
    hands = lab.controls["wildcards"]
    assert isinstance(hands, Hands)
    assert {kind for kind, box in hands.rows[0].items() if not box.disabled} == {"DADO", "NUMERAL"}
    assert "SALTAR, REVERSA, VOLTEAR, TIRADOR: " in hands.line.value


# A live option changes the answer somewhere; a dead one nowhere that we look. One change for every option.
CHANGES: dict[str, Any] = {
    "players": 3,
    "faces": 5,
    "row": (1, 2, 3),
    "die": ["1/12", "1/4", "1/6", "1/6", "1/6", "1/6"],
    "wildcards": {"NUMERAL": 1},
    "numeral_wrap": True,
    "numeral_per_roll": 2,
    "dado_per_turn": 2,
    "tirador_window": "before NUMERAL",
    "tirador_scope": "that roll",
    "max_wildcards_per_turn": 1,
    "same_kind_per_turn": None,
    "voltear_chooser": "attacker",
    "reversa_two_players": "acts as SALTAR",
    "flip": "optional",
    "simultaneous_win": "roller wins",
    "mirror_roller": "one card only",
}


@pytest.mark.parametrize("question", [question for question in LIVE if question != "duel"])
@pytest.mark.parametrize("name", CHANGES)
def test_what_is_called_dead_changes_nothing_and_what_is_live_something(question: str, name: str) -> None:
    hand = {"NUMERAL": 2, "DADO": 2, "TIRADOR": 1, "REVERSA": 1, "VOLTEAR": 1}
    # Two DADO in one turn help only a row so short that it may be over before the second could be played.
    base = SeisRules(row=(1, 2) if name == "dado_per_turn" else None, wildcards=hand)
    changed = SeisRules(**{item.name: getattr(base, item.name) for item in fields(base)} | {name: CHANGES[name]})
    answers = [[line.amount for line in ask(question, rules).lines] for rules in (base, changed)]
    # A card less to turn is never worse, so the right not to turn one changes nothing: the class may find out.
    assert (answers[0] != answers[1]) is (name in LIVE[question] and name != "flip")


def test_a_mode_that_a_question_cannot_answer_is_refused_and_dead() -> None:
    assert dead("worth", SeisRules())["mode"] == "lab.dead.traditional"
    for question, mode in (("worth", "random"), ("worth", "mirror"), ("turns", "mirror")):
        with pytest.raises(InvalidRules, match=f"mode='{mode}'"):
            ask(question, SeisRules(mode=mode, wildcards={}))


def test_every_option_is_live_or_dead_with_a_reason() -> None:
    for question in LIVE:
        for rules in (SeisRules(), SeisRules(mode="random"), SeisRules(mode="mirror")):
            assert set(live(question, rules)) | set(dead(question, rules)) == set(limits(SeisRules))
            assert not set(live(question, rules)) & set(dead(question, rules))


# Answers. The numbers are known from elsewhere: 147/10 and its variance 3899/100 (coupon collector), 331/30 with one
# NUMERAL, 65633/9000 with two of each card, 127/10 with two DADO, and the race 6688879/12660648 without cards.


def test_turns_before_and_after(lab: RuleLab) -> None:
    lab.set(wildcards={"NUMERAL": 2, "DADO": 2})
    assert numbers(lab)["lab.row.mean"] == (Fraction(147, 10), Fraction(65633, 9000))
    assert numbers(lab)["lab.row.variance"][0] == Fraction(3899, 100)
    assert "66667/9000 = 7.4074 turns fewer on average" in lab.answer.value
    law = lab.comparison.law()
    assert law[6][1] == Fraction(5, 324) and law[0] == (0, 0, 0)
    assert sum(before for _, before, _ in law) >= Fraction(99, 100)


def test_a_face_that_hardly_ever_comes_is_answered_and_its_law_is_cut(lab: RuleLab) -> None:
    lab.set(faces=2, row=[1], die=["1/9999", "9998/9999"])
    assert numbers(lab)["lab.row.mean"][1] == 9999  # geometric
    assert numbers(lab)["lab.row.median"][1] is None  # beyond what is counted: about 6930
    assert lab.comparison.law()[-1][0] == 300
    assert "&gt; 300<" in lab.answer.value
    assert lab.running.box.layout.display == "none" and not lab.said.words


def test_worth_counts_each_card_and_all_together(lab: RuleLab) -> None:
    lab.set(wildcards={"NUMERAL": 2, "DADO": 2})
    lab.ask("worth")
    after = {line.values: (line.key, after) for line, _, after in lab.comparison.pairs()}
    assert after[("kind", "NUMERAL"), ("number", 1)][1] == Fraction(11, 3)  # 147/10 - 331/30
    assert after[("kind", "DADO"), ("number", 1)][1] == 1
    assert after[("kind", "DADO"), ("number", 2)][1] == 1
    assert after[()][1] == Fraction(147, 10) - Fraction(65633, 9000)


def test_the_race_is_asked_without_cards_that_act_on_others_and_says_so() -> None:
    lab = RuleLab("seis", question="race", before=SeisRules(wildcards={"TIRADOR": 2, "SALTAR": 1}))
    assert lab.comparison.after.rules == asked("race", lab.rules) == NO_CARDS
    assert numbers(lab)["lab.row.starter"] == (Fraction(6688879, 12660648),) * 2
    assert left_out("race", lab.rules) == ("SALTAR", "TIRADOR")
    assert "Left out of this question: SALTAR, TIRADOR" in lab.left_out.words


def test_a_handicap_changes_the_race_and_seats_can_come_and_go() -> None:
    lab = RuleLab("seis", question="race", before=NO_CARDS)
    lab.set(wildcards=[{}, {"DADO": 2}])
    chance = numbers(lab)["lab.row.starter"][1]
    assert chance is not None and chance < Fraction(1, 2)
    entry(lab, "players").value = 3
    lab.worker.wait()
    assert lab.rules.players == 3 and len(lab.comparison.after.lines) == 3
    assert lab.rules.wildcards_of(2) == Wildcards({"DADO": 2})


def test_touching_a_control_calculates_and_starting_from_here_makes_it_before(lab: RuleLab) -> None:
    hands = lab.controls["wildcards"]
    assert isinstance(hands, Hands)
    hands.rows[0]["NUMERAL"].value = 1
    lab.worker.wait()
    assert numbers(lab)["lab.row.mean"] == (Fraction(147, 10), Fraction(331, 30))
    lab._keep()
    lab.worker.wait()
    assert numbers(lab)["lab.row.mean"] == (Fraction(331, 30),) * 2
    lab.set(wildcards={"DADO": 2})
    assert numbers(lab)["lab.row.mean"] == (Fraction(331, 30), Fraction(127, 10))
    lab._reset()
    lab.worker.wait()
    assert hands.get() == Wildcards({"NUMERAL": 1})


def test_an_endless_game_says_so() -> None:
    lab = RuleLab("seis", before=SeisRules(wildcards={}, die=["0", "1/5", "1/5", "1/5", "1/5", "1/5"]))
    assert numbers(lab)["lab.row.never"] == (1, 1)
    assert "may never end" in lab.answer.value
    lab.simulation.start()
    lab.simulation.worker.wait()
    assert "never end" in lab.simulation.verdict.words


# Wrong input: one clear error, and the previous answer kept and marked as old.


@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [
        ("row", "1, 7", "Row “1, 7” does not work: write 1 to 20 numbers from 1 to 6"),
        ("row", "one", "Row “one” does not work"),
        ("die", "1/2, 1/2", "Die “1/2, 1/2” does not work: write 6 fractions"),
        ("die", "0.5", "Die “0.5” does not work"),
        ("die", "p, 1 - p, 0, 0, 0, 0", "Die “p, 1 - p, 0, 0, 0, 0” holds a symbol"),
        ("row", HOSTILE, "Row “&lt;img src=x onerror=alert(1)&gt;” does not work"),
    ],
)
def test_a_wrong_text_gets_one_error_and_keeps_the_answer(lab: RuleLab, name: str, typed: str, words: str) -> None:
    lab.set(wildcards={"NUMERAL": 1})
    shown, rules = lab.answer.value, lab.comparison
    entry(lab, name).value = typed
    lab.worker.wait()
    control = lab.controls[name]
    assert isinstance(control, Single)
    assert control.line.value.startswith(words) and "<img" not in control.line.value
    assert lab.answer.value == shown and lab.comparison is rules
    assert "sl-old" in lab.answer._dom_classes and "This answer is old" in lab.said.words
    errors = [c.name for c in lab.controls.values() if isinstance(c, Single) and "sl-error" in c.line._dom_classes]
    assert errors == [name]
    entry(lab, name).value = ""
    lab.worker.wait()
    assert "sl-old" not in lab.answer._dom_classes and lab.said.words == "" and control.line.value == ""


def test_rules_that_are_too_large_are_refused_and_the_way_back_is_open(lab: RuleLab) -> None:
    lab.set(wildcards={"NUMERAL": 1})
    entry(lab, "faces").value = 20  # NUMERAL knows which faces are neighbours: over half a million different positions
    lab.worker.wait()
    assert "sl-old" in lab.answer._dom_classes
    assert lab.said.words.startswith("Not possible: row=") and "budget" in lab.said.words
    lab.set(faces=6)
    assert lab.said.words == "" and numbers(lab)["lab.row.mean"][1] == Fraction(331, 30)


def test_set_refuses_before_anything_is_touched(lab: RuleLab) -> None:
    with pytest.raises(InvalidRules, match="players=7"):
        lab.set(players=7)
    assert lab.rules == NO_CARDS and entry(lab, "players").value == 2
    with pytest.raises(InvalidRules, match="question='luck'"):
        lab.ask("luck")


def test_what_a_lab_is_made_of_is_checked() -> None:
    with pytest.raises(InvalidRules, match="game='chess'"):
        RuleLab("chess")
    with pytest.raises(InvalidRules, match="after=2 is not allowed; allowed: rules such as"):
        RuleLab("seis", after=2)  # type: ignore[arg-type]
    with pytest.raises(InvalidRules, match="question='luck'"):
        RuleLab("seis", question="luck")
    with pytest.raises(ValueError, match="lang='fr'"):
        RuleLab("seis", "fr")


# Long work: progress, cancelling, replacing, and no threads.


def blocking(started: threading.Event) -> Callable[..., Any]:
    """A question that goes on until it is told to stop."""

    def answer(rules: SeisRules, progress: Any, cancelled: Callable[[], bool]) -> Any:
        progress(1, 4)
        started.set()
        while not cancelled():
            started.wait(0.001)
        raise Cancelled("cancelled")

    return answer


def test_a_long_calculation_shows_progress_and_is_cancelled(lab: RuleLab, monkeypatch: pytest.MonkeyPatch) -> None:
    started = threading.Event()
    monkeypatch.setitem(seis_bench._ASK, "turns", blocking(started))  # type: ignore[arg-type]
    before = lab.comparison
    entry(lab, "numeral_wrap").value = True
    started.wait()
    assert lab.running.bar.value == 25 and lab.running.box.layout.display is None
    lab.running.button.click()
    lab.worker.wait()
    assert lab.comparison is before and "sl-old" in lab.answer._dom_classes
    assert lab.said.words.startswith("Cancelled") and lab.running.box.layout.display == "none"


def test_a_later_change_replaces_a_running_calculation(lab: RuleLab, monkeypatch: pytest.MonkeyPatch) -> None:
    started = threading.Event()
    with monkeypatch.context() as patch:
        patch.setitem(seis_bench._ASK, "turns", blocking(started))  # type: ignore[arg-type]
        entry(lab, "numeral_wrap").value = True
        started.wait()
    lab.set(numeral_wrap=False, wildcards={"NUMERAL": 1})
    assert numbers(lab)["lab.row.mean"] == (Fraction(147, 10), Fraction(331, 30))
    assert lab.said.words == "" and "sl-old" not in lab.answer._dom_classes


def test_a_simulation_runs_agrees_and_can_be_cancelled(lab: RuleLab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.simulation.games.value, lab.simulation.seed.value = 2000, 6  # the verdict fails 1 right law in 1000; seed fixed
    lab.simulation.start()
    lab.simulation.worker.wait()
    assert lab.simulation.verdict.words.startswith("The simulation agrees.")
    assert "estimate" in lab.simulation.verdict.words and "2000 games, seed 6" in lab.simulation.verdict.words

    started = threading.Event()

    def endless(answer: Any, games: int, seed: int, lang: str, progress: Any, cancelled: Callable[[], bool]) -> Any:
        return blocking(started)(None, progress, cancelled)

    monkeypatch.setattr("seis_lab.widgets.lab_panels.on_trial", endless)
    lab.simulation.start()
    started.wait()
    lab.simulation.running.button.click()
    lab.simulation.worker.wait()
    assert "cancelled" in lab.simulation.verdict.words


def test_a_wrong_law_is_convicted_by_the_simulation() -> None:
    """The answer for one NUMERAL under the name of rules without cards."""
    wrong = ask("turns", SeisRules(wildcards={"NUMERAL": 1}))
    planted = rule_answers.Answer("turns", NO_CARDS, wrong.lines, wrong.check, wrong.law)
    words, agrees = on_trial(planted, 2000, 6, "en")
    assert not agrees and "DISAGREES" in words


def test_the_race_is_simulated_too() -> None:
    words, agrees = on_trial(ask("race", NO_CARDS), 2000, 6, "gl")
    assert agrees and "52,83 %" in words


def test_without_threads_the_work_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    said: list[Any] = []
    worker = Worker(lambda done, total: said.append((done, total)))
    worker.start(lambda progress, cancelled: progress(1, 2) or "done", said.append, said.append)
    assert said == [(1, 2), "done"]


def test_nothing_is_heard_of_a_forgotten_job() -> None:
    said: list[Any] = []
    go, worker = threading.Event(), Worker()
    worker.start(lambda progress, cancelled: go.wait(), said.append, said.append)
    worker.forget()
    go.set()
    worker.wait()
    assert said == []


# What a page shows that does not run widgets.


def test_the_fallback_is_a_table_with_pictures_and_no_address(lab: RuleLab) -> None:
    lab.set(wildcards={"NUMERAL": 1})
    bundle = lab._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    after = "after=SeisRules(wildcards={'NUMERAL': 1})"
    assert bundle["text/plain"] == f"RuleLab('seis', 'en', before=SeisRules(wildcards={{}}), {after}, question='turns')"
    html = bundle["text/html"]
    assert "<b>147/10</b>" in html and "<b>331/30</b>" in html and "<script" not in html and "<svg" not in html
    pictures = [part.split('"')[0] for part in html.split("data:image/svg+xml;base64,")[1:]]
    assert len(pictures) == 2 and all(b64decode(picture).startswith(b"<svg ") for picture in pictures)
    again = RuleLab("seis", before=NO_CARDS, after=lab.rules)._repr_mimebundle_()
    assert (again["text/plain"], again["text/html"]) == (bundle["text/plain"], html)


@pytest.mark.parametrize(("lang", "shown"), [("en", "7.2926"), ("es", "7,2926"), ("gl", "7,2926")])
def test_numbers_are_written_as_in_the_language(lang: str, shown: str) -> None:
    lab = RuleLab("seis", lang)
    assert shown in lab.answer.value


def test_an_error_quotes_no_more_than_the_beginning_of_what_was_typed(lab: RuleLab) -> None:
    for name in ("row", "die"):
        lab.controls[name].entry.value = "x" * 10**6  # type: ignore[attr-defined]
        assert 80 < len(lab.controls[name].line.value) < 300  # type: ignore[attr-defined]
        lab.controls[name].entry.value = ""  # type: ignore[attr-defined]
    lab.worker.wait()
