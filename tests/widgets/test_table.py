"""The widget: what it sends, what it answers, what it never does."""

import json
import random
from threading import Barrier, Thread

import pytest
import traitlets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seis_lab.game import IllegalMove, InvalidRecord, InvalidRules, Record, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.widgets import SeisTable
from seis_lab.widgets.table import FORMS


class Watched(SeisTable):
    """A table whose messages to the page are kept."""

    def __init__(self, *args, **options):
        self.sent = []
        super().__init__(*args, **{"autosave": False, "seed": 7, **options})

    def send(self, content, buffers=None):
        self.sent.append(content)

    def say(self, **message):
        """What the page says, and the answer."""
        before = len(self.sent)
        self._receive(self, message, [])
        answers = self.sent[before:]
        assert len(answers) <= 1
        return answers[0] if answers else None

    def act(self, id, n=1):
        return self.say(do="act", rev=self.scene["rev"], id=id, n=n)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def table():
    made = Watched(players=["Ana", "bot:random"])
    yield made
    made.close()


def frozen(table):
    """Everything that a message might change."""
    return table.session.now, json.dumps(table.scene), table.theme


# A class types this.


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "SeisTable 'seis': SEIS, traditional, 2 players, Player to roll"),
        ({"players": ["Ana", "Brais", "bot:solver"], "lang": "gl", "name": "first", "coach": True}, None),
        ({"rules": SeisRules(players=1)}, "SeisTable 'seis': SEIS, traditional, alone, Player to roll"),
        ({"rules": SeisRules(players=3, faces=4)}, None),
        ({"players": ["Ana"], "name": "álbum 2"}, "SeisTable 'álbum 2': SEIS, traditional, alone, Ana to roll"),
    ],
)
def test_tables_are_made_and_named_the_same_in_every_run(given, said):
    table = SeisTable(seed=7, autosave=False, **given)
    assert said is None or repr(table) == said
    assert repr(table) == repr(SeisTable(seed=7, autosave=False, **given))
    assert table.record == Record(table.session.now.rules, table.session.now.moves)
    assert table.position == table.session.now.state


@pytest.mark.parametrize(
    ("given", "error", "quoted"),
    [
        ({"rules": 3}, ValueError, "rules=3"),
        ({"rules": ["Ana", "bot"]}, ValueError, "people go by players=['Ana', 'bot']"),
        ({"players": 3}, ValueError, "players=3"),
        ({"players": ["Ana", ""]}, ValueError, "players[1]=''"),
        ({"rules": SeisRules(players=3), "players": ["Ana", "bot"]}, ValueError, "one for each of the 3 seats"),
        ({"theme": "pink"}, ValueError, "theme='pink' is not allowed; allowed: auto, light, dark"),
        ({"lang": "fr"}, ValueError, "lang='fr'"),
        ({"name": ""}, ValueError, "name=''"),
        ({"name": "a\nb"}, ValueError, "name='a\\nb'"),
        ({"name": 5}, ValueError, "name=5"),
        ({"seed": "7"}, ValueError, "seed='7'"),
        ({"coach": 1}, ValueError, "coach=1"),
        ({"autosave": "no"}, ValueError, "autosave='no'"),
        ({"seed": 10**5000}, ValueError, "seed=an integer of 16610 bits is not allowed"),
        ({"file": ""}, ValueError, "file='' is not allowed; allowed: the path of a file"),
        ({"file": "/"}, ValueError, "file='/' is not allowed"),
        ({"file": ".."}, ValueError, "file='..' is not allowed"),
        ({"file": "a\0b"}, ValueError, "file='a\\x00b' is not allowed"),
        ({"file": "a" * 300}, ValueError, "a file with a name of 1 to 200 characters"),
        ({"file": 5}, ValueError, "file=5 is not allowed"),
        ({"session": 5, "seed": None}, ValueError, "session=5 is not allowed; allowed: a session of seis"),
        ({"session": 5, "seed": 7}, ValueError, "session is given with rules, players or settings"),
        ({"session": 5, "seed": None, "coach": True}, ValueError, "session is given with"),
        ({"session": 5, "seed": None, "lang": "gl"}, ValueError, "session is given with"),
        ({"session": 5, "seed": None, "own_tirador": True}, ValueError, "session is given with"),
        ({"rules": SeisRules(faces=2, die=["p", "1 - p"])}, InvalidRules, "'p'"),
    ],
)
def test_a_bad_argument_is_one_clear_error(given, error, quoted):
    with pytest.raises(error) as caught:
        SeisTable(**{"autosave": False, **given})
    assert quoted in str(caught.value)


