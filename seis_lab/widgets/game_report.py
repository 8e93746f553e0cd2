"""The report of a game for two, in words: what every choice cost, who lost how much in all, and the worst choices.

>>> from seis_lab.games.seis import SeisRules
>>> rules = SeisRules(faces=2, wildcards={"NUMERAL": 1})
>>> moves = "first A; roll 1; pass; roll 2; NUMERAL 1; roll 1; pass; roll 2".split("; ")
>>> print(report(Record(rules, tuple(map(rules.parse, moves))), players=["Ana", "Brais"]))
Report of the game
Ana: choices 2, with a better one 1, lost 50.0 points
Brais: choices 1, with a better one 0, lost 0.0 points
Move 6, Ana: “Leave it at 1” wins 50.0%; “NUMERAL → 2” would win 100.0%; lost 50.0 points
Exact: both play on as well as possible. 100 points are a whole win.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape

from seis_lab.exact.duels import Duel, duel
from seis_lab.exact.duel_hands import DuelModel
from seis_lab.exact.duel_ready import at_once
from seis_lab.exact.duel_report import Choice, review
from seis_lab.game import Record
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SeisMove, SeisState
from seis_lab.locale import decimal, percent, text, words
from seis_lab.widgets.moment import Moment, Offer
from seis_lab.widgets.players import names, read_players
from seis_lab.widgets.seis_scene import action_words

SHOWN = 3
"""So many of the worst choices are told at the table."""
COLUMNS = ("move", "player", "played", "value", "better", "best_value", "lost")


@dataclass(frozen=True)
class GameReport:
    """The choices of a game, with words in a language; print it, or show it as the last value of a cell.

    `moment` is the table as it stands; `basis` is "exact" or "certified". `at` of a choice is its place in a replay.
    """

    moment: Moment
    choices: tuple[Choice, ...]
    basis: str

    def of(self, seat: int) -> tuple[Choice, ...]:
        """The choices of a seat."""
        return tuple(choice for choice in self.choices if choice.seat == seat)

    def lost(self, seat: int) -> Fraction | float:
        """How much probability of winning the choices of a seat cost in all, choice by choice."""
        return sum((choice.loss for choice in self.of(seat)), Fraction(0))

    @property
    def worst(self) -> tuple[Choice, ...]:
        """The choices that cost something, worst first."""
        return tuple(sorted((one for one in self.choices if one.loss), key=lambda one: -one.loss))

    @property
    def called(self) -> tuple[str, ...]:
        """What the players are called."""
        return names(self.moment.players, self.moment.lang)

    def totals(self) -> list[str]:
        """A line for each player."""
        found = []
        for seat, name in enumerate(self.called):
            worse = sum(bool(choice.loss) for choice in self.of(seat))
            lost = decimal(self.moment.lang, 100 * self.lost(seat), 1)
            values = {"name": name, "n": len(self.of(seat)), "worse": worse, "lost": lost}
            found.append(text(self.moment.lang, "report.total", **values))
        return found

    def line(self, choice: Choice) -> str:
        """A choice and what was better, in one sentence."""
        return text(self.moment.lang, "report.line", **self._words(choice))

    def why(self) -> str:
        """What the numbers rest on."""
        return text(self.moment.lang, f"report.basis_{self.basis}")

    def rows(self) -> list[dict[str, str]]:
        """The choices that cost something, worst first, as mappings from heading to text."""
        headings = [text(self.moment.lang, f"report.{column}") for column in COLUMNS]
        lines = (self._words(choice) for choice in self.worst)
        return [{head: line[column] for head, column in zip(headings, COLUMNS, strict=True)} for line in lines]

    def _words(self, choice: Choice) -> dict[str, str]:
        lang, called, then = self.moment.lang, self.called, self.moment.back(choice.at)
        played, better = (action_words(then, Offer(move), called, lang)[0] for move in (choice.move, choice.best))
        values = (percent(lang, choice.value), percent(lang, choice.best_value))
        lost = decimal(lang, 100 * choice.loss, 1)
        cells = (str(choice.at), called[choice.seat], played, values[0], better, values[1], lost)
        return dict(zip(COLUMNS, cells, strict=True))

    def __str__(self) -> str:
        """All of it as lines of text."""
        lines = [self.line(choice) for choice in self.worst] or [text(self.moment.lang, "report.none")]
        return "\n".join([text(self.moment.lang, "report.title"), *self.totals(), *lines, self.why()])

    def __repr__(self) -> str:
        return f"<report of {len(self.choices)} choices with {self.moment.rules!r}>"

    def _repr_html_(self) -> str:
        lang, rows = self.moment.lang, self.rows()
        totals = "".join(f"<li>{escape(line)}</li>" for line in self.totals())
        head = "".join(f"<th>{escape(text(lang, f'report.{column}'))}</th>" for column in COLUMNS)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row.values()) + "</tr>" for row in rows)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        found = table if rows else f"<p>{escape(text(lang, 'report.none'))}</p>"
        title = f"<h4>{escape(text(lang, 'report.title'))}</h4>"
        return f'<div class="seis-report">{title}<ul>{totals}</ul>{found}<p>{escape(self.why())}</p></div>'


def report(
    record: Record[SeisState, SeisMove],
    *,
    players: Sequence[str] = ("A", "B"),
    lang: str = "en",
    solved: Duel | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> GameReport:
    """What every choice of a game of SEIS for two cost, over or not.

    `players` are named as at a table. Without `solved` the duel of the rules is taken from memory or the user's cache,
    or solved, which may take half a minute. ValueError when the record is none of SEIS, InvalidRules when its rules
    have no duel.
    """
    if not isinstance(record, Record) or not isinstance(record.rules, SeisRules):
        raise ValueError(f"record={record!r} is not allowed; allowed: the record of a game of SEIS")
    rules = record.rules
    DuelModel.of(rules)  # refuses what is no duel, before anything takes time
    words(lang)  # refuses a language that is not spoken
    seated = read_players(players)
    if len(seated) != rules.players:
        raise ValueError(f"players={list(players)!r} names {len(seated)}; allowed: {rules.players}")
    moment = Moment(rules, seated, record.moves, tuple(record.states()), lang=lang)
    known = solved or at_once(rules) or duel(rules, progress=progress, cancelled=cancelled)
    return of_table(moment, known, cancelled)


def reported(moment: Moment) -> list[tuple[int, str]]:
    """What a table says of a game that is over, where its coach has a report: whose line, and the line."""
    found = moment.advice.report if moment.coach and moment.advice is not None and moment.replay is None else None
    if found is None:
        return []
    said = replace(found, moment=moment)
    return [*((choice.seat, said.line(choice)) for choice in said.worst[:SHOWN]), *enumerate(said.totals())]


def of_table(moment: Moment, solved: Duel, cancelled: Callable[[], bool] = lambda: False) -> GameReport:
    """The report of the game at a table."""
    found = review(Record(moment.rules, moment.moves), solved, cancelled)
    return GameReport(moment, found, solved.basis)
