"""Three simple ways to play Seises cabrón, as policies: from a view and its legal moves to a distribution over them.

- `uniform`: every legal card is equally likely.
- `careful`: the card that kills the fewest of the own cards.
- `killer`: the card that kills the most of the others'. A card jumped over that is not in the own hand is in another's.

Each plays one of its best cards, all equally likely. They look at the hand and the ends of the columns only. Without
jumping no card ever dies, and all three are the same.

    >>> from seis_lab.games.cabron import CabronRules
    >>> rules = CabronRules(players=2, suits=2, deck=12, opening_rank=2)
    >>> state = rules.dealt(rules.deal("2o,1o,3o,6o,1c,3c | 4o,5o,2c,4c,5c,6c"), starter=0)
    >>> state = rules.apply(state, rules.parse("play 4o"))
    >>> for name in POLICIES:
    ...     choice = policy(rules, name)(rules.view(state, 0), rules.turn(state).moves)
    ...     print(name, {str(move): str(p) for move, p in choice.items()})
    uniform {'play 1o': '1/2', 'play 6o': '1/2'}
    careful {'play 1o': '1/2', 'play 6o': '1/2'}
    killer {'play 6o': '1'}
"""

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from seis_lab.game import Policy
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronMove, CabronView
from seis_lab.games.columns import Column, Columns, place
from seis_lab.games.tastes import Taste, TastePolicy

CabronPolicy: TypeAlias = Policy[CabronView, CabronMove]

POLICIES: Mapping[str, Taste] = {"uniform": Taste(0, 0), "careful": Taste(-1, 0), "killer": Taste(0, 1)}
"""The built-in policies by name: what each gains by a card that dies."""


@cache
def jumped(columns: Columns, column: Column, rank: int) -> tuple[int, ...]:
    """The ranks that die when this rank is placed: they fitted before, and fit no more.

    >>> jumping = Columns(12, 6, jumping=True)
    >>> jumped(jumping, (5, 6), 9), jumped(jumping, (5, 6), 1), jumped(jumping, (), 6), jumped(Columns(12, 6), (6,), 7)
    ((7, 8), (2, 3, 4), (), ())
    """
    after = columns.fits(place(column, rank))
    return tuple(lost for lost in columns.fits(column) if lost != rank and lost not in after)


def policy(rules: CabronRules, name: str) -> CabronPolicy:
    """The built-in policy of that name; ValueError quotes an unknown name."""
    if name not in POLICIES:
        raise ValueError(f"policy {name!r} is not known; allowed: {', '.join(POLICIES)}, or a function of a view")
    return TastePolicy(rules.columns, POLICIES[name], jumped)
