"""Opens the database of tables: a SQLite file, or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from rowdy.folders import data_folder
from rowdy.interfaces.web.store.schema import (
    MIGRATIONS,
    Migration,
    bring_up_to_date,
    check_newest,
    check_version,
    newest_version,
)
from rowdy.rules.game import GameError, InvalidText

FILE = "tables.sqlite"
DIALECTS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgresql+psycopg": "postgresql+psycopg"}
WRITES = {"writes": True}
"""The option of a connection whose transactions write."""
BEGIN_WRITING = "BEGIN IMMEDIATE"
"""The statement that begins a transaction that writes, in SQLite."""
PRIVATE = 0o600
"""The mode of a file that only its owner may read and write."""
IN_TEXT = {"client_encoding": "utf8"}
"""The setting without which psycopg returns bytes from a database that has no encoding (SQL_ASCII)."""
BUSY_SECONDS = 10
"""How long to wait while another program, such as a backup, has the file locked, in seconds."""

PRAGMAS = (
    f"busy_timeout = {BUSY_SECONDS * 1000}",
    "foreign_keys = ON",
    "synchronous = FULL",
    # On macOS data would otherwise stay in the drive's own cache; elsewhere these two do nothing.
    "fullfsync = ON",
    "checkpoint_fullfsync = ON",
)


STORE_FAULTS = (SQLAlchemyError, sqlite3.Error, OSError)
"""The errors that are raised if the database cannot be reached, read or written, or does not answer in time."""


class StoreUnreachable(Exception):
    """No connection to the database can be made, or it does not answer; trying again at once would only take time."""


class StoreUpgraded(StoreUnreachable):
    """A newer Rowdy has changed the schema of the database, so this server may not write to it any more."""


class Overtaken(Exception):
    """Another server has appended to the table first, or deleted it; `bodies` are its entries as they are now."""

    def __init__(self, bodies: Sequence[bytes] = ()) -> None:
        super().__init__("another server was faster")
        self.bodies = bodies


class FileLost(OSError):
    """The file of the database is not where it was, so that what is written would be lost."""


class DatabaseFile:
    """The file of a database, which might be deleted or replaced while it is open."""

    def __init__(self, path: Path, wal: bool) -> None:
        """`wal` is true if SQLite keeps a write-ahead log beside the file."""
        self.path = path
        self._log = path.with_name(f"{path.name}-wal") if wal else None
        self._lost = False
        self._identity = self._look(path)

    def check(self) -> None:
        """Raises `FileLost` if the file is not, or once was not, the one that was opened: its content is in doubt."""
        if self._lost or self._look(self.path) != self._identity:
            self._lost = True
            raise FileLost("the file of the database is not the one that was opened")

    def check_written(self) -> None:
        """Raises `FileLost` if what was just committed is in a file that cannot be found again."""
        self.check()
        if self._log is not None:
            self._look(self._log)

    def check_pages(self) -> None:
        """Raises `sqlite3.Error` if the file is corrupt; reads all of it over a new connection without cached pages."""
        self.check()
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != ("ok",):
                raise sqlite3.DatabaseError("the file of the database is corrupt")

    def _look(self, path: Path) -> tuple[int, int]:
        try:
            found = os.stat(path)
        except FileNotFoundError:
            self._lost = True
            raise FileLost("a file of the database is gone") from None
        return found.st_dev, found.st_ino


class PostgresTimeouts(NamedTuple):
    """How long PostgreSQL may take, in seconds, before it counts as unreachable."""

    connect: int = 10
    """For accepting a connection."""
    answer: float = 10.0
    """For the next part of an answer."""


class Database(NamedTuple):
    engine: Engine
    place: str
    """The place of the database, without a password."""
    version: int
    """The version of the schema."""
    lock: sqlite3.Connection | None
    """The lock that keeps other servers away from a file while it is open."""
    file: DatabaseFile | None
    timeouts: PostgresTimeouts = PostgresTimeouts()

    @property
    def shared(self) -> bool:
        """True if other servers may use it too; a file has one server."""
        return self.file is None

    def close(self) -> None:
        self.engine.dispose()
        if self.lock is not None:
            self.lock.close()


def open_database(
    address: str | None = None,
    migrations: Sequence[Migration] = MIGRATIONS,
    upgrade: bool = True,
    timeouts: PostgresTimeouts = PostgresTimeouts(),  # noqa: B008  (immutable)
) -> Database:
    """Opens the database at a URL or path, up to date; without either, the file in the user's data folder.

    Without `upgrade` a database that does not exist, or is not up to date, is refused.
    """
    if address is None or "://" not in address:
        path = data_folder() / FILE if address is None else Path(address).expanduser()
        return _open_file(path, migrations, upgrade)
    url = _read(address)
    if url.drivername != "sqlite":
        return _open_postgresql(url, migrations, upgrade, timeouts)
    if not url.database or url != URL.create("sqlite", database=url.database):
        raise InvalidText("store-url")
    return _open_file(Path(url.database), migrations, upgrade)


def _read(address: str) -> URL:
    """Returns the parts of a URL.

    Errors do not repeat the URL: it may hold a password, and a mistyped one may hold it anywhere.
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise InvalidText("store-url") from None
    if "@" in f"{url.host}{url.database}":  # part of a password that contains an @
        raise InvalidText("store-url")
    if url.drivername not in DIALECTS:
        raise InvalidText("store-dialect", name=url.drivername)
    return url.set(drivername=DIALECTS[url.drivername])


