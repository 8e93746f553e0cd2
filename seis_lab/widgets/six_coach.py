"""The coach of Six: what is proved of a move is exact, of every other move it says what a search makes of it.

A search values a move between −1 (lost) and 1 (won) for the side to move; it looks deeper and deeper, so the numbers of
a position change while one looks at them. A win or a loss that it has followed to the end against everything that the
other side can do is proved. A second search looks only for forced wins, and goes deeper for it.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from seis_lab.bots.six_search import Judgement, Thinking, deepen
from seis_lab.exact.six_forced import ForcedWin
from seis_lab.exact.six_proof import forced_win
from seis_lab.game import Decision
from seis_lab.games.six_notation import Keep, Land, Lift, Place, SixMove
from seis_lab.locale import decimal, text
from seis_lab.widgets.advice import Advice, Worth
from seis_lab.widgets.moment import Moment

SECONDS = 4.0
"""How long the search goes on."""
TURNS, POSITIONS = 5, 4_000
"""Forced wins are looked for within so many own turns, and positions."""
LISTED = 5
"""So many moves are listed, best first; the others are on the board only."""
LINE = 6
"""So many moves of the line that the search expects are shown."""


@dataclass(frozen=True)
class Searched(Advice):
    """What is known of every legal move, best first; how far the search went, and the line that it expects."""

    judged: Mapping[SixMove, Judgement] = field(default_factory=dict)
    depth: int = 0
    nodes: int = 0
    line: tuple[SixMove, ...] = ()


def advise(moment: Moment, cancelled: Callable[[], bool]) -> Iterator[Advice]:
    """Better and better judgements of every move; where there are no threads a first, shallow one."""
    rules, state = moment.rules, moment.state
    if not isinstance(moment.turn, Decision) or moment.viewer is None:
        yield Advice("none", ())
        return
    here = sys.platform == "emscripten"
    proof: ForcedWin | None = None
    for thinking in deepen(
        rules, state, seconds=None if here else SECONDS, depth=1 if here else None, cancelled=cancelled
    ):
        yield _advice(moment, thinking, proof)
        if thinking.depth == 1 and not here:
            found = forced_win(rules, state, TURNS, quiet=False, budget=POSITIONS, cancelled=cancelled)
            proof = found if isinstance(found, ForcedWin) else None
            yield _advice(moment, thinking, proof)


def _advice(moment: Moment, thinking: Thinking, proof: ForcedWin | None) -> Searched:
    """What search and proof say together: a move that begins a forced win wins, in as few turns as is known."""
    judged = dict(thinking.moves)
    if proof is not None:
        turns = 2 * proof.proof.distance - 1  # of both sides
        known = judged[proof.first[0]].win_in
        if known is None or turns < known:
            judged[proof.first[0]] = replace(judged[proof.first[0]], estimate=1.0, win_in=turns, lose_in=None)
    judged = dict(sorted(judged.items(), key=lambda item: _order(item[1])))
    worths = []
    for offer in moment.offers:
        value = judged[offer.move].estimate if offer.move in judged and offer.back is None else 0.0
        worths.append(Worth(value, value, value))
    return Searched(
        "six",
        tuple(worths),
        games=thinking.nodes,
        judged=judged,
        depth=thinking.depth,
        nodes=thinking.nodes,
        line=thinking.line,
    )


def _order(judgement: Judgement) -> tuple[int, float]:
    """Wins first, the quickest of them before; losses last, the slowest of them before."""
    if judgement.win_in is not None:
        return 0, judgement.win_in
    if judgement.lose_in is not None:
        return 2, -judgement.lose_in
    return 1, -judgement.estimate


def judgement_of(moment: Moment, move: SixMove | None) -> Judgement | None:
    """What the coach knows of a move, where it is on and knows something."""
    found = moment.advice if moment.coach and moment.replay is None else None
    return found.judged.get(move) if isinstance(found, Searched) and move is not None else None


def words(moment: Moment, move: SixMove) -> str | None:
    """What the coach says of a move: proved, or estimated."""
    judged = judgement_of(moment, move)
    if judged is None:
        return None
    if judged.win_in is not None:
        own = (judged.win_in + 1) // 2
        return text(moment.lang, "six.coach.wins_now" if own == 1 else "six.coach.wins", n=own)
    if judged.lose_in is not None:
        return text(moment.lang, "six.coach.loses", n=judged.lose_in // 2)
    return text(moment.lang, "six.coach.estimate", n=signed(moment.lang, judged.estimate))


def short(moment: Moment, move: SixMove) -> str:
    """The same in the room of a cell: ✓2 wins in two own turns, ✗1 loses to the next turn, the rest are estimates."""
    judged = judgement_of(moment, move)
    if judged is None:
        return ""
    if judged.win_in is not None:
        return f"✓{(judged.win_in + 1) // 2}"
    if judged.lose_in is not None:
        return f"✗{judged.lose_in // 2}"
    return signed(moment.lang, judged.estimate)


def signed(lang: str, estimate: float) -> str:
    """An estimate with its sign."""
    said = decimal(lang, estimate, 2)
    return said if said.startswith("−") else f"+{said}"


def is_best(moment: Moment, move: SixMove) -> bool:
    """Whether nothing better is known: any of the quickest proved wins, or the one move that the search puts first."""
    found = moment.advice
    judged = judgement_of(moment, move)
    if judged is None or not isinstance(found, Searched) or len(found.judged) == 1:
        return False
    top, *others = found.judged.values()
    if top.lose_in is not None or (top.win_in is None and others[0].estimate == top.estimate):
        return False
    return _order(judged) == _order(top)


def first(moment: Moment) -> list[int]:
    """The offers that are listed, best first in the eyes of the coach."""
    found = moment.advice if moment.coach else None
    if not isinstance(found, Searched):
        return []
    numbers = {offer.move: index for index, offer in enumerate(moment.offers) if offer.back is None}
    return [numbers[move] for move in list(found.judged)[:LISTED] if move in numbers]


def basis(moment: Moment) -> str:
    """On what the coach's words rest, and the line that the search expects; nothing while there are none."""
    found = moment.advice if moment.coach and moment.replay is None else None
    if not isinstance(found, Searched):
        return ""
    return text(moment.lang, "six.coach.basis", **_extent(found))


def thought(moment: Moment) -> str:
    """How far the strong bot has looked for the move it made last, and the line that it expected."""
    found = moment.thought if moment.replay is None else None
    return text(moment.lang, "six.thought", **_extent(found)) if isinstance(found, Thinking) else ""


def _extent(found: Searched | Thinking) -> dict[str, object]:
    """Depth, positions and line of a search, as the words want them."""
    nodes = f"{found.nodes:,}".replace(",", "\u202f")
    return {"depth": found.depth, "n": nodes, "line": say_line(found.line[:LINE])}


def say_line(line: tuple[SixMove, ...]) -> str:
    """Some moves as cells: `2,-1 · 5,-2→3,1`."""
    said: list[str] = []
    for move in line:
        match move:
            case Land(cell) if said and said[-1].endswith("→"):
                said[-1] += str(cell)
            case Lift(cell):
                said.append(f"{cell}→")
            case Place(cell) | Land(cell):
                said.append(str(cell))
            case Keep():
                pass
    return " · ".join(said)
