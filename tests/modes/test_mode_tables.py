"""The tables of random and mirror mode: deals, colours, rolls that turn cards in several rows, joint winners."""

import pytest

from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Pass, Phase, Roll, parse_position
from seis_lab.locale import LANGS, text
from seis_lab.widgets.fallback import html
from seis_lab.widgets.scene import build
from seis_lab.widgets.seis_moves import answered_for
from seis_lab.widgets.seis_table import SeisTable
from tests.widgets.tables import click_through, sit
from tests.widgets.test_scene import check, story

RANDOM = SeisRules(mode="random", wildcards={})
TWO, THREE = ["Ana", "Brais"], ["Ana", "Brais", "Carme"]


def mirrored(position, *moves, players=("Ana", "Brais"), **options):
    said = {name: options.pop(name) for name in ("lang", "replay") if name in options}
    rules = SeisRules(players=len(players), mode="mirror", **options)
    return build(story(position, *moves, players=players, rules=rules, **said), since=0)


@pytest.mark.parametrize(
    ("options", "players"),
    [
        ({"mode": "random"}, ["Ana", "bot:steady"]),
        ({"mode": "random", "players": 1}, ["Ana"]),
        ({"mode": "random", "players": 3, "faces": 3, "row": (1, 1, 3), "flip": "optional"}, THREE),
        ({"mode": "mirror"}, ["Ana", "bot:solver"]),
        ({"mode": "mirror", "players": 1, "faces": 3}, ["Ana"]),
        ({"mode": "mirror", "players": 3, "faces": 4, "flip": "optional"}, THREE),
        ({"mode": "mirror", "players": 3, "faces": 3, "mirror_roller": "one card only"}, THREE),
    ],
    ids=str,
)
def test_whole_games_by_clicks(options, players):
    """Every scene of a clicked game keeps the promises, in a language that changes on the way."""
    session = sit(players, SeisRules(**options), seed=6)
    seen = 0
    for step, _ in enumerate(click_through(session, seed=3)):
        session.set_lang(LANGS[step % 3])
        check(build(session.now, since=seen))
        seen = len(session.now.moves)
    assert session.now.over


def test_the_deal_is_played_by_chance_and_told_once():
    session = sit(TWO, RANDOM, seed=1)
    assert session.now.state.phase is Phase.ROLL
    assert len(session.now.moves) == 13  # twelve cards and who begins
    scene = build(session.now)
    assert scene["log"][0]["text"] == "The cards are shuffled and dealt"
    assert scene["log"][0]["seat"] is None and len(scene["log"]) == 2
    assert "random" in scene["subtitle"]
    again = sit(TWO, RANDOM, seed=1)
    assert again.now.moves == session.now.moves
    again.new()
    assert again.now.moves[:12] != session.now.moves[:12]


def test_the_deal_turns_no_card_and_cannot_be_taken_back():
    session = sit(TWO, RANDOM, seed=1)
    assert [event["kind"] for event in build(session.now, since=0)["events"]] == ["turn"]
    assert not build(session.now)["controls"]["undo"]["on"]
    session.replay(4)
    shown = check(build(session.now))
    assert len([piece for piece in shown.values() if piece["kind"] == "card"]) == 4
    assert not any(player["won"] or player["turn"] for player in build(session.now)["players"])


@pytest.mark.parametrize("lang", LANGS)
def test_the_expected_turns_of_every_row_are_shown_from_the_deal_to_the_first_roll(lang):
    start = RANDOM.dealt("1,1,2,3,4,5 | 6,6,6,6,6,6")
    before = story(str(start), "first A", rules=RANDOM, lang=lang)
    comma = "." if lang == "en" else ","
    notes = [player["note"] for player in build(before)["players"]]
    assert f"16{comma}44" in notes[0] and f"36{comma}00" in notes[1]  # known values 411/25 and 36
    after = before.step(Roll(1))
    assert not any(comma in player["note"] for player in build(after)["players"])


def test_no_number_is_shown_where_none_is_known():
    rules = SeisRules(mode="random", faces=2, wildcards={}, die=[1, 0])
    notes = [player["note"] for player in build(story("1,1/-:- | 1,2/-:- ; A ROLL", rules=rules))["players"]]
    assert notes == ["2.00 turns on average", "2 left"]


def test_a_number_that_was_not_dealt():
    tray = build(story("1,1/-:N1 | 1,2/-:- ; A ROLL", "roll 2", rules=SeisRules(mode="random", faces=2)))["zones"][-1]
    assert tray["text"] == "Ana has no 2."


MIXED = "1a,3c/-:- | 1b,3a/-:- | 1c,3b/-:- ; A ROLL"


def test_cards_wear_the_colour_of_their_player_in_any_row():
    scene = mirrored(MIXED, players=THREE)
    pieces = check(scene)
    assert [(pieces[piece]["text"], pieces[piece]["seat"]) for piece in ("c0-0", "c0-1", "c1-1")] == [
        ("1", 0), ("3", 2), ("3", 0)
    ]  # fmt: skip
    assert pieces["c0-1"]["label"] == "3 in the colour of Carme, of Ana, face up"
    assert pieces["die"]["seat"] == 0


def test_one_roll_turns_cards_in_two_rows():
    scene = mirrored(MIXED, "roll 3", players=THREE)
    flips = [event for event in scene["events"] if event["kind"] == "flip"]
    assert [(event["piece"], event["up"]) for event in flips] == [("c0-1", False), ("c1-1", False)]
    assert [line["text"] for line in scene["log"]] == [
        "Ana rolls 3 and turns the 3 face down",
        "The 3 of Brais has the die’s colour and goes face down too",
    ]
    assert "goes face down too" in scene["say"]


