"""A recorded match of the bots of Six: the same openings with colours swapped, every game written down.

    nice python -m tests.benchmarks.six_match strong easy 100 > tests/benchmarks/six_match.easy.txt
    nice python -m tests.benchmarks.six_match strong medium 100 > tests/benchmarks/six_match.medium.txt

Each opening is four random placements, played twice: first A begins, then B. `strong` is limited by positions, not by
time, so that the record can be played again anywhere: a line has the opening and the turns after it, a cell for a tile
that is placed, `5,-2>3,1` for one that moves, with `=0,0` where a survivor was picked.
"""

import random
import re
import sys
from fractions import Fraction

from seis_lab.bots.six import SIX_LEVELS, SixPolicy, strong
from seis_lab.game import Terminal, unfold
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixState

NODES = 10_000
OPENING = 4
LONGEST = 600  # moves; a game that is not over then counts as a draw


def opening(rules: SixRules, number: int) -> tuple[list[str], SixState]:
    """The opening of this number: its moves and the position after them."""
    rng, state, moves = random.Random(f"opening {number}"), rules.initial(), []
    for _ in range(OPENING):
        move = rng.choice(rules.turn(state).moves)
        state = rules.apply(state, move)
        moves.append(str(move))
    return moves, state


def bot(rules: SixRules, level: str) -> SixPolicy:
    return strong(rules, nodes=NODES) if level == "strong" else SIX_LEVELS[level](rules)


def game(rules: SixRules, levels: list[str], number: int) -> tuple[str, str, list[str]]:
    """One game: who won ("draw" if nobody), why, and its moves."""
    moves, state = opening(rules, number)
    try:
        for move, after in unfold(
            rules, [bot(rules, level) for level in levels], random.Random(number), state, LONGEST
        ):
            moves.append(str(move))
            state = after
    except RuntimeError:
        return "draw", f"no end after {LONGEST} moves", moves
    turn = rules.turn(state)
    assert isinstance(turn, Terminal)
    payoffs = turn.outcome.payoffs
    winner = "draw" if payoffs[0] == payoffs[1] else levels[payoffs.index(Fraction(1))]
    return winner, turn.outcome.reason, moves


def short(moves: list[str]) -> str:
    """The turns of a game, written short."""
    text = " ".join(moves).replace("place ", "")
    text = re.sub("lift ([^ ]+) keep ([^ ]+) land ([^ ]+)", r"\1>\3=\2", text)
    return re.sub("lift ([^ ]+) land ([^ ]+)", r"\1>\2", text)


def main(first: str, second: str, games: int) -> None:
    """Play the match and print its record, the sum last."""
    rules = SixRules()
    print(
        f"{first} ({NODES} positions a turn where it is strong) against {second}, {rules!r}, {games} games", flush=True
    )
    won = {first: 0, second: 0, "draw": 0}
    for number in range(games):
        levels = [first, second] if number % 2 == 0 else [second, first]
        winner, reason, moves = game(rules, levels, number // 2)
        won[winner] += 1
        print(f"{number + 1}. {levels[0]}-{levels[1]}: {winner}, {reason}; {short(moves)}", flush=True)
    print(f"{first} {won[first]}, {second} {won[second]}, draws {won['draw']}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
