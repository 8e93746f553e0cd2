"""The table of Six: what the board shows at every step, what a lift captures, and that everything can be taken back."""

import json
import random
from base64 import b64decode
from pathlib import Path

import fastjsonschema  # comes with nbformat
import jsonschema
import pytest

import seis_lab.widgets
from seis_lab.game import InvalidNotation, InvalidRecord, Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import InvalidPosition, Phase
from seis_lab.locale import LANGS
from seis_lab.widgets import SeisTable, SixTable
from seis_lab.widgets.scene import build
from seis_lab.widgets.session import Refused

SCHEMA = json.loads((Path(seis_lab.widgets.__file__).parent / "scene.schema.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)
validate = fastjsonschema.compile({**SCHEMA, "$schema": "http://json-schema.org/draft-07/schema"})
# The known position in which red lifting 5,-2 captures 4,0 5,0 5,-1 6,-1, and black lifting 2,-2 captures 2,-3.
KNOWN = "0,0 1,-1 2,-3 2,-1 3,-2 5,-2 5,0 | 1,0 2,-2 2,0 3,-1 4,-3 4,-2 4,0 5,-1 6,-1 ; 0,0 ; {} LIFT"
# Three red and three black tiles on either side of a red one: lifting it leaves two groups of six.
EQUAL = "-3,0 -2,0 -1,0 0,0 1,0 2,0 3,0 | -4,1 -3,1 -2,1 1,1 2,1 3,1 ; 0,0 ; A LIFT"
OPTIONS = [
    SixRules(),
    SixRules(players=4),
    SixRules(figures=["ring"], tiles=11),
    SixRules(tiles=9, capture_timing="after landing"),
    SixRules(tiles=6, split="forbidden", figures=["line"], line=4),
    SixRules(tiles=7, both_below_six="more tiles wins", repetition="off", figures=["line"], line=5),
]


class Watched(SixTable):
    """A table whose messages to the page are kept."""

    def __init__(self, *args, **options):
        self.sent = []
        super().__init__(*args, **{"autosave": False, "seed": 7, "name": "test", **options})

    def send(self, content, buffers=None):
        self.sent.append(content)

    def say(self, **message):
        self._receive(self, {"n": 1, **message}, [])
        return self.sent[-1]

    def choose(self, move):
        """Choose the offer of this move."""
        now = self.session.now
        index = next(at for at, offer in enumerate(now.offers) if str(offer.move) == move and offer.back is None)
        return self.say(do="act", rev=now.rev, id=f"m{index}")


def people(rules, **options):
    return Watched(rules, ["Ana", "Brais", "Carme", "Duarte"][: rules.players], **options)


def known(actor="A", **options):
    return Watched(players=["Ana", "Brais"], position=KNOWN.format(actor), **options)


def cells(scene):
    return {piece["id"]: piece for piece in scene["pieces"] if piece["kind"] == "cell"}


def in_state(scene, state):
    return {name for name, cell in cells(scene).items() if cell["state"] == state}


def click(table, name):
    """Choose a cell of the board by its name, such as x2,-1."""
    return table.say(do="act", rev=table.scene["rev"], id=cells(table.scene)[name]["action"])


def play(table, seed, most=3000):
    """Click random legal moves until the game is over, pausing before every click and at the end."""
    rng, session = random.Random(seed), table.session
    for _ in range(most):
        yield session.now
        if session.now.over:
            return
        count = len(session.now.rules.turn(session.now.state).moves)
        session.act(session.now.rev, f"m{rng.randrange(count)}")
    raise AssertionError("no end")


# The board is the position.


@pytest.mark.parametrize("rules", OPTIONS, ids=repr)
def test_every_scene_is_valid_and_true_to_the_position(rules):
    table, shown = people(rules), None
    for now in play(table, seed=1):
        scene, state = build(now, since=shown), now.state
        validate(scene)
        assert json.loads(json.dumps(scene)) == scene
        drawn = cells(scene)
        for side in (0, 1):
            assert {f"x{cell}" for cell in state.tiles[side]} == {
                name for name, cell in drawn.items() if cell["state"] == "tile" and cell["side"] == side
            }
        moves = [] if now.over else [offer.move for offer in now.offers if offer.move and offer.back is None]
        if state.phase is not Phase.KEEP:
            offered = {name for name, cell in drawn.items() if cell["action"] and int(cell["action"][1:]) < len(moves)}
            assert offered == {f"x{move.cell}" for move in moves}
            assert all(str(moves[int(drawn[name]["action"][1:])].cell) == name[1:] for name in offered)
        assert scene["status"]["over"] == isinstance(rules.turn(state), Terminal)
        shown = len(now.moves)
    VALID.validate(scene)
    assert scene["status"]["over"]


@pytest.mark.parametrize("rules", OPTIONS[:4], ids=repr)
def test_the_events_of_a_scene_lead_from_the_one_before_it(rules):
    table, before, shown = people(rules), None, 0
    for now in play(table, seed=2):
        scene = build(now, since=shown)
        tiles = {name: cell["side"] for name, cell in cells(scene).items() if cell["state"] == "tile"}
        whole = now.state.phase in (Phase.PLACE, Phase.LIFT)
        if before is not None and whole:
            for event in scene["events"]:
                match event:
                    case {"kind": "place", "piece": piece, "seat": seat}:
                        before[piece] = seat % 2
                    case {"kind": "move", "from": start, "to": end}:
                        before[end] = before.pop(start)
                    case {"kind": "capture", "pieces": lost}:
                        for side, gone in enumerate(lost):
                            assert [before.pop(piece) for piece in gone] == [side] * len(gone)
            assert before == tiles
        if whole:
            before, shown = tiles, len(now.moves)


def test_the_players_have_the_colours_shapes_and_tiles_of_their_side():
    scene = people(SixRules(players=4)).scene
    assert [player["shape"] for player in scene["players"]] == ["circle", "square"] * 2
    assert [player["note"] for player in scene["players"]] == ["10 to place · 1 on the table"] * 4
    stock = [piece for piece in scene["pieces"] if piece["kind"] == "stock"]
    assert [(piece["count"], piece["side"]) for piece in stock] == [(10, 0), (10, 1)] * 2


def test_the_board_is_the_list_of_what_can_be_done():
    scene = people(SixRules()).scene
    assert scene["actions"] == [] and len(in_state(scene, "free")) == 3
    assert cells(scene)["x2,0"]["label"] == "2,0, free. Place a tile here."
    assert cells(scene)["x0,0"]["label"] == "0,0, red tile."


# Lift, preview, survivor, landing.


def test_a_lift_shows_beforehand_what_it_captures():
    board = cells(known().scene)
    assert set(board["x5,-2"]["takes"]) == {"x4,0", "x5,0", "x5,-1", "x6,-1"}
    assert board["x5,-2"]["label"] == "5,-2, red tile. Lift it. Captures 1 red tile and 3 black tiles."
    assert [name for name, cell in board.items() if cell["takes"]] == ["x5,-2"]
    assert cells(known("B").scene)["x2,-2"]["takes"] == ["x2,-3"]


def test_a_lifted_tile_can_be_put_back_or_another_lifted_in_its_place():
    table = known()
    start = table.position
    click(table, "x5,-2")
    assert in_state(table.scene, "captured") == {"x4,0", "x5,0", "x5,-1", "x6,-1"}
    assert in_state(table.scene, "lifted") == {"x5,-2"}
    assert table.scene["status"]["text"] == "Ana: where does the tile go? Captured: 1 red tile and 3 black tiles."
    assert [action["label"] for action in table.scene["actions"]] == ["Put the tile back"]
    click(table, "x0,0")
    assert in_state(table.scene, "lifted") == {"x0,0"} and in_state(table.scene, "captured") == set()
    click(table, "x0,0")
    assert table.position == start and table.session.now.moves == ()
    click(table, "x5,-2")
    table.say(do="act", rev=table.scene["rev"], id=table.scene["actions"][0]["id"])
    assert table.position == start


def test_a_landing_ends_the_turn_and_the_log_tells_it_in_one_line():
    table = known()
    click(table, "x5,-2")
    click(table, "x5,-3")
    assert in_state(table.scene, "captured") == in_state(table.scene, "lifted") == set()
    assert cells(table.scene)["x5,-3"]["marks"] == ["last"]
    assert table.scene["log"][0]["text"] == ("Ana moves 5,-2 → 5,-3 and captures 1 red tile and 3 black tiles")
    assert [event["kind"] for event in table.scene["events"]] == ["move", "capture"]


def test_between_equal_groups_the_mover_picks_the_survivor():
    table = Watched(SixRules(figures=["ring"]), ["Ana", "Brais"], position=EQUAL)
    assert cells(table.scene)["x0,0"]["label"].endswith("Leaves equally large groups: you choose which one stays.")
    click(table, "x0,0")
    assert table.position.phase is Phase.KEEP
    assert [action["label"] for action in table.scene["actions"]] == [
        "Keep group 1",
        "Keep group 2",
        "Put the tile back",
    ]
    board = cells(table.scene)
    left = {"x-3,0", "x-2,0", "x-1,0", "x-4,1", "x-3,1", "x-2,1"}
    right = {"x1,0", "x2,0", "x3,0", "x1,1", "x2,1", "x3,1"}
    for group, others, number in ((left, right, "1"), (right, left, "2")):
        for name in group:
            assert set(board[name]["takes"]) == others and board[name]["text"] == number
    click(table, "x2,1")  # any tile of a group stands for it
    assert {f"x{cell}" for side in table.position.tiles for cell in side} == right
    assert in_state(table.scene, "captured") == left


def test_captures_after_the_landing_are_shown_on_the_cells_to_land_on():
    rules = SixRules(capture_timing="after landing")
    table = Watched(rules, ["Ana", "Brais"], position=KNOWN.format("A"))
    assert not any(cell["takes"] for cell in cells(table.scene).values())
    click(table, "x5,-2")
    assert in_state(table.scene, "captured") == set()
    takes = {name: set(cell["takes"]) for name, cell in cells(table.scene).items() if cell["state"] == "free"}
    assert takes["x-1,0"] == {"x4,0", "x5,0", "x5,-1", "x6,-1"}
    assert takes["x6,0"] == {"x4,0", "x5,0", "x5,-1", "x6,-1", "x6,0"}, "the tile that lands there goes too"


def test_a_pass_is_told():
    """By hand: black puts its tile behind 0,0, and every red tile then holds two parts together."""
    rules = SixRules(figures=["line"], line=3, tiles=3, split="forbidden")
    table = Watched(rules, ["Ana", "Brais"], position="1,0 2,0 2,1 | 0,0 1,1 2,2 ; 0,0 ; B LIFT")
    click(table, "x1,1")
    click(table, "x-1,0")
    assert table.session.now.viewer == 1
    assert [line["text"] for line in table.scene["log"]] == [
        "Brais moves 1,1 → -1,0",
        "Ana may lift no tile: passes",
    ]


# Threats, the figure that won, a draw.


def test_threats_of_both_sides_are_shown_and_can_be_switched_off():
    """By hand: red has a row of five with both ends free, black a triangle that lacks 0,3."""
    where = "0,0 1,0 2,0 3,0 4,0 | 0,1 0,2 1,1 1,2 2,1 ; 16,16 ; A PLACE"
    table = Watched(players=["Ana", "Brais"], position=where)
    ready = {name: cell["threats"] for name, cell in cells(table.scene).items() if cell["threats"]}
    assert ready == {"x-1,0": [0], "x5,0": [0], "x0,3": [1]}
    assert cells(table.scene)["x5,0"]["label"] == "5,0, free. Place a tile here. Makes a line for Red."
    table.say(do="switch", name="own_threats", on=False)
    assert [name for name, cell in cells(table.scene).items() if cell["threats"]] == ["x0,3"]
    table.say(do="switch", name="other_threats", on=False)
    assert not any(cell["threats"] for cell in cells(table.scene).values())
    click(table, "x5,0")
    assert {name for name, cell in cells(table.scene).items() if "figure" in cell["marks"]} == {
        f"x{q},0" for q in range(6)
    }
    assert table.scene["status"] == {"text": "Ana wins: a line!", "seat": 0, "over": True}
    assert [player["won"] for player in table.scene["players"]] == [True, False]


@pytest.mark.parametrize("lang", LANGS)
def test_a_draw_has_no_winner(lang):
    """By hand: red lifts its bridge between six and five tiles; of the six that stay three are black and three red."""
    where = "-4,1 -3,0 -1,0 0,0 2,0 3,-1 | -4,2 -3,1 -2,0 1,0 3,0 4,-1 ; 0,0 ; A LIFT"
    table = Watched(players=["Ana", "Brais"], position=where, lang=lang)
    click(table, "x0,0")
    click(table, sorted(in_state(table.scene, "free"))[0])
    assert table.scene["status"]["seat"] is None and table.scene["status"]["over"]
    assert not any(player["won"] for player in table.scene["players"])
    assert repr(table).endswith("drawn")


# Undo and redo, any number of moves.


def test_everything_can_be_taken_back_and_done_again():
    table = people(SixRules(tiles=9))
    session = table.session
    for _ in play(table, seed=5):
        pass
    end, count = session.now.state, len(session.now.moves)
    for _ in range(count):
        assert table.scene["controls"]["undo"]["on"]
        session.undo()
    assert session.now.moves == () and session.now.state == session.now.rules.initial()
    with pytest.raises(Refused, match="nothing to undo"):
        session.undo()
    for _ in range(count):
        assert table.scene["controls"]["redo"]["on"]
        session.redo()
    assert session.now.state == end and not table.scene["controls"]["redo"]["on"]


def test_against_a_bot_undo_goes_back_to_the_last_own_decision():
    table = Watched(players=["Ana", "bot:random"])
    session = table.session
    states = [session.now.state]
    for _ in range(3):
        session.act(session.now.rev, "m0")
        states.append(session.now.state)
    assert session.now.viewer == 0 and len(session.now.moves) == 6
    for state in reversed(states[:-1]):
        session.undo()
        assert session.now.state == state
    session.redo()
    assert session.now.state == states[1]
    session.act(session.now.rev, "m3")
    with pytest.raises(Refused, match="nothing to do again"):
        session.redo()


# Positions, saved games, bad input.


def test_a_game_from_a_position_starts_there_again_and_is_not_saved(tmp_path):
    file = tmp_path / "six.seis.json"
    table = known(autosave=True, file=file)
    click(table, "x0,0")
    answer = table.say(do="save")
    assert not answer["ok"] and answer["say"] == "A game that began from a position of its own is not saved."
    assert not file.exists()
    table.say(do="new")
    assert str(table.position) == KNOWN.format("A")


def test_a_saved_game_goes_on(tmp_path):
    file = tmp_path / "six.seis.json"
    table = Watched(players=["Ana", "bot:random"], autosave=True, file=file, lang="gl")
    for _ in range(4):
        table.session.act(table.session.now.rev, "m0")
    again = SixTable.resume(file, name="again", autosave=False)
    assert again.position == table.position and again.scene["log"] == table.scene["log"]
    assert again.record == table.record


def test_a_saved_game_of_another_game_is_refused(tmp_path):
    file = tmp_path / "seis.seis.json"
    other = SeisTable(players=["Ana"], name="other", file=file, seed=1)
    other.session.act(other.session.now.rev, "m0")
    with pytest.raises(InvalidRecord, match="a game of seis; allowed at this table: six"):
        SixTable.resume(file)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"rules": "six"}, ValueError, "rules='six' is not allowed; allowed: rules such as SixRules"),
        (
            {"players": ["Ana", "bot:solver"]},
            ValueError,
            "unknown level 'solver'; allowed: random, easy, medium, strong",
        ),
        ({"players": ["Ana"]}, ValueError, "players=1 is not allowed; allowed: 2 or 4"),
        (
            {"rules": SixRules(players=4), "players": ["Ana", "bot"]},
            ValueError,
            "names 2; allowed: one for each of the 4",
        ),
        ({"own_threats": 1}, ValueError, "own_threats=1 is not allowed; allowed: True or False"),
        ({"position": "nowhere"}, InvalidNotation, "'nowhere' is not a position of Six"),
        ({"position": "0,0 | 5,5 ; 20,20 ; A PLACE"}, InvalidPosition, "the tiles lie in 2 groups; allowed: one group"),
        ({"position": 7}, InvalidNotation, "7 is not a position of Six"),
        (
            {"position": "0,0 | 1,0 ; 19,19 ; A LAND 2,0 x3"},
            InvalidPosition,
            "'0,0 | 1,0 ; 19,19 ; A LAND 2,0 x3' does not begin a turn; allowed: the start of a turn, here A PLACE",
        ),
        ({"position": "0,0 2,0 | 1,0 ; 18,19 ; B LIFT"}, InvalidPosition, "does not begin a turn"),
        ({"theme": "pink"}, ValueError, "theme='pink' is not allowed; allowed: auto, light, dark"),
    ],
)
def test_what_cannot_be_is_refused_with_the_value_and_what_is_allowed(options, error, said):
    with pytest.raises(error) as caught:
        SixTable(**options)
    assert said in str(caught.value)


