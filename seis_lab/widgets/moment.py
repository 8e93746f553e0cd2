"""All there is to know about a table at one instant, and what a table asks of its game.

A table knows no rules. What differs from game to game it asks of the game's *stage*: one module of plain functions of a
moment, named in `STAGES`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol, cast

from seis_lab.game import Chance, Policy, Terminal, Turn
from seis_lab.widgets.advice import Advice
from seis_lab.widgets.players import Player

STAGES: Mapping[str, str] = {
    "seis": "seis_stage",
    "cabron": "cabron_stage",
    "galician": "galician_stage",
    "six": "six_stage",
}
"""The module that stages each game, by the game's name."""


@dataclass(frozen=True)
class Offer:
    """A click: a decision to make (or None), whether chance answers it at once, or how many moves are kept of all."""

    move: Any = None
    roll: bool = False
    back: int | None = None


@dataclass(frozen=True)
class Hint:
    """The offer that the solver bot would choose, and on what basis ("exact" or "estimate")."""

    offer: int
    basis: str


@dataclass(frozen=True)
class Line:
    """A line of the log: whose, what, the place in a replay just after it, and how many moves had been made.

    A line that the status says too is not `spoken` twice to a screen reader.
    """

    seat: int | None
    text: str
    at: int
    moves: int
    spoken: bool = True


