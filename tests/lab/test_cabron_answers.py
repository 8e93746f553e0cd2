"""What the rule lab knows of Seises cabrón: exact where it is small, estimated where not, and which rules matter."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from seis_lab.exact.answers import Estimate
from seis_lab.exact.cabron_deals import all_hands
from seis_lab.exact.cabron_matches import cabron_match
from seis_lab.games.cabron import CabronRules
from seis_lab.widgets import cabron_answers
from seis_lab.widgets.cabron_answers import LIVE, answer, dead

FOUR = CabronRules(players=2, suits=1, deck=4, opening_rank=2)  # four cards: solved by hand below
MINI = CabronRules(players=2, suits=2, deck=8, opening_rank=2, target=20)


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(cabron_answers, "GAMES", {"hand": (2_000, 60), "later": (2_000, 60), "match": (400, 20)})


def lines(answer):
    return {(key.rpartition(".")[2], seat): number for key, seat, number in answer.lines}


def test_four_cards_are_answered_as_by_hand():
    """A holds the 2 and, as likely, the 1, the 3 or the 4; B then plays either of its cards.

    With 2,1 against 3,4 B's 3 leads to a tie of 2 cards and its 4 kills its own 3: A wins 3/4. With 2,3 against 1,4
    B's 1 leads to a tie and its 4 kills A's 3: A wins 1/4. With 2,4 against 1,3 A kills the 3 after B's 1, and after
    its 3 there is a tie: A wins 3/4. A tie is worth 2 + 5 points each, a win 2 + 1 + 5 against 1.
    """
    found = lines(answer("hand", FOUR))
    assert found["leader", "A"] == Fraction(7, 12) and found["wins", "B"] == Fraction(5, 12)
    assert (found["tie", ""], found["bonus", ""]) == (Fraction(1, 2), Fraction(1, 2))
    assert (found["points", "A"], found["points", "B"]) == (Fraction(19, 3), Fraction(31, 6))
    without = lines(answer("hand", replace(FOUR, all_placed_bonus=0)))
    assert (without["points", "A"], without["points", "B"]) == (Fraction(13, 6), Fraction(11, 6))


def test_without_jumping_four_cards_are_answered_as_by_hand():
    """The hand ends when somebody is out of cards: only with 2,4 against 1,3 B can win, by its 1, one time in two."""
    found = lines(answer("hand", replace(FOUR, jumping=False)))
    assert (found["leader", "A"], found["tie", ""], found["bonus", ""]) == (Fraction(5, 6), 0, 1)


def test_a_small_deck_is_answered_exactly_by_the_average_over_all_deals():
    for question, later in (("hand", False), ("later", True)):
        law = all_hands(MINI, later=later).law
        found = lines(answer(question, MINI))
        assert [found["leader", "A"], found["wins", "B"]] == list(law.shares)
        assert [found["points", seat] for seat in "AB"] == list(law.points)
        assert answer(question, MINI).kind == "exact"


def test_a_small_match_is_answered_exactly_and_its_shares_sum_to_one():
    found, law = lines(answer("match", MINI)), cabron_match(MINI)
    assert found["hands", ""] == law.mean_hands
    assert sum(number for (key, _), number in found.items() if key in ("first", "match")) == 1
    one = lines(answer("match", replace(FOUR, hands=1, target=1000)))
    assert (one["hands", ""], one["first", "A"]) == (1, Fraction(7, 12))


@pytest.mark.parametrize("question", LIVE)
def test_the_full_deck_is_an_estimate_and_says_so(question):
    found = answer(question, CabronRules())
    assert found.kind == "estimate" and all(isinstance(number, Estimate) for *_, number in found.lines)


# One change for every option.
CHANGES = {
    "players": 4,
    "deck": 6,
    "suits": 1,
    "opening_rank": 1,
    "jumping": False,
    "target": 1,
    "tie_bonus": "rounded down",
    "dead_bonus": "the others' only",
    "all_placed_bonus": 0,
    "hands": 1,
}


def numbers(question, rules):
    return [(key, seat, Fraction(number)) for key, seat, number in answer(question, rules).lines]


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_called_dead_changes_nothing_and_what_is_live_something(name):
    # Where two share a bonus it is always even: only among three can there be something to round.
    three = CabronRules(players=3, suits=1, deck=9, opening_rank=2, hands=3)
    bases = {"players": replace(FOUR, hands=2), "deck": replace(FOUR, target=20), "tie_bonus": three}
    base = bases.get(name, MINI)
    changed = replace(base, **{name: CHANGES[name]})
    for question in LIVE:
        differs = numbers(question, base) != numbers(question, changed)
        assert differs is (name in LIVE[question]), question


def test_every_option_is_live_or_dead():
    for question in LIVE:
        known = {*LIVE[question], *dead(question, MINI)}
        assert known == {item.name for item in fields(CabronRules)} == set(CHANGES)
