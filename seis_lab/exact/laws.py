"""What the laws of the column games share: answers that rest on one error bound, and rows of answers as a table."""

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from seis_lab.exact.answers import Exact, Interval

ZERO = Fraction(0)


@dataclass(frozen=True)
class Basis:
    """What an answer rests on: the rules, the nodes met, the check, and a bound of the relative error (0: exact)."""

    rules: Any
    states: int
    check: str
    error: Fraction = ZERO

    @property
    def kind(self) -> str:
        """What answers are: exact, or certified."""
        return Interval.kind if self.error else Exact.kind

    def answer(self, value: Fraction, question: str, unit: str = "", *, less: Fraction = ZERO) -> Exact | Interval:
        """`value - less`, both of them sums of probabilities that are known up to the relative error."""
        if not self.error:
            known: dict[str, Any] = {"rules": self.rules, "states": self.states, "check": self.check}
            return Exact(value - less, unit=unit, question=question, **known)
        reach = self.error * (value + less)
        return Interval(value - less - reach, value - less + reach, unit, question, self.rules, self.check)


def short(answer: Exact | Interval) -> str:
    """A number of four places, rounded exactly; where the law is certified, the digits that both ends share."""
    if isinstance(answer, Exact):
        return f"{answer:.4f}"
    low, high = (f"{Exact(end):.4f}" for end in (answer.low, answer.high))
    return low if low == high else f"{low} to {high}"


def html_table(rows: list[dict[str, Any]], caption: str) -> str:
    """Rows of answers as a table; the first entry of every row is its name."""
    heads = list(rows[0])
    head = "".join(f"<th>{escape(name) if name != 'seat' else ''}</th>" for name in heads)
    lines = "".join(
        f"<tr><th>{row[heads[0]]}</th>" + "".join(f"<td>{short(row[name])}</td>" for name in heads[1:]) + "</tr>"
        for row in rows
    )
    return (
        f'<table class="seis-round"><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{lines}</tbody></table>"
    )
