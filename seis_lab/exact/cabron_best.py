"""The best play of a hand of Seises cabrón when everybody sees all hands (perfect information), for a chosen aim.

With the aim "cards" every seat places as many of its own cards as it can; with "points" it makes as many points of the
hand as it can, so that placing most, and the cards that die, count too. Where two cards are as good to a seat it plays
the first in the order of the deck, which can matter to others. Values are found backwards from the end of the hand:
cards still to be placed depend on the spans and the turn only, points also on what everybody has placed before.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> best = best_hand(rules, "1o,2o,3o,1c | 4o,2c,3c,4c")
    >>> print(best)
    placed: A 3, B 4; points: A 3, B 10
    >>> best.rows()
    [('4o', 'placed: A 3, B 4; points: A 3, B 10'), ('2c', 'placed: A 4, B 4; points: A 9, B 9')]
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from seis_lab.exact.cabron import spans_of
from seis_lab.exact.cabron_double import Node, best_in_arrays
from seis_lab.exact.cabron_layers import Best, best_points_in_arrays
from seis_lab.exact.cabron_points import DOUBLE_BUDGET
from seis_lab.exact.cabron_spans import Counts, Spans
from seis_lab.game import InvalidRules, quote
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.cabron_score import hand_points
from seis_lab.games.column_moves import SEATS, History
from seis_lab.games.deals import Hands
from seis_lab.games.decks import Card

AIMS = ("cards", "points")

FEW = 20_000
"""Nodes of a graph up to which plain Python does it: some seconds."""


@dataclass(frozen=True)
class HandEnd:
    """How a hand ends: how many cards each seat has placed, and its points."""

    placed: Counts
    points: tuple[Fraction, ...]

    def __str__(self) -> str:
        """What each placed and scores."""
        placed = ", ".join(f"{SEATS[seat]} {count}" for seat, count in enumerate(self.placed))
        points = ", ".join(f"{SEATS[seat]} {count}" for seat, count in enumerate(self.points))
        return f"placed: {placed}; points: {points}"


@dataclass(frozen=True)
class BestHand:
    """The end of a hand under best play, and how it comes to it.

    `line` holds the turns from the position asked about, None for a pass; `values` the end for every card that the
    first seat with a choice could play instead, all playing their best afterwards; `chooser` is that seat, or None.
    """

    rules: CabronRules
    aim: str
    end: HandEnd
    line: History
    chooser: int | None
    values: Mapping[Card, HandEnd]
    states: int

    def __str__(self) -> str:
        """The end."""
        return str(self.end)

    def rows(self) -> list[tuple[str, str]]:
        """Every card of the first choice with the end that it leads to."""
        return [(str(card), str(end)) for card, end in self.values.items()]

    def _repr_html_(self) -> str:
        lines = "".join(f"<tr><th>{card}</th><td>{end}</td></tr>" for card, end in self.rows())
        about = f"most {self.aim}: {self.end} (exact, {self.states} states)"
        return f'<table class="seis-best"><caption>{about}</caption>{lines}</table>'


def best_hand(
    rules: CabronRules,
    deal: Hands | str | CabronState,
    aim: str = "cards",
    *,
    starter: int | None = None,
    budget: int = DOUBLE_BUDGET,
    cancelled: Callable[[], bool] | None = None,
) -> BestHand:
    """The best play from a deal, or from a position of a hand; `deal` and `starter` as in `hand_law`.

    A full deck needs numpy, and numba to be fast: with the aim "cards" it takes seconds, with "points", which has to
    count, a minute and about a gigabyte. InvalidRules where that takes more than `budget` states. Cancelled when
    `cancelled()` says so (while cards are counted).

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> [str(card) for card in best_hand(rules, "1o,2o,3o,1c | 4o,2c,3c,4c", "points").line]
    ['4o', '1o', '2c', '1c', '3c', 'None', '4c']
    """
    if aim not in AIMS:
        raise ValueError(f"aim={quote(aim)} is not allowed; allowed: {', '.join(map(repr, AIMS))}")
    spans = spans_of(rules, deal, starter)
    search = Search(spans, aim)
    states = search.find(budget, cancelled)
    if states is None:
        raise InvalidRules(
            f"the best play of this hand needs more than {budget} states; allowed: a later position, a smaller deck, "
            "a larger budget, or the aim 'cards'"
        )
    node, placed = search.start, spans.placed
    line: list[Card | None] = []
    chooser: int | None = None
    values: dict[Card, HandEnd] = {}
    while (choices := search.choices(node)) is not None:
        actor, cards = choices
        ends = {card: _sum(placed, search.after(actor, following)) for card, following in cards}
        if chooser is None and len(cards) > 1:
            chooser, values = actor, {card: _end(rules, end) for card, end in ends.items()}
        card, following = search.best(node, actor, cards)
        line += [None] * ((actor - node[1]) % rules.players) + [card]
        node, placed = following, _one_more(placed, actor)
    return BestHand(rules, aim, _end(rules, placed), tuple(line), chooser, values, states)


class Search:
    """The values of all nodes from a position on: `more(node)` is how many cards each seat still places from it."""

    def __init__(self, spans: Spans, aim: str) -> None:
        self.spans, self.aim = spans, aim
        self.start: Node = (spans.start, spans.seat, spans.placed if aim == "points" else ())
        self.more: Callable[[Node], Counts] = dict[Node, Counts]().__getitem__

    def choices(self, node: Node) -> tuple[int, list[tuple[Card, Node]]] | None:
        """Who plays, after passes, and every card that it may play with the node after it; None at the end."""
        table, seat, counts = node
        actor = self.spans.actor(table, seat)
        if actor is None:
            return None
        placed = _one_more(counts, actor) if counts else ()
        following = (actor + 1) % self.spans.rules.players
        return actor, [(card, (after, following, placed)) for card, after in self.spans.moves(table, actor)]

    def after(self, actor: int, following: Node) -> Counts:
        """How many cards each seat still places, the one included that leads to this node."""
        return _one_more(self.more(following), actor)

    def best(self, node: Node, actor: int, cards: list[tuple[Card, Node]]) -> tuple[Card, Node]:
        """The first card that is best for the seat that plays."""
        if len(cards) == 1:
            return cards[0]
        return max(cards, key=lambda choice: self._liking(node, actor, self.after(actor, choice[1])))

    def find(self, budget: int, cancelled: Callable[[], bool] | None = None) -> int | None:
        """Find the values of all nodes and say how many there are; None where they are more than the budget."""
        if self.spans.nodes <= FEW:
            return self.solve(budget)
        found: Best | None = None
        if self.aim == "points":
            found = best_points_in_arrays(self.spans, budget, cancelled=cancelled)
        elif self.spans.nodes <= budget:
            found = best_in_arrays(self.spans), self.spans.nodes
        if found is None:
            return None
        self.more, states = found
        return states

    def solve(self, budget: int) -> int | None:
        """The same in plain Python, from the last node to the first."""
        order: dict[Node, tuple[int, list[tuple[Card, Node]]] | None] = {}
        layer = {self.start}
        while layer:
            order.update((node, self.choices(node)) for node in layer if node not in order)
            layer = {after for node in layer for _, after in (order[node] or (0, []))[1] if after not in order}
            if len(order) > budget:
                return None
        values: dict[Node, Counts] = {}
        self.more = values.__getitem__
        for node in sorted(order, key=self._width, reverse=True):
            choices = order[node]
            if choices is None:
                values[node] = (0,) * self.spans.rules.players
            else:
                actor, cards = choices
                values[node] = self.after(actor, self.best(node, actor, cards)[1])
        return len(values)

    def _width(self, node: Node) -> int:
        """How far the columns reach in all: a card makes one of them wider."""
        reach = 0
        for suit, at in enumerate(node[0]):
            span = self.spans.spans[suit][at]
            reach += span[1] - span[0] + 1 if span else 0
        return reach

    def _liking(self, node: Node, seat: int, more: Counts) -> Fraction:
        """What the seat wants as much of as it can get."""
        if self.aim == "cards":
            return Fraction(more[seat])
        return _end(self.spans.rules, _sum(node[2], more)).points[seat]


def _end(rules: CabronRules, placed: Counts) -> HandEnd:
    return HandEnd(placed, hand_points(rules, placed, [rules.size - count for count in placed]))


def _sum(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _one_more(counts: Counts, seat: int) -> Counts:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
