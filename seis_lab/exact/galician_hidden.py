"""What a card is worth when the other hands are hidden: an estimate over deals that fit what the seat knows.

Deals are drawn from `consistent_deals`, all equally likely. In each the round is solved after every legal card, so only
the draw of the deals is left to chance, and the interval says how much that is. How the others have played so far is
not weighed: a deal in which their cards would have been unlikely counts as much as any other.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from seis_lab.exact.answers import Cancelled, Estimate
from seis_lab.exact.galician import Policies, names
from seis_lab.exact.galician_double import joint_in_doubles
from seis_lab.exact.galician_tables import Tables
from seis_lab.exact.sample_mean import checked_confidence, mean_estimate
from seis_lab.games.galician import GalicianRules, Hands
from seis_lab.games.galician_knowledge import consistent_deals
from seis_lab.games.galician_notation import GalicianMove, GalicianState, GalicianView, Lay

FEWEST = 2


@dataclass(frozen=True)
class CardValue:
    """What a card is worth to the seat that plays it: the chance to win the round, and the expected net chips in it."""

    win: Estimate
    net: Estimate


def card_values(
    rules: GalicianRules,
    view: GalicianView,
    deals: int,
    seed: int | str,
    *,
    policies: Policies = "uniform",
    confidence: float = 0.95,
    cancelled: Callable[[], bool] | None = None,
) -> dict[GalicianMove, CardValue]:
    """For every legal card of the seat whose turn it is, estimates from so many consistent deals.

    `policies` are names of built-in ones: how all go on after the card. Net chips count what was paid in this round
    before. ValueError for fewer than 2 deals, a confidence or a policy that cannot be, or a view in which it is not the
    seat's turn. Cancelled when `cancelled()` says so between two deals. Needs numpy, and numba to be fast.
    """
    by_seat, confidence = names(rules, policies), checked_confidence(confidence)
    if not isinstance(deals, int) or deals < FEWEST:
        raise ValueError(f"deals={deals!r} is not allowed; allowed: a whole number from {FEWEST} up")
    possible = consistent_deals(rules, view)
    moves = tuple(Lay(card) for card in rules.columns.playable(view.table, view.hand))
    if view.leader is None or view.winner is not None or (view.leader + view.turn) % rules.players != view.seat:
        raise ValueError(f"it is not the turn of seat {view.seat} in this view; allowed: the view of who must play")
    rng = random.Random(seed)
    found: dict[GalicianMove, list[tuple[float, float]]] = {move: [] for move in moves}
    for _ in range(deals):
        if cancelled is not None and cancelled():
            raise Cancelled("the estimate was cancelled; nothing of it is kept")
        state = position(view, possible.sample(rng))
        for move in moves:
            tables = Tables.at(rules, rules.apply(state, move))
            found[move].append(_worth(tables, by_seat, view.seat))

    def estimate(values: list[float], unit: str, question: str) -> Estimate:
        number = seed if isinstance(seed, int) else None
        return mean_estimate(values, confidence, seed=number, unit=unit, question=question, rules=rules)

    return {
        move: CardValue(
            estimate([win for win, _ in worth], "", "win the round"),
            estimate([net for _, net in worth], "chips", "net chips"),
        )
        for move, worth in found.items()
    }


def position(view: GalicianView, hands: Hands) -> GalicianState:
    """The position that the view would be of, if these were the hands."""
    return GalicianState(
        view.chips, view.paid, hands, view.dealer or 0, view.round, view.leader, view.history, view.winner
    )


def _worth(tables: Tables, by_seat: list[str], seat: int) -> tuple[float, float]:
    """The seat's chance to win and its expected net chips, in floating point."""
    joint, _, _ = joint_in_doubles(tables, by_seat)
    win = net = 0.0
    for (winner, passes), p in joint.items():
        paid = tables.paid(passes)
        win += float(p) * (winner == seat)
        net += float(p) * ((sum(paid) if winner == seat else 0) - paid[seat])
    return win, net
