"""The law of a round in floating point, with a proved bound of its error: what is around the compiled kernel.

A probability is a sum of products of factors 1/k. On its way a product is rounded once for every division and once for
every addition: at most 2 + 2 * suits roundings a turn (a table has at most one predecessor for each end of a column,
and itself), and as many as there are ends of the round in the last sum. With n roundings of relative size u = 2**-53
the relative error is at most g = n u / (1 - n u), and the truth lies within g / (1 - g) of the result, relatively
(Higham, Accuracy and Stability of Numerical Algorithms, section 3.1). The least probability, 8**-40, is far from
underflow.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from seis_lab.exact.galician_tables import Passes, Table, Tables
from seis_lab.games.columns import Columns, place
from seis_lab.games.galician_policies import POLICIES, freed

Array = Any
"""A numpy array: numpy is not imported before a law in floating point is asked for."""

UNIT = Fraction(1, 2**53)
BITS = 6  # a seat never passes 64 times: fewer than 40 cards are played by others between its turns


class Growth(NamedTuple):
    """How columns grow, as look-ups by the index of a shape; a missing card has the rank `ranks`.

    `rank[shape, k]` is the k-th rank that fits (from 0), `to[shape, k]` the shape it makes, `freed[shape, k]` the ranks
    that fit only then, `lies[shape, rank]` whether the rank has been placed.
    """

    rank: Array
    to: Array
    freed: Array
    lies: Array


@lru_cache(maxsize=64)
def growth(columns: Columns) -> Growth:
    """The look-ups of these columns."""
    import numpy as np

    shapes = columns.shapes()
    index = {shape: at for at, shape in enumerate(shapes)}
    ways = max(len(columns.fits(shape)) for shape in shapes)
    rank = np.full((len(shapes), ways), columns.ranks)
    to = np.zeros((len(shapes), ways), np.int64)
    new = np.full((len(shapes), ways, 2), columns.ranks)
    lies = np.zeros((len(shapes), columns.ranks), np.int64)
    for shape, at in index.items():
        lies[at, [placed - 1 for placed in shape]] = 1
        for way, fits in enumerate(columns.fits(shape)):
            rank[at, way], to[at, way] = fits - 1, index[place(shape, fits)]
            for slot, after in enumerate(freed(columns, shape, fits)):
                new[at, way, slot] = after - 1
    return Growth(rank, to, new, lies)


def kernel_deal(columns: Columns, owner: Array, seats: int, names: Sequence[str]) -> tuple[Array, Array, Array]:
    """What the kernel asks of one deal: who may move, what it is worth to the policy, and what has been placed.

    `owner[suit, rank]` is the seat that was dealt the card.
    """
    import numpy as np

    grows = growth(columns)
    holder = np.concatenate([owner, np.full((len(owner), 1), -1)], axis=1)
    mover = holder[:, grows.rank]
    fresh = holder[:, grows.freed]
    own = ((fresh == mover[..., None]) & (fresh >= 0)).sum(axis=-1)
    others = (fresh >= 0).sum(axis=-1) - own
    taste = np.array([POLICIES[name] for name in names])[mover]
    placed = grows.lies @ (owner[..., None] == np.arange(seats))
    return mover, taste[..., 0] * own + taste[..., 1] * others, placed


def joint_in_doubles(
    tables: Tables, names: Sequence[str], kernel: Callable[..., Any] | None = None
) -> tuple[dict[tuple[int | None, Passes], Fraction], int, Fraction]:
    """The joint law of winner and passes, the number of (table, turn) met, and the bound of the relative error.

    `kernel` stands in for the compiled `push_round`: the tests give its plain twin.
    """
    try:
        import numpy as np

        from seis_lab.kernels.galician_law import push_round
    except ImportError as error:
        raise ValueError("method='double' needs numpy, which is not installed; allowed: method='exact'") from error
    rules, seats = tables.rules, tables.seats
    grows = growth(rules.columns)
    owner = np.array([tables.owner[card] for card in rules.cards]).reshape(rules.suits, rules.ranks)
    mover, score, placed = kernel_deal(rules.columns, owner, seats, names)
    options = [rules.match_end == "the moment somebody has none", rules.broke_player != "passes free"]
    about = np.array([_code(tables.start, len(grows.to)), tables.turn, tables.leader, *options], np.int64)
    codes, turns, chances, states, last = (kernel or push_round)(
        about, grows.to, mover, score, placed, np.array(tables.sizes), np.array(tables.stops)
    )
    played = np.zeros((len(codes), seats), np.int64)
    for suit in range(rules.suits):
        played += placed[suit][codes // len(grows.to) ** suit % len(grows.to)]
    after_leader = (np.arange(seats) - tables.leader) % seats
    passes = (turns[:, None] - 1 - after_leader) // seats + 1 - played
    actor = (tables.leader + turns - 1) % seats
    winner = np.where(played[np.arange(len(codes)), actor] == np.array(tables.sizes)[actor], actor, seats)
    keys = (np.column_stack([passes, winner]) << BITS * np.arange(seats + 1)).sum(axis=1)
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    summed = np.bincount(index, weights=chances)
    joint = {
        (int(winner[at]) if winner[at] < seats else None, tuple(int(n) for n in passes[at])): Fraction(float(p))
        for at, p in zip(first, summed, strict=True)
    }
    roundings = (2 + 2 * rules.suits) * (int(last) - tables.turn) + len(codes)
    relative = roundings * UNIT / (1 - roundings * UNIT)
    return joint, int(states), relative / (1 - relative)


def _code(table: Table, shapes: int) -> int:
    """The table as one number: the shapes as digits, suit 0 last."""
    return sum(shape * shapes**suit for suit, shape in enumerate(table))
