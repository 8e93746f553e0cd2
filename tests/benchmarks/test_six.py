"""The fast board of Six beside straightforward Python: positions per second in perft and in search, in one run.

The straightforward implementation is written for this file: tiles as sets of pairs, every figure looked for from
scratch, groups by flooding, a new pair of sets for every turn. Both count the same sequences. The third side is the
fast board's own source without numba, as it runs in a browser.
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from seis_lab.game import Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Phase, SixState
from tests.sim.six_kernels import BOTH

Pair: TypeAlias = tuple[int, int]
Sides: TypeAlias = tuple[frozenset[Pair], frozenset[Pair]]

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
LINES = [[(step * q, step * r) for step in range(6)] for q, r in ((1, 0), (0, 1), (1, -1))]
TRIANGLES = [[(q, r) for q in range(3) for r in range(3 - q)], [(q, -r) for q in range(3) for r in range(q + 1)]]
FIGURES = [*LINES, *TRIANGLES, list(STEPS)]
THROUGH = [[(q - a, r - b) for q, r in figure] for figure in FIGURES for a, b in figure]  # the 36 through 0,0
RULES = SixRules()


def around(tiles: frozenset[Pair]) -> set[Pair]:
    return {(q + a, r + b) for q, r in tiles for a, b in STEPS} - tiles


def has_figure(tiles: frozenset[Pair]) -> bool:
    return any(all((q + a, r + b) in tiles for a, b in figure) for q, r in tiles for figure in THROUGH)


def groups(tiles: frozenset[Pair]) -> list[frozenset[Pair]]:
    left, found = set(tiles), []
    while left:
        edge = [left.pop()]
        group = set(edge)
        while edge:
            q, r = edge.pop()
            near = {(q + a, r + b) for a, b in STEPS} & left
            left -= near
            group |= near
            edge += near
        found.append(frozenset(group))
    return found


def after_turn(sides: Sides, colour: int, placing: bool) -> Iterator[Sides]:
    """The tiles after every turn: captures at the lift, the mover's choice between largest groups."""
    own, other = sides[colour], sides[1 - colour]
    starts = [(own, other, None)] if placing else []
    for tile in [] if placing else own:
        rest = (own | other) - {tile}
        parts = groups(rest)
        most = max(map(len, parts))
        starts += [(own & part, other & part, tile) for part in parts if len(part) == most]
    for mine, theirs, lifted in starts:
        mine = mine - {lifted}
        for cell in around(mine | theirs) - {lifted}:
            pair = (mine | {cell}, theirs)
            yield pair if colour == 0 else pair[::-1]


def over(sides: Sides, colour: int, placing: bool) -> bool:
    """Whether the colour's turn has ended the game."""
    return has_figure(sides[colour]) or (not placing and min(map(len, sides)) < 6)


def perft(sides: Sides, colour: int, left: int, depth: int) -> int:
    """Sequences of turns; of every position, the last ones too, it is known whether the game has ended there."""
    count = 0
    for after in after_turn(sides, colour, left > 0):
        ended = over(after, colour, left > 0)
        if depth == 1:
            count += 1
        elif not ended:
            count += perft(after, 1 - colour, max(left - 1, 0), depth - 1)
    return count


def worth(sides: Sides, colour: int) -> int:
    """For the side to move: figures that one side alone has begun, by the squares of their tiles."""
    total = 0
    for side in (0, 1):
        seen = {frozenset((q + a, r + b) for a, b in figure) for q, r in sides[side] for figure in THROUGH}
        score = sum(len(cells & sides[side]) ** 2 for cells in seen if cells.isdisjoint(sides[1 - side]))
        total += score if side == colour else -score
    return total


