"""Options of a rules value: declared once on the field, checked, printed as the difference from the defaults, saved.

A rules class is a frozen dataclass whose fields are made with `option`. Its `__post_init__` brings values into
canonical form and calls `check`. The declared limits also tell the rule lab which control to draw.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, TypeVar

from seis_lab.game import InvalidRules, quote
from seis_lab.games.die import Die

R = TypeVar("R")

WORDS: Mapping[str, Any] = {"True": True, "False": False, "None": None}
"""How errors write the values that JSON writes otherwise."""


@dataclass(frozen=True)
class Limits:
    """What an option may be: one of `choices`, or an integer from `low` to `high`, or None where `optional`."""

    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False

    def __str__(self) -> str:
        """The allowed values, in words."""
        allowed = [f"a whole number from {self.low} to {self.high}"] if self.low is not None else []
        allowed += [repr(choice) for choice in self.choices]
        return " or ".join(allowed + (["None"] if self.optional else []))

    def allow(self, value: object) -> bool:
        """Whether the value is allowed; True never passes for 1."""
        if value is None:
            return self.optional
        if self.low is not None and self.high is not None:
            return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        return any(value == choice and type(value) is type(choice) for choice in self.choices)


def option(
    default: Any,
    *,
    choices: tuple[Any, ...] = (),
    low: int | None = None,
    high: int | None = None,
    optional: bool = False,
) -> Any:
    """Declare an option: its default and its limits (no limits: the rules class checks the field itself)."""
    return field(default=default, metadata={"limits": Limits(choices, low, high, optional)})


def limits(rules: Any) -> dict[str, Limits]:
    """The limits of every option of a rules value or class, by name."""
    return {item.name: item.metadata["limits"] for item in fields(rules)}


def refuse(name: str, value: object, allowed: object) -> InvalidRules:
    """The one error for an option: names the field, quotes the value, says what is allowed."""
    return InvalidRules(f"{name}={quote(value)} is not allowed; allowed: {allowed}")


def check(rules: Any) -> None:
    """Raise InvalidRules for the first option outside its declared limits."""
    for name, limit in limits(rules).items():
        value = getattr(rules, name)
        if limit != Limits() and not limit.allow(value):
            raise refuse(name, value, limit)


def differences(rules: Any) -> dict[str, Any]:
    """The options that differ from the defaults, by name, in the order of declaration."""
    values = ((item.name, getattr(rules, item.name), item.default) for item in fields(rules))
    return {name: value for name, value, default in values if default is MISSING or value != default}


def show(rules: Any) -> str:
    """The constructor call that rebuilds the rules, with the differences from the defaults only."""
    return f"{type(rules).__name__}({', '.join(f'{k}={v!r}' for k, v in differences(rules).items())})"


def encode(value: Any) -> Any:
    """An option's value as plain JSON: fractions and dice as text, tuples as lists, mappings as objects."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Die):
        return value.written()
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value


def to_json(rules: Any) -> dict[str, Any]:
    """Every option as plain JSON values, with the name of the game under "game"."""
    return {"game": type(rules).name} | {item.name: encode(getattr(rules, item.name)) for item in fields(rules)}


def from_json(kind: type[R], data: Mapping[str, Any]) -> R:
    """The rules value that `to_json` wrote; InvalidRules names an unknown option and lists the known ones."""
    if not isinstance(data, Mapping):
        raise InvalidRules(f"{quote(data)} is not a set of options; allowed: a mapping from option to value")
    known = limits(kind)
    game = getattr(kind, "name", None)
    if data.get("game", game) != game:
        raise refuse("game", data["game"], repr(game))
    for name in data:
        if name != "game" and name not in known:
            raise InvalidRules(f"unknown option {quote(name)} of {game}; allowed: {', '.join(known)}")
    return kind(**{name: value for name, value in data.items() if name != "game"})


def with_settings(rules: R, settings: Iterable[str]) -> R:
    """The rules with `name=value` settings applied in order, as a command line gives them.

    A value is read as JSON where it is JSON, else True, False and None as errors write them, else as text, or as names
    between commas where the option has several; `wildcards.NUMERAL=2` sets one entry of a mapping.

    >>> from seis_lab.games.seis import SeisRules
    >>> with_settings(SeisRules(wildcards={"DADO": 2}), ["players=3", "wildcards.NUMERAL=1", "numeral_wrap=true"])
    SeisRules(players=3, wildcards={'DADO': 2, 'NUMERAL': 1}, numeral_wrap=True)
    """
    known = limits(rules)
    changes: dict[str, Any] = {}
    for setting in settings:
        path, equals, text = str(setting).partition("=")
        name, dot, key = path.partition(".")
        if not equals or name not in known:
            raise InvalidRules(f"setting {quote(setting)} is not NAME=VALUE; allowed names: {', '.join(known)}")
        value = _read(text, several=isinstance(getattr(rules, name), tuple))
        if dot:
            whole = changes.get(name, getattr(rules, name))
            if not isinstance(whole, Mapping):
                raise InvalidRules(f"setting {quote(setting)}: {name} is {quote(whole)} and has no entries to set")
            value = {**whole, key: value}
        changes[name] = value
    return replace(rules, **changes)  # type: ignore[type-var]


def _read(text: str, several: bool) -> Any:
    """The value that a setting gives."""
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    if text in WORDS:
        return WORDS[text]
    return text.split(",") if several else text
