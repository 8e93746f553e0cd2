"""What an answer says about itself."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seis_lab.exact.answers import Estimate, Exact, Interval
from seis_lab.games.seis import SeisRules

ANSWER = Exact(
    "65633/9000", unit="turns", question="turns", rules=SeisRules(players=1), states=567, check="back-substitution"
)


def test_it_is_a_fraction_and_what_is_made_of_it_is_a_plain_one() -> None:
    assert Fraction(65633, 9000) == ANSWER
    assert hash(ANSWER) == hash(Fraction(65633, 9000))
    for made in (ANSWER + 1, 2 * ANSWER, ANSWER / 3, -ANSWER, abs(ANSWER), ANSWER - ANSWER, ANSWER**2):
        assert type(made) is Fraction


def test_texts() -> None:
    assert str(ANSWER) == "65633/9000 = 7.2926 turns (exact, 567 states, checked by back-substitution)"
    assert repr(ANSWER) == "Exact('65633/9000', unit='turns')"
    assert eval(repr(ANSWER), {"Exact": Exact}) == ANSWER
    assert ANSWER._repr_latex_() == r"$\frac{65633}{9000} \approx 7.2926$"
    assert str(Exact(3, unit="turns", states=1)) == "3 = 3.0000 turns (exact, 1 state)"
    assert ANSWER.kind == "exact"


def test_hostile_text_is_escaped() -> None:
    assert "<img" not in Exact(1, unit="<img src=x>", check="<img>")._repr_html_()


def test_a_long_fraction_is_shown_by_its_size_and_saved_in_full() -> None:
    long = Exact(Fraction(10**50 + 1, 3**100))
    assert "a fraction of 51/48 digits = " in str(long)
    assert long.to_json()["fraction"] == f"{10**50 + 1}/{3**100}"


def test_a_fraction_longer_than_python_writes_integers_is_shown_saved_and_copied() -> None:
    below = 11**6000  # 6000 * log10(11) = 6248.36: 6249 digits
    above = below // 2
    for sign, minus in ((1, ""), (-1, "-")):
        huge = Exact(Fraction(sign * above, below))
        assert str(huge) == f"a fraction of 6249/6249 digits = {minus}0.5000 (exact)"
        assert pickle.loads(pickle.dumps(huge)) == huge
        numerator, denominator = huge.to_json()["fraction"].split("/")
        assert (Decimal(numerator), Decimal(denominator)) == (sign * above, below)
        assert huge._repr_latex_().startswith(r"$\approx")
        assert "digits" in huge._repr_html_()
        assert repr(huge).startswith("Exact('")


def test_it_is_compared_with_floats_as_any_fraction_is() -> None:
    half = Exact("1/2", unit="turns")
    assert half == 0.5
    assert 0.4 < half < 0.6
    assert half != 0.1
    assert not half > float("inf")
    assert type(Exact.from_float(0.5)) is Fraction


def test_json() -> None:
    assert ANSWER.to_json() == {
        "kind": "exact",
        "fraction": "65633/9000",
        "decimal": float(Fraction(65633, 9000)),
        "unit": "turns",
        "question": "turns",
        "rules": SeisRules(players=1).to_json(),
        "states": 567,
        "check": "back-substitution",
    }


def test_copies_keep_what_is_known() -> None:
    for other in (copy.copy(ANSWER), copy.deepcopy(ANSWER), pickle.loads(pickle.dumps(ANSWER))):
        assert (type(other), str(other), other.rules) == (Exact, str(ANSWER), ANSWER.rules)


@given(st.fractions(), st.integers(0, 12))
def test_decimals_are_rounded_from_the_fraction_itself(value: Fraction, digits: int) -> None:
    shown = Fraction(format(Exact(value), f".{digits}f"))
    assert shown == round(value, digits)
    assert abs(shown - value) <= Fraction(1, 2 * 10**digits)


@pytest.mark.parametrize(
    ("value", "spec", "text"),
    [
        ("1/8", ".2f", "0.12"),  # half to even, like Python's round
        ("3/8", ".2f", "0.38"),
        ("2/3", "8.3f", "   0.667"),
        ("123456789/100", ",.1f", "1,234,567.9"),
        ("1/3", ".1%", "33.3%"),
        ("1/3", "+.2e", "+3.33e-1"),
        ("-1/3", ".3g", "-0.333"),
        (0, ".2e", "0.00e+0"),
        (0, "g", "0"),
    ],
)
def test_formats(value: str, spec: str, text: str) -> None:
    assert format(Exact(value), spec) == text


def test_formats_that_are_none() -> None:
    with pytest.raises(ValueError, match="'x'"):
        format(ANSWER, "x")
    assert f"{ANSWER}" == str(ANSWER)


@pytest.mark.parametrize(
    ("value", "text"),
    [("5/324", "1 in 64.8"), ("1/6", "1 in 6"), (1, "1 in 1"), (0, "never"), ("1/300000", "1 in 300000")],
)
def test_one_in(value: str | int, text: str) -> None:
    assert Exact(value).one_in == text


def test_one_in_is_about_probabilities() -> None:
    with pytest.raises(ValueError, match="65633/9000 is not a probability"):
        _ = ANSWER.one_in


def test_floats_are_no_exact_answers() -> None:
    with pytest.raises(ValueError, match=r"0\.1 is a float"):
        Exact(0.1)  # type: ignore[arg-type]


def test_a_certified_interval_is_rounded_outwards() -> None:
    text = str(Interval(Fraction(1, 3), Fraction(2, 3), unit="turns", check="bounds"))
    assert text == "0.3333 to 0.6667 turns (certified, checked by bounds)"
    low, _, high, *_ = text.split()
    assert Decimal(low) <= Decimal(1) / 3 <= Decimal(2) / 3 <= Decimal(high)
    with pytest.raises(ValueError, match="must not be above"):
        Interval(Fraction(1), Fraction(0))


def test_an_estimate_says_so() -> None:
    estimate = Estimate(0.25, 0.2, 0.3, confidence=0.99, games=100, seed=1)
    assert str(estimate) == "0.2500 (estimate, 99 % interval 0.2000 to 0.3000, 100 games, seed 1)"
    assert (estimate.kind, f"{estimate:.1f}", float(estimate)) == ("estimate", "0.2", 0.25)
    assert estimate.to_json()["kind"] == "estimate"
