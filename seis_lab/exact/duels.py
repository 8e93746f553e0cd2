"""The duel: two-player SEIS solved completely, every wildcard included.

Two players, all cards on the table, only the die unknown: a game with one value in every position, the probability that
a player wins when both play as well as possible. `duel(rules)` computes it for all positions at once: in exact
fractions where there are few, otherwise in doubles with a proved bound on their error.

- `duel_hands`: which positions there are, up to symmetry;
- `duel_stages`: what a turn is worth, stage by stage, given what the next turns are worth;
- `duel_exact`: how the knots between turns are closed, in fractions;
- `duel_double`: the same by a compiled kernel, and the proof of the bound;
- `duel_file`: the solution on disk; `duel_worth`: what follows for players.

>>> print(duel(SeisRules(wildcards={})).first)
6688879/12660648 = 0.5283 (exact, 36 states, checked by back-substitution)
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import log10
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.check import METHOD, CheckFailed
from seis_lab.exact.duel_double import PLAIN, Solved, compiled, horizon, solve_in_doubles
from seis_lab.exact.duel_exact import solve_exactly
from seis_lab.exact.duel_file import cache_path, load, make_folder, save
from seis_lab.exact.duel_hands import DADO, KINDS, TIRADOR, Counts, DuelModel, Places, held_by
from seis_lab.exact.duel_stages import Stages
from seis_lab.game import Chance, Decision, Distribution, InvalidRules, Terminal, quote
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import First, Phase, SeisMove, SeisState
from seis_lab.games.wildcards import Wildcards

Value: TypeAlias = Fraction | float
"""A probability of winning: a Fraction where the duel is exact, a double where it is certified."""

QUESTION = "probability of winning, both playing as well as possible"
BUDGET = 100_000_000
FEW = 10_000
"""Up to so many positions are solved in fractions unless asked otherwise (up to `PLAIN` without numba)."""
SAMPLE = 64
"""About so many values of a new solution are put back into their equations once more, by the readable stages."""
KEPT = 4
"""The latest solutions are kept in memory, as many as this."""
METHODS = ("exact", "double")


class Duel:
    """The solution of the game for two: the value of every position, also in the middle of a turn. Made by `duel`."""

    def __init__(self, rules: SeisRules, places: Places, table: Sequence[Value], gap: Fraction | None) -> None:
        """Take the values of the starts of turns, and by how much they may miss their equations; None where exact."""
        self.rules = rules
        self.model = places.model
        self.places = places
        self.table = table
        self.gap = gap
        chances = self.model.chances
        if gap is None:
            self._stages: Stages[Fraction] | Stages[float] = Stages[Fraction](places, self._start, chances, Fraction(1))  # type: ignore[arg-type]
        else:
            self._stages = Stages[float](places, self._start, [float(p) for p in chances], 1.0)  # type: ignore[arg-type]

    @property
    def stages(self) -> Stages[float]:
        """The stages of a turn; where the duel is exact, their numbers are Fractions all the same."""
        return self._stages  # type: ignore[return-value]

    def _start(self, seat: int, mine: int, other: int) -> Value:
        return self.table[self.places.at(seat, mine, other)]

    @property
    def basis(self) -> str:
        """What its numbers are: "exact" or "certified"."""
        return Exact.kind if self.gap is None else Interval.kind

    @property
    def first(self) -> Exact | Interval:
        """The probability that seat A wins when it begins."""
        return self.answer(self.rules.apply(self.rules.initial(), First(0)))

    def value(self, state: SeisState, seat: int = 0) -> Value:
        """The probability that a seat wins from any position of the engine, both playing as well as possible.

        ValueError for a position that does not fit the rules of this duel.

        >>> from seis_lab.games.seis_notation import parse_position
        >>> one_card_each = parse_position("6/1,2,3,4,5:- | 1/2,3,4,5,6:- ; A ROLL")
        >>> duel(SeisRules(wildcards={})).value(one_card_each)
        Fraction(6, 11)
        """
        wins = self._wins(state, {})
        return wins if seat == 0 else 1 - wins

    def answer(self, state: SeisState, seat: int = 0) -> Exact | Interval:
        """The same as an answer that says how sure it is."""
        return self.as_answer(self.value(state, seat), self.error(state))

    def as_answer(self, value: Value, error: Fraction) -> Exact | Interval:
        """A probability as an answer of this duel."""
        if isinstance(value, Fraction):
            return Exact(value, question=QUESTION, rules=self.rules, states=self.places.size, check=METHOD)
        low, high = max(Fraction(value) - error, Fraction(0)), min(Fraction(value) + error, Fraction(1))
        return Interval(low, high, question=QUESTION, rules=self.rules, check=f"{METHOD}, {self.places.size} states")

    def error(self, state: SeisState) -> Fraction:
        """A proved bound on the error of a value in this position: 0 where the duel is exact."""
        if self.gap is None:
            return Fraction(0)
        ups = sum(len(one.up) for one in state.seats)
        held = [held_by(self.rules, one.wild) for one in state.seats]
        return self.gap * (horizon(self.model, ups, (held[0], held[1])) + 1)

    def action_values(self, state: SeisState) -> dict[SeisMove, Value]:
        """For every legal move of the seat that decides, its probability of winning after it; ValueError if none does.

        >>> from seis_lab.games.seis_notation import Numeral, parse_position
        >>> numeral = duel(SeisRules(wildcards={"NUMERAL": 1}))
        >>> state = parse_position("2,5/1,3,4,6:N1 | 1/2,3,4,5,6:- ; A NUMERAL number=4")
        >>> numeral.action_values(state)[Numeral(5)]  # one card against one, the other to roll: 1 - 6/11
        Fraction(5, 11)
        >>> print(numeral.best(state))  # alone, NUMERAL would better be kept
        NUMERAL 5
        """
        turn = self.rules.turn(state)
        if not isinstance(turn, Decision):
            raise ValueError(f"nobody decides in position {str(state)!r}; action values need a decision")
        known: dict[SeisState, Value] = {}
        values = {move: self._wins(self.rules.apply(state, move), known) for move in turn.moves}
        return values if turn.seat == 0 else {move: 1 - value for move, value in values.items()}

    def best(self, state: SeisState) -> SeisMove:
        """The best move of the seat that decides; of moves that are alike the last, which keeps the cards."""
        values = self.action_values(state)
        enough = max(values.values()) - 2 * float(self.error(state)) if self.gap else max(values.values())
        return next(move for move in reversed(values) if values[move] >= enough)

    def __call__(self, view: SeisView, moves: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        """The best play as a policy for `seis_lab.game.play`."""
        return Distribution.certain(self.best(view.state))

    def odds(
        self, mine: Mapping[str, int], other: Mapping[str, int], seat: int = 0, down: int | None = None
    ) -> Exact | Interval:
        """The probability that a seat which begins with the wildcards `mine` wins against one that has `other`.

        All cards are face up, but for a card of the other with the number `down`. Neither may have more of a kind than
        the rules give its seat: InvalidRules.

        >>> one = duel(SeisRules(wildcards={"NUMERAL": 1}))
        >>> one.odds({}, {})  # the race without cards
        Exact('6688879/12660648')
        """
        up = list(self.model.row)
        if down is not None:
            if down not in self.rules.numbers:
                raise InvalidRules(f"down={quote(down)} is no card of the row; allowed: {self.rules.numbers}")
            up[down - 1] -= 1
        held = (self._held(seat, mine), self._held(1 - seat, other))
        if not any(up):
            return self.as_answer(self._stages.one * 0, Fraction(0))
        x = self.places.hands[seat].hand(self.model.row, held[0])
        y = self.places.hands[1 - seat].hand(tuple(up), held[1])
        return self.as_answer(self._start(seat, x, y), self.bound)

    @property
    def bound(self) -> Fraction:
        """A proved bound on the error of every value: 0 where the duel is exact."""
        most = horizon(self.model, 2 * sum(self.model.row), self.model.sets)
        return Fraction(0) if self.gap is None else self.gap * (most + 1)

    @property
    def how_sure(self) -> str:
        """The basis of its numbers in words.

        >>> duel(SeisRules(wildcards={"DADO": 1}), method="double").how_sure
        'certified within 1e-12, checked by back-substitution'
        """
        digits = int(-log10(self.bound)) if self.gap is not None else 0
        return f"{self.basis}{f' within 1e-{digits}' if digits > 0 else ''}, checked by {METHOD}"

    def hands_with(self, seat: int, wild: Mapping[str, int]) -> range:
        """All hands of a seat with these wildcards, by their numbers in `places`."""
        hands = self.places.hands[seat]
        at = hands.index[self._held(seat, wild)]
        return range(hands.first[at], hands.first[at + 1])

    def _held(self, seat: int, wild: Mapping[str, int]) -> Counts:
        held, most = held_by(self.rules, Wildcards(wild)), self.model.sets[seat]
        if any(has > limit for has, limit in zip(held, most, strict=True)):
            allowed = {kind.value: limit for kind, limit in zip(KINDS, most, strict=True)}
            raise InvalidRules(
                f"wildcards {quote(dict(wild))} are more than this duel was solved for; allowed: up to {allowed}"
            )
        return held

    # From the engine's position to the table: decisions and chance within a turn are the engine's own.

    def _wins(self, state: SeisState, known: dict[SeisState, Value]) -> Value:
        """The probability that seat A wins."""
        if state not in known:
            known[state] = self._look(state, known)
        return known[state]

    def _look(self, state: SeisState, known: dict[SeisState, Value]) -> Value:
        turn = self.rules.turn(state)
        if isinstance(turn, Terminal):
            return turn.outcome.payoffs[0]
        if state.phase is Phase.ROLL or (state.phase is Phase.BEFORE and not state.played):
            return self._at_roll(state)
        after = [self._wins(self.rules.apply(state, move), known) for move in turn.moves]
        if isinstance(turn, Chance):  # who begins
            return sum(after, 0 * after[0]) / len(after)
        return max(after) if turn.seat == 0 else min(after)

    def _at_roll(self, state: SeisState) -> Value:
        """At the start of a turn, or before a roll."""
        s, (first, second) = state.roller, self._hands(state)
        x, y = (first, second) if s == 0 else (second, first)
        if state.phase is Phase.BEFORE or not (state.played or state.more_rolls or self._has(state, s, DADO)):
            value = self._start(s, x, y)
        else:
            at = 0 if self.places.even else s
            value = self.stages.roll(at, x, y, state.more_rolls, self._limited(state))
        return value if s == 0 else 1 - value

    def _limited(self, state: SeisState) -> bool:
        """What `Stages` calls so."""
        if self.model.one_wildcard_per_turn:
            return bool(state.played)
        return self.model.one_of_a_kind_per_turn and KINDS[TIRADOR] in state.played

    def _has(self, state: SeisState, seat: int, kind: int) -> bool:
        return state.seats[seat].wild[KINDS[kind]] > 0

    def _hands(self, state: SeisState) -> tuple[int, int]:
        """The hand of each seat."""
        found = []
        for seat, one in enumerate(state.seats):
            up: Counts = tuple(sum(card.number == face for card in one.up) for face in range(1, self.rules.faces + 1))
            cards = sorted(card.number for card in (*one.up, *one.down))
            try:
                if cards != list(self.rules.numbers):
                    raise KeyError(cards)
                found.append(self.places.hands[seat].hand(up, held_by(self.rules, one.wild)))
            except (KeyError, IndexError) as error:
                raise ValueError(
                    f"position {str(state)!r} cannot arise with {self.rules!r}, whose duel this is"
                ) from error
        return found[0], found[1]

    def check(self, every: int = 1) -> int:
        """Put every so many-th value back into its equation, by the readable stages; return how many were put back.

        CheckFailed where one does not fit, which is an error of this program.
        """
        first, second = self.places.hands
        checked = 0
        for s, mine, other in ((0, first, second), (1, second, first)):
            if s == 1 and self.places.even:
                break
            for place in range(0, len(mine) * len(other), every):
                x, y = divmod(place, len(other))
                value, right = self._start(s, x, y), self.stages.begin(s, x, y)
                if abs(Fraction(value) - Fraction(right)) > 2 * (self.gap or 0):
                    raise CheckFailed(f"value {value} of {(s, x, y)} does not satisfy its equation: {right}")
                checked += 1
        return checked

    def __repr__(self) -> str:
        return f"duel({self.rules!r})"


_kept: dict[tuple[DuelModel, str], tuple[Places, Solved | list[Fraction]]] = {}
_one_at_a_time = Lock()  # a table's bot, its coach and a cell may ask at the same time


def duel(
    rules: SeisRules,
    *,
    method: str | None = None,
    file: str | Path | bool = False,
    budget: int = BUDGET,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Duel:
    """Solve the game for two players from every position that the rules allow.

    `method` is "exact" (fractions) or "double" (compiled, certified); None takes fractions for up to `FEW` positions.
    `file` names a file to take the solution from if it exists, and to write it to otherwise; True keeps it in the
    user's cache folder. Only solutions in doubles are kept in files.

    `progress(solved, all)` is called along the way; Cancelled is raised once `cancelled()` is true. InvalidRules names
    an option that cannot be handled, or tells that there are more positions than `budget` (8 bytes each for the
    solution, three times that and more while it is found); InvalidDuelFile a file of other rules, or a damaged one.

    >>> print(duel(SeisRules(wildcards={"NUMERAL": 1}), method="double").first)
    0.5456 to 0.5457 (certified, checked by back-substitution, 1681 states)
    """
    if method is not None and method not in METHODS:
        raise InvalidRules(f"method={quote(method)} is not known; allowed: {', '.join(METHODS)}, or None")
    if not isinstance(budget, int) or budget < 1:
        raise InvalidRules(f"budget={quote(budget)} is not a number of positions; allowed: a whole number from 1")
    model = DuelModel.of(rules)
    places = Places(model, budget)
    few = FEW if compiled() else PLAIN
    way = method or ("exact" if places.size <= few and not file else "double")
    if way == "exact" and file:
        raise InvalidRules("method='exact' keeps no file; allowed with file=...: method='double'")
    if not file:
        with _one_at_a_time:
            known = _kept.pop((model, way), None)
            if known is not None:
                _kept[model, way] = known
        if known is not None:
            return _duel(rules, *known)
    solution = (
        solve_exactly(places, progress, cancelled)
        if way == "exact"
        else _doubles(places, file, threads, progress, cancelled)
    )
    solved = _duel(rules, places, solution)
    solved.check(every=max(1, places.size // SAMPLE))
    with _one_at_a_time:
        _kept[model, way] = places, solution
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
    return solved


def in_memory(rules: SeisRules, model: DuelModel) -> Duel | None:
    """The duel of these rules, whose model is given, if it is among the latest ones solved."""
    with _one_at_a_time:
        known = next((_kept[model, way] for way in METHODS if (model, way) in _kept), None)
    return None if known is None else _duel(rules, *known)


def _duel(rules: SeisRules, places: Places, solution: Solved | list[Fraction]) -> Duel:
    if isinstance(solution, Solved):
        return Duel(rules, places, solution.table, solution.gap)
    return Duel(rules, places, solution, None)


def _doubles(
    places: Places,
    file: str | Path | bool,
    threads: int | None,
    progress: Callable[[int, int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> Solved:
    """From the file if there is one, otherwise solved, and written to the file if one is named."""
    path = cache_path(places.model) if file is True else Path(file) if file else None
    if path is not None and path.exists():
        return load(path, places.model)
    if path is not None:
        make_folder(path)  # before solving, so that a wrong path costs no time
    solved = solve_in_doubles(places, progress, cancelled, threads)
    if path is not None:
        save(path, places.model, solved)
    return solved
