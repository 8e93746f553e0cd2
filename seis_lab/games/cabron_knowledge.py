"""What a seat can conclude at Seises cabrón: who cannot hold which card, and all deals that fit what was seen.

Dead cards lie face up beside the table, so they are known, and so is who held them. Who passes holds none of the cards
that fitted then. Everything else about the hidden cards is open.

    >>> rules = CabronRules(players=3, suits=2, deck=12, opening_rank=2)
    >>> state = rules.dealt(rules.deal("2o,5o,6o,1c | 3c,4c,5c,6c | 1o,3o,4o,2c"))
    >>> state = rules.apply(state, rules.parse("play 4o"))  # over C's own 3o
    >>> print(state)
    0,0,0 ; 5o,6o,1c/- | 3c,4c,5c,6c/- | 1o,2c/3o ; hand 1, A starts ; 2o,-,4o
    >>> view = rules.view(state, 2)
    >>> [[str(card) for card in cards] for cards in cannot_hold(rules, view)]
    [[], ['1o', '5o', '6o', '2c'], []]
    >>> consistent_deals(rules, view).count  # A must hold 5o and 6o, and one of the five other hidden cards
    5
"""

from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronView
from seis_lab.games.decks import Card
from seis_lab.games.hidden_hands import ConsistentDeals, fitted_at_passes


def cannot_hold(rules: CabronRules, view: CabronView) -> tuple[tuple[Card, ...], ...]:
    """For each seat the cards neither placed nor dead that it has shown not to hold, by passing: public knowledge."""
    open_cards = lying_open(view)
    shown = fitted_at_passes(rules.columns, rules.cards, view.history, view.starter or 0, len(view.sizes))
    return tuple(tuple(sorted(cards - open_cards)) for cards in shown)


def consistent_deals(rules: CabronRules, view: CabronView) -> ConsistentDeals:
    """All hands that are still held, as far as the seat knows, in a dealt hand; its view needs a history."""
    seen = {*view.hand, *lying_open(view)}
    hidden = [card for card in rules.cards if card not in seen]
    return ConsistentDeals(view.seat, view.hand, view.sizes, hidden, cannot_hold(rules, view))


def lying_open(view: CabronView) -> set[Card]:
    """The cards that everybody sees: placed and dead ones."""
    return {card for card in view.history if card is not None}.union(*view.dead)
