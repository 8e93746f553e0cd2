"""A table of Six where no widget can live: a small table and a picture of the board, from a scene.

The picture is an SVG inside an `<img>`, where no script runs; whatever a player typed is escaped in both.
"""

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from math import cos, pi, sin, sqrt
from typing import Any

from seis_lab.locale import text

FELT, INK, SOFT, GOLD = "#e4efea", "#1c2430", "#566170", "#b98700"
TILES = (("#bd2f22", "#8c1c12"), ("#232b37", "#0d131c"))
SIGNS = ('<circle r="7"/>', '<rect x="-6.5" y="-6.5" width="13" height="13" rx="1"/>')
SIZE, TOP = 26, 54
CORNERS = [(cos(corner * pi / 3), sin(corner * pi / 3)) for corner in range(6)]


def html(scene: Mapping[str, Any]) -> str:
    """The public scene as HTML without style sheets or scripts.

    >>> from seis_lab.games.six import SixRules
    >>> from seis_lab.widgets.scene import build
    >>> from seis_lab.widgets.players import read_players
    >>> from seis_lab.widgets.session import Session
    >>> scene = build(Session(SixRules(), read_players(["<b>", "Ana"])).now)
    >>> "&lt;b&gt;" in html(scene), "<b><b>" in html(scene)
    (True, False)
    """
    rows = []
    for player in scene["players"]:
        cells = (player["letter"], player["name"], player["note"])
        rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    head = "".join(f"<th>{escape(text(scene['lang'], f'six.still.{word}'))}</th>" for word in ("player", "tiles"))
    lines = "".join(f"<tr>{row}</tr>" for row in rows)
    status = escape(scene["status"]["text"])
    picture = b64encode(svg(scene).encode()).decode()
    return (
        f"<p><b>{escape(scene['title'])}</b> {escape(scene['subtitle'])}: {status}</p>"
        f'<img alt="{status}" src="data:image/svg+xml;base64,{picture}">'
        f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{lines}</tbody></table>"
    )


def svg(scene: Mapping[str, Any]) -> str:
    """The board as an SVG picture: the tiles with their signs, the last one and a winning figure marked."""
    tiles = [piece for piece in scene["pieces"] if piece["kind"] == "cell" and piece["state"] == "tile"]
    places = [(SIZE * 1.5 * tile["q"], SIZE * sqrt(3) * (tile["r"] + tile["q"] / 2)) for tile in tiles]
    left, top = min(x for x, _ in places) - 2 * SIZE, min(y for _, y in places) - 1.5 * SIZE
    title = f"{scene['title']} · {scene['subtitle']}"
    width = max(max(x for x, _ in places) - left + 2 * SIZE, 9 * len(title))
    height = TOP + max(y for _, y in places) - top + 1.5 * SIZE
    body = "".join(_tile(tile, x - left, TOP + y - top) for tile, (x, y) in zip(tiles, places, strict=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="system-ui,sans-serif">'
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="14" fill="{FELT}"/>'
        f'<text x="16" y="32" font-size="15" font-weight="600" fill="{INK}">{escape(title)}</text>{body}</svg>'
    )


def _tile(tile: Mapping[str, Any], x: float, y: float) -> str:
    """A tile with its sign, its edge golden where it came last or is part of the figure that won."""
    fill, edge = TILES[tile["side"]]
    points = " ".join(f"{0.94 * SIZE * a:.1f},{0.94 * SIZE * b:.1f}" for a, b in CORNERS)
    marked = bool(tile["marks"])
    stroke = f'stroke="{GOLD if marked else edge}" stroke-width="{4 if marked else 1.5}"'
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><polygon points="{points}" fill="{fill}" {stroke}/>'
        f'<g fill="none" stroke="#fff" stroke-width="3.4">{SIGNS[tile["side"]]}</g></g>'
    )
