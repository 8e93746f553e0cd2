"""The figures of the lessons: the right numbers, the same JSON in every run, nothing from the network, and a table."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from seis_lab import plots
from seis_lab.exact import solve, turns
from seis_lab.exact.card_worth import worth
from seis_lab.exact.racing import race
from seis_lab.games.seis import SeisRules
from seis_lab.plots import MIME, Plot
from seis_lab.sim import simulate_turns

NO_CARDS = SeisRules(players=1, wildcards={})
TWO = SeisRules(players=1, wildcards={"NUMERAL": 2, "DADO": 2})

MAKE: dict[str, Callable[[str], Plot]] = {
    "law": lambda lang: plots.law_figure(turns(NO_CARDS), lang=lang),
    "cumulative law": lambda lang: plots.law_figure(turns(NO_CARDS), cumulative=True, lang=lang),
    "compare": lambda lang: plots.compare_figure(turns(NO_CARDS), turns(TWO), lang=lang),
    "cumulative compare": lambda lang: plots.compare_figure(turns(NO_CARDS), turns(TWO), cumulative=True, lang=lang),
    "policy": lambda lang: plots.policy_figure(solve(TWO), missing=[1, 2], lang=lang),
    "worth": lambda lang: plots.worth_figure(worth(TWO), lang=lang),
    "race": lambda lang: plots.race_figure(race(SeisRules(players=3, wildcards={})), lang=lang),
    "sample": lambda lang: plots.sample_figure(turns(NO_CARDS), simulate_turns(NO_CARDS, 500, 6), lang=lang),
}


def shown(plot: Plot) -> Any:
    return json.loads(json.dumps(plot._repr_mimebundle_()[MIME]))


@pytest.mark.parametrize("name", MAKE)
def test_a_figure_is_the_same_in_every_run_and_reads_on_any_page(name: str) -> None:
    first, again = MAKE[name]("en"), MAKE[name]("en")
    assert first._repr_mimebundle_() == again._repr_mimebundle_()
    figure = shown(first)
    assert "http" not in json.dumps(figure) and figure["config"]["showSendToCloud"] is False
    layout = figure["layout"]
    assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == plots.CLEAR
    assert layout["title"]["text"] and layout["xaxis"]["title"]["text"] and layout["yaxis"]["title"]["text"]
    bundle = first._repr_mimebundle_()
    assert bundle["text/html"].startswith("<table>") and "0x" not in bundle["text/plain"]
    assert all(len(row) == len(first.heads) for row in first.rows) and first.rows


@pytest.mark.parametrize("name", MAKE)
def test_a_figure_speaks_three_languages(name: str) -> None:
    titles = {lang: MAKE[name](lang).title for lang in ("en", "es", "gl")}
    assert len(set(titles.values())) == 3, titles


def test_the_law_is_drawn_as_it_is() -> None:
    """P(6 turns) = 5/324 is known, and the mean 147/10."""
    plot = MAKE["law"]("en")
    bars = shown(plot)["data"][0]
    assert dict(zip(bars["x"], bars["y"], strict=True))[6] == float(Fraction(5, 324))
    assert plot.rows[5][:2] == ("6", "5/324")
    assert shown(plot)["layout"]["shapes"][0]["x0"] == 14.7
    assert shown(plot)["layout"]["annotations"][0]["text"] == "mean 14.7000"


def test_the_race_and_the_worth_are_drawn_as_they_are() -> None:
    two = plots.race_figure(race(SeisRules(players=2, wildcards={})))
    assert two.rows[0][:2] == ("A", "6688879/12660648")
    cards = plots.worth_figure(worth(TWO))
    assert [row[:2] for row in cards.rows][::2] == [("NUMERAL 1", "11/3"), ("DADO 1", "1")]


def test_the_policy_is_the_best_play_position_by_position() -> None:
    """With one card missing and NUMERAL in hand, a neighbour of the card is turned into it; alone 5 needs 4 or 6."""
    plot = MAKE["policy"]("en")
    assert plot.heads == ("cards still missing", "1", "2", "3", "4", "5", "6")
    assert {row[0]: row[1:] for row in plot.rows}["5"] == ("·", "·", "·", "→5", "✓", "→5")


def test_the_policy_shows_few_lines_unless_more_are_asked_for() -> None:
    """Six cards have 6 + 15 + 20 sets of at most three, and 63 in all."""
    one = solve(SeisRules(players=1, wildcards={"NUMERAL": 1}))
    assert len(plots.policy_figure(one).rows) == 41
    assert len(plots.policy_figure(one, missing=range(1, 7)).rows) == 63
    with pytest.raises(ValueError, match=r"missing=\[9\] shows nothing; allowed: numbers of cards from 1 to 6"):
        plots.policy_figure(one, missing=[9])


def test_intervals_are_drawn_around_the_estimates() -> None:
    points = shown(MAKE["sample"]("en"))["data"][1]
    sample = simulate_turns(NO_CARDS, 500, 6)
    at = points["x"].index(12)
    assert points["y"][at] + points["error_y"]["array"][at] == pytest.approx(sample.pmf(12).high)
    assert points["y"][at] - points["error_y"]["arrayminus"][at] == pytest.approx(sample.pmf(12).low)


def test_what_a_table_shows_is_escaped() -> None:
    plot = plots.show(plots.law_figure(turns(NO_CARDS)).figure, ("<b>",), [("<img src=x>",)])
    assert "<img" not in plot.table() and "<b>" not in plot.table()
