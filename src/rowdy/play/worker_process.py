"""Starts the processes in which matches are played and bots think."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running


def start_worker(serve: Callable[..., None], *args: object) -> tuple[SpawnProcess, Connection]:
    """Starts a process that runs `serve(connection, *args)`; returns it with our end of the connection."""
    context = multiprocessing.get_context("spawn")  # a fork would copy the compiler's threads and locks
    connection, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, *args), daemon=True)
    with _sigint_blocked():
        process.start()
    theirs.close()  # so that the connection ends when the worker does
    return process, connection


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """A process started in this context ignores Ctrl-C from its first instruction on, as its parent handles it.

    If signals cannot be masked, as on Windows, it ignores Ctrl-C only once `serve` does so.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()  # otherwise it would be started in here, and would undo the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
