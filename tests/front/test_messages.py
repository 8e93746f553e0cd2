"""What the page sends for every click, and what it does with the answers, or without one."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.front.front import Front, Scene, later, piece, scene

pytestmark = pytest.mark.browser


def replaying(at: int) -> Scene:
    """The sample position while it is shown in a replay."""
    shown = scene("numeral")
    shown["controls"]["replay"] = {"at": at, "of": 30, "live": False, "text": f"{at}/30"}
    return {**shown, "actions": [], "hint": None}


def test_a_click_on_an_action_sends_its_id_with_the_rev(front: Front) -> None:
    front.show(scene("numeral"))
    front.one("button.st-action[data-id=m2]").click()
    [message] = front.sent
    assert type(message["n"]) is int
    assert front.wishes == [{"do": "act", "rev": 17, "id": "m2"}]


@pytest.mark.parametrize(("dragged", "wishes"), [(0, [{"do": "act", "rev": 17, "id": "m1"}]), (30, [])])
def test_a_button_that_moves_away_while_it_is_pressed_is_still_chosen(
    front: Front, dragged: int, wishes: list[dict[str, Any]]
) -> None:
    """The coach's words come at any time and widen the buttons before it; who drags the mouse away thinks better."""
    shown = scene("numeral")
    front.show(shown)
    box = front.one("button.st-action[data-id=m1]").bounding_box()
    assert box is not None
    x, y = box["x"] + 5, box["y"] + box["height"] / 2
    front.page.mouse.move(x, y)
    front.page.mouse.down()
    shown["actions"][0]["detail"] = "as many words as it takes to push the next one away"
    front.update(shown)
    moved = front.one("button.st-action[data-id=m1]").bounding_box()
    assert moved is not None and moved["x"] > x
    front.page.mouse.move(x, y + dragged)
    front.page.mouse.up()
    assert front.wishes == wishes


def test_a_click_on_a_piece_with_an_action_sends_that_action(front: Front) -> None:
    shown = scene("numeral")
    assert piece(shown, "c0-4")["action"] == "m1"
    front.show(shown)
    front.one("[data-piece=c0-4]").click()
    front.one("[data-piece=c0-1]").click(force=True)  # it has none
    assert front.wishes == [{"do": "act", "rev": 17, "id": "m1"}]


def test_counters_differ_from_message_to_message_and_from_view_to_view(front: Front) -> None:
    front.show(scene("numeral")).show(scene("numeral"), place="#second")
    for place in ("#first", "#second"):
        front.page.locator(f"{place} button[data-do=hint]").click()
        front.page.locator(f"{place} button[data-do=save]").click()
    assert len({message["n"] for message in front.sent}) == 4


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("hint", {"do": "hint"}),
        ("coach", {"do": "coach", "on": True}),
        ("save", {"do": "save"}),
        ("replay", {"do": "replay", "at": 0}),
        ("new", {"do": "new"}),
    ],
)
def test_every_control_sends_its_message(front: Front, name: str, wish: dict[str, Any]) -> None:
    front.show(scene("start"))
    front.do(name).click()
    assert front.wishes == [wish]


def test_languages_undo_and_the_rare_switch(front: Front) -> None:
    shown = scene("start")
    shown["controls"]["undo"] = {"on": True, "why": None}
    front.show(shown)
    front.do("lang").nth(0).click()
    front.do("undo").click()
    front.one("button[data-menu]").click()
    front.one("input[data-switch=own_tirador]").check()
    expected = [
        {"do": "lang", "lang": shown["controls"]["langs"][0]},
        {"do": "undo"},
        {"do": "switch", "name": "own_tirador", "on": True},
    ]
    assert front.wishes == expected


