"""What a worker process of the live table does: it answers questions, each from one seat's log and view alone."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from random import Random
from threading import Thread
from typing import Any, TypeAlias

from rowdy.play.bots import bot
from rowdy.play.hints import Advice, advise, quick_searcher
from rowdy.play.needs import needed, stand_in
from rowdy.play.review import Log
from rowdy.rules.game import AnyGame, GameError, View
from rowdy.search.ready import Part, compile_part, missing, part_ready

IDLE = 0.2
"""After so many seconds without a question there is time to load code."""


@dataclass(frozen=True, slots=True)
class MoveWanted:
    """What a bot of this name does; the answer is the place of its action among the legal ones."""

    bot: str
    game: bytes
    """The game as `pack_game` has it."""
    log: Log
    view: View[Any, Any]
    seed: str

    def fits(self, said: object) -> bool:
        """Whether this can be an answer."""
        return type(said) is int and 0 <= said < len(self.view.legal)


@dataclass(frozen=True, slots=True)
class HintWanted:
    """What a person had best do; the answer is advice, or why there is none."""

    game: bytes
    log: Log
    view: View[Any, Any]

    def fits(self, said: object) -> bool:
        return isinstance(said, Advice | GameError)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no answer, by a name that tells nothing of the game."""

    name: str


Wanted: TypeAlias = MoveWanted | HintWanted
Answer: TypeAlias = int | Advice | GameError | Fault


def pack_game(game: AnyGame) -> bytes:
    """A game in a form by which a worker knows it again: to build one takes longer than to read a question."""
    return pickle.dumps(game)


_game = lru_cache(pickle.loads)


def serve(line: Connection, parts: Iterable[Part]) -> None:
    """The life of a worker. While nobody asks, it loads the compiled code of these parts as soon as that is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_the_server, daemon=True).start()
    to_load = list(parts)
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            if line.poll(IDLE if to_load else None):
                said = answer(line.recv())
                line.send(said)
            else:
                to_load = _load_next(to_load)


def _leave_with_the_server() -> None:
    """However the server ends, and whatever is thought about here then: kernels run without the interpreter's lock."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _load_next(parts: list[Part]) -> list[Part]:
    """Loads the first of these parts that is compiled; the others are left. What is not compiled yet, others do."""
    found = next(filter(part_ready, parts), None)
    if found:
        with suppress(Exception):  # it will be told when a bot needs it
            compile_part(found)
    return [part for part in parts if part is not found]


def answer(wanted: Wanted) -> Answer:
    game: AnyGame = _game(wanted.game)
    try:
        if isinstance(wanted, MoveWanted):
            return _choose(game, wanted)
        return advise(game, wanted.log, wanted.view, quick_searcher())
    except GameError as error:
        return Fault(error.code) if isinstance(wanted, MoveWanted) else error
    except Exception as error:  # bots come from anywhere, and so do their errors
        return Fault(type(error).__name__)


def _choose(game: AnyGame, wanted: MoveWanted) -> int:
    player = bot(wanted.bot, game)
    if missing(needed(player, game)):
        player = stand_in(player) or player
    action = player.choose(game, wanted.log, wanted.view, Random(wanted.seed))
    return wanted.view.legal.index(action)
