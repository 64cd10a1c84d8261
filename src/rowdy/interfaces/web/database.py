"""Opens the database that tables are kept in: a file, or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from rowdy.folders import data_folder
from rowdy.interfaces.web.schema import bring_up_to_date, check_version
from rowdy.rules.game import GameError, InvalidText

FILE = "tables.sqlite"
DIALECTS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgresql+psycopg": "postgresql+psycopg"}
WRITES = {"writes": True}
"""The option of a connection whose transactions write."""
BEGIN_WRITING = "BEGIN IMMEDIATE"
"""Begins such a transaction in SQLite."""
PRIVATE = 0o600
CONNECT_SECONDS = 10
BUSY_SECONDS = 10
"""How long to wait while something else, such as a backup, keeps the file locked."""

PRAGMAS = (
    f"busy_timeout = {BUSY_SECONDS * 1000}",
    "foreign_keys = ON",
    "synchronous = FULL",
    # On macOS only these bring data from the drive's own memory to the disk; elsewhere they do nothing.
    "fullfsync = ON",
    "checkpoint_fullfsync = ON",
)


class Database(NamedTuple):
    engine: Engine
    lock: sqlite3.Connection | None
    """What keeps a second server away from a file."""

    def close(self) -> None:
        self.engine.dispose()
        if self.lock is not None:
            self.lock.close()


def open_database(address: str | None = None) -> Database:
    """The database at a URL or path, ready for use; without either, the file in the user's data folder."""
    if address is None or "://" not in address:
        return _open_file(data_folder() / FILE if address is None else Path(address).expanduser())
    url = _read(address)
    if url.drivername != "sqlite":
        return _open_postgresql(url)
    if not url.database or url != URL.create("sqlite", database=url.database):
        raise InvalidText("store-url")
    return _open_file(Path(url.database))


def _read(address: str) -> URL:
    """The parts of a URL. Errors do not repeat it: it may hold a password, and a mistyped one may hold it anywhere."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise InvalidText("store-url") from None
    if "@" in f"{url.host}{url.database}":  # the rest of a password with an @ in it
        raise InvalidText("store-url")
    if url.drivername not in DIALECTS:
        raise InvalidText("store-dialect", name=url.drivername)
    return url.set(drivername=DIALECTS[url.drivername])


def _engine(url: URL, **settings: object) -> Engine:
    """Errors tell no parameters, which are entries and hashes: what is secret stays out of logs."""
    return create_engine(url, hide_parameters=True, pool_pre_ping=True, **settings)


@contextmanager
def _opening(engine: Engine, place: str) -> Iterator[None]:
    """What goes wrong in here leaves nothing open, and is told in words."""
    try:
        yield
    except BaseException as error:
        engine.dispose()
        if isinstance(error, DBAPIError | sqlite3.Error):
            if _code(error) == sqlite3.SQLITE_NOTADB:
                raise GameError("store-foreign", place=place) from None
            raise GameError("store-unwritable", place=place, reason=_reason(error)) from None
        if isinstance(error, OSError):
            raise GameError("store-unwritable", place=place, reason=error.strerror or error) from None
        raise


def _code(error: DBAPIError | sqlite3.Error) -> int | None:
    return getattr(error.orig if isinstance(error, DBAPIError) else error, "sqlite_errorcode", None)


def _reason(error: DBAPIError | sqlite3.Error) -> str:
    """The database's own words, without the statement that SQLAlchemy adds."""
    text = str(error.orig if isinstance(error, DBAPIError) else error)
    return text.strip().partition("\n")[0]


# PostgreSQL


def _open_postgresql(url: URL) -> Database:
    place = url.set(password=None, query={}).render_as_string()
    try:
        # Positional parameters, as SQLite has them, so that the writer's rows fit as they are.
        engine = _engine(url, paramstyle="format", connect_args={"connect_timeout": CONNECT_SECONDS})
    except ImportError:
        raise GameError("store-driver") from None
    with _opening(engine, place):
        try:
            connection = engine.connect()
        except DBAPIError as error:
            raise GameError("store-unreachable", place=place, reason=_reason(error)) from None
        with connection, connection.begin():
            bring_up_to_date(connection, place)
    return Database(engine, None)


# SQLite


def _open_file(path: Path) -> Database:
    path, place = path.absolute(), str(path)
    engine = _engine(URL.create("sqlite", database=str(path)))
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    with _opening(engine, place):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():  # a look before anything is put beside it
            with engine.connect() as connection:
                check_version(connection, place)
        lock = _lock(path, place)
        try:
            _make_ready(path, place, engine)
        except BaseException:
            lock.close()
            raise
    return Database(engine, lock)


def _make_ready(path: Path, place: str, engine: Engine) -> None:
    _touch(path)
    with engine.connect().execution_options(**WRITES) as connection, connection.begin():
        bring_up_to_date(connection, place)
    os.chmod(path, PRIVATE)  # the files that SQLite puts beside it get the same
    with closing(engine.raw_connection()) as raw:
        raw.cursor().execute("PRAGMA journal_mode = WAL")


def _lock(path: Path, place: str) -> sqlite3.Connection:
    """A lock that ends with this process, however that ends. SQLite knows how to lock a file on every system."""
    beside = path.with_name(f"{path.name}-lock")
    _touch(beside)
    lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if _code(error) == sqlite3.SQLITE_BUSY:
            raise GameError("store-busy", place=place) from None
        raise
    return lock


def _touch(path: Path) -> None:
    """A new file is its owner's alone. One that is there is not opened: closing it would end SQLite's locks on it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))


def _set_up(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Left to itself, Python begins too late for what is read or changed in the schema before the first row is written.

    A transaction that writes waits for its turn here: later it could only fail, as what it has read may be old by then.
    """
    writes = connection.get_execution_options().get("writes")
    connection.connection.cursor().execute(BEGIN_WRITING if writes else "BEGIN")
