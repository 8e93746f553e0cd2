"""Which cards a number turns face down: one of the roller's, and in mirror mode also the card of the die's colour.

In mirror mode the die has its roller's colour. The card with exactly the number and that colour, wherever it lies face
up, must be turned, and together with it the roller turns an own card of that number of any colour. As the exact card
turns anyway, the roller's free card is another one wherever there is another; where the exact card is the roller's only
one, it is one flip. Under "one card only" a roller turns one card: any that matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from seis_lab.games.seis_notation import Card, Seat


@dataclass(frozen=True)
class Matches:
    """What a number asks for: the roller's cards to choose from, whether none may be chosen, and the exact card.

    `exact` is the seat and the card that must be turned by number and colour, if there is one.
    """

    free: tuple[Card, ...]
    may_decline: bool
    exact: tuple[int, Card] | None = None


def plain_matches(seats: Sequence[Seat], roller: int, number: int | None, optional: bool) -> Matches:
    """The roller's different face-up cards of a number, in the modes in which nobody else's matter.

    >>> from seis_lab.games.seis_notation import parse_position
    >>> seats = parse_position("1,4,4/2:- | 1,4/3:- ; A ROLL").seats
    >>> plain_matches(seats, roller=0, number=4, optional=False)
    Matches(free=(Card(number=4, colour=None),), may_decline=False, exact=None)
    """
    return Matches(tuple(dict.fromkeys(card for card in seats[roller].up if card.number == number)), optional)


def mirror_matches(
    seats: Sequence[Seat], roller: int, number: int | None, optional: bool, one_card_only: bool
) -> Matches:
    """The same in mirror mode, with the exact card.

    >>> from seis_lab.games.seis_notation import parse_position
    >>> seats = parse_position("4a,4b,4c/-:- | 1a/4d:- | 1b/1c:- | 1d/-:- ; A ROLL").seats
    >>> found = mirror_matches(seats, roller=0, number=4, optional=False, one_card_only=False)
    >>> [str(card) for card in found.free], found.exact == (0, Card(4, 0))
    (['4b', '4c'], True)
    """
    free = plain_matches(seats, roller, number, optional).free
    exact = next(
        (
            (at, card)
            for at, seat in enumerate(seats)
            for card in seat.up
            if (card.number, card.colour) == (number, roller)
        ),
        None,
    )
    own = exact is not None and exact[0] == roller
    if not own:
        return Matches(free, optional, exact)
    if one_card_only:
        return Matches(free, False) if len(free) > 1 else Matches((), False, exact)
    return Matches(tuple(card for card in free if card.colour != roller), optional, exact)


def turned(seats: Sequence[Seat], roller: int, found: Matches, chosen: Card | None) -> tuple[Seat, ...]:
    """The seats once the chosen card and the exact one are face down, both at the same time."""
    down = {(roller, chosen), found.exact} if chosen else {found.exact}
    after = list(seats)
    for seat, card in filter(None, down):
        after[seat] = after[seat].flip(card)
    return tuple(after)
