"""What all tests run under: Hypothesis without luck, English, and no skipped test where ROWDY_NO_SKIPS is set."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator

import pytest
from hypothesis import settings

from rowdy.interfaces.languages import languages
from tests.worlds import LONG_RUN

# The same examples on every machine and every day; what they are changes only with the test or with Hypothesis.
settings.register_profile("rowdy", derandomize=True, database=None, deadline=None)
settings.load_profile("rowdy")

os.environ["ROWDY_LANG"] = "en"  # for the commands that tests start, too, whatever the machine speaks

# A run in the background of a shell ignores Ctrl-C, and so would every command that a test starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

NO_SKIPS = "ROWDY_NO_SKIPS"
QUICK_LANGUAGES = ("en", "de")
"""The languages that all tests of the quick run are tried in; the others there only where their own files are read."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where a test goes through many games or languages, the quick run is content with one of each kind."""
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            name, language = map(item.callspec.params.get, ("name", "language"))
            of_many_games = isinstance(name, str) and name in LONG_RUN and f"[{name}" in item.name
            of_many_languages = language in languages() and language not in QUICK_LANGUAGES
            if of_many_games or (of_many_languages and item.get_closest_marker("every_language") is None):
                item.add_marker(pytest.mark.long)


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """An expected failure is told as a skip too, but it did run."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get(NO_SKIPS):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid}: {why} (with {NO_SKIPS} set, a skipped test fails)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A whole module may be skipped while it is collected."""
    report = yield
    _refuse_skip(report)
    return report