def test_the_front_end_is_passed_as_text_and_all_state_at_once(table):
    assert isinstance(table._esm, str) and "export default" in table._esm
    assert isinstance(table._css, str) and ".seis-table" in table._css
    state = table.get_state()
    assert state["scene"]["v"] == 1 and state["theme"] == "auto"
    assert "7" not in str(state["scene"].get("seed", "")) and "seed" not in json.dumps(state["scene"])


def test_a_table_closes_the_earlier_one_of_its_name_and_no_other():
    first, other = SeisTable(name="a", autosave=False), SeisTable(name="b", autosave=False)
    again = SeisTable(name="a", autosave=False)
    assert first.comm is None and other.comm is not None and again.comm is not None


def test_a_notebook_keeps_a_text_and_a_picture_beside_the_live_view(table):
    data, _ = table._repr_mimebundle_()
    assert data["text/plain"] == repr(table) == "SeisTable 'seis': SEIS, traditional, 2 players, Ana to roll"
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == table.model_id
    assert '<img alt="Ana: roll, or play DADO first?" src="data:image/svg+xml;base64,' in data["text/html"]
    assert "0x" not in data["text/plain"] and table.model_id not in data["text/html"]


def test_what_a_notebook_keeps_does_not_depend_on_how_far_the_coach_is():
    plain = SeisTable(SeisRules(players=1), seed=7, autosave=False)._repr_mimebundle_()[0]["text/html"]
    coached = SeisTable(SeisRules(players=1), seed=7, autosave=False, coach=True)
    coached._coach.wait()
    assert coached._repr_mimebundle_()[0]["text/html"] == plain


def test_an_ended_game_says_who_won(table):
    while not table.scene["status"]["over"]:
        table.act("m0")
    winner = [player["name"] for player in table.scene["players"] if player["won"]]
    assert repr(table).endswith(f", won by {winner[0]}")


# Messages.


def test_a_whole_game_by_offered_actions_is_the_engines_game(table):
    rng = random.Random(5)
    clicks = 0
    while table.scene["actions"]:
        clicks += 1
        chosen = rng.choice(table.scene["actions"])["id"]
        assert table.act(chosen, n=clicks) == {"ack": clicks, "ok": True}
    rules = table.session.now.rules
    assert isinstance(rules.turn(table.record.final()), Terminal)
    assert Record.from_json(table.record.to_json(), SeisRules.from_json) == table.record


def test_a_click_is_acknowledged_before_bots_play(monkeypatch):
    from seis_lab.bots import LEVELS, random_bot

    told = []

    def slow(rules):
        def policy(view, moves):
            told.append(len(table.sent) if made else None)
            return random_bot(view, moves)

        return policy

    made = False
    monkeypatch.setitem(LEVELS, "random", slow)
    table = Watched(SeisRules(wildcards={"TIRADOR": 2}), ["Ana", "bot:random"])
    made = True
    told.clear()
    table.act("m0")
    assert told and told[0] == 1


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"do": "act", "rev": 0, "id": "m0"}, "moved on"),
        ({"do": "act", "rev": 1, "id": "m7"}, "not offered"),
        ({"do": "lang", "lang": "fr"}, "gl, es and en"),
        ({"do": "replay", "at": 99}, "no such move"),
        ({"do": "undo"}, "nothing to undo"),
        ({"do": "redo"}, "nothing to do again"),
        ({"do": "resume"}, "no saved game"),
        ({"do": "steal"}, "does not understand"),
        ({"do": "act", "rev": 1}, "does not understand"),
        ({"do": "act", "rev": 1, "id": "m0", "as": "Brais"}, "does not understand"),
        ({"do": "act", "rev": True, "id": "m0"}, "does not understand"),
        ({"do": "act", "rev": 1.0, "id": "m0"}, "does not understand"),
        ({"do": "coach", "on": 1}, "does not understand"),
        ({}, "does not understand"),
        ({"do": None}, "does not understand"),
        ({"do": ["act"]}, "does not understand"),
    ],
)
def test_a_wish_that_is_not_granted_is_answered_with_the_reason(table, message, why):
    before = frozen(table)
    answer = table.say(n=3, **message)
    assert answer["ack"] == 3 and answer["ok"] is False and why in answer["say"]
    assert frozen(table) == before


@pytest.mark.parametrize(
    "content", [None, 5, "act", [], [{"n": 1}], {"do": "new"}, {"do": "new", "n": "1"}, {"n": True}]
)
def test_what_carries_no_counter_is_ignored(table, content):
    before = frozen(table)
    table._receive(table, content, [])
    assert table.sent == [] and frozen(table) == before


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from([*FORMS, "eval", "scene", "__init__"])
KEYS = st.sampled_from(["do", "n", "rev", "id", "on", "lang", "at", "seed", "scene", "_esm"])
FORGED = JUNK | st.dictionaries(KEYS, JUNK | WORDS, max_size=6)


