"""The live connection to a table: a WebSocket for one seat, or for somebody who looks on."""

from __future__ import annotations

import asyncio
from functools import partial
from math import ceil

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from rowdy.interfaces.web.connection import LINE, POLICY, Connection, Line
from rowdy.interfaces.web.hub import Hub, NoTable
from rowdy.interfaces.web.keys import held_key, place_of
from rowdy.interfaces.web.limits import is_local
from rowdy.interfaces.web.messages import Bye, encode
from rowdy.interfaces.web.requests import read_number, words_for
from rowdy.interfaces.web.store import Key
from rowdy.rules.game import GameError

FAREWELL = 2.0
"""For how many seconds the end waits until everybody has got the last messages."""
MOST_STEPS = 1 << 40
MOST_TAB = 40
"""So many letters of what a client calls itself are taken."""


async def find_key(hub: Hub, asker: HTTPConnection) -> Key:
    """What the asker's cookie opens: `?as=` says for which place, as a browser may have cookies for several.

    Who comes from elsewhere too often is refused: to show a table costs more than to ask for it.
    """
    address = asker.client.host if asker.client else ""
    counted = hub.settings.behind_proxy or not is_local(address)
    if counted and (wait := hub.visits.take(address)):
        raise GameError("too-often", seconds=ceil(wait))
    table_id = asker.path_params["table"]
    place = asker.query_params.get("as", "")
    key = await hub.key(table_id, held_key(asker.cookies, table_id, place) or "")
    if place_of(key.seat, key.host) != place:
        raise NoTable("no-table")
    return key


class LiveDoor:
    """Plain ASGI up to the table; from there the line itself is used, as every message of every table passes here."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._open: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """It is opened for everybody who has come this far: only so can a page be told why it may not stay."""
        asker = HTTPConnection(scope)
        words = words_for(asker)
        await receive()
        await send({"type": "websocket.accept"})
        try:
            key = await find_key(self.hub, asker)
            live = await self.hub.live(key.table_id)
        except GameError as error:
            await send({"type": "websocket.send", "text": encode(Bye(error.code, words.error(error))).decode()})
            await send({"type": "websocket.close", "code": POLICY})
            return
        line: Line = scope["extensions"][LINE]["line"]
        tab = asker.query_params.get("tab", "")[:MOST_TAB]
        connection = Connection(key.seat, key.host, words, line, key.hash, tab)
        hear = partial(self.hub.take, live, connection)
        # Nothing may be awaited between finding the table and joining it, or it could be put away meanwhile.
        self.hub.join(live, connection, read_number(asker, "seen", MOST_STEPS))
        line.heard_by(hear)
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                hear(message.get("text") or message.get("bytes") or "")  # what came before the line was used
        finally:
            self._open.discard(task)
            self.hub.leave(live, connection)

    async def goodbye(self) -> None:
        """Ends all connections, each with a last word."""
        await self.hub.close()
        if self._open:
            await asyncio.wait(self._open, timeout=FAREWELL)
