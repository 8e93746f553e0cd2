"""The kernel twice: compiled as it ships, and the same source as plain Python, as it runs without numba."""

import importlib.util
import sys
from types import ModuleType
from unittest import mock

from seis_lab.kernels import seis as shipped


def plain() -> ModuleType:
    """The kernel's module once more, loaded where numba cannot be imported."""
    spec = importlib.util.spec_from_file_location("seis_lab.kernels.seis_plain", shipped.__file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"numba": None}):
        spec.loader.exec_module(module)
    return module


KERNELS = {"shipped": shipped, "plain": plain()}
