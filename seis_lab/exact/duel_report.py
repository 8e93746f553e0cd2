"""What every choice of a game for two cost: the value of the move chosen against that of the best one.

With one card missing and a NUMERAL, A lets a useless roll pass; B, whom one number of two serves, has a turn more:

>>> from seis_lab.exact.duels import duel
>>> from seis_lab.games.seis import SeisRules
>>> rules = SeisRules(faces=2, wildcards={"NUMERAL": 1})
>>> moves = "first A; roll 1; pass; roll 2; NUMERAL 1; roll 1; pass".split("; ")
>>> for choice in review(Record(rules, tuple(map(rules.parse, moves))), duel(rules)):
...     print(choice.at, "AB"[choice.seat], choice.move, "- best:", choice.best, "- lost:", choice.loss)
2 A pass - best: pass - lost: 0
4 B NUMERAL 1 - best: NUMERAL 1 - lost: 0
6 A pass - best: NUMERAL 2 - lost: 1/2
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.duels import Duel, Value
from seis_lab.game import Decision, Record
from seis_lab.games.seis_notation import SeisMove, SeisState


@dataclass(frozen=True)
class Choice:
    """A decision between several moves: after how many moves of the record, whose, and what moves were worth.

    `value` and `best_value` are the seat's probability of winning after the move chosen and after the best one.
    `loss` is their difference, and 0 where the values are certified and that leaves open which is better.
    """

    at: int
    seat: int
    move: SeisMove
    best: SeisMove
    value: Value
    best_value: Value
    loss: Value


def review(
    record: Record[SeisState, SeisMove], solved: Duel, cancelled: Callable[[], bool] = lambda: False
) -> tuple[Choice, ...]:
    """Every choice of a game, in order; a decision with one legal move is none.

    ValueError when the duel is not that of the record's rules; Cancelled once `cancelled()` is true.
    """
    if record.rules != solved.rules:
        raise ValueError(f"the game was played by {record.rules!r}; allowed: their duel, not {solved!r}")
    found = []
    for at, (state, move) in enumerate(zip(record.states(), record.moves, strict=False)):
        if cancelled():
            raise Cancelled(f"cancelled after {at} of {len(record.moves)} moves")
        turn = solved.rules.turn(state)
        if not isinstance(turn, Decision) or len(turn.moves) < 2:
            continue
        values = solved.action_values(state)
        highest, value = max(values.values()), values[move]
        loss = highest - value
        if Fraction(loss) <= 2 * solved.error(state):
            loss, best = loss * 0, move
        else:
            best = solved.best(state)
        found.append(Choice(at, turn.seat, move, best, value, highest, loss))
    return tuple(found)
