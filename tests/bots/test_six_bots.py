"""Bots of Six: they win in one turn where that is possible and stop such a win where it must be stopped, by the rules.

The oracle is brute force by the readable rules: every way to play the turn, and every answer to it.
"""

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache, reduce
from typing import Any

import pytest

from seis_lab.bots.six import SIX_LEVELS, SixPolicy, easy, medium, strong
from seis_lab.bots.six_search import Judgement, search
from seis_lab.exact.answers import Cancelled
from seis_lab.game import InvalidRules, Terminal, play, unfold
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import Phase, SixMove, SixState, parse_position
from tests.sim.six_kernels import BOTH as KERNELS

SMALL = SixRules(tiles=7)
AFTER = SixRules(tiles=5, figures=("line", "triangle"), line=4, capture_timing="after landing")
SHORT = SixRules(tiles=5, figures=("line",), line=4, both_below_six="more tiles wins")
WHOLE = SixRules(tiles=7, split="forbidden")

OPTIONS = [
    SixRules(),
    SixRules(players=4),
    SixRules(players=4, tiles=7, opening_restriction=False),
    SMALL,
    AFTER,
    SHORT,
    WHOLE,
    SixRules(tiles=7, figures=("ring",), repetition="off"),
    SixRules(tiles=6, capture_timing="after landing", split="forbidden"),
    SixRules(tiles=2, figures=("line",), line=2, opening_restriction=False),
    SixRules(tiles=30, figures=("line", "triangle"), line=12, triangle=5),
]

BOTS = {
    "easy": easy,
    "medium": medium,
    "strong": lambda rules: strong(rules, nodes=300),
}


def ends(rules: SixRules, state: SixState) -> Iterator[tuple[tuple[SixMove, ...], SixState]]:
    """Every way to end the turn that begins, or goes on, in a position."""
    for move in rules.turn(state).moves:
        after = rules.apply(state, move)
        if after.phase in (Phase.KEEP, Phase.LAND):
            yield from (((move, *more), end) for more, end in ends(rules, after))
        else:
            yield (move,), after


def won_by(rules: SixRules, state: SixState, seat: int) -> bool:
    turn = rules.turn(state)
    return isinstance(turn, Terminal) and turn.outcome.payoffs[seat] > turn.outcome.payoffs[1 - seat]


@lru_cache(maxsize=1 << 14)
def can_win(rules: SixRules, state: SixState) -> bool:
    """Whether who is to move can win in this turn."""
    return any(won_by(rules, end, state.actor) for _, end in ends(rules, state))


def holds(rules: SixRules, end: SixState, seat: int) -> bool:
    """Whether a turn leaves the other side without a win in one."""
    if isinstance(rules.turn(end), Terminal):
        return not won_by(rules, end, 1 - seat)
    return end.actor == seat or not can_win(rules, end)


def threat(rules: SixRules, state: SixState) -> bool:
    """Whether the other side would win if it were to move."""
    other = SixState(state.tiles, state.hands, 1 - state.actor, state.phase)
    return not isinstance(rules.turn(other), Terminal) and can_win(rules, other)


def generated(rules: SixRules, phase: Phase) -> Iterator[SixState]:
    """Positions at the start of turns, out of games between an eye for one turn and chance."""
    for number in range(40):
        players = [easy(rules), SIX_LEVELS["random"](rules)]
        for _, state in unfold(rules, players[:: 1 - 2 * (number % 2)], random.Random(f"{rules!r} {number}")):
            if state.phase is phase and not isinstance(rules.turn(state), Terminal):
                yield state


def played(rules: SixRules, bot: SixPolicy, state: SixState) -> list[SixState]:
    """The ends of every turn that the bot may play."""
    choices = bot(rules.view(state, state.actor), rules.turn(state).moves)
    found: list[SixState] = []
    for move, _ in choices.items():
        after = rules.apply(state, move)
        found += played(rules, bot, after) if after.phase in (Phase.KEEP, Phase.LAND) else [after]
    return found


def must_choose(rules: SixRules, state: SixState) -> bool:
    """Whether some turns stop the other side's win in one, and some do not."""
    seen = set()
    for _, end in ends(rules, state):
        seen.add(holds(rules, end, state.actor))
        if len(seen) == 2:
            return True
    return False


@lru_cache
def positions(rules: SixRules, phase: Phase, most: int) -> tuple[list[SixState], list[SixState]]:
    """Positions with a win in one, and positions in which some turns stop the other side's win and some do not."""
    wins: list[SixState] = []
    blocks: list[SixState] = []
    for state in generated(rules, phase):
        if len(wins) < most and can_win(rules, state):
            wins.append(state)
        elif len(blocks) < most and not can_win(rules, state) and threat(rules, state) and must_choose(rules, state):
            blocks.append(state)
        if len(wins) == most == len(blocks):
            return wins, blocks
    raise AssertionError(f"only {len(wins)} wins and {len(blocks)} blocks in {rules!r}")


