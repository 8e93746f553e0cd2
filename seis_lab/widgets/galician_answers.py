"""What the rule lab of Galician Seis knows: answers before and after a change of rules, exact or estimated.

Values only, no widgets. Where the average over all deals, or the match over them, is small enough the answer is exact;
else it is simulated, and says so.

>>> lab = answer("round", GalicianRules(players=3, suits=2, ranks=3, opening_rank=2))
>>> lab.kind, str(lab.lines[0][2])
('exact', '13/15 = 0.8667 (exact, 73 states, checked by a total of 1 over all 90 deals)')
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, TypeAlias
from zlib import crc32

from seis_lab.exact.answers import Estimate, Exact
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_match import match_law
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import SEATS
from seis_lab.games.options import limits

Number: TypeAlias = Exact | Estimate
Progress: TypeAlias = Callable[[int, int], None] | None
Stop: TypeAlias = Callable[[], bool] | None

CLASSES, STATES = 2_000, 60
"""The largest deck (in classes of deals) and match (in states) that a class waits for to be exact."""
GAMES: Mapping[str, tuple[int, int]] = {"round": (100_000, 2_000), "match": (20_000, 200)}
"""How many are simulated instead: with the compiled kernels, and without."""

_ROUND = ("players", "suits", "ranks", "opening_rank", "chips", "ante", "pass_cost", "broke_player", "match_end")
LIVE: Mapping[str, tuple[str, ...]] = {"round": _ROUND, "match": (*_ROUND, "match_tie", "rounds")}
"""The options that can change the answer to each question."""


@dataclass(frozen=True)
class Answer:
    """The answer to a question under one set of rules: lines of the key of a label, a seat's letter, and a number."""

    question: str
    rules: GalicianRules
    lines: tuple[tuple[str, str, Number], ...]

    @property
    def kind(self) -> str:
        """Exact or estimate: all lines of an answer are of one kind."""
        return self.lines[0][2].kind


def answer(question: str, rules: GalicianRules, progress: Progress = None, cancelled: Stop = None) -> Answer:
    """The answer to "round" or "match", exact where that takes seconds, else an estimate."""
    try:
        lines = _EXACT[question](rules, progress, cancelled)
    except InvalidRules:  # too many deals or states, says the exact side
        lines = _SIMULATED[question](rules, progress, cancelled)
    return Answer(question, rules, tuple(lines))


def dead(question: str, rules: GalicianRules) -> dict[str, str]:
    """The options that cannot change the answer, each with the key of the reason."""
    reasons = {"deck": "lab.dead.names_only"}
    return {name: reasons.get(name, "lab.dead.one_round") for name in limits(rules) if name not in LIVE[question]}


def _exact_round(rules: GalicianRules, progress: Progress, cancelled: Stop) -> list[tuple[str, str, Number]]:
    law = all_deals(rules, budget=CLASSES, progress=progress, cancelled=cancelled).law
    nets = [law.mean_net(seat) for seat in range(rules.players)]
    return _round(law.wins, nets, law.mean_pot, law.empty_pot)


def _simulated_round(rules: GalicianRules, progress: Progress, cancelled: Stop) -> list[tuple[str, str, Number]]:
    from seis_lab.sim.galician import simulate_rounds

    sample = simulate_rounds(rules, games("round"), seed_of(rules), progress=progress, cancelled=cancelled)
    nets = [sample.mean_net(seat) for seat in range(rules.players)]
    return _round(sample.wins, nets, sample.mean_pot, sample.empty_pot)


def _round(wins: Sequence[Any], nets: Sequence[Any], pot: Any, empty: Any) -> list[tuple[str, str, Number]]:
    key = "galician.lab.row."
    lines = [(f"{key}wins" if seat else f"{key}leader", SEATS[seat], win) for seat, win in enumerate(wins)]
    lines += [(f"{key}net", SEATS[seat], net) for seat, net in enumerate(nets)]
    return [*lines, (f"{key}pot", "", pot), (f"{key}empty", "", empty)]


def _exact_match(rules: GalicianRules, progress: Progress, cancelled: Stop) -> list[tuple[str, str, Number]]:
    rounds = None
    if not rules.ends_at_once:
        rounds = all_deals(rules, budget=CLASSES, progress=progress, cancelled=cancelled)
    law = match_law(rules, rounds=rounds, budget=STATES, cancelled=cancelled)
    return _match(law.wins, law.out, law.never if law.never else law.mean_rounds, bool(law.never))


def _simulated_match(rules: GalicianRules, progress: Progress, cancelled: Stop) -> list[tuple[str, str, Number]]:
    from seis_lab.sim.galician import simulate_match

    if not rules.ante and not rules.pass_cost and rules.rounds is None:  # no chip ever moves: known without playing
        never = Exact(1, question="probability that a match never ends", rules=rules, check="no chip ever moves")
        return [("galician.lab.row.never", "", never)]
    sample = simulate_match(rules, games("match"), seed_of(rules), progress=progress, cancelled=cancelled)
    return _match(sample.wins, sample.out, sample.mean_rounds, False)


def _match(wins: Sequence[Any], out: Sequence[Any], rounds: Any, never: bool) -> list[tuple[str, str, Number]]:
    key = "galician.lab.row."
    lines = [(f"{key}wins" if seat else f"{key}first", SEATS[seat], win) for seat, win in enumerate(wins)]
    lines += [(f"{key}out", SEATS[seat], one) for seat, one in enumerate(out)]
    return [*lines, (f"{key}never" if never else f"{key}rounds", "", rounds)]


def games(question: str) -> int:
    """How many rounds or matches are simulated."""
    compiled, plain = GAMES[question]
    return compiled if find_spec("numba") is not None else plain


def seed_of(rules: GalicianRules) -> int:
    """A seed that the rules decide: the same for the same rules, so that other rules are sampled independently."""
    return crc32(repr(rules).encode())


_EXACT = {"round": _exact_round, "match": _exact_match}
_SIMULATED = {"round": _simulated_round, "match": _simulated_match}
