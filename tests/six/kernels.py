"""The kernels that play whole games of Six, and the same source once more as plain Python, as it runs without numba."""

import importlib
import sys
from types import ModuleType
from unittest import mock

NAMES = ("six", "six_turns", "six_alphabeta", "six_tables", "six_games")


def modules() -> dict[str, ModuleType]:
    """The kernels by name."""
    return {name: importlib.import_module(f"seis_lab.kernels.{name}") for name in NAMES}


def plain() -> dict[str, ModuleType]:
    """The kernels loaded again where numba cannot be imported; those that ship stay in place."""
    shipped = modules()
    with mock.patch.dict(sys.modules, {"numba": None}):
        for name in NAMES:
            del sys.modules[f"seis_lab.kernels.{name}"]
        loaded = modules()
    for name in NAMES:
        setattr(sys.modules["seis_lab.kernels"], name, shipped[name])
    return loaded
