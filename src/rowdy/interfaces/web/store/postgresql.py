"""Connections to PostgreSQL that do not wait for ever: a server that was stopped, not ended, keeps them open."""

from __future__ import annotations

import logging
import time
from typing import Any, TypeVar

from psycopg import Connection, OperationalError
from psycopg.abc import PQGen
from psycopg.rows import TupleRow
from sqlalchemy import Engine, event

from rowdy.interfaces.web.store.database import StoreUnreachable
from rowdy.interfaces.web.store.schema import SET_KNOWN_VERSION

ANSWER_SECONDS = 10.0
"""For how long the server may say nothing while it is waited for."""

T = TypeVar("T")

logging.getLogger("psycopg").setLevel(logging.ERROR)  # what it warns of after an error is raised as well


class ServerSilent(OperationalError, StoreUnreachable):
    """The server has not answered in time. What it was told last it may still do."""


class ImpatientConnection(Connection[TupleRow]):
    """Is closed if the server does not answer in time, as nobody knows in what state it is then."""

    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:
        try:
            return super().wait(_in_time(gen, ANSWER_SECONDS), *args, **kwargs)
        except ServerSilent:
            self.pgconn.finish()
            raise


def make_impatient(engine: Engine, version: int) -> None:
    """Lets an engine make such connections from now on, which write for a server that knows this version."""
    event.listen(engine, "do_connect", lambda dialect, record, args, settings: connect(version, *args, **settings))


def connect(version: int, *args: Any, **settings: Any) -> ImpatientConnection:
    """Returns a connection of a server that knows this version of the schema."""
    connection = ImpatientConnection.connect(*args, **settings)
    connection.execute(SET_KNOWN_VERSION.replace(":version", "%s"), [str(version)])
    connection.commit()
    return connection


def _in_time(gen: PQGen[T], seconds: float) -> PQGen[T]:
    """Does what a generator of psycopg does; `ServerSilent` if for so long nothing can be read or written."""
    until = time.monotonic() + seconds
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready:
                until = time.monotonic() + seconds
            elif time.monotonic() > until:
                raise ServerSilent("the server does not answer")
            wanted = gen.send(ready)
    except StopIteration as end:
        result: T = end.value
        return result
