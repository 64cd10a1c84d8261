"""Plays matches in several worker processes at once."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Self

from rowdy.play.arena.match import Match, Result, play_match
from rowdy.play.worker_process import start_worker
from rowdy.rules.game import GameError


def run_matches(matches: Iterable[Match], workers: int = 1) -> Generator[Result, None, None]:
    """The results as they arrive: in the order of the matches with one worker, in any order with several.

    A single worker is this process itself. Closing the generator ends the workers.
    """
    if workers == 1:
        yield from map(play_match, matches)
        return
    with _WorkerPool(workers) as pool:
        yield from pool.play(matches)


class _WorkerPool:
    """Worker processes, started as long as there are matches for them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.workers: list[_MatchWorker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self.workers:
            worker.end()

    def play(self, matches: Iterable[Match]) -> Iterator[Result]:
        """Yields all results that have arrived before it starts a match or raises an error: none is lost."""
        todo, busy = iter(matches), dict[Connection, _MatchWorker]()

        def begin(worker: _MatchWorker | None = None) -> bool:
            """Gives the next match to this worker, or to a new one; false if there is none."""
            match = next(todo, None)
            if match is None:
                return False
            worker = worker or self._start_worker()
            worker.begin(match)
            busy[worker.connection] = worker
            return True

        while len(self.workers) < self.size and begin():
            pass
        while busy:
            done = wait(list(busy))
            ready = [busy.pop(connection) for connection in list(busy) if connection in done]
            failure: GameError | None = None
            for worker in ready:
                try:
                    result = worker.finish()
                except GameError as error:
                    failure = failure or error
                else:
                    yield result
            if failure:
                raise failure
            for worker in ready:
                begin(worker)

    def _start_worker(self) -> _MatchWorker:
        self.workers.append(_MatchWorker())
        return self.workers[-1]


class _MatchWorker:
    def __init__(self) -> None:
        self.process, self.connection = start_worker(_serve)

    def begin(self, match: Match) -> None:
        with self._alive():
            self.connection.send(match)

    def finish(self) -> Result:
        with self._alive():
            answer = self.connection.recv()
        if isinstance(answer, GameError):
            raise answer
        assert isinstance(answer, Result)
        return answer

    @contextmanager
    def _alive(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, OSError):
            self.process.join(5)
            code = self.process.exitcode or 0
            raise GameError("worker-died", how=signal.Signals(-code).name if code < 0 else code) from None

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join()


def _serve(connection: Connection) -> None:
    """Runs a worker until its parent closes the connection; a match under way is played to its end first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            match = connection.recv()
            answer: Result | GameError
            try:
                answer = play_match(match)
            except GameError as error:
                answer = error
            connection.send(answer)
