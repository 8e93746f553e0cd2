"""One deal of Seises cabrón as a graph: its nodes are the span of every column and the seat whose turn it is.

The *span* of a column is its lowest and its highest card. Which cards fit depends on the spans only: whether a card
inside a span was placed or jumped over makes no difference to what may still be played. So a hand of 48 cards, which
has more than 10^15 ways to be played, has at most 4 * 43^4 = 13 675 204 nodes. How columns grow is asked of `Columns`
once, and turned into look-ups. A table is written as the index of every column among the spans that can still arise.

    >>> spans_from(Columns(ranks=4, opens=2, jumping=True), ())
    ((), (2, 2), (1, 2), (2, 3), (1, 3), (2, 4), (1, 4))
    >>> len(spans_from(Columns(ranks=12, opens=6, jumping=True), ()))
    43
"""

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import TypeAlias

from seis_lab.game import InvalidRules, quote
from seis_lab.games.cabron import CabronRules, checked_seat
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.cabron_policies import jumped
from seis_lab.games.columns import Column, Columns, dead, lay_out
from seis_lab.games.deals import Hands
from seis_lab.games.decks import Card
from seis_lab.games.tastes import Taste

Table: TypeAlias = tuple[int, ...]
"""The index of each suit's span among the spans of that suit."""

Counts: TypeAlias = tuple[int, ...]
"""How many cards each seat has placed."""


def span(column: Column) -> Column:
    """The lowest and the highest card of a column; () while the suit is closed."""
    return (column[0], column[-1]) if column else ()


def wider(before: Column, rank: int) -> Column:
    """The span after a rank was placed beyond one of its ends."""
    return (min(before[0], rank), max(before[1], rank)) if before else (rank, rank)


@lru_cache(maxsize=256)
def spans_from(columns: Columns, start: Column) -> tuple[Column, ...]:
    """Every span that a column with this one can come to have, each before those that it can grow into."""
    found = [start]
    for at in found:
        grown = (wider(at, rank) for rank in columns.fits(at))
        found.extend(after for after in grown if after not in found)
    return tuple(sorted(found, key=lambda at: (at[1] - at[0], at[1]) if at else (-1, 0)))


class Spans:
    """The graph of one deal, from a position of its hand on.

    `start` and `seat` are the table and the seat whose turn it is. Of what lies there already, `down` are the cards in
    the columns, `killed` the dead ones and `placed` the number of cards that each seat has placed.
    """

    def __init__(self, rules: CabronRules, hands: Hands | str, down: Iterable[Card], seat: int) -> None:
        """Take a deal, the cards of it that lie in the columns already, and the seat whose turn it is."""
        self.rules, self.seat = rules, seat
        self.hands = rules.deal(hands)
        self.owner = {card: holder for holder, hand in enumerate(self.hands) for card in hand}
        self.down = frozenset(down)
        columns = lay_out(rules.suits, self.down)
        self.killed = frozenset(Card(suit, rank) for suit, column in enumerate(columns) for rank in dead(column))
        self.placed: Counts = tuple(sum(card in self.down for card in hand) for hand in self.hands)
        self.spans = [spans_from(rules.columns, span(column)) for column in columns]
        self.start: Table = (0,) * rules.suits
        self._look_up()

    @classmethod
    def dealt(cls, rules: CabronRules, hands: Hands | str, starter: int | None = None) -> "Spans":
        """The graph of a first hand, led with the six of oros, or with a `starter` of a later one, begun by that seat.

        InvalidDeal names what is wrong with the hands, ValueError a starter that is no seat.
        """
        dealt = rules.deal(hands)
        if starter is None:
            return cls(rules, dealt, [rules.lead], (rules.leader(dealt) + 1) % rules.players)
        return cls(rules, dealt, [], checked_seat(rules, starter, "starter"))

    @classmethod
    def at(cls, rules: CabronRules, state: CabronState) -> "Spans":
        """The graph from a position of a hand that was dealt on; InvalidRules where nothing is dealt yet."""
        dealt = [[*hand, *dead] for hand, dead in zip(state.hands, state.dead, strict=True)]
        for turn, card in enumerate(state.history):
            if card is not None:
                dealt[((state.starter or 0) + turn) % rules.players].append(card)
        if sum(map(len, dealt)) != rules.deck or state.starter is None:
            raise InvalidRules(f"position {quote(str(state), 200)} is not dealt yet; allowed: a position of a hand")
        down = (card for card in state.history if card is not None)
        return cls(rules, tuple(tuple(sorted(hand)) for hand in dealt), down, state.actor)

    def _look_up(self) -> None:
        """How every column can grow from here, who can make it grow, and what everybody still holds outside it."""
        rules, seats = self.rules, range(self.rules.players)
        self.grows = [  # [suit][span]: the ranks that fit, with the span that each makes
            [[(rank, spans.index(wider(at, rank))) for rank in rules.columns.fits(at)] for at in spans]
            for spans in self.spans
        ]
        self.next_cards: list[list[list[list[tuple[Card, int]]]]] = []
        self.outside: list[list[list[int]]] = []
        for suit, spans in enumerate(self.spans):
            cards = [Card(suit, rank) for rank in range(1, rules.ranks + 1)]
            owners = [self.owner[card] for card in cards]
            fitting: list[list[list[tuple[Card, int]]]] = [[[] for _ in seats] for _ in spans]
            beyond = [[0] * rules.players for _ in spans]
            for at, (ends, grown) in enumerate(zip(spans, self.grows[suit], strict=True)):
                for rank, to in grown:
                    fitting[at][owners[rank - 1]].append((cards[rank - 1], to))
                for seat in (*owners[: ends[0] - 1], *owners[ends[1] :]) if ends else owners:
                    beyond[at][seat] += 1
            self.next_cards.append(fitting)  # [suit][span][seat]: the seat's cards that fit, with the span each makes
            self.outside.append(beyond)  # [suit][span][seat]: how many of the seat's cards lie beyond the span's ends

    @property
    def nodes(self) -> int:
        """How many nodes there are at most."""
        return self.rules.players * prod(len(spans) for spans in self.spans)

    def moves(self, table: Table, seat: int) -> list[tuple[Card, Table]]:
        """The cards that a seat may play on a table, each with the table that it makes, in the order of the deck."""
        return [
            (card, (*table[:suit], to, *table[suit + 1 :]))
            for suit, at in enumerate(table)
            for card, to in sorted(self.next_cards[suit][at][seat])
        ]

    def worth(self, table: Table, card: Card, taste: Taste) -> int:
        """What the cards that this one jumps over are worth to a policy with that taste."""
        killed = jumped(self.rules.columns, self.spans[card.suit][table[card.suit]], card.rank)
        own = sum(self.owner[Card(card.suit, rank)] == self.owner[card] for rank in killed)
        return taste.own * own + taste.others * (len(killed) - own)

    def cards_left(self, table: Table, seat: int) -> int:
        """How many cards the seat still holds."""
        return sum(self.outside[suit][at][seat] for suit, at in enumerate(table))

    def over(self, table: Table) -> bool:
        """Whether the hand is over: all columns complete, or without jumping somebody without cards."""
        seats = range(self.rules.players)
        left = [self.cards_left(table, seat) for seat in seats]
        return not any(left) if self.rules.jumping else not all(left)

    def actor(self, table: Table, seat: int) -> int | None:
        """The first seat, from this one on, that can play: all before it pass. None where the hand is over."""
        if self.over(table):
            return None
        seats = self.rules.players
        around = [(seat + step) % seats for step in range(seats)]
        return next(other for other in around if any(self.next_cards[s][at][other] for s, at in enumerate(table)))
