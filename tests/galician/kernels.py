"""The kernels of Galician Seis twice: compiled as they ship, and the same source as plain Python, as without numba."""

import importlib.util
import sys
from types import ModuleType
from unittest import mock

from seis_lab.kernels import galician_chain, galician_law, galician_play


def plain(module: ModuleType) -> ModuleType:
    """The module once more, loaded where numba cannot be imported."""
    assert module.__file__ is not None
    spec = importlib.util.spec_from_file_location(f"{module.__name__}_plain", module.__file__)
    assert spec is not None and spec.loader is not None
    again = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"numba": None}):
        spec.loader.exec_module(again)
    return again


LAWS = {"shipped": galician_law, "plain": plain(galician_law)}
PLAYS = {"shipped": galician_play, "plain": plain(galician_play)}
CHAINS = {"shipped": galician_chain, "plain": plain(galician_chain)}
