"""The live connection to a table: a WebSocket for one seat, or for a spectator."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from rowdy.interfaces.web.foreign_words import marked_words
from rowdy.interfaces.web.http.bearer import bearer_key
from rowdy.interfaces.web.http.cookies import PlaceName, held_key, place_of
from rowdy.interfaces.web.http.limits import RequestLimits, visitor_of
from rowdy.interfaces.web.http.requests import read_number, words_for
from rowdy.interfaces.web.live.connection import TRANSPORT, CloseCode, Connection, Transport
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.live.store_calls import NoTable
from rowdy.interfaces.web.messages import Bye, encode
from rowdy.interfaces.web.store.keys import Key
from rowdy.rules.game import GameError

GOODBYE_SECONDS = 2.0
"""How long the shutdown waits until everybody has received the last messages, in seconds."""
MAX_STEP = 1 << 40
"""Higher numbers of a step are read as this one."""
MAX_TAB_LETTERS = 40
"""The most letters of the name that a client gives its tab."""


async def find_key(lobby: Lobby, limits: RequestLimits, asker: HTTPConnection) -> Key:
    """Returns the key in the asker's cookie; `?as=` says for which place, as a browser may have several cookies.

    A program sends the key itself.
    """
    limits.check(asker, limits.visiting)
    table_id = asker.path_params["table"]
    if secret := bearer_key(asker):
        return await lobby.keys.find(table_id, secret)
    place = PlaceName(asker.query_params.get("as", ""))
    key = await lobby.keys.find(table_id, held_key(asker.cookies, table_id, place) or "")
    if place_of(key) != place:
        raise NoTable("no-table")
    return key


def read_tab(asker: HTTPConnection) -> str:
    """Returns the name that the client gives its tab, or an empty text."""
    return asker.query_params.get("tab", "")[:MAX_TAB_LETTERS]


class LiveEndpoint:
    """An ASGI endpoint until the table is joined; then messages go through the transport directly, which is faster."""

    def __init__(self, lobby: Lobby, limits: RequestLimits) -> None:
        self.lobby = lobby
        self.limits = limits
        self._open: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accepts every connection, as only then a page can be told why it may not stay."""
        asker = HTTPConnection(scope)
        words = words_for(asker)
        await receive()
        await send({"type": "websocket.accept"})
        try:
            key = await find_key(self.lobby, self.limits, asker)
            seen = read_number(asker, "seen", MAX_STEP)
            room = await self.lobby.find(key.table_id, key.chair, seen)
        except GameError as error:
            await send({"type": "websocket.send", "text": encode(Bye(error.code, words.error(error))).decode()})
            await send({"type": "websocket.close", "code": CloseCode.POLICY_VIOLATION})
            return
        transport: Transport = scope["extensions"][TRANSPORT]["transport"]
        tab = read_tab(asker)
        limits = self.lobby.settings.limits
        words = marked_words(words, room.table.game.edition.game)
        several = "several" in asker.query_params
        connection = Connection(key.chair, key.host, words, transport, key.hash, tab, limits, several)
        receive_text = partial(self.lobby.inbox.take, room, connection)
        if key.chair is not None or key.host:
            room.visitor = room.visitor or visitor_of(asker)
        # Nothing may be awaited between finding the room and joining it, or the room could be dropped meanwhile.
        room.join(connection, seen)
        transport.deliver_to(receive_text)
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                receive_text(
                    message.get("text") or message.get("bytes") or ""
                )  # what came before the transport was used
        finally:
            self._open.discard(task)
            room.leave(connection)

    async def goodbye(self) -> None:
        """Ends all connections, each with a last message."""
        await self.lobby.close()
        if self._open:
            await asyncio.wait(self._open, timeout=GOODBYE_SECONDS)
