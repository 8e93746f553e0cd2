"""Games at random and between searchers: move by move by the rules, and their results against certified ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any
from unittest import mock

import numpy as np
import pytest

from seis_lab.bots import random_bot
from seis_lab.bots.six import SIX_LEVELS
from seis_lab.exact.answers import Cancelled, Estimate
from seis_lab.exact.markov import MarkovChain
from seis_lab.exact.six_chance import random_play
from seis_lab.game import InvalidRules, Terminal
from seis_lab.games.six import SixRules
from seis_lab.games.six_hexes import canonical
from seis_lab.games.six_notation import Phase, SixState
from seis_lab.kernels import six_games
from seis_lab.kernels.six_tables import empty_board, moves_of, number, zeros
from seis_lab.sim import six
from seis_lab.sim.six import RestrictionEffect, SixSample, first_player, memory, restriction_effect
from tests.six.brute import winner
from tests.six.kernels import plain
from tests.six.positions import OPTIONS

SMALL: dict[str, Any] = {"tiles": 3, "figures": ["line"], "line": 3, "repetition": "off"}
SIGMAS = 4.5
"""A right program fails a check of one number at this distance once in 150 000 seeds; the seeds are fixed."""


def one_game(rules: SixRules, depth: int, seed: int) -> tuple[int, int, list[int]]:
    """Who wins, why, and the turns of the fast board."""
    board, played = empty_board(rules), zeros(1000)
    for colour, (cell,) in enumerate(rules.initial().tiles):
        six_games.put(board, number(cell), colour)
    hands, rng = sum(rules.initial().hands), np.random.default_rng(seed)
    given = memory(depth), rng, rules.opening_restriction, hands, 2, depth
    who, why, turns = six_games.play_game(board, *given, zeros(six.ROOM), played)
    return who, why, [int(turn) for turn in played[:turns]]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(("depth", "games"), [(0, 6), (1, 3)])
def test_every_turn_of_the_fast_games_is_played_again_by_the_rules(
    options: dict[str, Any], depth: int, games: int
) -> None:
    sizes: list[dict[str, Any]] = [{}, {"tiles": 5, "line": 4, "triangle": 2}, {"tiles": 7, "figures": ["ring"]}]
    for seed in range(games):
        rules = SixRules(**sizes[seed % 3], **options)
        who, why, turns = one_game(rules, depth, seed)
        state = rules.initial()
        for turn in turns:
            for move in moves_of(rules, state, turn):
                state = rules.apply(state, move)  # IllegalMove where the rules do not allow it
        end = rules.turn(state)
        assert isinstance(end, Terminal)
        assert six._end(rules, who, why, len(turns)) == (winner(rules, state), end.outcome.reason)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_plain_twin_plays_the_same_games(options: dict[str, Any]) -> None:
    rules = SixRules(tiles=7, **options)
    shipped = first_player(rules, 6, seed=1), first_player(rules, 2, seed=1, level=1)
    with plain_kernels():
        assert (first_player(rules, 6, seed=1), first_player(rules, 2, seed=1, level=1)) == shipped


@contextmanager
def plain_kernels() -> Iterator[None]:
    names = {f"seis_lab.kernels.{name}": module for name, module in plain().items()}
    with mock.patch.dict("sys.modules", names):
        yield


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("method", ["kernel", "engine"])
def test_games_at_random_end_as_often_as_certified(free: bool, method: str) -> None:
    rules = SixRules(**SMALL, opening_restriction=not free)
    law = certified(rules)
    sample = first_player(rules, 8_000 if method == "kernel" else 150, seed=2, method=method)
    for found, known in ((sample.red, law.red), (sample.black, law.black), (sample.draws, law.draw)):
        assert within(found, float(known.low))
    assert law.first.low <= law.red.low + law.draw.high / 2 <= law.first.high + Fraction(1, 10**8)


@pytest.mark.parametrize("options", OPTIONS[1:], ids=str)
def test_games_at_random_with_every_option(options: dict[str, Any]) -> None:
    rules = SixRules(tiles=3, figures=["line"], line=2, repetition="off", **options)
    law, sample = random_play(rules), first_player(rules, 5_000, seed=3)
    assert within(sample.red, float(law.red.low)) and within(sample.black, float(law.black.low))


certified = cache(random_play)


def within(found: Estimate, p: float) -> bool:
    return abs(found.value - p) <= SIGMAS * (p * (1 - p) / found.games) ** 0.5 + 1e-9


@pytest.mark.parametrize("options", [{}, {"capture_timing": "after landing"}], ids=str)
def test_certified_random_play_by_a_markov_chain(options: dict[str, Any]) -> None:
    """The absorption probabilities in fractions, on positions that are not folded."""
    rules = SixRules(tiles=2, figures=["line"], line=2, repetition="off", **options)
    law, start = random_play(rules), rules.initial()
    steps: dict[Any, dict[Any, Fraction]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if key(state) not in steps:
            here = steps[key(state)] = dict[Any, Fraction]()
            for after, chance in at_random(rules, state):
                over = isinstance(rules.turn(after), Terminal)
                to = ("over", winner(rules, after)) if over else key(after)
                here[to] = here.get(to, Fraction(0)) + chance
                waiting += [] if over else [after]
    ends = MarkovChain(steps).absorption(key(start))
    for interval, by in ((law.red, 0), (law.black, 1), (law.draw, None)):
        assert interval.low <= ends.get(("over", by), 0) <= interval.high
        assert interval.high - interval.low < Fraction(1, 10**6)


def at_random(rules: SixRules, state: SixState) -> list[tuple[SixState, Fraction]]:
    """The positions after a turn, each with the product of 1 / (number of moves) over its decisions."""
    waiting, found = [(state, Fraction(1))], list[tuple[SixState, Fraction]]()
    while waiting:
        at, chance = waiting.pop()
        moves = rules.turn(at).moves
        for move in moves:
            after = rules.apply(at, move)
            ended = after.phase in (Phase.PLACE, Phase.LIFT)
            (found if ended else waiting).append((after, chance / len(moves)))
    return found


def key(state: SixState) -> Any:
    return canonical(state.tiles), state.hands, state.actor


def test_the_restriction_takes_what_the_difference_says() -> None:
    rules = SixRules(**SMALL)
    effect = restriction_effect(rules, 4_000, seed=4)
    known = certified(replace(rules, opening_restriction=False)).first.low - certified(rules).first.low
    assert isinstance(effect, RestrictionEffect)
    assert (effect.on.rules, effect.off.rules) == (rules, replace(rules, opening_restriction=False))
    assert effect.change.low < known < effect.change.high
    assert effect.change.value == effect.off.first.value - effect.on.first.value
    assert effect.repaired == effect.change.value / (effect.off.first.value - 0.5)
    assert str(effect).splitlines()[0] == f"without: {effect.off.first}"


def test_newcombes_interval() -> None:
    """Newcombe 1998, table II, method 10 without correction, example (a): 56/70 - 48/80 has 0.0524 to 0.3339."""
    off = SixSample(SixRules(), {(0, "line"): 56, (1, "line"): 14}, 0, 1, "engine")
    on = SixSample(SixRules(), {(0, "line"): 48, (1, "line"): 32}, 0, 1, "engine")
    change = RestrictionEffect(on, off).change
    assert (round(change.value, 4), round(change.low, 4), round(change.high, 4)) == (0.2, 0.0524, 0.3339)
    even = SixSample(SixRules(), {(0, "line"): 50, (1, "line"): 50}, 0, 1, "engine")
    assert RestrictionEffect(even, off).repaired == pytest.approx(1)
    assert RestrictionEffect(off, even).repaired is None  # nothing to repair


def test_a_sample_adds_up() -> None:
    sample = SixSample(SixRules(), {(0, "line"): 5, (1, "ring"): 2, (None, "x"): 3}, 400, 6, "kernel")
    assert (sample.games, sample.mean_turns) == (10, 40)
    assert [part.value for part in (sample.red, sample.black, sample.draws, sample.first)] == [0.5, 0.2, 0.3, 0.65]
    assert sample.reason("ring").value == 0.2
    assert repr(sample) == "<SixSample: 10 games, 5 to 2, 3 draws, seed 6, kernel>"
    assert str(sample) == str(sample.first)


def test_a_level_plays_by_the_engine_and_the_same_again() -> None:
    rules = SixRules(tiles=3, figures=["line"], line=3)
    found = first_player(rules, 6, seed=5, level="easy", opening=1)
    assert found == first_player(rules, 6, seed=5, level=lambda _: SIX_LEVELS["easy"](rules), opening=1)
    assert found.method == "engine" and found.games == 6
    assert first_player(rules, 6, seed=5, method="engine") == first_player(
        rules, 6, seed=5, level=lambda _: random_bot, opening=0
    )


def test_searchers_find_what_is_forced() -> None:
    """Lines of three, nothing random: who begins wins at once without the restriction and loses with it (`settle`)."""
    line: dict[str, Any] = {"figures": ["line"], "line": 3}
    free = first_player(SixRules(**line, opening_restriction=False), 5, seed=6, level=3, opening=0)
    held = first_player(SixRules(**line), 5, seed=6, level=3, opening=0)
    assert (free.won(0), held.won(1)) == (5, 5)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"rules": "six"}, "'six' is not a set of rules of six"),
        ({"games": 0}, "games=0 is not allowed"),
        ({"seed": -1}, "seed=-1 is not allowed"),
        ({"level": 0}, "level=0 is not allowed; allowed: a whole number from 1 to 6, random, easy"),
        ({"level": "best"}, "level='best' is not allowed"),
        ({"level": ["easy"]}, "level=.'easy'. is not allowed"),
        ({"level": "easy", "method": "kernel"}, "method='kernel' is not allowed for level 'easy'; allowed: engine"),
        ({"level": 2, "method": "engine"}, "method='engine' is not allowed for level 2; allowed: kernel"),
        ({"method": "dice"}, "method='dice' is not allowed for level 'random'; allowed: kernel, engine"),
        ({"opening": -1}, "opening=-1 is not allowed"),
        ({"confidence": 1}, "confidence=1 is not allowed"),
    ],
    ids=str,
)
def test_what_cannot_be_played(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        first_player(**{"rules": SixRules(), "games": 1, "seed": 1, **arguments})


def test_a_game_without_an_end_is_named() -> None:
    rules = SixRules(repetition="off")
    with pytest.raises(RuntimeError, match=r"no end after 1000 turns: with SixRules\(repetition='off'\)"):
        six._end(rules, six_games.NONE, six_games.ENDLESS, 1000)


def test_a_run_can_be_stopped_and_random_play_refuses_what_has_a_history() -> None:
    with pytest.raises(Cancelled):
        first_player(SixRules(), 10, seed=1, cancelled=lambda: True)
    with pytest.raises(InvalidRules, match="repetition='draw' gives positions a history; allowed here: 'off'"):
        random_play(SixRules(tiles=3, figures=["line"], line=2))
    with pytest.raises(Cancelled):
        random_play(SixRules(**SMALL), cancelled=lambda: True)
