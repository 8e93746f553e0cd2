"""Seises cabrón in a real JupyterLab: a hand by clicks, dead cards and points, hands that stay in the kernel."""

import pytest
from playwright.sync_api import expect

from seis_lab.locale import text
from tests.browser.hands import frames, play_unseen
from tests.browser.harness import Lab
from tests.browser.tables import Table
from tests.browser.test_look import check, dark, serious

__all__ = ["dark", "frames"]

pytestmark = pytest.mark.browser
SIT = """from seis_lab import CabronTable
table = CabronTable(players={players}, seed=11, autosave=False, lang={lang!r}{more})
table"""
STATE = "(table.session.now.rev, bool(table.position.points), table.session.now.viewer)"
LYING = "[f'd{seat}-{card}' for seat, cards in enumerate(table.position.dead) for card in cards]"
POINTS = "[str(one) for one in table.position.scores]"


def pieces(lab: Lab, kind: str) -> list[str]:
    found: list[str] = lab.table.locator(f"[data-piece^={kind}]").evaluate_all(
        "all => all.map(one => one.dataset.piece)"
    )
    return found


def test_a_hand_comes_over_the_wire_only_after_its_owner_asked(lab: Lab, frames: list[bytes]) -> None:
    lab.cells(SIT.format(players=["Ana", "Brais"], lang="gl", more=""))
    play_unseen(lab, frames, turns=4)


def test_a_hand_is_played_by_clicks_and_dead_cards_and_points_are_those_of_the_engine(lab: Lab) -> None:
    lab.cells(SIT.format(players=["Ana", "bot:random", "bot:careful", "bot:killer"], lang="es", more=""))
    offers = lab.table.locator("button.st-action")
    previewed = 0
    for _ in range(60):
        rev, over, _ = lab.ask(STATE)
        expect(lab.table).to_have_attribute("data-rev", str(rev))
        assert sorted(pieces(lab, "d")) == sorted(lab.ask(LYING))
        if over:
            break
        expect(lab.table.locator("[data-zone=own] button[data-action]").first).to_be_visible()
        last = offers.last
        last.hover()
        told = last.locator(".st-note").text_content()
        assert bool(told) is (lab.table.locator(".doomed").count() > 0)
        previewed += bool(told)
        last.click()
        expect(lab.table).not_to_have_attribute("data-rev", str(rev))
    assert over and previewed > 0
    expect(lab.table.locator("[data-zone=report] table").first).to_be_visible()
    totals = lab.table.locator("[data-zone=report] table").first.locator("tbody td:last-child").all_text_contents()
    assert [total.replace("\xa0", " ") for total in totals] == [mixed(one) for one in lab.ask(POINTS)]
    lab.shot("cabron-report", lab.table)
    offers.first.click()
    expect(lab.table.locator("[data-zone=own] [data-piece]").first).to_be_visible()


def mixed(total: str) -> str:
    """47/3 as the page writes it: 15 2/3."""
    above, _, below = total.partition("/")
    whole, rest = divmod(int(above), int(below or 1))
    return f"{whole} {rest}/{below}" if rest else str(whole)


def test_a_hand_with_the_coach_wide_on_a_phone_and_at_twice_the_size(lab: Lab, dark: bool) -> None:
    lab.cells(SIT.format(players=["Ana", "bot:killer", "bot:careful", "bot:random"], lang="es", more=", coach=True"))
    table = Table(lab, lab.table)
    table.settle()
    for _ in range(2):
        table.after(table.actions.last.click)
        table.settle()
    table.page.wait_for_function(
        "root => [...root.querySelectorAll('.st-detail')].some(detail => detail.textContent.includes('±'))",
        arg=table.root.element_handle(),
    )
    table.actions.last.hover()
    check(lab, "cabron", dark, table)
    table.root.evaluate("root => { root.parentElement.style.width = '360px'; }")
    expect(table.root).to_have_css("width", "360px")
    check(lab, "cabron-phone", dark, table)
    table.root.evaluate("root => { root.parentElement.style.width = ''; }")
    lab.page.set_viewport_size({"width": 640, "height": 1500})  # what 200 % of zoom makes of the window
    check(lab, "cabron-zoom", dark, table)


def test_the_rule_lab_shows_what_jumping_does(lab: Lab, dark: bool) -> None:
    """Four cards, by hand in tests/lab/test_cabron_answers.py: 7/12 for the starter with jumping, 5/6 without."""
    lab.cells(
        "from seis_lab import CabronRules, RuleLab\n"
        "lab = RuleLab('cabron', 'es', before=CabronRules(players=2, suits=1, deck=4, opening_rank=2))\nlab"
    )
    root = lab.panel.locator(".seis-lab")
    expect(root.locator(".sl-results")).to_contain_text("7/12")
    root.locator(".sl-option", has_text=text("es", "lab.option.jumping")).locator("input[type=checkbox]").uncheck()
    expect(root.locator(".sl-results")).to_contain_text("5/6")
    assert serious(lab, ".seis-lab") == []
    name = f"cabron-lab-{'dark' if dark else 'light'}"
    lab.shot(name, root)
    root.evaluate("root => { root.style.width = '360px'; }")
    expect(root).to_have_css("width", "360px")
    assert serious(lab, ".seis-lab") == []
    lab.shot(f"{name}-phone", root)
