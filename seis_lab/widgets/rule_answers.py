"""What the rule lab knows: the exact or certified answers to one question before and after a change of rules.

Values only, no widgets. Each question has one function that makes its `Answer`; `ask` calls it, `compare` puts two
answers side by side.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.check import METHOD
from seis_lab.exact.duels import Duel, duel
from seis_lab.exact.duel_ready import at_once, wait_for
from seis_lab.exact.deal_fairness import fairness
from seis_lab.exact.hitting import TooLong
from seis_lab.exact.mirror_table import mirror_deals
from seis_lab.exact.racing import RaceLaw, race
from seis_lab.exact.seis import TurnsLaw, turns
from seis_lab.exact.card_worth import worth
from seis_lab.games.options import limits
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SEATS
from seis_lab.games.wildcards import KINDS, Wild, Wildcards
from seis_lab.widgets.policy_change import Change, first_change

Progress: TypeAlias = Callable[[int, int], None] | None
Stop: TypeAlias = Callable[[], bool] | None

OWN = (Wild.DADO, Wild.NUMERAL)
TAIL = Fraction(99, 100)  # a law is shown up to the turn by which so many games are over,
LONGEST_LAW = 300  # or up to this turn

_ALONE = (
    "faces",
    "row",
    "die",
    "wildcards",
    "numeral_wrap",
    "numeral_per_roll",
    "dado_per_turn",
    "max_wildcards_per_turn",
    "flip",
)
_AGAINST = ("tirador_window", "tirador_scope", "same_kind_per_turn", "voltear_chooser", "reversa_two_players")
LIVE: Mapping[str, tuple[str, ...]] = {
    "turns": ("mode", *_ALONE),
    "worth": _ALONE,
    "race": ("players", "mode", *_ALONE),
    "duel": (*_ALONE, *_AGAINST),
}
"""The options that can change the answer to each question, outside mirror mode."""

_MIRROR_RACE = ("players", "mode", "faces", "row", "die", "flip", "simultaneous_win", "mirror_roller")

_MIRROR = {"simultaneous_win": "lab.dead.mirror", "mirror_roller": "lab.dead.mirror"}
_SHOTS = {"tirador_window": "lab.dead.no_shot", "tirador_scope": "lab.dead.no_shot"}
_WHY: Mapping[str, Mapping[str, str]] = {
    "turns": _MIRROR,
    "worth": {"mode": "lab.dead.traditional", **_MIRROR},
    "race": {**_MIRROR, **_SHOTS},
    "duel": {"mode": "lab.dead.traditional", "players": "lab.dead.two", **_MIRROR},
}
"""Why options are dead where it is not for want of somebody, or of somebody's cards, to act on."""


@dataclass(frozen=True)
class Line:
    """One number of an answer: the key and values of its label, its unit, and a proved bound on its error.

    The error is 0 where the number is exact.
    """

    key: str
    values: tuple[tuple[str, Any], ...]
    amount: Fraction
    unit: str
    error: Fraction = Fraction(0)


@dataclass(frozen=True)
class Answer:
    """The answer to a question under one set of rules; `law` is what a simulation can put on trial."""

    question: str
    rules: SeisRules
    lines: tuple[Line, ...]
    check: str = ""
    law: TurnsLaw | RaceLaw | None = None


@dataclass(frozen=True)
class Comparison:
    """Two answers, and the first change of best play, or how many positions were compared in vain."""

    before: Answer
    after: Answer
    change: Change | int

    def pairs(self) -> Iterator[tuple[Line, Fraction | None, Fraction | None]]:
        """Every line with its number before and after; None where one of the two has no such line."""
        sides = [{(line.key, line.values): line for line in answer.lines} for answer in (self.before, self.after)]
        names = list(sides[0])
        for place, name in enumerate(sides[1]):
            if name not in sides[0]:
                names.insert(names.index(list(sides[1])[place - 1]) + 1 if place else 0, name)
        for name in names:
            lines = [side.get(name) for side in sides]
            numbers = [None if line is None else line.amount for line in lines]
            yield max((line for line in lines if line is not None), key=lambda one: one.error), numbers[0], numbers[1]

    @property
    def error(self) -> Fraction:
        """The greatest proved bound on the error of a number: 0 where all are exact."""
        return max((line.error for side in (self.before, self.after) for line in side.lines), default=Fraction(0))

    def law(self) -> list[tuple[int, Fraction, Fraction]]:
        """P(T = n) before and after for n = 0, 1, ... until nearly every game is over; empty where there is no law.

        Beyond turn `LONGEST_LAW` nothing is listed: with a rare face there would be thousands.
        """
        before, after = self.before.law, self.after.law
        if self.after.question != "turns" or not (isinstance(before, TurnsLaw) and isinstance(after, TurnsLaw)):
            return []
        listed: list[tuple[int, Fraction, Fraction]] = []
        for n in range(LONGEST_LAW + 1):
            listed.append((n, before.pmf(n), after.pmf(n)))
            if min(before.cdf(n), after.cdf(n)) >= TAIL:
                break
        return listed


