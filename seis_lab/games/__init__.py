"""The rules of the games, one module each."""

from collections.abc import Mapping
from typing import Any

from seis_lab.game import Game, InvalidRules, Record, quote
from seis_lab.games.cabron import CabronRules
from seis_lab.games.galician import GalicianRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.six import SixRules

GAMES: Mapping[str, type[Any]] = {rules.name: rules for rules in (SeisRules, CabronRules, SixRules, GalicianRules)}
"""Every game by the name under which its rules are saved."""


def rules_from_json(data: Mapping[str, Any]) -> Any:
    """The rules value of any game that `to_json` wrote; InvalidRules names an unknown game and lists the known ones."""
    name = data.get("game") if isinstance(data, Mapping) else data
    if not isinstance(name, str) or name not in GAMES:
        raise InvalidRules(f"unknown game {quote(name)}; allowed: {', '.join(GAMES)}")
    return GAMES[name].from_json(data)


def read_record(text: str) -> Record[Any, Any]:
    """The record of any game that `Record.to_json` wrote, replayed and verified."""
    read: Any = rules_from_json
    return Record.from_json(text, read)


__all__ = ["GAMES", "CabronRules", "GalicianRules", "Game", "SeisRules", "SixRules", "read_record", "rules_from_json"]
