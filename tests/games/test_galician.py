"""Galician Seis: bad input names what is wrong, options have their effect, cards their names, columns their rules."""

import random
from typing import Any

import pytest

from seis_lab.game import Chance, InvalidNotation, InvalidRules, Terminal
from seis_lab.games.columns import Columns, dead, lay_out, place
from seis_lab.games.decks import SUITS, Card, cards, faces, read_card
from seis_lab.games.galician import GalicianRules, InvalidDeal
from seis_lab.games.galician_notation import Lay, parse_move, parse_position
from seis_lab.locale import LANGS
from seis_lab.locale.cards import card_name, corner

TINY: dict[str, Any] = {"suits": 2, "ranks": 3, "opening_rank": 2}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "players=1 is not allowed; allowed: a whole number from 2 to 8"),
        ({"players": 9}, "players=9 "),
        ({"players": True}, "players=True "),
        ({"players": 8, **TINY}, "players=8 is not allowed; allowed: as many as cards, 6, or fewer"),
        ({"chips": 0}, "chips=0 is not allowed; allowed: a whole number from 1"),
        ({"chips": -3}, "chips=-3 "),
        ({"ante": -1}, "ante=-1 "),
        ({"pass_cost": 1.5}, "pass_cost=1.5 "),
        ({"opening_rank": 0}, "opening_rank=0 is not allowed; allowed: a whole number from 1 to 10, the ranks"),
        ({"opening_rank": 4, "ranks": 3}, "opening_rank=4 "),
        ({"opening_rank": "6"}, "opening_rank='6' "),
        ({"suits": 5}, "suits=5 "),
        ({"deck": "tarot"}, "deck='tarot' is not allowed; allowed: 'spanish' or 'french'"),
        ({"match_tie": "one more round", "match_end": "the moment somebody has none"}, "match_tie='one more round' "),
        ({"match_tie": "one more round", "broke_player": "round and match end at once"}, "match_tie='one more round' "),
        ({"rounds": 0}, "rounds=0 is not allowed; allowed: a whole number from 1 to 1000 or None"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        GalicianRules(**options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ("1o,2o,3o | 1o,2c,3c", "the deal has 1o twice, in the hands of A and B"),
        ("1o,1o,3o | 1c,2c,3c", "the deal has 1o twice, in the hand of A"),
        ("1o,2o,3o | 1c,2c", "the deal lacks 3c"),
        ("1o,2o,3o | 1c,2c,3c,4c", "the deal has 4c"),
        ("1o,2o,3o,1c | 2c,3c", "the hands have (4, 2) cards; allowed: (3, 3)"),
        ("1o,2o,3o,1c,2c,3c", "has not one hand for each of 2 seats"),
        (7, "7 has not one hand"),
    ],
)
def test_impossible_deals_are_refused(hands: Any, message: str) -> None:
    with pytest.raises(InvalidDeal) as caught:
        GalicianRules(players=2, **TINY).deal(hands)
    assert message in str(caught.value)


def test_a_deal_reads_from_text_and_from_cards() -> None:
    rules = GalicianRules(players=3, **TINY)
    hands = rules.deal("3c,1o | 2o,1c | 3o,2c")
    assert hands == rules.deal([[Card(0, 1), Card(1, 3)], [Card(0, 2), Card(1, 1)], [Card(0, 3), Card(1, 2)]])
    assert rules.leader(hands) == 1
    with pytest.raises(InvalidNotation, match="'9x' is not a card"):
        rules.deal("9x | 1o | 2o")


def test_the_sorted_deal_gives_card_i_to_seat_i_modulo_five() -> None:
    hands = GalicianRules().sorted_deal()
    assert [str(card) for card in hands[0]] == ["1o", "6o", "1c", "6c", "1e", "6e", "1b", "6b"]