def test_two_own_cards_are_two_lines_and_another_s_card_alone_is_one():
    twice = mirrored("1a,1b,2a/-:- | 2b,3a,3b/-:- ; A ROLL", "roll 1")
    assert [line["text"] for line in twice["log"]] == [
        "Ana rolls 1 and turns the 1 face down",
        "Ana turns the 1 face down",
    ]
    other = mirrored("1a,1b/-:- | 2a,2b/-:- ; A ROLL", "roll 2")
    assert [line["text"] for line in other["log"]] == [
        "Ana rolls 2",
        "The 2 of Brais has the die’s colour and goes face down too",
    ]


def test_the_choice_names_colours_and_marks_its_cards():
    scene = mirrored("1a,1b,1c/-:- | 2a,2b,3a/-:- | 2c,3b,3c/-:- ; A ROLL", "roll 1", players=THREE, faces=3)
    assert [(action["label"], action["piece"]) for action in scene["actions"]] == [
        ("Turn the 1 in the colour of Brais", "c0-1"),
        ("Turn the 1 in the colour of Carme", "c0-2"),
    ]
    assert scene["zones"][-1]["text"] == "The 1 turns cards of Ana."
    optional = mirrored(
        "1a,1b,1c/-:- | 2a,2b,3a/-:- | 2c,3b,3c/-:- ; A ROLL", "roll 1", players=THREE, faces=3, flip="optional"
    )
    assert optional["actions"][-1]["label"] == "Turn only the 1 of the die’s colour"


def test_a_raised_card_is_called_by_its_colour():
    scene = mirrored("1a,2b/-:V1 | 3b/1b,2a:- ; A END", "VOLTEAR B", faces=3)
    assert [action["label"] for action in scene["actions"]] == [
        "Raise the 1 in the colour of Brais",
        "Raise the 2 in the colour of Ana",
    ]


LAST = "2b/1a:- | 2a/1b:- ; A ROLL"


@pytest.mark.parametrize("lang", LANGS)
def test_joint_winners(lang):
    scene = mirrored(LAST, "roll 2", lang=lang, faces=2)
    check(scene)
    assert [player["won"] for player in scene["players"]] == [True, True]
    assert scene["log"][-1]["text"] == text(lang, "log.win_shared", name="Ana", other="Brais")
    assert scene["status"]["text"] == text(lang, "status.shared", names=text(lang, "and", a="Ana", b="Brais"))
    assert scene["status"]["over"]
    assert [event["seat"] for event in scene["events"] if event["kind"] == "win"] == [0, 1]


def test_the_roller_alone_where_the_option_says_so():
    scene = mirrored(LAST, "roll 2", faces=2, simultaneous_win="roller wins")
    assert [player["won"] for player in scene["players"]] == [True, False]
    assert scene["players"][1]["note"] == "0 left"
    assert scene["log"][-1]["text"] == "Ana wins the game"


def test_who_does_not_roll_can_win():
    scene = mirrored("1b,2b/-:- | 2a/1a:- ; A ROLL", "roll 2", faces=2)
    assert [player["won"] for player in scene["players"]] == [False, True]
    assert scene["status"]["seat"] == 1
    assert scene["zones"][-1]["text"] == "All the cards of Brais are face down."


def test_people_are_asked_about_their_own_roll_where_it_turns_another_s_card():
    rules = SeisRules(mode="mirror", faces=2)
    turns_another = parse_position("1b,2b/-:T1 | 2a/1a:- ; A TIRADOR number=2 asked=A")
    turns_own = parse_position("1b,2b/-:T1 | 2a/1a:- ; A TIRADOR number=1 asked=A")
    by_another = parse_position("1b,2b/-:T1 | 2a/1a:- ; B TIRADOR number=1 asked=A")
    assert answered_for(rules, turns_another, own_tirador=False) is None
    assert answered_for(rules, turns_own, own_tirador=False) == Pass()
    assert answered_for(rules, turns_own, own_tirador=True) is None
    assert answered_for(rules, by_another, own_tirador=False) is None
    shown = mirrored("1b,2b/-:T1 | 2a/1a:- ; A ROLL", "roll 2", faces=2)
    assert shown["status"]["text"].startswith("Ana: you have 2")
    assert shown["zones"][-1]["text"] == "The 2 turns cards of Ana and Brais."


def test_the_still_picture_tells_colours_apart():
    page = html(mirrored(MIXED, players=THREE))
    assert "<td>1a 3c</td>" in page and "<td>1b 3a</td>" in page
    plain = html(build(story("1,3/-:- | 1,3/-:- ; A ROLL", rules=SeisRules(mode="random", faces=3, row=(1, 3)))))
    assert "<td>1 3</td>" in plain


def test_a_saved_game_goes_on_with_its_deal(tmp_path):
    path = tmp_path / "mirror.seis.json"
    rules = SeisRules(mode="mirror", players=2)
    table = SeisTable(rules, ["Ana", "Brais"], seed=4, name="mirror", file=path)
    table.session.act(table.session.now.rev, "m0")
    again = SeisTable.resume(path, name="again", autosave=False)
    assert again.session.now.states == table.session.now.states
    assert "bad-luck mirror" in repr(again)