CASES = [
    (SixRules(), Phase.PLACE, 6),
    (SixRules(figures=("ring", "triangle")), Phase.PLACE, 4),
    pytest.param(SixRules(), Phase.LIFT, 2, marks=pytest.mark.slow),
    (SMALL, Phase.LIFT, 4),
    (AFTER, Phase.LIFT, 3),
    (SHORT, Phase.LIFT, 4),
]


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
@pytest.mark.parametrize(("rules", "phase", "most"), CASES, ids=str)
def test_a_win_in_one_is_played(bot: Callable[[SixRules], SixPolicy], rules: SixRules, phase: Phase, most: int) -> None:
    for state in positions(rules, phase, most)[0]:
        for end in played(rules, bot(rules), state):
            assert won_by(rules, end, state.actor), str(state)


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
@pytest.mark.parametrize(("rules", "phase", "most"), CASES, ids=str)
def test_what_must_be_stopped_is_stopped(
    bot: Callable[[SixRules], SixPolicy], rules: SixRules, phase: Phase, most: int
) -> None:
    for state in positions(rules, phase, most)[1]:
        for end in played(rules, bot(rules), state):
            assert holds(rules, end, state.actor), str(state)


def test_captures_are_seen() -> None:
    """A lift that wins by what falls off, and one that makes room: from the puzzles of the lesson and of the rules."""
    rules = SixRules()
    state = parse_position(
        "0,-2 0,0 1,-2 1,-1 1,1 2,0 3,-1 5,-6 5,-5 5,-4 | 0,1 0,2 3,-2 4,-3 4,-2 6,-7 6,-5 7,-7 ; 0,0 ; A LIFT"
    )
    for make in BOTS.values():
        assert all(won_by(rules, end, 0) for end in played(rules, make(rules), state))


def test_every_level_is_offered_and_plays_every_option_set() -> None:
    assert list(SIX_LEVELS) == ["random", "easy", "medium", "strong"]
    for rules in OPTIONS:
        bots = [*BOTS.values(), SIX_LEVELS["random"]]
        players = [bots[seat % len(bots)](rules) for seat in range(rules.seats)]
        for _ in range(2):
            players.reverse()
            with suppress(RuntimeError):  # not over after 80 moves; IllegalMove where a bot slips
                play(rules, players, random.Random(3), max_moves=80)


def within(rules: SixRules, state: SixState, turns: int) -> int:
    """By brute force: 1 when who is to move wins in so many turns, -1 when it loses, else 0."""
    turn = rules.turn(state)
    if isinstance(turn, Terminal):
        return 0 if len(set(turn.outcome.payoffs)) == 1 else 1 if turn.outcome.payoffs[state.actor] else -1
    if turns == 0:
        return 0
    values = []
    for _, end in ends(rules, state):
        sign = 1 if end.actor == state.actor else -1
        values.append(sign * within(rules, end, turns - 1))
        if values[-1] == 1:
            return 1
    return max(values)


def judged(judgement: Judgement) -> tuple[int, int]:
    """Which way a move is proved, and in how many turns."""
    if judgement.win_in is not None:
        return 1, judgement.win_in
    return (-1, judgement.lose_in) if judgement.lose_in is not None else (0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [SHORT, AFTER, SixRules(tiles=5, figures=("triangle",), triangle=2)], ids=repr)
def test_proofs_are_true_and_short_ones_are_found(rules: SixRules) -> None:
    """Every move of some positions by brute force: what is claimed, and every win in one and loss in two."""
    rng, seen = random.Random(5), {-1: 0, 0: 0, 1: 0}
    for _ in range(12):
        state = rules.initial()
        for _ in range(rng.choice([4, 9, 11, 12])):
            if isinstance(rules.turn(state), Terminal) or state.phase is Phase.KEEP:
                break
            state = rules.apply(state, rng.choice(rules.turn(state).moves))
        if isinstance(rules.turn(state), Terminal):
            continue
        found = search(rules, state, nodes=2000)
        assert set(found.moves) == set(rules.turn(state).moves)
        for move in rng.sample(sorted(found.moves, key=str), min(4, len(found.moves))):
            way, turns = judged(found.moves[move])
            assert abs(found.moves[move].estimate) == 1 if way else abs(found.moves[move].estimate) < 1
            seen[way] += 1
            if turns <= 3:
                after = rules.apply(state, move)
                best = [
                    within(rules, end, turns - 1) * (1 if end.actor == state.actor else -1)
                    for _, end in (ends(rules, after) if after.phase in (Phase.KEEP, Phase.LAND) else [((), after)])
                ]
                assert max(best) == way, (str(state), str(move))
    assert seen[-1] > 0 and seen[1] > 0


