"""How the cards of a French and of a Spanish deck are called, in every language.

A face is one of `seis_lab.games.decks.FACES`, a suit its number; both are told by the game's rules.

    >>> card_name("es", "spanish", "jack", 0), card_name("gl", "spanish", "queen", 0), card_name("en", "french", "6", 0)
    ('sota de oros', 'cabalo de ouros', '6 of diamonds')
    >>> corner("spanish", "jack"), corner("french", "jack")
    ('10', 'J')
"""

from seis_lab.games.decks import SUITS
from seis_lab.locale import text


def suit_name(lang: str, deck: str, suit: int) -> str:
    """The suit's name: suit 0 is oros, or diamonds."""
    return text(lang, f"card.{deck}.suit.{SUITS[suit]}")


def rank_name(lang: str, deck: str, face: str) -> str:
    """The card's name without its suit."""
    return face if face.isdigit() else text(lang, f"card.{deck}.{face}")


def card_name(lang: str, deck: str, face: str, suit: int) -> str:
    """The card's whole name."""
    return text(lang, "card.name", rank=rank_name(lang, deck, face), suit=suit_name(lang, deck, suit))


def corner(deck: str, face: str) -> str:
    """What is printed in the corner of the card, the same in every language."""
    return face if face.isdigit() else text("en", f"card.{deck}.{face}.short")
