"""Tests whose game is one of the examples have them installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.visiting_games import installed


@pytest.fixture(autouse=True)
def _examples(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    parameters = getattr(request.node, "callspec", None)
    if parameters is None or not str(parameters.params.get("name", "")).startswith("guest-"):
        yield
        return
    with installed(tmp_path, tictactoe="rowdy_tictactoe:KIT", tricks="rowdy_tricks:KIT"):
        yield
