"""The kernels of Seises cabrón twice: compiled as they ship, and the same source as plain Python, as without numba."""

import importlib.util
import sys
from types import ModuleType
from unittest import mock

from seis_lab.kernels import cabron_counts, cabron_law


def plain(module: ModuleType, **others: ModuleType) -> ModuleType:
    """The module once more, loaded where numba cannot be imported; `others` are plain modules that it imports from."""
    assert module.__file__ is not None
    spec = importlib.util.spec_from_file_location(f"{module.__name__}_plain", module.__file__)
    assert spec is not None and spec.loader is not None
    again = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"numba": None} | {f"seis_lab.kernels.{n}": m for n, m in others.items()}):
        spec.loader.exec_module(again)
    return again


_law = plain(cabron_law)
LAWS = {"shipped": cabron_law, "plain": _law}
COUNTS = {"shipped": cabron_counts, "plain": plain(cabron_counts, cabron_law=_law)}
