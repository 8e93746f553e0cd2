"""The page of Seises cabrón: gaps and dead cards as the scene says, and what a card would kill."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from seis_lab.games.cabron import CabronRules
from seis_lab.widgets import CabronTable
from tests.front.front import Front, Scene, later
from tests.front.hands import cards, give, hand, held
from tests.front.test_looks import OUTSIDE, SMALL, violations

pytestmark = pytest.mark.browser
BOTS = ["Ana", "bot:killer", "bot:careful", "bot:random"]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., CabronTable]]:
    """Make a table; it is closed at the end."""
    made: list[CabronTable] = []

    def one(*players: str, **options: Any) -> CabronTable:
        table = CabronTable(players=players or BOTS, name=f"t{len(made)}", autosave=False, **{"seed": 7, **options})
        made.append(table)
        return table

    yield one
    for table in made:
        table.close()


def finish_hand(table: CabronTable) -> Scene:
    """Play the first offered card until the hand is over."""
    session = table.session
    while not session.now.state.points:
        session.act(session.now.rev, "m0")
    scene: Scene = table.scene
    return scene


def killing(table: CabronTable) -> dict[str, Any]:
    """Play on until a card of the asked person can kill own ones and others'; that action."""
    session = table.session
    for _ in range(60):
        if session.now.viewer is not None and not session.now.state.points:
            for action in hand(table)["actions"]:
                kinds = {name[0] for name in action.get("kills", ())}
                others = len([name for name in action.get("kills", ()) if name[0] == "p"])
                if "h" in kinds and others > len([name for name in action["kills"] if name[0] == "h"]):
                    found: dict[str, Any] = action
                    return found
        session.act(session.now.rev, "m0")
    raise AssertionError("no card kills own ones and others'")


def doomed(front: Front) -> set[str]:
    """The pieces that are marked as about to die."""
    return set(front.one("[data-piece].doomed").evaluate_all("nodes => nodes.map(node => node.dataset.piece)"))


def test_columns_gaps_dead_cards_and_points_are_drawn_as_the_scene_says(
    front: Front, sit: Callable[..., CabronTable]
) -> None:
    table = sit(aid=True)
    front.show(table.scene)
    states = set()
    for _ in range(6):
        scene = table.scene
        front.update(scene)
        for piece in scene["pieces"]:
            drawn = front.one(f"[data-piece='{piece['id']}']")
            assert drawn.count() == 1 and drawn.get_attribute("aria-label") == piece["label"]
            if piece["kind"] == "place":
                assert drawn.get_attribute("data-state") == piece["state"]
                states.add(piece["state"])
            if piece["kind"] == "heap":
                assert drawn.locator("b").text_content() == str(piece["count"])
            if piece["kind"] == "points":
                assert drawn.locator("b").text_content() == piece["text"]
                assert drawn.locator(".st-meter i").evaluate("node => node.style.width") == f"{piece['part']}%"
        table.session.act(table.session.now.rev, "m0")
    assert {"laid", "dead", "next", "empty"} <= states


def test_what_a_card_would_kill_is_marked_while_it_is_pointed_at_or_has_the_focus(
    front: Front, sit: Callable[..., CabronTable]
) -> None:
    table = sit()
    action = killing(table)
    front.show(table.scene)
    give(front, table)
    front.one(".st-title").hover()
    assert doomed(front) == set()
    button = front.one(f"button.st-action[data-id={action['id']}]")
    assert action["note"] in (button.text_content() or "")
    button.hover()
    assert doomed(front) == set(action["kills"])
    front.one(".st-title").hover()
    assert doomed(front) == set()
    card = front.one(f"[data-piece='{action['piece']}']")
    card.hover()
    assert doomed(front) == set(action["kills"])
    front.one(".st-title").hover()
    button.focus()
    assert doomed(front) == set(action["kills"])
    card.focus()
    assert doomed(front) == set(action["kills"])
    assert action["note"] in (card.get_attribute("aria-label") or "")


def test_with_open_hands_the_cards_of_others_are_marked_where_they_are(
    front: Front, sit: Callable[..., CabronTable]
) -> None:
    table = sit(open_hands=True)
    action = None
    for _ in range(40):
        for one in table.scene["actions"]:
            if any(name[0] == "o" and name[1] != "0" for name in one.get("kills", ())):
                action = one
        if action is not None:
            break
        table.session.act(table.session.now.rev, "m0")
    assert action is not None
    front.show(table.scene)
    front.one(f"button.st-action[data-id={action['id']}]").hover()
    assert doomed(front) == set(action["kills"])
    assert any(name.startswith("o") and not name.startswith("o0") for name in doomed(front))


