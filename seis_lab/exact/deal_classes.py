"""All deals of a column game, sorted into classes that a symmetry of the game makes equal; what both of them share.

The symmetries, for policies that treat all suits alike: any order of the suits (but for that of the card that is led),
and a column turned upside down where the opening rank is in the middle. Classes are made directly, as a multiset of
columns of owners, so no deal is looked at twice.

    >>> from seis_lab.games.galician import GalicianRules
    >>> rules = GalicianRules(players=3, suits=2, ranks=3, opening_rank=2)
    >>> classes = list(deal_classes(rules, (2, 2, 2), fold=True, led=True))
    >>> len(classes), sum(size for _, size in classes), number_of_deals((2, 2, 2))
    (33, 90, 90)
"""

from collections.abc import Iterator
from itertools import groupby, product
from math import factorial, prod
from typing import Protocol, TypeAlias

from seis_lab.games.deals import Hands
from seis_lab.games.decks import Card

Owners: TypeAlias = tuple[int, ...]
"""The owners of the cards of one suit, lowest rank first."""


class ColumnDeck(Protocol):
    """Rules of a column game, as far as its deals matter."""

    @property
    def players(self) -> int: ...

    @property
    def suits(self) -> int: ...

    @property
    def ranks(self) -> int: ...

    @property
    def opening_rank(self) -> int: ...


def deal_classes(
    rules: ColumnDeck, sizes: tuple[int, ...], *, fold: bool, led: bool, leader: int | None = None
) -> Iterator[tuple[Hands, int]]:
    """One deal of every class with the size of the class, every seat being dealt its `sizes`.

    `led` says that a card of the first suit is led, which is then unlike the others; with a `leader`, only deals in
    which that seat has it. Without folding every deal is a class of its own.
    """
    turns_over = fold and 2 * rules.opening_rank == rules.ranks + 1
    columns = sorted(product(range(rules.players), repeat=rules.ranks))
    kinds = [(column, 2 if turns_over and column != column[::-1] else 1) for column in columns]
    if turns_over:
        kinds = [(column, size) for column, size in kinds if column <= column[::-1]]

    def extend(chosen: list[int], left: tuple[int, ...], suits: int) -> Iterator[list[int]]:
        """The indexes of so many more columns, in ascending order where they are folded."""
        if suits == 0:
            yield chosen
            return
        for at in range(chosen[-1] if fold and chosen else 0, len(kinds)):
            rest = _less(left, kinds[at][0])
            if rest is not None:
                yield from extend([*chosen, at], rest, suits - 1)

    if not led:
        for chosen in extend([], sizes, rules.suits):
            yield _class(rules, [kinds[at] for at in chosen], chosen, fold)
        return
    for first in kinds:
        left = _less(sizes, first[0])
        if left is not None and (leader is None or first[0][rules.opening_rank - 1] == leader):
            for chosen in extend([], left, rules.suits - 1):
                yield _class(rules, [first, *(kinds[at] for at in chosen)], chosen, fold)


def number_of_deals(sizes: tuple[int, ...]) -> int:
    """How many deals there are."""
    return factorial(sum(sizes)) // prod(factorial(size) for size in sizes)


def _class(rules: ColumnDeck, columns: list[tuple[Owners, int]], alike: list[int], fold: bool) -> tuple[Hands, int]:
    """A deal of these columns, and how many there are: each column may be turned over, those alike put in any order."""
    size = prod(turns for _, turns in columns)
    if fold:
        size *= factorial(len(alike)) // prod(factorial(len(list(same))) for _, same in groupby(alike))
    dealt = [
        (owner, Card(suit, rank)) for suit, (owners, _) in enumerate(columns) for rank, owner in enumerate(owners, 1)
    ]
    return tuple(tuple(card for owner, card in dealt if owner == seat) for seat in range(rules.players)), size


def _less(left: tuple[int, ...], column: Owners) -> tuple[int, ...] | None:
    """The cards that every seat still lacks after this column, or None where a seat gets too many."""
    rest = tuple(count - column.count(seat) for seat, count in enumerate(left))
    return rest if min(rest) >= 0 else None
