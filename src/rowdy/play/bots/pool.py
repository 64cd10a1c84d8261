"""Bots and hints for live tables: a pool of worker processes that think, so that the server's event loop never does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import ceil
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar

from rowdy.play.bots.fair_queue import ANYBODY, Asker, FairQueue, Urgency
from rowdy.play.bots.fallback import fallback_bot, needed_code
from rowdy.play.bots.registry import BOTS
from rowdy.play.bots.worker import (
    AliveQuestion,
    ExploreQuestion,
    Failure,
    HintQuestion,
    JudgeQuestion,
    MoveQuestion,
    Question,
    Reply,
    pack_game,
    serve,
)
from rowdy.play.explorer import Analysis, Outlook
from rowdy.play.hints import Advice
from rowdy.play.review import Decision, Observations, solved
from rowdy.play.reviewed import ReviewedMove
from rowdy.play.worker_process import start_worker
from rowdy.rules.game import AnyGame, GameError, View
from rowdy.rules.guest_games import FAULTS
from rowdy.search.compilation import KERNEL_CACHE, PERFECT, CompiledPart, Helper, KernelCache, part_of
from rowdy.search.compilation import parts as all_parts

MAX_ATTEMPTS = 3
"""How often a question is asked before the pool gives up."""
SPARE_SHARE = 0.25
"""The share of the workers that one visitor cannot occupy, so that a later visitor finds a free one."""

logger = logging.getLogger(__name__)
T = TypeVar("T")
StartWorker: TypeAlias = Callable[[tuple[CompiledPart, ...]], tuple[SpawnProcess, Connection]]
"""Starts a worker that loads these parts; returns its process and our end of the connection to it."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a pool waits for its workers and for compiled code, in seconds."""

    answer_timeout: float = 30.0
    """How long a worker may think before it counts as hung; compiling code during a game takes half of that."""
    reply_timeout: float = 15.0
    """How long an idle worker may take to reply at all; it may be loading code."""
    start_timeout: float = 30.0
    """How long a worker may take to start."""
    poll_interval: float = 0.2
    """The interval between two checks whether code is compiled."""


def start_bot_worker(parts: tuple[CompiledPart, ...]) -> tuple[SpawnProcess, Connection]:
    return start_worker(serve, parts)


