"""A real JupyterLab in a real Chromium, started once for all tests, without any network beyond this machine.

`Lab` is what a test holds: it opens notebooks, runs them, and asks the kernel. Every wait is for a condition. The names
in the page's JavaScript (`jupyterapp`, `currentWidget`, `sessionContext`) are JupyterLab's own public ones.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
OUT = Path(__file__).parent / "out"
CHROMIUM = next(
    filter(
        None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"))
    ),
    None,
)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
PATIENCE = 60_000  # ms until a condition that never comes is a failure; no test measures time with it
WINDOW = {"width": 1280, "height": 900}
QUIET = {
    "@jupyterlab/apputils-extension/notification": {"checkForUpdates": False, "fetchNews": "false"},
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
}

STARTED = "() => window.jupyterapp?.commands.hasCommand('docmanager:open')"
RESTORED = "async () => { await window.jupyterapp.started; await window.jupyterapp.restored; }"
IN_FRONT = "path => window.jupyterapp.shell.currentWidget?.context?.path === path"
CONNECTED = """async () => {
    const panel = window.jupyterapp.shell.currentWidget;
    await panel.context.ready;
    await panel.sessionContext.ready;
    await panel.sessionContext.session.kernel.info;
}"""
IDLE = """() => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel;
    return kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
EXECUTE = """async (code) => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const said = {out: '', error: null};
    const future = kernel.requestExecute({code, store_history: false});
    future.onIOPub = ({header, content}) => {
        if (header.msg_type === 'stream' && content.name === 'stdout') said.out += content.text;
        if (header.msg_type === 'error') said.error = content.ename + ': ' + content.evalue;
    };
    await future.done;
    return said;
}"""
SET_CELLS = """(sources) => {
    const model = window.jupyterapp.shell.currentWidget.content.model.sharedModel;
    const cells = sources.map(source => ({cell_type: 'code', source, metadata: {trusted: true}, outputs: []}));
    model.transact(() => {
        model.deleteCellRange(0, model.cells.length);
        model.insertCells(0, cells);
    });
}"""


