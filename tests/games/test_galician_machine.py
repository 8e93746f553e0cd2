"""Galician Seis as a state machine: whatever is dealt and played, chips, cards and turns keep their promises."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from seis_lab.game import Chance, Decision, Terminal
from seis_lab.games.galician import GalicianRules

options = st.fixed_dictionaries(
    {
        "players": st.integers(2, 6),
        "suits": st.integers(2, 4),
        "ranks": st.integers(3, 5),
        "opening_rank": st.integers(1, 3),
        "chips": st.integers(1, 6),
        "ante": st.integers(0, 2),
        "pass_cost": st.integers(0, 3),
        "broke_player": st.sampled_from(["passes free", "round and match end at once"]),
        "match_end": st.sampled_from(["after the pot is paid", "the moment somebody has none"]),
    }
)


class Match(RuleBasedStateMachine):
    @initialize(given=options)
    def begin(self, given: dict[str, Any]) -> None:
        self.rules = GalicianRules(**given)
        self.state = self.rules.initial()
        self.turn = self.rules.turn(self.state)

    @precondition(lambda self: not isinstance(self.turn, Terminal))
    @rule(at=st.integers(0, 1000))
    def move(self, at: int) -> None:
        """One card is played; a deal goes on to the first choice, so that there is more to play than to deal."""
        self.go(at)
        while isinstance(self.turn, Chance) and self.state.winner is None:
            self.go(at)

    @precondition(lambda self: isinstance(self.turn, Terminal))
    @rule()
    def nothing_more(self) -> None:
        most = max(self.state.chips)
        winners = [count == most for count in self.state.chips]
        assert [payoff * sum(winners) for payoff in self.turn.outcome.payoffs] == winners
        self.state = self.rules.initial()
        self.turn = self.rules.turn(self.state)

    def go(self, at: int) -> None:
        self.state = self.rules.apply(self.state, self.turn.moves[at % len(self.turn.moves)])
        self.turn = self.rules.turn(self.state)

    @invariant()
    def chips_and_pot_are_constant(self) -> None:
        assert sum(self.state.chips) + self.state.pot == self.rules.players * self.rules.chips
        assert min(self.state.chips) >= 0

    @invariant()
    def no_full_round_of_passes(self) -> None:
        seats, history = self.rules.players, self.state.history
        assert all(set(history[at : at + seats]) != {None} for at in range(len(history) - seats + 1))

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        held = [card for hand in self.state.hands for card in hand]
        held += [card for card in self.state.history if card is not None]
        assert len(held) == len(set(held)) <= len(self.rules.cards)
        if self.state.leader is not None:
            assert set(held) == set(self.rules.cards)

    @invariant()
    def who_plays_has_a_choice_and_cards(self) -> None:
        if isinstance(self.turn, Decision):
            assert self.turn.seat == self.state.actor
            assert {move.card for move in self.turn.moves} <= set(self.state.hands[self.turn.seat])
            assert all(self.state.hands)
        if self.state.winner is not None:
            assert self.state.hands.index(()) == self.state.winner


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=25, stateful_step_count=25, derandomize=True, deadline=None)
