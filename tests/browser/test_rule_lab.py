"""The rule lab on the page: change a rule, read the exact answers, put them on trial, take them away."""

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, expect

from seis_lab.locale import text
from tests.browser.harness import WINDOW, Lab
from tests.browser.test_look import serious

pytestmark = pytest.mark.browser


def open_lab(lab: Lab, arguments: str = "before=SeisRules(wildcards={})") -> Locator:
    lab.cells(f"lab = RuleLab('seis', {arguments})\nlab")
    root = lab.panel.locator(".seis-lab")
    expect(root).to_be_visible()
    return root


def row(root: Locator, name: str) -> list[str]:
    """What stands before, after and as the change in a row of the answer."""
    line = root.locator(".sl-table tr").filter(has=root.page.get_by_role("rowheader", name=name)).first
    return [cell.replace("−", "-") for cell in line.locator("td").all_text_contents()]


def set_number(root: Locator, label: str, value: int) -> None:
    """Type a number into the control of an option, as a person does."""
    entry = root.locator(".sl-option", has_text=label).locator("input")
    entry.fill(str(value))
    entry.press("Enter")


def test_changing_a_rule_shows_the_exact_answers_before_and_after(lab: Lab) -> None:
    """Coupon collectors: 6 cards take 6(1 + 1/2 + ... + 1/6) = 147/10 turns, 4 cards 4(1 + 1/2 + 1/3 + 1/4) = 25/3."""
    root = open_lab(lab)
    assert 6 * sum(Fraction(1, k) for k in range(1, 7)) == Fraction(147, 10)
    assert 4 * sum(Fraction(1, k) for k in range(1, 5)) == Fraction(25, 3)
    expect(root.locator(".sl-results")).to_contain_text("147/10")
    set_number(root, text("en", "lab.option.faces"), 4)
    expect(root.locator(".sl-results")).to_contain_text("25/3")
    before, after, change = row(root, "mean turns")
    assert before.startswith("147/10")
    assert after.startswith("25/3")
    assert change.startswith("-191/30")
    assert Fraction(25, 3) - Fraction(147, 10) == Fraction(-191, 30)
    expect(root.locator(".sl-charts svg")).to_have_count(2)
    lab.page.set_viewport_size({"width": 1280, "height": 1700})
    assert serious(lab, ".seis-lab") == []
    lab.shot("rule-lab-light", root)
    lab.theme(True)
    expect(root).to_have_attribute("data-theme", "dark")
    assert serious(lab, ".seis-lab") == []
    lab.shot("rule-lab-dark", root)
    root.evaluate("root => { root.style.width = '360px'; }")
    expect(root).to_have_css("width", "360px")
    lab.theme(False)
    assert serious(lab, ".seis-lab") == []
    lab.shot("rule-lab-phone", root)
    lab.page.set_viewport_size(WINDOW)


def test_what_cannot_be_is_said_once_and_nothing_is_lost(lab: Lab) -> None:
    root = open_lab(lab)
    entry = root.locator(".sl-option", has_text=text("en", "lab.option.row")).locator("input")
    entry.fill("1, <img src=x onerror=alert(1)>")
    entry.press("Enter")
    expect(root.get_by_text("1, <img src=x onerror=alert(1)>")).to_be_visible()
    assert lab.page.locator("img[src=x]").count() == 0
    expect(root.locator(".sl-results")).to_contain_text("147/10")
    entry.fill("1, 2, 3")
    entry.press("Enter")  # one of three of six faces, then of two, then of one: 6 (1/3 + 1/2 + 1) = 11 turns
    expect(root.locator(".sl-headline")).to_contain_text("37/10")  # that is 147/10 - 11
    assert row(root, "mean turns")[1] == "11"


def test_check_by_simulation_with_progress_and_cancel(lab: Lab) -> None:
    root = open_lab(lab)
    root.get_by_role("button", name=text("en", "lab.simulate")).click()
    verdict = root.get_by_text(re.compile("The simulation agrees.*estimate.*exact: 14.7000"))
    expect(verdict).to_be_visible()
    games = root.get_by_label(text("en", "lab.games"))
    games.fill("10000000")
    games.press("Enter")
    root.get_by_role("button", name=text("en", "lab.simulate")).click()
    expect(root.locator(".progress:visible, .widget-progress:visible")).to_be_visible()
    root.get_by_role("button", name=text("en", "lab.cancel")).click()
    expect(root.get_by_text(text("en", "lab.simulation_cancelled"))).to_be_visible()
    expect(verdict).to_have_count(0)


def test_the_answer_can_be_taken_away(lab: Lab) -> None:
    root = open_lab(lab, "before=SeisRules(wildcards={}), after=SeisRules(wildcards={'NUMERAL': 1})")
    for form, content in (
        ("CSV", "mean,turns,147,10,14.7,331,30,"),
        ("LaTeX", r"\frac{331}{30}"),
        ("Python", "SeisRules("),
    ):
        root.get_by_role("button", name=form, exact=True).click()
        expect(root.locator("textarea")).to_have_value(re.compile(re.escape(content)))
    lines = root.locator("textarea").input_value()
    before, after = lab.python(lines).splitlines()
    assert before.startswith("147/10 ") and after.startswith("331/30 "), "the Python lines compute something else"
    root.get_by_role("button", name=text("en", "lab.export.write")).click()
    expect(root.get_by_text(re.compile("Written: "))).to_be_visible()
    assert (lab.folder / "seis_turns.py").read_text(encoding="utf-8").strip() == lines.strip()


def test_keys_typed_in_the_lab_stay_there(lab: Lab) -> None:
    root = open_lab(lab)
    before = [cell["source"] for cell in lab.notebook()["cells"]]
    button = root.get_by_role("button", name=text("en", "lab.simulate"))
    button.focus()
    for key in "xddabm00":
        lab.page.keyboard.press(key)
    assert [cell["source"] for cell in lab.notebook()["cells"]] == before
    expect(lab.page.locator(".jp-Dialog")).to_have_count(0)
    expect(button).to_be_focused()
