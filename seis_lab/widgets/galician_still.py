"""A table of Galician Seis where no widget can live: a small table and a picture of the columns, from a scene.

The picture is an SVG inside an `<img>`, where no script runs; whatever a player typed is escaped in both.
"""

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from typing import Any

from seis_lab.locale import text

INK, SOFT, FELT, PAPER, LINE = "#1c2430", "#566170", "#e4efea", "#fffefa", "#b9c2cd"
COLOURS = {"o": "#6b5900", "c": "#a3195b", "e": "#0b62a8", "b": "#0b7a52"}
WIDTH, ROW, TOP = 118, 28, 76


def html(scene: Mapping[str, Any]) -> str:
    """The public scene as HTML without style sheets or scripts.

    >>> from seis_lab.games.galician import GalicianRules
    >>> from seis_lab.widgets.scene import build
    >>> from seis_lab.widgets.players import read_players
    >>> from seis_lab.widgets.session import Session
    >>> scene = build(Session(GalicianRules(players=2), read_players(["<b>", "Ana"]), seed=1).now)
    >>> "<b>&lt;b&gt;</b>" in html(scene), "<b><b>" in html(scene)
    (False, False)
    """
    pieces = {piece["id"]: piece for piece in scene["pieces"]}
    rows = []
    for player in scene["players"]:
        count = pieces[f"chips-{player['seat']}"]["count"]
        cells = (player["letter"], player["name"], player["note"], str(count))
        rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    head = "".join(
        f"<th>{escape(text(scene['lang'], f'galician.still.{word}'))}</th>" for word in ("player", "hand", "chips")
    )
    lines = "".join(f"<tr>{row}</tr>" for row in rows)
    status, pot = escape(scene["status"]["text"]), escape(pieces["pot"]["label"])
    picture = b64encode(svg(scene).encode()).decode()
    return (
        f"<p><b>{escape(scene['title'])}</b> {escape(scene['subtitle'])}: {status} {pot}.</p>"
        f'<img alt="{status}" src="data:image/svg+xml;base64,{picture}">'
        f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{lines}</tbody></table>"
    )


def svg(scene: Mapping[str, Any]) -> str:
    """The columns as an SVG picture."""
    ladder = next(zone for zone in scene["zones"] if zone["kind"] == "ladder")
    pieces = {piece["id"]: piece for piece in scene["pieces"]}
    height = len(ladder["pieces"]) // len(ladder["columns"])
    width, tall = 24 + WIDTH * len(ladder["columns"]), TOP + ROW * height + 14
    parts = [_text(16, 32, f"{scene['title']} · {scene['subtitle']}", INK, "start", 15)]
    for at, column in enumerate(ladder["columns"]):
        middle = 12 + WIDTH * at + WIDTH // 2
        colour = COLOURS[column["suit"][-1]]
        parts.append(_text(middle, 62, column["name"], colour, "middle", 14))
        for row, piece in enumerate(ladder["pieces"][height * at : height * (at + 1)]):
            place = pieces[piece]
            laid = place["state"] == "laid"
            look = (
                f'fill="{PAPER}" stroke="{colour}"' if laid else f'fill="none" stroke="{LINE}" stroke-dasharray="2 3"'
            )
            y = TOP + ROW * row
            parts.append(f'<rect x="{middle - 38}" y="{y}" width="76" height="24" rx="6" {look}/>')
            parts.append(_text(middle, y + 17, place["text"], colour if laid else SOFT, "middle", 14))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{tall}" viewBox="0 0 {width} {tall}" '
        f'font-family="system-ui,sans-serif"><rect width="{width}" height="{tall}" rx="14" fill="{FELT}"/>'
        f"{''.join(parts)}</svg>"
    )


def _text(x: int, y: int, words: str, colour: str, anchor: str, size: int) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="600" text-anchor="{anchor}" '
        f'fill="{colour}">{escape(words)}</text>'
    )
