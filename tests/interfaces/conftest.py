from pathlib import Path

import pytest

from rowdy.interfaces.cli import contests
from rowdy.play.arena import arena as arena_module
from rowdy.search.compilation import KernelCache
from tests.interfaces.arenas import made_up
from tests.interfaces.cli import Cli
from tests.interfaces.made_up import make_up

__all__ = ["make_up"]


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(tmp_path / "home", monkeypatch, capsys)


@pytest.fixture(autouse=True)
def _no_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test leaves a compiler running behind it."""
    monkeypatch.setattr(KernelCache, "start_preparing", lambda cache, parts: None)


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches whose results are made up, of bots that need not exist."""
    for module in (arena_module, contests):
        monkeypatch.setattr(module, "bot", lambda name, game: None)
    monkeypatch.setattr(arena_module, "run_matches", lambda matches, workers: (made_up(match) for match in matches))
