"""What a table of Seises cabrón shows: columns with gaps, dead cards, scores and how they come about, hands, actions.

Everything here is drawn from a frame, which holds nothing hidden, except where the name of a function says whose cards
it shows: `own_hand` goes to its owner alone, `open_hands` to everybody once a hand is over or when all hands are open.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from seis_lab.game import Terminal
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_knowledge import cannot_hold
from seis_lab.games.column_moves import Lay
from seis_lab.games.columns import lay_out
from seis_lab.games.options import differences
from seis_lab.locale import mixed, text
from seis_lab.widgets import hidden_hands
from seis_lab.widgets.cabron_frames import Frame, frames, hands_at, spectator
from seis_lab.widgets.cabron_words import deck, formula, kills, points, scores_of, shown_frame, sum_of
from seis_lab.widgets.card_columns import backs, cards_left, ladder, minis, spread
from seis_lab.widgets.column_coach import basis, worth_words
from seis_lab.widgets.moment import Moment
from seis_lab.widgets.players import seated

MOST_HANDS = 12
"""How many of the last hands the score of the match shows."""


def subtitle(moment: Moment) -> str:
    """How many play, which hand it is, and whether other rules than the target were changed."""
    rules, lang = moment.rules, moment.lang
    parts = [text(lang, "seats", n=rules.players), text(lang, "cabron.hand", n=shown_frame(moment).number)]
    if hidden_hands.is_open(moment):
        parts.append(text(lang, "columns.open"))
    if set(differences(rules)) - {"players", "target"}:
        parts.append(text(lang, "changed_rules"))
    return " · ".join(parts)


def is_open(moment: Moment, frame: Frame) -> bool:
    """Whether everybody may see the hands of a frame: its hand is over, or all hands were open from the start."""
    if hidden_hands.is_open(moment) or isinstance(moment.rules.turn(moment.state), Terminal):
        return True
    return frame.number < moment.state.number or bool(moment.state.points)


def players(moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
    """Everybody at the table."""
    rules, lang, frame = moment.rules, moment.lang, shown_frame(moment)
    turn = rules.turn(moment.state)
    over = isinstance(turn, Terminal) and moment.replay is None
    placed, found = frame.placed, []
    for seat, player in enumerate(moment.players):
        best = frame.done and placed[seat] == max(placed)
        said = text(lang, "cabron.won_hand" if best else "cabron.placed", n=placed[seat])
        found.append(
            {
                **seated(player, seat, called[seat]),
                "turn": not over and seat == frame.actor,
                "you": moment.replay is None and seat == moment.viewer and frame.actor == seat,
                "note": f"{cards_left(lang, frame.sizes[seat])} · {said}",
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

    wished = "aid" in moment.switches and not frame.done
    missing = cannot_hold(rules, spectator(rules, frame)) if wished else ()
    hands = open_hands(moment, frame) if is_open(moment, frame) else None
    for seat, name in enumerate(called):
        total = _score(rules, lang, seat, name, frame.scores[seat])
        put(f"points-{seat}", "points", seat, total["label"], [total])
        held = hands[seat] if hands is not None else [backs(lang, name, seat, frame.sizes[seat])]
        put(f"hand-{seat}", "minis", seat, text(lang, "columns.hand_of", name=name), held)
        if rules.jumping:
            gone, label = minis(deck(rules), lang, frame.dead[seat], "d", seat), text(lang, "cabron.dead_of", name=name)
            put(f"dead-{seat}", "dead", seat, label, gone, text=text(lang, "cabron.dead") if gone else "")
        if missing and missing[seat]:
            lacking = minis(deck(rules), lang, missing[seat], "n", seat)
            label, short = text(lang, "columns.lacks", name=name), text(lang, "columns.lacks_short")
            put(f"aid-{seat}", "lacks", seat, label, lacking, text=short)
    zones.append(_prize(moment, frame))
    zones.append(_ladder(rules, lang, frame))
    if frame.done:
        said = text(lang, "cabron.report", n=frame.number)
        tables = report(moment, frame, called)
        put("report", "report", None, said, [], text=said, subtext=formula(rules, lang), tables=tables)
    return spread(zones)


def _score(rules: CabronRules, lang: str, seat: int, name: str, score: Fraction) -> dict[str, Any]:
    """A seat's total in the match, and how much of the way to the target that is, in hundredths."""
    label = text(lang, "cabron.score_of", name=name, n=points(lang, score), target=rules.target)
    part = min(100, round(100 * score / rules.target))
    look = {"kind": "points", "text": mixed(score), "of": str(rules.target), "part": part}
    return {"id": f"points-{seat}", "seat": seat, "label": label, "action": None, **look}


