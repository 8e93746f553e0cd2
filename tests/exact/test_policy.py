"""The best play in words, held against the moves it is about."""

from fractions import Fraction

import pytest

from seis_lab.exact.alone import BITS, COUNT
from seis_lab.exact.seis import solve, turns
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Numeral, Pass, Phase, Play, parse_position
from seis_lab.games.wildcards import Wild

RULES = [
    SeisRules(players=1, wildcards={"NUMERAL": 1}),
    SeisRules(players=1, faces=4, wildcards={"NUMERAL": 2, "DADO": 1}, numeral_per_roll=2),
    SeisRules(players=1, faces=4, row=(1, 1, 3), wildcards={"NUMERAL": 1, "DADO": 2}, max_wildcards_per_turn=1),
    SeisRules(players=1, faces=3, die=["1/7", "2/7", "4/7"], wildcards={"NUMERAL": 2}, numeral_wrap=True),  # type: ignore[arg-type]
]


def test_a_single_numeral_is_kept_for_the_last_card() -> None:
    # Seen by hand: with two or more cards missing, a kept NUMERAL saves more than the turn it would save now.
    lines = [line for line in turns(RULES[0]).policy.advice if line.numbers]
    assert {len(line.missing) for line in lines} == {1}
    assert len(lines) == 10  # two neighbours for the cards 2 to 5, one for 1 and 6
    assert str(lines[0]) == "with 1 missing and a 2 rolled: NUMERAL to 1"


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_every_line_is_the_best_move_of_its_position(rules: SeisRules) -> None:
    solo = solve(rules)
    assert solo.policy.advice
    for line in solo.policy.advice:
        down = list(rules.numbers)
        for number in line.missing:
            down.remove(number)
        held = "".join(f"{kind}{count}" for kind, count in (("D", line.dado), ("N", line.numeral)) if count) or "-"
        row = f"{','.join(map(str, line.missing))}/{','.join(map(str, down)) or '-'}:{held}"
        if line.rolled is None:
            values = solo.action_values(parse_position(f"{row} ; A BEFORE"))
            assert min(values, key=values.__getitem__) == Play(Wild.DADO)
            assert values[Pass()] - values[Play(Wild.DADO)] == line.saves > 0
            continue
        more = f" more_rolls={line.rolls_to_come} played=DADO" if line.rolls_to_come else ""
        values = solo.action_values(parse_position(f"{row} ; A NUMERAL number={line.rolled}{more}"))
        numerals = {move: value for move, value in values.items() if isinstance(move, Numeral)}
        if line.numbers:
            best = min(numerals.values())
            assert values[Numeral(line.numbers[0])] == best < values[Pass()]
            assert line.saves == values[Pass()] - best
        else:
            assert values[Pass()] <= min(numerals.values())
            if rules.numeral_per_roll == 1:
                assert line.saves == min(numerals.values()) - values[Pass()]


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_no_played_card_is_missing_from_the_lines(rules: SeisRules) -> None:
    solo = solve(rules)
    told = {(line.missing, line.numeral, line.dado, line.rolled) for line in solo.policy.advice if line.numbers}
    for up, numerals, dados in solo.play.reached(solo.start):
        missing = tuple(n for n in range(1, rules.faces + 1) for _ in range(up >> BITS * (n - 1) & COUNT))
        if not numerals or solo.play.dados(up, numerals, dados):
            continue
        for face, _ in solo.values.model.faces:
            _, numbers, _ = solo.play.answer(up, numerals, dados, 0, False, face)
            assert ((missing, numerals, dados, face + 1) in told) == bool(numbers)


def test_the_table() -> None:
    policy = turns(RULES[0]).policy
    assert policy.table()[0] == {
        "missing": "1",
        "NUMERAL": "1",
        "DADO": "0",
        "rolls to come": "0",
        "rolled": "2",
        "play": "NUMERAL to 1",
        "saves": "3",  # now: no turn more; kept: a 1 or a 2 finishes, which takes 3 turns on average
    }
    assert len(policy.table()) == 10 < len(policy.table(kept=True))
    assert any(row["play"] == "keep NUMERAL" for row in policy.table(kept=True))
    assert policy._repr_html_().count("<tr>") == 11


def test_many_lines_are_cut_with_a_word() -> None:
    policy = turns(SeisRules(players=1, wildcards={"NUMERAL": 2, "DADO": 2})).policy
    more = len(policy.table()) - 40
    assert f"... and {more} more lines: table() has them all" in str(policy)
    assert f"First 40 of {more + 40} lines" in policy._repr_html_()


def test_lines_without_numeral_stand_for_all_cards_alike() -> None:
    policy = turns(SeisRules(players=1, wildcards={"DADO": 2})).policy
    assert [str(line) for line in policy.advice] == ["with any 4 cards missing: DADO", "with any 2 cards missing: DADO"]
    # Two missing, one DADO: kept, it is worth 1 turn, but 5/6 only (6 - 31/6) if the other card comes first, with
    # probability 1/3. So keeping it for one roll costs 1/3 * 1/6.
    assert policy.advice[1].saves == Fraction(1, 18)


def test_best_keeps_the_card_where_it_makes_no_difference() -> None:
    # A DADO is worth one turn now as well as later, as long as two cards are missing.
    solo = solve(SeisRules(players=1, wildcards={"DADO": 1}))
    start = solo.rules.initial()
    assert start.phase is Phase.BEFORE
    values = solo.action_values(start)
    assert values[Play(Wild.DADO)] == values[Pass()]
    assert solo.policy.best(start) == Pass()
