"""The law of the points of one hand of Seises cabrón: jointly, how many cards every seat places; points follow.

Seats take turns, so how many cards each has placed differs by passes only, and there are hardly more states than
without counting: the law of a whole deal of 48 cards is carried from its first card on, in floating point with a
certified bound; in fractions it is carried for small decks, and of a full deal once about ten cards are down.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> law = points_law(rules, "1o,2o,3o,1c | 4o,2c,3c,4c")
    >>> print(law)
    A: wins 0.6667, 5.3333 points
    B: wins 0.8611, 6.6944 points
    tied 0.5278, bonus 1.1944 points (exact, 39 states, a total of 1)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.cabron import Policies, policy_names, push, spans_of
from seis_lab.exact.cabron_spans import Counts
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.laws import ZERO, Basis, html_table, short
from seis_lab.game import InvalidRules, quote
from seis_lab.games.cabron import CabronRules, checked_seat
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.cabron_score import SeatScore, hand_score
from seis_lab.games.column_moves import SEATS
from seis_lab.games.deals import Hands

EXACT_BUDGET = 50_000
"""States that are carried in fractions at most: a second or two."""

DOUBLE_BUDGET = 60_000_000
"""States that are carried in floating point at most: a minute or two; a deal of 48 cards takes about 15 million."""

FEW = 40_000
"""Nodes of a graph up to which fractions are tried first."""


@dataclass(frozen=True, repr=False)
class PointsLaw:
    """The joint law of a hand: `joint` maps how many cards each seat has placed at its end to a probability.

    Every answer is an `Exact`, or an `Interval` where the law is certified. Made by `points_law`, or by `all_hands`
    over all deals, with the seats counted from the starter.
    """

    joint: Mapping[Counts, Fraction]
    basis: Basis

    @property
    def rules(self) -> CabronRules:
        """The rules."""
        rules: CabronRules = self.basis.rules
        return rules

    @property
    def kind(self) -> str:
        """What its answers are: exact, or certified."""
        return self.basis.kind

    @property
    def states(self) -> int:
        """How many states were carried."""
        return self.basis.states

    def score(self, placed: Counts) -> tuple[SeatScore, ...]:
        """The score of every seat when so many cards were placed, term by term."""
        return hand_score(self.rules, placed, [self.rules.size - count for count in placed])

    @property
    def wins(self) -> tuple[Exact | Interval, ...]:
        """The probability of each seat to place most cards, alone or with others."""
        return self._by_seat(lambda placed, seat: Fraction(placed[seat] == max(placed)), "probability to place most")

    @property
    def shares(self) -> tuple[Exact | Interval, ...]:
        """What each seat may expect to win of the hand: joint winners share it; the sum is 1."""
        return self._by_seat(share, "share of the hand")

    @property
    def tie(self) -> Exact | Interval:
        """The probability that the hand is tied: more than one seat has placed most."""
        return self._mean(lambda placed: Fraction(tied(placed)), "probability of a tie")

    @property
    def placed(self) -> tuple[Exact | Interval, ...]:
        """How many cards each seat places on average, in cards."""
        return self._by_seat(lambda placed, seat: Fraction(placed[seat]), "expected cards placed", "cards")

    @property
    def points(self) -> tuple[Exact | Interval, ...]:
        """The expected points of each seat."""
        return self._by_seat(lambda placed, seat: self.score(placed)[seat].points, "expected points", "points")

    @property
    def advantage(self) -> tuple[Exact | Interval, ...]:
        """How many points more than the average of all seats each seat makes: its gain from where it sits."""
        seats = self.rules.players

        def points(placed: Counts) -> list[Fraction]:
            return [score.points for score in self.score(placed)]

        means = [sum((p * points(placed)[seat] for placed, p in self.joint.items()), ZERO) for seat in range(seats)]
        average = sum(means, ZERO) / seats
        question = "points above the average of all seats"
        return tuple(self.basis.answer(mean, question, "points", less=average) for mean in means)

    def points_of(self, seat: int) -> dict[Fraction, Exact | Interval]:
        """The distribution of a seat's points; ValueError where there is no such seat."""
        checked_seat(self.rules, seat)
        return self._distribution(lambda placed: self.score(placed)[seat].points, "probability of the points")

    @property
    def mean_bonus(self) -> Exact | Interval:
        """The expected number of unplayed cards: the points that whoever placed most gets besides."""
        return self._mean(lambda placed: Fraction(unplayed(self.rules, placed)), "expected unplayed cards", "points")

    def bonus(self) -> dict[Fraction, Exact | Interval]:
        """The distribution of the number of unplayed cards."""
        return self._distribution(lambda placed: Fraction(unplayed(self.rules, placed)), "probability of the bonus")

    @property
    def all_placed(self) -> tuple[Exact | Interval, ...]:
        """The probability of each seat to place every card, which wins the hand."""
        full = self.rules.size
        return self._by_seat(lambda placed, seat: Fraction(placed[seat] == full), "probability to place every card")

    @property
    def split_cost(self) -> tuple[Exact | Interval, ...]:
        """The points that each seat loses on average because it shares the bonus with other winners of the hand."""
        return self._by_seat(
            lambda placed, seat: split_cost(self.rules, placed)[seat], "points lost by sharing", "points"
        )

    @property
    def rounding_cost(self) -> Exact | Interval:
        """The points of the bonus that nobody would get, on average, with `tie_bonus="rounded down"`."""
        return self._mean(lambda placed: rounding_cost(self.rules, placed), "points lost by rounding down", "points")

    def rows(self) -> list[dict[str, Any]]:
        """For each seat its name, the probability to place most, expected cards, points and points lost by sharing."""
        columns = (self.wins, self.placed, self.points, self.split_cost)
        names = ("seat", "wins", "placed", "points", "split_cost")
        return [dict(zip(names, row, strict=True)) for row in zip(SEATS, *columns, strict=False)]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        rows = [{name: v if isinstance(v, str) else v.to_json() for name, v in row.items()} for row in self.rows()]
        about = {"kind": self.kind, "states": self.states, "check": self.basis.check, "rules": self.rules.to_json()}
        return {**about, "seats": rows, "tie": self.tie.to_json(), "bonus": self.mean_bonus.to_json()}

    def _by_seat(
        self, of: Callable[[Counts, int], Fraction], question: str, unit: str = ""
    ) -> tuple[Exact | Interval, ...]:
        seats = range(self.rules.players)
        return tuple(self._mean(lambda placed, at=seat: of(placed, at), question, unit) for seat in seats)  # type: ignore[misc]

    def _mean(self, of: Callable[[Counts], Fraction], question: str, unit: str = "") -> Exact | Interval:
        return self.basis.answer(sum((p * of(placed) for placed, p in self.joint.items()), ZERO), question, unit)

    def _distribution(self, of: Callable[[Counts], Fraction], question: str) -> dict[Fraction, Exact | Interval]:
        found: dict[Fraction, Fraction] = {}
        for placed, p in self.joint.items():
            value = of(placed)
            found[value] = found.get(value, ZERO) + p
        return {value: self.basis.answer(found[value], question) for value in sorted(found)}

    def __str__(self) -> str:
        """One line per seat, ties and the bonus."""
        rows = self.rows()
        lines = [f"{row['seat']}: wins {short(row['wins'])}, {short(row['points'])} points" for row in rows]
        basis = f"{self.kind}, {self.states} states, {self.basis.check}"
        return "\n".join([*lines, f"tied {short(self.tie)}, bonus {short(self.mean_bonus)} points ({basis})"])

    def __repr__(self) -> str:
        return f"<PointsLaw of {self.rules!r}: {self.kind}, {len(self.joint)} outcomes, {self.states} states>"

    def _repr_html_(self) -> str:
        below = f"tied {short(self.tie)}, bonus {short(self.mean_bonus)} points ({self.kind}, {self.states} states)"
        return html_table(self.rows(), below)


