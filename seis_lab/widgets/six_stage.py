"""Six at a table: what `moment.Stage` asks of a game, gathered from the modules that answer it.

Nothing is hidden and nothing is drawn by lot, so everything can be taken back, as often as one likes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from seis_lab.bots.six import SIX_LEVELS
from seis_lab.game import Decision
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Lift, Phase
from seis_lab.locale import text
from seis_lab.widgets import six_coach, six_scene, six_words
from seis_lab.widgets.advice import Advice
from seis_lab.widgets.moment import Moment, Offer
from seis_lab.widgets.six_scene import actions as actions
from seis_lab.widgets.six_scene import players as players
from seis_lab.widgets.six_scene import subtitle as subtitle
from seis_lab.widgets.six_still import html
from seis_lab.widgets.six_words import lines as lines
from seis_lab.widgets.six_words import status as status

LEVELS = SIX_LEVELS
USUAL = "medium"
HINTS = "strong"
MOST_PLAYERS = 4
SWITCHES = ("own_threats", "other_threats", "coordinates")
CHANCE = ""
SECRET = False


def check(rules: SixRules) -> None:
    """Whatever the rules allow can be played at a table."""


def asked(moment: Moment) -> int | None:
    """The seat that decides."""
    turn = moment.turn
    return turn.seat if isinstance(turn, Decision) else None


def offers(moment: Moment) -> tuple[Offer, ...]:
    """The legal moves; while a tile is in the air also to put it back, or to lift another in its place."""
    found = [Offer(move) for move in moment.turn.moves]
    lifted = _lift(moment)
    if lifted is not None:
        found.append(Offer(back=lifted))
        if moment.state.phase is Phase.LAND:
            before, made = moment.states[lifted], moment.moves[lifted]
            found += [Offer(move, back=lifted) for move in moment.rules.turn(before).moves if move != made]
    return tuple(found)


def _lift(moment: Moment) -> int | None:
    """How many moves had been made when the tile in the air was lifted, if one was lifted here."""
    if moment.state.phase not in (Phase.LAND, Phase.KEEP):
        return None
    for count in range(len(moment.moves) - 1, -1, -1):
        if isinstance(moment.moves[count], Lift):
            return count
    return None


def answer(moment: Moment) -> None:
    """Every move is a person's own."""


def undoable(moment: Moment) -> tuple[int | None, str, dict[str, object]]:
    """Back to the last thing that a person did, and what bots did since with it."""
    for count in range(len(moment.moves) - 1, -1, -1):
        if not moment.players[moment.states[count].actor].is_bot:
            return count, "", {}
    return None, "undo_start", {}


def length(moment: Moment) -> int:
    """A replay goes move by move."""
    return len(moment.moves)


def advise(moment: Moment, cancelled: Callable[[], bool]) -> Iterator[Advice]:
    """What is proved of every move, and what the search makes of the others."""
    return iter(()) if moment.over else six_coach.advise(moment, cancelled)


def study(rules: SixRules, progress: Callable[[int, int], object], cancelled: Callable[[], bool]) -> bool:
    """There is no long work."""
    return False


def title(lang: str) -> str:
    """The same in every language."""
    return text(lang, "six.title")


def direction(moment: Moment) -> int:
    """Turns go on in the order of the seats."""
    return 0


def table(
    moment: Moment, called: Sequence[str], offered: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The tiles of everybody, and the board with what every cell does."""
    return six_scene.table(moment, called)


def events(moment: Moment, since: int) -> list[dict[str, Any]]:
    """What the page animates."""
    return list(six_words.events(moment, since))


def switches(moment: Moment) -> dict[str, bool]:
    """Whether threats and coordinates are shown."""
    return {name: name in moment.switches for name in SWITCHES}


def curtain(moment: Moment, called: Sequence[str]) -> None:
    """Nothing in Six is hidden."""


def hand(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """Nobody sees more than the others."""
    return {}


still = html
