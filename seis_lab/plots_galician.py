"""Plotly figures for the lesson on Galician Seis, in the style of `seis_lab.plots`, each with the table that it draws.

What is exact is blue; estimates are orange and carry their intervals.

>>> from seis_lab.exact.galician_deals import all_deals
>>> from seis_lab.games.galician import GalicianRules
>>> seats_figure(all_deals(GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)).law)
<Plot 'Who wins the round', a table of 2 rows>
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.galician_law import RoundLaw
from seis_lab.exact.galician_match import MatchLaw
from seis_lab.games.galician_notation import SEATS
from seis_lab.locale import percent, text
from seis_lab.plots import BLUE, GREY, ORANGE, TAIL, Plot, draw_bars, in_full, show, styled

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
        trace, heads, rows = _with_ends(seats, wins, lang)
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
    return _distribution(law.pot(), "plot.pot", "plot.chips", lang)


def match_figure(law: MatchLaw, *, lang: str = "en") -> Plot:
    """P(the match takes exactly n rounds), until 99 % of the matches are over."""
    rounds = range(1, law.time.quantile(TAIL) + 1)
    return _distribution({n: law.pmf(n) for n in rounds}, "plot.match", "plot.rounds", lang)


def _distribution(law: Mapping[int, Exact | Interval], title: str, axis: str, lang: str) -> Plot:
    """An exact distribution over whole numbers as bars."""
    chances = []
    for value, chance in law.items():
        if not isinstance(chance, Exact):
            raise ValueError(f"the probability of {value} is {chance!r}; allowed: an exact law")
        chances.append(Fraction(chance))
    name = text(lang, "plot.probability")
    trace = draw_bars(list(law), chances, name, BLUE)
    figure = styled(text(lang, title), text(lang, axis), name, [trace])
    rows = [(value, in_full(p), percent(lang, p, 3)) for value, p in zip(law, chances, strict=True)]
    return show(figure, (text(lang, axis), name, "%"), rows)


def _with_ends(seats: Sequence[str], wins: Sequence[Any], lang: str) -> tuple[Any, list[str], list[tuple[str, ...]]]:
    """Bars whose height is not exact, with the ends of their intervals; the heads and rows of their table."""
    ends = [(float(win.low), float(win.high)) for win in wins]
    middles = [float(getattr(win, "value", (low + high) / 2)) for win, (low, high) in zip(wins, ends, strict=True)]
    trace = draw_bars(seats, [Fraction(middle) for middle in middles], text(lang, "plot.wins"), ORANGE)
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
        (seat, *(percent(lang, number, 2) for number in (middle, low, high)))
        for seat, middle, (low, high) in zip(seats, middles, ends, strict=True)
    ]
    return trace, heads, rows
