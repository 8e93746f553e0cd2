"""Galician Seis in a real JupyterLab: whole rounds by clicks, and hands that never leave the kernel unasked."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.harness import Lab

pytestmark = pytest.mark.browser
SIT = """from seis_lab import GalicianRules, GalicianTable
table = GalicianTable(players={players}, seed=11, autosave=False, lang={lang!r})
table"""
CHIPS = "[list(table.position.chips), table.position.pot]"
HELD = "[[f'h{seat}-{card}' for card in hand] for seat, hand in enumerate(table.position.hands)]"
STATE = "(table.session.now.rev, table.session.now.viewer, table.position.winner is None)"


@pytest.fixture
def frames(lab: Lab) -> Iterator[list[bytes]]:
    """Every frame that the kernel of a new notebook sends to the page."""
    received: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: received.append(_bytes(payload)))

    lab.page.on("websocket", listen)
    lab.write("galician.ipynb", "")
    lab.open("galician.ipynb")
    yield received
    lab.page.remove_listener("websocket", listen)
    lab.close()
    lab.open("main.ipynb")


def _bytes(payload: str | bytes) -> bytes:
    return payload.encode() if isinstance(payload, str) else payload


def shown(lab: Lab) -> list[int]:
    """The chips on the page, the pot last."""
    counts: list[int] = lab.table.locator("[data-piece^=chips-], [data-piece=pot]").evaluate_all(
        "nodes => nodes.map(node => Number(node.dataset.count))"
    )
    return counts


def test_a_hand_comes_over_the_wire_only_after_its_owner_asked(lab: Lab, frames: list[bytes]) -> None:
    lab.cells(SIT.format(players=["Ana", "Brais"], lang="gl"))
    look = lab.table.locator("button.st-action[data-id=look]")
    for _ in range(4):
        expect(look).to_be_visible()
        cards = lab.table.locator("[data-zone=own] [data-piece]")
        assert cards.count() == 0
        assert not any(b'"h0-' in frame or b'"h1-' in frame for frame in frames), "a hand was sent unasked"
        assert not any(b'"o0-' in frame or b'"o1-' in frame for frame in frames), "open hands were sent"
        rev = lab.table.get_attribute("data-rev")
        look.click()
        expect(cards.first).to_be_visible()
        names = cards.evaluate_all("nodes => nodes.map(node => node.dataset.piece)")
        seat = names[0][1]
        assert all(name.startswith(f"h{seat}-") for name in names)
        carrying = [frame for frame in frames if f'"h{seat}-'.encode() in frame]
        assert len(carrying) == 1 and b"comm_msg" in carrying[0], "a hand is in one answer and in nothing else"
        assert f'"h{1 - int(seat)}-'.encode() not in carrying[0]
        lab.table.locator("[data-zone=own] [data-action]").first.click()
        expect(lab.table).not_to_have_attribute("data-rev", rev or "")
        frames.clear()
    kept = str(lab.notebook())
    assert "'h0-" not in kept and "'h1-" not in kept and '"h0-' not in kept


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
