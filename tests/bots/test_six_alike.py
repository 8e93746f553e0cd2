"""Turns that a symmetry of the board makes alike are worth the same: also when a limit cuts the search short."""

import pytest

from seis_lab.bots.six_search import search
from seis_lab.exact.six_openings import equivalent
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import parse_position

POSITIONS = ["0,0 | 1,0 ; 20,20 ; A PLACE", "0,0 2,0 | 1,0 ; 19,20 ; B PLACE"]


@pytest.mark.parametrize("where", POSITIONS)
@pytest.mark.parametrize("nodes", [4, 40, 150, 1000, 3000])
def test_alike_turns_have_one_estimate_whatever_the_limit(where: str, nodes: int) -> None:
    rules = SixRules()
    state = parse_position(where)
    found = search(rules, state, nodes=nodes)
    for kind in equivalent(rules, state):
        assert len({found.moves[turn[0]] for turn in kind}) == 1, [str(turn[0]) for turn in kind]
