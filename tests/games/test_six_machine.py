"""Six as a state machine: whatever is placed and moved, tiles, groups and figures keep their promises."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from seis_lab.game import Decision, Terminal
from seis_lab.games.six import REASONS, SixRules
from seis_lab.games.six_figures import find
from seis_lab.games.six_groups import groups
from seis_lab.games.six_notation import Keep, Land, Lift, Phase, Place, SixState
from seis_lab.games.six_repetition import occurrences

options = st.fixed_dictionaries(
    {
        "players": st.sampled_from([2, 4]),
        "tiles": st.sampled_from([5, 7, 9]),
        "figures": st.sampled_from([["line"], ["triangle"], ["line", "ring"]]),
        "line": st.integers(3, 5),
        "triangle": st.just(2),
        "opening_restriction": st.booleans(),
        "capture_timing": st.sampled_from(["at the lift", "after landing"]),
        "split": st.sampled_from(["allowed", "forbidden"]),
        "both_below_six": st.sampled_from(["draw", "more tiles wins"]),
        "repetition": st.sampled_from(["draw", "off"]),
    }
)


class Game(RuleBasedStateMachine):
    @initialize(given=options)
    def begin(self, given: dict[str, Any]) -> None:
        self.rules = SixRules(**given)
        self.start()

    def start(self) -> None:
        self.state = self.rules.initial()
        self.turn = self.rules.turn(self.state)
        self.captured = 0

    @precondition(lambda self: isinstance(self.turn, Decision))
    @rule(at=st.integers(0, 1000))
    def move(self, at: int) -> None:
        before, move = self.state, self.turn.moves[at % len(self.turn.moves)]
        self.state = self.rules.apply(before, move)
        self.turn = self.rules.turn(self.state)
        lost = in_play(self.rules, before) - in_play(self.rules, self.state)
        assert lost == 0 or (lost > 0 and self.rules.split == "allowed" and not isinstance(move, Place))
        self.captured += lost

    @precondition(lambda self: isinstance(self.turn, Terminal))
    @rule()
    def over(self) -> None:
        payoffs, reason = self.turn.outcome.payoffs, self.turn.outcome.reason
        assert reason in REASONS and sum(payoffs) == 1
        assert payoffs[:2] == payoffs[-2:], "a team shares"
        figure = self.rules.figure_of(self.state)
        assert (figure is not None) == (reason in self.rules.figures)
        if figure:
            assert set(figure.cells) <= set(self.state.tiles[1 - self.state.colour])
            assert payoffs[1 - self.state.colour] > 0
        self.start()

    @invariant()
    def every_tile_is_in_play_or_captured(self) -> None:
        assert in_play(self.rules, self.state) + self.captured == 2 * self.rules.tiles

    @invariant()
    def a_turn_begins_with_one_group(self) -> None:
        if self.state.phase in (Phase.PLACE, Phase.LIFT):
            assert len(groups(self.state.tiles[0] + self.state.tiles[1])) == 1
            assert (self.state.lifted, self.state.captured) == (None, 0)

    @invariant()
    def only_who_has_just_moved_can_have_a_figure(self) -> None:
        assert find(self.state.tiles[self.state.colour], self.rules.shapes) is None

    @invariant()
    def whose_turn_it_is_and_in_what_phase(self) -> None:
        assert (self.state.phase is Phase.PLACE) == any(self.state.hands)
        if isinstance(self.turn, Decision):
            assert self.turn.seat == self.state.actor
            kinds = {Phase.PLACE: Place, Phase.LIFT: Lift, Phase.KEEP: Keep, Phase.LAND: Land}
            assert {type(move) for move in self.turn.moves} == {kinds[self.state.phase]}

    @invariant()
    def while_the_game_goes_on_nobody_has_lost(self) -> None:
        if isinstance(self.turn, Decision) and self.state.phase is Phase.LIFT:
            assert min(map(len, self.state.tiles)) >= self.rules.needed
            assert self.state.quiet < 100 and occurrences(self.state.tiles, self.state.trail) < 3
            assert self.rules.repetition == "draw" or not self.state.trail


def in_play(rules: SixRules, state: SixState) -> int:
    """The tiles on the table, in the hands, and in the air (a choice after the landing has none in the air)."""
    landed = state.phase is Phase.KEEP and rules.capture_timing == "after landing"
    return sum(map(len, state.tiles)) + sum(state.hands) + (state.lifted is not None and not landed)


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=40, stateful_step_count=40, derandomize=True, deadline=None)
