"""Work on a Ray cluster: independent pieces, each done by a node with the same code as this machine.

A node whose code differs is refused, as its results would differ. The work of a node that died is done again elsewhere.
Ray sends only bytes and names between machines; each runs the code that is installed there.
"""

from __future__ import annotations

import os
import pickle
import socket
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from types import TracebackType
from typing import Any, Generic, Self, TextIO, TypeVar, cast

from rowdy.play.arena.code import code_digest
from rowdy.rules.game import GameError, InvalidSetup

MAX_ATTEMPTS = 5
"""How often a piece is started before it is given up, because its node or process died each time."""
LOOK_SECONDS = 2.0
"""The interval at which to look for new nodes while nothing else happens, in seconds."""
CONNECT_SECONDS = 20
"""How long a cluster may take to accept a connection, in seconds."""

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class DonePiece(Generic[T, R]):
    """A piece of work that is done."""

    item: T
    result: R
    code: str
    """The digest of the code that did it."""


@dataclass(frozen=True)
class _Piece(Generic[T]):
    """What a node is doing; without an item, it only reports the digest of its code."""

    node: str
    item: T | None = None


def work_piece(work: str, game_id: str, code: str, body: bytes) -> tuple[str, bytes]:
    """Runs on a node: returns the digest of its code and, if that is `code`, the result or the error of the work."""
    digest = code_digest(game_id)
    if digest != code or not work:
        return digest, b""
    module, _, name = work.partition(":")
    try:
        result = getattr(import_module(module), name)(pickle.loads(body))
    except GameError as error:
        return digest, pickle.dumps(error)
    return digest, pickle.dumps(result)


