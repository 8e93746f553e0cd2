"""Two charts as SVG text: bars side by side, and staircases. Pure functions of numbers and labels.

A chart takes its colours from classes, which `static/lab.css` ties to the light or dark theme of the page;
`picture` gives the same chart as an image with colours of its own, for pages that allow no styles. *Before* is drawn
hollow and *after* solid, so the two differ in more than colour.

>>> bars(["A", "B"], [0.5, 0.5], [0.6, 0.4], title="Race", axis="seat", names=("before", "after")).count("<rect")
6
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 460, 290
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 58, 46
LIGHT = """
.sl-paper{fill:#fff}.sl-ink{fill:#1c2430}.sl-soft{fill:#5b6675}.sl-grid{stroke:#d9dee6}.sl-axis{stroke:#5b6675}
.sl-before{fill:#0b62a8;fill-opacity:.16;stroke:#0b62a8}.sl-after{fill:#b3470c;stroke:#b3470c}
.sl-line{fill:none;stroke-width:2.5}
text{font:13px system-ui,sans-serif}.sl-title{font-weight:600;font-size:15px}.sl-small{font-size:12px}
"""


@dataclass(frozen=True)
class Scale:
    """From numbers to places on the drawing: `x` from `low` to `high`, `y` from 0 to `top`."""

    low: float
    high: float
    top: float

    def x(self, value: float) -> float:
        """The place of a number from left to right."""
        return LEFT + (value - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """The place of a number from bottom to top."""
        return HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM)


def bars(
    labels: Sequence[str],
    before: Sequence[float | None],
    after: Sequence[float | None],
    *,
    title: str,
    axis: str,
    names: tuple[str, str],
    tick: Callable[[float], str] = "{:g}".format,
    means: tuple[float, float] | None = None,
    written: tuple[Sequence[str], Sequence[str]] | None = None,
) -> str:
    """Two bars for each label, their values 0 or more; None draws no bar.

    `tick` writes the numbers of the height; `means` marks two places on an axis whose labels are the whole numbers from
    `labels[0]` on; `written` puts a text over each bar.
    """
    tallest = max((value for value in (*before, *after) if value is not None), default=0)
    room = tallest * (1.12 if written else 1)
    ticks = _ticks(room)
    while len(ticks) > 2 and ticks[-2] >= tallest:  # no line that only texts reach: 125% is no probability
        ticks.pop()
    scale = Scale(-0.5, len(labels) - 0.5, max(ticks[-1], room))
    parts = _grid(scale, ticks, tick)
    width = min(
        0.42, 50 * len(labels) / (WIDTH - LEFT - RIGHT)
    )  # of the room of a label; at most 50 units of the drawing
    for side, (values, kind) in enumerate(((before, "sl-before"), (after, "sl-after"))):
        for place, value in enumerate(values):
            if value is None:
                continue
            left, right = scale.x(place + (side - 1) * width), scale.x(place + side * width)
            parts.append(
                f'<rect class="{kind}" x="{left + 0.5:.1f}" y="{scale.y(value):.1f}" width="{right - left - 1:.1f}" '
                f'height="{HEIGHT - BOTTOM - scale.y(value):.1f}"/>'
            )
            if written:
                parts.append(
                    _text((left + right) / 2, scale.y(value) - 5, written[side][place], "sl-ink sl-small", "middle")
                )
    step = max(1, ceil(len(labels) / 14))
    for place in range(0, len(labels), step):
        parts.append(_text(scale.x(place), HEIGHT - BOTTOM + 17, labels[place], "sl-soft", "middle"))
    if means:
        first = int(labels[0])
        for mean, kind in zip(means, ("sl-before", "sl-after"), strict=True):
            parts.append(_pointer(scale.x(mean - first), kind))
    return _drawing(parts, title, axis, names)


def stairs(
    start: int,
    before: Sequence[float],
    after: Sequence[float],
    *,
    title: str,
    axis: str,
    names: tuple[str, str],
    tick: Callable[[float], str] = "{:g}".format,
) -> str:
    """Two distribution functions: the values at the whole numbers from `start` on, from 0 to 1."""
    ticks = [0, 0.25, 0.5, 0.75, 1]
    scale = Scale(start, start + len(before), 1)
    parts = _grid(scale, ticks, tick)
    for values, kind, dash in ((before, "sl-before", ' stroke-dasharray="6 4"'), (after, "sl-after", "")):
        path = f"M{scale.x(start):.1f} {scale.y(0):.1f}" + "".join(
            f"V{scale.y(value):.1f}H{scale.x(start + place + 1):.1f}" for place, value in enumerate(values)
        )
        parts.append(f'<path class="{kind} sl-line" d="{path}"{dash}/>')
    step = max(1, ceil(len(before) / 14))
    for place in range(0, len(before), step):
        parts.append(_text(scale.x(start + place), HEIGHT - BOTTOM + 17, str(start + place), "sl-soft", "middle"))
    return _drawing(parts, title, axis, names)


def picture(svg: str) -> str:
    """A chart as an `<img>` that carries its own colours: it survives untrusted notebooks and exported pages."""
    label = svg.partition('aria-label="')[2].partition('"')[0]
    inside = svg.partition(">")
    styled = f'{inside[0]}><style>{LIGHT}</style><rect class="sl-paper" width="100%" height="100%"/>{inside[2]}'
    data = b64encode(styled.encode()).decode()
    return f'<img alt="{label}" width="{WIDTH}" src="data:image/svg+xml;base64,{data}">'


def _ticks(top: float) -> list[float]:
    """Three to six round numbers from 0 to at least `top`."""
    if top <= 0:
        return [0, 1]
    size = 10.0 ** floor(log10(top))
    step = next(size * part for part in (0.2, 0.25, 0.5, 1, 2) if top / (size * part) <= 5)
    return [round(step * count, 12) for count in range(ceil(top / step - 1e-9) + 1)]


def _grid(scale: Scale, ticks: Sequence[float], write: Callable[[float], str]) -> list[str]:
    lines = []
    for tick in ticks:
        y = scale.y(tick)
        kind = "sl-grid" if tick else "sl-axis"
        lines.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        lines.append(_text(LEFT - 6, y + 4.5, write(tick), "sl-soft", "end"))
    return lines


def _pointer(x: float, kind: str) -> str:
    """A small triangle on the axis, and a line up from it, where a mean lies."""
    x = min(x, WIDTH - RIGHT)
    foot = HEIGHT - BOTTOM
    dash = ' stroke-dasharray="5 4"' if kind == "sl-before" else ""
    return (
        f'<path class="{kind} sl-mean" d="M{x:.1f} {foot}V{TOP}"{dash}/>'
        f'<path class="{kind}" d="M{x:.1f} {foot}l-5 8h10z"/>'
    )


def _text(x: float, y: float, words: str, kind: str, anchor: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _drawing(parts: Sequence[str], title: str, axis: str, names: tuple[str, str]) -> str:
    heading = _text(LEFT, 18, title, "sl-ink sl-title", "start")
    second = LEFT + 34 + 8 * len(names[0])
    legend = "".join(
        f'<rect class="{kind}" x="{x}" y="30" width="12" height="12"/>{_text(x + 18, 41, name, "sl-ink", "start")}'
        for kind, x, name in zip(("sl-before", "sl-after"), (LEFT, second), names, strict=True)
    )
    foot = _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, axis, "sl-soft", "middle")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sl-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{heading}{legend}{"".join(parts)}{foot}</svg>'
    )
