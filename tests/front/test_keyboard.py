"""Everything by keyboard, nothing of it for the notebook, and the focus never lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.front.front import Front, later, piece, scene

pytestmark = pytest.mark.browser


def test_one_tab_stop_per_group(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    groups = front.page.evaluate(
        """() => [...document.querySelectorAll('[role=toolbar], .st-row, .st-fan, .st-dice')].map(group =>
            [...group.querySelectorAll('button')].filter(button => button.tabIndex === 0).length)"""
    )
    assert groups == [1] * (len(shown["zones"]) + 2)  # every zone, the controls and the actions


def test_a_walk_from_the_first_stop_to_the_last(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    zones, stops = [], []
    front.page.locator("body").focus()
    for _ in range(40):
        front.page.keyboard.press("Tab")
        at = front.focused()
        if at["id"] == "after":
            break
        stops.append(at)
        zones.append(front.page.evaluate("document.activeElement.closest('[data-zone]')?.dataset.zone ?? ''"))
    assert [zone for zone in zones if zone] == [zone["id"] for zone in shown["zones"]]
    assert [stop["id"] for stop in stops if "st-action" in stop["class"]] == ["m0"]
    assert any("st-scroller" in stop["class"] for stop in stops)
    assert len(stops) == len(shown["zones"]) + 3


def test_arrows_home_and_end_move_inside_a_group(front: Front) -> None:
    front.show(scene("numeral"))
    front.one("[data-piece=c1-0]").focus()
    seen = []
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowUp"):
        front.page.keyboard.press(key)
        seen.append(front.focused()["piece"])
    assert seen == ["c1-1", "c1-2", "c1-1", "c1-5", "c1-5", "c1-0", "c1-0"]
    front.page.keyboard.press("ArrowRight")
    front.page.keyboard.press("Tab")
    front.page.keyboard.press("Shift+Tab")
    assert front.focused()["piece"] == "c1-1"  # a group remembers where one was


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_enter_and_space_choose(front: Front, key: str) -> None:
    front.show(scene("numeral"))
    front.one("button.st-action[data-id=m0]").focus()
    front.page.keyboard.press("ArrowRight")
    front.page.keyboard.press(key)
    front.one("[data-piece=c0-4]").focus()
    front.page.keyboard.press(key)
    assert front.wishes == [{"do": "act", "rev": 17, "id": "m1"}]  # both are the action m1: one choice
    front.one("[data-piece=c0-1]").focus()
    front.page.keyboard.press(key)
    assert len(front.sent) == 1


def test_plain_keys_never_reach_the_notebook_and_commands_do(front: Front) -> None:
    front.show(scene("numeral"))
    front.page.evaluate("document.addEventListener('keydown', event => event.preventDefault())")
    for place in ("[data-piece=c0-0]", "button.st-action", "button[data-do=hint]", ".st-scroller"):
        front.one(place).first.focus()
        for key in ["x", "d", "d", "a", "b", "m", "0", "0", "j", "ArrowDown", "Shift+M", "Escape"]:
            front.page.keyboard.press(key)
    assert front.page.evaluate("heard") == []
    assert front.sent == []
    front.page.keyboard.press("Control+s")
    assert front.page.evaluate("heard") == ["Control", "s"] or front.page.evaluate("heard") == ["s"]


def test_the_focus_stays_on_a_card_over_updates(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    front.one("[data-piece=c0-4]").focus()
    after = later(shown, actions=[])
    piece(after, "c0-4").update(action=None, up=False)
    front.update(after)
    assert front.focused()["piece"] == "c0-4"
    expect(front.one("[data-piece=c0-4]")).to_have_attribute("aria-disabled", "true")


def test_the_focus_of_a_chosen_action_goes_to_the_next_question(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    front.one("button.st-action[data-id=m2]").focus()
    front.update(later(shown, actions=[]))  # a bot plays
    assert "st-status" in front.focused()["class"]
    front.update({**later(shown), "rev": 20, "actions": scene("start")["actions"]})
    assert front.focused()["id"] == "m0"


def test_the_focus_leaves_a_button_that_now_means_another_action(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    front.one("button.st-action[data-id=m1]").focus()
    coached = later(shown)
    coached["actions"][1]["detail"] = "61,9 %"
    front.update(coached)  # the same action, a better number
    assert front.focused()["id"] == "m1"
    front.update({**later(shown), "rev": 20, "actions": scene("start")["actions"]})
    assert front.focused()["id"] == "m0"


def test_the_focus_of_a_strip_that_closes_is_not_lost(front: Front) -> None:
    front.show(scene("numeral"))
    front.do("new").focus()
    front.page.keyboard.press("Enter")
    assert "yes" in front.focused()
    front.page.keyboard.press("Escape")
    assert front.focused()["do"] == "new"
    front.do("hint").focus()
    front.page.keyboard.press("Enter")
    front.answer(front.sent[0]["n"], ok=False, say="No.")
    front.one("button[data-close]").focus()
    front.page.keyboard.press("Enter")
    assert front.focused()["id"] == "m0"


def test_the_focus_is_always_to_be_seen(front: Front) -> None:
    front.show(scene("numeral"))
    for place in (
        "[data-piece=c0-0]",
        "[data-piece=w0-DADO]",
        "[data-piece=die]",
        "button.st-action",
        "button[data-do=hint]",
    ):
        front.one(place).first.focus()
        front.page.keyboard.press("Shift")  # a key: the focus is the keyboard's
        width = front.page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
        assert width == "3px", place


def test_an_action_lights_up_its_card(front: Front) -> None:
    shown = scene("numeral")
    assert shown["actions"][1]["piece"] == "c0-4"
    front.show(shown)
    front.one("button.st-action[data-id=m1]").focus()
    assert front.one(".lit").get_attribute("data-piece") == "c0-4"
    front.do("hint").focus()
    assert front.one(".lit").count() == 0


def test_a_game_of_questions_by_keyboard_alone(open_front: Callable[..., Front]) -> None:
    front = open_front(reduced_motion="no-preference").show(scene("start"))
    front.page.locator("body").focus()
    while "st-action" not in front.focused()["class"]:
        front.page.keyboard.press("Tab")
    front.page.keyboard.press("Enter")
    front.answer(front.sent[-1]["n"])
    front.update(scene("numeral"))
    front.page.keyboard.press("End")
    front.page.keyboard.press("Space")
    front.answer(front.sent[-1]["n"])
    front.update(scene("over"))
    assert front.wishes == [
        {"do": "act", "rev": scene("start")["rev"], "id": "m0"},
        {"do": "act", "rev": 17, "id": "m2"},
    ]
    assert "st-status" in front.focused()["class"]
