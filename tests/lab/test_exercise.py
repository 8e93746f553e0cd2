"""The checker of the exercises: it computes, it explains, and it gives nothing away."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from seis_lab.exact import solve
from seis_lab.games.seis import SeisRules
from seis_lab.widgets.exercise import Exercise, positions

ALONE = SeisRules(players=1, wildcards={})


@pytest.fixture
def exercise() -> Exercise:
    return Exercise("Collect", "How many turns?", hints=["Think of one card.", "Then of two."], solution="147/10")


def coupon(missing: int) -> Fraction:
    """The coupon collector: 6/6 + 6/5 + ... turns, 6 times the 6th harmonic number for six cards."""
    return sum((Fraction(6, left) for left in range(1, missing + 1)), Fraction(0))


def test_a_right_recurrence_passes_at_every_position(exercise: Exercise) -> None:
    assert coupon(6) == Fraction(147, 10)
    said = exercise.check_recurrence(coupon, ALONE)
    assert said and str(said) == "Right: your function satisfies the equation of the first turn at all 63 positions."


@pytest.mark.parametrize(
    ("student", "position"),
    [
        (lambda missing: coupon(missing) + 1, "Missing 1:"),  # fails with the first card already
        (lambda missing: coupon(missing) if missing < 4 else coupon(missing) + 1, "Missing 1, 2, 3, 4:"),
        (lambda missing: Fraction(0), "Missing 1:"),
    ],
)
def test_a_wrong_recurrence_is_told_where_it_fails(
    exercise: Exercise, student: Callable[[int], Fraction], position: str
) -> None:
    said = exercise.check_recurrence(student, ALONE)
    assert not said and said.right is False and position in str(said)


def test_a_symmetric_formula_is_convicted_where_the_die_is_not_fair(exercise: Exercise) -> None:
    biased = SeisRules(players=1, wildcards={}, die=["1/12", "1/4", "1/6", "1/6", "1/6", "1/6"])
    assert not exercise.check_recurrence(coupon, biased)


def test_the_best_play_is_the_only_recurrence_that_passes_with_cards(exercise: Exercise) -> None:
    """The solver as the student: another route to the values, and one value bent must be found."""
    rules = SeisRules(players=1, faces=3, row=(1, 2), wildcards={"NUMERAL": 1, "DADO": 1})
    solo = solve(rules)
    values = {(seat.up, seat.wild): solo.value(state) for seat, state in positions(rules)}

    def reads(seat: Any) -> tuple[Any, ...]:
        return (seat.up, seat.wild)

    assert exercise.check_recurrence(lambda up, wild: values[up, wild], rules, reads)
    for bent in values:
        wrong = values | {bent: values[bent] + Fraction(1, 100)}
        assert not exercise.check_recurrence(lambda up, wild, wrong=wrong: wrong[up, wild], rules, reads)


def test_numeral_with_two_cards_and_three_faces_by_hand(exercise: Exercise) -> None:
    """One card missing, NUMERAL in hand, fair die of 3 faces. Card 1 or 3: two of three faces end it at once, so
    x = 1 + x/3 = 3/2. Card 2: every face does, so 1."""
    rules = SeisRules(players=1, faces=3, wildcards={"NUMERAL": 1})
    solo = solve(rules)
    by_hand = {(1,): Fraction(3, 2), (2,): Fraction(1), (3,): Fraction(3, 2)}
    found = {}
    for seat, state in positions(rules):
        if len(seat.up) == 1 and seat.wild["NUMERAL"]:
            found[tuple(card.number for card in seat.up)] = solo.value(state)
    assert found == by_hand


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (0.5, "0.5 is a decimal, and a decimal is not exact. Give Fraction(1, 2)."),
        (14.7, "14.7 is a decimal, and a decimal is not exact. Give Fraction(147, 10)."),
        (float("nan"), "nan is a decimal"),
        (1e-9, "1e-09 is a decimal"),
        ("147/10", "'147/10' is a text. Take the quotation marks away"),
        (True, "True is not a number"),
        ([1], "list is not a number"),
        (..., "Nothing to check yet"),
        (None, "Nothing to check yet"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_explained(exercise: Exercise, answer: Any, words: str) -> None:
    said = exercise.check_fraction(answer, lambda: Fraction(147, 10))
    assert said.right is None and not said and str(said).startswith(words)


def test_a_fraction_is_compared_with_a_question_asked_now(exercise: Exercise) -> None:
    asked: list[int] = []

    def question() -> Fraction:
        asked.append(1)
        return Fraction(3)

    assert exercise.check_fraction(Fraction(6, 2), question)
    assert str(exercise.check_fraction(4, question)) == "Not yet: 4 is too large."
    assert str(exercise.check_fraction(Fraction(5, 2), question)) == "Not yet: 5/2 is too small."
    assert len(asked) == 3


def test_a_sympy_number_is_exact_too(exercise: Exercise) -> None:
    sympy = pytest.importorskip("sympy")
    assert exercise.check_fraction(sympy.Rational(3, 2), lambda: Fraction(3, 2))


def endless(missing: int) -> Fraction:
    return 1 + endless(missing)


@pytest.mark.parametrize(
    ("student", "words"),
    [
        (lambda missing: Fraction(6, missing - 1), "Missing 1: your function stops with ZeroDivisionError"),
        (lambda: Fraction(1), "Missing 1: your function stops with TypeError"),
        (endless, "Missing 1: your function calls itself without end"),
        (lambda missing: 6 / missing, "Missing 1: 6.0 is a decimal"),
        (Fraction(147, 10), "Fraction is not a function"),
        (..., "Nothing to check yet"),
    ],
)
def test_a_function_that_cannot_be_asked_is_explained(exercise: Exercise, student: Any, words: str) -> None:
    said = exercise.check_recurrence(student, ALONE)
    assert said.right is None and str(said).startswith(words)


def test_hints_come_one_by_one_and_the_solution_only_when_asked(exercise: Exercise) -> None:
    shown = [str(exercise), repr(exercise), exercise._repr_html_()]
    shown += [str(exercise.hint()), str(exercise.hint()), str(exercise.hint())]
    assert [line for line in shown if "Think of one card." in line] == ["Hint 1 of 2: Think of one card."]
    assert shown[-1].startswith("There are no more hints")
    wrong = [exercise.check_fraction(1, lambda: Fraction(147, 10)), exercise.check_recurrence(lambda k: k, ALONE)]
    assert not any("147" in line for line in [*shown, *map(str, wrong)])
    assert str(exercise.solution()) == "Solution: 147/10"


def test_what_is_typed_is_shown_as_text(exercise: Exercise) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    assert "<img" not in exercise.check_fraction(hostile, lambda: Fraction(1))._repr_html_()
    assert "<img" not in Exercise(hostile, hostile)._repr_html_()


@pytest.mark.parametrize(("lang", "word"), [("en", "Right"), ("es", "Correcto"), ("gl", "Correcto")])
def test_comments_come_in_three_languages(lang: str, word: str) -> None:
    exercise = Exercise("x", lang=lang)
    assert str(exercise.check_fraction(2, lambda: Fraction(2))) == f"{word}: 2."
    assert str(exercise.check_fraction(0.5, lambda: Fraction(2))).endswith("Fraction(1, 2).")


def test_output_is_the_same_in_every_run(exercise: Exercise) -> None:
    assert repr(exercise) == "Exercise('Collect')"
    assert "0x" not in repr(exercise.check_recurrence(lambda k: k, ALONE))
