"""The duel of some rules where nobody has to wait for it: for a bot that moves, a coach that speaks.

>>> at_once(SeisRules(wildcards={})).first
Exact('6688879/12660648')
>>> at_once(SeisRules(players=3)) is None
True
"""

from functools import cache

from seis_lab.exact.duel import BUDGET, FEW, Duel, duel, in_memory
from seis_lab.exact.duel_double import compiled
from seis_lab.exact.duel_file import InvalidDuelFile, cache_path
from seis_lab.exact.duel_hands import DuelModel, Places
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules

AT_ONCE = 500_000
"""Up to so many positions are solved on the spot where the kernel is compiled (one of each kind); else up to `FEW`."""

_in_vain: set[DuelModel] = set()  # small and without a solution, or with a file that is damaged


def at_once(rules: SeisRules) -> Duel | None:
    """The duel if it is in memory, small, or in the user's cache folder; None where it would have to be waited for.

    None too where there is no duel at all, for a reason that `duel(rules)` names, and where its file is damaged.
    """
    try:
        model = DuelModel.of(rules)
    except InvalidRules:
        return None
    known = in_memory(rules, model)
    if known is not None or model in _in_vain:
        return known
    try:
        if _fits(model, AT_ONCE if compiled() else FEW):
            return duel(rules)
        if cache_path(model).exists():
            return duel(rules, file=True)
    except (InvalidRules, InvalidDuelFile, OSError):
        _in_vain.add(model)
    return None


def worth_waiting(rules: SeisRules) -> bool:
    """Whether the duel is not there at once and can be solved on this machine in about half a minute.

    >>> worth_waiting(SeisRules(wildcards={})), worth_waiting(SeisRules(players=3))
    (False, False)
    """
    try:
        model = DuelModel.of(rules)
    except InvalidRules:
        return False
    return compiled() and _fits(model, BUDGET) and at_once(rules) is None


@cache
def _fits(model: DuelModel, budget: int) -> bool:
    """Whether the duel has no more positions than that."""
    try:
        Places(model, budget)
    except InvalidRules:
        return False
    return True
