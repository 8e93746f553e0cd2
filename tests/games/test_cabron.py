"""Seises cabrón: known values, options that have their effect, and bad input that names what is wrong."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest

from seis_lab.game import Chance, Decision, InvalidNotation, InvalidRules, Terminal
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronState, parse_move, parse_position
from seis_lab.games.cabron_score import hand_points, hand_score
from seis_lab.games.column_moves import Lay
from seis_lab.games.deals import InvalidDeal
from seis_lab.games.decks import Card

TINY: dict[str, Any] = {"players": 2, "suits": 2, "deck": 8, "opening_rank": 2}

# Known values: "Known values" of the project's shared page, computed outside it.

OWNERS = [0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1]


def hand_summary(rules: CabronRules, state: CabronState) -> tuple[int, list[Fraction]]:
    """How many ways there are to finish the hand, and the cards each seat places, all legal cards equally likely.

    Dead cards and cards placed inside a column no longer matter: positions with the same ends are looked at once.
    """

    @cache
    def of(ends: tuple[Any, ...], actor: int) -> tuple[int, list[Fraction]]:
        state = positions[ends, actor]
        turn = rules.turn(state)
        if not isinstance(turn, Decision):
            return 1, [Fraction(0)] * rules.players
        count, mean = 0, [Fraction(0)] * rules.players
        for move in turn.moves:
            after = rules.apply(state, move)
            more, rest = of(*key(after))
            count += more
            for seat in range(rules.players):
                laid = after.placed[seat] - state.placed[seat]
                mean[seat] += (laid + rest[seat]) / len(turn.moves)
        return count, mean

    def key(state: CabronState) -> tuple[tuple[Any, ...], int]:
        ends = tuple((column[0], column[-1]) if column else None for column in rules.table(state))
        positions.setdefault((ends, state.actor), state)
        return ends, state.actor

    positions: dict[tuple[Any, int], CabronState] = {}
    count, mean = of(*key(state))
    return count, [before + more for before, more in zip(state.placed, mean, strict=True)]


def test_the_miniature_has_its_known_hands_and_means() -> None:
    rules = CabronRules(players=2, deck=16, opening_rank=2, hands=1)
    hands = rules.deal([[card for card, owner in zip(rules.cards, OWNERS, strict=True) if owner == s] for s in (0, 1)])
    count, mean = hand_summary(rules, rules.dealt(hands))
    assert count == 553_927
    assert [f"{float(value):.12f}" for value in mean] == ["6.406183005973", "7.500000000000"]


@pytest.mark.parametrize(
    ("placed", "points"),
    [
        ((9, 7, 7, 5), ("29", "7", "7", "5")),
        ((9, 9, 9, 1), ("47/3", "47/3", "47/3", "1")),
        ((12, 10, 9, 8), ("26", "10", "9", "8")),
    ],
)
def test_the_known_scores(placed: tuple[int, ...], points: tuple[str, ...]) -> None:
    found = hand_points(CabronRules(), placed, [12 - count for count in placed])
    assert found == tuple(map(Fraction, points))


def test_the_score_comes_term_by_term_and_obeys_the_options() -> None:
    placed, unplayed = (9, 9, 9, 1), (3, 3, 3, 11)
    assert hand_points(CabronRules(tie_bonus="rounded down"), placed, unplayed) == (15, 15, 15, 1)
    assert hand_points(CabronRules(dead_bonus="the others' only"), placed, unplayed) == (
        *[9 + Fraction(11, 3)] * 3,
        1,
    )
    terms = hand_score(CabronRules(all_placed_bonus=7), (12, 12, 6, 6), (0, 0, 6, 6))
    assert [(term.placed, term.share, term.all_placed) for term in terms] == [
        (12, 6, 7),
        (12, 6, 7),
        (6, 0, 0),
        (6, 0, 0),
    ]
    assert [term.points for term in terms] == [25, 25, 6, 6]


def test_a_later_starter_holds_no_six_in_its_known_share_of_hands() -> None:
    """Of the 48 cards 44 are no sixes; the starter holds 12 of them. Fixed seed; 4 standard errors, once in 16 000."""
    share = Fraction(comb(44, 12), comb(48, 12))
    assert f"{float(100 * share):.2f}" == "30.27"
    rules, rng, hands = CabronRules(), random.Random(6), 2000
    passed = sum(rules.dealt(rules.random_deal(rng), starter=2).history[:1] == (None,) for _ in range(hands))
    assert abs(passed / hands - share) < 4 * (share * (1 - share) / hands) ** 0.5


def test_a_later_starter_without_a_six_counted_over_all_deals() -> None:
    """Two suits of four cards, two players: of the 70 hands of four cards 15 have neither of the opening cards."""
    rules = CabronRules(**TINY)
    passed = 0
    for hand in combinations(rules.cards, 4):
        state = rules.dealt(rules.deal([hand, [card for card in rules.cards if card not in hand]]), starter=0)
        passed += state.history[:1] == (None,)
    assert passed == comb(6, 4) == 15


# A hand and a match.


def test_a_jumped_card_is_dead_at_once_and_lies_with_its_holder() -> None:
    rules = CabronRules(**TINY)
    state = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
    assert [str(move) for move in rules.turn(state).moves] == ["play 4o", "play 2c"]
    state = rules.apply(state, parse_move("play 4o"))
    assert str(state) == "0,0 ; -/3o | 3c,4c/- ; hand 1, A starts ; 2o,4o,1o,2c,1c"
    view = rules.view(state, 1)
    assert (view.dead, view.sizes, view.placed) == (((Card(0, 3),), ()), (0, 2), (3, 2))
    over = rules.apply(state, parse_move("play 4c"))
    # A has no cards left and has placed 3 of 4, B 3 of 4: both won, and share the two dead cards.
    assert str(over) == "4,4 ; -/3o | -/3c ; hand 1, A starts ; 2o,4o,1o,2c,1c,4c ; points 4,4"


def test_a_hand_goes_on_when_a_player_has_no_cards_left() -> None:
    rules = CabronRules(**TINY)
    state = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
    state = rules.apply(state, parse_move("play 4o"))
    assert state.hands[0] == () and isinstance(rules.turn(state), Decision)


def test_who_starts_later_hands() -> None:
    rules, rng = CabronRules(target=1000), random.Random(3)
    state, starters = rules.initial(), []
    for number in range(1, 6):
        while not state.points:
            state = rules.apply(state, rng.choice(rules.turn(state).moves))
        assert state.number == number
        starters.append(state.starter)
        first = next(card for card in state.history if card is not None)
        assert first == Card(0, 6) if number == 1 else first.rank == 6
        turn = rules.turn(state)
        assert isinstance(turn, Chance)
        state = rules.apply(state, turn.moves[0])
    assert starters == [(starters[0] + step) % 4 for step in range(5)]


def test_a_later_starter_chooses_among_its_sixes_and_passes_without() -> None:
    rules = CabronRules(**TINY)
    hands = rules.deal("1o,2o,3o,2c | 4o,1c,3c,4c")
    state = rules.dealt(hands, starter=0, scores=(3, Fraction(5, 2)))
    assert (state.number, state.history, state.scores) == (2, (), (3, Fraction(5, 2)))
    assert [str(move) for move in rules.turn(state).moves] == ["play 2o", "play 2c"]
    assert rules.dealt(hands, starter=1).history[:1] == (None,)
    assert rules.dealt(hands).history[:1] == (Card(0, 2),)


def test_the_traditional_game_ends_with_the_first_empty_hand() -> None:
    rules = CabronRules(jumping=False, target=1000)
    for seed in range(5):
        rng = random.Random(seed)
        state = rules.initial()
        while not state.points:
            state = rules.apply(state, rng.choice(rules.turn(state).moves))
            assert not any(state.dead)
        winner = state.hands.index(())
        left = sum(map(len, state.hands))
        assert state.points[winner] == 12 + left + 5
        assert sum(state.points) == 48 + 5


def test_an_exact_tie_at_the_target_plays_another_hand() -> None:
    rules = CabronRules(**TINY, target=4)
    state = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
    for text in ("play 4o", "play 4c"):
        state = rules.apply(state, parse_move(text))
    assert state.scores == (4, 4) and isinstance(rules.turn(state), Chance)
    shared = CabronRules(**TINY, target=4, hands=1).turn(state)
    assert isinstance(shared, Terminal)
    assert (shared.outcome.reason, shared.outcome.payoffs) == (
        "the agreed hands are played",
        (Fraction(1, 2), Fraction(1, 2)),
    )


def test_the_target_is_reached() -> None:
    rules = CabronRules(target=30)
    rng, state = random.Random(1), rules.initial()
    while not isinstance(turn := rules.turn(state), Terminal):
        state = rules.apply(state, rng.choice(turn.moves))
    assert turn.outcome.reason == "the target is reached"
    assert max(state.scores) >= 30 > max(map(Fraction.__sub__, state.scores, state.points))


def test_only_decks_in_which_a_card_can_be_jumped_over_have_an_end() -> None:
    """The refusal by the second route: over all deals and plays of one suit, is there a hand that is not a tie?"""
    for ranks in range(2, 5):
        for opening in range(1, ranks + 1):
            options = {"players": 2, "suits": 2, "deck": 2 * ranks, "opening_rank": opening}
            rules = CabronRules(**options, hands=1)
            seen = set()
            for hand in combinations(rules.cards, ranks):
                hands = rules.deal([hand, [card for card in rules.cards if card not in hand]])
                stack = [rules.dealt(hands)]
                while stack:
                    state = stack.pop()
                    seen.add(len(set(state.points)))
                    stack += [rules.apply(state, move) for move in rules.turn(state).moves]
            if seen <= {0, 1}:
                with pytest.raises(InvalidRules, match=r"hands=None is not allowed; .* no card can be jumped over"):
                    CabronRules(**options)
            else:
                assert CabronRules(**options).hands is None


# Bad input.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "players=1 is not allowed; allowed: a whole number from 2 to 8"),
        ({"players": 5}, "players=5 is not allowed; allowed: a number that divides the deck, 48"),
        ({"players": 3, "deck": 40}, "players=3 is not allowed; allowed: a number that divides the deck, 40"),
        ({"deck": 52}, "deck=52 is not allowed; allowed: a whole number from 2 to 48"),
        ({"deck": 42}, "deck=42 is not allowed; allowed: a multiple of the suits, 4, with at most 12 cards in each"),
        ({"deck": 48, "suits": 2}, "deck=48 "),
        ({"deck": "48"}, "deck='48' "),
        ({"suits": 5}, "suits=5 "),
        ({"opening_rank": 0}, "opening_rank=0 is not allowed; allowed: a whole number from 1 to 12, the ranks"),
        ({"opening_rank": 11, "deck": 40}, "opening_rank=11 "),
        ({"opening_rank": True}, "opening_rank=True "),
        ({"jumping": 1}, "jumping=1 is not allowed; allowed: True or False"),
        ({"target": 0}, "target=0 is not allowed; allowed: a whole number from 1"),
        ({"tie_bonus": "split"}, "tie_bonus='split' is not allowed; allowed: 'exact split' or 'rounded down'"),
        ({"dead_bonus": "none"}, "dead_bonus='none' is not allowed; allowed: 'all dead cards' or \"the others' only\""),
        ({"all_placed_bonus": -1}, "all_placed_bonus=-1 "),
        ({"hands": 0}, "hands=0 is not allowed; allowed: a whole number from 1 to 1000 or None"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        CabronRules(**options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ("1o,2o,3o,4o | 1o,2c,3c,4c", "the deal has 1o twice, in the hands of A and B"),
        ("1o,2o,3o,4o | 1c,2c,3c", "the deal lacks 4c"),
        ("1o,2o,3o,4o,1c | 2c,3c,4c", "the hands have (5, 3) cards; allowed: 4 each"),
        ("1o,2o,3o,4o", "has not one hand for each of 2 seats"),
    ],
)
def test_impossible_deals_are_refused(hands: Any, message: str) -> None:
    with pytest.raises(InvalidDeal) as caught:
        CabronRules(**TINY).deal(hands)
    assert message in str(caught.value)


def test_impossible_starts_are_refused() -> None:
    rules = CabronRules(**TINY)
    with pytest.raises(ValueError, match="starter=2 is not allowed; allowed: a seat from 0 to 1"):
        rules.dealt(rules.sorted_deal(), starter=2)
    with pytest.raises(ValueError, match="starter=True is not allowed; allowed: a seat from 0 to 1"):
        rules.dealt(rules.sorted_deal(), starter=True)
    with pytest.raises(ValueError, match=r"scores=\(1,\) is not allowed; allowed: one total for each of 2 seats"):
        rules.dealt(rules.sorted_deal(), scores=(1,))
    with pytest.raises(ValueError, match=r"scores=\(1, 0.5\): 0.5 is not allowed"):
        rules.dealt(rules.sorted_deal(), scores=(1, 0.5))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0,0",
        "0,0 ; 1o/- | 2o/- ; round 1",
        "0 ; 1o/- | 2o/- ; hand 1",
        "0,0 ; 1o | 2o ; hand 1",
        "0,0 ; 1o/- | 2o/- ; hand 1, C starts",
        "0,0 ; 2o,1o/- | -/- ; hand 1, A starts",
        "0,0 ; 1x/- | -/- ; hand 1, A starts",
        "0,2/2 ; 1o/- | -/- ; hand 1, A starts",
        "0,1/0 ; 1o/- | -/- ; hand 1, A starts",
        "0,1e9999999999 ; 1o/- | -/- ; hand 1, A starts",
        "0,-1 ; 1o/- | -/- ; hand 1, A starts",
        "0,0 ; 1o/- | -/- ; hand 1, A starts ; 6o ; 5o",
        "0,0 ; 1o/- | -/- ; hand 1, A starts ; 6o ; points 1",
        "0,0 ; 1o/- | -/- ; hand 01, A starts",
        None,
    ],
)
def test_bad_positions_are_quoted(text: Any) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_position(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("text", ["play", "play 6", "play 06o", "deal 6o ", "lay 6o", "pass", None, "play 6ó"])
def test_bad_moves_are_quoted(text: Any) -> None:
    with pytest.raises(InvalidNotation, match="is not a move of Seises cabrón") as caught:
        parse_move(text)
    assert repr(text) in str(caught.value)


def test_moves_and_faces() -> None:
    assert parse_move("play 12b") == Lay(Card(3, 12))
    assert CabronRules().faces[5:] == ("6", "7", "8", "9", "jack", "queen", "king")
    assert CabronRules(deck=40).faces[5:] == ("6", "7", "jack", "queen", "king")