def test_a_hand_waits_for_its_owner_and_its_dead_cards_lie_open(front: Front, sit: Callable[..., CabronTable]) -> None:
    table = sit("Ana", "Brais", lang="es")
    front.show(table.scene)
    assert front.sent == [] and cards(front) == []
    expect(front.one(".st-curtain")).to_be_visible()
    front.one("button.st-action[data-id=look]").click()
    give(front, table)
    assert cards(front) == held(table)
    table.session.act(table.session.now.rev, "m0")
    front.update(table.scene)
    assert cards(front) == []
    expect(front.one(".st-curtain")).to_be_visible()


def test_a_card_that_died_leaves_the_hand_at_once(front: Front, sit: Callable[..., CabronTable]) -> None:
    """While bots play, the only person's old hand stays on the page without the cards that were placed or died."""
    table = sit()
    front.show(table.scene)
    give(front, table)
    card = cards(front)[-1]
    place = f"p-{card.partition('-')[2]}"
    pieces = [{**one, "state": "dead"} if one["id"] == place else one for one in table.scene["pieces"]]
    front.update(later(table.scene, pieces=pieces))
    assert cards(front) == held(table)[:-1]


def test_the_keyboard_hears_what_a_card_kills_and_plays_it(front: Front, sit: Callable[..., CabronTable]) -> None:
    table = sit("Ana", "Brais")
    front.show(table.scene)
    front.one("button.st-action[data-id=look]").focus()
    front.page.keyboard.press("Enter")
    give(front, table)
    assert front.focused()["id"] == "m0"
    front.page.keyboard.press("ArrowRight")
    assert front.focused()["id"] == "m1"
    kills = hand(table)["actions"][1].get("kills", [])
    assert doomed(front) == set(kills)
    front.page.keyboard.press("Enter")
    assert front.wishes[-1]["id"] == "m1"


def test_a_hand_ends_with_its_sums_and_two_ways_on(front: Front, sit: Callable[..., CabronTable]) -> None:
    scene = finish_hand(sit())
    front.show(scene)
    report = next(zone for zone in scene["zones"] if zone["id"] == "report")
    for table in report["tables"]:
        cells = front.one(f"table:has(caption:text-is('{table['caption']}')) tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.children].map(cell => cell.textContent))"
        )
        assert cells == table["rows"]
    assert front.one("[data-zone=report] .st-subtext").text_content() == report["subtext"]
    assert front.one("button.st-action").count() == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_front: Callable[..., Front], sit: Callable[..., CabronTable], theme: str) -> None:
    curtain, own, is_open = sit("Ana", "Brais"), sit(aid=True), sit(open_hands=True)
    action = killing(own)
    for table in (curtain, own, is_open):
        front = open_front(color_scheme=theme).show(table.scene, theme=theme)
        if table is own:
            give(front, table)
            front.one(f"button.st-action[data-id={action['id']}]").hover()
            assert doomed(front) != set()
        assert violations(front) == []
    front = open_front(color_scheme=theme).show(finish_hand(own), theme=theme)
    assert violations(front) == []


@pytest.mark.parametrize("width", [360, 560, 720, 1120])
@pytest.mark.parametrize("players", [2, 4, 8])
def test_every_width_holds_the_table_and_targets_are_44_pixels(
    open_front: Callable[..., Front], sit: Callable[..., CabronTable], width: int, players: int
) -> None:
    table = sit("W" * 32, *["bot:careful"] * (players - 1), aid=True)
    front = open_front(width=width).show(table.scene)
    if table.scene["curtain"]:
        give(front, table)
    for scene in (table.scene, finish_hand(table)):
        front.update(scene)
        assert front.page.evaluate("document.documentElement.scrollWidth") <= width
        assert front.page.evaluate(OUTSIDE) == []
        assert front.page.evaluate(SMALL) == []


def test_cards_and_dead_cards_fly_and_leave_nothing_behind(
    open_front: Callable[..., Front], sit: Callable[..., CabronTable]
) -> None:
    table = sit()
    killing(table)
    while not any(map(len, table.session.now.state.dead)):
        table.session.act(table.session.now.rev, "m0")
    dead = next(piece["id"] for piece in table.scene["pieces"] if piece["id"].startswith("d"))
    front = open_front(reduced_motion="no-preference").show(table.scene)
    events = [
        {"kind": "lay", "piece": "p-6o", "seat": 1},
        {"kind": "lay", "piece": dead, "seat": int(dead[1])},
        {"kind": "pass", "seat": 2},
    ]
    flying = front.page.evaluate(
        "scene => { model.set('scene', scene); return document.querySelectorAll('.st-flying').length; }",
        later(table.scene, events=events),
    )
    assert flying == 2
    front.page.keyboard.press("Shift")
    front.one(".st-title").click()
    front.page.wait_for_function("!document.querySelector('.st-flying')")


def test_a_hostile_name_is_text(front: Front, sit: Callable[..., CabronTable]) -> None:
    table = sit("<img src=x onerror=alert(1)>", "Brais", rules=CabronRules(players=2), open_hands=True)
    front.show(table.scene)
    front.update(finish_hand(table))
    assert front.page.evaluate("document.querySelectorAll('.seis-table img').length") == 0
