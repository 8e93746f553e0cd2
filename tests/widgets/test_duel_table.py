"""A table for two and the solved duel: the coach's numbers, the long work beside the game, the report after it."""

from threading import Event

import pytest

from seis_lab.exact import duels as module
from seis_lab.exact import duel_ready
from seis_lab.exact.answers import Cancelled
from seis_lab.exact.duels import duel
from seis_lab.exact.duel_file import cache_path
from seis_lab.exact.duel_hands import DuelModel
from seis_lab.games.seis import SeisRules
from seis_lab.locale import LANGS
from seis_lab.widgets import SeisTable, report
from seis_lab.widgets.advice import Advice, Worth

RULES = SeisRules(faces=3, wildcards={"NUMERAL": 1, "VOLTEAR": 1, "TIRADOR": 1})
PEOPLE = ["Ana", "Brais"]


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SEIS_LAB_CACHE", str(tmp_path))
    monkeypatch.setattr(module, "_kept", {})
    return tmp_path


@pytest.fixture
def large(monkeypatch):
    """As if this small duel were a large one, on a machine that can solve it."""
    monkeypatch.setattr(duel_ready, "AT_ONCE", 0)
    monkeypatch.setattr(duel_ready, "AT_ONCE_PLAIN", 0)
    monkeypatch.setattr(duel_ready, "compiled", lambda: True)
    monkeypatch.setattr(duel_ready, "spare_memory", lambda: None)


class Heard(SeisTable):
    """A table that is spoken to without a page."""

    def __init__(self, rules=RULES, players=PEOPLE, **options):
        super().__init__(rules, players, **{"seed": 7, "autosave": False, "name": "duel", **options})

    def send(self, content, buffers=None):
        assert content["ok"], content

    def say(self, **message):
        self._receive(self, {"n": 1, **message}, [])

    def act(self, index=0):
        self.say(do="act", rev=self.scene["rev"], id=f"m{index}")

    def rest(self):
        """Wait until the coach has learned and said all."""
        self._scholar.wait()
        self._coach.wait()

    @property
    def details(self):
        return [action["detail"] for action in self.scene["actions"]]

    @property
    def note(self):
        return next(zone["subtext"] for zone in self.scene["zones"] if zone["kind"] == "tray")


def to_the_end(table):
    while not table.session.now.over:
        table.act(len(table.scene["actions"]) - 1)
    table.rest()


def test_a_small_duel_is_known_from_the_first_move():
    table = Heard(coach=True)
    table.rest()
    assert all("· certified" in detail or "· exact" in detail for detail in table.details)
    assert table.details[0].startswith(f"wins {100 * float(duel(RULES).first):.1f}%")
    assert "both playing on as well as possible" in table.note
    table.close()


def test_the_coach_shows_what_each_action_loses():
    table = Heard(coach=True)
    while len(table.scene["actions"]) < 2:
        table.act()
    table.rest()
    state, solved = table.position, duel(RULES)
    values = list(solved.action_values(state).values())
    best = max(values)
    for action, offer in zip(table.scene["actions"], table.session.now.offers, strict=True):
        value = solved.action_values(state)[offer.move]
        assert action["detail"].startswith(f"wins {100 * float(value):.1f}%")
        lost = f"−{100 * float(best - value):.1f}" if value < best else None
        assert action["loss"] == lost
    table.close()


def test_nothing_long_begins_before_somebody_has_clicked(large, monkeypatch):
    monkeypatch.setattr(duel_ready, "duel", None)
    table = Heard(coach=True)
    table.rest()
    assert all(detail.endswith("· estimate") for detail in table.details)
    table.close()


def test_once_somebody_plays_the_duel_is_solved_kept_and_told(large):
    table = Heard(coach=True)
    table.act()
    table.rest()
    assert table.details and all("· certified" in detail for detail in table.details)
    assert table.note.startswith("Certified, with a proved bound on the error")
    assert table.session.now.studied is None
    assert cache_path(DuelModel.of(RULES)).exists()
    table.say(do="hint")
    assert "certified" in table.scene["hint"]["text"] or len(table.scene["actions"]) == 1
    table.close()


