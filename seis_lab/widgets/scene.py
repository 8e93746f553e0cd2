"""From a moment of a table to a scene: plain data that the browser draws and Python owns.

`build` is a pure function. A scene has no seed, no generator and nothing that the people at the table may not know.
"""

from dataclasses import dataclass
from typing import Any

from seis_lab.games.options import differences
from seis_lab.locale import LANGS, text, words
from seis_lab.widgets import seis_scene
from seis_lab.widgets.players import names
from seis_lab.widgets.seis_words import events, question, story
from seis_lab.widgets.session import Moment, undoable

MOST_LINES = 200


@dataclass(frozen=True)
class Files:
    """What the page may know of the files: the name of this game's, why saving failed, and an older game to resume."""

    file: str | None = None
    why: str | None = None
    resume: str | None = None


def build(moment: Moment, *, since: int | None = None, busy: bool = False, files: Files = Files()) -> dict[str, Any]:
    """The scene of a moment; `since` is how many moves the scene before it had shown (None: no animation).

    >>> from seis_lab.games.seis import SeisRules
    >>> from seis_lab.widgets.players import read_players
    >>> from seis_lab.widgets.session import Session
    >>> scene = build(Session(SeisRules(players=1), read_players(["Ana"]), lang="gl").now)
    >>> scene["status"]["text"], [action["label"] for action in scene["actions"]]
    ('Ana: tiras, ou xogas antes DADO?', ['Tirar o dado', 'Xogar DADO'])
    """
    rules, lang, called = moment.rules, moment.lang, names(moment.players, moment.lang)
    count = seis_scene.shown_moves(moment)
    lines = story(rules, moment.states[: count + 1], moment.moves[:count])
    actions = seis_scene.actions(moment, called)
    zones, pieces = seis_scene.zones_and_pieces(moment, called, actions, seis_scene.coach_basis(moment))
    happened = []
    if since is not None and moment.replay is None:
        happened = list(events(rules, moment.states, moment.moves, since, seis_scene.last_down))
    status = _status(moment, called)
    fresh = [line for line in lines if since is not None and line.at > since and line.key != "win"]
    return {
        "v": 1,
        "rev": moment.rev,
        "game": rules.name,
        "lang": lang,
        "title": text(lang, "title"),
        "subtitle": subtitle(moment),
        "status": status,
        "direction": moment.shown.direction if rules.players > 2 else 0,
        "players": seis_scene.players(moment, called),
        "zones": zones,
        "pieces": pieces,
        "actions": actions,
        "log": [
            {"n": n, "seat": line.seat, "text": line.written(lang, called), "now": n == len(lines), "at": line.at}
            for n, line in enumerate(lines, start=1)
        ][-MOST_LINES:],
        "events": happened,
        "say": ". ".join([*(line.written(lang, called) for line in fresh), status["text"]]),
        "hint": _hint(moment, actions),
        "controls": _controls(moment, busy, files),
        "texts": {key.removeprefix("page."): words(lang)[key] for key in words(lang) if key.startswith("page.")},
        "curtain": None,
    }


def subtitle(moment: Moment) -> str:
    """The mode and the number of players, and whether the rules were changed."""
    rules, lang = moment.rules, moment.lang
    seats = text(lang, "seats_one") if rules.players == 1 else text(lang, "seats", n=rules.players)
    changed = set(differences(rules)) - {"players", "mode"}
    parts = [text(lang, f"mode.{rules.mode}"), seats, text(lang, "changed_rules") if changed else ""]
    return " · ".join(part for part in parts if part)


def _status(moment: Moment, called: tuple[str, ...]) -> dict[str, Any]:
    turn = moment.rules.turn(moment.shown)
    seat = getattr(turn, "seat", None)
    if moment.over and moment.replay is None:
        seat = next(index for index, one in enumerate(moment.state.seats) if not one.up)
    if moment.replay is not None:
        said = text(moment.lang, "status.replay", at=moment.replay, of=len(moment.moves))
    else:
        person = moment.viewer is not None
        said = question(moment.rules, moment.state, called, moment.lang, person, seis_scene.turns_begun(moment))
    return {"text": said, "seat": seat, "over": moment.over and moment.replay is None}


def _hint(moment: Moment, actions: list[dict[str, Any]]) -> dict[str, Any] | None:
    if moment.hint is None or not actions:
        return None
    action = actions[moment.hint.offer]
    key = moment.hint.basis if len(actions) > 1 else "only"
    return {"action": action["id"], "text": text(moment.lang, f"hint.{key}", action=action["label"])}


def _controls(moment: Moment, busy: bool, files: Files) -> dict[str, Any]:
    lang, made = moment.lang, len(moment.moves)
    count, why = undoable(moment)
    no_hint = None
    if moment.viewer is None or moment.replay is not None:
        no_hint = text(
            lang, "no.in_replay" if moment.replay is not None else "no.over" if moment.over else "no.not_yours"
        )
    replay = None
    if made:
        at = seis_scene.shown_moves(moment)
        said = text(lang, "status.replay", at=at, of=made)
        replay = {"at": at, "of": made, "live": moment.replay is None, "text": said}
    own = any(moment.rules.wildcards_of(seat)["TIRADOR"] for seat in range(moment.rules.players))
    return {
        "undo": {"on": count is not None, "why": None if count is not None else why},
        "hint": {"on": no_hint is None, "why": no_hint},
        "coach": {"on": moment.coach, "busy": busy},
        "new": {"on": True},
        "save": {"on": True, "file": files.file, "why": files.why},
        "resume": {"on": files.resume is not None, "file": files.resume},
        "replay": replay,
        "langs": list(LANGS),
        "own_tirador": moment.own_tirador if own and moment.rules.players > 1 else None,
    }
