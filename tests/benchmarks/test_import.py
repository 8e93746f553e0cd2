"""`import seis_lab` beside `import sympy`: fresh processes, taken in turn, less what an empty interpreter costs."""

import subprocess
import sys
import time
from statistics import median

ROUNDS = 7


def seconds(code: str) -> float:
    """How long a fresh interpreter takes to run some code."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - begin


def test_import_takes_under_a_tenth_of_sympy() -> None:
    for code in ("import seis_lab", "import sympy"):
        seconds(code)  # bytecode and disk cache
    rounds = [[seconds(code) for code in ("pass", "import seis_lab", "import sympy")] for _ in range(ROUNDS)]
    empty, ours, theirs = (median(column) for column in zip(*rounds, strict=True))
    ratio = (ours - empty) / (theirs - empty)
    print(f"\nimport seis_lab {ours - empty:.4f} s, import sympy {theirs - empty:.4f} s: ratio {ratio:.4f}")
    assert ratio < 0.1