@pytest.mark.parametrize("players", range(2, 9))
def test_left_over_cards_go_to_the_first_seats_after_the_dealer(players: int) -> None:
    """The known splits of 40 cards."""
    known = {2: [20], 3: [14, 13], 4: [10], 5: [8], 6: [7, 6], 7: [6, 5], 8: [5]}
    rules, rng = GalicianRules(players=players), random.Random(6)
    state = rules.initial()
    seen = []
    while state.leader is None:
        before = [len(hand) for hand in state.hands]
        state = rules.apply(state, rng.choice(rules.turn(state).moves))
        seen.append([len(hand) - was for hand, was in zip(state.hands, before, strict=True)])
    order = [step.index(1) for step in seen[:-1]]
    assert order == [count % players for count in range(39)]
    assert sorted(set(rules.sizes(players - 1)), reverse=True) == known[players]
    assert rules.sizes(1)[2 % players] == max(rules.sizes(1))


def test_the_leader_of_a_round_deals_the_next() -> None:
    rules, rng = GalicianRules(chips=50), random.Random(1)
    state = rules.initial()
    for _ in range(3):
        while state.winner is None:
            state = rules.apply(state, rng.choice(rules.turn(state).moves))
        leader, number = state.leader, state.round
        turn = rules.turn(state)
        assert turn.seat == leader  # type: ignore[union-attr]
        state = rules.apply(state, turn.moves[0])
        assert (state.dealer, state.round, state.paid) == (leader, number + 1, (0,) * 5)
        assert [len(hand) for hand in state.hands] == [int(seat == (leader + 1) % 5) for seat in range(5)]


FOUR: dict[str, Any] = {"players": 2, "suits": 2, "ranks": 2, "opening_rank": 1}


def blocked(**options: Any) -> Any:
    """A leads 1o; B has a choice and plays 2o, so A's 2c does not fit and A passes; then B plays 1c and has won."""
    rules = GalicianRules(**FOUR, **options)
    return rules, rules.apply(rules.dealt(rules.deal("1o,2c | 2o,1c")), parse_move("play 2o"))


def test_a_round_without_a_choice_is_played_by_itself() -> None:
    rules = GalicianRules(**FOUR)
    assert str(rules.dealt(rules.deal("2o,2c | 1o,1c"))) == (
        "12,12/0,0 ; 2c | - ; round 1, B deals ; B 1o,2o,1c ; B won"
    )
    assert str(rules.dealt(rules.deal("1c,2c | 1o,2o"))) == (
        "12,12/0,0 ; 2c | - ; round 1, B deals ; B 1o,1c,2o ; B won"
    )


def test_antes_passes_and_the_pot() -> None:
    assert str(blocked()[1]) == "11,13/1,0 ; 2c | - ; round 1, B deals ; A 1o,2o,-,1c ; B won"
    assert str(blocked(pass_cost=5, ante=2)[1]) == "5,19/7,2 ; 2c | - ; round 1, B deals ; A 1o,2o,-,1c ; B won"


def test_whoever_cannot_pay_pays_what_is_left() -> None:
    rules, state = blocked(pass_cost=5, ante=2, chips=4)
    assert str(state).startswith("0,8/4,2 ; ")
    assert rules.turn(state).outcome.reason == "somebody has no chips left"


def test_the_match_ends_at_once_where_the_options_say_so() -> None:
    rules, state = blocked(chips=1, match_end="the moment somebody has none")
    assert str(state) == "0,1/1,0 ; 2c | 1c ; round 1, B deals ; A 1o,2o,-"  # the pot belongs to nobody
    assert [int(payoff) for payoff in rules.turn(state).outcome.payoffs] == [0, 1]
    rules, state = blocked(chips=1, ante=1, broke_player="round and match end at once")
    assert str(state) == "0,0/1,1 ; 2c | 1c ; round 1, B deals ; A 1o,2o"
    assert rules.turn(state).outcome.reason == "a player without chips must pay"
    rules, state = blocked(chips=1, ante=1)
    assert str(state) == "0,2/1,1 ; 2c | - ; round 1, B deals ; A 1o,2o,-,1c ; B won"


