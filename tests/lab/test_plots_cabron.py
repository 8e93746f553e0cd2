"""The figures of the lesson on Seises cabrón: the numbers of the table, three languages, the same JSON in every run."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from seis_lab import plots_cabron as plots
from seis_lab.exact.cabron import hand_law
from seis_lab.exact.cabron_deals import all_hands
from seis_lab.exact.cabron_matches import cabron_match
from seis_lab.exact.cabron_points import points_law
from seis_lab.games.cabron import CabronRules
from seis_lab.plots import MIME, Plot
from seis_lab.sim.cabron import simulate_hands

MINI = CabronRules(players=2, suits=1, deck=4, opening_rank=2, target=4)
DEAL = "1o,2o | 3o,4o"

MAKE: dict[str, Callable[[str], Plot]] = {
    "points": lambda lang: plots.points_figure(all_hands(MINI).law, lang=lang),
    "sampled points": lambda lang: plots.points_figure(
        simulate_hands(MINI, games=200, seed=6, method="engine"), lang=lang
    ),
    "wins": lambda lang: plots.wins_figure(points_law(MINI, DEAL), lang=lang),
    "points of a seat": lambda lang: plots.points_of_figure(points_law(MINI, DEAL), 0, lang=lang),
    "cards": lambda lang: plots.cards_figure(hand_law(MINI, DEAL), lang=lang),
    "match": lambda lang: plots.match_figure(cabron_match(MINI), lang=lang),
}


def shown(plot: Plot) -> Any:
    return json.loads(json.dumps(plot._repr_mimebundle_()[MIME]))


@pytest.mark.parametrize("name", MAKE)
def test_a_figure_is_the_same_in_every_run_and_reads_on_any_page(name: str) -> None:
    first, again = MAKE[name]("en"), MAKE[name]("en")
    assert first._repr_mimebundle_() == again._repr_mimebundle_()
    figure = shown(first)
    assert "http" not in json.dumps(figure) and figure["config"]["showSendToCloud"] is False
    assert all(len(row) == len(first.heads) for row in first.rows) and first.rows
    assert len({MAKE[name](lang).title for lang in ("en", "es", "gl")}) == 3


def test_bars_have_the_heights_of_the_table() -> None:
    """By hand: after 2o B plays 3o or 4o. 3o, 1o, 4o: both place both, 7 points each; 4o, 1o: 2 + 1 + 5 and 1."""
    points = plots.points_figure(points_law(MINI, DEAL))
    assert shown(points)["data"][0]["y"] == pytest.approx([15 / 2, 4])
    assert [row[1] for row in points.rows] == ["15/2", "4"]
    wins = MAKE["wins"]("en")
    assert [row[1] for row in wins.rows] == ["3/4", "1/4"]
    assert [row[:2] for row in MAKE["points of a seat"]("en").rows] == [("7", "1/2"), ("8", "1/2")]
    assert MAKE["cards"]("en").rows[0][1:] == ("100.0%", "100.0%", "50.0%", "100.0%")


def test_what_is_not_exact_shows_the_ends_of_its_intervals() -> None:
    sample = simulate_hands(MINI, games=200, seed=6, method="engine")
    bars = shown(plots.points_figure(sample))["data"][0]
    for place, mean in enumerate(sample.points):
        assert bars["y"][place] + bars["error_y"]["array"][place] == pytest.approx(mean.high)
        assert bars["y"][place] - bars["error_y"]["arrayminus"][place] == pytest.approx(mean.low)
    certified = points_law(MINI, DEAL, method="double")
    assert shown(plots.wins_figure(certified))["data"][0]["error_y"]
    with pytest.raises(ValueError, match="allowed: an exact law"):
        plots.points_of_figure(certified, 0)


def test_the_hands_of_a_match_are_drawn_as_they_are() -> None:
    match = cabron_match(MINI)
    rows = MAKE["match"]("en").rows
    assert [row[0] for row in rows[:2]] == ["1", "2"]
    assert shown(MAKE["match"]("en"))["data"][0]["y"][0] == pytest.approx(float(match.pmf(1)))
