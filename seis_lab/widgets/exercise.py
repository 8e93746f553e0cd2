"""Exercises that test a student's own fraction or recurrence; no answer is stored anywhere.

A fraction is compared with one that is computed on the spot. A recurrence is put back into the equation it has to
satisfy: play one turn from a position by the rules of the game, use the student's own values for what follows, and the
expected turns must be what the student's function says. Under the best play this equation has one solution, so a
function that passes at every position is right however it was found.

    >>> exercise = Exercise("A coin", "How often do you throw until heads?", hints=["Look at the first throw."])
    >>> print(exercise.check_fraction(0.5, lambda: Fraction(2)))
    0.5 is a decimal, and a decimal is not exact. Give Fraction(1, 2).
    >>> print(exercise.check_fraction(2, lambda: Fraction(2)))
    Right: 2.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from itertools import combinations, product
from math import isfinite
from numbers import Rational
from typing import Any, TypeAlias

from seis_lab.game import Chance, Decision, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Phase, Seat, SeisState
from seis_lab.games.wildcards import Wild, Wildcards
from seis_lab.locale import text

Reader: TypeAlias = Callable[[Seat], tuple[Any, ...]]


class InvalidAnswer(ValueError):
    """An answer of a kind that cannot be right or wrong; the message says what to give instead."""


@dataclass(frozen=True)
class Note:
    """What an exercise says back; true when an answer was right."""

    words: str
    right: bool | None = None
    title: str = ""

    def __bool__(self) -> bool:
        """Whether it says that an answer is right."""
        return self.right is True

    def __str__(self) -> str:
        """The words."""
        return f"{self.title}: {self.words}" if self.title else self.words

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        colour = {True: "#0b7a52", False: "#b3470c", None: "#0b62a8"}[self.right]
        sign = {True: "✓ ", False: "✗ ", None: ""}[self.right]
        title = f"<b>{escape(self.title)}</b><br>" if self.title else ""
        words = escape(self.words).replace("\n", "<br>")
        return f'<div style="border-left:4px solid {colour};padding:4px 12px;margin:4px 0">{sign}{title}{words}</div>'


class Exercise:
    """A task with hints in steps, a solution that is shown only when asked for, and two ways to check an answer.

    `hints` and `solution` are plain text; `lang` is the language in which answers are commented (en, es, gl).
    """

    def __init__(
        self, title: str, task: str = "", *, hints: Sequence[str] = (), solution: str = "", lang: str = "en"
    ) -> None:
        self.title, self.task, self.lang = title, task, lang
        self._hints, self._solution, self._shown = tuple(hints), solution, 0

    def __repr__(self) -> str:
        """The title; hints and solution stay hidden."""
        return f"Exercise({self.title!r})"

    def _repr_html_(self) -> str:
        return Note(self.task, title=self.title)._repr_html_()

    def hint(self) -> Note:
        """The next hint; when all are shown, says so.

        >>> exercise = Exercise("A coin", hints=["Look at the first throw."])
        >>> print(exercise.hint()); print(exercise.hint())
        Hint 1 of 1: Look at the first throw.
        There are no more hints; .solution() in the place of .hint() shows how it is done.
        """
        if self._shown == len(self._hints):
            return Note(text(self.lang, "exercise.no_more_hints"))
        self._shown += 1
        title = text(self.lang, "exercise.hint", number=self._shown, total=len(self._hints))
        return Note(self._hints[self._shown - 1], title=title)

    def solution(self) -> Note:
        """The solution in words."""
        return Note(self._solution, title=text(self.lang, "exercise.solution"))

    def check_fraction(self, answer: Any, question: Callable[[], Fraction]) -> Note:
        """Compare an exact answer with that of `question`, which is computed now; only larger or smaller is told."""
        try:
            given = self._exact(answer)
        except InvalidAnswer as error:
            return Note(str(error))
        wanted = Fraction(question())
        if given == wanted:
            return Note(text(self.lang, "exercise.right", answer=given), right=True)
        key = "exercise.too_large" if given > wanted else "exercise.too_small"
        return Note(text(self.lang, key, answer=given), right=False)

    def check_recurrence(self, student: Any, rules: SeisRules, reads: Reader = lambda seat: (len(seat.up),)) -> Note:
        """Put a function for the expected own turns, played alone, back into the equation of the first turn.

        `reads` turns what lies before the player into the arguments of the function: by default the number of cards
        still missing. Positions are tried from the fewest missing cards on; the first that fails is named.

        >>> rules = SeisRules(players=1, faces=2, wildcards={})
        >>> check = Exercise("Two cards").check_recurrence
        >>> print(check(lambda missing: missing + 1, rules))
        Right: your function satisfies the equation of the first turn at all 3 positions.
        >>> print(check(lambda missing: 2 * missing, rules))
        Not yet. Missing 1, 2: your function says 4, but one turn and then your own values give 3.
        """
        if student is ... or student is None:
            return Note(text(self.lang, "exercise.nothing_yet"))
        if not callable(student):
            return Note(text(self.lang, "exercise.not_a_function", value=_quote(student)))
        tried = 0
        try:
            for seat, state in positions(rules):
                tried += 1
                said = self._ask(student, seat, reads)
                turn = first_step(rules, state, lambda later: self._ask(student, later, reads))
                if said != turn:
                    where = self._words(seat)
                    return Note(
                        text(self.lang, "exercise.equation_fails", where=where, said=said, turn=turn), right=False
                    )
        except InvalidAnswer as error:
            return Note(str(error))
        return Note(text(self.lang, "exercise.equation_holds", count=tried), right=True)

    def _ask(self, student: Callable[..., Any], seat: Seat, reads: Reader) -> Fraction:
        """The student's value of a position; InvalidAnswer says what went wrong inside the function."""
        try:
            value = student(*reads(seat))
        except RecursionError as error:
            raise InvalidAnswer(text(self.lang, "exercise.endless", where=self._words(seat))) from error
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise InvalidAnswer(text(self.lang, "exercise.raised", where=self._words(seat), error=what)) from error
        try:
            return self._exact(value)
        except InvalidAnswer as error:
            raise InvalidAnswer(f"{self._words(seat)}: {error}") from error

    def _exact(self, value: Any) -> Fraction:
        """An answer as a fraction; InvalidAnswer explains why a decimal, a text or nothing is not one."""
        if isinstance(value, bool):
            raise InvalidAnswer(text(self.lang, "exercise.no_number", value=_quote(value)))
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        if value is ... or value is None:
            raise InvalidAnswer(text(self.lang, "exercise.nothing_yet"))
        if isinstance(value, float):
            raise InvalidAnswer(self._decimal(value))
        if isinstance(value, str):
            raise InvalidAnswer(text(self.lang, "exercise.text", value=_quote(value)))
        raise InvalidAnswer(text(self.lang, "exercise.no_number", value=_quote(value)))

    def _decimal(self, value: float) -> str:
        """Why a decimal is no answer, with the fraction it stands for where that is a simple one."""
        if isfinite(value) and Fraction(str(value)).denominator <= 100:
            simple = Fraction(str(value))
            fraction = f"Fraction({simple.numerator}, {simple.denominator})"
            return text(self.lang, "exercise.decimal", value=value, fraction=fraction)
        return text(self.lang, "exercise.decimal_form", value=value)

    def _words(self, seat: Seat) -> str:
        """A position in words: what is missing and what is in hand."""
        missing = text(self.lang, "exercise.missing", cards=", ".join(str(card) for card in seat.up))
        hand = [f"{count} {kind}" for kind, count in seat.wild.items() if count]
        return ", ".join([missing, *hand])


