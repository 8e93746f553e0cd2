"""Seises cabrón at a table: what `moment.Stage` asks of a game.

What is hidden, and from whom, is told by `hidden_hands`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from seis_lab.bots.cabron import CABRON_LEVELS
from seis_lab.game import Chance, Decision
from seis_lab.games.cabron import CabronRules
from seis_lab.locale import text
from seis_lab.widgets import cabron_coach, cabron_scene, cabron_words, hidden_hands
from seis_lab.widgets.advice import Advice
from seis_lab.widgets.cabron_frames import dealt, frames
from seis_lab.widgets.cabron_scene import players as players
from seis_lab.widgets.cabron_scene import subtitle as subtitle
from seis_lab.widgets.cabron_words import lines as lines
from seis_lab.widgets.cabron_words import status as status
from seis_lab.widgets.column_still import html
from seis_lab.widgets.hidden_hands import closed, hidden, is_open, look, merged, people
from seis_lab.widgets.moment import Moment, Offer
from seis_lab.widgets.scene import hint_words

LEVELS = CABRON_LEVELS
USUAL = "careful"
HINTS = "solver"
MOST_PLAYERS = 8
SWITCHES = ("aid", "open_hands")
CHANCE = "deal"
SECRET = True


def check(rules: CabronRules) -> None:
    """Whatever the rules allow can be played at a table."""


def asked(moment: Moment) -> int | None:
    """Who plays a card; between two hands the first person at the table."""
    match moment.rules.turn(moment.state):
        case Decision(seat=seat):
            return seat
        case Chance() if moment.state.points:
            return people(moment)[0]
        case _:
            return None


def offers(moment: Moment) -> tuple[Offer, ...]:
    """Every card that fits; between two hands the next deal, or the same one again."""
    turn = moment.rules.turn(moment.state)
    if isinstance(turn, Decision):
        return tuple(Offer(move) for move in turn.moves)
    _, made = dealt(moment.rules, moment.states, moment.state.number)
    return (Offer(roll=True), Offer(back=made))


def answer(moment: Moment) -> None:
    """A turn without a choice is the engine's matter; every choice is asked for."""


def undoable(moment: Moment) -> tuple[int | None, str, dict[str, object]]:
    """A card can be taken back until another has played or looked, unless it has shown what others held."""
    last = frames(moment.rules, moment.states, moment.moves)[-1]
    others = any(gone for seat, gone in enumerate(last.killed) if seat != last.seat)
    found = hidden_hands.undoable(moment, last)
    return (None, "undo_seen", {}) if found[0] is not None and others and not is_open(moment) else found


def length(moment: Moment) -> int:
    """A replay goes frame by frame: a forced turn is a step like any other."""
    return len(frames(moment.rules, moment.states, moment.moves)) - 1


def advise(moment: Moment, cancelled: Callable[[], bool]) -> Iterator[Advice]:
    """Exact where that is possible, else better and better estimates."""
    return iter(()) if moment.over else cabron_coach.advise(moment, cancelled)


def study(rules: CabronRules, progress: Callable[[int, int], object], cancelled: Callable[[], bool]) -> bool:
    """There is no long work."""
    return False


def title(lang: str) -> str:
    """What the game is called."""
    return text(lang, "cabron.title")


def direction(moment: Moment) -> int:
    """Play always goes to the right."""
    return 0


def actions(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """The offered actions; while a hand is hidden at most "I am Ana: show my cards"."""
    return look(moment, called) if hidden(moment) else cabron_scene.actions(moment, called)


def table(
    moment: Moment, called: Sequence[str], offered: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What lies on the table; with all hands open also the hand of whoever is asked, to click at."""
    zones, pieces = cabron_scene.table(moment, called)
    if hidden(moment):
        zones.append(closed(moment, called))
    elif moment.replay is None and moment.viewer is not None and isinstance(moment.rules.turn(moment.state), Decision):
        zones, pieces = merged(zones, pieces, cabron_scene.own_hand(moment, called, offered))
    return zones, pieces


def events(moment: Moment, since: int) -> list[dict[str, Any]]:
    """What the page animates."""
    return list(cabron_words.events(moment, since))


def switches(moment: Moment) -> dict[str, bool]:
    """Whether the table shows who cannot hold what. Hands are open from the start or never."""
    return {"aid": "aid" in moment.switches}


def curtain(moment: Moment, called: Sequence[str]) -> dict[str, Any] | None:
    """Whose hand is hidden."""
    return hidden_hands.curtain(moment)


def hand(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """For the person who is asked: own cards, what can be done with them, and what coach and hint say of it."""
    offered = cabron_scene.actions(moment, called)
    own = cabron_scene.own_hand(moment, called, offered)
    return {**own, "actions": offered, "hint": hint_words(moment, offered)}


def still(scene: Mapping[str, Any]) -> str:
    """Cards and points of everybody, and the columns as a picture."""
    lang, pieces = scene["lang"], {piece["id"]: piece for piece in scene["pieces"]}
    head = [text(lang, key) for key in ("columns.still.player", "columns.still.hand", "cabron.report.total")]
    rows = [(one["name"], one["note"], pieces[f"points-{one['seat']}"]["text"]) for one in scene["players"]]
    return html(scene, f"{pieces['pot']['label']}.", head, rows)
