"""What jumping does at Seises cabrón: the same deal with it, and without it as in the traditional *seises*.

>>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
>>> print(jumping_effect(rules, "1o,2o,3o,1c | 4o,2c,3c,4c"))
A: places 3.3056 instead of 4.0000, passes 0.3333 instead of 0.0000
B: places 3.5000 instead of 3.0000, passes 0.0000 instead of 0.0000
bonus 1.1944 points instead of 1.0000 (exact)
28 complete hands instead of 12
"""

from dataclasses import dataclass, replace
from typing import Any

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.cabron import Policies, count_hands, hand_law
from seis_lab.exact.cabron_law import HandLaw
from seis_lab.exact.laws import html_table, short
from seis_lab.games.cabron import CabronRules
from seis_lab.games.deals import Hands


@dataclass(frozen=True, repr=False)
class JumpingEffect:
    """The laws of one deal with and without jumping, and in how many ways each can be played."""

    jumping: HandLaw
    walking: HandLaw
    hands: tuple[int, int]

    def rows(self) -> list[dict[str, Any]]:
        """For each seat its name, and its expected cards placed and passes, with jumping and without."""
        both = zip(self.jumping.rows(), self.walking.rows(), strict=True)
        return [
            {
                "seat": jumping["seat"],
                "placed, jumping": jumping["placed"],
                "placed, not jumping": walking["placed"],
                "passes, jumping": jumping["passes"],
                "passes, not jumping": walking["passes"],
            }
            for jumping, walking in both
        ]

    @property
    def bonus(self) -> tuple[Exact | Interval, Exact | Interval]:
        """The expected bonus with jumping and without: the cards that are left unplayed."""
        return self.jumping.mean_bonus, self.walking.mean_bonus

    def __str__(self) -> str:
        """The numbers of hands and the bonus, and one line per seat."""
        jumping, walking = self.jumping, self.walking
        lines = [
            f"{seat['seat']}: places {short(seat['placed'])} instead of {short(other['placed'])}, "
            f"passes {short(seat['passes'])} instead of {short(other['passes'])}"
            for seat, other in zip(jumping.rows(), walking.rows(), strict=True)
        ]
        bonus = f"bonus {short(jumping.mean_bonus)} points instead of {short(walking.mean_bonus)} ({jumping.kind})"
        return "\n".join([*lines, bonus, f"{self.hands[0]} complete hands instead of {self.hands[1]}"])

    def __repr__(self) -> str:
        return f"<JumpingEffect of {self.jumping.rules!r}: {self.jumping.kind}>"

    def _repr_html_(self) -> str:
        with_it, without = (short(bonus) for bonus in self.bonus)
        about = f"bonus {with_it} points with jumping, {without} without ({self.jumping.kind})"
        return html_table(self.rows(), about)


def jumping_effect(
    rules: CabronRules, deal: Hands | str, policies: Policies = "uniform", *, starter: int | None = None
) -> JumpingEffect:
    """The law of a deal with jumping and without; arguments and errors as in `hand_law`.

    A position is refused, InvalidDeal: cards that it has jumped over cannot lie in a hand without jumping.
    """
    dealt = rules.deal(deal)
    both = [replace(rules, jumping=jumping) for jumping in (True, False)]
    laws = [hand_law(each, dealt, policies, starter=starter) for each in both]
    jumping, walking = (count_hands(each, dealt, starter=starter) for each in both)
    return JumpingEffect(laws[0], laws[1], (jumping, walking))
