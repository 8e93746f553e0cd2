"""What everybody at a table of Galician Seis has seen: the deal, every card, every pass, the pot changing hands.

The engine passes through turns that leave no choice; here each is a frame of its own. A frame holds nothing that is
hidden and does not tell a forced card from a chosen one: whoever steps through a game learns what a spectator knows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from seis_lab.game import Terminal
from seis_lab.games.columns import lay_out
from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules, Hands
from seis_lab.games.galician_notation import Deal, GalicianMove, GalicianState, GalicianView, History
from seis_lab.widgets.sameness import Same


@dataclass(frozen=True)
class Frame:
    """The table after one thing that everybody saw.

    `kind` is "start", "deal", "lay", "pass", "take" (the pot) or "end" (of the match in the middle of a round); `seat`
    is whose, `card` what was laid, `chips_moved` what was paid or taken; `moves` counts the moves of the game so far.
    """

    kind: str
    seat: int
    chips: tuple[int, ...]
    paid: tuple[int, ...]
    sizes: tuple[int, ...]
    dealer: int
    round: int
    moves: int
    card: Card | None = None
    chips_moved: int = 0
    leader: int | None = None
    history: History = ()
    winner: int | None = None

    @property
    def pot(self) -> int:
        """The chips in the pot: nothing once it was taken."""
        return sum(self.paid) if self.winner is None else 0

    @property
    def led(self) -> bool:
        """Whether the rules say that this card is played first."""
        return self.kind == "lay" and len(self.history) == 1

    @property
    def done(self) -> bool:
        """Whether the round has been won."""
        return self.winner is not None

    @property
    def actor(self) -> int | None:
        """Whose turn comes next, while a round goes on."""
        if self.leader is None or self.winner is not None or self.kind == "end":
            return None
        return (self.leader + len(self.history)) % len(self.chips)


def frames(rules: GalicianRules, states: Sequence[GalicianState], moves: Sequence[GalicianMove]) -> tuple[Frame, ...]:
    """Every frame of a game, beginning with the empty table.

    >>> rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
    >>> deals = [rules.parse(f"deal {card}") for card in ("2o", "1o", "3o", "1c", "2c", "3c")]
    >>> states = [rules.initial()]
    >>> for move in deals:
    ...     states.append(rules.apply(states[-1], move))
    >>> [(frame.kind, frame.seat, str(frame.card)) for frame in frames(rules, states, deals)][2:]
    [('lay', 0, '2o'), ('lay', 1, '1o')]
    """
    return _frames(rules, Same(tuple(states)), Same(tuple(moves)))  # a tuple stays the same object


@lru_cache(maxsize=8)
def _frames(rules: GalicianRules, same_states: Same, same_moves: Same) -> tuple[Frame, ...]:
    """The frames: asked for many times of the same game, computed once."""
    states, moves = same_states.value, same_moves.value
    first = states[0]
    chips = _at_first(first)
    none = (0,) * rules.players
    found = [Frame("start", first.dealer, chips, none, none, first.dealer, first.round, 0)]
    if first.leader is not None:  # a game that begins in the middle of a round
        found.append(_deal(rules, chips, first, 0))
        found.extend(_turns(rules, found[-1], first, 0))
    for made, (before, move, after) in enumerate(zip(states, moves, states[1:], strict=False), start=1):
        if isinstance(move, Deal):
            if after.leader is None and not isinstance(rules.turn(after), Terminal):
                continue
            found.append(_deal(rules, before.chips, after, made))
        found.extend(_turns(rules, found[-1], after, made))
    return tuple(found)


def dealt(rules: GalicianRules, states: Sequence[GalicianState], number: int) -> tuple[Hands, int]:
    """The hands of a round as they were dealt, and how many moves had been made then."""
    for made, state in enumerate(states):
        played = sum(card is not None for card in state.history)
        if state.round == number and sum(map(len, state.hands)) + played == len(rules.cards):
            hands = [list(hand) for hand in state.hands]
            for turn, card in enumerate(state.history):
                if card is not None:
                    hands[((state.leader or 0) + turn) % rules.players].append(card)
            return tuple(tuple(sorted(hand)) for hand in hands), made
    raise ValueError(f"round {number} has not been dealt in these {len(states)} positions")


def hands_at(rules: GalicianRules, states: Sequence[GalicianState], frame: Frame) -> Hands:
    """All hands at a frame: for whoever may see them."""
    if not any(frame.sizes):
        return ((),) * rules.players
    hands, _ = dealt(rules, states, frame.round)
    return tuple(tuple(card for card in hand if card not in frame.history) for hand in hands)


def _at_first(state: GalicianState) -> tuple[int, ...]:
    """The chips before the round of a position: nobody has paid, nobody has taken."""
    taken = [sum(state.paid) if seat == state.winner else 0 for seat in range(len(state.chips))]
    return tuple(count + paid - won for count, paid, won in zip(state.chips, state.paid, taken, strict=True))


def _deal(rules: GalicianRules, chips: tuple[int, ...], after: GalicianState, made: int) -> Frame:
    """All cards are dealt and the antes paid."""
    antes = tuple(min(rules.ante, count) for count in chips)
    left = tuple(count - ante for count, ante in zip(chips, antes, strict=True))
    sizes = rules.sizes(after.dealer)
    return Frame("deal", after.dealer, left, antes, sizes, after.dealer, after.round, made, leader=after.leader)


def _turns(rules: GalicianRules, frame: Frame, after: GalicianState, made: int) -> Iterator[Frame]:
    """The turns that a move led to, one by one."""
    for card in after.history[len(frame.history) :]:
        seat = frame.actor
        assert seat is not None
        history = (*frame.history, card)
        if card is None:
            cost = min(rules.pass_cost, frame.chips[seat])
            chips, paid = _plus(frame.chips, seat, -cost), _plus(frame.paid, seat, cost)
            frame = replace(frame, kind="pass", chips=chips, paid=paid, chips_moved=cost)
        else:
            frame = replace(frame, kind="lay", sizes=_plus(frame.sizes, seat, -1), chips_moved=0)
        frame = replace(frame, seat=seat, card=card, history=history, moves=made)
        yield frame
    if after.winner is not None and frame.winner is None:
        chips = _plus(frame.chips, after.winner, frame.pot)
        moved = frame.pot
        frame = replace(frame, kind="take", seat=after.winner, chips=chips, chips_moved=moved, card=None, moves=made)
        yield replace(frame, winner=after.winner)
    elif frame.kind != "end" and isinstance(rules.turn(after), Terminal):
        broke = next((seat for seat, count in enumerate(after.chips) if count == 0), after.dealer)
        seat = broke if frame.actor is None or after.chips[frame.actor] else frame.actor
        yield replace(frame, kind="end", seat=seat, card=None, chips_moved=0, moves=made)


def _plus(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def spectator(rules: GalicianRules, frame: Frame) -> GalicianView:
    """What somebody who sits at the table without cards sees at a frame."""
    table = lay_out(rules.suits, frame.history)
    passes = [0] * rules.players
    for turn, card in enumerate(frame.history):
        passes[((frame.leader or 0) + turn) % rules.players] += card is None
    return GalicianView(
        seat=0,
        hand=(),
        sizes=frame.sizes,
        table=table,
        chips=frame.chips,
        paid=frame.paid,
        passes=tuple(passes),
        turn=len(frame.history),
        dealer=frame.dealer,
        round=frame.round,
        leader=frame.leader,
        winner=frame.winner,
        turns=frame.history,
    )
