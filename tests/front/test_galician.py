"""The page of Galician Seis: columns, chips and hands as the scene says, and a hand only for who asked for it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from seis_lab.games.galician import GalicianRules
from seis_lab.widgets import GalicianTable
from tests.front.front import Front, Scene, later
from tests.front.hands import cards, give, hand, held
from tests.front.test_looks import OUTSIDE, SMALL, violations

pytestmark = pytest.mark.browser
BOTS = ["Ana", "bot:random", "bot", "bot:random", "bot"]
HIDE = """() => {
    Object.defineProperty(document, 'hidden', {value: true, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
SHOW = HIDE.replace("true, c", "false, c")


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., GalicianTable]]:
    """Make a table; it is closed at the end."""
    made: list[GalicianTable] = []

    def one(*players: str, **options: Any) -> GalicianTable:
        table = GalicianTable(players=players or BOTS, name=f"t{len(made)}", autosave=False, **{"seed": 7, **options})
        made.append(table)
        return table

    yield one
    for table in made:
        table.close()


def finish_round(table: GalicianTable) -> Scene:
    """Play the first offered card until the round is over."""
    session = table.session
    while session.now.state.winner is None:
        session.act(session.now.rev, "m0")
    scene: Scene = table.scene
    return scene


def test_columns_chips_and_pot_are_drawn_as_the_scene_says(front: Front, sit: Callable[..., GalicianTable]) -> None:
    table = sit(aid=True)
    session = table.session
    front.show(table.scene)
    for _ in range(4):
        scene = table.scene
        front.update(scene)
        for piece in scene["pieces"]:
            drawn = front.one(f"[data-piece='{piece['id']}']")
            assert drawn.count() == 1 and drawn.get_attribute("aria-label") == piece["label"]
            if piece["kind"] == "chips":
                assert drawn.get_attribute("data-count") == str(piece["count"]) == drawn.locator("b").text_content()
            if piece["kind"] == "place":
                assert drawn.get_attribute("data-state") == piece["state"]
        total = sum(piece["count"] for piece in scene["pieces"] if piece["kind"] == "chips")
        page_total = front.one("[data-piece^=chips-], [data-piece=pot]").evaluate_all(
            "nodes => nodes.reduce((sum, node) => sum + Number(node.dataset.count), 0)"
        )
        assert page_total == total == 60
        if session.now.state.winner is not None:
            break
        session.act(session.now.rev, "m0")


def test_alone_at_the_screen_the_page_asks_for_the_hand_by_itself(
    front: Front, sit: Callable[..., GalicianTable]
) -> None:
    table = sit()
    front.show(table.scene)
    now = table.session.now
    assert front.wishes == [{"do": "look", "rev": now.rev, "seat": 0}]
    assert cards(front) == []
    give(front, table)
    assert cards(front) == held(table)
    offered = [action["label"] for action in hand(table)["actions"]]
    assert front.one(".st-action .st-label > span:last-child").all_text_contents() == offered
    front.one("[data-zone=own] [data-action]").first.click()
    assert front.wishes[-1] == {"do": "act", "rev": now.rev, "id": "m0"}


def test_with_others_at_the_screen_a_hand_waits_for_its_owner_and_goes_with_the_turn(
    front: Front, sit: Callable[..., GalicianTable]
) -> None:
    table = sit("Ana", "Brais", lang="es")
    front.show(table.scene)
    assert front.sent == [] and cards(front) == []
    expect(front.one(".st-curtain")).to_be_visible()
    front.one("button.st-action[data-id=look]").click()
    assert [wish["do"] for wish in front.wishes] == ["look"]
    give(front, table)
    assert cards(front) == held(table)
    expect(front.one(".st-curtain")).to_be_hidden()
    table.session.act(table.session.now.rev, "m0")
    front.update(table.scene)
    assert cards(front) == []
    expect(front.one(".st-curtain")).to_be_visible()
    assert front.one("button.st-action").count() == 1


def test_a_hand_is_gone_when_nobody_looks_at_the_page(front: Front, sit: Callable[..., GalicianTable]) -> None:
    table = sit("Ana", "Brais")
    front.show(table.scene)
    front.one("button.st-action[data-id=look]").click()
    give(front, table)
    assert cards(front) != []
    front.page.evaluate(HIDE)
    assert cards(front) == [] and "data-suit" not in front.one("[data-zone=own]").inner_html()
    front.page.evaluate(SHOW)
    assert cards(front) == [] and [wish["do"] for wish in front.wishes] == ["look"]
    expect(front.one("button.st-action[data-id=look]")).to_be_visible()


def test_an_answer_that_comes_when_nobody_looks_is_not_shown(front: Front, sit: Callable[..., GalicianTable]) -> None:
    table = sit("Ana", "Brais")
    front.show(table.scene)
    front.one("button.st-action[data-id=look]").click()
    front.page.evaluate(HIDE)
    give(front, table)
    assert cards(front) == []


def test_another_view_of_the_table_does_not_get_the_hand(front: Front, sit: Callable[..., GalicianTable]) -> None:
    table = sit("Ana", "Brais")
    front.show(table.scene).show(table.scene, place="#second")
    front.one("button.st-action[data-id=look]").click()
    give(front, table)
    assert cards(front) == held(table)
    assert front.page.locator("#second [data-zone=own] [data-piece]").count() == 0
    assert front.page.locator("#second button.st-action[data-id=look]").count() == 1


def test_an_open_hand_is_asked_for_again_when_there_is_more_to_say_of_it(
    front: Front, sit: Callable[..., GalicianTable]
) -> None:
    table = sit("Ana", "Brais")
    front.show(table.scene)
    front.update({**table.scene, "curtain": {**table.scene["curtain"], "news": "hint"}})
    assert front.sent == []  # a closed one is not
    front.one("button.st-action[data-id=look]").click()
    give(front, table)
    front.update({**table.scene, "curtain": {**table.scene["curtain"], "news": "coach"}})
    assert [wish["do"] for wish in front.wishes] == ["look", "look"]
    assert cards(front) == held(table)


def test_the_keyboard_opens_the_curtain_and_plays_a_card(front: Front, sit: Callable[..., GalicianTable]) -> None:
    table = sit("Ana", "Brais")
    front.show(table.scene)
    front.one("button.st-action[data-id=look]").focus()
    front.page.keyboard.press("Enter")
    give(front, table)
    assert front.focused()["id"] == "m0"
    front.page.keyboard.press("ArrowRight")
    assert front.focused()["id"] == "m1"
    front.page.keyboard.press("Enter")
    assert front.wishes[-1]["id"] == "m1"


def test_a_round_ends_with_its_report_and_two_ways_on(front: Front, sit: Callable[..., GalicianTable]) -> None:
    scene = finish_round(sit())
    front.show(scene)
    report = next(zone for zone in scene["zones"] if zone["id"] == "report")
    for table in report["tables"]:
        written = front.one(f"table:has(caption:text-is('{table['caption']}')) tbody tr").all_inner_texts()
        assert [row.split("\t") for row in written] == table["rows"]
    assert front.one("button.st-action").count() == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_front: Callable[..., Front], sit: Callable[..., GalicianTable], theme: str) -> None:
    curtain, own, french = sit("Ana", "Brais"), sit(aid=True), GalicianRules(players=4, deck="french")
    own.session.act(own.session.now.rev, "m0")
    is_open = sit("Ana", "bot", "bot", "bot", rules=french, open_hands=True)
    for table in (curtain, own, is_open):
        front = open_front(color_scheme=theme).show(table.scene, theme=theme)
        if table is own:
            give(front, table)
            assert cards(front) != []
        assert violations(front) == []
    front = open_front(color_scheme=theme).show(finish_round(own), theme=theme)
    assert violations(front) == []


