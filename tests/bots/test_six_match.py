"""The recorded matches of the bots of Six: played again by the rules, move by move, and one of them by the bots.

Recorded by `tests/benchmarks/six_match.py`, which says how; issue 5 asks for 95 % against `easy` and 75 % against
`medium`, of 100 games with colours swapped.
"""

import re
from pathlib import Path

import pytest

from seis_lab.game import Terminal
from seis_lab.games.six import SixRules
from tests.benchmarks import six_match

RECORDS = Path(six_match.__file__).parent
RULES = SixRules()
ASKED = {"easy": 95, "medium": 75}


def spelled(turn: str) -> list[str]:
    """The moves of a turn that is written short."""
    if ">" not in turn:
        return [f"place {turn}"]
    lift, land, keep = re.fullmatch("([^>=]+)>([^=]+)(?:=(.+))?", turn).groups()  # type: ignore[union-attr]
    return [f"lift {lift}", *([f"keep {keep}"] if keep else []), f"land {land}"]


@pytest.mark.parametrize("level", ASKED)
def test_the_record_is_what_it_says(level: str) -> None:
    head, *games, total = (RECORDS / f"six_match.{level}.txt").read_text(encoding="utf-8").splitlines()
    assert repr(RULES) in head and f"({six_match.NODES} positions" in head and len(games) == 100
    won = {"strong": 0, level: 0, "draw": 0}
    for number, line in enumerate(games):
        names, winner, reason, turns = re.fullmatch(r"\d+\. ([a-z-]+): ([a-z]+), ([^;]+); (.+)", line).groups()  # type: ignore[union-attr]
        levels = names.split("-")
        assert levels == (["strong", level] if number % 2 == 0 else [level, "strong"])
        moves = [move for turn in turns.split() for move in spelled(turn)]
        assert moves[: six_match.OPENING] == six_match.opening(RULES, number // 2)[0]
        state = RULES.initial()
        for move in moves:
            state = RULES.apply(state, RULES.parse(move))
        end = RULES.turn(state)
        assert isinstance(end, Terminal) and end.outcome.reason == reason
        payoffs = list(end.outcome.payoffs)
        assert winner == ("draw" if payoffs[0] == payoffs[1] else levels[payoffs.index(1)])
        won[winner] += 1
    assert total == f"strong {won['strong']}, {level} {won[level]}, draws {won['draw']}"
    assert won["strong"] >= ASKED[level]


def test_the_bots_of_today_play_a_recorded_game_again() -> None:
    """When a bot has changed, its matches have to be recorded again."""
    pytest.importorskip("numba")
    line = (RECORDS / "six_match.medium.txt").read_text(encoding="utf-8").splitlines()[1]
    winner, reason, moves = six_match.game(RULES, ["strong", "medium"], 0)
    assert line == f"1. strong-medium: {winner}, {reason}; {six_match.short(moves)}"


def test_a_turn_is_written_short_and_read_again() -> None:
    moves = ["place 2,-1", "lift 0,0", "land 3,1", "lift 1,0", "keep -1,0", "land 2,2"]
    assert six_match.short(moves) == "2,-1 0,0>3,1 1,0>2,2=-1,0"
    assert [move for turn in six_match.short(moves).split() for move in spelled(turn)] == moves
