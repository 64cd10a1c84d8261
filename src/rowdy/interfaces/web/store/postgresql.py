"""Connections to PostgreSQL with a timeout, as a database process that is stopped but not ended keeps them open."""

from __future__ import annotations

import logging
import time
from traceback import clear_frames
from typing import Any, TypeVar

from psycopg import Connection, Error, OperationalError
from psycopg.abc import PQGen
from psycopg.rows import TupleRow
from sqlalchemy import Dialect, Engine, event

from rowdy.interfaces.web.store.database import IN_TEXT, StoreUnreachable
from rowdy.interfaces.web.store.schema import SET_KNOWN_VERSION

T = TypeVar("T")

logging.getLogger("psycopg").setLevel(logging.ERROR)  # its warnings after an error are raised as well


class ServerSilent(OperationalError, StoreUnreachable):
    """The database has not answered in time; it may still execute the last statement."""


class ImpatientConnection(Connection[TupleRow]):
    """A connection that is closed if the database does not answer in time, as its state is then unknown."""

    answer_seconds: float
    """How long the database may take to answer."""

    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:
        try:
            return super().wait(_in_time(gen, self.answer_seconds), *args, **kwargs)
        except Error as error:
            if isinstance(error, ServerSilent):
                self.pgconn.finish()
            _clear_frames(error)
            raise


def make_impatient(engine: Engine, version: int, answer_seconds: float) -> None:
    """Makes an engine create such connections from now on, for a server that knows this version of the schema."""

    def begin(dialect: Dialect, record: object, args: list[Any], settings: dict[str, Any]) -> ImpatientConnection:
        return connect(version, answer_seconds, *args, **settings)

    event.listen(engine, "do_connect", begin)


def connect(version: int, answer_seconds: float, *args: Any, **settings: Any) -> ImpatientConnection:
    """Returns a connection of a server that knows this version of the schema."""
    connection = ImpatientConnection.connect(*args, **{**IN_TEXT, **settings})
    connection.answer_seconds = answer_seconds
    connection.execute(SET_KNOWN_VERSION.replace(":version", "%s"), [str(version)])
    connection.commit()
    return connection


def _clear_frames(error: BaseException | None) -> None:
    """Empties the frames in which an error and those before it were raised.

    Where several statements are sent at once, psycopg keeps an error in a variable of such a frame, and drops those of
    the statements after the first that failed. They would stay in memory, with all callers and so with the rooms whose
    rows were to be stored, until the next full garbage collection.
    """
    while error is not None:
        clear_frames(error.__traceback__)
        error = error.__context__


def _in_time(gen: PQGen[T], seconds: float) -> PQGen[T]:
    """Runs a generator of psycopg; raises `ServerSilent` if nothing can be read or written for this time."""
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
