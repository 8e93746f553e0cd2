"""A Chromium for the tests of the page alone, and an account of what it complained of or asked of a network."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.front.front import Front

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
PATIENCE = 20_000  # ms until a condition that never comes is a failure; no test measures time with it


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One Chromium per file of tests."""
    if CHROMIUM is None:
        pytest.skip("no chromium on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_front(chromium: Browser) -> Iterator[Callable[..., Front]]:
    """Open a page with the given options of a browser context (width, height, reduced_motion, color_scheme...)."""
    opened: list[Front] = []
    contexts = []

    def open_one(*, width: int = 1120, height: int = 900, reduced_motion: str = "reduce", **options: Any) -> Front:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, reduced_motion=reduced_motion, **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        opened.append(Front(context))
        return opened[-1]

    yield open_one
    for context in contexts:
        context.close()
    for front in opened:
        assert front.errors == [], "the page complained"
        beyond = [url for url in front.requests if not url.startswith(("about:", "blob:", "data:"))]
        assert beyond == [], "the page asked a network"


@pytest.fixture
def front(open_front: Callable[..., Front]) -> Front:
    """A page as wide as a notebook, with reduced motion."""
    return open_front()
