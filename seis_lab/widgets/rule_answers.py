"""What the rule lab knows: the answers to one question before and after a change of rules.

Values only, no widgets. A lab knows no game. What differs from game to game it asks of the game's *bench*: one module
of plain functions, named in `BENCHES`, which asks the questions and makes an `Answer`. `compare` puts two side by side.

A number is exact or certified, a fraction, or an estimate with its interval; what is calculated with an estimate is
an estimate.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import hypot
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from seis_lab.exact.answers import Estimate
from seis_lab.widgets.policy_change import Change

if TYPE_CHECKING:
    from seis_lab.sim.verdict import Verdict

BENCHES: Mapping[str, str] = {"seis": "seis_bench", "cabron": "cabron_bench", "galician": "galician_bench"}
"""The module that is each game's bench, by the game's name."""

Progress: TypeAlias = Callable[[int, int], None] | None
Stop: TypeAlias = Callable[[], bool] | None
Number: TypeAlias = Fraction | Estimate

TAIL = Fraction(99, 100)  # a law is shown up to the turn by which so many games are over,
LONGEST_LAW = 300  # or up to this turn


@dataclass(frozen=True)
class Line:
    """One number of an answer: the key and values of its label, its unit, and whether a chart of the answer has it.

    `error` is a proved bound on the error of a fraction: 0 where it is exact.
    """

    key: str
    values: tuple[tuple[str, Any], ...]
    amount: Number
    unit: str
    drawn: bool = True
    error: Fraction = Fraction(0)


@dataclass(frozen=True)
class Answer:
    """The answer to a question under one set of rules.

    `check` names how exact numbers were verified, `law` is what a simulation can put on trial, `time` the law of how
    long a game takes where it is to be drawn (with `pmf` and `cdf`).
    """

    question: str
    rules: Any
    lines: tuple[Line, ...]
    check: str = ""
    law: Any = None
    time: Any = None

    @property
    def estimate(self) -> Estimate | None:
        """Its first estimate; None where every number is exact."""
        return next((line.amount for line in self.lines if isinstance(line.amount, Estimate)), None)


@dataclass(frozen=True)
class Comparison:
    """Two answers, and the first change of best play, or how many positions were compared in vain."""

    before: Answer
    after: Answer
    change: Change | int

    def pairs(self) -> Iterator[tuple[Line, Number | None, Number | None]]:
        """Every line with its number before and after; None where one of the two has no such line."""
        sides = [{(line.key, line.values): line for line in answer.lines} for answer in (self.before, self.after)]
        names = list(sides[0])
        for place, name in enumerate(sides[1]):
            if name not in sides[0]:
                names.insert(names.index(list(sides[1])[place - 1]) + 1 if place else 0, name)
        for name in names:
            lines = [side.get(name) for side in sides]
            numbers = [None if line is None else line.amount for line in lines]
            yield max((line for line in lines if line is not None), key=lambda one: one.error), numbers[0], numbers[1]

    @property
    def error(self) -> Fraction:
        """The greatest proved bound on the error of a number: 0 where all are exact."""
        return max((line.error for side in (self.before, self.after) for line in side.lines), default=Fraction(0))

    def law(self) -> list[tuple[int, Fraction, Fraction]]:
        """P(T = n) before and after for n = 0, 1, ... until nearly every game is over; empty where there is no law.

        Beyond turn `LONGEST_LAW` nothing is listed: with a rare face there would be thousands.
        """
        before, after = self.before.time, self.after.time
        if before is None or after is None:
            return []
        listed: list[tuple[int, Fraction, Fraction]] = []
        for n in range(LONGEST_LAW + 1):
            listed.append((n, before.pmf(n), after.pmf(n)))
            if min(before.cdf(n), after.cdf(n)) >= TAIL:
                break
        return listed


@dataclass(frozen=True)
class Trial:
    """A law on trial: the verdict, what was compared by name, what was found and what is exact, and their unit."""

    verdict: "Verdict"
    what: str
    found: Estimate
    exact: Fraction
    unit: str


class Bench(Protocol):
    """What a lab asks of a game.

    `TITLE` is the key of its name; `QUESTIONS` come in order.
    """

    TITLE: str
    QUESTIONS: tuple[str, ...]

    def ask(self, question: str, rules: Any, progress: Progress = None, cancelled: Stop = None) -> Answer:
        """The answer to a question about these rules."""

    def change(self, question: str, before: Any, after: Any, cancelled: Stop = None) -> Change | int:
        """The first change of best play, or how many positions were compared in vain."""

    def dead(self, question: str, rules: Any) -> dict[str, str]:
        """The options that cannot change the answer, each with the key of the reason."""

    def dead_kinds(self, question: str, rules: Any) -> dict[str, str]:
        """The kinds of wildcard that a question leaves out, each with the key of the reason."""

    def seats(self, question: str, rules: Any) -> int:
        """How many hands of wildcards the question is about."""

    def left_out_words(self, question: str, rules: Any, lang: str) -> str:
        """What somebody holds and the question has to leave out, in words, or nothing."""

    def basis(self, answer: Answer, error: Fraction, lang: str) -> list[str]:
        """What the numbers of an answer rest on, in sentences; `error` is the bound for the whole page."""

    def wrong_text(self, name: str, given: Mapping[str, Any], typed: str, lang: str) -> str:
        """What is wrong with the text of an option that was typed, in words."""

    def unanswered(self, rules: Any, lang: str) -> tuple[str, str] | None:
        """The option that no question has an answer for, with the reason in words."""

    def trial(
        self, answer: Answer, games: int, seed: int, lang: str, progress: Progress = None, cancelled: Stop = None
    ) -> Trial:
        """Simulate the rules of an answer and put its law on trial; ValueError says why there is nothing to try."""

    def python(self, answer: Answer) -> tuple[str, str]:
        """The lines that import what asks for an answer again, and the call."""


def bench_of(game: str) -> Bench:
    """The bench of a game, by its name; KeyError for a game that has none."""
    return cast(Bench, import_module(f"seis_lab.widgets.{BENCHES[game]}"))


def compare(before: Answer, after: Answer, cancelled: Stop = None) -> Comparison:
    """Two answers to one question, side by side.

    >>> from seis_lab.games.seis import SeisRules
    >>> ask = bench_of("seis").ask
    >>> old, new = (ask("turns", SeisRules(wildcards=hand)) for hand in ({}, {"NUMERAL": 1}))
    >>> line, *numbers = next(compare(old, new).pairs())
    >>> [str(Fraction(number)) for number in numbers]
    ['147/10', '331/30']
    """
    change = bench_of(after.rules.name).change(after.question, before.rules, after.rules, cancelled)
    return Comparison(before, after, change)


def difference_of(before: Number | None, after: Number | None) -> Number | None:
    """After minus before, where both exist; estimates come from independent games, so their errors add as squares do.

    >>> one, two = (Estimate(value, value - 0.03, value + 0.03, confidence=0.95, games=100) for value in (0.5, 0.6))
    >>> print(difference_of(Fraction(1, 5), one))
    0.3000 (estimate, 95 % interval 0.2700 to 0.3300, 100 games)
    >>> print(difference_of(one, two))
    0.1000 (estimate, 95 % interval 0.0576 to 0.1424, 100 games)
    >>> difference_of(one, one)
    Fraction(0, 1)
    """
    if before is None or after is None:
        return None
    if before == after:
        return Fraction(0)
    if isinstance(before, Fraction) and isinstance(after, Fraction):
        return Fraction(after) - Fraction(before)
    value, half = float(after) - float(before), hypot(_reach(before), _reach(after))
    estimates = [number for number in (before, after) if isinstance(number, Estimate)]
    confidence, games = (min(getattr(number, name) for number in estimates) for name in ("confidence", "games"))
    return Estimate(value, value - half, value + half, confidence, games)


def _reach(number: Number) -> float:
    """The longer side of the interval; nothing where the number is exact."""
    return max(number.high - number.value, number.value - number.low) if isinstance(number, Estimate) else 0.0
