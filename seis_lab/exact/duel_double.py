"""The duel in doubles, with a bound on the error that is proved, not estimated.

Let V be the true values of the starts of turns, W the table computed, and T the operator of one turn: (TW)(z) is what
the best play of the turn at z is worth when W says what the next start of a turn is worth. V = TV. Two facts:

1. |W - TW| <= e at every z, with e = 2 * residual + rounding. The kernel measures the residual of the two equations
   that close each pair, as they are computed (twice, for a stage of the pair may have been valued one step earlier);
   all else in TW it computes from W itself, with maxima, minima, one subtraction 1 - W, and for each roll of the turn
   a sum over the faces (n products with probabilities rounded to doubles, n - 1 sums of numbers from 0 to 1). Maxima
   and minima are exact and do not make errors larger, so the rounding in TW is below (1 + rolls * (n + 2)) * u,
   u = 2**-53, the unit roundoff; twice that is taken.
2. There is h >= 0, 0 where the game is over, with E h(next start of a turn) <= h(z) - 1 whatever both players do: with
   U cards face up and v VOLTEAR, n NUMERAL and t TIRADOR in both hands, h = (U + v + n + t) / p, p being the least
   probability of a card's face. For each turn has a roll, and with probability p or more that roll shows a card that is
   face up; then it is turned, or a NUMERAL or TIRADOR is spent, and U + v + n + t falls by 1. Nothing makes it grow:
   VOLTEAR raises one card and is gone.

T is monotone, and T(W + e h) <= TW + e sup E h(next) <= W + e + e (h - 1) = W + e h. So T's iterates from W + e h fall,
and their limit is V, the only bounded solution, as every play ends. So V <= W + e h; likewise V >= W - e h:

    |V - W| <= e * h.

Where the flip is optional a player might never turn a card, and h is built for one side at a time: the kernel checks
that in every position the best play turns a card on some face. Whoever plays so makes progress in each own turn
whatever the other does: with all wildcards counted, VOLTEAR twice, in place of v + n + t, and p the least probability
of a face, h = 1 + 2 (U + wildcards) / p falls by 1 on average in each turn, and both sides' guarantees meet in W up to
e * h.

Inside a turn a value is computed from W in the same way, with one rounding more at most: e * (h + 1) is taken.

Source of the argument: the comparison of sub- and supersolutions; Bertsekas, Tsitsiklis, An Analysis of Stochastic
Shortest Path Problems (1991), and Patek, Bertsekas, Stochastic Shortest Path Games (1999).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.duel_hands import DADO, NUMERAL, STALLS, TIRADOR, VOLTEAR, Counts, DuelModel, Hands, Places
from seis_lab.game import InvalidRules

PLAIN = 100_000
"""More positions than this take too long where the kernel is not compiled."""
ROUNDOFF = Fraction(1, 2**53)


@dataclass(frozen=True)
class Solved:
    """The table of a duel in doubles, and the bound e on how far it misses its equations."""

    table: Sequence[float]
    gap: Fraction


def horizon(model: DuelModel, ups: int, held: tuple[Counts, Counts]) -> Fraction:
    """The h of the proof: more than the turns that a duel can still last on average, whatever the players do."""
    if model.flip_optional:
        least = min(chance for chance in model.chances if chance)
        spendable = sum(map(sum, held)) + sum(one[VOLTEAR] for one in held)
        return 1 + 2 * (ups + spendable) / least
    least = min(chance for chance, count in zip(model.chances, model.row, strict=True) if count)
    return (ups + sum(one[VOLTEAR] + one[NUMERAL] + one[TIRADOR] for one in held)) / least


def rounding(model: DuelModel) -> Fraction:
    """Twice the greatest rounding error of one turn computed in doubles."""
    rolls = 1 + max(model.most_dados(held[DADO]) for held in model.sets)
    return 2 * (1 + rolls * (len(model.weights) + 2)) * ROUNDOFF


def compiled() -> bool:
    """Whether numba is there to compile the kernel."""
    return find_spec("numba") is not None


def solve_in_doubles(
    places: Places,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    threads: int | None = None,
) -> Solved:
    """The table of `places` as doubles, by the kernel, on all cores."""
    if not compiled() and places.size > PLAIN:
        raise InvalidRules(
            f"the duel has {places.size} positions, too many without numba, which is not installed (seis-lab[fast]); "
            f"allowed without it: up to {PLAIN}"
        )
    try:
        from seis_lab.kernels import duel_tables
    except ImportError as error:
        raise InvalidRules("method='double' needs numpy, which is not installed; allowed: method='exact'") from error

    done = 0

    def watch(solved: int) -> bool:
        nonlocal done
        done = solved
        if progress is not None:
            progress(solved, places.size)
        return cancelled is None or not cancelled()

    model = places.model
    given, most_dados = kernel_input(places)
    solution = duel_tables.solve(duel_tables.tables(**given), places.layers(), places.size, most_dados, watch, threads)
    starts, residual, stalls = solution
    if done < places.size:
        raise Cancelled(f"cancelled after {done} of {places.size} positions")
    if stalls:
        raise InvalidRules(STALLS)
    return Solved(
        memoryview(starts),  # type: ignore[arg-type]
        2 * Fraction(residual) + rounding(model),
    )


def kernel_input(places: Places) -> tuple[dict[str, Any], list[list[int]]]:
    """The kernel's tables as plain lists, and how many DADO each configuration may play in a turn."""
    model, hands = places.model, places.hands
    alike, near = hands[0].rows
    flags = (
        model.numeral_per_roll,
        model.dado_per_turn,
        model.shot_before_numeral,
        model.shot_ends_turn,
        model.one_wildcard_per_turn,
        model.one_of_a_kind_per_turn,
        model.attacker_raises,
        model.flip_optional,
        places.even,
    )
    given = {
        "options": [int(flag) for flag in flags],
        "chances": [float(chance) for chance in model.chances],
        "near": [(*near, -1)[:2] for near in model.near],
        "flips": [alike.flips, near.flips],
        "raises": [[(*up, -1) for up in rows.raises] for rows in (alike, near)],
        "lower": hands[0].lower,
        "family": [one.family for one in hands],
        "sizes": [one.sizes for one in hands],
        "less": [one.less for one in hands],
        "block": [_blocks(places, seat) for seat in range(2)],
        "plane": _planes(model, hands),
    }
    return given, [[model.most_dados(config[DADO]) for config in one.configs] for one in hands]


def _blocks(places: Places, seat: int) -> list[list[int]]:
    """Where the values of each pair of configurations begin, for the seat that moves."""
    mine, other = places.hands[seat], places.hands[1 - seat]
    return [
        [places.base[seat] + mine.first[c] * len(other) + mine.sizes[c] * first for first in other.first[:-1]]
        for c in range(len(mine.configs))
    ]


def _planes(model: DuelModel, hands: tuple[Hands, Hands]) -> list[int]:
    """Which table keeps the rolls with so many rolls to come, unlimited and limited; -1 for none."""
    shots = any(one.held[TIRADOR] for one in hands)
    limited = not model.shot_ends_turn and model.one_of_a_kind_per_turn and shots
    kept = (False, True) if model.one_wildcard_per_turn else (True, limited)
    planes: list[int] = []
    for _ in range(max(model.most_dados(one.held[DADO]) for one in hands)):
        for keep in kept:
            planes.append(sum(at >= 0 for at in planes) if keep else -1)
    return planes or [-1, -1]