def understood(content):
    """Whether a message is one that a page may send (written here from the contract, not from the code)."""
    if not isinstance(content, dict) or type(content.get("n")) is not int:
        return False
    fields = {
        "act": {"rev": int, "id": str},
        "undo": {},
        "redo": {},
        "hint": {},
        "coach": {"on": bool},
        "lang": {"lang": str},
        "replay": {"at": (int, type(None))},
        "new": {},
        "save": {},
        "resume": {},
        "switch": {"name": str, "on": bool},
        "look": {"rev": int, "seat": int},
    }
    wish = content.get("do")
    if not isinstance(wish, str) or wish not in fields or set(content) != {"do", "n", *fields[wish]}:
        return False
    return all(
        isinstance(content[name], kind) and (kind is bool or not isinstance(content[name], bool))
        for name, kind in fields[wish].items()
    )


@settings(max_examples=500, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FORGED)
def test_forged_messages_change_nothing(table, content):
    if understood(content):
        return
    before = frozen(table)
    table.sent.clear()
    table._receive(table, content, [])
    assert frozen(table) == before
    assert all(answer["ok"] is False for answer in table.sent)


def test_a_page_cannot_set_anything_but_the_theme(table):
    before = frozen(table)
    for state in ({"scene": {}}, {"scene": {"rev": 99}, "theme": "pink"}, {"_esm": "alert(1)"}, {"theme": None}, {}):
        table.set_state(state)
        assert frozen(table) == before and "alert" not in table._esm
    table.set_state({"theme": "dark", "scene": {}})
    assert table.theme == "dark" and table.scene["v"] == 1
    with pytest.raises(traitlets.TraitError):
        table.theme = "pink"


def test_every_other_wish_of_the_page_is_done(table):
    assert table.say(do="lang", lang="es", n=1)["ok"] and table.scene["lang"] == "es"
    assert table.say(do="switch", name="own_tirador", on=True, n=2)["ok"]
    assert table.scene["controls"]["switches"] == {"own_tirador": True}
    assert table.say(do="hint", n=3)["ok"] and table.scene["hint"]["action"] in {"m0", "m1"}
    assert table.act("m1")["ok"]
    played = table.record.moves
    assert table.say(do="undo", n=4)["ok"] and table.record.moves == played[:-1]
    assert table.scene["controls"]["redo"]["on"]
    assert table.say(do="redo", n=8)["ok"] and table.record.moves == played
    assert table.say(do="undo", n=9)["ok"] and table.record.moves == played[:-1]
    assert table.say(do="replay", at=0, n=5)["ok"] and table.scene["actions"] == []
    assert table.say(do="replay", at=None, n=6)["ok"] and table.scene["actions"]
    assert table.say(do="new", n=7)["ok"] and table.session.now.deal == 1
    assert table.scene["events"][0]["kind"] == "turn" and table.scene["log"][0]["n"] == 1


def test_what_python_does_at_the_session_is_seen_at_the_table(table):
    table.session.act(table.session.now.rev, "m0")
    assert table.scene["rev"] == table.session.now.rev
    table.session.set_lang("gl")
    assert table.scene["lang"] == "gl"


def test_events_belong_to_one_rev_and_are_not_lost_when_the_words_change(table):
    table.act("m0")
    events = table.scene["events"]
    assert "roll" in {event["kind"] for event in events}
    table.say(do="lang", lang="gl", n=2)
    assert table.scene["events"] == events


def test_two_threads_that_click_are_each_answered_and_one_of_them_acts():
    table = Watched(players=["Ana", "Brais"], seed=3)
    for _ in range(40):
        if not table.scene["actions"]:
            break
        rev, barrier, made = table.scene["rev"], Barrier(2), len(table.session.now.moves)
        table.sent.clear()

        def click(n, rev=rev, barrier=barrier):
            barrier.wait()
            table._receive(table, {"do": "act", "rev": rev, "id": "m0", "n": n}, [])

        threads = [Thread(target=click, args=(n,)) for n in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer["ack"] for answer in table.sent) == [1, 2]
        assert sorted(answer["ok"] for answer in table.sent) == [False, True]
        assert table.scene["rev"] == table.session.now.rev
        assert len(table.session.now.moves) > made
    assert tuple(table.record.states()) == table.session.now.states


# The coach at the table.


def details(table):
    return [action["detail"] for action in table.scene["actions"]]


