"""Players of Galician Seis: at random, by a rule of thumb, and by solving deals that fit what the seat knows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from seis_lab.bots.random_play import random_bot
from seis_lab.exact.galician_hidden import card_values
from seis_lab.game import Distribution
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import GalicianMove, GalicianView
from seis_lab.games.galician_policies import GalicianPolicy, policy

DEALS = 8
"""Deals that the solver looks at before it plays a card: with them a move takes about half a second."""


def keep_suits_bot(rules: GalicianRules) -> GalicianPolicy:
    """Plays the card that lets the others play fewest new ones."""
    return policy(rules, "keep-suits")


@dataclass(frozen=True)
class SolverBot:
    """Plays the card with the most expected net chips over some deals that fit its view, each solved exactly.

    It takes all to play any legal card equally likely afterwards. The same view always gives the same card. Where
    numba, which makes this fast enough for a table, is not installed, it plays like `keep_suits_bot`.

    >>> rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
    >>> state = rules.dealt(rules.deal("2o,3o,2c | 1o,1c,3c"))
    >>> {str(move): p for move, p in SolverBot(rules)(rules.view(state, 0), rules.turn(state).moves).items()}
    {'play 3o': Fraction(1, 1)}
    """

    rules: GalicianRules
    deals: int = DEALS

    def __call__(self, view: GalicianView, moves: tuple[GalicianMove, ...]) -> Distribution[GalicianMove]:
        """The chosen card, with certainty; between equals the first."""
        if not _fast():
            return keep_suits_bot(self.rules)(view, moves)
        values = card_values(self.rules, view, self.deals, seed=repr(view))
        return Distribution.certain(max(moves, key=lambda move: values[move].net.value))

    def basis(self, view: GalicianView) -> tuple[str, str]:
        """What its card rests on: "estimate", and the reason in words."""
        if not _fast():
            return "estimate", "rule of thumb: numba is not installed, and solving deals would take too long"
        return "estimate", f"{self.deals} deals that fit what the seat knows, each solved exactly"


def solver_bot(rules: GalicianRules) -> SolverBot:
    """The solver of these rules."""
    return SolverBot(rules)


GALICIAN_LEVELS: Mapping[str, Callable[[GalicianRules], GalicianPolicy]] = {
    "random": lambda rules: random_bot,
    "keep-suits": keep_suits_bot,
    "solver": solver_bot,
}
"""Every level a table of Galician Seis offers, weakest first: from rules to a policy."""


def _fast() -> bool:
    return find_spec("numba") is not None and find_spec("numpy") is not None
