"""The bot that knows nothing: every legal move is equally likely, in any game."""

from typing import TypeVar

from seis_lab.game import Distribution

M = TypeVar("M")


def random_bot(view: object, moves: tuple[M, ...]) -> Distribution[M]:
    """Every legal move with the same probability.

    >>> random_bot(None, ("DADO", "pass"))
    Distribution({'DADO': 1, 'pass': 1})
    """
    return Distribution.uniform(moves)
