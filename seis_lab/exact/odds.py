"""Ask for exact odds by name: `odds(game, question, rules)`.

>>> from seis_lab.games.seis import SeisRules
>>> print(odds("seis", "turns", SeisRules(players=1, wildcards={"NUMERAL": 1})))
331/30 = 11.0333 turns (exact, 126 states, checked by back-substitution)
"""

from typing import Any

from seis_lab.exact.race import race
from seis_lab.exact.seis import turns
from seis_lab.exact.worth import worth
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.wildcards import Wildcards

QUESTIONS = {
    "turns": "expected own turns to finish alone",
    "worth": "turns that each further NUMERAL or DADO saves",
    "race": "probability of winning of each seat, without cards that act on others",
}


def start(question: str) -> SeisRules:
    """The rules that a question is about until somebody sets others: the fewest players and cards that it needs.

    >>> start("turns"), start("race")
    (SeisRules(players=1, wildcards={}), SeisRules(wildcards={}))
    >>> start("worth")
    SeisRules(players=1, wildcards={'DADO': 2, 'NUMERAL': 2})
    """
    cards = {"NUMERAL": 2, "DADO": 2} if question == "worth" else {}
    return SeisRules(players=2 if question == "race" else 1, wildcards=Wildcards(cards))


def odds(game: str, question: str, rules: SeisRules | None = None, **options: Any) -> Any:
    """The exact answer to a question about a game: of "seis", "turns" (a number), "worth" or "race" (tables).

    Without rules the question is about those of `start`. Other options are passed on to the function of that name.
    InvalidRules quotes an unknown game or question and lists the known ones.

    >>> odds("seis", "luck")
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: question 'luck' is not known for seis; allowed: turns, worth, race
    """
    if game != "seis":
        raise InvalidRules(f"game {game!r} is not known; allowed: seis")
    if question not in QUESTIONS:
        raise InvalidRules(f"question {question!r} is not known for seis; allowed: {', '.join(QUESTIONS)}")
    asked = rules if rules is not None else start(question)
    match question:
        case "turns":
            return turns(asked, **options).mean
        case "worth":
            return worth(asked, **options)
        case _:
            return race(asked, **options)
