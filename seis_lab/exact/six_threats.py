"""Forced wins while tiles are placed: an and-or search on threats.

A figure that lacks one tile is a threat: the other side must fill its last cell, or win at once. So nearly every own
turn of a forced win is a threat, and two threats at once win. What is left out loses nothing:

- a win in two own turns needs a cell that makes two threats (figures that lack two tiles and share that cell, with
  different last cells), because one threat is answered and none is ignored;
- a first turn of a win in three that is no threat must leave such a cell, wherever it lies, or two turns later there is
  none: tiles of the other side only take cells away from figures.

With `quiet=False` turns that make no threat are not tried (*threat-space search*, Allis 1994): deeper, not complete.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.six_board import Board


class OutOfBudget(Exception):
    """The search has looked at as many positions as it may."""


@dataclass
class Budget:
    """How many positions a search may look at, how many it has, and who may stop it."""

    most: int
    cancelled: Callable[[], bool] | None = None
    used: int = 0

    def spend(self) -> None:
        """Count one more position; OutOfBudget beyond the most, Cancelled when that is asked for."""
        if self.used >= self.most:
            raise OutOfBudget
        self.used += 1
        if self.cancelled is not None and self.cancelled():
            raise Cancelled(f"the search was cancelled after {self.used} positions; nothing of it is kept")


@dataclass(frozen=True)
class Plan:
    """How a win is forced: a cell to place on, what follows the replies named, and the cells that answer all others.

    Without replies and answers the placement makes the figure.
    """

    cell: int
    replies: dict[int, "Plan"] = field(default_factory=dict)
    answers: tuple[int, ...] = ()


class Placing:
    """The search, for the colour to move, on a board; it leaves the board as it was."""

    def __init__(self, board: Board, colour: int, budget: Budget, quiet: bool = True) -> None:
        """Search for wins of this colour within the budget; with `quiet`, through turns that make no threat too."""
        self.board, self.own, self.other = board, colour, 1 - colour
        self.budget, self.quiet = budget, quiet
        self._known: dict[tuple[frozenset[int], frozenset[int], int], Plan | None] = {}

    def attack(self, turns: int, among: Iterable[int] | None = None) -> Plan | None:
        """A plan that wins within so many own turns, or None; the first placement is one of `among`, where given."""
        if among is not None:
            return self._attack(turns, list(among))
        key = (frozenset(self.board.tiles[self.own]), frozenset(self.board.tiles[self.other]), turns)
        if key not in self._known:
            self._known[key] = self._attack(turns, None)
        return self._known[key]

    def _attack(self, turns: int, among: list[int] | None) -> Plan | None:
        self.budget.spend()
        wins = self.board.completing(self.own)
        if wins:
            return Plan(wins[0])
        must = self.board.completing(self.other)
        if turns == 1 or len(must) > 1:
            return None
        for cell in self._tries(turns, must, among):
            self.board.put(self.own, cell)
            try:
                found = self._hold(turns - 1)
            finally:
                self.board.take(self.own, cell)
            if found is not None:
                return Plan(cell, *found)
        return None

    def _tries(self, turns: int, must: list[int], among: list[int] | None) -> list[int]:
        """The placements that may win, those that make most threats first."""
        partners = self.board.pairs(self.own)
        loud = sorted(partners, key=lambda cell: -len(partners[cell]))
        if turns == 2:
            tries = [cell for cell in loud if len(partners[cell]) > 1]
        elif self.quiet:
            tries = loud + [cell for cell in self.board.free() if cell not in partners]
        else:
            tries = loud
        if must:
            tries = [cell for cell in must if cell in tries]
        allowed = set(self.board.free() if among is None else among)
        return [cell for cell in tries if cell in allowed]

    def _hold(self, turns: int) -> tuple[dict[int, Plan], tuple[int, ...]] | None:
        """The other side to move: what follows its replies, and the answers to all others; None where it gets away."""
        if self.board.completing(self.other):
            return None
        threats = tuple(self.board.completing(self.own))
        if len(threats) > 1:
            return {}, threats
        if threats:
            replies = list(threats)
        elif turns == 1 or not self.quiet or (turns == 2 and not self._double()):
            return None
        else:
            replies = self._defences()
        found: dict[int, Plan] = {}
        for cell in replies:
            self.board.put(self.other, cell)
            try:
                plan = self.attack(turns)
            finally:
                self.board.take(self.other, cell)
            if plan is None:
                return None
            found[cell] = plan
        return found, threats

    def _double(self) -> bool:
        """Whether some cell would make two threats."""
        return any(len(partners) > 1 for partners in self.board.pairs(self.own).values())

    def _defences(self) -> list[int]:
        """All placements of the other side, those first that are likeliest to get away."""
        counter, fill = self.board.pairs(self.other), self.board.pairs(self.own)
        return sorted(self.board.free(), key=lambda cell: (cell not in counter, -len(fill.get(cell, ()))))
