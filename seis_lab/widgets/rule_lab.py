"""The rule lab: change a rule, read the answer before and after: exact where that is possible, estimated elsewhere.

>>> from seis_lab.games.seis import SeisRules
>>> lab = RuleLab("seis", before=SeisRules(wildcards={}))
>>> lab.set(wildcards={"NUMERAL": 1})
>>> for line, before, after in lab.comparison.pairs():
...     print(line.key, before, after)
lab.row.mean 147/10 = 14.7000 turns (exact, 63 states, checked by back-substitution) 331/30 = 11.0333 turns ...
"""

import re
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import Any

import anywidget
import ipywidgets as w

from seis_lab.exact.answers import Cancelled
from seis_lab.game import InvalidRules
from seis_lab.games import GAMES
from seis_lab.games.options import refuse
from seis_lab.locale import text
from seis_lab.widgets.lab_panels import ExportPanel, Running, Say, SimulationPanel
from seis_lab.widgets.lab_view import answer_html
from seis_lab.widgets.rule_answers import BENCHES, Answer, Comparison, bench_of, compare
from seis_lab.widgets.rule_controls import Hands, Single, controls
from seis_lab.widgets.worker import Worker


def _static(name: str) -> str:
    return (files("seis_lab.widgets") / "static" / name).read_text(encoding="utf-8")


LONGEST = 80  # characters of what was typed that an error quotes


class Page(anywidget.AnyWidget):
    """Nothing to see: it brings the stylesheet, and keeps the keys typed in the lab from the notebook."""

    _esm = _static("lab.js")
    _css = _static("lab.css")


