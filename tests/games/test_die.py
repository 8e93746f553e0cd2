"""The die: exact probabilities, one symbol at most, and one clear error for anything else."""

import warnings
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seis_lab.game import InvalidRules
from seis_lab.games.die import Die

HUGE = 10**5000


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/6", Fraction(1, 6)),
        (" 1/6 ", Fraction(1, 6)),
        ("2*(1/8)", Fraction(1, 4)),
        ("1 - 3/4", Fraction(1, 4)),
        ("-(-1/4)", Fraction(1, 4)),
        ("(1/2)/2", Fraction(1, 4)),
    ],
)
def test_texts_are_read_as_arithmetic(text: str, value: Fraction) -> None:
    assert Die([text, 1 - value]).probabilities == (value, 1 - value)


def test_the_symbol_is_found_and_given_a_value() -> None:
    die = Die(["1/6 + p", "2*p/4", "5/6 - 3*p/2"])
    assert die.symbol == "p"
    assert die.at("1/10").probabilities == (Fraction(4, 15), Fraction(1, 20), Fraction(41, 60))
    assert die.at(0) == Die(["1/6", 0, "5/6"])


def test_a_symbol_that_cancels_is_no_symbol() -> None:
    assert Die(["p - p + 1/2", "1/2"]) == Die.fair(2)


def test_span_is_where_every_probability_is_allowed() -> None:
    die = Die(["1/6 + p", "1/2 - 2*p", "1/3 + p"])  # -1/6 <= p, p <= 1/4, -1/3 <= p
    assert die.span == (Fraction(-1, 6), Fraction(1, 4))
    for end in die.span:
        assert min(die.at(end).probabilities) == 0
    for outside in (Fraction(-1, 6) - Fraction(1, 1000), Fraction(1, 4) + Fraction(1, 1000)):
        with pytest.raises(InvalidRules, match="negative"):
            die.at(outside)


def test_a_symbolic_die_has_no_probabilities_yet() -> None:
    with pytest.raises(InvalidRules, match="'p' has no value"):
        _ = Die(["p", "1 - p"]).probabilities


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([], "sums to '0'"),
        (["1/2", "1/3"], "sums to '5/6'"),
        (["p", "p"], "sums to '2[*]p'"),
        (["p", "1 - q"], "2 symbols"),
        (["-1/2", "3/2"], "negative"),
        (["p - 1", "-p", "2"], "negative"),  # every p makes one of the first two negative
        (["p", "-p - 1/10", "11/10"], "negative"),
        (["p*p", "1 - p*p"], "not a probability"),
        (["1/p", "1 - 1/p"], "not a probability"),
        (["1/0", "1"], "not a probability"),
        (["", "1"], "not a probability"),
        (["1.0", "0"], "not a probability"),
        (["True", "0"], "not a probability"),
        (["9**9**9", "1"], "not a probability"),
        (["f(1)", "1"], "not a probability"),
        (["__import__('os')", "1"], "not a probability"),
        (["1\0", "0"], "not a probability"),
        (["\ud800", "1"], "not a probability"),
        (["lambda: 1", "0"], "not a probability"),
        (["-" * 100_000 + "1", "0"], "not a probability"),
        (["-" * 499 + "1", "0"], "sums to '-1'"),
        (["(" * 250 + "1" + ")" * 250, "0"], "not a probability"),
        (["9" * 5000, "1"], "not a probability"),
        (["9" * 101, "1"], "more than 100 digits"),
        (["p" * 51, "1 - " + "p" * 51], "not a probability"),
        ([HUGE, 1 - HUGE], "more than 100 digits"),
        ([Fraction(1, HUGE), 1 - Fraction(1, HUGE)], "more than 100 digits"),
        ([0.5, 0.5], "not exact"),
        ([True, False], "not exact"),
        ([None, 1], "not exact"),
        ([["1/2"], "1/2"], "not exact"),
        (None, "one probability per face"),
        (6, "one probability per face"),
    ],
)
def test_one_clear_error(entries: object, why: str) -> None:
    with pytest.raises(InvalidRules, match=why) as caught:
        Die(entries)  # type: ignore[arg-type]
    assert str(caught.value).startswith("die")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", ["abc", "q", 0.1, float("nan"), float("inf"), None, "1/0", [10**5000], "9" * 5000])
def test_at_refuses_what_is_no_fraction(value: object) -> None:
    with pytest.raises(InvalidRules):
        Die(["p", "1 - p"]).at(value)  # type: ignore[arg-type]


small = st.fractions(min_value=-3, max_value=3, max_denominator=50)


@st.composite
def dice(draw: st.DrawFn) -> tuple[list[Fraction], list[Fraction]]:
    """Constants that are a fair-to-biased die, and slopes that sum to 0."""
    weights = draw(st.lists(st.integers(0, 20), min_size=2, max_size=6).filter(any))
    slopes = draw(st.lists(small, min_size=len(weights) - 1, max_size=len(weights) - 1))
    return [Fraction(w, sum(weights)) for w in weights], [*slopes, -sum(slopes, Fraction(0))]


@given(dice(), st.sampled_from(["p", "bias", "ñ", "x_1"]))
def test_written_reads_back(die: tuple[list[Fraction], list[Fraction]], symbol: str) -> None:
    entries = [f"{c} + ({s})*{symbol}" for c, s in zip(*die, strict=True)]
    read = Die(entries)  # at symbol = 0 this is the plain die, so it is allowed
    assert Die(read.written()) == read
    assert eval(repr(read)) == read
    assert hash(Die(read.written())) == hash(read)
    assert read.at(0).probabilities == tuple(die[0])
    low, high = read.span
    for value in (low, high, (low + high) / 2):
        # the second route: Python's own arithmetic on the text
        assert read.at(value).probabilities == tuple(c + s * value for c, s in zip(*die, strict=True))


@given(dice())
def test_weights_are_the_probabilities(die: tuple[list[Fraction], list[Fraction]]) -> None:
    read = Die(die[0])
    assert all(isinstance(weight, int) for weight in read.weights)
    assert [Fraction(weight, sum(read.weights)) for weight in read.weights] == die[0]


@given(st.one_of(st.text(max_size=30), st.text("()+-*/ 0123456789p", max_size=30)))
def test_any_text_is_a_probability_or_refused(text: str) -> None:
    try:
        die = Die([text, f"1 - ({text})"])
    except InvalidRules:
        return
    assert Die(die.written()) == die


@pytest.mark.parametrize("entry", ["1if 2 else 3", "2p", "0x1", "'p'", r"'\d'", '"p"'])
def test_what_python_warns_about_is_refused_without_a_warning(entry: str) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with pytest.raises(InvalidRules, match="is not a probability"):
            Die([entry, "1"])
    assert said == []
    assert Die(["p1", "1 - p1"]).symbol == "p1"
