"""Results of matches that are kept in a file, so that a long measurement can be stopped and goes on later."""

from __future__ import annotations

import json
from dataclasses import astuple
from pathlib import Path

from rowdy.folders import data_folder
from rowdy.play.arena.code import code_digest
from rowdy.play.arena.match import Match, Result, play_match
from rowdy.play.catalog import KITS


class KeptResults:
    """Results by match, by the mistakes of its bots, and by the code that played it, in a file of JSON lines."""

    def __init__(self, path: Path | None = None) -> None:
        """The default is a file in Rowdy's data folder."""
        self.path = path or data_folder() / "benchmarks.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = self.path.read_text("utf-8").splitlines(keepends=True) if self.path.exists() else []
        whole = [json.loads(line) for line in lines if line.endswith("\n")]
        self.results = {key: Result.from_json(result) for key, result in whole}
        if lines and not lines[-1].endswith("\n"):  # the last write was interrupted
            self.path.write_text("".join(lines[:-1]), "utf-8")

    def play(self, match: Match) -> Result:
        """The result of a match, which is played if there is none."""
        key = self._key(match)
        if key not in self.results:
            self.results[key] = play_match(match)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, self.results[key].to_json()]) + "\n")
        return self.results[key]

    def _key(self, match: Match) -> str:
        kit, seats = KITS[match.spec.game], match.spec.seats
        errors = [astuple(kit.mistakes_of(name.partition(":")[0], seats)) for name in match.bots]
        return json.dumps([code_digest(match.spec.game), match.to_json(), errors])
