"""What a table of Galician Seis shows: columns, chips and pot, hands, the report of a round, the offered actions.

Everything here is drawn from a frame, which holds nothing hidden, except where the name of a function says whose cards
it shows: `own_hand` goes to its owner alone, `open_hands` to everybody once a round is over or when all hands are open.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from seis_lab.game import Terminal
from seis_lab.games.columns import lay_out
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_knowledge import cannot_hold
from seis_lab.games.galician_notation import Lay
from seis_lab.games.options import differences
from seis_lab.locale import text
from seis_lab.widgets import hidden_hands
from seis_lab.widgets.card_columns import backs, cards_left, ladder, minis, spread
from seis_lab.widgets.column_coach import basis, worth_words
from seis_lab.widgets.galician_frames import Frame, frames, hands_at, spectator
from seis_lab.widgets.galician_words import chips, deck, shown_frame
from seis_lab.widgets.moment import Moment
from seis_lab.widgets.players import seated

MOST_ROUNDS = 12
"""How many of the last rounds the score of the match shows."""


def subtitle(moment: Moment) -> str:
    """How many play, which round it is, and whether the rules were changed."""
    rules, lang = moment.rules, moment.lang
    parts = [text(lang, "seats", n=rules.players), text(lang, "galician.round", n=max(1, shown_frame(moment).round))]
    if hidden_hands.is_open(moment):
        parts.append(text(lang, "columns.open"))
    if set(differences(rules)) - {"players", "deck"}:
        parts.append(text(lang, "changed_rules"))
    return " · ".join(parts)


def is_open(moment: Moment, frame: Frame) -> bool:
    """Whether everybody may see the hands of a frame: its round is over, or all hands were open from the start."""
    if hidden_hands.is_open(moment) or isinstance(moment.rules.turn(moment.state), Terminal):
        return True
    return frame.round < moment.state.round or moment.state.winner is not None


def players(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """Everybody at the table."""
    rules, lang, frame = moment.rules, moment.lang, shown_frame(moment)
    turn = rules.turn(moment.state)
    over = isinstance(turn, Terminal) and moment.replay is None
    found: list[dict[str, Any]] = []
    for seat, player in enumerate(moment.players):
        note = cards_left(lang, frame.sizes[seat])
        if frame.winner == seat:
            note = text(lang, "galician.won_round")
        elif not frame.chips[seat] and any(frame.sizes):
            note += " · " + text(lang, "galician.broke")
        found.append(
            {
                **seated(player, seat, called[seat]),
                "turn": not over and seat == frame.actor,
                "you": moment.replay is None and seat == moment.viewer and frame.actor == seat,
                "note": note,
                "won": over and isinstance(turn, Terminal) and bool(turn.outcome.payoffs[seat]),
            }
        )
    return found


def table(moment: Moment, called: Sequence[str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What lies on the table and what everybody may see of the hands."""
    rules, lang, frame = moment.rules, moment.lang, shown_frame(moment)
    zones: list[dict[str, Any]] = []

    def put(zone: str, kind: str, seat: int | None, label: str, held: list[dict[str, Any]], **more: Any) -> None:
        zones.append({"id": zone, "kind": kind, "seat": seat, "label": label, "pieces": held, **more})

    wished = "aid" in moment.switches and frame.winner is None
    missing = cannot_hold(rules, spectator(rules, frame)) if wished else ()
    hands = open_hands(moment, frame, called) if is_open(moment, frame) else None
    for seat, name in enumerate(called):
        label = text(lang, "galician.chips_of", name=name, n=chips(lang, frame.chips[seat]))
        put(f"chips-{seat}", "chips", seat, label, [_chips(f"chips-{seat}", frame.chips[seat], seat, label)])
        held = hands[seat] if hands is not None else [backs(lang, name, seat, frame.sizes[seat])]
        put(f"hand-{seat}", "minis", seat, text(lang, "columns.hand_of", name=name), held)
        if missing and missing[seat]:
            label, gone = text(lang, "columns.lacks", name=name), minis(deck(rules), lang, missing[seat], "n", seat)
            put(f"aid-{seat}", "lacks", seat, label, gone, text=text(lang, "columns.lacks_short"))
    label = text(lang, "galician.pot_of", n=chips(lang, frame.pot))
    words = {"text": text(lang, "galician.pot"), "subtext": basis(moment)}
    put("pot", "pot", None, label, [_chips("pot", frame.pot, None, label)], **words)
    zones.append(_ladder(rules, lang, frame))
    if frame.winner is not None or frame.kind == "end":
        said = text(lang, "galician.report", n=frame.round)
        put("report", "report", None, said, [], text=said, tables=report(moment, frame, called))
    return spread(zones)


