"""What every game promises, whatever its rules: one line per game and option set, and every later game adds its own."""

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from seis_lab.bots import random_bot
from seis_lab.game import Chance, Decision, IllegalMove, InvalidNotation, Record, Terminal, perft, play
from seis_lab.games import GAMES, column_moves, read_record, rules_from_json
from seis_lab.games import cabron_notation as cabron_text
from seis_lab.games import galician_notation as galician_text
from seis_lab.games import seis_notation as seis_text
from seis_lab.games import six_notation as six_text
from seis_lab.games.cabron import CabronRules
from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Deal, First, Flip, Numeral, Pass, Play, Roll, Voltear, parse_position
from seis_lab.games.six import SixRules
from seis_lab.games.six_hexes import Cell
from seis_lab.games.wildcards import Wild


class Case(NamedTuple):
    """A game with some options, how its positions read back, moves of which some are illegal anywhere, and its secrets.

    `hidden(state, seat)` is what a seat may not know, as texts that must not occur in the repr of its view.
    """

    rules: Any
    parse_position: Callable[[str], Any]
    moves: tuple[Any, ...]
    hidden: Callable[[Any, int], list[str]]


def nothing(state: Any, seat: int) -> list[str]:
    """A game of perfect information."""
    return []


SEIS_MOVES = (
    First(0),
    First(5),
    Roll(1),
    Roll(6),
    Roll(20),
    Deal(seis_text.Card(20)),
    Flip(seis_text.Card(20, 5)),
    Numeral(2),
    Numeral(0),
    Voltear(0),
    Pass(),
    "pass",
    None,
    4,
)
SEIS_MOVES += tuple(Play(kind) for kind in Wild)
ONE_OF_EACH = dict.fromkeys(Wild, 1)


def seis(**options: Any) -> Case:
    return Case(SeisRules(**options), parse_position, SEIS_MOVES, nothing)


def other_hands(state: Any, seat: int) -> list[str]:
    """The cards that the other seats hold."""
    return [repr(card) for other, hand in enumerate(state.hands) if other != seat for card in hand]


COLUMN_MOVES = (*(kind(Card(suit, rank)) for kind in (column_moves.Deal, column_moves.Lay) for suit in range(4) for
                  rank in (0, 1, 2, 3, 6, 11, 13)), "play 6o", None, 6)  # fmt: skip


def galician(**options: Any) -> Case:
    return Case(GalicianRules(**options), galician_text.parse_position, COLUMN_MOVES, other_hands)


def cabron(**options: Any) -> Case:
    return Case(CabronRules(**options), cabron_text.parse_position, COLUMN_MOVES, other_hands)


SIX_MOVES = (*(kind(Cell(q, 0)) for kind in (six_text.Place, six_text.Lift, six_text.Keep, six_text.Land) for q in
               (0, 1, 2, 99)), "place 2,0", None, 6)  # fmt: skip


def six(**options: Any) -> Case:
    return Case(SixRules(**options), six_text.parse_position, SIX_MOVES, nothing)


SMALL = {"suits": 2, "ranks": 3, "opening_rank": 2}

CASES = [
    seis(),
    seis(players=1),
    seis(players=6),
    seis(players=1, faces=2, wildcards={}),
    seis(players=3, wildcards=ONE_OF_EACH),
    seis(players=3, wildcards=[{}, ONE_OF_EACH, {"TIRADOR": 9}]),
    seis(faces=3, row=(1, 1, 3), flip="optional"),
    seis(faces=3, die=["1/2", "1/3", "1/6"], numeral_wrap=True, numeral_per_roll=2),
    seis(players=4, tirador_window="before NUMERAL", tirador_scope="that roll", dado_per_turn=2),
    seis(max_wildcards_per_turn=1, voltear_chooser="attacker"),
    seis(same_kind_per_turn=None, reversa_two_players="acts as SALTAR"),
    seis(mode="random"),
    seis(mode="random", players=1, faces=3, row=(1, 1, 3), flip="optional"),
    seis(mode="random", players=6),
    seis(mode="mirror"),
    seis(mode="mirror", players=1, faces=2),
    seis(mode="mirror", players=4, simultaneous_win="roller wins", flip="optional"),
    seis(mode="mirror", players=3, mirror_roller="one card only", flip="optional", wildcards=ONE_OF_EACH),
    galician(rounds=4),
    galician(players=3, deck="french", chips=5, ante=2, pass_cost=3),
    galician(players=8, chips=3, match_tie="one more round"),
    galician(players=4, suits=3, chips=3, match_end="the moment somebody has none"),
    galician(players=2, chips=4, broke_player="round and match end at once", ante=1, **SMALL),
    cabron(hands=2),
    cabron(players=3, target=30, tie_bonus="rounded down", all_placed_bonus=0),
    cabron(players=5, deck=40, opening_rank=5, dead_bonus="the others' only", hands=2),
    cabron(players=2, deck=40, jumping=False, target=40),
    cabron(players=8, suits=3, deck=24, opening_rank=3, target=9),
    cabron(players=2, suits=2, deck=4, opening_rank=1, hands=3),
    six(),
    six(players=4, tiles=7, figures=["ring", "triangle"], opening_restriction=False),
    six(tiles=8, capture_timing="after landing", both_below_six="more tiles wins", repetition="off"),
    six(tiles=5, figures=["line"], line=4, split="forbidden"),
    six(tiles=5, figures=["line"], line=4, split="forbidden", capture_timing="after landing"),
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case.rules))


