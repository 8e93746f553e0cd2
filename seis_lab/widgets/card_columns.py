"""How a table shows cards and columns of suits: what Galician Seis and Seises cabrón share.

Everything here is drawn from values that the caller chose to show: nothing is looked up in a position.

>>> deck = Deck("spanish", ("5", "6", "7"))
>>> deck.say("en", Card(0, 2)), deck.suit(3)
('6 of oros', 'spanish-b')
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seis_lab.games.columns import Column, Columns, dead
from seis_lab.games.decks import SUITS, Card
from seis_lab.locale import text
from seis_lab.locale.cards import card_name, corner, rank_name, suit_name
from seis_lab.widgets.seis_words import listed


@dataclass(frozen=True)
class Deck:
    """What cards look like and are called: a "spanish" or "french" deck, and the face of each rank, lowest first."""

    name: str
    faces: tuple[str, ...]

    def say(self, lang: str, card: Card) -> str:
        """The card's whole name."""
        return card_name(lang, self.name, self.faces[card.rank - 1], card.suit)

    def rank(self, lang: str, card: Card) -> str:
        """The card's name without its suit."""
        return rank_name(lang, self.name, self.faces[card.rank - 1])

    def listed(self, lang: str, cards: Iterable[Card]) -> str:
        """Several cards by name."""
        return listed(lang, [self.say(lang, card) for card in cards])

    def suit(self, suit: int) -> str:
        """The sign of a suit, as the page knows it."""
        return f"{self.name}-{SUITS[suit]}"

    def small(self, lang: str, card: Card, piece: str, seat: int | None) -> dict[str, Any]:
        """A card in small, rank and suit, as a piece of that id."""
        face = self.faces[card.rank - 1]
        look = {"suit": self.suit(card.suit), "text": corner(self.name, face), "face": face}
        return {"id": piece, "kind": "mini", "seat": seat, "label": self.say(lang, card), "action": None, **look}


def heads(deck: Deck, lang: str, table: Sequence[Column]) -> list[dict[str, str]]:
    """What each column is called, how far it has grown and what was jumped over, in words."""
    found = []
    for suit, column in enumerate(table):
        name = suit_name(lang, deck.name, suit).capitalize()
        said = text(lang, "columns.closed", suit=name)
        if column:
            low, high = (deck.say(lang, Card(suit, rank)) for rank in (column[0], column[-1]))
            key = "columns.one" if len(column) == 1 else "columns.from"
            said = text(lang, key, suit=name, low=low, high=high)
        if jumped := dead(column):
            cards = deck.listed(lang, (Card(suit, rank) for rank in jumped))
            said += text(lang, "columns.jumped", cards=cards)
        found.append({"suit": deck.suit(suit), "name": name, "label": said})
    return found


def places(deck: Deck, lang: str, grow: Columns, table: Sequence[Column], going: bool) -> list[dict[str, Any]]:
    """Every place of every column, kings first: laid, dead, next to be laid (where play is going on), or empty."""
    found = []
    for suit, column in enumerate(table):
        fits, gaps = grow.fits(column) if going else (), dead(column)
        for rank in range(grow.ranks, 0, -1):
            card = Card(suit, rank)
            state = "laid" if rank in column else "dead" if rank in gaps else "next" if rank in fits else "empty"
            label = text(lang, f"columns.place.{state}", card=deck.say(lang, card))
            piece = deck.small(lang, card, f"p-{card}", None)
            found.append({**piece, "kind": "place", "state": state, "label": label})
    return found


def ladder(deck: Deck, lang: str, grow: Columns, table: Sequence[Column], going: bool) -> dict[str, Any]:
    """The zone of the columns; its pieces are whole, under "pieces"."""
    return {
        "id": "ladder",
        "kind": "ladder",
        "seat": None,
        "label": text(lang, "columns.ladder"),
        "pieces": places(deck, lang, grow, table, going),
        "columns": heads(deck, lang, table),
    }


def backs(lang: str, name: str, seat: int, count: int) -> dict[str, Any]:
    """So many cards of a seat, face down."""
    label = text(lang, "columns.hidden_one" if count == 1 else "columns.hidden", name=name, n=count)
    return {"id": f"back-{seat}", "kind": "backs", "count": count, "seat": seat, "label": label, "action": None}


def minis(deck: Deck, lang: str, cards: Iterable[Card], kind: str, seat: int) -> list[dict[str, Any]]:
    """Cards in small: of an open hand (kind "o"), that a seat cannot hold ("n"), that are dead ("d")."""
    return [deck.small(lang, card, f"{kind}{seat}-{card}", seat) for card in cards]


def cards_left(lang: str, count: int) -> str:
    """So many cards."""
    return text(lang, "columns.cards_one" if count == 1 else "columns.cards", n=count)


def spread(zones: Iterable[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Zones with their pieces in them as a scene has them: zones that name their pieces, and all the pieces."""
    found, pieces = [], []
    for zone in zones:
        found.append({**zone, "pieces": [piece["id"] for piece in zone["pieces"]]})
        pieces.extend(zone["pieces"])
    return found, pieces
