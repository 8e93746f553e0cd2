"""Open the lab, or test it. One file, the standard library only, on Linux, macOS and Windows.

python3 lab.py          make the environment in .venv, then open the first lesson in JupyterLab
python3 lab.py test     run all the tests; further words go to pytest instead: lab.py test -k perft
python3 lab.py lint     formatting, lint, types and the import contract
python3 lab.py check    the same, and the fast tests
python3 lab.py bench    the benchmarks, always two things side by side
python3 lab.py lessons  run the notebooks and keep what they print

Words after "open" go to JupyterLab: lab.py open --no-browser. The first run downloads about 0.3 GB and takes a
minute or two; later runs start in seconds.
"""

import sys

OLDEST = (3, 11, 5)
if sys.version_info < OLDEST:  # before anything that an old Python would not understand
    sys.exit(
        "lab.py: this is Python %d.%d.%d; the lab needs 3.11.5 or newer (see python.org/downloads)"
        % tuple(sys.version_info[:3])
    )

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "seis-lab-ready.json"  # written last: what this environment was made from
BUILDING = VENV / "seis-lab-building"  # there while a new environment is being made
WELCOME = "notebooks/00_welcome.ipynb"
SPACE = 2_000_000_000  # bytes that a new environment with the test tools may want, with room to unpack
COMPILED = "numba,llvmlite,python-flint,stormpy,icepool"  # never built from source: minutes, and a compiler
PYTEST = ["-m", "pytest"]
PLAIN = ["-p", "no:nbval", "-p", "no:benchmark"]  # a run starts faster without the plugins that it does not use
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
TWO = ["-n", "2", "--dist", "loadfile"]  # two at a time, a file to each; one more browser or lab would be in the way
LINT = [
    ("formatting", ["-m", "ruff", "format", "--check", "."]),
    ("lint", ["-m", "ruff", "check", "."]),
    ("types", ["-m", "mypy"]),
    ("import contract", ["-c", "from importlinter.cli import lint_imports_command as lint; lint(['--no-logo'])"]),
]
NO_NETWORK = ("NewConnectionError", "Failed to establish a new connection", "name resolution", "ConnectTimeout",
              "Connection refused", "connection broken", "Network is unreachable", "getaddrinfo failed",
              "ProxyError", "Read timed out", "Cannot connect to proxy", "No matching index")  # fmt: skip
NO_SPACE = ("No space left on device", "Errno 28", "not enough space on the disk", "Disk quota exceeded")


class Trouble(Exception):
    """What went wrong, in one line for the user."""


