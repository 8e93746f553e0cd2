"""Solves a duel in doubles on all cores: makes the kernel's tables from plain lists, and hands out the layers."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from seis_lab.kernels.duel import Floats, Ints, Tables, solve_layers

CHUNK = 25_000  # positions that one call solves: some hundredths of a second


def tables(**lists: Any) -> Tables:
    """The kernel's tables from nested lists of the same names; rows that are shorter than others are filled with -1."""
    made: dict[str, Any] = {name: floats(x) if name == "chances" else filled(x) for name, x in lists.items()}
    return Tables(**made)


def floats(given: Sequence[float]) -> Floats:
    """An array of doubles."""
    return np.array(given, np.float64)


def filled(given: Any) -> Ints:
    """An array of integers from nested lists, whose short rows are filled with -1.

    >>> filled([[1, 2], [3]]).tolist()
    [[1, 2], [3, -1]]
    """
    shape: list[int] = []
    level = [given]
    while level and isinstance(level[0], list | tuple):
        shape.append(max(len(item) for item in level))
        level = [part for item in level for part in item]
    array = np.full(shape, -1, np.int64)
    for place, value in _each(given):
        array[place] = value
    return array


def _each(given: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    if not isinstance(given, list | tuple):
        yield place, given
        return
    for at, part in enumerate(given):
        yield from _each(part, (*place, at))


def solve(
    t: Tables,
    groups: Sequence[Sequence[tuple[int, int]]],
    size: int,
    most_dados: Sequence[Sequence[int]],
    progress: Callable[[int], bool],
    threads: int | None = None,
) -> tuple[Floats, float, int]:
    """All values, the greatest residual, and the number of positions that may stall (see `solve_layers`).

    The layers of a group are shared out to the threads, the groups are taken in turn. `progress(positions)` is called
    as parts are done; when it returns False the solving stops, and the values are not to be used.
    """
    starts, ends = np.ones(size), np.empty(size)
    rolls = np.empty((max(int(t.plane.max(initial=-1)) + 1, 1), size if t.plane.max(initial=-1) >= 0 else 1))
    dados = filled(most_dados)
    greatest, stalls, done = 0.0, 0, 0
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        for group in groups:
            parts = [np.array(part, np.int64) for part in _parts(t, group)]
            waiting = [pool.submit(solve_layers, part, t, starts, ends, rolls, dados) for part in parts]
            for part, future in zip(parts, waiting, strict=True):
                residual, stalled = future.result()
                greatest, stalls = max(greatest, residual), stalls + stalled
                done += sum(_positions(t, layer) for layer in part.tolist())
                if not progress(min(done, size)):
                    return starts, greatest, stalls
    finally:  # also when interrupted: what has not begun is not begun any more
        pool.shutdown(cancel_futures=True)
    return starts, greatest, stalls


def _parts(t: Tables, group: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The layers of a group in parts of about `CHUNK` positions."""
    part: list[tuple[int, int]] = []
    positions = 0
    for layer in group:
        part.append(layer)
        positions += _positions(t, layer)
        if positions >= CHUNK:
            yield part
            part, positions = [], 0
    if part:
        yield part


def _positions(t: Tables, layer: Sequence[int]) -> int:
    return 2 * int(t.sizes[0, layer[0]]) * int(t.sizes[1, layer[1]])
