"""One hand of Seises cabrón with all hands known: the exact law of the cards placed, and how many hands there are.

The state of a hand is the span of every column and whose turn it is, see `cabron_spans`. The probabilities of all
states with so many cards placed are pushed on to those with one card more, until the hand is over: as whole numbers
over one common denominator. That is exact, and readable, for small decks and late positions. A full deck has millions
of states: its probabilities are pushed in floating point by a compiled kernel, with a certified bound.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> law = hand_law(rules, "1o,2o,3o,1c | 4o,2c,3c,4c")
    >>> print(law)
    A: places 3.3056, left with 0.6944, passes 0.3333
    B: places 3.5000, left with 0.5000, passes 0.0000
    bonus: 1.1944 points (exact, 39 states, a total of 1)
    >>> count_hands(rules, "1o,2o,3o,1c | 4o,2c,3c,4c")
    28
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import NamedTuple, TypeAlias

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.cabron_law import HandLaw
from seis_lab.exact.cabron_spans import Counts, Spans, Table
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.laws import Basis
from seis_lab.game import InvalidRules, quote
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronMove, CabronState
from seis_lab.games.cabron_policies import POLICIES
from seis_lab.games.deals import Hands
from seis_lab.games.decks import Card
from seis_lab.games.tastes import Taste, one_per_seat

Policies: TypeAlias = str | Sequence[str]
"""The name of a built-in policy for all, or one per seat."""

BUDGET = 100_000
"""States that are carried exactly at most: a few seconds."""

METHODS = ("exact", "double")


class Pushed(NamedTuple):
    """What is found by pushing: probabilities of cards to be placed and of ends, expected passes, states met."""

    lying: dict[Card, Fraction]
    passing: list[Fraction]
    ends: dict[Counts, Fraction]
    states: int


def hand_law(
    rules: CabronRules,
    deal: Hands | str | CabronState,
    policies: Policies = "uniform",
    *,
    starter: int | None = None,
    method: str | None = None,
    budget: int = BUDGET,
    cancelled: Callable[[], bool] | None = None,
) -> HandLaw:
    """The probability of every card to be placed, and expected passes: all hands known, the policies see their own.

    `deal` is all hands, as `rules.deal` takes them: of a first hand, led with the six of oros, or with a `starter` of a
    later one. Or it is a position of a hand that was dealt, from which the law then starts.
    Policies are names: "uniform", "careful", "killer".

    `method` "exact" counts in fractions, and refuses with InvalidRules where that takes more than `budget` states.
    "double" counts in floating point, compiled where numba is installed, and certifies its error. Without a method it
    is exact where the budget allows.

    InvalidDeal names a card that is dealt twice or not at all, ValueError a starter, a method or a policy that cannot
    be. Cancelled when `cancelled()` says so (in the exact method).

    >>> hand_law(CabronRules(), CabronRules().sorted_deal(), method="exact")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: the law of this hand needs more than 100000 states; allowed: method='double' ...
    """
    spans = spans_of(rules, deal, starter)
    names = policy_names(rules, policies)
    if method not in (None, *METHODS):
        raise ValueError(f"method={quote(method)} is not allowed; allowed: {', '.join(map(repr, METHODS))}, or None")
    if method == "exact" or (method is None and spans.nodes <= budget):
        found = push(spans, names, counting=False, budget=budget, cancelled=cancelled)
        if found is None:
            raise InvalidRules(
                f"the law of this hand needs more than {budget} states; allowed: method='double' (certified), a later "
                "position, a smaller deck, or a larger budget"
            )
        if sum(found.ends.values()) != 1:
            raise CheckFailed(f"the hand of {rules!r} has a total probability of {sum(found.ends.values())}")
        basis = Basis(rules, found.states, "a total of 1")
        return HandLaw(spans.hands, found.lying, tuple(found.passing), basis)
    from seis_lab.exact.cabron_double import law_in_doubles

    return law_in_doubles(spans, names)


def count_hands(rules: CabronRules, deal: Hands | str | CabronState, *, starter: int | None = None) -> int:
    """How many different complete hands a deal has: sequences of cards and passes from the position to the end.

    An exact integer, however large. `deal` and `starter` as in `hand_law`. A full deck needs numpy, and numba to be
    fast; up to `BUDGET` states are counted without.

    >>> count_hands(CabronRules(players=2, suits=1, deck=4, opening_rank=2), "1o,2o | 3o,4o")
    2
    """
    spans = spans_of(rules, deal, starter)
    if spans.nodes > BUDGET:
        from seis_lab.exact.cabron_double import count_in_residues

        return count_in_residues(spans)
    total = 0
    layer = {(spans.start, spans.seat): 1}
    while layer:
        following: dict[tuple[Table, int], int] = {}
        for (table, seat), ways in layer.items():
            actor = spans.actor(table, seat)
            if actor is None:
                total += ways
                continue
            for _, after in spans.moves(table, actor):
                key = (after, (actor + 1) % rules.players)
                following[key] = following.get(key, 0) + ways
        layer = following
    return total


def card_laws(
    rules: CabronRules,
    state: CabronState,
    policies: Policies = "uniform",
    *,
    method: str | None = None,
    budget: int = BUDGET,
) -> dict[CabronMove, HandLaw]:
    """For every legal card in a position, the law of the hand once it is played and all go on with the policies.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> state = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
    >>> {str(move): str(law.placed[1]) for move, law in card_laws(rules, state).items()}  # doctest: +ELLIPSIS
    {'play 4o': '7/2 = 3.5000 cards (exact, ...)', 'play 2c': '7/2 = 3.5000 cards (exact, ...)'}
    """
    turn = rules.turn(state)
    return {
        move: hand_law(rules, rules.apply(state, move), policies, method=method, budget=budget) for move in turn.moves
    }


def spans_of(rules: CabronRules, deal: Hands | str | CabronState, starter: int | None) -> Spans:
    """The graph from a deal or a position on."""
    if not isinstance(deal, CabronState):
        return Spans.dealt(rules, deal, starter)
    if starter is not None:
        raise ValueError(f"starter={quote(starter)} is not allowed with a position, which has its own")
    return Spans.at(rules, deal)


def policy_names(rules: CabronRules, policies: Policies) -> list[str]:
    """The policy of every seat by name; ValueError where one is not built in, or there are too many or too few."""
    given: list[str] = one_per_seat(rules.players, policies)
    for one in given:
        if not isinstance(one, str) or one not in POLICIES:
            raise ValueError(
                f"policy {quote(one)}: a law takes {', '.join(POLICIES)} only; for any function of a view there is an "
                "estimate (seis_lab.sim.cabron.simulate_hands with method='engine')"
            )
    return given


def push(
    spans: Spans,
    policies: Sequence[str],
    *,
    counting: bool,
    budget: int,
    cancelled: Callable[[], bool] | None = None,
) -> Pushed | None:
    """Play a hand out in all ways, in fractions; None where more than `budget` states arise.

    With `counting` a state also says how many cards each seat has placed, and the ends are told apart by that.
    """
    seats = spans.rules.players
    tastes = [POLICIES[name] for name in policies]
    lying = {card: Fraction(card in spans.down) for card in spans.rules.cards}
    passing, ends, states = [Fraction(0)] * seats, dict[Counts, Fraction](), 0
    layer, total = {(spans.start, spans.seat, spans.placed if counting else ()): 1}, 1

    @cache
    def choices(table: Table, seat: int) -> tuple[int | None, list[tuple[Card, Table]]]:
        """Who plays, once those before have passed, and what its policy chooses from."""
        actor = spans.actor(table, seat)
        return actor, [] if actor is None else best_cards(spans, table, actor, tastes[actor])

    while layer:
        if cancelled is not None and cancelled():
            raise Cancelled("the law of the hand was cancelled; nothing of it is kept")
        states += len(layer)
        if states > budget:
            return None
        passed, ended, going = [0] * seats, dict[Counts, int](), []
        for (table, seat, counts), weight in layer.items():
            actor, cards = choices(table, seat)
            if actor is None:
                ended[counts] = ended.get(counts, 0) + weight
                continue
            for step in range((actor - seat) % seats):
                passed[(seat + step) % seats] += weight
            going.append((weight, actor, counts, cards))
        for seat, often in enumerate(passed):
            passing[seat] += Fraction(often, total)
        for counts, weight in ended.items():
            ends[counts] = ends.get(counts, Fraction(0)) + Fraction(weight, total)
        common = lcm(*(len(cards) for _, _, _, cards in going))
        total *= common
        laid: dict[Card, int] = {}
        following: dict[tuple[Table, int, Counts], int] = {}
        for weight, actor, counts, cards in going:
            share = weight * (common // len(cards))
            more = (*counts[:actor], counts[actor] + 1, *counts[actor + 1 :]) if counting else ()
            for card, after in cards:
                laid[card] = laid.get(card, 0) + share
                key = (after, (actor + 1) % seats, more)
                following[key] = following.get(key, 0) + share
        for card, weight in laid.items():
            lying[card] += Fraction(weight, total)
        layer = following
    return Pushed(lying, passing, ends, states)


def best_cards(spans: Spans, table: Table, seat: int, taste: Taste) -> list[tuple[Card, Table]]:
    """The cards that a policy chooses from, all equally likely, each with the table that it makes."""
    moves = spans.moves(table, seat)
    if taste == (0, 0) or len(moves) == 1:
        return moves
    scores = [spans.worth(table, card, taste) for card, _ in moves]
    return [move for move, score in zip(moves, scores, strict=True) if score == max(scores)]
