"""The page of Six: the board as the scene says, a window on it that is the reader's, and keys for six directions."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Phase
from seis_lab.widgets import SixTable
from tests.front.front import Front, later, piece
from tests.front.test_looks import OUTSIDE, SMALL, violations

pytestmark = pytest.mark.browser
KNOWN = "0,0 1,-1 2,-3 2,-1 3,-2 5,-2 5,0 | 1,0 2,-2 2,0 3,-1 4,-3 4,-2 4,0 5,-1 6,-1 ; 0,0 ; A LIFT"
ENDS = "0,0 1,0 2,0 3,0 4,0 | 0,1 0,2 1,1 1,2 2,1 ; 16,16 ; A PLACE"
BOXES = """() => Object.fromEntries([...document.querySelectorAll('#first .hx-cell')].map(cell => {
    const box = cell.getBoundingClientRect(), view = cell.closest('.hx-view').getBoundingClientRect();
    return [cell.dataset.piece, [box.x - view.x, box.y - view.y, box.width, box.height].map(Math.round)];
}))"""
HIDDEN = """() => [...document.querySelectorAll('#first .hx-cell')].filter(cell => {
    const box = cell.getBoundingClientRect(), view = cell.closest('.hx-view').getBoundingClientRect();
    return box.left < view.left || box.right > view.right || box.top < view.top || box.bottom > view.bottom;
}).map(cell => cell.dataset.piece)"""


@pytest.fixture
def sit() -> Iterator[Callable[..., SixTable]]:
    """Make a table for two people, or four; it is closed at the end."""
    made: list[SixTable] = []

    def one(rules: SixRules | None = None, **options: Any) -> SixTable:
        seats = ["Ana", "Brais", "Carme", "Duarte"][: (rules or SixRules()).players]
        table = SixTable(rules, seats, name=f"s{len(made)}", autosave=False, **options)
        made.append(table)
        return table

    yield one
    for table in made:
        table.close()


def choose(table: SixTable, move: str) -> None:
    """Make a move at the table, as Python sees it."""
    now = table.session.now
    index = next(at for at, offer in enumerate(now.offers) if str(offer.move) == move and offer.back is None)
    table.session.act(now.rev, f"m{index}")


def boxes(front: Front) -> dict[str, list[int]]:
    """Where every cell lies in the window: left, top, width, height."""
    found: dict[str, list[int]] = front.page.evaluate(BOXES)
    return found


def hidden(front: Front) -> list[str]:
    """The cells that are not wholly in the window."""
    found: list[str] = front.page.evaluate(HIDDEN)
    return found


def cell(front: Front, name: str) -> Any:
    return front.one(f"[data-piece='{name}']")


# Drawing.


def test_every_cell_is_drawn_as_the_scene_says(front: Front, sit: Callable[..., SixTable]) -> None:
    table = sit(position=KNOWN)
    front.show(table.scene)
    for move in ("lift 5,-2", "land 5,-3", "lift 2,-2"):
        choose(table, move)
        scene = table.scene
        front.update(scene)
        cells = [one for one in scene["pieces"] if one["kind"] == "cell"]
        assert front.one(".hx-cell").count() == len(cells)
        for one in cells:
            drawn = cell(front, one["id"])
            assert drawn.get_attribute("aria-label") == one["label"]
            assert drawn.get_attribute("data-state") == one["state"]
            assert drawn.get_attribute("data-action") == one["action"]
            if one["state"] != "free":
                assert drawn.get_attribute("data-side") == str(one["side"])
                assert (
                    drawn.locator(".hx-signs").locator("circle, rect").evaluate("sign => sign.tagName")
                    == (["circle", "rect"][one["side"]])
                ), "the sides differ by more than their colour"
    counts = front.one(".hx-stock").evaluate_all("all => all.map(one => one.dataset.count)")
    assert counts == [str(one["count"]) for one in scene["pieces"] if one["kind"] == "stock"]


def test_neighbours_lie_side_by_side_without_covering_each_other(front: Front, sit: Callable[..., SixTable]) -> None:
    front.show(sit(position=ENDS).scene)
    drawn = boxes(front)
    (x, y, width, height), right, below = drawn["x0,0"], drawn["x1,0"], drawn["x0,1"]
    assert abs(right[0] - x - 0.75 * width) <= 1 and abs(right[1] - y - height / 2) <= 1
    assert below[0] == x and abs(below[1] - y - height) <= 1
    over = front.page.evaluate(
        """([name, dx, dy]) => {
            const box = document.querySelector(`[data-piece='${name}']`).getBoundingClientRect();
            const there = document.elementFromPoint(box.x + box.width * dx, box.y + box.height * dy);
            return there.closest('.hx-cell')?.dataset.piece;
        }""",
        ["x1,0", 0.04, 0.06],
    )
    assert over != "x1,0", "the corner of the box is not part of the hexagon"


def test_threats_are_signs_on_the_free_cells(front: Front, sit: Callable[..., SixTable]) -> None:
    front.show(sit(position=ENDS).scene)
    assert cell(front, "x5,0").locator("circle").count() == 1
    assert cell(front, "x0,3").locator("rect").count() == 1
    assert front.one("[data-state=free] .hx-sign").count() == 3


def test_the_winning_figure_is_outlined(front: Front, sit: Callable[..., SixTable]) -> None:
    table = sit(position=ENDS)
    front.show(table.scene)
    choose(table, "place 5,0")
    front.update(table.scene)
    figure = front.one(".hx-cell.figure").evaluate_all("all => all.map(one => one.dataset.piece)")
    assert sorted(figure) == [f"x{q},0" for q in range(6)]
    expect(front.one(".st-hex.won")).to_be_visible()
    expect(front.one(".st-status.over")).to_have_text("Ana wins: a line!")


# Choosing.


def test_a_click_on_a_free_cell_places_there_and_the_board_is_the_list(
    front: Front, sit: Callable[..., SixTable]
) -> None:
    scene = sit().scene
    front.show(scene)
    assert front.one("button.st-action").count() == 0
    expect(front.one(".st-waiting.calm")).to_have_text(scene["texts"]["board"])
    cell(front, "x2,0").click()
    cell(front, "x0,0").click(force=True)  # a tile: nothing to choose
    assert front.wishes == [{"do": "act", "rev": scene["rev"], "id": piece(scene, "x2,0")["action"]}]


@pytest.mark.parametrize("how", ["hover", "focus"])
def test_what_a_lift_would_capture_is_seen_before_it_is_chosen(
    front: Front, sit: Callable[..., SixTable], how: str
) -> None:
    front.show(sit(position=KNOWN).scene)
    getattr(cell(front, "x5,-2"), how)()
    taken = front.one(".hx-cell.taken").evaluate_all("all => all.map(one => one.dataset.piece)")
    assert sorted(taken) == ["x4,0", "x5,-1", "x5,0", "x6,-1"]
    getattr(cell(front, "x0,0"), how)()
    assert front.one(".hx-cell.taken").count() == 0


def test_the_tile_in_the_air_is_put_back_by_its_button_or_its_cell(front: Front, sit: Callable[..., SixTable]) -> None:
    table = sit(position=KNOWN)
    choose(table, "lift 5,-2")
    scene = table.scene
    front.show(scene)
    front.one("button.st-action").click()
    back = {"do": "act", "rev": scene["rev"], "id": scene["actions"][0]["id"]}
    front.answer(front.sent[-1]["n"])
    cell(front, "x5,-2").click()
    assert front.wishes == [back, back]


def test_undo_and_redo_are_buttons(front: Front, sit: Callable[..., SixTable]) -> None:
    table = sit()
    choose(table, "place 2,0")
    choose(table, "place 2,1")
    table.session.undo()
    front.show(table.scene)
    front.do("undo").click()
    front.do("redo").click()
    assert front.wishes == [{"do": "undo"}, {"do": "redo"}]


# The window: what is seen is the reader's.


@pytest.mark.parametrize(("width", "tiles"), [(360, 11), (720, 21), (1120, 21)])
def test_the_whole_board_is_seen_by_itself(
    open_front: Callable[..., Front], sit: Callable[..., SixTable], width: int, tiles: int
) -> None:
    table, rng = sit(SixRules(figures=["ring"], tiles=tiles)), random.Random(1)
    front = open_front(width=width).show(table.scene)
    while not table.session.now.over and table.position.phase is Phase.PLACE:
        choose(table, str(rng.choice(table.session.now.offers).move))
        front.update(table.scene)
        assert hidden(front) == []
    assert front.page.evaluate("document.documentElement.scrollWidth") <= width
    assert front.page.evaluate(OUTSIDE) == []


def test_a_board_that_is_seen_whole_does_not_jump(front: Front, sit: Callable[..., SixTable]) -> None:
    table = sit()
    front.show(table.scene)
    before = boxes(front)["x0,0"]
    choose(table, "place 2,0")
    front.update(table.scene)
    assert boxes(front)["x0,0"] == before


def drag(front: Front, dx: int, dy: int) -> None:
    """Drag the board by its first tile."""
    box = cell(front, "x0,0").bounding_box()
    mouse = front.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy, steps=4)
    mouse.up()


def test_a_drag_moves_the_board_chooses_nothing_and_survives_the_next_scene(
    front: Front, sit: Callable[..., SixTable]
) -> None:
    table = sit(position=KNOWN)
    front.show(table.scene).show(table.scene, place="#second")
    other = front.page.locator("#second .hx-plane").get_attribute("style")
    x, y, *size = boxes(front)["x0,0"]
    drag(front, 70, -40)
    assert boxes(front)["x0,0"] == [x + 70, y - 40, *size]
    assert front.sent == []
    choose(table, "lift 0,0")
    front.update(table.scene)
    assert boxes(front)["x0,0"] == [x + 70, y - 40, *size]
    assert front.page.locator("#second .hx-plane").get_attribute("style") == other, "another view keeps its own window"
    front.one("button[data-zoom=fit]").click()
    assert boxes(front)["x0,0"] == [x, y, *size] and hidden(front) == []


def test_buttons_keys_and_a_wheel_with_ctrl_zoom_and_a_bare_wheel_does_not(
    front: Front, sit: Callable[..., SixTable]
) -> None:
    front.show(sit(position=KNOWN).scene)
    widths = [boxes(front)["x3,-1"][2]]

    def look() -> int:
        widths.append(boxes(front)["x3,-1"][2])
        return widths[-1] - widths[-2]

    front.one("button[data-zoom=plus]").click()
    assert look() > 0
    cell(front, "x3,-2").focus()
    front.page.keyboard.press("-")
    assert look() < 0
    front.page.keyboard.press("+")
    assert look() > 0
    front.page.keyboard.press("0")
    assert look() < 0 and widths[-1] == widths[0]
    box = front.one(".hx-view").bounding_box()
    assert box is not None
    front.page.mouse.move(box["x"] + 200, box["y"] + 150)
    front.page.mouse.wheel(0, -120)
    assert look() == 0
    front.page.keyboard.down("Control")
    front.page.mouse.wheel(0, -120)
    front.page.keyboard.up("Control")
    front.page.wait_for_function(
        f"document.querySelector('[data-piece=\"x3,-1\"]').getBoundingClientRect().width > {widths[0]}"
    )
    assert front.sent == []


def test_two_fingers_zoom(front: Front, sit: Callable[..., SixTable]) -> None:
    front.show(sit(position=KNOWN).scene)
    before = boxes(front)["x3,-1"][2]
    front.page.evaluate(
        """() => {
            const view = document.querySelector('.hx-view'), box = view.getBoundingClientRect();
            const send = (kind, pointerId, x) => view.dispatchEvent(new PointerEvent(kind,
                {pointerId, clientX: box.x + x, clientY: box.y + 100, bubbles: true, isPrimary: pointerId === 1}));
            view.setPointerCapture = () => {};
            send('pointerdown', 1, 100); send('pointerdown', 2, 200);
            send('pointermove', 2, 300);
            send('pointerup', 1, 100); send('pointerup', 2, 300);
        }"""
    )
    assert boxes(front)["x3,-1"][2] == pytest.approx(2 * before, abs=2)


def test_shift_and_arrows_move_the_board(front: Front, sit: Callable[..., SixTable]) -> None:
    front.show(sit(position=KNOWN).scene)
    x, y, *size = boxes(front)["x0,0"]
    cell(front, "x0,0").focus()
    front.page.keyboard.press("Shift+ArrowRight")
    front.page.keyboard.press("Shift+ArrowUp")
    assert boxes(front)["x0,0"] == [x - 60, y + 60, *size]
    assert front.focused()["piece"] == "x0,0"


def test_a_cell_that_gets_the_focus_comes_into_the_window(front: Front, sit: Callable[..., SixTable]) -> None:
    front.show(sit(position=KNOWN).scene)
    for _ in range(3):
        front.one("button[data-zoom=plus]").click()
    drag(front, -500, 0)  # the tile that was dragged has the focus
    assert {"x0,0", "x1,-1"} <= set(hidden(front))
    cell(front, "x1,-1").focus()
    assert "x1,-1" not in hidden(front)


# The keyboard.


def test_the_board_is_one_tab_stop_and_its_buttons_another(front: Front, sit: Callable[..., SixTable]) -> None:
    front.show(sit(position=KNOWN).scene)
    groups = front.page.evaluate(
        """() => [...document.querySelectorAll('.st-hex, .hx-tools')].map(group =>
            [...group.querySelectorAll(group.matches('.st-hex') ? '.hx-cell' : 'button')]
                .filter(button => button.tabIndex === 0).length)"""
    )
    assert groups == [1, 1]


def walk(front: Front, keys: list[str]) -> list[str]:
    """Where the focus is after each key."""
    seen = []
    for key in keys:
        front.page.keyboard.press(key)
        seen.append(front.focused()["piece"])
    return seen


def test_a_key_for_each_of_the_six_directions(front: Front, sit: Callable[..., SixTable]) -> None:
    """From 2,-1 in a position with tiles all around: by hand, from the axial steps of the six directions."""
    where = "0,0 1,1 2,-1 3,0 4,0 4,1 | 1,-1 1,0 2,-2 2,0 3,-2 3,-1 ; 15,15 ; A PLACE"
    front.show(sit(SixRules(figures=["line"]), position=where).scene)
    steps = {"w": "2,-2", "e": "3,-2", "d": "3,-1", "s": "2,0", "a": "1,0", "q": "1,-1"}
    steps |= {"ArrowUp": "2,-2", "ArrowDown": "2,0", "Numpad9": "3,-2", "Numpad1": "1,0"}
    for key, goal in steps.items():
        cell(front, "x2,-1").focus()
        assert walk(front, [key]) == [f"x{goal}"]


def test_sideways_one_stays_in_line(front: Front, sit: Callable[..., SixTable]) -> None:
    row = "0,0 1,0 2,-1 3,-1 4,-2"
    front.show(sit(position=f"{row} | 1,-1 2,-2 3,-2 4,-3 5,-3 ; 16,16 ; A PLACE").scene)
    cell(front, "x0,0").focus()
    assert walk(front, ["ArrowRight"] * 4) == ["x1,0", "x2,-1", "x3,-1", "x4,-2"]
    assert walk(front, ["ArrowLeft"] * 4) == ["x3,-1", "x2,-1", "x1,0", "x0,0"]


def test_every_cell_can_be_reached_and_no_key_reaches_the_notebook(front: Front, sit: Callable[..., SixTable]) -> None:
    table = sit(position=KNOWN)
    choose(table, "lift 5,-2")
    front.show(table.scene)
    cells = {one["id"] for one in table.scene["pieces"] if one["kind"] == "cell"}
    front.page.evaluate("window.heard = []")
    seen, left = {"x0,0"}, ["x0,0"]
    while left:
        start = left.pop()
        for key in "wedsaq":
            cell(front, start).focus()
            [goal] = walk(front, [key])
            if goal not in seen:
                seen.add(goal)
                left.append(goal)
    assert seen == cells
    assert front.page.evaluate("window.heard") == []


def test_enter_places_and_the_focus_stays_on_the_cell(front: Front, sit: Callable[..., SixTable]) -> None:
    table = sit()
    front.show(table.scene)
    cell(front, "x2,0").focus()
    front.page.keyboard.press("Enter")
    assert front.wishes == [{"do": "act", "rev": table.scene["rev"], "id": piece(table.scene, "x2,0")["action"]}]
    choose(table, "place 2,0")
    front.update(table.scene)
    assert front.focused()["piece"] == "x2,0"


# Motion, looks, names.


def test_tiles_move_and_captured_ones_leave_nothing_behind(
    open_front: Callable[..., Front], sit: Callable[..., SixTable]
) -> None:
    table = sit(position=KNOWN)
    choose(table, "lift 5,-2")
    front = open_front(reduced_motion="no-preference").show(table.scene)
    choose(table, "land 5,-3")
    assert [event["kind"] for event in table.scene["events"]] == ["move", "capture"]
    leaving = front.page.evaluate(
        "scene => { model.set('scene', scene); return document.querySelectorAll('.hx-plane > span').length; }",
        table.scene,
    )
    assert leaving == 4
    front.one(".st-title").click()
    front.page.wait_for_function("!document.querySelector('.hx-plane > span')")
    front.update(later(table.scene))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_front: Callable[..., Front], sit: Callable[..., SixTable], theme: str) -> None:
    table = sit(position=KNOWN, coordinates=True)
    front = open_front(color_scheme=theme).show(table.scene, theme=theme)
    assert violations(front) == []
    choose(table, "lift 5,-2")
    front.update(table.scene)
    assert violations(front) == []


@pytest.mark.parametrize("width", [320, 360, 560, 1120])
def test_every_width_holds_the_table(
    open_front: Callable[..., Front], sit: Callable[..., SixTable], width: int
) -> None:
    table = sit(SixRules(players=4), coordinates=True, lang="gl")
    front = open_front(width=width).show(table.scene)
    assert front.page.evaluate("document.documentElement.scrollWidth") <= width
    assert front.page.evaluate(OUTSIDE) == []
    assert front.page.evaluate(SMALL) == []
    sizes = boxes(front).values()
    assert all(min(size[2:]) >= 44 for size in sizes), "where there is room, cells are targets of 44 pixels too"


def test_a_hostile_name_is_text(front: Front) -> None:
    table = SixTable(players=["<img src=x onerror=alert(1)>", "Brais"], name="hostile", autosave=False)
    choose(table, "place 2,0")
    front.show(table.scene)
    assert front.page.evaluate("document.querySelectorAll('.seis-table img').length") == 0
    assert "<img" in json.dumps(table.scene)
    table.close()