def test_a_control_that_is_off_says_why_and_sends_nothing(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    undo = front.do("undo")
    assert undo.get_attribute("aria-disabled") == "true"
    undo.click(force=True)
    expect(front.one(".st-banner")).to_contain_text(shown["controls"]["undo"]["why"])
    expect(front.one("[aria-live]")).to_have_text(shown["controls"]["undo"]["why"])
    assert front.sent == []


def test_a_running_game_is_not_given_up_by_one_click(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    front.do("new").click()
    expect(front.one(".st-offer")).to_contain_text(shown["texts"]["new_ask"])
    front.one("button[data-no]").click()
    expect(front.one(".st-offer")).to_be_hidden()
    assert front.sent == []
    front.do("new").click()
    front.one("button[data-yes]").click()
    assert front.wishes == [{"do": "new"}]


def test_a_saved_game_is_offered(front: Front) -> None:
    shown = scene("start")
    front.show(shown)
    expect(front.do("resume")).to_be_hidden()
    shown["controls"]["resume"] = {"on": True, "file": "first.seis.json"}
    front.update(later(shown))
    front.do("resume").click()
    assert front.wishes == [{"do": "resume"}]


def test_the_replay_has_a_slider_steps_and_a_way_back(front: Front) -> None:
    front.show(replaying(12))
    slider = front.one("input.st-replay")
    assert (slider.input_value(), slider.get_attribute("max")) == ("12", "30")
    slider.fill("20")
    front.answer(front.sent[-1]["n"])
    front.update({**later(replaying(20)), "rev": 19})
    assert slider.input_value() == "20"
    front.one("button[data-step='1']").click()
    front.one("button[data-step='-1']").click()
    front.one("button[data-step=live]").click()
    assert [wish["at"] for wish in front.wishes] == [20, 21, 19, None]
    front.update({**scene("numeral"), "rev": 20})
    expect(front.one(".st-replaying")).to_be_hidden()


def test_a_slider_that_is_dragged_waits_for_answers_and_ends_where_it_was_left(front: Front) -> None:
    front.show(replaying(0))
    slider = front.one("input.st-replay")
    for place in ("5", "6", "7", "8"):
        slider.fill(place)
    assert [wish["at"] for wish in front.wishes] == [5]
    front.answer(front.sent[0]["n"])
    assert [wish["at"] for wish in front.wishes] == [5, 8]


def test_a_pending_action_is_pressed_at_once_and_the_same_choice_is_sent_once(front: Front) -> None:
    front.show(scene("numeral"))
    button = front.one("button.st-action[data-id=m0]")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    button.click()
    assert len(front.sent) == 1
    front.one("button.st-action[data-id=m2]").click()  # another choice is the kernel's to judge
    assert len(front.sent) == 2
    front.answer(front.sent[0]["n"])
    assert button.get_attribute("aria-busy") is None


def test_the_second_half_of_a_double_click_does_not_choose_what_came_after_the_first(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    front.page.evaluate(
        """scene => {
            const button = document.querySelector('button.st-action[data-id=m0]');
            button.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}));
            model.set('scene', scene);
            button.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 2}));
        }""",
        later(shown),
    )
    assert front.wishes == [{"do": "act", "rev": 17, "id": "m0"}]


def test_no_answer_brings_the_banner_and_an_answer_takes_it_away(front: Front) -> None:
    front.page.clock.install()
    shown = scene("numeral")
    front.show(shown)
    banner = front.one(".st-banner")
    front.one("button.st-action[data-id=m0]").click()
    front.page.clock.run_for(2_000)
    expect(banner).to_be_hidden()
    front.page.clock.run_for(1_000)
    expect(banner).to_contain_text(shown["texts"]["lost"])
    expect(banner).to_contain_text(shown["texts"]["lost_how"])
    expect(front.one("[aria-live]")).to_have_text(shown["texts"]["lost"])
    front.one("button[data-retry]").click()
    assert front.sent[0] == front.sent[1]  # the very same message: done twice it is done once
    front.answer(front.sent[0]["n"])
    expect(banner).to_be_hidden()


def test_an_answered_message_brings_no_banner(front: Front) -> None:
    front.page.clock.install()
    front.show(scene("numeral"))
    front.do("hint").click()
    front.answer(front.sent[0]["n"])
    front.page.clock.run_for(60_000)
    expect(front.one(".st-banner")).to_be_hidden()


def test_the_answer_to_another_view_is_not_ours(front: Front) -> None:
    front.page.clock.install()
    front.show(scene("numeral"))
    front.do("hint").click()
    front.answer(front.sent[0]["n"] + 1)
    front.page.clock.run_for(3_000)
    expect(front.one(".st-banner")).to_be_visible()


def test_a_closed_connection_is_silence_not_a_crash(front: Front) -> None:
    front.page.clock.install()
    front.show(scene("numeral"))
    front.page.evaluate("() => { model.send = () => { throw new Error('comm closed'); }; }")
    front.do("hint").click()
    front.page.clock.run_for(3_000)
    expect(front.one(".st-banner")).to_be_visible()


def test_a_refusal_is_shown_and_said(front: Front) -> None:
    front.show(scene("numeral"))
    front.one("button.st-action[data-id=m0]").click()
    front.answer(front.sent[0]["n"], ok=False, say="The table has moved on.")
    expect(front.one(".st-banner")).to_contain_text("The table has moved on.")
    expect(front.one("[aria-live]")).to_have_text("The table has moved on.")
    front.one("button[data-close]").click()
    expect(front.one(".st-banner")).to_be_hidden()


def test_a_saved_game_is_said_to_be_saved(front: Front) -> None:
    shown = scene("start")
    front.show(shown)
    front.do("save").click()
    front.answer(front.sent[0]["n"])
    expect(front.one(".st-banner.good")).to_contain_text(shown["texts"]["saved"])
    expect(front.one(".st-banner.good")).to_contain_text(shown["controls"]["save"]["file"])
    front.do("hint").click()
    front.answer(front.sent[1]["n"])
    expect(front.one(".st-banner")).to_be_hidden()


def test_the_theme_is_the_models(front: Front) -> None:
    front.show(scene("numeral")).show(scene("numeral"), place="#second")
    front.one("button[data-menu]").click()
    front.one(".st-menu button[data-theme=dark]").click()
    assert front.page.evaluate("model.saved") == [{"theme": "dark"}]
    expect(front.page.locator("#second .seis-table")).to_have_attribute("data-theme", "dark")
