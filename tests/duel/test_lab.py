"""The rule lab for the duel: every option before and after, certified numbers marked as such, from the file at once."""

import csv
import io
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from seis_lab.exact import duel_ready
from seis_lab.exact import duels as module
from seis_lab.exact.answers import Cancelled
from seis_lab.exact.duels import duel
from seis_lab.game import InvalidRules
from seis_lab.games.options import limits
from seis_lab.games.seis import SeisRules
from seis_lab.widgets import seis_bench
from seis_lab.widgets.export import to_csv, to_latex, to_python
from seis_lab.widgets.lab_panels import on_trial
from seis_lab.widgets.lab_view import answer_html, headline
from seis_lab.widgets.rule_answers import compare
from seis_lab.widgets.rule_controls import Hands
from seis_lab.widgets.rule_lab import RuleLab
from seis_lab.widgets.seis_bench import LIVE, ask, dead, solved_duel

SMALL = SeisRules(faces=3, wildcards={"NUMERAL": 1, "TIRADOR": 1})
BASE = SeisRules(faces=3, wildcards={"NUMERAL": 2, "DADO": 2, "TIRADOR": 1, "REVERSA": 1, "VOLTEAR": 2})
CHANGES: dict[str, Any] = {
    "faces": 4,
    "row": (1, 2),
    "die": ["1/2", "1/3", "1/6"],
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
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_option_of_the_duel_changes_the_odds(name: str) -> None:
    compared = compare(ask("duel", BASE), ask("duel", replace(BASE, **{name: CHANGES[name]})))
    _, before, after = next(compared.pairs())
    assert before is not None and after is not None
    assert abs(before - after) > 2 * compared.error


def test_all_options_are_accounted_for() -> None:
    """A card less to turn is never worse here either: the right not to turn one changes nothing."""
    assert set(LIVE["duel"]) == {*CHANGES, "flip"}
    assert set(LIVE["duel"]) | set(dead("duel", BASE)) == set(limits(SeisRules))
    compared = compare(ask("duel", BASE), ask("duel", replace(BASE, flip="optional")))
    assert headline(compared, "en") == "No difference beyond the proved bound on the error"


def test_the_lines_are_those_of_the_duel() -> None:
    """The cost of a card: the odds of a duel whose rules give A one card less."""
    first, numeral, tirador = ask("duel", SMALL).lines
    whole = duel(SMALL).first
    assert first.amount == whole
    for line, left in ((numeral, {"TIRADOR": 1}), (tirador, {"NUMERAL": 1})):
        less = duel(replace(SMALL, wildcards=(left, {"NUMERAL": 1, "TIRADOR": 1})), method="exact").first
        assert line.amount == Fraction(whole) - Fraction(less) and line.error == 0


def test_the_lab_shows_before_and_after_and_its_controls_are_those_of_two() -> None:
    lab = RuleLab("seis", before=SMALL)
    lab.ask("duel")
    lab.set(tirador_scope="that roll", wildcards=({"NUMERAL": 1, "TIRADOR": 1}, {"NUMERAL": 1}))
    _, before, after = next(lab.comparison.pairs())
    assert before == duel(SMALL).first and after == duel(lab.rules).first
    hands = lab.controls["wildcards"]
    assert isinstance(hands, Hands) and hands.players == 2
    assert {kind for kind, box in hands.rows[0].items() if box.disabled} == {"REVERSA"}
    lab.set(reversa_two_players="acts as SALTAR")
    assert not any(box.disabled for box in hands.rows[0].values())
    assert "Exact, checked by putting the values back" in lab.answer.value


def test_more_or_fewer_players_are_asked_about_as_two() -> None:
    three = replace(SMALL, players=3, wildcards=({"NUMERAL": 1}, {}, {"TIRADOR": 1}))
    assert ask("duel", three).rules == replace(SMALL, wildcards=({"NUMERAL": 1}, {}))
    assert ask("duel", replace(SMALL, players=1)).lines == ask("duel", SMALL).lines
    assert dead("duel", three)["players"] == "lab.dead.two"
    with pytest.raises(InvalidRules, match="mode='mirror' cannot be solved as a duel"):
        ask("duel", SeisRules(mode="mirror"))


def test_certified_numbers_are_never_written_as_exact() -> None:
    compared = compare(ask("duel", SMALL), ask("duel", BASE))
    assert compared.error > 0 == ask("duel", SMALL).lines[0].error
    html = answer_html(compared, "en")
    assert "Certified: every number lies within 10⁻¹" in html and "Exact, checked" not in html
    assert "<small>≈" not in html and "/" not in html.partition('class="sl-answer"')[2].partition("</table>")[
        0
    ].replace("</", "")
    for row in csv.DictReader(io.StringIO(to_csv(compared, "en"))):
        if row["quantity"].startswith("A wins"):
            assert row["before_numerator"] == row["after_denominator"] == "" and row["after_decimal"]
            assert row["before_kind"] == row["difference_kind"] == "certified"
            assert float(row["after_low"]) < float(row["after_decimal"]) < float(row["after_high"])
    assert r"\frac" not in to_latex(compared, "en").splitlines()[2]
    assert "duel" in to_python(compared)


def test_a_duel_is_not_put_on_trial_and_says_why() -> None:
    with pytest.raises(ValueError, match="the lab does not simulate it"):
        on_trial(ask("duel", SMALL), 1000, 1, "en")


def test_a_long_solve_shows_progress_and_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_ready, "AT_ONCE", 0)
    monkeypatch.setattr(duel_ready, "AT_ONCE_PLAIN", 0)
    monkeypatch.setattr(module, "_kept", {})
    heard: list[tuple[int, int]] = []
    ask("duel", BASE, lambda done, total: heard.append((done, total)))
    assert heard[-1][0] == heard[-1][1]
    monkeypatch.setattr(module, "_kept", {})
    with pytest.raises(Cancelled):
        ask("duel", BASE, None, lambda: True)


def test_the_standard_rules_are_kept_for_later_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[SeisRules] = []
    solved = duel(SMALL)
    monkeypatch.setattr(seis_bench, "at_once", lambda rules: solved if waited else None)
    monkeypatch.setattr(seis_bench, "wait_for", lambda rules, progress, cancelled: waited.append(rules))
    monkeypatch.setattr(seis_bench, "duel", None)
    assert solved_duel(SeisRules(), None, None) is solved and waited == [SeisRules()]
