"""Galician Seis in a real JupyterLab: whole rounds by clicks, and hands that never leave the kernel unasked."""

import pytest
from playwright.sync_api import expect

from tests.browser.hands import frames, play_unseen
from tests.browser.harness import Lab

__all__ = ["frames"]

pytestmark = pytest.mark.browser
SIT = """from seis_lab import GalicianRules, GalicianTable
table = GalicianTable(players={players}, seed=11, autosave=False, lang={lang!r})
table"""
CHIPS = "[list(table.position.chips), table.position.pot]"
HELD = "[[f'h{seat}-{card}' for card in hand] for seat, hand in enumerate(table.position.hands)]"
STATE = "(table.session.now.rev, table.session.now.viewer, table.position.winner is None)"


def shown(lab: Lab) -> list[int]:
    """The chips on the page, the pot last."""
    counts: list[int] = lab.table.locator("[data-piece^=chips-], [data-piece=pot]").evaluate_all(
        "nodes => nodes.map(node => Number(node.dataset.count))"
    )
    return counts


def test_a_hand_comes_over_the_wire_only_after_its_owner_asked(lab: Lab, frames: list[bytes]) -> None:
    lab.cells(SIT.format(players=["Ana", "Brais"], lang="gl"))
    play_unseen(lab, frames, turns=4)


def test_two_people_a_solver_and_the_coach_at_one_screen(lab: Lab) -> None:
    """The coach speaks to whoever has asked for the own cards; behind the curtain nothing of it is on the page."""
    players = ["Ana", "Brais", "bot:solver", "bot:random", "bot:keep-suits"]
    lab.cells(SIT.format(players=players, lang="en").replace("seed=11", "seed=11, coach=True"))
    look = lab.table.locator("button.st-action[data-id=look]")
    cards = lab.table.locator("[data-zone=own] button[data-action]")
    said = lab.table.locator("button.st-action", has_text="chips · estimate")
    for _ in range(3):
        expect(look).to_be_visible()
        assert said.count() == 0 and cards.count() == 0
        rev = lab.table.get_attribute("data-rev")
        look.click()
        expect(said.first).to_be_visible()
        assert said.count() == cards.count()
        cards.first.click()
        expect(lab.table).not_to_have_attribute("data-rev", rev or "")
    expect(look).to_be_visible()
    lab.shot("galician-curtain", lab.table)
    look.click()
    expect(said.first).to_be_visible()
    lab.shot("galician-coach-light", lab.table)
    lab.theme(dark=True)
    lab.shot("galician-coach-dark", lab.table)
    lab.theme(dark=False)


def test_a_round_is_played_by_clicks_and_the_chips_are_those_of_the_engine(lab: Lab) -> None:
    lab.cells(SIT.format(players=["Ana", *["bot:random"] * 4], lang="es"))
    cards = lab.table.locator("[data-zone=own] button[data-action]")
    for _ in range(40):
        chips, pot = lab.ask(CHIPS)
        expect(lab.table).to_have_attribute("data-rev", str(lab.ask(STATE)[0]))
        assert sorted(shown(lab)) == sorted([*chips, pot]) and sum(chips) + pot == 60
        if not lab.ask(STATE)[2]:
            break
        expect(cards.first).to_be_visible()
        names = lab.table.locator("[data-zone=own] [data-piece]").evaluate_all(
            "all => all.map(one => one.dataset.piece)"
        )
        assert names == lab.ask(HELD)[0]
        rev = lab.table.get_attribute("data-rev")
        cards.first.click()
        expect(lab.table).not_to_have_attribute("data-rev", rev or "")
    expect(lab.table.locator("[data-zone=report] table").first).to_be_visible()
    lab.shot("galician-report", lab.table)
    lab.table.locator("button.st-action").first.click()
    expect(lab.table.locator("[data-zone=own] [data-piece]").first).to_be_visible()
    lab.shot("galician-round", lab.table)
