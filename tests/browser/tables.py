"""A table on the page, as a person uses it: look, choose, wait for the answer."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from seis_lab.game import Outcome, Record
from seis_lab.games.seis import SeisRules
from tests.browser.harness import Lab

MOST_CHOICES = 500  # no game of the tests takes so many; a table that goes round in circles fails


class Table:
    """One view of a table."""

    def __init__(self, lab: Lab, root: Locator) -> None:
        self.lab, self.root, self.page = lab, root, lab.page
        expect(root).to_be_visible()

    @property
    def rev(self) -> int:
        """The revision that the page shows."""
        return int(self.root.get_attribute("data-rev") or "-1")

    @property
    def actions(self) -> Locator:
        """The buttons of the offered actions."""
        return self.root.locator("button.st-action:visible")

    @property
    def over(self) -> bool:
        """Whether the page says that the game has ended."""
        return self.root.locator(".st-status.over").count() == 1

    def after(self, do: Callable[[], Any]) -> int:
        """Do something and wait until the page shows a later revision; that revision."""
        seen = self.rev
        do()
        self.page.wait_for_function(
            "([node, seen]) => Number(node.dataset.rev) > seen", arg=[self.root.element_handle(), seen]
        )
        return self.rev

    def settle(self) -> None:
        """Wait until bots and messages have come to rest: somebody is asked, or the game is over."""
        self.page.wait_for_function(
            """root => !root.querySelector('[aria-busy]')
                && (root.querySelector('button.st-action') || root.querySelector('.st-status.over'))""",
            arg=self.root.element_handle(),
        )

    def click_through(self, choose: Callable[[int, int], int]) -> int:
        """Click one offered action after another until the game is over; how many clicks it took.

        `choose` picks an action from the number of the click and the number of offers.
        """
        for click in range(MOST_CHOICES):
            self.settle()
            if self.over:
                return click
            self.after(self.actions.nth(choose(click, self.actions.count())).click)
        raise AssertionError(f"no end after {MOST_CHOICES} choices")

    def looks(self) -> Any:
        """What the page says of the game: every piece, action and line, in order."""
        return self.root.evaluate(
            """root => [
                root.dataset.rev,
                root.querySelector('.st-status').textContent,
                [...root.querySelectorAll('[data-piece]')].map(piece =>
                    [piece.dataset.piece, piece.getAttribute('aria-label'), piece.classList.contains('down')]),
                [...root.querySelectorAll('button.st-action')].map(action => [action.dataset.id, action.textContent]),
                [...root.querySelectorAll('.st-log li')].map(line => line.textContent),
            ]"""
        )

    def face_down(self, seat: int) -> list[bool]:
        """For every card of a seat, in its place, whether it lies face down."""
        found = self.root.locator(f'[data-piece^="c{seat}-"]').evaluate_all(
            "cards => cards.map(card => card.classList.contains('down'))"
        )
        return [bool(down) for down in found]


def replayed(text: str) -> tuple[Record[Any, Any], Outcome]:
    """A record read and replayed by the engine here, outside the kernel that wrote it, and how it ended."""
    record = Record.from_json(text, SeisRules.from_json)
    outcome = record.outcome()
    assert outcome is not None, f"the engine says that this game goes on: {record.final()}"
    return record, outcome
