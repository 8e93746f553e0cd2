"""Many games of SEIS with NUMERAL and DADO: every seat plays its own row by a table of moves, until one is done.

A second writing of a part of the rules, from the text and not from the engine, so that the two can be compared move by
move. It has no seats that act on one another: SALTAR, REVERSA, VOLTEAR and TIRADOR are not here.

A seat is one row of integers with the fields below. Its cards face up are one number, BOARD: the count of every
number, in mixed radix (`stride`, `radix`), so that 0 says that all lie face down. An action is 1 or 0 for "play it" or
"pass" before the roll and at the flip, the face at the roll, and the new number or 0 at NUMERAL.

    >>> import numpy as np
    >>> options = np.array([2, 1, 1, 0, NO_LIMIT, 0])         # a die of two faces, default options
    >>> stride, radix = np.array([0, 1, 2]), np.array([1, 2, 2])  # one card 1, one card 2
    >>> seat = np.array([3, 1, 0, ROLL, 0, 0, 0, 0])           # both cards up, one NUMERAL
    >>> begin(seat, options)
    >>> step(seat, options, stride, radix, 2)                  # roll 2
    >>> int(seat[STAGE]) == NUMERAL, int(seat[BOARD])
    (True, 3)
    >>> step(seat, options, stride, radix, 1)                  # NUMERAL makes it 1, and card 1 turns
    >>> int(seat[STAGE]) == OVER, int(seat[BOARD])
    (True, 2)
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled

Ints: TypeAlias = NDArray[np.int64]
Actions: TypeAlias = NDArray[np.int8]

# The fields of a seat: cards up, NUMERAL left, DADO left, the stage, the number on the die, the rolls of this turn
# still to come after this one, the NUMERAL played on this roll, the wildcards played in this turn.
BOARD, NUMERALS, DADOS, STAGE, NUMBER, MORE, CHANGES, PLAYED = range(8)
FIELDS = 8

# The stages of a turn. The first three ask for a decision, and number the planes of the table of moves.
BEFORE, NUMERAL, FLIP, ROLL, OVER = range(5)

# The options, in this order.
FACES, PER_TURN, PER_ROLL, WRAP, LIMIT, MAY_KEEP = range(6)
NO_LIMIT = 1 << 30

UNKNOWN = -1  # in the table of moves: a position that its maker never met


@compiled
def begin(seat: Ints, options: Ints) -> None:
    """A turn of the seat begins."""
    seat[NUMBER] = 0
    seat[MORE] = 0
    seat[CHANGES] = 0
    seat[PLAYED] = 0
    ask_dado(seat, options)


@compiled
def ask_dado(seat: Ints, options: Ints) -> None:
    """Before the roll: DADO may be played while one is held and the turn's limits allow it."""
    may = seat[DADOS] > 0 and seat[MORE] < options[PER_TURN] and seat[PLAYED] < options[LIMIT]
    seat[STAGE] = BEFORE if may else ROLL


@compiled
def ask_numeral(seat: Ints, options: Ints, stride: Ints, radix: Ints) -> None:
    """After the roll: NUMERAL may be played while one is held and the limits allow it; else the flip follows."""
    if seat[NUMERALS] > 0 and seat[CHANGES] < options[PER_ROLL] and seat[PLAYED] < options[LIMIT]:
        seat[STAGE] = NUMERAL
    else:
        ask_flip(seat, options, stride, radix)


@compiled
def ask_flip(seat: Ints, options: Ints, stride: Ints, radix: Ints) -> None:
    """The number stands: a card of that number turns face down, by choice only where the flip is optional."""
    number = seat[NUMBER]
    if radix[number] == 1 or seat[BOARD] // stride[number] % radix[number] == 0:
        end_roll(seat)
    elif options[MAY_KEEP]:
        seat[STAGE] = FLIP
    else:
        flip(seat, stride)


@compiled
def flip(seat: Ints, stride: Ints) -> None:
    """One card of the number on the die turns face down."""
    seat[BOARD] -= stride[seat[NUMBER]]
    end_roll(seat)