def ask(question: str, rules: SeisRules, progress: Progress = None, cancelled: Stop = None) -> Answer:
    """The answer to a question about these rules; InvalidRules where it has none, Cancelled when told to stop."""
    return _ASK[question](asked(question, rules), progress, cancelled)


def compare(before: Answer, after: Answer, cancelled: Stop = None) -> Comparison:
    """Two answers to one question, side by side.

    >>> old, new = (ask("turns", SeisRules(wildcards=hand)) for hand in ({}, {"NUMERAL": 1}))
    >>> line, *numbers = next(compare(old, new).pairs())
    >>> [str(Fraction(number)) for number in numbers]
    ['147/10', '331/30']
    """
    alone = after.question != "duel"  # best play is compared for one player
    return Comparison(before, after, first_change(before.rules, after.rules, cancelled) if alone else 0)


def live(question: str, rules: SeisRules) -> tuple[str, ...]:
    """The options that can change the answer: in mirror mode a race has no wildcards."""
    return _MIRROR_RACE if _is_mirror_race(question, rules) else LIVE[question]


def dead(question: str, rules: SeisRules) -> dict[str, str]:
    """The options that cannot change the answer, each with the key of the reason."""
    others = "lab.dead.no_end_card" if question == "race" else "lab.dead.alone"
    if _is_mirror_race(question, rules):
        others = "lab.dead.no_wildcards"
    return {name: _WHY[question].get(name, others) for name in limits(rules) if name not in live(question, rules)}


def dead_kinds(question: str, rules: SeisRules) -> dict[str, str]:
    """The kinds of wildcard that a question leaves out, each with the key of the reason."""
    if _is_mirror_race(question, rules):
        return {kind.value: "lab.dead.no_wildcards" for kind in KINDS}
    if question == "duel":
        idle = rules.reversa_two_players == "no effect"
        return {Wild.REVERSA.value: "lab.dead.reversa"} if idle else {}
    reason = "lab.dead.interacting" if question == "race" else "lab.dead.alone"
    return {kind.value: reason for kind in KINDS if kind not in OWN}


def _is_mirror_race(question: str, rules: SeisRules) -> bool:
    return question == "race" and rules.mode == "mirror"


def left_out(question: str, rules: SeisRules) -> tuple[str, ...]:
    """The kinds that somebody holds and that the race has to leave out: those that act on others, or all of them."""
    hands = [rules.wildcards_of(seat) for seat in range(rules.players)]
    dead = dead_kinds(question, rules)
    kinds = [kind.value for kind in KINDS if kind.value in dead and any(hand[kind] for hand in hands)]
    return tuple(kinds) if question == "race" else ()


def asked(question: str, rules: SeisRules) -> SeisRules:
    """The rules that are really asked about: in the race nobody holds a card that it has to leave out."""
    if question == "duel":
        return two(rules)
    out = left_out(question, rules)
    if not out:
        return rules
    hands = [rules.wildcards_of(seat) for seat in range(rules.players)]
    return replace(
        rules, wildcards=tuple(Wildcards({kind: n for kind, n in hand.items() if kind not in out}) for hand in hands)
    )


def two(rules: SeisRules) -> SeisRules:
    """The rules with two players: the first two where there were more, a second like the first where there was one."""
    hands = rules.wildcards if isinstance(rules.wildcards, Wildcards) else (*rules.wildcards, rules.wildcards[-1])[:2]
    return replace(rules, players=2, wildcards=hands)


def _ask_turns(rules: SeisRules, progress: Progress, cancelled: Stop) -> Answer:
    law = turns(rules, progress=progress, cancelled=cancelled)
    if law.never:
        return Answer("turns", rules, (Line("lab.row.never", (), law.never, "probability"),))
    lines = [Line("lab.row.mean", (), law.mean, "turns"), Line("lab.row.variance", (), law.variance, "turns2")]
    for key, level in (("lab.row.median", Fraction(1, 2)), ("lab.row.q90", Fraction(9, 10))):
        with suppress(TooLong):  # too far out to be counted to: the answer does without this line
            lines.append(Line(key, (), Fraction(law.quantile(level)), "turns"))
    return Answer("turns", rules, tuple(lines), law.mean.check, law)


