"""SEIS: a die, number cards and six kinds of wildcard.

Everybody has a row of number cards face up. In turn, roll the die and turn the card of that number face down; the
first whose cards are all face down wins at once. Wildcards bend the luck: DADO (before rolling) gives a second roll,
NUMERAL (after rolling) moves the number by one, TIRADOR (anybody, after rolling) voids the roll, and at the end of the
turn REVERSA turns the direction, SALTAR passes over the next player and VOLTEAR raises a card of an opponent.

In random mode the rows are dealt from all the cards; in mirror mode they are dealt from as many colours as there are
players, and a number also turns the card of exactly that number and the roller's colour, whoever has it.

Every rule of a turn is in this module once; `seis_options` says what can be set, `seis_deal` deals, `seis_flips` knows
which cards a number turns. A turn runs through the phases of `seis_notation.Phase`; a phase in which nobody has a
choice is passed through at once, so a position always waits for chance or for a real decision.

Where the text and the page of rules are silent: played alone, the four wildcards that need another player cannot be
played; each further SALTAR of one turn passes over one more player, never over the one who plays it; the limits
`same_kind_per_turn` and `max_wildcards_per_turn` count the roller's own cards, so they never stop a shot at another.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from seis_lab.game import Chance, Decision, Outcome, Terminal, Turn, require_legal
from seis_lab.games import options, seis_deal
from seis_lab.games.seis_flips import Matches, mirror_matches, plain_matches, turned
from seis_lab.games.seis_notation import (
    Card,
    Deal,
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
from seis_lab.games.seis_options import SeisOptions
from seis_lab.games.wildcards import Wild


@dataclass(frozen=True)
class SeisView:
    """What a seat knows: everything on the table, for SEIS hides nothing else than the cards set aside by the deal."""

    seat: int
    state: SeisState


@dataclass(frozen=True, repr=False)
class SeisRules(SeisOptions):
    """The rules of SEIS with every option; InvalidRules names an impossible one.

    `die` takes one probability per face (fractions, or texts with one symbol), `row` the numbers of everybody's cards,
    `wildcards` a mapping by kind (missing kinds are 0) or one such mapping per seat. None means: fair, 1 to `faces`.

    >>> SeisRules(players=3, wildcards={"NUMERAL": 2})
    SeisRules(players=3, wildcards={'NUMERAL': 2})
    >>> SeisRules(players=7)
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: players=7 is not allowed; allowed: a whole number from 1 to 6
    """

    def initial(self) -> SeisState:
        """Everybody's cards face up, or still to be dealt; chance says who begins, unless there is one player."""
        if self.mode != "traditional":
            return SeisState(self._seats([()] * self.players), roller=0, phase=Phase.DEAL)
        return self._ready(self._seats([[Card(number) for number in self.numbers]] * self.players))

    def dealt(self, rows: str | Sequence[Sequence[int | str | Card]]) -> SeisState:
        """The position after this deal, one row per seat; InvalidRules where the mode cannot deal it.

        >>> rules = SeisRules(mode="mirror", faces=2, wildcards={})
        >>> print(rules.dealt("1b,2a | 1a,2b"))
        1b,2a/-:- | 1a,2b/-:- ; A FIRST
        >>> rules.dealt("1a,2a | 1a,2b")
        Traceback (most recent call last):
        seis_lab.game.InvalidRules: the deal '1a,2a | 1a,2b' has the card 1a 2 times; the deck has 1
        """
        if self.mode == "traditional":
            raise options.refuse("mode", self.mode, "'random' or 'mirror' for a deal; otherwise set row=[...]")
        read = seis_deal.read_rows(rows)
        seis_deal.require_deal(self.deck, read, self.players, len(self.numbers))
        return self._ready(self._seats(read))

    @property
    def deck(self) -> Counter[Card]:
        """The cards that are shuffled and dealt, with how many there are of each; none in traditional mode."""
        return seis_deal.deck(self.mode, self.players, self.numbers)

    def parse(self, text: str) -> SeisMove:
        """The move written so."""
        return parse_move(text)

    def view(self, state: SeisState, seat: int) -> SeisView:
        """Everything on the table: SEIS is a game of perfect information, whose cards set aside nobody sees."""
        return SeisView(seat, state)

    def turn(self, state: SeisState) -> Turn[SeisMove]:
        """Who rolls or decides, and every legal move.

        >>> rules = SeisRules(wildcards={"NUMERAL": 1})
        >>> state = rules.apply(rules.apply(rules.initial(), First(0)), Roll(1))
        >>> rules.turn(state)
        Decision(seat=0, moves=(Numeral(number=2), Pass()))
        """
        winners = self._winners(state)
        if winners:
            payoffs = tuple(Fraction(int(seat in winners), len(winners)) for seat in range(self.players))
            return Terminal(Outcome(payoffs, "all cards face down"))
        match state.phase:
            case Phase.DEAL:
                return Chance(seis_deal.outcomes(self.deck, state.seats))
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
            case Deal(card):
                return self._deal(state, card)
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

    def matches(self, state: SeisState) -> Matches:
        """The cards that the number on the die turns, and the roller's choice among them."""
        optional = self.flip == "optional"
        if self.mode == "mirror":
            one = self.mirror_roller == "one card only"
            return mirror_matches(state.seats, state.roller, state.number, optional, one)
        return plain_matches(state.seats, state.roller, state.number, optional)

    # Before the first turn.

    def _seats(self, rows: Sequence[Sequence[Card]]) -> tuple[Seat, ...]:
        """The seats with these cards face up and all their wildcards."""
        return tuple(Seat(tuple(sorted(row)), (), self.wildcards_of(seat)) for seat, row in enumerate(rows))

    def _deal(self, state: SeisState, card: Card) -> SeisState:
        """One more card is dealt; after the last one chance says who begins."""
        at = seis_deal.next_seat(state.seats)
        rows = [(*seat.up, card) if index == at else seat.up for index, seat in enumerate(state.seats)]
        seats = self._seats(rows)
        complete = all(len(row) == len(self.numbers) for row in rows)
        return self._ready(seats) if complete else replace(state, seats=seats)

    def _ready(self, seats: tuple[Seat, ...]) -> SeisState:
        """Everything lies on the table: chance says who begins, unless there is one player."""
        state = SeisState(seats, roller=0, phase=Phase.FIRST)
        return state if self.players > 1 else self._begin(state)

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
        """Turn cards of the number: a choice only where different cards fit or the flip is optional."""
        found = self.matches(state)
        if len(found.free) > 1 or (found.free and found.may_decline):
            return replace(state, phase=Phase.FLIP)
        return self._flipped(state, found.free[0] if found.free else None)

    def _flipped(self, state: SeisState, chosen: Card | None) -> SeisState:
        """The cards of the number lie face down: the roller's choice, and the one that had to be turned."""
        return self._roll_done(replace(state, seats=turned(state.seats, state.roller, self.matches(state), chosen)))

    def _roll_done(self, state: SeisState) -> SeisState:
        """This roll is settled: the game is over, or the next roll of the turn follows, or the end of the turn."""
        state = replace(state, number=None, changes=0)
        if self._winners(state):
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
                return self._flipped(state, None)
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

    def _flips(self, state: SeisState) -> tuple[SeisMove, ...]:
        found = self.matches(state)
        flips: tuple[SeisMove, ...] = tuple(Flip(card) for card in found.free)
        return (*flips, Pass()) if found.may_decline else flips

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

    # What the cards do, and who has won.

    def _winners(self, state: SeisState) -> tuple[int, ...]:
        """Who has no card face up any more: two at once only in mirror mode, where the option may favour the roller."""
        if state.phase is Phase.DEAL:
            return ()
        done = tuple(index for index, seat in enumerate(state.seats) if not seat.up)
        return (state.roller,) if self.simultaneous_win == "roller wins" and state.roller in done else done

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
