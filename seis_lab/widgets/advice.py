"""What the coach found: the worth of every offered action, exact or with an interval, whatever the game."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Worth:
    """What one action is worth: a value with the ends of its interval, all equal where it is exact."""

    value: Fraction | float
    low: Fraction | float
    high: Fraction | float


@dataclass(frozen=True)
class Advice:
    """The worth of every offer, in "turns" (fewer is better), "wins", "chips" or "points".

    `games` is None where it is exact. Unit "none" says that there is nothing to say: no exact value, and no thread to
    estimate one in. `duel` is "exact" or "certified" where the numbers come from a solved game for two, "certified"
    also where they come from a solved hand. Unit "report" goes with the `report` of a game that is over.
    """

    unit: str
    worths: tuple[Worth, ...]
    games: int | None = None
    duel: str | None = None
    report: Any = None

    def is_best(self, index: int) -> bool:
        """Whether an offer is best, where there is a choice that matters; of estimates, only one that is clear."""
        level = [other for other in range(len(self.worths)) if self.loss(other) == 0]
        if len(self.worths) in (1, len(level)):
            return False
        return index in level if self.games is None else level == [index]

    @property
    def ranked(self) -> list[int]:
        """The offers from best to worst."""
        sign = 1 if self.unit == "turns" else -1
        return sorted(range(len(self.worths)), key=lambda index: sign * self.worths[index].value)

    def loss(self, index: int) -> Fraction | float:
        """How much the value differs from the best one; 0 where their intervals cannot tell them apart."""
        this, best = self.worths[index], self.worths[self.ranked[0]]
        if this.value == best.value:  # infinity too
            return 0
        if (self.games is not None or self.duel) and this.high >= best.low:
            return 0
        return this.value - best.value