def positions(rules: Any, games: int = 2, seed: int = 6) -> Iterator[Any]:
    """Every position of some games played at random."""
    for game in range(games):
        yield from play(rules, [random_bot] * rules.seats, random.Random(seed + game)).states()


def test_every_game_has_a_case() -> None:
    assert {type(case.rules) for case in CASES} == set(GAMES.values())


@every_case
def test_rules_are_values_that_can_be_saved(case: Case) -> None:
    rules = case.rules
    saved = json.loads(json.dumps(rules.to_json()))
    assert saved["game"] in GAMES
    assert rules_from_json(saved) == rules
    assert hash(rules_from_json(saved)) == hash(rules)
    with pytest.raises(AttributeError):
        rules.players = 2


@every_case
def test_turns_are_well_formed(case: Case) -> None:
    rules = case.rules
    for state in positions(rules):
        hash(state)
        turn = rules.turn(state)
        assert turn == rules.turn(state)
        assert len(set(turn.moves)) == len(turn.moves)
        match turn:
            case Chance(outcomes, seat):
                assert len(outcomes) > 0
                assert all(type(weight) is int and weight > 0 for _, weight in outcomes)
                assert seat is None or 0 <= seat < rules.seats
            case Decision(seat, moves):
                assert 0 <= seat < rules.seats
                single = len(moves) == 1 and isinstance(moves[0], six_text.Lift | six_text.Land)  # never passed through
                assert len(moves) > 1 or single, f"no choice, so it should have been passed through: {state}"
            case Terminal(outcome):
                assert turn.moves == ()
                assert len(outcome.payoffs) == rules.seats
                assert all(isinstance(payoff, Fraction) for payoff in outcome.payoffs)
                assert sum(outcome.payoffs) == 1
                assert outcome.reason


@every_case
def test_positions_and_moves_read_back(case: Case) -> None:
    rules = case.rules
    for state in positions(rules):
        text = str(state)
        assert case.parse_position(text) == state and str(case.parse_position(text)) == text and "\n" not in text
        moves = rules.turn(state).moves
        assert [rules.parse(str(move)) for move in moves] == list(moves)
        assert len({str(move) for move in moves}) == len(moves)


@every_case
def test_moves_read_only_their_own_text(case: Case) -> None:
    for move in {str(move) for state in positions(case.rules, games=1) for move in case.rules.turn(state).moves}:
        for other in (
            move + " ",
            " " + move,
            move + "\n",
            move + "0x",
            move.replace(" ", "  ") + "\t",
            move[1:],
            "",
            move * 2,
        ):
            with pytest.raises(InvalidNotation):
                case.rules.parse(other)


@every_case
def test_illegal_moves_raise_and_change_nothing(case: Case) -> None:
    rules = case.rules
    for state in positions(rules, games=1):
        legal = rules.turn(state).moves
        before = str(state)
        illegal = [move for move in case.moves if move not in legal]
        assert illegal
        for move in illegal:
            with pytest.raises(IllegalMove) as caught:
                rules.apply(state, move)
            assert repr(before) in str(caught.value)
        assert str(state) == before


@every_case
def test_apply_leaves_the_old_position_as_it_was(case: Case) -> None:
    rules = case.rules
    for state in positions(rules, games=1):
        before, number = str(state), hash(state)
        for move in rules.turn(state).moves:
            assert rules.apply(state, move) == rules.apply(state, move)
        assert (str(state), hash(state)) == (before, number)


@every_case
def test_views_do_not_leak(case: Case) -> None:
    for state in positions(case.rules, games=1):
        for seat in range(case.rules.seats):
            view = case.rules.view(state, seat)
            assert view == case.rules.view(state, seat)
            for secret in case.hidden(state, seat):
                assert secret not in repr(view)


@every_case
def test_records_replay_and_read_back(case: Case) -> None:
    record: Record[Any, Any] = play(case.rules, [random_bot] * case.rules.seats, random.Random(66))
    assert read_record(record.to_json()) == record
    assert read_record(record.to_json()).final() == record.final()
    outcome = record.outcome()
    assert outcome is not None
    assert isinstance(case.rules.turn(record.final()), Terminal)


@every_case
def test_the_same_seed_plays_the_same_game(case: Case) -> None:
    games = [play(case.rules, [random_bot] * case.rules.seats, random.Random(7)) for _ in range(2)]
    assert games[0] == games[1]


@every_case
def test_perft_counts_what_a_walk_meets(case: Case) -> None:
    """The second route: a list of all positions after n moves, with repetition, one move at a time."""
    layer, rules = [case.rules.initial()], case.rules
    for depth in range(4):
        assert perft(rules, depth) == len(layer)
        layer = [rules.apply(state, move) for state in layer for move in rules.turn(state).moves]
        if len(layer) > 3000:
            break
