"""Plotly figures for the lesson on Six, in the style of `seis_lab.plots`, each with the table that it draws.

Everything here is estimated, so it is orange and carries its intervals.

>>> from seis_lab.games.six import SixRules
>>> from seis_lab.sim.six import restriction_effect
>>> effect = restriction_effect(SixRules(tiles=7), games=50, seed=6, method="engine")
>>> starting_figure({"at random": effect})
<Plot 'What the side that starts gets of a game', a table of 2 rows>
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from seis_lab.exact.answers import Estimate
from seis_lab.locale import decimal, text
from seis_lab.plots import GREY, ORANGE, Plot, show, styled

if TYPE_CHECKING:
    from seis_lab.sim.six import RestrictionEffect

MARKS = {"plot.free": "circle-open", "plot.restricted": "diamond"}
"""Without and with the opening restriction: told apart by shape, in grey too."""


def starting_figure(effects: "Mapping[str, RestrictionEffect]", *, lang: str = "en") -> Plot:
    """The share of the side that starts, without and with the opening restriction, by the names of who plays.

    A dashed line marks an even game, 1/2. ValueError for no effects at all.
    """
    if not effects:
        raise ValueError("effects={} is not allowed; allowed: at least one, by the name of who plays")
    names = list(effects)
    shares = {
        "plot.free": [effect.off.first for effect in effects.values()],
        "plot.restricted": [effect.on.first for effect in effects.values()],
    }
    traces = [_marks(names, found, text(lang, key), MARKS[key]) for key, found in shares.items()]
    figure = styled(text(lang, "plot.starting"), text(lang, "plot.players"), text(lang, "plot.share"), traces)
    figure.update_layout(xaxis={"type": "category"}, scattermode="group")
    figure.add_hline(
        y=0.5,
        line={"color": GREY, "dash": "dash", "width": 1.5},
        annotation={"text": text(lang, "plot.fair_share"), "font": {"color": GREY}},
        annotation_position="bottom right",
    )
    heads = [text(lang, key) for key in ("plot.players", "plot.opening", "plot.share", "plot.low", "plot.high")]
    rows = [
        (name, text(lang, key), *(decimal(lang, end, 4) for end in (found[at].value, found[at].low, found[at].high)))
        for at, name in enumerate(names)
        for key, found in shares.items()
    ]
    return show(figure, heads, rows)


def _marks(names: Sequence[str], found: Sequence[Estimate], name: str, symbol: str) -> go.Scatter:
    """A mark for every estimate, with the ends of its interval."""
    return go.Scatter(
        x=list(names),
        y=[one.value for one in found],
        name=name,
        mode="markers",
        marker={"symbol": symbol, "size": 11, "color": ORANGE, "line": {"width": 2, "color": ORANGE}},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [one.high - one.value for one in found],
            "arrayminus": [one.value - one.low for one in found],
            "color": GREY,
            "thickness": 1.5,
        },
    )
