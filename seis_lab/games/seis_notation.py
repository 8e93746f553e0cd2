"""The pieces of SEIS: number cards, positions and moves, each with a notation of one line that reads back.

A position is written `1,4,6/2,3,5:N2T1 | 1,2,3,4,5,6/-:D1 ; A NUMERAL number=4`: for every seat its cards face up, its
cards face down and its wildcards, then whose turn it is (seats are A, B, C ...), the phase, and whatever differs from
the ordinary. A move is written `roll 4`, `DADO`, `NUMERAL 5`, `VOLTEAR B`, `flip 4`, `raise 4`, `deal 4`, `first A` or
`pass`. Where the colour of a card matters (mirror mode), the letter of the seat whose colour it has follows: `4b`.

    >>> text = "1,4,6/2,3,5:N2T1 | 1,2,3,4,5,6/-:D1 ; A NUMERAL number=4"
    >>> str(parse_position(text)) == text
    True
    >>> parse_move("NUMERAL 5")
    Numeral(number=5)
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

from seis_lab.game import InvalidNotation, quote
from seis_lab.games.wildcards import KINDS, Wild, Wildcards

T = TypeVar("T")

SEATS = "ABCDEF"


def seat_letter(seat: int) -> str:
    """The letter of a seat, or ? where there is no such seat, so that an error message can quote any move."""
    return SEATS[seat] if 0 <= seat < len(SEATS) else "?"


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """A number card; its colour is the seat whose colour it has, or None where colours do not matter."""

    number: int
    colour: int | None = None

    def __str__(self) -> str:
        """The number, followed by the colour's small letter where colours matter."""
        return str(self.number) if self.colour is None else f"{self.number}{seat_letter(self.colour).lower()}"


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before one player: cards face up, cards face down (both sorted) and wildcards."""

    up: tuple[Card, ...]
    down: tuple[Card, ...]
    wild: Wildcards

    def __str__(self) -> str:
        """The seat's part of the position's notation."""
        return f"{_cards(self.up)}/{_cards(self.down)}:{self.wild}"

    def flip(self, card: Card) -> "Seat":
        """The seat with one of its cards turned face down."""
        return Seat(_without(self.up, card), tuple(sorted((*self.down, card))), self.wild)

    def raise_up(self, card: Card) -> "Seat":
        """The seat with one of its cards turned face up again."""
        return Seat(tuple(sorted((*self.up, card))), _without(self.down, card), self.wild)

    def spend(self, kind: Wild) -> "Seat":
        """The seat with one wildcard less."""
        return Seat(self.up, self.down, self.wild.without(kind))


class Phase(StrEnum):
    """What the position waits for."""

    DEAL = "DEAL"  # chance: the next card of the deal
    FIRST = "FIRST"  # chance: who begins
    BEFORE = "BEFORE"  # the roller: DADO or not
    ROLL = "ROLL"  # chance: the die
    NUMERAL = "NUMERAL"  # the roller: change the number or not
    TIRADOR = "TIRADOR"  # the asked seat: shoot or not
    FLIP = "FLIP"  # the roller: which card, or none where that is allowed
    END = "END"  # the roller: REVERSA, SALTAR, VOLTEAR or not
    RAISE = "RAISE"  # which face-down card of the hit seat turns up


@dataclass(frozen=True, slots=True)
class SeisState:
    """A position of SEIS: the seats, and where in whose turn the game is.

    `number` is the number on the die (after NUMERAL), `more_rolls` the rolls of this turn still to come after this one,
    `changes` the NUMERAL played on this roll, `asked` the seat that decides about TIRADOR, `hit` the target of VOLTEAR,
    `skips` the players to pass over after this turn, `played` the roller's own wildcards of this turn, sorted.
    """

    seats: tuple[Seat, ...]
    roller: int
    phase: Phase
    direction: int = 1
    number: int | None = None
    more_rolls: int = 0
    changes: int = 0
    asked: int | None = None
    hit: int | None = None
    skips: int = 0
    played: tuple[Wild, ...] = ()

    def __str__(self) -> str:
        """The position in one line."""
        seats = " | ".join(str(seat) for seat in self.seats)
        extra = [
            f"{name}={_WRITE[name](getattr(self, name))}" for name in _WRITE if getattr(self, name) != _USUAL[name]
        ]
        return " ".join([f"{seats} ; {seat_letter(self.roller)} {self.phase}", *extra])


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the next seat to be dealt gets this card."""

    card: Card

    def __str__(self) -> str:
        """`deal 4`."""
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class First:
    """Chance: this seat begins."""

    seat: int

    def __str__(self) -> str:
        """`first A`."""
        return f"first {seat_letter(self.seat)}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the die shows this face."""

    face: int

    def __str__(self) -> str:
        """`roll 4`."""
        return f"roll {self.face}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play DADO, SALTAR, REVERSA or TIRADOR: wildcards that need nothing said."""

    kind: Wild

    def __str__(self) -> str:
        """The name of the card."""
        return self.kind.value


