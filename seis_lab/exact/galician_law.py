"""The law of one round of Galician Seis: who wins, and how often each seat passes, jointly; the rest follows.

A law is exact (fractions), or certified: every probability was computed in floating point with a proved relative error,
and every answer is then an interval that holds the truth.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.galician_tables import Passes
from seis_lab.exact.laws import ZERO, Basis, html_table, short
from seis_lab.game import quote
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import SEATS


@dataclass(frozen=True, repr=False)
class RoundLaw:
    """The joint law of a round: `joint` maps (winner, passes of every seat) to a probability; winner None is no winner.

    `stacks` are everybody's chips before the ante, `error` bounds the relative error of every probability (0: exact),
    `states` counts the (table, turn) met. Seats are those of the deal.
    Every answer is an `Exact`, or an `Interval` where the law is certified.
    """

    rules: GalicianRules
    stacks: tuple[int, ...]
    joint: Mapping[tuple[int | None, Passes], Fraction]
    states: int
    check: str
    error: Fraction = ZERO

    @property
    def kind(self) -> str:
        """What its answers are: exact, or certified."""
        return Interval.kind if self.error else Exact.kind

    @property
    def wins(self) -> tuple[Exact | Interval, ...]:
        """The probability of each seat to win the round."""
        return tuple(self.win(seat) for seat in range(self.rules.players))

    def win(self, seat: int | None) -> Exact | Interval:
        """The probability that the seat wins, or with None that nobody does."""
        return self._mean(lambda winner, passes: int(winner == seat), "probability to win the round", "")

    @cached_property
    def passes(self) -> tuple[Exact | Interval, ...]:
        """How often each seat passes on average."""
        return tuple(
            self._mean(lambda winner, passes, at=seat: passes[at], "expected passes", "passes")  # type: ignore[misc]
            for seat in range(self.rules.players)
        )

    def paid(self, passes: Passes) -> tuple[int, ...]:
        """What each seat pays in all, ante included, when it passes so often: never more than it has."""
        rules = self.rules
        return tuple(min(stack, rules.ante + rules.pass_cost * n) for stack, n in zip(self.stacks, passes, strict=True))

    def payments(self, seat: int) -> dict[int, Exact | Interval]:
        """The distribution of what a seat pays in all."""
        return self._distribution(lambda winner, passes: self.paid(passes)[seat], "probability of paying so much")

    def net(self, seat: int) -> dict[int, Exact | Interval]:
        """The distribution of a seat's net chips: what it takes less what it pays."""
        return self._distribution(lambda winner, passes: self._net(seat, winner, passes), "probability of the net")

    def pot(self) -> dict[int, Exact | Interval]:
        """The distribution of the pot at the end of the round."""
        return self._distribution(lambda winner, passes: sum(self.paid(passes)), "probability of the pot")

    @property
    def mean_pot(self) -> Exact | Interval:
        """The expected pot, in chips."""
        return self._mean(lambda winner, passes: sum(self.paid(passes)), "expected pot", "chips")

    @property
    def empty_pot(self) -> Exact | Interval:
        """The probability that the pot is empty at the end."""
        return self._mean(lambda winner, passes: int(sum(self.paid(passes)) == 0), "probability of an empty pot", "")

    def mean_payment(self, seat: int) -> Exact | Interval:
        """What a seat pays on average, in chips."""
        return self._mean(lambda winner, passes: self.paid(passes)[seat], "expected payment", "chips")

    def mean_net(self, seat: int) -> Exact | Interval:
        """A seat's expected net chips."""
        return self._mean(lambda winner, passes: self._net(seat, winner, passes), "expected net chips", "chips")

    def rows(self) -> list[dict[str, Any]]:
        """For each seat its name, the probability to win, expected passes, payment and net chips."""
        return [
            {
                "seat": SEATS[seat],
                "wins": self.win(seat),
                "passes": self.passes[seat],
                "pays": self.mean_payment(seat),
                "net": self.mean_net(seat),
            }
            for seat in range(self.rules.players)
        ]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        rows = [{name: v if isinstance(v, str) else v.to_json() for name, v in row.items()} for row in self.rows()]
        about = {"kind": self.kind, "states": self.states, "check": self.check, "rules": self.rules.to_json()}
        return {**about, "seats": rows, "pot": self.mean_pot.to_json(), "empty_pot": self.empty_pot.to_json()}

    def _net(self, seat: int, winner: int | None, passes: Passes) -> int:
        paid = self.paid(passes)
        return (sum(paid) if winner == seat else 0) - paid[seat]

    def _distribution(self, of: Callable[[int | None, Passes], int], question: str) -> dict[int, Exact | Interval]:
        found: dict[int, Fraction] = {}
        for (winner, passes), p in self.joint.items():
            value = of(winner, passes)
            found[value] = found.get(value, ZERO) + p
        return {value: self._answer(found[value], ZERO, question, "") for value in sorted(found)}

    def _mean(self, of: Callable[[int | None, Passes], int], question: str, unit: str) -> Exact | Interval:
        gained = lost = ZERO
        for (winner, passes), p in self.joint.items():
            value = of(winner, passes)
            if value > 0:
                gained += p * value
            else:
                lost -= p * value
        return self._answer(gained, lost, question, unit)

    def _answer(self, gained: Fraction, lost: Fraction, question: str, unit: str) -> Exact | Interval:
        """gained - lost, each known up to the relative error."""
        return Basis(self.rules, self.states, self.check, self.error).answer(gained, question, unit, less=lost)

    def __str__(self) -> str:
        """One line per seat, and the pot."""
        lines = [
            f"{row['seat']}: wins {short(row['wins'])}, passes {short(row['passes'])}, net {short(row['net'])} chips"
            for row in self.rows()
        ]
        basis = f"{self.kind}, {self.states} states, {self.check}"
        return "\n".join([*lines, f"pot: {short(self.mean_pot)} chips, empty {short(self.empty_pot)} ({basis})"])

    def __repr__(self) -> str:
        return f"<RoundLaw of {self.rules!r}: {self.kind}, {len(self.joint)} outcomes, {self.states} states>"

    def _repr_html_(self) -> str:
        below = f"pot {short(self.mean_pot)}, empty {short(self.empty_pot)} ({self.kind}, {self.states} states)"
        return html_table(self.rows(), below)


def same_deck(law: RoundLaw, stacks: tuple[int, ...]) -> RoundLaw:
    """The same round with other stacks: possible where the round never ends at once for lack of chips."""
    if law.rules.ends_at_once:
        raise ValueError(f"stacks={quote(stacks)}: with {law.rules!r} the chips decide when a round ends")
    return RoundLaw(law.rules, stacks, law.joint, law.states, law.check, law.error)
