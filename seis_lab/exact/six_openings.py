"""The first placements of Six, counted: sequences, positions, and positions up to symmetry.

A position after n placements is alike to those that are moved along, turned or mirrored. As alike positions can be
continued alike, one of each class is enough, with the number of sequences that lead to its class. Two further counts
come with it: the number of sequences is what `perft` counts one by one, and the classes' sizes add up to the positions
that only moving along makes the same, where the first two tiles may lie in any direction.

    >>> from seis_lab.exact.six_turns import write
    >>> for row in openings(SixRules(), 3):
    ...     print(row)
    Opening(placements=0, sequences=1, alike=1, moved=6)
    Opening(placements=1, sequences=3, alike=2, moved=9)
    Opening(placements=2, sequences=30, alike=9, moved=87)
    Opening(placements=3, sequences=348, alike=73, moved=795)
    >>> [[write(turn) for turn in group] for group in equivalent(SixRules())]
    [['place 1,1', 'place 2,-1'], ['place 2,0']]
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.six_alike import Alike, alike, orbit
from seis_lab.exact.six_turns import Moves, turns
from seis_lab.game import InvalidRules, quote
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import SixState

BUDGET = 100_000
"""Classes of positions after so many placements that are listed at most: about a minute."""


class Opening(NamedTuple):
    """What there is after so many placements, games that were won earlier left out.

    `alike` counts the positions up to symmetry, `moved` those that only moving along makes the same.
    """

    placements: int
    sequences: int
    alike: int
    moved: int


@dataclass(frozen=True)
class Openings:
    """The counts after 0, 1, 2, ... placements, all exact."""

    rules: SixRules
    rows: tuple[Opening, ...]

    kind = "exact"

    def __getitem__(self, placements: int) -> Opening:
        """What there is after so many placements."""
        return self.rows[placements]

    def __iter__(self) -> Iterator[Opening]:
        """The rows, from the start on."""
        return iter(self.rows)

    def __len__(self) -> int:
        """How many rows there are, the start included."""
        return len(self.rows)

    def __str__(self) -> str:
        """One line for every number of placements."""
        return "\n".join(
            f"{row.placements} placements: {row.sequences} sequences, {row.alike} positions up to symmetry (exact)"
            for row in self.rows
        )

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        return {"kind": self.kind, "rules": self.rules.to_json(), "rows": [row._asdict() for row in self.rows]}

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{name}</th>" for name in Opening._fields)
        rows = "".join("<tr>" + "".join(f"<td>{count}</td>" for count in row) + "</tr>" for row in self.rows)
        return f'<table class="seis-answer"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def openings(
    rules: SixRules, placements: int = 4, *, budget: int = BUDGET, cancelled: Callable[[], bool] | None = None
) -> Openings:
    """The counts after 0, 1, ... so many placements.

    InvalidRules where there are more than `budget` classes, or not so many tiles; Cancelled when `cancelled()` says so.
    """
    most = sum(rules.initial().hands)
    if not isinstance(placements, int) or isinstance(placements, bool) or not 0 <= placements <= most:
        raise ValueError(f"placements={quote(placements)} is not allowed; allowed: a whole number from 0 to {most}")
    start = rules.initial()
    layer = {alike(start.tiles): (start, 1)}
    rows = [_row(0, layer)]
    for number in range(1, placements + 1):
        after: dict[Alike, tuple[SixState, int]] = {}
        for state, paths in layer.values():
            for move in rules.turn(state).moves:  # none where the game is over
                follower = rules.apply(state, move)
                key = alike(follower.tiles)
                first, so_far = after.get(key, (follower, 0))
                after[key] = first, so_far + paths
            if len(after) > budget:
                raise InvalidRules(f"more than {budget} classes after {number} placements; allowed: a larger budget")
            if cancelled is not None and cancelled():
                raise Cancelled(f"the count was cancelled at {number} placements; nothing of it is kept")
        layer = after
        rows.append(_row(number, layer))
    return Openings(rules, tuple(rows))


def _row(number: int, layer: Mapping[Alike, tuple[SixState, int]]) -> Opening:
    sequences = sum(paths for _, paths in layer.values())
    return Opening(number, sequences, len(layer), sum(orbit(state.tiles) for state, _ in layer.values()))


def equivalent(rules: SixRules, state: SixState | None = None) -> tuple[tuple[Moves, ...], ...]:
    """The turns that a position (by default the start) allows, in groups that lead to alike positions."""
    groups: dict[tuple[Alike, tuple[int, ...]], list[Moves]] = {}
    for moves, after in turns(rules, rules.initial() if state is None else state):
        groups.setdefault((alike(after.tiles), after.hands), []).append(moves)
    return tuple(map(tuple, groups.values()))
