"""Records: what `to_json` wrote reads back; anything else gets InvalidRecord with one clear message."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seis_lab import files
from seis_lab.bots import random_bot
from seis_lab.game import IllegalMove, InvalidRecord, Record, play
from seis_lab.games import read_record
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Roll

RULES = SeisRules(faces=3, wildcards=[{"DADO": 1, "VOLTEAR": 1}, {"TIRADOR": 1}], flip="optional")
RECORD: Record[Any, Any] = play(RULES, [random_bot, random_bot], random.Random(6))
SYMBOLIC = {"game": "seis", "players": 1, "faces": 2, "wildcards": {}, "die": ["p", "1 - p"]}
SAVED = RECORD.to_json()


def test_a_record_reads_back_and_replays() -> None:
    again = read_record(SAVED)
    assert again == RECORD
    assert again.final() == RECORD.final() == list(RECORD.states())[-1]
    assert len(list(RECORD.states())) == len(RECORD.moves) + 1
    outcome = again.outcome()
    assert outcome is not None and outcome.reason == "all cards face down"


def test_an_unfinished_game_is_a_record_too() -> None:
    start: Record[Any, Any] = Record(RULES)
    assert read_record(start.to_json()) == start
    assert start.outcome() is None


def damaged(**changes: Any) -> str:
    return json.dumps({**json.loads(SAVED), **changes})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("null", "not a record of version 1"),
        ("[]", "not a record of version 1"),
        ("6", "not a record of version 1"),
        ("{}", "not a record of version 1"),
        (SAVED[:-1], "not JSON"),
        (SAVED[: len(SAVED) // 2], "not JSON"),
        (SAVED + "x", "not JSON"),
        ("\ufeff" + SAVED, "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"a":' * 100_000, "not JSON"),
        ("9" * 5000, "not JSON"),
        (None, "not JSON"),
        (6, "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (damaged(version=2), "version 1"),
        (damaged(version="1"), "version 1"),
        (damaged(version=None), "version 1"),
        (damaged(format="chess"), "version 1"),
        (damaged(moves=None), 'needs "rules"'),
        (damaged(moves={"0": "first A"}), 'needs "rules"'),
        (damaged(moves="first A"), 'needs "rules"'),
        (damaged(rules=None), 'needs "rules"'),
        (damaged(rules=[]), 'needs "rules"'),
        (damaged(rules={}), "the rules of the record: unknown game None; allowed: seis"),
        (damaged(rules={"game": "ludo"}), "unknown game 'ludo'"),
        (damaged(rules={"game": "seis", "players": 9}), "the rules of the record: players=9"),
        (damaged(rules={"game": "seis", "die": [[]]}), "the rules of the record: die"),
        (damaged(rules={"game": "seis", "wildcards": [None]}), "the rules of the record: wildcards"),
        (damaged(moves=["first A", "roll 7"]), "move 2 of the record: illegal move 'roll 7'"),
        (damaged(moves=["roll 1"]), "move 1 of the record: illegal move 'roll 1'.*legal: first A, first B"),
        (damaged(moves=["first C"]), "move 1 of the record: illegal move 'first C'"),
        (damaged(moves=["first A", "jump"]), "move 2 of the record: 'jump' is not a move of SEIS"),
        (damaged(moves=["first A", 4]), "move 2 of the record: 4 is not the text of a move"),
        (damaged(moves=["first A", None]), "move 2 of the record: None is not the text of a move"),
        (damaged(moves=[["first A"]]), "move 1 of the record: .* is not the text of a move"),
        (damaged(moves=["x" * 100_000]), "move 1 of the record: 'xxx"),
        (damaged(moves=[str(m) for m in RECORD.moves] + ["pass"]), "legal: none, the game is over"),
        (damaged(rules=SYMBOLIC, moves=["roll 1"]), "move 1 of the record: die: the symbol 'p' has no value"),
    ],
)
def test_one_clear_error(text: Any, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why) as caught:
        read_record(text)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 500


@given(st.integers(0, len(SAVED) - 1), st.text(max_size=2), st.integers(0, 3))
@settings(max_examples=200)
def test_a_damaged_text_is_refused_or_is_a_record(at: int, inserted: str, removed: int) -> None:
    text = SAVED[:at] + inserted + SAVED[at + removed :]
    try:
        record = read_record(text)
    except InvalidRecord:
        return
    assert read_record(record.to_json()) == record


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["format", "version", "rules", "moves"]), json_values, min_size=1),
    st.sampled_from(["rules", "moves", None]),
)
@settings(max_examples=200)
def test_hostile_values_in_a_record(changes: dict[str, Any], kept: str | None) -> None:
    changes.pop(kept or "", None)
    try:
        record = read_record(damaged(**changes))
    except InvalidRecord:
        return
    assert read_record(record.to_json()) == record


def test_an_illegal_move_in_a_record_made_by_hand() -> None:
    with pytest.raises(IllegalMove, match="illegal move 'roll 3'"):
        Record(RULES, (Roll(3),)).final()


def test_play_needs_one_policy_per_seat() -> None:
    with pytest.raises(ValueError, match="1 policies for 2 seats"):
        play(RULES, [random_bot], random.Random(0))


def test_play_says_that_a_game_may_never_end() -> None:
    endless = SeisRules(players=1, faces=2, die=[1, 0], wildcards={})
    with pytest.raises(RuntimeError, match="no end after 50 moves: with SeisRules"):
        play(endless, [random_bot], random.Random(0), max_moves=50)


def test_play_from_a_position() -> None:
    middle = list(RECORD.states())[3]
    record = play(RULES, [random_bot, random_bot], random.Random(1), start=middle)
    state = middle
    for move in record.moves:
        state = RULES.apply(state, move)
    assert RULES.turn(state).moves == ()


# Files.


def test_write_replaces_the_whole_file(tmp_path: Path) -> None:
    target = tmp_path / "partida.seis.json"
    target.write_text("a much longer old text, of which nothing may be left", encoding="utf-8")
    files.write_atomically(target, "«ñ»\n")
    assert target.read_bytes() == "«ñ»\n".encode()
    assert list(tmp_path.iterdir()) == [target]


def test_a_written_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    """A class shares a folder: a saved game must not be for its writer's eyes only."""
    (tmp_path / "usual").write_text("x")
    files.write_atomically(tmp_path / "saved", "x")
    assert (tmp_path / "saved").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("failing", ["replace", "fsync", "text"])
def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def full_disk(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    target = tmp_path / "partida.seis.json"
    target.write_text("old", encoding="utf-8")
    if failing != "text":
        monkeypatch.setattr(files.os, failing, full_disk)
    with pytest.raises((OSError, UnicodeEncodeError)):
        files.write_atomically(target, "new \ud800" if failing == "text" else "new")
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_missing_folder_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        files.write_atomically(tmp_path / "nowhere" / "game.json", "{}")