def points_law(
    rules: CabronRules,
    deal: Hands | str | CabronState,
    policies: Policies = "uniform",
    *,
    starter: int | None = None,
    method: str | None = None,
    budget: int | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> PointsLaw:
    """The joint law of the cards that all seats place, and so of the points; arguments and errors as in `hand_law`.

    `budget` is how many states are carried at most, by default `EXACT_BUDGET` and `DOUBLE_BUDGET`; InvalidRules says
    what else there is where they are not enough. Without a method fractions are tried first where the graph is small.
    """
    spans, names = spans_of(rules, deal, starter), policy_names(rules, policies)
    if method not in (None, "exact", "double"):
        raise ValueError(f"method={quote(method)} is not allowed; allowed: 'exact', 'double', or None")
    if method == "exact" or (method is None and spans.nodes <= FEW):
        most = EXACT_BUDGET if budget is None else budget
        found = push(spans, names, counting=True, budget=most, cancelled=cancelled)
        if found is not None:
            if sum(found.ends.values()) != 1:
                raise CheckFailed(f"the hand of {rules!r} has a total probability of {sum(found.ends.values())}")
            return PointsLaw(found.ends, Basis(rules, found.states, "a total of 1"))
        if method == "exact":
            raise InvalidRules(
                f"the law of the points needs more than {most} states in fractions; allowed: "
                "method='double' (certified), a later position, a smaller deck, or a larger budget"
            )
    from seis_lab.exact.cabron_layers import counts_in_doubles

    most = DOUBLE_BUDGET if budget is None else budget
    carried = counts_in_doubles(spans, names, most, cancelled=cancelled)
    if carried is None:
        raise InvalidRules(
            f"the law of the points needs more than {most} states; allowed: a later position, a "
            "smaller deck, a larger budget, or an estimate (seis_lab.sim.cabron.simulate_hands)"
        )
    return PointsLaw(*carried)


def tied(placed: Counts) -> bool:
    """Whether more than one seat has placed most."""
    return placed.count(max(placed)) > 1


def share(placed: Counts, seat: int) -> Fraction:
    """A seat's share of the hand: joint winners share it equally."""
    return Fraction(int(placed[seat] == max(placed)), placed.count(max(placed)))


def unplayed(rules: CabronRules, placed: Counts) -> int:
    """How many cards of the deck were not placed."""
    return rules.deck - sum(placed)


def split_cost(rules: CabronRules, placed: Counts) -> tuple[Fraction, ...]:
    """What each seat loses of the bonus because it shares it: the whole bonus of the hand less its own part.

    >>> [str(lost) for lost in split_cost(CabronRules(), (9, 9, 9, 1))], split_cost(CabronRules(), (9, 7, 7, 5))[0]
    (['40/3', '40/3', '40/3', '0'], Fraction(0, 1))
    """
    left = [rules.size - count for count in placed]
    whole = hand_score(replace(rules, tie_bonus="exact split"), placed, left)
    parts = hand_score(rules, placed, left)
    winners = placed.count(max(placed))
    return tuple(full.share * winners - part.share for full, part in zip(whole, parts, strict=True))


def rounding_cost(rules: CabronRules, placed: Counts) -> Fraction:
    """The points of the bonus that nobody gets when the shares of joint winners are rounded down.

    >>> rounding_cost(CabronRules(), (9, 9, 9, 1))  # 20 cards are left: 6 for each of three
    Fraction(2, 1)
    """
    left = [rules.size - count for count in placed]
    exact, down = (
        sum(seat.share for seat in hand_score(replace(rules, tie_bonus=how), placed, left))
        for how in ("exact split", "rounded down")
    )
    return Fraction(exact - down)
