"""Bots of other packages, put beside the others for one test; processes that it spawns find them too."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from rowdy.play.bots.guest_bots import guests

Install: TypeAlias = Callable[[dict[str, str], str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package beside the others: entry points by name, and a module `visitors`."""

    def put(entries: dict[str, str], source: str) -> None:
        (tmp_path / "visitors.py").write_text(source, "utf-8")
        write_metadata(tmp_path, "visitors", entries)
        monkeypatch.syspath_prepend(str(tmp_path))
        guests.cache_clear()

    yield put
    for name in ("visitors", "magpie"):
        sys.modules.pop(name, None)
    guests.cache_clear()


def write_metadata(folder: Path, name: str, entries: dict[str, str]) -> None:
    """What an installer writes."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [f"{entry} = {value}" for entry, value in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(["[rowdy.bots]", *lines, ""]), "utf-8")
