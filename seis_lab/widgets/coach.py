"""The coach: what every offered action is worth, exactly where that can be known, else estimated.

Alone, an action is worth the expected own turns to the end under best play, exactly. Against others it is worth the
probability of winning: with two players, once the duel is solved, that of both playing on as well as possible, exact or
certified. Else it is exact once nobody holds a card that acts on others any more, with everybody playing from there
as they would alone (up to three players); before that an estimate by playing the position out many times with steady
players.
"""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from seis_lab.bots import LEVELS
from seis_lab.bots.seis_solver import RACERS, win_chance
from seis_lab.exact.duels import Duel
from seis_lab.exact.duel_ready import at_once
from seis_lab.exact.rows import own_rules
from seis_lab.exact.seis import solve
from seis_lab.game import InvalidRules, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SeisState
from seis_lab.widgets.advice import Advice, Worth
from seis_lab.widgets.moment import Offer

ROUNDS = (50, 200, 800)
"""Games per action of the first, rough estimate and of the better ones that follow."""
SEED = 6
"""Estimates draw from their own generator, the same for every action: they never touch the table's dice."""


def _exactly(unit: str, values: list[Fraction | float]) -> Advice:
    return Advice(unit, tuple(Worth(value, value, value) for value in values))


def exact_advice(rules: SeisRules, state: SeisState, offers: tuple[Offer, ...], seat: int) -> Advice | None:
    """The exact worth of every offer to a seat, or None where exactness ends.

    >>> from seis_lab.widgets.seis_moves import offers
    >>> rules = SeisRules(players=1, wildcards={"DADO": 1})
    >>> advice = exact_advice(rules, rules.initial(), offers(rules, rules.initial()), 0)
    >>> [str(worth.value) for worth in advice.worths]  # a DADO is worth exactly one turn, now or later
    ['137/10', '137/10']
    """
    if rules.players == 1 and rules.mode != "mirror":
        solo = solve(own_rules(rules, state, 0))
        decided = solo.action_values(state) if offers[0].move is not None else {}
        values = [solo.value(state) if offer.move is None else decided[offer.move] for offer in offers]
        return _exactly("turns", [math.inf if value == math.inf else Fraction(value) for value in values])
    if rules.players > RACERS:
        return None
    solved = at_once(rules)
    if solved is not None:
        return _by_duel(solved, state, offers, seat)
    try:
        return _exactly("wins", [win_chance(rules, _after(rules, state, offer), seat) for offer in offers])
    except InvalidRules:  # it names what keeps the odds from being known: somebody holds a card that acts on others
        return None


def _by_duel(solved: Duel, state: SeisState, offers: tuple[Offer, ...], seat: int) -> Advice:
    """The probability of winning after each offer, with the ends of what is proved about it."""
    worths = []
    for offer in offers:
        after = _after(solved.rules, state, offer)
        value, error = solved.value(after, seat), solved.error(after)
        low, high = max(Fraction(value) - error, Fraction(0)), min(Fraction(value) + error, Fraction(1))
        worths.append(Worth(value, low, high))
    return Advice("wins", tuple(worths), duel=solved.basis)


def _after(rules: SeisRules, state: SeisState, offer: Offer) -> SeisState:
    """The position once the decision of the offer is made; a roll is still to come."""
    return state if offer.move is None else rules.apply(state, offer.move)


def estimates(
    rules: SeisRules,
    state: SeisState,
    offers: tuple[Offer, ...],
    seat: int,
    cancelled: Callable[[], bool] = lambda: False,
    rounds: tuple[int, ...] = ROUNDS,
) -> Iterator[Advice]:
    """Better and better estimates of the probability that the seat wins after each offer, steady players everywhere."""
    from seis_lab.sim import win_estimate

    policies = [LEVELS["steady"](rules)] * rules.players
    for games in rounds:
        found = []
        for offer in offers:
            after = _after(rules, state, offer)
            turn = rules.turn(after)
            if isinstance(turn, Terminal):
                won = turn.outcome.payoffs[seat]
                found.append(Worth(won, won, won))
            else:
                answer = win_estimate(rules, after, policies, games, SEED, cancelled=cancelled)[seat]
                found.append(Worth(answer.value, answer.low, answer.high))
        yield Advice("wins", tuple(found), games)
