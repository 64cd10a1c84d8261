"""A program that plays by the engine protocol: lines on its standard input and output (docs/engine-protocol.md).

Whatever the program does, every question ends in time: separate threads read and write, and a program that dies, is
silent or talks too much is killed with all its child processes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO

from rowdy.rules.game import GameError

PROTOCOL = "rowdy 1"
"""The first line that an engine gets: the version of the protocol."""
QUIT_LINE = b"quit\n"
QUIT_SECONDS = 0.5
"""How long an engine may take to end when it is asked to, in seconds."""
MAX_LINE_BYTES = 10_000
"""The longest line that an engine may write."""
MAX_ANSWER_BYTES = 1_000_000
"""The most bytes that an engine may write, `info` lines included, before it answers."""
CHUNK_BYTES = 4096
MAX_CHUNKS = 16
"""The most chunks of output that are buffered before they are read; then the engine has to wait."""


class EngineProcess:
    """One running engine."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """Starts the engine and waits until it is ready; `GameError` if it is not within this time."""
        self._buffer = b""
        self._output: Queue[bytes] = Queue(MAX_CHUNKS)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise GameError("engine-start", reason=getattr(error, "strerror", None) or error) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input: IO[bytes] = self._process.stdin
        Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        self.name = ""
        self.ask([PROTOCOL], "ready", seconds)

    def ask(self, lines: Sequence[str], answer: str, seconds: float) -> str:
        """Sends these lines, and returns the rest of the first line of output that begins with the word `answer`.

        If there is none within this time, the engine is killed, and `GameError` is raised.
        """
        deadline = time.monotonic() + seconds
        try:
            self._send(lines, deadline, seconds)
            return self._await(answer, deadline, seconds)
        except GameError:
            self.end()
            raise

    def quit(self) -> None:
        """Asks the engine to end, and kills it if it does not within `QUIT_SECONDS`."""
        self._write(QUIT_LINE)
        with suppress(OSError):
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self.end()

    def end(self) -> None:
        """Kills the engine and all its child processes."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._input.close()
        while not self._output.empty():  # lets the reading thread finish
            self._output.get_nowait()

    # Writing

    def _send(self, lines: Sequence[str], deadline: float, seconds: float) -> None:
        """Writes in a separate thread, as writing to an engine that does not read blocks once the pipe is full."""
        text = "".join(f"{line}\n" for line in lines).encode()
        writer = Thread(target=self._write, args=(text,), daemon=True)
        writer.start()
        writer.join(max(0.0, deadline - time.monotonic()))
        if writer.is_alive():
            raise GameError("engine-silent", seconds=f"{seconds:g}")

    def _write(self, text: bytes) -> None:
        with suppress(OSError, ValueError):  # the engine has ended, which the reading thread will notice
            while text:
                text = text[self._input.write(text) or 0 :]

    # Reading

    def _read(self, output: IO[bytes]) -> None:
        with suppress(OSError, ValueError), output:
            while chunk := output.read(CHUNK_BYTES):
                self._output.put(chunk)
        self._output.put(b"")

    def _await(self, answer: str, deadline: float, seconds: float) -> str:
        left = MAX_ANSWER_BYTES
        while True:
            line = self._line(deadline, seconds)
            left -= len(line)
            if left < 0:
                raise GameError("engine-talks", most=MAX_ANSWER_BYTES)
            word, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            if word == answer:
                return rest.strip()
            if word == "id":
                self.name = rest.strip()

    def _line(self, deadline: float, seconds: float) -> bytes:
        """The engine's next line, without the line feed."""
        while b"\n" not in self._buffer:
            if len(self._buffer) > MAX_LINE_BYTES:
                raise GameError("engine-talks", most=MAX_LINE_BYTES)
            try:
                chunk = self._output.get(timeout=max(0.001, deadline - time.monotonic()))
            except Empty:
                raise GameError("engine-silent", seconds=f"{seconds:g}") from None
            if not chunk:
                raise GameError("engine-died", status=self._exit_status())
            self._buffer += chunk
        if time.monotonic() > deadline:
            raise GameError("engine-silent", seconds=f"{seconds:g}")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _exit_status(self) -> str:
        """The exit status of the engine, if it has ended; it may also have only closed its output."""
        with suppress(subprocess.TimeoutExpired):
            return str(self._process.wait(1.0))
        return "-"
