"""SEIS alone: the fewest expected turns from every position, by exact recursion.

A turn starts with cards face up (*up*), *n* NUMERAL and *d* DADO. Cards only go down and wildcards are only used up, so
the values can be computed from the end backwards. The only way back to the same position is a turn that changed
nothing; so the value x of a position solves, with the values e(f) of the ways out of a face f that are known already,

    x = 1 + min(value of playing DADO, sum over faces f of p(f) * min(e(f), x))

where x stands in a face's minimum only if the rules allow to change nothing. The right side is concave, piecewise
linear in x and grows slower than x: there is one root, found by exact policy iteration. No tolerance, no matrix.

Cards face up are one integer, five bits per number: equal cards are a count. Positions that differ only by a symmetry
of die and rules are solved once.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, inf, lcm, prod
from typing import TypeAlias

from seis_lab.exact.answers import Cancelled
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.wildcards import Wildcards

Value: TypeAlias = Fraction | float
"""An exact number of turns, or `math.inf` where the row can no longer be finished. It is never another float."""

Position: TypeAlias = tuple[int, int, int]
"""The start of a turn: cards face up, NUMERAL left, DADO left."""

BITS = 5
COUNT = 2**BITS - 1


@dataclass(frozen=True)
class Alone:
    """What the game alone depends on: the die as integer weights, and the options about NUMERAL, DADO and flipping."""

    weights: tuple[int, ...]
    numeral_wrap: bool
    numeral_per_roll: int
    dado_per_turn: int
    one_wildcard_per_turn: bool
    flip_optional: bool

    @classmethod
    def of(cls, rules: SeisRules) -> "Alone":
        """The part of the rules that matters alone; InvalidRules for a mode or die that this cannot handle."""
        if rules.mode != "traditional":
            raise InvalidRules(
                f"mode={rules.mode!r} cannot be solved alone; allowed: 'traditional', or in random mode a row that was "
                "dealt, as in turns(rules, row=[...])"
            )
        if rules.die is not None and rules.die.symbol is not None:
            raise InvalidRules(
                f"die={rules.die.written()!r} holds the symbol {rules.die.symbol!r}; "
                "ask seis_lab.exact.loaded_die.bias(rules), or give the symbol a value with rules.die.at(value)"
            )
        weights = [0] * rules.faces
        for roll, weight in rules.rolls:
            weights[roll.face - 1] = weight  # type: ignore[union-attr]
        return cls(
            tuple(weights),
            rules.numeral_wrap,
            rules.numeral_per_roll,
            rules.dado_per_turn,
            rules.max_wildcards_per_turn == 1,
            rules.flip == "optional",
        )

    @cached_property
    def total(self) -> int:
        """The sum of the weights: a face f has probability weights[f] / total."""
        return sum(self.weights)

    @cached_property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """The faces that can come, counted from 0, with their weights."""
        return tuple((face, weight) for face, weight in enumerate(self.weights) if weight)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each face the numbers that one NUMERAL makes of it, counted from 0."""
        size = len(self.weights)
        if self.numeral_wrap:
            return tuple(tuple(dict.fromkeys(((face - 1) % size, (face + 1) % size))) for face in range(size))
        return tuple(tuple(other for other in (face - 1, face + 1) if 0 <= other < size) for face in range(size))

    @cached_property
    def _symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The ways to renumber the faces, other than none, that change neither the die nor what NUMERAL can do."""
        size, weights = len(self.weights), self.weights
        shifts = range(size) if self.numeral_wrap else (0,)
        maps = [tuple((face + shift) % size for face in range(size)) for shift in shifts]
        maps += [image[::-1] for image in maps]
        return tuple(image for image in maps[1:] if all(weights[image[f]] == weights[f] for f in range(size)))

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """The faces in groups of equal weight."""
        groups: dict[int, list[int]] = {}
        for face, weight in enumerate(self.weights):
            groups.setdefault(weight, []).append(face)
        return tuple(tuple(group) for group in groups.values())

    def fold(self, up: int, numerals: int) -> int:
        """The representative of all cards face up that are equivalent by symmetry.

        Without NUMERAL neighbours do not matter, and faces of equal probability may be exchanged at will.
        """
        counts = self.counts(up)
        if numerals:
            return max([up, *(pack(counts[face] for face in image) for image in self._symmetries)])
        folded = [0] * len(counts)
        for group in self.alike:
            for face, count in zip(group, sorted((counts[face] for face in group), reverse=True), strict=True):
                folded[face] = count
        return pack(folded)

    def counts(self, up: int) -> list[int]:
        """How many cards of each number are face up."""
        return [up >> BITS * face & COUNT for face in range(len(self.weights))]


def pack(counts: Iterable[int]) -> int:
    """Cards face up as one integer, from how many there are of each number."""
    return sum(count << BITS * face for face, count in enumerate(counts))


def pack_cards(numbers: Iterable[int]) -> int:
    """Cards face up as one integer, from their numbers.

    >>> pack_cards([1, 1, 3]) == pack([2, 0, 1])
    True
    """
    return sum(1 << BITS * (number - 1) for number in numbers)


def start_of(rules: SeisRules, seat: int = 0) -> Position:
    """Where a seat starts: all its cards face up, all its NUMERAL and DADO left."""
    held: Wildcards = rules.wildcards_of(seat)
    return pack_cards(rules.numbers), held["NUMERAL"], held["DADO"]


def positions(model: Alone, start: Position) -> int:
    """How many unfinished positions at the start of a turn there are: rows times NUMERAL times DADO."""
    up, numerals, dados = start
    return (prod(count + 1 for count in model.counts(up)) - 1) * (numerals + 1) * (dados + 1)


def most_to_solve(model: Alone, start: Position) -> int:
    """A bound for the positions to solve: without NUMERAL, rows that are alike are solved once."""
    up, numerals, dados = start
    counts = model.counts(up)
    alike = prod(comb(len(group) + max(counts[f] for f in group), len(group)) for group in model.alike)
    return positions(model, (up, numerals, dados)) // (numerals + 1) * numerals + alike * (dados + 1)


def weighted_sum(parts: Sequence[tuple[int, Value]]) -> Value:
    """The sum of weight times value; fractions are added over one common denominator, which takes half the time.

    >>> weighted_sum([(1, Fraction(1, 2)), (2, Fraction(1, 3))]), weighted_sum([(1, Fraction(1, 2)), (1, inf)])
    (Fraction(7, 6), inf)
    """
    fractions = [(weight, value) for weight, value in parts if isinstance(value, Fraction)]
    if len(fractions) < len(parts):  # something endless, or functions of a symbol in the die
        return inf if any(value == inf for _, value in parts) else sum(weight * value for weight, value in parts)
    common = lcm(*(value.denominator for _, value in fractions))
    return sum(weight * v.numerator * (common // v.denominator) for weight, v in fractions) * Fraction(1, common)


class Values:
    """The least expected number of turns from every position alone, computed when asked for and kept.

    `start` counts the turn that begins; `roll` counts only the turns after the present one.
    """

    def __init__(self, model: Alone) -> None:
        """Begin with nothing computed."""
        self.model = model
        self.known: dict[Position, Value] = {}
        self.checked: set[Position] = set()
        self._rolls: dict[tuple[int, int, int, int, bool], Value] = {}
        self._folded: dict[tuple[int, bool], int] = {}
        self._watch: Callable[[int], None] | None = None

    def watched(self, watch: Callable[[int], None]) -> "Values":
        """The same values; `watch` is called with the number of known positions whenever one more is solved."""
        other = copy(self)
        other._watch = watch
        return other

    def fold(self, up: int, numerals: int) -> int:
        """The representative of the cards face up, remembered."""
        key = (up, numerals > 0)
        found = self._folded.get(key)
        if found is None:
            found = self._folded[key] = self.model.fold(up, numerals)
        return found

    def has(self, position: Position) -> bool:
        """Whether the value of a position is known already."""
        up, numerals, dados = position
        return (self.fold(up, numerals), numerals, dados) in self.known

    def unchecked(self) -> list[Position]:
        """The positions that were solved since `checked` was last added to."""
        if len(self.checked) == len(self.known):
            return []
        return [position for position in list(self.known) if position not in self.checked]

    def start(self, up: int, numerals: int, dados: int) -> Value:
        """Expected turns from the start of a turn, that turn included; 0 when no card is face up."""
        if not up:
            return Fraction(0)
        up = self.fold(up, numerals)
        key = (up, numerals, dados)
        found = self.known.get(key)
        if found is None:
            found = 1 + min(self.one_roll(up, numerals, dados), *self.with_dado(up, numerals, dados).values(), inf)
            self.known[key] = found
            if self._watch:
                self._watch(len(self.known))
        return found

    def with_dado(self, up: int, numerals: int, dados: int) -> dict[int, Value]:
        """Expected turns after this one, by how many DADO are played before rolling (at least one)."""
        model = self.model
        most = min(dados, 1 if model.one_wildcard_per_turn else model.dado_per_turn)
        return {n: self.roll(up, numerals, dados - n, n, model.one_wildcard_per_turn) for n in range(1, most + 1)}

    def one_roll(self, up: int, numerals: int, dados: int) -> Value:
        """Expected turns after this one when no DADO is played: the root of the equation, less 1."""
        outs = [(weight, *self.ways(up, numerals, dados, 0, False, face)) for face, weight in self.model.faces]
        if any(out == inf and not stay for _, out, stay in outs) or all(out == inf for _, out, _ in outs):
            return inf
        leave = [(weight, out) for weight, out, _ in outs if out != inf]
        while True:
            gone = sum(weight for weight, _ in leave)
            root = (self.model.total + weighted_sum(leave)) / gone
            better = [(weight, out) for weight, out, stay in outs if not stay or out < root]
            if better == leave:
                return root - 1
            leave = better

    def roll(self, up: int, numerals: int, dados: int, more: int, used: bool) -> Value:
        """Expected turns after this one, before a roll after which `more` rolls follow in the turn.

        `used` says that the only wildcard the turn allows is played already.
        """
        up = self.fold(up, numerals)
        key = (up, numerals, dados, more, used)
        found = self._rolls.get(key)
        if found is None:
            faces = self.model.faces
            values = [(weight, self.settle(up, numerals, dados, more, used, face)) for face, weight in faces]
            summed = weighted_sum(values)
            found = self._rolls[key] = inf if summed == inf else summed / self.model.total
        return found

    def ways(
        self, up: int, numerals: int, dados: int, more: int, used: bool, face: int, changes: int = 0
    ) -> tuple[Value, bool]:
        """The best that comes of a number on the die by changing something, and whether changing nothing is allowed."""
        model = self.model
        has_card = up >> BITS * face & COUNT
        best = self.after(up - (1 << BITS * face), numerals, dados, more, used) if has_card else inf
        if numerals and not used and changes < model.numeral_per_roll:
            played = model.one_wildcard_per_turn
            for other in model.neighbours[face]:
                best = min(best, self.settle(up, numerals - 1, dados, more, played, other, changes + 1))
        return best, not has_card or model.flip_optional

    def settle(self, up: int, numerals: int, dados: int, more: int, used: bool, face: int, changes: int = 0) -> Value:
        """Expected turns after this one with a number on the die that `changes` NUMERAL have changed already."""
        best, stay = self.ways(up, numerals, dados, more, used, face, changes)
        return min(best, self.after(up, numerals, dados, more, used)) if stay else best

    def after(self, up: int, numerals: int, dados: int, more: int, used: bool) -> Value:
        """Expected turns after this one once a roll is settled: the next roll of the turn, or the next turn."""
        if not up:
            return Fraction(0)
        return self.roll(up, numerals, dados, more - 1, used) if more else self.start(up, numerals, dados)


def watcher(
    total: int, progress: Callable[[int, int], None] | None, cancelled: Callable[[], bool] | None
) -> Callable[[int], None] | None:
    """What `Values` calls as it solves: passes on progress, and stops with Cancelled when asked to."""
    if progress is None and cancelled is None:
        return None

    def watch(solved: int) -> None:
        if cancelled is not None and cancelled():
            raise Cancelled(f"cancelled after {solved} of at most {total} positions")
        if progress is not None:
            progress(min(solved, total), total)

    return watch
