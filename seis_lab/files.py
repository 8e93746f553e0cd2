"""Files that are never half-written."""

import os
from pathlib import Path
from secrets import token_hex


def write_atomically(path: str | Path, text: str) -> None:
    """Write UTF-8 text so that the file holds either the old text or the new one, whatever happens in between.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder) / "game.json", "{}")
    ...     (Path(folder) / "game.json").read_text()
    '{}'
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{token_hex(8)}.tmp")
    try:
        with open(temporary, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
