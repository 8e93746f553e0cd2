"""Six in a real JupyterLab: place against a bot, take back and do again, lift, capture, land."""

import pytest
from playwright.sync_api import Locator, expect

from seis_lab.game import Record
from seis_lab.games.six import SixRules
from tests.browser.harness import Lab
from tests.browser.tables import Table

pytestmark = pytest.mark.browser
PLACE = """from seis_lab import SixTable
table = SixTable(players=['Ana', 'bot:random'], seed=3, autosave=False, lang='gl')
table"""
# The known capture: red lifting 5,-2 takes 4,0 5,0 5,-1 6,-1.
LIFT = """from seis_lab import SixTable
table = SixTable(players=['Ana', 'Brais'], lang='es', name='lift', position=(
    '0,0 1,-1 2,-3 2,-1 3,-2 5,-2 5,0 | 1,0 2,-2 2,0 3,-1 4,-3 4,-2 4,0 5,-1 6,-1 ; 0,0 ; A LIFT'))
table"""
TILES = "[sorted(map(str, side)) for side in table.position.tiles]"


def board(table: Table) -> list[list[str]]:
    """The tiles on the page, red and black."""
    found: list[list[str]] = table.root.evaluate(
        """root => [0, 1].map(side => [...root.querySelectorAll(`.hx-cell[data-state=tile][data-side="${side}"]`)]
            .map(cell => cell.dataset.piece.slice(1)).sort())"""
    )
    return found


def cell(table: Table, name: str) -> Locator:
    return table.root.locator(f".hx-cell[data-piece='{name}']")


def settled(table: Table) -> None:
    """The bot has answered: a cell can be chosen again."""
    expect(table.root.locator(".hx-cell[data-action]").first).to_be_visible()


def test_tiles_are_placed_taken_back_and_placed_again(lab: Lab) -> None:
    lab.cells(PLACE)
    table = Table(lab, lab.table)
    for _ in range(5):
        settled(table)
        table.after(table.root.locator(".hx-cell[data-action]").first.click)
        settled(table)
        assert board(table) == lab.ask(TILES)
    tiles = board(table)
    table.after(table.root.locator("button[data-do=undo]").click)
    assert [len(side) for side in board(table)] == [5, 5]
    table.after(table.root.locator("button[data-do=redo]").click)
    assert board(table) == tiles == lab.ask(TILES)
    record = Record.from_json(lab.ask("table.record.to_json()"), SixRules.from_json)
    assert [len(side) for side in record.final().tiles] == [6, 6]
    lab.shot("six-place", lab.table)


def test_a_lift_captures_and_the_tile_lands(lab: Lab) -> None:
    lab.cells(LIFT)
    table = Table(lab, lab.table)
    cell(table, "x5,-2").hover()
    taken = table.root.locator(".hx-cell.taken")
    assert sorted(taken.evaluate_all("all => all.map(one => one.dataset.piece)")) == ["x4,0", "x5,-1", "x5,0", "x6,-1"]
    table.after(cell(table, "x5,-2").click)
    expect(table.root.locator(".hx-cell[data-state=captured]")).to_have_count(4)
    expect(table.root.locator(".st-status")).to_contain_text("Capturas: 1 loseta roja y 3 losetas negras")
    lab.shot("six-lift", lab.table)
    table.after(cell(table, "x5,-3").click)
    expect(table.root.locator(".hx-cell[data-state=captured]")).to_have_count(0)
    assert board(table) == lab.ask(TILES)
    assert [len(side) for side in board(table)] == [6, 6]
    assert "5,-3" in board(table)[0]
