"""The rule lab's bench for Galician Seis: a round, seats counted from the leader, and a match, by chair.

The answers are those of `galician_answers`: exact for small decks and stacks, estimated for larger ones.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

from seis_lab.exact.answers import Estimate, Exact
from seis_lab.exact.check import METHOD
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_match import match_law
from seis_lab.games.galician import GalicianRules
from seis_lab.games.options import show
from seis_lab.locale import text
from seis_lab.widgets import galician_answers
from seis_lab.widgets.galician_answers import LIVE
from seis_lab.widgets.rule_answers import Answer, Line, Progress, Stop, Trial

TITLE = "galician.title"
QUESTIONS = tuple(LIVE)

DRAWN = (".leader", ".wins", ".first")
"""The lines of the chart: who wins."""


def ask(question: str, rules: GalicianRules, progress: Progress = None, cancelled: Stop = None) -> Answer:
    """The answer to a question about these rules, exact or estimated; Cancelled when told to stop.

    >>> mini = GalicianRules(players=3, suits=2, ranks=3, opening_rank=2)
    >>> [line.amount for line in ask("round", mini).lines[:3]]
    [Exact('13/15'), Exact('1/15'), Exact('1/15')]
    """
    found = galician_answers.answer(question, rules, progress, cancelled)
    lines = [
        Line(key, (("seat", seat),) if seat else (), number, _unit(key), key.endswith(DRAWN))
        for key, seat, number in found.lines
    ]
    if question == "match":  # how long it takes comes first
        lines = [*lines[-1:], *lines[:-1]]
    return Answer(question, rules, tuple(lines))


def change(question: str, before: GalicianRules, after: GalicianRules, cancelled: Stop = None) -> int:
    """No positions are compared: nobody plays his best here."""
    return 0


def dead(question: str, rules: GalicianRules) -> dict[str, str]:
    """The options that cannot change the answer, each with the key of the reason."""
    return galician_answers.dead(question, rules)


def dead_kinds(question: str, rules: GalicianRules) -> dict[str, str]:
    """There are no wildcards."""
    return {}


def seats(question: str, rules: GalicianRules) -> int:
    """Nor hands of them."""
    return 0


def left_out_words(question: str, rules: GalicianRules, lang: str) -> str:
    """Nothing is left out."""
    return ""


def basis(answer: Answer, error: Fraction, lang: str) -> list[str]:
    """Whether the numbers are exact, and how they were checked, or from how many games they are estimated."""
    first: Any = answer.lines[0].amount
    if isinstance(first, Estimate):
        kind = text(lang, "galician.lab.kind.estimate", games=first.games, confidence=round(100 * first.confidence))
    else:
        kind = text(lang, "galician.lab.kind.exact", check=_check(first.check, lang))
    counted = [text(lang, "galician.lab.basis.seats")] if answer.question == "round" else []
    return [kind, text(lang, "galician.lab.basis"), *counted]


def _check(check: str, lang: str) -> str:
    """How an exact number was checked, in the language of the page."""
    if deals := re.search(r"\d+(?= deals)", check):
        return text(lang, "galician.lab.check.deals", deals=deals.group())
    return text(lang, "lab.check.back-substitution" if check == METHOD else "galician.lab.check.no_chip")


def wrong_text(name: str, given: Mapping[str, Any], typed: str, lang: str) -> str:
    """What is wrong with the place of the opening card."""
    allowed = f"1-{given['ranks']}"
    return text(lang, "lab.error", detail=f"{text(lang, f'lab.option.{name}')} “{typed}” ({allowed})")


def unanswered(rules: GalicianRules, lang: str) -> None:
    """Every set of rules has answers."""


def trial(answer: Answer, games: int, seed: int, lang: str, progress: Progress = None, cancelled: Stop = None) -> Trial:
    """Simulate the rules of an exact answer and put its law on trial; ValueError where it is an estimate itself."""
    from seis_lab.sim.galician import check_match, check_rounds, simulate_match, simulate_rounds

    rules = answer.rules
    if answer.estimate is not None:
        raise ValueError(text(lang, "galician.lab.no_trial"))
    if answer.lines[0].key.endswith(".never"):
        raise ValueError(text(lang, "lab.endless"))
    if answer.question == "match":
        match = match_law(rules, cancelled=cancelled)
        matches = simulate_match(rules, games, seed, progress=progress, cancelled=cancelled)
        return Trial(check_match(match, matches), "match", matches.mean_rounds, match.mean_rounds, "number")
    law = all_deals(rules, cancelled=cancelled).law
    rounds = simulate_rounds(rules, games, seed, progress=progress, cancelled=cancelled)
    return Trial(check_rounds(law, rounds), "round", rounds.wins[0], cast(Exact, law.wins[0]), "probability")


def python(answer: Answer) -> tuple[str, str]:
    """The lines that import what asks for an answer again, and the call.

    >>> python(ask("round", GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)))[1]
    "odds('galician', 'round', GalicianRules(players=2, ranks=3, suits=2, opening_rank=2))"
    """
    rules, found = show(answer.rules), answer.estimate
    if found is None:
        return "from seis_lab import GalicianRules, odds", f"odds('galician', {answer.question!r}, {rules})"
    simulate = "simulate_rounds" if answer.question == "round" else "simulate_match"
    imports = f"from seis_lab import GalicianRules\nfrom seis_lab.sim.galician import {simulate}"
    return imports, f"{simulate}({rules}, games={found.games}, seed={found.seed})"


def _unit(key: str) -> str:
    """A probability, or a number that its label explains."""
    return "number" if key.endswith((".net", ".pot", ".rounds")) else "probability"
