"""Looking after tables: bots go on after a restart, what nobody looks at is put away, what is old is forgotten."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING

from rowdy.interfaces.web.connection import GOING_AWAY

if TYPE_CHECKING:
    from rowdy.interfaces.web.hub import Hub

HOUR = 3_600.0
IDLE = 60.0
"""A table that nobody looks at is put away after so many seconds."""
SWEEP = 30.0
"""How often one looks for such tables."""

logger = logging.getLogger(__name__)


async def look_after(hub: Hub) -> None:
    """Goes on with games that a bot is to move in, then puts away and forgets from time to time."""
    with _only_logged("bots could not be woken"):
        await _wake_bots(hub)
    swept = -inf
    while True:
        _put_away(hub)
        if hub.loop.time() - swept > HOUR:
            swept = hub.loop.time()
            with _only_logged("old tables could not be forgotten"):
                await _forget(hub)
        await asyncio.sleep(SWEEP)


async def _wake_bots(hub: Hub) -> None:
    """After a restart: bots go on without being waited for."""
    for table_id in await asyncio.to_thread(hub.store.table_ids):
        with _only_logged(f"table {table_id} could not be read"):
            table = await asyncio.to_thread(hub.read, table_id)
            if table is not None and table.bot_to_move and not hub.in_use(table_id):
                hub.keep(table_id, table)


def _put_away(hub: Hub) -> None:
    now = hub.loop.time()
    for live in list(hub.tables.values()):
        if not live.connections and not live.unwritten and live.thinking is None and now - live.used > IDLE:
            live.stop_timers()
            del hub.tables[live.id]


async def _forget(hub: Hub) -> None:
    for table_id in await asyncio.to_thread(hub.store.expire, time.time() - hub.settings.keep):
        if expired := hub.tables.get(table_id):
            with _only_logged(f"table {table_id} could not be let go"):
                hub.drop(expired, "table-deleted", GOING_AWAY)


@contextmanager
def _only_logged(what: str) -> Iterator[None]:
    """What goes wrong with one table, or once, must not stop the rest. Its own words may tell what is secret."""
    try:
        yield
    except Exception as error:
        logger.error("%s: %s", what, type(error).__name__)
