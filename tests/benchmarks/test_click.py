"""From a click to the changed page: a table, and beside it the smallest widget there is, in one JupyterLab.

Issue 2 asks for at most 150 ms at the 95th percentile. Measured in the page itself, from the click until the browser
has drawn the frame in which the new position is there. Both go the whole way to the kernel and back.
"""

from statistics import median, quantiles

import pytest

from tests.browser.harness import Lab, browser, lab, one_lab, server
from tests.browser.tables import Table

__all__ = ["browser", "lab", "one_lab", "server"]  # fixtures

pytestmark = pytest.mark.browser

CLICKS = 100
BOUND = 150.0  # ms
FIRST = "button.st-action"
FREE = (
    ".hx-cell[data-action][data-state=free], .hx-cell[data-action]"  # of a board: where a tile may come, or one to lift
)
TIMED = """([node, changed, chosen]) => new Promise(done => {
    const now = new Function('node', 'return ' + changed);
    const before = now(node), start = performance.now();
    const watcher = new MutationObserver(() => {
        if (now(node) === before) return;
        watcher.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
    });
    watcher.observe(node, {attributes: true, childList: true, subtree: true, characterData: true});
    const found = chosen.split(', ').map(one => node.querySelector(one)).find(Boolean);
    (found ?? node).click();
})"""


def p95(times: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20, method="inclusive")[-1]


def table_clicks(lab: Lab, arguments: str, game: str = "SeisTable", chosen: str = FIRST) -> list[float]:
    """How long each of many choices took, in games one after another."""
    lab.cells(
        f"from seis_lab import {game}\ntable = {game}({arguments}, seed=1, autosave=True, name='click {game}')\ntable"
    )
    table = Table(lab, lab.table)
    times: list[float] = []
    while len(times) < CLICKS:
        table.page.wait_for_function(
            """([root, chosen]) => !root.querySelector('[aria-busy]')
                && root.querySelector(`${chosen}, .st-status.over`)""",
            arg=[table.root.element_handle(), chosen],
        )
        if table.over:
            lab.python("table.session.new()")
            table.page.wait_for_function(
                "root => !root.querySelector('.st-status.over')", arg=table.root.element_handle()
            )
            continue
        times.append(lab.evaluate(TIMED, [table.root.element_handle(), "node.dataset.rev", chosen]))
    return times


def button_clicks(lab: Lab) -> list[float]:
    """The same for a plain ipywidgets button that writes its count."""
    lab.cells(
        "import ipywidgets\n"
        "button = ipywidgets.Button(description='0').add_class('counts')\n"
        "button.on_click(lambda _: setattr(button, 'description', str(int(button.description) + 1)))\nbutton"
    )
    node = lab.panel.locator(".counts").element_handle()
    return [lab.evaluate(TIMED, [node, "node.textContent", FIRST]) for _ in range(CLICKS)]


def test_click_to_update(lab: Lab) -> None:
    rows = {
        "a plain ipywidgets button": button_clicks(lab),
        "a table of two people": table_clicks(lab, "players=['Ana', 'Brais']"),
        "a table with a steady bot": table_clicks(lab, "players=['Ana', 'bot:steady']"),
        "a table of Seises cabrón": table_clicks(lab, "players=['Ana', 'bot', 'bot', 'bot']", "CabronTable"),
        "a table of Six": table_clicks(lab, "players=['Ana', 'Brais']", "SixTable", FREE),
    }
    print(f"\nclick to changed page, {CLICKS} clicks each, ms:")
    for name, times in rows.items():
        print(f"  {name:28} median {median(times):5.0f}   95th percentile {p95(times):5.0f}   max {max(times):5.0f}")
    assert max(p95(times) for name, times in rows.items() if "table" in name) <= BOUND
