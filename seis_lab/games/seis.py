"""SEIS: a die, number cards and six kinds of wildcard (traditional mode).

Everybody has a row of number cards face up. In turn, roll the die and turn the card of that number face down; the
first whose cards are all face down wins at once. Wildcards bend the luck: DADO (before rolling) gives a second roll,
NUMERAL (after rolling) moves the number by one, TIRADOR (anybody, after rolling) voids the roll, and at the end of the
turn REVERSA turns the direction, SALTAR passes over the next player and VOLTEAR raises a card of an opponent.

Every rule is in this module once. A turn runs through the phases of `seis_notation.Phase`; a phase in which nobody has
a choice is passed through at once, so a position always waits for chance or for a real decision.

Where the text and the page of rules are silent: played alone, the four wildcards that need another player cannot be
played; each further SALTAR of one turn passes over one more player, never over the one who plays it; the limits
`same_kind_per_turn` and `max_wildcards_per_turn` count the roller's own cards, so they never stop a shot at another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from seis_lab.game import Chance, Decision, InvalidRules, Outcome, Terminal, Turn, quote, require_legal
from seis_lab.games import options
from seis_lab.games.die import Die
from seis_lab.games.options import option
from seis_lab.games.seis_notation import (
    Card,
    First,
    Flip,
    Numeral,
    Pass,
    Phase,
    Play,
    Raise,
    Roll,
    Seat,
    SeisMove,
    SeisState,
    Voltear,
    parse_move,
)
from seis_lab.games.wildcards import TWO_OF_EACH, Wild, Wildcards

MOST_CARDS = 20


@dataclass(frozen=True)
class SeisView:
    """What a seat knows: everything, for SEIS hides nothing; `state` is the public table."""

    seat: int
    state: SeisState


@dataclass(frozen=True, repr=False)
class SeisRules:
    """The rules of SEIS with every option; InvalidRules names an impossible one.

    `die` takes one probability per face (fractions, or texts with one symbol), `row` the numbers of everybody's cards,
    `wildcards` a mapping by kind (missing kinds are 0) or one such mapping per seat. None means: fair, 1 to `faces`.

    >>> SeisRules(players=3, wildcards={"NUMERAL": 2})
    SeisRules(players=3, wildcards={'NUMERAL': 2})
    >>> SeisRules(players=7)
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: players=7 is not allowed; allowed: a whole number from 1 to 6
    """

    name: ClassVar[str] = "seis"

    players: int = option(2, low=1, high=6)
    mode: str = option("traditional", choices=("traditional",))
    faces: int = option(6, low=2, high=20)
    row: tuple[int, ...] | None = option(None)
    die: Die | None = option(None)
    wildcards: Wildcards | tuple[Wildcards, ...] = option(TWO_OF_EACH)
    numeral_wrap: bool = option(False, choices=(False, True))
    numeral_per_roll: int = option(1, choices=(1, 2))
    dado_per_turn: int = option(1, low=1, high=9)
    tirador_window: str = option("after NUMERAL", choices=("after NUMERAL", "before NUMERAL"))
    tirador_scope: str = option("whole turn", choices=("whole turn", "that roll"))
    max_wildcards_per_turn: int | None = option(None, choices=(1,), optional=True)
    same_kind_per_turn: int | None = option(1, choices=(1,), optional=True)
    voltear_chooser: str = option("affected player", choices=("affected player", "attacker"))
    reversa_two_players: str = option("no effect", choices=("no effect", "acts as SALTAR"))
    flip: str = option("compulsory", choices=("compulsory", "optional"))

    def __post_init__(self) -> None:
        """Bring row, die and wildcards into canonical form and check every option."""
        options.check(self)
        object.__setattr__(self, "row", _canonical_row(self.row, self.faces))
        object.__setattr__(self, "die", _canonical_die(self.die, self.faces))
        object.__setattr__(self, "wildcards", _canonical_wildcards(self.wildcards, self.players))

    def __repr__(self) -> str:
        """The constructor call with the differences from the defaults."""
        return options.show(self)

    def to_json(self) -> dict[str, Any]:
        """Every option as plain JSON values."""
        return options.to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The rules that `to_json` wrote."""
        return options.from_json(cls, data)

    @property
    def seats(self) -> int:
        """How many players sit at the table."""
        return self.players

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the cards in everybody's row, sorted."""
        return self.row if self.row is not None else tuple(range(1, self.faces + 1))

    @cached_property
    def probabilities(self) -> tuple[Fraction, ...]:
        """The exact probability of each face, face 1 first; InvalidRules while the die holds a symbol."""
        return (self.die or Die.fair(self.faces)).probabilities

    @cached_property
    def rolls(self) -> tuple[tuple[SeisMove, int], ...]:
        """The possible rolls with integer weights; faces of probability 0 are left out."""
        weights = (self.die or Die.fair(self.faces)).weights
        return tuple((Roll(face), weight) for face, weight in enumerate(weights, start=1) if weight)

    def wildcards_of(self, seat: int) -> Wildcards:
        """The wildcards a seat starts with."""
        return self.wildcards if isinstance(self.wildcards, Wildcards) else self.wildcards[seat]

    def initial(self) -> SeisState:
        """Everybody's cards face up; chance says who begins, unless there is one player."""
        row = tuple(Card(number) for number in self.numbers)
        seats = tuple(Seat(row, (), self.wildcards_of(seat)) for seat in range(self.players))
        state = SeisState(seats, roller=0, phase=Phase.FIRST)
        return state if self.players > 1 else self._begin(state)

    def parse(self, text: str) -> SeisMove:
        """The move written so."""
        return parse_move(text)

    def view(self, state: SeisState, seat: int) -> SeisView:
        """Everything: SEIS is a game of perfect information."""
        return SeisView(seat, state)

    def turn(self, state: SeisState) -> Turn[SeisMove]:
        """Who rolls or decides, and every legal move.

        >>> rules = SeisRules(wildcards={"NUMERAL": 1})
        >>> state = rules.apply(rules.apply(rules.initial(), First(0)), Roll(1))
        >>> rules.turn(state)
        Decision(seat=0, moves=(Numeral(number=2), Pass()))
        """
        winners = [not seat.up for seat in state.seats]
        if any(winners):
            payoffs = tuple(Fraction(int(won), sum(winners)) for won in winners)
            return Terminal(Outcome(payoffs, "all cards face down"))
        match state.phase:
            case Phase.FIRST:
                return Chance(tuple((First(seat), 1) for seat in range(self.players)))
            case Phase.ROLL:
                return Chance(self.rolls, seat=state.roller)
            case Phase.BEFORE:
                return Decision(state.roller, (Play(Wild.DADO), Pass()))
            case Phase.NUMERAL:
                return Decision(state.roller, (*self._numerals(state), Pass()))
            case Phase.TIRADOR:
                return Decision(_known(state.asked), (Play(Wild.TIRADOR), Pass()))
            case Phase.FLIP:
                return Decision(state.roller, self._flips(state))
            case Phase.END:
                return Decision(state.roller, (*self._end_cards(state), Pass()))
            case Phase.RAISE:
                chooser = state.hit if self.voltear_chooser == "affected player" else state.roller
                return Decision(_known(chooser), _raises(state))

    def apply(self, state: SeisState, move: SeisMove) -> SeisState:
        """The position after a legal move.

        >>> rules = SeisRules(wildcards={})
        >>> print(rules.apply(rules.apply(rules.initial(), First(1)), Roll(4)))
        1,2,3,4,5,6/-:- | 1,2,3,5,6/4:- ; A ROLL
        """
        match require_legal(self.turn(state), move, state):
            case First(seat):
                return self._begin(replace(state, roller=seat))
            case Roll(face):
                return self._rolled(replace(state, number=face, changes=0))
            case Numeral(number):
                spent = self._spend(state, state.roller, Wild.NUMERAL)
                return self._ask_numeral(replace(spent, number=number, changes=state.changes + 1))
            case Play(Wild.DADO):
                spent = self._spend(state, state.roller, Wild.DADO)
                return self._ask_dado(replace(spent, more_rolls=state.more_rolls + 1))
            case Play(Wild.TIRADOR):
                return self._shot(self._spend(state, _known(state.asked), Wild.TIRADOR))
            case Play(Wild.SALTAR):
                return self._ask_end(_skip(self._spend(state, state.roller, Wild.SALTAR)))
            case Play(Wild.REVERSA):
                return self._ask_end(self._reverse(self._spend(state, state.roller, Wild.REVERSA)))
            case Voltear(target):
                return self._voltear(replace(self._spend(state, state.roller, Wild.VOLTEAR), hit=target))
            case Flip(card):
                return self._flipped(state, card)
            case Raise(card):
                return self._raised(state, card)
            case Pass():
                return self._passed(state)
        raise AssertionError(f"unreachable: {move!r} is legal and unknown")

    # One turn, in the order in which it is played. Each step looks for the next choice and goes on where there is none.

    def _begin(self, state: SeisState) -> SeisState:
        """The roller's turn begins."""
        return self._ask_dado(SeisState(state.seats, state.roller, Phase.BEFORE, state.direction))

    def _ask_dado(self, state: SeisState) -> SeisState:
        """Before rolling: DADO, where it may be played."""
        if self._may_play(state, Wild.DADO) and state.more_rolls < self.dado_per_turn:
            return replace(state, phase=Phase.BEFORE)
        return replace(state, phase=Phase.ROLL)

    def _rolled(self, state: SeisState) -> SeisState:
        """The die has fallen: NUMERAL and TIRADOR follow, in the order of the option."""
        return self._ask_numeral(state) if self.tirador_window == "after NUMERAL" else self._ask_tirador(state)

    def _ask_numeral(self, state: SeisState) -> SeisState:
        """NUMERAL, where it may be played."""
        if self._numerals(state):
            return replace(state, phase=Phase.NUMERAL)
        return self._numeral_done(state)

    def _numeral_done(self, state: SeisState) -> SeisState:
        """The number stands as far as the roller is concerned."""
        return self._ask_tirador(state) if self.tirador_window == "after NUMERAL" else self._ask_flip(state)

    def _ask_tirador(self, state: SeisState) -> SeisState:
        """The next seat in turn order that may shoot is asked, the roller last; after it the window closes."""
        order = [self._after(state, state.roller, steps) for steps in range(1, self.players + 1)]
        left = order if state.asked is None else order[order.index(state.asked) + 1 :]
        for seat in left:
            may = (
                self._may_play(state, Wild.TIRADOR) if seat == state.roller else self._holds(state, seat, Wild.TIRADOR)
            )
            if may:
                return replace(state, phase=Phase.TIRADOR, asked=seat)
        state = replace(state, asked=None)
        return self._ask_flip(state) if self.tirador_window == "after NUMERAL" else self._ask_numeral(state)

    def _shot(self, state: SeisState) -> SeisState:
        """TIRADOR: the roll counts 0, and the turn is over unless the option says that only the roll is."""
        state = replace(state, asked=None)
        return self._next_player(state) if self.tirador_scope == "whole turn" else self._roll_done(state)

    def _ask_flip(self, state: SeisState) -> SeisState:
        """Turn a card of the number: a choice only where different cards fit or the flip is optional."""
        matching = self._matching(state)
        if not matching:
            return self._roll_done(state)
        if self.flip == "compulsory" and len(matching) == 1:
            return self._flipped(state, matching[0])
        return replace(state, phase=Phase.FLIP)

    def _flipped(self, state: SeisState, card: Card) -> SeisState:
        """The roller's card lies face down."""
        return self._roll_done(_with_seat(state, state.roller, state.seats[state.roller].flip(card)))

    def _roll_done(self, state: SeisState) -> SeisState:
        """This roll is settled: the game is over, or the next roll of the turn follows, or the end of the turn."""
        state = replace(state, number=None, changes=0)
        if not state.seats[state.roller].up:
            return SeisState(state.seats, state.roller, Phase.END, state.direction)
        if state.more_rolls:
            return replace(state, phase=Phase.ROLL, more_rolls=state.more_rolls - 1)
        return self._ask_end(state)

    def _ask_end(self, state: SeisState) -> SeisState:
        """End of the turn: REVERSA, SALTAR and VOLTEAR, where they may be played."""
        if self._end_cards(state):
            return replace(state, phase=Phase.END)
        return self._next_player(state)

    def _voltear(self, state: SeisState) -> SeisState:
        """The hit seat must raise a card: a choice only where it has different ones."""
        raises = _raises(state)
        return self._raised(state, raises[0].card) if len(raises) == 1 else replace(state, phase=Phase.RAISE)

    def _raised(self, state: SeisState, card: Card) -> SeisState:
        """The card of the hit seat is face up again."""
        hit = _known(state.hit)
        return self._ask_end(replace(_with_seat(state, hit, state.seats[hit].raise_up(card)), hit=None))

    def _next_player(self, state: SeisState) -> SeisState:
        """The turn passes on in the present direction, over the players who are skipped."""
        return self._begin(replace(state, roller=self._after(state, state.roller, 1 + state.skips)))

    def _passed(self, state: SeisState) -> SeisState:
        """The deciding seat plays nothing."""
        match state.phase:
            case Phase.BEFORE:
                return replace(state, phase=Phase.ROLL)
            case Phase.NUMERAL:
                return self._numeral_done(state)
            case Phase.TIRADOR:
                return self._ask_tirador(state)
            case Phase.FLIP:
                return self._roll_done(state)
            case _:
                return self._next_player(state)

    # What may be played.

    def _holds(self, state: SeisState, seat: int, kind: Wild) -> bool:
        return state.seats[seat].wild[kind] > 0

    def _may_play(self, state: SeisState, kind: Wild) -> bool:
        """Whether the roller holds the wildcard and the limits of the turn allow it."""
        if not self._holds(state, state.roller, kind):
            return False
        if self.max_wildcards_per_turn is not None and len(state.played) >= self.max_wildcards_per_turn:
            return False
        if kind in (Wild.DADO, Wild.NUMERAL):
            return True  # dado_per_turn and numeral_per_roll count them
        if self.players == 1:
            return False
        return self.same_kind_per_turn is None or state.played.count(kind) < self.same_kind_per_turn

    def _numerals(self, state: SeisState) -> tuple[Numeral, ...]:
        """The numbers that NUMERAL can make of the one on the die: one less, one more."""
        if not self._may_play(state, Wild.NUMERAL) or state.changes >= self.numeral_per_roll:
            return ()
        number = _known(state.number)
        if self.numeral_wrap:
            around = ((number - 2) % self.faces + 1, number % self.faces + 1)
            return tuple(Numeral(other) for other in dict.fromkeys(around))
        return tuple(Numeral(other) for other in (number - 1, number + 1) if 1 <= other <= self.faces)

    def _matching(self, state: SeisState) -> tuple[Card, ...]:
        """The different face-up cards of the roller that have the number."""
        return tuple(dict.fromkeys(card for card in state.seats[state.roller].up if card.number == state.number))

    def _flips(self, state: SeisState) -> tuple[SeisMove, ...]:
        flips: tuple[SeisMove, ...] = tuple(Flip(card) for card in self._matching(state))
        return (*flips, Pass()) if self.flip == "optional" else flips

    def _end_cards(self, state: SeisState) -> tuple[SeisMove, ...]:
        """The cards that may be played at the end of the turn; VOLTEAR once for every seat it can hit."""
        cards: list[SeisMove] = []
        if self._may_play(state, Wild.REVERSA):
            cards.append(Play(Wild.REVERSA))
        if self._may_play(state, Wild.SALTAR) and state.skips < self.players - 1:
            cards.append(Play(Wild.SALTAR))
        if self._may_play(state, Wild.VOLTEAR):
            others = (self._after(state, state.roller, steps) for steps in range(1, self.players))
            cards.extend(Voltear(seat) for seat in others if state.seats[seat].down)
        return tuple(cards)

    # What the cards do.

    def _after(self, state: SeisState, seat: int, steps: int) -> int:
        """The seat so many steps further in the present direction."""
        return (seat + steps * state.direction) % self.players

    def _spend(self, state: SeisState, seat: int, kind: Wild) -> SeisState:
        """The seat lays a wildcard down; only the roller's own count against the limits of the turn."""
        played = tuple(sorted((*state.played, kind))) if seat == state.roller else state.played
        return replace(_with_seat(state, seat, state.seats[seat].spend(kind)), played=played)

    def _reverse(self, state: SeisState) -> SeisState:
        """REVERSA: with two players there is no direction to turn, and the option says what it does instead."""
        if self.players > 2:
            return replace(state, direction=-state.direction)
        if self.reversa_two_players == "acts as SALTAR" and state.skips < self.players - 1:
            return _skip(state)
        return state


