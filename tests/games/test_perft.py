"""How many sequences of n moves there are, counted by hand in the comments.

`test_twin.py` compares the counts for every option with those of an independent program.
"""

from typing import Any

import pytest

from seis_lab.game import perft
from seis_lab.games.seis import SeisRules

# Two cards and a two-sided die. Where two play, chance first says who begins (2 moves). A roll of a card that is still
# face up is a hit, any other a miss.
MINIATURES = [
    # Alone: 2 rolls, 2 rolls; the second roll hits (over) or misses, so there are always 2 unfinished games.
    ({"players": 1, "wildcards": {}}, [1, 2, 4, 4, 4, 4]),
    # DADO or pass (2), roll (4). After DADO the second roll (2 x 2), after pass DADO or pass again (2 x 2): 8.
    # DADO: 2 of 4 missed, each rolls again: 4. Pass: 4 roll: 8. Together 12.
    # DADO: 2 missed: 4. Pass, DADO, miss: second roll, 2 x 2. Pass, pass, miss: DADO or pass, 2 x 2. Together 12.
    ({"players": 1, "wildcards": {"DADO": 1}}, [1, 2, 4, 8, 12, 12]),
    # Roll (2), NUMERAL to the other number or pass (4): one card is down in all of them. Roll (8).
    # NUMERAL spent (4 rolls): 2 missed, each rolls: 4. NUMERAL kept (4 rolls): asked again before the flip: 8. 12.
    # Spent: 2 of 4 missed: 4. Kept: of each pair of answers one ends the game, so 4 go on: 8. Together 12.
    ({"players": 1, "wildcards": {"NUMERAL": 1}}, [1, 2, 4, 8, 12, 12]),
    # first (2), then 2 for each roll; the third roll is the starter's second: half of the 16 are over.
    ({"players": 2, "wildcards": {}}, [1, 2, 4, 8, 16, 16]),
    # first, roll (4), the other is asked (8). Shot: the other rolls; not: the roller is asked about its own roll (16).
    # Shot (4): roll (8), and the first, who still holds a card, is asked: 16. Not shot by the other (8): roll: 16.
    ({"players": 2, "wildcards": {"TIRADOR": 1}}, [1, 2, 4, 8, 16, 32]),
    # first, roll (4), SALTAR or pass (8), roll (16). Passed: the other rolled 8 and is asked: 16.
    # Played: of the 8 second rolls of the same player 4 missed, it has no card left, and the other rolls: 8.
    ({"players": 2, "wildcards": {"SALTAR": 1}}, [1, 2, 4, 8, 16, 24]),
    # The same moves, but the other rolls in both cases and is then asked: 16 x 2.
    ({"players": 2, "wildcards": {"REVERSA": 1}}, [1, 2, 4, 8, 16, 32]),
    # ... unless it acts as SALTAR.
    ({"players": 2, "wildcards": {"REVERSA": 1}, "reversa_two_players": "acts as SALTAR"}, [1, 2, 4, 8, 16, 24]),
    # first, roll (4): nobody to hit yet. The other rolls (8) and is asked about VOLTEAR (16). The one card of the other
    # is raised without a choice; whoever began rolls (32).
    ({"players": 2, "wildcards": {"VOLTEAR": 1}}, [1, 2, 4, 8, 16, 32]),
]

MODES = [
    # Random, alone: the box has six 1s and six 2s, two are dealt (2 x 2). Two rolls (2 x 2) end the row 1,1 in 1 way of
    # 4, the row 2,2 in 1, and the row 1,2, dealt in two orders, in 2 each: 6 of 16. The other 10 roll: 20.
    ({"players": 1, "mode": "random", "wildcards": {}}, [1, 2, 4, 8, 16, 20]),
    # Mirror, one card each: 1a or 1b to A, the other to B (1), first (2), roll (2). A 1 ends the game: who has the own
    # colour alone finishes, crossed colours finish together. A 2 turns nothing: the other rolls.
    ({"players": 2, "mode": "mirror", "row": [1], "wildcards": {}}, [1, 2, 2, 4, 8, 8, 8]),
    # ... with a shot: each of the 4 rolls that begin, of 1 or 2, is followed by the question to the other (16), by that
    # to the roller where it was let pass (8 x 2), and by the next roll where it was shot (8 x 2).
    ({"players": 2, "mode": "mirror", "row": [1], "wildcards": {"TIRADOR": 1}}, [1, 2, 2, 4, 8, 16, 32]),
]

# Six cards and a six-sided die. Over the six faces NUMERAL or pass is 2 + 3 + 3 + 3 + 3 + 2 = 16 choices, with wrap 18.
FULL = [
    # first, DADO or pass, roll, NUMERAL or pass, then the other is asked about TIRADOR.
    ({"players": 2}, [1, 2, 4, 24, 64, 128]),
    ({"players": 6}, [1, 6, 12, 72, 192, 384]),
    ({"players": 2, "numeral_wrap": True}, [1, 2, 4, 24, 72, 144]),
    # The other is asked before NUMERAL: 24 x 2; a shot ends the turn: DADO or pass, 24 x 2; if not, the roller is
    # asked about its own roll, 24 x 2.
    ({"players": 2, "tirador_window": "before NUMERAL"}, [1, 2, 4, 24, 48, 96]),
    # Alone nobody shoots. After DADO (16) the second roll: 96; after pass (16) DADO or pass: 32. Together 128.
    # 96 rolled and asked about NUMERAL: 16 x 16 = 256; 32 x 6 rolls = 192. Together 448.
    ({"players": 1}, [1, 2, 12, 32, 128, 448]),
    # DADO or pass. After DADO a second one or pass (2), after pass a roll (6). 2 x 6 rolls; 6 x DADO or pass again.
    ({"players": 1, "wildcards": {"DADO": 2}, "dado_per_turn": 2}, [1, 2, 8, 24]),
]


@pytest.mark.parametrize(("options", "counted"), MINIATURES + MODES, ids=str)
def test_miniatures_counted_by_hand(options: dict[str, Any], counted: list[int]) -> None:
    rules = SeisRules(faces=2, **options)
    assert [perft(rules, depth) for depth in range(len(counted))] == counted


@pytest.mark.parametrize(("options", "counted"), FULL, ids=str)
def test_the_full_game_counted_by_hand(options: dict[str, Any], counted: list[int]) -> None:
    rules = SeisRules(**options)
    assert [perft(rules, depth) for depth in range(len(counted))] == counted


@pytest.mark.parametrize("depth", [-1, 1.5, "2"])
def test_a_depth_that_is_none_is_refused(depth: object) -> None:
    with pytest.raises(ValueError, match="is not allowed; allowed: a whole number from 0 up"):
        perft(SeisRules(players=1), depth)  # type: ignore[arg-type]
