"""What importing costs and what it pulls in: nothing heavy with the package, nothing foreign in the core."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import seis_lab

ROOT = Path(__file__).resolve().parents[2]


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter that sees the checkout first."""
    return subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True)


def modules(*parts: str) -> list[str]:
    """The names of all modules of some parts of the package."""
    files = [path for part in parts for path in sorted((ROOT / "seis_lab").glob(f"{part}/**/*.py"))]
    files += [path for part in parts if (path := ROOT / "seis_lab" / f"{part}.py").exists()]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in files]
    assert names
    return names


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = {"sympy", "numpy", "numba", "plotly", "anywidget", "ipywidgets", "IPython", "flint"}
    result = python(f"import sys, seis_lab; print(sorted({heavy!r} & set(sys.modules)))")
    assert result.stdout.strip() == "[]", result.stderr


BLOCKED = """
import importlib, sys

class Refuse:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "seis_lab"}:
            raise ImportError(f"the core may not import {name}")

sys.meta_path.insert(0, Refuse)
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


@pytest.mark.parametrize("part", ["game", "games", "bots", "exact"])
def test_the_core_imports_the_standard_library_only(part: str) -> None:
    result = python(BLOCKED, *modules(part))
    assert result.returncode == 0, result.stderr


def test_the_block_itself_works() -> None:
    assert "may not import sympy" in python(BLOCKED, "sympy").stderr


@pytest.mark.parametrize("short", ["exact", "widgets"])
def test_the_links_at_the_top_refuse_to_be_imported(short: str) -> None:
    if not (ROOT / short).is_dir():
        pytest.skip("this checkout has no links")
    result = python(f"import {short}")
    assert "ImportError" in result.stderr
    assert f"seis_lab.{short}" in result.stderr.strip().splitlines()[-1]


def test_every_short_name_is_there() -> None:
    for name in seis_lab.__all__:
        assert getattr(seis_lab, name) is not None
    assert set(seis_lab.__all__) <= set(dir(seis_lab))


@pytest.mark.parametrize("package", ["seis_lab.exact", "seis_lab.sim", "seis_lab.bots", "seis_lab.widgets"])
def test_no_module_is_called_like_what_its_package_offers(package: str) -> None:
    """Else `from seis_lab.exact import race` gives the function or the module, by what was imported before."""
    home = importlib.import_module(package)
    called = {module.name for module in pkgutil.iter_modules(home.__path__)}
    offered = set(getattr(home, "_HOME", getattr(home, "__all__", ())))
    assert offered and not offered & called


def test_parts_are_loaded_by_name() -> None:
    assert python("import seis_lab; print(seis_lab.games.seis.SeisRules.__name__)").stdout == "SeisRules\n"


def test_an_unknown_name_is_refused_in_one_line() -> None:
    with pytest.raises(AttributeError, match="seis_lab has no 'SeisTabel'; it offers Cabron"):
        _ = seis_lab.SeisTabel


@pytest.mark.parametrize("name", ["seis_lab", "seis_lab.exact", "seis_lab.widgets"])
def test_tab_completion_offers_names_of_the_package_only(name: str) -> None:
    module = importlib.import_module(name)
    offered = [word for word in dir(module) if not word.startswith("__")]
    assert len(offered) == len(set(offered)) and not {"Any", "TYPE_CHECKING", "import_module", "_HOME"} & set(offered)
    assert all(getattr(module, word) is not None for word in offered)
