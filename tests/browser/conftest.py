"""The fixtures of the browser tests; the benchmark of the click imports the same."""

from tests.browser.harness import browser, lab, one_lab, server

__all__ = ["browser", "lab", "one_lab", "server"]
