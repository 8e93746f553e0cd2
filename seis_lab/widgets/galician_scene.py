"""What a table of Galician Seis shows: columns, chips and pot, hands, the report of a round, the offered actions.

Everything here is drawn from a frame, which holds nothing hidden, except where the name of a function says whose cards
it shows: `own_hand` goes to its owner alone, `open_hands` to everybody once a round is over or when all hands are open.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from seis_lab.game import Terminal
from seis_lab.games.columns import lay_out
from seis_lab.games.decks import SUITS, Card
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_knowledge import cannot_hold
from seis_lab.games.galician_notation import SEATS, Lay
from seis_lab.games.options import differences
from seis_lab.locale import text
from seis_lab.locale.cards import corner, suit_name
from seis_lab.widgets.galician_coach import basis, worth_words
from seis_lab.widgets.galician_frames import Frame, frames, hands_at, spectator
from seis_lab.widgets.galician_words import chips, say_card, shown_frame
from seis_lab.widgets.moment import Moment
from seis_lab.widgets.seis_words import listed

SHAPES = ("circle", "square", "triangle", "diamond", "pentagon", "hexagon", "cross", "drop")

MOST_ROUNDS = 12
"""How many of the last rounds the score of the match shows."""


def subtitle(moment: Moment) -> str:
    """How many play, which round it is, and whether the rules were changed."""
    rules, lang = moment.rules, moment.lang
    parts = [text(lang, "seats", n=rules.players), text(lang, "galician.round", n=max(1, shown_frame(moment).round))]
    if "open_hands" in moment.switches:
        parts.append(text(lang, "galician.open"))
    if set(differences(rules)) - {"players", "deck"}:
        parts.append(text(lang, "changed_rules"))
    return " · ".join(parts)


def is_open(moment: Moment, frame: Frame) -> bool:
    """Whether everybody may see the hands of a frame: its round is over, or all hands were open from the start."""
    if "open_hands" in moment.switches or isinstance(moment.rules.turn(moment.state), Terminal):
        return True
    return frame.round < moment.state.round or moment.state.winner is not None


def players(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """Everybody at the table."""
    rules, lang, frame = moment.rules, moment.lang, shown_frame(moment)
    turn = rules.turn(moment.state)
    over = isinstance(turn, Terminal) and moment.replay is None
    found: list[dict[str, Any]] = []
    for seat, player in enumerate(moment.players):
        count = frame.sizes[seat]
        note = text(lang, "galician.cards_one" if count == 1 else "galician.cards", n=count)
        if frame.winner == seat:
            note = text(lang, "galician.won_round")
        elif not frame.chips[seat] and any(frame.sizes):
            note += " · " + text(lang, "galician.broke")
        found.append(
            {
                "seat": seat,
                "name": called[seat],
                "letter": SEATS[seat],
                "shape": SHAPES[seat],
                "kind": "bot" if player.is_bot else "human",
                "level": player.level,
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
    pieces: list[dict[str, Any]] = []

    def lay_out(zone: str, kind: str, seat: int | None, label: str, held: list[dict[str, Any]], **more: Any) -> None:
        ids = [piece["id"] for piece in held]
        zones.append({"id": zone, "kind": kind, "seat": seat, "label": label, "pieces": ids, **more})
        pieces.extend(held)

    wished = "aid" in moment.switches and frame.winner is None
    missing = cannot_hold(rules, spectator(rules, frame)) if wished else ()
    hands = open_hands(moment, frame, called) if is_open(moment, frame) else None
    for seat, name in enumerate(called):
        label = text(lang, "galician.chips_of", name=name, n=chips(lang, frame.chips[seat]))
        lay_out(f"chips-{seat}", "chips", seat, label, [_chips(f"chips-{seat}", frame.chips[seat], seat, label)])
        held = hands[seat] if hands is not None else [_backs(lang, name, seat, frame.sizes[seat])]
        lay_out(f"hand-{seat}", "minis", seat, text(lang, "galician.hand_of", name=name), held)
        if missing and missing[seat]:
            label = text(lang, "galician.lacks", name=name)
            gone = [small(rules, lang, card, f"n{seat}-{card}", seat) for card in missing[seat]]
            lay_out(f"aid-{seat}", "lacks", seat, label, gone, text=text(lang, "galician.lacks_short"))
    label = text(lang, "galician.pot_of", n=chips(lang, frame.pot))
    words = {"text": text(lang, "galician.pot"), "subtext": basis(moment)}
    lay_out("pot", "pot", None, label, [_chips("pot", frame.pot, None, label)], **words)
    laid = places(rules, lang, frame)
    lay_out("ladder", "ladder", None, text(lang, "galician.ladder"), laid, columns=columns(rules, lang, frame))
    if frame.winner is not None or frame.kind == "end":
        said = text(lang, "galician.report", n=frame.round)
        lay_out("report", "report", None, said, [], text=said, tables=report(moment, frame, called))
    return zones, pieces


def columns(rules: GalicianRules, lang: str, frame: Frame) -> list[dict[str, str]]:
    """What each column is called and how far it has grown, in words."""
    found = []
    for suit in range(rules.suits):
        ranks = lay_out(rules.suits, frame.history)[suit]
        name = suit_name(lang, rules.deck, suit).capitalize()
        said = text(lang, "galician.column.closed", suit=name)
        if ranks:
            low, high = (say_card(rules, Card(suit, rank), lang) for rank in (ranks[0], ranks[-1]))
            key = "galician.column.one" if len(ranks) == 1 else "galician.column.from"
            said = text(lang, key, suit=name, low=low, high=high)
        found.append({"suit": f"{rules.deck}-{SUITS[suit]}", "name": name, "label": said})
    return found


def places(rules: GalicianRules, lang: str, frame: Frame) -> list[dict[str, Any]]:
    """Every place of every column, kings first: laid, next to be laid, or empty."""
    found = []
    table = lay_out(rules.suits, frame.history)
    for suit in range(rules.suits):
        column = table[suit]
        fits = rules.columns.fits(column) if frame.winner is None and frame.leader is not None else ()
        for rank in range(rules.ranks, 0, -1):
            state = "laid" if rank in column else "next" if rank in fits else "empty"
            name = say_card(rules, Card(suit, rank), lang)
            piece = small(rules, lang, Card(suit, rank), f"p-{Card(suit, rank)}", None)
            label = text(lang, f"galician.place.{state}", card=name)
            found.append({**piece, "kind": "place", "state": state, "label": label})
    return found


def small(rules: GalicianRules, lang: str, card: Card, piece: str, seat: int | None) -> dict[str, Any]:
    """A card in small: rank and suit."""
    face = rules.faces[card.rank - 1]
    look = {"suit": f"{rules.deck}-{SUITS[card.suit]}", "text": corner(rules.deck, face), "face": face}
    return {"id": piece, "kind": "mini", "seat": seat, "label": say_card(rules, card, lang), "action": None, **look}


def _chips(piece: str, count: int, seat: int | None, label: str) -> dict[str, Any]:
    return {"id": piece, "kind": "chips", "count": count, "seat": seat, "label": label, "action": None}


def _backs(lang: str, name: str, seat: int, count: int) -> dict[str, Any]:
    label = text(lang, "galician.hidden_one" if count == 1 else "galician.hidden", name=name, n=count)
    return {"id": f"back-{seat}", "kind": "backs", "count": count, "seat": seat, "label": label, "action": None}


def open_hands(moment: Moment, frame: Frame, called: Sequence[str]) -> list[list[dict[str, Any]]]:
    """The cards of all hands at a frame, for everybody to see."""
    rules, lang = moment.rules, moment.lang
    hands = hands_at(rules, moment.states, frame)
    return [[small(rules, lang, card, f"o{seat}-{card}", seat) for card in hand] for seat, hand in enumerate(hands)]


def own_hand(moment: Moment, called: Sequence[str], actions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The hand of the person who is asked, as a zone with its pieces, and the places that it fits: for its owner."""
    rules, lang, seat = moment.rules, moment.lang, moment.viewer
    assert seat is not None
    by_piece = {action["piece"]: action["id"] for action in actions}
    hand = []
    for card in moment.state.hands[seat]:
        piece = f"h{seat}-{card}"
        key = "galician.own_fits" if piece in by_piece else "galician.own_not"
        label = text(lang, key, card=say_card(rules, card, lang))
        look = {"kind": "playing", "label": label, "action": by_piece.get(piece)}
        hand.append({**small(rules, lang, card, piece, seat), **look})
    label = text(lang, "galician.hand_of", name=called[seat])
    ids = [piece["id"] for piece in hand]
    forced = [say_card(rules, card, lang) for card in played_for(moment, seat)]
    said = text(lang, "galician.own_forced", cards=listed(lang, forced)) if forced else ""
    zone = {"id": "own", "kind": "own", "seat": None, "label": label, "pieces": ids, "subtext": said}
    fitting = {f"p-{move.card}" for move in rules.turn(moment.state).moves if isinstance(move, Lay)}
    marked = [
        {**place, "state": "yours"} for place in places(rules, lang, shown_frame(moment)) if place["id"] in fitting
    ]
    return {"zones": [zone], "pieces": [*hand, *marked]}


