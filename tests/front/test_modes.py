"""The page shows a card of mirror mode in the colour and with the shape of the player whose colour it has."""

import pytest

from seis_lab.games.seis import SeisRules
from seis_lab.widgets.scene import build
from tests.front.front import Front
from tests.widgets.test_scene import story

pytestmark = pytest.mark.browser

THREE = ["Ana", "Brais", "Carme"]


def mirrored(position: str, *moves: str, players: list[str], faces: int = 6) -> dict[str, object]:
    rules = SeisRules(players=len(players), mode="mirror", faces=faces)
    return build(story(position, *moves, players=players, rules=rules), since=0)


def test_colours_and_shapes_across_rows(front: Front) -> None:
    front.show(mirrored("1a,3c/-:- | 1b,3a/-:- | 1c,3b/-:- ; A ROLL", players=THREE))
    colour = "node => getComputedStyle(node).getPropertyValue('--c')"
    seats = [front.one(f".st-seat[data-seat='{seat}']").evaluate(colour) for seat in range(3)]
    assert len(set(seats)) == 3
    for card, seat in (("c0-0", 0), ("c0-1", 2), ("c1-0", 1), ("c1-1", 0), ("c2-0", 2), ("c2-1", 1)):
        assert front.one(f"[data-piece={card}]").evaluate(colour) == seats[seat]
    shapes = [front.one(f"[data-piece={card}] .st-front").get_attribute("data-shape") for card in ("c0-0", "c0-1")]
    assert shapes == ["circle", "triangle"]


def test_one_roll_turns_cards_in_two_rows_and_two_win(front: Front) -> None:
    front.show(mirrored("2b/1a:- | 2a/1b:- ; A ROLL", "roll 2", players=THREE[:2], faces=2))
    assert front.one(".st-card.down").count() == 4
    assert front.one(".st-seat.won").count() == 2
    assert front.one(".st-status").text_content() == "Ana and Brais win together!"
