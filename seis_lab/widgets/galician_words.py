"""What happened and what is asked in Galician Seis, in words, and as events for the page to animate."""

from collections.abc import Iterator, Sequence
from typing import Any

from seis_lab.game import Terminal
from seis_lab.games.galician import GalicianRules
from seis_lab.locale import text
from seis_lab.widgets.card_columns import Deck
from seis_lab.widgets.galician_frames import Frame, frames
from seis_lab.widgets.moment import Line, Moment
from seis_lab.widgets.seis_words import listed


def deck(rules: GalicianRules) -> Deck:
    """How the cards look and what they are called."""
    return Deck(rules.deck, rules.faces)


def shown_frame(moment: Moment) -> Frame:
    """The frame on show: the last one, or an earlier one in a replay."""
    return frames(moment.rules, moment.states, moment.moves)[-1 if moment.replay is None else moment.replay]


def lines(moment: Moment, called: Sequence[str]) -> list[Line]:
    """The log: who laid what, who passed and what it cost, who took the pot."""
    told: list[Line] = []
    for at, frame in enumerate(frames(moment.rules, moment.states, moment.moves)):
        if moment.replay is not None and at > moment.replay:
            break
        said = _line(moment.rules, frame, moment.lang, called)
        if said:
            told.append(Line(frame.seat, said, at, frame.moves))
    return told


def _line(rules: GalicianRules, frame: Frame, lang: str, called: Sequence[str]) -> str:
    name = called[frame.seat]
    match frame.kind:
        case "deal":
            said = text(lang, "galician.log.deal", n=frame.round, name=name)
            return said + (" " + text(lang, "galician.log.ante", n=chips(lang, rules.ante)) if rules.ante else "")
        case "lay":
            assert frame.card is not None
            key = "lead" if len(frame.history) == 1 else "lay"
            return text(lang, f"galician.log.{key}", name=name, card=deck(rules).say(lang, frame.card))
        case "pass":
            if frame.chips_moved:
                return text(lang, "galician.log.pass", name=name, n=chips(lang, frame.chips_moved))
            return text(lang, "galician.log.pass_free", name=name)
        case "take":
            return text(lang, "galician.log.take", name=name, n=chips(lang, frame.chips_moved))
        case "end":
            return text(lang, "galician.log.end", name=name)
        case _:
            return ""


def chips(lang: str, count: int) -> str:
    """So many chips."""
    return text(lang, "galician.chip" if count == 1 else "galician.chips", n=count)


def status(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """The question or fact of the moment."""
    lang, frame = moment.lang, shown_frame(moment)
    if moment.replay is not None:
        of = len(frames(moment.rules, moment.states, moment.moves)) - 1
        return {"text": text(lang, "status.replay", at=moment.replay, of=of), "seat": frame.seat, "over": False}
    turn = moment.rules.turn(moment.state)
    if isinstance(turn, Terminal):
        won = [seat for seat, share in enumerate(turn.outcome.payoffs) if share]
        if len(won) == 1:
            said = text(lang, "galician.status.win", name=called[won[0]], n=chips(lang, moment.state.chips[won[0]]))
        else:
            said = text(lang, "status.shared", names=listed(lang, [called[seat] for seat in won]))
        return {"text": said, "seat": won[0], "over": True}
    if frame.winner is not None:
        said = text(lang, "galician.status.round", name=called[frame.winner], n=chips(lang, sum(frame.paid)))
        return {"text": said, "seat": frame.winner, "over": False}
    seat = turn.seat or 0
    key = "status.thinking" if moment.viewer is None else "galician.status.play"
    return {"text": text(lang, key, name=called[seat]), "seat": seat, "over": False}


def events(moment: Moment, since: int) -> Iterator[dict[str, Any]]:
    """What the page animates: cards that come to the table, chips that move."""
    for frame in frames(moment.rules, moment.states, moment.moves):
        if frame.moves <= since:
            continue
        seat = frame.seat
        match frame.kind:
            case "deal":
                yield {"kind": "deal", "seat": seat}
                for payer, count in enumerate(frame.paid):
                    if count:
                        yield {"kind": "chips", "from": f"chips-{payer}", "to": "pot", "count": count}
            case "lay":
                yield {"kind": "lay", "piece": f"p-{frame.card}", "seat": seat}
            case "pass":
                yield {"kind": "pass", "seat": seat}
                if frame.chips_moved:
                    yield {"kind": "chips", "from": f"chips-{seat}", "to": "pot", "count": frame.chips_moved}
            case "take":
                if frame.chips_moved:
                    yield {"kind": "chips", "from": "pot", "to": f"chips-{seat}", "count": frame.chips_moved}
    turn = moment.rules.turn(moment.state)
    if isinstance(turn, Terminal):
        yield from ({"kind": "win", "seat": seat} for seat, share in enumerate(turn.outcome.payoffs) if share)
