"""A solved duel on disk, which later sessions map into memory instead of solving it again.

The file is a line with the name and version of the format, a line of JSON (what the table is about, the bound of its
error, the SHA-256 of all the rest), and, from a multiple of 4096 bytes on, the values as little-endian doubles. It is
written whole or not at all. It is refused when it is damaged, of another version, or about other rules.
"""

import hashlib
import json
import mmap
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

from seis_lab.exact.duel_double import Solved
from seis_lab.exact.duel_hands import DuelModel
from seis_lab.files import write_atomically
from seis_lab.game import quote

FIRST_LINE = b"seis_lab.duel 1\n"
PAGE = 4096
PART = 1 << 24  # bytes read or written at a time


class InvalidDuelFile(ValueError):
    """A file that holds no duel, a damaged one, or one of other rules."""


def cache_path(model: DuelModel) -> Path:
    """Where the duel of these rules is kept unless the caller says otherwise: in the user's cache folder.

    The environment variable SEIS_LAB_CACHE names another folder, such as one that a class shares.
    """
    if os.environ.get("SEIS_LAB_CACHE"):
        folder = Path(os.environ["SEIS_LAB_CACHE"])
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "seis_lab"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Caches" / "seis_lab"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seis_lab"
    return folder / f"{hashlib.sha256(_about(model)).hexdigest()[:16]}.seisduel"


def make_folder(path: Path) -> None:
    """The folder of the file, made where it is missing; OSError where nothing can be written there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(path.parent, os.W_OK):
        raise PermissionError(f"nothing can be written to {quote(str(path.parent))}; name another file")


def save(path: Path, model: DuelModel, solved: Solved) -> None:
    """Write the table of a duel, whole or not at all; OSError where that cannot be done."""
    if sys.byteorder != "little":
        raise OSError("duel files are little-endian, and this machine is not")
    make_folder(path)
    data = memoryview(solved.table).cast("B")  # type: ignore[arg-type]
    facts = {"model": json.loads(_about(model)), "positions": len(solved.table), "gap": str(solved.gap)}
    facts["sha256"] = _digest(facts, data)
    head = FIRST_LINE + json.dumps(facts).encode() + b"\n"

    def parts() -> Iterator[bytes]:
        yield head + bytes(-len(head) % PAGE)
        for at in range(0, len(data), PART):
            yield bytes(data[at : at + PART])

    write_atomically(path, parts())


def load(path: Path, model: DuelModel) -> Solved:
    """The table of that file, mapped into memory; InvalidDuelFile where it is not the whole duel of these rules."""
    try:
        with path.open("rb") as file:
            if file.readline(len(FIRST_LINE)) != FIRST_LINE:
                raise InvalidDuelFile(
                    f"{quote(str(path))} is not a duel of version 1; allowed: what duel(rules, file=...) wrote"
                )
            facts = _facts(path, file.readline(100_000))
            head = file.tell()
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as error:
        raise InvalidDuelFile(f"{quote(str(path))} cannot be read: {error}") from error
    if facts["model"] != json.loads(_about(model)):
        other = [name for name, value in json.loads(_about(model)).items() if facts["model"].get(name) != value]
        raise InvalidDuelFile(
            f"{quote(str(path))} is the duel of other rules: it differs in {', '.join(other) or 'more'}; delete it, or "
            "name another file"
        )
    data = mapped[head + -head % PAGE :]
    digest = facts.pop("sha256")
    if len(data) != 8 * facts["positions"] or digest != _digest(facts, data):
        raise InvalidDuelFile(f"{quote(str(path))} is damaged: its checksum does not fit; delete it to solve again")
    return Solved(data.cast("d"), Fraction(facts["gap"]))


def _facts(path: Path, line: bytes) -> dict[str, Any]:
    try:
        facts = json.loads(line)
        kinds = {"model": dict, "positions": int, "gap": str, "sha256": str}
        if sys.byteorder == "little" and all(isinstance(facts[name], kind) for name, kind in kinds.items()):
            Fraction(facts["gap"])
            return dict(facts)
    except (ValueError, KeyError, TypeError, ZeroDivisionError, RecursionError):
        pass
    raise InvalidDuelFile(f"{quote(str(path))} is damaged: its second line does not say what it is about")


def _about(model: DuelModel) -> bytes:
    return json.dumps(asdict(model), sort_keys=True).encode()


def _digest(facts: dict[str, Any], data: Sequence[int] | memoryview) -> str:
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode())
    view = memoryview(data)  # type: ignore[arg-type]
    for at in range(0, len(view), PART):
        digest.update(view[at : at + PART])
    return digest.hexdigest()
