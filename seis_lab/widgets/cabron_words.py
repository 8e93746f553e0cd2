"""What happened and what is asked in Seises cabrón, in words, and as events for the page to animate."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from seis_lab.game import Terminal
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_score import SeatScore, hand_score
from seis_lab.games.decks import Card
from seis_lab.locale import mixed, text
from seis_lab.widgets.cabron_frames import Frame, frames, killed_by
from seis_lab.widgets.card_columns import Deck
from seis_lab.widgets.hidden_hands import is_open
from seis_lab.widgets.moment import Line, Moment
from seis_lab.widgets.seis_words import listed


def deck(rules: CabronRules) -> Deck:
    """How the cards look and what they are called."""
    return Deck("spanish", rules.faces)


def shown_frame(moment: Moment) -> Frame:
    """The frame on show: the last one, or an earlier one in a replay."""
    return frames(moment.rules, moment.states, moment.moves)[-1 if moment.replay is None else moment.replay]


def lines(moment: Moment, called: Sequence[str]) -> list[Line]:
    """The log: who laid what, what died of it, who passed, what the hand was worth."""
    told: list[Line] = []
    for at, frame in enumerate(frames(moment.rules, moment.states, moment.moves)):
        if moment.replay is not None and at > moment.replay:
            break
        said = _line(moment.rules, frame, moment.lang, called)
        if said:
            told.append(Line(frame.seat, said, at, frame.moves))
    return told


def _line(rules: CabronRules, frame: Frame, lang: str, called: Sequence[str]) -> str:
    name = called[frame.seat]
    match frame.kind:
        case "deal":
            return text(lang, "cabron.log.deal", n=frame.number, name=name)
        case "lay":
            assert frame.card is not None
            key = "lead" if len(frame.history) == 1 else "lay"
            said = text(lang, f"cabron.log.{key}", name=name, card=deck(rules).say(lang, frame.card))
            gone = [
                text(lang, "cabron.log.of", cards=ranks(rules, lang, cards), name=called[seat])
                for seat, cards in enumerate(frame.killed)
                if cards
            ]
            return said + (text(lang, "cabron.log.dead", cards=", ".join(gone)) if gone else "")
        case "pass":
            return text(lang, "cabron.log.pass", name=name)
        case "score":
            each = [
                text(lang, "cabron.log.gets", name=one, n=mixed(points))
                for one, points in zip(called, frame.points, strict=True)
            ]
            return text(lang, "cabron.log.score", n=frame.number, points="; ".join(each))
        case _:
            return ""


def ranks(rules: CabronRules, lang: str, cards: Iterable[Card]) -> str:
    """Cards of one suit, which need not be said again."""
    return listed(lang, [deck(rules).rank(lang, card) for card in cards])


def points(lang: str, count: Any) -> str:
    """So many points, whole or with a fraction."""
    return text(lang, "cabron.point" if count == 1 else "cabron.points", n=mixed(count))


def formula(rules: CabronRules, lang: str) -> str:
    """How a hand is scored under these rules, in one sentence."""
    unplayed = "dead" if rules.jumping else "left"
    whose = "all" if rules.dead_bonus == "all dead cards" else "others"
    parts = [
        text(lang, "cabron.formula.placed"),
        text(lang, f"cabron.formula.{unplayed}.{whose}"),
        text(lang, f"cabron.formula.tie.{'exact' if rules.tie_bonus == 'exact split' else 'down'}"),
    ]
    if rules.all_placed_bonus:
        parts.append(text(lang, "cabron.formula.all", n=rules.all_placed_bonus))
    return " ".join(parts)


def sum_of(score: SeatScore) -> str:
    """The terms of a seat's points and their sum: 9 + 6 2/3 = 15 2/3."""
    terms = [str(score.placed), *(mixed(Fraction(term)) for term in (score.share, score.all_placed) if term)]
    total = f" =\xa0{mixed(score.points)}" if len(terms) > 1 else ""  # a narrow page may break the line before it
    return "\xa0+\xa0".join(terms) + total


def kills(moment: Moment, called: Sequence[str], card: Card) -> tuple[str, list[str]]:
    """What the asked person's card would kill: in words, and the pieces that show it. Nothing where it jumps nothing.

    The own cards are told apart from those of others; whose the others are is said with open hands only.
    """
    rules, lang, seat, hands = moment.rules, moment.lang, moment.viewer, moment.state.hands
    gone = killed_by(rules, moment.state.history, card)
    groups: dict[tuple[int, str, str], list[Card]] = {}
    pieces = []
    for one in gone:
        holder = next(other for other, hand in enumerate(hands) if one in hand)
        pieces.append(f"p-{one}")
        if holder == seat:
            group = (-1, "mine", "")
            pieces.append(f"h{seat}-{one}")
        else:
            group = (holder, "of", called[holder]) if is_open(moment) else (0, "theirs", "")
        if is_open(moment):
            pieces.append(f"o{holder}-{one}")
        groups.setdefault(group, []).append(one)
    said = [
        text(lang, f"cabron.kill.{key}", name=name, cards=ranks(rules, lang, cards))
        for (_, key, name), cards in sorted(groups.items())
    ]
    return (text(lang, "cabron.kill", groups="; ".join(said)) if said else ""), pieces


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
            total = points(lang, moment.state.scores[won[0]])
            said = text(lang, "cabron.status.win", name=called[won[0]], n=total)
        else:
            said = text(lang, "status.shared", names=listed(lang, [called[seat] for seat in won]))
        return {"text": said, "seat": won[0], "over": True}
    if frame.done:
        won = [seat for seat, count in enumerate(frame.placed) if count == max(frame.placed)]
        names, each = listed(lang, [called[seat] for seat in won]), points(lang, frame.points[won[0]])
        key = "cabron.status.hand" if len(won) == 1 else "cabron.status.tie"
        return {"text": text(lang, key, name=names, n=each), "seat": won[0], "over": False}
    seat = turn.seat or 0
    key = "status.thinking" if moment.viewer is None else "cabron.status.play"
    return {"text": text(lang, key, name=called[seat]), "seat": seat, "over": False}


def scores_of(rules: CabronRules, frame: Frame) -> tuple[SeatScore, ...]:
    """The points of a hand that is over, term by term."""
    return hand_score(rules, frame.placed, frame.unplayed)


def events(moment: Moment, since: int) -> Iterator[dict[str, Any]]:
    """What the page animates: cards that come to the table, and those that die of it."""
    for frame in frames(moment.rules, moment.states, moment.moves):
        if frame.moves <= since:
            continue
        seat = frame.seat
        match frame.kind:
            case "deal" | "pass":
                yield {"kind": frame.kind, "seat": seat}
            case "lay":
                yield {"kind": "lay", "piece": f"p-{frame.card}", "seat": seat}
                for holder, gone in enumerate(frame.killed):
                    for card in gone:
                        yield {"kind": "lay", "piece": f"d{holder}-{card}", "seat": holder}
    turn = moment.rules.turn(moment.state)
    if isinstance(turn, Terminal):
        yield from ({"kind": "win", "seat": seat} for seat, share in enumerate(turn.outcome.payoffs) if share)
