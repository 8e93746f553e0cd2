"""Galician Seis at a table: what `moment.Stage` asks of a game.

What is hidden, and from whom, is told by `hidden_hands`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from seis_lab.bots.galician import GALICIAN_LEVELS
from seis_lab.game import Chance, Decision
from seis_lab.games.galician import GalicianRules
from seis_lab.locale import text
from seis_lab.widgets import galician_coach, galician_scene, galician_words, hidden_hands
from seis_lab.widgets.advice import Advice
from seis_lab.widgets.column_still import html
from seis_lab.widgets.galician_frames import dealt, frames
from seis_lab.widgets.galician_scene import players as players
from seis_lab.widgets.galician_scene import subtitle as subtitle
from seis_lab.widgets.galician_words import lines as lines
from seis_lab.widgets.galician_words import status as status
from seis_lab.widgets.hidden_hands import closed, hidden, look, merged, people
from seis_lab.widgets.moment import Moment, Offer
from seis_lab.widgets.scene import hint_words

LEVELS = GALICIAN_LEVELS
USUAL = "keep-suits"
HINTS = "solver"
MOST_PLAYERS = 8
SWITCHES = ("aid", "open_hands")
CHANCE = "deal"
SECRET = True


def check(rules: GalicianRules) -> None:
    """Whatever the rules allow can be played at a table."""


def asked(moment: Moment) -> int | None:
    """Who plays a card; between two rounds the first person at the table."""
    match moment.rules.turn(moment.state):
        case Decision(seat=seat):
            return seat
        case Chance() if moment.state.winner is not None:
            return people(moment)[0]
        case _:
            return None


def offers(moment: Moment) -> tuple[Offer, ...]:
    """Every card that fits; between two rounds the next deal, or the same one again."""
    turn = moment.rules.turn(moment.state)
    if isinstance(turn, Decision):
        return tuple(Offer(move) for move in turn.moves)
    _, made = dealt(moment.rules, moment.states, moment.state.round)
    return (Offer(roll=True), Offer(back=made))


def answer(moment: Moment) -> None:
    """A turn without a choice is the engine's matter; every choice is asked for."""


def undoable(moment: Moment) -> tuple[int | None, str, dict[str, object]]:
    """A card can be taken back until another has played or looked."""
    return hidden_hands.undoable(moment, frames(moment.rules, moment.states, moment.moves)[-1])


def length(moment: Moment) -> int:
    """A replay goes frame by frame: a forced turn is a step like any other."""
    return len(frames(moment.rules, moment.states, moment.moves)) - 1


def advise(moment: Moment, cancelled: Callable[[], bool]) -> Iterator[Advice]:
    """Exact with all hands open, else better and better estimates."""
    return iter(()) if moment.over else galician_coach.advise(moment, cancelled)


def study(rules: GalicianRules, progress: Callable[[int, int], object], cancelled: Callable[[], bool]) -> bool:
    """There is no long work."""
    return False


def title(lang: str) -> str:
    """What the game is called."""
    return text(lang, "galician.title")


def direction(moment: Moment) -> int:
    """Play always goes to the left."""
    return 0


def actions(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """The offered actions; while a hand is hidden at most "I am Ana: show my cards"."""
    return look(moment, called) if hidden(moment) else galician_scene.actions(moment, called)


def table(
    moment: Moment, called: Sequence[str], offered: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What lies on the table; with all hands open also the hand of whoever is asked, to click at."""
    zones, pieces = galician_scene.table(moment, called)
    if hidden(moment):
        zones.append(closed(moment, called))
    elif moment.replay is None and moment.viewer is not None and isinstance(moment.rules.turn(moment.state), Decision):
        zones, pieces = merged(zones, pieces, galician_scene.own_hand(moment, called, offered))
    return zones, pieces


def events(moment: Moment, since: int) -> list[dict[str, Any]]:
    """What the page animates."""
    return list(galician_words.events(moment, since))


def switches(moment: Moment) -> dict[str, bool]:
    """Whether the table shows who cannot hold what. Hands are open from the start or never."""
    return {"aid": "aid" in moment.switches}


def curtain(moment: Moment, called: Sequence[str]) -> dict[str, Any] | None:
    """Whose hand is hidden."""
    return hidden_hands.curtain(moment)


def hand(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """For the person who is asked: own cards, what can be done with them, and what coach and hint say of it."""
    offered = galician_scene.actions(moment, called)
    own = galician_scene.own_hand(moment, called, offered)
    return {**own, "actions": offered, "hint": hint_words(moment, offered)}


def still(scene: Mapping[str, Any]) -> str:
    """Cards and chips of everybody, and the columns as a picture.

    >>> from seis_lab.widgets.players import read_players
    >>> from seis_lab.widgets.scene import build
    >>> from seis_lab.widgets.session import Session
    >>> scene = build(Session(GalicianRules(players=2), read_players(["<b>", "Ana"]), seed=1).now)
    >>> "<td>&lt;b&gt;</td>" in still(scene), "<b><b>" in still(scene)
    (True, False)
    """
    lang, pieces = scene["lang"], {piece["id"]: piece for piece in scene["pieces"]}
    head = [text(lang, key) for key in ("columns.still.player", "columns.still.hand", "galician.still.chips")]
    rows = [(one["name"], one["note"], str(pieces[f"chips-{one['seat']}"]["count"])) for one in scene["players"]]
    return html(scene, f"{pieces['pot']['label']}.", head, rows)
