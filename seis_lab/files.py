"""Files that are never half-written."""

import os
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex


def write_atomically(path: str | Path, content: str | Iterable[bytes]) -> None:
    """Write text (as UTF-8) or parts of bytes: the file holds the old content or the new, whatever happens in between.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder) / "game.json", "{}")
    ...     (Path(folder) / "game.json").read_text()
    '{}'
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{token_hex(8)}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.writelines([content.encode()] if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
