"""Moves of the column games and how they are written: a card is dealt, a card is played onto its column.

Moves are written `deal 6o` and `play 6o`; a pass is never a choice, so it is not a move. The history of a hand tells
its turns from the first player's on, and a pass in it is None, written -.

    >>> str(read_move("play 10b", "Galician Seis")), read_turns("6o,5o,-")[1:]
    ('play 10b', (Card(suit=0, rank=5), None))
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from seis_lab.game import InvalidNotation, quote
from seis_lab.games.decks import Card, read_card

SEATS = "ABCDEFGH"

History: TypeAlias = tuple[Card | None, ...]
"""The turns of a hand from its first player's on: the card played, or None for a pass."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the next player to be dealt gets this card."""

    card: Card

    def __str__(self) -> str:
        """`deal 6o`."""
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Lay:
    """Play this card from the hand onto its column."""

    card: Card

    def __str__(self) -> str:
        """`play 6o`."""
        return f"play {self.card}"


ColumnMove: TypeAlias = Deal | Lay


def read_move(text: str, game: str) -> ColumnMove:
    """The move that is written so; InvalidNotation quotes a text that is none and names the game."""
    written = re.fullmatch("(deal|play) (.+)", text) if isinstance(text, str) else None
    if written:
        try:
            card = read_card(written[2])
            return Deal(card) if written[1] == "deal" else Lay(card)
        except InvalidNotation:
            pass
    raise InvalidNotation(f"{quote(text)} is not a move of {game}; moves look like: deal 6o, play 10b")


def write_cards(cards: Sequence[Card]) -> str:
    """The cards of a hand, or - for none."""
    return ",".join(str(card) for card in cards) or "-"


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards that `write_cards` wrote, sorted."""
    return tuple(sorted(read_card(card) for card in text.split(","))) if text != "-" else ()


def write_turns(history: History) -> str:
    """The turns of a hand."""
    return ",".join("-" if card is None else str(card) for card in history)


def read_turns(text: str) -> History:
    """The turns that `write_turns` wrote."""
    return tuple(None if turn == "-" else read_card(turn) for turn in text.split(",") if text)


def placed_by_seat(history: History, first: int, seats: int) -> tuple[int, ...]:
    """How many cards each seat has played, where seat `first` had the first turn.

    >>> placed_by_seat(read_turns("6o,-,5o,4o"), first=1, seats=3)
    (1, 2, 0)
    """
    placed = [0] * seats
    for turn, card in enumerate(history):
        placed[(first + turn) % seats] += card is not None
    return tuple(placed)


def passes_by_seat(history: History, first: int, seats: int) -> tuple[int, ...]:
    """How often each seat has passed, where seat `first` had the first turn.

    >>> passes_by_seat(read_turns("6o,-,5o,4o"), first=1, seats=3)
    (0, 0, 1)
    """
    passed = [0] * seats
    for turn, card in enumerate(history):
        passed[(first + turn) % seats] += card is None
    return tuple(passed)
