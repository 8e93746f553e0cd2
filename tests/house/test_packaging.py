"""The wheel that a user installs, and the files beside it that must agree with each other."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

import seis_lab

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_one_version_everywhere() -> None:
    assert PROJECT["project"]["version"] == seis_lab.__version__
    assert f"## {seis_lab.__version__}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_constraints_are_exact_versions_without_addresses() -> None:
    for line in PINS:
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9a-z.]+( ; .+)?", line), line
        assert "/" not in line, line


def test_every_dependency_is_pinned() -> None:
    project = PROJECT["project"]
    groups = [
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
    ]
    wanted = {plain(re.split(r"[\[<>=;! ]", line)[0]) for group in groups for line in group}
    assert wanted - {plain(line.partition("==")[0]) for line in PINS} == set()


def test_dependencies_have_an_upper_bound() -> None:
    for line in PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]:
        assert "<" in line, line


def test_stormpy_is_never_a_dependency_of_the_package() -> None:
    project = PROJECT["project"]
    assert "stormpy" not in str(project["dependencies"]) + str(project["optional-dependencies"])


def test_every_lesson_has_its_link_in_the_package() -> None:
    lessons = {path.name for path in (ROOT / "notebooks").iterdir() if path.suffix == ".ipynb"}
    linked = {path.name for path in (ROOT / "seis_lab" / "lessons").iterdir() if path.suffix == ".ipynb"}
    assert "00_welcome.ipynb" in lessons
    assert linked == lessons, "for each lesson: ln -s ../../notebooks/NAME.ipynb seis_lab/lessons/"


def test_the_readme_tells_the_truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a table saves its game beside the notebook
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    *lines, question = example.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    expression, _, promised = question.partition("  # ")
    assert str(eval(expression, names)).startswith(promised.removesuffix("...)"))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    path = os.pathsep.join(
        [str(Path(sys.executable).parent), os.environ["PATH"]]
    )  # where uv_build looks for its program
    subprocess.run([*command, str(ROOT)], check=True, env={**os.environ, "PATH": path})
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert {name.partition("/")[0] for name in names} == {"seis_lab", f"seis_lab-{seis_lab.__version__}.dist-info"}
    source = {
        str(path.relative_to(ROOT).as_posix())
        for path in (ROOT / "seis_lab").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    assert source - names == set()


@pytest.mark.slow
def test_an_installed_package_copies_the_lessons(wheel: Path, tmp_path: Path) -> None:
    ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); import seis_lab.cli as cli; print(cli.__file__)"
    )
    code += "; sys.exit(cli.main(['lessons', 'mine', '--no-open']))"
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert str(tmp_path) in result.stdout
    for original in (ROOT / "notebooks").glob("*.ipynb"):
        assert (tmp_path / "mine" / original.name).read_bytes() == original.read_bytes()
