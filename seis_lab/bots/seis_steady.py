"""A steady player of SEIS: the rules of thumb of somebody who plays well and calculates nothing.

Wildcards that save time are worth most where the wait is longest, near the end of a row; cards against others are kept
for those who are about to win. One sentence per card:

- DADO: played unless the turn already has as many rolls as cards are missing.
- NUMERAL: turns a useless roll into a flip, once no more cards are missing than NUMERAL are in hand.
- TIRADOR: for the roll that would win, and with one to spare for the roll that would leave one card; never at oneself.
  In mirror mode for any roll by which somebody else wins and oneself does not, one's own included.
- VOLTEAR: at whoever is closest to winning, once few of their cards are missing.
- REVERSA: when the player before me is further from winning than the one after me, who is close.
- SALTAR: when the next player is close to winning, or when I am and it gives me another turn.
- The flip: where one may choose, a card of one's own colour, for the others turn at others' rolls too (mirror mode).
- A card that must be raised: one's own that comes back most easily, another's that comes back least easily.
"""

from dataclasses import dataclass
from fractions import Fraction

from seis_lab.game import Distribution
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_flips import turned
from seis_lab.games.seis_notation import Flip, Numeral, Pass, Phase, Play, Raise, SeisMove, SeisState, Voltear
from seis_lab.games.wildcards import Wild

FEW = 2
"""A player with so few cards missing, or fewer, is close to winning."""


@dataclass(frozen=True)
class SteadyBot:
    """A policy for SEIS: from a view and the legal moves to the one move that the rules of thumb choose.

    >>> bot, rules = SteadyBot(SeisRules()), SeisRules()
    >>> from seis_lab.games.seis_notation import parse_position
    >>> state = parse_position("2,5/1,3,4,6:N2 | 1,2/3,4,5,6:- ; A NUMERAL number=4")
    >>> bot(rules.view(state, 0), rules.turn(state).moves)
    Distribution({Numeral(number=5): 1})
    """

    rules: SeisRules

    def __call__(self, view: SeisView, moves: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        """The chosen move, with certainty."""
        state, me = view.state, view.seat
        match state.phase:
            case Phase.BEFORE:
                wanted = self._before(state, me)
            case Phase.NUMERAL:
                wanted = self._numeral(state, me, moves)
            case Phase.TIRADOR:
                wanted = self._tirador(state, me)
            case Phase.END:
                wanted = self._end(state, me, moves)
            case Phase.RAISE:
                wanted = self._raise(state, me, moves)
            case _:
                flips = [move for move in moves if isinstance(move, Flip)]
                wanted = min(flips, key=lambda flip: flip.card.colour != me, default=moves[0])
        return Distribution.certain(wanted if wanted in moves else Pass())

    def _before(self, state: SeisState, me: int) -> SeisMove:
        rolls, missing = 1 + state.more_rolls, len(state.seats[me].up)
        return Play(Wild.DADO) if rolls < missing or missing == 1 else Pass()

    def _numeral(self, state: SeisState, me: int, moves: tuple[SeisMove, ...]) -> SeisMove:
        seat = state.seats[me]
        changes = min(self.rules.numeral_per_roll - state.changes, seat.wild["NUMERAL"])
        now = self._steps(state, me, state.number)
        if now == 0 or now > changes or len(seat.up) > seat.wild["NUMERAL"]:
            return Pass()
        useful = [
            move for move in moves if isinstance(move, Numeral) and self._steps(state, me, move.number) == now - 1
        ]
        return min(useful, key=lambda move: self._ease(move.number))

    def _tirador(self, state: SeisState, me: int) -> SeisMove:
        if self.rules.mode == "mirror":
            return self._mirror_shot(state, me)
        if me == state.roller:
            return Pass()
        roller = state.seats[state.roller]
        answer = roller.wild["NUMERAL"] if self.rules.tirador_window == "before NUMERAL" else 0
        if self._steps(state, state.roller, state.number) > min(answer, self.rules.numeral_per_roll):
            return Pass()  # the roll is useless to them
        left = len(roller.up) - 1
        spare = state.seats[me].wild["TIRADOR"] > 1
        return Play(Wild.TIRADOR) if left == 0 or (left == 1 and spare) else Pass()

    def _mirror_shot(self, state: SeisState, me: int) -> SeisMove:
        found = self.rules.matches(state)
        after = turned(state.seats, state.roller, found, found.free[0] if found.free else None)
        missing = [len(seat.up) for seat in after]
        if 0 in missing:
            return Pass() if missing[me] == 0 else Play(Wild.TIRADOR)
        spare, helped = state.seats[me].wild["TIRADOR"] > 1, missing[me] < len(state.seats[me].up)
        near = any(left == 1 < len(seat.up) for left, seat in zip(missing, state.seats, strict=True))
        return Play(Wild.TIRADOR) if near and spare and not helped else Pass()

    def _end(self, state: SeisState, me: int, moves: tuple[SeisMove, ...]) -> SeisMove:
        missing = [len(seat.up) for seat in state.seats]
        targets = [move for move in moves if isinstance(move, Voltear) and missing[move.seat] <= FEW]
        if targets:
            return min(targets, key=lambda move: missing[move.seat])
        coming, other = (self._next(state, direction) for direction in (state.direction, -state.direction))
        if self.rules.players > 2:
            if missing[coming] <= FEW and missing[coming] < missing[other] and coming != me:
                return Play(Wild.REVERSA) if Play(Wild.REVERSA) in moves else Play(Wild.SALTAR)
            return Play(Wild.SALTAR) if missing[coming] <= FEW and coming != me else Pass()
        if coming != me and min(missing) <= FEW:
            again = self.rules.reversa_two_players == "acts as SALTAR" and Play(Wild.REVERSA) in moves
            return Play(Wild.REVERSA) if again else Play(Wild.SALTAR)
        return Pass()

    def _raise(self, state: SeisState, me: int, moves: tuple[SeisMove, ...]) -> SeisMove:
        raises = [move for move in moves if isinstance(move, Raise)]
        choose = max if state.hit == me else min
        return choose(raises, key=lambda move: self._ease(move.card.number))

    def _next(self, state: SeisState, direction: int) -> int:
        """Who would play next in a direction, after those who are skipped."""
        return (state.roller + direction * (1 + state.skips)) % self.rules.players

    def _steps(self, state: SeisState, seat: int, number: int | None) -> int:
        """How many NUMERAL lead from a number on the die to a card that the seat still has face up."""
        faces = self.rules.faces
        apart = [abs(card.number - (number or 0)) for card in state.seats[seat].up]
        return min(min(d, faces - d) if self.rules.numeral_wrap else d for d in apart)

    def _ease(self, number: int) -> tuple[Fraction, Fraction]:
        """How easily a number comes: its probability, then that of the numbers beside it."""
        chances = dict(enumerate(self.rules.probabilities, start=1))
        return chances[number], chances.get(number - 1, Fraction(0)) + chances.get(number + 1, Fraction(0))


def steady_bot(rules: SeisRules) -> SteadyBot:
    """The steady player of these rules."""
    return SteadyBot(rules)
