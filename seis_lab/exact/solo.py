"""The value of every position of SEIS, and of every move, for a seat that plays alone as well as possible.

>>> from seis_lab.games.seis_notation import parse_position
>>> rules = SeisRules(players=1, wildcards={"NUMERAL": 1})
>>> solo = solve(rules)
>>> state = parse_position("2,5/1,3,4,6:N1 ; A NUMERAL number=4")
>>> {str(move): str(value) for move, value in solo.action_values(state).items()}
{'NUMERAL 3': '10', 'NUMERAL 5': '7', 'pass': '6'}
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, lru_cache

from seis_lab.exact import check
from seis_lab.exact.alone import (
    Alone,
    Position,
    Value,
    Values,
    most_to_solve,
    pack_cards,
    positions,
    start_of,
    watcher,
)
from seis_lab.exact.answers import Endless, Exact
from seis_lab.exact.best_play import BestPlay
from seis_lab.exact.policy import SoloPolicy
from seis_lab.exact.rows import require_rules
from seis_lab.game import Decision, InvalidRules, quote
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Phase, SeisMove, SeisState
from seis_lab.games.wildcards import Wild

BUDGET = 100_000
QUESTION = "own turns to finish alone"


def held(state: SeisState, seat: int) -> Position:
    """What a seat has in a position: cards face up, NUMERAL, DADO."""
    wild = state.seats[seat].wild
    return pack_cards(card.number for card in state.seats[seat].up), wild[Wild.NUMERAL], wild[Wild.DADO]


def _turn_is_over(before: SeisState, after: SeisState) -> bool:
    """Whether a move other than DADO or its refusal led to the start of a new turn."""
    starts = after.phase in (Phase.BEFORE, Phase.ROLL) and not after.played
    return starts and before.phase is not Phase.BEFORE


def _numbers(rules: SeisRules) -> str:
    return ",".join(map(str, rules.numbers))


@lru_cache(maxsize=64)
def _best_play(model: Alone) -> BestPlay:
    return BestPlay(Values(model))


class Solo:
    """The solution of SEIS alone for one seat: the value of every position and move. Made by `solve`."""

    def __init__(self, rules: SeisRules, seat: int, play: BestPlay) -> None:
        """Take the seat's question and the best play of its model."""
        self.rules = rules
        self.seat = seat
        self.play = play
        self.values = values = play.values
        self.start: Position = start_of(rules, seat)
        self.states = positions(values.model, self.start)
        values.start(*self.start)
        self._certify()

    @property
    def mean(self) -> Exact:
        """The expected own turns to finish; Endless when the row is never finished."""
        value = self.values.start(*self.start)
        if not isinstance(value, Fraction):
            raise Endless(self.why_never())
        return self.exact(value)

    def why_never(self) -> str:
        """What to say when the row can never be finished."""
        return f"the row {_numbers(self.rules)} is never finished (probability 1) with {self.rules!r}"

    @cached_property
    def policy(self) -> SoloPolicy:
        """What the best play does, readable as a table."""
        return SoloPolicy(self)

    def exact(self, value: Fraction, question: str = QUESTION) -> Exact:
        """A number of turns as an answer of this solution."""
        return Exact(value, unit="turns", question=question, rules=self.rules, states=self.states, check=check.METHOD)

    def at_start(self, numerals: int, dados: int) -> Value:
        """The expected turns from a full row with other numbers of NUMERAL and DADO."""
        value = self.values.start(self.start[0], numerals, dados)
        self._certify()
        return value

    def value(self, state: SeisState, seat: int | None = None) -> Value:
        """Expected own turns still to come of a seat (by default, of the roller) from any position, played alone.

        They are counted from the start of the present turn: a turn in progress counts 1, a finished row 0. It is
        `math.inf` where the row can no longer be finished. Nobody else is there to shoot or to hit; while VOLTEAR waits
        for a card to be raised, it is the card that whoever chooses would choose.
        """
        seat = state.roller if seat is None else seat
        value = self._value(state, seat)
        self._certify()
        return value

    def _value(self, state: SeisState, seat: int) -> Value:
        values, (up, numerals, dados) = self.values, held(state, seat)
        if state.phase is Phase.RAISE and seat == state.hit:
            raised = [values.start(up + pack_cards([card.number]), numerals, dados) for card in state.seats[seat].down]
            return min(raised) if self.rules.voltear_chooser == "affected player" else max(raised)
        if not up:
            return Fraction(0)
        if seat != state.roller or state.phase is Phase.FIRST:
            return values.start(up, numerals, dados)
        more, used = state.more_rolls, self._limit_reached(state)
        match state.phase:
            case Phase.BEFORE if not more:
                return values.start(up, numerals, dados)
            case Phase.BEFORE:
                n = self.play.dados(up, numerals, dados, more, used)
                return 1 + values.roll(up, numerals, dados - n, more + n, used)
            case Phase.ROLL:
                return 1 + values.roll(up, numerals, dados, more, used)
            case Phase.NUMERAL | Phase.TIRADOR | Phase.FLIP:
                return 1 + values.settle(up, numerals, dados, more, used, *self._number(state))
            case _:
                return 1 + values.start(up, numerals, dados)

    def next_turn(self, state: SeisState) -> dict[Position, Fraction]:
        """Where the best play takes the roller at the start of its next turn, with probabilities; (0, 0, 0) is the end.

        ValueError in a position that waits for somebody else's choice.
        """
        (up, numerals, dados), more, used = held(state, state.roller), state.more_rolls, self._limit_reached(state)
        match state.phase:
            case Phase.BEFORE:
                n = self.play.dados(up, numerals, dados, more, used)
                used = used or (n > 0 and self.values.model.one_wildcard_per_turn)
                return self.play.rolled(up, numerals, dados - n, more + n, used)
            case Phase.ROLL:
                return self.play.rolled(up, numerals, dados, more, used)
            case Phase.NUMERAL | Phase.FLIP:
                return self.play.settled(up, numerals, dados, more, used, *self._number(state))
        raise ValueError(f"position {str(state)!r} waits for more than the roller alone")

    def _limit_reached(self, state: SeisState) -> bool:
        return self.values.model.one_wildcard_per_turn and bool(state.played)

    def _number(self, state: SeisState) -> tuple[int, int]:
        """The number on the die, counted from 0, and how often NUMERAL has changed it (or that it may not any more)."""
        assert state.number is not None
        before = state.phase is Phase.TIRADOR and self.rules.tirador_window == "before NUMERAL"
        may_change = before or state.phase is Phase.NUMERAL
        return state.number - 1, state.changes if may_change else self.values.model.numeral_per_roll

    def action_values(self, state: SeisState) -> dict[SeisMove, Value]:
        """For every legal move of whoever decides, the value of playing it and then playing alone as well as possible.

        ValueError where nobody decides. The least is best; the present turn counts 1.
        """
        turn = self.rules.turn(state)
        if not isinstance(turn, Decision):
            raise ValueError(f"nobody decides in position {str(state)!r}; action values need a decision")
        return {move: self._action_value(state, turn.seat, move) for move in turn.moves}

    def _action_value(self, state: SeisState, seat: int, move: SeisMove) -> Value:
        after = self.rules.apply(state, move)
        if seat != state.roller:
            return self.value(after, seat)
        if not after.seats[seat].up:
            return Fraction(1)
        return self.value(after, seat) + (1 if _turn_is_over(state, after) else 0)

    def _certify(self) -> None:
        """Put every value that is new back into its equation."""
        new = self.values.unchecked()
        if new:
            check.back_substitute(self.values.model, dict(self.values.known), self.values.start, new)
            self.values.checked.update(new)

    def __repr__(self) -> str:
        return f"solve({self.rules!r}{f', seat={self.seat}' if self.seat else ''})"


def solve(
    rules: SeisRules,
    seat: int = 0,
    *,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Solo:
    """The value of every position of a seat that plays alone for the least expected turns.

    InvalidRules when the die holds a symbol, the mode is not traditional, or more positions than `budget` would have to
    be solved. `progress(solved, at_most)` is called along the way; Cancelled is raised once `cancelled()` is true.
    """
    require_rules(rules)
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < rules.players:
        raise InvalidRules(f"seat={quote(seat)} is not at the table; allowed: 0 to {rules.players - 1}")
    model = Alone.of(rules)
    start = start_of(rules, seat)
    most = most_to_solve(model, start)
    play = _best_play(model)
    values = play.values
    if not values.has(start):
        if most > budget:
            raise InvalidRules(
                f"row={_numbers(rules)} with these wildcards has up to {most} positions, over the budget of {budget}; "
                "allowed: a shorter row, fewer wildcards, or a larger budget=..."
            )
        watch = watcher(most, progress, cancelled)
        (values.watched(watch) if watch else values).start(*start)
    return Solo(rules, seat, play)
