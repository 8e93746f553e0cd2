"""The law of turns: its parts against each other, the answers that there are none, and what is refused."""

import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from seis_lab.exact import check, solo
from seis_lab.exact.alone import Alone, Values, positions, start_of
from seis_lab.exact.answers import Cancelled, Endless
from seis_lab.exact.loaded_die import bias
from seis_lab.exact.check import CheckFailed, back_substitute
from seis_lab.exact.questions import odds
from seis_lab.exact.racing import race
from seis_lab.exact.seis import solve, turns
from seis_lab.exact.card_worth import worth
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import parse_position

ROOT = Path(__file__).parent.parent.parent
MANY = [
    SeisRules(players=1, wildcards={}),
    SeisRules(players=1, wildcards={"NUMERAL": 2, "DADO": 2}),
    SeisRules(players=1, faces=4, wildcards={"NUMERAL": 2}, numeral_per_roll=2, numeral_wrap=True),
    SeisRules(players=1, faces=3, row=(1, 1, 3), wildcards={"DADO": 3}, dado_per_turn=2),
    SeisRules(players=1, faces=3, die=["1/2", "0", "1/2"], wildcards={"NUMERAL": 1}, flip="optional"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("rules", MANY, ids=repr)
def test_the_parts_of_a_law_agree(rules: SeisRules) -> None:
    law = turns(rules)
    z, n = sp.symbols("z n")
    pgf, form = law.pgf(), law.closed_form()
    assert pgf.subs(z, 1) == 1
    first, second = (sp.diff(pgf, z, order).subs(z, 1) for order in (1, 2))
    assert sp.Rational(str(Fraction(law.mean))) == first
    assert sp.Rational(str(Fraction(law.variance))) == second + first - first**2
    above, below = (sp.Poly(part, z).all_coeffs()[::-1] for part in sp.fraction(sp.together(pgf)))
    for k in range(1, 40):  # the power series times the denominator is the numerator
        product = sum(below[j] * sp.Rational(str(Fraction(law.pmf(k - j)))) for j in range(min(k + 1, len(below))))
        assert product == (above[k] if k < len(above) else 0)
        assert sp.Rational(str(Fraction(law.pmf(k)))) == form.subs(n, k)
        assert law.cdf(k) - law.cdf(k - 1) == law.pmf(k)
    assert law.cdf(law.median) >= Fraction(1, 2) > law.cdf(law.median - 1)
    assert law.table()[-1][2] >= Fraction(999, 1000)


def test_the_collectors_generating_function() -> None:
    # Each new card is a geometric wait: the product over k of (k/6) z / (1 - (1 - k/6) z). Feller, volume 1, IX.3 (d).
    z = sp.Symbol("z")
    product = sp.prod([sp.Rational(k, 6) * z / (1 - (1 - sp.Rational(k, 6)) * z) for k in range(1, 7)])
    assert sp.simplify(turns(SeisRules(wildcards={})).pgf() - product) == 0


def test_the_collectors_closed_form() -> None:
    # P(T <= n) by inclusion and exclusion over the missing faces. Feller, volume 1, IV.2.
    law = turns(SeisRules(wildcards={}))
    for n in range(1, 30):
        within = sum((-1) ** k * sp.binomial(6, k) * sp.Rational(6 - k, 6) ** n for k in range(7))
        assert sp.Rational(str(Fraction(law.cdf(n)))) == within


NEVER = SeisRules(players=1, faces=3, die=["0", "1/2", "1/2"], wildcards={})  # type: ignore[arg-type]


def test_a_row_that_is_never_finished_says_so() -> None:
    law = turns(NEVER)
    assert law.never == 1
    assert "never finished (probability 1)" in str(law)
    assert law.cdf(50) == 0
    for number in ("mean", "variance", "median"):
        with pytest.raises(Endless, match=r"row 1,2,3 is never finished"):
            getattr(law, number)
    assert worth(NEVER).rows()[0]["turns"] == "never finished"


def test_the_right_play_finishes_where_the_wrong_one_never_does() -> None:
    # Without face 1 the only NUMERAL has to be kept for it; spent on another card, the row is never finished.
    rules = SeisRules(players=1, faces=3, die=["0", "1/2", "1/2"], wildcards={"NUMERAL": 1})  # type: ignore[arg-type]
    law = turns(rules)
    assert law.never == 0
    state = parse_position("1,3/2:N1 ; A NUMERAL number=2")
    by_move = {str(move): value for move, value in solve(rules).action_values(state).items()}
    # NUMERAL 1: this turn, then two more on average for the 3. Pass: this turn and as many as from the start of a turn,
    # of which the next is 2 (then 2 more) or 3 (then 2 more for the 1).
    assert by_move == {"NUMERAL 1": 3, "NUMERAL 3": inf, "pass": 4}
    assert solve(rules).value(parse_position("1/2,3:- ; A ROLL")) == inf


def test_a_wrong_value_does_not_pass_the_check() -> None:
    rules = SeisRules(players=1, faces=3, wildcards={"NUMERAL": 1, "DADO": 1})
    values = Values(Alone.of(rules))
    values.start(*start_of(rules))
    back_substitute(values.model, values.known, values.start)
    for position, value in list(values.known.items()):
        for wrong in (value + Fraction(1, 10**9), inf):
            values.known[position] = wrong
            with pytest.raises(CheckFailed):
                back_substitute(values.model, values.known, values.start)
        values.known[position] = value
    dead = Values(Alone.of(NEVER))
    dead.start(*start_of(NEVER))
    dead.known[max(dead.known)] = Fraction(5)
    with pytest.raises(CheckFailed):
        back_substitute(dead.model, dead.known, dead.start)


def test_every_answer_went_through_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise CheckFailed("checked")

    solo._best_play.cache_clear()
    monkeypatch.setattr(check, "back_substitute", refuse)
    with pytest.raises(CheckFailed):
        turns(SeisRules(players=1, faces=5, wildcards={"NUMERAL": 1}))


def test_states_are_those_of_the_model_whatever_was_asked_before() -> None:
    rules = SeisRules(players=1, faces=3, wildcards={"NUMERAL": 1, "DADO": 2})
    first = str(turns(rules).mean)
    solve(SeisRules(players=1, faces=3, wildcards={"NUMERAL": 5, "DADO": 5}))
    assert str(turns(rules).mean) == first
    assert positions(Alone.of(rules), start_of(rules)) == 7 * 2 * 3


def test_large_dice_without_numeral_are_folded() -> None:
    # The coupon collector of 20: 20 * (1 + 1/2 + ... + 1/20).
    law = turns(SeisRules(players=1, faces=20, wildcards={}))
    assert law.mean == 20 * sum(Fraction(1, k) for k in range(1, 21))
    assert law.states == 2**20 - 1


def test_more_than_the_budget_is_refused_with_the_numbers() -> None:
    with pytest.raises(InvalidRules, match=r"up to \d+ positions, over the budget of 100000"):
        turns(SeisRules(players=1, faces=20, wildcards={"NUMERAL": 1}))
    with pytest.raises(InvalidRules, match="budget of 10;"):
        turns(SeisRules(players=1, faces=7, wildcards={"NUMERAL": 3}), budget=10)


def test_progress_and_cancelling() -> None:
    solo._best_play.cache_clear()
    rules = SeisRules(players=1, faces=5, wildcards={"NUMERAL": 1})
    seen: list[tuple[int, int]] = []
    with pytest.raises(Cancelled):
        turns(rules, progress=lambda done, most: seen.append((done, most)), cancelled=lambda: len(seen) == 5)
    assert [done for done, _ in seen] == [1, 2, 3, 4, 5]
    assert all(done <= most for done, most in seen)
    assert turns(rules).mean == turns(rules, progress=lambda done, most: None).mean


def test_seats_and_questions_that_do_not_exist() -> None:
    with pytest.raises(InvalidRules, match="seat=2 is not at the table; allowed: 0 to 1"):
        turns(SeisRules(), 2)
    with pytest.raises(InvalidRules, match="game 'chess' is not known; allowed: seis"):
        odds("chess", "turns")
    with pytest.raises(ValueError, match="nobody decides in position"):
        solve(SeisRules(players=1)).action_values(parse_position("1/2:- ; A ROLL"))


def test_odds_by_name() -> None:
    assert odds("seis", "turns") == Fraction(147, 10)
    assert odds("seis", "race")[0] == Fraction(6688879, 12660648)
    assert odds("seis", "worth", SeisRules(wildcards={"DADO": 1})).lines[0].dado_saves == 1


def test_text_of_players_is_escaped_and_reprs_are_stable() -> None:
    law = turns(SeisRules(players=1, faces=2, wildcards={"NUMERAL": 1}))
    for shown in (law, law.policy, worth(SeisRules(wildcards={"DADO": 1})), law.mean):
        assert " at 0x" not in repr(shown) + str(shown) + shown._repr_html_()  # type: ignore[attr-defined]
    assert repr(law) == "turns(SeisRules(players=1, faces=2, wildcards={'NUMERAL': 1}))"
    assert law.to_json()["mean"]["fraction"] == str(Fraction(law.mean))


CORE = """
from seis_lab.exact.racing import race
from seis_lab.exact.seis import turns
from seis_lab.games.seis import SeisRules
import sys

law = turns(SeisRules(wildcards={"NUMERAL": 1}))
law.variance, law.pmf(9), str(law), str(law.policy), race(SeisRules(wildcards={}))
print([name for name in ("sympy", "numpy", "numba", "flint", "mpmath") if name in sys.modules])
"""


def test_the_core_needs_the_standard_library_only() -> None:
    done = subprocess.run([sys.executable, "-c", CORE], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_the_short_name_is_refused_in_one_line() -> None:
    done = subprocess.run([sys.executable, "-c", "import exact"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1] == (
        "ImportError: this folder is a link for readers; write 'import seis_lab.exact' instead of 'import exact'"
    )


def test_the_package_offers_its_names() -> None:
    import seis_lab.exact as package

    for name in package._HOME:
        assert getattr(package, name).__name__ == name
    assert set(package._HOME) <= set(dir(package))
    with pytest.raises(AttributeError, match="has no 'luck'"):
        _ = package.luck


def test_positions_of_a_table_are_valued_as_if_alone() -> None:
    rules = SeisRules(players=2, faces=2, row=(1, 2), wildcards={"TIRADOR": 1, "VOLTEAR": 1, "SALTAR": 1, "NUMERAL": 1})
    solo = solve(rules)

    def value(text: str, seat: int | None = None) -> object:
        return solo.value(parse_position(text), seat)

    # One card missing on a fair two-sided die takes 2 turns, or 1 with a NUMERAL; two cards one turn more.
    assert value("1/2:- | 1,2/-:N1 ; A ROLL") == 2
    assert value("1/2:- | 1,2/-:N1 ; A ROLL", 1) == 2
    # The roller's 1 may be shot at, but alone nobody shoots: it stands, and NUMERAL is over.
    assert value("1/2:N1 | 1,2/-:T1 ; A TIRADOR number=1 asked=B") == 1
    assert value("1/2:N1 | 1,2/-:T1 ; A TIRADOR number=2 asked=B") == 2
    # With the window before NUMERAL, the number may still be changed.
    early = solve(SeisRules(players=2, faces=2, tirador_window="before NUMERAL"))
    assert early.value(parse_position("1/2:N1 | 1,2/-:T1 ; A TIRADOR number=2 asked=B")) == 1
    # At the end of a turn: this one, and those to come.
    assert value("1/2:S1 | 1,2/-:- ; A END") == 3
    assert solo.action_values(parse_position("1/2:S1 | 1,2/-:- ; A END")) == {
        rules.parse("SALTAR"): 3,
        rules.parse("pass"): 3,
    }
    # VOLTEAR is being answered: seat B, with cards 1 and 2 down, will have two cards up, whichever it raises.
    raising = "1,2/-:- | 2/1,1:- ; A RAISE hit=B played=VOLTEAR"
    wide = SeisRules(players=2, faces=2, row=(1, 1, 2), wildcards={"VOLTEAR": 1})
    assert solve(wide).value(parse_position(raising), 1) == 3
    assert solve(wide).value(parse_position(raising), 0) == 1 + 3
    raised = "1,2/-:- | 1/1,2:- ; A RAISE hit=B played=VOLTEAR"
    by_move = solve(wide).action_values(parse_position(raised))
    assert {str(move): value for move, value in by_move.items()} == {"raise 1": 4, "raise 2": 3}
    attacker = SeisRules(players=2, faces=2, row=(1, 1, 2), wildcards={"VOLTEAR": 1}, voltear_chooser="attacker")
    assert solve(wide).value(parse_position(raised), 1) == 3
    assert solve(attacker).value(parse_position(raised), 1) == 4


@pytest.mark.parametrize("ask", [turns, solve, worth, race, bias])
def test_what_is_no_rules_is_refused(ask: Callable[[Any], object]) -> None:
    with pytest.raises(InvalidRules, match=r"rules=\{'players': 1\} is not allowed; allowed: rules such as SeisRules"):
        ask({"players": 1})


@pytest.mark.parametrize("seat", [-1, 2, 0.0, True, None, "A"])
@pytest.mark.parametrize("ask", [turns, solve, worth])
def test_a_seat_is_asked_for_by_its_number(ask: Callable[..., object], seat: object) -> None:
    with pytest.raises(InvalidRules, match=re.escape(f"seat={seat!r} is not at the table; allowed: 0 to 1")):
        ask(SeisRules(wildcards={}), seat)
