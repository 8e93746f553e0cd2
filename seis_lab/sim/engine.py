"""Games played by the engine itself: slow, and right by the rules of record, whatever the options are."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from seis_lab.game import Game, Policy, Terminal, unfold
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Play, Roll, SeisMove
from seis_lab.games.wildcards import Wild


def generator(seed: np.random.SeedSequence) -> random.Random:
    """A generator of the standard library from a seed of a block: bots and the engine take no other."""
    return random.Random(int(seed.generate_state(1, np.uint64)[0]))


def payoffs(
    rules: Game[Any, Any, Any], policies: Sequence[Policy[Any, Any]], rng: random.Random, start: Any
) -> tuple[Fraction, ...]:
    """The payoffs at the end of one game from a position."""
    state = start
    for _, after in unfold(rules, policies, rng, start):
        state = after
    turn = rules.turn(state)
    assert isinstance(turn, Terminal)  # or unfold would have gone on
    return turn.outcome.payoffs


def own_turns(moves: Iterable[SeisMove]) -> int:
    """How many turns the moves of a game alone make: a turn is one roll and one more for every DADO before it.

    >>> from seis_lab.games.seis_notation import parse_move
    >>> own_turns(map(parse_move, ["pass", "roll 1", "DADO", "roll 3", "roll 3", "DADO", "roll 2"]))
    3
    """
    turns = rolls_left = 0
    for move in moves:
        extra = move == Play(Wild.DADO)
        if not extra and not isinstance(move, Roll):
            continue
        if rolls_left == 0:
            turns += 1
            rolls_left = 1
        rolls_left += 1 if extra else -1
    return turns


def turns_block(rules: SeisRules, policy: Policy[Any, Any], games: int, seed: np.random.SeedSequence) -> dict[int, int]:
    """So many games alone: in how many the player took so many turns."""
    rng = generator(seed)
    return Counter(own_turns(move for move, _ in unfold(rules, [policy], rng)) for _ in range(games))


def payoffs_block(
    rules: Game[Any, Any, Any],
    policies: Sequence[Policy[Any, Any]],
    start: Any,
    games: int,
    seed: np.random.SeedSequence,
) -> tuple[Fraction, ...]:
    """The payoffs of so many games from a position, added up, one sum per seat."""
    rng = generator(seed)
    sums = [Fraction(0)] * rules.seats
    for _ in range(games):
        sums = [total + payoff for total, payoff in zip(sums, payoffs(rules, policies, rng, start), strict=True)]
    return tuple(sums)
