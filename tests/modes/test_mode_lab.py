"""The rule lab, the odds by name and the simulations, asked about random and mirror mode."""

from fractions import Fraction

import pytest

from seis_lab.exact.deal_fairness import fairness
from seis_lab.exact.deals import DealtTurns
from seis_lab.exact.duels import duel
from seis_lab.exact.mirror_table import mirror_deals
from seis_lab.exact.questions import odds
from seis_lab.exact.seis import turns
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.locale import LANGS
from seis_lab.sim import simulate_race, simulate_turns
from seis_lab.sim.verdict import check
from seis_lab.widgets.export import to_csv, to_python
from seis_lab.widgets.lab_panels import on_trial
from seis_lab.widgets.lab_view import answer_html
from seis_lab.widgets.policy_change import first_change
from seis_lab.widgets.rule_answers import compare
from seis_lab.widgets.rule_lab import RuleLab
from seis_lab.widgets.seis_bench import ask, dead, dead_kinds, left_out, left_out_words

PLAIN = SeisRules(wildcards={})
RANDOM = SeisRules(mode="random", wildcards={})
MIRROR = SeisRules(mode="mirror", wildcards={})


def amounts(question: str, rules: SeisRules) -> dict[str, Fraction]:
    return {line.key.rpartition(".")[2]: Fraction(line.amount) for line in ask(question, rules).lines}


def test_the_turns_of_random_mode_are_those_over_all_deals() -> None:
    found = amounts("turns", RANDOM)
    assert found["mean"] == turns(SeisRules(players=1, mode="random", wildcards={})).mean
    assert amounts("turns", PLAIN)["mean"] == Fraction(147, 10) < found["mean"]


def test_the_race_of_the_modes_is_over_all_deals() -> None:
    table = fairness(RANDOM)
    found = amounts("race", RANDOM)
    assert found["starter"] == table.average == 1 - found["seat"]
    assert found["fairest"] == table.fairest.win and found["unfairest"] == table.unfairest.win
    law = mirror_deals(MIRROR).average
    found = amounts("race", MIRROR)
    assert [found[key] for key in ("starter", "seat", "joint", "another", "rolls")] == [
        law.wins[0], law.wins[1], law.joint, law.another, law.rolls
    ]  # fmt: skip
    assert found["fairest"] == Fraction(1, 2)


def test_the_race_leaves_out_what_the_mode_cannot_have() -> None:
    full = SeisRules(mode="mirror")
    assert left_out("race", full) == ("DADO", "SALTAR", "NUMERAL", "REVERSA", "VOLTEAR", "TIRADOR")
    assert amounts("race", full) == amounts("race", MIRROR)
    assert "mirror" in left_out_words("race", full, "en")
    assert set(dead_kinds("race", full)) == set(left_out("race", full))
    assert left_out("race", SeisRules(mode="random")) == ("SALTAR", "REVERSA", "VOLTEAR", "TIRADOR")
    with pytest.raises(InvalidRules, match="NUMERAL"):  # which stays in, and is too much for all deals
        ask("race", SeisRules(mode="random"))


@pytest.mark.parametrize("name", ["simultaneous_win", "mirror_roller"])
def test_the_mirror_s_options_are_live_in_the_mirror_only_and_change_something(name: str) -> None:
    other = {"simultaneous_win": "roller wins", "mirror_roller": "one card only"}[name]
    assert dead("race", PLAIN)[name] == dead("race", RANDOM)[name] == "lab.dead.mirror"
    assert name not in dead("race", MIRROR)
    assert amounts("race", SeisRules(mode="mirror", wildcards={}, **{name: other})) != amounts("race", MIRROR)
    assert amounts("race", SeisRules(mode="random", wildcards={}, **{name: other})) == amounts("race", RANDOM)
    assert dead("race", MIRROR)["numeral_wrap"] == "lab.dead.no_wildcards"


def test_refusals_by_name() -> None:
    for rules, said in (
        (SeisRules(mode="random", players=3, wildcards={}), "players=3"),
        (SeisRules(mode="mirror", players=3, wildcards={}), "players=3"),
        (SeisRules(mode="mirror", flip="optional", wildcards={}), "flip='optional'"),
    ):
        with pytest.raises(InvalidRules, match=said):
            ask("race", rules)
    for mode in ("random", "mirror"):
        with pytest.raises(InvalidRules, match="mode"):
            duel(SeisRules(mode=mode, wildcards={}))


@pytest.mark.parametrize("lang", LANGS)
def test_modes_side_by_side_in_words(lang: str) -> None:
    for question, after in (("turns", RANDOM), ("race", RANDOM), ("race", MIRROR)):
        comparison = compare(ask(question, PLAIN), ask(question, after))
        page = answer_html(comparison, lang)
        assert "lab." not in page
        assert to_csv(comparison, lang).count("\n") > 3
        assert "mode=" in to_python(comparison)


def test_the_exported_line_computes_the_answer_again() -> None:
    assert odds("seis", "race", RANDOM).average == fairness(RANDOM).average
    assert odds("seis", "race", MIRROR).average.wins == mirror_deals(MIRROR).average.wins
    assert odds("seis", "turns", SeisRules(players=1, mode="random", wildcards={})).fraction == "29613631/1623160"


def test_the_best_play_does_not_depend_on_the_deal() -> None:
    cards = {"NUMERAL": 1}
    assert first_change(SeisRules(wildcards=cards), SeisRules(mode="random", wildcards=cards)) == 441
    assert first_change(PLAIN, MIRROR) == 0
    change = first_change(SeisRules(), SeisRules(mode="random", numeral_wrap=True))
    assert change == first_change(SeisRules(), SeisRules(numeral_wrap=True))


def test_the_lab_switches_modes() -> None:
    lab = RuleLab("seis", before=PLAIN, question="race")
    lab.set(mode="mirror")
    assert lab.comparison.after.rules.mode == "mirror"
    assert lab.comparison.after.lines[0].amount == mirror_deals(MIRROR).average.wins[0]
    lab.ask("turns")
    assert "mode=" in lab.said.words  # refused by name, and the old answer stays
    lab.set(mode="random")
    assert isinstance(lab.comparison.after.law, DealtTurns)


def test_the_law_over_all_deals_on_trial_by_the_engine() -> None:
    """Dealt card by card, played with the policy of the exact odds; a right law fails 1 check in 1000, seed fixed."""
    rules = SeisRules(players=1, mode="random", faces=3, wildcards={"NUMERAL": 1})
    law = turns(rules)
    assert check(law, simulate_turns(rules, 1500, 6, method="engine")).agrees
    wrong = turns(SeisRules(players=1, faces=3, wildcards={"NUMERAL": 1}))
    assert not check(wrong, simulate_turns(rules, 1500, 6, method="engine")).agrees
    words, agrees = on_trial(ask("turns", rules), 300, 6, "en")
    assert agrees and "300" in words
    with pytest.raises(ValueError, match="all deals"):
        on_trial(ask("race", MIRROR), 300, 6, "en")


def test_simulations_refuse_a_mode_by_name() -> None:
    with pytest.raises(InvalidRules, match="mode='random' deals the rows, which the kernel cannot"):
        simulate_turns(RANDOM, 100, 1)
    with pytest.raises(InvalidRules, match="mode='mirror' lets nobody play alone"):
        simulate_turns(MIRROR, 100, 1, method="engine")
    for rules in (RANDOM, MIRROR):
        with pytest.raises(InvalidRules, match="before it is known who begins"):
            simulate_race(rules, 100, 1, method="engine")
