"""The coach of Seises cabrón: the points that a card is expected to bring in this hand, all playing carefully after it.

With all hands open the hand is played out many times at first; then its law says the value with a certified bound, and
late in the hand exactly. With hands hidden the deals that agree with what the asked seat knows are looked at: all of
them where they are few and late, and then the value is exact; else some drawn at random, an estimate with its interval.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib.util import find_spec
from random import Random

from seis_lab.exact.answers import Cancelled, Estimate, Exact, Interval
from seis_lab.exact.cabron_hidden import card_values, play_out
from seis_lab.exact.cabron_points import points_law
from seis_lab.exact.cabron_spans import Spans
from seis_lab.exact.sample_mean import mean_estimate
from seis_lab.game import Decision
from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronState
from seis_lab.games.cabron_policies import POLICIES
from seis_lab.games.cabron_score import hand_points
from seis_lab.widgets.advice import Advice, Worth
from seis_lab.widgets.moment import Moment

PLAY = "careful"
"""How everybody is taken to go on: killing as few own cards as can be."""
ROUNDS = (30, 120, 480)
"""Deals of the first, rough estimate and of the better ones that follow."""
HANDS = (100, 400)
"""How often a hand that lies open is played out after every card, before its law is known."""
EXACT, CERTIFIED = 40_000, 3_000_000
"""Nodes of its graph up to which the law of an open hand takes a second or so for all cards, and some seconds."""
SEED = 6
"""Estimates draw from their own generator: they never touch the table's deals."""


def advise(moment: Moment, cancelled: Callable[[], bool]) -> Iterator[Advice]:
    """The worth of every card, once where it is exact, else better and better."""
    rules, seat = moment.rules, moment.viewer
    if not isinstance(rules.turn(moment.state), Decision) or seat is None:
        yield Advice("none", ())
    elif "open_hands" in moment.switches:
        yield from _open(moment, seat, cancelled)
    elif sys.platform == "emscripten":
        yield Advice("none", ())  # no thread to estimate in
    else:
        view = rules.view(moment.state, seat)
        for deals in ROUNDS:
            found = card_values(rules, view, deals, SEED, policies=PLAY, cancelled=cancelled)
            points = [found[offer.move].points for offer in moment.offers]
            yield said(points)
            if any(isinstance(value, Exact) for value in points):
                return


def _open(moment: Moment, seat: int, cancelled: Callable[[], bool]) -> Iterator[Advice]:
    """The worth of every card where all hands are known."""
    rules = moment.rules
    after = [rules.apply(moment.state, offer.move) for offer in moment.offers]
    nodes = Spans.at(rules, moment.state).nodes
    if nodes > EXACT and sys.platform != "emscripten":
        for plays in HANDS:
            yield said([played_out(rules, state, seat, plays, cancelled) for state in after])
    if nodes <= EXACT or (nodes <= CERTIFIED and find_spec("numba") is not None):
        method, found = "exact" if nodes <= EXACT else "double", []
        for state in after:
            if cancelled():
                raise Cancelled("the coach was told to stop")
            found.append(points_law(rules, state, PLAY, method=method, cancelled=cancelled).points[seat])
        yield said(found)


def played_out(
    rules: CabronRules, state: CabronState, seat: int, plays: int, cancelled: Callable[[], bool]
) -> Exact | Estimate:
    """A seat's points in a hand of which all is known, from playing it out so many times."""
    if state.points:
        return Exact(state.points[seat], unit="points", question="points of the hand", rules=rules, check="it is over")
    spans, rng, tastes = Spans.at(rules, state), Random(SEED), [POLICIES[PLAY]] * rules.players
    points = []
    for _ in range(plays):
        if cancelled():
            raise Cancelled("the coach was told to stop")
        placed = play_out(spans, spans.start, state.actor, spans.placed, tastes, rng)
        points.append(float(hand_points(rules, placed, [rules.size - count for count in placed])[seat]))
    return mean_estimate(points, 0.95, seed=SEED, unit="points", question="points of the hand", rules=rules)


def said(points: Sequence[Exact | Interval | Estimate]) -> Advice:
    """The values of all offers as advice: of the weakest kind among them."""
    worths = tuple(
        Worth(value, value, value) if isinstance(value, Exact) else Worth(_middle(value), value.low, value.high)
        for value in points
    )
    games = [value.games for value in points if isinstance(value, Estimate)]
    certified = any(isinstance(value, Interval) for value in points)
    return Advice("points", worths, games[0] if games else None, "certified" if certified else None)


def _middle(value: Interval | Estimate) -> Fraction | float:
    return value.value if isinstance(value, Estimate) else (value.low + value.high) / 2