def _prize(moment: Moment, frame: Frame) -> dict[str, Any]:
    """The cards that nobody can place any more: what whoever places most gets besides."""
    rules, lang = moment.rules, moment.lang
    count = sum(frame.unplayed) if frame.done else sum(map(len, frame.dead))
    name = text(lang, "cabron.prize.dead" if rules.jumping else "cabron.prize.left")
    said = text(lang, "cabron.prize.of", name=name, n=count)
    piece = {"id": "pot", "kind": "heap", "count": count, "seat": None, "label": said, "action": None}
    note = " ".join(part for part in (text(lang, "cabron.prize.for"), basis(moment)) if part)
    words = {"label": said, "text": name, "subtext": note}
    return {"id": "pot", "kind": "pot", "seat": None, "pieces": [piece], **words}


def _ladder(rules: CabronRules, lang: str, frame: Frame) -> dict[str, Any]:
    """The columns as they lie at a frame."""
    going = frame.kind != "start" and not frame.done
    return ladder(deck(rules), lang, rules.columns, lay_out(rules.suits, frame.history), going)


def open_hands(moment: Moment, frame: Frame) -> list[list[dict[str, Any]]]:
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
    """Every offered action, with what it would kill: for the person who is asked."""
    rules, lang = moment.rules, moment.lang
    found: list[dict[str, Any]] = []
    for index, offer in enumerate(moment.offers):
        said: dict[str, Any] = {
            "id": f"m{index}",
            "detail": None,
            "loss": None,
            "best": False,
            "kind": "move",
            "piece": None,
        }
        if isinstance(offer.move, Lay):
            card = offer.move.card
            detail, loss, best = worth_words(moment, index, signed=False)
            own = {"label": deck(rules).say(lang, card), "icon": deck(rules).suit(card.suit)}
            said |= {**own, "detail": detail, "loss": loss, "best": best, "piece": f"h{moment.viewer}-{card}"}
            note, pieces = kills(moment, called, card)
            if note:
                said |= {"note": note, "kills": pieces}
        elif offer.back is not None:
            said |= {"label": text(lang, "columns.do.again"), "detail": text(lang, "cabron.do.again_what")}
        else:
            starter = called[((moment.state.starter or 0) + 1) % rules.players]
            said |= {"label": text(lang, "cabron.do.deal"), "detail": text(lang, "cabron.do.deal_what", name=starter)}
        found.append({"icon": None, **said})
    return found


def report(moment: Moment, frame: Frame, called: Sequence[str]) -> list[dict[str, Any]]:
    """The hand just played with every sum spelled out, and the match hand by hand."""
    rules, lang = moment.rules, moment.lang
    seen = frames(rules, moment.states, moment.moves)
    ends = [one for one in seen[: None if moment.replay is None else moment.replay + 1] if one.done][-MOST_HANDS:]
    unplayed = "dead" if rules.jumping else "left"
    word = {key: text(lang, f"cabron.report.{key}") for key in ("player", "placed", unplayed, "points", "total")}
    rows = [
        [name, str(score.placed), str(score.unplayed), sum_of(score), mixed(total)]
        for name, score, total in zip(called, scores_of(rules, frame), frame.scores, strict=True)
    ]
    gained = [[mixed(one.points[seat]) for one in ends] for seat in range(len(called))]
    score = [[name, *gained[seat], mixed(frame.scores[seat])] for seat, name in enumerate(called)]
    hands = [str(one.number) for one in ends]
    this = {"caption": text(lang, "cabron.report", n=frame.number), "head": list(word.values()), "rows": rows}
    match = {"caption": text(lang, "cabron.match"), "head": [word["player"], *hands, word["total"]], "rows": score}
    return [this, match] if len(ends) > 1 else [this]
