"""The rule lab of Galician Seis: change a rule, read the answer before and after, exact or estimated, and which it is.

>>> lab = GalicianLab(before=GalicianRules(players=3, suits=2, ranks=3, opening_rank=2))
>>> lab.set(ante=1)
>>> [str(after - before) for key, _, before, after in lab.pairs() if key.endswith("pot")]  # three antes of one chip
['3']
"""

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as w

from seis_lab.exact.answers import Cancelled, Exact
from seis_lab.game import InvalidRules
from seis_lab.games.galician import GalicianRules
from seis_lab.games.options import differences, refuse
from seis_lab.locale import LANGS, decimal, percent, text
from seis_lab.widgets import lab_svg
from seis_lab.widgets.galician_answers import LIVE, NOT_HERE, Answer, Number, answer, dead, difference, middle, reach
from seis_lab.widgets.lab_panels import Running, Say
from seis_lab.widgets.rule_controls import controls
from seis_lab.widgets.rule_lab import Page
from seis_lab.widgets.worker import Worker


class GalicianLab:
    """A laboratory for the rules of Galician Seis: controls, and the answer before and after with its kind.

    `before` are the rules to start from (by default the standard ones), `question` is "round" or "match", `lang` one of
    en, es, gl. Small decks are averaged over all deals, exactly; the full deck is simulated. Show it as the last value
    of a cell.
    """

    def __init__(self, lang: str = "en", *, before: GalicianRules | None = None, question: str = "round") -> None:
        if lang not in LANGS:
            raise refuse("lang", lang, ", ".join(map(repr, LANGS)))
        if question not in LIVE:
            raise refuse("question", question, ", ".join(map(repr, LIVE)))
        if before is not None and not isinstance(before, GalicianRules):
            raise refuse("before", before, "rules such as GalicianRules(players=4), or None")
        self.lang, self.question = lang, question
        self.before = self.rules = before if before is not None else GalicianRules()
        self._known: dict[tuple[str, GalicianRules], Answer] = {}
        self.answers = self._compute(question, self.before, self.rules)
        self._filling = False
        self._build()

    def set(self, **options: Any) -> None:
        """Change options of the rules after, and wait for the answer; InvalidRules changes nothing."""
        rules = replace(self.rules, **options)
        self._fill(rules)
        self._ask(rules)
        self.worker.wait()

    def ask(self, question: str) -> None:
        """Ask another question about the same rules, and wait for the answer."""
        if question not in LIVE:
            raise refuse("question", question, ", ".join(map(repr, LIVE)))
        self.questions.value = question
        self.worker.wait()

    def pairs(self) -> Iterator[tuple[str, str, Number | None, Number | None]]:
        """Every line: the key of its label, a seat's letter, and its number before and after where there is one."""
        sides = [{(key, seat): number for key, seat, number in one.lines} for one in self.answers]
        for key, seat in dict.fromkeys([*sides[0], *sides[1]]):
            yield key, seat, sides[0].get((key, seat)), sides[1].get((key, seat))

    def __repr__(self) -> str:
        """The question and both rules."""
        after = f", after={self.rules!r}" if self.rules != self.before else ""
        return f"GalicianLab({self.lang!r}, before={self.before!r}{after}, question={self.question!r})"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """The widget, and a table and a picture for a page that does not run it."""
        shown = self.box._repr_mimebundle_() or {}
        return {**shown, "text/plain": repr(self), "text/html": self.html(images=True)}

    # The answer as HTML.

    def html(self, images: bool = False) -> str:
        """The whole answer; with `images` the chart carries its own colours."""
        lang, chart = self.lang, self._chart()
        sides = [
            f"<div><b>{escape(text(lang, f'lab.{side}'))}</b>: {escape(rules_words(one.rules, lang))}. "
            f"{escape(kind_words(one, lang))}</div>"
            for side, one in zip(("before", "after"), self.answers, strict=True)
        ]
        return (
            f'<div class="sl-rules">{"".join(sides)}</div>'
            f'<div class="sl-charts">{lab_svg.picture(chart) if images else chart}</div>'
            f'<div class="sl-answer">{self._table()}</div>'
            f'<p class="sl-note">{escape(text(lang, "galician.lab.basis"))}</p>'
        )

    def _table(self) -> str:
        lang, same = self.lang, self.before == self.rules
        heads = [text(lang, f"lab.{head}") for head in ("quantity", "before", "after", "difference")]
        rows = []
        for key, seat, *sides in self.pairs():
            change = "–" if same else self._change(key, *sides)
            cells = [escape("–" if number is None else number_words(key, number, lang)) for number in sides]
            data = "".join(
                f'<td data-label="{escape(head)}">{cell}</td>'
                for head, cell in zip(heads[1:], [*cells, change], strict=True)
            )
            rows.append(f'<tr><th scope="row">{escape(text(lang, key, seat=seat))}</th>{data}</tr>')
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
        inside = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
        return f'<div class="sl-scroll"><table class="sl-table">{inside}</table></div>'

    def _change(self, key: str, before: Number | None, after: Number | None) -> str:
        if before is None or after is None:
            return "–"
        found = difference(before, after)
        exact = found.low == found.high
        if not exact and not found.told:
            return escape(text(self.lang, "galician.lab.cannot_tell"))
        said = amount(key, found.value, self.lang)
        sign = "+" if found.value > 0 else ""
        half = "" if exact else f" ± {amount(key, found.high - found.value, self.lang)}"
        return f"<b>{sign}{escape(said)}</b>{escape(half)}"

    def _chart(self) -> str:
        lines = [line for line in self.pairs() if line[0].endswith((".wins", ".leader", ".first"))]
        sides = [[before for _, _, before, _ in lines], [after for _, _, _, after in lines]]
        values = [[None if number is None else middle(number) for number in side] for side in sides]

        def tick(height: float) -> str:
            return percent(self.lang, height, 0)

        names = (text(self.lang, "lab.before"), text(self.lang, "lab.after"))
        title, axis = text(self.lang, "galician.lab.chart"), text(self.lang, "galician.lab.chart.axis")
        return lab_svg.bars([line[1] for line in lines], *values, title=title, axis=axis, names=names, tick=tick)

    # The page.

    def _build(self) -> None:
        lang = self.lang
        title = f"<b>{escape(text(lang, 'galician.title'))} · {escape(text(lang, 'galician.lab.title'))}</b>"
        names = [(text(lang, f"galician.lab.question.{question}"), question) for question in LIVE]
        self.questions = w.ToggleButtons(options=names, value=self.question)
        self.controls = controls(self.rules, lang, NOT_HERE)
        self.used, self.unused = w.VBox(), w.VBox()
        keep = w.Button(description=text(lang, "lab.keep"), tooltip=text(lang, "lab.keep.help"))
        reset = w.Button(description=text(lang, "lab.reset"), tooltip=text(lang, "lab.reset.help"))
        self.running = Running(lang, "lab.calculating", lambda: self.worker.cancel())
        self.worker = Worker(self.running.progress)
        self.said, self.shown = Say(), w.HTML()
        bar = w.HBox([w.HTML(title), self.questions])
        buttons = w.HBox([keep, reset])
        left = w.VBox([self.used, buttons, self.unused])
        right = w.VBox([self.running.box, self.said.box, self.shown])
        body = w.Box([left, right])
        named = ((bar, "sl-bar"), (buttons, "sl-row"), (left, "sl-controls"), (right, "sl-results"), (body, "sl-body"))
        for part, name in named:
            part.add_class(name)
        self.box = w.VBox([Page(layout={"display": "none"}), bar, body])
        self.box.add_class("seis-lab")
        for control in self.controls.values():
            control.observe(self._changed)
        self.questions.observe(lambda _: self._question_changed(), names="value")
        keep.on_click(lambda _: self._keep())
        reset.on_click(lambda _: self._reset())
        self._arrange()
        self.shown.value = self.html()

    def _arrange(self) -> None:
        """Sort the controls into those that matter for the question and those that do not, with the reason."""
        reasons = dead(self.question, self.rules)
        for name, control in self.controls.items():
            control.allow(text(self.lang, reasons[name]) if name in reasons else None)
        self.used.children = [control.box for name, control in self.controls.items() if name not in reasons]
        self.unused.children = [control.box for name, control in self.controls.items() if name in reasons]

    def _changed(self) -> None:
        """A control was touched."""
        if self._filling:
            return
        try:
            rules = replace(self.rules, **{name: control.get() for name, control in self.controls.items()})
        except InvalidRules as error:
            self.worker.forget()
            self.running.show(False)
            self._say_old(text(self.lang, "lab.error", detail=error))
            return
        self._ask(rules)

    def _question_changed(self) -> None:
        self.question = self.questions.value
        self._ask(self.rules)

    def _keep(self) -> None:
        """The rules of now become those before."""
        self.before = self.rules
        self._ask(self.rules)

    def _reset(self) -> None:
        """Back to the rules before."""
        self._fill(self.before)
        self._ask(self.before)

    def _fill(self, rules: GalicianRules) -> None:
        """Show rules in the controls without calculating."""
        self._filling = True
        for name, control in self.controls.items():
            control.set(getattr(rules, name))
        self._filling = False

    def _ask(self, rules: GalicianRules) -> None:
        """Calculate the answer beside the page, and show it when it is there."""
        self.rules = rules
        question, before = self.question, self.before
        self._arrange()
        self.said.say("")
        self.running.show(True)
        self.shown.add_class("sl-old")
        self.worker.start(
            lambda progress, cancelled: self._compute(question, before, rules, progress, cancelled),
            self._answered,
            self._failed,
        )

    def _compute(
        self, question: str, before: GalicianRules, after: GalicianRules, progress: Any = None, cancelled: Any = None
    ) -> tuple[Answer, Answer]:
        """Both answers; what was answered once is not asked again."""
        for rules in (before, after):
            if (question, rules) not in self._known:
                self._known[question, rules] = answer(question, rules, progress, cancelled)
        return self._known[question, before], self._known[question, after]

    def _answered(self, answers: tuple[Answer, Answer]) -> None:
        self.answers = answers
        self.running.show(False)
        self.said.say("")
        self.shown.remove_class("sl-old")
        self.shown.value = self.html()

    def _failed(self, error: Exception) -> None:
        """It was cancelled, or has no answer."""
        self.running.show(False)
        if isinstance(error, Cancelled):
            self.said.say(text(self.lang, "lab.cancelled"))
        else:
            self._say_old(text(self.lang, "lab.error", detail=error))

    def _say_old(self, words: str) -> None:
        self.shown.add_class("sl-old")
        self.said.say(f"{words} {text(self.lang, 'lab.old')}", bad=True)


