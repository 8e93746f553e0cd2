"""One deal of Galician Seis as a graph: its nodes are (table, turn), and that is the whole state of the round.

Which cards a seat has played follows from the table, how many turns it took from the number of turns, and the
difference are its passes: so neither hands nor payments need to be carried along. A table is written as the index of
every column among the shapes that `Columns.shapes` lists; how columns grow is asked of `Columns` once, and turned into
look-ups.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

from seis_lab.game import InvalidRules, quote
from seis_lab.games.columns import lay_out, place
from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules, Hands, checked_stacks
from seis_lab.games.galician_notation import GalicianState, GalicianView

Table: TypeAlias = tuple[int, ...]
"""The index of each suit's column among the shapes of the rules."""

Passes: TypeAlias = tuple[int, ...]
"""How often each seat has passed."""

NEVER = 1 << 30


class Tables:
    """The tables of one deal, from a position of its round on; `stacks` are everybody's chips before the ante."""

    def __init__(self, rules: GalicianRules, hands: Hands, stacks: tuple[int, ...] | None = None) -> None:
        """Take a deal; ValueError or InvalidDeal names what is wrong with it."""
        self.rules = rules
        self.hands = rules.deal(hands)
        self.stacks = checked_stacks(rules, stacks)
        self.seats = rules.players
        self.leader = rules.leader(self.hands)
        shapes = rules.columns.shapes()
        index = {shape: at for at, shape in enumerate(shapes)}
        self.shapes = shapes
        self.grows = [[(rank, index[place(shape, rank)]) for rank in rules.columns.fits(shape)] for shape in shapes]
        self.owner = {card: seat for seat, hand in enumerate(self.hands) for card in hand}
        self.sizes = [len(hand) for hand in self.hands]
        self.placed = [  # [suit][shape][seat]: how many of the seat's cards lie in the column
            [
                [sum(self.owner[Card(suit, rank)] == seat for rank in shape) for seat in range(self.seats)]
                for shape in shapes
            ]
            for suit in range(rules.suits)
        ]
        self.next_cards = [  # [suit][shape][seat]: the seat's cards that fit, with the shape that each makes
            [
                [
                    [(Card(suit, rank), to) for rank, to in grown if self.owner[Card(suit, rank)] == seat]
                    for seat in range(self.seats)
                ]
                for grown in self.grows
            ]
            for suit in range(rules.suits)
        ]
        self.start: Table = (index[(rules.opening_rank,)], *[0] * (rules.suits - 1))
        self.turn = 1

    @classmethod
    def at(cls, rules: GalicianRules, state: GalicianState) -> "Tables":
        """The tables from a position of a dealt round on."""
        if state.leader is None:
            raise InvalidRules(f"position {quote(str(state), 200)} is not dealt yet; allowed: a position of a round")
        played: list[list[Card]] = [list(hand) for hand in state.hands]
        for turn, card in enumerate(state.history):
            if card is not None:
                played[(state.leader + turn) % rules.players].append(card)
        before = [chips + paid for chips, paid in zip(state.chips, state.paid, strict=True)]
        if state.winner is not None:
            before[state.winner] -= sum(state.paid)
        tables = cls(rules, tuple(tuple(sorted(hand)) for hand in played), tuple(before))
        columns = lay_out(rules.suits, state.history)
        if state.history:
            tables.start = tuple(tables.shapes.index(column) for column in columns)
            tables.turn = state.turn
        return tables

    def actor(self, turn: int) -> int:
        """The seat that takes this turn; turn 0 is the leader's."""
        return (self.leader + turn) % self.seats

    def moves(self, table: Table, seat: int) -> list[tuple[Card, Table]]:
        """The cards that a seat may play on a table, each with the table that it makes, in the order of the deck."""
        return [
            (card, (*table[:suit], to, *table[suit + 1 :]))
            for suit, shape in enumerate(table)
            for card, to in self.next_cards[suit][shape][seat]
        ]

    def played(self, table: Table, seat: int) -> int:
        """How many cards a seat has played."""
        return sum(self.placed[suit][shape][seat] for suit, shape in enumerate(table))

    def passes(self, table: Table, turn: int) -> Passes:
        """How often each seat has passed before this turn."""
        return tuple(
            (turn - 1 - (seat - self.leader) % self.seats) // self.seats + 1 - self.played(table, seat)
            for seat in range(self.seats)
        )

    def winner(self, table: Table, turn: int) -> int | None:
        """Who has emptied the hand with the last turn, if anybody."""
        seat = self.actor(turn - 1)
        return seat if self.played(table, seat) == self.sizes[seat] else None

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The pass of each seat with which the round ends at once, by the options; NEVER where none does."""
        return tuple(_stop(self.rules, stack) for stack in self.stacks)

    def paid(self, passes: Passes) -> tuple[int, ...]:
        """What each seat has paid, ante included, after so many passes."""
        rules = self.rules
        return tuple(min(stack, rules.ante + rules.pass_cost * n) for stack, n in zip(self.stacks, passes, strict=True))

    def cards_left(self, table: Table, seat: int) -> tuple[Card, ...]:
        """The hand of a seat."""
        return tuple(card for card in self.hands[seat] if card.rank not in self.shapes[table[card.suit]])

    def view(self, table: Table, turn: int, seat: int) -> GalicianView:
        """What the seat knows, whatever the way to this table was: a view without a history."""
        passes = self.passes(table, turn)
        paid = self.paid(passes)
        return GalicianView(
            seat=seat,
            hand=self.cards_left(table, seat),
            sizes=tuple(size - self.played(table, other) for other, size in enumerate(self.sizes)),
            table=tuple(self.shapes[shape] for shape in table),
            chips=tuple(stack - pay for stack, pay in zip(self.stacks, paid, strict=True)),
            paid=paid,
            passes=passes,
            turn=turn,
            dealer=None,
            round=1,
            leader=self.leader,
            winner=None,
            turns=None,
        )

    def walk(self) -> Iterator[tuple[Table, int]]:
        """Every (table, turn) that can arise, turn by turn, those in which the round is over included."""
        layer, turn = {self.start}, self.turn
        while layer:
            following = set()
            for table in layer:
                yield table, turn
                if self.winner(table, turn) is None:
                    moves = self.moves(table, self.actor(turn))
                    following.update([after for _, after in moves] or [table])
            layer, turn = following, turn + 1


def _stop(rules: GalicianRules, stack: int) -> int:
    """The pass with which a seat that had so many chips ends the round; 0 says that the ante already did."""
    left = stack - min(rules.ante, stack)
    if not rules.pass_cost:
        return 0 if left == 0 and rules.match_end == "the moment somebody has none" else NEVER
    last_paid = -(-left // rules.pass_cost)
    if rules.match_end == "the moment somebody has none":
        return last_paid
    return last_paid + 1 if rules.broke_player == "round and match end at once" else NEVER
