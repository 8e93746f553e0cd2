"""The solver against the rules themselves: a decision process is built by walking the engine, and solved in general."""

from fractions import Fraction
from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st

from seis_lab.exact.graph import reaching
from seis_lab.exact.mdp import MDP
from seis_lab.exact.seis import solve, turns
from seis_lab.game import Chance, Decision, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Phase, SeisMove, SeisState
from seis_lab.games.wildcards import Wildcards


@st.composite
def miniatures(draw: st.DrawFn) -> SeisRules:
    """Small rows under every option that matters alone, with dice that may lack faces."""
    faces = draw(st.integers(2, 4))
    weights = draw(st.lists(st.integers(0, 3), min_size=faces, max_size=faces).filter(any))
    held = {"NUMERAL": draw(st.integers(0, 2)), "DADO": draw(st.integers(0, 2)), "TIRADOR": 1, "SALTAR": 1}
    return SeisRules(
        players=1,
        faces=faces,
        row=tuple(draw(st.lists(st.integers(1, faces), min_size=1, max_size=3))),
        die=[Fraction(weight, sum(weights)) for weight in weights],  # type: ignore[arg-type]
        wildcards=Wildcards(held),
        numeral_wrap=draw(st.booleans()),
        numeral_per_roll=draw(st.sampled_from([1, 2])),
        dado_per_turn=draw(st.sampled_from([1, 2])),
        max_wildcards_per_turn=draw(st.sampled_from([None, 1])),
        tirador_window=draw(st.sampled_from(["after NUMERAL", "before NUMERAL"])),
        flip=draw(st.sampled_from(["compulsory", "optional"])),
    )


def cost(before: SeisState, after: SeisState) -> int:
    """1 for the last roll of a turn, and 1 where the row is finished by an earlier one."""
    if before.phase is Phase.ROLL and before.more_rolls == 0:
        return 1
    return int(not after.seats[0].up and before.more_rolls > 0)


def walk(rules: SeisRules) -> MDP[SeisState | str, SeisMove | str]:
    """The decision process of a game alone: every position that the engine can reach."""
    actions: dict[SeisState | str, dict[SeisMove | str, tuple[int, dict[SeisState | str, Fraction]]]] = {}
    waiting = [rules.initial()]
    while waiting:
        state = waiting.pop()
        if state in actions:
            continue
        match rules.turn(state):
            case Terminal():
                actions[state] = {}
                continue
            case Chance(outcomes):
                total = sum(weight for _, weight in outcomes)
                actions[state] = {}
                row: dict[SeisState | str, Fraction] = {}
                # What a roll costs must not depend on the face: finishing by an earlier roll is charged on the way.
                for move, weight in outcomes:
                    after = rules.apply(state, move)
                    charged: SeisState | str = f"finishing {state}" if not after.seats[0].up else after
                    if charged is not after:
                        actions[charged] = {"finish": (int(state.more_rolls > 0), {after: Fraction(1)})}
                    row[charged] = row.get(charged, Fraction(0)) + Fraction(weight, total)
                    waiting.append(after)
                actions[state] = {"roll": (int(state.more_rolls == 0), row)}
            case Decision(_, moves):
                actions[state] = {}
                for move in moves:
                    after = rules.apply(state, move)
                    actions[state][move] = (cost(state, after), {after: Fraction(1)})
                    waiting.append(after)
    return MDP(actions)


@settings(max_examples=100)
@given(miniatures())
def test_every_position_and_move_has_the_value_that_the_engine_gives_it(rules: SeisRules) -> None:
    process = walk(rules)
    values = process.solve().values
    solo = solve(rules)
    arrows = {state: [end for _, row in choices.values() for end in row] for state, choices in process.actions.items()}
    can_finish = reaching(arrows, [state for state, choices in process.actions.items() if not choices])
    for state in process.states:
        assert (values[state] != inf) == (state in can_finish)  # who can finish at all, finishes surely
        if isinstance(state, str):
            continue
        # The process charges a turn with its last roll, the solution from its start on.
        rolled = state.phase in (Phase.NUMERAL, Phase.FLIP) and state.more_rolls == 0
        assert solo.value(state) == values[state] + rolled, str(state)
        if state.phase in (Phase.BEFORE, Phase.NUMERAL, Phase.FLIP) and state.seats[0].up:
            by_move = solo.action_values(state)
            assert by_move == {
                move: process.action_value(state, move, values) + rolled for move in process.actions[state]
            }
            assert by_move[solo.policy.best(state)] == solo.value(state)


@settings(max_examples=40)
@given(miniatures())
def test_the_law_is_that_of_the_policy_played_out_in_the_engine(rules: SeisRules) -> None:
    law = turns(rules)
    if law.never:
        assert solve(rules).value(rules.initial()) == inf
        return
    seen: dict[int, Fraction] = {}
    now = {(rules.initial(), 0): Fraction(1)}
    while now:
        then: dict[tuple[SeisState, int], Fraction] = {}
        for (state, spent), p in now.items():
            if spent == 5 and state.phase not in (Phase.NUMERAL, Phase.FLIP):
                continue
            match rules.turn(state):
                case Terminal():
                    seen[spent] = seen.get(spent, Fraction(0)) + p
                    continue
                case Chance(outcomes):
                    total = sum(weight for _, weight in outcomes)
                    moves = [(move, Fraction(weight, total)) for move, weight in outcomes]
                case Decision():
                    moves = [(law.policy.best(state), Fraction(1))]
            for move, chance in moves:
                after = rules.apply(state, move)
                key = after, spent + max(cost(state, after), int(not after.seats[0].up and state.more_rolls > 0))
                then[key] = then.get(key, Fraction(0)) + p * chance
        now = then
    assert [law.pmf(n) for n in range(1, 5)] == [seen.get(n, 0) for n in range(1, 5)]


def test_other_players_and_their_cards_change_nothing_alone() -> None:
    table = SeisRules(players=3, wildcards=({"NUMERAL": 1}, {"TIRADOR": 2, "NUMERAL": 2}, {}))
    assert [turns(table, seat).mean for seat in range(3)] == [
        turns(SeisRules(players=1, wildcards=wildcards)).mean for wildcards in ({"NUMERAL": 1}, {"NUMERAL": 2}, {})
    ]
