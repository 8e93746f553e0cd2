"""Games played on the page, by mouse and by keyboard, against the engine in this process."""

import base64
import json
import random
import re

import pytest
from playwright.sync_api import expect

from seis_lab.game import Chance, Decision, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import (
    First,
    Flip,
    Numeral,
    Pass,
    Phase,
    Play,
    Raise,
    Roll,
    SeisMove,
    SeisState,
    Voltear,
)
from tests.browser.harness import Lab
from tests.browser.tables import MOST_CHOICES, Table, replayed

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Brais", "Carme")


def words(move: SeisMove, state: SeisState) -> str:
    """What the English page must write on the button of a move."""
    match move:
        case Numeral(number):
            return f"NUMERAL → {number}"
        case Play(kind):
            return f"Play {kind.value}"
        case Voltear(seat):
            return f"VOLTEAR → {NAMES[seat]}"
        case Flip(card):
            return f"Turn the {card} face down"
        case Raise(card):
            return f"Turn the {card} face up"
        case _:
            known = {Phase.BEFORE: "Roll the die", Phase.TIRADOR: "Let it stand", Phase.END: "End the turn"}
            return known.get(state.phase, f"Leave it at {state.number}")


def rolled(table: Table) -> Roll:
    """The last roll that the page's log tells."""
    lines = table.root.locator(".st-log li").all_text_contents()
    return Roll(int(next(found[1] for line in reversed(lines) if (found := re.search(r"rolls (\d)", line)))))


def test_a_whole_game_by_clicks_is_the_engines_game(lab: Lab) -> None:
    """Three people at one screen: at every step the page offers exactly the engine's moves, and the records agree."""
    rules = SeisRules(
        players=3, wildcards=dict.fromkeys(("DADO", "SALTAR", "NUMERAL", "REVERSA", "VOLTEAR", "TIRADOR"), 1)
    )
    lab.cells(
        f"rules = SeisRules.from_json({rules.to_json()!r})\n"
        f"table = SeisTable(rules, {list(NAMES)!r}, seed=11, autosave=False)\ntable",
    )
    table = Table(lab, lab.table)
    draw = random.Random(11)
    first = First(int(table.root.locator(".st-seat.turn").get_attribute("data-seat") or ""))
    moves: list[SeisMove] = [first]
    state = rules.apply(rules.initial(), first)

    def advance(move: SeisMove) -> SeisState:
        moves.append(move)
        return rules.apply(state, move)

    for _ in range(MOST_CHOICES):
        match rules.turn(state):
            case Terminal():
                break
            case Chance():
                expect(table.actions.locator(".st-label")).to_have_text("Roll the die")
                table.after(table.actions.click)
                state = advance(rolled(table))
            case Decision() if state.phase is Phase.TIRADOR and state.asked == state.roller:
                state = advance(Pass())  # nobody is asked about the own roll unless they wish to be
            case Decision(moves=legal):
                offered = table.actions.locator(".st-label").all_text_contents()
                assert sorted(offered) == sorted(words(move, state) for move in legal)
                move = draw.choice(legal)
                table.after(table.actions.nth(offered.index(words(move, state))).click)
                before = state.phase is Phase.BEFORE
                state = advance(move)
                if before and move == Pass():  # playing no DADO is rolling the die
                    state = advance(rolled(table))
    record, outcome = replayed(lab.ask("table.record.to_json()"))
    assert record.rules == rules
    assert list(record.moves) == moves
    winner = [seat for seat, payoff in enumerate(outcome.payoffs) if payoff]
    expect(table.root.locator(".st-status")).to_have_text(f"{NAMES[winner[0]]} wins the game!")
    expect(table.actions).to_have_count(0)
    for seat in range(3):
        assert sum(table.face_down(seat)) == len(record.final().seats[seat].down)
    lab.shot("over", table.root)


def test_a_whole_game_by_keyboard_only(lab: Lab) -> None:
    """Tab to the actions, arrows among them, Enter or the space bar to choose; the focus is never lost."""
    lab.cells("table = SeisTable(players=['Ana', 'bot:steady'], seed=5, autosave=False)\ntable")
    table = Table(lab, lab.table)
    keyboard = lab.page.keyboard
    lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.node.querySelector('.jp-Cell').focus()")
    tabs = 0
    while not lab.page.evaluate("() => !!document.activeElement.closest('.st-actions')"):
        keyboard.press("Tab")
        tabs += 1
        assert tabs < 60, "Tab never reaches the actions"
    draw = random.Random(5)
    for _ in range(MOST_CHOICES):
        if table.over:
            break
        for _ in range(draw.randrange(table.actions.count())):
            keyboard.press("ArrowRight")
        expect(table.root.locator("button.st-action:focus")).to_have_count(1)
        table.after(lambda: keyboard.press(draw.choice(["Enter", "Space"])))
        if not table.over:
            table.page.wait_for_function(
                "root => root.querySelector('button.st-action') || root.querySelector('.st-status.over')",
                arg=table.root.element_handle(),
            )
    record, outcome = replayed(lab.ask("table.record.to_json()"))
    assert record.final().seats[0].down, "Ana has turned nothing: the keys did nothing"
    winner = [bool(payoff) for payoff in outcome.payoffs].index(True)
    expect(table.root.locator(".st-seat.won")).to_have_attribute("data-seat", str(winner))
    assert lab.page.evaluate("() => !!document.activeElement.closest('.seis-table')"), "the focus left the table"


