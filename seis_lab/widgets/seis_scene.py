"""What a SEIS table shows: rows of cards, wildcards, the die, and the offered actions with their words."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from seis_lab.exact.rows import own_rules
from seis_lab.exact.seis import solve
from seis_lab.game import Terminal
from seis_lab.games.options import differences
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Card, Flip, Numeral, Pass, Phase, Play, Raise, Roll, SeisState, Voltear
from seis_lab.games.wildcards import KINDS, Wild
from seis_lab.locale import decimal, percent, text
from seis_lab.widgets.advice import Advice
from seis_lab.widgets.moment import Moment, Offer
from seis_lab.widgets.players import seated
from seis_lab.widgets.seis_words import listed, question, turn_begins, winners


@dataclass(frozen=True)
class Die:
    """The die as it lies on the table: the last number that counted, whose, and what the wildcards did to it."""

    seat: int
    value: int | None = None
    void: bool = False
    changed: bool = False


def shown_moves(moment: Moment) -> int:
    """How many moves led to the position on show."""
    return len(moment.moves) if moment.replay is None else moment.replay


def shown_state(moment: Moment) -> SeisState:
    """The position on show: that of the game, or an earlier one in a replay."""
    state: SeisState = moment.states[shown_moves(moment)]
    return state


def subtitle(moment: Moment) -> str:
    """The mode and the number of players, and whether the rules were changed."""
    rules, lang = moment.rules, moment.lang
    seats = text(lang, "seats_one") if rules.players == 1 else text(lang, "seats", n=rules.players)
    changed = set(differences(rules)) - {"players", "mode"}
    parts = [text(lang, f"mode.{rules.mode}"), seats, text(lang, "changed_rules") if changed else ""]
    return " · ".join(part for part in parts if part)


def status(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """The question or fact of the moment, and whose moment it is."""
    turn = moment.rules.turn(shown_state(moment))
    seat = getattr(turn, "seat", None)
    if moment.over and moment.replay is None:
        seat = winners(turn)[0]
    if moment.replay is not None:
        said = text(moment.lang, "status.replay", at=moment.replay, of=len(moment.moves))
    else:
        person = moment.viewer is not None
        said = question(moment.rules, moment.state, called, moment.lang, person, turns_begun(moment))
    return {"text": said, "seat": seat, "over": moment.over and moment.replay is None}


def die_of(moment: Moment) -> Die:
    """The die at the position on show."""
    count = shown_moves(moment)
    roller = moment.states[count].roller
    changed = False
    for before, move in zip(reversed(moment.states[:count]), reversed(moment.moves[:count]), strict=True):
        match move:
            case Roll(face):
                return Die(before.roller, face)
            case Numeral(number) if not changed:
                return Die(before.roller, number, changed=True)
            case Play(Wild.TIRADOR):
                return Die(before.roller, before.number, void=True, changed=before.changes > 0)
            case _:
                pass
    return Die(roller)


def cards(state: SeisState, seat: int) -> list[tuple[Card, bool]]:
    """A seat's cards in their places with whether they are face up; of equal ones the first are down."""
    row = sorted((*state.seats[seat].up, *state.seats[seat].down))
    return [(card, row[:index].count(card) >= state.seats[seat].down.count(card)) for index, card in enumerate(row)]


def last_down(state: SeisState, seat: int, card: Card) -> str:
    """The id of the last card equal to this one that lies face down."""
    row = sorted((*state.seats[seat].up, *state.seats[seat].down))
    return f"c{seat}-{row.index(card) + state.seats[seat].down.count(card) - 1}"


def first_up(state: SeisState, seat: int, number: int | None) -> str | None:
    """The id of the first card of this number that lies face up, if there is one."""
    for index, (card, up) in enumerate(cards(state, seat)):
        if up and card.number == number:
            return f"c{seat}-{index}"
    return None


def card_up(state: SeisState, seat: int, card: Card) -> str | None:
    """The id of the first card equal to this one that lies face up, if there is one."""
    return next((f"c{seat}-{at}" for at, (one, up) in enumerate(cards(state, seat)) if up and one == card), None)


