"""Galician Seis at a table: what `moment.Stage` asks of a game.

What a hand holds, and so which cards are offered and what the coach or a hint says of them, is never part of the scene
that every page gets. `hand` has it, and a table sends that only as the answer to a page on which its owner asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from seis_lab.bots.galician import GALICIAN_LEVELS
from seis_lab.game import Chance, Decision
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import Lay
from seis_lab.locale import text
from seis_lab.widgets import galician_coach, galician_scene, galician_words
from seis_lab.widgets.advice import Advice
from seis_lab.widgets.galician_frames import dealt, frames
from seis_lab.widgets.galician_scene import players as players
from seis_lab.widgets.galician_scene import subtitle as subtitle
from seis_lab.widgets.galician_still import html
from seis_lab.widgets.galician_words import lines as lines
from seis_lab.widgets.galician_words import status as status
from seis_lab.widgets.moment import Moment, Offer
from seis_lab.widgets.players import names
from seis_lab.widgets.scene import hint_words

LEVELS = GALICIAN_LEVELS
USUAL = "keep-suits"
MOST_PLAYERS = 8
SWITCHES = ("aid", "open_hands")
CHANCE = "deal"
SECRET = True


def check(rules: GalicianRules) -> None:
    """Whatever the rules allow can be played at a table."""


def people(moment: Moment) -> list[int]:
    """The seats of people."""
    return [seat for seat, player in enumerate(moment.players) if not player.is_bot]


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
    """A card can be taken back while nobody has answered it and nobody has seen what it must not have known.

    The reason tells only what everybody saw, not whether the others had a choice.
    """
    last = frames(moment.rules, moment.states, moment.moves)[-1]
    if last.kind in ("start", "deal") or len(last.history) == 1 or not moment.moves:
        return None, "undo_start", {}
    is_open, called = "open_hands" in moment.switches, names(moment.players, moment.lang)
    made = moment.moves[-1]
    if moment.players[last.seat].is_bot and not is_open:
        return None, "undo_other", {"name": called[last.seat]}
    if not isinstance(made, Lay) or moment.players[moment.states[-2].actor].is_bot:
        return None, "undo_seen", {}
    if last.winner is not None or not (is_open or last.card == made.card):
        return None, "undo_seen", {}
    if moment.looked and moment.viewer is not None and not is_open:
        return None, "undo_looked", {"name": called[moment.viewer]}
    return len(moment.moves) - 1, "", {}


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


def hidden(moment: Moment) -> bool:
    """Whether what the asked person may do must be kept from the other people at the screen and from the page."""
    playing = isinstance(moment.rules.turn(moment.state), Decision)
    return playing and moment.viewer is not None and moment.replay is None and "open_hands" not in moment.switches


def actions(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """The offered actions; while a hand is hidden at most "I am Ana: show my cards"."""
    if not hidden(moment):
        return galician_scene.actions(moment, called)
    if len(people(moment)) == 1 or moment.viewer is None:
        return []
    name = called[moment.viewer]
    said = {
        "label": text(moment.lang, "galician.do.look", name=name),
        "detail": text(moment.lang, "galician.do.look_what"),
    }
    return [{"id": "look", **said, "loss": None, "best": False, "kind": "look", "icon": None, "piece": None}]


def table(
    moment: Moment, called: Sequence[str], offered: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What lies on the table; with all hands open also the hand of whoever is asked, to click at."""
    zones, pieces = galician_scene.table(moment, called)
    if hidden(moment):
        label = text(moment.lang, "galician.hand_of", name=called[moment.viewer or 0])
        said = text(moment.lang, "galician.curtain", name=called[moment.viewer or 0])
        zones.append({"id": "own", "kind": "own", "seat": None, "label": label, "pieces": [], "text": said})
    elif moment.replay is None and moment.viewer is not None and isinstance(moment.rules.turn(moment.state), Decision):
        zones, pieces = merged(zones, pieces, galician_scene.own_hand(moment, called, offered))
    return zones, pieces


def merged(
    zones: list[dict[str, Any]], pieces: list[dict[str, Any]], hand: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Zones and pieces with those of a hand in the place of the ones with the same id."""
    whole = []
    for old, new in ((zones, hand["zones"]), (pieces, hand["pieces"])):
        whole.append(list({one["id"]: one for one in (*old, *new)}.values()))
    return whole[0], whole[1]


def events(moment: Moment, since: int) -> list[dict[str, Any]]:
    """What the page animates."""
    return list(galician_words.events(moment, since))


def switches(moment: Moment) -> dict[str, bool]:
    """Whether the table shows who cannot hold what. Hands are open from the start or never."""
    return {"aid": "aid" in moment.switches}


def curtain(moment: Moment, called: Sequence[str]) -> dict[str, Any] | None:
    """Whose hand is hidden; `ask` when others sit at the screen too; `news` changes when there is more to be shown."""
    if not hidden(moment) or moment.viewer is None:
        return None
    found = moment.advice
    news = f"{moment.hint is not None} {moment.coach} {None if found is None else (found.unit, found.games)}"
    return {"seat": moment.viewer, "ask": len(people(moment)) > 1, "news": news}


def hand(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """For the person who is asked: own cards, what can be done with them, and what coach and hint say of it."""
    offered = galician_scene.actions(moment, called)
    own = galician_scene.own_hand(moment, called, offered)
    return {**own, "actions": offered, "hint": hint_words(moment, offered)}


still = html