def test_the_coach_labels_every_action_alone_exactly():
    table = Watched(SeisRules(players=1, wildcards={}), ["Ana"])
    assert table.say(do="coach", on=True, n=1)["ok"]
    table._coach.wait()
    assert details(table) == ["14.70 turns · exact"]  # 147/10: known_values, two independent programs
    assert table.scene["controls"]["coach"] == {"on": True, "busy": False}
    table.say(do="coach", on=False, n=2)
    assert details(table) == [None] and table.scene["controls"]["coach"] == {"on": False, "busy": False}


def test_against_others_the_coach_is_exact_or_says_estimate():
    exact = Watched(SeisRules(wildcards={}), ["Ana", "Brais"], coach=True)
    exact._coach.wait()
    assert details(exact) == ["wins 52.8% · exact"]  # 6688879/12660648: known_values
    cards = {"SALTAR": 1, "DADO": 1}
    table = Watched(SeisRules(players=3, faces=2, wildcards=cards), ["Ana", "Brais", "Carme"], coach=True)
    table._coach.wait()
    assert details(table) and all(detail.endswith("· estimate") for detail in details(table))
    assert table.scene["controls"]["coach"] == {"on": True, "busy": False}


def test_the_coach_goes_on_with_every_move_and_never_speaks_of_an_old_one(monkeypatch):
    table = Watched(SeisRules(players=1), ["Ana"], coach=True)
    for _ in range(5):
        table.act("m0")
        table._coach.wait()
        assert all("turns · exact" in detail for detail in details(table))
        assert table.scene["rev"] == table.session.now.rev


