"""What a seat can conclude at Galician Seis: who cannot hold which card, and all deals that fit what was seen.

Who passes holds none of the cards that fitted then, and will never hold them. Everything else about the hidden cards
is open: as far as the rules go, every deal that agrees with the own hand, the cards played, the sizes of the hands and
the passes is possible.

    >>> from seis_lab.games.galician_notation import parse_position
    >>> rules = GalicianRules(players=3, suits=2, ranks=5, opening_rank=3)
    >>> text = "12,11,12/0,1,0 ; 2o,1c,5c | 1o,5o,4c | 2c,3c ; round 1, C deals ; A 3o,-,4o"
    >>> view = rules.view(parse_position(text), 0)
    >>> [[str(card) for card in cards] for cards in cannot_hold(rules, view)]
    [[], ['2o', '3c'], []]
    >>> ConsistentDeals(rules, view).count  # C must hold 3c, and one of the four other hidden cards
    4
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from math import factorial, prod
from typing import TypeAlias

from seis_lab.games.columns import lay_out
from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules, Hands
from seis_lab.games.galician_notation import GalicianView

Room: TypeAlias = tuple[int, ...]
"""How many cards every seat still lacks."""


def cannot_hold(rules: GalicianRules, view: GalicianView) -> tuple[tuple[Card, ...], ...]:
    """For each seat the cards not yet played that it has shown not to hold, by passing: public knowledge, sorted."""
    played = {card for card in view.history if card is not None}
    shown: list[set[Card]] = [set() for _ in view.sizes]
    for turn, card in enumerate(view.history):
        if card is None:
            table = lay_out(rules.suits, view.history[:turn])
            seat = ((view.leader or 0) + turn) % len(view.sizes)
            shown[seat].update(rules.columns.playable(table, rules.cards))
    return tuple(tuple(sorted(cards - played)) for cards in shown)


class ConsistentDeals:
    """All hands that agree with what a seat knows in a dealt round, each as likely as the others.

    The hidden cards are grouped by the seats that may hold them; how many deals there are follows group by group from
    the room that is left in every hand, and so does a deal drawn at random from all of them.
    """

    def __init__(self, rules: GalicianRules, view: GalicianView) -> None:
        """Take what a seat sees; its view needs a history."""
        self.view = view
        seen = {*view.hand, *(card for card in view.history if card is not None)}
        barred = cannot_hold(rules, view)
        others = [seat for seat in range(len(view.sizes)) if seat != view.seat]
        groups: dict[tuple[int, ...], list[Card]] = {}
        for card in rules.cards:
            if card not in seen:
                may_hold = tuple(seat for seat in others if card not in barred[seat])
                groups.setdefault(may_hold, []).append(card)
        self.groups = sorted(groups.items(), key=lambda group: (len(group[0]), group))
        self.room: Room = tuple(0 if seat == view.seat else size for seat, size in enumerate(view.sizes))
        self._ways = cache(self._count)

    @property
    def count(self) -> int:
        """How many deals there are."""
        return self._ways(0, self.room)

    def sample(self, rng: random.Random) -> Hands:
        """The hands of all seats in one of the deals, every deal equally likely."""
        hands: list[list[Card]] = [
            list(self.view.hand) if seat == self.view.seat else [] for seat in range(len(self.room))
        ]
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


def _compositions(total: int, limits: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to write the total as a sum with one part for each limit, none above it."""
    if not limits:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(limits[1:])), min(total, limits[0]) + 1):
        for rest in _compositions(total - first, limits[1:]):
            yield (first, *rest)
