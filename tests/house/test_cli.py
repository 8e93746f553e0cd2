"""The command seis-lab: lessons are copied without losing work, odds are printed, errors are one line."""

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from seis_lab import cli


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that carries two lessons."""
    folder = tmp_path / "package" / "lessons"
    folder.mkdir(parents=True)
    (folder / "00_welcome.ipynb").write_text("welcome")
    (folder / "01_seis_odds.ipynb").write_text("odds")
    monkeypatch.setattr(cli, "LESSONS", folder)
    monkeypatch.setattr(cli, "CHECKOUT", tmp_path / "package" / "notebooks")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_lessons_are_copied_to_the_folder_named(shelf: Path) -> None:
    assert cli.main(["lessons", "class/mine", "--no-open"]) == 0
    assert (shelf / "class/mine/00_welcome.ipynb").read_text() == "welcome"
    assert (shelf / "class/mine/01_seis_odds.ipynb").read_text() == "odds"


def test_work_is_never_overwritten(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shelf / "mine").mkdir()
    (shelf / "mine/01_seis_odds.ipynb").write_text("my own answers")
    assert cli.main(["mine", "--no-open"]) == 0
    assert (shelf / "mine/01_seis_odds.ipynb").read_text() == "my own answers"
    assert capsys.readouterr().out == (
        "1 file copied into mine.\nKept your own 01_seis_odds.ipynb: it differs from the one in this package.\n"
    )
    assert cli.main(["mine", "--no-open"]) == 0
    assert (shelf / "mine/01_seis_odds.ipynb").read_text() == "my own answers"


def test_a_copy_that_is_cut_short_leaves_no_half_lesson(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.FileIO):
        def write(self, data: object) -> int:
            super().write(b"wel")
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda self, mode: Full(self, mode.replace("b", "")))
        assert cli.main(["mine", "--no-open"]) == 1
    assert capsys.readouterr().err == "seis-lab: cannot write the lessons into 'mine': No space left on device\n"
    assert list((shelf / "mine").iterdir()) == []
    assert cli.main(["mine", "--no-open"]) == 0
    assert (shelf / "mine/00_welcome.ipynb").read_text() == "welcome"


def test_a_folder_without_a_name_is_refused(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lessons", "", "--no-open"]) == 2
    assert capsys.readouterr().err == "seis-lab: FOLDER is empty; name a folder, or . for this one\n"
    assert not (shelf / "00_welcome.ipynb").exists()


def test_a_name_that_the_terminal_cannot_write_is_no_reason_to_stop(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "seis_lab", "lessons", "aula ñ", "--no-open"]
    known = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(cli.__file__).parents[1])}
    done = subprocess.run(command, cwd=tmp_path, env=known, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"copied into aula \xf1" in done.stdout and (tmp_path / "aula ñ/00_welcome.ipynb").exists()


@pytest.mark.parametrize("shown", [[], ["--json"]], ids=["text", "json"])
def test_a_reader_that_goes_away_is_no_error(shown: list[str]) -> None:
    words = ["odds", "seis", "turns", "--set", "faces=2", "--set", "row=[1, 2]", *shown]
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "seis_lab", *words]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_mistyped_command_is_no_folder(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["odd", "seis", "turns"]) == 2
    said = "seis-lab: 'odd' is not a command; allowed: lessons, odds, or one folder for the lessons\n"
    assert capsys.readouterr().err == said
    assert not (shelf / "odd").exists()


def test_where_links_cannot_be_made_the_originals_are_read(shelf: Path) -> None:
    originals = shelf / "package" / "notebooks"
    originals.mkdir()
    (originals / "00_welcome.ipynb").write_text("the original")
    cli.main(["mine", "--no-open"])
    assert (shelf / "mine/00_welcome.ipynb").read_text() == "the original"


def test_a_bare_command_uses_its_own_folder_and_opens_it(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(cli, "open_jupyter", lambda folder: opened.append(folder) or 0)
    assert cli.main([]) == 0
    assert (shelf / "seis-lab-lessons/00_welcome.ipynb").exists()
    assert opened == [Path("seis-lab-lessons")]


def test_a_file_in_the_way(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shelf / "mine").write_text("not a folder")
    assert cli.main(["lessons", "mine"]) == 2
    assert capsys.readouterr().err == "seis-lab: 'mine' is a file; name a folder, or one that does not exist yet\n"


# Expected turns alone under best use of the cards, each computed outside this project by two independent programs.
@pytest.mark.parametrize(
    ("numeral", "dado", "mean", "decimal"),
    [
        (0, 0, "147/10", "14.7000"),
        (1, 0, "331/30", "11.0333"),
        (0, 2, "127/10", "12.7000"),
        (2, 2, "65633/9000", "7.2926"),
    ],
)
def test_turns(capsys: pytest.CaptureFixture[str], numeral: int, dado: int, mean: str, decimal: str) -> None:
    settings = ["--set", f"wildcards.NUMERAL={numeral}", "--set", f"wildcards.DADO={dado}"]
    assert cli.main(["odds", "seis", "turns", *settings]) == 0
    assert capsys.readouterr().out.startswith(f"{mean} = {decimal} turns (exact, ")


def test_the_duel_without_cards_is_the_race(capsys: pytest.CaptureFixture[str]) -> None:
    """6688879/12660648: a known value of the project, computed outside it."""
    assert cli.main(["odds", "seis", "duel"]) == 0
    assert capsys.readouterr().out.startswith("6688879/12660648 = 0.5283 (exact, ")


def test_a_duel_is_kept_for_tables_and_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SEIS_LAB_CACHE", str(tmp_path / "cache"))
    command = ["odds", "seis", "duel", "--set", "faces=3", "--set", "wildcards.TIRADOR=1", "--keep"]
    assert [cli.main(command), cli.main(command)] == [0, 0]
    first, second = capsys.readouterr().out.splitlines()
    assert first == second and "(certified, " in first
    assert len(list((tmp_path / "cache").iterdir())) == 1
    (tmp_path / "file").touch()
    monkeypatch.setenv("SEIS_LAB_CACHE", str(tmp_path / "file" / "cache"))
    assert cli.main(command) == 1
    assert capsys.readouterr().err.startswith("seis-lab: the duel cannot be kept: ")


@pytest.mark.parametrize("question", ["turns", "worth", "race", "duel"])
def test_json_is_json_and_says_what_it_answers(capsys: pytest.CaptureFixture[str], question: str) -> None:
    assert cli.main(["odds", "seis", question, "--set", "faces=2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["question"] == question
    assert answer["answer"]["kind"] == "exact"
    assert answer["answer"]["rules"]["faces"] == 2


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["odds", "sies", "turns"], "'sies'"),
        (["odds", "seis", "turn"], "'turn' is not known for seis; allowed: turns, worth, race, duel"),
        (["odds", "seis", "turns", "--set", "faces=0"], "faces=0 is not allowed; allowed: a whole number from 2 to 20"),
        (["odds", "seis", "turns", "--set", "face=6"], "'face=6'"),
        (["odds", "seis", "turns", "--set", "faces"], "'faces'"),
        (["odds", "seis", "turns", "--set", "wildcards.NUMERALS=1"], "'NUMERALS'"),
        (["odds", "seis", "turns", "--jsn"], "--jsn"),
        (["odds", "seis"], "QUESTION"),
        (["odds", "seis", "turns", "--keep"], "--keep is not for 'turns'; allowed with: duel"),
        (["odds", "seis", "duel", "--set", "players=3"], "players=3 is not a duel; allowed: 2"),
        (["odds", "seis", "duel", "--set", "mode=mirror"], "mode='mirror' cannot be solved as a duel"),
        (["mine", "--open"], "--open"),
    ],
)
def test_bad_words_get_one_line_and_code_2(
    words: list[str], quoted: str, capsys: pytest.CaptureFixture[str], shelf: Path
) -> None:
    try:
        code = cli.main(words)
    except SystemExit as left:
        code = int(left.code or 0)
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert quoted in said.err
