"""What simulated hands and matches of Seises cabrón are worth: counts, and estimates with intervals made from them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from seis_lab.exact.answers import Estimate
from seis_lab.exact.cabron_points import rounding_cost, share, split_cost, tied, unplayed
from seis_lab.exact.cabron_spans import Counts
from seis_lab.games.cabron import CabronRules, checked_seat
from seis_lab.games.cabron_score import hand_points
from seis_lab.games.column_moves import SEATS
from seis_lab.sim.counted import Counted


@dataclass(frozen=True, repr=False)
class HandSample:
    """Simulated hands: `ends` counts how many cards each seat placed, by the seats of a deal or from the starter on.

    It answers what `PointsLaw` answers, with estimates.
    """

    rules: CabronRules
    ends: Mapping[Counts, int]
    seed: int
    method: str
    confidence: float = 0.95

    @property
    def games(self) -> int:
        """How many hands were played."""
        return sum(self.ends.values())

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """The probability of each seat to place most cards, alone or with others."""
        return self._shares(lambda placed, seat: Fraction(placed[seat] == max(placed)), "place most")

    @property
    def shares(self) -> tuple[Estimate, ...]:
        """What each seat may expect to win of the hand: joint winners share it."""
        return self._shares(share, "share of the hand")

    @property
    def tie(self) -> Estimate:
        """The probability that the hand is tied: more than one seat has placed most."""
        return self._counted.share(sum(count for placed, count in self.ends.items() if tied(placed)), "tie")

    @property
    def placed(self) -> tuple[Estimate, ...]:
        """How many cards each seat places on average."""
        return self._means(lambda placed, seat: placed[seat], "cards", "cards placed")

    @property
    def points(self) -> tuple[Estimate, ...]:
        """The expected points of each seat."""
        return self._means(lambda placed, seat: self._points[placed][seat], "points", "points")

    @property
    def advantage(self) -> tuple[Estimate, ...]:
        """How many points more than the average of all seats each seat makes: its gain from where it sits."""
        seats = self.rules.players

        def above(placed: Counts, seat: int) -> Fraction:
            return self._points[placed][seat] - sum(self._points[placed], Fraction(0)) / seats

        return self._means(above, "points", "points above the average of all seats")

    @property
    def mean_bonus(self) -> Estimate:
        """The expected number of unplayed cards: the points that whoever placed most gets besides."""
        return self._mean(lambda placed: unplayed(self.rules, placed), "points", "unplayed cards")

    @property
    def all_placed(self) -> tuple[Estimate, ...]:
        """The probability of each seat to place every card."""
        return self._shares(lambda placed, seat: Fraction(placed[seat] == self.rules.size), "place every card")

    @property
    def split_cost(self) -> tuple[Estimate, ...]:
        """The points that each seat loses on average because it shares the bonus with other winners of the hand."""
        costs = {placed: split_cost(self.rules, placed) for placed in self.ends}
        return self._means(lambda placed, seat: costs[placed][seat], "points", "points lost by sharing")

    @property
    def rounding_cost(self) -> Estimate:
        """The points of the bonus that nobody would get, on average, with `tie_bonus="rounded down"`."""
        return self._mean(lambda placed: rounding_cost(self.rules, placed), "points", "points lost by rounding down")

    def points_of(self, seat: int) -> dict[Fraction, Estimate]:
        """The distribution of a seat's points; ValueError where there is no such seat."""
        checked_seat(self.rules, seat)
        found: dict[Fraction, int] = {}
        for placed, count in self.ends.items():
            points = self._points[placed][seat]
            found[points] = found.get(points, 0) + count
        return {points: self._counted.share(found[points], "points") for points in sorted(found)}

    def rows(self) -> list[dict[str, Any]]:
        """For each seat its name, the probability to place most, cards placed, points and points above the average."""
        columns = (self.wins, self.placed, self.points, self.advantage)
        names = ("seat", "wins", "placed", "points", "advantage")
        return [dict(zip(names, row, strict=True)) for row in zip(SEATS, *columns, strict=False)]

    @cached_property
    def _points(self) -> dict[Counts, tuple[Fraction, ...]]:
        size = self.rules.size
        return {placed: hand_points(self.rules, placed, [size - count for count in placed]) for placed in self.ends}

    @property
    def _counted(self) -> Counted:
        return Counted(self.rules, self.games, self.seed, self.confidence)

    def _shares(self, of: Callable[[Counts, int], Fraction], question: str) -> tuple[Estimate, ...]:
        seats = range(self.rules.players)
        hits = [sum((of(placed, seat) * count for placed, count in self.ends.items()), Fraction(0)) for seat in seats]
        return tuple(self._counted.share(hit, question) for hit in hits)

    def _means(self, of: Callable[[Counts, int], Fraction | int], unit: str, question: str) -> tuple[Estimate, ...]:
        seats = range(self.rules.players)
        return tuple(self._mean(lambda placed, at=seat: of(placed, at), unit, question) for seat in seats)  # type: ignore[misc]

    def _mean(self, of: Callable[[Counts], Fraction | int], unit: str, question: str) -> Estimate:
        return self._counted.mean([(float(of(placed)), n) for placed, n in self.ends.items()], unit, question)

    def __str__(self) -> str:
        """One line for every seat, ties and the bonus."""
        lines = [
            f"{SEATS[seat]}: wins {win:.4f}, {points}"
            for seat, (win, points) in enumerate(zip(self.wins, self.points, strict=True))
        ]
        return "\n".join([*lines, f"tied: {self.tie}", f"bonus: {self.mean_bonus}"])

    def __repr__(self) -> str:
        return f"<HandSample: {self.games} hands, seed {self.seed}, {self.method}>"


@dataclass(frozen=True, repr=False)
class CabronMatchSample:
    """Simulated matches: `ends` counts hands and what every seat won of the match, from the first starter on."""

    rules: CabronRules
    ends: Mapping[tuple[int, tuple[Fraction, ...]], int]
    seed: int
    method: str
    confidence: float = 0.95

    @property
    def games(self) -> int:
        """How many matches were played."""
        return sum(self.ends.values())

    @property
    def mean_hands(self) -> Estimate:
        """The expected number of hands."""
        return self._counted.mean([(hands, count) for (hands, _), count in self.ends.items()], "hands", "hands")

    def pmf(self, hands: int) -> Estimate:
        """The probability of exactly so many hands."""
        return self._counted.share(sum(n for (length, _), n in self.ends.items() if length == hands), "hands")

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """What each seat may expect to win of the match, counted from the first starter."""
        seats = range(self.rules.players)
        won = [sum((n * shares[seat] for (_, shares), n in self.ends.items()), Fraction(0)) for seat in seats]
        return tuple(self._counted.share(share, "match") for share in won)

    @property
    def _counted(self) -> Counted:
        return Counted(self.rules, self.games, self.seed, self.confidence)

    def __str__(self) -> str:
        """The hands, and one line for every seat."""
        lines = [f"{SEATS[seat]} wins the match: {win}" for seat, win in enumerate(self.wins)]
        return "\n".join([str(self.mean_hands), *lines])

    def __repr__(self) -> str:
        return f"<CabronMatchSample: {self.games} matches, seed {self.seed}, {self.method}>"
