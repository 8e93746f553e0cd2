"""What the duel depends on: its rules in a nutshell, the hands a player can have, and where their values are kept.

A *hand* is what one player has at the start of a turn: the cards face up and the wildcards left. It is a number from 0
on. Hands that only differ by a symmetry of die, row and rules are one: with a NUMERAL in hand 1..6 may be read as 6..1;
without one neighbours do not matter, and all numbers of equal probability and equal count are alike.

REVERSA is left out where it has no effect; where it acts as SALTAR it counts as one (only one can matter in a turn).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, product
from typing import TypeAlias

from seis_lab.game import InvalidRules, quote
from seis_lab.games.seis import SeisRules
from seis_lab.games.wildcards import Wild

Counts: TypeAlias = tuple[int, ...]
"""How many cards of each number are face up, number 1 first; or how many wildcards of each of `KINDS` are left."""

KINDS = (Wild.DADO, Wild.SALTAR, Wild.NUMERAL, Wild.VOLTEAR, Wild.TIRADOR)
DADO, SALTAR, NUMERAL, VOLTEAR, TIRADOR = range(5)
STALLS = (
    "flip='optional': in some position the best play would turn no card whatever the die shows, and the duel might "
    "never end; allowed: 'compulsory'"
)
NO_CARD, FINISHED = -1, -2  # instead of a hand: no card of that number is face up; it was the last one


@dataclass(frozen=True)
class DuelModel:
    """The part of the rules that changes a duel; two rules with the same model are the same game for two."""

    weights: Counts
    row: Counts
    sets: tuple[Counts, Counts]
    numeral_wrap: bool
    numeral_per_roll: int
    dado_per_turn: int
    shot_before_numeral: bool
    shot_ends_turn: bool
    one_wildcard_per_turn: bool
    one_of_a_kind_per_turn: bool
    attacker_raises: bool
    flip_optional: bool

    @classmethod
    def of(cls, rules: SeisRules) -> "DuelModel":
        """The model of the rules; InvalidRules names the option that a duel cannot handle.

        >>> DuelModel.of(SeisRules(players=3))
        Traceback (most recent call last):
        seis_lab.game.InvalidRules: players=3 is not a duel; allowed: 2 (three and more have no single value)
        """
        if rules.players != 2:
            raise InvalidRules(
                f"players={rules.players} is not a duel; allowed: 2 (three and more have no single value)"
            )
        if rules.mode != "traditional":
            raise InvalidRules(f"mode={rules.mode!r} cannot be solved as a duel; allowed: 'traditional'")
        if rules.die is not None and rules.die.symbol is not None:
            raise InvalidRules(
                f"die={rules.die.written()!r} holds the symbol {rules.die.symbol!r}; a duel needs numbers: give the "
                "symbol a value with rules.die.at(value)"
            )
        weights = [0] * rules.faces
        for roll, weight in rules.rolls:
            weights[roll.face - 1] = weight  # type: ignore[union-attr]
        row = tuple(rules.numbers.count(number) for number in range(1, rules.faces + 1))
        for number, (weight, count) in enumerate(zip(weights, row, strict=True), start=1):
            if count and not weight:
                raise InvalidRules(
                    f"die={quote(rules.die.written() if rules.die else None)} never shows {number}, but the row has a "
                    f"card {number}: the duel may never end; allowed: a positive probability for every card"
                )
        first, second = (held_by(rules, rules.wildcards_of(seat)) for seat in range(2))
        return cls(
            tuple(weights),
            row,
            (first, second),
            rules.numeral_wrap,
            rules.numeral_per_roll,
            rules.dado_per_turn,
            rules.tirador_window == "before NUMERAL",
            rules.tirador_scope == "whole turn",
            rules.max_wildcards_per_turn == 1,
            rules.same_kind_per_turn == 1,
            rules.voltear_chooser == "attacker",
            rules.flip == "optional",
        )

    @property
    def even(self) -> bool:
        """Whether both seats start with the same wildcards, so that one table serves both."""
        return self.sets[0] == self.sets[1]

    @cached_property
    def chances(self) -> tuple[Fraction, ...]:
        """The probability of each face."""
        return tuple(Fraction(weight, sum(self.weights)) for weight in self.weights)

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """For each face, counted from 0, what one NUMERAL makes of it."""
        size = len(self.weights)
        if self.numeral_wrap:
            return tuple(tuple(dict.fromkeys(((face - 1) % size, (face + 1) % size))) for face in range(size))
        return tuple(tuple(other for other in (face - 1, face + 1) if 0 <= other < size) for face in range(size))

    def most_dados(self, held: int) -> int:
        """How many DADO a player who holds so many may play in one turn."""
        return min(held, self.dado_per_turn, 1 if self.one_wildcard_per_turn else held)

    def fold_near(self, up: Counts) -> Counts:
        """The representative of a row whose player has a NUMERAL: the greatest of its images."""
        return max(tuple(up[face] for face in image) for image in self._images)

    def fold_alike(self, up: Counts) -> Counts:
        """The representative of a row whose player has no NUMERAL: counts sorted among faces that are alike."""
        folded = list(up)
        for group in self._groups:
            for face, count in zip(group, sorted((up[face] for face in group), reverse=True), strict=True):
                folded[face] = count
        return tuple(folded)

    @cached_property
    def _images(self) -> tuple[Counts, ...]:
        """The ways to renumber the faces that keep die, row and neighbours."""
        size = len(self.weights)
        turned = [tuple((face + by) % size for face in range(size)) for by in range(size if self.numeral_wrap else 1)]
        images = [*turned, *(image[::-1] for image in turned)]
        kept = (self.weights, self.row)
        return tuple(i for i in images if all(tuple(one[face] for face in i) == one for one in kept))

    @cached_property
    def _groups(self) -> tuple[Counts, ...]:
        """The faces in groups of equal probability and equal number of cards."""
        groups: dict[tuple[int, int], list[int]] = {}
        for face, key in enumerate(zip(self.weights, self.row, strict=True)):
            groups.setdefault(key, []).append(face)
        return tuple(tuple(group) for group in groups.values())


def held_by(rules: SeisRules, wild: Mapping[str, int]) -> Counts:
    """The wildcards that matter, in the order of `KINDS`: REVERSA counts as SALTAR or not at all.

    >>> from seis_lab.games.wildcards import Wildcards
    >>> held_by(SeisRules(reversa_two_players="acts as SALTAR"), Wildcards({"SALTAR": 1, "REVERSA": 2, "DADO": 1}))
    (1, 3, 0, 0, 0)
    """
    counts = [wild[kind] for kind in KINDS]
    if rules.reversa_two_players == "acts as SALTAR":
        counts[SALTAR] += wild[Wild.REVERSA]
    return tuple(counts)


class Rows:
    """The unfinished rows up to symmetry, fewest cards face up first, and what turning a card makes of each."""

    def __init__(self, row: Counts, fold: Callable[[Counts], Counts], most: int) -> None:
        """Find every row that can be reached from the full one; InvalidRules when there are more than `most`."""
        self.fold = fold
        found = {fold(row)}
        waiting = list(found)
        for up in waiting:  # grows as it goes
            for face in range(len(row)):
                down = fold(_add(up, face, -1)) if up[face] else up
                if any(down) and down not in found:
                    found.add(down)
                    waiting.append(down)
            if len(found) > most:
                raise InvalidRules(
                    f"row: more than {most} different rows of cards, over the budget; allowed: a shorter row, or a "
                    "larger budget=..."
                )
        self.counts: tuple[Counts, ...] = tuple(sorted(found, key=lambda up: (sum(up), up)))
        self.index = {up: at for at, up in enumerate(self.counts)}
        self.ups = tuple(sum(up) for up in self.counts)
        self.flips = tuple(tuple(self._flip(up, face) for face in range(len(row))) for up in self.counts)
        self.raises = tuple(
            tuple(dict.fromkeys(self.at(_add(up, face, 1)) for face in range(len(row)) if up[face] < row[face]))
            for up in self.counts
        )

    def at(self, up: Counts) -> int:
        """The number of a row."""
        return self.index[self.fold(up)]

    def _flip(self, up: Counts, face: int) -> int:
        if not up[face]:
            return NO_CARD
        return self.at(_add(up, face, -1)) if sum(up) > 1 else FINISHED


class Hands:
    """All hands of one seat, numbered by configuration (the wildcards left) and then by row."""

    def __init__(self, model: DuelModel, seat: int, rows: tuple[Rows, Rows]) -> None:
        """Take the rows without and with a NUMERAL."""
        self.held = model.sets[seat]
        self.rows = rows
        self.configs: tuple[Counts, ...] = tuple(product(*(range(count + 1) for count in self.held)))
        self.index = {config: at for at, config in enumerate(self.configs)}
        self.family = tuple(int(config[NUMERAL] > 0) for config in self.configs)
        self.sizes = tuple(len(rows[family].counts) for family in self.family)
        self.first = (0, *accumulate(self.sizes))
        self.less = tuple(
            tuple(self.index[_add(config, kind, -1)] if config[kind] else -1 for kind in range(len(KINDS)))
            for config in self.configs
        )
        alike, near = rows
        self.lower = tuple(alike.at(up) for up in near.counts)  # the row once the last NUMERAL is spent

    def __len__(self) -> int:
        """How many hands there are."""
        return self.first[-1]

    def hand(self, up: Counts, config: Counts) -> int:
        """The number of the hand with these cards face up and these wildcards; KeyError where there is none."""
        at = self.index[config]
        return self.first[at] + self.rows[self.family[at]].at(up)

    @cached_property
    def config(self) -> list[int]:
        """The configuration of each hand."""
        return [at for at, size in enumerate(self.sizes) for _ in range(size)]

    @cached_property
    def row(self) -> list[int]:
        """The row of each hand, in its family."""
        return [row for size in self.sizes for row in range(size)]

    @cached_property
    def spend(self) -> list[list[int]]:
        """For each kind of `KINDS` the hand after one is spent, or -1 where there is none."""
        return [[self._spent(at, row, kind) for at, row in self._each()] for kind in range(len(KINDS))]

    @cached_property
    def flip(self) -> list[tuple[int, ...]]:
        """For each hand and face the hand after that card is turned, or `NO_CARD`, or `FINISHED`."""
        flips = (self.rows[self.family[at]].flips[row] for at, row in self._each())
        return [
            tuple(to if to < 0 else first + to for to in flip)
            for flip, first in zip(flips, self._first_of, strict=True)
        ]

    @cached_property
    def raises(self) -> list[tuple[int, ...]]:
        """For each hand the different hands after one face-down card is raised."""
        raises = (self.rows[self.family[at]].raises[row] for at, row in self._each())
        return [tuple(first + to for to in up) for up, first in zip(raises, self._first_of, strict=True)]

    def ups(self, hand: int) -> int:
        """How many cards are face up."""
        return self.rows[self.family[self.config[hand]]].ups[self.row[hand]]

    def _each(self) -> Iterable[tuple[int, int]]:
        return zip(self.config, self.row, strict=True)

    @cached_property
    def _first_of(self) -> list[int]:
        return [self.first[at] for at in self.config]

    def _spent(self, at: int, row: int, kind: int) -> int:
        less = self.less[at][kind]
        if less < 0:
            return -1
        last = self.family[at] > self.family[less]
        return self.first[less] + (self.lower[row] if last else row)


class Places:
    """Both seats' hands, and where in one flat table the value of a start of a turn is kept.

    The table lists, for seat A to move and then for seat B, all pairs of configurations, and for each all pairs of
    rows. Where both seats start with the same wildcards, B's part is A's.
    """

    def __init__(self, model: DuelModel, budget: int) -> None:
        """Number the hands; InvalidRules when there are more positions than the budget allows."""
        self.model = model
        most = int(budget**0.5) + 1
        rows = (Rows(model.row, model.fold_alike, most), Rows(model.row, model.fold_near, most))
        sizes = [Places._count(model.sets[seat], rows) for seat in range(2)]
        self.size = sizes[0] * sizes[1] * (1 if model.even else 2)
        if self.size > budget:
            raise InvalidRules(
                f"the duel has {self.size} positions, over the budget of {budget}; allowed: fewer wildcards, a shorter "
                "row, or a larger budget=..."
            )
        first = Hands(model, 0, rows)
        self.hands = (first, first if model.even else Hands(model, 1, rows))
        self.base = (0, 0 if model.even else sizes[0] * sizes[1])

    @staticmethod
    def _count(held: Counts, rows: tuple[Rows, Rows]) -> int:
        others = 1
        for kind, count in enumerate(held):
            others *= count + 1 if kind != NUMERAL else 1
        return others * (len(rows[0].counts) + held[NUMERAL] * len(rows[1].counts))

    @property
    def even(self) -> bool:
        """Whether one table serves both seats."""
        return self.model.even

    def at(self, seat: int, mine: int, other: int) -> int:
        """Where the value is of a turn that `seat` begins with the hand `mine` against the hand `other`."""
        my, your = self.hands[seat], self.hands[1 - seat]
        c, d = my.config[mine], your.config[other]
        block = my.first[c] * len(your) + my.sizes[c] * your.first[d]
        return self.base[seat] + block + my.row[mine] * your.sizes[d] + your.row[other]

    def layers(self) -> list[list[tuple[int, int]]]:
        """The pairs of configurations (of A, of B), grouped by the wildcards left in all, fewest first.

        The layers of one group do not depend on one another. Where both seats are alike, only one order is listed.
        """
        first, second = self.hands
        groups: dict[int, list[tuple[int, int]]] = {}
        for c, mine in enumerate(first.configs):
            for d, other in enumerate(second.configs):
                if not self.even or c >= d:
                    groups.setdefault(sum(mine) + sum(other), []).append((c, d))
        return [groups[total] for total in sorted(groups)]


def _add(counts: Counts, at: int, by: int) -> Counts:
    return (*counts[:at], counts[at] + by, *counts[at + 1 :])