def _ask_worth(rules: SeisRules, progress: Progress, cancelled: Stop) -> Answer:
    table = worth(rules, progress=progress, cancelled=cancelled)
    law = turns(rules, progress=progress, cancelled=cancelled)
    lines = []
    for one in table.lines:
        for kind, number, others, saves in (
            (Wild.NUMERAL, one.numerals, one.dados, one.numeral_saves),
            (Wild.DADO, one.dados, one.numerals, one.dado_saves),
        ):
            if saves is not None and others == 0:
                name = (("kind", kind.value), ("number", number + 1))
                lines.append(Line("lab.row.card", name, saves, "saved"))
    lines.sort(key=lambda line: line.values[0][1], reverse=True)
    none, every = table.lines[0].turns, table.lines[-1].turns
    if none is not None and every is not None:
        lines.append(Line("lab.row.all", (), none - every, "saved"))
    return Answer("worth", rules, tuple(lines), METHOD, None if law.never else law)


def _ask_race(rules: SeisRules, progress: Progress, cancelled: Stop) -> Answer:
    if rules.mode == "random":
        return _ask_dealt_race(rules, progress, cancelled)
    if rules.mode == "mirror":
        return _ask_mirror(rules, progress, cancelled)
    law = race(rules, progress=progress, cancelled=cancelled)
    lines = [
        Line("lab.row.seat" if seat else "lab.row.starter", (("seat", SEATS[seat]),), chance, "probability")
        for seat, chance in enumerate(law)
    ]
    if law.nobody:
        lines.append(Line("lab.row.nobody", (), law.nobody, "probability"))
    return Answer("race", rules, tuple(lines), law[0].check, None if law.nobody else law)


def _wins(first: Fraction) -> list[Line]:
    """The winning probabilities of two players, of whom the first begins."""
    starter, other = (("seat", SEATS[0]),), (("seat", SEATS[1]),)
    return [
        Line("lab.row.starter", starter, first, "probability"),
        Line("lab.row.seat", other, 1 - Fraction(first), "probability"),
    ]


def _ask_dealt_race(rules: SeisRules, progress: Progress, cancelled: Stop) -> Answer:
    """Random mode: the race over all deals, and the deals at the ends of the scale."""
    table = fairness(rules, progress=progress, cancelled=cancelled)
    ends = (("lab.row.fairest", table.fairest), ("lab.row.unfairest", table.unfairest))
    lines = [
        Line(
            key,
            (("deal", " | ".join(",".join(map(str, row)) for row in (end.first, end.second))),),
            end.win,
            "probability",
        )
        for key, end in ends
    ]
    return Answer("race", rules, (*_wins(table.average), *lines), METHOD)


def _ask_mirror(rules: SeisRules, progress: Progress, cancelled: Stop) -> Answer:
    """Mirror mode: the odds over all deals, everybody choosing as well as possible."""
    table = mirror_deals(rules, progress=progress, cancelled=cancelled)
    law = table.average
    more = [
        Line("lab.row.joint", (), law.joint, "probability"),
        Line("lab.row.another", (), law.another, "probability"),
        Line("lab.row.rolls", (), law.rolls, "rolls"),
    ]
    ends = (("lab.row.fairest", table.fairest), ("lab.row.unfairest", table.unfairest))
    more += [Line(key, (("deal", end.deal),), end.law.wins[0], "probability") for key, end in ends]
    return Answer("race", rules, (*_wins(law.wins[0]), *more), METHOD)


def _ask_duel(rules: SeisRules, progress: Progress, cancelled: Stop) -> Answer:
    """The duel: who begins wins so often, and so much is lost by who begins with one card less of a kind."""
    solved = solved_duel(rules, progress, cancelled)
    own, others = (rules.wildcards_of(seat) for seat in range(2))
    first, error = _amount(solved.odds(own, others)), solved.bound
    lines = [Line("lab.row.starter", (("seat", SEATS[0]),), first, "probability", error)]
    for kind in KINDS:
        if own[kind] and kind.value not in dead_kinds("duel", rules):
            less = _amount(solved.odds(own.without(kind), others))
            lines.append(Line("lab.row.duel_card", (("kind", kind.value),), first - less, "probability", 2 * error))
    return Answer("duel", rules, tuple(lines), METHOD)


def solved_duel(rules: SeisRules, progress: Progress, cancelled: Stop) -> Duel:
    """The duel, at once where it is known; of the standard rules it is kept in the user's cache folder."""
    known = at_once(rules)
    if known is None and rules == SeisRules():
        wait_for(rules, progress or (lambda done, total: None), cancelled or (lambda: False))
        known = at_once(rules)
    return known or duel(rules, progress=progress, cancelled=cancelled)


def _amount(answer: Exact | Interval) -> Fraction:
    return Fraction(answer) if isinstance(answer, Exact) else (answer.low + answer.high) / 2


_ASK: Mapping[str, Callable[[SeisRules, Progress, Stop], Answer]] = {
    "turns": _ask_turns,
    "worth": _ask_worth,
    "race": _ask_race,
    "duel": _ask_duel,
}
