"""What a seat can conclude at Galician Seis: who cannot hold which card, and all deals that fit what was seen.

Who passes holds none of the cards that fitted then, and will never hold them. Everything else about the hidden cards
is open: as far as the rules go, every deal that agrees with the own hand, the cards played, the sizes of the hands and
the passes is possible.

    >>> from seis_lab.games.galician_notation import parse_position
    >>> rules = GalicianRules(players=3, suits=2, ranks=5, opening_rank=3)
    >>> text = "12,11,12/0,1,0 ; 2o,1c,5c | 1o,5o,4c | 2c,3c ; round 1, C deals ; A 3o,-,4o"
    >>> view = rules.view(parse_position(text), 0)
    >>> [[str(card) for card in cards] for cards in cannot_hold(rules, view)]
    [[], ['2o', '3c'], []]
    >>> consistent_deals(rules, view).count  # C must hold 3c, and one of the four other hidden cards
    4
"""

from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import GalicianView
from seis_lab.games.hidden_hands import ConsistentDeals, fitted_at_passes


def cannot_hold(rules: GalicianRules, view: GalicianView) -> tuple[tuple[Card, ...], ...]:
    """For each seat the cards not yet played that it has shown not to hold, by passing: public knowledge, sorted."""
    played = {card for card in view.history if card is not None}
    shown = fitted_at_passes(rules.columns, rules.cards, view.history, view.leader or 0, len(view.sizes))
    return tuple(tuple(sorted(cards - played)) for cards in shown)


def consistent_deals(rules: GalicianRules, view: GalicianView) -> ConsistentDeals:
    """All hands that agree with what a seat knows in a dealt round; its view needs a history."""
    seen = {*view.hand, *(card for card in view.history if card is not None)}
    hidden = [card for card in rules.cards if card not in seen]
    return ConsistentDeals(view.seat, view.hand, view.sizes, hidden, cannot_hold(rules, view))