class Searcher:
    """Plain alpha-beta that counts its positions."""

    def __init__(self, most: int) -> None:
        self.nodes, self.most = 0, most

    def value(self, sides: Sides, colour: int, left: int, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if depth == 0 or self.nodes >= self.most:
            return worth(sides, colour)
        best = -(10**6)
        for after in after_turn(sides, colour, left > 0):
            if over(after, colour, left > 0):
                return 10**6
            best = max(best, -self.value(after, 1 - colour, max(left - 1, 0), depth - 1, -beta, -max(alpha, best)))
            if best >= beta or self.nodes >= self.most:
                break
        return best


def positions() -> tuple[SixState, SixState]:
    """A position of each phase, by random turns."""
    rng = random.Random(3)
    while True:
        state, early = RULES.initial(), None
        while state.phase is Phase.PLACE and not isinstance(RULES.turn(state), Terminal):
            state = RULES.apply(state, rng.choice(RULES.turn(state).moves))
            if sum(state.hands) == 30:
                early = state
        if early is not None and not isinstance(RULES.turn(state), Terminal):
            return early, state


EARLY, LATE = positions()


def pairs(state: SixState) -> Sides:
    return tuple(frozenset(map(tuple, side)) for side in state.tiles)  # type: ignore[return-value]


def rate(count: Callable[[], int], times: int) -> float:
    """Positions per second, the best of some runs; CPU time, so that a busy machine matters less."""
    best = 0.0
    for _ in range(times):
        begun = time.process_time()
        counted = count()
        best = max(best, counted / (time.process_time() - begun))
    return best


def on_the_fast_board(side: str, state: SixState, depth: int) -> Callable[[], int]:
    six_turns, tables = BOTH[side]["six_turns"], BOTH[side]["six_tables"]
    board, room = tables.board_of(RULES, state), tables.zeros(1 << 16)
    return lambda: int(six_turns.perft(board, state.colour, sum(state.hands), depth, room, 0))


def searched(side: str, state: SixState, nodes: int) -> Callable[[], int]:
    def run() -> int:
        module = BOTH[side]["six_root"]
        root = module.Root(RULES, state, False, 10, nodes, None, None)
        try:
            for depth in range(1, 40):
                root.search(depth)
        except module.OutOfTime:
            pass
        return int(root.sums[BOTH[side]["six"].NODES])

    return run


def show(what: str, rates: dict[str, float]) -> None:
    slow = rates["straightforward"]
    print(
        f"\n{what}, positions/s: " + ", ".join(f"{name} {one:,.0f} ({one / slow:,.1f})" for name, one in rates.items())
    )


@pytest.mark.parametrize(("phase", "state", "depths"), [("placing", EARLY, (2, 4)), ("moving", LATE, (1, 2))])
def test_perft(phase: str, state: SixState, depths: tuple[int, int]) -> None:
    """The same counts, and how many sequences a second; without numba the fast board need not be faster."""
    pytest.importorskip("numba")
    few, many = depths
    sides, left = pairs(state), sum(state.hands)

    def straightforward() -> int:
        return perft(sides, state.colour, left, few)

    assert straightforward() == on_the_fast_board("shipped", state, few)() == on_the_fast_board("plain", state, few)()
    rates = {
        "straightforward": rate(straightforward, 3),
        "fast board without numba": rate(on_the_fast_board("plain", state, few), 3),
        "fast board": rate(on_the_fast_board("shipped", state, many), 3),
    }
    show(f"perft, {phase}", rates)
    assert rates["fast board"] >= 20 * rates["straightforward"]


@pytest.mark.parametrize(("phase", "state", "nodes"), [("placing", EARLY, 100_000), ("moving", LATE, 20_000)])
def test_search(phase: str, state: SixState, nodes: int) -> None:
    """Positions that a search looks at: the fast board's with threats and proofs, the other with neither."""
    pytest.importorskip("numba")
    sides, left = pairs(state), sum(state.hands)

    def straightforward() -> int:
        searcher = Searcher(400)
        searcher.value(sides, state.colour, left, 3, -(10**6), 10**6)
        return searcher.nodes

    searched("shipped", state, 100)()
    rates = {
        "straightforward": rate(straightforward, 3),
        "fast board without numba": rate(searched("plain", state, 2_000 if phase == "placing" else 300), 1),
        "fast board": rate(searched("shipped", state, nodes), 3),
    }
    show(f"search, {phase}", rates)
    assert rates["fast board"] >= 20 * rates["straightforward"]
