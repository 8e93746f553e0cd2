"""Players that are not people: policies from a view and its legal moves to a distribution over those moves.

A bot sees what its seat may see and the rules it was made with, never the table and never its dice.

    >>> from seis_lab.games.seis import SeisRules
    >>> sorted(LEVELS)
    ['random', 'solver', 'steady']
    >>> bot = LEVELS["steady"](SeisRules())
"""

from collections.abc import Callable, Mapping

from seis_lab.bots.cabron import CABRON_LEVELS
from seis_lab.bots.galician import GALICIAN_LEVELS
from seis_lab.bots.random_play import random_bot
from seis_lab.bots.seis_solver import solver_bot
from seis_lab.bots.seis_steady import steady_bot
from seis_lab.bots.six import SIX_LEVELS
from seis_lab.game import Policy
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import SeisMove

LEVELS: Mapping[str, Callable[[SeisRules], Policy[SeisView, SeisMove]]] = {
    "random": lambda rules: random_bot,
    "steady": steady_bot,
    "solver": solver_bot,
}
"""Every level a table of SEIS offers, weakest first: from rules to a policy."""

__all__ = ["CABRON_LEVELS", "GALICIAN_LEVELS", "LEVELS", "SIX_LEVELS", "random_bot", "solver_bot", "steady_bot"]