def _known(value: int | None) -> int:
    """A field that the phase guarantees to be set."""
    assert value is not None
    return value


def _with_seat(state: SeisState, index: int, seat: Seat) -> SeisState:
    return replace(state, seats=(*state.seats[:index], seat, *state.seats[index + 1 :]))


def _skip(state: SeisState) -> SeisState:
    return replace(state, skips=state.skips + 1)


def _raises(state: SeisState) -> tuple[Raise, ...]:
    """The different face-down cards of the hit seat."""
    return tuple(Raise(card) for card in dict.fromkeys(state.seats[_known(state.hit)].down))


def _canonical_row(row: Sequence[int] | None, faces: int) -> tuple[int, ...] | None:
    """The row sorted, or None where it is 1 to `faces`."""
    if row is None:
        return None
    allowed = f"1 to {MOST_CARDS} numbers from 1 to {faces}, the faces of the die"
    if not isinstance(row, tuple | list) or not 1 <= len(row) <= MOST_CARDS:
        raise options.refuse("row", row, allowed)
    for number in row:
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= faces:
            raise options.refuse("row", row, allowed)
    cards = tuple(sorted(row))
    return None if cards == tuple(range(1, faces + 1)) else cards


def _canonical_die(die: Die | Sequence[int | Fraction | str] | None, faces: int) -> Die | None:
    """The die with one probability per face, or None where it is fair."""
    if die is None:
        return None
    if not isinstance(die, Die):
        if isinstance(die, str) or not isinstance(die, Sequence):
            raise options.refuse("die", die, f"None or {faces} probabilities, such as ['1/6', '1/6', ...]")
        die = Die(die)
    if len(die) != faces:
        raise options.refuse("die", die, f"one probability for each of the {faces} faces")
    return None if die == Die.fair(faces) else die


def _canonical_wildcards(given: Any, players: int) -> Wildcards | tuple[Wildcards, ...]:
    """One set for all, or one per seat where they differ."""
    if isinstance(given, Mapping):
        return given if isinstance(given, Wildcards) else Wildcards(given)
    if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(s, Mapping) for s in given):
        raise options.refuse("wildcards", given, "counts by kind, or one such mapping per seat")
    if len(given) != players:
        raise InvalidRules(
            f"wildcards={quote(given)} has {len(given)} sets; allowed: one set, or one for each of {players} seats"
        )
    sets = tuple(Wildcards(one) for one in given)
    return sets[0] if len(set(sets)) == 1 else sets
