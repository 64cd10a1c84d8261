"""Whether the compiled code lies ready, and how it gets there before anybody waits for it.

`python -m rowdy.search.ready xoxo perfect` compiles these parts; `start_preparing` has that done beside a game. All
questions but whether it works are answered without loading the compiler.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from rowdy.rules import djeco, flip
from rowdy.rules.catalog import entrant
from rowdy.rules.catalog import game as make_game
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Event, InvalidSetup, Move, Over, View
from rowdy.rules.record import observations
from rowdy.rules.xoxo import Sizes, XoxoGame
from rowdy.search.kernels.folder import kernel_sources, kernels_folder

GIVEN_UP = 600.0
"""A helper that has finished no part for so many seconds is held to be gone."""
POLITENESS = 10
"""How much the helper stands back behind other processes."""


ASKED = 16
"""So many times the search is asked, to have all of it compiled."""


class Part(StrEnum):
    """What is compiled as one: the search in each kind of game, and perfect play."""

    XOXO = "xoxo"
    DJECO = "djeco"
    FLIP = "flip"
    PERFECT = "perfect"


GAMES = {Part.XOXO: "xoxo", Part.DJECO: "djeco", Part.FLIP: "rubik"}
"""The game with which the search is compiled."""


def compiler() -> bool:
    """Whether there is one on this machine; whether it works is known only once it is loaded."""
    loaded = sys.modules.get("rowdy.search.kernels.jit")
    return find_spec("numba") is not None if loaded is None else bool(loaded.COMPILED)


def compiler_works() -> bool:
    """The same for certain: this loads it, so it is asked only where code would be compiled next."""
    if not compiler():
        return False
    from rowdy.search.kernels.jit import COMPILED

    return COMPILED


def can_search(game: AnyGame) -> bool:
    """Whether the tree search can be had in this game, be it compiled yet or not; else the plain engine has to do."""
    return part_of(game) is not None and compiler_works()


def part_of(game: AnyGame) -> Part | None:
    """What the search needs in this game; nothing where no kernel knows it, as in other than the printed sizes."""
    match game:
        case XoxoGame():
            return Part.XOXO if game.sizes == Sizes.standard(game.seats, game.rulings.piles) else None
        case DjecoGame():
            return Part.DJECO if game.sizes == djeco.Sizes() else None
        case FlipGame():
            return Part.FLIP if game.sizes == flip.Sizes() else None
    return None


def ready(game: AnyGame) -> bool:
    """Whether the search can begin at once in this game, its code compiled."""
    part = part_of(game)
    return part is not None and part_ready(part)


def part_ready(part: Part) -> bool:
    return compiler() and _marker(part).exists()


def missing(parts: Iterable[Part] = tuple(Part)) -> list[Part]:
    """Those of these parts that can be compiled and are not yet."""
    return [part for part in parts if compiler() and not part_ready(part)]


def _marker(part: Part) -> Path:
    """A file that lies beside the compiled code once all of a part is there, for this compiler, Python and sources."""
    try:
        numba = version("numba")
    except PackageNotFoundError:
        numba = ""
    about = [numba, sys.version, platform.machine()]
    for path in kernel_sources():
        found = path.stat()
        about += [str(path), str(found.st_mtime_ns), str(found.st_size)]
    digest = hashlib.sha256("\n".join(about).encode()).hexdigest()[:16]
    return kernels_folder() / f"ready-{part}-{digest}"


# Compiling


def compile_part(part: Part) -> None:
    """Uses all the code of a part once, which compiles it, and notes that it is done where that can be written."""
    from rowdy.search.kernels.jit import COMPILED

    if not COMPILED:
        raise InvalidSetup("compiler-broken")
    if part is Part.PERFECT:
        _use_prober(make_game("rubik"))
    else:
        for seats in entrant(GAMES[part]).seats:
            _use_search(make_game(GAMES[part], seats=seats))
    with suppress(OSError):
        _marker(part).touch()


def _use_search(game: AnyGame) -> None:
    from rowdy.search.mcts import search

    for log, view in _situations(game):
        search(game, log, view, simulations=8)


def _use_prober(game: FlipGame) -> None:
    from rowdy.search.perfect import prober

    oracle, state = prober(game), game.start()
    oracle.probe(state)
    oracle.best(state)
    oracle.safe_replies(game.play(state, 0, game.legal(state, 0)[0]), 1)


def _situations(game: AnyGame) -> Iterator[tuple[tuple[Event[Any], ...], View[Any, Any]]]:
    """A seat's log and view wherever one is asked in the first moves of a game, so that there is something to go by."""
    state, events, rng, asked = game.start(), list[Event[Any]](), Random(0), 0
    while asked < ASKED and not isinstance(turn := game.turn(state), Over):
        actor: Actor = CHANCE
        if not isinstance(turn, Chance):
            actor = turn.seat if isinstance(turn, Move) else next(s for s in turn.seats if game.legal(state, s))
            yield observations(game, events, actor), game.view(state, actor)
            asked += 1
        action = rng.choice(game.legal(state, actor))
        events.append(Event(actor, action))
        state = game.play(state, actor, action)


# Compiling in the background


class Helper:
    """Another process that compiles, of this program or of one beside it."""

    def __init__(self, process: subprocess.Popen[bytes] | None = None) -> None:
        self._process = process

    @property
    def at_work(self) -> bool:
        return _at_work() and (self._process is None or self._process.poll() is None)


def start_preparing(parts: Iterable[Part]) -> Helper | None:
    """Has these parts compiled by another process, if they need it and it would last; it goes on if this one ends."""
    wanted = missing(parts)
    if not wanted or not sys.executable:
        return None
    if _at_work():
        return Helper()
    try:
        _working().parent.mkdir(parents=True, exist_ok=True)
        _working().touch()
        nothing = subprocess.DEVNULL
        command = [sys.executable, "-m", "rowdy.search.ready", *wanted]
        return Helper(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True))
    except OSError:  # nowhere to write: the next process would find nothing
        return None


def _working() -> Path:
    """A file that is there while a helper works, and new since the last part it began."""
    return kernels_folder() / "working"


def _at_work() -> bool:
    try:
        return time.time() - _working().stat().st_mtime < GIVEN_UP
    except OSError:
        return False


def _help(parts: Iterable[Part]) -> None:
    """What the helper does, without getting in anyone's way."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    working = _working()
    try:
        for part in missing(parts):
            working.touch()
            compile_part(part)
    finally:
        working.unlink(missing_ok=True)


if __name__ == "__main__":
    _help(map(Part, sys.argv[1:]))