@dataclass(frozen=True)
class Moment:
    """A table at one instant, immutable.

    `states` has one position more than there are `moves`; `thrown` counts the outcomes of chance among the moves;
    `undone` has what was taken back and can be done again, the last taken back first; `rev` changes whenever the offers
    may have changed; `deal` counts the games played at this table; `switches` are the settings of the game that are on;
    `replay` is the place on show, None for the game itself; `looked` says whether whoever is asked has been shown what
    only that seat may see; `studied` is how many hundredths are done of the long work after which the coach knows more,
    None when none is being done; `thought` is what the bot that moved last shows of its thinking, if it shows any.
    """

    rules: Any
    players: tuple[Player, ...]
    moves: tuple[Any, ...]
    states: tuple[Any, ...]
    undone: tuple[tuple[Any, ...], ...] = ()
    thrown: int = 0
    deal: int = 0
    rev: int = 0
    lang: str = "en"
    coach: bool = False
    switches: frozenset[str] = frozenset()
    replay: int | None = None
    hint: Hint | None = None
    advice: Advice | None = None
    looked: bool = False
    studied: int | None = None
    thought: Any = None

    @property
    def stage(self) -> "Stage":
        """What is asked of the game."""
        return stage_of(self.rules)

    @property
    def state(self) -> Any:
        """The position of the game."""
        return self.states[-1]

    @cached_property
    def turn(self) -> Turn[Any]:
        """Whose turn it is and what may happen."""
        turn: Turn[Any] = self.rules.turn(self.state)
        return turn

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What can be clicked: nothing in a replay, at the end, or while a bot plays."""
        return self.stage.offers(self) if self.viewer is not None and self.replay is None else ()

    @property
    def viewer(self) -> int | None:
        """The person the table waits for."""
        seat = self.stage.asked(self)
        return None if seat is None or self.players[seat].is_bot else seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.turn, Terminal)

    def step(self, move: Any) -> "Moment":
        """The moment after a move of the game."""
        chance = isinstance(self.turn, Chance)
        state = self.rules.apply(self.state, move)
        moves, states = (*self.moves, move), (*self.states, state)
        thrown = self.thrown + chance
        return replace(self, moves=moves, states=states, thrown=thrown, **FRESH)

    def back(self, count: int) -> "Moment":
        """The moment when only the first `count` moves had been made; no outcome of chance may be taken back."""
        moves, states = self.moves[:count], self.states[: count + 1]
        return replace(self, moves=moves, states=states, **FRESH)

    def undo(self, count: int) -> "Moment":
        """The same, and what was taken back can be done again."""
        return replace(self.back(count), undone=(self.moves[count:], *self.undone))

    def again(self) -> "Moment":
        """The moment before the last thing was taken back."""
        moment = self
        for move in self.undone[0]:
            moment = moment.step(move)
        return replace(moment, undone=self.undone[1:])


FRESH: Mapping[str, Any] = {"undone": (), "hint": None, "advice": None, "looked": False, "thought": None}
"""What no other position takes over from the one before it."""


class Stage(Protocol):
    """What a table asks of its game: a module with these names. `called` is what the players are called."""

    LEVELS: Mapping[str, Callable[[Any], Policy[Any, Any]]]
    """The levels of bots, weakest first."""
    USUAL: str
    """The level of a bot for which none is named."""
    HINTS: str
    """The level of the bot that gives the hints."""
    MOST_PLAYERS: int
    """The largest table of the game."""
    SWITCHES: tuple[str, ...]
    """The settings that can be on or off at the table."""

    CHANCE: str
    """What people do where chance is in their hand, in English: roll, deal; nothing in a game without chance."""
    SECRET: bool
    """Whether chance deals what not everybody may see."""

    def check(self, rules: Any) -> None:
        """Refuse rules that cannot be played at a table, by their own error."""

    def asked(self, moment: Moment) -> int | None:
        """The seat that the table waits for, of a bot or a person."""

    def offers(self, moment: Moment) -> tuple[Offer, ...]:
        """What a person who is asked can click."""

    def answer(self, moment: Moment) -> Any:
        """The move that the table makes for a person without asking, if any."""

    def undoable(self, moment: Moment) -> tuple[int | None, str, dict[str, object]]:
        """How many moves are left when the last decision is taken back, or None with the key of the reason."""

    def length(self, moment: Moment) -> int:
        """How many places a replay has after the first one."""

    def advise(self, moment: Moment, cancelled: Callable[[], bool]) -> Iterator[Advice]:
        """The worth of every offer, better and better, or once where it is exact; of a game that is over, a report."""

    def study(self, rules: Any, progress: Callable[[int, int], object], cancelled: Callable[[], bool]) -> bool:
        """Do the long work after which the coach knows more, where there is any; whether something was learned."""

    def title(self, lang: str) -> str:
        """What the game is called."""

    def subtitle(self, moment: Moment) -> str:
        """How it is played here."""

    def status(self, moment: Moment, called: Sequence[str]) -> dict[str, Any]:
        """The scene's status."""

    def direction(self, moment: Moment) -> int:
        """The scene's direction."""

    def players(self, moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
        """The scene's players."""

    def actions(self, moment: Moment, called: Sequence[str]) -> list[dict[str, Any]]:
        """The scene's actions, as everybody may see them."""

    def table(
        self, moment: Moment, called: Sequence[str], actions: Sequence[Mapping[str, Any]]
    ) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The scene's zones and pieces, as everybody may see them."""

    def lines(self, moment: Moment, called: Sequence[str]) -> list[Line]:
        """The log."""

    def events(self, moment: Moment, since: int) -> list[dict[str, Any]]:
        """What happened after the first `since` moves."""

    def switches(self, moment: Moment) -> dict[str, bool]:
        """The settings that matter here, and whether they are on."""

    def curtain(self, moment: Moment, called: Sequence[str]) -> dict[str, Any] | None:
        """Whose hand is hidden behind the curtain, where something is."""

    def hand(self, moment: Moment, called: Sequence[str]) -> dict[str, Any]:
        """What only the person who is asked may see: parts of a scene that take the place of the public ones."""

    def still(self, scene: Mapping[str, Any]) -> str:
        """The scene as HTML for where no widget lives."""


def stage_of(rules: Any) -> Stage:
    """The stage of a game; KeyError for a game that has none."""
    return cast(Stage, import_module(f"seis_lab.widgets.{STAGES[rules.name]}"))
