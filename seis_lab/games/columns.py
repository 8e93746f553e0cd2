"""Columns of cards that open with one rank and grow both ways: what Galician Seis and Seises cabrón share.

Ranks are positions in the column, from 1 (the ace, at the bottom) upwards, whatever is printed on the cards: a deck
without eights and nines has its sota in position 8. A column is the tuple of the ranks placed in it, ascending. Without
jumping only the next rank at either end fits; with jumping every rank beyond an end does, and a rank that was jumped
over is *dead*.

    >>> growing, jumping = Columns(ranks=10, opens=6), Columns(ranks=10, opens=6, jumping=True)
    >>> growing.fits(()), growing.fits((5, 6, 7)), jumping.fits((5, 6, 8))
    ((6,), (4, 8), (1, 2, 3, 4, 9, 10))
    >>> dead((5, 6, 8))
    (7,)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from seis_lab.games.decks import Card

Column: TypeAlias = tuple[int, ...]
"""The ranks placed in one suit, ascending; () while the suit is closed."""


@dataclass(frozen=True)
class Columns:
    """How columns grow: their length, the rank that opens them, and whether cards may be jumped over."""

    ranks: int
    opens: int
    jumping: bool = False

    def fits(self, column: Column) -> tuple[int, ...]:
        """The ranks that may be placed in the column now, ascending."""
        if not column:
            return (self.opens,)
        below, above = range(1, column[0]), range(column[-1] + 1, self.ranks + 1)
        return (*below, *above) if self.jumping else (*below[-1:], *above[:1])

    def playable(self, table: tuple[Column, ...], hand: Iterable[Card]) -> tuple[Card, ...]:
        """The cards of a hand that may be placed on a table (one column per suit), in the order of the hand."""
        fits = [self.fits(column) for column in table]
        return tuple(card for card in hand if card.rank in fits[card.suit])

    def complete(self, column: Column) -> bool:
        """Whether both ends of the column have been reached, so that nothing fits any more."""
        return bool(column) and not self.fits(column)

    def shapes(self) -> tuple[Column, ...]:
        """Every column that can arise, each before those that it can grow into.

        >>> Columns(ranks=3, opens=2).shapes()
        ((), (2,), (1, 2), (2, 3), (1, 2, 3))
        """
        found: list[Column] = [()]
        for column in found:
            grown = (place(column, rank) for rank in self.fits(column))
            found.extend(shape for shape in grown if shape not in found)
        return tuple(found)


def place(column: Column, rank: int) -> Column:
    """The column with one more card; whether it fits is asked of `Columns.fits`."""
    return tuple(sorted((*column, rank)))


def dead(column: Column) -> tuple[int, ...]:
    """The ranks that were jumped over: strictly between the lowest and the highest, and not placed."""
    return tuple(rank for rank in range(column[0], column[-1]) if rank not in column) if column else ()


def lay_out(suits: int, cards: Iterable[Card | None]) -> tuple[Column, ...]:
    """The table after these cards were placed; None, a pass, places nothing.

    >>> from seis_lab.games.decks import read_card
    >>> lay_out(2, [read_card("6o"), None, read_card("7o"), read_card("6c")])
    ((6, 7), (6,))
    """
    placed: list[list[int]] = [[] for _ in range(suits)]
    for card in cards:
        if card is not None:
            placed[card.suit].append(card.rank)
    return tuple(tuple(sorted(ranks)) for ranks in placed)
