"""Compiles the kernels ahead of play, here or in a helper process, and knows which are compiled already.

`python -m rowdy.search.compilation xoxo perfect` compiles these parts; `KernelCache.start_preparing` starts a process
for it. Only `compiler_works`, `can_search` and compiling itself load the compiler.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import Any, TypeAlias

from rowdy.rules.catalog import game as make_game
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Event, InvalidSetup, Move, Over, View
from rowdy.rules.record import observations
from rowdy.search.catalog import KITS, search_kit
from rowdy.search.kernels.folder import kernel_sources, kernels_folder

HELPER_TIMEOUT_SECONDS = 600.0
"""How long a helper may take for one part before it counts as dead, in seconds."""
HELPER_NICENESS = 10
"""What the helper adds to its niceness (`os.nice`), so that other processes go first."""
MAX_SITUATIONS = 16
"""The number of situations of a game in which the search is called, so that all of it gets compiled."""
CompiledPart: TypeAlias = str
"""The name of a unit of compilation: the search of one kind of game, or perfect play."""
PERFECT: CompiledPart = "perfect"
"""The part that plays the solved games perfectly."""


def parts() -> tuple[CompiledPart, ...]:
    """All parts, in the order in which they are compiled."""
    return (*dict.fromkeys(kit.part for kit in KITS.values() if kit.part), PERFECT)


def compiler() -> bool:
    """True if a compiler is installed; whether it works is known only once it is loaded."""
    loaded = sys.modules.get("rowdy.search.kernels.jit")
    return find_spec("numba") is not None if loaded is None else bool(loaded.COMPILED)


def compiler_works() -> bool:
    """True if a compiler is installed and works; this loads it, so call it only before compiling."""
    if not compiler():
        return False
    from rowdy.search.kernels.jit import COMPILED

    return COMPILED


def can_search(game: AnyGame) -> bool:
    """True if the compiled tree search can play this game, whether or not it is compiled yet."""
    return part_of(game) is not None and compiler_works()


def part_of(game: AnyGame) -> CompiledPart | None:
    """The part that the search of this game needs; `None` if no kernel plays it."""
    kit = search_kit(game)
    return kit.part if kit.compiled(game) else None


# Compiling


def use_search(game: AnyGame) -> None:
    """Calls all the code of the search of a game once, which compiles it."""
    from rowdy.search.mcts import search

    for log, view in _situations(game):
        search(game, log, view, simulations=8)
        search_kit(game).sound_actions(game, view)


def _games_of(part: CompiledPart) -> list[AnyGame]:
    """The games that are played to compile a part: one of those that share it, with every number of seats."""
    game_id = next(game_id for game_id, kit in KITS.items() if kit.part == part)
    return [make_game(game_id, seats=seats) for seats in rules_kit(game_id).seats]


def _solved_games() -> Iterator[AnyGame]:
    return (game for game in map(make_game, KITS) if search_kit(game).solved(game))


def use_prober(game: AnyGame) -> None:
    """Calls all the code that plays a solved game perfectly once, which compiles it."""
    oracle, state = search_kit(game).oracle(game), game.start()
    oracle.probe(state)
    oracle.best(state)
    oracle.safe_replies(game.play(state, 0, game.legal(state, 0)[0]), 1)


def _situations(game: AnyGame) -> Iterator[tuple[tuple[Event[Any], ...], View[Any, Any]]]:
    """The log and view of the seat to act, for the first `MAX_SITUATIONS` of a random game."""
    state, events, rng, asked = game.start(), list[Event[Any]](), Random(0), 0
    while asked < MAX_SITUATIONS and not isinstance(turn := game.turn(state), Over):
        actor: Actor = CHANCE
        if not isinstance(turn, Chance):
            actor = turn.seat if isinstance(turn, Move) else next(s for s in turn.seats if game.legal(state, s))
            yield observations(game, events, actor), game.view(state, actor)
            asked += 1
        action = rng.choice(game.legal(state, actor))
        events.append(Event(actor, action))
        state = game.play(state, actor, action)


# What is compiled


class Helper:
    """A process that compiles, started by this process or by another one."""

    def __init__(self, cache: KernelCache, process: subprocess.Popen[bytes] | None = None) -> None:
        self._cache = cache
        self._process = process

    @property
    def at_work(self) -> bool:
        return self._cache.helped() and (self._process is None or self._process.poll() is None)


@dataclass(frozen=True, slots=True)
class KernelCache:
    """The folder of the compiled kernels: which parts it has, and how the others are compiled, here or by a helper."""

    folder: Callable[[], Path] = kernels_folder
    sources: Callable[[], list[Path]] = kernel_sources
    """The files that the code is compiled from."""
    compiler: Callable[[], bool] = compiler
    """Whether a compiler is installed, found without loading it."""
    compiler_works: Callable[[], bool] = compiler_works
    use_search: Callable[[AnyGame], None] = use_search
    """Calls all the code of the search of a game."""
    use_prober: Callable[[AnyGame], None] = use_prober
    """Calls all the code that plays a solved game perfectly."""

    def ready(self, game: AnyGame) -> bool:
        """True if the code that the search of this game needs is compiled."""
        part = part_of(game)
        return part is not None and self.part_ready(part)

    def part_ready(self, part: CompiledPart) -> bool:
        return self.compiler() and self._marker(part).exists()

    def missing(self, wanted: Iterable[CompiledPart] | None = None) -> list[CompiledPart]:
        """The parts among these, or among all, that can be compiled and are not yet."""
        among = parts() if wanted is None else wanted
        return [part for part in among if self.compiler() and not self.part_ready(part)]

    def _marker(self, part: CompiledPart) -> Path:
        """The file beside the compiled code that marks a part as compiled, for this compiler, Python and sources."""
        try:
            numba = version("numba")
        except PackageNotFoundError:
            numba = ""
        about = [numba, sys.version, platform.machine()]
        for path in self.sources():
            found = path.stat()
            about += [str(path), str(found.st_mtime_ns), str(found.st_size)]
        digest = hashlib.sha256("\n".join(about).encode()).hexdigest()[:16]
        return self.folder() / f"ready-{part}-{digest}"

    def can_keep(self) -> bool:
        """True if the folder can be written to; if not, compiled code is lost with its process."""
        try:
            self.folder().mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self.folder()):
                return True
        except OSError:
            return False

    def compile_part(self, part: CompiledPart) -> None:
        """Calls all the code of a part once, which compiles it, and writes its marker if the folder can be written."""
        if not self.compiler_works():
            raise InvalidSetup("compiler-broken")
        if part == PERFECT:
            self.use_prober(next(iter(_solved_games())))
        else:
            for game in _games_of(part):
                self.use_search(game)
        with suppress(OSError):
            self._marker(part).touch()

    # In the background

    def start_preparing(self, parts: Iterable[CompiledPart]) -> Helper | None:
        """Starts a process that compiles the missing ones of these parts; it outlives this process.

        Returns `None` if nothing is missing, no process can be started, or its work could not be stored.
        """
        wanted = self.missing(parts)
        if not wanted or not sys.executable:
            return None
        if self.helped():
            return Helper(self)
        try:
            self._working().parent.mkdir(parents=True, exist_ok=True)
            self._working().write_text("", "ascii")
            nothing = subprocess.DEVNULL
            command = [sys.executable, "-m", "rowdy.search.compilation", *wanted]
            process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
            return Helper(self, process)
        except OSError:  # nowhere to write, so the work would be lost
            return None

    def help_out(self, parts: Iterable[CompiledPart]) -> None:
        """Compiles the missing ones of these parts at low priority: what the helper process runs."""
        if hasattr(os, "nice"):
            os.nice(HELPER_NICENESS)
        working = self._working()
        try:
            for part in self.missing(parts):
                working.write_text(str(os.getpid()), "ascii")
                self.compile_part(part)
        finally:
            working.unlink(missing_ok=True)

    def helped(self) -> bool:
        """True while a helper of any process compiles into this folder."""
        try:
            recent = time.time() - self._working().stat().st_mtime < HELPER_TIMEOUT_SECONDS
            return recent and _alive(self._working().read_text("ascii"))
        except OSError:
            return False

    def _working(self) -> Path:
        """The file that exists while a helper works, with its process id; it is rewritten as each part begins."""
        return self.folder() / "working"


KERNEL_CACHE = KernelCache()
"""The cache of this installation."""


def _alive(process_id: str) -> bool:
    """True if the helper with this process id is alive; one that was killed leaves its file behind.

    An empty text counts as alive: that helper is just starting.
    """
    if os.name != "posix" or not process_id.isdecimal():
        return True
    try:
        os.kill(int(process_id), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


if __name__ == "__main__":
    KERNEL_CACHE.help_out(sys.argv[1:])
