"""What hidden hands can be at a column game: who cannot hold which card, and all deals that fit what was seen.

Who passes holds none of the cards that fitted then, and will never hold them. Everything else about the hidden cards
is open: as far as the rules go, every deal that agrees with the own hand, the cards on the table, the sizes of the
hands and the passes is possible.
"""

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations
from math import factorial, prod
from typing import TypeAlias

from seis_lab.games.column_moves import History
from seis_lab.games.columns import Columns, lay_out
from seis_lab.games.deals import Hands
from seis_lab.games.decks import Card

Room: TypeAlias = tuple[int, ...]
"""How many cards every seat still lacks."""


def fitted_at_passes(
    columns: Columns, deck: Sequence[Card], history: History, first: int, seats: int
) -> tuple[set[Card], ...]:
    """For each seat the cards that fitted when it passed, and that it therefore does not hold."""
    suits = 1 + max(card.suit for card in deck)
    shown: tuple[set[Card], ...] = tuple(set() for _ in range(seats))
    for turn, card in enumerate(history):
        if card is None:
            table = lay_out(suits, history[:turn])
            shown[(first + turn) % seats].update(columns.playable(table, deck))
    return shown


class ConsistentDeals:
    """All hands that agree with what a seat knows, each as likely as the others.

    The hidden cards are grouped by the seats that may hold them; how many deals there are follows group by group from
    the room that is left in every hand, and so does a deal drawn at random from all of them.

    >>> from seis_lab.games.decks import cards
    >>> hidden, barred = cards(1, 3), [(), (), cards(1, 1)]
    >>> deals = ConsistentDeals(seat=0, hand=(), sizes=(0, 1, 2), hidden=hidden, barred=barred)
    >>> deals.count, deals.sample(random.Random(6))[1]
    (1, (Card(suit=0, rank=1),))
    >>> list(deals.all())
    [((), (Card(suit=0, rank=1),), (Card(suit=0, rank=2), Card(suit=0, rank=3)))]
    """

    def __init__(
        self,
        seat: int,
        hand: tuple[Card, ...],
        sizes: Sequence[int],
        hidden: Iterable[Card],
        barred: Sequence[Collection[Card]],
    ) -> None:
        """Take the own seat and hand, the size of every hand, the cards in the others' and what each cannot hold."""
        self.seat, self.hand = seat, hand
        others = [other for other in range(len(sizes)) if other != seat]
        groups: dict[tuple[int, ...], list[Card]] = {}
        for card in hidden:
            may_hold = tuple(other for other in others if card not in barred[other])
            groups.setdefault(may_hold, []).append(card)
        self.groups = sorted(groups.items(), key=lambda group: (len(group[0]), group))
        self.room: Room = tuple(0 if other == seat else size for other, size in enumerate(sizes))
        self._ways = cache(self._count)

    @property
    def count(self) -> int:
        """How many deals there are."""
        return self._ways(0, self.room)

    def sample(self, rng: random.Random) -> Hands:
        """The hands of all seats in one of the deals, every deal equally likely."""
        hands: list[list[Card]] = [list(self.hand) if seat == self.seat else [] for seat in range(len(self.room))]
        room = self.room
        for at, (_, cards) in enumerate(self.groups):
            options = list(self._shares(at, room))
            weights = list(accumulate(ways for _, ways in options))
            drawn = rng.randrange(weights[-1])
            share = next(share for (share, _), weight in zip(options, weights, strict=True) if drawn < weight)
            shuffled = rng.sample(cards, len(cards))
            for seat, count in enumerate(share):
                hands[seat].extend(shuffled[:count])
                del shuffled[:count]
            room = _less(room, share)
        return tuple(tuple(sorted(hand)) for hand in hands)

    def all(self) -> Iterator[Hands]:
        """The hands of all seats in every deal, each once."""

        def fill(at: int, hands: Hands, room: Room) -> Iterator[Hands]:
            if at == len(self.groups):
                yield tuple(tuple(sorted(hand)) for hand in hands)
                return
            for share, _ in self._shares(at, room):
                for split in _splits(self.groups[at][1], share):
                    grown = tuple((*hand, *more) for hand, more in zip(hands, split, strict=True))
                    yield from fill(at + 1, grown, _less(room, share))

        yield from fill(0, tuple(self.hand if seat == self.seat else () for seat in range(len(self.room))), self.room)

    def _count(self, at: int, room: Room) -> int:
        """In how many ways the groups from this one on fill exactly the room that is left."""
        if at == len(self.groups):
            return int(not any(room))
        return sum(ways for _, ways in self._shares(at, room))

    def _shares(self, at: int, room: Room) -> Iterator[tuple[Room, int]]:
        """The ways to share out a group: how many cards each seat gets, and the deals in which it is so."""
        seats, cards = self.groups[at]
        for counts in _compositions(len(cards), [room[seat] for seat in seats]):
            share = [0] * len(room)
            for seat, count in zip(seats, counts, strict=True):
                share[seat] = count
            after = self._ways(at + 1, _less(room, tuple(share)))
            if after:
                yield tuple(share), after * factorial(len(cards)) // prod(map(factorial, counts))


def _less(room: Room, share: Room) -> Room:
    return tuple(left - count for left, count in zip(room, share, strict=True))


def _splits(cards: Sequence[Card], counts: Room) -> Iterator[Hands]:
    """All ways to give so many of the cards to each seat."""
    if not counts:
        yield ()
        return
    for first in combinations(cards, counts[0]):
        rest = [card for card in cards if card not in first]
        yield from ((first, *others) for others in _splits(rest, counts[1:]))


def _compositions(total: int, limits: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to write the total as a sum with one part for each limit, none above it."""
    if not limits:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(limits[1:])), min(total, limits[0]) + 1):
        for rest in _compositions(total - first, limits[1:]):
            yield (first, *rest)
