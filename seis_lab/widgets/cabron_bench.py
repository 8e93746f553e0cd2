"""The rule lab's bench for Seises cabrón: a first hand and a later one, seats counted from the starter, and a match.

The answers are those of `cabron_answers`: exact for small decks and targets, estimated for larger ones.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

from seis_lab.exact.answers import Estimate, Exact
from seis_lab.exact.cabron_deals import all_hands
from seis_lab.exact.cabron_matches import cabron_match
from seis_lab.games.cabron import CabronRules
from seis_lab.games.options import show
from seis_lab.locale import own_text, text
from seis_lab.widgets import cabron_answers
from seis_lab.widgets.cabron_answers import LIVE
from seis_lab.widgets.rule_answers import Answer, Line, Progress, Stop, Trial

TITLE = "cabron.title"
QUESTIONS = tuple(LIVE)

DRAWN = (".leader", ".wins", ".first", ".match")
"""The lines of the chart: who wins."""
PLAIN = (".points", ".bonus", ".hands")
"""The lines that are numbers, which their labels explain; the others are probabilities."""


def ask(question: str, rules: CabronRules, progress: Progress = None, cancelled: Stop = None) -> Answer:
    """The answer to a question about these rules, exact or estimated; Cancelled when told to stop.

    >>> mini = CabronRules(players=2, suits=1, deck=4, opening_rank=2)
    >>> [line.amount for line in ask("hand", mini).lines[:2]]
    [Exact('7/12'), Exact('5/12')]
    """
    found = cabron_answers.answer(question, rules, progress, cancelled)
    lines = [
        Line(key, (("seat", seat),) if seat else (), number, _unit(key), key.endswith(DRAWN))
        for key, seat, number in found.lines
    ]
    return Answer(question, rules, tuple(lines))


def change(question: str, before: CabronRules, after: CabronRules, cancelled: Stop = None) -> int:
    """No positions are compared: nobody plays his best here."""
    return 0


def dead(question: str, rules: CabronRules) -> dict[str, str]:
    """The options that cannot change the answer, each with the key of the reason."""
    return cabron_answers.dead(question, rules)


def dead_kinds(question: str, rules: CabronRules) -> dict[str, str]:
    """There are no wildcards."""
    return {}


def seats(question: str, rules: CabronRules) -> int:
    """Nor hands of them."""
    return 0


def left_out_words(question: str, rules: CabronRules, lang: str) -> str:
    """Nothing is left out."""
    return ""


def basis(answer: Answer, error: Fraction, lang: str) -> list[str]:
    """Whether the numbers are exact, and how they were checked, or from how many games they are estimated."""
    first: Any = answer.lines[0].amount
    if isinstance(first, Estimate):
        kind = text(lang, "cabron.lab.kind.estimate", games=first.games, confidence=round(100 * first.confidence))
    else:
        kind = text(lang, "cabron.lab.kind.exact", check=_check(first.check, lang))
    counted = "cabron.lab.basis.match" if answer.question == "match" else "cabron.lab.basis.hand"
    return [kind, text(lang, "cabron.lab.basis"), text(lang, counted)]


def _check(check: str, lang: str) -> str:
    """How an exact number was checked, in the language of the page."""
    if deals := re.search(r"\d+(?= deals)", check):
        return text(lang, "galician.lab.check.deals", deals=deals.group())
    return text(lang, "lab.check.back-substitution")


def wrong_text(name: str, given: Mapping[str, Any], typed: str, lang: str) -> str:
    """What is wrong with the place of the opening card."""
    allowed = f"1-{given['deck'] // given['suits']}"
    return text(lang, "lab.error", detail=f"{own_text(lang, 'cabron', f'lab.option.{name}')} “{typed}” ({allowed})")


def unanswered(rules: CabronRules, lang: str) -> None:
    """Every set of rules has answers."""


def trial(answer: Answer, games: int, seed: int, lang: str, progress: Progress = None, cancelled: Stop = None) -> Trial:
    """Simulate the rules of an exact answer and put its law on trial; ValueError where it is an estimate itself."""
    from seis_lab.sim.cabron import check_hands, check_match, simulate_hands, simulate_match

    rules, later = answer.rules, answer.question == "later"
    if answer.estimate is not None:
        raise ValueError(text(lang, "galician.lab.no_trial"))
    if answer.question == "match":
        match = cabron_match(rules, cancelled=cancelled)
        matches = simulate_match(rules, games, seed, progress=progress, cancelled=cancelled)
        return Trial(check_match(match, matches), "hands", matches.mean_hands, match.mean_hands, "number")
    law = all_hands(rules, later=later, cancelled=cancelled).law
    hands = simulate_hands(rules, games, seed, later=later, progress=progress, cancelled=cancelled)
    return Trial(check_hands(law, hands), "starter", hands.shares[0], cast(Exact, law.shares[0]), "probability")


def python(answer: Answer) -> tuple[str, str]:
    """The lines that import what asks for an answer again, and the call.

    >>> print(python(ask("later", CabronRules(players=2, suits=2, deck=8, opening_rank=2)))[1])
    odds('cabron', 'later', CabronRules(players=2, deck=8, suits=2, opening_rank=2))
    """
    rules, found = show(answer.rules), answer.estimate
    if found is None:
        return "from seis_lab import CabronRules, odds", f"odds('cabron', {answer.question!r}, {rules})"
    simulate = "simulate_match" if answer.question == "match" else "simulate_hands"
    later = ", later=True" if answer.question == "later" else ""
    call = f"{simulate}({rules}, games={found.games}, seed={found.seed}{later})"
    return f"from seis_lab import CabronRules\nfrom seis_lab.sim.cabron import {simulate}", call


def _unit(key: str) -> str:
    """A probability, or a number that its label explains."""
    return "number" if key.endswith(PLAIN) else "probability"
