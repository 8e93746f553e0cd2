"""The report of a game: what each choice cost, against brute force over the engine, and its words."""

import importlib.util
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from seis_lab.bots import random_bot
from seis_lab.exact.answers import Cancelled
from seis_lab.exact.duel_report import review
from seis_lab.exact.duels import duel
from seis_lab.game import Decision, InvalidRules, Record, play
from seis_lab.games.galician import GalicianRules
from seis_lab.games.seis import SeisRules
from seis_lab.locale import LANGS
from seis_lab.widgets import report

spec = importlib.util.spec_from_file_location("duel_brute_of_report", Path(__file__).parent / "brute.py")
assert spec is not None and spec.loader is not None
brute = importlib.util.module_from_spec(spec)
spec.loader.exec_module(brute)

RULES = SeisRules(faces=2, wildcards={"VOLTEAR": 1, "TIRADOR": 1})
# By hand: A has one card to turn and a NUMERAL, which makes a 2 of the 1 just rolled and wins. A passes. Now B has one
# turn, which wins with 1/2, and after it A wins with whatever shows.
SMALL = SeisRules(faces=2, wildcards={"NUMERAL": 1})
WORDS = "first A; roll 1; pass; roll 2; NUMERAL 1; roll 1; pass; roll 2"


def written(rules: SeisRules, words: str) -> Record[Any, Any]:
    return Record(rules, tuple(map(rules.parse, words.split("; "))))


def test_losses_are_those_of_brute_force() -> None:
    """Ten games at random; the values of all moves from strategy iteration over the engine's own positions."""
    values, seen = brute.brute_force(RULES), 0
    for seed in range(10):
        record = play(RULES, [random_bot] * 2, random.Random(seed))
        choices = {choice.at: choice for choice in review(record, duel(RULES))}
        for at, (state, move) in enumerate(zip(record.states(), record.moves, strict=False)):
            turn = RULES.turn(state)
            assert (at in choices) == (isinstance(turn, Decision) and len(turn.moves) > 1)
            if at not in choices or not isinstance(turn, Decision):
                continue
            wins = {one: values[RULES.apply(state, one)] for one in turn.moves}
            wins = wins if turn.seat == 0 else {one: 1 - value for one, value in wins.items()}
            choice = choices[at]
            assert (choice.seat, choice.move, choice.value) == (turn.seat, move, wins[move])
            assert choice.loss == max(wins.values()) - wins[move] and wins[choice.best] == max(wins.values())
            seen += choice.loss > 0
    assert seen > 20


def test_a_game_by_hand() -> None:
    found = report(written(SMALL, WORDS))
    assert [found.lost(seat) for seat in (0, 1)] == [Fraction(1, 2), 0]
    (worst,) = found.worst
    assert (worst.at, str(worst.move), str(worst.best)) == (6, "pass", "NUMERAL 2")
    assert (worst.value, worst.best_value) == (Fraction(1, 2), 1)
    assert str(found.moment.states[worst.at]) == "2/1:N1 | 2/1:- ; A NUMERAL number=1"
    assert found.basis == "exact"


def test_certified_values_cannot_accuse_of_what_they_cannot_tell_apart() -> None:
    """The same games in doubles: the same choices are called worse, and the losses are equal up to the bound."""
    exact, double = duel(RULES), duel(RULES, method="double")
    for seed in range(5):
        record = play(RULES, [random_bot] * 2, random.Random(seed))
        for one, other in zip(review(record, exact), review(record, double), strict=True):
            assert bool(one.loss) == bool(other.loss)
            assert abs(Fraction(one.loss) - Fraction(other.loss)) <= 2 * double.bound
    assert report(record, solved=double).basis == "certified"


def test_perfect_play_loses_nothing() -> None:
    solved = duel(RULES)
    found = report(play(RULES, [solved, random_bot], random.Random(3)))
    assert found.lost(0) == 0 < found.lost(1)


@pytest.mark.parametrize("lang", LANGS)
def test_the_words_are_there_in_every_language_and_names_stay_text(lang: str) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    found = report(written(SMALL, WORDS), players=[hostile, "{name}"], lang=lang)
    assert hostile in str(found) and "{name}" in str(found)
    html = found._repr_html_()
    assert "<img" not in html and "&lt;img src=x" in html
    assert html.count("<tr>") == 1 + len(found.worst) == 2
    assert len(found.rows()) == 1 and len(found.rows()[0]) == 7


def test_who_lost_nothing_is_told_so() -> None:
    found = report(written(SMALL, "first A; roll 1; pass"), players=["Ana", "Brais"])
    assert str(found).splitlines()[1:4] == [
        "Ana: choices 1, with a better one 0, lost 0.0 points",
        "Brais: choices 0, with a better one 0, lost 0.0 points",
        "No choice cost anything.",
    ]
    assert "<table>" not in found._repr_html_()


def test_it_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        report(written(SMALL, WORDS), cancelled=lambda: True)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ((None,), ValueError, "record=None is not allowed; allowed: the record of a game of SEIS"),
        ((Record(GalicianRules()),), ValueError, "allowed: the record of a game of SEIS"),
        ((Record(SeisRules(players=3)),), InvalidRules, "players=3 is not a duel; allowed: 2"),
        ((Record(SeisRules(mode="mirror")),), InvalidRules, "mode='mirror' cannot be solved as a duel"),
    ],
)
def test_what_is_no_duel_is_refused(given: tuple[Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        report(*given)


def test_options_are_quoted() -> None:
    record = written(SMALL, WORDS)
    with pytest.raises(ValueError, match="lang='fr' is not allowed; allowed: gl, es, en"):
        report(record, lang="fr")
    with pytest.raises(ValueError, match="names 3; allowed: 2"):
        report(record, players=["A", "B", "C"])
    with pytest.raises(ValueError, match="allowed: their duel, not duel"):
        report(record, solved=duel(RULES))