def positions(rules: SeisRules) -> Iterator[tuple[Seat, SeisState]]:
    """Every position of the game alone at the start of a turn, fewest missing cards and wildcards first.

    Each is the beginning of a smaller game. Only NUMERAL and DADO are dealt: the other cards need another player.
    """
    own = rules.wildcards_of(0)
    hands = sorted(product(range(own[Wild.NUMERAL] + 1), range(own[Wild.DADO] + 1)), key=lambda hand: (sum(hand), hand))
    for size in range(1, len(rules.numbers) + 1):
        for row in sorted(set(combinations(rules.numbers, size))):
            for numeral, dado in hands:
                smaller = replace(rules, players=1, row=row, wildcards=Wildcards({"NUMERAL": numeral, "DADO": dado}))
                state = smaller.initial()
                yield state.seats[0], state


def first_step(rules: SeisRules, state: SeisState, value: Callable[[Seat], Fraction]) -> Fraction:
    """The expected turns of playing one turn as well as can be and then needing `value`: the Bellman equation.

    >>> rules = SeisRules(players=1, faces=2, wildcards={})
    >>> first_step(rules, rules.initial(), lambda seat: Fraction(2))
    Fraction(3, 1)
    """
    alone = replace(rules, players=1, wildcards=Wildcards({}))

    def still(at: SeisState, rolled: bool) -> Fraction:
        if rolled and at.seats[0].up and at.phase in (Phase.BEFORE, Phase.ROLL) and not at.played:
            return value(at.seats[0])
        match alone.turn(at):
            case Terminal():
                return Fraction(0)
            case Decision(moves=moves):
                return min(still(alone.apply(at, move), rolled) for move in moves)
            case Chance(outcomes=outcomes):
                total = sum(weight for _, weight in outcomes)
                return (
                    sum((weight * still(alone.apply(at, move), True) for move, weight in outcomes), Fraction(0)) / total
                )

    return 1 + still(state, False)


def _quote(value: Any) -> str:
    """A value as it was typed, shortened."""
    shown = repr(value) if isinstance(value, str | int | float | complex | bool) else type(value).__name__
    return shown if len(shown) <= 60 else shown[:57] + "..."
