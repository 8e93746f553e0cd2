"""Games on a finite graph, solved backwards from their ends (retrograde analysis), cycles included.

Two sides, 0 and 1; every position belongs to the side that moves there and leads to other positions. A side *wins* a
position when it can force an end that it has won, whatever the other does. Where neither can, each can hold the other
off for ever: the position is a *draw*, and play that never ends counts as one.

The winner moves to the win that is nearest, the loser to the one that is farthest: `distance` counts the moves of both.
Along a forced win the distance falls with every move, so that no position comes twice. That is why a rule that calls
repeated positions a draw changes no result from a position that has not occurred before.

    >>> moves = {"a": ["b", "c"], "b": ["a"], "c": ["end"], "end": []}
    >>> sides = {"a": 0, "b": 1, "c": 1}
    >>> solved = solve_graph(sides, moves, {"end": 0})
    >>> solved["a"], solved["b"]
    (Value(winner=0, distance=2), Value(winner=0, distance=3))
    >>> solve_graph(sides, moves, {"end": None})["a"]
    Value(winner=None, distance=None)

Method: Zermelo 1913 in the form of Kalmár 1928; the algorithm is the one that makes endgame tables in chess (Ströhlein
1970, Thompson 1986).
"""

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from seis_lab.exact.check import CheckFailed

N = TypeVar("N", bound=Hashable)

METHOD = "back-substitution"


class Value(NamedTuple):
    """What a position is worth under best play: the side that wins (None: a draw), and after how many moves."""

    winner: int | None
    distance: int | None = None


DRAW = Value(None)


def solve_graph(
    sides: Mapping[N, int], arrows: Mapping[N, Sequence[N]], ends: Mapping[N, int | None]
) -> dict[N, Value]:
    """The value of every position: `sides` says who moves, `arrows` where to, `ends` who has won (None: a draw).

    A side that cannot move in a position that is not an end makes it a draw. Every value is put back into the rule that
    defines it before it is returned (`check_values`).
    """
    before: dict[N, list[N]] = {node: [] for node in arrows}
    for node, followers in arrows.items():
        for follower in followers:
            before[follower].append(node)
    left = {node: len(followers) for node, followers in arrows.items()}
    values = {node: Value(winner, 0) for node, winner in ends.items() if winner is not None}
    waiting = deque(values)
    while waiting:
        node = waiting.popleft()
        winner, distance = values[node]
        assert distance is not None  # a draw is never in the queue
        for earlier in before[node]:
            if earlier in values or earlier in ends:
                continue
            left[earlier] -= winner != sides[earlier]
            if winner == sides[earlier] or not left[earlier]:
                values[earlier] = Value(winner, distance + 1)
                waiting.append(earlier)
    solved = {node: values.get(node, DRAW) for node in arrows}
    check_values(sides, arrows, ends, solved)
    return solved


def check_values(
    sides: Mapping[N, int], arrows: Mapping[N, Sequence[N]], ends: Mapping[N, int | None], values: Mapping[N, Value]
) -> None:
    """Raise CheckFailed unless every value follows from those of the next positions.

    A win has a next position won one move sooner, and none sooner than that; a loss leads to nothing but losses, the
    farthest one move nearer; in a draw the mover has no win and something that is not a loss. As the distances fall to
    0 at the ends, this proves the wins; as a side can keep to draws for ever, it proves the draws.
    """
    for node, value in values.items():
        if node in ends:
            expected = DRAW if ends[node] is None else Value(ends[node], 0)
        else:
            expected = best(sides[node], [values[follower] for follower in arrows[node]])
        if value != expected:
            raise CheckFailed(f"{value} of position {node} does not follow from those after it: {expected}")


def best(side: int, followers: Sequence[Value]) -> Value:
    """The value of a position from those that its moves lead to: the nearest win, else a draw, else the farthest loss.

    >>> best(0, [Value(1, 4), Value(0, 6), Value(0, 2)]), best(1, [Value(0, 2), Value(0, 6)])
    (Value(winner=0, distance=3), Value(winner=0, distance=7))
    >>> best(0, [Value(1, 4), DRAW])
    Value(winner=None, distance=None)
    """
    wins = [value.distance for value in followers if value.winner == side and value.distance is not None]
    if wins:
        return Value(side, min(wins) + 1)
    losses = [value.distance for value in followers if value.winner is not None and value.distance is not None]
    if len(losses) < len(followers) or not losses:
        return DRAW
    return Value(1 - side, max(losses) + 1)
