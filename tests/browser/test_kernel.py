"""What goes wrong between a page and its kernel: busy, restarted, or a page that lies."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.harness import Lab
from tests.browser.tables import Table, replayed

pytestmark = pytest.mark.browser

KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
BUSY = "import pathlib, time\nwhile not pathlib.Path('go_on').exists(): time.sleep(0.02)"  # in the kernel, not here


@contextmanager
def busy_cell(lab: Lab) -> Iterator[Callable[[], None]]:
    """Run a cell that ends when a file appears; gives what makes it end."""
    (lab.folder / "go_on").unlink(missing_ok=True)
    lab.page.evaluate(
        f"""code => {{
            window.cellEnded = false;
            {KERNEL}.requestExecute({{code}}).done.then(() => (window.cellEnded = true));
        }}""",
        BUSY,
    )
    lab.page.wait_for_function(f"() => {KERNEL}.status === 'busy'")

    def end() -> None:
        (lab.folder / "go_on").touch()
        lab.page.wait_for_function("() => window.cellEnded")

    try:
        yield end
    finally:
        end()


def test_clicks_while_another_cell_runs_are_each_answered(lab: Lab) -> None:
    """JupyterLab gives widgets a thread of their own: the table goes on while a cell runs."""
    lab.cells("table = SeisTable(players=['Ana', 'Brais'], seed=21, autosave=False)\ntable")
    table = Table(lab, lab.table)
    with busy_cell(lab):
        for _ in range(12):
            table.after(table.actions.first.click)
        table.settle()
        assert not lab.page.evaluate("() => window.cellEnded"), "the cell was not running while the table was clicked"
        expect(table.root.locator(".st-banner")).to_be_hidden()
    assert lab.ask("table.session.now.rev") == table.rev


def test_clicks_wait_for_a_cell_where_widgets_have_no_thread(lab: Lab) -> None:
    """Elsewhere messages queue up behind the cell: the page says that nobody answers, then each click is answered."""
    lab.cells("table = SeisTable(players=['Ana', 'Brais'], seed=22, autosave=False)\ntable")
    table = Table(lab, lab.table)
    before = table.rev
    usual = lab.page.evaluate(f"() => {KERNEL}.commsOverSubshells")
    lab.page.evaluate(f"() => {{ {KERNEL}.commsOverSubshells = 'disabled'; }}")
    try:
        with busy_cell(lab) as end:
            table.actions.first.click()
            table.root.locator("button[data-do=coach]").click()
            table.root.locator("button[data-lang=es]").click()
            expect(table.root.locator(".st-banner")).to_be_visible()
            assert table.rev == before
            end()
        table.page.wait_for_function(
            "([root, rev]) => Number(root.dataset.rev) === rev", arg=[table.root.element_handle(), before + 1]
        )
        table.settle()
        expect(table.root).to_have_attribute("lang", "es")
        expect(table.root.locator("button[data-do=coach]")).to_have_attribute("aria-pressed", "true")
        expect(table.root.locator(".st-banner")).to_be_hidden()
    finally:
        lab.page.evaluate(f"usual => {{ {KERNEL}.commsOverSubshells = usual; }}", usual)


def test_after_a_restart_the_table_says_so_and_the_saved_game_goes_on(lab: Lab) -> None:
    """No seed is given: the next die after the restart is known only to a twin resumed from a copy of the file."""
    for file in lab.folder.glob("*.seis.json"):
        file.unlink()
    cell = "from seis_lab import SeisTable\ntable = SeisTable(players=['Ana', 'bot:steady', 'Carme'])\ntable"
    lab.cells(cell)
    table = Table(lab, lab.table)
    for click in range(14):
        table.settle()
        table.after(table.actions.nth(click % table.actions.count()).click)
    table.settle()
    table.root.locator("button[data-do=save]").click()  # it is saved after every move too, but a moment later
    table.settle()
    looked = table.looks()[1:]
    played = json.loads(lab.ask("table.record.to_json()"))["moves"]
    lab.python(
        "import shutil; shutil.copy('seis.seis.json', 'copy.seis.json')\n"
        "twin = SeisTable.resume('copy.seis.json', name='twin', autosave=False)\n"
        "for _ in range(6): twin.session.act(twin.session.now.rev, 'm0')"
    )
    expected = json.loads(lab.ask("twin.record.to_json()"))["moves"]
    assert expected[: len(played)] == played
    assert any(move.startswith("roll") for move in expected[len(played) :])

    lab.restart()
    table.actions.first.click()
    expect(table.root.locator(".st-banner")).to_be_visible()
    lab.shot("banner", table.root)

    lab.run_all()
    table = Table(lab, lab.table)
    table.after(table.root.locator("button[data-do=resume]").click)
    table.settle()
    assert table.looks()[1:] == looked
    assert json.loads(lab.ask("table.record.to_json()"))["moves"] == played
    for _ in range(6):
        table.after(table.actions.first.click)
        table.settle()
    assert json.loads(lab.ask("table.record.to_json()"))["moves"] == expected


def forgeries(rev: int, count: int) -> list[Any]:
    """Messages that no page of ours would send at this revision; none of them is a wish that may be granted."""
    draw = random.Random(1000)

    def junk() -> Any:
        return draw.choice(
            [None, True, -1, 0, 1e9, 0.5, "", "m0", "m1", "x" * draw.randrange(2000), [], ["m0"], {}, {"rev": rev}]
        )

    def forge(n: int) -> Any:
        match draw.randrange(9):
            case 0:
                return {"do": "act", "rev": rev + draw.choice([-2, -1, 1, 2, 1000]), "id": "m0", "n": n}
            case 1:
                return {
                    "do": "act",
                    "rev": rev,
                    "id": draw.choice(["m99", "m-1", "roll", "", "M0", " m0", "0"]),
                    "n": n,
                }
            case 2:
                return {"do": "act", "rev": draw.choice([str(rev), True, None, [rev], rev + 0.5]), "id": "m0", "n": n}
            case 3:
                return {"do": "act", "rev": rev, "id": "m0", "n": n, draw.choice(["seat", "move", "face"]): junk()}
            case 4:
                return {
                    "do": draw.choice(["close", "__init__", "set_state", "ACT", junk()]),
                    "rev": rev,
                    "id": "m0",
                    "n": n,
                }
            case 5:
                return {
                    "do": draw.choice(["coach", "own_tirador"]),
                    "on": draw.choice([0, 1, "true", None, []]),
                    "n": n,
                }
            case 6:
                return {"do": "replay", "at": draw.choice([-1, 10**6, "0", True, [0], 0.5]), "n": n}
            case 7:
                return {"do": "lang", "lang": draw.choice(["xx", "../es", "", None, ["es"], 5]), "n": n}
            case _:
                return {"do": "act", "rev": rev, "id": "m0", "n": draw.choice([None, True, str(n), [n], n + 0.5])}

    wild = [junk() for _ in range(count // 10)]
    return [forge(n) for n in range(count - len(wild))] + wild


def test_a_thousand_forged_messages_change_nothing(lab: Lab) -> None:
    """Sent through the widget's own channel: custom messages, and updates of the traits it syncs."""
    lab.cells("table = SeisTable(players=['Ana', 'Brais'], seed=23, autosave=False)\ntable")
    table = Table(lab, lab.table)
    for _ in range(9):
        table.after(table.actions.first.click)
    state = (
        "[repr(table.session.now), table.record.to_json(), table.scene, table.theme, table.session.seed, table._esm]"
    )
    before, looked = lab.ask(state), table.looks()
    forged = forgeries(table.rev, 900)
    updates = [
        {"scene": {}}, {"scene": {**before[2], "rev": 9999}}, {"theme": "pink"}, {"theme": None}, {"_esm": "alert(1)"},
        {"session": None}, {"_model_name": "x"}, {"record": "[]"}, {"scene": None, "theme": 5}, {"comm": None},
    ] * 10  # fmt: skip
    answers = lab.evaluate(
        f"""async ([id, forged, updates]) => {{
            const comm = {KERNEL}._comms.get(id), answers = [];
            const listen = (_, {{direction, msg}}) => {{
                const ours = direction === 'recv' && msg.header.msg_type === 'comm_msg' && msg.content.comm_id === id;
                if (ours && msg.content.data.method === 'custom') answers.push(msg.content.data.content);
            }};
            {KERNEL}.anyMessage.connect(listen);
            const sent = [
                ...forged.map(content => ({{method: 'custom', content}})),
                ...updates.map(state => ({{method: 'update', state, buffer_paths: []}})),
            ];
            await Promise.all(sent.map(data => comm.send(data).done));
            {KERNEL}.anyMessage.disconnect(listen);
            return answers;
        }}""",
        [lab.ask("table.model_id"), forged, updates],
    )
    numbered = [one["n"] for one in forged if isinstance(one, dict) and type(one.get("n")) is int]
    assert sorted(answer["ack"] for answer in answers) == numbered
    assert not any(answer["ok"] for answer in answers)
    assert all(answer["say"] for answer in answers)
    assert lab.ask(state) == before
    assert table.looks() == looked
    table.click_through(lambda click, count: 0)  # and the table still plays to the end
    replayed(lab.ask("table.record.to_json()"))
