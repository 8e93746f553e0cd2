"""A machine that plays SEIS in any way under any rules, and checks after every move what must always hold."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from seis_lab.game import Chance, Decision, IllegalMove, Record, Terminal
from seis_lab.games import read_record
from seis_lab.games.options import limits
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import (
    Card,
    Deal,
    First,
    Flip,
    Numeral,
    Pass,
    Phase,
    Play,
    Raise,
    Roll,
    SeisMove,
    SeisState,
    Voltear,
    parse_move,
    parse_position,
)
from seis_lab.games.wildcards import KINDS, Wild

sets = st.dictionaries(st.sampled_from([kind.value for kind in KINDS]), st.integers(0, 3))
numbers = st.integers(0, 6)
any_move: st.SearchStrategy[Any] = st.one_of(
    st.builds(First, numbers),
    st.builds(Deal, st.builds(Card, numbers)),
    st.builds(Roll, numbers),
    st.builds(Play, st.sampled_from(KINDS)),
    st.builds(Numeral, numbers),
    st.builds(Voltear, numbers),
    st.builds(Flip, st.builds(Card, numbers)),
    st.builds(Flip, st.builds(Card, numbers, numbers)),
    st.builds(Raise, st.builds(Card, numbers)),
    st.just(Pass()),
    st.sampled_from(["pass", "roll 1", None, 1, [], {}]),
)


@st.composite
def any_rules(draw: st.DrawFn) -> SeisRules:
    """Small faces and rows, so that games get on; every option with choices takes any of them."""
    players, faces = draw(st.integers(1, 4)), draw(st.integers(2, 5))
    chosen = {
        name: draw(st.sampled_from([*limit.choices, *([None] if limit.optional else [])]))
        for name, limit in limits(SeisRules).items()
        if limit.choices
    }
    weights = draw(st.lists(st.integers(0, 3), min_size=faces, max_size=faces).filter(any))
    return SeisRules(
        **chosen,
        players=players,
        faces=faces,
        row=draw(
            st.none() | st.lists(st.integers(1, faces), min_size=1, max_size=5, unique=chosen["mode"] == "mirror")
        ),
        die=draw(st.none() | st.just([f"{weight}/{sum(weights)}" for weight in weights])),
        wildcards=draw(st.one_of(sets, st.lists(sets, min_size=players, max_size=players))),
        dado_per_turn=draw(st.integers(1, 3)),
    )


class SeisMachine(RuleBasedStateMachine):
    """The game is `self.state`; `self.moves` is its record."""

    rules: SeisRules
    state: SeisState
    moves: list[SeisMove]

    @initialize(rules=any_rules())
    def begin(self, rules: SeisRules) -> None:
        self.rules, self.state, self.moves = rules, rules.initial(), []

    @precondition(lambda self: self.rules.turn(self.state).moves)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        before = self.state
        move = data.draw(st.sampled_from(self.rules.turn(before).moves))
        self.state = self.rules.apply(before, move)
        self.moves.append(move)
        self.only_the_card_played_is_spent(before, move)

    @precondition(lambda self: self.rules.turn(self.state).moves)
    @rule(picks=st.lists(st.integers(0, 99), min_size=5, max_size=20))
    def play_on(self, picks: list[int]) -> None:
        """Several moves at once, so that games get far."""
        for pick in picks:
            legal = self.rules.turn(self.state).moves
            if not legal:
                return
            before, move = self.state, legal[pick % len(legal)]
            self.state = self.rules.apply(before, move)
            self.moves.append(move)
            self.only_the_card_played_is_spent(before, move)

    @rule(move=any_move)
    def try_any_move(self, move: Any) -> None:
        """What is not offered raises and changes nothing; what is offered is played."""
        before = str(self.state)
        if move in self.rules.turn(self.state).moves:
            self.state = self.rules.apply(self.state, move)
            self.moves.append(move)
            return
        with pytest.raises(IllegalMove):
            self.rules.apply(self.state, move)
        assert str(self.state) == before

    def only_the_card_played_is_spent(self, before: SeisState, move: SeisMove) -> None:
        spent = {
            (seat, kind): old.wild[kind] - new.wild[kind]
            for seat, (old, new) in enumerate(zip(before.seats, self.state.seats, strict=True))
            for kind in KINDS
            if old.wild[kind] != new.wild[kind]
        }
        match move:
            case Play(kind):
                seat = before.asked if kind is Wild.TIRADOR else before.roller
                assert spent == {(seat, kind): 1}
            case Numeral():
                assert spent == {(before.roller, Wild.NUMERAL): 1}
            case Voltear():
                assert spent == {(before.roller, Wild.VOLTEAR): 1}
            case _:
                assert spent == {}

    @invariant()
    def cards_are_conserved(self) -> None:
        rows = [[*seat.up, *seat.down] for seat in self.state.seats]
        dealt = Counter(card for row in rows for card in row)
        match self.rules.mode:
            case "traditional":
                assert all(sorted(card.number for card in row) == sorted(self.rules.numbers) for row in rows)
            case "random":
                box = Counter({Card(n): 6 * count for n, count in Counter(self.rules.numbers).items()})
                assert dealt <= box
            case "mirror":
                assert dealt <= Counter(Card(n, colour) for n in self.rules.numbers for colour in range(len(rows)))
        short = {len(self.rules.numbers) - len(row) for row in rows}
        assert short == {0} or (self.state.phase is Phase.DEAL and max(short) - min(short) <= 1 and min(short) >= 0)
        for index, seat in enumerate(self.state.seats):
            assert list(seat.up) == sorted(seat.up) and list(seat.down) == sorted(seat.down)
            assert all(seat.wild[kind] <= self.rules.wildcards_of(index)[kind] for kind in KINDS)

    @invariant()
    def position_and_moves_read_back(self) -> None:
        assert parse_position(str(self.state)) == self.state
        for move in self.rules.turn(self.state).moves:
            assert parse_move(str(move)) == move

    @invariant()
    def there_is_a_choice_or_an_end(self) -> None:
        turn = self.rules.turn(self.state)
        assert len(set(turn.moves)) == len(turn.moves)
        over = self.state.phase is not Phase.DEAL and any(not seat.up for seat in self.state.seats)
        assert isinstance(turn, Terminal) == over
        if isinstance(turn, Decision):
            assert len(turn.moves) > 1
        if isinstance(turn, Chance):
            assert all(weight > 0 for _, weight in turn.outcomes)

    @invariant()
    def the_record_leads_here(self) -> None:
        record: Record[Any, Any] = Record(self.rules, tuple(self.moves))
        assert record.final() == self.state

    def teardown(self) -> None:
        if hasattr(self, "rules"):
            record: Record[Any, Any] = Record(self.rules, tuple(self.moves))
            again = read_record(record.to_json())
            assert again == record
            assert again.final() == self.state


TestSeis = SeisMachine.TestCase
TestSeis.settings = settings(max_examples=40, stateful_step_count=25)
