"""Runs the command in this process, with typed lines for a person."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import pytest

from rowdy.interfaces.cli.main import main
from rowdy.rules.record import Record
from rowdy.rules.record_text import parse_record


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


class Cli:
    """A command line with a home of its own."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.home = home
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.setenv("ROWDY_HOME", str(home))

    def __call__(self, *arguments: str, lines: str = "") -> Run:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        try:
            code = main(arguments)
        except SystemExit as stop:  # argparse leaves so
            code = stop.code if isinstance(stop.code, int) else 1
        out, err = self._capsys.readouterr()
        return Run(code, out, err)

    def saved(self) -> list[Path]:
        return sorted((self.home / "games").glob("*.rowdy"))

    def record(self) -> Record:
        """The only game saved."""
        (path,) = self.saved()
        return parse_record(path.read_text("utf-8"))
