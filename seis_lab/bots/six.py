"""Players of Six: at random, with an eye for one turn, by a search of two turns, and by a search limited by time.

Six hides nothing, so their view is the position.

    >>> rules = SixRules()
    >>> state = rules.position("0,0 1,0 2,0 3,0", "0,1 1,1 2,1 3,1", hands=(17, 17))
    >>> bot = strong(rules, nodes=500)
    >>> bot.basis(state)
    ('exact', 'wins in 3 turns at most')
    >>> [str(move) for move in bot.thinking.line]
    ['place -1,0', 'place -2,0', 'place 4,0']
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from seis_lab.bots.random_play import random_bot
from seis_lab.bots.six_easy import sensible_turns
from seis_lab.bots.six_search import SECONDS, THREATS, Thinking, search
from seis_lab.game import Distribution, Policy
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixMove, SixView

SixPolicy: TypeAlias = Policy[SixView, SixMove]


@dataclass
class SearchBot:
    """A policy for Six that plays the best move of a search, limited by turns, positions or seconds.

    Limited by `depth` or `nodes` alone it always plays the same in the same position. A turn of several moves is
    thought out when it begins. `thinking` is what was found last: depth, positions, line.
    """

    rules: SixRules
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    threats: int = THREATS
    thinking: Thinking | None = field(default=None, compare=False, repr=False)
    _turn: dict[SixView, Thinking] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __call__(self, view: SixView, moves: tuple[SixMove, ...]) -> Distribution[SixMove]:
        """The best move, with certainty."""
        return Distribution.certain(self.think(view).best)

    def think(self, view: SixView) -> Thinking:
        """What the search finds in a position; what it found for the turn that goes on, where it does."""
        found = self._turn.get(view)
        if found is None:
            found = search(
                self.rules,
                view,
                every=False,
                depth=self.depth,
                nodes=self.nodes,
                seconds=self.seconds,
                threats=self.threats,
            )
            self._turn = dict(_parts(self.rules, view, found))
        self.thinking = found
        return found

    def basis(self, view: SixView) -> tuple[str, str]:
        """What its move in this view rests on: "exact" where it is proved, or "estimate", and the reason in words."""
        found = self.think(view)
        judged = found.judgement
        if judged.win_in is not None:
            return "exact", f"wins in {judged.win_in} turns at most"
        if judged.lose_in is not None:
            return "exact", f"lost in {judged.lose_in} turns at most, whatever is played"
        slow = "" if _compiled() else "; numba is not installed, so it looks less far"
        return "estimate", f"search, {found.depth} turns deep, {found.nodes} positions{slow}"


def _parts(rules: SixRules, view: SixView, found: Thinking) -> list[tuple[SixView, Thinking]]:
    """The thinking, and what is left of it after each move of the same turn."""
    parts = [(view, found)]
    for number, move in enumerate(found.line[:-1]):
        view = rules.apply(view, move)
        if view.lifted is None:
            break
        rest = found.line[number + 1 :]
        parts.append((view, replace(found, line=rest, moves={rest[0]: found.judgement})))
    return parts


def _compiled() -> bool:
    from seis_lab.kernels.six_tables import COMPILED

    return COMPILED


def easy(rules: SixRules) -> SixPolicy:
    """Wins in one turn where it can, stops such a win where it must, and plays at random otherwise."""
    return lambda view, moves: sensible_turns(rules, view)


def medium(rules: SixRules) -> SearchBot:
    """Looks two turns ahead."""
    return SearchBot(rules, depth=2, threats=0)


def strong(rules: SixRules, seconds: float | None = None, nodes: int | None = None) -> SearchBot:
    """Looks as far as it gets, in SECONDS for a turn unless another limit is given, and follows threats further."""
    return SearchBot(rules, nodes=nodes, seconds=SECONDS if seconds is None and nodes is None else seconds)


SIX_LEVELS: Mapping[str, Callable[[SixRules], SixPolicy]] = {
    "random": lambda rules: random_bot,
    "easy": easy,
    "medium": medium,
    "strong": strong,
}
"""Every level a table of Six offers, weakest first: from rules to a policy."""
