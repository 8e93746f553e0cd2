"""Players of Seises cabrón: at random, sparing their own cards, killing the others', and by weighing possible deals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from seis_lab.bots.random_play import random_bot
from seis_lab.exact.cabron_hidden import FEWEST, NODES, card_values
from seis_lab.game import Distribution
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronMove, CabronView
from seis_lab.games.cabron_policies import CabronPolicy, policy

TRIED = 160
"""Cards times deals that the solver looks at before it plays: with them a move takes up to about half a second."""

MOST = 40
"""Deals that it looks at where it has few cards to choose from."""


def careful_bot(rules: CabronRules) -> CabronPolicy:
    """Plays a card that kills the fewest of its own."""
    return policy(rules, "careful")


def killer_bot(rules: CabronRules) -> CabronPolicy:
    """Plays a card that kills the most of the others'."""
    return policy(rules, "killer")


@dataclass(frozen=True)
class SolverBot:
    """Plays the card with the most expected points of the hand, over deals that fit what its seat knows.

    It takes all to play carefully afterwards. The same view always gives the same card. It needs no compiled package.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> state = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
    >>> {str(move): p for move, p in SolverBot(rules)(rules.view(state, 1), rules.turn(state).moves).items()}
    {'play 4o': Fraction(1, 1)}
    """

    rules: CabronRules
    tried: int = TRIED

    def __call__(self, view: CabronView, moves: tuple[CabronMove, ...]) -> Distribution[CabronMove]:
        """The chosen card, with certainty; between equals the first."""
        values = card_values(self.rules, view, self.deals(view), seed=repr(view))
        return Distribution.certain(max(moves, key=lambda move: float(values[move].points)))

    def deals(self, view: CabronView) -> int:
        """How many deals it looks at."""
        cards = len(self.rules.columns.playable(view.table, view.hand))
        return max(FEWEST, min(MOST, self.tried // max(cards, 1)))

    def basis(self, view: CabronView) -> tuple[str, str]:
        """What its card rests on: "estimate", and the reason in words."""
        return "estimate", (
            f"{self.deals(view)} deals that fit what the seat knows, all going on carefully: played out at random, "
            f"or where a hand has at most {NODES} nodes solved exactly"
        )


def solver_bot(rules: CabronRules) -> SolverBot:
    """The solver of these rules."""
    return SolverBot(rules)


CABRON_LEVELS: Mapping[str, Callable[[CabronRules], CabronPolicy]] = {
    "random": lambda rules: random_bot,
    "careful": careful_bot,
    "killer": killer_bot,
    "solver": solver_bot,
}
"""Every level a table of Seises cabrón offers: from rules to a policy."""