def test_ties_and_agreed_rounds() -> None:
    """Nobody passes in this deal, so after it all have the same."""
    small = GalicianRules(**FOUR, rounds=1)
    turn = small.turn(small.dealt(small.deal("2o,2c | 1o,1c")))
    assert isinstance(turn, Terminal)
    assert (turn.outcome.reason, [str(payoff) for payoff in turn.outcome.payoffs]) == (
        "the agreed rounds are played",
        ["1/2", "1/2"],
    )
    again = GalicianRules(**FOUR, rounds=1, match_tie="one more round")
    assert isinstance(again.turn(again.dealt(again.deal("2o,2c | 1o,1c"))), Chance)


def test_a_view_shows_what_everybody_saw() -> None:
    rules = GalicianRules(players=2, **TINY)
    state = rules.dealt(rules.deal("2o,3o,2c | 1o,1c,3c"))
    view = rules.view(state, 1)
    assert (view.hand, view.sizes, view.table) == ((Card(1, 1), Card(1, 3)), (2, 2), ((1, 2), ()))
    assert view.history == state.history == (Card(0, 2), Card(0, 1))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12,12/0,0",
        "12,12/0 ; 1o | 2o ; round 1, B deals",
        "12,12/0,0 ; 1o | 2o ; round 1, C deals",
        "12,12/0,0 ; 2o,1o | - ; round 1, B deals",
        "12,12/0,0 ; 1x | - ; round 1, B deals",
        "12,12/0,0 ; 1o | - ; round 1, B deals ; C 6o",
        "12,12/0,0 ; 1o | - ; round 01, B deals",
        "12,12/0,0 ; 1o | - ; round 1, B deals ; A 6o ; won",
        None,
    ],
)
def test_bad_positions_are_quoted(text: Any) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_position(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("text", ["play", "play 6", "play 06o", "deal 6o ", "lay 6o", "pass", None, "play 6ó"])
def test_bad_moves_are_quoted(text: Any) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_move(text)
    assert repr(text) in str(caught.value)


def test_moves_read_back() -> None:
    assert parse_move("play 10b") == Lay(Card(3, 10))


# Columns and cards, which Seises cabrón shares.


def test_a_growing_column_is_an_interval_around_its_opening() -> None:
    assert len(Columns(10, 6).shapes()) == 1 + 6 * 5
    assert all(shape == tuple(range(shape[0], shape[-1] + 1)) for shape in Columns(10, 6).shapes() if shape)


def test_a_jumping_column_is_any_set_that_holds_its_opening() -> None:
    """Any set of cards around the six can be placed, from the inside outwards: 2 to the power of 11."""
    columns = Columns(12, 6, jumping=True)
    assert len(columns.shapes()) == 1 + 2**11
    assert dead((2, 6, 7, 10)) == (3, 4, 5, 8, 9)
    assert columns.fits((2, 6, 7, 10)) == (1, 11, 12)
    assert columns.complete((1, 6, 12)) and not columns.complete((1, 6, 11)) and not columns.complete(())
    assert place((2, 6), 11) == (2, 6, 11)


def test_playable_asks_every_column() -> None:
    table = lay_out(3, map(read_card, ["6o", "5o", "6c"]))
    hand = [read_card(text) for text in ("4o", "8o", "7c", "5e", "6e")]
    assert [str(card) for card in Columns(10, 6).playable(table, hand)] == ["4o", "7c", "6e"]
    assert [str(card) for card in Columns(10, 6, jumping=True).playable(table, hand)] == ["4o", "8o", "7c", "6e"]


def test_faces_of_small_decks_open_with_a_six() -> None:
    assert faces(5, 3) == ("4", "5", "6", "7", "jack")
    assert faces(10, 5)[4] == "5"
    assert faces(3, 1) == ("6", "7", "jack")
    assert faces(8, 8) == ("ace", "2", "3", "4", "5", "6", "7", "jack")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("deck", ["spanish", "french"])
def test_every_card_has_a_name_of_its_own(lang: str, deck: str) -> None:
    names = {card_name(lang, deck, GalicianRules().faces[card.rank - 1], card.suit) for card in cards(4, 10)}
    assert len(names) == 40
    assert [corner(deck, face) for face in faces(10, 6)][7:] == (
        ["J", "Q", "K"] if deck == "french" else ["10", "11", "12"]
    )
    assert len(SUITS) == 4
