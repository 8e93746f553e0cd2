"""The pieces of Seises cabrón: moves, positions and views, each position and move with a notation of one line.

A position is written `0,0,0 ; 1o,5c/7o | 2o/- | 4o,7c/- ; hand 1, A starts ; 6o,5o,-,8o`: the score of every seat, what
each holds and after the stroke its dead cards, the hand and who starts it, and the turns so far, where - is a pass. A
hand that is over adds its points: ` ; points 29,7,7`. Moves are written `deal 6o` and `play 6o`; a pass is never a
choice, so it is not a move.

    >>> text = "47/3,0,1 ; 1o,5c/7o | 2o/- | 4o,7c/- ; hand 1, A starts ; 6o,5o,-,8o"
    >>> state = parse_position(text)
    >>> str(state) == text, state.actor, state.placed
    (True, 1, (2, 1, 0))
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from seis_lab.game import InvalidNotation, quote
from seis_lab.games.column_moves import (
    SEATS,
    ColumnMove,
    History,
    placed_by_seat,
    read_cards,
    read_move,
    read_turns,
    write_cards,
    write_turns,
)
from seis_lab.games.columns import Column
from seis_lab.games.deals import Hands
from seis_lab.games.decks import Card

CabronMove: TypeAlias = ColumnMove


@dataclass(frozen=True, slots=True)
class CabronState:
    """A position of Seises cabrón: scores, hands and dead cards, and the hand so far.

    `scores` are the points of the match, those of a hand that is over included; `dead` has each seat's dead cards,
    which lie face up; `number` counts the hands from 1; `starter` is whose turn is the first of the hand, None while
    the cards of the first hand are dealt; `points` are those of a hand that is over, () while it goes on (its cards lie
    until the next deal).
    """

    scores: tuple[Fraction, ...]
    hands: Hands
    dead: Hands
    number: int = 1
    starter: int | None = None
    history: History = ()
    points: tuple[Fraction, ...] = ()

    @property
    def turn(self) -> int:
        """How many turns of the hand were taken, passes included."""
        return len(self.history)

    @property
    def actor(self) -> int:
        """The seat whose turn it is in a hand that was dealt."""
        return ((self.starter or 0) + self.turn) % len(self.hands)

    @property
    def placed(self) -> tuple[int, ...]:
        """How many cards each seat has placed in this hand."""
        return placed_by_seat(self.history, self.starter or 0, len(self.hands))

    @property
    def unplayed(self) -> tuple[int, ...]:
        """How many cards of each seat are dead or still in the hand."""
        return tuple(len(hand) + len(dead) for hand, dead in zip(self.hands, self.dead, strict=True))

    def __str__(self) -> str:
        """The position in one line."""
        pairs = zip(self.hands, self.dead, strict=True)
        parts = [
            _numbers(self.scores),
            " | ".join(f"{write_cards(hand)}/{write_cards(dead)}" for hand, dead in pairs),
            f"hand {self.number}" + ("" if self.starter is None else f", {SEATS[self.starter]} starts"),
        ]
        if self.history:
            parts.append(write_turns(self.history))
        if self.points:
            parts.append(f"points {_numbers(self.points)}")
        return " ; ".join(parts)


@dataclass(frozen=True, slots=True)
class CabronView:
    """What a seat knows: its own hand, of the others how many cards they hold, and all that lies face up.

    `table` has a column per suit, `dead` the dead cards of each seat, `placed` how many cards each has placed, and
    `turn` counts the turns of the hand. `turns` is the history of the hand; read it through `history`, which is refused
    where a view stands for every way to reach the same table (as in the exact law of a hand).
    """

    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    table: tuple[Column, ...]
    dead: Hands
    placed: tuple[int, ...]
    scores: tuple[Fraction, ...]
    number: int
    starter: int | None
    turn: int
    points: tuple[Fraction, ...]
    turns: History | None

    @property
    def history(self) -> History:
        """The turns of the hand in order; ValueError in a view that stands for many histories."""
        if self.turns is None:
            raise ValueError(
                "this view stands for every way to reach its table, so it has no history; allowed: policies that read "
                "the hand, the table's ends, the turn, sizes, placed, dead and scores"
            )
        return self.turns


def parse_move(text: str) -> CabronMove:
    """The move that is written so; InvalidNotation quotes a text that is none."""
    return read_move(text, "Seises cabrón")


def parse_position(text: str) -> CabronState:
    """The position that is written so; InvalidNotation quotes a text that is none.

    Only the notation is checked here: whether a position can arise is a matter of the rules.
    """
    try:
        scores, cards, about, *rest = text.split(" ; ")
        pairs = [seat.split("/") for seat in cards.split(" | ")]
        number, starter = re.fullmatch("hand ([0-9]+)(?:, ([A-H]) starts)?", about).groups()  # type: ignore[union-attr]
        points = rest.pop().removeprefix("points ") if rest and rest[-1].startswith("points ") else ""
        history = rest.pop() if rest else ""
        state = CabronState(
            scores=_read_numbers(scores),
            hands=tuple(read_cards(hand) for hand, _ in pairs),
            dead=tuple(read_cards(dead) for _, dead in pairs),
            number=int(number),
            starter=None if starter is None else SEATS.index(starter),
            history=read_turns(history),
            points=_read_numbers(points) if points else (),
        )
        seats = len(state.hands)
        counts = {len(state.scores), len(state.points) or seats}
        if str(state) != text or rest or counts != {seats} or (state.starter or 0) >= seats:
            raise ValueError(text)
    except (ValueError, AttributeError, TypeError, ZeroDivisionError) as error:
        example = "0,0,0 ; 1o,5c/7o | 2o/- | 4o,7c/- ; hand 1, A starts ; 6o,5o,-,8o"
        raise InvalidNotation(
            f"{quote(text, 400)} is not a position of Seises cabrón; positions look like {example!r}"
        ) from error
    return state


def _numbers(numbers: Sequence[Fraction]) -> str:
    return ",".join(str(number) for number in numbers)


def _read_numbers(text: str) -> tuple[Fraction, ...]:
    if not re.fullmatch("[0-9/,]*", text):  # Fraction would read 1e999999999 too, and work on it for hours
        raise ValueError(text)
    return tuple(Fraction(number) for number in text.split(","))
