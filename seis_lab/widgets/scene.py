"""From a moment of a table to a scene: plain data that the browser draws and Python owns.

`build` is a pure function. A scene has no seed, no generator and nothing that the people at the table may not know.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from seis_lab.locale import LANGS, text, words
from seis_lab.widgets.moment import Moment
from seis_lab.widgets.players import names
from seis_lab.widgets.session import undoable

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
    stage, lang, called = moment.stage, moment.lang, names(moment.players, moment.lang)
    lines = stage.lines(moment, called)
    actions = stage.actions(moment, called)
    places = [action.pop("listed", 0) for action in actions]  # None: not listed
    order = sorted((place, at) for at, place in enumerate(places) if place is not None)
    zones, pieces = stage.table(moment, called, actions)
    status, curtain = stage.status(moment, called), stage.curtain(moment, called)
    fresh = [line.text for line in lines if since is not None and line.moves > since and line.spoken]
    return {
        "v": 1,
        "rev": moment.rev,
        "game": moment.rules.name,
        "lang": lang,
        "title": stage.title(lang),
        "subtitle": stage.subtitle(moment),
        "status": status,
        "direction": stage.direction(moment),
        "players": stage.players(moment, called),
        "zones": zones,
        "pieces": pieces,
        "actions": [actions[at] for _, at in order],
        "log": [
            {"n": n, "seat": line.seat, "text": line.text, "now": n == len(lines), "at": line.at}
            for n, line in enumerate(lines, start=1)
        ][-MOST_LINES:],
        "events": [] if since is None or moment.replay is not None else stage.events(moment, since),
        "say": ". ".join([*fresh, status["text"]]),
        "hint": hint_words(moment, actions) if curtain is None else None,
        "controls": _controls(moment, busy, files, curtain),
        "texts": {key.removeprefix("page."): words(lang)[key] for key in words(lang) if key.startswith("page.")},
        "curtain": curtain,
    }


def hint_words(moment: Moment, actions: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The hint, where there is one and its action is shown."""
    if moment.hint is None or not actions:
        return None
    action = actions[moment.hint.offer]
    key = f"{moment.stage.HINTS}_{moment.hint.basis}" if len(actions) > 1 else "only"
    return {"action": action["id"], "text": text(moment.lang, f"hint.{key}", action=action["label"])}


def _controls(moment: Moment, busy: bool, files: Files, curtain: Mapping[str, Any] | None) -> dict[str, Any]:
    lang, of = moment.lang, moment.stage.length(moment)
    count, why = undoable(moment)
    again = bool(moment.undone) and moment.replay is None
    no_hint = None
    if not moment.offers:
        no_hint = text(
            lang, "no.in_replay" if moment.replay is not None else "no.over" if moment.over else "no.not_yours"
        )
    elif curtain is not None and curtain["ask"] and not moment.looked:
        no_hint = text(lang, "no.curtain")
    replay = None
    if of:
        at = of if moment.replay is None else moment.replay
        said = text(lang, "status.replay", at=at, of=of)
        replay = {"at": at, "of": of, "live": moment.replay is None, "text": said}
    return {
        "undo": {"on": count is not None, "why": None if count is not None else why},
        "redo": {"on": again, "why": None if again else text(lang, "no.redo")},
        "hint": {"on": no_hint is None, "why": no_hint},
        "coach": {"on": moment.coach, "busy": busy},
        "new": {"on": True},
        "save": {"on": True, "file": files.file, "why": files.why},
        "resume": {"on": files.resume is not None, "file": files.resume},
        "replay": replay,
        "langs": list(LANGS),
        "switches": moment.stage.switches(moment),
    }