def rules_words(rules: GalicianRules, lang: str) -> str:
    """What is special about the rules, as text.

    >>> rules_words(GalicianRules(players=4, deck="french"), "en")
    'Players: 4 · Deck: French'
    """
    said = []
    for name, value in differences(rules).items():
        if name not in NOT_HERE:
            shown = text(lang, f"lab.choice.{value}") if isinstance(value, str) else str(value)
            said.append(f"{text(lang, f'lab.option.{name}')}: {shown}")
    return " · ".join(said) or text(lang, "lab.standard")


def kind_words(one: Answer, lang: str) -> str:
    """Whether an answer is exact, and how it was checked, or from how many games it was estimated."""
    first = one.lines[0][2]
    if isinstance(first, Exact):
        return text(lang, "galician.lab.kind.exact", check=first.check)
    return text(lang, "galician.lab.kind.estimate", games=first.games, confidence=round(100 * first.confidence))


def amount(key: str, value: Any, lang: str) -> str:
    """A number as its line writes it: a percentage where it is a probability."""
    if key.endswith((".net", ".pot", ".rounds")):
        return decimal(lang, value, 3)
    return percent(lang, value, 2)


def number_words(key: str, number: Number, lang: str) -> str:
    """A number with its kind: a fraction and its decimal, or an estimate with its interval.

    >>> number_words("galician.lab.row.pot", Exact("11/10", unit="chips"), "gl")
    '11/10 = 1,100 · exacto'
    """
    if not isinstance(number, Exact):
        said, half = amount(key, number.value, lang), amount(key, reach(number), lang)
        return f"{said} ± {half} · {text(lang, 'galician.lab.estimate')}"
    fraction = str(number.numerator) if number.denominator == 1 else f"{number.numerator}/{number.denominator}"
    shown = amount(key, number, lang)
    written = f"{fraction} = {shown}".replace("-", "−") if len(fraction) <= 15 else f"≈ {shown}"
    return f"{written} · {text(lang, 'galician.lab.exact')}"
