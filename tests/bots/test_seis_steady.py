"""The rules of thumb, one by one, in positions of one line."""

from typing import Any

import pytest

from seis_lab.bots import steady_bot
from seis_lab.game import Decision
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import parse_position

NEW = "1,2,3,4,5,6/-"


def choice(position: str, **options: Any) -> str:
    state = parse_position(position)
    rules = SeisRules(players=len(state.seats), **options)
    turn = rules.turn(state)
    assert isinstance(turn, Decision)
    (move,) = steady_bot(rules)(rules.view(state, turn.seat), turn.moves).weights
    return str(move)


@pytest.mark.parametrize(
    ("position", "options", "chosen"),
    [
        # DADO: not more rolls than cards are missing, but any for the last card
        (f"{NEW}:D1 | {NEW}:- ; A BEFORE", {}, "DADO"),
        (f"1/2,3,4,5,6:D1 | {NEW}:- ; A BEFORE", {}, "DADO"),
        (f"1,2/3,4,5,6:D1 | {NEW}:- ; A BEFORE more_rolls=1 played=DADO", {"dado_per_turn": 2}, "pass"),
        (f"1,2,3/4,5,6:D1 | {NEW}:- ; A BEFORE more_rolls=1 played=DADO", {"dado_per_turn": 2}, "DADO"),
        # NUMERAL: only for a flip, and only for the last cards
        (f"5/1,2,3,4,6:N1 | {NEW}:- ; A NUMERAL number=4", {}, "NUMERAL 5"),
        (f"5/1,2,3,4,6:N1 | {NEW}:- ; A NUMERAL number=6", {}, "NUMERAL 5"),
        (f"5/1,2,3,4,6:N1 | {NEW}:- ; A NUMERAL number=3", {}, "pass"),
        (f"5/1,2,3,4,6:N2 | {NEW}:- ; A NUMERAL number=3", {"numeral_per_roll": 2}, "NUMERAL 4"),
        (f"5/1,2,3,4,6:N1 | {NEW}:- ; A NUMERAL number=3", {"numeral_per_roll": 2}, "pass"),
        (f"5/1,2,3,4,6:N1 | {NEW}:- ; A NUMERAL number=5", {}, "pass"),
        (f"4,5/1,2,3,6:N2 | {NEW}:- ; A NUMERAL number=5", {}, "pass"),
        (f"3,5/1,2,4,6:N1 | {NEW}:- ; A NUMERAL number=4", {}, "pass"),
        (f"6/1,2,3,4,5:N1 | {NEW}:- ; A NUMERAL number=1", {"numeral_wrap": True}, "NUMERAL 6"),
        # TIRADOR: at the roll that would win, with one to spare at the one before it, never at oneself
        (f"4/1,2,3,5,6:- | {NEW}:T1 ; A TIRADOR number=4 asked=B", {}, "TIRADOR"),
        (f"4/1,2,3,5,6:- | {NEW}:T1 ; A TIRADOR number=3 asked=B", {}, "pass"),
        (f"4,5/1,2,3,6:- | {NEW}:T1 ; A TIRADOR number=4 asked=B", {}, "pass"),
        (f"4,5/1,2,3,6:- | {NEW}:T2 ; A TIRADOR number=4 asked=B", {}, "TIRADOR"),
        (f"3,4,5/1,2,6:- | {NEW}:T2 ; A TIRADOR number=4 asked=B", {}, "pass"),
        (f"4/1,2,3,5,6:T2 | {NEW}:- ; A TIRADOR number=4 asked=A", {}, "pass"),
        (f"4/1,2,3,5,6:N1 | {NEW}:T1 ; A TIRADOR number=3 asked=B", {"tirador_window": "before NUMERAL"}, "TIRADOR"),
        (f"4/1,2,3,5,6:- | {NEW}:T1 ; A TIRADOR number=3 asked=B", {"tirador_window": "before NUMERAL"}, "pass"),
        # VOLTEAR: at whoever is closest to winning, once close
        (f"{NEW}:V1 | 1,2/3,4,5,6:- | 1/2,3,4,5,6:- ; A END", {}, "VOLTEAR C"),
        (f"{NEW}:V1 | 1,2,3/4,5,6:- | {NEW}:- ; A END", {}, "pass"),
        # REVERSA: when the one after me is close and the one before me is not
        (f"{NEW}:R1 | 1/2,3,4,5,6:- | {NEW}:- ; A END", {}, "REVERSA"),
        (f"{NEW}:R1 | {NEW}:- | 1/2,3,4,5,6:- ; A END", {}, "pass"),
        (f"{NEW}:R1 | 1/2,3,4,5,6:- | {NEW}:- ; A END direction=-1", {}, "pass"),
        (f"{NEW}:R1 | 1/2,3,4,5,6:- ; A END", {}, "pass"),
        (f"{NEW}:R1 | 1/2,3,4,5,6:- ; A END", {"reversa_two_players": "acts as SALTAR"}, "REVERSA"),
        # SALTAR: over the next player who is close, or for another turn of one's own
        (f"{NEW}:S1 | 1/2,3,4,5,6:- | {NEW}:- ; A END", {}, "SALTAR"),
        (f"{NEW}:S1 | {NEW}:- | 1/2,3,4,5,6:- ; A END", {}, "pass"),
        (f"{NEW}:S1 | 1/2,3,4,5,6:- | {NEW}:- ; A END direction=-1", {}, "pass"),
        (f"1/2,3,4,5,6:S1 | {NEW}:- ; A END", {}, "SALTAR"),
        (f"{NEW}:S1 | {NEW}:- ; A END", {}, "pass"),
        # The card that must be raised: one's own most frequent, another's least frequent; then the neighbours count
        (f"{NEW}:- | 3,4,5,6/1,2:- ; A RAISE hit=B played=VOLTEAR", {}, "raise 2"),
        (f"{NEW}:- | 3,4,5,6/1,2:- ; A RAISE hit=B played=VOLTEAR", {"voltear_chooser": "attacker"}, "raise 1"),
        (
            f"{NEW}:- | 3,4,5,6/1,2:- ; A RAISE hit=B played=VOLTEAR",
            {"die": ["1/2", "1/10", "1/10", "1/10", "1/10", "1/10"]},
            "raise 1",
        ),
        # An optional flip is taken
        (f"{NEW}:- | {NEW}:- ; A FLIP number=4", {"flip": "optional"}, "flip 4"),
    ],
)
def test_rules_of_thumb(position: str, options: dict[str, Any], chosen: str) -> None:
    assert choice(position, **options) == chosen
