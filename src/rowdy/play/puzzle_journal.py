"""The journal of a run that makes puzzles, a file of JSON lines: a header, then what each game yielded.

A line is written as soon as its game is over, so that a run that was stopped can continue.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rowdy.play.puzzle_maker import MadePuzzle
from rowdy.play.puzzles import parse_set
from rowdy.rules.game import InvalidText

FORMAT_VERSION = 1


class PuzzleJournal:
    """The journal of one run in one game, open for the next game; `InvalidText` if the file is of another run."""

    def __init__(self, path: Path, game_id: str, run: str) -> None:
        self.path = path
        self.found: list[MadePuzzle] = []
        """What all games so far have yielded, in the order of the games."""
        self.games = 0
        self._header = {"puzzles": FORMAT_VERSION, "game": game_id, "run": run}
        path.parent.mkdir(parents=True, exist_ok=True)
        end = self._read(game_id) if path.exists() else 0
        self._file = open(path, "r+b" if path.exists() else "x+b")  # noqa: SIM115  (closed on leaving)
        self._file.seek(end)
        self._file.truncate()  # drops a line that was cut off
        if not end:
            self._write(self._header)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, found: list[MadePuzzle], code: str) -> None:
        """Notes what the next game yielded, and the digest of the code that found it."""
        lines = [[one.puzzle.line(), one.canonical] for one in found]
        self._write({"game": self.games, "found": lines, "code": code})
        self.found += found
        self.games += 1

    def _write(self, value: dict[str, Any]) -> None:
        self._file.write(json.dumps(value).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, game_id: str) -> int:
        """Reads the complete lines and returns the position in the file after them."""
        end = 0
        for number, line in enumerate(self.path.read_bytes().splitlines(keepends=True)):
            if not line.endswith(b"\n"):
                break
            try:
                value = json.loads(line)
                if number == 0 and value != self._header:
                    raise InvalidText("puzzle-journal", path=self.path)
                if number:
                    self.found += [MadePuzzle(parse_set(game_id, text)[0], name) for text, name in value["found"]]
                    self.games = value["game"] + 1
            except (ValueError, LookupError, TypeError) as error:
                if isinstance(error, InvalidText):
                    raise
                raise InvalidText("puzzle-journal", path=self.path) from None
            end += len(line)
        return end
