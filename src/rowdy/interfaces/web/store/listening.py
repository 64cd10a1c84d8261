"""A connection to PostgreSQL that receives notices of other servers, and sends the heartbeat of this one."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import suppress
from typing import Protocol

from psycopg import Error

from rowdy.interfaces.web.store.commit import CHANNEL, NOTIFY
from rowdy.interfaces.web.store.database import Database
from rowdy.interfaces.web.store.leases import (
    BEAT,
    BEAT_SECONDS,
    DEAD_SECONDS,
    FORGET_DEAD,
    GIVE_UP,
    LIVE_SERVERS,
    OWN_LEASES,
    TAKE_OVER,
)
from rowdy.interfaces.web.store.notices import NoticeBatch, ServerLeft, payloads, read_payload
from rowdy.interfaces.web.store.postgresql import ImpatientConnection, connect

LOOK_SECONDS = 0.5
"""How long the thread listens before it checks whether it should stop, in seconds."""
RETRY_SECONDS = 0.5
"""How long the thread waits before it tries to connect again, in seconds."""
WAIT_SECONDS = 15.0
"""How long `close` waits for the thread, in seconds; the database may not be answering it."""

logger = logging.getLogger(__name__)


class ListenerHandler(Protocol):
    """Receives what a listener finds out; called in the listener's thread."""

    def receive(self, batch: NoticeBatch) -> None:
        """Called with notices that another server sent."""

    def connected(self, leased: set[str]) -> None:
        """Called once connected: earlier notices may have been missed; we hold the leases of the tables in `leased`."""

    def lost(self) -> None:
        """Called when the connection is lost: no notices arrive, and others may take our leases."""

    def beat(self, alive: set[str], taken: set[str]) -> None:
        """Called after each heartbeat with the live servers, and the tables whose leases we took from dead ones."""


class Listener:
    """Runs in its own thread, and reconnects whenever its connection is lost."""

    def __init__(self, database: Database, server: str, handler: ListenerHandler) -> None:
        self._database = database
        self._server = server
        self._handler = handler
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rowdy-listener", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Tells the other servers that this one stops, and gives up its leases."""
        self._ending.set()
        self._thread.join(WAIT_SECONDS)

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                with self._connect() as connection:
                    self._listen(connection)
                    if self._ending.is_set():
                        self._give_up(connection)
            except Error as error:
                if not self._ending.is_set():
                    logger.warning("other servers are not heard just now: %s", type(error).__name__)
                    self._handler.lost()
                    self._ending.wait(RETRY_SECONDS)

    def _connect(self) -> ImpatientConnection:
        engine, timeouts = self._database.engine, self._database.timeouts
        args, settings = engine.dialect.create_connect_args(engine.url)
        settings["connect_timeout"] = timeouts.connect
        connection = connect(self._database.version, timeouts.answer, *args, **settings)
        connection.autocommit = True
        return connection

    def _listen(self, connection: ImpatientConnection) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        connection.execute(BEAT, [self._server])
        self._tell_connected(connection)
        beaten_at = time.monotonic()
        while not self._ending.is_set():
            for notify in connection.notifies(timeout=LOOK_SECONDS):
                if (batch := read_payload(notify.payload)) and batch.server != self._server:
                    self._handler.receive(batch)
            if time.monotonic() - beaten_at > BEAT_SECONDS:
                late = time.monotonic() - beaten_at > DEAD_SECONDS / 2
                beaten_at = time.monotonic()
                connection.execute(BEAT, [self._server])
                if late:  # this server or the database was stopped for a while, and others may have taken our bots
                    self._tell_connected(connection)
                else:
                    self._look_for_servers(connection)

    def _tell_connected(self, connection: ImpatientConnection) -> None:
        self._handler.connected({table_id for (table_id,) in connection.execute(OWN_LEASES, [self._server])})

    def _look_for_servers(self, connection: ImpatientConnection) -> None:
        """Finds out which servers are alive, and takes over the leases of those that are not."""
        alive = {server for (server,) in connection.execute(LIVE_SERVERS)}
        taken = {table_id for (table_id,) in connection.execute(TAKE_OVER, [self._server])}
        connection.execute(FORGET_DEAD)
        self._handler.beat(alive, taken)

    def _give_up(self, connection: ImpatientConnection) -> None:
        with suppress(Error):
            for statement in GIVE_UP:
                connection.execute(statement, [self._server])
            for text in payloads(self._server, [ServerLeft()]):
                connection.execute(NOTIFY, [CHANNEL, text])
