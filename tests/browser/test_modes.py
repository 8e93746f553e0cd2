"""Random and mirror mode on the page: whole games by clicks, as the engine replays them."""

import random

import pytest
from playwright.sync_api import expect

from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Deal
from tests.browser.harness import Lab
from tests.browser.tables import Table, replayed

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Brais", "Carme")


@pytest.mark.parametrize("mode", ["random", "mirror"])
def test_a_whole_game_of_a_mode_by_clicks(lab: Lab, mode: str) -> None:
    rules = SeisRules(players=3, mode=mode, faces=4, wildcards={"NUMERAL": 1, "VOLTEAR": 1, "TIRADOR": 1})
    lab.cells(
        f"rules = SeisRules.from_json({rules.to_json()!r})\n"
        f"table = SeisTable(rules, {list(NAMES)!r}, seed=12, autosave=False)\ntable",
    )
    table = Table(lab, lab.table)
    table.settle()
    expect(table.root.locator(".st-log li").first).to_have_text("The cards are shuffled and dealt")
    notes = table.root.locator(".st-names small").all_text_contents()
    assert all(("on average" in note) is (mode == "random") for note in notes)
    lab.shot(f"{mode}_deal", table.root)
    draw = random.Random(12)
    table.click_through(lambda click, offers: draw.randrange(offers))
    record, outcome = replayed(lab.ask("table.record.to_json()"))
    assert record.rules == rules
    assert [type(move) for move in record.moves[:12]] == [Deal] * 12
    won = [seat for seat, payoff in enumerate(outcome.payoffs) if payoff]
    for seat in range(3):
        assert sum(table.face_down(seat)) == len(record.final().seats[seat].down)
        panel = table.root.locator(f".st-seat[data-seat='{seat}']")
        assert ("won" in (panel.get_attribute("class") or "").split()) is (seat in won)
    lab.shot(f"{mode}_over", table.root)
