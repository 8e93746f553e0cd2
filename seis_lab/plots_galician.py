"""Plotly figures for the lesson on Galician Seis, in the style of `seis_lab.plots`, each with the table that it draws.

What is exact is blue; estimates are orange and carry their intervals.

>>> from seis_lab.exact.galician_deals import all_deals
>>> from seis_lab.games.galician import GalicianRules
>>> seats_figure(all_deals(GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)).law)
<Plot 'Who wins the round', a table of 2 rows>
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.galician_law import RoundLaw
from seis_lab.exact.galician_match import MatchLaw
from seis_lab.games.galician_notation import SEATS
from seis_lab.locale import percent, text
from seis_lab.plots import BLUE, GREY, TAIL, Plot, distribution_figure, draw_bars, in_full, show, styled, with_ends

if TYPE_CHECKING:
    from seis_lab.exact.answers import Estimate
    from seis_lab.sim.galician_samples import RoundSample


def seats_figure(rounds: "RoundLaw | RoundSample", *, lang: str = "en") -> Plot:
    """The probability of every seat to win a round, with the equal share as a dashed line.

    Of an exact law the bars are blue. Of a certified law or of simulated rounds they are orange, with the ends of the
    intervals.
    """
    seats = list(SEATS[: rounds.rules.players])
    wins: Sequence[Exact | Interval | Estimate] = rounds.wins
    known = [Fraction(win) if isinstance(win, Exact) else None for win in wins]
    if None in known:
        trace, heads, rows = with_ends(seats, wins, "plot.wins", partial(percent, lang, places=2), lang)
    else:
        exact = [chance for chance in known if chance is not None]
        trace = draw_bars(seats, exact, text(lang, "plot.wins"), BLUE)
        heads = [text(lang, "plot.seat"), text(lang, "plot.wins"), "%"]
        rows = [(seat, in_full(p), percent(lang, p, 4)) for seat, p in zip(seats, exact, strict=True)]
    figure = styled(text(lang, "plot.round"), text(lang, "plot.seat"), text(lang, "plot.wins"), [trace])
    figure.add_hline(
        y=1 / len(seats),
        line={"color": GREY, "dash": "dash", "width": 1.5},
        annotation={"text": text(lang, "plot.fair_share"), "font": {"color": GREY}},
        annotation_position="top right",
    )
    return show(figure, heads, rows)


def pot_figure(law: RoundLaw, *, lang: str = "en") -> Plot:
    """The distribution of the pot at the end of a round, from an exact law; ValueError for a certified one."""
    return distribution_figure(law.pot(), "plot.pot", "plot.chips", lang)


def match_figure(law: MatchLaw, *, lang: str = "en") -> Plot:
    """P(the match takes exactly n rounds), until 99 % of the matches are over."""
    rounds = range(1, law.time.quantile(TAIL) + 1)
    return distribution_figure({n: law.pmf(n) for n in rounds}, "plot.match", "plot.rounds", lang)
