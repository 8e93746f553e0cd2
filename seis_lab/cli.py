"""The command ``seis-lab``: copy the lessons to a folder and open them, or ask for exact odds in a terminal.

seis-lab [FOLDER]                            the lessons, in FOLDER or ./seis-lab-lessons
seis-lab lessons FOLDER --no-open            copy them only
seis-lab odds seis turns --set wildcards.NUMERAL=2 --set wildcards.DADO=2 [--json]
seis-lab odds seis duel --set wildcards.TIRADOR=1 [--keep]

A question starts from the fewest players and wildcards that it needs; each --set changes one option of the rules.
"""

import argparse
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

LESSONS = Path(__file__).parent / "lessons"
CHECKOUT = Path(__file__).parent.parent / "notebooks"
FOLDER = "seis-lab-lessons"
WELCOME = "00_welcome.ipynb"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and leave with code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with the given words (those of the command line by default); an exit code.

    0 is success, 1 something in the way on this machine, 2 a word that makes no sense.

    >>> main(["odds", "seis", "turns", "--set", "faces=2", "--set", "row=[1, 2]"])
    3 = 3.0000 turns (exact, 3 states, checked by back-substitution)
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name that the terminal cannot write is no reason to stop
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if words is None else words)
    if not given or given[0] not in ("lessons", "odds", "-h", "--help", "--version"):
        if sum(not word.startswith("-") for word in given) > 1:
            return refuse(f"{given[0]!r} is not a command; allowed: lessons, odds, or one folder for the lessons")
        given = ["lessons", *given]
    options = parser().parse_args(given)
    try:
        code = odds(options) if options.command == "odds" else lessons(options.folder, options.open)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads, as `head` does, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to fail at the exit
        return 0
    return code


def parser() -> Parser:
    """The grammar of the command line."""
    from seis_lab import __version__
    from seis_lab.exact.questions import QUESTIONS_OF

    top = Parser(
        prog="seis-lab", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    top.add_argument("--version", action="version", version=f"seis-lab {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="lessons | odds")

    copy = commands.add_parser("lessons", help="copy the lessons to a folder and open them", allow_abbrev=False)
    copy.add_argument("folder", nargs="?", default=FOLDER, help=f"where to put them (default: ./{FOLDER})")
    copy.add_argument("--no-open", dest="open", action="store_false", help="copy only, do not open JupyterLab")

    ask = commands.add_parser("odds", help="answer a question exactly", allow_abbrev=False)
    ask.add_argument("game", metavar="GAME", help=" or ".join(QUESTIONS_OF))
    asked = [f"{game} {name}: {of}" for game, names in QUESTIONS_OF.items() for name, of in names.items()]
    ask.add_argument("question", metavar="QUESTION", help="; ".join(asked))
    ask.add_argument(
        "--set", dest="settings", action="append", default=[], metavar="NAME=VALUE", help="change one option"
    )
    ask.add_argument("--keep", action="store_true", help="keep a solved duel for tables and bots, in the user's cache")
    ask.add_argument("--json", action="store_true", help="print JSON, with the fractions as text, for programs")
    return top


def refuse(message: str, code: int = 2) -> int:
    """Say in one line what is wrong; the exit code."""
    print(f"seis-lab: {message}", file=sys.stderr)
    return code


# -- odds ---------------------------------------------------------------------------------------------------


def odds(options: argparse.Namespace) -> int:
    """Print the exact answer to a question about a game."""
    from seis_lab.exact.questions import odds as answer_to
    from seis_lab.exact.questions import start
    from seis_lab.games.options import with_settings

    if options.keep and options.question != "duel":
        return refuse(f"--keep is not for {options.question!r}; allowed with: duel")
    more = {"file": True} if options.keep else {}
    try:
        rules = with_settings(start(options.game, options.question), options.settings)
        answer = answer_to(options.game, options.question, rules, **more)
    except ValueError as problem:  # a game or question that is not known, or an option that is refused
        return refuse(str(problem))
    except OSError as problem:
        return refuse(f"the duel cannot be kept: {problem}", 1)
    if options.json:
        asked = {"game": options.game, "question": options.question, "answer": answer.to_json()}
        print(json.dumps(asked, ensure_ascii=False))
    else:
        print(answer)
    return 0


# -- lessons ------------------------------------------------------------------------------------------------


def lesson_files() -> list[Path]:
    """The lessons that this package carries, as paths that can be read.

    In a checkout the package holds links to ``notebooks/``; where a system cannot make links, the originals are read.
    """
    originals = ((CHECKOUT / path.name, path) for path in sorted(LESSONS.iterdir()))
    return [original if original.is_file() else path for original, path in originals]


def copy_lessons(folder: Path) -> tuple[list[str], list[str]]:
    """Copy the lessons into the folder without ever writing over a file: the names copied, and those kept as they were.

    A file that is the same already is in neither list. Raises OSError where the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    copied, kept = [], []
    for source in lesson_files():
        text, target = source.read_bytes(), folder / source.name
        try:
            file = target.open("xb")
        except FileExistsError:
            if not target.is_file() or target.read_bytes() != text:
                kept.append(source.name)
            continue
        try:
            with file:
                file.write(text)
        except BaseException:  # a full disk, or Ctrl+C: half a lesson would be taken for the user's own
            target.unlink()
            raise
        copied.append(source.name)
    return copied, kept


def lessons(given: str, open_them: bool) -> int:
    """Copy the lessons to a folder, say what was done, and open them in JupyterLab."""
    if not given:
        return refuse("FOLDER is empty; name a folder, or . for this one")
    folder = Path(given)
    try:
        copied, kept = copy_lessons(folder)
    except FileExistsError:
        return refuse(f"{str(folder)!r} is a file; name a folder, or one that does not exist yet")
    except OSError as problem:
        return refuse(f"cannot write the lessons into {str(folder)!r}: {problem.strerror}", 1)
    print(f"{len(copied)} {'file' if len(copied) == 1 else 'files'} copied into {folder}.")
    for name in kept:
        print(f"Kept your own {name}: it differs from the one in this package.")
    return open_jupyter(folder) if open_them else 0


def open_jupyter(folder: Path) -> int:
    """Open the first lesson of a folder in JupyterLab and stay until it ends."""
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    command = [sys.executable, "-m", "jupyterlab", *root, f"--ServerApp.root_dir={folder.resolve()}"]
    print("Opening JupyterLab; to end it, press Ctrl+C here.", flush=True)
    with subprocess.Popen([*command, str(folder / WELCOME)]) as jupyter:
        while True:
            try:
                return jupyter.wait()
            except KeyboardInterrupt:  # it has heard it too, and asks or ends by itself
                continue
