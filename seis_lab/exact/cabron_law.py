"""The law of one hand of Seises cabrón: which cards are placed, who passes, how many points are left for the bonus.

A law is exact (fractions), or certified: every probability was computed in floating point with a proved relative error,
and every answer is then an interval that holds the truth.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.laws import ZERO, Basis, html_table, short
from seis_lab.game import quote
from seis_lab.games.cabron import CabronRules
from seis_lab.games.column_moves import SEATS
from seis_lab.games.deals import Hands
from seis_lab.games.decks import Card


@dataclass(frozen=True, repr=False)
class HandLaw:
    """What becomes of the cards of a known deal: the probability of each to be placed, and how often each seat passes.

    `lying` maps every card of the deck to its probability (1 for a card that lies there already), `passing` has the
    expected passes of each seat from the position on. Every answer is an `Exact`, or an `Interval` where the law is
    certified. Made by `hand_law`.
    """

    hands: Hands
    lying: Mapping[Card, Fraction]
    passing: tuple[Fraction, ...]
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
        """How many (table, seat) were met."""
        return self.basis.states

    def card(self, card: Card) -> Exact | Interval:
        """The probability of a card to be placed; ValueError where the deck has no such card."""
        if card not in self.lying:
            raise ValueError(f"card={quote(card)} is not allowed; allowed: a Card of {self.rules!r}")
        return self.basis.answer(self.lying[card], "probability of the card to be placed")

    @property
    def placed(self) -> tuple[Exact | Interval, ...]:
        """How many cards each seat places on average, in cards; those that lie there already are counted."""
        return tuple(self._answer(placed, "expected cards placed") for placed in self._placed())

    @property
    def unplayed(self) -> tuple[Exact | Interval, ...]:
        """How many cards each seat cannot place on average: they die, or are still held at the end."""
        return tuple(
            self.basis.answer(Fraction(len(hand)), "expected cards left unplayed", "cards", less=placed)
            for hand, placed in zip(self.hands, self._placed(), strict=True)
        )

    @property
    def mean_bonus(self) -> Exact | Interval:
        """The expected number of unplayed cards: the points that whoever placed most gets besides."""
        deck = Fraction(self.rules.deck)
        return self.basis.answer(deck, "expected unplayed cards", "points", less=sum(self._placed(), ZERO))

    @property
    def passes(self) -> tuple[Exact | Interval, ...]:
        """How often each seat passes on average, from the position on."""
        return tuple(self.basis.answer(mean, "expected passes", "passes") for mean in self.passing)

    def rows(self) -> list[dict[str, Any]]:
        """For each seat its name, and the expected cards placed, cards left unplayed and passes."""
        answers = zip(SEATS, self.placed, self.unplayed, self.passes, strict=False)
        return [dict(zip(("seat", "placed", "unplayed", "passes"), row, strict=True)) for row in answers]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        rows = [{name: v if isinstance(v, str) else v.to_json() for name, v in row.items()} for row in self.rows()]
        about = {"kind": self.kind, "states": self.states, "check": self.basis.check, "rules": self.rules.to_json()}
        return {**about, "seats": rows, "bonus": self.mean_bonus.to_json()}

    def _placed(self) -> list[Fraction]:
        return [sum((self.lying[card] for card in hand), ZERO) for hand in self.hands]

    def _answer(self, value: Fraction, question: str) -> Exact | Interval:
        return self.basis.answer(value, question, "cards")

    def __str__(self) -> str:
        """One line per seat, and the bonus."""
        lines = [
            f"{row['seat']}: places {short(row['placed'])}, left with {short(row['unplayed'])}, "
            f"passes {short(row['passes'])}"
            for row in self.rows()
        ]
        basis = f"{self.kind}, {self.states} states, {self.basis.check}"
        return "\n".join([*lines, f"bonus: {short(self.mean_bonus)} points ({basis})"])

    def __repr__(self) -> str:
        return f"<HandLaw of {self.rules!r}: {self.kind}, {self.states} states>"

    def _repr_html_(self) -> str:
        below = f"bonus {short(self.mean_bonus)} points ({self.kind}, {self.states} states)"
        return html_table(self.rows(), below)
