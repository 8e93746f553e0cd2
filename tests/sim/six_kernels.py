"""The engine of Six twice: compiled as it ships, and the same source as plain Python, as it runs without numba."""

import importlib
import sys
from types import ModuleType
from unittest import mock

NAMES = ("kernels.six", "kernels.six_turns", "kernels.six_alphabeta", "kernels.six_tables", "bots.six_root")


def modules() -> dict[str, ModuleType]:
    """The engine's modules by the last part of their names."""
    return {name.split(".")[1]: importlib.import_module(f"seis_lab.{name}") for name in NAMES}


def plain() -> dict[str, ModuleType]:
    """The modules once more, loaded where neither numba nor numpy can be imported; the shipped ones stay in place."""
    shipped = modules()
    with mock.patch.dict(sys.modules, {"numba": None, "numpy": None}):
        for name in NAMES:
            del sys.modules[f"seis_lab.{name}"]
        loaded = modules()
    for name in NAMES:
        folder, module = name.split(".")
        setattr(sys.modules[f"seis_lab.{folder}"], module, shipped[module])
    return loaded


BOTH = {"shipped": modules(), "plain": plain()}
