"""What a table offers a person in SEIS, and what it answers for them.

An offer is a click: a decision, a roll of the die, or both at once (playing no DADO *is* rolling the die).
"""

from seis_lab.game import Chance, Decision
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Pass, Phase, SeisMove, SeisState
from seis_lab.widgets.moment import Offer


def asked_seat(rules: SeisRules, state: SeisState) -> int | None:
    """The seat that decides or rolls; None at the end and where chance alone is asked (who begins)."""
    match rules.turn(state):
        case Chance(seat=seat) | Decision(seat=seat):
            return seat
        case _:
            return None


def offers(rules: SeisRules, state: SeisState) -> tuple[Offer, ...]:
    """Everything that the asked person can click, the roll first.

    >>> from seis_lab.games.seis import SeisRules
    >>> rules = SeisRules(players=1, wildcards={"DADO": 1})
    >>> [offer.roll for offer in offers(rules, rules.initial())]
    [True, False]
    """
    match rules.turn(state):
        case Chance(seat=int()):
            return (Offer(None, roll=True),)
        case Decision(moves=moves) if state.phase is Phase.BEFORE:
            return (Offer(Pass(), roll=True), *(Offer(move) for move in moves if move != Pass()))
        case Decision(moves=moves):
            return tuple(Offer(move) for move in moves)
        case _:
            return ()


def answered_for(rules: SeisRules, state: SeisState, own_tirador: bool) -> SeisMove | None:
    """The move that the table makes for a person without asking: no TIRADOR at their own roll, unless they wish.

    In mirror mode they are asked about a roll that turns a card of somebody else.
    """
    if state.phase is not Phase.TIRADOR or state.asked != state.roller or own_tirador:
        return None
    exact = rules.matches(state).exact
    return Pass() if exact is None or exact[0] == state.roller else None
