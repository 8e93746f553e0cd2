"""A table where no widget can live: an untrusted notebook, an export, a page on the web.

`html` is a small table and a picture, both pure functions of a scene. The picture is an SVG inside an `<img>`, where no
script runs; whatever a player typed is escaped in both.
"""

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from typing import Any

from seis_lab.locale import text

COLOURS = ("#0b62a8", "#b3470c", "#6a3d9a", "#0b7a52", "#a3195b", "#6b5900")
INK, SOFT, LINE, FELT, PAPER, BACK = "#1c2430", "#5b6675", "#d9dee6", "#e9f1ee", "#fffdf8", "#34465c"
SHAPES = {
    "circle": '<circle r="13"/>',
    "square": '<rect x="-12" y="-12" width="24" height="24" rx="3"/>',
    "triangle": '<path d="M0-14 14 11H-14Z"/>',
    "diamond": '<path d="M0-15 15 0 0 15-15 0Z"/>',
    "pentagon": '<path d="M0-14 14-4 9 12H-9L-14-4Z"/>',
    "hexagon": '<path d="M-7-13H7L14 0 7 13H-7L-14 0Z"/>',
}
PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
ROW, LEFT, CARD = 74, 184, 46


def html(scene: Mapping[str, Any]) -> str:
    """The scene as HTML without style sheets or scripts.

    >>> from seis_lab.widgets.scene import build
    >>> from seis_lab.widgets.players import read_players
    >>> from seis_lab.widgets.session import Session
    >>> from seis_lab.games.seis import SeisRules
    >>> scene = build(Session(SeisRules(players=1), read_players(["<script>"])).now)
    >>> "<script>" in html(scene), "&lt;script&gt;" in html(scene)
    (False, True)
    """
    pieces = {piece["id"]: piece for piece in scene["pieces"]}
    lettered = {player["seat"]: player["letter"].lower() for player in scene["players"]} if _mixed(scene) else {}
    rows = []
    for player in scene["players"]:
        held = {zone["kind"]: zone for zone in scene["zones"] if zone["seat"] == player["seat"]}
        cards = [pieces[piece] for piece in held["row"]["pieces"]]
        up = " ".join(_called(card, lettered) for card in cards if card["up"]) or "–"
        fan = [pieces[piece] for piece in held["fan"]["pieces"]]
        wild = ", ".join(f"{piece['count']} {piece['text']}" for piece in fan if piece["count"]) or "–"
        cells = (player["letter"], f"{player['name']} ({player['note']})", up, wild)
        rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    head = "".join(f"<th>{escape(text(scene['lang'], f'still.{word}'))}</th>" for word in ("player", "up", "wild"))
    lines = "".join(f"<tr>{row}</tr>" for row in rows)
    status = escape(scene["status"]["text"])
    picture = b64encode(svg(scene).encode()).decode()
    return (
        f"<p><b>{escape(scene['title'])}</b> {escape(scene['subtitle'])}: {status}</p>"
        f'<img alt="{status}" src="data:image/svg+xml;base64,{picture}">'
        f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{lines}</tbody></table>"
    )


def _mixed(scene: Mapping[str, Any]) -> bool:
    """Whether rows may hold cards of several colours: then colours matter, and every card shows whose it has."""
    seat_of = {piece: zone["seat"] for zone in scene["zones"] if zone["kind"] == "row" for piece in zone["pieces"]}
    return any(seat_of.get(piece["id"], piece["seat"]) != piece["seat"] for piece in scene["pieces"])


def _called(card: Mapping[str, Any], lettered: Mapping[int, str]) -> str:
    """The number of a card, and the letter of the player whose colour it has where colours matter."""
    return str(card["text"]) + lettered.get(card["seat"], "")


def svg(scene: Mapping[str, Any]) -> str:
    """The scene as an SVG picture: every player's cards, the die, and whose turn it is."""
    pieces = {piece["id"]: piece for piece in scene["pieces"]}
    rows = {zone["seat"]: zone["pieces"] for zone in scene["zones"] if zone["kind"] == "row"}
    shapes = {player["seat"]: player["shape"] for player in scene["players"]}
    longest = max(len(row) for row in rows.values())
    width, height = LEFT + longest * (CARD + 7) + 110, 54 + ROW * len(scene["players"])
    parts = [_text(18, 34, f"{scene['title']} · {scene['subtitle']}", INK, 16, "700")]
    for at, player in enumerate(scene["players"]):
        cards = [pieces[piece] for piece in rows[player["seat"]]]
        parts.append(_player(player, cards, 54 + at * ROW, width, shapes))
    turn = next((at for at, player in enumerate(scene["players"]) if player["turn"] or player["won"]), 0)
    parts.append(_die(pieces["die"], width - 88, 54 + turn * ROW + 10))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="system-ui,sans-serif"><rect width="{width}" height="{height}" rx="14" fill="{FELT}"/>'
        f"{''.join(parts)}</svg>"
    )


def _text(x: int, y: int, words: str, colour: str, size: int, weight: str = "400", anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{colour}">{escape(words)}</text>'
    )


def _player(
    player: Mapping[str, Any], cards: list[dict[str, Any]], top: int, width: int, shapes: Mapping[int, str]
) -> str:
    """One player's line: shape and letter, name, cards, each in its colour and with the shape of that colour."""
    colour = COLOURS[player["seat"]]
    name = player["name"] if len(player["name"]) <= 14 else player["name"][:12] + "…"
    frame = f'<rect x="8" y="{top}" width="{width - 16}" height="68" rx="12" fill="#fff" stroke="{colour}" '
    parts = [frame + 'stroke-width="2"/>'] if player["turn"] else []
    parts.append(f'<g transform="translate(32 {top + 34})" fill="{colour}">{SHAPES[player["shape"]]}</g>')
    parts.append(_text(32, top + 39, player["letter"], "#fff", 13, "700", "middle"))
    parts.append(_text(54, top + 31, name, INK, 14, "600") + _text(54, top + 49, player["note"], SOFT, 12))
    for at, card in enumerate(cards):
        x, y = LEFT + at * (CARD + 7), top + 6
        colour = COLOURS[card["seat"]]
        face, edge = (PAPER, colour) if card["up"] else (BACK, BACK)
        size = f'width="{CARD}" height="56" rx="8"'
        parts.append(f'<rect x="{x}" y="{y}" {size} fill="{face}" stroke="{edge}" stroke-width="1.5"/>')
        said, ink = (card["text"], colour) if card["up"] else ("✓", "#fff")
        parts.append(_text(x + CARD // 2, y + 36, said, ink, 24 if card["up"] else 16, "700", "middle"))
        if card["up"]:
            shape = SHAPES[shapes[card["seat"]]]
            parts.append(f'<g transform="translate({x + 9} {y + 9}) scale(.32)" fill="{colour}">{shape}</g>')
    return "".join(parts)


def _die(die: Mapping[str, Any], x: int, y: int) -> str:
    """The die in its player's colour: pips up to six, a number beyond, a dash before the roll, 0 when shot."""
    value = 0 if die["void"] else die["value"]
    parts = [f'<rect x="{x}" y="{y}" width="48" height="48" rx="11" fill="{COLOURS[die["seat"]]}"/>']
    if die["faces"] <= 6 and value in PIPS:
        for place in PIPS[value]:
            parts.append(
                f'<circle cx="{x + 12 + 12 * (place % 3)}" cy="{y + 12 + 12 * (place // 3)}" r="4.5" fill="#fff"/>'
            )
    else:
        parts.append(_text(x + 24, y + 32, "–" if value is None else str(value), "#fff", 22, "700", "middle"))
    return "".join(parts)
