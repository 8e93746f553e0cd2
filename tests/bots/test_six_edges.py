"""Where the fast board and the bots of Six could slip: wide groups, pairs that win, last placements, time that is up.

What is expected comes from the readable rules: figures counted one by one, every turn and every answer tried.
"""

import random
from types import ModuleType

import pytest

from seis_lab.bots.six import SIX_LEVELS, easy, strong
from seis_lab.bots.six_search import search
from seis_lab.exact.six_proof import forced_win
from seis_lab.exact.six_turns import turns, winner
from seis_lab.games.six import SixRules
from seis_lab.games.six_figures import through
from seis_lab.games.six_hexes import DIRECTIONS, Cell, Tiles, touching
from seis_lab.games.six_notation import Phase, SixState, parse_position
from tests.sim.six_kernels import BOTH

SHAPES = [
    SixRules(),
    SixRules(tiles=5, figures=("line",), line=2),
    SixRules(tiles=5, figures=("line", "triangle"), line=3, triangle=2),
    SixRules(tiles=30, figures=("triangle",), triangle=5),
]


def scattered(rng: random.Random, number: int) -> Tiles:
    """A group of tiles in any place, of colours at random."""
    cells = [Cell(rng.randrange(-100, 100), rng.randrange(-100, 100))]
    while len(cells) < number:
        cells.append(rng.choice(touching(cells)))
    rng.shuffle(cells)
    return tuple(cells[: number // 2]), tuple(cells[number // 2 :])


def straight(step: Cell, number: int) -> list[Cell]:
    return [Cell(step.q * at, step.r * at) for at in range(number)]


@pytest.mark.parametrize("modules", BOTH.values(), ids=list(BOTH))
@pytest.mark.parametrize("rules", SHAPES, ids=repr)
def test_threats_are_counted_figure_by_figure(modules: dict[str, ModuleType], rules: SixRules) -> None:
    six, tables, rng = modules["six"], modules["six_tables"], random.Random(1)
    for _ in range(6):
        tiles = scattered(rng, rng.randrange(4, 2 * rules.tiles))
        board = tables.empty_board(rules)
        for colour, side in enumerate(tiles):
            for cell in side:
                six.put(board, tables.number(cell), colour)
        for cell in touching(tiles[0] + tiles[1]):
            for colour in (0, 1):
                own, other = set(tiles[colour]), set(tiles[1 - colour])
                open_ = [shape.cells for shape in through(cell, rules.shapes) if other.isdisjoint(shape.cells)]
                lacks = [sum(one not in own for one in cells) for cells in open_ if not own.isdisjoint(cells)]
                counted = [six.lacking(board, colour, tables.number(cell), tiles) for tiles in (six.ONE, six.TWO)]
                assert counted == [lacks.count(1), lacks.count(2)]


@pytest.mark.parametrize("modules", BOTH.values(), ids=list(BOTH))
@pytest.mark.parametrize("step", DIRECTIONS, ids=str)
@pytest.mark.parametrize("number", [31, 42, 60])
def test_a_wide_group_has_one_key_wherever_it_lies(modules: dict[str, ModuleType], step: Cell, number: int) -> None:
    """The key is that of the position, whichever tile was put down first, and wherever."""
    six, tables, alphabeta = (modules[name] for name in ("six", "six_tables", "six_alphabeta"))
    rng = random.Random(2)
    cells = straight(step, number)
    keys = set()
    for _ in range(5):
        board, along = tables.empty_board(SixRules(tiles=30)), Cell(rng.randrange(64), rng.randrange(64))
        for at in rng.sample(range(number), number):
            six.put(board, tables.number(Cell(cells[at].q + along.q, cells[at].r + along.r)), at % 2)
        keys.add(int(alphabeta.position_key(board, 0, False)))
    assert len(keys) == 1


@pytest.mark.parametrize("step", DIRECTIONS[:3], ids=str)
@pytest.mark.parametrize("level", SIX_LEVELS)
def test_bots_find_their_way_on_the_widest_group(level: str, step: Cell) -> None:
    rules = SixRules()
    cells = straight(step, 42)
    state = rules.position(cells[::2], cells[1::2])
    bot = strong(rules, nodes=300) if level == "strong" else SIX_LEVELS[level](rules)
    moves = rules.turn(state).moves
    assert {move for move, _ in bot(state, moves).items()} <= set(moves)


LAST = [
    "0,0 1,1 2,-1 2,2 3,0 | -1,0 -1,1 1,0 2,1 ; 0,1 ; B PLACE",
    "0,0 0,2 1,1 2,-4 2,-1 | 1,0 2,-3 2,-2 3,-1 ; 0,1 ; B PLACE",
]


@pytest.mark.parametrize("text", LAST)
def test_the_last_placement_stops_a_win_by_moving(text: str) -> None:
    """The other side's next turn moves a tile, and it threatens to."""
    rules = SixRules(tiles=5, figures=("line",), line=4)
    state = parse_position(text)
    moving = SixState(state.tiles, (0, 0), 1 - state.actor, Phase.LIFT)
    assert any(winner(rules, after) == moving.colour for _, after in turns(rules, moving))
    holding = {
        moves[0]
        for moves, after in turns(rules, state)
        if not any(winner(rules, answer) == moving.colour for _, answer in turns(rules, after))
    }
    choices = {move for move, _ in easy(rules)(state, rules.turn(state).moves).items()}
    assert choices == holding and holding < set(rules.turn(state).moves)


def test_the_survivor_after_a_landing_is_the_one_that_wins() -> None:
    rules = SixRules(tiles=6, figures=("line",), line=4, capture_timing="after landing")
    state = parse_position(
        "-1,1 0,1 1,1 2,-3 2,-1 3,1 | 2,-4 2,-2 2,1 3,-2 3,-1 3,2 ; 0,0 ; B KEEP 1,0 ; 0,0>-1,1 1,0>3,-2"
    )
    winning = {moves[0] for moves, after in turns(rules, state) if winner(rules, after) == state.colour}
    choices = {move for move, _ in easy(rules)(state, rules.turn(state).moves).items()}
    assert choices == winning and winning < set(rules.turn(state).moves)


def test_no_position_is_called_lost_because_the_time_was_up() -> None:
    """The best turn of the first depth loses; that others do not is found only when there is time to look at them."""
    rules = SixRules(figures=("line",), line=4)
    state = parse_position("0,0 1,1 2,2 4,1 | 1,0 2,1 3,1 3,2 ; 17,17 ; A PLACE")
    first = search(rules, state, every=False, depth=1, threats=0).best
    assert forced_win(rules, rules.apply(state, first), 2)
    others = [rules.apply(state, move) for move in rules.turn(state).moves]
    assert not all(forced_win(rules, after, 2) for after in others)
    for nodes in range(1, 41):
        claimed = search(rules, state, every=False, nodes=nodes, threats=0).judgement.lose_in
        assert claimed is None or claimed > 4
