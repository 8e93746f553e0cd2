"""What every test run shares: repeatable property tests, and no silent skip where CI requires the real thing."""

import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

# No test may be flaky: property tests draw the same examples in every run and are not timed.
# To look for new examples: pytest --hypothesis-profile=explore
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("repeatable")

# SEIS_LAB_REQUIRE="oracles,browser": a skipped test with one of these markers is a failure.
REQUIRED = [
    name.strip().removesuffix("s") for name in os.environ.get("SEIS_LAB_REQUIRE", "").split(",") if name.strip()
]


@pytest.fixture(autouse=True, scope="session")
def no_cache_of_the_users(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What bots and coaches know must not depend on duels that somebody has solved on this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SEIS_LAB_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and any(map(item.get_closest_marker, REQUIRED)):
        report.outcome = "failed"
        report.longrepr = f"skipped, but SEIS_LAB_REQUIRE={','.join(REQUIRED)} forbids it: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if REQUIRED and report.skipped:  # a module that skips itself as a whole hides the markers of its tests
        report.outcome = "failed"
        report.longrepr = f"skipped as a whole, but SEIS_LAB_REQUIRE is set: {report.longrepr}"
    return report
