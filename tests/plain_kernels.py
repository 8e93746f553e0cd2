"""Kernels as plain Python: the same source as it runs where numba is not installed."""

import importlib.util
import sys
from types import ModuleType
from unittest import mock


def plain(module: ModuleType, *needed: ModuleType) -> ModuleType:
    """The module once more, loaded where numba cannot be imported; `needed` are plain modules that it imports from."""
    assert module.__file__ is not None
    spec = importlib.util.spec_from_file_location(f"{module.__name__}_plain", module.__file__)
    assert spec is not None and spec.loader is not None
    again = importlib.util.module_from_spec(spec)
    others = {one.__name__.removesuffix("_plain"): one for one in needed}
    with mock.patch.dict(sys.modules, {"numba": None, **others}):
        spec.loader.exec_module(again)
    return again
