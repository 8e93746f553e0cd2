"""Seises cabrón: jumping columns, dead cards, and a bonus for who has placed most.

The whole deck is dealt. Columns of the suits open with the six and grow down to the ace and up to the king; a card fits
if it is a six, or lies beyond an end of its open column: cards may be jumped over. A jumped card is dead, and whoever
holds it lays it face up beside the table at once. Who can play must play one card; who cannot passes. The hand ends
exactly when the aces and kings of all suits are down, not when a player runs out of cards. What it is worth stands in
`cabron_score`. The match ends after the hand in which a total reaches the target; the highest total wins, and where it
is shared another hand is played.

The first hand is led with the six of oros by its holder. Every later hand is started by the seat to the right of the
previous starter, with any six; holding none, it passes, and the turn moves on to the right.

With `jumping=False` this is the traditional *seises*: only the next card at either end fits, no card ever dies, and the
hand ends the moment a player runs out of cards. (If it went on until the aces and kings are down, everybody would place
everything, and a match of ties would have no end.) What the others still hold then counts as the dead cards do.

Every rule is in this module once. A turn without a choice - a pass, a single card that fits, the card that leads the
first hand - is passed through at once; the history of the hand tells it. In both column games a full round of passes
cannot happen: whoever holds an end of a column that is not yet reached can play it.

Where the text and the page of rules are silent: seats are numbered to the right and seat 0 is dealt first; the starter
of a hand is the seat whose turn comes first, whether it holds a six or not.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from seis_lab.game import Chance, Decision, Outcome, Terminal, Turn, quote, require_legal
from seis_lab.games import options
from seis_lab.games.cabron_notation import CabronMove, CabronState, CabronView, parse_move
from seis_lab.games.cabron_score import hand_points
from seis_lab.games.column_moves import Deal, Lay
from seis_lab.games.columns import Column, Columns, dead, lay_out
from seis_lab.games.deals import Hands, InvalidDeal, dealt_in_turn, one_more, read_deal, shuffled, without
from seis_lab.games.decks import LONG_FACES, Card, cards, faces
from seis_lab.games.options import option

TARGET = "the target is reached"
LAST_HAND = "the agreed hands are played"


@dataclass(frozen=True, repr=False)
class CabronRules:
    """The rules of Seises cabrón with every option; InvalidRules names an impossible one.

    `deck` is the number of cards: 48, 40 (no eights and nines, the sota follows the seven), or that of a miniature;
    each of the `suits` has its share of them. `hands` ends the match after so many hands at the latest, shared where
    the highest total is (None: no such end).

    >>> CabronRules(players=5, deck=40)
    CabronRules(players=5, deck=40)
    >>> CabronRules(players=5)
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: players=5 is not allowed; allowed: a number that divides the deck, 48
    """

    name: ClassVar[str] = "cabron"

    players: int = option(4, low=2, high=8)
    deck: int = option(48, low=2, high=48)
    suits: int = option(4, low=1, high=4)
    opening_rank: int = option(6)
    jumping: bool = option(True, choices=(True, False))
    target: int = option(50, low=1, high=1000)
    tie_bonus: str = option("exact split", choices=("exact split", "rounded down"))
    dead_bonus: str = option("all dead cards", choices=("all dead cards", "the others' only"))
    all_placed_bonus: int = option(5, low=0, high=1000)
    hands: int | None = option(None, low=1, high=1000, optional=True)

    def __post_init__(self) -> None:
        """Check every option and that they fit together."""
        options.check(self)
        if self.deck % self.suits or self.ranks > len(LONG_FACES):
            allowed = f"a multiple of the suits, {self.suits}, with at most {len(LONG_FACES)} cards in each"
            raise options.refuse("deck", self.deck, allowed)
        if self.deck % self.players:
            raise options.refuse("players", self.players, f"a number that divides the deck, {self.deck}")
        rank = self.opening_rank
        if not isinstance(rank, int) or isinstance(rank, bool) or not 1 <= rank <= self.ranks:
            raise options.refuse("opening_rank", rank, f"a whole number from 1 to {self.ranks}, the ranks")
        if self.hands is None and self.jumping and max(rank - 1, self.ranks - rank) < 2:
            allowed = "a whole number from 1 to 1000 where no card can be jumped over: all hands are tied, without end"
            raise options.refuse("hands", None, allowed)

    def __repr__(self) -> str:
        """The constructor call with the differences from the defaults."""
        return options.show(self)

    def to_json(self) -> dict[str, Any]:
        """Every option as plain JSON values."""
        return options.to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The rules that `to_json` wrote."""
        return options.from_json(cls, data)

    @property
    def seats(self) -> int:
        """How many players sit at the table."""
        return self.players

    @property
    def ranks(self) -> int:
        """How many cards a suit has."""
        return self.deck // self.suits

    @property
    def size(self) -> int:
        """How many cards everybody is dealt."""
        return self.deck // self.players

    @cached_property
    def columns(self) -> Columns:
        """How the columns grow."""
        return Columns(self.ranks, self.opening_rank, self.jumping)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The deck, suit by suit, ranks ascending."""
        return cards(self.suits, self.ranks)

    @property
    def lead(self) -> Card:
        """The card that leads the first hand: the six of oros."""
        return Card(0, self.opening_rank)

    @property
    def faces(self) -> tuple[str, ...]:
        """The face of each rank, lowest first."""
        return faces(self.ranks, self.opening_rank)

    # Deals: all hands at once, for questions about one hand.

    def deal(self, hands: str | Sequence[Iterable[Card | str]]) -> Hands:
        """All hands as a value, from cards or from text like "1o,2o | 3o"; InvalidDeal names what is wrong.

        >>> CabronRules(players=2, suits=1, deck=4, opening_rank=2).deal("1o | 2o,3o,4o")
        Traceback (most recent call last):
        seis_lab.games.deals.InvalidDeal: the hands have (1, 3) cards; allowed: 2 each
        """
        read = read_deal(self, hands)
        sizes = tuple(len(hand) for hand in read)
        if set(sizes) != {self.size}:
            raise InvalidDeal(f"the hands have {sizes} cards; allowed: {self.size} each")
        return read

    def sorted_deal(self) -> Hands:
        """The deal of an unshuffled deck: card i, suit by suit and rank by rank, to seat i modulo the players."""
        return dealt_in_turn(self.cards, self.players)

    def random_deal(self, rng: random.Random) -> Hands:
        """A deal of a shuffled deck."""
        return shuffled(self, rng)

    def leader(self, hands: Hands) -> int:
        """The seat that holds the card that leads the first hand."""
        return next(seat for seat, hand in enumerate(hands) if self.lead in hand)

    def dealt(
        self, hands: Hands, starter: int | None = None, scores: Sequence[int | Fraction] | None = None
    ) -> CabronState:
        """The hand after this deal: the first position in which somebody has a choice, or the hand's end.

        Without a `starter` it is the first hand, led with the six of oros; with one it is a later hand, started by
        that seat. `scores` are the totals before the hand, by default 0 for everybody.

        >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
        >>> hands = rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c")
        >>> print(rules.dealt(hands))
        0,0 ; 1o,3o,1c/- | 4o,2c,3c,4c/- ; hand 1, A starts ; 2o
        >>> print(rules.dealt(hands, starter=1, scores=(3, Fraction(5, 2))))
        3,5/2 ; 1o,2o,3o,1c/- | 4o,3c,4c/- ; hand 2, B starts ; 2c
        """
        if starter is not None:
            checked_seat(self, starter, "starter")
        start = self._new_hand(checked_scores(self, scores), 1 if starter is None else 2, starter)
        return self._begin(replace(start, hands=self.deal(hands)))

    # The game.

    def initial(self) -> CabronState:
        """Nothing dealt yet."""
        return self._new_hand((Fraction(0),) * self.players, 1, None)

    def parse(self, text: str) -> CabronMove:
        """The move written so."""
        return parse_move(text)

    def table(self, state: CabronState) -> tuple[Column, ...]:
        """The columns of this hand, one per suit."""
        return lay_out(self.suits, state.history)

    def view(self, state: CabronState, seat: int) -> CabronView:
        """What the seat knows: not the hands of the others, but their dead cards, which lie face up."""
        return CabronView(
            seat=seat,
            hand=state.hands[seat],
            sizes=tuple(len(hand) for hand in state.hands),
            table=self.table(state),
            dead=state.dead,
            placed=state.placed,
            scores=state.scores,
            number=state.number,
            starter=state.starter,
            turn=state.turn,
            points=state.points,
            turns=state.history,
        )

    def turn(self, state: CabronState) -> Turn[CabronMove]:
        """Which cards chance may deal, or who plays and every card that fits.

        >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
        >>> state = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
        >>> rules.turn(state)
        Decision(seat=1, moves=(Lay(card=Card(suit=0, rank=4)), Lay(card=Card(suit=1, rank=2))))
        >>> print(rules.apply(state, rules.parse("play 4o")))  # it jumps over A's 3o
        0,0 ; -/3o | 3c,4c/- ; hand 1, A starts ; 2o,4o,1o,2c,1c
        """
        reason = self._end(state)
        if reason:
            most = max(state.scores)
            winners = [score == most for score in state.scores]
            return Terminal(Outcome(tuple(Fraction(int(won), sum(winners)) for won in winners), reason))
        if state.points:
            return Chance(tuple((Deal(card), 1) for card in self.cards))
        held = {card for hand in state.hands for card in hand}
        if not state.history and len(held) < self.deck:
            return Chance(tuple((Deal(card), 1) for card in self.cards if card not in held))
        return Decision(state.actor, tuple(Lay(card) for card in self._playable(state)))

    def apply(self, state: CabronState, move: CabronMove) -> CabronState:
        """The position after a legal move, with every turn that leaves no choice taken."""
        match require_legal(self.turn(state), move, state):
            case Deal(card):
                if state.points:
                    starter = ((state.starter or 0) + 1) % self.players
                    state = self._new_hand(state.scores, state.number + 1, starter)
                return self._dealt_one(state, card)
            case Lay(card):
                return self._go_on(self._lay(state, card))
        raise AssertionError(f"unreachable: {move!r} is legal and unknown")

    # A hand, in the order in which it is played.

    def _new_hand(self, scores: tuple[Fraction, ...], number: int, starter: int | None) -> CabronState:
        """Nothing is dealt yet."""
        return CabronState(scores, ((),) * self.players, ((),) * self.players, number, starter)

    def _dealt_one(self, state: CabronState, card: Card) -> CabronState:
        """One more card is dealt; after the last one the hand begins."""
        count = sum(len(hand) for hand in state.hands)
        state = replace(state, hands=one_more(state.hands, count % self.players, card))
        return state if count + 1 < self.deck else self._begin(state)

    def _begin(self, state: CabronState) -> CabronState:
        """In the first hand the holder of the six of oros plays it; in a later one the starter plays any six."""
        if state.starter is None:
            state = self._lay(replace(state, starter=self.leader(state.hands)), self.lead)
        return self._go_on(state)

    def _go_on(self, state: CabronState) -> CabronState:
        """Take the turns that leave no choice, until somebody has one or the hand is over and its points are given."""
        while not self._over(state):
            playable = self._playable(state)
            if len(playable) > 1:
                return state
            state = self._lay(state, playable[0]) if playable else replace(state, history=(*state.history, None))
        points = hand_points(self, state.placed, state.unplayed)
        scores = tuple(score + more for score, more in zip(state.scores, points, strict=True))
        return replace(state, scores=scores, points=points)

    def _playable(self, state: CabronState) -> tuple[Card, ...]:
        """The cards that whoever's turn it is may play."""
        return self.columns.playable(self.table(state), state.hands[state.actor])

    def _lay(self, state: CabronState, card: Card) -> CabronState:
        """The card goes onto its column, and whoever holds a card that it jumped over lays it down dead."""
        history = (*state.history, card)
        gone = {Card(card.suit, rank) for rank in dead(lay_out(self.suits, history)[card.suit])}
        died = tuple(
            tuple(sorted((*before, *(held for held in hand if held in gone))))
            for before, hand in zip(state.dead, state.hands, strict=True)
        )
        return replace(state, hands=without(state.hands, {card, *gone}), dead=died, history=history)

    def _over(self, state: CabronState) -> bool:
        """Whether all columns are complete; in the traditional game whether somebody has no cards left."""
        if not self.jumping:
            return not all(state.hands)
        return all(self.columns.complete(column) for column in self.table(state))

    def _end(self, state: CabronState) -> str:
        """Why the match is over in this position, or nothing while it goes on."""
        if not state.points:
            return ""
        most = max(state.scores)
        if most >= self.target and state.scores.count(most) == 1:
            return TARGET
        return LAST_HAND if self.hands is not None and state.number >= self.hands else ""


def checked_seat(rules: CabronRules, seat: object, name: str = "seat") -> int:
    """The number of a seat; ValueError quotes what is none."""
    if not isinstance(seat, int) or isinstance(seat, bool) or seat not in range(rules.players):
        raise ValueError(f"{name}={quote(seat)} is not allowed; allowed: a seat from 0 to {rules.players - 1}")
    return seat


def checked_scores(rules: CabronRules, scores: object) -> tuple[Fraction, ...]:
    """The totals of every seat before a hand; ValueError quotes one that cannot be."""
    if scores is None:
        return (Fraction(0),) * rules.players
    if not isinstance(scores, tuple | list) or len(scores) != rules.players:
        raise ValueError(f"scores={quote(scores)} is not allowed; allowed: one total for each of {rules.players} seats")
    for score in scores:
        if not isinstance(score, int | Fraction) or isinstance(score, bool) or score < 0:
            allowed = "whole numbers and fractions from 0 up"
            raise ValueError(f"scores={quote(scores)}: {quote(score)} is not allowed; allowed: {allowed}")
    return tuple(Fraction(score) for score in scores)
