"""The figure of the lesson on Six: the numbers of the samples, three languages, the same JSON in every run."""

import json

import pytest

from seis_lab.games.six import SixRules
from seis_lab.plots import MIME
from seis_lab.plots_six import starting_figure
from seis_lab.sim.six import RestrictionEffect, SixSample


def effect(red: int, black: int) -> RestrictionEffect:
    on = SixSample(SixRules(), {(0, "line"): red, (1, "line"): black}, 0, 1, "kernel")
    off = SixSample(SixRules(opening_restriction=False), {(0, "ring"): black, (None, "x"): red}, 0, 2, "kernel")
    return RestrictionEffect(on, off)


def test_marks_and_table_are_the_samples() -> None:
    """Of 100 games 60 won are 0.6 (Wilson 0.5020 to 0.6906); 40 won and 60 drawn are 0.7 (0.6042 to 0.7811)."""
    plot = starting_figure({"chance": effect(60, 40)})
    figure = json.loads(json.dumps(plot._repr_mimebundle_()[MIME]))
    without, restricted = figure["data"]
    assert (without["y"], restricted["y"]) == ([0.7], [0.6])
    assert without["marker"]["symbol"] != restricted["marker"]["symbol"]
    assert restricted["y"][0] - restricted["error_y"]["arrayminus"][0] == pytest.approx(0.5020, abs=5e-5)
    assert figure["layout"]["shapes"][0]["y0"] == 0.5
    assert [row[2:] for row in plot.rows] == [("0.7000", "0.6042", "0.7811"), ("0.6000", "0.5020", "0.6906")]


def test_a_figure_is_the_same_in_every_run_and_speaks_three_languages() -> None:
    effects = {"chance": effect(60, 40), "thought": effect(70, 30)}
    assert starting_figure(effects)._repr_mimebundle_() == starting_figure(effects)._repr_mimebundle_()
    assert len({starting_figure(effects, lang=lang).title for lang in ("en", "es", "gl")}) == 3
    assert "http" not in json.dumps(starting_figure(effects)._repr_mimebundle_()[MIME])
    assert len(starting_figure(effects).rows) == 4


def test_nothing_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match=r"effects=\{\} is not allowed; allowed: at least one"):
        starting_figure({})
