"""Seises cabrón against an independent twin: perft on miniature decks, and whole matches answer by answer."""

import random
from typing import Any

import pytest

from seis_lab.game import Chance, Terminal, perft
from seis_lab.games.cabron import CabronRules
from tests.games.cabron_twin import count, match

MINIATURES: list[tuple[dict[str, Any], int]] = [
    ({"players": 2, "suits": 1, "deck": 4, "opening_rank": 1}, 8),
    ({"players": 2, "suits": 2, "deck": 6, "opening_rank": 1, "target": 4}, 8),
    ({"players": 3, "suits": 1, "deck": 6, "opening_rank": 2, "tie_bonus": "rounded down"}, 9),
    ({"players": 2, "suits": 2, "deck": 6, "opening_rank": 2, "jumping": False, "target": 12}, 8),
    ({"players": 4, "suits": 2, "deck": 4, "opening_rank": 1, "hands": 2}, 9),
]


@pytest.mark.parametrize(("options", "depth"), MINIATURES, ids=str)
def test_perft_of_miniatures(options: dict[str, Any], depth: int) -> None:
    rules = CabronRules(**options)
    assert [perft(rules, n) for n in range(depth)] == [count(rules.to_json(), n) for n in range(depth)]


def test_perft_counted_by_hand() -> None:
    """Two players, four cards 1 2 3 4 of one suit, the 1 opens, two cards each.

    The deal: 4, 3, 2, 1 ways. Let the holder of the 1 be the starter, who holds one card more, and the other two.
    The starter leads the 1. Then the other plays one of its two cards - a choice: with the 4 the hand is over at once.
    - The starter holds 2 (8 of 24 deals, as either seat's and in either order): the other plays 3 or 4. After 3 the
      2 is dead and the 4 ends the hand: no choice. After 4 it is over. So 2 ways, both hands over.
    - It holds 3 (8): the other plays 2 or 4. After 2 the 3 follows, then the 4: no choice. Again 2 ways.
    - It holds 4 (8): the other plays 2 or 3; the 4 follows. Again 2 ways.
    So after four cards dealt there are 24 positions, 48 after the choice; one more hand begins with 4 cards to deal.
    """
    rules = CabronRules(players=2, suits=1, deck=4, opening_rank=1)
    assert [perft(rules, depth) for depth in range(7)] == [1, 4, 12, 24, 24, 48, 192]


EVERY_OPTION: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 2, "deck": 40},
    {"players": 5, "deck": 40, "opening_rank": 5},
    {"players": 6, "target": 1},
    {"players": 8, "hands": 3, "target": 1000},
    {"jumping": False},
    {"jumping": False, "players": 5, "deck": 40, "all_placed_bonus": 0},
    {"tie_bonus": "rounded down"},
    {"dead_bonus": "the others' only"},
    {"tie_bonus": "rounded down", "dead_bonus": "the others' only", "players": 8, "target": 30},
    {"suits": 1, "deck": 12, "opening_rank": 1, "players": 4},
    {"suits": 3, "deck": 15, "opening_rank": 5, "players": 5, "all_placed_bonus": 9},
    {"suits": 2, "deck": 6, "opening_rank": 2, "players": 3, "hands": 2},
]


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_random_matches_answer_by_answer(options: dict[str, Any]) -> None:
    rules, rng = CabronRules(**options), random.Random(6)
    for _ in range(2):
        game, state = match(rules.to_json()), rules.initial()
        question: tuple[str, int | None, list[str]] | None = next(game)
        final: list[Any] = []
        while not isinstance(turn := rules.turn(state), Terminal):
            assert question is not None
            kind, seat, possible = question
            assert (kind, seat) == ("chance" if isinstance(turn, Chance) else "decision", turn.seat)
            assert sorted(possible) == sorted(str(move.card) for move in turn.moves)
            move = rng.choice(turn.moves)
            state = rules.apply(state, move)
            try:
                question = game.send(str(move.card))
            except StopIteration as end:
                question, final = None, end.value
        assert question is None
        assert final == list(state.scores)
        assert [payoff > 0 for payoff in turn.outcome.payoffs] == [total == max(final) for total in final]
