"""An answer to take away: as CSV, as LaTeX, and as the lines of Python that compute it again.

>>> from seis_lab.games.seis import SeisRules
>>> from seis_lab.widgets.rule_answers import bench_of, compare
>>> answer = bench_of("seis").ask("turns", SeisRules(wildcards={"NUMERAL": 1}))
>>> print(to_python(compare(answer, answer)).splitlines()[2])
before = odds('seis', 'turns', SeisRules(wildcards={'NUMERAL': 1}))
"""

import csv
import io
from fractions import Fraction
from math import inf, nextafter
from pathlib import Path

from seis_lab.exact.answers import Estimate, Interval, digits, written
from seis_lab.locale import text
from seis_lab.widgets.lab_view import label
from seis_lab.widgets.rule_answers import Comparison, Number, bench_of, difference_of

LONGEST = 60  # digits of a fraction in LaTeX; a longer one is given as a decimal, marked as rounded


def to_csv(comparison: Comparison, lang: str) -> str:
    """Every number as numerator, denominator and rounded decimal (with a point), for spreadsheets.

    A fraction in one cell would be read as a date: 5/6 is the fifth of June. A number that is certified or estimated,
    not exact, has a decimal only. The last columns say of every number which kind it is, and where its interval ends.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    sides = ("before", "after", "difference")
    heads = [f"{side}_{part}" for side in sides for part in ("numerator", "denominator", "decimal")]
    heads += [f"{side}_{part}" for side in sides for part in ("kind", "low", "high")]
    writer.writerow(["quantity", "unit", *heads])
    for line, before, after in comparison.pairs():
        writer.writerow([label(line, lang), line.unit, *_columns(before, after, line.error)])
    for n, before, after in comparison.law():
        writer.writerow([f"P(T = {n})", "probability", *_columns(before, after)])
    return out.getvalue()


def to_latex(comparison: Comparison, lang: str) -> str:
    """The lines of both answers as a LaTeX table."""
    names = [text(lang, key) for key in ("lab.quantity", "lab.before", "lab.after", "lab.difference")]
    rows = [" & ".join(_latex_text(name) for name in names)]
    for line, before, after in comparison.pairs():
        numbers = (before, after, difference_of(before, after))
        cells = (_latex(number, exact=not line.error) for number in numbers)
        rows.append(" & ".join([_latex_text(label(line, lang)), *cells]))
    body = " \\\\\n".join([rows[0], "\\hline\n" + rows[1], *rows[2:]])
    return f"\\begin{{tabular}}{{lrrr}}\n{body} \\\\\n\\end{{tabular}}\n"


def to_python(comparison: Comparison) -> str:
    """The lines that compute both answers again and print them."""
    sides = {"before": comparison.before, "after": comparison.after}
    asked = {name: bench_of(answer.rules.name).python(answer) for name, answer in sides.items()}
    imports = dict.fromkeys(line for needed, _ in asked.values() for line in needed.splitlines())
    calls = [f"{name} = {call}" for name, (_, call) in asked.items()]
    return "\n".join([*imports, "", *calls, 'print(before, after, sep="\\n")', ""])


def write_new(name: str, words: str) -> Path:
    """Write a new file; FileExistsError when there is one of that name, which stays as it is."""
    path = Path(name).expanduser()
    with path.open("x", encoding="utf-8", newline="") as file:
        file.write(words)
    return path


def _columns(before: Number | None, after: Number | None, error: Fraction = Fraction(0)) -> list[str]:
    """The cells of a line; `error` bounds that of each side, so the difference is off by twice as much at most."""
    numbers = ((before, error), (after, error), (difference_of(before, after), 2 * error))
    return [part for parts in (_parts, _basis) for number, off in numbers for part in parts(number, off)]


def _parts(number: Number | None, error: Fraction) -> tuple[str, str, str]:
    if number is None:
        return ("", "", "")
    if isinstance(number, Estimate):
        return ("", "", repr(number.value))
    if error:
        return ("", "", repr(float(number)))
    return (digits(number.numerator), digits(number.denominator), repr(float(number)))


def _basis(number: Number | None, error: Fraction) -> tuple[str, str, str]:
    if number is None:
        return ("", "", "")
    if isinstance(number, Estimate):
        return (number.kind, repr(number.low), repr(number.high))
    if error:
        ends = (nextafter(float(number - error), -inf), nextafter(float(number + error), inf))  # rounded outwards
        return (Interval.kind, repr(ends[0]), repr(ends[1]))
    return ("exact", "", "")


def _latex(number: Number | None, exact: bool = True) -> str:
    if number is None:
        return "--"
    if isinstance(number, Estimate):
        return f"$\\approx {number.value:.4f}$ (${number.low:.4f}$ -- ${number.high:.4f}$)"
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
