"""Ask for exact odds by name: `odds(game, question, rules)`.

>>> from seis_lab.games.seis import SeisRules
>>> print(odds("seis", "turns", SeisRules(players=1, wildcards={"NUMERAL": 1})))
331/30 = 11.0333 turns (exact, 126 states, checked by back-substitution)
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from seis_lab.exact.cabron_deals import all_hands
from seis_lab.exact.cabron_matches import cabron_match
from seis_lab.exact.card_worth import worth
from seis_lab.exact.deal_fairness import fairness
from seis_lab.exact.duels import duel
from seis_lab.exact.galician_deals import all_deals
from seis_lab.exact.galician_match import match_law
from seis_lab.exact.mirror_table import mirror_deals
from seis_lab.exact.racing import race
from seis_lab.exact.seis import turns
from seis_lab.exact.six_chance import random_play
from seis_lab.exact.six_openings import openings
from seis_lab.exact.six_proof import settle
from seis_lab.exact.six_small import solve_six
from seis_lab.game import InvalidRules
from seis_lab.games.cabron import CabronRules
from seis_lab.games.galician import GalicianRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.six import SixRules
from seis_lab.games.wildcards import Wildcards

QUESTIONS_OF: Mapping[str, Mapping[str, str]] = {
    "seis": {
        "turns": "expected own turns to finish alone",
        "worth": "turns that each further NUMERAL or DADO saves",
        "race": "probability of winning of each seat, without cards that act on others",
        "duel": "probability that the beginner of two wins, with every wildcard, both playing as well as possible",
    },
    "galician": {
        "round": "wins, passes and pot of a round, counted from the leader, over all deals of a small deck",
        "match": "rounds, winners and who runs out of chips in a match, over all deals of a small deck",
    },
    "cabron": {
        "hand": "points, ties and bonus of a first hand, counted from the starter, over all deals of a small deck",
        "later": "the same of a later hand, which the starter begins with any six",
        "match": "hands and winners of a match, counted from the first starter, over all deals of a small deck",
    },
    "six": {
        "forced": "which side wins by force from the start, searched up to six own turns, with the line",
        "solved": "which side wins a game with few tiles, every position solved",
        "random": "probability of winning of each side in a game with few tiles, everybody playing at random",
        "openings": "sequences and positions after up to four placements, counted up to symmetry",
    },
}
"""What can be asked of each game."""


def start(game: str, question: str) -> Any:
    """The rules that a question is about until somebody sets others: the fewest players and cards that it needs.

    InvalidRules quotes an unknown game or question and lists the known ones.

    >>> start("seis", "turns"), start("seis", "race")
    (SeisRules(players=1, wildcards={}), SeisRules(wildcards={}))
    >>> start("seis", "worth")
    SeisRules(players=1, wildcards={'DADO': 2, 'NUMERAL': 2})
    >>> start("cabron", "match")
    CabronRules(players=2, deck=8, suits=2, opening_rank=2, target=20)
    """
    if game not in QUESTIONS_OF:
        raise InvalidRules(f"game {game!r} is not known; allowed: {', '.join(QUESTIONS_OF)}")
    if question not in QUESTIONS_OF[game]:
        raise InvalidRules(f"question {question!r} is not known for {game}; allowed: {', '.join(QUESTIONS_OF[game])}")
    match game:
        case "galician":
            return GalicianRules(players=3, ranks=3, suits=3, opening_rank=2, chips=3)
        case "cabron":
            return CabronRules(players=2, deck=8, suits=2, opening_rank=2, target=20)
        case "six":
            return _six_start(question)
        case _:
            cards = {"NUMERAL": 2, "DADO": 2} if question == "worth" else {}
            return SeisRules(players=2 if question in ("race", "duel") else 1, wildcards=Wildcards(cards))


def _six_start(question: str) -> SixRules:
    """The usual game for its openings, else lines of three or four: small enough to be settled."""
    match question:
        case "openings":
            return SixRules()
        case "forced":
            return SixRules(figures=("line",), line=4)
        case _:
            few = SixRules(tiles=3, figures=("line",), line=3)
            return replace(few, repetition="off") if question == "random" else few


def odds(game: str, question: str, rules: Any = None, **options: Any) -> Any:
    """The exact answer to a question about a game: of "seis", "turns" (a number), "worth" or "race" (tables), "duel".

    In random and mirror mode "race" is the table over all deals (`fairness`, `mirror_deals`). A large "duel" is
    certified, not exact. Of "galician", "round" or "match", and of "cabron", "hand", "later" or "match" (tables). Of
    "six", "forced", "solved", "random" (certified) or "openings". Without rules the question is about those of `start`.
    Other options are passed on to the function that answers.
    InvalidRules quotes an unknown game or question and lists the known ones.

    >>> odds("seis", "luck")
    Traceback (most recent call last):
    seis_lab.game.InvalidRules: question 'luck' is not known for seis; allowed: turns, worth, race, duel
    """
    usual = start(game, question)
    asked = rules if rules is not None else usual
    if not isinstance(asked, type(usual)):
        raise InvalidRules(f"{asked!r} is not a set of rules of {game}; allowed: {type(usual).__name__}")
    match game, question:
        case "seis", "turns":
            return turns(asked, **options).mean
        case "seis", "worth":
            return worth(asked, **options)
        case "seis", "race" if asked.mode == "random":
            return fairness(asked, **options)
        case "seis", "race" if asked.mode == "mirror":
            return mirror_deals(asked, **options)
        case "seis", "race":
            return race(asked, **options)
        case "seis", "duel":
            return duel(asked, **options).first
        case "galician", "round":
            return all_deals(asked, **options).law
        case "galician", "match":
            return match_law(asked, **options)
        case "cabron", "match":
            return cabron_match(asked, **options)
        case "six", "forced":
            return settle(asked, **({"turns": 6} | options))
        case "six", "solved":
            return solve_six(asked, **options)
        case "six", "random":
            return random_play(asked, **options)
        case "six", "openings":
            return openings(asked, **options)
        case _:
            return all_hands(asked, later=question == "later", **options).law