def played_for(moment: Moment, seat: int) -> list[Card]:
    """The cards that the table played for a seat since its last decision, the only ones that fitted: for its owner."""
    found: list[Card] = []
    for before, move, after in zip(moment.states, moment.moves, moment.states[1:], strict=False):
        chosen = isinstance(move, Lay)
        if (chosen and before.actor == seat) or (not chosen and after.leader is not None):
            found = []
        start = len(before.history) if chosen else 0
        for turn, card in enumerate(after.history[start + 1 :], start=start + 1):  # the first was chosen, or led
            if card is not None and ((after.leader or 0) + turn) % len(after.hands) == seat:
                found.append(card)
    return found


def actions(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """Every offered action: for the person who is asked."""
    rules, lang = moment.rules, moment.lang
    found: list[dict[str, Any]] = []
    for index, offer in enumerate(moment.offers):
        said = {"id": f"m{index}", "detail": None, "loss": None, "best": False, "kind": "move", "piece": None}
        if isinstance(offer.move, Lay):
            card = offer.move.card
            detail, loss, best = worth_words(moment, index)
            own = {"label": say_card(rules, card, lang), "icon": f"{rules.deck}-{SUITS[card.suit]}"}
            said |= {**own, "detail": detail, "loss": loss, "best": best, "piece": f"h{moment.viewer}-{card}"}
        elif offer.back is not None:
            said |= {"label": text(lang, "galician.do.again"), "detail": text(lang, "galician.do.again_what")}
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


def _shown(moment: Moment) -> list[Frame]:
    found = frames(moment.rules, moment.states, moment.moves)
    return found if moment.replay is None else found[: moment.replay + 1]


def _signed(count: int) -> str:
    return f"+{count}" if count > 0 else f"−{-count}" if count < 0 else "0"