class BotPool:
    """A pool of worker processes with one queue: moves before hints, then visitors take turns, however much each asks.

    A question is dropped from the queue when its caller stops waiting.
    """

    def __init__(
        self,
        size: int,
        timing: Timing = Timing(),  # noqa: B008  (frozen)
        parts: Iterable[CompiledPart] | None = None,
        cache: KernelCache = KERNEL_CACHE,
        start: StartWorker = start_bot_worker,
    ) -> None:
        """`parts` is the compiled code that workers load before the first question, by default all of it.

        Code that is not compiled yet is compiled in another process in the meantime.
        """
        self._parts = all_parts() if parts is None else tuple(parts)
        self._workers = [_BotWorker(timing, self._parts, start) for _ in range(size)]
        self._poll_interval = timing.poll_interval
        self._cache = cache
        self._tasks: list[asyncio.Task[None]] = []
        self._queue: FairQueue[_Queued] = FairQueue(max(1, size - ceil(SPARE_SHARE * size)))
        self._waiting: set[asyncio.Future[Reply]] = set()
        self._restarts: set[asyncio.Task[None]] = set()
        self._helper: Helper | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Starts the workers; questions can be asked before they are up."""
        self._tasks = [asyncio.create_task(self._work(worker)) for worker in self._workers]
        self._helper = await asyncio.to_thread(self._cache.start_preparing, self._parts)

    async def close(self) -> None:
        """Ends all workers at once; pending and later questions raise `CancelledError`."""
        self._closed = True
        futures: list[asyncio.Future[Any]] = [*self._tasks, *self._restarts, *self._waiting]
        for future in futures:
            future.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def can_think(self) -> bool:
        """True if a worker thinks or replies, or none is configured. One that does not reply in time is replaced."""
        replies = await asyncio.gather(*(worker.replies() for worker in self._workers))
        for worker in self._workers:
            if not (worker.started or worker.busy or self._closed):
                restart = asyncio.create_task(self._start(worker))
                self._restarts.add(restart)
                restart.add_done_callback(self._restarts.discard)
        return not replies or any(replies)

    @property
    def waiting(self) -> int:
        """The number of questions without an answer yet, including those that workers think about."""
        return len(self._waiting)

    async def warming_up(self) -> bool:
        """True while code is being compiled; meanwhile bots that search use a simpler search, and perfect ones wait."""
        if not (helper := self._helper):
            return False
        left = await asyncio.to_thread(self._cache.missing, self._parts)
        if not (left and helper.at_work):
            self._helper = None
        return self._helper is not None

    # Questions

    async def choose(
        self, name: str, game: AnyGame, log: Observations, view: View[Any, Any], seed: str, asker: Asker = ANYBODY
    ) -> Any:
        """The action that the bot of this name chooses at the view's seat.

        If it gives no answer after `MAX_ATTEMPTS`, a legal action is drawn at random, so that the game goes on. It is
        asked even where only one action is legal: an answer without a question would come sooner and reveal that.
        """
        player = BOTS.get(name)
        try:
            if player and not fallback_bot(player):
                await self._compiled(needed_code(player, game))
            question = MoveQuestion(name, pack_game(game), log, view, seed)
            index = await self._ask(question, f"{name} in {game.edition.game}", Urgency.MOVE, asker)
        except FAULTS as error:  # a guest game may even fail to be packed
            if not isinstance(error, GameError):
                logger.warning("No answer from %s in %s: %s", name, game.edition.game, type(error).__name__)
            return Random(seed).choice(view.legal)
        assert isinstance(index, int)
        return view.legal[index]

    async def advise(self, game: AnyGame, log: Observations, view: View[Any, Any], asker: Asker = ANYBODY) -> Advice:
        """A hint for the person at the view's seat; `GameError` if there is none."""
        if solved(game):
            await self._compiled([PERFECT])
        question = HintQuestion(pack_game(game), log, view)
        advice = await self._ask(question, f"a hint in {game.edition.game}", Urgency.HINT, asker)
        assert isinstance(advice, Advice)
        return advice

    async def explore(self, game: AnyGame, state: Any, asker: Asker = ANYBODY) -> Analysis:
        """The values of a position of a solved game; `GameError` if they cannot be found."""
        found = await self._explore(game, state, False, asker)
        assert isinstance(found, Analysis)
        return found

    async def look_ahead(self, game: AnyGame, state: Any, asker: Asker = ANYBODY) -> Outlook:
        """What comes after a position of a solved game, which takes longer than its values."""
        found = await self._explore(game, state, True, asker)
        assert isinstance(found, Outlook)
        return found

    async def _explore(self, game: AnyGame, state: Any, ahead: bool, asker: Asker) -> Reply:
        await self._compiled([PERFECT])
        question = ExploreQuestion(pack_game(game), state, ahead)
        return await self._ask(question, f"a position of {game.edition.game}", Urgency.HINT, asker)

    async def judge(self, game: AnyGame, decision: Decision, asker: Asker = ANYBODY) -> ReviewedMove:
        """How good a move of a finished game was; it has the lowest urgency."""
        part = PERFECT if solved(game) else part_of(game)
        await self._compiled([part] if part else [])
        question = JudgeQuestion(pack_game(game), decision)
        found = await self._ask(question, f"a review of {game.edition.game}", Urgency.REVIEW, asker)
        assert isinstance(found, ReviewedMove)
        return found

    async def _compiled(self, parts: list[CompiledPart]) -> None:
        """Waits until these parts are compiled, or until nobody is compiling any more."""
        while helper := self._helper:
            if not await asyncio.to_thread(self._cache.missing, parts):
                return
            if not helper.at_work:
                self._helper = None
            await asyncio.sleep(self._poll_interval)

    # The queue

    async def _ask(self, question: Question, about: str, urgency: Urgency, asker: Asker) -> Reply:
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if self._closed:
            reply.cancel()
        queued = _Queued(question, about, urgency, asker, reply)
        self._waiting.add(reply)
        self._queue.put(queued, urgency, asker)
        try:
            return await reply
        finally:
            self._waiting.discard(reply)
            self._queue.discard(queued, urgency, asker)

    async def _work(self, worker: _BotWorker) -> None:
        while True:
            await self._start(worker)
            queued = await self._queue.get()
            try:
                reply = await worker.ask(queued.question)
            except _WorkerLost as lost:
                reply = Failure(str(lost))
            finally:
                self._queue.done(queued.asker)
            if not queued.reply.done():
                self._deliver(queued, reply)

    async def _start(self, worker: _BotWorker) -> None:
        with suppress(_WorkerLost):  # the next question starts it again
            await worker.start()

    def _deliver(self, queued: _Queued, reply: Reply) -> None:
        """Delivers a reply, or asks again after a failure.

        A question that is asked again stays ahead of later ones for its table.
        """
        if not isinstance(reply, Failure):
            _resolve(queued.reply, reply)
            return
        queued.failures.append(reply.name)
        if len(queued.failures) < MAX_ATTEMPTS:
            self._queue.put(queued, queued.urgency, queued.asker, first=True)
            return
        logger.warning("No answer from %s: %s", queued.about, ", ".join(queued.failures))
        _resolve(queued.reply, GameError("thinker-failed"))


