"""A player of SEIS that uses exact values where they exist, and says where they do not.

In a duel (two players, traditional mode) it plays perfectly once the duel is solved: a small one is solved on the spot,
a large one when its solution is in memory or in the user's cache, where `duel(rules, file=True)` puts it. It never
solves a large one itself, for a table would wait. Everywhere else:

Alone, it makes the move with the least expected number of own turns. Once nobody holds a card that acts on others, it
makes the move after which it wins most often, if everybody then plays on as they would alone. Both are computed exactly
(the second for up to three players: with more, a single move would take seconds). Otherwise it plays DADO, NUMERAL and
the flip as it would alone, and all else by the rules of thumb of the steady bot: for positions with such cards nobody
knows the exact odds. While another may shoot, DADO and NUMERAL follow the rules of thumb too, which keep NUMERAL
longer: against shooters that wins more games (measured: 50 % instead of 46 % against the steady bot, 2500 games).

In random mode each seat plays the row it was dealt. In mirror mode no row can be played alone: the odds are exact when
nobody holds a wildcard, for as many players as can be solved at once, and all else is rules of thumb.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from seis_lab.bots.seis_steady import SteadyBot
from seis_lab.exact.duel_ready import at_once, worth_waiting
from seis_lab.exact.mirror_law import mirror
from seis_lab.exact.racing import INTERACTING, race
from seis_lab.exact.rows import own_rules
from seis_lab.exact.seis import solve
from seis_lab.game import Distribution, InvalidRules, Terminal
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import Phase, SeisMove, SeisState
from seis_lab.games.wildcards import Wild

RACERS = 3
"""With more players the exact race takes too long for one move of a game."""
POWERS = 500
"""Powers of a race that is solved for one move of a game: dice with many different probabilities have more."""
MIRRORS = 5_000
"""Positions of mirror mode that are solved for one move of a game: all of two players, the last cards of three."""


def win_chance(rules: SeisRules, state: SeisState, seat: int) -> Fraction:
    """The exact probability that a seat wins from a position; InvalidRules names what keeps it from being known.

    >>> rules = SeisRules(mode="mirror", faces=2, wildcards={})
    >>> win_chance(rules, rules.dealt("1b,2b | 1a,2a"), seat=0)
    Fraction(1, 2)
    """
    turn = rules.turn(state)
    if isinstance(turn, Terminal):
        return turn.outcome.payoffs[seat]
    if rules.mode == "mirror":
        return Fraction(mirror(rules, state, budget=MIRRORS).wins[seat])
    return Fraction(race(rules, state, powers=POWERS)[seat])


@dataclass(frozen=True)
class SolverBot:
    """A policy for SEIS: from a view and the legal moves to the best of them, by exact values where there are any.

    Between equally good moves it takes the last one, which keeps the cards.

    >>> from seis_lab.games.seis_notation import parse_position
    >>> rules = SeisRules(players=1, wildcards={"NUMERAL": 1})
    >>> bot, state = SolverBot(rules), parse_position("2,5/1,3,4,6:N1 ; A NUMERAL number=4")
    >>> bot(rules.view(state, 0), rules.turn(state).moves)  # the last card will need it more
    Distribution({Pass(): 1})
    >>> bot.basis(rules.view(state, 0))
    ('exact', 'fewest expected turns alone')
    """

    rules: SeisRules

    def __call__(self, view: SeisView, moves: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        """The chosen move, with certainty."""
        state, seat = view.state, view.seat
        solved = at_once(self.rules)
        if solved is not None:
            return solved(view, moves)
        if self.basis(view)[0] == "exact" and self.rules.players > 1:
            wins = {move: win_chance(self.rules, self.rules.apply(state, move), seat) for move in moves}
            return Distribution.certain(max(reversed(moves), key=wins.__getitem__))
        own = state.phase in (Phase.BEFORE, Phase.NUMERAL, Phase.FLIP)
        if own and not self._unsolved and not self._threatened(view):
            turns = solve(own_rules(self.rules, state, seat), seat).action_values(state)
            return Distribution.certain(min(reversed(moves), key=turns.__getitem__))
        return self._thumb(view, moves)

    def basis(self, view: SeisView) -> tuple[str, str]:
        """What its move in this view rests on: "exact", "certified" or "estimate", and the reason in words."""
        solved = at_once(self.rules)
        if solved is not None:
            return solved.basis, "best chance to win if both play as well as possible"
        if self.rules.mode == "mirror":
            best = "best chance to win if everybody then chooses as well as possible"
            return self._if_known(view, best, "rules of thumb")
        if self._unsolved:
            return "estimate", f"rules of thumb: {self._unsolved}"
        if self.rules.players == 1:
            return "exact", "fewest expected turns alone"
        held = [kind for kind in INTERACTING if any(seat.wild[kind] for seat in view.state.seats)]
        if held:
            used = "rules of thumb" if self._threatened(view) else "best play alone and rules of thumb"
            until = " until the duel is solved by duel(rules, file=True)" if worth_waiting(self.rules) else ""
            return "estimate", f"{used}: no exact odds while somebody holds {', '.join(held)}{until}"
        if self.rules.players > RACERS:
            return "estimate", f"best play alone: exact odds of a race only for up to {RACERS} players"
        return self._if_known(view, "best chance to win if everybody then plays as if alone", "best play alone")

    def _if_known(self, view: SeisView, best: str, otherwise: str) -> tuple[str, str]:
        """The basis `best` where the odds can be known in the time of a move, else the other one with the reason."""
        try:
            win_chance(self.rules, view.state, view.seat)
        except InvalidRules as error:
            return "estimate", f"{otherwise}: {error}"
        return "exact", best

    def _threatened(self, view: SeisView) -> bool:
        """Whether somebody else may shoot."""
        others = (seat for index, seat in enumerate(view.state.seats) if index != view.seat)
        return any(seat.wild[Wild.TIRADOR] for seat in others)

    @cached_property
    def _unsolved(self) -> str:
        """Why playing alone is beyond the solver, if it is; the first answer takes the time of the solution."""
        if self.rules.mode == "mirror":
            return "in mirror mode nobody plays alone"
        try:
            for seat in range(self.rules.players):
                solve(replace(self.rules, mode="traditional"), seat)
        except InvalidRules as error:
            return str(error)
        return ""

    @cached_property
    def _thumb(self) -> SteadyBot:
        return SteadyBot(self.rules)


def solver_bot(rules: SeisRules) -> SolverBot:
    """The solver of these rules."""
    return SolverBot(rules)
