"""What the duel answers: worth, fairness, handicaps, when to hold TIRADOR; each against values found in another way."""

import json
from fractions import Fraction

import pytest

from seis_lab.exact.duel_double import solve_in_doubles
from seis_lab.exact.duel_hands import DuelModel, Places
from seis_lab.exact.duel_worth import fairness, handicaps, holding, worth
from seis_lab.exact.duels import duel
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import parse_position

RULES = SeisRules(faces=3, wildcards={"NUMERAL": 1, "TIRADOR": 1})
LESS = {"NUMERAL": 1}


def test_worth_is_that_of_duels_solved_for_those_sets() -> None:
    """Each cell again, from a duel whose rules give the seats just these cards."""
    row = next(line for line in worth(duel(RULES), gains=True).lines if line[0] == "TIRADOR")
    more = {"NUMERAL": 1, "TIRADOR": 2}
    both = RULES.wildcards_of(0)
    for cell, sets in zip(row[1:], ((both, both), (LESS, both), (both, LESS), (LESS, LESS), (more, more)), strict=True):
        assert cell == duel(SeisRules(faces=3, wildcards=sets), method="exact").first


def test_fairness_begins_with_the_race_without_cards() -> None:
    table = fairness(duel(SeisRules(wildcards={"NUMERAL": 1, "DADO": 1})))
    assert table.rows()[0] == {"each has": "-", "who begins wins": "0.5283"}
    assert [row["each has"] for row in table.rows()] == ["-", "1 DADO, 1 NUMERAL", "1 DADO", "1 NUMERAL"]
    assert round(float(table.lines[-1][1]), 6) == 0.545651  # known values of the project
    assert table.lines[2][1] == Fraction(6688879, 12660648)  # a DADO is a turn, and both have it


def test_handicaps_are_sorted_by_fairness_and_their_odds_are_those_of_their_rules() -> None:
    table = handicaps(duel(RULES), show=100)
    away = [abs(Fraction(odds) - Fraction(1, 2)) for _, odds in table.lines]
    assert away == sorted(away) and len(away) == 7  # none, either card, both; card 1, 2 or 3
    given = dict(table.lines)
    assert given["nothing"] == duel(RULES).first
    assert given["1 TIRADOR"] == duel(SeisRules(faces=3, wildcards=(LESS, RULES.wildcards))).first
    down = duel(RULES).value(parse_position("1,2,3/-:N1T1 | 1,3/2:N1T1 ; A ROLL"))
    assert given["the other's card 2 face down"] == down


def test_holding_counts_what_the_moves_of_the_engine_say() -> None:
    """Two cards, one TIRADOR: every case again, as a position in which the engine asks the holder."""
    rules = SeisRules(faces=2, wildcards=({"TIRADOR": 1}, {}))
    solved = duel(rules)
    rows = (("1", "2"), ("1,2", "-"))  # without NUMERAL a row with card 2 up is the same as one with card 1 up
    for mine_up, other_up, *counted in holding(solved).lines:
        found = [0, 0, 0]
        for up, down in rows:
            for its_up, its_down in rows:
                if len(up.split(",")) != mine_up or len(its_up.split(",")) != other_up:
                    continue
                for number in its_up.split(","):
                    text = f"{up}/{down}:T1 | {its_up}/{its_down}:- ; B TIRADOR number={number} asked=A"
                    values = {str(move): value for move, value in solved.action_values(parse_position(text)).items()}
                    shoot, hold = values["TIRADOR"], values["pass"]
                    found[0 if shoot > hold else 1 if hold > shoot else 2] += 1
        assert counted == found


def test_tables_are_shown_as_text_html_and_json() -> None:
    table = fairness(duel(SeisRules(faces=2, wildcards={"DADO": 1})))
    assert str(table).splitlines() == [
        "each has  who begins wins",
        "-         0.6667",
        "1 DADO    0.6667",
        "(exact, checked by back-substitution)",
    ]
    assert table._repr_html_().count("<tr>") == 3
    assert json.loads(json.dumps(table.to_json()))["lines"][0][1]["fraction"] == "2/3"
    assert repr(table) == "<fairness of sets with SeisRules(faces=2, wildcards={'DADO': 1})>"


def test_certified_tables_say_so() -> None:
    table = fairness(duel(SeisRules(faces=3, wildcards={"DADO": 1}), method="double"))
    assert str(table).splitlines()[-1].startswith("(certified within 1e-1")


@pytest.mark.parametrize("ask", [worth, fairness, handicaps])
def test_sets_that_differ_are_refused(ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidRules, match="differ between the seats; allowed here: the same for both"):
        ask(duel(SeisRules(faces=2, wildcards=({"DADO": 1}, {}))))


def test_holding_needs_a_tirador() -> None:
    with pytest.raises(InvalidRules, match="hold no TIRADOR"):
        holding(duel(SeisRules(faces=2, wildcards={"DADO": 1})))


def test_odds_of_sets_beyond_the_rules_are_refused() -> None:
    solved = duel(RULES)
    with pytest.raises(InvalidRules, match="more than this duel was solved for; allowed: up to"):
        solved.odds({"NUMERAL": 2}, {})
    with pytest.raises(InvalidRules, match="down=7 is no card of the row"):
        solved.odds({}, {}, down=7)


def test_as_many_threads_as_wanted_give_the_same_values() -> None:
    rules = SeisRules(faces=4, wildcards={"DADO": 1, "SALTAR": 2, "NUMERAL": 1, "VOLTEAR": 1})
    places = Places(DuelModel.of(rules), 10**7)
    assert list(solve_in_doubles(places, threads=1).table) == list(solve_in_doubles(places, threads=4).table)
