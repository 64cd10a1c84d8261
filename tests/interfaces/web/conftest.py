from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rowdy.interfaces.web.store.store import Store, open_store
from tests.interfaces.web import postgres
from tests.interfaces.web.serving import Visitor, serving_tables


def pytest_runtest_setup(item: pytest.Function) -> None:
    """Skips here what a fixture would skip with a line for each test; so one line tells of them all."""
    params = item.callspec.params.values() if hasattr(item, "callspec") else ()
    needed = [*item.fixturenames, *params]
    if ("postgres_address" in needed or "_postgres_server" in needed) and postgres.find_programs() is None:
        pytest.skip("POSTGRESQL IS NOT INSTALLED: nothing was tested with it")


@pytest.fixture(scope="session")
def _postgres_server() -> Iterator[str]:
    programs = postgres.find_programs()
    assert programs
    with postgres.running(programs) as address:
        yield address


@pytest.fixture
def postgres_address(_postgres_server: str) -> str:
    """An empty database in PostgreSQL."""
    postgres.empty(_postgres_server)
    return _postgres_server


@pytest.fixture
def file_address(tmp_path: Path) -> str:
    """Where a file for SQLite can be made."""
    return str(tmp_path / "tables.sqlite")


@pytest.fixture(params=["file_address", "postgres_address"], ids=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    found: str = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as store:
        yield store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_tables(tmp_path_factory.mktemp("served") / "tables.sqlite") as address:
        yield address


@pytest.fixture
def ann(server: str) -> Iterator[Visitor]:
    """She opens tables, so she has everybody's link."""
    with Visitor(server) as visitor:
        yield visitor


@pytest.fixture
def ben(server: str) -> Iterator[Visitor]:
    with Visitor(server) as visitor:
        yield visitor
