"""Worker processes that play matches side by side."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from types import TracebackType
from typing import Self

from rowdy.play.match import Match, Result, play_match
from rowdy.rules.game import GameError


def play_all(matches: Iterable[Match], workers: int = 1) -> Generator[Result, None, None]:
    """The results as they come, in any order if there are several workers; the matches are begun in theirs.

    One worker is this process itself. Whoever stops asking for results, or is interrupted, stops the workers.
    """
    if workers == 1:
        yield from map(play_match, matches)
        return
    with _Crew(workers) as crew:
        yield from crew.play(matches)


class _Crew:
    """Processes with a line to each. They are started when there is something to play for them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self.workers:
            worker.dismiss()

    def play(self, matches: Iterable[Match]) -> Iterator[Result]:
        """What is finished is given away before any worker gets more to do or is missed, so that no result is lost."""
        todo, busy = iter(matches), dict[Connection, _Worker]()

        def begin(worker: _Worker | None = None) -> bool:
            """Whether there was another match for this worker, or for a new one."""
            match = next(todo, None)
            if match is None:
                return False
            worker = worker or self._hire()
            worker.begin(match)
            busy[worker.line] = worker
            return True

        while len(self.workers) < self.size and begin():
            pass
        while busy:
            done = wait(list(busy))
            ready = [busy.pop(line) for line in list(busy) if line in done]
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

    def _hire(self) -> _Worker:
        self.workers.append(_Worker())
        return self.workers[-1]


class _Worker:
    def __init__(self) -> None:
        self.process, self.line = hire(_serve)

    def begin(self, match: Match) -> None:
        with self._alive():
            self.line.send(match)

    def finish(self) -> Result:
        with self._alive():
            answer = self.line.recv()
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

    def dismiss(self) -> None:
        self.line.close()
        self.process.terminate()
        self.process.join()


def _serve(line: Connection) -> None:
    """The life of a worker. It ends, between two matches, when nobody is left to tell a result to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            match = line.recv()
            answer: Result | GameError
            try:
                answer = play_match(match)
            except GameError as error:
                answer = error
            line.send(answer)


# For other workers too


def hire(serve: Callable[..., None], *args: object) -> tuple[SpawnProcess, Connection]:
    """Starts a process that serves at the other end of a line; its first argument is its end of it."""
    context = multiprocessing.get_context("spawn")  # a fork would copy threads and locks of the compiler
    line, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, *args), daemon=True)
    with _deaf():
        process.start()
    theirs.close()  # so that the line ends when the worker does
    return process, line


@contextmanager
def _deaf() -> Iterator[None]:
    """A process started here does not hear Ctrl-C, not even before its first line: that is for the one who started it.

    (Where there are no masks of signals, as on Windows, it turns deaf a moment later.)
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()  # the first process would have this started in here, and it undoes the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