class Lab:
    """One browser page with JupyterLab in it, and the folder that its server shows."""

    def __init__(self, context: BrowserContext, address: str, folder: Path) -> None:
        self.context, self.address, self.folder = context, address, folder
        self.dark = False
        self.errors: list[str] = []  # what the page complained about
        self.outside: list[str] = []  # requests that would have left this machine
        context.on("request", self._note_request)
        context.on("weberror", lambda error: self.errors.append(f"uncaught: {error.error}"))
        context.on("console", self._note_console)
        context.on("dialog", self._note_dialog)
        self.page: Page = context.new_page()
        self.page.goto(f"{address}/lab")
        self.page.wait_for_function(STARTED)
        self.page.evaluate(RESTORED)

    def _note_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "file") and parts.hostname != "127.0.0.1":
            self.outside.append(request.url)

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _note_dialog(self, dialog: Any) -> None:
        self.errors.append(f"dialog: {dialog.message!r}")
        dialog.dismiss()

    # Notebooks.

    def write(self, name: str, *sources: str) -> None:
        """Write a notebook of code cells into the server's folder."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, self.folder / name)

    def open(self, name: str) -> None:
        """Open a notebook, in front of the others, and wait until its kernel can be used."""
        self.command("docmanager:open", path=name)
        self.page.wait_for_function(IN_FRONT, arg=name)
        self.evaluate(CONNECTED)
        self.page.wait_for_function(IDLE)

    def close(self) -> None:
        """Close the notebook in front with its kernel, unsaved."""
        self.page.evaluate(
            """async () => {
                const panel = window.jupyterapp.shell.currentWidget;
                await panel.sessionContext.shutdown();
                panel.dispose();
            }"""
        )

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """The value of an async JavaScript function; a promise that is never kept is a failure, not a wait for ever."""
        late = f"new Promise((_, no) => setTimeout(() => no(new Error('no answer')), {PATIENCE}))"
        return self.page.evaluate(f"argument => Promise.race([({script})(argument), {late}])", argument)

    def command(self, name: str, **arguments: Any) -> None:
        """Run one of JupyterLab's commands and wait for its promise."""
        self.evaluate(
            "async ([name, args]) => { await window.jupyterapp.commands.execute(name, args); }", [name, arguments]
        )

    def run_all(self) -> None:
        """Run every cell; an error in one of them is an error here."""
        self.command("notebook:run-all-cells")
        errors = [
            f"{output['ename']}: {output['evalue']}"
            for cell in self.notebook()["cells"]
            for output in cell.get("outputs", [])
            if output["output_type"] == "error"
        ]
        assert not errors, errors

    def cells(self, *sources: str) -> None:
        """Make these the cells of the open notebook and run them."""
        self.page.evaluate(SET_CELLS, list(sources))
        self.run_all()

    def notebook(self) -> Any:
        """The open notebook as it would be saved."""
        return self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.model.toJSON()")

    def python(self, code: str) -> str:
        """Run code in the kernel of the open notebook, without a cell; what it printed."""
        said = self.evaluate(EXECUTE, code)
        assert said["error"] is None, f"{said['error']}\nin: {code}"
        return str(said["out"])

    def ask(self, expression: str) -> Any:
        """The value of a Python expression in the kernel, by way of JSON."""
        return json.loads(self.python(f"import json as _json; print(_json.dumps({expression}))"))

    def restart(self) -> None:
        """Restart the kernel, as the menu does after its question."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
        self.evaluate(CONNECTED)
        self.page.wait_for_function(IDLE)

    # What is seen.

    @property
    def panel(self) -> Locator:
        """The notebook in front."""
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    @property
    def tables(self) -> Locator:
        """Its tables."""
        return self.panel.locator(".seis-table")

    @property
    def table(self) -> Locator:
        """The first of them."""
        return self.tables.first

    def theme(self, dark: bool) -> None:
        """Switch JupyterLab between its light and its dark theme."""
        name = "JupyterLab Dark" if dark else "JupyterLab Light"
        self.command("apputils:change-theme", theme=name)
        self.page.wait_for_function(f"() => document.body.dataset.jpThemeName === {json.dumps(name)}")
        self.dark = dark

    def shot(self, name: str, what: Locator | None = None) -> Path:
        """A screenshot for people, in tests/browser/out/."""
        OUT.mkdir(exist_ok=True)
        path = OUT / f"{name}.png"
        if what is None:
            self.page.screenshot(path=path)
        else:
            what.screenshot(path=path)
        return path


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A `jupyter lab` with folders of its own: nothing of the user's settings is read or written."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "notebooks"
        self.folder.mkdir()
        for name, values in QUIET.items():
            file = home / "settings" / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values))
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        options = [
            "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0",
            "--IdentityProvider.token=", "--LabApp.extension_manager=readonly", "--LabApp.expose_app_in_browser=True",
            f"--ServerApp.root_dir={self.folder}",
        ]  # fmt: skip
        own = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        environment = {**os.environ, **{key: str(home / folder) for key, folder in own.items()}}
        self.said: list[str] = []
        self.running = threading.Event()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            cwd=self.folder,
            env={**environment, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        if not self.running.wait(PATIENCE / 1000):
            self.stop()
            raise RuntimeError("jupyter lab did not start:\n" + "".join(self.said[-20:]))

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if "is running at" in line:
                self.running.set()

    def stop(self) -> None:
        """End the server, and with it its kernels."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(5)
        assert self.process.stderr is not None
        self.process.stderr.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One Jupyter server for all tests."""
    if CHROMIUM is None:
        pytest.skip("no chromium on the PATH")
    running = Server(tmp_path_factory.mktemp("jupyter"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser(server: Server) -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def one_lab(server: Server, browser: Browser) -> Iterator[Lab]:
    """One JupyterLab page for all tests, with animations reduced and an open notebook `main.ipynb`."""
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    lab = Lab(context, server.address, server.folder)
    lab.write("main.ipynb", "")
    lab.open("main.ipynb")
    yield lab
    context.close()


@pytest.fixture
def lab(one_lab: Lab) -> Iterator[Lab]:
    """The page, with a fresh account of errors: a test in which the page complained or went out has failed."""
    one_lab.errors.clear()
    one_lab.outside.clear()
    one_lab.python("from seis_lab import RuleLab, SeisRules, SeisTable")
    yield one_lab
    assert not one_lab.outside, f"requests beyond this machine: {one_lab.outside}"
    assert not one_lab.errors, f"the page complained: {one_lab.errors}"
