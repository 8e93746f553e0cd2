"""Plotly figures for the lesson on Seises cabrón, in the style of `seis_lab.plots`, each with the table that it draws.

What is exact is blue; what is certified or estimated is orange and carries its intervals.

>>> from seis_lab.exact.cabron_deals import all_hands
>>> from seis_lab.games.cabron import CabronRules
>>> points_figure(all_hands(CabronRules(players=2, suits=2, deck=8, opening_rank=2)).law)
<Plot 'What a hand brings every seat', a table of 2 rows>
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from seis_lab.exact.answers import Exact
from seis_lab.exact.cabron_law import HandLaw
from seis_lab.exact.cabron_matches import CabronMatch
from seis_lab.exact.cabron_points import PointsLaw
from seis_lab.games.column_moves import SEATS
from seis_lab.games.decks import Card
from seis_lab.locale import decimal, percent, text
from seis_lab.locale.cards import corner, suit_name
from seis_lab.plots import BLUE, GREY, TAIL, Plot, distribution_figure, draw_bars, in_full, show, styled, with_ends

if TYPE_CHECKING:
    from seis_lab.sim.cabron_samples import HandSample

SCALE = ((0.0, "#f0a06c"), (0.5, "#e3d28a"), (1.0, "#8fc1ea"))
"""From a card that surely dies to one that is surely placed; the black figures are legible on all of it."""


def points_figure(hand: "PointsLaw | HandSample", *, lang: str = "en") -> Plot:
    """The expected points of every seat, with the average of all seats as a dashed line."""
    seats, points = list(SEATS[: hand.rules.players]), hand.points
    figure, heads, rows = _bars(
        seats, points, "plot.hand_points", "plot.points", partial(decimal, lang, places=3), lang
    )
    average = sum(float(bar) for bar in figure.data[0].y) / len(seats)
    _dashed(figure, average, text(lang, "plot.equal"))
    return show(figure, heads, rows)


def wins_figure(hand: "PointsLaw | HandSample", *, lang: str = "en") -> Plot:
    """The share of the hand of every seat, joint winners sharing it, with the equal share as a dashed line."""
    seats = list(SEATS[: hand.rules.players])
    figure, heads, rows = _bars(seats, hand.shares, "plot.hand", "plot.wins", partial(percent, lang, places=2), lang)
    _dashed(figure, 1 / len(seats), text(lang, "plot.fair_share"))
    return show(figure, heads, rows)


def points_of_figure(law: PointsLaw, seat: int, *, lang: str = "en") -> Plot:
    """The distribution of a seat's points, from an exact law; ValueError for a certified one."""
    return distribution_figure(law.points_of(seat), "plot.points_of", "plot.points_n", lang, seat=SEATS[seat])


def match_figure(match: CabronMatch, *, lang: str = "en") -> Plot:
    """P(the match takes exactly n hands), until 99 % of the matches are over."""
    hands = range(1, match.time.quantile(TAIL) + 1)
    return distribution_figure({n: match.pmf(n) for n in hands}, "plot.hands", "plot.hands_n", lang)


def cards_figure(law: HandLaw, *, lang: str = "en") -> Plot:
    """How surely every card of a deal is placed: a line for each suit, a column for each rank.

    Of a certified law the figures are rounded from intervals that are far narrower than their last digit.
    """
    rules = law.rules
    ranks = [corner("spanish", face) for face in rules.faces]
    suits = [suit_name(lang, "spanish", suit) for suit in range(rules.suits)]
    chances = [[law.lying[Card(suit, rank)] for rank in range(1, rules.ranks + 1)] for suit in range(rules.suits)]
    shown = [[percent(lang, chance, 1) for chance in line] for line in chances]
    heat = go.Heatmap(
        z=[[round(float(chance), 6) for chance in line] for line in chances],
        x=ranks,
        y=suits,
        text=shown,
        texttemplate="%{text}",
        textfont={"color": "#101418", "size": 12},
        colorscale=[list(step) for step in SCALE],
        zmin=0,
        zmax=1,
        showscale=False,
        xgap=2,
        ygap=2,
        hovertemplate="%{y} · %{x}: %{text}<extra></extra>",
    )
    figure = styled(text(lang, "plot.cards"), text(lang, "plot.rank"), "", [heat], height=160 + 34 * rules.suits)
    figure.update_layout(
        xaxis={"type": "category", "categoryarray": ranks, "categoryorder": "array"},
        yaxis={"type": "category", "autorange": "reversed", "rangemode": "normal", "showgrid": False},
    )
    return show(
        figure, (text(lang, "plot.rank"), *ranks), [(suit, *line) for suit, line in zip(suits, shown, strict=True)]
    )


def _bars(
    seats: Sequence[str], answers: Sequence[Any], title: str, name: str, shown: Any, lang: str
) -> tuple[go.Figure, Sequence[str], Sequence[Sequence[object]]]:
    """A bar for every seat: blue where all are exact, else orange with the ends of the intervals."""
    if all(isinstance(answer, Exact) for answer in answers):
        exact = [Fraction(answer) for answer in answers]
        trace = draw_bars(seats, exact, text(lang, name), BLUE)
        heads = [text(lang, "plot.seat"), text(lang, name), "≈"]
        rows: list[tuple[str, ...]] = [(seat, in_full(p), shown(p)) for seat, p in zip(seats, exact, strict=True)]
    else:
        trace, heads, rows = with_ends(seats, answers, name, shown, lang)
    return styled(text(lang, title), text(lang, "plot.seat"), text(lang, name), [trace]), heads, rows


def _dashed(figure: go.Figure, height: float, name: str) -> None:
    """A dashed line across the figure, with its name."""
    figure.add_hline(
        y=height,
        line={"color": GREY, "dash": "dash", "width": 1.5},
        annotation={"text": name, "font": {"color": GREY}},
        annotation_position="top right",
    )
