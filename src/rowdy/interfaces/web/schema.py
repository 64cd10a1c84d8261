"""What is stored of a table, in which version, and how an older version becomes today's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
    update,
)

from rowdy.rules.game import GameError

METADATA = MetaData()
SCHEMA = Table("schema", METADATA, Column("version", Integer, nullable=False))
TABLES = Table("tables", METADATA, Column("id", Text, primary_key=True), Column("opened", Double, nullable=False))


def _of_table(*, primary_key: bool = False, index: bool = False) -> Column[str]:
    """What belongs to a table goes with it."""
    goes = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", Text, goes, nullable=False, primary_key=primary_key, index=index)


ENTRIES = Table(
    "entries",
    METADATA,
    _of_table(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
KEYS = Table(
    "keys",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    _of_table(index=True),
    Column("seat", Integer),  # none: a spectator
    Column("host", Boolean, nullable=False),
)

MIGRATIONS: Sequence[Callable[[Connection], None]] = ()
"""The first leads from version 1 to 2, and so on. Each is frozen: it may not use the tables above, which change."""

STARTING = 0x0526F776479
"""The number of a lock in PostgreSQL, so that of servers that start together only one makes or changes the schema."""


def bring_up_to_date(connection: Connection, place: str) -> None:
    """Makes an empty database ours, and an older one today's; anything else is refused and left alone."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": STARTING})
    version, today = check_version(connection, place), _today()
    if version is None:
        METADATA.create_all(connection)
        connection.execute(insert(SCHEMA).values(version=today))
        return
    for migrate in MIGRATIONS[version - 1 :]:
        migrate(connection)
    # Also where nothing has changed: a database that cannot be written to is better found out now than in a game.
    connection.execute(update(SCHEMA).values(version=today))


def check_version(connection: Connection, place: str) -> int | None:
    """The version of a database, `None` if it is empty; `GameError` if it is not ours, or too new."""
    inspector = inspect(connection)
    names = inspector.get_table_names()
    if not names:
        return None
    versions: Sequence[int] = ()
    if SCHEMA.name in names and [column["name"] for column in inspector.get_columns(SCHEMA.name)] == ["version"]:
        versions = connection.scalars(select(SCHEMA.c.version)).all()
    if len(versions) != 1:
        raise GameError("store-foreign", place=place)
    if versions[0] > _today():
        raise GameError("store-newer", place=place, found=versions[0], known=_today())
    return versions[0]


def _today() -> int:
    return 1 + len(MIGRATIONS)
