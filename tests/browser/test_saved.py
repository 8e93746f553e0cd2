"""Where no widget lives: an untrusted notebook, and an HTML export opened without a network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.harness import OUT, Lab

pytestmark = pytest.mark.browser

NAMES = ("Ana", "<b>Brais</b>")
CELL = f"table = SeisTable(players={list(NAMES)!r}, seed=2, autosave=False, lang='es')\ntable"


@pytest.fixture(scope="module")
def saved(one_lab: Lab) -> Path:
    """A notebook with a table and a rule lab, run and saved by JupyterLab itself."""
    one_lab.python("from seis_lab import RuleLab, SeisRules, SeisTable")
    one_lab.cells(CELL, "RuleLab('seis', 'gl', before=SeisRules(wildcards={}))")
    one_lab.command("docmanager:save")
    return one_lab.folder / "main.ipynb"


def shows_the_table(page: Locator) -> None:
    """The still table: who plays, with which cards, as text and as a picture; the rule lab with its exact answer."""
    for name in NAMES:
        expect(page.get_by_role("cell", name=name)).to_be_visible()
    picture = page.locator("img[src^='data:image/svg+xml']").first
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.complete && image.naturalWidth > 100")
    expect(page.get_by_role("cell", name="147/10").first).to_be_visible()
    assert page.locator(".seis-table").count() == 0
    assert page.locator("b", has_text="Brais").count() == 0, "a name has become markup"


def test_an_untrusted_notebook_shows_the_table(lab: Lab, saved: Path) -> None:
    """The same notebook from somebody else: its signature does not fit, so JupyterLab runs nothing in it."""
    notebook = json.loads(saved.read_text(encoding="utf-8"))
    notebook["cells"][0]["source"] = "# from somebody else\n" + "".join(notebook["cells"][0]["source"])
    (lab.folder / "untrusted.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    lab.open("untrusted.ipynb")
    try:
        trusted = lab.page.evaluate(
            "() => [...window.jupyterapp.shell.currentWidget.content.model.cells].map(cell => cell.trusted)"
        )
        assert trusted == [False, False]
        shows_the_table(lab.panel)
        lab.shot("untrusted")
    finally:
        lab.close()
        lab.open("main.ipynb")


def test_an_html_export_shows_the_table_without_a_network(saved: Path, browser: Browser) -> None:
    """`jupyter nbconvert --to html`, opened as a file by a browser that reaches nothing else."""
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "html", "--output", "export.html", str(saved)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    context = browser.new_context(viewport={"width": 1000, "height": 1400}, offline=True)
    try:
        page = context.new_page()
        alerts: list[str] = []
        page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
        page.goto((saved.parent / "export.html").as_uri())
        shows_the_table(page.locator("body"))
        assert not alerts
        OUT.mkdir(exist_ok=True)
        page.screenshot(path=OUT / "export.png")
    finally:
        context.close()
