"""The pieces of Galician Seis: moves, positions and views, each position and move with a notation of one line.

A position is written `12,12,11/0,0,1 ; 1o,5c | 2o | 4o,7c ; round 1, C deals ; A 6o,5o,-`: the chips of every seat and
what each has paid into the pot in this round, the hands, the round and its dealer, and once all cards are dealt the
leader with the turns so far, where - is a pass. A round that is over adds who took the pot: ` ; B won`. Moves are
written `deal 6o` and `play 6o`; a pass is never a choice, so it is not a move.

    >>> text = "12,12,11/0,0,1 ; 1o,5c | 2o | 4o,7c ; round 1, C deals ; A 6o,5o,-"
    >>> state = parse_position(text)
    >>> str(state) == text, state.pot, state.turn, state.passes
    (True, 1, 3, (0, 0, 1))
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from seis_lab.game import InvalidNotation, quote
from seis_lab.games.column_moves import SEATS as SEATS
from seis_lab.games.column_moves import (
    ColumnMove,
    passes_by_seat,
    read_cards,
    read_move,
    read_turns,
    write_cards,
    write_turns,
)
from seis_lab.games.column_moves import Deal as Deal
from seis_lab.games.column_moves import History as History
from seis_lab.games.column_moves import Lay as Lay
from seis_lab.games.columns import Column
from seis_lab.games.decks import Card

GalicianMove: TypeAlias = ColumnMove


@dataclass(frozen=True, slots=True)
class GalicianState:
    """A position of Galician Seis: chips, hands, and the round so far.

    `chips` is what each seat has before it and `paid` what each has put into the pot in this round; `leader` is None
    while cards are dealt; `winner` is who took the pot of a round that is over (its cards lie until the next deal).
    """

    chips: tuple[int, ...]
    paid: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    dealer: int
    round: int = 1
    leader: int | None = None
    history: History = ()
    winner: int | None = None

    @property
    def pot(self) -> int:
        """The chips in the pot: nothing once it was taken."""
        return sum(self.paid) if self.winner is None else 0

    @property
    def turn(self) -> int:
        """How many turns of the round were taken, passes included."""
        return len(self.history)

    @property
    def actor(self) -> int:
        """The seat whose turn it is in a round that was dealt."""
        return ((self.leader or 0) + self.turn) % len(self.hands)

    @property
    def passes(self) -> tuple[int, ...]:
        """How often each seat passed in this round."""
        return passes_by_seat(self.history, self.leader or 0, len(self.hands))

    def __str__(self) -> str:
        """The position in one line."""
        hands = " | ".join(write_cards(hand) for hand in self.hands)
        parts = [
            f"{_counts(self.chips)}/{_counts(self.paid)}",
            hands,
            f"round {self.round}, {SEATS[self.dealer]} deals",
        ]
        if self.leader is not None:
            parts.append(f"{SEATS[self.leader]} {write_turns(self.history)}")
        if self.winner is not None:
            parts.append(f"{SEATS[self.winner]} won")
        return " ; ".join(parts)


@dataclass(frozen=True, slots=True)
class GalicianView:
    """What a seat knows: its own hand, and of the others only how many cards they hold, what they played and passed.

    `table` has a column per suit, `turn` counts the turns of the round, `passes` those of each seat that were passes.
    `turns` is the history of the round; read it through `history`, which is refused where a view stands for every way
    to reach the same table (as in the exact law of a round).
    """

    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    table: tuple[Column, ...]
    chips: tuple[int, ...]
    paid: tuple[int, ...]
    passes: tuple[int, ...]
    turn: int
    dealer: int | None
    round: int
    leader: int | None
    winner: int | None
    turns: History | None

    @property
    def pot(self) -> int:
        """The chips in the pot: nothing once it was taken."""
        return sum(self.paid) if self.winner is None else 0

    @property
    def history(self) -> History:
        """The turns of the round in order; ValueError in a view that stands for many histories."""
        if self.turns is None:
            raise ValueError(
                "this view stands for every way to reach its table, so it has no history; allowed: policies that read "
                "the hand, the table, the turn, sizes, chips, paid and passes"
            )
        return self.turns


def parse_move(text: str) -> GalicianMove:
    """The move that is written so; InvalidNotation quotes a text that is none."""
    return read_move(text, "Galician Seis")


def parse_position(text: str) -> GalicianState:
    """The position that is written so; InvalidNotation quotes a text that is none.

    Only the notation is checked here: whether a position can arise is a matter of the rules.
    """
    try:
        chips, hands, about, *rest = text.split(" ; ")
        both = tuple(tuple(int(count) for count in side.split(",")) for side in chips.split("/"))
        number, dealer = re.fullmatch("round ([0-9]+), ([A-H]) deals", about).groups()  # type: ignore[union-attr]
        winner = SEATS.index(rest.pop().removesuffix(" won")) if rest and rest[-1].endswith(" won") else None
        leader, history = rest.pop().split(" ") if rest else (None, "")
        state = GalicianState(
            chips=both[0],
            paid=both[1],
            hands=tuple(read_cards(hand) for hand in hands.split(" | ")),
            dealer=SEATS.index(dealer),
            round=int(number),
            leader=None if leader is None else SEATS.index(leader),
            history=read_turns(history),
            winner=winner,
        )
        seats = len(state.hands)
        named = (state.dealer, state.leader or 0, state.winner or 0)
        if str(state) != text or {len(state.chips), len(state.paid)} != {seats} or max(named) >= seats:
            raise ValueError(text)
    except (ValueError, AttributeError, TypeError, IndexError) as error:
        example = "12,12,11/0,0,1 ; 1o,5c | 2o | 4o,7c ; round 1, C deals ; A 6o,5o,-"
        raise InvalidNotation(
            f"{quote(text, 400)} is not a position of Galician Seis; positions look like {example!r}"
        ) from error
    return state


def _counts(counts: Sequence[int]) -> str:
    return ",".join(str(count) for count in counts)
