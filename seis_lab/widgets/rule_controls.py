"""One control per option of a rules value, chosen by the option's declared limits.

A whole number between limits gives a number box (where there may be none, 0 stands for it), two truth values a check
box, other choices a list, counts by kind a grid of number boxes, and an option without limits a text whose reader is
declared in `READERS`. Controls do not check: they hold what was typed, and the rules themselves refuse what is
impossible.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from html import escape
from typing import Any, Protocol

import ipywidgets as w

from seis_lab.games.options import Limits, limits
from seis_lab.games.seis_notation import SEATS
from seis_lab.games.wildcards import MOST, TWO_OF_EACH, Wildcards
from seis_lab.locale import own_text, text


def read_row(words: str) -> tuple[int | str, ...] | None:
    """The numbers of a row; what is no number stays text, for the rules to quote.

    >>> read_row("1, 2 2"), read_row("1, x"), read_row(" ")
    ((1, 2, 2), (1, 'x'), None)
    """
    items = [item for item in re.split(r"[,;\s]+", words) if item]
    return tuple(int(item) if re.fullmatch("[0-9]{1,6}", item) else item for item in items) or None


def read_die(words: str) -> tuple[str, ...] | None:
    """The probabilities of a die as texts.

    >>> read_die("1/3, 2/3"), read_die("")
    (('1/3', '2/3'), None)
    """
    return tuple(item.strip() for item in re.split("[,;]", words)) if words.strip() else None


def write_row(row: tuple[int, ...] | None) -> str:
    """A row as text that `read_row` reads."""
    return ", ".join(str(number) for number in row or ())


def write_die(die: Any) -> str:
    """A die as text that `read_die` reads."""
    return ", ".join(die.written()) if die is not None else ""


def read_number(words: str) -> int | str:
    """A whole number; what is none stays text, for the rules to quote.

    >>> read_number(" 6 "), read_number("six")
    (6, 'six')
    """
    return int(words) if re.fullmatch(r"\s*[0-9]{1,6}\s*", words) else words


READERS: Mapping[str, tuple[Callable[[str], Any], Callable[[Any], str]]] = {
    "row": (read_row, write_row),
    "die": (read_die, write_die),
    "opening_rank": (read_number, str),
}
"""How an option that is typed as text is read and written."""


class Control(Protocol):
    """One option on the screen: its box, its value, and whether it may be changed."""

    name: str
    box: w.DOMWidget

    def get(self) -> Any:
        """The value as it stands on the screen."""

    def set(self, value: Any) -> None:
        """Show a value."""

    def allow(self, why_not: str | None) -> None:
        """Make the control live, or dead with the reason under it."""

    def observe(self, changed: Callable[[], None]) -> None:
        """Call back after every change."""


class Single:
    """A control of one input. Under it one line: why it is dead, or what is wrong with its value."""

    def __init__(
        self,
        name: str,
        lang: str,
        game: str,
        entry: Any,
        read: Callable[[Any], Any] = lambda shown: shown,
        write: Callable[[Any], Any] = lambda value: value,
    ) -> None:
        self.name, self.entry, self._read, self._write = name, entry, read, write
        entry.description = own_text(lang, game, f"lab.option.{name}")
        entry.tooltip = own_text(lang, game, f"lab.help.{name}")
        self.line = w.HTML()
        self.line.add_class("sl-why")
        self.box = w.VBox([entry, self.line])
        self.box.add_class("sl-option")
        _say(self.line, "")

    def get(self) -> Any:
        """The value as it stands on the screen."""
        return self._read(self.entry.value)

    def set(self, value: Any) -> None:
        """Show a value."""
        self.entry.value = self._write(value)

    def allow(self, why_not: str | None) -> None:
        """Make the control live, or dead with the reason under it."""
        if self.entry.disabled or why_not is not None:
            _say(self.line, why_not or "")
        self.entry.disabled = why_not is not None

    def wrong(self, words: str) -> None:
        """Say under the control what is wrong with its value, or nothing."""
        (self.line.add_class if words else self.line.remove_class)("sl-error")
        if words or not self.entry.disabled:
            _say(self.line, words)

    def observe(self, changed: Callable[[], None]) -> None:
        """Call back after every change."""
        self.entry.observe(lambda _: changed(), names="value")


class Hands:
    """Counts by kind: one row for everybody, or one row per seat."""

    def __init__(self, name: str, lang: str, players: int) -> None:
        self.name, self.players = name, players
        self._changed: Callable[[], None] = lambda: None
        self._filling = False
        self.same = w.Checkbox(True, description=text(lang, "lab.same_for_all"), indent=False)
        self.rows = [
            {kind: w.BoundedIntText(0, min=0, max=MOST, description=kind) for kind in TWO_OF_EACH} for _ in SEATS
        ]
        self.line = w.HTML()
        self.line.add_class("sl-why")
        self.boxes = [
            w.VBox([w.Label(seat), w.HBox(list(row.values()))]) for seat, row in zip(SEATS, self.rows, strict=True)
        ]
        for box in self.boxes:
            box.children[1].add_class("sl-hand")
        label = w.Label(text(lang, f"lab.option.{name}"))
        label.add_class("sl-heading")
        self.box = w.VBox([label, self.same, *self.boxes, self.line])
        self.box.add_class("sl-option")
        for entry in (self.same, *(entry for row in self.rows for entry in row.values())):
            entry.observe(lambda _: self._touched(), names="value")
        self._arrange()

    def get(self) -> Wildcards | tuple[Wildcards, ...]:
        """One set for all, or one per seat."""
        sets = tuple(Wildcards({kind: entry.value for kind, entry in row.items()}) for row in self.rows)
        return sets[0] if self.same.value else sets[: self.players]

    def set(self, value: Wildcards | tuple[Wildcards, ...]) -> None:
        """Show one set for all, or one per seat."""
        self._filling = True
        self.same.value = isinstance(value, Wildcards)
        sets = (value,) * len(SEATS) if isinstance(value, Wildcards) else value
        for row, hand in zip(self.rows, sets, strict=False):
            for kind, entry in row.items():
                entry.value = hand[kind]
        self._filling = False
        self._arrange()

    def seat_count(self, players: int) -> None:
        """How many seats have a row when they differ."""
        self.players = players
        self.same.layout.display = None if players > 1 else "none"
        self._arrange()

    def allow_kinds(self, why_not: Mapping[str, str]) -> None:
        """Make every kind live except those given, each with a reason."""
        for row in self.rows:
            for kind, entry in row.items():
                entry.disabled = kind in why_not
        grouped: dict[str, list[str]] = {}
        for kind, why in why_not.items():
            grouped.setdefault(why, []).append(kind)
        _say(self.line, " ".join(f"{', '.join(kinds)}: {why}" for why, kinds in grouped.items()))

    def allow(self, why_not: str | None) -> None:
        """Make the whole control live, or dead with the reason under it."""
        self.allow_kinds(dict.fromkeys(TWO_OF_EACH, why_not) if why_not else {})
        self.same.disabled = why_not is not None

    def observe(self, changed: Callable[[], None]) -> None:
        """Call back after every change."""
        self._changed = changed

    def _touched(self) -> None:
        if not self._filling:
            self._arrange()
            self._changed()

    def _arrange(self) -> None:
        """Show one row, or as many as there are seats, with their letters."""
        for place, box in enumerate(self.boxes):
            seen = place == 0 if self.same.value else place < self.players
            box.layout.display = None if seen else "none"
            box.children[0].layout.display = "none" if self.same.value else None


def controls(rules: Any, lang: str) -> dict[str, Control]:
    """A control for every option of a rules value, by name, showing its values."""
    made = {}
    for item in fields(rules):
        made[item.name] = _control(item.name, limits(rules)[item.name], item.default, lang, rules)
        made[item.name].set(getattr(rules, item.name))
    return made


def _control(name: str, limit: Limits, default: Any, lang: str, rules: Any) -> Control:
    """The control that fits the limits of an option."""
    game = rules.name
    if set(limit.choices or ()) == {False, True}:
        return Single(name, lang, game, w.Checkbox(indent=False))
    if limit.low is not None and limit.optional:
        entry = w.BoundedIntText(0, min=0, max=limit.high)
        return Single(name, lang, game, entry, lambda shown: shown or None, lambda value: value or 0)
    if limit.low is not None:
        return Single(name, lang, game, w.BoundedIntText(limit.low, min=limit.low, max=limit.high))
    if limit.choices:
        choices = (*limit.choices, None) if limit.optional else limit.choices
        listed = [(text(lang, f"lab.choice.{choice}"), place) for place, choice in enumerate(choices)]
        return Single(name, lang, game, w.Dropdown(options=listed), choices.__getitem__, choices.index)
    if isinstance(default, Mapping):
        return Hands(name, lang, rules.seats)
    read, write = READERS[name]
    entry = w.Text(placeholder=text(lang, f"lab.placeholder.{name}"), continuous_update=False)
    return Single(name, lang, game, entry, read, write)


def _say(line: w.HTML, words: str) -> None:
    """Show a line of text, escaped, or hide it."""
    line.value = escape(words)
    line.layout.display = None if words else "none"
