"""A comparison of two answers as HTML: a headline, a table, charts, the change of best play, the distribution.

Pure text. Everything that is not the interface's own words or a number is escaped, and `standalone` needs neither
stylesheet nor script: it is what an untrusted notebook or an exported page shows.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from seis_lab.exact.answers import Estimate, written
from seis_lab.games.die import Die
from seis_lab.games.options import differences
from seis_lab.games.wildcards import Wildcards
from seis_lab.locale import decimal, own_text, percent, text
from seis_lab.widgets import lab_svg
from seis_lab.widgets.policy_change import Change
from seis_lab.widgets.rule_answers import Answer, Comparison, Line, Number, bench_of, difference_of

LONGEST = 20  # characters of a fraction shown in a table; the exports hold every digit
PLACES = 4


def label(line: Line, lang: str) -> str:
    """What a line of the answer is called."""
    return text(lang, line.key, **dict(line.values))


def fraction(value: Fraction) -> str:
    """A fraction in full, with a real minus sign.

    >>> fraction(Fraction(-23, 9))
    '−23/9'
    """
    return written(value).replace("-", "−")


def rounded(value: Number | float, unit: str, lang: str, sign: bool = False) -> str:
    """A number as a decimal, or as a percentage where it is a probability; `sign` writes a plus too.

    >>> rounded(Fraction(65633, 9000), "turns", "gl"), rounded(Fraction(-1, 8), "probability", "en")
    ('7,2926', '−12.50%')
    """
    number = value if isinstance(value, Fraction) else float(value)
    shown = percent(lang, number, 2) if unit == "probability" else decimal(lang, number, PLACES)
    return f"+{shown}" if sign and number > 0 else shown


def rules_words(rules: Any, lang: str) -> str:
    """What is special about the rules, as text (not yet HTML).

    >>> from seis_lab.games.seis import SeisRules
    >>> rules_words(SeisRules(numeral_wrap=True), "en")
    'NUMERAL goes round (1 ↔ last): yes'
    """
    said = []
    for name, value in differences(rules).items():
        named = isinstance(value, str | bool) or value is None
        shown = text(lang, f"lab.choice.{value}") if named else _value_words(value, lang)
        said.append(f"{own_text(lang, rules.name, f'lab.option.{name}')}: {shown}")
    return " · ".join(said) or text(lang, "lab.standard")


def headline(comparison: Comparison, lang: str) -> str:
    """The difference of the first line in words, with its fraction where it is exact."""
    if comparison.before.rules == comparison.after.rules:
        return text(lang, "lab.headline.rules_same")
    line, before, after = next(comparison.pairs())
    change = difference_of(before, after)
    question = comparison.after.question
    if isinstance(change, Estimate):
        return _estimated_headline(change, comparison.after, line.unit, lang)
    if change is not None and comparison.error and abs(change) <= 2 * comparison.error:
        return text(lang, "lab.headline.alike")
    if not change:
        return _same_headline(comparison, lang) if change == 0 else ""
    size = abs(change)
    if line.unit == "probability":
        shown = text(lang, "lab.points", size=decimal(lang, 100 * size, 2))
    else:
        shown = decimal(lang, size, PLACES)
        shown = shown if len(written(size)) > LONGEST else f"{written(size)} = {shown}"
    if line.key.endswith(".never"):
        return ""
    key = f"lab.headline.{question}.{'less' if change < 0 else 'more'}"
    return own_text(lang, comparison.after.rules.name, key, size=shown)


def _same_headline(comparison: Comparison, lang: str) -> str:
    """The first number is the same; perhaps others are not."""
    if any(difference_of(before, after) != 0 for _, before, after in comparison.pairs()):
        return text(lang, "lab.headline.first_same", name=label(next(comparison.pairs())[0], lang))
    return text(lang, "lab.headline.same")


def _estimated_headline(change: Estimate, after: Answer, unit: str, lang: str) -> str:
    """An estimated difference in words, unless its interval leaves open which way it goes."""
    if change.low <= 0 <= change.high:
        return text(lang, "lab.headline.unclear")
    size = abs(change.value)
    points = text(lang, "lab.points", size=decimal(lang, 100 * size, 2))
    shown = points if unit == "probability" else decimal(lang, size, PLACES)
    key = f"lab.headline.{after.question}.{'less' if change.value < 0 else 'more'}"
    words = own_text(lang, after.rules.name, key, size=shown)
    return f"{words} ({text(lang, 'lab.estimate')})"


def table(comparison: Comparison, lang: str) -> str:
    """The lines of both answers with their difference, as an HTML table."""
    heads = [
        text(lang, "lab.quantity"),
        text(lang, "lab.before"),
        text(lang, "lab.after"),
        text(lang, "lab.difference"),
    ]
    rows = []
    for line, before, after in comparison.pairs():
        unit = text(lang, f"lab.unit.{line.unit}")
        name = escape(label(line, lang)) + (f" <small>{escape(unit)}</small>" if unit else "")
        change = difference_of(before, after)
        exact = not line.error
        rows.append([name, *(_cell(value, line.unit, lang, exact=exact) for value in (before, after))])
        rows[-1].append(_cell(change, line.unit, lang, sign=True, exact=exact))
    return _table(heads, rows)


def law_table(comparison: Comparison, lang: str) -> str:
    """P(T = n) and P(T <= n) before and after, rounded, as an HTML table; empty where there is no law."""
    rows, so_far = [], [Fraction(0), Fraction(0)]
    for n, before, after in comparison.law():
        so_far = [so_far[0] + before, so_far[1] + after]
        rows.append([str(n), *(percent(lang, value, 3) for value in (before, after, *so_far))])
    if rows:
        rows.append([f"&gt; {n}", *(percent(lang, value, 3) for value in (1 - so_far[0], 1 - so_far[1], 1, 1))])
    sides = [text(lang, "lab.before"), text(lang, "lab.after")]
    heads = [text(lang, "lab.n"), *(f"{text(lang, key)}, {side}" for key in ("lab.pmf", "lab.cdf") for side in sides)]
    return _table(heads, rows) if rows else ""


def charts(comparison: Comparison, lang: str) -> list[str]:
    """The answer as SVG: the law as bars and as stairs, or the lines as bars."""
    names = (text(lang, "lab.before"), text(lang, "lab.after"))
    law, question = comparison.law(), comparison.after.question
    if law:
        law = law[next(place for place, (_, before, after) in enumerate(law) if before or after) :]
        columns = [[float(value) for value in column] for column in list(zip(*law, strict=True))[1:]]
        means = [float(answer.lines[0].amount) for answer in (comparison.before, comparison.after)]
        chart = lab_svg.bars(
            [str(n) for n, _, _ in law],
            *columns,
            title=text(lang, "lab.chart.pmf"),
            axis=text(lang, "lab.chart.pmf.axis"),
            names=names,
            tick=_height("probability", lang),
            means=(means[0], means[1]),
        )
        sums = [[sum(column[: place + 1]) for place in range(len(column))] for column in columns]
        title, axis = text(lang, "lab.chart.cdf"), text(lang, "lab.chart.cdf.axis")
        tick = _height("probability", lang)
        return [chart, lab_svg.stairs(law[0][0], *sums, title=title, axis=axis, names=names, tick=tick)]
    pairs = [pair for pair in comparison.pairs() if pair[0].values and pair[0].drawn]
    if not pairs:
        return []
    values = ([before for _, before, _ in pairs], [after for _, _, after in pairs])
    shown = [["" if v is None else _short(v, pairs[0][0].unit, lang) for v in column] for column in values]
    return [
        lab_svg.bars(
            [_tick(line, len(pairs)) for line, _, _ in pairs],
            *([None if v is None else max(0.0, float(v)) for v in column] for column in values),
            title=own_text(lang, comparison.after.rules.name, f"lab.chart.{question}"),
            axis=own_text(lang, comparison.after.rules.name, f"lab.chart.{question}.axis"),
            names=names,
            tick=_height(pairs[0][0].unit, lang),
            written=(shown[0], shown[1]),
        )
    ]


def notes(comparison: Comparison, lang: str) -> list[str]:
    """What has to be said besides the numbers, as text."""
    change = comparison.change
    same = comparison.before.rules == comparison.after.rules
    said = []
    if any(line.key.endswith(".never") for line in comparison.after.lines):
        said.append(text(lang, "lab.endless"))
    if isinstance(change, Change):
        said.append(change.words(lang))
    elif not same and change:
        said.append(text(lang, "lab.policy.same", count=change))
    sides = {"after": comparison.after} if same else {"before": comparison.before, "after": comparison.after}
    bench, error = bench_of(comparison.after.rules.name), comparison.error
    told = {side: bench.basis(answer, error, lang) for side, answer in sides.items()}
    both = [words for words in told["after"] if all(words in sentences for sentences in told.values())]
    for side, sentences in told.items():
        said += [f"{text(lang, f'lab.{side}')}: {words}" for words in sentences if words not in both]
    return [*said, *both]


def answer_html(comparison: Comparison, lang: str, images: bool = False) -> str:
    """The whole answer; with `images` the charts carry their own colours."""
    drawn = charts(comparison, lang)
    law = law_table(comparison, lang)
    rules = "".join(
        f"<div><b>{escape(text(lang, key))}</b>: {escape(rules_words(answer.rules, lang))}</div>"
        for key, answer in (("lab.before", comparison.before), ("lab.after", comparison.after))
    )
    parts = [
        f'<div class="sl-headline">{escape(headline(comparison, lang))}</div>',
        f'<div class="sl-rules">{rules}</div>',
        f'<div class="sl-charts">{"".join(lab_svg.picture(svg) if images else svg for svg in drawn)}</div>',
        f'<div class="sl-answer">{table(comparison, lang)}</div>',
        "".join(f'<p class="sl-note">{escape(note)}</p>' for note in notes(comparison, lang)),
        f"<details><summary>{escape(text(lang, 'lab.distribution'))}</summary>{law}</details>" if law else "",
    ]
    return "".join(parts)


def _cell(value: Number | None, unit: str, lang: str, sign: bool = False, exact: bool = True) -> str:
    if value is None:
        return "–"
    shown = rounded(value, unit, lang, sign)
    if isinstance(value, Estimate):
        low, high = (rounded(end, unit, lang, sign) for end in (value.low, value.high))
        words = text(lang, "lab.between", low=low, high=high, confidence=round(100 * value.confidence))
        return f"≈ <b>{shown}</b> <small>{escape(words)}</small>"
    if not exact:
        return f"≈ <b>{shown}</b>"
    whole = ("+" if sign and value > 0 else "") + fraction(value)
    if Fraction(value).denominator == 1 and unit != "probability":
        return f"<b>{whole}</b>"
    if len(whole) > LONGEST:
        return f"≈ <b>{shown}</b>"
    return f"<b>{whole}</b> <small>≈ {shown}</small>"


def _short(value: Number, unit: str, lang: str) -> str:
    """A number over a bar: a percentage without its sign, for there is little room."""
    return decimal(lang, 100 * float(value), 1) if unit == "probability" else decimal(lang, float(value), 2)


def _height(unit: str, lang: str) -> Callable[[float], str]:
    """How the heights of a chart are written: percentages for probabilities."""

    def write(value: float) -> str:
        shown = f"{100 * value if unit == 'probability' else value:g}"
        shown = shown if lang == "en" else shown.replace(".", ",")
        return text(lang, "number.percent", n=shown) if unit == "probability" else shown

    return write


def _tick(line: Line, count: int) -> str:
    """A short label on the axis of a chart: the values of the line's label, or their initials where there are many."""
    words = [str(value) for _, value in line.values]
    return " ".join(words) if count <= 5 else "".join([words[0][0], *words[1:]])


def _value_words(value: object, lang: str) -> str:
    """The value of a row, a die or of wildcards in short."""
    if isinstance(value, Die):
        return ", ".join(value.written())
    if isinstance(value, Wildcards):
        return ", ".join(f"{count} {kind}" for kind, count in value.items() if count) or text(lang, "lab.none")
    if isinstance(value, tuple):
        between = " | " if isinstance(value[0], Wildcards) else ", "
        return between.join(_value_words(item, lang) for item in value)
    return str(value)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table; the heads are text, the cells HTML."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = ""
    for first, *cells in rows:
        labelled = zip(heads[1:], cells, strict=True)
        data = "".join(f'<td data-label="{escape(name)}">{cell}</td>' for name, cell in labelled)
        body += f'<tr><th scope="row">{first}</th>{data}</tr>'
    inside = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<div class="sl-scroll"><table class="sl-table">{inside}</table></div>'
