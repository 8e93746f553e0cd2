"""What a card is worth: the exact turns that each further NUMERAL or DADO saves, alone and under best play.

>>> print(worth(SeisRules(players=1, wildcards={"NUMERAL": 1, "DADO": 1})))
NUMERAL  DADO  turns             one more NUMERAL saves  one more DADO saves
0        0     147/10 = 14.7000  11/3 = 3.6667           1 = 1.0000
1        0     331/30 = 11.0333  -                       1 = 1.0000
0        1     137/10 = 13.7000  11/3 = 3.6667           -
1        1     301/30 = 10.0333  -                       -
(exact, checked by back-substitution)
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from seis_lab.exact.answers import Exact
from seis_lab.exact.check import METHOD
from seis_lab.exact.solo import BUDGET, Solo, solve
from seis_lab.games.seis import SeisRules

HEADINGS = ("NUMERAL", "DADO", "turns", "one more NUMERAL saves", "one more DADO saves")


@dataclass(frozen=True)
class Worth:
    """One line: the turns with these cards, and what one more of each kind saves (None where none is left to give)."""

    numerals: int
    dados: int
    turns: Exact | None
    numeral_saves: Exact | None
    dado_saves: Exact | None

    @property
    def cells(self) -> tuple[str, ...]:
        """The line in words; a row that is never finished says so."""
        saves = (self.numeral_saves, self.dado_saves)
        return (
            str(self.numerals),
            str(self.dados),
            _cell(self.turns) if self.turns is not None else "never finished",
            *("-" if saved is None else _cell(saved) for saved in saves),
        )


@dataclass(frozen=True)
class WorthTable:
    """The lines for every number of NUMERAL and DADO up to those of the rules. Made by `worth`."""

    rules: SeisRules
    lines: tuple[Worth, ...]

    def rows(self) -> list[dict[str, str]]:
        """The lines as mappings from heading to text."""
        return [dict(zip(HEADINGS, line.cells, strict=True)) for line in self.lines]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values; fractions are text."""

        def value(number: Exact | None) -> str | None:
            return None if number is None else number.fraction

        lines = [
            {
                "NUMERAL": line.numerals,
                "DADO": line.dados,
                "turns": value(line.turns),
                "numeral_saves": value(line.numeral_saves),
                "dado_saves": value(line.dado_saves),
            }
            for line in self.lines
        ]
        return {"kind": Exact.kind, "unit": "turns", "check": METHOD, "rules": self.rules.to_json(), "lines": lines}

    def __str__(self) -> str:
        """A table of text."""
        table = [HEADINGS, *(line.cells for line in self.lines)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in table)
        return "\n".join([*(line.rstrip() for line in lines), f"(exact, checked by {METHOD})"])

    def __repr__(self) -> str:
        return f"worth({self.rules!r})"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(heading)}</th>" for heading in HEADINGS)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line.cells) + "</tr>" for line in self.lines
        )
        caption = f"<caption>{escape(f'exact, checked by {METHOD}')}</caption>"
        return f'<table class="seis-worth">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def worth(
    rules: SeisRules,
    seat: int = 0,
    *,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> WorthTable:
    """What each further NUMERAL or DADO of a seat saves, for every number of them up to those it starts with.

    The parameters and errors are those of `solve`.

    >>> worth(SeisRules(players=1, wildcards={"NUMERAL": 1})).lines[0].numeral_saves
    Exact('11/3', unit='turns')
    """
    solo = solve(rules, seat, budget=budget, progress=progress, cancelled=cancelled)
    _, numerals, dados = solo.start
    return WorthTable(
        rules, tuple(_line(solo, n, d, numerals, dados) for d in range(dados + 1) for n in range(numerals + 1))
    )


def _line(solo: Solo, n: int, d: int, numerals: int, dados: int) -> Worth:
    return Worth(
        n,
        d,
        _turns(solo, n, d),
        _saved(solo, (n, d), (n + 1, d)) if n < numerals else None,
        _saved(solo, (n, d), (n, d + 1)) if d < dados else None,
    )


def _turns(solo: Solo, n: int, d: int) -> Exact | None:
    value = solo.at_start(n, d)
    return solo.exact(value) if isinstance(value, Fraction) else None


def _saved(solo: Solo, few: tuple[int, int], more: tuple[int, int]) -> Exact | None:
    before, after = solo.at_start(*few), solo.at_start(*more)
    if isinstance(before, Fraction) and isinstance(after, Fraction):
        return solo.exact(before - after)
    return None


def _cell(number: Exact) -> str:
    return f"{number.fraction} = {number:.4f}"
