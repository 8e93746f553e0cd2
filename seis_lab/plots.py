"""Plotly figures for lessons, each with the table that it draws.

A `Plot` shows itself in a notebook as a figure; where figures cannot be drawn (an exported page, an untrusted notebook)
its table stands in for it. Nothing is loaded from the network, and the same input gives the same JSON in every run.
Colours are safe for colour-blind readers and legible on light and on dark pages; *before* and *exact* are blue, *after*
and *simulated* orange.

>>> from seis_lab.exact import turns
>>> from seis_lab.games.seis import SeisRules
>>> law_figure(turns(SeisRules(players=1, wildcards={})))
<Plot 'How many turns it takes', a table of 36 rows>
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from itertools import combinations
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from seis_lab.exact import Solo, TurnsLaw, solve
from seis_lab.exact.answers import Exact, Interval, digits, written
from seis_lab.exact.card_worth import WorthTable
from seis_lab.exact.racing import RaceLaw
from seis_lab.games.seis_notation import SEATS, Numeral, Pass, Phase, Roll
from seis_lab.locale import decimal, percent, text

if TYPE_CHECKING:
    from seis_lab.sim.samples import TurnsSample

BLUE, ORANGE, GREEN, GREY = "#3a87c8", "#dd6b2f", "#1f9e77", "#767b84"
GRID = "rgba(128, 136, 145, 0.28)"
CLEAR = "rgba(0, 0, 0, 0)"
MIME = "application/vnd.plotly.v1+json"
TAIL = Fraction(99, 100)
LONGEST = 30
FEW = (1, 2, 3)
"""How many cards are missing in the positions of a policy picture, unless more are asked for."""
OWN = ("DADO", "NUMERAL")
SIGNS = {"nothing": "·", "flip": "✓", "keep": "–"}
SHADES = ("rgba(128, 136, 145, 0.2)", "#8fc1ea", "#e3d28a", "#f0a06c")
"""Of the policy: nothing to do, turn the card over, keep a NUMERAL that could help, play it."""


@dataclass(frozen=True, repr=False)
class Plot:
    """A figure, and the table that says the same; both are shown by a notebook, whichever it can."""

    figure: go.Figure
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def title(self) -> str:
        """The title of the figure."""
        return str(self.figure.layout.title.text)

    def table(self) -> str:
        """The table as HTML."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.heads)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self.rows)
        return (
            f"<table><caption>{escape(self.title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        figure = self.figure.to_plotly_json()
        config = {"showSendToCloud": False, "displaylogo": False}  # not "responsive": JupyterLab then loses the height
        return {MIME: {**figure, "config": config}, "text/html": self.table(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Plot {self.title!r}, a table of {len(self.rows)} rows>"


def show(figure: go.Figure, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Plot:
    """A figure of one's own with its table: the last value of a cell shows it."""
    return Plot(figure, tuple(heads), tuple(tuple(str(cell) for cell in row) for row in rows))


def law_figure(law: TurnsLaw, *, cumulative: bool = False, lang: str = "en") -> Plot:
    """P(T = n) as bars, or P(T <= n) as stairs, until 99 % of the games are over; the mean is marked."""
    numbers = list(range(1, law.quantile(TAIL) + 1))
    key = "plot.cdf" if cumulative else "plot.pmf"
    values = [law.cdf(n) if cumulative else law.pmf(n) for n in numbers]
    trace = (
        _stairs(numbers, values, text(lang, key), BLUE)
        if cumulative
        else draw_bars(numbers, values, text(lang, key), BLUE)
    )
    figure = styled(text(lang, "plot.law"), text(lang, "plot.turns"), text(lang, key), [trace])
    _mark_mean(figure, law, BLUE, lang, 0)
    rows = [(n, in_full(value), percent(lang, value, 3)) for n, value in zip(numbers, values, strict=True)]
    return show(figure, (text(lang, "plot.turns"), text(lang, key), "%"), rows)


def compare_figure(before: TurnsLaw, after: TurnsLaw, *, cumulative: bool = False, lang: str = "en") -> Plot:
    """Two laws side by side: bars of P(T = n), or stairs of P(T <= n); both means are marked."""
    numbers = list(range(1, max(before.quantile(TAIL), after.quantile(TAIL)) + 1))
    names = [text(lang, "lab.before"), text(lang, "lab.after")]
    key = "plot.cdf" if cumulative else "plot.pmf"
    columns = [[law.cdf(n) if cumulative else law.pmf(n) for n in numbers] for law in (before, after)]
    draw = _stairs if cumulative else draw_bars
    traces = [
        draw(numbers, values, name, colour) for values, name, colour in zip(columns, names, (BLUE, ORANGE), strict=True)
    ]
    figure = styled(text(lang, "plot.compare"), text(lang, "plot.turns"), text(lang, key), traces)
    for place, (law, colour) in enumerate(((before, BLUE), (after, ORANGE))):
        _mark_mean(figure, law, colour, lang, place)
    rows = [(n, *(percent(lang, values[place], 3) for values in columns)) for place, n in enumerate(numbers)]
    return show(figure, (text(lang, "plot.turns"), *(f"{text(lang, key)}, {name}" for name in names)), rows)


def worth_figure(table: WorthTable, *, lang: str = "en") -> Plot:
    """What each further NUMERAL (without DADO) and each further DADO (without NUMERAL) saves, in own turns."""
    cards: list[tuple[str, Fraction]] = []
    for kind in ("NUMERAL", "DADO"):
        for line in table.lines:
            count, others, saves = (
                (line.numerals, line.dados, line.numeral_saves)
                if kind == "NUMERAL"
                else (line.dados, line.numerals, line.dado_saves)
            )
            if saves is not None and others == 0:
                cards.append((f"{kind} {count + 1}", saves))
    names, values = [name for name, _ in cards], [saves for _, saves in cards]
    trace = draw_bars(names, values, text(lang, "plot.saved"), BLUE)
    trace.update(text=[in_full(value) for value in values], textposition="outside", cliponaxis=False)
    figure = styled(text(lang, "plot.worth"), text(lang, "plot.card"), text(lang, "plot.saved"), [trace])
    rows = [(name, in_full(value), decimal(lang, value, 4)) for name, value in cards]
    return show(figure, (text(lang, "plot.card"), text(lang, "plot.saved"), "≈"), rows)


def race_figure(law: RaceLaw, *, lang: str = "en") -> Plot:
    """The winning probability of every seat in turn order, A first, with the equal share as a dashed line."""
    seats = list(SEATS[: len(law)])
    trace = draw_bars(seats, list(law), text(lang, "plot.wins"), BLUE)
    trace.update(text=[percent(lang, chance, 2) for chance in law], textposition="inside", insidetextanchor="middle")
    trace.update(textfont={"color": "#ffffff", "size": 14}, textangle=0)
    figure = styled(text(lang, "plot.race"), text(lang, "plot.seat"), text(lang, "plot.wins"), [trace])
    figure.add_hline(
        y=1 / len(law),
        line={"color": GREY, "dash": "dash", "width": 1.5},
        annotation={"text": text(lang, "plot.fair_share"), "font": {"color": GREY}},
        annotation_position="top right",
    )
    rows = [(seat, in_full(chance), percent(lang, chance, 4)) for seat, chance in zip(seats, law, strict=True)]
    return show(figure, (text(lang, "plot.seat"), text(lang, "plot.wins"), "%"), rows)


def policy_figure(solo: Solo, *, missing: Sequence[int] = FEW, lang: str = "en") -> Plot:
    """The best play after every roll as a picture: a line for each set of missing cards, a column for each number.

    All the wildcards that the rules deal are still in hand; `missing` says how many cards may be missing (for six
    cards `range(1, 7)` shows all 63 sets). ValueError when it leaves nothing to show.

    >>> from seis_lab.games.seis import SeisRules
    >>> policy_figure(solve(SeisRules(players=1, wildcards={"NUMERAL": 1})), missing=[1])
    <Plot 'Best play with 1 NUMERAL', a table of 6 rows>
    """
    rules = replace(solo.rules, players=1, wildcards=solo.rules.wildcards_of(solo.seat))
    alone = solve(rules)
    sets = [up for size in missing if size > 0 for up in sorted(set(combinations(rules.numbers, size)))]
    if not sets:
        raise ValueError(f"missing={missing!r} shows nothing; allowed: numbers of cards from 1 to {len(rules.numbers)}")
    faces = [roll.face for roll, _ in rules.rolls if isinstance(roll, Roll)]
    plays = [[_play(alone, up, face) for face in faces] for up in sets]
    signs = [[f"→{play}" if isinstance(play, int) else SIGNS[play] for play in line] for line in plays]
    codes = [[3 if isinstance(play, int) else list(SIGNS).index(play) for play in line] for line in plays]
    names = [", ".join(map(str, up)) for up in sets]
    steps = [(at, colour) for place, colour in enumerate(SHADES) for at in (place / 4, (place + 1) / 4)]
    columns = [str(face) for face in faces]
    heat = go.Heatmap(
        z=codes,
        x=columns,
        y=names,
        text=signs,
        texttemplate="%{text}",
        textfont={"color": "#101418", "size": 13},
        colorscale=steps,
        zmin=-0.5,
        zmax=3.5,
        showscale=False,
        xgap=2,
        ygap=2,
        hovertemplate="%{y} · %{x}: %{text}<extra></extra>",
    )
    words = [text(lang, f"plot.play.{play}") for play in (*SIGNS, "numeral")]
    legend = [
        go.Scatter(
            x=[None], y=[None], mode="markers", name=word, marker={"color": shade, "size": 13, "symbol": "square"}
        )
        for word, shade in zip(words, SHADES, strict=True)
    ]
    held = ", ".join(f"{count} {kind}" for kind, count in rules.wildcards_of(0).items() if count and kind in OWN)
    title = text(lang, "plot.policy", hand=held or text(lang, "plot.nothing"))
    rolled, still = text(lang, "plot.rolled"), text(lang, "plot.missing")
    figure = styled(title, rolled, still, [heat, *legend], height=160 + 24 * len(sets))
    figure.update_layout(
        margin={"t": 100},
        xaxis={"type": "category", "categoryarray": columns, "categoryorder": "array", "side": "top"},
        yaxis={"type": "category", "autorange": "reversed", "rangemode": "normal", "showgrid": False, "dtick": 1},
        legend={"y": 0, "yanchor": "top"},
    )
    return show(figure, (still, *columns), [(name, *line) for name, line in zip(names, signs, strict=True)])


def _play(solo: Solo, up: tuple[int, ...], face: int) -> str | int:
    """What the best play does after a roll: the number that NUMERAL makes, or one of `SIGNS`."""
    state = replace(solo.rules, row=up).initial()
    if state.phase is Phase.BEFORE:
        state = solo.rules.apply(state, Pass())
    state = solo.rules.apply(state, Roll(face))
    numerals = [move.number for move in solo.rules.turn(state).moves if isinstance(move, Numeral)]
    if numerals:
        best = solo.policy.best(state)
        if isinstance(best, Numeral):
            return best.number
    if face in up:
        return "flip"
    return "keep" if set(numerals) & set(up) else "nothing"


def sample_figure(law: TurnsLaw, sample: "TurnsSample", *, lang: str = "en") -> Plot:
    """The exact law as bars, and what simulated games gave as points with their intervals."""
    numbers = [n for n in range(1, law.quantile(TAIL) + 1) if law.pmf(n) or sample.counts.get(n)]
    exact = [law.pmf(n) for n in numbers]
    found = [sample.pmf(n) for n in numbers]
    simulated = text(lang, "plot.simulated", games=sample.games, confidence=round(100 * sample.confidence))
    points = go.Scatter(
        x=numbers,
        y=[one.value for one in found],
        name=simulated,
        mode="markers",
        marker={"color": ORANGE, "size": 7, "symbol": "diamond"},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [one.high - one.value for one in found],
            "arrayminus": [one.value - one.low for one in found],
            "color": ORANGE,
            "thickness": 1.5,
        },
    )
    bars = draw_bars(numbers, exact, text(lang, "plot.exact"), BLUE)
    figure = styled(text(lang, "plot.sample"), text(lang, "plot.turns"), text(lang, "plot.pmf"), [bars, points])
    rows = [
        (
            n,
            *(
                percent(lang, value, 3)
                for value in (exact[place], found[place].value, found[place].low, found[place].high)
            ),
        )
        for place, n in enumerate(numbers)
    ]
    heads = ("plot.turns", "plot.exact", "lab.estimate", "plot.low", "plot.high")
    return show(figure, tuple(text(lang, key) for key in heads), rows)


def draw_bars(places: Sequence[Any], values: Sequence[Fraction], name: str, colour: str) -> go.Bar:
    """One bar for each place, as high as its value."""
    hover = "%{x}: %{y:.5f}<extra></extra>"
    return go.Bar(
        x=list(places), y=[float(v) for v in values], name=name, marker={"color": colour}, hovertemplate=hover
    )


def _stairs(places: Sequence[int], values: Sequence[Fraction], name: str, colour: str) -> go.Scatter:
    line = {"color": colour, "shape": "hv", "width": 2.5, "dash": "dash" if colour == BLUE else "solid"}
    hover = "%{x}: %{y:.5f}<extra></extra>"
    return go.Scatter(
        x=list(places), y=[float(v) for v in values], name=name, mode="lines", line=line, hovertemplate=hover
    )


def styled(title: str, x_title: str, y_title: str, traces: Sequence[Any], height: int = 380) -> go.Figure:
    """A figure in the one style: no background, so that the page's shows through."""
    axis = {"gridcolor": GRID, "zerolinecolor": GRID, "linecolor": GREY, "automargin": True, "tickcolor": GREY}
    figure = go.Figure(list(traces))
    figure.update_layout(
        template="none",
        title={
            "text": title,
            "x": 0.01,
            "xanchor": "left",
            "y": 1,
            "yanchor": "top",
            "pad": {"t": 14},
            "font": {"size": 16},
        },
        font={"color": GREY, "size": 13},
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        height=height,
        margin={"l": 60, "r": 20, "t": 80 if len(traces) > 1 else 60, "b": 50},
        bargap=0.18,
        bargroupgap=0.05,
        showlegend=len(traces) > 1,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        xaxis={**axis, "title": {"text": x_title}, "showgrid": False},
        yaxis={**axis, "title": {"text": y_title}, "rangemode": "tozero"},
    )
    return figure


def _mark_mean(figure: go.Figure, law: TurnsLaw, colour: str, lang: str, place: int) -> None:
    """A dotted line at the mean, with its value beside it."""
    figure.add_vline(
        x=float(law.mean),
        line={"color": colour, "dash": "dot", "width": 2},
        annotation={
            "text": text(lang, "plot.mean", mean=decimal(lang, law.mean, 4)),
            "font": {"color": colour},
            "y": 1 - 0.09 * place,
            "yref": "paper",
        },
        annotation_position="right",
    )


def distribution_figure(law: Mapping[Any, Exact | Interval], title: str, axis: str, lang: str, **names: object) -> Plot:
    """An exact distribution over numbers as bars; ValueError for a certified one, whose bars would look exact.

    `title` and `axis` are keys of texts, `names` fill the places of the title.
    """
    chances = []
    for value, chance in law.items():
        if not isinstance(chance, Exact):
            raise ValueError(f"the probability of {value} is {chance!r}; allowed: an exact law")
        chances.append(Fraction(chance))
    name = text(lang, "plot.probability")
    places = [value if isinstance(value, int) else float(value) for value in law]
    trace = draw_bars(places, chances, name, BLUE)
    figure = styled(text(lang, title, **names), text(lang, axis), name, [trace])
    rows = [(value, in_full(p), percent(lang, p, 3)) for value, p in zip(law, chances, strict=True)]
    return show(figure, (text(lang, axis), name, "%"), rows)


def with_ends(
    places: Sequence[str], answers: Sequence[Any], name: str, shown: Callable[[float], str], lang: str
) -> tuple[go.Bar, list[str], list[tuple[str, ...]]]:
    """Bars whose height is not exact, with the ends of their intervals; the heads and rows of their table."""
    ends = [(float(answer.low), float(answer.high)) for answer in answers]
    middles = [
        float(getattr(answer, "value", (low + high) / 2)) for answer, (low, high) in zip(answers, ends, strict=True)
    ]
    trace = draw_bars(places, [Fraction(middle) for middle in middles], text(lang, name), ORANGE)
    trace.update(
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [high - middle for middle, (_, high) in zip(middles, ends, strict=True)],
            "arrayminus": [middle - low for middle, (low, _) in zip(middles, ends, strict=True)],
            "color": GREY,
            "thickness": 1.5,
        }
    )
    heads = [text(lang, key) for key in ("plot.seat", "lab.estimate", "plot.low", "plot.high")]
    rows = [
        (place, *map(shown, (middle, low, high)))
        for place, middle, (low, high) in zip(places, middles, ends, strict=True)
    ]
    return trace, heads, rows


def in_full(value: Fraction) -> str:
    """A fraction in full where it is short, else how many digits it has."""
    shown = written(value)
    above, below = digits(value.numerator), digits(value.denominator)
    return shown if len(shown) <= LONGEST else f"({len(above)}/{len(below)} digits)"
