"""Miniatures: the values by a second method on positions that are not folded, and what the solution promises."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.retrograde import DRAW, Value, check_values, solve_graph
from seis_lab.exact.six_alike import alike, orbit
from seis_lab.exact.six_forced import ForcedLoss, ForcedWin
from seis_lab.exact.six_proof import settle
from seis_lab.exact.six_small import Miniature, solve_six
from seis_lab.game import InvalidRules, Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_hexes import SYMMETRIES, Cell, Tiles, canonical, symmetric
from seis_lab.games.six_notation import Phase, SixState
from tests.six.brute import after_turn, winner
from tests.six.positions import OPTIONS, on_the_way, some

PAIRS: dict[str, Any] = {"tiles": 3, "figures": ["line"], "line": 2}
THREES: dict[str, Any] = {"tiles": 3, "figures": ["line"], "line": 3}

solved = cache(solve_six)


def turned(tiles: Tiles, image: int) -> Tiles:
    red, black = (tuple(sorted(map(SYMMETRIES[image], side))) for side in tiles)
    return red, black


def all_positions(rules: SixRules) -> dict[Any, tuple[SixState, list[Any]]]:
    """Every position up to moving along, from the start in each of its six directions, and what follows it."""
    start = rules.initial()
    waiting = [replace(start, tiles=turned(start.tiles, image)) for image in range(6)]
    found: dict[Any, tuple[SixState, list[Any]]] = {}
    while waiting:
        state = waiting.pop()
        if key(state) not in found:
            over = isinstance(rules.turn(state), Terminal)
            followers = [] if over else after_turn(rules, state)
            found[key(state)] = state, list(map(key, followers))
            waiting += followers
    return found


def key(state: SixState) -> Any:
    return canonical(state.tiles), state.hands, state.actor


def fixed_point(rules: SixRules, positions: dict[Any, tuple[SixState, list[Any]]]) -> dict[Any, int]:
    """The colour that wins each position that is won: say so wherever it follows, until nothing new does."""
    won: dict[Any, int] = {}
    for here, (state, followers) in positions.items():
        if not followers and (by := winner(rules, state)) is not None:
            won[here] = by
    changed = True
    while changed:
        changed = False
        for here, (state, followers) in positions.items():
            if here not in won and followers:
                after = [won.get(follower) for follower in followers]
                own = state.colour
                if own in after or all(one == 1 - own for one in after):
                    won[here] = own if own in after else 1 - own
                    changed = True
    return won


@pytest.mark.parametrize("options", [one for one in OPTIONS if "players" not in one], ids=str)
def test_every_position_of_a_miniature_by_a_second_method(options: dict[str, Any]) -> None:
    """Without symmetry, distances or a queue, on some twelve times as many positions."""
    rules = SixRules(tiles=2, figures=["line"], line=2, repetition="off", **options)
    found, positions = solved(rules), all_positions(rules)
    won = fixed_point(rules, positions)
    assert found.moved == len(positions)
    assert found.positions == len({(symmetric(tiles), *rest) for tiles, *rest in positions})
    for here, (state, _) in positions.items():
        assert found.value(state).winner == won.get(here)
    ends = [state for state, followers in positions.values() if not followers]
    assert sum(found.ends.values()) == len({(symmetric(state.tiles), state.hands, state.actor) for state in ends})


def test_where_the_moving_phase_matters_each_value_follows_from_the_rules() -> None:
    """Lines of three tiles with three each, some of it drawn: 150 positions as they come up, turned at random."""
    rules, rng = SixRules(**THREES, repetition="off"), random.Random(10)
    found = solved(rules)
    assert None in found.tally
    for state in some(rules, 150, seed=10):
        if state.phase not in (Phase.PLACE, Phase.LIFT):
            continue
        image = replace(state, tiles=turned(state.tiles, rng.randrange(12)))
        after = [found.value(one) for one in after_turn(rules, image)]
        own = image.colour
        wins = [one.distance for one in after if one.winner == own and one.distance is not None]
        losses = [one.distance for one in after if one.winner == 1 - own and one.distance is not None]
        if wins:
            assert found.value(image) == Value(own, min(wins) + 1)
        elif len(losses) == len(after):
            assert found.value(image) == Value(1 - own, max(losses) + 1)
        else:
            assert found.value(image) == DRAW


TRIANGLES: dict[str, Any] = {"tiles": 3, "figures": ["triangle"], "triangle": 2}


@pytest.mark.parametrize(
    ("figures", "free"), [(PAIRS, False), (PAIRS, True), (THREES, False), (TRIANGLES, True)], ids=str
)
def test_winner_and_distance_by_proof_search(figures: dict[str, Any], free: bool) -> None:
    """The same from the start by a method that shares nothing with it."""
    rules = SixRules(**figures, opening_restriction=not free)
    found = solved(rules)
    by_search = settle(rules, turns=2)
    assert isinstance(by_search, ForcedWin | ForcedLoss)
    turns = by_search.distance.numerator
    assert (found.winner, found.distance) == (by_search.colour, 2 * turns - (by_search.colour == 0))
    assert len(found.line()) == found.distance


def test_best_play_is_played_as_the_values_say() -> None:
    rules = SixRules(**TRIANGLES)
    found, rng = solved(rules), random.Random(6)
    assert (found.winner, found.distance) == (0, 7)  # red needs the moving phase
    assert found.payoffs == (Fraction(1), Fraction(0))
    for _ in range(10):
        state, left = rules.initial(), 7
        while not isinstance(rules.turn(state), Terminal):
            value = found.value(state)
            assert value.winner == 0 and value.distance is not None and value.distance <= left
            turns = list(found.turn_values(state)) if state.colour else list(found.best(state))
            for move in rng.choice(turns):
                state = rules.apply(state, move)
            left -= 1
        assert winner(rules, state) == 0


def test_four_players_share() -> None:
    found = solved(SixRules(players=4, **PAIRS))
    assert found.winner == 1
    assert found.payoffs == (Fraction(0), Fraction(1, 2), Fraction(0), Fraction(1, 2))


def test_turns_can_be_finished_and_only_known_positions_asked() -> None:
    rules = SixRules(**THREES)
    found = solved(rules)
    rng = random.Random(7)
    middle = next(state for _ in range(99) for state in on_the_way(rules, rng) if state.phase is Phase.LAND)
    values = found.turn_values(middle)
    assert {turn[0] for turn in values} == set(rules.turn(middle).moves)
    with pytest.raises(ValueError, match="does not come up at the start of a turn"):
        found.value(middle)
    with pytest.raises(ValueError, match="does not come up at the start of a turn"):
        found.value(SixRules().initial())


def test_what_cannot_be_solved() -> None:
    with pytest.raises(InvalidRules, match="has more than 50 positions; allowed: fewer tiles"):
        solve_six(SixRules(), budget=50)
    with pytest.raises(InvalidRules, match="'six' is not a set of rules of six"):
        solve_six("six")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="budget=0 is not allowed"):
        solve_six(SixRules(), budget=0)
    told = list[tuple[int, int]]()
    with pytest.raises(Cancelled, match="was cancelled after 3;"):
        solve_six(SixRules(), progress=lambda done, found: told.append((done, found)), cancelled=lambda: len(told) == 3)
    assert [done for done, _ in told] == [1, 2, 3]


def test_alike_is_the_symmetry_of_the_rules() -> None:
    """Two ways to say which positions are the same, on positions, their images, and near misses."""
    rng, rules = random.Random(8), SixRules()
    positions = [state.tiles for state in some(rules, 30, seed=8, longest=12)]
    for tiles in positions:
        for image in range(12):
            there = Cell(rng.randrange(-9, 9), rng.randrange(-9, 9))
            red, black = (
                tuple(sorted(Cell(q + there.q, r + there.r) for q, r in side)) for side in turned(tiles, image)
            )
            assert alike((red, black)) == alike(tiles)
        assert orbit(tiles) == len({canonical(turned(tiles, image)) for image in range(12)})
    for one in positions:
        for two in positions:
            assert (alike(one) == alike(two)) == (symmetric(one) == symmetric(two))


def test_graphs_with_cycles_by_counting_moves() -> None:
    """Who can force a win within k moves, for k = 0, 1, 2, ..., straight from the definition."""
    rng = random.Random(9)
    for _ in range(100):
        nodes = range(rng.randrange(2, 9))
        ends = {node: rng.choice((0, 1, None)) for node in nodes if rng.random() < 0.4}
        arrows = {node: [] if node in ends else rng.choices(nodes, k=rng.randrange(1, 4)) for node in nodes}
        sides = {node: rng.randrange(2) for node in nodes}
        expected = dict.fromkeys(nodes, DRAW)
        for side in (0, 1):
            forced = {node for node, by in ends.items() if by == side}
            for k in range(len(nodes) + 1):
                for node in forced:
                    if expected[node] == DRAW:
                        expected[node] = Value(side, k)
                forced |= {
                    node
                    for node in nodes
                    if node not in ends
                    and (any if sides[node] == side else all)(follower in forced for follower in arrows[node])
                }
        assert solve_graph(sides, arrows, ends) == expected


def test_wrong_values_are_refused() -> None:
    sides, arrows, ends = {"a": 0, "b": 1, "end": 0}, {"a": ["b", "end"], "b": ["a"], "end": []}, {"end": 0}
    right = solve_graph(sides, arrows, ends)
    assert right["b"] == Value(0, 2)
    for node, wrong in (("a", Value(0, 2)), ("b", DRAW), ("end", Value(1, 0))):
        with pytest.raises(CheckFailed, match="does not follow"):
            check_values(sides, arrows, ends, {**right, node: wrong})


def test_it_is_a_value() -> None:
    found = solved(SixRules(**PAIRS))
    assert isinstance(found, Miniature)
    assert str(found) == "black wins in 2 turns (exact, 420 positions, checked by back-substitution)"
    assert repr(found) == "<Miniature: SixRules(tiles=3, figures=('line',), line=2), 420 positions>"
    assert found.distance is not None and found.distance.unit == "turns" and found.distance.states == 420
