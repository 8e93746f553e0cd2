"""The lessons as a student opens them: Run All ends without an error, everything is there, and the tables play."""

import json
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.harness import ROOT, WINDOW, Lab
from tests.browser.tables import Table, replayed

pytestmark = pytest.mark.browser

KNOWN = {"00_welcome", "01_seis_odds", "04_six"}
OTHERS = sorted({path.stem for path in (ROOT / "notebooks").glob("*.ipynb")} - KNOWN)
HEIGHTS = "figures => figures.map(figure => figure.getBoundingClientRect().height)"


@pytest.fixture
def opened(lab: Lab, request: pytest.FixtureRequest) -> Iterator[Lab]:
    """A copy of a lesson in the server's folder, run from top to bottom; afterwards the main notebook is in front."""
    name = f"{request.param}.ipynb"
    shutil.copy(ROOT / "notebooks" / name, lab.folder / name)
    lab.open(name)
    lab.run_all()
    yield lab
    lab.close()
    lab.open("main.ipynb")


def sources(lab: Lab, word: str) -> int:
    """How many cells of the lesson show something made by this word."""
    cells = ["".join(cell["source"]) for cell in lab.notebook()["cells"] if cell["cell_type"] == "code"]
    return sum(word in source.rpartition("\n")[2] for source in cells)


def plays(lab: Lab, table: Table, clicks: int) -> None:
    """A few choices at a table of the lesson, each answered."""
    table.root.scroll_into_view_if_needed()
    for click in range(clicks):
        table.settle()
        if not table.over:
            table.after(table.actions.nth(click % table.actions.count()).click)
    assert table.root.locator(".st-log li").count() > 1


@pytest.mark.parametrize("opened", ["00_welcome"], indirect=True)
def test_welcome(opened: Lab) -> None:
    """Three tables and a rule lab; a game against the bot is played to its end."""
    lab = opened
    expect(lab.tables).to_have_count(sources(lab, "SeisTable("))
    expect(lab.panel.locator(".seis-lab")).to_have_count(1)
    table = Table(lab, lab.tables.first)
    lab.panel.locator("h1").scroll_into_view_if_needed()
    lab.shot("welcome")
    table.click_through(lambda click, count: 0)
    saved = json.loads((lab.folder / "welcome.seis.json").read_text(encoding="utf-8"))
    replayed(json.dumps(saved["record"]))
    coach = Table(lab, lab.tables.nth(1))
    expect(coach.root.locator(".st-detail").first).to_contain_text("exact")
    plays(lab, coach, 4)
    plays(lab, Table(lab, lab.tables.nth(2)), 4)


@pytest.mark.parametrize("opened", ["01_seis_odds"], indirect=True)
def test_the_odds_of_seis(opened: Lab) -> None:
    """Tables, figures, exact answers and exercises are on the page; a figure is drawn, not only described."""
    lab = opened
    expect(lab.tables).to_have_count(sources(lab, "SeisTable("))
    expect(lab.panel.locator(".js-plotly-plot .main-svg:first-child")).to_have_count(sources(lab, "_figure("))
    expect(lab.panel.get_by_text("65633/9000").first).to_be_attached()
    plays(lab, Table(lab, lab.tables.first), 6)
    figures = lab.panel.locator(".js-plotly-plot")
    tall = figures.evaluate_all(HEIGHTS)
    assert min(tall) > 200
    lab.page.set_viewport_size({"width": 1000, "height": 1500})
    lab.page.wait_for_function(
        "([figure, width]) => figure.getBoundingClientRect().width < width", arg=[figures.first.element_handle(), 700]
    )
    assert figures.evaluate_all(HEIGHTS) == tall, "a figure changed its height with the window"
    lab.page.set_viewport_size(WINDOW)
    for at, figure in enumerate(figures.all()):
        figure.scroll_into_view_if_needed()
        lab.shot(f"figure-{at}", figure)


@pytest.mark.parametrize("opened", ["04_six"], indirect=True)
def test_six(opened: Lab) -> None:
    """Boards to play on and boards to solve on; the exercise with captures is solved by two clicks."""
    lab = opened
    expect(lab.tables).to_have_count(sources(lab, "Table(") + sources(lab, ".board("))
    first = Table(lab, lab.tables.first)
    first.after(first.root.locator(".hx-cell[data-action]").first.click)
    assert not lab.ask("bool(lift.check())")
    board = Table(lab, lab.tables.nth(sources(lab, "Table(")))
    for cell in ("x5,-4", "x2,1"):
        board.root.scroll_into_view_if_needed()
        board.after(board.root.locator(f".hx-cell[data-piece='{cell}']").click)
    expect(board.root.locator(".st-status.over")).to_be_visible()
    assert lab.ask("bool(lift.check())")
    lab.shot("lesson-six", board.root)


@pytest.mark.parametrize("opened", OTHERS, indirect=True)
def test_every_further_lesson(opened: Lab) -> None:
    """All tables and figures of the lesson are on the page, and the first table plays."""
    lab = opened
    expect(lab.tables).to_have_count(sources(lab, "Table("))
    expect(lab.panel.locator(".js-plotly-plot .main-svg:first-child")).to_have_count(sources(lab, "_figure("))
    expect(lab.panel.locator(".seis-lab")).to_have_count(sources(lab, "RuleLab("))
    if sources(lab, "Table("):
        plays(lab, Table(lab, lab.tables.first), 4)
