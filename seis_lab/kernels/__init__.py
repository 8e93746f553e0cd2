"""The few hot loops: compiled where numba is installed, the same source as plain Python where it is not.

Nothing here is imported before somebody asks for a kernel: importing a module of this package imports numba.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function compiled by numba, kept on disk for the next process; the function itself without numba.

    Kernels of one file are merged into the one that calls them, which makes a loop of small functions twice as fast.
    Kernels hold no lock while they run, so that several threads can.
    """
    try:
        from numba import njit
    except ImportError:
        return function
    return cast(F, njit(cache=True, nogil=True, error_model="numpy", inline="always")(function))