@compiled
def end_roll(seat: Ints) -> None:
    """The roll is settled: the turn is over when all cards are down or no roll is left."""
    seat[NUMBER] = 0
    seat[CHANGES] = 0
    if seat[BOARD] == 0 or seat[MORE] == 0:
        seat[STAGE] = OVER
    else:
        seat[MORE] -= 1
        seat[STAGE] = ROLL


@compiled
def step(seat: Ints, options: Ints, stride: Ints, radix: Ints, action: int) -> None:
    """One action in the seat's stage, which must be legal."""
    stage = seat[STAGE]
    if stage == ROLL:
        seat[NUMBER] = action
        ask_numeral(seat, options, stride, radix)
    elif stage == BEFORE and action == 0:
        seat[STAGE] = ROLL
    elif stage == BEFORE:
        seat[DADOS] -= 1
        seat[PLAYED] += 1
        seat[MORE] += 1
        ask_dado(seat, options)
    elif stage == NUMERAL and action == 0:
        ask_flip(seat, options, stride, radix)
    elif stage == NUMERAL:
        seat[NUMERALS] -= 1
        seat[PLAYED] += 1
        seat[CHANGES] += 1
        seat[NUMBER] = action
        ask_numeral(seat, options, stride, radix)
    elif action == 0:
        end_roll(seat)
    else:
        flip(seat, stride)


@compiled
def legal(seat: Ints, options: Ints, weights: Ints, action: int) -> bool:
    """Whether the action may be taken in the seat's stage; `weights` is the die, entry 0 unused."""
    stage = seat[STAGE]
    faces = options[FACES]
    if stage == ROLL:
        return bool(1 <= action <= faces and weights[action] > 0)
    if stage == NUMERAL and action != 0:
        number = seat[NUMBER]
        near = abs(action - number) == 1
        across = options[WRAP] == 1 and abs(action - number) == faces - 1
        return bool(1 <= action <= faces and (near or across))
    return bool(stage != OVER and 0 <= action <= 1)


@compiled
def cell(seat: Ints, plane: int, shape: Ints) -> int:
    """Where the table of moves has the seat's decision; `shape` is that of the table without its first axis."""
    played = min(seat[PLAYED], shape[4] - 1)
    at = seat[BOARD] * shape[1] + seat[NUMERALS]
    at = (at * shape[2] + seat[DADOS]) * shape[3] + seat[MORE]
    at = ((at * shape[4] + played) * shape[5] + plane) * shape[6] + seat[CHANGES]
    return int(at * shape[7] + seat[NUMBER])


@compiled
def draw(rng: np.random.Generator, weights: Ints) -> int:
    """One face, by integer weights (entry 0 holds the total, at most 2**52: no face is off by more than 2**-52)."""
    left = int(rng.random() * weights[0])
    face = 0
    while left >= 0:
        face += 1
        left -= weights[face]
    return face


@compiled
def play_games(
    games: int,
    most_turns: int,
    rng: np.random.Generator,
    start: Ints,
    options: Ints,
    weights: Ints,
    stride: Ints,
    radix: Ints,
    table: Actions,
    shape: Ints,
) -> tuple[Ints, Ints]:
    """Play so many games, seat 0 first: the winner of each, and how many own turns it took.

    `start` has one row per seat, `table` one row of moves per seat. A game without a winner after `most_turns` turns of
    every seat stops the run: its winner is -1. A position that the table does not know has winner -2.
    """
    seats = start.shape[0]
    winners = np.zeros(games, np.int64)
    turns = np.zeros(games, np.int64)
    now = start.copy()
    for game in range(games):
        for mine in range(seats):
            for field in range(FIELDS):
                now[mine, field] = start[mine, field]
        winner = -1
        while winner == -1 and turns[game] < most_turns:
            turns[game] += 1
            for mine in range(seats):
                seat = now[mine]
                begin(seat, options)
                while seat[STAGE] != OVER:
                    if seat[STAGE] == ROLL:
                        action = draw(rng, weights)
                    else:
                        action = int(table[mine, cell(seat, seat[STAGE], shape)])
                    if action == UNKNOWN:
                        winners[game] = -2
                        return winners, turns
                    step(seat, options, stride, radix, action)
                if seat[BOARD] == 0:
                    winner = mine
                    break
        winners[game] = winner
        if winner < 0:
            break
    return winners, turns