def test_thinking_shows_a_line_that_the_rules_allow() -> None:
    rules = SixRules()
    bot = strong(rules, nodes=3000)
    state = rules.position("0,0 1,0 2,0 3,0", "0,1 1,1 2,1 3,1", hands=(17, 17))
    (move,) = bot(state, rules.turn(state).moves).weights
    assert bot.thinking is not None and bot.thinking.best == move == bot.thinking.line[0]
    assert bot.thinking.depth >= 1 and bot.thinking.nodes > 1
    for step in bot.thinking.line:
        state = rules.apply(state, step)
    assert isinstance(rules.turn(state), Terminal)


def test_the_turn_that_was_thought_out_is_played_to_its_end() -> None:
    rules = SMALL
    bot = strong(rules, nodes=2000)
    state = positions(rules, Phase.LIFT, 4)[0][0]
    whole = bot.think(state)
    after = rules.apply(state, whole.line[0])
    assert bot.think(after).line == whole.line[1:] and bot.think(after).nodes == whole.nodes
    assert bot.basis(after) == ("exact", "wins in 1 turns at most")


def test_the_same_position_gets_the_same_answer() -> None:
    rules = SixRules()
    state = reduce(rules.apply, map(rules.parse, ("place 2,0", "place 1,1", "place 0,1")), rules.initial())
    first, second = (search(rules, state, nodes=2000) for _ in range(2))
    assert (first.depth, first.nodes, first.line, first.moves) == (
        second.depth,
        second.nodes,
        second.line,
        second.moves,
    )


def test_every_depth_is_told_and_the_search_can_be_cancelled() -> None:
    rules, told = SixRules(), []
    last = search(rules, rules.initial(), depth=3, progress=told.append)
    assert [one.depth for one in told] == [1, 2, 3] and told[-1] is last
    with pytest.raises(Cancelled):
        search(rules, rules.initial(), depth=30, cancelled=lambda: True)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": 0}, "depth=0 is not allowed; allowed: a whole number from 1 up"),
        ({"nodes": "many"}, "nodes='many' is not allowed; allowed: a whole number from 1 up"),
        ({"threats": -1}, "threats=-1 is not allowed; allowed: a whole number from 0 up"),
        ({"seconds": -0.5}, "seconds=-0.5 is not allowed; allowed: a number above 0"),
        ({"seconds": float("nan")}, "seconds=nan is not allowed; allowed: a number above 0"),
    ],
)
def test_bad_limits(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        search(SixRules(), SixRules().initial(), **limits)


def test_a_game_that_is_over_is_not_searched() -> None:
    rules = SixRules()
    state = rules.position("0,0 1,0 2,0 3,0 4,0 5,0", "0,1 1,1 2,1 3,1 4,1", hands=(15, 16), actor=1)
    with pytest.raises(InvalidRules, match="the game is over in '0,0 1,0"):
        search(rules, state)


def test_plain_python_finds_what_the_compiled_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same source, compiled and not: the same values, turns and number of positions, in every phase."""
    shipped, plain = (one["six_root"] for one in KERNELS.values())
    monkeypatch.setattr(plain, "SLICE", shipped.SLICE)
    monkeypatch.setattr(plain, "REMEMBERED", shipped.REMEMBERED)
    for rules, phase, depth in ((SixRules(), Phase.PLACE, 3), (SMALL, Phase.LIFT, 2), (AFTER, Phase.LIFT, 2)):
        state = positions(rules, phase, 3 if rules is AFTER else 4 if rules is SMALL else 6)[1][-1]
        for every in (True, False):
            roots = [one.Root(rules, state, every, 10, None, None, None) for one in (shipped, plain)]
            for deep in range(1, depth + 1):
                for root in roots:
                    root.search(deep)
                assert roots[0].values == roots[1].values
                assert roots[0].branches == roots[1].branches
                assert roots[0].thinking(deep).nodes == roots[1].thinking(deep).nodes


def test_bots_play_where_neither_numba_nor_numpy_can_be_imported() -> None:
    program = """
import random, sys
sys.modules["numba"] = sys.modules["numpy"] = None
from seis_lab.bots.six import SIX_LEVELS, strong
from seis_lab.game import play
from seis_lab.games.six import SixRules
rules = SixRules(tiles=6, figures=["line"], line=4)
bot = strong(rules, nodes=200)
for other in (SIX_LEVELS["easy"](rules), SIX_LEVELS["medium"](rules)):
    play(rules, [bot, other], random.Random(1), max_moves=500)
print(bot.basis(rules.initial()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "it looks less far" in done.stdout
