"""Hands of a column game on the page: what Python would answer, and what the page shows of it."""

from typing import Any

from seis_lab.widgets.table import Table
from tests.front.front import Front


def hand(table: Table) -> dict[str, Any]:
    """What Python would answer to the person who is asked."""
    now = table.session.now
    assert now.viewer is not None
    return table._look(now.rev, now.viewer)


def give(front: Front, table: Table) -> None:
    """Answer the page's last wish to look."""
    wish = next(message for message in reversed(front.sent) if message["do"] == "look")
    front.page.evaluate(
        "answer => model.tell('msg:custom', answer)", {"ack": wish["n"], "ok": True, "hand": hand(table)}
    )


def cards(front: Front) -> list[str]:
    """The cards of the hand on the page."""
    found: list[str] = front.one("[data-zone=own] [data-piece]").evaluate_all(
        "nodes => nodes.map(node => node.dataset.piece)"
    )
    return found


def held(table: Table) -> list[str]:
    now = table.session.now
    return [f"h{now.viewer}-{card}" for card in now.state.hands[now.viewer or 0]]
