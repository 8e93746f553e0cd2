"""Galician Seis against an independent twin: perft on miniature decks, and whole matches answer by answer."""

import random
from typing import Any

import pytest

from seis_lab.game import Chance, Terminal, perft
from seis_lab.games.galician import GalicianRules
from tests.galician.twin import count, match

TINY = {"suits": 2, "ranks": 3, "opening_rank": 2}
MINIATURES: list[tuple[dict[str, Any], int]] = [
    ({"players": 2, "suits": 1, "ranks": 3, "opening_rank": 2, "chips": 1}, 9),
    ({"players": 2, **TINY, "chips": 1, "match_end": "the moment somebody has none"}, 8),
    ({"players": 3, **TINY, "chips": 2, "broke_player": "round and match end at once"}, 8),
    ({"players": 4, "suits": 1, "ranks": 5, "opening_rank": 3, "chips": 2, "ante": 1}, 9),
]


@pytest.mark.parametrize(("options", "depth"), MINIATURES, ids=str)
def test_perft_of_miniatures(options: dict[str, Any], depth: int) -> None:
    rules = GalicianRules(**options)
    assert [perft(rules, n) for n in range(depth)] == [count(rules.to_json(), n) for n in range(depth)]


def test_perft_counted_by_hand() -> None:
    """Two players, 1 2 3 of one suit, 2 is led. Deal: 3, 2, 1 ways. Seat A has two cards, B one, nobody ever chooses.

    Six deals, by what A and B hold. B has the 2: B wins at once, no pass. B has 1 or 3: A leads the 2, B plays its card
    and wins. So after three moves the next deal begins (A had the 2 in four of the six deals, then A deals; B in two),
    and there is never a chip in the pot.
    """
    rules = GalicianRules(players=2, suits=1, ranks=3, opening_rank=2)
    assert [perft(rules, depth) for depth in range(7)] == [1, 3, 6, 6, 18, 36, 36]


EVERY_OPTION: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 6, "chips": 2, "ante": 1},
    {"players": 7, "chips": 3, "ante": 5},
    {"players": 8, "chips": 2, "pass_cost": 2, "match_tie": "one more round"},
    {"players": 4, "chips": 3, "pass_cost": 2, "broke_player": "round and match end at once"},
    {"players": 5, "chips": 4, "match_end": "the moment somebody has none"},
    {"chips": 3, "ante": 1, "match_end": "the moment somebody has none", "broke_player": "round and match end at once"},
    {"players": 2, "pass_cost": 0, "rounds": 2},
    {"opening_rank": 5, "rounds": 3},
    {"ranks": 4, "opening_rank": 1, "players": 4, "rounds": 5},
    {"deck": "french", "suits": 3, "ranks": 7, "opening_rank": 7, "players": 3, "chips": 5},
]


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_random_matches_answer_by_answer(options: dict[str, Any]) -> None:
    """Also the state machine: chips and pot are constant, no round of passes, and whoever wins has no cards."""
    rules, rng = GalicianRules(**options), random.Random(6)
    for _ in range(2):
        game, state = match(rules.to_json()), rules.initial()
        question: tuple[str, int, list[str]] | None = next(game)
        final: list[int] = []
        while not isinstance(turn := rules.turn(state), Terminal):
            assert question is not None
            kind, seat, possible = question
            assert (kind, seat) == ("chance" if isinstance(turn, Chance) else "decision", turn.seat)
            assert sorted(possible) == sorted(str(move.card) for move in turn.moves)
            assert sum(state.chips) + state.pot == rules.players * rules.chips
            assert all(state.history[at : at + rules.players].count(None) < rules.players for at in range(state.turn))
            move = rng.choice(turn.moves)
            state = rules.apply(state, move)
            if state.winner is not None:
                assert state.hands[state.winner] == ()
            try:
                question = game.send(str(move.card))
            except StopIteration as end:
                question, final = None, end.value
        assert question is None
        assert final == list(state.chips)
        assert [payoff > 0 for payoff in turn.outcome.payoffs] == [count == max(final) for count in final]
