"""The table of a column game where no widget can live: a small table and a picture of the columns, from a scene.

The picture is an SVG inside an `<img>`, where no script runs; whatever a player typed is escaped in both.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

INK, SOFT, FELT, PAPER, LINE = "#1c2430", "#566170", "#e4efea", "#fffefa", "#b9c2cd"
COLOURS = {"o": "#6b5900", "c": "#a3195b", "e": "#0b62a8", "b": "#0b7a52"}
DOTTED = 'stroke-dasharray="2 3"'
WIDTH, ROW, TOP = 118, 28, 76


def html(scene: Mapping[str, Any], said: str, head: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    """The public scene as HTML without style sheets or scripts.

    `said` follows the status; `head` and `cells` are what the table says after the letters of the players.
    """
    rows = []
    for player, more in zip(scene["players"], cells, strict=True):
        row = "".join(f"<td>{escape(cell)}</td>" for cell in (player["letter"], *more))
        rows.append(f"<tr>{row}</tr>")
    top = "".join(f"<th>{escape(word)}</th>" for word in ("", *head))
    status = escape(scene["status"]["text"])
    picture = b64encode(svg(scene).encode()).decode()
    return (
        f"<p><b>{escape(scene['title'])}</b> {escape(scene['subtitle'])}: {status} {escape(said)}</p>"
        f'<img alt="{status}" src="data:image/svg+xml;base64,{picture}">'
        f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
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
            laid, y = place["state"] == "laid", TOP + ROW * row
            look = f'fill="{PAPER}" stroke="{colour}"' if laid else f'fill="none" stroke="{LINE}" {DOTTED}'
            parts.append(f'<rect x="{middle - 38}" y="{y}" width="76" height="24" rx="6" {look}/>')
            parts.append(_text(middle, y + 17, place["text"], colour if laid else SOFT, "middle", 14))
            if place["state"] == "dead":
                parts.append(f'<path d="M{middle - 30} {y + 19}L{middle + 30} {y + 5}" stroke="{SOFT}"/>')
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
