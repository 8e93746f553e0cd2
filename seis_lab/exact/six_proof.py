"""Forced wins in Six by proof search, every branch of the proof played by the rules of record.

A side has a *forced win in n* when it can win with its n-th own turn at the latest, whatever the other side does. The
proof is a tree: an own turn, then every turn that the other side has, an own turn after each, and so on, down to
positions that the rules call won. `forced_win` searches for such a tree with one own turn, then two, and so on. While
tiles are placed a search on threats finds it (`six_threats`); in the moving phase all turns are tried (`six_moving`).

Whatever the search finds is then played out: wherever the other side is to move, the turns that the rules list are gone
through one by one, and each must be answered. Only what passes is a `ForcedWin`. Where none is found the answer is
`NoForcedWin`, which says how far the search was complete; beyond that nothing is known.

    >>> from seis_lab.exact.six_turns import write
    >>> rules = SixRules(figures=["triangle"], triangle=2)
    >>> found = forced_win(rules, turns=4)
    >>> found.distance.numerator, [write(turn) for turn in found.line]
    (4, ['place 2,0', 'place 0,1', 'place 1,1', 'place 2,1', 'place -1,0', 'place -1,1', 'place 0,-1'])
    >>> print(forced_win(rules))
    red has no forced win in 3 own turns (exact, complete search of 9 positions)
"""

from collections.abc import Callable

from seis_lab.exact.six_board import Board
from seis_lab.exact.six_forced import ForcedLoss, ForcedWin, NoForcedWin
from seis_lab.exact.six_moving import Moving, Step
from seis_lab.exact.six_replay import Replay
from seis_lab.exact.six_threats import Budget, OutOfBudget, Placing, Plan
from seis_lab.exact.six_turns import Moves, over, winner
from seis_lab.exact.six_turns import turns as every_turn
from seis_lab.game import InvalidRules, Terminal, quote
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Phase, Place, SixState

BUDGET = 50_000
"""Positions that a search looks at unless told otherwise: some seconds while tiles are placed."""


def forced_win(
    rules: SixRules,
    state: SixState | None = None,
    turns: int = 3,
    *,
    quiet: bool = True,
    budget: int = BUDGET,
    cancelled: Callable[[], bool] | None = None,
) -> ForcedWin | NoForcedWin:
    """Whether the side to move can force a win within so many own turns, from a position (by default the start).

    Searches with threats first, for half of the `budget` of positions at most, then in full with what is left
    (`quiet=False`: with threats only). The position may be in the middle of a turn. Cancelled where `cancelled()` says
    so; ValueError for a game that is over and for numbers that are none.
    """
    at = _checked(rules, state, turns, budget)
    loud, full = Budget((budget + 1) // 2, cancelled), Budget(budget, cancelled)
    found, none_in = None, 0
    try:
        for left in range(1, turns + 1):
            if found := _search(rules, at, left, False, loud):
                break
    except OutOfBudget:
        pass
    full.used = loud.used
    try:
        for left in range(1, found.distance if found else turns + 1) if quiet else ():
            if shorter := _search(rules, at, left, True, full):
                found = shorter
                break
            none_in = left
    except OutOfBudget:
        pass
    if found is None:
        return NoForcedWin(rules, at, none_in, turns, full.used)
    replay = Replay(rules, at.colour)
    replay.play(at, found)
    return ForcedWin(rules, at, found, replay.plays, full.used, replay.ends, none_in >= found.distance - 1)


def _search(rules: SixRules, state: SixState, left: int, quiet: bool, spent: Budget) -> Step | None:
    """A proof of a win within so many own turns, or None."""
    placing = state.phase is Phase.PLACE and sum(state.hands) >= 2 * left - 1  # to the last turn
    if placing and rules.needed > 2:  # with pairs a single tile is a threat, and the reasons in `six_threats` fail
        board = Board(rules.shapes)
        board.show(state.tiles)
        among = [board.code(move.cell) for move in rules.turn(state).moves]
        plan = Placing(board, state.colour, spent, quiet).attack(left, among)
        return None if plan is None else _step(board, plan)
    return Moving(rules, state.colour, spent, quiet).attack(state, left)


def _step(board: Board, plan: Plan) -> Step:
    """A plan in moves of the game."""
    after = {_place(board, cell): _step(board, follows) for cell, follows in plan.replies.items()}
    return Step(_place(board, plan.cell), after, tuple(_place(board, cell) for cell in plan.answers))


def _place(board: Board, code: int) -> Moves:
    return (Place(board.cell(code)),)


def _checked(rules: SixRules, state: SixState | None, turns: int, budget: int) -> SixState:
    """The position, by default the start, when everything is as it must be."""
    if not isinstance(rules, SixRules):
        raise InvalidRules(f"{quote(rules)} is not a set of rules of six; allowed: SixRules")
    at = rules.initial() if state is None else state
    if not isinstance(at, SixState):
        raise ValueError(f"state={quote(at)} is not allowed; allowed: a position, such as rules.initial()")
    for name, value in (("turns", turns), ("budget", budget)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ValueError(f"{name}={quote(value)} is not allowed; allowed: a whole number from 1 up")
    turn = rules.turn(at)
    if isinstance(turn, Terminal):
        raise ValueError(f"the game is over ({turn.outcome.reason}): nobody can force anything in {str(at)!r}")
    return at


def settle(
    rules: SixRules,
    state: SixState | None = None,
    turns: int = 3,
    *,
    quiet: bool = True,
    budget: int = BUDGET,
    cancelled: Callable[[], bool] | None = None,
) -> ForcedWin | ForcedLoss | NoForcedWin:
    """Who wins by force, the side to move or the other after every turn of it; arguments as in `forced_win`.

    Wins take at most so many turns of the winner, and `budget` positions are looked at for every turn of the side to
    move. `NoForcedWin` tells what is known of the side to move.

    >>> print(repr(settle(SixRules(figures=["line"], line=3), turns=2)))
    <ForcedLoss: black wins in 2>
    """
    at = _checked(rules, state, turns, budget)
    own = forced_win(rules, at, turns, quiet=quiet, budget=budget, cancelled=cancelled)
    if own:
        return own
    wins: dict[Moves, ForcedWin] = {}
    for moves, after in every_turn(rules, at):
        if over(rules, after):
            if winner(rules, after) != 1 - at.colour:
                return own
            continue
        if after.colour == at.colour:
            return own
        answer = forced_win(rules, after, turns, quiet=quiet, budget=budget, cancelled=cancelled)
        if not isinstance(answer, ForcedWin):
            return own
        wins[moves] = answer
    return ForcedLoss(rules, at, wins)
