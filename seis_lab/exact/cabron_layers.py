"""A hand of Seises cabrón in layers: all states with so many cards placed, counting what each seat has placed.

Two questions need the counts: the joint law of the cards placed, and best play for points. Both go from layer to layer,
and can be cancelled in between. A whole deal of 48 cards has fifteen to twenty-five million such states.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from types import ModuleType
from typing import TypeAlias

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.cabron_double import Array, Node, bound, check_total, kernel_options, kernel_spans, kernels
from seis_lab.exact.cabron_spans import Counts, Spans
from seis_lab.exact.laws import Basis

Best: TypeAlias = tuple[Callable[[Node], Counts], int]
"""How many more cards every seat places from a node, and the number of states."""


class Packing:
    """States of a graph as the numbers of `seis_lab.kernels.cabron_counts`."""

    def __init__(self, spans: Spans, policies: Sequence[str] | None = None) -> None:
        """Take a graph; without policies no card is worth more than another."""
        given = kernel_spans(spans, policies)
        self.spans, self.seats = spans, spans.rules.players
        self.bits = spans.rules.size.bit_length()
        self.look_ups = (given.radix, given.to, given.mover, given.score, given.outside, given.early)
        self.unit = [prod(map(int, given.radix[:suit])) for suit in range(spans.rules.suits)]

    def key(self, node: Node) -> int:
        """The number of a state."""
        table, seat, counts = node
        code = sum(at * step for at, step in zip(table, self.unit, strict=True)) * self.seats + seat
        packed = sum(count << self.bits * other for other, count in enumerate(counts))
        return (code << self.bits * self.seats) + packed

    def counts(self, packed: int) -> Counts:
        """How many cards each seat has placed, from the end of a number."""
        return tuple(packed >> self.bits * seat & (1 << self.bits) - 1 for seat in range(self.seats))

    def empty(self, loop: ModuleType) -> tuple[Array, Array]:
        """A table without a state."""
        import numpy as np

        return np.full(1024, loop.EMPTY, np.int64), np.zeros(1024, np.float64)

    def first(self, loop: ModuleType) -> tuple[Array, Array]:
        """The table with the state from which the graph starts, certain."""
        keys, chances = self.empty(loop)
        start = self.key((self.spans.start, self.spans.seat, self.spans.placed))
        at = loop.place_of(keys, start)
        keys[at], chances[at] = start, 1.0
        return keys, chances


def counts_in_doubles(
    spans: Spans,
    policies: Sequence[str],
    budget: int,
    kernel: ModuleType | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[dict[Counts, Fraction], Basis] | None:
    """The certified joint law of the cards placed by every seat; None where more than `budget` states arise.

    Cancelled when `cancelled()` says so between two layers.
    """
    packing, rules = Packing(spans, policies), spans.rules
    loop = kernel or kernels("cabron_counts")
    keys, chances = packing.first(loop)
    ends, end_chances = packing.empty(loop)
    size, kinds, over, states, layers = 1, 0, 0, 0, 0
    while size:
        stop_if(cancelled)
        states, layers = states + size, layers + 1
        if states > budget:
            return None
        keys, chances, size, ends, end_chances, kinds, more = loop.push_layer(
            keys, chances, ends, end_chances, kinds, packing.bits, *packing.look_ups
        )
        over += more
    found = {
        packing.counts(int(key)): Fraction(p) for key, p in zip(ends, end_chances, strict=True) if key != loop.EMPTY
    }
    error = bound(layers * (rules.deck * rules.players + 1) + over)
    check_total(rules, sum(found.values(), Fraction(0)), error)
    return found, Basis(rules, states, "a bound on every rounding", error)


def best_points_in_arrays(
    spans: Spans, budget: int, kernel: ModuleType | None = None, cancelled: Callable[[], bool] | None = None
) -> Best | None:
    """How many more cards every seat places from a node, when each plays for its points; and the number of states.

    None where more than `budget` states arise. Cancelled when `cancelled()` says so between two layers.
    """
    import numpy as np

    packing, size = Packing(spans), spans.rules.size
    options = kernel_options(spans.rules)
    loop = kernel or kernels("cabron_best")
    layers, found, states = [packing.first(loop)[0]], 1, 0
    while found:
        stop_if(cancelled)
        states += found
        if states > budget:
            return None
        keys, found = loop.next_layer(layers[-1], packing.bits, *packing.look_ups)
        layers.append(keys)
    ends = [np.zeros(len(layers[-1]), np.int64)]
    for keys, after in zip(layers[-2::-1], layers[:0:-1], strict=True):
        stop_if(cancelled)
        ends.append(loop.best_ends(keys, after, ends[-1], packing.bits, size, options, *packing.look_ups))
    ends.reverse()

    def more(node: Node) -> Counts:
        layer = sum(node[2]) - sum(spans.placed)
        end = packing.counts(int(ends[layer][loop.place_of(layers[layer], packing.key(node))]))
        return tuple(count - before for count, before in zip(end, node[2], strict=True))

    return more, states


def stop_if(cancelled: Callable[[], bool] | None) -> None:
    """Raise Cancelled when the caller wants the work to end."""
    if cancelled is not None and cancelled():
        raise Cancelled("the hand was cancelled; nothing of it is kept")
