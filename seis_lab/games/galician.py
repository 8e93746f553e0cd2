"""Galician Seis: a card game of chips and a pot.

The deck is dealt out card by card. Columns of the suits open with the six and grow by the next card, down to the ace
and up to the king. The holder of the six of oros (diamonds) leads it, play goes to the left. Who can play must play one
card; who cannot puts a chip into the pot and passes. The first to empty the hand wins the round and takes the pot, and
the leader of the round deals the next. When somebody has no chips left, whoever has most wins the match.

Every rule is in this module once. A turn without a choice - a pass, a single card that fits, the card that is led - is
passed through at once; the history of the round tells it. In both column games a full round of passes cannot happen:
whoever holds the next card of an open column can play it.

Where the text and the page of rules are silent: the dealer of the first round is the last seat, so that seat 0 is dealt
first; the first cards of a deal, and so the cards left over, go to the seats on the dealer's left; the ante is paid
once the cards are dealt; who cannot pay the whole ante or pass pays what is left; a pot that nobody has taken when the
match ends at once belongs to nobody.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from seis_lab.game import Chance, Decision, Outcome, Terminal, Turn, quote, require_legal
from seis_lab.games import options
from seis_lab.games.columns import Column, Columns, lay_out
from seis_lab.games.deals import Hands as Hands
from seis_lab.games.deals import InvalidDeal as InvalidDeal
from seis_lab.games.deals import dealt_in_turn, one_more, read_deal, shuffled, without
from seis_lab.games.decks import Card, cards, faces
from seis_lab.games.galician_notation import (
    Deal,
    GalicianMove,
    GalicianState,
    GalicianView,
    Lay,
    parse_move,
)
from seis_lab.games.options import option

NO_CHIPS = "somebody has no chips left"
CANNOT_PAY = "a player without chips must pay"
LAST_ROUND = "the agreed rounds are played"


def checked_stacks(rules: "GalicianRules", stacks: object) -> tuple[int, ...]:
    """The chips of every seat at the start of a round; ValueError quotes a stack that cannot be."""
    if stacks is None:
        return (rules.chips,) * rules.players
    if not isinstance(stacks, tuple | list) or len(stacks) != rules.players:
        raise ValueError(f"stacks={quote(stacks)} is not allowed; allowed: one stack for each of {rules.players} seats")
    for stack in stacks:
        if not isinstance(stack, int) or isinstance(stack, bool) or stack < 0:
            raise ValueError(f"stacks={quote(stacks)}: {quote(stack)} is not allowed; allowed: whole numbers from 0 up")
    return tuple(stacks)


@dataclass(frozen=True, repr=False)
class GalicianRules:
    """The rules of Galician Seis with every option; InvalidRules names an impossible one.

    `deck` only names the cards. `rounds` ends the match after so many rounds at the latest (None: no such end).

    >>> GalicianRules(players=4, chips=10)
    GalicianRules(players=4, chips=10)
    >>> GalicianRules(opening_rank=11)
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: opening_rank=11 is not allowed; allowed: a whole number from 1 to 10, the ranks
    """

    name: ClassVar[str] = "galician"

    players: int = option(5, low=2, high=8)
    deck: str = option("spanish", choices=("spanish", "french"))
    ranks: int = option(10, low=1, high=10)
    suits: int = option(4, low=1, high=4)
    opening_rank: int = option(6)
    chips: int = option(12, low=1, high=1000)
    ante: int = option(0, low=0, high=1000)
    pass_cost: int = option(1, low=0, high=1000)
    broke_player: str = option("passes free", choices=("passes free", "round and match end at once"))
    match_end: str = option("after the pot is paid", choices=("after the pot is paid", "the moment somebody has none"))
    match_tie: str = option("shared", choices=("shared", "one more round"))
    rounds: int | None = option(None, low=1, high=1000, optional=True)

    def __post_init__(self) -> None:
        """Check every option and that they fit together."""
        options.check(self)
        rank = self.opening_rank
        if not isinstance(rank, int) or isinstance(rank, bool) or not 1 <= rank <= self.ranks:
            raise options.refuse("opening_rank", rank, f"a whole number from 1 to {self.ranks}, the ranks")
        if self.suits * self.ranks < self.players:
            raise options.refuse("players", self.players, f"as many as cards, {self.suits * self.ranks}, or fewer")
        if self.match_tie == "one more round" and self.ends_at_once:
            allowed = "'shared' where the match can end at once, with a pot that nobody has taken"
            raise options.refuse("match_tie", self.match_tie, allowed)

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
    def ends_at_once(self) -> bool:
        """Whether the match can end in the middle of a round."""
        return (self.broke_player, self.match_end) != ("passes free", "after the pot is paid")

    @cached_property
    def columns(self) -> Columns:
        """How the columns grow."""
        return Columns(self.ranks, self.opening_rank)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The deck, suit by suit, ranks ascending."""
        return cards(self.suits, self.ranks)

    @property
    def lead(self) -> Card:
        """The card that is led in every round: the six of oros."""
        return Card(0, self.opening_rank)

    @property
    def faces(self) -> tuple[str, ...]:
        """The face of each rank, lowest first."""
        return faces(self.ranks, self.opening_rank)

    def sizes(self, dealer: int) -> tuple[int, ...]:
        """How many cards each seat is dealt; what is left over goes to the first seats on the dealer's left.

        >>> GalicianRules(players=3).sizes(dealer=2)
        (14, 13, 13)
        """
        each, over = divmod(len(self.cards), self.players)
        return tuple(each + ((seat - dealer - 1) % self.players < over) for seat in range(self.players))

    # Deals: all hands at once, for questions about one round.

    def deal(self, hands: str | Sequence[Iterable[Card | str]]) -> Hands:
        """All hands as a value, from cards or from text like "1o,2o | 3o"; InvalidDeal names what is wrong.

        >>> GalicianRules(players=2, suits=1, ranks=3, opening_rank=2).deal("1o | 1o,2o")
        Traceback (most recent call last):
        seis_lab.games.deals.InvalidDeal: the deal has 1o twice, in the hands of A and B; every card once is allowed
        """
        read = read_deal(self, hands)
        sizes = tuple(len(hand) for hand in read)
        if sizes not in {self.sizes(dealer) for dealer in range(self.players)}:
            raise InvalidDeal(f"the hands have {sizes} cards; allowed: {self.sizes(self.players - 1)}, or turned round")
        return read

    def sorted_deal(self) -> Hands:
        """The deal of an unshuffled deck: card i, suit by suit and rank by rank, to seat i modulo the players."""
        return dealt_in_turn(self.cards, self.players)

    def random_deal(self, rng: random.Random) -> Hands:
        """A deal of a shuffled deck, by the dealer of the first round."""
        return shuffled(self, rng)

    def leader(self, hands: Hands) -> int:
        """The seat that holds the card to be led."""
        return next(seat for seat, hand in enumerate(hands) if self.lead in hand)

    def dealt(self, hands: Hands, stacks: tuple[int, ...] | None = None) -> GalicianState:
        """The first round after this deal: the first position in which somebody has a choice, or the round's end.

        `stacks` are everybody's chips before the ante, by default `chips` each.
        """
        dealt = self.deal(hands)
        sizes = tuple(len(hand) for hand in dealt)
        dealer = next(dealer for dealer in (self.players - 1, *range(self.players)) if self.sizes(dealer) == sizes)
        return self._lead(replace(self._new_round(checked_stacks(self, stacks), dealer, 1), hands=dealt))

    # The game.

    def initial(self) -> GalicianState:
        """Nothing dealt yet; the dealer of the first round is the last seat."""
        return self.starting((self.chips,) * self.players)

    def starting(self, stacks: tuple[int, ...]) -> GalicianState:
        """The start of a match in which the seats have these chips (handicaps); ValueError quotes a stack."""
        return self._new_round(checked_stacks(self, stacks), self.players - 1, 1)

    def parse(self, text: str) -> GalicianMove:
        """The move written so."""
        return parse_move(text)

    def table(self, state: GalicianState) -> tuple[Column, ...]:
        """The columns of this round, one per suit."""
        return lay_out(self.suits, state.history)

    def view(self, state: GalicianState, seat: int) -> GalicianView:
        """What the seat knows: not the hands of the others."""
        return GalicianView(
            seat=seat,
            hand=state.hands[seat],
            sizes=tuple(len(hand) for hand in state.hands),
            table=self.table(state),
            chips=state.chips,
            paid=state.paid,
            passes=state.passes,
            turn=state.turn,
            dealer=state.dealer,
            round=state.round,
            leader=state.leader,
            winner=state.winner,
            turns=state.history,
        )

    def turn(self, state: GalicianState) -> Turn[GalicianMove]:
        """Which cards chance may deal, or who plays and every card that fits.

        >>> rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
        >>> state = rules.dealt(rules.deal("2o,3o,2c | 1o,1c,3c"))
        >>> print(state)
        12,12/0,0 ; 3o,2c | 1c,3c ; round 1, B deals ; A 2o,1o
        >>> rules.turn(state)
        Decision(seat=0, moves=(Lay(card=Card(suit=0, rank=3)), Lay(card=Card(suit=1, rank=2))))
        """
        reason = self._end(state)
        if reason:
            most = max(state.chips)
            winners = [count == most for count in state.chips]
            return Terminal(Outcome(tuple(Fraction(int(won), sum(winners)) for won in winners), reason))
        if state.leader is None or state.winner is not None:
            held = {card for hand in state.hands for card in hand} if state.winner is None else set()
            return Chance(tuple((Deal(card), 1) for card in self.cards if card not in held), seat=self._dealer(state))
        return Decision(state.actor, tuple(Lay(card) for card in self._playable(state)))

    def apply(self, state: GalicianState, move: GalicianMove) -> GalicianState:
        """The position after a legal move, with every turn that leaves no choice taken."""
        match require_legal(self.turn(state), move, state):
            case Deal(card):
                if state.winner is not None:
                    state = self._new_round(state.chips, self._dealer(state), state.round + 1)
                return self._dealt_one(state, card)
            case Lay(card):
                return self._go_on(self._lay(state, card))
        raise AssertionError(f"unreachable: {move!r} is legal and unknown")

    # A round, in the order in which it is played.

    def _new_round(self, chips: tuple[int, ...], dealer: int, number: int) -> GalicianState:
        """Nothing is dealt and nothing paid yet."""
        return GalicianState(chips, (0,) * self.players, ((),) * self.players, dealer, number)

    def _dealer(self, state: GalicianState) -> int:
        """Who deals the next card: the leader of a round deals the next one."""
        return state.dealer if state.winner is None or state.leader is None else state.leader

    def _dealt_one(self, state: GalicianState, card: Card) -> GalicianState:
        """One more card is dealt; after the last one the round begins."""
        count = sum(len(hand) for hand in state.hands)
        seat = (state.dealer + 1 + count) % self.players
        state = replace(state, hands=one_more(state.hands, seat, card))
        return state if count + 1 < len(self.cards) else self._lead(state)

    def _lead(self, state: GalicianState) -> GalicianState:
        """Everybody pays the ante, as far as the chips go, and the holder of the six of oros plays it."""
        antes = tuple(min(self.ante, count) for count in state.chips)
        left = tuple(count - ante for count, ante in zip(state.chips, antes, strict=True))
        state = replace(state, chips=left, paid=antes)
        if self._end(state):
            return state
        return self._go_on(self._lay(replace(state, leader=self.leader(state.hands)), self.lead))

    def _go_on(self, state: GalicianState) -> GalicianState:
        """Take the turns that leave no choice, until somebody has one or the round is over."""
        while state.winner is None and not self._end(state):
            playable = self._playable(state)
            if len(playable) > 1:
                break
            state = self._lay(state, playable[0]) if playable else self._pass(state)
        return state

    def _playable(self, state: GalicianState) -> tuple[Card, ...]:
        """The cards that whoever's turn it is may play."""
        return self.columns.playable(self.table(state), state.hands[state.actor])

    def _lay(self, state: GalicianState, card: Card) -> GalicianState:
        """The card goes onto its column; who has played the last card takes the pot."""
        seat = state.actor
        after = replace(state, hands=without(state.hands, [card]), history=(*state.history, card))
        return after if after.hands[seat] else replace(after, chips=_more(state.chips, seat, state.pot), winner=seat)

    def _pass(self, state: GalicianState) -> GalicianState:
        """Nothing fits: pay, as far as the chips go, and pass."""
        seat = state.actor
        cost = min(self.pass_cost, state.chips[seat])
        return replace(
            state,
            chips=_more(state.chips, seat, -cost),
            paid=_more(state.paid, seat, cost),
            history=(*state.history, None),
        )

    def _end(self, state: GalicianState) -> str:
        """Why the match is over in this position, or nothing while it goes on."""
        if self.match_end == "the moment somebody has none" and min(state.chips) == 0:
            return NO_CHIPS
        if state.winner is None:
            ends = self.broke_player == "round and match end at once" and state.leader is not None and self.pass_cost
            broke = ends and state.chips[state.actor] == 0 and not self._playable(state)
            return CANNOT_PAY if broke else ""
        if self.match_tie == "one more round" and state.chips.count(max(state.chips)) > 1:
            return ""
        if min(state.chips) == 0:
            return NO_CHIPS
        return LAST_ROUND if self.rounds is not None and state.round >= self.rounds else ""


def _more(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])
