"""Games in blocks: the same result from one process or a cluster, a word on progress, and a way to stop.

The games are cut into blocks of a fixed size and every block gets its own seed, spawned from the one the caller gave
(`numpy.random.SeedSequence`). So a result depends on the seed and the number of games, never on who played which block.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, TypeAlias, TypeVar

import numpy as np

from seis_lab.exact.answers import Cancelled

R = TypeVar("R")

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the games that are done and the games in all."""

Stop: TypeAlias = Callable[[], bool]
"""Asked between blocks; True ends the run with Cancelled."""

MOST = 100_000  # blocks of a run: their seeds take a second and a hundred megabytes
WAITING = 32  # blocks handed to an executor at a time: enough for a cluster, few to take back
POLL = 0.2  # seconds between two questions to `cancelled` while an executor works


def whole(name: str, value: object, low: int) -> int:
    """The value, when it is a whole number from `low` up; ValueError names and quotes it otherwise."""
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise ValueError(f"{name}={value!r} is not allowed; allowed: a whole number from {low} up")
    return value


def blocks(games: int, size: int, seed: int) -> list[tuple[int, np.random.SeedSequence]]:
    """The blocks of a run: how many games each plays, and its seed; ValueError where they are more than `MOST`.

    >>> [games for games, _ in blocks(25, 10, seed=1)]
    [10, 10, 5]
    """
    if games > MOST * size:
        raise ValueError(f"games={games} is not allowed; allowed: up to {MOST * size}, played {size} at a time")
    sizes = [size] * (games // size) + [games % size] * (games % size > 0)
    return list(zip(sizes, np.random.SeedSequence(seed).spawn(len(sizes)), strict=True))


def run_blocks(
    play: Callable[..., R],
    arguments: tuple[Any, ...],
    work: list[tuple[int, np.random.SeedSequence]],
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancelled: Stop | None = None,
) -> list[R]:
    """`play(*arguments, games, seed)` for every block, in order; `play` is a function of a module, so that it travels.

    With an executor the blocks run there, a few at a time. Cancelled when `cancelled()` says so between two blocks.
    """
    total = sum(games for games, _ in work)
    results: dict[int, R] = {}
    done = 0
    for index, result in _results(play, arguments, work, executor, cancelled):
        results[index] = result
        done += work[index][0]
        if progress is not None:
            progress(done, total)
    return [results[index] for index in range(len(work))]


def _results(
    play: Callable[..., R],
    arguments: tuple[Any, ...],
    work: list[tuple[int, np.random.SeedSequence]],
    executor: Executor | None,
    cancelled: Stop | None,
) -> Iterator[tuple[int, R]]:
    """Every block's number and result, as they come."""
    if executor is None:
        for index, block in enumerate(work):
            stop_if(cancelled)
            yield index, play(*arguments, *block)
        return
    left = list(enumerate(work))[::-1]
    running: dict[Future[R], int] = {}
    try:
        while left or running:
            while left and len(running) < WAITING:
                index, block = left.pop()
                running[executor.submit(play, *arguments, *block)] = index
            finished, _ = wait(running, timeout=None if cancelled is None else POLL, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future.result()
            if left or running:
                stop_if(cancelled)
    finally:
        for future in running:
            future.cancel()


def stop_if(cancelled: Stop | None) -> None:
    """Raise Cancelled when the caller wants the run to end."""
    if cancelled is not None and cancelled():
        raise Cancelled("the simulation was cancelled; nothing of it is kept")
