"""lab.py as its user meets it: one clear line for each thing that can be in the way, and no half-made environment."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def lab(tmp_path: Path) -> ModuleType:
    """lab.py for an empty folder of its own, whose installations do nothing and are counted in `lab.asked`."""
    for name in ("lab.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    spec = importlib.util.spec_from_file_location("lab_under_test", tmp_path / "lab.py")
    assert spec and spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.asked = []
    module.pip = lambda *words: module.asked.append(words)

    def create() -> None:
        module.venv_python().parent.mkdir(parents=True)
        module.venv_python().touch()
        module.BUILDING.touch()

    module.create_environment = create
    return module


def failing(trouble: BaseException) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise trouble

    return fail


# -- the environment ----------------------------------------------------------------------------------------


def test_second_run_installs_nothing(lab: Any) -> None:
    assert lab.prepare(tests=False) == lab.venv_python()
    first = len(lab.asked)
    assert first > 0
    lab.prepare(tests=False)
    assert len(lab.asked) == first


def test_the_test_tools_come_when_they_are_wanted_and_stay(lab: Any) -> None:
    lab.prepare(tests=False)
    assert not any("oracles" in words for words in lab.asked)
    lab.prepare(tests=True)
    assert any("oracles" in words for words in lab.asked)
    done = len(lab.asked)
    lab.prepare(tests=False)
    lab.prepare(tests=True)
    assert len(lab.asked) == done


def test_a_changed_dependency_is_installed_in_place(lab: Any) -> None:
    lab.prepare(tests=False)
    (lab.VENV / "kept").touch()
    with (lab.ROOT / "constraints.txt").open("a") as file:
        file.write("# changed\n")
    done = len(lab.asked)
    lab.prepare(tests=False)
    assert len(lab.asked) > done
    assert (lab.VENV / "kept").exists()


@pytest.mark.parametrize("key", ["python", "folder"])
def test_an_environment_of_another_python_or_folder_is_made_anew(lab: Any, key: str) -> None:
    lab.prepare(tests=False)
    (lab.VENV / "kept").touch()
    lab.STAMP.write_text(lab.json.dumps({**lab.stamp(False), key: "another"}))
    lab.prepare(tests=False)
    assert not (lab.VENV / "kept").exists()
    assert lab.read_stamp() == lab.stamp(False)


def test_a_killed_installation_is_made_anew(lab: Any) -> None:
    lab.create_environment()  # and nothing after it: the process was killed here
    (lab.VENV / "half").touch()
    lab.prepare(tests=False)
    assert not (lab.VENV / "half").exists()
    assert not lab.BUILDING.exists()


def test_an_environment_made_by_hand_is_kept(lab: Any) -> None:
    lab.create_environment()
    lab.BUILDING.unlink()
    (lab.VENV / "mine").touch()
    lab.prepare(tests=False)
    assert (lab.VENV / "mine").exists()


@pytest.mark.parametrize("trouble", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_a_failed_installation_leaves_nothing(lab: Any, trouble: BaseException) -> None:
    lab.pip = failing(trouble)
    with pytest.raises((KeyboardInterrupt, lab.Trouble)):
        lab.prepare(tests=False)
    assert not lab.VENV.exists()


def test_a_failed_update_keeps_the_environment_and_is_tried_again(lab: Any) -> None:
    lab.prepare(tests=False)
    (lab.ROOT / "constraints.txt").write_text("")
    working = lab.pip
    lab.pip = failing(lab.Trouble("cannot download"))
    with pytest.raises(lab.Trouble):
        lab.prepare(tests=False)
    assert lab.venv_python().exists()
    lab.pip, done = working, len(lab.asked)
    lab.prepare(tests=False)
    assert len(lab.asked) > done


def test_without_numba_for_this_python_the_rest_is_installed(lab: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def no_numba(*words: str) -> None:
        if ".[fast]" in words:
            raise lab.NotFound("No matching distribution found for numba")
        lab.asked.append(words)

    lab.pip = no_numba
    lab.prepare(tests=False)
    assert lab.asked[-1][-1] == "."
    assert "Left out: numba and python-flint" in capsys.readouterr().out


def test_an_environment_that_we_run_in_is_not_removed(lab: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.create_environment()
    monkeypatch.setattr(sys, "prefix", str(lab.VENV))
    with pytest.raises(lab.Trouble, match="start it with another Python"):
        lab.prepare(tests=False)
    assert lab.VENV.exists()


# -- one clear line -----------------------------------------------------------------------------------------


def lab_in(folder: Path, *words: str, code: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    """Run the lab.py of a folder as a user does, after some code that changes the machine it sees."""
    start = f"import runpy, sys; sys.argv = {['lab.py', *words]!r}"
    script = f"{start}\n{code}\nrunpy.run_path('lab.py', run_name='__main__')"
    return subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env={**os.environ, **extra}, capture_output=True, text=True
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with what lab.py needs, and no environment."""
    for name in ("lab.py", "pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def only_line(text: str) -> str:
    lines = text.strip().splitlines()
    assert len(lines) == 1, text
    return lines[0]


def test_it_can_be_read_by_old_pythons() -> None:
    ast.parse((ROOT / "lab.py").read_text(encoding="utf-8"), feature_version=(3, 6))


def test_old_python(copy: Path) -> None:
    result = lab_in(copy, code="sys.version_info = (3, 9, 2, 'final', 0)")
    assert result.returncode == 1
    assert only_line(result.stderr).startswith("lab.py: this is Python 3.9.2; the lab needs 3.11.5 or newer")
    assert not (copy / ".venv").exists()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_missing_venv_module(copy: Path, module: str) -> None:
    hide = (
        "import importlib.util as util; find = util.find_spec\n"
        f"util.find_spec = lambda name, *rest: None if name == {module!r} else find(name, *rest)"
    )
    result = lab_in(copy, code=hide)
    assert result.returncode == 1
    assert only_line(result.stderr).startswith(f"lab.py: this Python has no {module} module; on Debian or Ubuntu: sudo")
    assert not (copy / ".venv").exists()


def test_full_disk(copy: Path) -> None:
    result = lab_in(copy, code="import shutil; shutil.disk_usage = lambda path: shutil._ntuple_diskusage(9, 9, 10**8)")
    assert result.returncode == 1
    assert "has 0.1 GB free; the lab needs 2.0 GB" in only_line(result.stderr)
    assert not (copy / ".venv").exists()


@pytest.mark.slow
@pytest.mark.parametrize("network", [{"PIP_NO_INDEX": "1"}, {"PIP_INDEX_URL": "http://127.0.0.1:9/simple"}])
def test_no_network(copy: Path, network: dict[str, str]) -> None:
    nothing = {"PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": "", "PIP_EXTRA_INDEX_URL": "", "PIP_NO_CACHE_DIR": "1"}
    result = lab_in(copy, **nothing, **network)
    assert result.returncode == 1
    assert only_line(result.stderr).startswith("lab.py: cannot download packages: is there a network?")
    assert not (copy / ".venv").exists()


def test_unknown_command(copy: Path) -> None:
    result = lab_in(copy, "tset")
    assert result.returncode == 2
    commands = "open, test, lint, check, bench, lessons"
    assert only_line(result.stderr) == f"lab.py: 'tset' is not a command; there are {commands}"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "the disk is full"),
        ("WARNING: Retrying after NewConnectionError('...')\nERROR: No matching distribution", "is there a network?"),
        ("ERROR: Could not find a version that satisfies x (from versions: none)", "is there a network?"),
        ("noise\nERROR: something else\n", "the installation failed: ERROR: something else"),
        ("", "no reason was given"),
    ],
)
def test_what_pip_said_becomes_one_line(lab: Any, said: str, told: str) -> None:
    line = lab.explain(said)
    assert told in line
    assert "\n" not in line