def turns_begun(moment: Moment) -> int:
    """How many turns had begun when the position on show arose."""
    count = shown_moves(moment)
    steps = zip(moment.states[:count], moment.states[1 : count + 1], strict=True)
    at_once = moment.rules.players == 1 and moment.rules.mode == "traditional"  # nothing dealt, nobody chosen
    return int(at_once) + sum(turn_begins(before, after) for before, after in steps)


def players(moment: Moment, names: Sequence[str]) -> list[dict[str, Any]]:
    """Everybody at the table."""
    state, lang = shown_state(moment), moment.lang
    turn = moment.rules.turn(state)
    over = isinstance(turn, Terminal)
    waiting = moment.viewer if moment.replay is None else None
    won = winners(turn) if isinstance(turn, Terminal) else []
    found: list[dict[str, Any]] = []
    for seat, player in enumerate(moment.players):
        left = len(state.seats[seat].up)
        note = text(lang, "player.left_one" if left == 1 else "player.left", n=left)
        if seat in won:
            note = text(lang, "player.won")
        elif expected := expected_turns(moment, seat):
            note = text(lang, "player.expected", n=decimal(lang, expected, 2))
        elif moment.rules.players == 1:
            note += " · " + text(lang, "player.turn", n=turns_begun(moment))
        found.append(
            {
                **seated(player, seat, names[seat]),
                "turn": not over and state.phase not in (Phase.DEAL, Phase.FIRST) and seat == state.roller,
                "you": seat == waiting,
                "note": note,
                "won": seat in won,
            }
        )
    return found


def expected_turns(moment: Moment, seat: int) -> Fraction | None:
    """How many turns a dealt row takes alone on average, exactly; only from the deal to the first roll."""
    rules, count = moment.rules, shown_moves(moment)
    if rules.mode != "random" or shown_state(moment).phase is Phase.DEAL:
        return None
    if any(isinstance(move, Roll) for move in moment.moves[:count]):
        return None
    try:
        return solve(own_rules(rules, shown_state(moment), seat), seat).mean
    except ValueError:  # more positions than can be solved at once, or a row that is never finished
        return None