@pytest.mark.parametrize("width", [360, 560, 720, 1120])
@pytest.mark.parametrize("players", [2, 5, 8])
def test_every_width_holds_the_table_and_targets_are_44_pixels(
    open_front: Callable[..., Front], sit: Callable[..., GalicianTable], width: int, players: int
) -> None:
    table = sit("W" * 32, *["bot:keep-suits"] * (players - 1), aid=True)
    while table.scene["curtain"] is None:  # a hand may never have a choice in a round
        table.session.act(table.session.now.rev, "m0")
    front = open_front(width=width).show(table.scene)
    give(front, table)
    for scene in (table.scene, finish_round(table)):
        front.update(scene)
        assert front.page.evaluate("document.documentElement.scrollWidth") <= width
        assert front.page.evaluate(OUTSIDE) == []
        assert front.page.evaluate(SMALL) == []


def test_chips_and_cards_fly_and_leave_nothing_behind(
    open_front: Callable[..., Front], sit: Callable[..., GalicianTable]
) -> None:
    table = sit()
    front = open_front(reduced_motion="no-preference").show(table.scene)
    after = later(
        table.scene,
        events=[
            {"kind": "lay", "piece": "p-6o", "seat": 1},
            {"kind": "pass", "seat": 2},
            {"kind": "chips", "from": "chips-2", "to": "pot", "count": 3},
        ],
    )
    flying = front.page.evaluate(
        "scene => { model.set('scene', scene); return document.querySelectorAll('.st-flying').length; }", after
    )
    assert flying == 4
    front.page.keyboard.press("Shift")
    front.one(".st-title").click()
    front.page.wait_for_function("!document.querySelector('.st-flying')")


def test_a_hostile_name_is_text(front: Front, sit: Callable[..., GalicianTable]) -> None:
    table = sit("<img src=x onerror=alert(1)>", "Brais")
    front.show(table.scene)
    front.one("button.st-action[data-id=look]").click()
    give(front, table)
    front.update(finish_round(table))
    assert front.page.evaluate("document.querySelectorAll('.seis-table img').length") == 0
