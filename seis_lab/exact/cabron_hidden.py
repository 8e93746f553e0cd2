"""What a card is worth at Seises cabrón when the other hands are hidden: over deals that fit what the seat knows.

Deals are drawn from `consistent_deals`, all equally likely. In each the hand is carried to its end after every legal
card: late in a hand by its exact law, earlier by playing it out at random, for a full deal has millions of states. How
the others have played so far is not weighed: a deal in which their cards would have been unlikely counts as any other.

Late in a hand there may be so few deals that all are taken: then the values are exact. Otherwise they are estimates,
and the interval says how much is left to the draw of deals and plays.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> state = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
    >>> for move, value in card_values(rules, rules.view(state, 1), deals=100, seed=6).items():
    ...     print(move, value.points)
    play 4o 10 = 10.0000 points (exact, checked by all consistent deals)
    play 2c 113/12 = 9.4167 points (exact, checked by all consistent deals)
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from seis_lab.exact.answers import Cancelled, Estimate, Exact
from seis_lab.exact.cabron import Policies, best_cards, policy_names
from seis_lab.exact.cabron_points import points_law, share
from seis_lab.exact.cabron_spans import Counts, Spans, Table
from seis_lab.exact.sample_mean import checked_confidence, mean_estimate
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_knowledge import consistent_deals
from seis_lab.games.cabron_notation import CabronMove, CabronState, CabronView
from seis_lab.games.cabron_policies import POLICIES
from seis_lab.games.cabron_score import hand_points
from seis_lab.games.column_moves import Lay
from seis_lab.games.deals import Hands
from seis_lab.games.tastes import Taste

Ends: TypeAlias = Mapping[Counts, Fraction]
"""How many cards every seat has placed when the hand is over, and the probability of that."""

FEWEST = 2

NODES = 400
"""Nodes of a position's graph up to which every deal is carried exactly: some milliseconds for a card."""

PLAYS = 2
"""How often a deal with more nodes is played out after every card."""


@dataclass(frozen=True)
class CardValue:
    """What a card is worth to the seat that plays it, in this hand: points, cards placed, and its share of the hand."""

    points: Exact | Estimate
    placed: Exact | Estimate
    share: Exact | Estimate


def card_values(
    rules: CabronRules,
    view: CabronView,
    deals: int,
    seed: int | str,
    *,
    policies: Policies = "careful",
    confidence: float = 0.95,
    cancelled: Callable[[], bool] | None = None,
) -> dict[CabronMove, CardValue]:
    """For every legal card of the seat whose turn it is, its worth over so many consistent deals, or all if fewer.

    `policies` are names of built-in ones: how all go on after the card, the seat itself included. Cards that it placed
    before are counted. ValueError for fewer than 2 deals, a confidence or a policy that cannot be, or a view in which
    it is not the seat's turn. Cancelled when `cancelled()` says so between two deals. The standard library is enough.
    """
    names, confidence = policy_names(rules, policies), checked_confidence(confidence)
    if not isinstance(deals, int) or deals < FEWEST:
        raise ValueError(f"deals={deals!r} is not allowed; allowed: a whole number from {FEWEST} up")
    if view.starter is None or view.points or (view.starter + view.turn) % rules.players != view.seat:
        raise ValueError(f"it is not the turn of seat {view.seat} in this view; allowed: the view of who must play")
    rng, possible = random.Random(seed), consistent_deals(rules, view)
    solved = Spans.at(rules, position(view, possible.sample(rng))).nodes <= NODES
    every = solved and possible.count <= deals
    found: dict[CabronMove, list[Ends]] = {Lay(card): [] for card in rules.columns.playable(view.table, view.hand)}
    for hands in possible.all() if every else (possible.sample(rng) for _ in range(deals)):
        if cancelled is not None and cancelled():
            raise Cancelled("the values were cancelled; nothing of them is kept")
        state = position(view, hands)
        if solved:
            for move, ends in found.items():
                ends.append(points_law(rules, rules.apply(state, move), names, method="exact").joint)
        else:
            for move, played in _played_out(rules, state, [POLICIES[name] for name in names], rng):
                found[move].append(played)

    def answer(all_ends: list[Ends], of: Callable[[Counts], Fraction], unit: str, question: str) -> Exact | Estimate:
        means = [sum((p * of(placed) for placed, p in ends.items()), Fraction(0)) for ends in all_ends]
        if every:
            value = sum(means, Fraction(0)) / len(means)
            return Exact(value, unit=unit, question=question, rules=rules, check="all consistent deals")
        about: dict[str, Any] = {"unit": unit, "question": question, "rules": rules}
        number = seed if isinstance(seed, int) else None
        return mean_estimate([float(mean) for mean in means], confidence, seed=number, **about)

    def points(placed: Counts) -> Fraction:
        return hand_points(rules, placed, [rules.size - count for count in placed])[view.seat]

    return {
        move: CardValue(
            answer(ends, points, "points", "points of the hand"),
            answer(ends, lambda placed: Fraction(placed[view.seat]), "cards", "cards placed"),
            answer(ends, lambda placed: share(placed, view.seat), "", "share of the hand"),
        )
        for move, ends in found.items()
    }


def position(view: CabronView, hands: Hands) -> CabronState:
    """The position that the view would be of, if these were the hands."""
    return CabronState(view.scores, hands, view.dead, view.number, view.starter, view.history, view.points)


def _played_out(
    rules: CabronRules, state: CabronState, tastes: Sequence[Taste], rng: random.Random
) -> Iterator[tuple[CabronMove, Ends]]:
    """For every legal card what came out when the hand was played out some times."""
    spans, seat = Spans.at(rules, state), state.actor
    placed = (*spans.placed[:seat], spans.placed[seat] + 1, *spans.placed[seat + 1 :])
    for card, table in spans.moves(spans.start, seat):
        ends: dict[Counts, Fraction] = {}
        for _ in range(PLAYS):
            end = play_out(spans, table, (seat + 1) % rules.players, placed, tastes, rng)
            ends[end] = ends.get(end, Fraction(0)) + Fraction(1, PLAYS)
        yield Lay(card), ends


def play_out(
    spans: Spans, table: Table, seat: int, placed: Counts, tastes: Sequence[Taste], rng: random.Random
) -> Counts:
    """How many cards each seat has placed at the end of a hand that goes on with these tastes, once at random."""
    counts = list(placed)
    while (actor := spans.actor(table, seat)) is not None:
        _, table = rng.choice(best_cards(spans, table, actor, tastes[actor]))
        counts[actor] += 1
        seat = (actor + 1) % len(counts)
    return tuple(counts)
