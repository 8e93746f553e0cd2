"""A duel on disk: mapped as it was written, refused when it is damaged or about something else."""

from pathlib import Path

import pytest

from seis_lab.exact import duels as module
from seis_lab.exact.duel_file import InvalidDuelFile, cache_path
from seis_lab.exact.duel_hands import DuelModel
from seis_lab.exact.duels import duel
from seis_lab.games.seis import SeisRules

RULES = SeisRules(faces=3, wildcards={"NUMERAL": 1, "TIRADOR": 1})


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "three.seisduel"
    duel(RULES, file=path)
    return path


def test_it_is_read_and_not_solved_again(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = duel(RULES, method="double")
    monkeypatch.setattr(module, "solve_in_doubles", None)
    mapped = duel(RULES, file=saved)
    assert list(mapped.table) == list(solved.table) and mapped.gap == solved.gap and mapped.first == solved.first
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]  # nothing temporary is left


def test_rules_that_are_the_same_game_share_it(saved: Path) -> None:
    """REVERSA has no effect with two players."""
    duel(SeisRules(faces=3, wildcards={"NUMERAL": 1, "TIRADOR": 1, "REVERSA": 2}), file=saved)


def test_other_rules_are_refused(saved: Path) -> None:
    with pytest.raises(InvalidDuelFile, match="other rules: it differs in numeral_wrap; delete it"):
        duel(SeisRules(faces=3, wildcards={"NUMERAL": 1, "TIRADOR": 1}, numeral_wrap=True), file=saved)


@pytest.mark.parametrize("at", [-1, 5000, 30, 300])
def test_a_changed_byte_is_refused(saved: Path, at: int) -> None:
    data = bytearray(saved.read_bytes())
    data[at] ^= 1
    saved.write_bytes(data)
    with pytest.raises(InvalidDuelFile):
        duel(RULES, file=saved)


@pytest.mark.parametrize("keep", [0, 10, 100, 4096, 5000, -8, -1])
def test_a_cut_file_is_refused(saved: Path, keep: int) -> None:
    saved.write_bytes(saved.read_bytes()[:keep])
    with pytest.raises(InvalidDuelFile):
        duel(RULES, file=saved)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"seis_lab.duel 2\n{}\n",
        b"seis_lab.duel 1\n[]\n",
        b"seis_lab.duel 1\n" + b"[" * 99_000 + b"\n",
        b'seis_lab.duel 1\n{"model": {}, "positions": -1, "gap": "1/0", "sha256": ""}\n',
        b"\xff" * 9000,
    ],
)
def test_what_is_no_duel_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(InvalidDuelFile, match="other'"):
        duel(RULES, file=path)
    assert path.read_bytes() == content


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidDuelFile, match="cannot be read"):
        duel(RULES, file=tmp_path)


def test_a_path_that_cannot_be_written_is_refused_before_solving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "solve_in_doubles", None)
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError, match="file"):
        duel(RULES, file=tmp_path / "file" / "three.seisduel")


def test_fractions_are_not_kept_in_files(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="method='exact' keeps no file; allowed"):
        duel(RULES, method="exact", file=tmp_path / "x")


def test_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEIS_LAB_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    duel(RULES, file=True)
    path = cache_path(DuelModel.of(RULES))
    assert path.exists() and path.parent == tmp_path / "seis_lab"
    assert path != cache_path(DuelModel.of(SeisRules(faces=3)))


def test_a_folder_that_a_class_shares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEIS_LAB_CACHE", str(tmp_path / "shared"))
    duel(RULES, file=True)
    assert [path.suffix for path in (tmp_path / "shared").iterdir()] == [".seisduel"]
