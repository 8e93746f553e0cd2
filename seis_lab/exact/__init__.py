"""Exact odds: answers that know how exact they are, Markov chains, decisions, and the odds of each game.

Names are loaded when they are first used, and no module is called like what it offers. The core imports the standard
library only, and sympy comes in where a symbol or a closed form is asked for.

>>> from seis_lab.exact import turns
>>> from seis_lab.games.seis import SeisRules
>>> print(turns(SeisRules(players=1, wildcards={})).mean)
147/10 = 14.7000 turns (exact, 63 states, checked by back-substitution)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if __name__ == "exact":
    raise ImportError("this folder is a link for readers; write 'import seis_lab.exact' instead of 'import exact'")

if TYPE_CHECKING:
    from seis_lab.exact.answers import Cancelled as Cancelled
    from seis_lab.exact.answers import Endless as Endless
    from seis_lab.exact.answers import Estimate as Estimate
    from seis_lab.exact.answers import Exact as Exact
    from seis_lab.exact.answers import Interval as Interval
    from seis_lab.exact.cabron import count_hands as count_hands
    from seis_lab.exact.cabron import hand_law as hand_law
    from seis_lab.exact.cabron_best import best_hand as best_hand
    from seis_lab.exact.cabron_deals import all_hands as all_hands
    from seis_lab.exact.cabron_jumps import jumping_effect as jumping_effect
    from seis_lab.exact.cabron_law import HandLaw as HandLaw
    from seis_lab.exact.cabron_matches import cabron_match as cabron_match
    from seis_lab.exact.cabron_points import PointsLaw as PointsLaw
    from seis_lab.exact.cabron_points import points_law as points_law
    from seis_lab.exact.card_worth import worth as worth
    from seis_lab.exact.deal_fairness import Fairness as Fairness
    from seis_lab.exact.deal_fairness import fairness as fairness
    from seis_lab.exact.deals import DealtTurns as DealtTurns
    from seis_lab.exact.duel_worth import handicaps as handicaps
    from seis_lab.exact.duel_worth import holding as holding
    from seis_lab.exact.duels import Duel as Duel
    from seis_lab.exact.duels import duel as duel
    from seis_lab.exact.galician import round_law as round_law
    from seis_lab.exact.galician_deals import all_deals as all_deals
    from seis_lab.exact.galician_law import RoundLaw as RoundLaw
    from seis_lab.exact.galician_match import match_law as match_law
    from seis_lab.exact.hitting import HittingTime as HittingTime
    from seis_lab.exact.loaded_die import bias as bias
    from seis_lab.exact.markov import MarkovChain as MarkovChain
    from seis_lab.exact.mdp import MDP as MDP
    from seis_lab.exact.mirror_law import MirrorLaw as MirrorLaw
    from seis_lab.exact.mirror_law import mirror as mirror
    from seis_lab.exact.mirror_table import MirrorDeals as MirrorDeals
    from seis_lab.exact.mirror_table import mirror_deals as mirror_deals
    from seis_lab.exact.questions import odds as odds
    from seis_lab.exact.racing import RaceLaw as RaceLaw
    from seis_lab.exact.racing import race as race
    from seis_lab.exact.seis import Solo as Solo
    from seis_lab.exact.seis import TurnsLaw as TurnsLaw
    from seis_lab.exact.seis import solve as solve
    from seis_lab.exact.seis import turns as turns
    from seis_lab.exact.six_chance import random_play as random_play
    from seis_lab.exact.six_counts import figures_through as figures_through
    from seis_lab.exact.six_counts import figures_within as figures_within
    from seis_lab.exact.six_counts import hexagon as hexagon
    from seis_lab.exact.six_forced import ForcedWin as ForcedWin
    from seis_lab.exact.six_openings import equivalent as equivalent
    from seis_lab.exact.six_openings import openings as openings
    from seis_lab.exact.six_proof import forced_win as forced_win
    from seis_lab.exact.six_proof import settle as settle
    from seis_lab.exact.six_small import Miniature as Miniature
    from seis_lab.exact.six_small import solve_six as solve_six

_HOME = {
    "Cancelled": "answers",
    "DealtTurns": "deals",
    "Duel": "duels",
    "Endless": "answers",
    "Estimate": "answers",
    "Exact": "answers",
    "Fairness": "deal_fairness",
    "ForcedWin": "six_forced",
    "HandLaw": "cabron_law",
    "HittingTime": "hitting",
    "Interval": "answers",
    "MDP": "mdp",
    "MarkovChain": "markov",
    "Miniature": "six_small",
    "MirrorDeals": "mirror_table",
    "MirrorLaw": "mirror_law",
    "PointsLaw": "cabron_points",
    "RaceLaw": "racing",
    "RoundLaw": "galician_law",
    "Solo": "seis",
    "TurnsLaw": "seis",
    "all_deals": "galician_deals",
    "all_hands": "cabron_deals",
    "best_hand": "cabron_best",
    "bias": "loaded_die",
    "cabron_match": "cabron_matches",
    "count_hands": "cabron",
    "duel": "duels",
    "equivalent": "six_openings",
    "fairness": "deal_fairness",
    "figures_through": "six_counts",
    "figures_within": "six_counts",
    "forced_win": "six_proof",
    "hand_law": "cabron",
    "handicaps": "duel_worth",
    "hexagon": "six_counts",
    "holding": "duel_worth",
    "jumping_effect": "cabron_jumps",
    "match_law": "galician_match",
    "mirror": "mirror_law",
    "mirror_deals": "mirror_table",
    "odds": "questions",
    "openings": "six_openings",
    "points_law": "cabron_points",
    "race": "racing",
    "random_play": "six_chance",
    "round_law": "galician",
    "settle": "six_proof",
    "solve": "seis",
    "solve_six": "six_small",
    "turns": "seis",
    "worth": "card_worth",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f"seis_lab.exact.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"seis_lab.exact has no {name!r}; it offers {', '.join(sorted(_HOME))}")


def __dir__() -> list[str]:
    return sorted([*_HOME, *(name for name in globals() if name.startswith("__"))])
