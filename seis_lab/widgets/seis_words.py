"""What happened and what is asked in SEIS, in words, and as events for the page to animate."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from seis_lab.game import Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import (
    Card,
    Deal,
    First,
    Flip,
    Numeral,
    Pass,
    Phase,
    Play,
    Roll,
    SeisMove,
    SeisState,
    Voltear,
)
from seis_lab.games.wildcards import Wild
from seis_lab.locale import text


@dataclass(frozen=True)
class Said:
    """One line of the log: the key of its text, what fills it in (seats as "name" and "other"), after which move.

    The deal is nobody's line.
    """

    key: str
    seat: int | None
    at: int
    values: tuple[tuple[str, object], ...] = ()

    def written(self, lang: str, names: Sequence[str]) -> str:
        """The line in a language."""
        values = {name: names[value] if name == "other" else value for name, value in self.values}  # type: ignore[call-overload]
        name = "" if self.seat is None else names[self.seat]
        return text(lang, f"log.{self.key}", name=name, **values)


def turn_begins(before: SeisState, after: SeisState) -> bool:
    """Whether a move led to the start of a turn."""
    return after.phase in (Phase.BEFORE, Phase.ROLL) and not after.played and before.phase is not Phase.BEFORE


def turned_cards(before: SeisState, after: SeisState) -> list[tuple[int, Card, bool]]:
    """The cards that changed sides: whose, which, and whether it is face up now."""
    found = []
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        if was.up == now.up:
            continue
        for card in dict.fromkeys((*was.up, *was.down)):
            found += [(seat, card, True)] * (now.up.count(card) - was.up.count(card))
            found += [(seat, card, False)] * (was.up.count(card) - now.up.count(card))
    return found


def skipped(rules: SeisRules, before: SeisState, after: SeisState) -> list[int]:
    """The players who were passed over when the turn went on."""
    if before.phase in (Phase.DEAL, Phase.FIRST) or not turn_begins(before, after):
        return []
    seats, seat = [], (before.roller + after.direction) % rules.players
    while seat != after.roller:
        seats.append(seat)
        seat = (seat + after.direction) % rules.players
    return seats


def story(rules: SeisRules, states: Sequence[SeisState], moves: Sequence[SeisMove]) -> list[Said]:
    """Everything that happened, a line for each thing a player would mention."""
    lines: list[Said] = []
    for at, (before, move, after) in enumerate(zip(states, moves, states[1:], strict=False), start=1):
        lines += _said(before, move, after, at)
        lines = _settle(lines, before, move, after, at)
        lines += [Said("skipped", seat, at) for seat in skipped(rules, before, after)]
        turn = rules.turn(after)
        if isinstance(turn, Terminal):
            lines += _won(turn, at)
    return lines


def winners(turn: Terminal) -> list[int]:
    """Who has a share of the win: two at most, and two in mirror mode only."""
    return [seat for seat, share in enumerate(turn.outcome.payoffs) if share]


def _won(turn: Terminal, at: int) -> list[Said]:
    first, *others = winners(turn)
    return [Said("win_shared", first, at, (("other", others[0]),))] if others else [Said("win", first, at)]


def _said(before: SeisState, move: SeisMove, after: SeisState, at: int) -> list[Said]:
    """What the move itself says; refusals to play a card are not mentioned."""
    seat = before.roller
    match move:
        case Deal():
            return [Said("dealt", None, at)] if after.phase is not Phase.DEAL else []
        case First(first):
            return [Said("first", first, at)]
        case Roll(face):
            return [Said("roll", seat, at, (("n", face),))]
        case Numeral(number):
            return [Said("numeral", seat, at, (("old", before.number), ("n", number)))]
        case Play(Wild.TIRADOR):
            shooter = seat if before.asked is None else before.asked
            own = shooter == seat
            return [Said("tirador_own" if own else "tirador", shooter, at, () if own else (("other", seat),))]
        case Play(Wild.REVERSA) if before.direction != after.direction:
            return [Said("reversa", seat, at)]
        case Play(kind):
            return [Said("play", seat, at, (("card", kind.value),))]
        case Voltear(target):
            return [Said("voltear", seat, at, (("other", target),))]
        case Pass() if before.phase is Phase.FLIP:
            return [Said("flip_none", seat, at)]
        case _:
            return []


def _settle(lines: list[Said], before: SeisState, move: SeisMove, after: SeisState, at: int) -> list[Said]:
    """Join what became of a roll to the line that told of it, where nothing was said in between."""
    last = lines[-1] if lines else None
    told = last is not None and last.key in ("roll", "numeral") and last.seat == before.roller
    turned = [] if isinstance(move, Deal) else turned_cards(before, after)
    for seat, card, up in sorted(turned, key=lambda one: one[0] != before.roller):
        number = (("n", card.number),)
        if up:
            lines = [*lines, Said("raise", seat, at, number)]
        elif seat != before.roller:
            lines = [*lines, Said("flip_forced", seat, at, number)]
        elif told and last is not None:
            lines, told = [*lines[:-1], replace(last, key=f"{last.key}_flip", at=at)], False
        else:
            lines = [*lines, Said("flip", seat, at, number)]
    resolved = after.number is None and not isinstance(move, Flip)
    if told and last is not None and resolved and not turned:
        lines = [*lines[:-1], replace(last, key=f"{last.key}_nothing", at=at)]
    return lines


def events(
    rules: SeisRules, states: Sequence[SeisState], moves: Sequence[SeisMove], since: int, card_id: Any
) -> Iterator[dict[str, Any]]:
    """What happened after the first `since` moves, in order; `card_id(state, seat, card)` names the last one down."""
    for before, move, after in list(zip(states, moves, states[1:], strict=False))[since:]:
        seat = before.roller
        match move:
            case Roll(face):
                yield {"kind": "roll", "piece": "die", "value": face, "seat": seat}
            case Numeral(number):
                yield {"kind": "play", "piece": f"w{seat}-NUMERAL", "seat": seat}
                yield {"kind": "number", "piece": "die", "value": number, "seat": seat}
            case Play(Wild.TIRADOR):
                shooter = seat if before.asked is None else before.asked
                yield {"kind": "play", "piece": f"w{shooter}-TIRADOR", "seat": shooter}
                yield {"kind": "shot", "piece": "die"}
            case Play(kind):
                yield {"kind": "play", "piece": f"w{seat}-{kind}", "seat": seat}
            case Voltear():
                yield {"kind": "play", "piece": f"w{seat}-VOLTEAR", "seat": seat}
            case _:
                pass
        for whose, card, up in [] if isinstance(move, Deal) else turned_cards(before, after):
            yield {"kind": "flip", "piece": card_id(after if not up else before, whose, card), "up": up}
        if before.direction != after.direction:
            yield {"kind": "direction", "value": after.direction}
        turn = rules.turn(after)
        if isinstance(turn, Terminal):
            yield from ({"kind": "win", "seat": winner} for winner in winners(turn))
        elif turn_begins(before, after):
            yield {"kind": "turn", "seat": after.roller}


def question(rules: SeisRules, state: SeisState, names: Sequence[str], lang: str, person: bool, turns: int) -> str:
    """What the table asks a person (or which bot is thinking), or how the game ended, after how many turns if alone."""
    turn = rules.turn(state)
    if isinstance(turn, Terminal):
        return _ending(turn, names, lang, turns if rules.players == 1 else None)
    asked = turn.seat or 0
    if not person:
        return text(lang, "status.thinking", name=names[asked])
    values: dict[str, object] = {"name": names[asked], "other": names[state.roller], "n": state.number}
    match state.phase:
        case Phase.ROLL:
            key = (
                "roll_again"
                if Wild.DADO in state.played and state.more_rolls < state.played.count(Wild.DADO)
                else "roll"
            )
        case Phase.TIRADOR:
            key = "tirador_own" if asked == state.roller else "tirador"
        case Phase.FLIP:
            key = "flip_optional" if rules.flip == "optional" else "flip"
        case Phase.RAISE:
            key = "raise" if asked == state.hit else "raise_of"
            values["other"] = names[state.hit or 0]
        case other:
            key = other.value.lower()
    return text(lang, f"status.{key}", **values)


def _ending(turn: Terminal, names: Sequence[str], lang: str, turns: int | None) -> str:
    won = [names[seat] for seat in winners(turn)]
    if turns is not None:
        return text(lang, "status.win_alone_one" if turns == 1 else "status.win_alone", name=won[0], n=turns)
    if len(won) == 1:
        return text(lang, "status.win", name=won[0])
    return text(lang, "status.shared", names=listed(lang, won))


def listed(lang: str, items: Sequence[object]) -> str:
    """A list in words: "2, 5 and 6".

    >>> listed("es", [2, 5, 6])
    '2, 5 y 6'
    """
    *first, last = map(str, items)
    return text(lang, "and", a=", ".join(first), b=last) if first else last
