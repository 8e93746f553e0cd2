"""A scene is plain data of version 1, complete, true to the position, and says nothing that is hidden."""

import json
from pathlib import Path

import fastjsonschema  # comes with nbformat; hundreds of scenes are checked
import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seis_lab.widgets
from seis_lab.game import Chance, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import parse_move, parse_position
from seis_lab.locale import LANGS
from seis_lab.widgets.advice import Advice, Worth
from seis_lab.widgets.moment import Hint, Moment
from seis_lab.widgets.players import names, read_players
from seis_lab.widgets.scene import Files, build
from tests.widgets.tables import click_through, sit

SCHEMA = json.loads((Path(seis_lab.widgets.__file__).parent / "scene.schema.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)
validate = fastjsonschema.compile({**SCHEMA, "$schema": "http://json-schema.org/draft-07/schema"})
SAMPLES = sorted((Path(__file__).parent / "scenes").glob("*.json"))
SEED = 918273645546372819
SEATED = {
    1: ["Ana"],
    2: ["Ana", "bot:steady"],
    3: ["Ana", "bot:random", "<img src=x onerror=alert(1)>"],
    6: ["Ana", "Ana", "you", "bot:steady", "bot:random", "{name}"],
}


def story(position, *moves, players=("Ana", "Brais"), rules=None, **options):
    """The moment after these moves from a position of the notation."""
    seated = read_players([*players])
    rules = rules or SeisRules(players=len(seated))
    moment = Moment(rules, seated, (), (parse_position(position),), **options)
    for move in moves:
        moment = moment.step(parse_move(move))
    return moment


def check(scene):
    """The promises of a scene that a schema cannot state."""
    validate(scene)
    assert json.loads(json.dumps(scene)) == scene
    pieces = {piece["id"]: piece for piece in scene["pieces"]}
    actions = {action["id"]: action for action in scene["actions"]}
    assert len(pieces) == len(scene["pieces"]) and len(actions) == len(scene["actions"])
    shown = [piece for zone in scene["zones"] for piece in zone["pieces"]]
    assert sorted(shown) == sorted(pieces)
    for piece in pieces.values():
        assert piece["action"] is None or actions[piece["action"]]["piece"] == piece["id"]
    for action in actions.values():
        assert action["piece"] is None or action["piece"] in pieces
    assert [line["n"] for line in scene["log"] if line["now"]] == [line["n"] for line in scene["log"]][-1:]
    assert str(SEED) not in json.dumps(scene)
    return pieces


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_sample_scenes_keep_the_promises(path):
    scene = json.loads(path.read_text(encoding="utf-8"))
    VALID.validate(scene)
    check(scene)


def test_there_are_samples_and_the_schema_refuses_what_is_none():
    scene = json.loads(SAMPLES[0].read_text(encoding="utf-8"))
    assert len(SAMPLES) == 3
    for field in scene:
        assert not VALID.is_valid({key: value for key, value in scene.items() if key != field})
        with pytest.raises(fastjsonschema.JsonSchemaException):
            validate({key: value for key, value in scene.items() if key != field})
    assert not VALID.is_valid({**scene, "seed": 7})


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("count", sorted(SEATED))
def test_every_scene_of_a_random_game_is_valid_and_true_to_the_position(count, lang):
    session = sit(SEATED[count], seed=SEED, lang=lang, switches=["own_tirador"] if count == 3 else [])
    shown = None
    for _ in click_through(session, seed=count):
        now = session.now
        scene = build(now, since=shown)
        pieces = check(scene)
        for seat, held in enumerate(now.state.seats):
            row = [pieces[piece] for zone in scene["zones"] if zone["id"] == f"row-{seat}" for piece in zone["pieces"]]
            assert [card["text"] for card in row if card["up"]] == [str(card.number) for card in held.up]
            assert [card["text"] for card in row if not card["up"]] == [str(card.number) for card in held.down]
            fan = [pieces[piece] for zone in scene["zones"] if zone["id"] == f"wild-{seat}" for piece in zone["pieces"]]
            counts = dict(held.wild) if count > 1 else {kind: held.wild[kind] for kind in ("DADO", "NUMERAL")}
            assert {wild["icon"]: wild["count"] for wild in fan} == counts
        assert [player["name"] for player in scene["players"]] == list(names(now.players, lang))
        assert len(scene["actions"]) == len(now.offers)
        assert scene["status"]["over"] == isinstance(now.rules.turn(now.state), Terminal)
        shown = len(now.moves)
    VALID.validate(scene)
    assert scene["status"]["over"]


@pytest.mark.parametrize("count", sorted(SEATED))
def test_the_events_of_a_scene_lead_from_the_one_before_it(count):
    """Turning the cards that the events name turns the last scene's table into the next one's."""
    session = sit(SEATED[count], seed=count)
    before, shown = None, 0
    for _ in click_through(session, seed=count + 100):
        now = session.now
        scene = build(now, since=shown)
        up = {piece["id"]: piece["up"] for piece in scene["pieces"] if piece["kind"] == "card"}
        if before is not None:
            for event in scene["events"]:
                if event["kind"] == "flip":
                    assert before[event["piece"]] is not event["up"]
                    before[event["piece"]] = event["up"]
            assert before == up
        rolls = sum(isinstance(now.rules.turn(state), Chance) for state in now.states[shown:-1])
        first = shown == 0 and count > 1  # who begins is chance too, and no throw of the die
        assert sum(event["kind"] == "roll" for event in scene["events"]) == rolls - first
        before, shown = up, len(now.moves)
    assert [event["kind"] for event in scene["events"]].count("win") == 1


def test_equal_cards_turn_one_by_one():
    rules = SeisRules(players=1, row=(2, 2, 2, 5), wildcards={})
    moment = story("2,2,2,5/-:- ; A ROLL", "roll 2", "roll 2", players=["Ana"], rules=rules)
    scene = build(moment, since=0)
    assert [event["piece"] for event in scene["events"] if event["kind"] == "flip"] == ["c0-0", "c0-1"]
    assert [piece["up"] for piece in scene["pieces"] if piece["kind"] == "card"] == [False, False, True, True]


# Words, written here as a player would say them.

WINS = {"en": "Ana wins the game", "es": "Ana gana la partida", "gl": "Ana gaña a partida"}


@pytest.mark.parametrize(
    ("position", "moves", "english", "spanish", "galician"),
    [
        (
            "1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- ; A ROLL",
            ["roll 4"],
            ["Ana rolls 4 and turns the 4 face down"],
            ["Ana saca 4 y pone el 4 boca abajo"],
            ["Ana saca 4 e pon o 4 boca abaixo"],
        ),
        (
            "1,2/3,4,5,6:- | 1,2,3,4,5,6/-:- ; A ROLL",
            ["roll 4"],
            ["Ana rolls 4 and turns nothing"],
            ["Ana saca 4 y no voltea nada"],
            ["Ana saca 4 e non xira ningunha"],
        ),
        (
            "1,2,5/3,4,6:N1 | 1,2,3,4,5,6/-:T1 ; A ROLL",
            ["roll 4", "NUMERAL 5", "TIRADOR"],
            ["Ana rolls 4", "Ana plays NUMERAL: the 4 becomes 5", "Brais plays TIRADOR at the roll of Ana"],
            ["Ana saca 4", "Ana juega NUMERAL: el 4 pasa a 5", "Brais juega TIRADOR contra la tirada de Ana"],
            ["Ana saca 4", "Ana xoga NUMERAL: o 4 pasa a 5", "Brais xoga TIRADOR contra a tirada de Ana"],
        ),
        (
            "1,2,5/3,4,6:N1 | 1,2,3,4,5,6/-:T1 ; A ROLL",
            ["roll 4", "NUMERAL 5", "pass"],
            ["Ana rolls 4", "Ana plays NUMERAL: the 4 becomes 5, and the 5 goes face down"],
            ["Ana saca 4", "Ana juega NUMERAL: el 4 pasa a 5, y pone el 5 boca abajo"],
            ["Ana saca 4", "Ana xoga NUMERAL: o 4 pasa a 5, e pon o 5 boca abaixo"],
        ),
        (
            "1,2,3,4,5,6/-:S1V1 | 1,2,3,4,5/6:D1 ; A END",
            ["VOLTEAR B", "SALTAR"],
            ["Ana plays VOLTEAR at Brais", "The 6 of Brais is face up again", "Ana plays SALTAR", "Brais loses a turn"],
            [
                "Ana juega VOLTEAR contra Brais",
                "El 6 de Brais vuelve a estar boca arriba",
                "Ana juega SALTAR",
                "Brais pierde el turno",
            ],
            [
                "Ana xoga VOLTEAR contra Brais",
                "O 6 de Brais volve estar boca arriba",
                "Ana xoga SALTAR",
                "Brais perde a quenda",
            ],
        ),
        (
            "6/1,2,3,4,5:D1 | 1,2,3,4,5,6/-:- ; A BEFORE",
            ["DADO", "roll 1", "roll 6"],
            [
                "Ana plays DADO",
                "Ana rolls 1 and turns nothing",
                "Ana rolls 6 and turns the 6 face down",
                "Ana wins the game",
            ],
            [
                "Ana juega DADO",
                "Ana saca 1 y no voltea nada",
                "Ana saca 6 y pone el 6 boca abajo",
                "Ana gana la partida",
            ],
            [
                "Ana xoga DADO",
                "Ana saca 1 e non xira ningunha",
                "Ana saca 6 e pon o 6 boca abaixo",
                "Ana gaña a partida",
            ],
        ),
    ],
)
def test_the_log_says_who_did_what(position, moves, english, spanish, galician):
    for lang, expected in (("en", english), ("es", spanish), ("gl", galician)):
        scene = build(story(position, *moves, lang=lang))
        assert [line["text"] for line in scene["log"]] == expected


def test_with_three_players_reversa_and_saltar_pass_over_the_right_player():
    three = "1,2,3,4,5,6/-:S1R1 | 1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- ; A END"
    moment = story(three, "REVERSA", "SALTAR", players=["Ana", "Brais", "Carme"])
    log = [line["text"] for line in build(moment)["log"]]
    assert log == ["Ana plays REVERSA: the direction turns round", "Ana plays SALTAR", "Carme loses a turn"]
    assert moment.state.roller == 1
    assert build(moment)["direction"] == -1
    assert {"kind": "direction", "value": -1} in build(moment, since=0)["events"]


@pytest.mark.parametrize(
    ("position", "players", "said"),
    [
        ("1,2/3,4,5,6:D1 | 1,2/3,4,5,6:- ; A BEFORE", ["Ana", "Brais"], "Ana: ¿tiras, o juegas antes DADO?"),
        ("1,2/3,4,5,6:- | 1,2/3,4,5,6:- ; A ROLL", ["Ana", "Brais"], "Ana: tira el dado."),
        ("1,2/3,4,5,6:- | 1,2/3,4,5,6:- ; A ROLL played=DADO", ["Ana", "Brais"], "Ana: tira otra vez, por DADO."),
        ("1,2/3,4,5,6:- | 1,2/3,4,5,6:- ; A ROLL more_rolls=1 played=DADO", ["Ana", "Brais"], "Ana: tira el dado."),
        (
            "1,2/3,4,5,6:N1 | 1,2/3,4,5,6:- ; A NUMERAL number=4",
            ["Ana", "Brais"],
            "Ana: has sacado un 4. ¿Cambias el número?",
        ),
        (
            "1,2/3,4,5,6:- | 1,2/3,4,5,6:T1 ; A TIRADOR number=2 asked=B",
            ["Ana", "Brais"],
            "Brais: Ana tiene un 2. ¿Juegas TIRADOR?",
        ),
        ("1,2/3,4,5,6:S1 | 1,2/3,4,5,6:- ; A END", ["Ana", "Brais"], "Ana: fin de tu turno. ¿Juegas un comodín?"),
        (
            "1,2/3,4,5,6:- | 1,2/3,4,5,6:- ; A RAISE hit=B",
            ["Ana", "Brais"],
            "Brais: ¿qué carta pones boca arriba?",
        ),
        ("1,2/3,4,5,6:- | 1,2/3,4,5,6:- ; B ROLL", ["Ana", "bot"], "Bot sensato está pensando."),
        ("-/1,2,3,4,5,6:- | 1,2/3,4,5,6:- ; A END", ["Ana", "Brais"], "¡Ana gana la partida!"),
    ],
)
def test_the_status_asks_what_has_to_be_decided(position, players, said):
    assert build(story(position, players=players, lang="es"))["status"]["text"] == said


def test_alone_the_turns_are_counted():
    moment = story("1,2,3,4,5,6/-:D1 ; A BEFORE", "DADO", "roll 1", "roll 2", "roll 2", players=["Ana"], lang="en")
    assert build(moment)["players"][0]["note"] == "4 left · turn 3"


def test_the_die_lies_as_it_fell_and_as_the_cards_changed_it():
    position = "1,2,5/3,4,6:N1 | 1,2,3,4,5,6/-:T1 ; A ROLL"
    faces = []
    for count in range(4):
        moment = story(position, *["roll 4", "NUMERAL 5", "TIRADOR"][:count])
        die = next(piece for piece in build(moment)["pieces"] if piece["id"] == "die")
        faces.append((die["value"], die["changed"], die["void"], die["seat"]))
    assert faces[:3] == [(None, False, False, 0), (4, False, False, 0), (5, True, False, 0)]
    assert faces[3] == (None, False, False, 1)  # shot: Brais has the die in hand
    shot = story(position.replace(":T1", ":D1T1"), "roll 4", "NUMERAL 5", "TIRADOR", players=["Ana", "bot"])
    die = next(piece for piece in build(shot)["pieces"] if piece["id"] == "die")
    assert (die["value"], die["changed"], die["void"], die["seat"]) == (5, True, True, 0)


def test_a_card_that_one_action_turns_can_be_clicked():
    scene = build(story("1,3,5/2,4,6:N1 | 1,2/3,4,5,6:- ; A NUMERAL number=4"))
    marked = {piece["id"]: piece["action"] for piece in scene["pieces"] if piece.get("mark") == "target"}
    labels = {action["id"]: action["label"] for action in scene["actions"]}
    assert {piece: labels[action] for piece, action in marked.items()} == {
        "c0-2": "NUMERAL → 3",
        "c0-4": "NUMERAL → 5",
    }


# Coach, hint, controls.

NUMERAL = "2,5/1,3,4,6:N1 | 1,2/3,4,5,6:- ; A NUMERAL number=4"  # offers: NUMERAL 3, NUMERAL 5, pass


def labels(advice, lang="es", coach=True):
    scene = build(story(NUMERAL, lang=lang, coach=coach, advice=advice))
    return [(action["detail"], action["loss"], action["best"]) for action in scene["actions"]]


def worth(value, half=0):
    return Worth(value, value - half, value + half)


def test_turns_are_written_with_what_is_lost_against_the_best():
    from fractions import Fraction

    advice = Advice("turns", (worth(Fraction(10)), worth(Fraction(7)), worth(Fraction(17, 3))))
    assert labels(advice) == [
        ("10,00 turnos · exacto", "+4,33", False),
        ("7,00 turnos · exacto", "+1,33", False),
        ("5,67 turnos · exacto", None, True),
    ]
    assert labels(advice, "en")[1] == ("7.00 turns · exact", "+1.33", False)
    assert labels(advice, coach=False) == [(None, None, False)] * 3


def test_an_estimate_says_the_word_and_shows_no_difference_that_it_cannot_tell():
    clear = Advice("wins", (worth(0.51, 0.02), worth(0.618, 0.014), worth(0.554, 0.014)), games=800)
    assert labels(clear) == [
        ("ganas 51,0 % ± 2,0 · estimado", "−10,8", False),
        ("ganas 61,8 % ± 1,4 · estimado", None, True),
        ("ganas 55,4 % ± 1,4 · estimado", "−6,4", False),
    ]
    vague = Advice("wins", (worth(0.3, 0.05), worth(0.55, 0.05), worth(0.5, 0.05)), games=50)
    assert labels(vague) == [
        ("ganas 30,0 % ± 5,0 · estimado", "−25,0", False),
        ("ganas 55,0 % ± 5,0 · estimado", None, False),
        ("ganas 50,0 % ± 5,0 · estimado", None, False),
    ]


def test_an_interval_that_leans_is_written_with_its_longer_side():
    leaning = Advice("wins", (Worth(0.0, 0.0, 0.071), worth(0.5, 0.05), worth(0.5, 0.05)), games=50)
    assert labels(leaning)[0][0] == "ganas 0,0 % ± 7,1 · estimado"


def test_an_action_after_which_the_row_is_never_finished_is_called_so():
    advice = Advice("turns", (worth(float("inf")), worth(7), worth(5)))
    assert labels(advice)[0] == ("no acaba nunca · exacto", None, False)


def test_where_all_are_equal_none_is_best():
    assert {best for _, _, best in labels(Advice("turns", (worth(7), worth(7), worth(7))))} == {False}


def test_the_coach_says_on_what_its_numbers_rest():
    def basis(advice):
        scene = build(story(NUMERAL, coach=True, advice=advice))
        return next(zone["subtext"] for zone in scene["zones"] if zone["id"] == "tray")

    three = (worth(0.5),) * 3
    assert basis(None) == "NUMERAL can make it 3 or 5."
    assert basis(Advice("wins", three)).startswith("Exact, with everybody playing from here as they would alone")
    assert "Estimate from 800 games" in basis(Advice("wins", three, games=800))
    assert "exact" in basis(Advice("none", ()))


def test_a_hint_names_the_action_and_its_basis():
    scene = build(story(NUMERAL, lang="gl", hint=Hint(1, "estimate")))
    assert scene["hint"] == {
        "action": "m1",
        "text": "O bot calculador escollería «NUMERAL → 5» (estimado).",
    }


def test_the_controls_say_why_they_are_off():
    moment = story("1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- ; A ROLL", "roll 3")
    controls = build(moment, files=Files("a.seis.json", None, "b.seis.json"))["controls"]
    assert controls["undo"] == {"on": False, "why": "A die has been rolled: it cannot be taken back."}
    assert controls["resume"] == {"on": True, "file": "b.seis.json"}
    assert controls["replay"] == {"at": 1, "of": 1, "live": True, "text": "Replay: move 1 of 1"}


def test_a_replay_offers_nothing_and_shows_the_past():
    session = sit(["Ana", "bot:random"], seed=3)
    for _ in click_through(session, seed=4):
        if len(session.now.moves) > 20:
            break
    for at in range(len(session.now.moves)):
        session.replay(at)
        scene = build(session.now)
        check(scene)
        assert (scene["actions"], scene["events"], scene["hint"]) == ([], [], None)
        assert scene["controls"]["replay"]["at"] == at
        assert all(line["at"] <= at for line in scene["log"])


@settings(max_examples=40)
@given(
    st.lists(
        st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=32).filter(
            lambda name: not name.startswith("bot")
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(LANGS),
    st.integers(0, 5),
)
def test_any_name_can_sit_at_any_table(typed, lang, seed):
    session = sit(typed, SeisRules(players=len(typed), faces=2, wildcards={"DADO": 1}), seed=seed, lang=lang)
    for _ in click_through(session, seed):
        check(build(session.now, since=0))
