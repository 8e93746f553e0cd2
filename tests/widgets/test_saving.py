"""A saved table goes on with the same position and the same next die, and is never lost to another game."""

import json
import os

import pytest

from seis_lab.game import InvalidRecord
from seis_lab.games.seis import SeisRules
from seis_lab.widgets import saving
from tests.widgets.tables import click_through, sit


def played(clicks=12, **options):
    session = sit(["Ana", "bot:random", "Carme"], seed=77, lang="gl", switches=["own_tirador"], **options)
    for number, _ in enumerate(click_through(session, seed=5)):
        if number == clicks:
            return session
    raise AssertionError("the game ended too soon")


@pytest.mark.parametrize("clicks", [0, 1, 7, 20])
def test_a_game_goes_on_as_if_it_had_never_been_saved(clicks):
    session = played(clicks)
    again = saving.read(saving.write(session))
    assert (again.id, again.seed, again.now.state) == (session.id, session.seed, session.now.state)
    assert (again.now.lang, again.now.switches, again.now.players) == ("gl", {"own_tirador"}, session.now.players)
    for one in (session, again):  # the same dice, and the same luck of the bots, to the very end
        list(click_through(one, seed=9))
    assert session.record == again.record


def test_the_next_deal_is_the_same_too():
    session = played()
    again = saving.read(saving.write(session))
    for one in (session, again):
        one.new()
        list(click_through(one, seed=9))
    assert session.record == again.record


def test_changed_rules_are_saved():
    rules = SeisRules(players=3, faces=4, row=(1, 1, 3), die=["1/2", "1/4", "1/8", "1/8"], wildcards={"NUMERAL": 1})
    session = played(clicks=3, rules=rules)
    assert saving.read(saving.write(session)).now.rules == rules


def change(**fields):
    data = json.loads(saving.write(played()))
    return json.dumps(data | fields)


def without(field):
    data = json.loads(saving.write(played()))
    del data[field]
    return json.dumps(data)


def with_moves(edit):
    data = json.loads(saving.write(played()))
    edit(data["record"]["moves"])
    return json.dumps(data)


def with_a_symbol():
    data = json.loads(saving.write(played()))
    data["record"]["rules"]["die"] = ["p", "1 - p", "0", "0", "0", "0"]
    return json.dumps(data)


def other_die(moves):
    """Make the last roll another number that the rules would allow just as well."""
    at = max(index for index, move in enumerate(moves) if move.startswith("roll "))
    moves[at] = "roll 1" if moves[at] != "roll 1" else "roll 2"
    del moves[at + 1 :]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (lambda: "", "not JSON"),
        (lambda: "[" * 100_000, "not JSON"),
        (lambda: "{}", "not a saved table of version 1"),
        (lambda: "null", "not a saved table of version 1"),
        (lambda: change(version=2), "not a saved table of version 1"),
        (lambda: change(seed="7"), "seed='7'"),
        (lambda: change(seed=True), "seed=True"),
        (lambda: change(thrown=0), "thrown=0 but the record has"),
        (lambda: change(seed=78), "is not what the saved seed draws"),
        (lambda: change(deal=1), "is not what the saved seed draws"),
        (lambda: change(lang="fr"), "lang='fr'"),
        (lambda: change(lang="f" * 10**6), "lang='f"),
        (lambda: change(id="\ud800"), "id='"),
        (lambda: change(seed=["x" * 10**6]), "seed=['x"),
        (lambda: change(seed=-(10**200)), "is not what the saved seed draws"),
        (with_a_symbol, "die: the symbol 'p'"),
        (lambda: change(players=["Ana"]), "1 players for rules with 3 seats"),
        (lambda: change(players=[1, 2, 3]), "players[0]=1"),
        (lambda: change(record={}), "not a record of version 1"),
        (lambda: without("id"), "id=None"),
        (lambda: with_moves(lambda moves: moves.append("NUMERAL 9")), "NUMERAL 9"),
        (lambda: with_moves(lambda moves: moves.__setitem__(0, 5)), "move 1"),
        (lambda: with_moves(lambda moves: moves.clear()), "thrown="),
        (lambda: with_moves(other_die), "is not what the saved seed draws"),
    ],
)
def test_a_damaged_file_is_refused_with_one_clear_error(text, said):
    with pytest.raises(InvalidRecord) as error:
        saving.read(text())
    assert said in str(error.value)
    assert len(str(error.value)) < 500


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "a.seis.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidRecord, match="not UTF-8"):
        saving.load(tmp_path / "a.seis.json")


def test_a_game_is_written_over_itself_and_never_over_another(tmp_path):
    path = tmp_path / "first.seis.json"
    one, two = played(), played()
    assert saving.save(one, path) == path
    assert saving.save(one, path) == path
    assert saving.save(two, path) == tmp_path / "first-2.seis.json"
    assert saving.save(two, path) == tmp_path / "first-2.seis.json"
    assert saving.load(path).id == one.id
    assert sorted(os.listdir(tmp_path)) == ["first-2.seis.json", "first.seis.json"]


@pytest.mark.parametrize("strange", ["", "{}", "my essay"])
def test_a_file_that_is_no_game_is_left_alone(tmp_path, strange):
    path = tmp_path / "first.seis.json"
    path.write_text(strange)
    assert saving.save(played(), path).name == "first-2.seis.json"
    assert path.read_text() == strange


def test_a_file_with_any_other_ending_is_numbered_too(tmp_path):
    one, two = played(), played()
    assert saving.save(one, tmp_path / "game").name == "game"
    assert saving.save(two, tmp_path / "game").name == "game-2"


def test_the_game_written_last_is_the_one_to_resume(tmp_path):
    path = tmp_path / "first.seis.json"
    assert saving.latest(path, "mine") is None
    one, two = played(), played()
    first, second = saving.save(one, path), saving.save(two, path)
    os.utime(first, ns=(1000, 1000))
    os.utime(second, ns=(2000, 2000))
    assert saving.latest(path, "mine") == second
    assert saving.latest(path, two.id) == first
    os.utime(first, ns=(3000, 3000))
    assert saving.latest(path, "mine") == first
