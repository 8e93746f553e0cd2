"""Six under attack: any options together, repetition by counting, and what the search of the bots calls proved."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from seis_lab.bots.six_search import search
from seis_lab.exact.six_positions import position
from seis_lab.exact.six_small import Miniature, solve_six
from seis_lab.exact.six_turns import turns
from seis_lab.game import InvalidRules, Record, Terminal
from seis_lab.games.six import QUIET, REASONS, REPETITION, InvalidPosition, SixRules
from seis_lab.games.six_figures import NAMES
from seis_lab.games.six_hexes import canonical
from seis_lab.games.six_notation import Phase, SixMove, SixState, parse_move, parse_position
from tests.six.positions import OPTIONS, on_the_way


def any_rules(rng: random.Random) -> SixRules | None:
    """Options drawn together, or None where they do not fit together."""
    try:
        return SixRules(
            players=rng.choice([2, 4]),
            tiles=rng.choice([2, 3, 4, 5, 7, 9, 13]),
            figures=rng.sample(NAMES, rng.randrange(1, 4)),
            line=rng.choice([2, 3, 4, 6, 8]),
            triangle=rng.choice([2, 3, 4]),
            opening_restriction=rng.random() < 0.5,
            capture_timing=rng.choice(["at the lift", "after landing"]),
            split=rng.choice(["allowed", "forbidden"]),
            both_below_six=rng.choice(["draw", "more tiles wins"]),
        )
    except InvalidRules:
        return None


def test_any_options_together_can_be_played_to_an_end_and_written_down() -> None:
    rng, ended = random.Random(11), Counter[str]()
    for _ in range(150):
        rules = any_rules(rng)
        if rules is None:
            continue
        state, moves = rules.initial(), list[SixMove]()
        while not isinstance(turn := rules.turn(state), Terminal):
            assert turn.seat == state.actor and len(set(turn.moves)) == len(turn.moves) > 0
            if len(moves) % 7 == 0:
                assert parse_position(str(state)) == state
            moves.append(rng.choice(turn.moves))
            assert parse_move(str(moves[-1])) == moves[-1]
            state = rules.apply(state, moves[-1])
        assert (
            sum(turn.outcome.payoffs) == 1 and turn.outcome.payoffs[:2] * (rules.players // 2) == turn.outcome.payoffs
        )
        ended[turn.outcome.reason] += 1
        record = Record(rules, tuple(moves))
        if len(moves) < 60:
            assert Record.from_json(record.to_json(), SixRules.from_json) == record
    assert set(ended) <= set(REASONS) and len(ended) > 4


@pytest.mark.parametrize("timing", ["at the lift", "after landing"])
@pytest.mark.parametrize("players", [2, 4])
def test_repetition_by_counting_positions(timing: str, players: int) -> None:
    """Players who love to go back where they came from; positions are counted from the last capture on."""
    rules = SixRules(players=players, tiles=5, figures=["line"], line=5, capture_timing=timing)
    rng, ended = random.Random(12), Counter[str]()
    for _ in range(25):
        state, seen, tiles, begun = rules.initial(), Counter[Any](), 0, 0
        while True:
            turn = rules.turn(state)
            reason = turn.outcome.reason if isinstance(turn, Terminal) else None
            if state.phase is Phase.LIFT and reason in (None, REPETITION, QUIET):
                if tiles != sum(map(len, state.tiles)):
                    seen, tiles, begun = Counter(), sum(map(len, state.tiles)), 0
                seen[canonical(state.tiles), state.colour] += 1
                assert (reason == REPETITION) == (seen[canonical(state.tiles), state.colour] >= 3)
                assert reason == REPETITION or (reason == QUIET) == (begun == 100)
                begun += 1
            if isinstance(turn, Terminal):
                ended[turn.outcome.reason] += 1
                break
            state = rules.apply(state, back(state, turn.moves, rng))
    assert ended[REPETITION]


def back(state: SixState, moves: tuple[SixMove, ...], rng: random.Random) -> SixMove:
    """Mostly the move that takes back the own last turn."""
    hop = state.trail[-2] if len(state.trail) > 1 else None
    cell = None if hop is None else {Phase.LIFT: hop.end, Phase.LAND: hop.start}.get(state.phase)
    wanted = [move for move in moves if move.cell == cell]
    return wanted[0] if wanted and rng.random() < 0.9 else rng.choice(moves)


@cache
def solved(rules: SixRules) -> Miniature:
    return solve_six(rules)


@pytest.mark.parametrize("options", [one for one in OPTIONS if "players" not in one], ids=str)
def test_what_the_search_calls_proved_is_true(options: dict[str, Any]) -> None:
    """Every win and loss it claims against the solution, and every win in one is among them."""
    rules, rng, claims = SixRules(tiles=3, figures=["line"], line=2, **options), random.Random(13), Counter[str]()
    found = solved(replace(rules, repetition="off"))
    for _ in range(60):
        state = replace(rng.choice(on_the_way(rules, rng)), trail=())
        values: dict[SixMove, list[Any]] = {}
        for moves, after in turns(rules, state):
            values.setdefault(moves[0], []).append(found.values[position(after)])
        for move, judged in search(rules, state, depth=rng.choice([1, 2, 4]), nodes=5000).moves.items():
            wins = [value.distance + 1 for value in values[move] if value.winner == state.colour]
            losses = [value.distance + 1 for value in values[move] if value.winner == 1 - state.colour]
            if judged.win_in is not None:
                assert wins and min(wins) <= judged.win_in
                claims["won"] += 1
            elif judged.lose_in is not None:
                assert len(losses) == len(values[move]) and max(losses) <= judged.lose_in
                claims["lost"] += 1
            assert (1 in wins) == (judged.win_in == 1)
    assert claims["won"] and claims["lost"]


@pytest.mark.parametrize("red", [5, None, [5], [(1,)]], ids=str)
def test_tiles_that_are_none_are_named(red: Any) -> None:
    with pytest.raises(ValueError, match=r"is not allowed for tiles|is not a cell"):
        SixRules().position(red, "1,0")
    with pytest.raises(InvalidPosition, match="actor=True is not allowed; allowed: a seat from 0 to 1"):
        SixRules().position("0,0", "1,0", actor=True)
