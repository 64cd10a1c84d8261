"""Bots and hints for a live table: worker processes that think, so that the server's loop never does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

from rowdy.play.bots import BOTS
from rowdy.play.crew import hire
from rowdy.play.hints import Advice
from rowdy.play.needs import needed, stand_in
from rowdy.play.review import Log, solved
from rowdy.play.thinking import Answer, Fault, HintWanted, MoveWanted, Wanted, pack_game, serve
from rowdy.rules.game import AnyGame, GameError, View
from rowdy.search.ready import Helper, Part, missing, start_preparing

PATIENCE = 30.0
"""A worker that thinks for longer is held to hang. To compile code that could not be beforehand takes half of it."""
STARTING = 30.0
"""So long a worker may take to start."""
ATTEMPTS = 3
"""So often a question is asked until it is given up."""
LOOK = 0.2
"""How often one looks whether code is ready."""

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Thinkers:
    """A pool of workers. Bots go before hints, and then who asks first; who stops waiting is forgotten."""

    def __init__(self, size: int, patience: float = PATIENCE, parts: Iterable[Part] = tuple(Part)) -> None:
        """`parts`: the code that workers load before anybody asks; what is not compiled yet is, beside them."""
        self._parts = tuple(parts)
        self._workers = [_Worker(patience, self._parts) for _ in range(size)]
        self._tasks: list[asyncio.Task[None]] = []
        self._line: asyncio.PriorityQueue[_Question] = asyncio.PriorityQueue()
        self._numbers = count()
        self._waiting: set[asyncio.Future[Answer]] = set()
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
        """Has the workers start; nobody need wait for them to ask."""
        self._tasks = [asyncio.create_task(self._work(worker)) for worker in self._workers]
        self._helper = await asyncio.to_thread(start_preparing, self._parts)

    async def close(self) -> None:
        """Ends all workers, whatever they do. Who still waits for an answer, or asks later, is cancelled."""
        self._closed = True
        futures: list[asyncio.Future[Any]] = [*self._tasks, *self._waiting]
        for future in futures:
            future.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))

    # What can be asked

    async def choose(self, name: str, game: AnyGame, log: Log, view: View[Any, Any], seed: str) -> Any:
        """What the bot of this name does at the view's seat; any legal action where it cannot be had to answer.

        It is asked even where there is nothing to choose: to do without would be quicker, and that would tell.
        """
        player = BOTS.get(name)
        if player and not stand_in(player):
            await self._compiled(needed(player, game))
        wanted = MoveWanted(name, pack_game(game), log, view, seed)
        try:
            place = await self._ask(wanted, f"{name} in {game.edition.game}")
        except GameError:
            return Random(seed).choice(view.legal)
        assert isinstance(place, int)
        return view.legal[place]

    async def advise(self, game: AnyGame, log: Log, view: View[Any, Any]) -> Advice:
        """What a person at the view's seat had best do. `GameError` where that cannot be told."""
        if solved(game):
            await self._compiled([Part.PERFECT])
        advice = await self._ask(HintWanted(pack_game(game), log, view), f"a hint in {game.edition.game}")
        assert isinstance(advice, Advice)
        return advice

    async def _compiled(self, parts: list[Part]) -> None:
        """Waits while code is being compiled that nothing can stand in for."""
        while helper := self._helper:
            if not await asyncio.to_thread(missing, parts):
                return
            if not helper.at_work:
                self._helper = None
            await asyncio.sleep(LOOK)

    # The line

    async def _ask(self, wanted: Wanted, about: str) -> Answer:
        reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if self._closed:
            reply.cancel()
        self._waiting.add(reply)
        try:
            is_hint = isinstance(wanted, HintWanted)
            self._line.put_nowait(_Question(is_hint, next(self._numbers), wanted, about, reply))
            return await reply
        finally:
            self._waiting.discard(reply)

    async def _work(self, worker: _Worker) -> None:
        while True:
            if not worker.started:
                with suppress(_Failed):  # it is tried again when somebody asks
                    await worker.start()
            question = await self._line.get()
            if question.reply.done():  # nobody waits for it any more
                continue
            try:
                said = await worker.ask(question.wanted)
            except _Failed as failure:
                said = Fault(str(failure))
            if not question.reply.done():
                self._tell(question, said)

    def _tell(self, question: _Question, said: Answer) -> None:
        """A question that is asked again keeps its number, so it comes before those of its kind asked after it."""
        if not isinstance(said, Fault):
            _settle(question.reply, said)
            return
        question.faults.append(said.name)
        if len(question.faults) < ATTEMPTS:
            self._line.put_nowait(question)
            return
        logger.warning("No answer from %s: %s", question.about, ", ".join(question.faults))
        _settle(question.reply, GameError("thinker-failed"))


@dataclass(order=True)
class _Question:
    """Somebody waits for the answer to this: with a hint one, but with a bot a whole table."""

    is_hint: bool
    number: int
    wanted: Wanted = field(compare=False)
    about: str = field(compare=False)
    """Who is asked, for the log."""
    reply: asyncio.Future[Answer] = field(compare=False)
    faults: list[str] = field(compare=False, default_factory=list)


def _settle(reply: asyncio.Future[Answer], said: Answer) -> None:
    if isinstance(said, GameError):
        reply.set_exception(said)
    else:
        reply.set_result(said)


class _Failed(Exception):
    """A worker has not answered, and is gone."""


class _Worker:
    """A process that thinks, and a thread of this one that waits for it, so that the loop never does."""

    def __init__(self, patience: float, parts: tuple[Part, ...]) -> None:
        self._patience = patience
        self._parts = parts
        self._thread = ThreadPoolExecutor(1, "thinker")
        self._hired: tuple[SpawnProcess, Connection] | None = None
        self._ended = False

    @property
    def started(self) -> bool:
        return self._hired is not None

    async def start(self) -> None:
        await self._in_thread(self._start)

    async def ask(self, wanted: Wanted) -> Answer:
        return await self._in_thread(lambda: self._ask(wanted))

    async def end(self) -> None:
        self._ended = True
        if hired := self._hired:
            hired[0].kill()  # so that the thread waits for it no longer
        await self._in_thread(self._dismiss)
        self._thread.shutdown(wait=False)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # In the thread

    def _start(self) -> None:
        if self._hired:
            return
        with self._or_dismissed("not started"):
            self._hired = hire(serve, self._parts)
            if self._ended:
                raise EOFError
            self._hear(self._hired[1], STARTING)

    def _ask(self, wanted: Wanted) -> Answer:
        self._start()
        assert self._hired
        with self._or_dismissed("crashed"):
            line = self._hired[1]
            line.send(wanted)
            said: Answer = self._hear(line, self._patience)
            if not isinstance(said, Fault) and not wanted.fits(said):
                raise _Failed("nonsense")
            return said

    def _hear(self, line: Connection, seconds: float) -> Any:
        if not line.poll(seconds):
            raise _Failed("too slow")
        return line.recv()

    @contextmanager
    def _or_dismissed(self, fault: str) -> Iterator[None]:
        """What fails here ends the process."""
        try:
            yield
        except Exception as error:  # whatever may come over a line, or be wrong with a machine
            self._dismiss()
            raise (error if isinstance(error, _Failed) else _Failed(fault)) from None

    def _dismiss(self) -> None:
        if self._hired:
            process, line = self._hired
            self._hired = None
            process.kill()
            process.join()
            line.close()