def test_keys_of_the_notebook_do_nothing_on_a_card_and_saving_works(lab: Lab) -> None:
    """`x d d a b m 0 0` would cut, delete, insert and convert cells and restart the kernel; Ctrl+S saves."""
    lab.cells(
        "import ipywidgets\nkept = 1",
        "table = SeisTable(players=['Ana', 'Brais'], seed=5, autosave=False)\ntable",
        "ipywidgets.Button(description='other').add_class('other')",
    )
    table = Table(lab, lab.table)
    cells = [(cell["cell_type"], cell["source"]) for cell in lab.notebook()["cells"]]
    for focus in (table.root.locator('[data-piece="c0-3"]'), table.actions.first):
        focus.focus()
        for key in "xddabm00":
            lab.page.keyboard.press(key)
        assert [(cell["cell_type"], cell["source"]) for cell in lab.notebook()["cells"]] == cells
        expect(lab.page.locator(".jp-Dialog")).to_have_count(0)
        expect(focus).to_be_focused()
    assert lab.ask("kept") == 1, "the kernel was restarted"
    table.root.locator('[data-piece="c0-3"]').focus()
    assert lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.model.dirty")
    lab.page.keyboard.press("Control+s")
    lab.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
    saved = json.loads((lab.folder / "main.ipynb").read_text(encoding="utf-8"))
    assert "".join(saved["cells"][2]["source"]) == "ipywidgets.Button(description='other').add_class('other')"
    # The same key on another widget's button does insert a cell: what was pressed above was no empty gesture.
    lab.page.locator(".jupyter-button.other").focus()
    lab.page.keyboard.press("b")
    lab.page.wait_for_function("() => window.jupyterapp.shell.currentWidget.content.model.cells.length === 4")


def test_two_views_of_one_table_stay_equal(lab: Lab) -> None:
    lab.cells(
        "from IPython.display import display\n"
        "table = SeisTable(players=['Ana', 'bot:random', 'Carme'], seed=8, autosave=False)\n"
        "display(table)\ndisplay(table)",
    )
    expect(lab.tables).to_have_count(2)
    one, two = (Table(lab, lab.tables.nth(at)) for at in range(2))
    draw = random.Random(8)
    for turn in range(24):
        acting, watching = (one, two) if turn % 2 else (two, one)
        rev = acting.after(acting.actions.nth(draw.randrange(acting.actions.count())).click)
        acting.settle()
        watching.settle()
        assert rev > 0
        assert acting.looks() == watching.looks()
    one.root.locator("button[data-lang=gl]").click()
    expect(two.root.locator("button[data-lang=gl]")).to_have_attribute("aria-pressed", "true")
    assert one.looks() == two.looks()


def test_a_hostile_name_is_text_everywhere(lab: Lab) -> None:
    """A name of at most 24 characters that would run a script if it were ever markup."""
    name = "<img src=x onerror=alert(1)>"
    lab.cells("")
    refused = lab.python(f"try: SeisTable(players=[{name!r}, 'bot'])\nexcept ValueError as error: print(error)")
    if refused:  # longer than a name may be: the error quotes it, and the same trick in fewer letters is tried
        assert name in refused
        name = "<img src=x onerror=a(1)>"
    lab.cells(f"table = SeisTable(players=[{name!r}, 'bot:random'], seed=3, autosave=False)\ntable")
    table = Table(lab, lab.table)
    table.click_through(lambda click, count: click % count)
    assert lab.page.locator("img[src=x]").count() == 0
    expect(table.root.locator(".st-names b").first).to_have_text(name)
    assert any(name in line for line in table.root.locator(".st-log li").all_text_contents())
    lab.command("notebook:run-all-cells")
    html = "".join(lab.notebook()["cells"][0]["outputs"][0]["data"]["text/html"])
    drawn = [base64.b64decode(code).decode() for code in re.findall(r"base64,([\w+/=]+)", html)]
    assert drawn
    for text in (html, *drawn):
        assert name not in text
        assert "&lt;img src=x" in text
