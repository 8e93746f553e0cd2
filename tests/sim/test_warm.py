"""Kernels compiled ahead, and compiled anew once one of them has changed."""

import os
import sys
from pathlib import Path

import pytest

import seis_lab.kernels
from seis_lab.kernels import forget_stale
from seis_lab.warm import warm


@pytest.mark.slow
def test_no_kernel_is_left_to_be_compiled_at_a_table() -> None:
    pytest.importorskip("numba")
    warm()
    kernels = {path.stem for path in Path(seis_lab.kernels.__file__).parent.glob("[!_]*.py")}
    loaded = {name for name in kernels if f"seis_lab.kernels.{name}" in sys.modules}
    assert loaded == kernels


def test_what_was_compiled_before_a_kernel_changed_is_compiled_anew(tmp_path: Path) -> None:
    kernel, cache = tmp_path / "calls.py", tmp_path / "__pycache__"
    cache.mkdir()
    old, new = cache / "calls.loop-1.py311.nbi", cache / "called.loop-1.py311.nbi"
    for file, time in ((kernel, 2_000), (old, 1_000), (new, 3_000)):
        file.touch()
        os.utime(file, (time, time))
    forget_stale(tmp_path)
    assert sorted(path.name for path in cache.iterdir()) == [new.name]
