"""Counting in Six: figures by formulas for convex regions, openings by Burnside's lemma on cells without the rules."""

from typing import Any

import pytest

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.six_counts import figures_through, figures_within, hexagon
from seis_lab.exact.six_openings import equivalent, openings
from seis_lab.exact.six_turns import write
from seis_lab.game import InvalidRules
from seis_lab.games.six import SixRules
from seis_lab.games.six_hexes import Cell

WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
Spot = tuple[int, int]
Picture = tuple[frozenset[Spot], frozenset[Spot]]


def test_36_figures_go_through_every_cell() -> None:
    """36 is in the list of known values."""
    assert sum(figures_through(SixRules()).values()) == 36
    assert figures_through(SixRules()) == {"line": 3 * 6, "triangle": 2 * 6, "ring": 6}
    small = SixRules(figures=["triangle", "line"], line=4, triangle=2)
    assert figures_through(small) == {"line": 3 * 4, "triangle": 2 * 3}


@pytest.mark.parametrize("radius", range(7))
@pytest.mark.parametrize("sizes", [{}, {"line": 4, "triangle": 2}, {"line": 5, "triangle": 4}], ids=str)
def test_figures_in_a_hexagon_by_its_rows(radius: int, sizes: dict[str, int]) -> None:
    """A hexagon is convex: lines are counted by its rows, triangles by their corners, rings by their middle."""
    rules = SixRules(**sizes)
    rows = [2 * radius + 1 - abs(row) for row in range(-radius, radius + 1)]
    lines = 3 * sum(max(0, length - rules.line + 1) for length in rows)
    cells, side = set(hexagon(radius)), rules.triangle - 1
    corners = [((q, r), (q + side, r), (q, r + side)) for q in range(-9, 10) for r in range(-9, 10)]
    triangles = 2 * sum(cells.issuperset(three) for three in corners)
    rings = 1 + 3 * (radius - 1) * radius if radius else 0
    assert len(cells) == 1 + 3 * radius * (radius + 1)
    assert figures_within(rules, cells) == {"line": lines, "triangle": triangles, "ring": rings}


def test_figures_in_any_cells() -> None:
    assert figures_within(SixRules(), [Cell(q, 0) for q in range(8)]) == {"line": 3, "triangle": 0, "ring": 0}
    assert figures_within(SixRules(figures=["ring"]), []) == {"ring": 0}


def image(spot: Spot, sixths: int, mirrored: bool) -> Spot:
    x, y = (spot[1], spot[0]) if mirrored else spot
    for _ in range(sixths):
        x, y = -y, x + y
    return x, y


def shifted(picture: Picture) -> Picture:
    x, y = min(x for side in picture for x, _ in side), min(y for side in picture for _, y in side)
    red, black = (frozenset((a - x, b - y) for a, b in side) for side in picture)
    return red, black


def pictures(depth: int, restricted: bool) -> set[Picture]:
    """The positions after so many placements up to moving along; too few tiles for a figure, so none is over."""
    layer: set[Picture] = {(frozenset({(0, 0)}), frozenset({way})) for way in WAYS}
    for number in range(depth):
        after: set[Picture] = set()
        for red, black in layer:
            held = red | black
            around = {(a + x, b + y) for a, b in held for x, y in WAYS} - held
            if number == 0 and restricted:
                around -= {(a + x, b + y) for a, b in red for x, y in WAYS}
            for spot in around:
                after.add((red | {spot}, black) if number % 2 == 0 else (red, black | {spot}))
        layer = {shifted(picture) for picture in after}
    return {shifted(picture) for picture in layer}


@pytest.mark.parametrize(("restricted", "depth"), [(True, 4), (False, 3)])
def test_openings_by_burnsides_lemma(restricted: bool, depth: int) -> None:
    """The classes are the mean number of positions that a symmetry leaves as they are."""
    rows = openings(SixRules(opening_restriction=restricted), depth)
    for row in rows:
        found = pictures(row.placements, restricted)
        kept = 0
        for mirrored in (False, True):
            for sixths in range(6):
                for red, black in found:
                    moved = [frozenset(image(spot, sixths, mirrored) for spot in side) for side in (red, black)]
                    kept += shifted((moved[0], moved[1])) == (red, black)
        assert (row.moved, 12 * row.alike) == (len(found), kept)


@pytest.mark.parametrize(("restricted", "known"), [(True, [1, 3, 30, 348, 4568]), (False, [1, 8, 78, 888])])
def test_sequences_are_the_known_ones(restricted: bool, known: list[int]) -> None:
    """The numbers are in the list of known values."""
    rows = openings(SixRules(opening_restriction=restricted), len(known) - 1)
    assert [row.sequences for row in rows] == known


def test_games_that_are_over_are_not_continued() -> None:
    """Pairs win: a tile of red's next to the one on the table ends the game, 5 of the 8 cells (`rules.md`: 8 - 3)."""
    rules = SixRules(figures=["line"], line=2, opening_restriction=False)
    one, two = openings(rules, 2)[1:]
    assert (one.sequences, two.sequences) == (8, sum(len(rules.turn(after).moves) for after in going_on(rules)))


def going_on(rules: SixRules) -> list[Any]:
    states = [rules.apply(rules.initial(), move) for move in rules.turn(rules.initial()).moves]
    return [state for state in states if rules.turn(state).moves]


def test_two_of_the_first_three_cells_are_alike() -> None:
    """The mirror that keeps both first tiles exchanges the two cells beside the axis and keeps the one on it."""
    groups = [[write(turn) for turn in group] for group in equivalent(SixRules())]
    assert groups == [["place 1,1", "place 2,-1"], ["place 2,0"]]
    assert sorted(map(len, equivalent(SixRules(opening_restriction=False)))) == [1, 1, 2, 2, 2]


@pytest.mark.parametrize("placements", [-1, 41, 1.0, True])
def test_so_many_placements_there_are_not(placements: Any) -> None:
    with pytest.raises(ValueError, match=r"placements=.* is not allowed; allowed: a whole number from 0 to 40"):
        openings(SixRules(), placements)


def test_a_count_has_a_budget_and_can_be_stopped() -> None:
    with pytest.raises(InvalidRules, match="more than 100 classes after 4 placements"):
        openings(SixRules(), 6, budget=100)
    with pytest.raises(Cancelled):
        openings(SixRules(), 3, cancelled=lambda: True)
    with pytest.raises(ValueError, match="radius=-1 is not allowed"):
        hexagon(-1)
