"""The odds of Six by name: each question answers what its function answers, as text, JSON and for a notebook."""

import json
from typing import Any

import pytest

from seis_lab import exact
from seis_lab.exact import ForcedWin, Miniature, odds
from seis_lab.exact.six_forced import ForcedLoss, NoForcedWin
from seis_lab.game import InvalidRules
from seis_lab.games.six import SixRules

PAIRS = SixRules(tiles=3, figures=["line"], line=2)
LOOSE = SixRules(tiles=3, figures=["line"], line=2, repetition="off")


def test_who_wins_by_force() -> None:
    """Triangles of two: red wins in two own turns without the restriction, as a tile with two neighbours shows."""
    free = SixRules(figures=["triangle"], triangle=2, opening_restriction=False)
    found = odds("six", "forced", free)
    assert isinstance(found, ForcedWin)
    data = json.loads(json.dumps(found.to_json()))
    assert (data["kind"], data["wins"], data["distance"]["fraction"], data["shortest"]) == ("exact", "red", "2", True)
    assert len(data["line"]) == 3 and data["position"] == str(free.initial())
    lost = odds("six", "forced", SixRules(figures=["line"], line=3))
    assert isinstance(lost, ForcedLoss) and lost.to_json()["wins"] == "black"
    open_ = odds("six", "forced", SixRules(), turns=1)
    assert isinstance(open_, NoForcedWin)
    assert open_.to_json() == {"kind": "exact", "none_in": 1, "asked": 1, "searched": 2}


def test_a_miniature_at_random_and_with_best_play() -> None:
    found = odds("six", "solved", PAIRS)
    assert isinstance(found, Miniature)
    data = json.loads(json.dumps(found.to_json()))
    assert (data["wins"], data["turns"], data["positions"], data["moved"]) == ("black", 2, 420, 4537)
    assert [payoff["fraction"] for payoff in data["payoffs"]] == ["0", "1"]
    law = odds("six", "random", LOOSE)
    assert json.loads(json.dumps(law.to_json()))["red"]["kind"] == "certified"


def test_openings_are_a_table() -> None:
    found = odds("six", "openings", placements=2)
    assert found.to_json()["rows"][1] == {"placements": 1, "sequences": 3, "alike": 2, "moved": 9}
    assert str(found).splitlines()[2] == "2 placements: 30 sequences, 9 positions up to symmetry (exact)"
    assert (len(found), found[2].sequences) == (3, 30)


@pytest.mark.parametrize("question", ["solved", "random", "openings"])
def test_answers_show_themselves(question: str) -> None:
    options: dict[str, Any] = {"placements": 1} if question == "openings" else {}
    assert 'class="seis-answer"' in odds("six", question, LOOSE, **options)._repr_html_()
    assert 'class="seis-answer"' in odds("six", "forced", LOOSE, turns=1)._repr_html_()


def test_what_cannot_be_asked() -> None:
    with pytest.raises(InvalidRules, match="question 'luck' is not known for six; allowed: forced, solved, random"):
        odds("six", "luck")
    with pytest.raises(InvalidRules, match="is not a set of rules of six; allowed: SixRules"):
        odds("six", "openings", "rules")


def test_the_names_are_offered() -> None:
    names = "forced_win settle solve_six random_play openings equivalent figures_through figures_within hexagon"
    assert all(callable(getattr(exact, name)) for name in names.split())
