"""Hands that not everybody may see: the curtain, the own hand, and when a card can be taken back.

What Galician Seis and Seises cabrón share. What a hand holds, and so which cards are offered and what the coach or a
hint says of them, is never part of the scene that every page gets: a table sends it only as the answer to a page on
which its owner asked. With the switch "open_hands" nothing is hidden.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol

from seis_lab.game import Decision
from seis_lab.games.decks import Card
from seis_lab.locale import text
from seis_lab.widgets.card_columns import Deck
from seis_lab.widgets.moment import Moment
from seis_lab.widgets.players import names


class Seen(Protocol):
    """What everybody saw, one thing after another: the frames of both games have at least this."""

    @property
    def kind(self) -> str:
        """What it was; "deal" and "lay" are known here."""

    @property
    def seat(self) -> int:
        """Whose."""

    @property
    def card(self) -> Card | None:
        """What was laid."""

    @property
    def moves(self) -> int:
        """How many moves of the game had been made."""

    @property
    def history(self) -> tuple[Card | None, ...]:
        """The turns of this deal."""

    @property
    def led(self) -> bool:
        """Whether the rules say that this card is played first."""

    @property
    def done(self) -> bool:
        """Whether the deal has been played to its end."""


def people(moment: Moment) -> list[int]:
    """The seats of people."""
    return [seat for seat, player in enumerate(moment.players) if not player.is_bot]


def is_open(moment: Moment) -> bool:
    """Whether all hands lie open, from the start on."""
    return "open_hands" in moment.switches


def hidden(moment: Moment) -> bool:
    """Whether what the asked person may do must be kept from the other people at the screen and from the page."""
    playing = isinstance(moment.rules.turn(moment.state), Decision)
    return playing and moment.viewer is not None and moment.replay is None and not is_open(moment)


def curtain(moment: Moment) -> dict[str, Any] | None:
    """Whose hand is hidden; `ask` when others sit at the screen too; `news` changes when there is more to be shown."""
    if not hidden(moment) or moment.viewer is None:
        return None
    found = moment.advice
    news = f"{moment.hint is not None} {moment.coach} {None if found is None else (found.unit, found.games)}"
    return {"seat": moment.viewer, "ask": len(people(moment)) > 1, "news": news}


def look(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """What is offered while a hand is hidden: at most "I am Ana: show my cards"."""
    if len(people(moment)) == 1 or moment.viewer is None:
        return []
    said = {
        "label": text(moment.lang, "columns.do.look", name=called[moment.viewer]),
        "detail": text(moment.lang, "columns.do.look_what"),
    }
    return [{"id": "look", **said, "loss": None, "best": False, "kind": "look", "icon": None, "piece": None}]


def closed(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """The zone of a hand behind the curtain."""
    name = called[moment.viewer or 0]
    label, said = (text(moment.lang, f"columns.{key}", name=name) for key in ("hand_of", "curtain"))
    return {"id": "own", "kind": "own", "seat": None, "label": label, "pieces": [], "text": said}


def own_hand(
    moment: Moment,
    called: Sequence[str],
    deck: Deck,
    actions: Sequence[Mapping[str, Any]],
    marked: Iterable[dict[str, Any]],
    seen: Sequence[Seen],
) -> dict[str, Any]:
    """The hand of the person who is asked, for its owner: a zone, its pieces, and the places that it fits, marked."""
    lang, seat = moment.lang, moment.viewer
    assert seat is not None
    by_piece = {action["piece"]: action for action in actions}
    hand = []
    for card in moment.state.hands[seat]:
        piece = f"h{seat}-{card}"
        action = by_piece.get(piece)
        label = text(lang, "columns.own_fits" if action else "columns.own_not", card=deck.say(lang, card))
        if action and action.get("note"):
            label += f": {action['note']}"
        look = {"kind": "playing", "label": label, "action": action and action["id"]}
        hand.append({**deck.small(lang, card, piece, seat), **look})
    forced = played_for(seen, seat)
    zone = {
        "id": "own",
        "kind": "own",
        "seat": None,
        "label": text(lang, "columns.hand_of", name=called[seat]),
        "pieces": [piece["id"] for piece in hand],
        "subtext": text(lang, "columns.own_forced", cards=deck.listed(lang, forced)) if forced else "",
    }
    fitting = {f"p-{offer.move.card}" for offer in moment.offers if offer.move is not None}
    yours = [{**place, "state": "yours"} for place in marked if place["id"] in fitting]
    return {"zones": [zone], "pieces": [*hand, *yours]}


def played_for(seen: Sequence[Seen], seat: int) -> list[Card]:
    """The cards that the table played for a seat since its last decision, the only ones that fitted: for its owner.

    The card that the rules say is led first is not among them.
    """
    found: list[Card] = []
    for before, frame in pairwise(seen):
        chosen = frame.moves != before.moves
        if frame.kind == "deal" or (frame.kind == "lay" and chosen and frame.seat == seat):
            found = []
        elif frame.kind == "lay" and frame.seat == seat and not frame.led and frame.card is not None:
            found.append(frame.card)
    return found


def undoable(moment: Moment, last: Seen) -> tuple[int | None, str, dict[str, object]]:
    """A card can be taken back while nobody has answered it and nobody has seen what it must not have known.

    `last` is what everybody saw last. The reason tells only that, not whether the others had a choice.
    """
    if last.kind in ("start", "deal") or len(last.history) == 1 or not moment.moves:
        return None, "undo_start", {}
    all_open, called = is_open(moment), names(moment.players, moment.lang)
    made = moment.moves[-1]
    if moment.players[last.seat].is_bot and not all_open:
        return None, "undo_other", {"name": called[last.seat]}
    if not isinstance(moment.rules.turn(moment.states[-2]), Decision) or moment.players[moment.states[-2].actor].is_bot:
        return None, "undo_seen", {}
    if last.done or not (all_open or last.card == made.card):
        return None, "undo_seen", {}
    if moment.looked and moment.viewer is not None and not all_open:
        return None, "undo_looked", {"name": called[moment.viewer]}
    return len(moment.moves) - 1, "", {}


def merged(
    zones: list[dict[str, Any]], pieces: list[dict[str, Any]], hand: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Zones and pieces with those of a hand in the place of the ones with the same id."""
    whole = []
    for old, new in ((zones, hand["zones"]), (pieces, hand["pieces"])):
        whole.append(list({one["id"]: one for one in (*old, *new)}.values()))
    return whole[0], whole[1]
