"""The figures of the lesson on Galician Seis: the numbers of the table, three languages, the same JSON in every run."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from seis_lab import plots_galician as plots
from seis_lab.exact.galician import round_law
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_match import match_law
from seis_lab.games.galician import GalicianRules
from seis_lab.plots import MIME, Plot
from seis_lab.sim.galician import simulate_rounds

MINI = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
DEAL = "2o,1c,3c | 1o,3o,2c"

MAKE: dict[str, Callable[[str], Plot]] = {
    "seats": lambda lang: plots.seats_figure(all_deals(MINI).law, lang=lang),
    "sampled seats": lambda lang: plots.seats_figure(
        simulate_rounds(MINI, games=200, seed=6, method="engine"), lang=lang
    ),
    "pot": lambda lang: plots.pot_figure(round_law(MINI, DEAL), lang=lang),
    "match": lambda lang: plots.match_figure(match_law(replace(MINI, chips=1)), lang=lang),
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
    """By hand, over the ten deals of the leader: 9 sure wins and one of 1/3 make 14/15."""
    plot = MAKE["seats"]("en")
    assert shown(plot)["data"][0]["y"] == pytest.approx([14 / 15, 1 / 15])
    assert [row[1] for row in plot.rows] == ["14/15", "1/15"]


def test_the_pot_and_the_rounds_are_drawn_as_they_are() -> None:
    """By hand: in this deal the pot is 0, 1 or 2 with 1/3 each; with one chip a round ends the match in 1 of 6."""
    assert MAKE["pot"]("en").rows == tuple((str(n), "1/3", "33.333%") for n in range(3))
    rounds = MAKE["match"]("en")
    assert [row[1] for row in rounds.rows[:3]] == ["1/6", "5/36", "25/216"]
    assert shown(rounds)["data"][0]["y"][:2] == pytest.approx([1 / 6, 5 / 36])


def test_what_is_not_exact_shows_the_ends_of_its_intervals() -> None:
    sample = simulate_rounds(MINI, games=200, seed=6, method="engine")
    bars = shown(plots.seats_figure(sample))["data"][0]
    for place, win in enumerate(sample.wins):
        assert bars["y"][place] + bars["error_y"]["array"][place] == pytest.approx(win.high)
        assert bars["y"][place] - bars["error_y"]["arrayminus"][place] == pytest.approx(win.low)
    certified = plots.seats_figure(round_law(MINI, DEAL, method="double"))
    assert shown(certified)["data"][0]["error_y"] and certified.rows[0][1] == "33.33%"


def test_a_certified_pot_is_refused_because_its_bars_would_look_exact() -> None:
    with pytest.raises(ValueError, match="allowed: an exact law"):
        plots.pot_figure(round_law(MINI, DEAL, method="double"))
