"""A worker process of the bot pool: answers questions, each from one seat's observations and view alone."""

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

from rowdy.play.bots.fallback import fallback_bot, needed_code
from rowdy.play.bots.registry import bot
from rowdy.play.explorer import Analysis, Outlook, analyse, look_ahead
from rowdy.play.hints import Advice, advise, quick_searcher
from rowdy.play.review import Decision, Observations
from rowdy.play.reviewed import ReviewedMove, review_move
from rowdy.rules.game import AnyGame, GameError, View
from rowdy.search.catalog import search_kit
from rowdy.search.compilation import KERNEL_CACHE, CompiledPart, KernelCache

ALIVE = 0
"""The reply to `AliveQuestion`."""
NICENESS = 5
"""What a worker adds to its niceness (`os.nice`), so that the server process goes first."""
LOADING_DELAY_SECONDS = 0.2
"""How long a worker without a question waits before it loads more compiled code, in seconds."""


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """Asks for the move of a bot; the reply is the index of its action among the legal ones."""

    bot: str
    game: bytes
    """The game as packed by `pack_game`."""
    log: Observations
    view: View[Any, Any]
    seed: str

    def fits(self, reply: object) -> bool:
        """True if this can be the reply."""
        return type(reply) is int and 0 <= reply < len(self.view.legal)


@dataclass(frozen=True, slots=True)
class HintQuestion:
    """Asks for a hint; the reply is the advice, or the reason why there is none."""

    game: bytes
    log: Observations
    view: View[Any, Any]

    def fits(self, reply: object) -> bool:
        return isinstance(reply, Advice | GameError)


@dataclass(frozen=True, slots=True)
class ExploreQuestion:
    """Asks for the values of a position of a solved game, or for what comes after it."""

    game: bytes
    state: Any
    ahead: bool

    def fits(self, reply: object) -> bool:
        return isinstance(reply, (Outlook if self.ahead else Analysis) | GameError)


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """Asks how good a move was; the reply is the judged move, from what its player could know."""

    game: bytes
    decision: Decision

    def fits(self, reply: object) -> bool:
        return isinstance(reply, ReviewedMove | GameError)


@dataclass(frozen=True, slots=True)
class AliveQuestion:
    """Asks only for a reply."""

    def fits(self, reply: object) -> bool:
        return reply == ALIVE


@dataclass(frozen=True, slots=True)
class Failure:
    """The reply of a worker that could not answer: the kind of error, which reveals nothing about the game."""

    name: str


Question: TypeAlias = MoveQuestion | HintQuestion | ExploreQuestion | JudgeQuestion | AliveQuestion
Reply: TypeAlias = int | Advice | Analysis | Outlook | ReviewedMove | GameError | Failure


def pack_game(game: AnyGame) -> bytes:
    """A game as bytes, by which a worker finds the copy it has built before, as building one takes long."""
    return pickle.dumps(game)


_game = lru_cache(pickle.loads)


def serve(connection: Connection, parts: Iterable[CompiledPart]) -> None:
    """Runs a worker. While it has no question, it loads these parts as far as they are compiled."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    Thread(target=_exit_with_the_server, daemon=True).start()
    to_load = list(parts)
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            if connection.poll(LOADING_DELAY_SECONDS if to_load else None):
                connection.send(answer(connection.recv()))
            else:
                to_load = load_next(to_load)


def _exit_with_the_server() -> None:
    """Ends this process when the server ends, even while a kernel runs, as kernels release the GIL."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def load_next(parts: list[CompiledPart], cache: KernelCache = KERNEL_CACHE) -> list[CompiledPart]:
    """Loads the first of these parts that is compiled, and returns the parts that are left."""
    found = next(filter(cache.part_ready, parts), None)
    if found:
        with suppress(Exception):  # a bot that needs it will report the error
            cache.compile_part(found)
    return [part for part in parts if part is not found]


def answer(question: Question, cache: KernelCache = KERNEL_CACHE) -> Reply:
    """The reply to a question; errors of bots become a `Failure`."""
    if isinstance(question, AliveQuestion):
        return ALIVE
    game: AnyGame = _game(question.game)
    try:
        if isinstance(question, MoveQuestion):
            return _choose(game, question, cache)
        if isinstance(question, ExploreQuestion):
            return explore(game, question.state, question.ahead)
        if isinstance(question, JudgeQuestion):
            return review_move(game, question.decision)
        return advise(game, question.log, question.view, quick_searcher(cache))
    except GameError as error:
        return Failure(error.code) if isinstance(question, MoveQuestion) else error
    except Exception as error:  # a guest bot may raise anything
        return Failure(type(error).__name__)


def explore(game: AnyGame, state: Any, ahead: bool) -> Analysis | Outlook:
    """The values of a position, or what comes after it."""
    oracle = search_kit(game).oracle(game)
    return look_ahead(oracle, state) if ahead else analyse(oracle, state)


def _choose(game: AnyGame, question: MoveQuestion, cache: KernelCache) -> int:
    player = bot(question.bot, game)
    if cache.missing(needed_code(player, game)):
        player = fallback_bot(player) or player
    action = player.choose(game, question.log, question.view, Random(question.seed))
    return question.view.legal.index(action)
