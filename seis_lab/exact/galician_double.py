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
from typing import Any, NamedTuple, TypeAlias

from seis_lab.exact.galician_tables import NEVER, Passes, Table, Tables
from seis_lab.games.columns import Columns, place
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_policies import POLICIES, freed

Array = Any
"""A numpy array: numpy is not imported before a law in floating point is asked for."""

End: TypeAlias = tuple[int | None, Passes]
"""Who won, and how often each seat passed."""

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
) -> tuple[dict[End, Fraction], int, Fraction]:
    """The joint law of winner and passes, the number of (table, turn) met, and the bound of the relative error.

    `kernel` stands in for the compiled `push_round`: the tests give its plain twin.
    """
    try:
        import numpy as np
    except ImportError as error:
        raise ValueError("method='double' needs numpy, which is not installed; allowed: method='exact'") from error
    rules = tables.rules
    owner = np.array([tables.owner[card] for card in rules.cards]).reshape(rules.suits, rules.ranks)
    joint, states, roundings = _pushed(rules, owner, names, tables.start, tables.turn, tables.stops, kernel)
    relative = roundings * UNIT / (1 - roundings * UNIT)
    return {end: Fraction(p) for end, p in joint.items()}, states, relative / (1 - relative)


def ends_of_deal(rules: GalicianRules, owner: Array, names: Sequence[str]) -> dict[End, float]:
    """The joint law of one whole deal, `owner` by suit and rank: for many deals, without a bound of the error."""
    start = (rules.columns.shapes().index((rules.opening_rank,)), *[0] * (rules.suits - 1))
    return _pushed(rules, owner, names, start, 1, (NEVER,) * rules.players, None)[0]


def _pushed(
    rules: GalicianRules,
    owner: Array,
    names: Sequence[str],
    start: Table,
    turn: int,
    stops: Passes,
    kernel: Callable[..., Any] | None,
) -> tuple[dict[End, float], int, int]:
    """The joint law, the number of (table, turn) met, and the most roundings on the way to a probability."""
    import numpy as np

    from seis_lab.kernels.galician_law import push_round

    grows, seats = growth(rules.columns), rules.players
    mover, score, placed = kernel_deal(rules.columns, owner, seats, names)
    sizes = np.bincount(owner.reshape(-1), minlength=seats)
    leader = int(owner[0, rules.opening_rank - 1])
    code = sum(shape * len(grows.to) ** suit for suit, shape in enumerate(start))
    options = [rules.match_end == "the moment somebody has none", rules.broke_player != "passes free"]
    about = np.array([code, turn, leader, *options], np.int64)
    codes, turns, chances, states, last = (kernel or push_round)(
        about, grows.to, mover, score, placed, sizes, np.array(stops)
    )
    played = np.zeros((len(codes), seats), np.int64)
    for suit in range(rules.suits):
        played += placed[suit][codes // len(grows.to) ** suit % len(grows.to)]
    passes = (turns[:, None] - 1 - (np.arange(seats) - leader) % seats) // seats + 1 - played
    actor = (leader + turns - 1) % seats
    winner = np.where(played[np.arange(len(codes)), actor] == sizes[actor], actor, seats)
    keys = (np.column_stack([passes, winner]) << BITS * np.arange(seats + 1)).sum(axis=1)
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    summed = np.bincount(index, weights=chances)
    joint = {
        (who if who < seats else None, tuple(often)): p
        for who, often, p in zip(winner[first].tolist(), passes[first].tolist(), summed.tolist(), strict=True)
    }
    return joint, int(states), (2 + 2 * rules.suits) * (int(last) - turn) + len(codes)
