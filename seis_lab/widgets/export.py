"""An answer to take away: as CSV, as LaTeX, and as the lines of Python that compute it again.

>>> from seis_lab.games.seis import SeisRules
>>> print(call("turns", SeisRules(wildcards={"NUMERAL": 1})))
odds("seis", "turns", SeisRules(wildcards={'NUMERAL': 1}))
"""

import csv
import io
from fractions import Fraction
from pathlib import Path

from seis_lab.exact.answers import digits, written
from seis_lab.games.options import differences, encode
from seis_lab.games.seis import SeisRules
from seis_lab.locale import text
from seis_lab.widgets.lab_view import difference_of, label
from seis_lab.widgets.rule_answers import Comparison

LONGEST = 60  # digits of a fraction in LaTeX; a longer one is given as a decimal, marked as rounded


def to_csv(comparison: Comparison, lang: str) -> str:
    """Every number as numerator, denominator and rounded decimal (with a point), for spreadsheets.

    A fraction in one cell would be read as a date: 5/6 is the fifth of June. A number that is certified, not exact, has
    a decimal only.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    sides = ("before", "after", "difference")
    parts = ("numerator", "denominator", "decimal")
    writer.writerow(["quantity", "unit", *(f"{side}_{part}" for side in sides for part in parts)])
    for line, before, after in comparison.pairs():
        writer.writerow([label(line, lang), line.unit, *_columns(before, after, exact=not line.error)])
    for n, before, after in comparison.law():
        writer.writerow([f"P(T = {n})", "probability", *_columns(before, after)])
    return out.getvalue()


def to_latex(comparison: Comparison, lang: str) -> str:
    """The lines of both answers as a LaTeX table."""
    names = [text(lang, key) for key in ("lab.quantity", "lab.before", "lab.after", "lab.difference")]
    rows = [" & ".join(_latex_text(name) for name in names)]
    for line, before, after in comparison.pairs():
        numbers = (before, after, difference_of(before, after))
        rows.append(
            " & ".join([_latex_text(label(line, lang)), *(_latex(number, not line.error) for number in numbers)])
        )
    body = " \\\\\n".join([rows[0], "\\hline\n" + rows[1], *rows[2:]])
    return f"\\begin{{tabular}}{{lrrr}}\n{body} \\\\\n\\end{{tabular}}\n"


def to_python(comparison: Comparison) -> str:
    """The lines that compute both answers again and print them."""
    sides = (("before", comparison.before), ("after", comparison.after))
    lines = [f"{name} = {call(answer.question, answer.rules)}" for name, answer in sides]
    return "\n".join(["from seis_lab import SeisRules, odds", "", *lines, 'print(before, after, sep="\\n")', ""])


def call(question: str, rules: SeisRules) -> str:
    """The call that asks a question about these rules, written with plain values only."""
    given = ", ".join(f"{name}={_plain(value)!r}" for name, value in differences(rules).items())
    return f'odds("seis", "{question}", SeisRules({given}))'


def write_new(name: str, words: str) -> Path:
    """Write a new file; FileExistsError when there is one of that name, which stays as it is."""
    path = Path(name).expanduser()
    with path.open("x", encoding="utf-8", newline="") as file:
        file.write(words)
    return path


def _plain(value: object) -> object:
    """A value of an option as plain Python, without the wildcards that nobody holds."""
    plain = encode(value)
    if isinstance(plain, dict):
        return {kind: count for kind, count in plain.items() if count}
    if isinstance(plain, list):
        return [_plain(item) for item in plain]
    return plain


def _columns(before: Fraction | None, after: Fraction | None, exact: bool = True) -> list[str]:
    numbers = (before, after, difference_of(before, after))
    return [part for number in numbers for part in _parts(number, exact)]


def _parts(number: Fraction | None, exact: bool) -> tuple[str, str, str]:
    if number is None:
        return ("", "", "")
    if not exact:
        return ("", "", repr(float(number)))
    return (digits(number.numerator), digits(number.denominator), repr(float(number)))


def _latex(number: Fraction | None, exact: bool = True) -> str:
    if number is None:
        return "--"
    if not exact:
        return f"$\\approx {float(number):.6f}$"
    size, sign = abs(Fraction(number)), "-" if number < 0 else ""
    if size.denominator == 1:
        return f"${sign}{written(size)}$"
    if len(written(size)) > LONGEST:
        return f"${sign}{float(size):.6f}\\ldots$"
    return f"${sign}\\frac{{{size.numerator}}}{{{size.denominator}}} \\approx {sign}{float(size):.4f}$"


def _latex_text(words: str) -> str:
    """Words with LaTeX's special signs taken literally."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(sign, f"\\{sign}" if sign in "&%$#_{}" else sign) for sign in words)
