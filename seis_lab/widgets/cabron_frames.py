"""What everybody at a table of Seises cabrón has seen: the deal, every card, what died of it, every pass, the points.

The engine passes through turns that leave no choice; here each is a frame of its own. A frame holds nothing that is
hidden and does not tell a forced card from a chosen one: whoever steps through a game learns what a spectator knows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from seis_lab.games.cabron import CabronRules
from seis_lab.games.cabron_notation import CabronMove, CabronState, CabronView
from seis_lab.games.cabron_policies import jumped
from seis_lab.games.column_moves import Deal, History, placed_by_seat
from seis_lab.games.columns import lay_out
from seis_lab.games.deals import Hands, without
from seis_lab.games.decks import Card
from seis_lab.widgets.sameness import Same


@dataclass(frozen=True)
class Frame:
    """The table after one thing that everybody saw.

    `kind` is "start", "deal", "lay", "pass" or "score" (the points of a hand); `seat` is whose, `card` what was laid,
    `killed` what each seat had to lay down dead for it; `moves` counts the moves of the game so far. `unplayed` and
    `points` are those of a hand that is over, () before.
    """

    kind: str
    seat: int
    scores: tuple[Fraction, ...]
    sizes: tuple[int, ...]
    dead: Hands
    number: int
    starter: int | None
    moves: int
    card: Card | None = None
    killed: Hands = ()
    history: History = ()
    unplayed: tuple[int, ...] = ()
    points: tuple[Fraction, ...] = ()

    @property
    def led(self) -> bool:
        """Whether the rules say that this card is played first: the six of oros in the first hand."""
        return self.kind == "lay" and len(self.history) == 1 and self.number == 1

    @property
    def done(self) -> bool:
        """Whether the hand is over."""
        return bool(self.points)

    @property
    def placed(self) -> tuple[int, ...]:
        """How many cards each seat has placed in this hand."""
        return placed_by_seat(self.history, self.starter or 0, len(self.scores))

    @property
    def actor(self) -> int | None:
        """Whose turn comes next, while a hand goes on."""
        if self.kind == "start" or self.done or self.starter is None:
            return None
        return (self.starter + len(self.history)) % len(self.scores)


def frames(rules: CabronRules, states: Sequence[CabronState], moves: Sequence[CabronMove]) -> tuple[Frame, ...]:
    """Every frame of a game, beginning with the empty table.

    >>> rules = CabronRules(players=2, suits=2, deck=8, opening_rank=2)
    >>> start = rules.dealt(rules.deal("1o,2o,3o,1c | 4o,2c,3c,4c"))
    >>> states = [start, rules.apply(start, rules.parse("play 4o"))]
    >>> told = frames(rules, states, [rules.parse("play 4o")])
    >>> [(frame.kind, frame.seat, str(frame.card)) for frame in told[:5]]
    [('start', 0, 'None'), ('deal', 0, 'None'), ('lay', 0, '2o'), ('lay', 1, '4o'), ('lay', 0, '1o')]
    >>> [[str(card) for card in hand] for hand in told[3].killed]
    [['3o'], []]
    """
    return _frames(rules, Same(tuple(states)), Same(tuple(moves)))  # a tuple stays the same object


@lru_cache(maxsize=8)
def _frames(rules: CabronRules, same_states: Same, same_moves: Same) -> tuple[Frame, ...]:
    """The frames: asked for many times of the same game, computed once."""
    states, moves = same_states.value, same_moves.value
    first, none = states[0], ((),) * rules.players
    points = first.points or (Fraction(0),) * rules.players
    before = tuple(score - more for score, more in zip(first.scores, points, strict=True))
    found = [Frame("start", 0, before, (0,) * rules.players, none, first.number, None, 0)]
    hands: Hands = none
    for made, after in enumerate(states):
        if not is_dealt(rules, after):
            continue
        if made == 0 or isinstance(moves[made - 1], Deal):
            hands = as_dealt(after)
            found.append(_deal(found[-1].scores, hands, after, made))
        found.extend(_turns(rules, found[-1], hands, after, made))
    return tuple(found)


def is_dealt(rules: CabronRules, state: CabronState) -> bool:
    """Whether all cards of the hand have been dealt."""
    placed = sum(card is not None for card in state.history)
    return sum(map(len, (*state.hands, *state.dead))) + placed == rules.deck


def as_dealt(state: CabronState) -> Hands:
    """The hands of a position as they were dealt."""
    hands = [[*hand, *gone] for hand, gone in zip(state.hands, state.dead, strict=True)]
    for turn, card in enumerate(state.history):
        if card is not None:
            hands[((state.starter or 0) + turn) % len(hands)].append(card)
    return tuple(tuple(sorted(hand)) for hand in hands)


def dealt(rules: CabronRules, states: Sequence[CabronState], number: int) -> tuple[Hands, int]:
    """The hands of a hand of the match as they were dealt, and how many moves had been made then."""
    for made, state in enumerate(states):
        if state.number == number and is_dealt(rules, state):
            return as_dealt(state), made
    raise ValueError(f"hand {number} has not been dealt in these {len(states)} positions")


def hands_at(rules: CabronRules, states: Sequence[CabronState], frame: Frame) -> Hands:
    """All hands at a frame: for whoever may see them."""
    if frame.kind == "start":
        return ((),) * rules.players
    hands, _ = dealt(rules, states, frame.number)
    return without(hands, {card for card in (*frame.history, *(c for gone in frame.dead for c in gone)) if card})


def killed_by(rules: CabronRules, history: History, card: Card) -> tuple[Card, ...]:
    """The cards that a card jumps over when it is laid now: every one of them is dead then.

    >>> rules = CabronRules()
    >>> [str(card) for card in killed_by(rules, (Card(0, 6),), Card(0, 9))]
    ['7o', '8o']
    """
    column = lay_out(rules.suits, history)[card.suit]
    return tuple(Card(card.suit, rank) for rank in jumped(rules.columns, column, card.rank))


def _deal(scores: tuple[Fraction, ...], hands: Hands, after: CabronState, made: int) -> Frame:
    """All cards are dealt."""
    sizes = tuple(map(len, hands))
    none: Hands = ((),) * len(hands)
    return Frame("deal", after.starter or 0, scores, sizes, none, after.number, after.starter, made)


def _turns(rules: CabronRules, frame: Frame, hands: Hands, after: CabronState, made: int) -> Iterator[Frame]:
    """The turns that a move led to, one by one, given the hands as they were dealt; at the end the points."""
    for card in after.history[len(frame.history) :]:
        seat = frame.actor
        assert seat is not None
        gone = () if card is None else killed_by(rules, frame.history, card)
        killed = tuple(tuple(held for held in hand if held in gone) for hand in hands)
        laid = [int(card is not None and other == seat) for other in range(rules.players)]
        frame = replace(
            frame,
            kind="pass" if card is None else "lay",
            seat=seat,
            card=card,
            killed=killed,
            dead=tuple(tuple(sorted((*old, *new))) for old, new in zip(frame.dead, killed, strict=True)),
            sizes=tuple(size - one - len(new) for size, one, new in zip(frame.sizes, laid, killed, strict=True)),
            history=(*frame.history, card),
            moves=made,
        )
        yield frame
    if after.points and not frame.points:
        frame = replace(frame, scores=after.scores, unplayed=after.unplayed, points=after.points)
        most = after.points.index(max(after.points))
        yield replace(frame, kind="score", seat=most, card=None, killed=(), moves=made)


def spectator(rules: CabronRules, frame: Frame) -> CabronView:
    """What somebody who sits at the table without cards sees at a frame."""
    return CabronView(
        seat=0,
        hand=(),
        sizes=frame.sizes,
        table=lay_out(rules.suits, frame.history),
        dead=frame.dead,
        placed=frame.placed,
        scores=frame.scores,
        number=frame.number,
        starter=frame.starter,
        turn=len(frame.history),
        points=frame.points,
        turns=frame.history,
    )