def _engine(url: URL, **settings: object) -> Engine:
    """Makes an engine whose errors hide parameters, as these are entries and hashes, which must not be logged."""
    return create_engine(url, hide_parameters=True, pool_pre_ping=True, **settings)


@contextmanager
def _opening(engine: Engine, place: str) -> Iterator[None]:
    """A context that closes the engine after an error, and turns database errors into `GameError`."""
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
    """Returns the database's own words, without the statement that SQLAlchemy adds."""
    text = str(error.orig if isinstance(error, DBAPIError) else error)
    return text.strip().partition("\n")[0]


# PostgreSQL


def _open_postgresql(url: URL, migrations: Sequence[Migration], upgrade: bool, timeouts: PostgresTimeouts) -> Database:
    place = url.set(password=None, query={}).render_as_string()
    try:
        # Positional parameters, as SQLite has them: `store.commit` gives its rows to the driver as they are.
        engine = _engine(url, paramstyle="format", connect_args={"connect_timeout": timeouts.connect, **IN_TEXT})
        from rowdy.interfaces.web.store.postgresql import make_impatient
    except ImportError:
        raise GameError("store-driver") from None
    with _opening(engine, place):
        try:
            connection = engine.connect()
        except DBAPIError as error:
            raise GameError("store-unreachable", place=place, reason=_reason(error)) from None
        with connection, connection.begin():
            if not upgrade:
                check_newest(connection, place, migrations)
            bring_up_to_date(connection, place, migrations)
    engine.dispose()  # so that all later connections are impatient ones; migrating may take its time
    make_impatient(engine, newest_version(migrations), timeouts.answer)
    return Database(engine, place, newest_version(migrations), None, None, timeouts)


# SQLite


def _open_file(path: Path, migrations: Sequence[Migration], upgrade: bool) -> Database:
    path = path.resolve()  # all links to one file share one lock
    place = str(path)
    if not upgrade and not path.exists():
        raise GameError("store-missing", place=place)
    engine = _engine(URL.create("sqlite", database=str(path)))
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    with _opening(engine, place):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():  # check it before any file is put beside it
            with engine.connect() as connection:
                (check_version if upgrade else check_newest)(connection, place, migrations)
        lock = _lock(path, place)
        try:
            file = _make_ready(path, place, engine, migrations)
        except BaseException:
            lock.close()
            raise
    return Database(engine, place, newest_version(migrations), lock, file)


def _make_ready(path: Path, place: str, engine: Engine, migrations: Sequence[Migration]) -> DatabaseFile:
    _touch(path)
    with engine.connect().execution_options(**WRITES) as connection, connection.begin():
        bring_up_to_date(connection, place, migrations)
    os.chmod(path, PRIVATE)  # SQLite gives the files beside it the same mode
    with closing(engine.raw_connection()) as raw:
        mode = raw.cursor().execute("PRAGMA journal_mode = WAL").fetchone()
    return DatabaseFile(path, wal=mode == ("wal",))


def _lock(path: Path, place: str) -> sqlite3.Connection:
    """Locks the database for this process; the lock ends with the process, however that ends.

    It is SQLite's lock on a file beside the database, as SQLite can lock files on every system.
    """
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
    """Creates the file with access only for its owner, if it does not exist.

    An existing file is not opened, as closing it would end SQLite's locks on it.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))


def _set_up(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begins a transaction at once, while Python's driver would wait until the first row is written.

    So it includes earlier reads and changes of the schema. A transaction that writes waits for its turn here; later it
    could only fail, as what it has read may be outdated by then.
    """
    writes = connection.get_execution_options().get("writes")
    connection.connection.cursor().execute(BEGIN_WRITING if writes else "BEGIN")