def test_the_repr_and_the_picture_for_where_no_widget_lives():
    table = Watched(players=["<b>Ana", "bot:random"])
    assert repr(table) == "SixTable 'test': Six, 2 players, placing, <b>Ana to decide"
    data, _ = table._repr_mimebundle_()
    assert data["text/plain"] == repr(table)
    assert "&lt;b&gt;Ana" in data["text/html"] and "<b>Ana" not in data["text/html"]
    picture = b64decode(data["text/html"].split("base64,")[1].split('"')[0]).decode()
    assert picture.count("<polygon") == 2 and "<circle" in picture and '<rect x="-6.5"' in picture


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Ana places on 2,0", "Brais: place a tile."]),
        ("es", ["Ana coloca en 2,0", "Brais: coloca una loseta."]),
        ("gl", ["Ana coloca en 2,0", "Brais: coloca unha peza."]),
    ],
)
def test_the_words_of_the_three_languages(lang, said):
    table = Watched(players=["Ana", "Brais"], lang=lang)
    click(table, "x2,0")
    assert [table.scene["log"][-1]["text"], table.scene["status"]["text"]] == said
    assert table.scene["say"] == f"{said[0]}. {said[1]}"


@pytest.mark.parametrize("lang", LANGS)
def test_the_strong_bot_shows_how_far_it_looked_and_what_it_expects(lang):
    session = SixTable(players=["Ana", "bot:strong"], lang=lang, autosave=False, name="thought").session
    assert board_text(session) == ""
    session.act(session.now.rev, "m0")
    found = session.now.thought
    assert found.line[0] == session.now.moves[-1]
    said = board_text(session)
    assert f" {found.depth} " in said and f"{found.nodes:,}".replace(",", "\u202f") in said
    assert " · ".join(str(move.cell) for move in found.line[:6]) in said
    session.replay(1)
    assert board_text(session) == ""
    session.replay(None)
    session.undo()
    assert board_text(session) == ""


def test_a_bot_that_does_not_search_shows_nothing():
    session = SixTable(players=["Ana", "bot:easy"], autosave=False, name="thoughtless").session
    session.act(session.now.rev, "m0")
    assert len(session.now.moves) == 2 and board_text(session) == ""


def board_text(session):
    """What stands under the board."""
    (board,) = [zone for zone in build(session.now)["zones"] if zone["id"] == "board"]
    return board["text"]
