"""Think about a position of Six, deeper and deeper: an estimate for every legal move, and a proof where there is one.

The slow part is in `seis_lab.kernels.six_alphabeta`, compiled where numba is installed. Without it the same source runs
as plain Python, as in a browser kernel: the answers are as true, and the search gets about a hundredth as far.

    >>> from seis_lab.games.six import SixRules
    >>> rules = SixRules()
    >>> state = rules.position("0,0 1,0 2,0 3,0 4,0", "0,1 1,1 2,1 3,1 4,1", hands=(16, 16))
    >>> found = search(rules, state, nodes=1000)
    >>> [(str(move), judged.win_in) for move, judged in found.moves.items() if judged.win_in == 1]
    [('place -1,0', 1), ('place 5,0', 1)]
    >>> {judged.lose_in for judged in found.moves.values() if judged.win_in is None}
    {2}
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from seis_lab.game import InvalidRules, Terminal, quote
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixMove, SixState

DEEPEST = 40
SECONDS = 0.8
"""How long a search takes when no limit is given: a table answers within about a second."""
THREATS = 10
"""How many threats in a row are looked at beyond the depth."""


@dataclass(frozen=True)
class Judgement:
    """What a search says of a move, for the side that makes it.

    `estimate` lies between -1 (lost) and 1 (won), and is exactly that only where it is proved. Then `win_in` or
    `lose_in` says in how many turns at most, those of both sides counted and this one too: 1 wins at once.
    """

    estimate: float
    win_in: int | None = None
    lose_in: int | None = None

    @property
    def proved(self) -> bool:
        """Whether the move is known to win or to lose."""
        return self.win_in is not None or self.lose_in is not None


@dataclass(frozen=True)
class Thinking:
    """What a search has found so far: the best move, the line it expects, and what it judges every move to be worth.

    `depth` counts turns, `nodes` positions. `moves` has every legal move, the best first; with `every=False` only the
    best. `line` begins with the best move.
    """

    depth: int
    nodes: int
    seconds: float
    line: tuple[SixMove, ...]
    moves: Mapping[SixMove, Judgement]

    @property
    def best(self) -> SixMove:
        """The best move."""
        return next(iter(self.moves))

    @property
    def judgement(self) -> Judgement:
        """What the best move is worth."""
        return self.moves[self.best]


def search(
    rules: SixRules,
    state: SixState,
    *,
    every: bool = True,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threats: int = THREATS,
    progress: Callable[[Thinking], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Thinking:
    """The last word of `deepen`; `progress` gets every one."""
    limits = {"depth": depth, "nodes": nodes}
    thoughts = deepen(rules, state, every=every, **limits, seconds=seconds, threats=threats, cancelled=cancelled)
    found = next(thoughts)
    while True:
        if progress is not None:
            progress(found)
        try:
            found = next(thoughts)
        except StopIteration:
            return found


def deepen(
    rules: SixRules,
    state: SixState,
    *,
    every: bool = True,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threats: int = THREATS,
    cancelled: Callable[[], bool] | None = None,
) -> Iterator[Thinking]:
    """Search one turn deep, then two, ... and say what was found each time, until a limit or until all is proved.

    With `every` each legal move is judged; without it only the best is looked for, which goes deeper in the same time.
    The first depth is always finished, whatever the limits, so that there is an answer. Without any it takes SECONDS.
    Of a depth that a limit cuts short, only proofs are told of each move: estimates of two depths do not compare.
    Limited by `nodes` or `depth` alone, the same position always gets the same answer. `threats`: how many threats in a
    row are tried beyond the depth. Raises Cancelled when `cancelled()` says so, InvalidRules when the game is over.
    """
    for name, value, least in (("depth", depth, 1), ("nodes", nodes, 1), ("threats", threats, 0)):
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < least):
            raise ValueError(f"{name}={quote(value)} is not allowed; allowed: a whole number from {least} up")
    if seconds is not None and (not isinstance(seconds, int | float) or not seconds > 0):
        raise ValueError(f"seconds={quote(seconds)} is not allowed; allowed: a number above 0")
    if isinstance(rules.turn(state), Terminal):
        raise InvalidRules(f"the game is over in {str(state)!r}; allowed: a position with a turn to search")
    if depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    return _deepen(rules, state, every, min(depth or DEEPEST, DEEPEST), nodes, seconds, threats, cancelled)


def _deepen(
    rules: SixRules,
    state: SixState,
    every: bool,
    depth: int,
    nodes: int | None,
    seconds: float | None,
    threats: int,
    cancelled: Callable[[], bool] | None,
) -> Iterator[Thinking]:
    from seis_lab.bots.six_root import OutOfTime, Root  # imports the kernels, and numba with them

    root = Root(rules, state, every, threats, nodes, seconds, cancelled)
    for deep in range(1, depth + 1):
        finished = list(root.values)
        try:
            root.search(deep)
        except OutOfTime:
            if every:
                root.keep_proofs(finished)
            if root.improved:
                yield root.thinking(deep - 1)
            return
        yield root.thinking(deep)
        if root.settled:
            return
