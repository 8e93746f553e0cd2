"""SEIS at a table: what `moment.Stage` asks of a game, gathered from the modules that answer it."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from seis_lab.bots import LEVELS as LEVELS
from seis_lab.exact.duel_ready import at_once, wait_for
from seis_lab.game import Chance, Decision
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SeisMove
from seis_lab.locale import text
from seis_lab.widgets import coach, fallback, seis_moves, seis_words
from seis_lab.widgets.advice import Advice
from seis_lab.widgets.game_report import of_table, reported
from seis_lab.widgets.moment import Line, Moment, Offer
from seis_lab.widgets.players import names
from seis_lab.widgets.seis_scene import (
    actions,
    coach_basis,
    last_down,
    shown_moves,
    shown_state,
    status,
    subtitle,
    zones_and_pieces,
)
from seis_lab.widgets.seis_scene import players as players

USUAL = "steady"
HINTS = "solver"
MOST_PLAYERS = 6
SWITCHES = ("own_tirador",)
CHANCE = "roll"
SECRET = False


def check(rules: SeisRules) -> None:
    """A die with a symbol cannot be thrown: refused here, by the rules."""
    rules.rolls  # noqa: B018


def asked(moment: Moment) -> int | None:
    """The seat that decides or rolls."""
    return seis_moves.asked_seat(moment.rules, moment.state)


def offers(moment: Moment) -> tuple[Offer, ...]:
    """The legal moves, and the roll."""
    return seis_moves.offers(moment.rules, moment.state)


def answer(moment: Moment) -> SeisMove | None:
    """Nobody is asked about TIRADOR at their own roll, unless they wish or it turns a card of another."""
    return seis_moves.answered_for(moment.rules, moment.state, "own_tirador" in moment.switches)


def undoable(moment: Moment) -> tuple[int | None, str, dict[str, object]]:
    """A decision can be taken back until a die has been rolled or a bot has played."""
    for count in range(len(moment.moves) - 1, -1, -1):
        before = moment.back(count)
        match moment.rules.turn(before.state):
            case Chance(seat=None):
                return None, "undo_start", {}
            case Chance():
                return None, "undo_die", {}
            case Decision(seat=seat) if moment.players[seat].is_bot:
                return None, "undo_other", {"name": names(moment.players, moment.lang)[seat]}
            case Decision() if answer(before) is None:
                return count, "", {}
    return None, "undo_start", {}


def length(moment: Moment) -> int:
    """A replay goes move by move."""
    return len(moment.moves)


def advise(moment: Moment, cancelled: Callable[[], bool]) -> Iterator[Advice]:
    """An exact answer, or better and better estimates where there are threads; of a game for two the report."""
    rules, seat = moment.rules, moment.viewer
    if moment.over:
        solved = at_once(rules)
        if solved is not None:
            yield Advice("report", (), report=of_table(moment, solved, cancelled))
        return
    assert seat is not None
    exact = coach.exact_advice(rules, moment.state, moment.offers, seat)
    if exact is not None:
        yield exact
    elif sys.platform == "emscripten":
        yield Advice("none", ())
    else:
        yield from coach.estimates(rules, moment.state, moment.offers, seat, cancelled)


def study(rules: SeisRules, progress: Callable[[int, int], object], cancelled: Callable[[], bool]) -> bool:
    """Solve the game for two, where that takes its time."""
    return wait_for(rules, progress, cancelled)


def title(lang: str) -> str:
    """The same in every language."""
    return text(lang, "title")


def direction(moment: Moment) -> int:
    """Which way round the turn goes, where that can be seen."""
    return int(shown_state(moment).direction) if moment.rules.players > 2 else 0


def table(
    moment: Moment, called: Sequence[str], offered: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows, wildcards and the tray, with what the coach's numbers rest on."""
    return zones_and_pieces(moment, called, offered, coach_basis(moment))


def lines(moment: Moment, called: Sequence[str]) -> list[Line]:
    """A line for each thing a player would mention, and of a game that is over what the report says."""
    count = shown_moves(moment)
    told = seis_words.story(moment.rules, moment.states[: count + 1], moment.moves[:count])
    found = [
        Line(line.seat, line.written(moment.lang, called), line.at, line.at, line.key not in ("win", "win_shared"))
        for line in told
    ]
    return found + [Line(seat, said, count, count, False) for seat, said in reported(moment)]


def events(moment: Moment, since: int) -> list[dict[str, Any]]:
    """What the page animates."""
    return list(seis_words.events(moment.rules, moment.states, moment.moves, since, last_down))


def switches(moment: Moment) -> dict[str, bool]:
    """Whether the roller is asked about TIRADOR, where anybody has one."""
    held = any(moment.rules.wildcards_of(seat)["TIRADOR"] for seat in range(moment.rules.players))
    return {"own_tirador": "own_tirador" in moment.switches} if held and moment.rules.players > 1 else {}


def curtain(moment: Moment, called: Sequence[str]) -> None:
    """Nothing in SEIS is hidden."""


def hand(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """Nobody sees more than the others."""
    return {}


still = fallback.html

__all__ = ["LEVELS", "actions", "players", "status", "still", "subtitle"]
