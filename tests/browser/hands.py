"""Hidden hands over the wire, for both column games: every frame that the kernel sends, and what may be in it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.harness import Lab


@pytest.fixture
def frames(lab: Lab) -> Iterator[list[bytes]]:
    """Every frame that the kernel of a new notebook sends to the page."""
    received: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: received.append(_bytes(payload)))

    lab.page.on("websocket", listen)
    lab.write("hands.ipynb", "")
    lab.open("hands.ipynb")
    yield received
    lab.page.remove_listener("websocket", listen)
    lab.close()
    lab.open("main.ipynb")


def _bytes(payload: str | bytes) -> bytes:
    return payload.encode() if isinstance(payload, str) else payload


def play_unseen(lab: Lab, frames: list[bytes], turns: int) -> None:
    """Two people take turns at a table: a hand comes in one answer to its owner, and in nothing else."""
    look = lab.table.locator("button.st-action[data-id=look]")
    for _ in range(turns):
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
