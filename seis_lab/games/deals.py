"""Deals of a whole deck, all hands at once: read, checked, unshuffled and shuffled. What the column games share.

>>> from seis_lab.games.galician import GalicianRules
>>> rules = GalicianRules(players=2, suits=1, ranks=3, opening_rank=2)
>>> read_deal(rules, "3o,1o | 2o")
((Card(suit=0, rank=1), Card(suit=0, rank=3)), (Card(suit=0, rank=2),))
>>> read_deal(rules, "1o | 1o,2o")
Traceback (most recent call last):
seis_lab.games.deals.InvalidDeal: the deal has 1o twice, in the hands of A and B; every card once is allowed
"""

import random
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

from seis_lab.game import quote
from seis_lab.games.column_moves import SEATS
from seis_lab.games.decks import Card, read_card

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of every seat, each hand sorted."""


class InvalidDeal(ValueError):
    """A deal that does not give every card of the deck to one seat, or not as many as the deal gives."""


class Deck(Protocol):
    """Rules that deal out a deck: its cards in order, and to how many players."""

    @property
    def players(self) -> int: ...

    @property
    def cards(self) -> tuple[Card, ...]: ...


def read_deal(rules: Deck, hands: str | Sequence[Iterable[Card | str]]) -> Hands:
    """All hands as a value, from cards or from text like "1o,2o | 3o"; InvalidDeal names what is wrong.

    How many cards a hand may have is left to the rules of the game.
    """
    given = [hand.split(",") for hand in hands.split(" | ")] if isinstance(hands, str) else hands
    if not isinstance(given, Sequence) or [isinstance(hand, Iterable) for hand in given] != [True] * rules.players:
        raise InvalidDeal(f"{quote(hands)} has not one hand for each of {rules.players} seats")
    read = [[card if isinstance(card, Card) else read_card(card) for card in hand] for hand in given]
    holders: dict[Card, int] = {}
    for seat, hand in enumerate(read):
        for card in hand:
            if card in holders:
                both = f"the hands of {SEATS[holders[card]]} and {SEATS[seat]}"
                where = both if holders[card] != seat else f"the hand of {SEATS[seat]}"
                raise InvalidDeal(f"the deal has {card} twice, in {where}; every card once is allowed")
            holders[card] = seat
    for card in (*rules.cards, *holders):
        if card not in holders or card not in rules.cards:
            what = "lacks" if card in rules.cards else "has"
            raise InvalidDeal(f"the deal {what} {card}; allowed: the cards of {rules!r}, each once")
    return tuple(tuple(sorted(hand)) for hand in read)


def dealt_in_turn(deck: Sequence[Card], players: int) -> Hands:
    """Card i of the deck to seat i modulo the players."""
    return tuple(tuple(sorted(deck[seat::players])) for seat in range(players))


def shuffled(rules: Deck, rng: random.Random) -> Hands:
    """The hands that a shuffled deck gives."""
    return dealt_in_turn(rng.sample(rules.cards, len(rules.cards)), rules.players)


def one_more(hands: Hands, seat: int, card: Card) -> Hands:
    """The hands after the seat was given one more card."""
    return (*hands[:seat], tuple(sorted((*hands[seat], card))), *hands[seat + 1 :])


def without(hands: Hands, cards: Iterable[Card]) -> Hands:
    """The hands after these cards have left them, whoever held them."""
    gone = set(cards)
    return tuple(tuple(card for card in hand if card not in gone) for hand in hands)
