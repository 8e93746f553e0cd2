"""The page of the table alone, without Python behind it: scenes from a file go in, messages come out."""

import copy
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

from seis_lab.widgets.table import Table

Scene = dict[str, Any]
HARNESS = (Path(__file__).parent / "harness.html").read_text(encoding="utf-8")
SCENES = Path(__file__).parents[1] / "widgets" / "scenes"
NAMES = ("start", "numeral", "over")


def scene(name: str) -> Scene:
    """A sample scene, as the tests of the scene builder keep it."""
    found: Scene = json.loads((SCENES / f"{name}.json").read_text(encoding="utf-8"))
    return found


def piece(scene: Scene, name: str) -> dict[str, Any]:
    """The piece of that id."""
    found: dict[str, Any] = next(piece for piece in scene["pieces"] if piece["id"] == name)
    return found


def later(old: Scene, **changes: Any) -> Scene:
    """The next scene: a new rev, nothing to animate, and the changes."""
    return {**copy.deepcopy(old), "rev": old["rev"] + 1, "events": [], **changes}


class Front:
    """One page with one table (or two views of it)."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.set_content(HARNESS)

    def show(self, scene: Scene, *, theme: str = "light", place: str = "#first") -> "Front":
        """Show a scene; a second place is a second view of the same model."""
        self.page.evaluate(
            "given => window.show(...given).then(() => null)",
            [Table._esm, Table._css, scene, theme, place],
        )
        return self

    def update(self, scene: Scene) -> None:
        """A new scene arrives from Python."""
        self.page.evaluate("scene => model.set('scene', scene)", scene)

    def answer(self, number: int, ok: bool = True, say: str | None = None) -> None:
        """Python's answer to the message with that counter."""
        content = {"ack": number, "ok": ok, **({} if say is None else {"say": say})}
        self.page.evaluate("content => model.tell('msg:custom', content)", content)

    @property
    def sent(self) -> list[dict[str, Any]]:
        """What the page has sent."""
        sent: list[dict[str, Any]] = self.page.evaluate("model.sent")
        return sent

    @property
    def wishes(self) -> list[dict[str, Any]]:
        """What the page has sent, without the counters."""
        return [{key: value for key, value in message.items() if key != "n"} for message in self.sent]

    @property
    def root(self) -> Locator:
        """The table of the first view."""
        return self.page.locator("#first .seis-table")

    def one(self, selector: str) -> Locator:
        """What the selector finds in the first view."""
        return self.root.locator(selector)

    def do(self, name: str) -> Locator:
        """The button of a control."""
        return self.one(f"button[data-do={name}]")

    def focused(self) -> dict[str, Any]:
        """The data attributes of the element that has the focus, with its classes under "class"."""
        found: dict[str, Any] = self.page.evaluate(
            "({...document.activeElement.dataset, class: document.activeElement.className, "
            "id: document.activeElement.dataset.id ?? document.activeElement.id})"
        )
        return found
