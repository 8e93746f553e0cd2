"""The coach of Galician Seis: the chips that a card is expected to bring in this round, all playing on uniformly.

With all hands open the law of the round is exact. With hands hidden it is exact for each deal that agrees with what the
asked seat knows; the average over sampled deals is an estimate, with its interval.
"""

import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from seis_lab.exact.answers import Cancelled, Exact
from seis_lab.exact.galician import round_law
from seis_lab.exact.galician_hidden import card_values
from seis_lab.game import Decision
from seis_lab.widgets.advice import Advice, Worth
from seis_lab.widgets.moment import Moment

ROUNDS = (8, 24, 72)
"""Sampled deals of the first, rough estimate and of the better ones that follow."""
SEED = 6
"""Estimates draw from their own generator: they never touch the table's deals."""


def advise(moment: Moment, cancelled: Callable[[], bool]) -> Iterator[Advice]:
    """The worth of every card, once where it is exact, else better and better."""
    rules, seat = moment.rules, moment.viewer
    if not isinstance(rules.turn(moment.state), Decision) or seat is None:
        yield Advice("none", ())
    elif "open_hands" in moment.switches:
        values = []
        for offer in moment.offers:
            if cancelled():
                raise Cancelled("the coach was told to stop")
            law = round_law(rules, rules.apply(moment.state, offer.move), "uniform", cancelled=cancelled)
            net = law.mean_net(seat)
            assert isinstance(net, Exact)
            values.append(net)
        yield Advice("chips", tuple(Worth(value, value, value) for value in values))
    elif sys.platform == "emscripten" or find_spec("numba") is None:
        yield Advice("none", ())  # no thread to estimate in, or nothing fast enough for a table
    else:
        view = rules.view(moment.state, seat)
        for deals in ROUNDS:
            found = card_values(rules, view, deals, SEED, cancelled=cancelled)
            nets = [found[offer.move].net for offer in moment.offers]
            yield Advice("chips", tuple(Worth(net.value, net.low, net.high) for net in nets), deals)
