"""Seises cabrón as a state machine: whatever is dealt and played, cards, turns and points keep their promises."""

from fractions import Fraction
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from seis_lab.game import Chance, Decision, Terminal
from seis_lab.games.cabron import CabronRules
from seis_lab.games.decks import Card

shapes = st.sampled_from(
    [
        {"players": 2, "suits": 2, "deck": 8, "opening_rank": 2},
        {"players": 3, "suits": 3, "deck": 15, "opening_rank": 3},
        {"players": 4, "suits": 4, "deck": 20, "opening_rank": 3},
        {"players": 6, "suits": 4, "deck": 24, "opening_rank": 1},
        {"players": 2, "suits": 1, "deck": 10, "opening_rank": 6},
        {"players": 4},
        {"players": 5, "deck": 40, "opening_rank": 5},
    ]
)
options = st.fixed_dictionaries(
    {
        "jumping": st.booleans(),
        "target": st.integers(1, 40),
        "tie_bonus": st.sampled_from(["exact split", "rounded down"]),
        "dead_bonus": st.sampled_from(["all dead cards", "the others' only"]),
        "all_placed_bonus": st.integers(0, 5),
        "hands": st.sampled_from([None, 1, 2]),
    }
)


class Match(RuleBasedStateMachine):
    @initialize(shape=shapes, given=options)
    def begin(self, shape: dict[str, Any], given: dict[str, Any]) -> None:
        self.rules = CabronRules(**shape, **given)
        self.state = self.rules.initial()
        self.turn = self.rules.turn(self.state)
        self.before = self.state.scores

    @precondition(lambda self: not isinstance(self.turn, Terminal))
    @rule(at=st.integers(0, 1000))
    def move(self, at: int) -> None:
        """One card is played; a deal goes on to the first choice, so that there is more to play than to deal."""
        if self.state.points:
            self.before = self.state.scores
        self.go(at)
        while isinstance(self.turn, Chance) and not self.state.points:
            self.go(at)

    @precondition(lambda self: isinstance(self.turn, Terminal))
    @rule()
    def nothing_more(self) -> None:
        most = max(self.state.scores)
        winners = [score == most for score in self.state.scores]
        assert [payoff * sum(winners) for payoff in self.turn.outcome.payoffs] == winners
        assert sum(winners) == 1 or self.state.number == self.rules.hands
        assert most >= self.rules.target or self.state.number == self.rules.hands
        self.state = self.rules.initial()
        self.turn = self.rules.turn(self.state)
        self.before = self.state.scores

    def go(self, at: int) -> None:
        self.state = self.rules.apply(self.state, self.turn.moves[at % len(self.turn.moves)])
        self.turn = self.rules.turn(self.state)

    def placed(self) -> list[Card]:
        return [card for card in self.state.history if card is not None]

    @invariant()
    def a_jumping_hand_ends_exactly_when_aces_and_kings_are_down(self) -> None:
        rules, down = self.rules, set(self.placed())
        ends = {card for card in rules.cards if card.rank in (1, rules.ranks)}
        if rules.jumping:
            assert bool(self.state.points) == (ends <= down)
            assert not self.state.points or not any(self.state.hands)

    @invariant()
    def a_traditional_hand_ends_exactly_when_somebody_has_no_cards(self) -> None:
        if not self.rules.jumping:
            over = bool(self.state.history) and not all(self.state.hands)
            assert bool(self.state.points) == over
            assert not any(self.state.dead)
            assert self.state.hands.count(()) == 1 or not over

    @invariant()
    def no_full_round_of_passes(self) -> None:
        seats, history = self.rules.players, self.state.history
        assert all(set(history[at : at + seats]) != {None} for at in range(len(history) - seats + 1))

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        cards = [card for hand in (*self.state.hands, *self.state.dead) for card in hand] + self.placed()
        assert len(cards) == len(set(cards)) <= self.rules.deck
        if self.state.history:
            assert set(cards) == set(self.rules.cards)
            everybody = zip(self.state.placed, self.state.unplayed, strict=True)
            assert {placed + unplayed for placed, unplayed in everybody} == {self.rules.size}

    @invariant()
    def the_dead_are_those_between_placed_cards(self) -> None:
        for card in {*self.rules.cards} - {*self.placed()}:
            ranks = [other.rank for other in self.placed() if other.suit == card.suit]
            between = bool(ranks) and min(ranks) < card.rank < max(ranks)
            assert between == any(card in dead for dead in self.state.dead)

    @invariant()
    def the_points_of_a_hand_sum_to_the_deck_and_what_all_placed_adds(self) -> None:
        state, rules = self.state, self.rules
        if not state.points:
            assert state.scores == self.before
            return
        assert state.scores == tuple(map(Fraction.__add__, self.before, state.points))
        winners = [seat for seat in range(rules.players) if state.placed[seat] == max(state.placed)]
        through = sum(not state.unplayed[seat] for seat in winners)
        lost = sum(state.unplayed[seat] for seat in winners) if rules.dead_bonus == "the others' only" else 0
        bonus = rules.deck - sum(state.placed) - lost
        if rules.tie_bonus == "rounded down":
            lost += bonus % len(winners)
        assert sum(state.points) == rules.deck - lost + rules.all_placed_bonus * through
        assert max(state.points) == state.points[winners[0]]

    @invariant()
    def who_plays_has_a_choice(self) -> None:
        if isinstance(self.turn, Decision):
            assert self.turn.seat == self.state.actor
            assert {move.card for move in self.turn.moves} <= set(self.state.hands[self.turn.seat])


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=100, stateful_step_count=40, derandomize=True, deadline=None)
