"""Random mode: the deal and the rule that one roll turns one card, in positions worked out by hand."""

from collections import Counter
from fractions import Fraction
from math import comb, prod
from typing import Any

import pytest

from seis_lab.bots import random_bot
from seis_lab.game import Chance, InvalidNotation, InvalidRules, Record
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Deal, Phase
from tests.modes.positions import asked, reach


def test_the_first_card_is_one_of_36_of_six_colours() -> None:
    rules = SeisRules(mode="random")
    turn = rules.turn(rules.initial())
    assert isinstance(turn, Chance) and turn.seat is None
    assert [(str(move), weight) for move, weight in turn.outcomes] == [(f"deal {n}", 6) for n in range(1, 7)]
    assert str(rules.initial()) == "-/-:D2S2N2R2V2T2 | -/-:D2S2N2R2V2T2 ; A DEAL"


def test_cards_go_round_and_weigh_what_is_left() -> None:
    rules = SeisRules(mode="random", wildcards={}, players=3)
    state = rules.initial()
    for move in ["deal 4", "deal 4", "deal 1", "deal 4"]:
        state = rules.apply(state, rules.parse(move))
    assert str(state) == "4,4/-:- | 4/-:- | 1/-:- ; A DEAL"
    turn = rules.turn(state)
    assert isinstance(turn, Chance)
    assert {str(move): weight for move, weight in turn.outcomes} == {
        "deal 1": 5, "deal 2": 6, "deal 3": 6, "deal 4": 3, "deal 5": 6, "deal 6": 6
    }  # fmt: skip


def test_after_the_deal_chance_says_who_begins() -> None:
    rules = SeisRules(mode="random", faces=2, wildcards={})
    state = rules.initial()
    for move in ["deal 2", "deal 1", "deal 2", "deal 2"]:
        state = rules.apply(state, rules.parse(move))
    assert str(state) == "2,2/-:- | 1,2/-:- ; A FIRST"
    assert state == rules.dealt("2,2 | 2,1")
    assert asked("random", str(state), "first B", faces=2) == "B: rolls"


def test_alone_the_turn_begins_after_the_last_card() -> None:
    rules = SeisRules(mode="random", players=1, faces=2, wildcards={"DADO": 1})
    state = rules.initial()
    for move in ["deal 2", "deal 2"]:
        state = rules.apply(state, rules.parse(move))
    assert str(state) == "2,2/-:D1 ; A BEFORE"


@pytest.mark.parametrize(
    "options", [{"faces": 2}, {"faces": 3}, {"faces": 3, "row": (1, 1, 3)}, {"faces": 2, "players": 2}], ids=str
)
def test_every_deal_has_the_probability_of_the_shuffled_box(options: dict[str, Any]) -> None:
    """Chance card by card gives the (multivariate) hypergeometric law, counted here from the whole box at once."""
    rules = SeisRules(mode="random", wildcards={}, **({"players": 1} | options))
    law: dict[tuple[tuple[int, ...], ...], Fraction] = {}

    def walk(state: Any, p: Fraction) -> None:
        if state.phase is not Phase.DEAL:
            rows = tuple(tuple(card.number for card in seat.up) for seat in state.seats)
            law[rows] = law.get(rows, Fraction(0)) + p
            return
        turn = rules.turn(state)
        assert isinstance(turn, Chance)
        total = sum(weight for _, weight in turn.outcomes)
        for move, weight in turn.outcomes:
            walk(rules.apply(state, move), p * Fraction(weight, total))

    walk(rules.initial(), Fraction(1))
    box = Counter({number: 6 * count for number, count in Counter(rules.numbers).items()})
    size = len(rules.numbers)
    for rows, p in law.items():
        left, ways = Counter(box), Fraction(1)
        for row in rows:
            ways *= Fraction(prod(comb(left[n], k) for n, k in Counter(row).items()), comb(left.total(), size))
            left -= Counter(row)
        assert p == ways
    assert sum(law.values()) == 1


def test_one_roll_turns_one_of_several_equal_cards() -> None:
    start = "4,4,4/1:- | 1,2,3,5/-:- ; A ROLL"
    assert str(reach("random", start, "roll 4")) == "4,4/1,4:- | 1,2,3,5/-:- ; B ROLL"
    assert asked("random", start, "roll 4", flip="optional") == "A: flip 4, pass"


def test_no_colour_matters() -> None:
    """Cards of one number are equal, so a position does not know which colours were set aside."""
    rules = SeisRules(mode="random", wildcards={})
    assert all(move == Deal(rules.parse(str(move)).card) for move in rules.turn(rules.initial()).moves)  # type: ignore[union-attr]
    with pytest.raises(InvalidRules, match="has the card 4a 1 times; the deck has only 1, 2, 3, 4, 5, 6"):
        rules.dealt("1,2,3,4a,5,6 | 1,2,3,4,5,6")


@pytest.mark.parametrize(
    ("rows", "error", "said"),
    [
        ("1,1,1,1,1,1 | 1,2,3,4,5,6", InvalidRules, "has the card 1 7 times; the deck has 6"),
        ("1,2,3,4,5 | 1,2,3,4,5,6", InvalidRules, "2 rows of 6 cards"),
        ("1,2,3,4,5,6", InvalidRules, "2 rows of 6 cards"),
        ("1,2,3,4,5,7 | 1,2,3,4,5,6", InvalidRules, "the deck has only 1, 2, 3, 4, 5, 6"),
        ("1,2,3,4,5,x | 1,2,3,4,5,6", InvalidNotation, "deals look like"),
        ("<img src=x>", InvalidNotation, "deals look like"),
        (7, InvalidNotation, "deals look like"),
        (None, InvalidNotation, "deals look like"),
        ([[1, 2.5]], InvalidNotation, "deals look like"),
    ],
)
def test_a_deal_that_cannot_be(rows: Any, error: type[ValueError], said: str) -> None:
    with pytest.raises(error, match=said):
        SeisRules(mode="random").dealt(rows)


def test_traditional_mode_deals_nothing() -> None:
    with pytest.raises(InvalidRules, match="mode='traditional' is not allowed"):
        SeisRules().dealt("1,2,3,4,5,6 | 1,2,3,4,5,6")


def test_a_record_holds_the_deal() -> None:
    import random

    from seis_lab.game import play
    from seis_lab.games import read_record

    rules = SeisRules(mode="random", players=3)
    record: Record[Any, Any] = play(rules, [random_bot] * 3, random.Random(3))
    again = read_record(record.to_json())
    assert again.final() == record.final()
    assert [type(move) for move in again.moves[:18]] == [Deal] * 18
