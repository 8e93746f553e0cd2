"""Certification: values are put back into the equations of the game before they are shown as exact.

Written apart from the solver on purpose. It works in integers over one common denominator, lists what a roll can come
to instead of recursing over NUMERAL, knows no symmetry, and solves nothing: it only asks whether

    value(start of a turn) = 1 + the least, over everything the player may do, of the expected value of what follows

holds at every position the answer rests on. As the equation of each position has one root at most, values that satisfy
all of them are the values.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import inf, lcm

from seis_lab.exact.alone import BITS, COUNT, Alone, Position, Value

METHOD = "back-substitution"


class CheckFailed(AssertionError):
    """A value that does not satisfy its equation: an error of this program, never of its user."""


def back_substitute(
    model: Alone,
    known: Mapping[Position, Value],
    look_up: Callable[[int, int, int], Value],
    positions: Iterable[Position] | None = None,
) -> None:
    """Raise CheckFailed unless the value of every position (by default, of all that are known) satisfies its equation.

    `look_up(up, numerals, dados)` gives the value at the start of any turn, that turn included.
    """
    common = lcm(*(value.denominator for value in known.values() if isinstance(value, Fraction)))
    book = _Book(model, look_up, common)
    for position in known if positions is None else positions:
        value = known[position]
        if value == inf:
            if any(look_up(*end) != inf for end in _ends(model, position)):
                raise CheckFailed(f"position {position} can be finished, but its value says never")
        else:
            follows, scale = book.best(*position)
            right = common + Fraction(follows, scale)
            if int(value * common) != right:
                raise CheckFailed(
                    f"value {value} of position {position} does not satisfy its equation: {right / common}"
                )


class _Book:
    """Scaled values: a value v is kept as v * common * total**rolls, or None where the row is never finished."""

    def __init__(self, model: Alone, look_up: Callable[[int, int, int], Value], common: int) -> None:
        self.model = model
        self.look_up = look_up
        self.common = common
        self.rolls: dict[tuple[int, int, int, int, bool], int | None] = {}

    def best(self, up: int, numerals: int, dados: int) -> tuple[int, int]:
        """The least expected value after this turn as a numerator and a scale; CheckFailed when there is none."""
        choices: list[tuple[int, int]] = []
        for played in range(most_dados(self.model, dados) + 1):
            used = self.model.one_wildcard_per_turn and played > 0
            value = self.expected(up, numerals, dados - played, played + 1, used)
            if value is not None:
                choices.append((value, self.model.total ** (played + 1)))
        if not choices:
            raise CheckFailed(f"position {(up, numerals, dados)} has a value but cannot be finished")
        return min(choices, key=lambda choice: Fraction(*choice))

    def expected(self, up: int, numerals: int, dados: int, rolls: int, used: bool) -> int | None:
        """The expected value over so many rolls, each answered as well as possible."""
        if not up:
            return 0
        if not rolls:
            value = self.look_up(up, numerals, dados)
            return value.numerator * (self.common // value.denominator) if isinstance(value, Fraction) else None
        key = (up, numerals, dados, rolls, used)
        if key not in self.rolls:
            self.rolls[key] = self._expected(*key)
        return self.rolls[key]

    def _expected(self, up: int, numerals: int, dados: int, rolls: int, used: bool) -> int | None:
        summed = 0
        for face, weight in self.model.faces:
            ends = (
                self.expected(end, left, dados, rolls - 1, capped)
                for end, left, capped in settled(self.model, up, numerals, used, face)
            )
            values = [value for value in ends if value is not None]
            if not values:
                return None
            summed += weight * min(values)
        return summed


def most_dados(model: Alone, dados: int) -> int:
    """How many DADO may be played before the first roll of a turn."""
    return min(dados, model.dado_per_turn, 1 if model.one_wildcard_per_turn else dados)


def _ends(model: Alone, position: Position) -> set[Position]:
    """Every position in which the next turn can start."""
    up, numerals, dados = position
    ends: set[Position] = set()
    for played in range(most_dados(model, dados) + 1):
        reached = {(up, numerals, model.one_wildcard_per_turn and played > 0)}
        for _ in range(played + 1):
            reached = {end for at in reached for face, _ in model.faces for end in settled(model, *at, face)}
        ends |= {(left, n, dados - played) for left, n, _ in reached}
    return ends


def settled(model: Alone, up: int, numerals: int, used: bool, face: int) -> Iterable[tuple[int, int, bool]]:
    """Everything a roll can come to: cards face up, NUMERAL left, and whether the turn's only wildcard is used."""
    numbers = {(face, numerals, used)}
    shown = set(numbers)
    for _ in range(model.numeral_per_roll):
        numbers = {
            (other, left - 1, model.one_wildcard_per_turn)
            for number, left, capped in numbers
            if left and not capped
            for other in model.neighbours[number]
        }
        shown |= numbers
    for number, left, capped in shown:
        matches = up >> BITS * number & COUNT > 0
        if matches:
            yield up - (1 << BITS * number), left, capped
        if not matches or model.flip_optional:
            yield up, left, capped
