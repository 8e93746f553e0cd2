"""The notation of SEIS: what is written reads back, and nothing else reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seis_lab.game import InvalidNotation
from seis_lab.games.seis_notation import (
    Card,
    First,
    Flip,
    Numeral,
    Pass,
    Phase,
    Play,
    Raise,
    Roll,
    Seat,
    SeisMove,
    SeisState,
    Voltear,
    parse_move,
    parse_position,
)
from seis_lab.games.wildcards import KINDS, Wild, Wildcards


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("first A", First(0)),
        ("first F", First(5)),
        ("roll 4", Roll(4)),
        ("roll 20", Roll(20)),
        ("NUMERAL 5", Numeral(5)),
        ("VOLTEAR B", Voltear(1)),
        ("flip 4", Flip(Card(4))),
        ("flip 12c", Flip(Card(12, 2))),
        ("raise 4", Raise(Card(4))),
        ("pass", Pass()),
        *((kind, Play(Wild(kind))) for kind in ("DADO", "SALTAR", "REVERSA", "TIRADOR")),
    ],
)
def test_moves_as_they_are_written(text: str, move: SeisMove) -> None:
    assert str(move) == text
    assert parse_move(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass ",
        " pass",
        "Pass",
        "pass\n",
        "pass 1",
        "DADO 1",
        "dado",
        "NUMERAL",
        "NUMERAL 0",
        "NUMERAL 05",
        "NUMERAL -5",
        "NUMERAL +5",
        "NUMERAL 5.0",
        "NUMERAL ٥",
        "NUMERAL ５",
        "NUMERAL five",
        "VOLTEAR",
        "VOLTEAR b",
        "VOLTEAR G",
        "VOLTEAR AB",
        "roll  4",
        "roll 4 ",
        "roll 100",
        "roll 4\n",
        "flip",
        "flip a",
        "flip 4A",
        "flip 4g",
        "flip 4ab",
        "flip 4ß",
        "first 0",
        "<img src=x onerror=alert(1)>",
        "\ud800",
        "x" * 100_000,
        None,
        4,
        b"pass",
        ["pass"],
    ],
)
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_move(text)
    assert len(str(caught.value)) < 300


cards = st.builds(Card, st.integers(1, 20), st.none() | st.integers(0, 5))
plain_cards = st.builds(Card, st.integers(1, 20))
wild = st.dictionaries(st.sampled_from([kind.value for kind in KINDS]), st.integers(0, 9)).map(Wildcards)


def row(of: st.SearchStrategy[Card]) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(of, max_size=6).map(lambda row: tuple(sorted(row)))


coloured = st.builds(Card, st.integers(1, 20), st.integers(0, 5))
seats = st.one_of(*(st.builds(Seat, row(of), row(of), wild) for of in (plain_cards, coloured)))


@st.composite
def states(draw: st.DrawFn) -> SeisState:
    at = st.integers(0, 2)
    return SeisState(
        seats=tuple(draw(st.lists(seats, min_size=3, max_size=6))),
        roller=draw(at),
        phase=draw(st.sampled_from(Phase)),
        direction=draw(st.sampled_from([1, -1])),
        number=draw(st.none() | st.integers(1, 20)),
        more_rolls=draw(st.integers(0, 9)),
        changes=draw(st.integers(0, 2)),
        asked=draw(st.none() | at),
        hit=draw(st.none() | at),
        skips=draw(st.integers(0, 5)),
        played=tuple(sorted(draw(st.lists(st.sampled_from(KINDS), max_size=4)))),
    )


@given(states())
def test_positions_read_back(state: SeisState) -> None:
    text = str(state)
    assert parse_position(text) == state
    assert "\n" not in text


@given(states(), st.data())
def test_a_damaged_position_is_refused_or_is_one(state: SeisState, data: st.DataObject) -> None:
    text = str(state)
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=2)) + text[at + data.draw(st.integers(0, 3)) :]
    try:
        read = parse_position(damaged)
    except InvalidNotation:
        return
    assert str(read) == damaged


@given(st.text())
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = parse_move(text)
    except InvalidNotation:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ; ",
        "1,2/-:-",
        "1,2/-:- ; A",
        "1,2/-:- ; A SLEEP",
        "1,2/-:- ; B ROLL",
        "1,2/-:- ; a ROLL",
        "1,2/-:- ; A ROLL ; A ROLL",
        "2,1/-:- ; A ROLL",
        "1,2/-: ; A ROLL",
        "1,2/-:D0 ; A ROLL",
        "1,2/-:D10 ; A ROLL",
        "1,2/-:N1D1 ; A ROLL",
        "1,2/-:D1D1 ; A ROLL",
        "1,2/-:X1 ; A ROLL",
        "1,2/-:D٢ ; A ROLL",
        "1,２/-:- ; A ROLL",
        "1,2:- ; A ROLL",
        "1,2/-:- ; A ROLL number",
        "1,2/-:- ; A ROLL number=",
        "1,2/-:- ; A ROLL number=x",
        "1,2/-:- ; A ROLL number=04",
        "1,2/-:- ; A ROLL number=1 number=1",
        "1,2/-:- ; A ROLL dice=4",
        "1,2/-:- ; A ROLL skips=0",
        "1,2/-:- ; A ROLL skips=1 number=1",
        "1,2/-:- ; A ROLL asked=B",
        "1,2/-:- ; A ROLL played=COMODIN",
        "1,2/-:- | " * 7 + "1,2/-:- ; A ROLL",
        "1,2/-:- ; A ROLL number=" + "9" * 5000,
        "x" * 100_000,
        None,
        4,
        b"1,2/-:- ; A ROLL",
    ],
)
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_position(text)
    assert len(str(caught.value)) < 600
