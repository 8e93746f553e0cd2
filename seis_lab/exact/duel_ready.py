"""The duel of some rules where nobody has to wait for it, and who waits: for a bot that moves, a coach that speaks.

>>> at_once(SeisRules(wildcards={})).first
Exact('6688879/12660648')
>>> at_once(SeisRules(players=3)) is None
True
"""

from collections.abc import Callable
from functools import cache

from seis_lab.exact.duels import BUDGET, Duel, duel, in_memory
from seis_lab.exact.duel_double import compiled
from seis_lab.exact.duel_file import InvalidDuelFile, cache_path
from seis_lab.exact.duel_hands import DuelModel, Places
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules

AT_ONCE = 500_000
"""Up to so many positions are solved on the spot where the kernel is compiled: one of each kind."""
AT_ONCE_PLAIN = 2_000
"""Where it is not."""
BYTES = 32
"""So many bytes for each position are in use while a duel is solved."""

_unsolved: set[DuelModel] = set()  # tried, and without a solution
_damaged: set[DuelModel] = set()  # tried, and what is in the cache is no duel


def at_once(rules: SeisRules) -> Duel | None:
    """The duel if it is in memory, small, or in the user's cache folder; None where it would have to be waited for.

    None too where there is no duel at all, for a reason that `duel(rules)` names, and where its file is damaged.
    """
    try:
        model = DuelModel.of(rules)
    except InvalidRules:
        return None
    known = in_memory(rules, model)
    if known is not None or model in _unsolved:
        return known
    try:
        size = _positions(model)
        if size is not None and size <= (AT_ONCE if compiled() else AT_ONCE_PLAIN):
            return duel(rules)
        if model not in _damaged and cache_path(model).exists():
            return duel(rules, file=True)
    except (InvalidDuelFile, OSError):
        _damaged.add(model)
    except InvalidRules:
        _unsolved.add(model)
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
    size, memory = _positions(model), spare_memory()
    if size is None or not compiled() or (memory is not None and memory < size * BYTES):
        return False
    return at_once(rules) is None and model not in _unsolved


def wait_for(
    rules: SeisRules, progress: Callable[[int, int], object], cancelled: Callable[[], bool] = lambda: False
) -> bool:
    """Solve a duel that is worth waiting for, so that `at_once` has it from then on; whether that was done.

    It is kept in the user's cache folder, or only in memory where that cannot be. Cancelled once `cancelled()` is true.
    """
    if not worth_waiting(rules):
        return False

    def told(done: int, total: int) -> None:
        progress(done, total)

    told(0, 1)
    try:
        try:
            duel(rules, file=True, progress=told, cancelled=cancelled)
        except (InvalidDuelFile, OSError):
            duel(rules, progress=told, cancelled=cancelled)
    except (InvalidRules, MemoryError):
        _unsolved.add(DuelModel.of(rules))
        return False
    return True


def spare_memory() -> int | None:
    """How many bytes can be taken without harm to what else runs: three quarters of those available; None: unknown."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            found = [int(line.split()[1]) for line in file if line.startswith("MemAvailable:")]
        return found[0] * 1024 * 3 // 4
    except (OSError, ValueError, IndexError):  # a system without this file
        return None


@cache
def _positions(model: DuelModel) -> int | None:
    """How many positions the duel has, where they are not too many."""
    try:
        return Places(model, BUDGET).size
    except InvalidRules:
        return None