def test_without_threads_the_coach_says_what_is_exact_and_nothing_else(monkeypatch):
    def refuse(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    monkeypatch.setattr("sys.platform", "emscripten")
    alone = Watched(SeisRules(players=1, wildcards={}), ["Ana"], coach=True)
    assert details(alone) == ["14.70 turns · exact"]
    table = Watched(SeisRules(players=3, wildcards={"SALTAR": 1}), ["Ana", "Brais", "Carme"], coach=True)
    assert not any("estimate" in (detail or "") for detail in details(table))
    tray = next(zone for zone in table.scene["zones"] if zone["kind"] == "tray")
    assert "only exact values" in tray["subtext"]
    assert table.scene["controls"]["coach"] == {"on": True, "busy": False}


def test_a_table_answers_while_the_coach_works(monkeypatch):
    """The coach waits for the click that comes while it works; its numbers for the old position are dropped."""
    from threading import Event

    started, clicked = Event(), Event()

    def slow(rules, state, offers, seat):
        started.set()
        assert clicked.wait(60)
        return None

    monkeypatch.setattr("seis_lab.widgets.coach.exact_advice", slow)
    monkeypatch.setattr("seis_lab.widgets.coach.estimates", lambda *args: iter(()))
    table = Watched(SeisRules(players=1), ["Ana"], coach=True)
    assert started.wait(60)
    assert table.scene["controls"]["coach"]["busy"] is True
    answer = table.act("m0")
    clicked.set()
    assert answer["ok"] is True
    table._coach.wait()


# Saving and going on.


def test_a_game_is_saved_beside_the_notebook_once_somebody_has_played(folder):
    table = Watched(players=["Ana", "bot"], name="my first game", autosave=True)
    assert list(folder.iterdir()) == []
    table.act("m0")
    assert [path.name for path in folder.iterdir()] == ["my_first_game.seis.json"]
    assert table.scene["controls"]["save"]["file"] == "my_first_game.seis.json"


def test_without_autosave_nothing_is_written_until_it_is_wished(folder, table):
    table.act("m0")
    assert list(folder.iterdir()) == []
    assert table.say(do="save", n=1)["ok"]
    assert [path.name for path in folder.iterdir()] == ["seis.seis.json"]


def test_after_a_restart_the_saved_game_goes_on_with_the_same_position_and_the_same_next_die(folder):
    table = Watched(players=["Ana", "bot:random"], autosave=True, seed=None)
    while len(table.record.moves) < 12:
        table.act("m0")
    lost = table.session.now
    table.act("m0")
    expected = table.record
    table.close()
    table.session.listener = lambda: None
    (folder / "seis.seis.json").write_text(saved_before(folder, lost, table.session), encoding="utf-8")

    again = Watched(players=["Ana", "bot:random"], autosave=True, seed=None)
    assert again.scene["controls"]["resume"] == {"on": True, "file": "seis.seis.json"}
    assert again.say(do="resume", n=1) == {"ack": 1, "ok": True}
    assert again.position == lost.state
    assert again.scene["controls"]["resume"]["on"] is False
    again.act("m0")
    assert again.record == expected
    assert [path.name for path in folder.iterdir()] == ["seis.seis.json"]


def saved_before(folder, moment, session):
    """The file as it was at an earlier moment of the same session."""
    from seis_lab.widgets import saving

    now, session._now = session._now, moment
    try:
        return saving.write(session)
    finally:
        session._now = now


def test_another_game_is_never_written_over(folder):
    first = Watched(players=["Ana", "bot"], autosave=True, seed=1)
    first.act("m0")
    kept = (folder / "seis.seis.json").read_text(encoding="utf-8")
    second = Watched(players=["Brais", "bot"], autosave=True, seed=2)
    second.act("m0")
    assert (folder / "seis.seis.json").read_text(encoding="utf-8") == kept
    assert sorted(path.name for path in folder.iterdir()) == ["seis-2.seis.json", "seis.seis.json"]
    assert second.scene["controls"]["save"]["file"] == "seis-2.seis.json"


def test_a_damaged_saved_game_is_refused_and_the_present_one_goes_on(folder):
    first = Watched(players=["Ana", "bot"], autosave=True)
    first.act("m0")
    path = folder / "seis.seis.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | {"thrown": 99}), encoding="utf-8")
    second = Watched(players=["Ana", "bot"])
    before = second.session.now
    answer = second.say(do="resume", n=1)
    assert answer["ok"] is False and "cannot be resumed: thrown=99" in answer["say"]
    assert second.session.now is before
    with pytest.raises(InvalidRecord, match="thrown=99"):
        SeisTable.resume(path)


def test_a_folder_that_cannot_be_written_is_said_and_does_not_stop_the_game(folder):
    table = Watched(players=["Ana", "bot"], autosave=True, file=folder / "missing" / "game.seis.json")
    made = len(table.record.moves)
    assert table.act("m0")["ok"] is True
    assert len(table.record.moves) > made
    assert "could not be saved" in table.scene["controls"]["save"]["why"]
    assert table.say(do="save", n=2)["ok"] is False


def test_a_file_can_be_resumed_by_name(folder):
    table = Watched(players=["Ana", "bot"], autosave=True, file="here.json")
    table.act("m0")
    again = SeisTable.resume("here.json", name="later")
    assert again.record == table.record and repr(again).startswith("SeisTable 'later'")
    with pytest.raises(FileNotFoundError):
        SeisTable.resume("nowhere.json")


def test_the_short_name_of_the_folder_is_refused(tmp_path, monkeypatch):
    import importlib
    import sys
    from pathlib import Path

    import seis_lab.widgets

    monkeypatch.syspath_prepend(str(Path(seis_lab.widgets.__file__).parent.parent))
    monkeypatch.delitem(sys.modules, "widgets", raising=False)
    with pytest.raises(ImportError, match=r"import seis_lab\.widgets"):
        importlib.import_module("widgets")


def test_an_illegal_move_is_not_even_sayable(table):
    """The engine would refuse it; the table never offers it."""
    with pytest.raises(IllegalMove):
        table.session.now.rules.apply(table.position, table.session.now.rules.parse("flip 6"))


def test_a_bot_that_fails_leaves_a_table_that_shows_where_it_stands_and_goes_on(table):
    def clumsy(view, moves):
        raise RuntimeError("oops")

    table.session._bots["random"] = clumsy
    with pytest.raises(RuntimeError, match="oops"):
        for n in range(50):
            table.act(table.scene["actions"][0]["id"], n=n)
    assert table.sent[-1]["ok"] is True  # the click itself was done,
    assert table.scene["rev"] == table.session.now.rev  # the page sees what came of it,
    assert table.record.final() == table.position
    table.session._bots.clear()
    assert table.say(do="new", n=99)["ok"] is True and table.scene["actions"]  # and another game can begin


def test_a_mistake_of_ours_is_answered_too(table, monkeypatch):
    monkeypatch.setattr(table.session, "hint", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        table.say(do="hint", n=3)
    assert table.sent[-1] == {
        "ack": 3,
        "ok": False,
        "say": "Something went wrong here: the notebook's log says what.",
    }


def test_a_folder_that_cannot_be_read_is_said_at_the_table_and_stops_nothing(folder):
    (folder / "file").write_text("no folder")
    made = Watched(players=["Ana", "bot:random"], file="file/game.seis.json")  # a file in the place of the folder
    assert made.scene["controls"]["resume"]["on"] is False
    answer = made.say(do="save", n=1)
    assert answer["ok"] is False and "could not be saved" in answer["say"]
    made.close()
