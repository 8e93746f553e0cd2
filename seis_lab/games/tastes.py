"""Policies of the column games that have a taste: what a card does to the cards that somebody still holds.

A taste says what each such card is worth: one figure where it is in the own hand, another where it may be in another's.
Which cards count is a matter of the game: those that a card lets be played, or those that it jumps over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from seis_lab.game import Distribution, quote
from seis_lab.games.column_moves import ColumnMove
from seis_lab.games.columns import Column, Columns
from seis_lab.games.decks import Card


def one_per_seat(seats: int, policies: object) -> list[Any]:
    """The policy of every seat, from one for all or one per seat: names, or functions of a view.

    >>> one_per_seat(3, "uniform")
    ['uniform', 'uniform', 'uniform']
    >>> one_per_seat(3, None)
    Traceback (most recent call last):
    ValueError: policies=None is not allowed; allowed: a policy for all, or a list with one per seat
    """
    if isinstance(policies, str) or callable(policies):
        return [policies] * seats
    if not isinstance(policies, Sequence):
        raise ValueError(
            f"policies={quote(policies)} is not allowed; allowed: a policy for all, or a list with one per seat"
        )
    if len(policies) != seats:
        raise ValueError(f"{len(policies)} policies for {seats} seats; allowed: one for all, or one per seat")
    for one in policies:
        if not isinstance(one, str) and not callable(one):
            raise ValueError(f"policy {quote(one)} is not allowed; allowed: a name, or a function of a view")
    return list(policies)


class Taste(NamedTuple):
    """What a card is worth to a policy for each card of its own hand that it affects, and for each of the others'."""

    own: int
    others: int


class ColumnView(Protocol):
    """The part of a view that a taste looks at."""

    @property
    def hand(self) -> tuple[Card, ...]: ...

    @property
    def table(self) -> tuple[Column, ...]: ...


@dataclass(frozen=True)
class TastePolicy:
    """Plays one of the cards with the highest score, all equally likely.

    `affected(columns, column, rank)` are the ranks of the suit that count when this rank is placed.
    """

    columns: Columns
    taste: Taste
    affected: Callable[[Columns, Column, int], tuple[int, ...]]

    def __call__(self, view: ColumnView, moves: tuple[ColumnMove, ...]) -> Distribution[ColumnMove]:
        """The best cards, equally likely."""
        scores = {move: self._score(view, move.card) for move in moves}
        return Distribution.uniform(move for move in moves if scores[move] == max(scores.values()))

    def _score(self, view: ColumnView, card: Card) -> int:
        ranks = self.affected(self.columns, view.table[card.suit], card.rank)
        own = sum(Card(card.suit, rank) in view.hand for rank in ranks)
        return self.taste.own * own + self.taste.others * (len(ranks) - own)