def zones_and_pieces(
    moment: Moment, names: Sequence[str], actions: Sequence[Mapping[str, Any]], note: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What lies on the table; a piece that exactly one action names is a way to choose that action."""
    named = [action["piece"] for action in actions]
    by_piece = {action["piece"]: action["id"] for action in actions if named.count(action["piece"]) == 1}
    state, lang = shown_state(moment), moment.lang
    zones: list[dict[str, Any]] = []
    pieces: list[dict[str, Any]] = []
    for seat, name in enumerate(names):
        row = [_card(lang, names, seat, at, card, up, by_piece) for at, (card, up) in enumerate(cards(state, seat))]
        fan = [
            _wild(lang, name, seat, kind, state.seats[seat].wild[kind], by_piece)
            for kind in shown_kinds(moment.rules, seat)
        ]
        for zone, kind, held in (("row", "row", row), ("wild", "fan", fan)):
            label = text(lang, f"zone.{zone}", name=name)
            ids = [piece["id"] for piece in held]
            zones.append({"id": f"{zone}-{seat}", "kind": kind, "seat": seat, "label": label, "pieces": ids})
            pieces += held
    first, second = tray_words(moment, names)
    tray = {"id": "tray", "kind": "tray", "seat": None, "label": text(lang, "zone.tray"), "pieces": ["die"]}
    zones.append({**tray, "text": first, "subtext": note or second})
    pieces.append(_die(moment, names, by_piece))
    return zones, pieces


def shown_kinds(rules: SeisRules, seat: int) -> tuple[Wild, ...]:
    """The kinds of wildcard that a seat was given and can use: alone, there is nobody for most of them to act on."""
    usable = KINDS if rules.players > 1 else (Wild.DADO, Wild.NUMERAL)
    return tuple(kind for kind in usable if rules.wildcards_of(seat)[kind])


def _card(
    lang: str, names: Sequence[str], seat: int, at: int, card: Card, up: bool, by_piece: Mapping[str, str]
) -> dict[str, Any]:
    """A card; in mirror mode it wears the colour and the shape of the player whose colour it has."""
    piece, key = f"c{seat}-{at}", "card.up" if up else "card.down"
    action = by_piece.get(piece)
    mark = "target" if action else None
    if card.colour is None:
        label = text(lang, key, n=card.number, name=names[seat])
    else:
        label = text(lang, f"{key}_colour", n=card.number, name=names[seat], colour=names[card.colour])
    own = {"text": str(card.number), "up": up, "seat": seat if card.colour is None else card.colour}
    return {"id": piece, "kind": "card", **own, "label": label, "action": action, "mark": mark}


def _wild(lang: str, name: str, seat: int, kind: Wild, count: int, by_piece: Mapping[str, str]) -> dict[str, Any]:
    piece = f"w{seat}-{kind.value}"
    label = text(lang, "wild.label", n=count, card=kind.value, name=name, what=text(lang, f"wild.{kind.value}"))
    own = {"icon": kind.value, "text": kind.value, "count": count, "seat": seat}
    return {"id": piece, "kind": "wild", **own, "label": label, "action": by_piece.get(piece)}


def _die(moment: Moment, names: Sequence[str], by_piece: Mapping[str, str]) -> dict[str, Any]:
    die = die_of(moment)
    state = shown_state(moment)
    if state.phase in (Phase.BEFORE, Phase.ROLL) and by_piece.get("die"):
        die = Die(state.roller)  # it is in the hand of whoever rolls next
    key = "void" if die.void else "none" if die.value is None else "changed" if die.changed else "shows"
    label = text(moment.lang, f"die.{key}", name=names[die.seat], n=die.value)
    own = {"value": die.value, "faces": moment.rules.faces, "seat": die.seat, "void": die.void, "changed": die.changed}
    return {"id": "die", "kind": "die", **own, "label": label, "action": by_piece.get("die")}


def tray_words(moment: Moment, names: Sequence[str]) -> tuple[str, str]:
    """Two lines for the middle of the table: the state of things, and what can be done about it."""
    rules, state, lang = moment.rules, shown_state(moment), moment.lang
    name, seat = names[state.roller], state.seats[state.roller]
    turn = rules.turn(state)
    if isinstance(turn, Terminal):
        return text(lang, "tray.down", name=listed(lang, [names[winner] for winner in winners(turn)])), ""
    if state.phase in (Phase.DEAL, Phase.FIRST):
        return "", ""
    if state.number is None:
        skips = text(lang, "tray.skips_one" if state.skips == 1 else "tray.skips", n=state.skips) if state.skips else ""
        numbers = listed(lang, [card.number for card in seat.up])
        more = {Phase.BEFORE: "tray.dado"}.get(state.phase) or ("tray.more_rolls" if state.more_rolls else "")
        return text(lang, "tray.needs", name=name, numbers=numbers), skips or (text(lang, more) if more else "")
    if rules.mode == "mirror":
        return _reach(rules, state, names, lang), _can_do(rules, state, lang)
    key = "fits" if first_up(state, state.roller, state.number) else "already"
    if state.number not in [card.number for card in (*seat.up, *seat.down)]:
        key = "missing"
    return text(lang, f"tray.{key}", n=state.number, name=name), _can_do(rules, state, lang)


def _reach(rules: SeisRules, state: SeisState, names: Sequence[str], lang: str) -> str:
    """Whose cards the number on the die turns in mirror mode."""
    found = rules.matches(state)
    seats = {state.roller} if found.free else set()
    if found.exact is not None:
        seats.add(found.exact[0])
    if not seats:
        return text(lang, "tray.mirror_none", n=state.number)
    return text(lang, "tray.mirror", n=state.number, names=listed(lang, [names[seat] for seat in sorted(seats)]))


def _can_do(rules: SeisRules, state: SeisState, lang: str) -> str:
    """What can be done about the number on the die."""
    if state.phase is Phase.TIRADOR:
        return text(lang, "tray.tirador")
    numbers = [move.number for move in rules.turn(state).moves if isinstance(move, Numeral)]
    if len(numbers) == 2:
        return text(lang, "tray.numeral", a=numbers[0], b=numbers[1])
    return text(lang, "tray.numeral_one", a=numbers[0]) if numbers else ""


def action_words(moment: Moment, offer: Offer, names: Sequence[str], lang: str) -> tuple[str, str | None, str | None]:
    """The label of an offer, the icon of the wildcard it plays, and the piece that stands for it."""
    state, number = moment.state, moment.state.number
    seat = state.roller
    if offer.roll:
        return text(lang, "do.roll"), None, "die"
    match offer.move:
        case Numeral(wanted):
            return text(lang, "do.numeral", n=wanted), "NUMERAL", first_up(state, seat, wanted)
        case Play(kind):
            holder = seat if state.asked is None else state.asked
            return text(lang, "do.play", card=kind.value), kind.value, f"w{holder}-{kind.value}"
        case Voltear(target):
            return text(lang, "do.voltear", name=names[target]), "VOLTEAR", f"w{seat}-VOLTEAR"
        case Flip(card):
            return _turning("do.flip", card, names, lang), None, card_up(state, seat, card)
        case Raise(card):
            return _turning("do.raise", card, names, lang), None, last_down(state, state.hit or 0, card)
        case Pass() if state.phase is Phase.FLIP and moment.rules.matches(state).exact:
            return text(lang, "do.flip_exact", n=number), None, None
        case Pass() if state.phase is Phase.NUMERAL:
            return text(lang, "do.leave", n=number), None, first_up(state, seat, number)
        case Pass():
            key = {Phase.TIRADOR: "do.let", Phase.FLIP: "do.flip_none"}.get(state.phase, "do.end")
            return text(lang, key), None, None
        case _:
            raise AssertionError(f"unreachable: {offer!r} is offered and unknown")


def _turning(key: str, card: Card, names: Sequence[str], lang: str) -> str:
    """What is done to a card, which is called by its colour where that matters."""
    if card.colour is None:
        return text(lang, key, n=card.number)
    return text(lang, f"{key}_colour", n=card.number, colour=names[card.colour])


def actions(moment: Moment, names: Sequence[str]) -> list[dict[str, Any]]:
    """Every offered action, with what the coach knows of it."""
    lang, advice = moment.lang, moment.advice if moment.coach else None
    found: list[dict[str, Any]] = []
    for index, offer in enumerate(moment.offers):
        label, icon, piece = action_words(moment, offer, names, lang)
        detail, loss = coach_words(advice, index, lang) if advice and advice.worths else (None, None)
        if detail is None and icon and isinstance(offer.move, Play):
            detail = text(lang, f"wild.{icon}").rpartition(": ")[2]
        best = advice is not None and bool(advice.worths) and advice.is_best(index)
        kind = "roll" if offer.roll else "move"
        said = {"id": f"m{index}", "label": label, "detail": detail, "loss": loss, "best": best}
        found.append({**said, "kind": kind, "icon": icon, "piece": piece})
    return found


def coach_words(advice: Advice, index: int, lang: str) -> tuple[str, str | None]:
    """What the coach says of one action, and how much worse than the best it is."""
    worth, loss = advice.worths[index], advice.loss(index)
    if advice.unit == "turns":
        if worth.value == math.inf:
            return text(lang, "coach.never"), None
        said = text(lang, "coach.turns", n=decimal(lang, worth.value, 2))
        return said, "+" + decimal(lang, loss, 2) if loss else None
    lost = decimal(lang, 100 * loss, 1) if loss else None
    if advice.games is None:
        key = "coach.certified" if advice.duel == "certified" else "coach.wins"
        return text(lang, key, n=percent(lang, worth.value)), lost
    half = decimal(lang, 100 * max(worth.high - worth.value, worth.value - worth.low), 1)
    return text(lang, "coach.estimate", n=percent(lang, worth.value), half=half), lost


def coach_basis(moment: Moment) -> str:
    """On what the coach's numbers rest, and how far its long work is; nothing while there is nothing to say."""
    if not moment.coach or moment.replay is not None:
        return ""
    studying = "" if moment.studied is None else text(moment.lang, "coach.studying", n=moment.studied)
    return " ".join(said for said in (_numbers_rest_on(moment), studying) if said)


def _numbers_rest_on(moment: Moment) -> str:
    advice, lang = moment.advice, moment.lang
    if advice is None:
        return ""
    if advice.report is not None:
        return str(replace(advice.report, moment=moment).why())
    if advice.duel:
        return text(lang, "coach.basis_duel_certified" if advice.duel == "certified" else "coach.basis_duel")
    if advice.games is not None:
        return text(lang, "coach.basis_estimate", games=advice.games)
    return text(lang, f"coach.basis_{advice.unit}")