def _ladder(rules: GalicianRules, lang: str, frame: Frame) -> dict[str, Any]:
    """The columns as they lie at a frame."""
    going = frame.winner is None and frame.leader is not None
    return ladder(deck(rules), lang, rules.columns, lay_out(rules.suits, frame.history), going)


def _chips(piece: str, count: int, seat: int | None, label: str) -> dict[str, Any]:
    return {"id": piece, "kind": "chips", "count": count, "seat": seat, "label": label, "action": None}


def open_hands(moment: Moment, frame: Frame, called: Sequence[str]) -> list[list[dict[str, Any]]]:
    """The cards of all hands at a frame, for everybody to see."""
    hands = hands_at(moment.rules, moment.states, frame)
    return [minis(deck(moment.rules), moment.lang, hand, "o", seat) for seat, hand in enumerate(hands)]


def own_hand(moment: Moment, called: Sequence[str], actions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The hand of the person who is asked, as a zone with its pieces, and the places that it fits: for its owner."""
    rules, frame = moment.rules, shown_frame(moment)
    marked = _ladder(rules, moment.lang, frame)["pieces"]
    seen = frames(rules, moment.states, moment.moves)
    return hidden_hands.own_hand(moment, called, deck(rules), actions, marked, seen)


def actions(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """Every offered action: for the person who is asked."""
    rules, lang = moment.rules, moment.lang
    found: list[dict[str, Any]] = []
    for index, offer in enumerate(moment.offers):
        said = {"id": f"m{index}", "detail": None, "loss": None, "best": False, "kind": "move", "piece": None}
        if isinstance(offer.move, Lay):
            card = offer.move.card
            detail, loss, best = worth_words(moment, index, signed=True)
            own = {"label": deck(rules).say(lang, card), "icon": deck(rules).suit(card.suit)}
            said |= {**own, "detail": detail, "loss": loss, "best": best, "piece": f"h{moment.viewer}-{card}"}
        elif offer.back is not None:
            said |= {"label": text(lang, "columns.do.again"), "detail": text(lang, "galician.do.again_what")}
        else:
            dealer = called[moment.rules.turn(moment.state).seat or 0]
            said |= {
                "label": text(lang, "galician.do.deal"),
                "detail": text(lang, "galician.do.deal_what", name=dealer),
            }
        found.append({"icon": None, **said})
    return found


def report(moment: Moment, frame: Frame, called: Sequence[str]) -> list[dict[str, Any]]:
    """The round just played, and the match round by round."""
    lang = moment.lang
    ends = [one for one in _shown(moment) if one.kind in ("take", "end")][-MOST_ROUNDS:]
    word = {key: text(lang, f"galician.report.{key}") for key in ("player", "left", "paid", "taken", "net", "chips")}
    rows = []
    for seat, name in enumerate(called):
        taken = frame.chips_moved if frame.winner == seat else 0
        counts = (frame.sizes[seat], frame.paid[seat], taken, _signed(taken - frame.paid[seat]), frame.chips[seat])
        rows.append([name, *map(str, counts)])
    nets = [[one.chips_moved * (one.winner == seat) - one.paid[seat] for one in ends] for seat in range(len(called))]
    score = [[name, *map(_signed, nets[seat]), str(frame.chips[seat])] for seat, name in enumerate(called)]
    rounds = [str(one.round) for one in ends]
    this = {"caption": text(lang, "galician.report", n=frame.round), "head": list(word.values()), "rows": rows}
    match = {"caption": text(lang, "galician.score"), "head": [word["player"], *rounds, word["chips"]], "rows": score}
    return [this, match] if len(ends) > 1 else [this]


def _shown(moment: Moment) -> tuple[Frame, ...]:
    found = frames(moment.rules, moment.states, moment.moves)
    return found if moment.replay is None else found[: moment.replay + 1]


def _signed(count: int) -> str:
    return f"+{count}" if count > 0 else f"−{-count}" if count < 0 else "0"