def venv_python() -> Path:
    """The interpreter of the environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def environ() -> dict[str, str]:
    """The environment of everything we start: nothing of the user's Python setup leaks in."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONHOME", "PYTHONPATH", "PIP_TARGET")}
    return {**kept, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def stamp(tests: bool) -> dict[str, object]:
    """What an environment must have been made from to be ready."""
    wanted = b"".join((ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
    return {
        "python": "%d.%d" % sys.version_info[:2],
        "folder": str(ROOT),
        "wanted": hashlib.sha256(wanted).hexdigest(),
        "tests": tests,
    }


def read_stamp() -> dict[str, object]:
    """The stamp of the environment that is there; empty when there is none, or it is not readable."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


# -- making the environment ---------------------------------------------------------------------------------


def prepare(tests: bool) -> Path:
    """Make the environment ready, with the test tools when `tests`, and give its interpreter.

    An environment is ready when its stamp says so. One that was left half-made, or made by another Python or for
    another folder, is thrown away; one that is only out of date, or made by hand, is brought up to date in place.
    """
    found = read_stamp()
    tests = tests or found.get("tests") is True
    wanted = stamp(tests)
    if found == wanted and venv_python().exists():
        return venv_python()
    moved = bool(found) and any(found.get(key) != wanted[key] for key in ("python", "folder"))
    if VENV.exists() and (moved or BUILDING.exists() or not venv_python().exists()):
        remove_environment()
    fresh = not VENV.exists()
    try:
        if fresh:
            create_environment()
        STAMP.unlink(missing_ok=True)
        left_out = install(tests)
        quiet_jupyter()
        STAMP.write_text(json.dumps(stamp(tests)), encoding="utf-8")
        BUILDING.unlink(missing_ok=True)
    except OSError as problem:
        if fresh:
            shutil.rmtree(VENV, ignore_errors=True)
        raise Trouble(explain(str(problem))) from problem
    except BaseException:
        if fresh:
            shutil.rmtree(VENV, ignore_errors=True)
        raise
    for line in left_out:
        print(line)
    return venv_python()


def remove_environment() -> None:
    """Throw the environment away, unless we are running in it."""
    if Path(sys.prefix).resolve() == VENV.resolve():
        raise Trouble("lab.py is running inside .venv, which must be made anew: start it with another Python")
    print("Throwing away the .venv that is there: it is unfinished, or was made by another Python or elsewhere.")
    try:
        shutil.rmtree(VENV)
    except OSError as problem:
        raise Trouble(f"cannot remove {VENV}: {problem.strerror}; close what uses it, then try again") from problem


def create_environment() -> None:
    """Make an empty environment, marked as unfinished."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise Trouble(
                f"this Python has no {module} module; on Debian or Ubuntu: sudo apt install python3-venv; "
                "elsewhere install Python from python.org"
            )
    free = shutil.disk_usage(ROOT).free
    if free < SPACE:
        raise Trouble(f"{ROOT} has {free / 1e9:.1f} GB free; the lab needs {SPACE / 1e9:.1f} GB")
    VENV.mkdir()
    BUILDING.touch()
    made = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], env=environ(), capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise Trouble(explain(made.stdout + made.stderr))


def install(tests: bool) -> list[str]:
    """Install the lab into the environment; a line for each part that this machine cannot have."""
    print("Installing the lab into .venv: a minute or two the first time, seconds later.", flush=True)
    groups = ["--group", "test"] if tests else []
    lab = ["--constraint", "constraints.txt", "--only-binary", COMPILED, *groups, "--editable"]
    left_out = []
    pip("pip>=25.1")  # older ones do not know dependency groups
    try:
        pip(*lab, ".[fast]")
    except NotFound:
        pip(*lab, ".")
        left_out.append("Left out: numba and python-flint, not to be had for this Python. All works, slower.")
    if tests:
        try:
            pip("--constraint", "constraints.txt", "--only-binary", COMPILED, "--group", "oracles")
        except NotFound:
            left_out.append("Left out: stormpy and icepool, not to be had here. Tests that ask them are skipped.")
    return left_out


class NotFound(Trouble):
    """Some package does not exist for this Python or machine."""


def pip(*arguments: str) -> None:
    """Run pip install; on a screen, one line that shows what it is at."""
    command = [str(venv_python()), "-m", "pip", "install", "--progress-bar", "off", "--retries", "3", *arguments]
    said = []
    with subprocess.Popen(
        command, cwd=ROOT, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as running:
        assert running.stdout is not None  # a pipe was asked for
        for line in running.stdout:
            said.append(line)
            if sys.stdout.isatty() and line.lstrip().startswith(("Collecting", "Downloading", "Installing")):
                print("\r\033[K  " + line.strip()[:70], end="", flush=True)
    if sys.stdout.isatty():
        print("\r\033[K", end="", flush=True)
    if running.returncode:
        text = "".join(said)
        gone = "No matching distribution found" in text or "ResolutionImpossible" in text
        kind = NotFound if gone and not any(sign in text for sign in NO_NETWORK) else Trouble
        raise kind(explain(text))


def explain(text: str) -> str:
    """One line about a failed step, from what it printed."""
    if any(sign.lower() in text.lower() for sign in NO_SPACE):
        return f"the disk is full: free some space (the lab needs {SPACE / 1e9:.1f} GB), then try again"
    if any(sign in text for sign in NO_NETWORK) or "(from versions: none)" in text:
        return "cannot download packages: is there a network? Nothing was changed; try again when there is one"
    with tempfile.NamedTemporaryFile("w", prefix="seis-lab-", suffix=".log", delete=False, encoding="utf-8") as log:
        log.write(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")] or lines or ["no reason was given"]
    return f"the installation failed: {errors[-1][:200]} (all of it: {log.name})"


def quiet_jupyter() -> None:
    """No news and no update checks in this environment's JupyterLab: it works without a network and never asks."""
    settings = VENV / "share/jupyter/lab/settings/overrides.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    quiet = {"@jupyterlab/apputils-extension:notification": {"checkForUpdates": False, "fetchNews": "false"}}
    settings.write_text(json.dumps(quiet), encoding="utf-8")


# -- what the user can ask for ------------------------------------------------------------------------------


def run(title: str, *command: str) -> bool:
    """Run one step in the environment under a heading; True when it succeeded."""
    print(f"\n== {title}", flush=True)
    return subprocess.run([str(venv_python()), *command], cwd=ROOT, env=environ(), check=False).returncode == 0


def verdict(steps: list[tuple[str, bool]]) -> int:
    """Say which steps failed; the exit code."""
    failed = [title for title, good in steps if not good]
    print(f"\nFailed: {', '.join(failed)}." if failed else f"\nAll {len(steps)} steps passed.", flush=True)
    return 1 if failed else 0


def open_lab(words: list[str]) -> int:
    """Open the first lesson in JupyterLab and stay until it ends."""
    prepare(tests=False)
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    command = [str(venv_python()), "-m", "jupyterlab", *root, *words, WELCOME]
    print("Opening JupyterLab; to end it, press Ctrl+C here.", flush=True)
    warm = [str(venv_python()), "-m", "seis_lab.warm"]
    subprocess.Popen(warm, cwd=ROOT, env=environ(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with subprocess.Popen(command, cwd=ROOT, env=environ()) as jupyter:
        while True:
            try:
                return jupyter.wait()
            except KeyboardInterrupt:  # it has heard it too, and asks or ends by itself
                continue


def test(words: list[str]) -> int:
    """Run all the tests, one kind after the other, or one run of pytest with the user's own words."""
    prepare(tests=True)
    if words:
        return 0 if run("pytest " + " ".join(words), *PYTEST, *words) else 1
    notebooks = [*PYTEST, "--nbval", "--nbval-current-env", "--nbval-cell-timeout=120", "notebooks"]
    steps = [("unit, property and oracle tests, and the examples", [*PYTEST, *PLAIN, *TWO]), ("notebooks", notebooks)]
    required = "browser" in os.environ.get("SEIS_LAB_REQUIRE", "")
    browser = any(shutil.which(name) for name in BROWSERS)
    if browser or required:
        steps.append(("tests of the page alone", [*PYTEST, *PLAIN, "tests/front"]))
        steps.append(("browser tests", [*PYTEST, *PLAIN, "tests/browser"]))
    results = [(title, run(title, *command)) for title, command in steps]
    if not (browser or required):
        print("\nLeft out: the browser tests. They want Chromium on the PATH (Debian: sudo apt install chromium).")
    return verdict(results)


def lint(words: list[str]) -> int:
    """What is read and not run: formatting, lint, types, and the import contract."""
    prepare(tests=True)
    return verdict([(title, run(title, *command)) for title, command in LINT])


def check(words: list[str]) -> int:
    """Everything that is quick to say about a change."""
    prepare(tests=True)
    fast = ("fast tests", [*PYTEST, *PLAIN, *TWO, "-q", "-m", "not slow and not oracle"])
    return verdict([(title, run(title, *command)) for title, command in [*LINT, fast]])


def lessons(words: list[str]) -> int:
    """Run the lessons and keep their outputs."""
    prepare(tests=True)
    return 0 if run("lessons", "tests/notebooks/refresh.py", *words) else 1


def bench(words: list[str]) -> int:
    """The benchmarks."""
    prepare(tests=True)
    return 0 if run("benchmarks", *PYTEST, "-p", "no:nbval", "tests/benchmarks", *words) else 1


COMMANDS = {"open": open_lab, "test": test, "lint": lint, "check": check, "bench": bench, "lessons": lessons}


def main(words: list[str]) -> int:
    """Do what the words ask; an exit code."""
    if words and words[0] in ("-h", "--help", "help"):
        print(__doc__.strip() if __doc__ else "")
        return 0
    name, rest = (words[0], words[1:]) if words else ("open", [])
    if name not in COMMANDS:
        print(f"lab.py: {name!r} is not a command; there are {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    try:
        return COMMANDS[name](rest)
    except Trouble as trouble:
        print(f"lab.py: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("lab.py: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