class RuleLab:
    """A laboratory for the rules of a game: controls, the answer before and after, a simulation, an export.

    `game` is "seis", "cabron" or "galician". `before` are the rules to start from (by default the standard ones),
    `after` those that the controls show at first. `question` is one of "turns", "worth", "race" and "duel" for SEIS,
    "hand", "later" and "match" for Seises cabrón, "round" and "match" for Galician Seis, by default the first; `lang`
    one of en, es, gl. Show it as the last value of a cell. A duel of many wildcards may take half a minute, that of the
    standard rules only the first time. InvalidRules when the first answer does not exist.
    """

    def __init__(
        self,
        game: str = "seis",
        lang: str = "en",
        *,
        before: Any = None,
        after: Any = None,
        question: str | None = None,
    ) -> None:
        if game not in BENCHES:
            raise refuse("game", game, ", ".join(map(repr, BENCHES)))
        for name, rules in (("before", before), ("after", after)):
            if rules is not None and not isinstance(rules, GAMES[game]):
                raise refuse(name, rules, f"rules such as {GAMES[game].__name__}(), or None")
        self.game, self.lang, self.bench = game, lang, bench_of(game)
        self.question = self.bench.QUESTIONS[0] if question is None else self._checked(question)
        self.before = before if before is not None else GAMES[game]()
        self.rules = after if after is not None else self.before
        self._known: dict[tuple[str, Any], Answer] = {}
        self.comparison: Comparison = self._compute(self.question, self.before, self.rules)
        self._filling = False
        self._build()

    # What a notebook or a test says.

    def set(self, **options: Any) -> None:
        """Change options of the rules after, and wait for the answer; InvalidRules changes nothing."""
        rules = replace(self.rules, **options)
        self._fill(rules)
        self._ask(rules)
        self.worker.wait()

    def ask(self, question: str) -> None:
        """Ask another question about the same rules, and wait for the answer."""
        self.questions.value = self._checked(question)
        self.worker.wait()

    def _checked(self, question: str) -> str:
        if question not in self.bench.QUESTIONS:
            raise refuse("question", question, ", ".join(map(repr, self.bench.QUESTIONS)))
        return question

    def __repr__(self) -> str:
        """The game, the question and both rules."""
        after = f", after={self.rules!r}" if self.rules != self.before else ""
        return f"RuleLab({self.game!r}, {self.lang!r}, before={self.before!r}{after}, question={self.question!r})"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """The widget, and a table and pictures for a page that does not run it."""
        shown = self.box._repr_mimebundle_() or {}
        title = f"<h4>{escape(text(self.lang, 'lab.question.' + self.question))}</h4>"
        fallback = title + answer_html(self.comparison, self.lang, images=True)
        return {**shown, "text/plain": repr(self), "text/html": fallback}

    # The page.

    def _build(self) -> None:
        lang = self.lang
        name, subtitle = f"{text(lang, self.bench.TITLE)} · {text(lang, 'lab.title')}", text(lang, "lab.subtitle")
        title = f"<b>{escape(name)}</b> <small>{escape(subtitle)}</small>"
        names = [(text(lang, f"lab.question.{question}"), question) for question in self.bench.QUESTIONS]
        self.questions = w.ToggleButtons(options=names, value=self.question)
        self.controls = controls(self.rules, lang)
        self.used, self.unused = w.VBox(), w.VBox()
        self.fold = w.ToggleButton(False)
        keep, reset = (
            w.Button(description=text(lang, f"lab.{name}"), tooltip=text(lang, f"lab.{name}.help"))
            for name in ("keep", "reset")
        )
        self.running = Running(lang, "lab.calculating", lambda: self.worker.cancel())
        self.worker = Worker(self.running.progress)
        self.said, self.left_out = Say(), Say()
        self.answer = w.HTML()
        self.simulation = SimulationPanel(lang, lambda: self.comparison.after)
        self.export = ExportPanel(lang, lambda: self.comparison)
        heading = w.Label(text(lang, "lab.used"))
        heading.add_class("sl-heading")
        bar = w.HBox([w.HTML(title), self.questions])
        left = w.VBox([heading, self.used, w.HBox([keep, reset]), self.fold, self.unused])
        left.children[2].add_class("sl-row")
        right = w.VBox(
            [self.running.box, self.said.box, self.answer, self.left_out.box, self.simulation.box, self.export.box]
        )
        body = w.Box([left, right])
        for part, name in ((bar, "sl-bar"), (left, "sl-controls"), (right, "sl-results"), (body, "sl-body")):
            part.add_class(name)
        self.box = w.VBox([Page(layout={"display": "none"}), bar, body])
        self.box.add_class("seis-lab")
        for control in self.controls.values():
            control.observe(self._changed)
        self.questions.observe(lambda _: self._question_changed(), names="value")
        self.fold.observe(lambda _: self._arrange(), names="value")
        keep.on_click(lambda _: self._keep())
        reset.on_click(lambda _: self._reset())
        self._arrange()
        self._show()

    def _arrange(self) -> None:
        """Sort the controls into those that matter for the question and those that do not, with the reason."""
        reasons = self.bench.dead(self.question, self.rules)
        for name, control in self.controls.items():
            control.allow(text(self.lang, reasons[name]) if name in reasons else None)
            if isinstance(control, Hands):
                kinds = self.bench.dead_kinds(self.question, self.rules)
                control.allow_kinds({kind: text(self.lang, reason) for kind, reason in kinds.items()})
                control.seat_count(self.bench.seats(self.question, self.rules))
        self.used.children = [control.box for name, control in self.controls.items() if name not in reasons]
        self.unused.children = [control.box for name, control in self.controls.items() if name in reasons]
        self.fold.description = text(self.lang, "lab.unused", count=len(reasons))
        self.unused.layout.display = None if self.fold.value else "none"

    def _show(self) -> None:
        """Show the answer that is known."""
        self.answer.remove_class("sl-old")
        self.answer.value = answer_html(self.comparison, self.lang)
        self.left_out.say(self.bench.left_out_words(self.question, self.rules, self.lang))
        self.export.refresh()

    # What happens on the page.

    def _changed(self) -> None:
        """A control was touched."""
        if self._filling:
            return
        self._clear_errors()
        given = {name: control.get() for name, control in self.controls.items()}
        players = given["players"]
        for name, control in self.controls.items():
            if isinstance(control, Hands) and isinstance(hands := given[name], tuple):
                given[name] = (*hands, *hands[-1:] * players)[:players]  # those who are no longer at the table leave
        try:
            rules = replace(self.rules, **given)
        except InvalidRules as error:
            self._refuse_input(error)
            return
        self._ask(rules)

    def _question_changed(self) -> None:
        self.question = self.questions.value
        self._clear_errors()
        self._arrange()
        self._ask(self.rules)

    def _keep(self) -> None:
        """The rules of now become those before."""
        self.before = self.rules
        self._ask(self.rules)

    def _reset(self) -> None:
        """Back to the rules before."""
        self._fill(self.before)
        self._ask(self.before)

    def _fill(self, rules: Any) -> None:
        """Show rules in the controls without calculating."""
        self._clear_errors()
        self._filling = True
        for name, control in self.controls.items():
            control.set(getattr(rules, name))
        self._filling = False

    def _ask(self, rules: Any) -> None:
        """Calculate the answer beside the page, and show it when it is there."""
        self.rules = rules
        question, before = self.question, self.before
        self._arrange()
        self.simulation.clear()
        self.running.show(True)
        self._mark_old()
        self.worker.start(
            lambda progress, cancelled: self._compute(question, before, rules, progress, cancelled),
            self._answered,
            self._refuse,
        )

    def _compute(
        self, question: str, before: Any, after: Any, progress: Any = None, cancelled: Any = None
    ) -> Comparison:
        """Both answers; what was answered once is not asked again."""
        for rules in (before, after):
            if (question, rules) not in self._known:
                self._known[question, rules] = self.bench.ask(question, rules, progress, cancelled)
        return compare(self._known[question, before], self._known[question, after], cancelled)

    def _answered(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.running.show(False)
        self.said.say("")
        self._show()

    def _refuse(self, error: Exception) -> None:
        """The rules are rules, but the question has no answer for them, or it was cancelled."""
        self.running.show(False)
        if isinstance(error, Cancelled):
            self.said.say(text(self.lang, "lab.cancelled"))
        else:
            generic = ("", text(self.lang, "lab.error", detail=error))
            self._wrong(*(self.bench.unanswered(self.rules, self.lang) or generic))

    def _refuse_input(self, error: InvalidRules) -> None:
        """What stands in the controls makes no rules: the error begins with the name of the option."""
        self.worker.forget()
        self.running.show(False)
        self._mark_old()
        name = re.match(r"[a-z_]*", str(error)).group()  # type: ignore[union-attr]
        control = self.controls.get(name)
        if isinstance(control, Single) and isinstance(control.entry, w.Text):
            given = {name: control.get() for name, control in self.controls.items()}
            typed = control.entry.value
            shown = typed if len(typed) <= LONGEST else typed[: LONGEST - 1] + "…"
            words = self.bench.wrong_text(name, given, shown, self.lang)
        else:
            words = text(self.lang, "lab.error", detail=error)
        self._wrong(name, words)

    def _wrong(self, name: str, words: str) -> None:
        """Say an error once, under the control of that name where there is one; the answer shown is old."""
        old = text(self.lang, "lab.old")
        control = self.controls.get(name)
        if isinstance(control, Single):
            control.wrong(words)
            self.said.say(old, bad=True)
        else:
            self.said.say(f"{words} {old}", bad=True)

    def _mark_old(self) -> None:
        self.answer.add_class("sl-old")

    def _clear_errors(self) -> None:
        self.said.say("")
        for control in self.controls.values():
            if isinstance(control, Single):
                control.wrong("")