@dataclass(frozen=True, slots=True)
class Numeral:
    """Play NUMERAL: the die now counts as this number."""

    number: int

    def __str__(self) -> str:
        """`NUMERAL 5`."""
        return f"NUMERAL {self.number}"


@dataclass(frozen=True, slots=True)
class Voltear:
    """Play VOLTEAR at this seat."""

    seat: int

    def __str__(self) -> str:
        """`VOLTEAR B`."""
        return f"VOLTEAR {seat_letter(self.seat)}"


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn this own card face down."""

    card: Card

    def __str__(self) -> str:
        """`flip 4`."""
        return f"flip {self.card}"


@dataclass(frozen=True, slots=True)
class Raise:
    """Turn this card of the hit seat face up."""

    card: Card

    def __str__(self) -> str:
        """`raise 4`."""
        return f"raise {self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing now: roll, keep the number, let it stand, or end the turn."""

    def __str__(self) -> str:
        """`pass`."""
        return "pass"


SeisMove: TypeAlias = Deal | First | Roll | Play | Numeral | Voltear | Flip | Raise | Pass


def parse_move(text: str) -> SeisMove:
    """The move that is written so; InvalidNotation quotes a text that is none."""
    if not isinstance(text, str):
        raise InvalidNotation(f"{quote(text)} is not the text of a move")
    word, _, rest = text.partition(" ")
    try:
        match word:
            case "pass" | "DADO" | "SALTAR" | "REVERSA" | "TIRADOR" if word == text:
                return Pass() if word == "pass" else Play(Wild(word))
            case "deal":
                return Deal(read_card(rest))
            case "first":
                return First(_seat(rest))
            case "roll":
                return Roll(_natural(rest))
            case "NUMERAL":
                return Numeral(_natural(rest))
            case "VOLTEAR":
                return Voltear(_seat(rest))
            case "flip":
                return Flip(read_card(rest))
            case "raise":
                return Raise(read_card(rest))
    except ValueError:
        pass
    allowed = "roll 4, DADO, NUMERAL 5, TIRADOR, SALTAR, REVERSA, VOLTEAR B, flip 4, raise 4, deal 4, first A, pass"
    raise InvalidNotation(f"{quote(text)} is not a move of SEIS; moves look like: {allowed}")


def parse_position(text: str) -> SeisState:
    """The position that is written so; InvalidNotation quotes a text that is none.

    Only the notation is checked here: whether a position can arise is a matter of the rules.
    """
    try:
        seats, turn = text.split(" ; ")
        who, phase, *extra = turn.split(" ")
        given = dict(item.split("=") for item in extra)
        values = {name: _READ[name](given.pop(name)) for name in list(given)}
        state = SeisState(tuple(_read_seat(part) for part in seats.split(" | ")), _seat(who), Phase(phase), **values)
        mentioned = [state.roller, state.asked or 0, state.hit or 0]
        if len(state.seats) > len(SEATS) or max(mentioned) >= len(state.seats) or str(state) != text:
            raise ValueError(text)
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        example = "1,4,6/2,3,5:N2T1 | 1,2,3,4,5,6/-:D1 ; A NUMERAL number=4"
        raise InvalidNotation(
            f"{quote(text, 400)} is not a position of SEIS; positions look like {example!r}"
        ) from error
    return state


def _cards(cards: Sequence[Card]) -> str:
    return ",".join(str(card) for card in cards) or "-"


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _natural(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]?", text, re.ASCII):
        raise ValueError(text)
    return int(text)


def _seat(text: str) -> int:
    if len(text) != 1:
        raise ValueError(text)
    return SEATS.index(text)


def read_card(text: str) -> Card:
    """The card that is written so; ValueError for any other text."""
    if text[-1:].islower():
        return Card(_natural(text[:-1]), _seat(text[-1].upper()))
    return Card(_natural(text))


def _read_seat(text: str) -> Seat:
    up, down, wild = re.fullmatch(r"([^/:]+)/([^/:]+):([^/:]+)", text).groups()  # type: ignore[union-attr]
    sides = [tuple(sorted(read_card(card) for card in side.split(","))) if side != "-" else () for side in (up, down)]
    named = {kind[0]: kind.value for kind in KINDS}
    counts = {} if wild == "-" else {named[initial]: int(count) for initial, count in re.findall("(.)(.)", wild)}
    return Seat(sides[0], sides[1], Wildcards(counts))


def _each(read: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    return lambda text: tuple(read(item) for item in text.split(","))


_USUAL: dict[str, Any] = {item.name: item.default for item in fields(SeisState)}
_WRITE: dict[str, Callable[[Any], str]] = {
    "direction": str,
    "number": str,
    "more_rolls": str,
    "changes": str,
    "asked": seat_letter,
    "hit": seat_letter,
    "skips": str,
    "played": ",".join,
}
_READ: dict[str, Callable[[str], Any]] = dict.fromkeys(_WRITE, int) | {
    "asked": _seat,
    "hit": _seat,
    "played": _each(Wild),
}
