"""The few hot loops: compiled where numba is installed, the same source as plain Python where it is not.

Nothing here is imported before somebody asks for a kernel: importing a module of this package imports numba.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast, get_type_hints

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


def compiled_apart(function: F) -> F:
    """Like `compiled`, but a function of its own: for large kernels that many others call, or that call themselves.

    Compiled when its module is imported, for the types of its annotations: whole numbers, truth values, flat rows of
    whole numbers, and named tuples of such rows.
    """
    try:
        from numba import njit, types
    except ImportError:
        return function
    row = types.Array(types.int64, 1, "C")

    def numba_type(hint: Any) -> Any:
        if hasattr(hint, "_fields"):
            return types.NamedUniTuple(row, len(hint._fields), hint)  # type: ignore[no-untyped-call]
        return {int: types.int64, bool: types.boolean, type(None): types.void}.get(hint, row)

    hints = get_type_hints(function)
    result = numba_type(hints.pop("return"))
    signature = result(*map(numba_type, hints.values()))
    return cast(F, njit(signature, cache=True, nogil=True, error_model="numpy")(function))


def forget_stale(folder: Path) -> None:
    """Let numba compile anew what it kept on disk before a kernel of the folder was last changed.

    Compiled code holds that of the files it calls, and numba looks at the file of its function only.
    """
    changed = max(file.stat().st_mtime for file in folder.glob("*.py"))
    for index in folder.glob("__pycache__/*.nbi"):
        with suppress(OSError):  # a folder that cannot be written, or another process that was quicker
            if index.stat().st_mtime < changed:
                index.unlink()


forget_stale(Path(__file__).parent)
