"""Three simple ways to play Galician Seis, as policies: from a view and its legal moves to a distribution over them.

- `uniform`: every legal card is equally likely.
- `keep-suits`: the card after which the others can play the fewest new cards. It keeps suits closed and ends blocked.
- `greedy`: the card after which the own hand has the most new cards to play.

Each plays one of its best cards, all equally likely. They look at the hand and the table only.

    >>> from seis_lab.games.galician import GalicianRules
    >>> rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
    >>> state = rules.dealt(rules.deal("2o,3o,2c | 1o,1c,3c"))
    >>> for name in POLICIES:
    ...     choice = policy(rules, name)(rules.view(state, 0), rules.turn(state).moves)
    ...     print(name, {str(move): str(p) for move, p in choice.items()})
    uniform {'play 3o': '1/2', 'play 2c': '1/2'}
    keep-suits {'play 3o': '1'}
    greedy {'play 3o': '1/2', 'play 2c': '1/2'}
"""

from collections.abc import Mapping
from typing import TypeAlias

from seis_lab.game import Policy
from seis_lab.games.columns import Column, Columns, place
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import GalicianMove, GalicianView
from seis_lab.games.tastes import Taste, TastePolicy

GalicianPolicy: TypeAlias = Policy[GalicianView, GalicianMove]


POLICIES: Mapping[str, Taste] = {"uniform": Taste(0, 0), "keep-suits": Taste(0, -1), "greedy": Taste(1, 0)}
"""The built-in policies by name: what each gains by a card that can be played."""


def freed(columns: Columns, column: Column, rank: int) -> tuple[int, ...]:
    """The ranks that fit only once this rank has been placed.

    >>> freed(Columns(10, 6), (), 6), freed(Columns(10, 6), (6, 7), 8), freed(Columns(10, 6), (6,), 5)
    ((5, 7), (9,), (4,))
    """
    before = columns.fits(column)
    return tuple(new for new in columns.fits(place(column, rank)) if new not in before)


def policy(rules: GalicianRules, name: str) -> GalicianPolicy:
    """The built-in policy of that name; ValueError quotes an unknown name."""
    if name not in POLICIES:
        raise ValueError(f"policy {name!r} is not known; allowed: {', '.join(POLICIES)}, or a function of a view")
    return TastePolicy(rules.columns, POLICIES[name], freed)
