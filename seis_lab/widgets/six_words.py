"""What happened and what is asked in Six, in words, and as events for the page to animate."""

from collections.abc import Iterator, Sequence
from typing import Any

from seis_lab.game import Terminal
from seis_lab.games.six import BOTH_TOO_FEW, QUIET, REPETITION, TOO_FEW
from seis_lab.games.six_hexes import Cell, Tiles
from seis_lab.games.six_notation import Phase
from seis_lab.locale import text
from seis_lab.widgets.moment import Line, Moment
from seis_lab.widgets.seis_words import listed
from seis_lab.widgets.six_story import Told, shown, shown_state, shown_story, shown_turn

SIDES = ("red", "black")
REASONS = {TOO_FEW: "few", BOTH_TOO_FEW: "both_few", REPETITION: "repetition", QUIET: "quiet"}
"""Why a game ended without a figure; a figure is its own reason."""


def piece_id(cell: Cell) -> str:
    """What a cell is called in a scene."""
    return f"x{cell}"


def side_name(lang: str, side: int) -> str:
    """Red or Black, as a name."""
    return text(lang, f"six.{SIDES[side]}")


def tiles_of_side(lang: str, side: int, count: int) -> str:
    """So many tiles of a side."""
    return text(lang, f"six.tiles_{SIDES[side]}" + "_one" * (count == 1), n=count)


def tiles_of(lang: str, lost: Tiles) -> str:
    """So many tiles of each side of which there are any."""
    return listed(lang, [tiles_of_side(lang, side, len(cells)) for side, cells in enumerate(lost) if cells])


def winners(payoffs: Sequence[Any]) -> list[int]:
    """The seats of the side that won, none where the game was drawn."""
    return [] if len(set(payoffs)) == 1 else [seat for seat, share in enumerate(payoffs) if share]


def how_it_ended(moment: Moment, called: Sequence[str], outcome: Any) -> str:
    """Who won and why, or why nobody did."""
    lang, won = moment.lang, winners(outcome.payoffs)
    why = text(lang, f"six.reason.{REASONS.get(outcome.reason, outcome.reason)}")
    if not won:
        return text(lang, "six.status.draw", why=why)
    key = "six.status.win" if len(won) == 1 else "six.status.win_team"
    return text(lang, key, name=listed(lang, [called[seat] for seat in won]), why=why)


def status(moment: Moment, called: Sequence[str]) -> dict[str, Any]:
    """The question or fact of the moment."""
    lang, state = moment.lang, shown_state(moment)
    turn = shown_turn(moment)
    if moment.replay is not None:
        said = text(lang, "status.replay", at=moment.replay, of=len(moment.moves))
        return {"text": said, "seat": state.actor, "over": False}
    if isinstance(turn, Terminal):
        won = winners(turn.outcome.payoffs)
        return {
            "text": how_it_ended(moment, called, turn.outcome),
            "seat": won[0] if won else None,
            "over": True,
        }
    key = "status.thinking" if moment.viewer is None else f"six.status.{state.phase.lower()}"
    said = text(lang, key, name=called[state.actor])
    lost = shown_story(moment)[-1].lost if state.phase is Phase.LAND else ((), ())
    if moment.viewer is not None and any(lost):
        said = text(lang, "six.status.captured", lost=tiles_of(lang, lost), then=said)
    return {"text": said, "seat": state.actor, "over": False}


def lines(moment: Moment, called: Sequence[str]) -> list[Line]:
    """The log: a line for every turn, and one for who had to pass."""
    lang, found = moment.lang, []
    for told in shown_story(moment):
        found.append(Line(told.seat, _line(told, lang, called[told.seat]), told.end, told.end))
        found += [Line(seat, text(lang, "six.log.pass", name=called[seat]), told.end, told.end) for seat in told.passed]
    turn = shown_turn(moment)
    if isinstance(turn, Terminal):
        won, end = winners(turn.outcome.payoffs), shown(moment)
        said = how_it_ended(moment, called, turn.outcome)
        found.append(Line(won[0] if won else None, said, end, end, spoken=False))
    return found


def _line(told: Told, lang: str, name: str) -> str:
    values = {"name": name, "cell": told.cell, "start": told.start}
    if told.start is None:
        return text(lang, "six.log.place", **values)
    said = text(lang, "six.log.lift" if told.cell is None else "six.log.move", **values)
    return text(lang, "six.log.captures", said=said, lost=tiles_of(lang, told.lost)) if any(told.lost) else said


def events(moment: Moment, since: int) -> Iterator[dict[str, Any]]:
    """What the page animates: tiles that come, go elsewhere, or leave the game."""
    for told in shown_story(moment):
        if told.end <= since or not told.whole or told.cell is None:
            continue
        piece = piece_id(told.cell)
        if told.start is None:
            yield {"kind": "place", "piece": piece, "seat": told.seat}
        else:
            yield {"kind": "move", "from": piece_id(told.start), "to": piece, "seat": told.seat}
        if any(told.lost):
            yield {"kind": "capture", "pieces": [list(map(piece_id, cells)) for cells in told.lost], "seat": told.seat}
    turn = moment.turn
    if isinstance(turn, Terminal):
        yield from ({"kind": "win", "seat": seat} for seat in winners(turn.outcome.payoffs))


def count_words(lang: str, in_hand: int, on_table: int) -> str:
    """How many tiles somebody has."""
    table = text(lang, "six.on_table", n=on_table)
    return text(lang, "six.in_hand", n=in_hand, table=table) if in_hand else table
