"""One piece of work at a time, beside the kernel: it can be cancelled, and a later one replaces it.

Where no thread can be started (a browser kernel) the work is done at once, in the caller's own thread.

>>> said = []
>>> worker = Worker()
>>> worker.start(lambda progress, cancelled: 6 * 7, said.append, said.append)
>>> worker.wait(); said
[42]
"""

import threading
from collections.abc import Callable
from typing import Any, TypeAlias

from seis_lab.exact.answers import Cancelled

Progress: TypeAlias = Callable[[int, int], object]
Job: TypeAlias = Callable[[Progress, Callable[[], bool]], Any]


class Worker:
    """Runs jobs one after the other; `progress(done, total)` is passed on, and nothing of a replaced job is heard."""

    def __init__(self, progress: Progress = lambda done, total: None) -> None:
        self._progress = progress
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, job: Job, done: Callable[[Any], object], failed: Callable[[Exception], object]) -> None:
        """Cancel what is running and begin a job: `done` gets its result, `failed` its error (Cancelled too)."""
        with self._lock:
            self.forget()
            stop = self._stop
        work = (job, stop, done, failed)
        thread = threading.Thread(target=self._run, args=work, daemon=True)
        try:
            thread.start()
        except RuntimeError:
            self._run(*work)
        else:
            self._thread = thread

    def cancel(self) -> None:
        """Ask the job to stop; it then fails with Cancelled."""
        self._stop.set()

    def forget(self) -> None:
        """Stop the job without hearing of it again."""
        with self._lock:
            self._stop.set()
            self._stop = threading.Event()

    def wait(self) -> None:
        """Return when the last job has ended."""
        if self._thread is not None:
            self._thread.join()

    def _run(
        self,
        job: Job,
        stop: threading.Event,
        done: Callable[[Any], object],
        failed: Callable[[Exception], object],
    ) -> None:
        def progress(at: int, total: int) -> None:
            with self._lock:
                if self._stop is stop:
                    self._progress(at, total)

        try:
            result = job(progress, stop.is_set)
            if stop.is_set():
                raise Cancelled("cancelled")
        except Exception as error:
            self._tell(stop, failed, error)
        else:
            self._tell(stop, done, result)

    def _tell(self, stop: threading.Event, listener: Callable[[Any], object], what: Any) -> None:
        """Pass a result on, unless a later job has taken this one's place."""
        with self._lock:
            if self._stop is stop:
                listener(what)
