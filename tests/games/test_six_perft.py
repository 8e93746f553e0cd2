"""Six: how many sequences of placements there are, and how many positions up to symmetry.

The first numbers come from outside: 3, 30, 348, 4 568 and 8, 78, 888 sequences; 3, 7, 22, 82 free polyhexes of 3 to 6
cells (OEIS A000228). Deeper ones are counted twice: by the rules, one position for all that are alike with its weight,
and by `growths`, which knows cells only.
"""

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from seis_lab.game import perft
from seis_lab.games.six import SixRules
from seis_lab.games.six_hexes import SYMMETRIES, Cell, Tiles, canonical, symmetric
from seis_lab.games.six_notation import SixState

RULES = SixRules()
FREE = SixRules(opening_restriction=False)


def growths(restricted: bool, depth: int) -> int:
    """Sequences of `depth` placements, the rules unseen: every set of cells with the number of ways to grow it.

    Colours matter for the very first tile only, and no figure can be made with fewer than five placements by a side.
    """
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))

    def edge(cells: frozenset[tuple[int, int]]) -> set[tuple[int, int]]:
        return {(a + x, b + y) for (a, b), (x, y) in product(cells, ways)} - cells

    start = frozenset({(0, 0), (1, 0)})
    layer = Counter({start: 1})
    for number in range(depth):
        after: Counter[frozenset[tuple[int, int]]] = Counter()
        for cells, weight in layer.items():
            free = edge(cells)
            if number == 0 and restricted:
                free -= set(ways)  # those around the tile of the own colour, at 0,0
            for cell in free:
                after[cells | {cell}] += weight
        layer = after
    return sum(layer.values())


def classes(rules: SixRules, depth: int) -> dict[Tiles, tuple[int, int]]:
    """The positions after `depth` placements, one for all that are alike: the sequences to them, and their moves."""
    states: dict[Tiles, SixState] = {symmetric(rules.initial().tiles): rules.initial()}
    weights: Counter[Tiles] = Counter(dict.fromkeys(states, 1))
    for _ in range(depth):
        after: Counter[Tiles] = Counter()
        found: dict[Tiles, SixState] = {}
        for key, state in states.items():
            for move in rules.turn(state).moves:
                new = rules.apply(state, move)
                alike = symmetric(new.tiles)
                found[alike] = new
                after[alike] += weights[key]
        states, weights = found, after
    return {key: (weights[key], len(rules.turn(state).moves)) for key, state in states.items()}


@pytest.mark.parametrize(
    ("rules", "counted"), [(RULES, [1, 3, 30, 348, 4568]), (FREE, [1, 8, 78, 888])], ids=["restricted", "free"]
)
def test_perft_known_from_elsewhere(rules: SixRules, counted: list[int]) -> None:
    assert [perft(rules, depth) for depth in range(len(counted))] == counted


def test_a_miniature_counted_by_hand() -> None:
    """Two tiles each, and two in a row win. Red has 3 cells, then the three tiles touch 10.

    The tile on 1,0 has 6 neighbours, of which red holds two: on the other 4 black wins. In the 3 times 6 games
    that go on red has two tiles to lift: 36.
    """
    assert [perft(SixRules(tiles=2, figures=["line"], line=2), depth) for depth in range(4)] == [1, 3, 30, 36]


@pytest.mark.parametrize("rules", [RULES, FREE], ids=["restricted", "free"])
@pytest.mark.parametrize("depth", [4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_perft_by_classes_and_by_growth(rules: SixRules, depth: int) -> None:
    """A class of positions that are alike counts as often as it is reached, times its moves."""
    reached = classes(rules, depth - 1)
    assert sum(weight * moves for weight, moves in reached.values()) == growths(rules.opening_restriction, depth)


@pytest.mark.slow
def test_perft_of_the_rules_to_depth_5() -> None:
    assert perft(RULES, 5) == growths(True, 5)


def test_shapes_are_the_polyhexes() -> None:
    """Without colours, and without the restriction, placements grow every polyhex, and only polyhexes."""
    for depth, free in ((1, 3), (2, 7), (3, 22), (4, 82)):
        shapes = {symmetric((tuple(sorted(red + black)), ())) for red, black in classes(FREE, depth)}
        assert len(shapes) == free


@pytest.mark.parametrize("rules", [RULES, FREE], ids=["restricted", "free"])
@pytest.mark.parametrize("swap", [False, True])
def test_classes_are_counted_by_burnside(rules: SixRules, swap: bool) -> None:
    """The number of classes is the mean number of positions that a symmetry leaves as they are (Burnside's lemma)."""
    group = [(turn, flip) for turn in SYMMETRIES for flip in ([False, True] if swap else [False])]
    states = [rules.initial()]
    for _ in range(4):
        positions = {canonical(state.tiles) for state in states}
        everywhere = {moved(tiles, *symmetry) for tiles in positions for symmetry in group}
        still = sum(moved(tiles, *symmetry) == tiles for tiles in everywhere for symmetry in group)
        assert len({symmetric(tiles, swap) for tiles in positions}) * len(group) == still
        after = [rules.apply(state, move) for state in states for move in rules.turn(state).moves]
        states = list({canonical(state.tiles): state for state in after}.values())


def moved(tiles: Tiles, turn: Callable[[Cell], Cell], flip: bool) -> Tiles:
    red, black = (tuple(sorted(map(turn, side))) for side in tiles)
    return canonical((black, red) if flip else (red, black))
