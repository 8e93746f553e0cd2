"""Forced wins where tiles are moved: an and-or search over whole turns, all of them played by the rules of record.

Nobody may pass, so a turn that threatens nothing can still win, and only the full search is complete; with
`quiet=False` it tries only own turns that threaten to make a figure, as in `six_threats`. A turn has hundreds of
choices: two own turns are within reach in full, more of them only with threats.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from seis_lab.exact.six_board import Board
from seis_lab.exact.six_threats import Budget
from seis_lab.exact.six_turns import Moves, over, turns, winner
from seis_lab.games.six import SixRules
from seis_lab.games.six_groups import capture
from seis_lab.games.six_notation import Phase, SixMove, SixState


@dataclass(frozen=True, eq=False)
class Step:
    """An own turn of a proof, what follows the turns of the other side that are named, and what wins after all others.

    Where `after` and `answers` are empty the turn wins at once. The turn is empty where the rules pass over it; so is a
    turn of the other side that the rules pass over.
    """

    turn: Moves
    after: dict[Moves, "Step"] = field(default_factory=dict)
    answers: tuple[Moves, ...] = ()

    @property
    def distance(self) -> int:
        """How many own turns the win takes at the latest, this one included."""
        later = max((step.distance for step in self.after.values()), default=0)
        return bool(self.turn) + max(later, bool(self.answers))


class Moving:
    """The search for wins of one colour."""

    def __init__(self, rules: SixRules, colour: int, budget: Budget, quiet: bool = True) -> None:
        """Search within the budget; with `quiet`, through turns that make no threat too."""
        self.rules, self.own, self.budget, self.quiet = rules, colour, budget, quiet
        self.board = Board(rules.shapes)
        self._known: dict[tuple[SixState, int], Step | None] = {}
        self._escape: Moves = ()  # the turn of the other side that got away last: it often does again

    def attack(self, state: SixState, left: int) -> Step | None:
        """A proof that the own side, to move in a game that goes on, wins within so many own turns, or None."""
        key = (state, left)
        if key not in self._known:
            self._known[key] = self._attack(state, left)
        return self._known[key]

    def _attack(self, state: SixState, left: int) -> Step | None:
        self.budget.spend()
        if win := self.finish(state):
            return Step(win)
        if left > 1:
            for moves, after in turns(self.rules, state):
                if not over(self.rules, after) and (self.quiet or self._threatens(after)):
                    found = self._hold(after, left - 1)
                    if found is not None:
                        return Step(moves, found)
        return None

    def _threatens(self, state: SixState) -> bool:
        self.board.show(state.tiles)
        return bool(self.board.completing(self.own))

    def _hold(self, state: SixState, left: int) -> dict[Moves, Step] | None:
        """What follows every turn of the other side, or None where one of them gets away."""
        if state.colour == self.own:  # the other side has no legal turn
            step = self.attack(state, left)
            return None if step is None else {(): step}
        self.budget.spend()
        if self.finish(state):
            return None
        found: dict[Moves, Step] = {}
        for moves, after in self._defences(state):
            if moves in found or winner(self.rules, after) == self.own:
                continue
            step = None if over(self.rules, after) else self._go_on(after, left)
            if step is None:
                self._escape = moves
                return None
            found[moves] = step
        return found

    def _go_on(self, state: SixState, left: int) -> Step | None:
        if state.colour == self.own:
            return self.attack(state, left)
        found = self._hold(state, left)  # the own side has no legal turn
        return None if found is None else Step((), found)

    def _defences(self, state: SixState) -> Iterator[tuple[Moves, SixState]]:
        """All turns of the other side, some of them twice, those first that are likeliest to get away."""
        if after := _play(self.rules, state, self._escape):
            yield self._escape, after
        self.board.show(state.tiles)
        threats = {self.board.cell(code) for code in self.board.completing(self.own)}
        if threats and state.phase is not Phase.PLACE:
            yield from turns(self.rules, state, None, threats)
        yield from turns(self.rules, state)

    def finish(self, state: SixState) -> Moves | None:
        """A turn that wins at once for whoever is to move, or None where there is none."""
        tries: Iterator[tuple[Moves, SixState]]
        match state.phase:
            case Phase.PLACE:
                tries = turns(self.rules, state, self._completing_placements(state))
            case Phase.LIFT:
                tries = self._finishing_lifts(state)
            case _:
                tries = turns(self.rules, state)
        return next((moves for moves, after in tries if winner(self.rules, after) == state.colour), None)

    def _completing_placements(self, state: SixState) -> list[SixMove]:
        self.board.show(state.tiles)
        cells = {self.board.cell(code) for code in self.board.completing(state.colour)}
        return [move for move in self.rules.turn(state).moves if move.cell in cells] if cells else []

    def _finishing_lifts(self, state: SixState) -> Iterator[tuple[Moves, SixState]]:
        """Turns of the moving phase that may win at once, and all that do: by a figure or by captures."""
        board, colour = self.board, state.colour
        board.show(state.tiles)
        lifts = {board.code(move.cell): move for move in self.rules.turn(state).moves}
        splits = {code for code in lifts if board.may_split(code)}
        for number, code in board.lacking_one(colour):
            figure, taken = board.figure(number), code in board.tiles[1 - colour]
            spare = [move for lift, move in lifts.items() if lift not in figure and (lift in splits or not taken)]
            yield from turns(self.rules, state, spare, {board.cell(code)})
        for lift in splits:
            after = capture(state.tiles, board.cell(lift))
            if any(
                self._few(state, after.lost(group)) for group in after.groups
            ):  # which survives, the landing may say
                yield from turns(self.rules, state, [lifts[lift]])

    def _few(self, state: SixState, lost: tuple[object, ...]) -> bool:
        """Whether the other side has too few tiles left without these."""
        return sum(cell not in lost for cell in state.tiles[1 - state.colour]) < self.rules.needed


def _play(rules: SixRules, state: SixState, moves: Moves) -> SixState | None:
    """The position after these moves, or None where they are not a legal turn."""
    for move in moves:
        if move not in rules.turn(state).moves:
            return None
        state = rules.apply(state, move)
    return state if moves else None
