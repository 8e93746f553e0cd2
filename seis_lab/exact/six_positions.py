"""Every position of a miniature of Six, up to symmetry, listed from the start a whole turn at a time by the rules.

>>> found = explore(SixRules(tiles=2, figures=["line"], line=2, repetition="off"))
>>> len(found.states), sum(found.followers[position(found.start)].values())
(31, Fraction(1, 1))
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.six_alike import Alike, alike
from seis_lab.game import InvalidRules, quote
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Phase, SixState

BUDGET = 10_000
"""Positions, up to symmetry, that are listed at most: about a minute."""

Key: TypeAlias = tuple[Alike, tuple[int, ...], int]
"""A position at the start of a turn up to symmetry: tiles, hands and the seat that is to move."""


def position(state: SixState) -> Key:
    """The position up to symmetry, whatever came before it."""
    return alike(state.tiles), state.hands, state.actor


@dataclass(frozen=True)
class Positions:
    """One state for each position, and where its turns lead: `followers` has the chance of each under random play.

    At random every decision of the rules is uniform. Ended games have no followers.
    """

    start: SixState
    states: dict[Key, SixState]
    followers: dict[Key, dict[Key, Fraction]]


def explore(
    rules: SixRules,
    budget: int = BUDGET,
    progress: Callable[[int, int], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Positions:
    """All positions: InvalidRules where there are more than `budget`, or where they carry their history.

    `progress` is called with the positions that are done and those found so far; Cancelled when `cancelled()` says so.
    """
    if not isinstance(rules, SixRules):
        raise InvalidRules(f"{quote(rules)} is not a set of rules of six; allowed: SixRules")
    if rules.repetition != "off":
        raise InvalidRules(f"repetition={rules.repetition!r} gives positions a history; allowed here: 'off'")
    if not isinstance(budget, int) or isinstance(budget, bool) or budget < 1:
        raise ValueError(f"budget={quote(budget)} is not allowed; allowed: a whole number from 1 up")
    start = rules.initial()
    states, followers = {position(start): start}, dict[Key, dict[Key, Fraction]]()
    waiting = [start]
    for done, state in enumerate(waiting, start=1):  # which grows
        chances = followers[position(state)] = dict[Key, Fraction]()
        for after, chance in turns_at_random(rules, state):
            key = position(after)
            chances[key] = chances.get(key, Fraction(0)) + chance
            if key not in states:
                states[key] = after
                waiting.append(after)
        if len(waiting) > budget:
            raise InvalidRules(f"{rules!r} has more than {budget} positions; allowed: fewer tiles, or a larger budget")
        if progress is not None:
            progress(done, len(waiting))
        if cancelled is not None and cancelled():
            raise Cancelled(f"the list of positions was cancelled after {done}; nothing of it is kept")
    return Positions(start, states, followers)


def turns_at_random(
    rules: SixRules, state: SixState, chance: Fraction = Fraction(1)
) -> Iterator[tuple[SixState, Fraction]]:
    """Every way to play the turn to its end, with its chance when every decision is uniform."""
    moves = rules.turn(state).moves
    for move in moves:
        after, one = rules.apply(state, move), chance / len(moves)
        if after.phase in (Phase.KEEP, Phase.LAND):
            yield from turns_at_random(rules, after, one)
        else:
            yield after, one
