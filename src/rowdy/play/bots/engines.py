"""Engines: bots that are programs in any language. A file on this machine lists their names and commands."""

from __future__ import annotations

import atexit
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

from rowdy.folders import data_folder
from rowdy.play.bots.engine_process import EngineProcess
from rowdy.play.bots.guest_bots import is_bot_name
from rowdy.rules.game import AnyGame, Event, GameError, InvalidSetup, View
from rowdy.rules.observation_log import seen_states, start_of
from rowdy.rules.record import event_text

MAX_FAILURES = 2
"""The number of failures in a row after which an engine is no longer asked, so that games do not wait for it."""
MAX_LIST_BYTES = 100_000
"""The greatest size of the file of engines, in bytes."""


@dataclass
class Engine:
    """A bot that asks a program. The program is started with the first question, and again after a failure."""

    name: str
    command: tuple[str, ...]
    ready_seconds: float = 5.0
    """How long the program may take to be ready, in seconds."""
    answer_seconds: float = 5.0
    """How long it may take for each answer, in seconds."""
    _process: EngineProcess | None = None
    _failures: list[GameError] = field(default_factory=list)
    """The failures since the last answer."""
    _lock: Lock = field(default_factory=Lock)

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        """The program's answer; `InvalidSetup` if it does not give a legal action."""
        question = [*position_lines(game, log, view), f"go {rng.randrange(1 << 32)}"]
        with self._lock:
            if len(self._failures) >= MAX_FAILURES:
                raise InvalidSetup("engine-given-up", name=self.name, cause=self._failures[-1])
            try:
                answer = self._started().ask(question, "move", self.answer_seconds)
                by_text = {str(action): action for action in view.legal}
                if answer not in by_text:
                    raise GameError("engine-illegal", move=answer[:40])
            except GameError as error:
                self._failures.append(error)
                self.end()
                raise InvalidSetup("engine-failed", name=self.name, cause=error) from error
            self._failures.clear()
        return by_text[answer]

    def introduce(self) -> str:
        """Starts the program and returns the name it gives itself; `InvalidSetup` if it does not start."""
        try:
            return self._started().name
        except GameError as error:
            raise InvalidSetup("engine-failed", name=self.name, cause=error) from error

    def end(self) -> None:
        if self._process:
            self._process.end()
            self._process = None

    def quit(self) -> None:
        if self._process:
            self._process.quit()
            self._process = None

    def _started(self) -> EngineProcess:
        if self._process is None:
            self._process = EngineProcess(self.command, self.ready_seconds)
        return self._process


def position_lines(game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any]) -> list[str]:
    """The lines that describe a position to an engine: what a person at the view's seat can know."""
    assert view.viewer is not None
    options = " ".join(f"{name}={option}" for name, option in game.options.items())
    deck = f" deck={','.join(game.deck)}" if game.deck else ""
    seats = f"seats={game.seats} starter={game.starter + 1}"
    start = start_of(log)
    states = seen_states(game, log, view.viewer)
    events = [event_text(game.turn(state), *event) for state, event in zip(states, log, strict=False)]
    return [
        f"game {game.edition.game} edition={game.edition.name} {seats} {options}".rstrip() + deck,
        *([] if start is None else [f"start {game.format_state(start)}"]),
        " ".join(["events", *events]),
        f"position {game.format_state(view.state)}",
        f"seat {view.viewer + 1}",
        " ".join(["legal", *map(str, view.legal)]),
    ]


# The file


def engines_file() -> Path:
    return data_folder() / "engines.json"


def engines() -> dict[str, Engine]:
    """The engines by name; none if the file cannot be read."""
    path = engines_file()
    try:
        stamp = path.stat()
    except OSError:
        return {}
    return _read(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=4)
def _read(path: Path, changed: int, size: int) -> dict[str, Engine]:
    """The engines of a file in this version; they are cached, since their programs keep running."""
    try:
        kept = json.loads(path.read_text("utf-8")) if size <= MAX_LIST_BYTES else {}
    except (OSError, ValueError):
        return {}
    found = kept.items() if isinstance(kept, dict) else ()
    return {
        name: Engine(name, tuple(command))
        for name, command in found
        if is_bot_name(name) and isinstance(command, list) and command and all(isinstance(w, str) for w in command)
    }


def engines_text(known: Mapping[str, Engine]) -> str:
    """The text of the file for these engines."""
    return json.dumps({name: engine.command for name, engine in known.items()}, indent=2) + "\n"


@atexit.register
def _quit_all() -> None:
    for engine in engines().values():
        engine.quit()
