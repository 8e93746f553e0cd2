"""What the rule lab of Seises cabrón knows: answers before and after a change of rules, exact or estimated.

Values only, no widgets. Where the average over all deals, or the match over them, is small enough the answer is exact;
else it is simulated, and says so.

>>> found = answer("hand", CabronRules(players=2, suits=2, deck=8, opening_rank=2))
>>> found.kind, [key.rpartition(".")[2] for key, _, _ in found.lines]
('exact', ['leader', 'wins', 'points', 'points', 'tie', 'bonus'])
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, TypeAlias
from zlib import crc32

from seis_lab.exact.answers import Estimate, Exact
from seis_lab.exact.cabron_deals import all_hands
from seis_lab.exact.cabron_matches import cabron_match
from seis_lab.game import InvalidRules
from seis_lab.games.cabron import CabronRules
from seis_lab.games.column_moves import SEATS
from seis_lab.games.options import limits

Number: TypeAlias = Exact | Estimate
Lines: TypeAlias = list[tuple[str, str, Number]]
Progress: TypeAlias = Callable[[int, int], None] | None
Stop: TypeAlias = Callable[[], bool] | None

CLASSES, STATES = 2_000, 5_000
"""The largest deck (in classes of deals) and match (in states) that a class waits for to be exact."""
GAMES: Mapping[str, tuple[int, int]] = {"hand": (100_000, 1_000), "later": (100_000, 1_000), "match": (20_000, 200)}
"""How many are simulated instead: with the compiled kernels, and without."""

_HAND = ("players", "deck", "suits", "opening_rank", "jumping", "tie_bonus", "dead_bonus", "all_placed_bonus")
LIVE: Mapping[str, tuple[str, ...]] = {"hand": _HAND, "later": _HAND, "match": (*_HAND, "target", "hands")}
"""The options that can change the answer to each question."""


@dataclass(frozen=True)
class Answer:
    """The answer to a question under one set of rules: lines of the key of a label, a seat's letter, and a number."""

    question: str
    rules: CabronRules
    lines: tuple[tuple[str, str, Number], ...]

    @property
    def kind(self) -> str:
        """Exact or estimate: all lines of an answer are of one kind."""
        return self.lines[0][2].kind


def answer(question: str, rules: CabronRules, progress: Progress = None, cancelled: Stop = None) -> Answer:
    """The answer to "hand" (a first one), "later" (a later one) or "match", exact where that takes seconds."""
    ask = {True: (_exact_match, _simulated_match), False: (_exact_hand, _simulated_hand)}[question == "match"]
    try:
        lines = ask[0](question, rules, progress, cancelled)
    except InvalidRules:  # too many deals or states, says the exact side
        lines = ask[1](question, rules, progress, cancelled)
    return Answer(question, rules, tuple(lines))


def dead(question: str, rules: CabronRules) -> dict[str, str]:
    """The options that cannot change the answer, each with the key of the reason."""
    return {name: "cabron.lab.dead.one_hand" for name in limits(rules) if name not in LIVE[question]}


def _exact_hand(question: str, rules: CabronRules, progress: Progress, cancelled: Stop) -> Lines:
    later = question == "later"
    return _hand(all_hands(rules, later=later, budget=CLASSES, progress=progress, cancelled=cancelled).law)


def _simulated_hand(question: str, rules: CabronRules, progress: Progress, cancelled: Stop) -> Lines:
    from seis_lab.sim.cabron import simulate_hands

    later = question == "later"
    return _hand(
        simulate_hands(rules, games(question), seed_of(rules), later=later, progress=progress, cancelled=cancelled)
    )


def _hand(law: Any) -> Lines:
    """The lines of a hand, from its exact law or from a sample: both are read in the same way."""
    key = "cabron.lab.row."
    lines = [(f"{key}wins" if seat else f"{key}leader", SEATS[seat], share) for seat, share in enumerate(law.shares)]
    lines += [(f"{key}points", SEATS[seat], points) for seat, points in enumerate(law.points)]
    return [*lines, (f"{key}tie", "", law.tie), (f"{key}bonus", "", law.mean_bonus)]


def _exact_match(question: str, rules: CabronRules, progress: Progress, cancelled: Stop) -> Lines:
    first, later = (
        all_hands(rules, later=later, budget=CLASSES, progress=progress, cancelled=cancelled) for later in (False, True)
    )
    return _match(cabron_match(rules, laws=(first, later), budget=STATES, cancelled=cancelled))


def _simulated_match(question: str, rules: CabronRules, progress: Progress, cancelled: Stop) -> Lines:
    from seis_lab.sim.cabron import simulate_match

    return _match(simulate_match(rules, games(question), seed_of(rules), progress=progress, cancelled=cancelled))


def _match(law: Any) -> Lines:
    """The lines of a match: how long it takes comes first."""
    key = "cabron.lab.row."
    wins = [(f"{key}match" if seat else f"{key}first", SEATS[seat], win) for seat, win in enumerate(law.wins)]
    return [(f"{key}hands", "", law.mean_hands), *wins]


def games(question: str) -> int:
    """How many hands or matches are simulated."""
    compiled, plain = GAMES[question]
    return compiled if find_spec("numba") is not None else plain


def seed_of(rules: CabronRules) -> int:
    """A seed that the rules decide: the same for the same rules, so that other rules are sampled independently."""
    return crc32(repr(rules).encode())
