"""SEIS_LAB_REQUIRE turns the skip of an oracle or browser test into a failure, and only that."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
CONFTEST = (Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8")
MARKED = """
import pytest

@pytest.mark.oracle
def test_marked():
    pytest.skip("no solver here")

def test_plain():
    pytest.skip("not on this system")
"""
WHOLE = "import pytest\npytest.importorskip('no_such_solver')\n"


@pytest.fixture
def ini(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nmarkers = oracle: an oracle\n")
    return pytester


def outcomes(pytester: pytest.Pytester, source: str) -> dict[str, int]:
    pytester.makepyfile(source)
    return pytester.runpytest_subprocess("-p", "no:nbval", "-p", "no:benchmark").parseoutcomes()


def test_a_skip_is_a_skip_where_nothing_is_required(ini: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEIS_LAB_REQUIRE", raising=False)
    assert outcomes(ini, MARKED) == {"skipped": 2}


def test_a_skipped_oracle_fails_where_it_is_required(ini: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEIS_LAB_REQUIRE", "oracles,browser")
    assert outcomes(ini, MARKED) == {"failed": 1, "skipped": 1}


def test_a_module_skipped_as_a_whole_fails_too(ini: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEIS_LAB_REQUIRE", "oracles")
    assert "errors" in outcomes(ini, WHOLE)
