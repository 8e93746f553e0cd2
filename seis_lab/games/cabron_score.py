"""What a hand of Seises cabrón is worth, by the formula of the game with its options: in this module and nowhere else.

Every seat scores a point for each card it placed. Whoever placed most wins the hand and gets, besides, as many points
as cards were left unplayed: the dead ones, and without jumping those that the others still hold. Joint winners share
that bonus equally, in exact fractions. A hand winner who has placed every card gets 5 points more.

Options: with `tie_bonus="rounded down"` each joint winner gets the whole part of the share; with
`dead_bonus="the others' only"` the unplayed cards of the hand's winners do not count.

Everybody is dealt as many cards, so the points of a hand sum to the deck, and 5 more for each winner who placed all;
without rounding, and with all unplayed cards in the bonus.

    >>> from seis_lab.games.cabron import CabronRules
    >>> rules = CabronRules()
    >>> [str(points) for points in hand_points(rules, placed=(9, 9, 9, 1), unplayed=(3, 3, 3, 11))]
    ['47/3', '47/3', '47/3', '1']
    >>> hand_score(rules, placed=(12, 10, 9, 8), unplayed=(0, 2, 3, 4))[0]
    SeatScore(placed=12, unplayed=0, share=Fraction(9, 1), all_placed=5)
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from seis_lab.games.cabron import CabronRules


class SeatScore(NamedTuple):
    """The points of a seat in one hand, term by term.

    `share` is its part of the unplayed cards and `all_placed` the bonus for placing every card, 0 where it has none.
    """

    placed: int
    unplayed: int
    share: Fraction
    all_placed: int

    @property
    def points(self) -> Fraction:
        """The sum of the terms."""
        return self.placed + self.share + self.all_placed


def hand_score(rules: "CabronRules", placed: Sequence[int], unplayed: Sequence[int]) -> tuple[SeatScore, ...]:
    """The score of a hand, term by term: from the cards that each seat has placed and those that it could not."""
    most = max(placed)
    winners = [count == most for count in placed]
    count_all = rules.dead_bonus == "all dead cards"
    bonus = sum(left for left, won in zip(unplayed, winners, strict=True) if count_all or not won)
    share = Fraction(bonus, sum(winners))
    if rules.tie_bonus == "rounded down":
        share = Fraction(share.numerator // share.denominator)
    return tuple(
        SeatScore(count, left, share if won else Fraction(0), rules.all_placed_bonus if won and not left else 0)
        for count, left, won in zip(placed, unplayed, winners, strict=True)
    )


def hand_points(rules: "CabronRules", placed: Sequence[int], unplayed: Sequence[int]) -> tuple[Fraction, ...]:
    """The points of every seat in a hand, exactly."""
    return tuple(score.points for score in hand_score(rules, placed, unplayed))
