"""Programs at tables: between its requests a program has a connection like a page's, so a table treats them alike.

What it sends goes through the same inbox, rate limits and rules, and it is told what that viewer's page would be told.
Its connection counts as a window of the seat. It joins at the first request, and leaves a while after the last.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection

from rowdy.interfaces.web.http.bearer import needed_key
from rowdy.interfaces.web.http.limits import RequestLimits, visitor_of
from rowdy.interfaces.web.http.requests import Refusal, words_for
from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.store.keys import digest
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError

MAX_ANSWER_SECONDS = 50.0
"""How long an answer, such as a hint, may take, in seconds; a longer request would be cut off."""
RETRY_SECONDS = 5
"""How long a program should wait before it tries again, in seconds."""


class LetGo(Exception):
    """The connection of a program ended; `refusal` says why, in its language."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class MessageHead(Struct, frozen=True):
    """The part of a message that says which request it answers."""

    type: str
    id: str = ""
    answers: str = ""
    n: int | None = None


HEAD_DECODER = msgspec.json.Decoder(MessageHead)
_REFUSALS = msgspec.json.Decoder(Refusal)


class AnswerBox:
    """The transport of a program that sends requests: gives each its answer, and drops other messages."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._waiting: dict[str, deque[asyncio.Future[bytes]]] = {}
        """The waiting requests, oldest first, by the id of a command; empty for those that wait for a whole view."""
        self._refusal: Refusal | None = None

    def expect(self, id: str) -> asyncio.Future[bytes]:
        """Returns a future for the answer to the command with this id; `LetGo` if none can come any more."""
        if self._refusal is not None:
            raise LetGo(self._refusal)
        awaited: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(id, deque()).append(awaited)
        return awaited

    def deliver_to(self, receive: Callable[[str | bytes], None]) -> None:
        pass  # requests go to the inbox directly

    def send_text(self, message: bytes) -> None:
        head = HEAD_DECODER.decode(message)
        match head.type:
            case "hello":
                self._answer("", message)
            case "step" if head.answers:
                self._answer(head.answers, message)
            case "answer":
                self._answer(head.id, message)
            case "bye":
                self._end(_REFUSALS.decode(message))
            case _:
                pass  # nobody asked for it

    def unread_bytes(self) -> int:
        return 0

    def close_when_sent(self, code: int) -> None:
        self.abort()

    def abort(self) -> None:
        self._end(Refusal("internal", self._words("error-internal")))

    def _answer(self, id: str, message: bytes) -> None:
        waiting = self._waiting.get(id, deque())
        while waiting:
            awaited = waiting.popleft()
            if not awaited.done():  # otherwise its request was cancelled
                awaited.set_result(message)
                break
        if not waiting:
            self._waiting.pop(id, None)

    def _end(self, refusal: Refusal) -> None:
        self._refusal = self._refusal or refusal
        for waiting in self._waiting.values():
            for awaited in waiting:
                if not awaited.done():
                    awaited.set_exception(LetGo(self._refusal))
        self._waiting.clear()


class ProgramSeat:
    """One program at one table."""

    def __init__(self, room: Room, connection: Connection, box: AnswerBox) -> None:
        self.room = room
        self.connection = connection
        self.requests = 0
        """The number of its requests that are being answered."""
        self.leaving: asyncio.TimerHandle | None = None
        self._box = box

    @property
    def gone(self) -> bool:
        return self.connection.ended or self.room.closed is not None

    async def view(self, seen: int) -> bytes:
        """Returns the first message that a page would get, with what was said after the step `seen`."""
        if self.connection.rates.messages.take(self.room.touch()):
            raise GameError("too-fast")
        self.room.tell_spent(self.connection.viewer)
        awaited = self._box.expect("")
        self.room.greet(self.connection, seen)
        return await _in_time(awaited)

    async def command(self, lobby: Lobby, id: str, text: bytes) -> bytes:
        """Hands a command to the inbox, and returns the message that answers it."""
        awaited = self._box.expect(id)
        lobby.inbox.take(self.room, self.connection, text)
        return await _in_time(awaited)


async def _in_time(awaited: asyncio.Future[bytes]) -> bytes:
    try:
        return await asyncio.wait_for(awaited, MAX_ANSWER_SECONDS)
    except TimeoutError:
        raise GameError("too-busy", seconds=RETRY_SECONDS) from None


class _Name(NamedTuple):
    """What identifies a program; a key alone does not, as several may share one, such as that for spectators."""

    table_id: str
    key: bytes
    visitor: str
    words: Words


class ProgramSeats:
    """The programs at all tables of a server."""

    def __init__(self, lobby: Lobby, limits: RequestLimits) -> None:
        self._lobby = lobby
        self._limits = limits
        self._seats: dict[_Name, ProgramSeat] = {}

    @asynccontextmanager
    async def of(self, request: HTTPConnection, seen: float) -> AsyncIterator[ProgramSeat]:
        """The seat of the program that asks, as a context; it stays at the table meanwhile and for a while after.

        Each request may come to another of several servers, so what this one does not know yet up to step `seen` is
        read first.
        """
        secret = needed_key(request)
        name = _Name(request.path_params["table"], digest(secret), visitor_of(request), words_for(request))
        seat = self._here(name) or await self._come(request, name, secret)
        await self._lobby.find(name.table_id, seat.connection.viewer, seen)
        seat = self._here(name) or await self._come(request, name, secret)  # the room may have been dropped meanwhile
        seat.requests += 1
        if seat.leaving:
            seat.leaving.cancel()
            seat.leaving = None
        try:
            yield seat
        finally:
            seat.requests -= 1
            if not seat.requests:
                seat.leaving = self._lobby.loop.call_later(self._lobby.settings.linger_seconds, self._leave, name, seat)

    def _here(self, name: _Name) -> ProgramSeat | None:
        seat = self._seats.get(name)
        return seat if seat and not seat.gone else None

    async def _come(self, request: HTTPConnection, name: _Name, secret: str) -> ProgramSeat:
        self._limits.check(request, self._limits.visiting)
        key = await self._lobby.keys.find(name.table_id, secret)
        room = await self._lobby.find(name.table_id)
        # Nothing may be awaited from here on, or the room could be dropped meanwhile, or another request come first.
        if seat := self._here(name):
            return seat
        box = AnswerBox(name.words)
        connection = Connection(key.chair, key.host, name.words, box, key.hash, "", self._lobby.settings.limits)
        if key.chair is not None or key.host:
            room.visitor = room.visitor or name.visitor
        room.join(connection, room.table.seen[connection.viewer])
        seat = self._seats[name] = ProgramSeat(room, connection, box)
        return seat

    def _leave(self, name: _Name, seat: ProgramSeat) -> None:
        seat.room.leave(seat.connection)
        if self._seats.get(name) is seat:
            del self._seats[name]
