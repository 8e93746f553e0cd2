"""The page draws what the scene says, and only that."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.front.front import NAMES, Front, later, piece, scene

pytestmark = pytest.mark.browser
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("name", NAMES)
def test_every_piece_of_the_scene_is_drawn_once_in_its_zone(front: Front, name: str) -> None:
    shown = scene(name)
    front.show(shown)
    for zone in shown["zones"]:
        drawn = front.one(f"[data-zone={zone['id']}] [data-piece]")
        assert drawn.evaluate_all("nodes => nodes.map(node => node.dataset.piece)") == zone["pieces"]
        assert front.one(f"[data-zone={zone['id']}]").get_attribute("aria-label") == zone["label"]
    assert front.one("[data-piece]").count() == len(shown["pieces"])
    assert front.root.get_attribute("data-rev") == str(shown["rev"])


def test_the_log_shows_its_newest_line_until_the_reader_scrolls_up(front: Front) -> None:
    """Also where the first scene comes with a long log: bots may have played before anybody is asked."""
    lines = [{"n": n, "seat": 0, "text": f"line {n}", "now": n == 60} for n in range(1, 61)]
    shown = scene(NAMES[0]) | {"log": lines}
    front.show(shown)
    last = front.one(".st-log li").last
    expect(last).to_be_in_viewport()
    shown = later(shown, log=[*lines, {"n": 61, "seat": 0, "text": "line 61", "now": False}])
    front.update(shown)
    expect(last).to_have_text("line 61")
    expect(last).to_be_in_viewport()
    front.one(".st-scroller").evaluate("node => { node.scrollTop = 0; }")
    expect(front.one(".st-log li").first).to_be_in_viewport()
    front.update(later(shown, log=[*shown["log"], {"n": 62, "seat": 0, "text": "line 62", "now": False}]))
    expect(last).to_have_text("line 62")
    expect(front.one(".st-log li").first).to_be_in_viewport()


@pytest.mark.parametrize("name", NAMES)
def test_cards_lie_as_the_scene_says_and_everything_has_its_words(front: Front, name: str) -> None:
    shown = scene(name)
    front.show(shown)
    for one in shown["pieces"]:
        drawn = front.one(f"[data-piece={one['id']}]")
        assert drawn.get_attribute("aria-label") == one["label"]
        assert drawn.get_attribute("data-action") == one["action"]
        if one["kind"] == "card":
            assert drawn.evaluate("node => node.classList.contains('down')") is not one["up"]
            assert drawn.locator(".st-front b").text_content() == one["text"]
        if one["kind"] == "wild":
            assert drawn.locator(".st-name").text_content() == one["text"]
            assert drawn.locator("b").text_content() == str(one["count"])


def test_status_players_actions_and_log_are_written_as_they_are(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    expect(front.one(".st-status")).to_have_text(shown["status"]["text"])
    assert front.one(".st-names b").all_text_contents() == [player["name"] for player in shown["players"]]
    assert front.one(".st-names small").all_text_contents() == [player["note"] for player in shown["players"]]
    for action in shown["actions"]:
        button = front.one(f"button.st-action[data-id={action['id']}][data-kind={action['kind']}]")
        assert button.locator(".st-label > span:last-child").text_content() == action["label"]
        assert button.locator(".st-detail").text_content() == action["detail"]
        assert button.locator(".st-loss").text_content() == (action["loss"] or "")
        assert button.locator(".st-star").is_visible() is action["best"]
    lines = front.one(".st-log li > span:last-child")
    assert lines.all_text_contents() == [line["text"] for line in shown["log"]]
    assert front.one(".st-log li.now").count() == 1
    expect(front.one("[aria-live]")).to_have_text(shown["say"])


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_die_of_six_has_as_many_pips_as_its_number(front: Front, value: int) -> None:
    shown = scene("numeral")
    piece(shown, "die")["value"] = value
    front.show(shown)
    assert front.one(f"[data-piece=die][data-value='{value}'] .st-pip").count() == value


def test_a_die_of_twenty_shows_its_number(front: Front) -> None:
    shown = scene("numeral")
    piece(shown, "die").update(value=17, faces=20)
    front.show(shown)
    assert front.one("[data-piece=die] .st-die-number").text_content() == "17"
    assert front.one("[data-piece=die] .st-pip").count() == 0


def test_a_die_not_rolled_is_blank_and_a_shot_die_shows_the_target(front: Front) -> None:
    shown = scene("start")
    front.show(shown)
    assert front.one("[data-piece=die][data-value='']").count() == 1
    assert front.one("[data-piece=die] .st-pip").count() == 0
    shot = later(scene("numeral"))
    piece(shot, "die")["void"] = True
    front.update(shot)
    expect(front.one("[data-piece=die] .st-shot")).to_be_visible()


def test_the_direction_is_shown_where_there_is_one(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    arrow = front.one(".st-direction")
    expect(arrow).to_have_attribute("aria-label", shown["texts"]["clockwise"])
    front.update(later(shown, direction=-1))
    expect(arrow).to_have_attribute("aria-label", shown["texts"]["counterclockwise"])
    front.update(later(shown, direction=0))
    expect(arrow).to_be_hidden()


def test_a_hostile_name_is_text_wherever_it_appears(front: Front) -> None:
    shown = scene("over")
    assert HOSTILE in shown["status"]["text"]
    shown["title"] = shown["subtitle"] = shown["say"] = HOSTILE
    shown["texts"] = dict.fromkeys(shown["texts"], HOSTILE)
    for zone in shown["zones"]:
        zone.update(label=HOSTILE, text=HOSTILE, subtext=HOSTILE)
    for one in shown["pieces"]:
        one["label"] = HOSTILE
    shown["actions"] = [{**action, "label": HOSTILE, "detail": HOSTILE} for action in scene("numeral")["actions"]]
    shown["hint"] = {"action": "m0", "text": HOSTILE}
    shown["controls"]["save"]["file"] = HOSTILE
    shown["controls"]["resume"] = {"on": True, "file": HOSTILE}
    front.show(shown)
    front.page.evaluate("say => model.tell('msg:custom', say)", {"ack": 1, "ok": False, "say": HOSTILE})
    assert front.page.evaluate("document.querySelectorAll('.seis-table img').length") == 0
    assert front.one(".st-names b").all_text_contents()[1] == HOSTILE


def test_what_stays_keeps_its_element(front: Front) -> None:
    shown = scene("numeral")
    front.show(shown)
    front.page.evaluate("document.querySelectorAll('[data-piece], .st-action').forEach(node => node.seen = true)")
    after = later(shown)
    piece(after, "c0-1")["up"] = False
    front.update(after)
    expect(front.one("[data-piece=c0-1].down")).to_be_visible()
    assert front.page.evaluate("[...document.querySelectorAll('[data-piece], .st-action')].every(node => node.seen)")


def test_two_views_of_a_model_stay_equal(front: Front) -> None:
    shown = scene("start")
    front.show(shown).show(shown, place="#second")
    front.update(scene("numeral"))
    look = "place => document.querySelector(`${place} .st-page`).innerHTML"
    assert front.page.evaluate(look, "#first") == front.page.evaluate(look, "#second")
    assert front.root.get_attribute("data-rev") == str(scene("numeral")["rev"])


def test_the_winner_is_shown_and_nothing_is_offered(front: Front) -> None:
    front.show(scene("over"))
    expect(front.one(".st-seat.won .st-crown")).to_be_visible()
    assert front.one(".st-crown:visible").count() == 1
    assert front.one("button.st-action").count() == 0
    expect(front.one(".st-status.over")).to_be_visible()


def test_a_view_that_is_closed_draws_no_more(open_front: Callable[..., Front]) -> None:
    front = open_front().show(scene("start"))
    front.page.evaluate(
        "async ([place, scene]) => { const stop = await window.show('', '', scene, 'light', place); stop(); }",
        ["#second", scene("start")],
    )
    front.update(scene("numeral"))
    assert front.page.locator("#second .seis-table").get_attribute("data-rev") == str(scene("start")["rev"])
