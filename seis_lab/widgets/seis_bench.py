"""The rule lab's bench for SEIS: its questions, their exact or certified answers, and what each leaves out."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import log10
from typing import Any

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.card_worth import worth
from seis_lab.exact.check import METHOD
from seis_lab.exact.deal_fairness import fairness
from seis_lab.exact.duel_ready import at_once, wait_for
from seis_lab.exact.duels import Duel, duel
from seis_lab.exact.hitting import TooLong
from seis_lab.exact.mirror_table import mirror_deals
from seis_lab.exact.racing import RaceLaw, race
from seis_lab.exact.seis import turns
from seis_lab.games.options import differences, encode, limits
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SEATS
from seis_lab.games.seis_options import MOST_CARDS
from seis_lab.games.wildcards import KINDS, Wild, Wildcards
from seis_lab.locale import text
from seis_lab.widgets.policy_change import Change, first_change
from seis_lab.widgets.rule_answers import Answer, Line, Progress, Stop, Trial

TITLE = "title"
OWN = (Wild.DADO, Wild.NUMERAL)

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
QUESTIONS = tuple(LIVE)

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


def ask(question: str, rules: SeisRules, progress: Progress = None, cancelled: Stop = None) -> Answer:
    """The answer to a question about these rules; InvalidRules where it has none, Cancelled when told to stop."""
    return _ASK[question](asked(question, rules), progress, cancelled)


def change(question: str, before: SeisRules, after: SeisRules, cancelled: Stop = None) -> Change | int:
    """The first change of best play alone, or how many positions were compared in vain; none for the duel."""
    return 0 if question == "duel" else first_change(before, after, cancelled)


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


def seats(question: str, rules: SeisRules) -> int:
    """How many hands of wildcards the question is about."""
    return {"race": rules.players, "duel": 2}.get(question, 1)


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
    return Answer("turns", rules, tuple(lines), law.mean.check, law, law)


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
    lines = [Line("lab.row.starter", (("seat", SEATS[0]),), first, "probability", error=error)]
    for kind in KINDS:
        if own[kind] and kind.value not in dead_kinds("duel", rules):
            cost = first - _amount(solved.odds(own.without(kind), others))
            lines.append(Line("lab.row.duel_card", (("kind", kind.value),), cost, "probability", error=2 * error))
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


def left_out_words(question: str, rules: SeisRules, lang: str) -> str:
    """Which cards the race leaves out, or nothing."""
    kinds = left_out(question, rules)
    key = "lab.left_out_mirror" if rules.mode == "mirror" else "lab.left_out"
    return text(lang, key, kinds=", ".join(kinds)) if kinds else ""


def basis(answer: Answer, error: Fraction, lang: str) -> list[str]:
    """What the numbers of an answer rest on: exact, or certified where there is a bound on their error."""
    if not answer.check:
        return []
    check = text(lang, "lab.check.back-substitution")
    if not error:
        return [text(lang, "lab.basis", check=check)]
    power = str(int(-log10(error))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return [text(lang, "lab.basis_certified", check=check, error=f"10⁻{power}")]


def wrong_text(name: str, given: Mapping[str, Any], typed: str, lang: str) -> str:
    """What is wrong with a row or a die that was typed, in words."""
    return text(lang, f"lab.error.{name}", value=typed, faces=given["faces"], low=1, high=MOST_CARDS)


def unanswered(rules: SeisRules, lang: str) -> tuple[str, str] | None:
    """The option that no question has an answer for, with the reason in words: a die with a symbol."""
    if rules.die is None or rules.die.symbol is None:
        return None
    return "die", text(lang, "lab.error.symbol", value=", ".join(rules.die.written()))


def trial(answer: Answer, games: int, seed: int, lang: str, progress: Progress = None, cancelled: Stop = None) -> Trial:
    """Simulate the rules of an answer and put its law on trial; ValueError says why there is nothing to try."""
    from seis_lab.sim import simulate_race, simulate_turns
    from seis_lab.sim.verdict import check

    rules, law = answer.rules, answer.law
    if law is None:
        key = "lab.endless" if rules.mode == "traditional" else "lab.no_trial"
        raise ValueError(text(lang, "lab.no_trial_duel" if answer.question == "duel" else key))
    if isinstance(law, RaceLaw):
        races = simulate_race(rules, games, seed, progress=progress, cancelled=cancelled)
        return Trial(check(law, races), "race", races[0], law[0], "probability")
    method = "kernel" if rules.mode == "traditional" else "engine"  # which deals
    alone = simulate_turns(rules, games, seed, method=method, progress=progress, cancelled=cancelled)
    return Trial(check(law, alone), "turns", alone.mean, law.mean, "turns")


def python(answer: Answer) -> tuple[str, str]:
    """The line that imports what asks for an answer again, and the call, written with plain values only.

    >>> python(ask("turns", SeisRules(wildcards={"NUMERAL": 1})))[1]
    "odds('seis', 'turns', SeisRules(wildcards={'NUMERAL': 1}))"
    """
    given = ", ".join(f"{name}={_plain(value)!r}" for name, value in differences(answer.rules).items())
    return "from seis_lab import SeisRules, odds", f"odds('seis', {answer.question!r}, SeisRules({given}))"


def _plain(value: object) -> object:
    """A value of an option as plain Python, without the wildcards that nobody holds."""
    plain = encode(value)
    if isinstance(plain, dict):
        return {kind: count for kind, count in plain.items() if count}
    if isinstance(plain, list):
        return [_plain(item) for item in plain]
    return plain
