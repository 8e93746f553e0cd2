"""The best play alone in words: "with 2 and 5 missing and a 4 rolled: NUMERAL to 5".

>>> from seis_lab.exact.solo import solve
>>> from seis_lab.games.seis import SeisRules
>>> print(solve(SeisRules(players=1, faces=3, wildcards={"NUMERAL": 1})).policy)
with 1 missing and a 2 rolled: NUMERAL to 1
with 2 missing and a 1 rolled: NUMERAL to 2
with 2 missing and a 3 rolled: NUMERAL to 2
with 3 missing and a 2 rolled: NUMERAL to 3
(keep the cards otherwise)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from seis_lab.exact.alone import Value
from seis_lab.games.seis_notation import Pass, SeisMove, SeisState
from seis_lab.games.wildcards import Wild

if TYPE_CHECKING:
    from seis_lab.exact.solo import Solo

SHOWN = 40
COLUMNS = ("missing", "NUMERAL", "DADO", "rolls to come", "rolled", "play", "saves")


@dataclass(frozen=True)
class Advice:
    """One line of the policy: what is missing and held, what was rolled (None before rolling), and what to play.

    `numbers` are those that NUMERAL makes of the roll, in order; `dados` how many DADO to play before rolling. With
    neither, the advice is to keep a NUMERAL that could turn a card. `saves` is what it saves in expected turns against
    the best way to do the opposite; `rolls_to_come` counts the rolls of the turn after the present one. Where the line
    stands for several rows, `stands_for` says for which.
    """

    missing: tuple[int, ...]
    numeral: int
    dado: int
    rolls_to_come: int
    rolled: int | None
    numbers: tuple[int, ...]
    dados: int
    saves: Value
    stands_for: str = ""

    @property
    def play(self) -> str:
        """What to do, in words."""
        if self.dados:
            return "DADO" if self.dados == 1 else f"{self.dados} DADO"
        return "NUMERAL to " + ", then to ".join(map(str, self.numbers)) if self.numbers else "keep NUMERAL"

    def __str__(self) -> str:
        """One sentence."""
        where = f"with {self._missing()} missing"
        if self.rolled is not None:
            where += f" and {_article(self.rolled)} {self.rolled} rolled"
        if self.rolls_to_come:
            where += f", {self.rolls_to_come} more roll{'s' if self.rolls_to_come > 1 else ''} to come"
        return f"{where}: {self.play}"

    @property
    def holding(self) -> str:
        """The wildcards held, in words."""
        held = [f"{count} {kind}" for kind, count in ((Wild.NUMERAL, self.numeral), (Wild.DADO, self.dado)) if count]
        return "holding " + " and ".join(held)

    def row(self) -> dict[str, str]:
        """The line as a mapping from column to text."""
        rolled = "-" if self.rolled is None else str(self.rolled)
        cells = (self._missing(), self.numeral, self.dado, self.rolls_to_come, rolled, self.play, self.saves)
        return dict(zip(COLUMNS, map(str, cells), strict=True))

    def _missing(self) -> str:
        *others, last = map(str, self.missing)
        listed = f"{', '.join(others)} and {last}" if others else last
        return self.stands_for or listed


class SoloPolicy:
    """The best play of a seat alone. Made by `Solo.policy`; ties are broken towards keeping the cards."""

    def __init__(self, solo: "Solo") -> None:
        """Take the solution."""
        self.solo = solo

    def best(self, state: SeisState) -> SeisMove:
        """The best move of whoever decides in a position of the game, played alone."""
        values = self.solo.action_values(state)
        # "pass" is the last legal move: among equals it comes first, so that cards are kept.
        return min(values, key=lambda move: (values[move], not isinstance(move, Pass)))

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """Every line in which NUMERAL or DADO is played, or NUMERAL is kept although it could turn a card."""
        return tuple(self._advice())

    def table(self, *, kept: bool = False) -> list[dict[str, str]]:
        """The lines as mappings from column to text: where a card is played, or with `kept` all of `advice`."""
        return [line.row() for line in self._lines(kept)]

    def _lines(self, kept: bool = False) -> list[Advice]:
        return [line for line in self.advice if kept or line.dados or line.numbers]

    def _advice(self) -> Iterator[Advice]:
        play, seen = self.solo.play, set()
        one_wildcard = play.values.model.one_wildcard_per_turn
        for up, numerals, dados in play.reached(self.solo.start):
            now = play.dados(up, numerals, dados)
            if now:
                yield self._dado(up, numerals, dados, now)
            stages = [(up, numerals, dados - now, now, one_wildcard and now > 0)]
            while stages:
                stage = stages.pop()
                if stage in seen:
                    continue
                seen.add(stage)
                up_now, n, d, more, used = stage
                for face, _ in play.values.model.faces:
                    line = self._numeral(up_now, n, d, more, used, face)
                    if line:
                        yield line
                    _, _, (left, n_left, capped) = play.answer(up_now, n, d, more, used, face)
                    if left and more:
                        stages.append((left, n_left, d, more - 1, capped))

    def _dado(self, up: int, numerals: int, dados: int, now: int) -> Advice:
        values = self.solo.values
        saves = values.roll(up, numerals, dados, 0, False) - values.with_dado(up, numerals, dados)[now]
        missing = self._numbers(up)
        return Advice(missing, numerals, dados, 0, None, (), now, saves, "" if numerals else self._alike(missing))

    def _numeral(self, up: int, n: int, d: int, more: int, used: bool, face: int) -> Advice | None:
        play, model = self.solo.play, self.solo.values.model
        if not n or used:
            return None
        value, numbers, _ = play.answer(up, n, d, more, used, face)
        kept, _, _ = play.answer(up, n, d, more, used, face, changes=model.numeral_per_roll)
        if numbers:
            saves = kept - value
        else:
            others = [
                (after, left[0])
                for other in model.neighbours[face]
                for after, _, left in [play.answer(up, n - 1, d, more, model.one_wildcard_per_turn, other, 1)]
            ]
            best, left_up = min(others, default=(value, up))
            if left_up == up or (up >> 5 * face) & 31:
                return None
            saves = best - value
        shown = tuple(number + 1 for number in numbers)
        return Advice(self._numbers(up), n, d, more, face + 1, shown, 0, saves)

    def _alike(self, missing: tuple[int, ...]) -> str:
        """Without NUMERAL one line stands for all cards that are as likely."""
        groups = self.solo.values.model.alike
        if len(groups) == 1 and len(set(missing)) == len(missing):
            return f"any {len(missing)} card{'s' if len(missing) > 1 else ''}"
        listed = ",".join(map(str, missing))
        return f"{listed} (or cards as likely)" if len(groups) < len(self.solo.values.model.weights) else ""

    def _numbers(self, up: int) -> tuple[int, ...]:
        counts = self.solo.values.model.counts(up)
        return tuple(face for face, count in enumerate(counts, start=1) for _ in range(count))

    def __str__(self) -> str:
        """The lines in which a card is played, one sentence each; of many, the first, and how many more there are."""
        lines = self._lines()
        held = {(line.numeral, line.dado) for line in lines}
        text = [f"{line} ({line.holding})" if len(held) > 1 else str(line) for line in lines[:SHOWN]]
        if len(lines) > SHOWN:
            text.append(f"... and {len(lines) - SHOWN} more lines: table() has them all")
        return "\n".join([*text, "(keep the cards otherwise)"])

    def __repr__(self) -> str:
        return f"{self.solo!r}.policy"

    def _repr_html_(self) -> str:
        lines = self._lines()
        head = "".join(f"<th>{escape(column)}</th>" for column in COLUMNS)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line.row().values()) + "</tr>"
            for line in lines[:SHOWN]
        )
        more = f" First {SHOWN} of {len(lines)} lines: table() has them all." if len(lines) > SHOWN else ""
        caption = f"<caption>Best play alone; keep the cards otherwise.{more}</caption>"
        return f'<table class="seis-policy">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _article(number: int) -> str:
    return "an" if number in (8, 11, 18) else "a"
