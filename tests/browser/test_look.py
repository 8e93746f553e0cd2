"""What is seen: accessible to axe-core, readable in light and dark, narrow and enlarged, with a picture of each.

The pictures land in tests/browser/out/ for somebody to look at.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.harness import WINDOW, Lab
from tests.browser.tables import Table

pytestmark = pytest.mark.browser

TARGET = 24  # px: the least size of what is pressed (WCAG 2.2, success criterion 2.5.8)
CUT = """root => {
    const edges = root.getBoundingClientRect();
    return [...root.querySelectorAll('button, input, .st-status, .st-names b')]
        .filter(node => node.checkVisibility())
        .filter(node => {
            const box = node.getBoundingClientRect();
            return box.left < edges.left - 1 || box.right > edges.right + 1;
        })
        .map(node => node.outerHTML.slice(0, 90));
}"""
OVERLAPS = """root => [...root.querySelectorAll('.st-zone')].flatMap(zone => {
    const boxes = [...zone.querySelectorAll('.st-card, .st-chip, .st-die')].map(node => node.getBoundingClientRect());
    const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const along = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return boxes.flatMap((a, at) => boxes.slice(at + 1).filter(b => across(a, b) > 1 && along(a, b) > 1));
})"""
SMALL = """([root, least]) => [...root.querySelectorAll('button')]
    .filter(node => node.checkVisibility() && node.getAttribute('aria-disabled') !== 'true')
    .filter(node => Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height) < least)
    .map(node => node.outerHTML.slice(0, 90))"""


def serious(lab: Lab, where: str) -> list[Any]:
    """What axe-core finds serious or critical inside a part of the page.

    JupyterLab's body has no height, which axe-core takes for a page of which nothing is seen: give it one.
    """
    lab.page.evaluate("() => { document.body.style.height = '100vh'; }")
    found = Axe().run(lab.page, context=where).response["violations"]
    return [
        (one["id"], one["impact"], [node["html"][:120] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def check(lab: Lab, name: str, dark: bool, table: Table) -> None:
    """A picture of the table, and nothing serious, cut off or too small to press in it."""
    lab.shot(f"{name}-{'dark' if dark else 'light'}", table.root)
    assert serious(lab, ".seis-table") == []
    assert table.root.evaluate(CUT) == []
    assert table.root.evaluate(OVERLAPS) == []
    assert lab.page.evaluate(SMALL, [table.root.element_handle(), TARGET]) == []


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def dark(lab: Lab, request: pytest.FixtureRequest) -> Any:
    """JupyterLab in its light, then in its dark theme, without the side bar."""
    lab.page.set_viewport_size({"width": 1280, "height": 1500})
    lab.command("application:toggle-left-area")
    lab.theme(request.param)
    yield request.param
    lab.theme(False)
    lab.command("application:toggle-left-area")
    lab.page.set_viewport_size(WINDOW)


def playing(lab: Lab, clicks: int, **options: Any) -> Table:
    """A table some clicks into a game of three."""
    given = {"players": ["Ana", "bot:steady", "Carme"], "seed": 4, "autosave": False, **options}
    lab.cells(f"table = SeisTable(**{given!r})\ntable")
    table = Table(lab, lab.table)
    for click in range(clicks):
        table.settle()
        table.after(table.actions.nth(click % table.actions.count()).click)
    table.settle()
    expect(table.root).to_have_attribute("data-theme", "dark" if lab.dark else "light")
    return table


def test_a_game_with_the_coach(lab: Lab, dark: bool) -> None:
    table = playing(lab, 23, lang="es", coach=True)
    table.page.wait_for_function(
        "root => [...root.querySelectorAll('.st-detail')].some(detail => detail.textContent.includes('%'))",
        arg=table.root.element_handle(),
    )
    table.root.locator("button[data-do=hint]").click()
    expect(table.root.locator(".st-hint")).to_be_visible()
    check(lab, "coach", dark, table)


def test_replay_and_menu(lab: Lab, dark: bool) -> None:
    table = playing(lab, 12, lang="gl")
    table.root.locator("button[data-menu]").click()
    table.after(table.root.locator("button[data-do=replay]").click)
    slider = table.root.locator("input.st-replay")
    expect(slider).to_be_visible()
    table.after(lambda: slider.fill("5"))
    assert lab.ask("table.session.now.replay") == 5
    check(lab, "replay", dark, table)
    table.after(table.root.locator("button[data-do=replay]").click)
    assert lab.ask("table.session.now.replay") is None


def test_alone_six_players_and_the_end(lab: Lab, dark: bool) -> None:
    table = playing(lab, 9, players=["Ana"], coach=True)
    check(lab, "alone", dark, table)
    table.click_through(lambda click, count: 0)
    check(lab, "over", dark, table)
    check(lab, "six", dark, playing(lab, 8, players=["Ana", "Brais", "bot:random", "Duarte", "Eva", "bot:steady"]))


def test_on_a_phone_narrower_still_and_at_twice_the_size(lab: Lab, dark: bool) -> None:
    """360 px of table, as on a phone; 280 px; and half the window's width, which is what 200 % of zoom makes of it."""
    table = playing(lab, 8, players=["Ana", "bot:steady", "Wolfeschlegelsteinhausen"])
    for name, width in (("phone", 360), ("narrow", 280)):
        table.root.evaluate("(root, width) => { root.parentElement.style.width = width; }", f"{width}px")
        expect(table.root).to_have_css("width", f"{width}px")
        check(lab, name, dark, table)
    table.root.evaluate("root => { root.parentElement.style.width = ''; }")
    lab.page.set_viewport_size({"width": 640, "height": 1500})
    check(lab, "zoom", dark, table)


def test_axe_convicts_a_planted_fault(lab: Lab) -> None:
    """The verdict "nothing serious" is worth something: a button without a name and pale text are found."""
    table = playing(lab, 0)
    table.root.evaluate(
        """root => {
            root.append(document.createElement('button'));
            root.querySelector('.st-status').style.color = '#eee';
        }"""
    )
    assert {rule for rule, _, _ in serious(lab, ".seis-table")} == {"button-name", "color-contrast"}


def test_motion_ends_in_the_state_that_was_already_there(lab: Lab) -> None:
    """With animations on, what the page says right after a click is what it says when everything has come to rest."""
    lab.page.emulate_media(reduced_motion="no-preference")
    try:
        table = playing(lab, 0)
        for _ in range(10):
            table.settle()
            table.after(table.actions.first.click)
            table.settle()
            said = table.looks()
            table.page.wait_for_function(
                "root => root.getAnimations({subtree: true}).every(one => one.playState !== 'running' "
                "|| one.effect.getComputedTiming().endTime === Infinity)",
                arg=table.root.element_handle(),
            )
            assert table.looks() == said
    finally:
        lab.page.emulate_media(reduced_motion="reduce")
