"""Many games fast: estimates with intervals, and the exact odds on trial against them.

>>> from fractions import Fraction
>>> from seis_lab.games.seis import SeisRules
>>> sample = simulate_race(SeisRules(wildcards={}), games=100_000, seed=6)
>>> law = [Fraction(6688879, 12660648), Fraction(5971769, 12660648)]
>>> print(check(law, sample))
agrees: p = 0.0826 from 100000 games (chi-squared, 2 cells: 0.0826); a right law fails 1 check in 1000
"""

from seis_lab.exact.answers import Cancelled
from seis_lab.sim.cabron import check_hands, simulate_hands
from seis_lab.sim.galician import check_rounds, simulate_match, simulate_rounds
from seis_lab.sim.galician_deals import sample_deals
from seis_lab.sim.galician_match import duration_estimates, match_estimate
from seis_lab.sim.samples import RaceSample, TurnsSample
from seis_lab.sim.seis import AsIfAlone, simulate_race, simulate_turns, win_estimate
from seis_lab.sim.six import first_player, restriction_effect
from seis_lab.sim.verdict import Verdict, check

__all__ = [
    "AsIfAlone",
    "Cancelled",
    "RaceSample",
    "TurnsSample",
    "Verdict",
    "check",
    "check_hands",
    "check_rounds",
    "duration_estimates",
    "first_player",
    "match_estimate",
    "restriction_effect",
    "sample_deals",
    "simulate_hands",
    "simulate_match",
    "simulate_race",
    "simulate_rounds",
    "simulate_turns",
    "win_estimate",
]
