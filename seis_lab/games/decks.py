"""Cards: what the column games call them in their records, and which face of a real deck they are.

A card is a suit and a rank, the position in its column (1 is the ace). Its notation is the rank and the initial of the
Spanish suit: `6o` is the six of oros. In a deck of 40 the ranks 8, 9 and 10 are sota, caballo and rey, or J, Q and K.
How a face is called in Galician, Spanish and English is a matter of `seis_lab.locale`.

    >>> read_card("6o"), str(Card(suit=3, rank=10))
    (Card(suit=0, rank=6), '10b')
    >>> faces(ranks=10, opens=6)
    ('ace', '2', '3', '4', '5', '6', '7', 'jack', 'queen', 'king')
"""

import re
from dataclasses import dataclass

from seis_lab.game import InvalidNotation, quote

SUITS = "oceb"
"""The suits by initial: oros, copas, espadas, bastos; in a French deck diamonds, hearts, spades, clubs."""

FACES = ("ace", "2", "3", "4", "5", "6", "7", "jack", "queen", "king")
"""The faces of a deck of 40, lowest first: its Spanish jack, queen and king are sota, caballo and rey."""

LONG_FACES = (*FACES[:7], "8", "9", *FACES[7:])
"""The faces of a deck of 48."""


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """A card by its suit (0 is oros, or diamonds) and its rank (its position in the column, from 1)."""

    suit: int
    rank: int

    def __str__(self) -> str:
        """The rank and the initial of the suit."""
        return f"{self.rank}{SUITS[self.suit]}"


def read_card(text: str) -> Card:
    """The card written so; InvalidNotation quotes a text that is none."""
    written = re.fullmatch(f"([1-9][0-9]?)([{SUITS}])", text, re.ASCII) if isinstance(text, str) else None
    if not written:
        raise InvalidNotation(
            f"{quote(text)} is not a card; cards look like 6o, 10b, with the suits {', '.join(SUITS)}"
        )
    return Card(SUITS.index(written[2]), int(written[1]))


def cards(suits: int, ranks: int) -> tuple[Card, ...]:
    """The deck, in order: suit by suit, ranks ascending."""
    return tuple(Card(suit, rank) for suit in range(suits) for rank in range(1, ranks + 1))


def faces(ranks: int, opens: int) -> tuple[str, ...]:
    """The face of each rank, lowest first: a whole deck as it is, a smaller one so that a six opens the columns.

    >>> faces(ranks=3, opens=2)
    ('5', '6', '7')
    >>> faces(ranks=12, opens=6)[6:10]
    ('7', '8', '9', 'jack')
    """
    if ranks > len(FACES):
        return LONG_FACES[:ranks]
    first = 6 - opens
    if ranks == len(FACES) or not 0 <= first <= len(FACES) - ranks:
        first = 0
    return FACES[first : first + ranks]