class _WithoutRay:
    """The standard output without what Ray's own threads print there, such as the logs of a node that died."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        if threading.current_thread().name.startswith("ray_"):
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class RayCluster:
    """A connection to a running cluster."""

    def __init__(self, address: str, refused: Callable[[str, str], None] = lambda node, code: None) -> None:
        """`refused` is called with the address of a node that has other code, and the digest of that code."""
        try:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            os.environ.setdefault("RAY_DEDUP_LOGS", "0")  # deduplication would print later, from any thread
            self._ray: Any = import_module("ray")
        except ImportError:
            raise InvalidSetup("ray-missing") from None
        self._address = address
        self._refused = refused
        self._stdout = sys.stdout

    def __enter__(self) -> Self:
        try:
            host, _, port = self._address.rpartition(":")
            if host and port.isdecimal():  # Ray itself would try for minutes
                socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
            self._ray.init(address=self._address, log_to_driver=False, logging_level="ERROR", _skip_env_hook=True)
        except Exception as error:  # whatever Ray, gRPC or the network raise
            raise InvalidSetup("ray-unreachable", address=self._address, reason=_first_line(error)) from None
        self._stdout, sys.stdout = sys.stdout, cast("TextIO", _WithoutRay(sys.stdout))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with redirect_stdout(StringIO()):  # Ray prints buffered logs when it shuts down
            self._ray.shutdown()
        sys.stdout = self._stdout

    def run(self, work: Callable[[T], R], items: Iterable[T], game_id: str) -> Generator[DonePiece[T, R], None, None]:
        """Yields each item's result as it arrives; `work` is a function of a module that every node has.

        A `GameError` in `work` is raised here. Closing the generator cancels what is under way.
        """
        run = _Run(self._ray, work, items, game_id, self._refused)
        try:
            yield from run.results()
        finally:
            run.cancel()


class _Run(Generic[T, R]):
    """One lot of work: which node has which piece."""

    def __init__(
        self,
        ray: Any,
        work: Callable[[T], R],
        items: Iterable[T],
        game_id: str,
        refused: Callable[[str, str], None],
    ) -> None:
        self._ray = ray
        self._work = f"{work.__module__}:{work.__name__}"
        self._todo = iter(items)
        self._again: deque[T] = deque()
        self._game_id = game_id
        self._code = code_digest(game_id)
        self._tell_refused = refused
        self._remote = ray.remote(max_retries=0, num_cpus=1)(work_piece)
        self._pinned = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
        self._flying: dict[Any, _Piece[T]] = {}
        self._room: dict[str, int] = {}
        """For each node with our code, how many pieces it takes at once."""
        self._known: set[str] = set()
        """The nodes that were asked for their code."""
        self._attempts: Counter[bytes] = Counter()

    def results(self) -> Generator[DonePiece[T, R], None, None]:
        item = self._next()
        while item is not None or self._flying or self._again:
            self._look_for_nodes()
            while item is not None and (node := self._free_node()):
                self._begin(node, item)
                item = self._next()
            if not self._flying:
                raise GameError("ray-no-node", digest=self._code)
            ready, _ = self._ray.wait(list(self._flying), num_returns=1, timeout=LOOK_SECONDS)
            for ref in ready:
                if done := self._finish(ref):
                    yield done
            if item is None:
                item = self._next()

    def cancel(self) -> None:
        for ref in self._flying:
            self._ray.cancel(ref, force=True)
        self._flying.clear()

    def _next(self) -> T | None:
        return self._again.popleft() if self._again else next(self._todo, None)

    def _look_for_nodes(self) -> None:
        """Asks new nodes for the digest of their code, and forgets nodes that are gone."""
        alive = {node["NodeID"]: node for node in self._ray.nodes() if node["Alive"]}
        for node in [node for node in self._room if node not in alive]:
            del self._room[node]
        for node in alive.keys() - self._known:
            if alive[node]["Resources"].get("CPU", 0) >= 1:
                self._known.add(node)
                self._begin(node, None)

    def _free_node(self) -> str | None:
        """The node with the most room, or `None` if all are full."""
        busy = Counter(piece.node for piece in self._flying.values())
        room = {node: most - busy[node] for node, most in self._room.items() if most > busy[node]}
        return max(room, key=lambda node: (room[node], node), default=None)

    def _begin(self, node: str, item: T | None) -> None:
        strategy = self._pinned(node_id=node, soft=False)
        work, body = ("", b"") if item is None else (self._work, pickle.dumps(item))
        ref = self._remote.options(scheduling_strategy=strategy).remote(work, self._game_id, self._code, body)
        self._flying[ref] = _Piece(node, item)

    def _finish(self, ref: Any) -> DonePiece[T, R] | None:
        """The result of a piece; `None` if it has to be done again, or only asked for a digest."""
        piece = self._flying.pop(ref)
        try:
            digest, answer = self._ray.get(ref)
        except self._ray.exceptions.RayTaskError as error:  # our code is missing there, or fails
            self._refuse(piece, _first_line(error))
            return None
        except self._ray.exceptions.RayError:  # the node or the process died
            self._lose(piece)
            return None
        if digest != self._code:
            self._refuse(piece, digest)
            return None
        if piece.item is None:
            self._room[piece.node] = self._size(piece.node)
            return None
        result = pickle.loads(answer)
        if isinstance(result, GameError):
            raise result
        return DonePiece(piece.item, result, digest)

    def _size(self, node: str) -> int:
        return next((int(one["Resources"]["CPU"]) for one in self._ray.nodes() if one["NodeID"] == node), 1)

    def _refuse(self, piece: _Piece[T], code: str) -> None:
        self._room.pop(piece.node, None)
        address = next((one["NodeManagerAddress"] for one in self._ray.nodes() if one["NodeID"] == piece.node), "?")
        self._tell_refused(address, code)
        if piece.item is not None:
            self._again.append(piece.item)

    def _lose(self, piece: _Piece[T]) -> None:
        if piece.item is None:
            self._known.discard(piece.node)
            return
        name = pickle.dumps(piece.item)
        self._attempts[name] += 1
        if self._attempts[name] >= MAX_ATTEMPTS:
            raise GameError("ray-lost", count=MAX_ATTEMPTS)
        self._again.append(piece.item)


def _first_line(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[-1].strip() if lines else type(error).__name__
