"""Bad input of Six: one clear error that quotes the value and says what is allowed."""

import json
from typing import Any

import pytest

from seis_lab.game import IllegalMove, InvalidNotation, InvalidRecord, InvalidRules, Record
from seis_lab.games import read_record
from seis_lab.games.six import SixRules
from seis_lab.games.six_hexes import Cell, read_cell
from seis_lab.games.six_notation import InvalidPosition, parse_move, parse_position
from tests.games.six_positions import after

RULES = SixRules()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 3}, "players=3 is not allowed; allowed: 2 or 4"),
        ({"players": True}, "players=True is not allowed"),
        ({"tiles": 5}, "tiles=5 is not allowed; allowed: a whole number from 6, the smallest figure, to 30"),
        ({"tiles": 31}, "tiles=31 is not allowed; allowed: a whole number from 2 to 30"),
        ({"tiles": "21"}, "tiles='21' is not allowed"),
        ({"tiles": 20, "players": 4}, "tiles=20 is not allowed; allowed: an odd number with four players"),
        ({"figures": []}, "figures=[] is not allowed; allowed: one or more of 'line', 'triangle', 'ring'"),
        ({"figures": "line"}, "figures='line' is not allowed"),
        ({"figures": ["line", "line"]}, "figures=['line', 'line'] is not allowed"),
        ({"figures": ["square"]}, "figures=['square'] is not allowed"),
        ({"figures": [["line"]]}, "figures=[['line']] is not allowed"),
        ({"figures": None}, "figures=None is not allowed"),
        ({"line": 1}, "line=1 is not allowed; allowed: a whole number from 2 to 12"),
        ({"triangle": 6}, "triangle=6 is not allowed; allowed: a whole number from 2 to 5"),
        ({"opening_restriction": 1}, "opening_restriction=1 is not allowed; allowed: True or False"),
        (
            {"capture_timing": "never"},
            "capture_timing='never' is not allowed; allowed: 'at the lift' or 'after landing'",
        ),
        ({"split": None}, "split=None is not allowed; allowed: 'allowed' or 'forbidden'"),
        ({"both_below_six": "win"}, "both_below_six='win' is not allowed; allowed: 'draw' or 'more tiles wins'"),
        ({"repetition": "loss"}, "repetition='loss' is not allowed; allowed: 'draw' or 'off'"),
    ],
    ids=str,
)
def test_impossible_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        SixRules(**options)
    assert message in str(caught.value)
    with pytest.raises(InvalidRules):
        SixRules.from_json({"game": "six", **options})


