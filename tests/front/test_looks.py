"""Light and dark, narrow and wide, still and moving: readable for everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.front.front import NAMES, Front, Scene, later, piece, scene

pytestmark = pytest.mark.browser
OUTSIDE = """() => [...document.querySelectorAll('.seis-table button, .seis-table input, .seis-table p')]
    .filter(node => node.offsetParent && !node.closest('.st-sr'))
    .filter(node => { const box = node.getBoundingClientRect(); return box.left < 0 || box.right > innerWidth + 0.5; })
    .map(node => node.className + ' ' + node.textContent)"""
SMALL = """() => [...document.querySelectorAll('.seis-table button, .seis-table input[type=range], .seis-table label')]
    .filter(node => node.offsetParent)
    .map(node => [node.className, node.textContent, node.offsetWidth, node.offsetHeight])
    .filter(([, , width, height]) => width < 44 || height < 44)"""
FINITE = """() => document.querySelector('.seis-table').getAnimations({subtree: true})
    .filter(one => one.effect.getComputedTiming().endTime !== Infinity).length"""
MOVING = "document.querySelector('.seis-table').getAnimations({subtree: true}).length"


def everything() -> Scene:
    """A scene in which every strip is open and every state of a piece is seen."""
    shown = scene("numeral")
    shown["controls"]["replay"] = {"at": 12, "of": 30, "live": False, "text": "Jugada 12 de 30"}
    shown["controls"]["resume"] = {"on": True, "file": "partida.seis.json"}
    piece(shown, "die").update(void=True, changed=True)
    shown["players"][1].update(you=True)
    shown["players"][2].update(won=True)
    return shown


def open_everything(front: Front, theme: str = "light") -> Front:
    """Show it all, the banner included."""
    front.page.clock.install()
    front.show(everything(), theme=theme)
    front.one("button[data-menu]").click()
    front.do("hint").click()
    front.page.clock.run_for(3_000)
    expect(front.one(".st-banner")).to_be_visible()
    return front


def violations(front: Front) -> list[Any]:
    """What axe-core finds, of any seriousness."""
    found = Axe().run(front.page).response["violations"]
    return [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(open_front: Callable[..., Front], name: str, theme: str) -> None:
    front = open_front(color_scheme=theme).show(scene(name), theme=theme)
    assert violations(front) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1120])
def test_axe_finds_nothing_with_every_strip_open(open_front: Callable[..., Front], width: int, theme: str) -> None:
    front = open_everything(open_front(width=width, color_scheme=theme), theme)
    assert violations(front) == []


@pytest.mark.parametrize("width", [320, 360, 560, 720, 860, 1060, 1120, 1600])
def test_no_width_scrolls_sideways_and_everything_is_within(open_front: Callable[..., Front], width: int) -> None:
    front = open_everything(open_front(width=width))
    assert front.page.evaluate("document.documentElement.scrollWidth") <= width
    assert front.page.evaluate(OUTSIDE) == []


def test_twice_the_zoom_is_half_the_width(open_front: Callable[..., Front]) -> None:
    front = open_everything(open_front(width=640, device_scale_factor=2))  # what a browser of 1280 does at 200 %
    assert front.page.evaluate("document.documentElement.scrollWidth") <= 640
    assert front.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("width", [360, 1120])
def test_targets_are_44_pixels(open_front: Callable[..., Front], width: int) -> None:
    front = open_everything(open_front(width=width))
    assert front.page.evaluate(SMALL) == []


def test_a_long_row_and_a_long_name_fit(open_front: Callable[..., Front]) -> None:
    front = open_front(width=360)
    shown = scene("start")
    row = next(zone for zone in shown["zones"] if zone["id"] == "row-0")
    card = piece(shown, "c0-0")
    row["pieces"] = [f"c0-{index}" for index in range(20)]
    shown["pieces"] = [one for one in shown["pieces"] if not one["id"].startswith("c0-")]
    shown["pieces"] += [{**card, "id": f"c0-{index}", "text": str(index + 1)} for index in range(20)]
    shown["players"][0]["name"] = "W" * 32
    front.show(shown)
    assert front.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert front.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_a_host_the_system_decides(open_front: Callable[..., Front], scheme: str) -> None:
    front = open_front(color_scheme=scheme).show(scene("start"), theme="auto")
    expect(front.root).to_have_attribute("data-theme", scheme)


def test_the_theme_follows_the_notebook_at_run_time(front: Front) -> None:
    front.page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    front.show(scene("start"), theme="auto")
    expect(front.root).to_have_attribute("data-theme", "light")
    front.page.evaluate(
        """() => {
            document.body.style.setProperty('--jp-layout-color0', 'rgb(17, 17, 17)');
            document.body.dataset.jpThemeLight = 'false';
        }"""
    )
    expect(front.root).to_have_attribute("data-theme", "dark")
    assert front.one(".st-page").evaluate("node => getComputedStyle(node).backgroundColor") == "rgb(17, 17, 17)"
    front.page.evaluate("model.set('theme', 'light')")  # a choice is stronger than the host
    expect(front.root).to_have_attribute("data-theme", "light")
    assert front.one(".st-page").evaluate("node => getComputedStyle(node).backgroundColor") == "rgb(255, 255, 255)"


def test_reduced_motion_moves_nothing(front: Front) -> None:
    front.show(scene("start"))
    front.update(scene("numeral"))
    front.update(scene("over"))
    assert front.page.evaluate(MOVING) == 0


@pytest.mark.parametrize("event", ["new PointerEvent('pointerdown', how)", "new KeyboardEvent('keydown', how)"])
def test_the_new_state_is_there_before_any_motion_and_a_click_or_key_ends_it(
    open_front: Callable[..., Front], event: str
) -> None:
    front = open_front(reduced_motion="no-preference").show(scene("numeral"))
    after = later(scene("numeral"), events=[
        {"kind": "play", "piece": "w0-NUMERAL", "seat": 0}, {"kind": "number", "piece": "die", "value": 5, "seat": 0},
        {"kind": "flip", "piece": "c0-4", "up": False}, {"kind": "turn", "seat": 1},
        {"kind": "roll", "piece": "die", "value": 2, "seat": 1}, {"kind": "shot", "piece": "die"},
        {"kind": "direction", "value": -1}, {"kind": "win", "seat": 0},
    ])  # fmt: skip
    piece(after, "c0-4")["up"] = False
    piece(after, "die").update(value=2, seat=1)
    state = front.page.evaluate(
        f"""scene => {{
            model.set('scene', scene);
            const [root, card, die] = ['.seis-table', '[data-piece=c0-4]', '[data-piece=die]']
                .map(selector => document.querySelector(selector));
            const moving = {FINITE}, how = {{bubbles: true, key: 'Shift'}};
            const before = moving();
            root.querySelector('.st-title').dispatchEvent({event});
            return [before > 0, card.classList.contains('down'), die.dataset.value, root.dataset.rev, moving()];
        }}""",
        after,
    )
    assert state == [True, True, "2", "18", 0]
    front.page.wait_for_function("!document.querySelector('.st-confetti, .st-rising, .st-ghost')")


def test_events_of_a_scene_that_comes_again_are_not_shown_again(open_front: Callable[..., Front]) -> None:
    front = open_front(reduced_motion="no-preference").show(scene("start"))
    front.update(scene("numeral"))
    front.page.keyboard.press("Shift")
    front.one(".st-title").click()
    ghosts = front.page.evaluate(
        "scene => { model.set('scene', scene); return document.querySelectorAll('.st-ghost').length; }",
        {**scene("numeral"), "lang": "gl"},
    )
    assert ghosts == 0


def test_the_table_can_be_printed(front: Front) -> None:
    front.show(scene("numeral"))
    front.page.emulate_media(media="print")
    expect(front.one(".st-tools")).to_be_hidden()
    expect(front.one("[data-piece=c0-1]")).to_be_visible()
    expect(front.one(".st-log li").first).to_be_visible()
