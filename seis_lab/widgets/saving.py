"""Saved tables: everything needed to go on with the same game, at the same position, with the same next die.

A file of version 1 is a JSON object: the record, the players as they were given, the seed, the number of the deal, how
many outcomes of chance have been drawn from it (the position of the generator), and the settings. Reading one replays
every move, checks that the rules allow it and that chance did what the seed says.

Where chance deals cards that not everybody may see, the record names no card before it was played: an outcome of chance
is written `?`, and the seed says what it was. So nobody reads a hand by looking into the file; who wants to cheat must
go and calculate it.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from seis_lab.files import write_atomically
from seis_lab.game import Chance, IllegalMove, InvalidNotation, InvalidRecord, quote
from seis_lab.games import read_record
from seis_lab.locale import LANGS
from seis_lab.widgets.moment import STAGES, Moment, stage_of
from seis_lab.widgets.players import read_players
from seis_lab.widgets.session import Session, throw

FORMAT = "seis_lab.table"
ENDING = ".seis.json"
HIDDEN = "?"
FIELDS: dict[str, type] = {
    "id": str,
    "record": dict,
    "players": list,
    "seed": int,
    "deal": int,
    "thrown": int,
    "lang": str,
    "coach": bool,
    "switches": list,
}


def write(session: Session) -> str:
    """The session as the text of a file."""
    now, record = session.now, json.loads(session.record.to_json())
    if now.stage.SECRET:
        drawn = [isinstance(now.rules.turn(state), Chance) for state in now.states[:-1]]
        record["moves"] = [HIDDEN if by else move for by, move in zip(drawn, record["moves"], strict=True)]
    data = {"format": FORMAT, "version": 1, "id": session.id, "record": record}
    data |= {"players": [str(player) for player in now.players], "seed": session.seed}
    data |= {"deal": now.deal, "thrown": now.thrown, "lang": now.lang}
    return json.dumps(data | {"coach": now.coach, "switches": sorted(now.switches)}, ensure_ascii=False) + "\n"


def read(text: str, game: str | None = None) -> Session:
    """The session of a file, of this game only if one is named; InvalidRecord says what is wrong with a damaged one.

    >>> from seis_lab.games.seis import SeisRules
    >>> from seis_lab.widgets.players import read_players
    >>> session = Session(SeisRules(), read_players(["Ana", "Brais"]), seed=1)
    >>> read(write(session)).now.state == session.now.state
    True
    """
    data = _fields(text)
    moment, moves = _start(data)
    rules = moment.rules
    if game not in (None, rules.name):
        raise InvalidRecord(f"a game of {rules.name}; allowed at this table: {game}")
    for number, written in enumerate(moves, start=1):
        drawn = throw(data["seed"], moment) if isinstance(rules.turn(moment.state), Chance) else None
        if drawn is not None and written not in (HIDDEN, str(drawn)):
            raise InvalidRecord(f"move {number} of the record, {quote(written)}, is not what the saved seed draws")
        try:
            moment = moment.step(rules.parse(written) if drawn is None else drawn)
        except (InvalidNotation, IllegalMove) as error:
            raise InvalidRecord(f"move {number} of the record: {error}") from error
    if moment.thrown != data["thrown"]:
        raise InvalidRecord(f"thrown={data['thrown']} but the record has {moment.thrown} outcomes of chance")
    try:
        return Session.restored(moment, data["seed"], data["id"])
    except ValueError as error:
        raise InvalidRecord(f"the table of the saved game: {error}") from error


def _start(data: dict[str, Any]) -> tuple[Moment, list[Any]]:
    """The table of a file before its first move, and the moves as they are written."""
    moves = data["record"].get("moves", [])
    rules: Any = read_record(json.dumps({**data["record"], "moves": []})).rules
    if not isinstance(moves, list) or rules.name not in STAGES:
        raise InvalidRecord(f"a game of {rules!r} with moves {quote(moves)}; allowed: {', '.join(STAGES)}, and a list")
    stage, switches = stage_of(rules), data["switches"]
    if not all(isinstance(name, str) and name in stage.SWITCHES for name in switches):
        allowed = ", ".join(stage.SWITCHES)
        raise InvalidRecord(f"switches={quote(switches)} is not allowed in a saved table; allowed: {allowed}")
    try:
        stage.check(rules)
        players = read_players(data["players"], levels=stage.LEVELS, usual=stage.USUAL, most=stage.MOST_PLAYERS)
    except ValueError as error:
        raise InvalidRecord(f"the players and rules of the saved game: {error}") from error
    settings = {name: data[name] for name in ("deal", "lang", "coach")}
    return Moment(rules, players, (), (rules.initial(),), switches=frozenset(switches), **settings), moves


def load(path: Path, game: str | None = None) -> Session:
    """The session that a file holds; InvalidRecord when it is damaged, OSError when it cannot be opened."""
    try:
        return read(path.read_text(encoding="utf-8"), game)
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"not UTF-8 text: {error}") from error


def _fields(text: str) -> dict[str, Any]:
    """The fields of a file, each of its type."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != 1:
        raise InvalidRecord(f"not a saved table of version 1: {text[:80]!r}; allowed: what a table saved")
    for name, kind in FIELDS.items():
        if type(data.get(name)) is not kind:
            raise InvalidRecord(
                f"{name}={quote(data.get(name))} is not allowed in a saved table; allowed: {kind.__name__}"
            )
    if not data["id"].isprintable():
        raise InvalidRecord(f"id={quote(data['id'])} is not allowed; allowed: printable characters")
    if data["lang"] not in LANGS:
        raise InvalidRecord(f"lang={quote(data['lang'])} is not allowed; allowed: {', '.join(LANGS)}")
    return data


def named(path: Path) -> Iterator[Path]:
    """The file and its numbered neighbours: first.seis.json, first-2.seis.json, first-3.seis.json ..."""
    stem = path.name.removesuffix(ENDING).removesuffix(".json")
    yield path
    yield from (path.with_name(f"{stem}-{number}{path.name[len(stem) :]}") for number in count(2))


def holder(path: Path) -> str | None:
    """The identity of the game in a file, or None where it is no saved table."""
    try:
        return str(_fields(path.read_text(encoding="utf-8"))["id"])
    except (OSError, ValueError):
        return None


def save(session: Session, path: Path) -> Path:
    """Write the session to the file, or to its first neighbour that is free: never over another game."""
    target = next(one for one in named(path) if not one.exists() or holder(one) == session.id)
    write_atomically(target, write(session))
    return target


def latest(path: Path, other_than: str) -> Path | None:
    """The saved game of this name that was written last and is not the one of this identity."""
    found: list[tuple[int, int, Path]] = []
    with suppress(OSError):  # where nothing can be read, there is nothing to resume
        for number, one in enumerate(named(path)):
            if not one.exists():
                break
            if holder(one) not in (None, other_than):
                found.append((one.stat().st_mtime_ns, number, one))
    return max(found)[2] if found else None