def test_figures_are_kept_in_one_order() -> None:
    assert (
        SixRules(figures=["ring", "line"]) == SixRules(figures=("line", "ring")) == SixRules(figures={"ring", "line"})
    )
    assert repr(SixRules(figures=["ring", "triangle", "line"])) == "SixRules()"
    assert SixRules.from_json(json.loads(json.dumps(SixRules(figures=["ring"]).to_json()))) == SixRules(
        figures=["ring"]
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"red": "0,0", "black": "2,0"}, "the tiles lie in 2 groups; allowed: one group"),
        ({"red": "0,0 0,0", "black": "1,0"}, "the cell 0,0 has two tiles; allowed: one"),
        ({"red": "0,0", "black": "0,0"}, "the cell 0,0 has two tiles; allowed: one"),
        ({"red": "", "black": "1,0"}, "0 red tiles are on the table; allowed: from 1 to 21"),
        (
            {"red": [Cell(q, 0) for q in range(22)], "black": "0,1"},
            "22 red tiles are on the table; allowed: from 1 to 21",
        ),
        (
            {"red": [Cell(q, 0) for q in range(50_000)], "black": "0,1"},  # counted before they are compared
            "50000 red tiles are on the table; allowed: from 1 to 21",
        ),
        ({"red": "0,0", "black": "1,0 2,0", "hands": (20, 20)}, "2 black tiles are on the table; allowed: from 1 to 1"),
        ({"red": "0,0", "black": "1,0", "actor": 2}, "actor=2 is not allowed; allowed: a seat from 0 to 1"),
        ({"red": "0,0", "black": "1,0", "actor": None}, "actor=None is not allowed"),
        ({"red": "0,0", "black": "1,0", "hands": (20,)}, "hands=(20,) is not allowed; allowed: from 0 to 20 for each"),
        ({"red": "0,0", "black": "1,0", "hands": (21, 21)}, "hands=(21, 21) is not allowed"),
        ({"red": "0,0", "black": "1,0", "hands": (5, 6)}, "hands=(5, 6) is not allowed"),
        ({"red": "0,0", "black": "1,0", "hands": (6, 4)}, "hands=(6, 4) is not allowed"),
        ({"red": "0,0", "black": "1,0", "hands": ("a", 0)}, "hands=('a', 0) is not allowed"),
        ({"red": "0,0", "black": "1,0", "hands": 6}, "hands=6 is not allowed"),
        (
            {"red": "0,0 1,0 2,0 3,0 4,0 5,0", "black": "0,1 1,1 2,1 3,1 4,1 5,1"},
            "both sides have a figure; allowed: one of them at most",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        RULES.position(**arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "cell", ["0", "0;0", "0,0,0", "00,0", "-0,1", "+1,0", " 0,0", "0,0\n", "1e3,0", "٣,0", "9" * 5000]
)
def test_cells_read_only_their_own_text(cell: str) -> None:
    with pytest.raises(InvalidNotation, match="is not a cell; cells look like: 0,0 or 2,-1"):
        read_cell(cell)
    with pytest.raises(InvalidNotation, match="is not a move of Six; moves look like: place 2,-1"):
        parse_move(f"place {cell}")


@pytest.mark.parametrize(
    "text", [None, 6, "", "place", "Place 0,0", "place 0,0 1,0", "lift", "drop 0,0", "land  0,0", ["lift"]]
)
def test_what_is_no_move_is_refused(text: Any) -> None:
    with pytest.raises(InvalidNotation, match="is not a move of Six"):
        parse_move(text)


@pytest.mark.parametrize(
    "text",
    [
        None,
        6,
        "",
        "0,0 | 1,0",
        "0,0 | 1,0 ; 20,20 ; A",
        "0,0 | 1,0 ; 20,20 ; A PUT",
        "0,0 | 1,0 ; 20,20 ; C PLACE",
        "0,0 | 1,0 ; 20,20 ; E PLACE",
        "0,0 | 1,0 ; 20,20,20 ; A PLACE",
        "0,0 | 1,0 ; 20,x ; A PLACE",
        "0,0 | 1,0 ; 020,20 ; A PLACE",
        "0,0 | 0,0 ; 20,20 ; A PLACE",
        "1,0 0,0 | 2,0 ; 20,20 ; A PLACE",
        "0,0  1,0 | 2,0 ; 20,20 ; A PLACE",
        "0,0 | 1,0 | 2,0 ; 20,20 ; A PLACE",
        "0,0 | 1,0 ; 20,20 ; A PLACE ",
        "0,0 | 1,0 ; 20,20 ; A PLACE\n",
        "0,0 | 1,0 ; 0,0 ; A LAND 9",
        "0,0 | 1,0 ; 0,0 ; A LAND 2,0 x0",
        "0,0 | 1,0 ; 0,0 ; A LAND 2,0 x01",
        "0,0 | 1,0 ; 0,0 ; A LIFT ; ",
        "0,0 | 1,0 ; 0,0 ; A LIFT ; 0,0",
        "0,0 | 1,0 ; 0,0 ; A LIFT ; 0,0>1,0>2,0",
        "0,0 | 1,0 ; 0,0 ; A LIFT ; - ; -",
    ],
)
def test_what_is_no_position_is_refused(text: Any) -> None:
    with pytest.raises(InvalidNotation, match="is not a position of Six; positions look like"):
        parse_position(text)


def test_an_illegal_move_says_what_is_legal() -> None:
    with pytest.raises(IllegalMove) as caught:
        after(RULES, RULES.initial(), "place -1,0")
    assert str(caught.value) == (
        "illegal move 'place -1,0' in position '0,0 | 1,0 ; 20,20 ; A PLACE'; legal: place 1,1, place 2,-1, place 2,0"
    )


def test_a_damaged_record_names_the_move() -> None:
    rules = SixRules(tiles=2, figures=["line"], line=2)
    good = Record(rules, tuple(map(rules.parse, ("place 2,0", "place 3,0", "lift 0,0", "land 4,0"))))
    data = json.loads(good.to_json())
    for number, move, message in (
        (1, "place 0,1", "move 1 of the record: illegal move 'place 0,1'"),
        (4, "land 0,0", "move 4 of the record: illegal move 'land 0,0'"),
        (3, "lift 1,0", "move 3 of the record: illegal move 'lift 1,0'"),
        (2, "place", "move 2 of the record: 'place' is not a move of Six"),
    ):
        data["moves"] = [str(good.moves[at]) if at != number - 1 else move for at in range(4)]
        with pytest.raises(InvalidRecord) as caught:
            read_record(json.dumps(data))
        assert message in str(caught.value)
