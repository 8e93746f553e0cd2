"""Two panels of the rule lab: the answer on trial by simulation, and the answer to take away."""

from collections.abc import Callable
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from seis_lab.exact.answers import Cancelled
from seis_lab.locale import decimal, percent, text
from seis_lab.widgets.export import to_csv, to_latex, to_python, write_new
from seis_lab.widgets.rule_answers import Answer, Comparison, bench_of
from seis_lab.widgets.worker import Worker

FEWEST, MOST = 100, 10_000_000


class Say:
    """One line of text that is shown or hidden; what is said is escaped."""

    def __init__(self) -> None:
        self.box = w.HTML()
        self.box.add_class("sl-say")
        self.say("")

    @property
    def words(self) -> str:
        """What is said now, escaped as HTML."""
        return str(self.box.value)

    def say(self, words: str, bad: bool = False) -> None:
        """Say something, or nothing; `bad` in the colour of errors."""
        (self.box.add_class if bad else self.box.remove_class)("sl-bad")
        self.box.value = escape(words)
        self.box.layout.display = None if words else "none"


class Running:
    """A progress bar and a button that cancels; seen only while something runs."""

    def __init__(self, lang: str, what: str, cancel: Callable[[], None]) -> None:
        self.bar = w.IntProgress(0, min=0, max=100)
        self.button = w.Button(description=text(lang, "lab.cancel"))
        self.button.on_click(lambda _: cancel())
        self.box = w.HBox([w.Label(text(lang, what)), self.bar, self.button])
        self.box.add_class("sl-row")
        self.show(False)

    def show(self, running: bool) -> None:
        """Show or hide, starting from nothing done."""
        self.bar.value = 0
        self.box.layout.display = None if running else "none"

    def progress(self, done: int, total: int) -> None:
        """How much is done."""
        self.bar.value = min(100, 100 * done // max(total, 1))


class SimulationPanel:
    """Simulates the rules of an answer and says whether the exact law stands."""

    def __init__(self, lang: str, answer: Callable[[], Answer]) -> None:
        self.lang, self.answer = lang, answer
        self.games = w.BoundedIntText(20_000, min=FEWEST, max=MOST, step=1000, description=text(lang, "lab.games"))
        self.seed = w.BoundedIntText(1, min=0, max=2**31 - 1, description=text(lang, "lab.seed"))
        self.button = w.Button(description=text(lang, "lab.simulate"))
        self.button.add_class("sl-main")
        self.running = Running(lang, "lab.simulating", lambda: self.worker.cancel())
        self.worker = Worker(self.running.progress)
        self.verdict = Say()
        self.button.on_click(lambda _: self.start())
        row = w.HBox([self.games, self.seed, self.button])
        row.add_class("sl-row")
        self.box = w.VBox([row, self.running.box, self.verdict.box])

    def start(self) -> None:
        """Begin to simulate; the verdict appears when it is done."""
        answer, games, seed = self.answer(), self.games.value, self.seed.value
        self.verdict.say("")
        self.running.show(True)
        self.worker.start(
            lambda progress, cancelled: on_trial(answer, games, seed, self.lang, progress, cancelled),
            self._done,
            self._failed,
        )

    def clear(self) -> None:
        """Forget the verdict: the answer is another."""
        self.worker.forget()
        self.running.show(False)
        self.verdict.say("")

    def _done(self, result: tuple[str, bool]) -> None:
        self.running.show(False)
        self.verdict.say(result[0], bad=not result[1])

    def _failed(self, error: Exception) -> None:
        self.running.show(False)
        cancelled = isinstance(error, Cancelled)
        key = "lab.simulation_cancelled" if cancelled else "lab.error"
        self.verdict.say(text(self.lang, key, detail=error), bad=not cancelled)


def on_trial(
    answer: Answer, games: int, seed: int, lang: str, progress: Any = None, cancelled: Any = None
) -> tuple[str, bool]:
    """Simulate the rules of an answer and compare: the verdict in words, and whether the exact law stands."""
    trial = bench_of(answer.rules.name).trial(answer, games, seed, lang, progress, cancelled)
    verdict, found = trial.verdict, trial.found

    def show(number: Fraction | float) -> str:
        return percent(lang, number, 2) if trial.unit == "probability" else decimal(lang, number, 4)

    words = text(
        lang,
        f"lab.verdict.{'agrees' if verdict.agrees else 'differs'}",
        what=text(lang, f"lab.verdict.what.{trial.what}"),
        estimate=show(found.value),
        low=show(found.low),
        high=show(found.high),
        confidence=round(100 * found.confidence),
        games=games,
        seed=seed,
        exact=show(trial.exact),
    )
    rate = text(lang, "lab.verdict.rate", checks=round(1 / Fraction(verdict.error_rate).limit_denominator(10**6)))
    return f"{words} {rate}", verdict.agrees


class ExportPanel:
    """Shows the answer as CSV, LaTeX or Python to copy, and writes it into a new file."""

    def __init__(self, lang: str, comparison: Callable[[], Comparison]) -> None:
        self.lang, self.comparison = lang, comparison
        forms = [(text(lang, f"lab.export.{form}"), form) for form in ("csv", "latex", "python")]
        self.form = w.ToggleButtons(options=forms, value=None)
        self.form.add_class("sl-forms")
        self.words = w.Textarea(rows=9, disabled=False)
        self.name = w.Text(description=text(lang, "lab.export.file"))
        self.button = w.Button(description=text(lang, "lab.export.write"))
        self.said = Say()
        row = w.HBox([self.name, self.button])
        row.add_class("sl-row")
        self.shown = w.VBox([self.words, row, self.said.box])
        self.box = w.VBox([w.HTML(f"<b>{escape(text(lang, 'lab.export'))}</b>"), self.form, self.shown])
        self.form.observe(lambda _: self.refresh(), names="value")
        self.button.on_click(lambda _: self.write())
        self.refresh()

    def refresh(self) -> None:
        """Show the answer of now in the chosen form, if one is chosen."""
        self.said.say("")
        self.shown.layout.display = None if self.form.value else "none"
        if self.form.value:
            comparison = self.comparison()
            self.words.value = {
                "csv": lambda: to_csv(comparison, self.lang),
                "latex": lambda: to_latex(comparison, self.lang),
                "python": lambda: to_python(comparison),
            }[self.form.value]()
            ending = {"csv": "csv", "latex": "tex", "python": "py"}[self.form.value]
            self.name.value = f"{comparison.after.rules.name}_{comparison.after.question}.{ending}"

    def write(self) -> None:
        """Write what is shown into a new file of the given name; a file that exists is left alone."""
        name = self.name.value.strip()
        if not name:
            self.said.say(text(self.lang, "lab.export.unnamed"), bad=True)
            return
        try:
            path = write_new(name, self.words.value)
        except FileExistsError:
            self.said.say(text(self.lang, "lab.export.exists", file=name), bad=True)
        except (OSError, ValueError) as error:
            detail = getattr(error, "strerror", None) or error
            self.said.say(text(self.lang, "lab.export.failed", file=name, detail=detail), bad=True)
        else:
            self.said.say(text(self.lang, "lab.export.written", file=path.resolve()))
