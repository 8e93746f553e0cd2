"""The first position whose best play a change of rules changes.

Positions are compared in the order of play: many cards missing first; before rolling, then each number rolled. All
wildcards are still in hand, under the rules before and under those after. A *plan* is what is done in such a position
besides the obvious: DADO, NUMERAL, or a card that is not turned face down although it could be; () is none of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from seis_lab.exact import Solo, solve
from seis_lab.exact.answers import Cancelled
from seis_lab.game import Decision
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Numeral, Pass, Phase, Play, Roll, SeisMove, SeisState
from seis_lab.games.wildcards import Wild, Wildcards
from seis_lab.locale import text

Plan: TypeAlias = tuple[SeisMove, ...]


@dataclass(frozen=True)
class Change:
    """A position (cards missing, number rolled or None before rolling) and its best plan before and after."""

    missing: tuple[int, ...]
    number: int | None
    old: Plan
    new: Plan

    def words(self, lang: str) -> str:
        """The position and both plans as a sentence."""
        cards = ", ".join(str(number) for number in self.missing)
        key = "lab.where.start" if self.number is None else "lab.where.roll"
        where = text(lang, key, cards=cards, number=self.number)
        old, new = (_plan_words(plan, self.number, lang) for plan in (self.old, self.new))
        return text(lang, "lab.policy.changed", where=where, old=old, new=new)


def first_change(before: SeisRules, after: SeisRules, cancelled: Callable[[], bool] | None = None) -> Change | int:
    """The first position in which no best plan of before is still best after; else how many positions were compared.

    The best play of a position does not depend on how its row was dealt; in mirror mode nobody plays alone, and nothing
    is compared.

    >>> first_change(SeisRules(), SeisRules(numeral_wrap=True))
    Change(missing=(1, 2, 3), number=6, old=(), new=(Numeral(number=1),))
    >>> first_change(SeisRules(), SeisRules())
    441
    """
    if "mirror" in (before.mode, after.mode):
        return 0
    solos = [solve(_own(rules)) for rules in (before, after)]
    count = 0
    for missing, number in shared_positions(before, after):
        if cancelled is not None and cancelled():
            raise Cancelled("cancelled")
        old, new = (best_plans(solo, missing, number) for solo in solos)
        if old and new:
            count += 1
            if not old & new:
                return Change(missing, number, _simplest(old), _simplest(new))
    return count


def shared_positions(before: SeisRules, after: SeisRules) -> Iterator[tuple[tuple[int, ...], int | None]]:
    """Cards missing and number rolled, or None before rolling, that both games can have, in the order of play."""
    left = list(after.numbers)
    common = [left.pop(left.index(number)) for number in before.numbers if number in left]
    for size in range(len(common), 0, -1):
        for missing in sorted(set(combinations(common, size))):
            for number in (None, *range(1, min(before.faces, after.faces) + 1)):
                yield missing, number


def best_plans(solo: Solo, missing: tuple[int, ...], number: int | None) -> frozenset[Plan]:
    """Every best plan of a position; none where the number cannot be rolled."""
    state = replace(solo.rules, row=missing).initial()
    if number is None:
        return _plans(solo, state)
    if state.phase is Phase.BEFORE:
        state = solo.rules.apply(state, Pass())
    if Roll(number) not in solo.rules.turn(state).moves:
        return frozenset()
    return _plans(solo, solo.rules.apply(state, Roll(number)))


def _plans(solo: Solo, state: SeisState) -> frozenset[Plan]:
    """The best plans from a decision until the die is rolled, or until the roll is settled."""
    if not isinstance(solo.rules.turn(state), Decision):
        return frozenset({()})
    values = solo.action_values(state)
    plans: set[Plan] = set()
    for move, value in values.items():
        if value == min(values.values()):
            after = solo.rules.apply(state, move)
            goes_on = after.number is not None if state.number is not None else move == Play(Wild.DADO)
            said = isinstance(move, Numeral | Play) or (isinstance(move, Pass) and state.phase is Phase.FLIP)
            rest = _plans(solo, after) if goes_on else frozenset({()})
            plans |= {((move,) if said else ()) + plan for plan in rest}
    return frozenset(plans)


def _own(rules: SeisRules) -> SeisRules:
    """The rules for the first seat alone and a row of its own, with the cards that can be played alone."""
    hand = rules.wildcards_of(0)
    return replace(
        rules,
        mode="traditional",
        players=1,
        wildcards=Wildcards({kind: hand[kind] for kind in (Wild.DADO, Wild.NUMERAL)}),
    )


def _simplest(plans: frozenset[Plan]) -> Plan:
    return min(plans, key=lambda plan: (len(plan), [str(move) for move in plan]))


def _plan_words(plan: Plan, number: int | None, lang: str) -> str:
    if not plan:
        return text(lang, "lab.play.no_dado" if number is None else "lab.play.keep", number=number)
    words = []
    for move in plan:
        match move:
            case Numeral(changed):
                words.append(text(lang, "lab.play.numeral", number=changed))
            case Play():
                words.append(text(lang, "lab.play.dado"))
            case _:
                words.append(text(lang, "lab.play.no_flip", number=number))
    return " + ".join(words)