# -- the runs -----------------------------------------------------------------------------------------------


def runs(lab: Any, monkeypatch: pytest.MonkeyPatch, *words: str, result: bool = True) -> tuple[int, list[str]]:
    """The exit code of a command, and the steps that it ran."""
    titles: list[str] = []

    def run(title: str, *command: str) -> bool:
        titles.append(title)
        return result

    monkeypatch.setattr(lab, "run", run)
    return lab.main(list(words)), titles


def test_test_without_chromium_says_what_was_left_out(
    lab: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab.shutil, "which", lambda name: None)
    monkeypatch.delenv("SEIS_LAB_REQUIRE", raising=False)
    code, titles = runs(lab, monkeypatch, "test")
    assert (code, len(titles)) == (0, 2)
    assert "Left out: the browser tests" in capsys.readouterr().out


def test_test_without_chromium_where_it_is_required(lab: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab.shutil, "which", lambda name: None)
    monkeypatch.setenv("SEIS_LAB_REQUIRE", "oracles,browser")
    assert runs(lab, monkeypatch, "test")[1][-1] == "browser tests"


@pytest.mark.parametrize("command", ["test", "check", "bench"])
def test_a_failed_step_is_a_failed_command(lab: Any, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    assert runs(lab, monkeypatch, command, result=False)[0] == 1
    assert runs(lab, monkeypatch, command, result=True)[0] == 0


def test_words_after_test_go_to_pytest(lab: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert runs(lab, monkeypatch, "test", "-k", "perft")[1] == ["pytest -k perft"]
