"""The chain of a match of Galician Seis in floating point: one round for all stacks at once, without a matrix.

Everybody's chips are written down with the winner of the next round first, and lie in the order of the chips of the
others, their *place*. What the winner pays comes back, so a round is given by what the others pay, and the winner has
what they leave. A round moves the stacks of the others down, to 0 at the lowest; a *row* of places, in which only the
last seat's chips differ, stays together, and so the loops are fast.

`rows` has the chips of the seats before the last, `starts` the places where the rows begin, and their end;
`counts[i, n]` is in how many ways n chips can be shared among the winner and the seats from i + 1 on. `heads` are the
different payments of the seats before the last; those with head h are the ends of a round from `firsts[h]` up to
`firsts[h + 1]`, with what the last seat pays in `lasts`. Stacks after which somebody has less than `least` are left
out. Of `parts` threads each takes every so many rows.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from seis_lab.kernels import compiled
from seis_lab.kernels.galician_play import match_over

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@compiled
def overs(stacks: NDArray[np.int16], options: Ints) -> NDArray[np.bool_]:
    """Whether the match is over with these stacks."""
    found = np.empty(len(stacks), np.bool_)
    for at in range(len(stacks)):
        found[at] = match_over(stacks[at], 1, options)
    return found


@compiled
def row_after(row: Ints, head: Ints, counts: Ints, least: int) -> int:
    """Where the row begins that a row comes to; -1 where somebody has less than `least`."""
    place, left = 0, counts.shape[1] - 1
    for seat in range(row.size):
        chips = max(row[seat] - head[seat], 0)
        if chips < least:
            place = -1
        if place >= 0:
            place += counts[seat, left] - counts[seat, left - chips]
            left -= chips
    return place


@compiled
def values_before(
    values: Floats,
    rows: Ints,
    starts: Ints,
    counts: Ints,
    heads: Ints,
    firsts: Ints,
    lasts: Ints,
    chances: Floats,
    least: int,
    part: int,
    parts: int,
) -> Floats:
    """The expected value after a round, for all stacks before it, given the values after it."""
    found = np.zeros(starts[-1])
    for row in range(part, len(rows), parts):
        here = found[starts[row] : starts[row + 1]]
        for head in range(len(heads)):
            to = row_after(rows[row], heads[head], counts, least)
            if to < 0:
                continue
            for end in range(firsts[head], firsts[head + 1]):
                pays, chance = min(lasts[end], here.size), chances[end]
                for at in range(pays):
                    here[at] += chance * values[to]
                lower, after = here[pays:], values[to : to + here.size - pays]
                for at in range(lower.size):
                    lower[at] += chance * after[at]
    return found


@compiled
def visits_after(
    visits: Floats,
    rows: Ints,
    starts: Ints,
    counts: Ints,
    heads: Ints,
    firsts: Ints,
    lasts: Ints,
    chances: Floats,
    least: int,
    part: int,
    parts: int,
) -> Floats:
    """How often each stacks come after a round, given how often each come before it: the transpose of the other."""
    found = np.zeros(starts[-1])
    for row in range(part, len(rows), parts):
        here = visits[starts[row] : starts[row + 1]]
        for head in range(len(heads)):
            to = row_after(rows[row], heads[head], counts, least)
            if to < 0:
                continue
            for end in range(firsts[head], firsts[head + 1]):
                pays, chance = min(lasts[end], here.size), chances[end]
                for at in range(pays):
                    found[to] += chance * here[at]
                lower, after = here[pays:], found[to : to + here.size - pays]
                for at in range(lower.size):
                    after[at] += chance * lower[at]
    return found


@compiled
def effects(
    visits: Floats,
    values: Floats,
    rows: Ints,
    starts: Ints,
    counts: Ints,
    heads: Ints,
    firsts: Ints,
    lasts: Ints,
    part: int,
    parts: int,
) -> Floats:
    """For every end of a round, the value after it, summed over the visits to all stacks before it."""
    found = np.zeros(len(lasts))
    for row in range(part, len(rows), parts):
        here = visits[starts[row] : starts[row + 1]]
        for head in range(len(heads)):
            to = row_after(rows[row], heads[head], counts, 0)
            for end in range(firsts[head], firsts[head + 1]):
                pays, total = min(lasts[end], here.size), 0.0
                for at in range(pays):
                    total += here[at] * values[to]
                lower, after = here[pays:], values[to : to + here.size - pays]
                for at in range(lower.size):
                    total += lower[at] * after[at]
                found[end] += total
    return found
