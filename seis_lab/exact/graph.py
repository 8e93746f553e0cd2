"""Graph search: what can be reached, and the knots (strongly connected components) of a graph.

A graph is a mapping from each node to the nodes its arrows lead to. What a chain can never do is found here first,
before any number is calculated.

>>> arrows = {"a": "ab", "b": "c", "c": "b", "d": ""}
>>> sorted(reachable(arrows, "a"))
['a', 'b', 'c']
>>> sorted(reaching(arrows, "c"))
['a', 'b', 'c']
>>> [sorted(knot) for knot in knots(arrows)]
[['b', 'c'], ['a'], ['d']]
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def reachable(arrows: Mapping[N, Iterable[N]], starts: Iterable[N]) -> set[N]:
    """The nodes to which a path leads from one of the starts, the starts included."""
    found = set(starts)
    waiting = list(found)
    while waiting:
        new = set(arrows.get(waiting.pop(), ())) - found
        found |= new
        waiting.extend(new)
    return found


def reaching(arrows: Mapping[N, Iterable[N]], ends: Iterable[N]) -> set[N]:
    """The nodes from which a path leads to one of the ends, the ends included."""
    backwards: dict[N, set[N]] = {}
    for node, followers in arrows.items():
        for follower in followers:
            backwards.setdefault(follower, set()).add(node)
    return reachable(backwards, ends)


def knots(arrows: Mapping[N, Iterable[N]]) -> list[list[N]]:
    """The strongly connected components, each after those that it leads to (Tarjan's algorithm without recursion)."""
    index: dict[N, int] = {}
    low: dict[N, int] = {}
    stack: list[N] = []
    on_stack: set[N] = set()
    found: list[list[N]] = []
    for root in arrows:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        path = [(root, iter(arrows.get(root, ())))]
        while path:
            node, followers = path[-1]
            for follower in followers:
                if follower not in index:
                    index[follower] = low[follower] = len(index)
                    stack.append(follower)
                    on_stack.add(follower)
                    path.append((follower, iter(arrows.get(follower, ()))))
                    break
                if follower in on_stack:
                    low[node] = min(low[node], index[follower])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    knot = stack[stack.index(node) :]
                    del stack[stack.index(node) :]
                    on_stack -= set(knot)
                    found.append(knot)
    return found