@pytest.mark.parametrize("stop", ["coach", "close"])
def test_how_far_it_is_is_shown_and_it_stops_with_the_coach_and_the_table(large, monkeypatch, stop):
    told, off, ended = Event(), Event(), []

    def slow(rules, *, progress, cancelled, file=False):
        progress(37, 100)
        told.set()
        assert off.wait(60)
        ended.append(cancelled())
        raise Cancelled("cancelled")

    monkeypatch.setattr(duel_ready, "duel", slow)
    table = Heard(players=["Ana", "bot:steady"])
    table.say(do="coach", on=True)
    assert told.wait(60)
    assert table.note.endswith("The game for two is being solved: 37% done.")
    table.act()  # a table goes on meanwhile
    if stop == "coach":
        table.say(do="coach", on=False)
        assert "solved" not in table.note
    else:
        table.close()
    off.set()
    table.rest()
    assert ended == [True] and table.session.now.studied is None


def test_a_failure_of_the_long_work_leaves_the_estimates(large, monkeypatch):
    def breaks(rules, **_):
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(duel_ready, "duel", breaks)
    table = Heard(coach=True)
    table.act()
    table.rest()
    assert table.details and all(detail.endswith("· estimate") for detail in table.details)
    table.close()


def test_after_the_game_the_log_ends_with_the_report():
    table = Heard(coach=True)
    to_the_end(table)
    found = report(table.record, players=PEOPLE)
    expected = [*(found.line(choice) for choice in found.worst[:3]), *found.totals()]
    assert [line["text"] for line in table.scene["log"][-len(expected) :]] == expected
    assert len(found.worst) > 0 and f"Move {found.worst[0].at}, " in expected[0]
    assert table.note == found.why()
    for lang in LANGS:
        table.say(do="lang", lang=lang)
        words = report(table.record, players=PEOPLE, lang=lang)
        assert [line["text"] for line in table.scene["log"][-2:]] == words.totals()
    table.say(do="replay", at=found.worst[0].at)
    assert not {line["text"] for line in table.scene["log"]} & set(words.totals())
    table.say(do="replay", at=None)
    table.say(do="coach", on=False)
    assert not {line["text"] for line in table.scene["log"]} & set(words.totals())
    table.close()


def test_who_switches_the_coach_on_after_the_game_reads_the_report():
    table = Heard()
    to_the_end(table)
    before = len(table.scene["log"])
    table.say(do="coach", on=True)
    table.rest()
    assert len(table.scene["log"]) > before
    table.say(do="new")
    table.rest()
    assert len(table.scene["log"]) < before
    table.close()


@pytest.mark.parametrize("rules", [SeisRules(players=1, faces=2, wildcards={}), SeisRules(mode="random", faces=3)])
def test_where_there_is_no_duel_nothing_is_reported(rules):
    table = Heard(rules, PEOPLE[: rules.players])
    to_the_end(table)
    before = [line["text"] for line in table.scene["log"]]
    table.say(do="coach", on=True)
    table.rest()
    assert [line["text"] for line in table.scene["log"]] == before
    assert table.scene["controls"]["coach"] == {"on": True, "busy": False}
    table.close()


def test_certified_values_show_a_difference_only_where_it_is_proved():
    def around(value):
        return Worth(value, value - 1e-12, value + 1e-12)

    advice = Advice("wins", (around(0.5), around(0.5 + 1e-13), around(0.4)), duel="certified")
    assert [advice.loss(index) != 0 for index in range(3)] == [False, False, True]
    assert [advice.is_best(index) for index in range(3)] == [True, True, False]


def test_an_estimate_that_comes_late_does_not_take_the_place_of_a_known_value():
    session = Heard(players=["Ana", "bot:steady"]).session
    session.set_coach(True)
    known, late = (
        Advice("wins", (Worth(0.5, 0.5, 0.5),), games, duel) for games, duel in ((None, "exact"), (50, None))
    )
    assert session.advise(session.now.rev, known) and not session.advise(session.now.rev, late)
    assert session.now.advice is known
