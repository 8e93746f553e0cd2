"""Where no widget lives there is a table and a picture, and a name is text in both."""

import re
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from seis_lab.games.seis import SeisRules
from seis_lab.widgets.fallback import html, svg
from seis_lab.widgets.scene import build
from tests.widgets.tables import click_through, sit

EVIL = "<img src=x onerror=alert(1)>"
NAMES = [EVIL, "</svg><script>a()</script>", "\"' onload='x", "&lt;b&gt;", "]]>", "{0}"]


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.text = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.text.append(data)


def picture(page):
    (image,) = (attributes for tag, attributes in page.tags if tag == "img")
    kind, _, data = image["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    return b64decode(data).decode()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_text_in_the_table_and_in_the_picture(name):
    scene = build(sit([name, "bot"], seed=1).now)
    page = Page(html(scene))
    assert {tag for tag, _ in page.tags} <= {"p", "b", "img", "table", "thead", "tbody", "tr", "th", "td"}
    assert all(set(attributes) <= {"alt", "src"} for _, attributes in page.tags)
    assert any(said.startswith(f"{name} (") for said in page.text)
    drawn = ElementTree.fromstring(picture(page))
    texts = [node.text or "" for node in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert name in texts or f"{name[:12]}…" in texts
    elements = {node.tag.rpartition("}")[2] for node in drawn.iter()}
    assert elements <= {"svg", "rect", "g", "path", "circle", "text"}
    attributes = {key for node in drawn.iter() for key in node.attrib}
    assert not {key for key in attributes if key.startswith("on") or "href" in key}


def test_the_same_position_gives_the_same_text_and_nothing_from_elsewhere():
    first, second = (html(build(sit(["Ana", "bot"], seed=4).now)) for _ in range(2))
    assert first == second
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", first + picture(Page(first)))


@pytest.mark.parametrize(
    "rules",
    [
        SeisRules(players=1, faces=2, wildcards={}),
        SeisRules(players=2, faces=20, row=tuple(range(1, 21))),
        SeisRules(players=6),
        SeisRules(players=2, row=(3, 3, 3), wildcards={"TIRADOR": 1}),
    ],
)
def test_every_moment_of_a_game_can_be_drawn(rules):
    session = sit(["Ana", "bot", "Brais", "Carme", "Duarte", "Eva"][: rules.players], rules, seed=2)
    for _ in click_through(session, seed=3):
        scene = build(session.now)
        drawn = ElementTree.fromstring(svg(scene))
        cards = sum(len(seat.up) + len(seat.down) for seat in session.now.state.seats)
        rects = [node for node in drawn.iter("{http://www.w3.org/2000/svg}rect") if node.get("height") == "56"]
        assert len(rects) == cards
        rows = Page(html(scene)).tags.count(("tr", {}))
        assert rows == 1 + rules.players