@dataclass(eq=False)
class _Queued:
    """A question in the queue."""

    question: Question
    about: str
    """What is asked for, in words for the server's log."""
    urgency: Urgency
    asker: Asker
    reply: asyncio.Future[Reply]
    failures: list[str] = field(default_factory=list)


def _resolve(future: asyncio.Future[Reply], reply: Reply) -> None:
    if isinstance(reply, GameError):
        future.set_exception(reply)
    else:
        future.set_result(reply)


class _WorkerLost(Exception):
    """A worker gave no usable answer, so its process was ended."""


class _BotWorker:
    """A worker process, and a thread of this process that waits for it, so that the event loop need not."""

    def __init__(self, timing: Timing, parts: tuple[CompiledPart, ...], start: StartWorker) -> None:
        self._timing = timing
        self._parts = parts
        self._start_process = start
        self._thread = ThreadPoolExecutor(1, "bot-pool")
        self._started: tuple[SpawnProcess, Connection] | None = None
        self._ended = False
        self.busy = False
        """True while the worker starts or thinks, which has a time limit."""

    @property
    def started(self) -> bool:
        return self._started is not None

    async def start(self) -> None:
        if not self.started:
            await self._occupied(self._start)

    async def ask(self, question: Question) -> Reply:
        return await self._occupied(lambda: self._ask(question, self._timing.answer_timeout))

    async def replies(self) -> bool:
        """True if the worker thinks, or replies in time; otherwise its process is ended."""
        if self.busy or not self.started:
            return self.started
        try:
            await self._in_thread(lambda: self._ask(AliveQuestion(), self._timing.reply_timeout))
        except _WorkerLost:
            return False
        return True

    async def _occupied(self, work: Callable[[], T]) -> T:
        self.busy = True
        try:
            return await self._in_thread(work)
        finally:
            self.busy = False

    async def end(self) -> None:
        self._ended = True
        if started := self._started:
            started[0].kill()  # so that the thread stops waiting for it
        await self._in_thread(self._kill)
        self._thread.shutdown(wait=False)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # In the thread

    def _start(self) -> None:
        if self._started:
            return
        with self._ending_on_error("not started"):
            self._started = self._start_process(self._parts)
            if self._ended:
                raise EOFError
            self._receive(self._started[1], self._timing.start_timeout)

    def _ask(self, question: Question, timeout: float) -> Reply:
        self._start()
        assert self._started
        with self._ending_on_error("crashed"):
            connection = self._started[1]
            connection.send(question)
            reply: Reply = self._receive(connection, timeout)
            if not isinstance(reply, Failure) and not question.fits(reply):
                raise _WorkerLost("nonsense")
            return reply

    def _receive(self, connection: Connection, timeout: float) -> Any:
        if not connection.poll(timeout):
            raise _WorkerLost("too slow")
        return connection.recv()

    @contextmanager
    def _ending_on_error(self, cause: str) -> Iterator[None]:
        """Ends the process after any error in the block, and raises `_WorkerLost` with this cause."""
        try:
            yield
        except Exception as error:  # a broken process may send anything
            self._kill()
            raise (error if isinstance(error, _WorkerLost) else _WorkerLost(cause)) from None

    def _kill(self) -> None:
        if self._started:
            process, connection = self._started
            self._started = None
            process.kill()
            process.join()
            connection.close()
