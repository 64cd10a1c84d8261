"""The schema of the database, its version, and how an older version becomes today's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

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
    bindparam,
    delete,
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
    """Returns the column with the table's id for rows that belong to a table, and are deleted with it."""
    table = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", Text, table, nullable=False, primary_key=primary_key, index=index)


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
    Column("seat", Integer, key="chair"),  # NULL for a spectator; databases keep the old name
    Column("host", Boolean, nullable=False),
)

REVIEWS = Table(
    "reviews",
    METADATA,
    _of_table(primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

SERVERS = Table(
    "servers",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("beat", Double, nullable=False),  # the last heartbeat, by the clock of the database
)
"""The servers that share the database; the one server of a file is not listed."""

LEASES = Table("leases", METADATA, _of_table(primary_key=True), Column("server", Text, nullable=False))
"""The server at which the bots of a table think."""

DELETE_TABLE = delete(TABLES).where(TABLES.c.id == bindparam("table_id"))

Migration: TypeAlias = Callable[[Connection], None]


def _add_reviews(connection: Connection) -> None:
    """Version 2 keeps the reviews of finished rounds."""
    binary = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    connection.execute(
        text(
            "CREATE TABLE reviews (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, "
            f"round INTEGER NOT NULL, body {binary} NOT NULL, PRIMARY KEY (table_id, round))"
        )
    )


def _add_servers(connection: Connection) -> None:
    """Version 3 lets several servers share a database."""
    connection.execute(text("CREATE TABLE servers (id TEXT NOT NULL PRIMARY KEY, beat DOUBLE PRECISION NOT NULL)"))
    connection.execute(
        text(
            "CREATE TABLE leases (table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE, "
            "server TEXT NOT NULL)"
        )
    )


MIGRATIONS: Sequence[Migration] = (_add_reviews, _add_servers)
"""The first migrates version 1 to 2, and so on. They never change, so they may not use the tables above, which may."""

SCHEMA_LOCK = 0x0526F776479
"""The number of an advisory lock in PostgreSQL: of several servers that start together, one changes the schema."""

KNOWN_VERSION = "rowdy.schema"
"""The setting of a connection to PostgreSQL with the version of the schema that its server knows."""
SET_KNOWN_VERSION = f"SELECT set_config('{KNOWN_VERSION}', :version, false)"
OUTDATED_STATE = "RW001"
"""The SQLSTATE with which PostgreSQL refuses writes of a server that knows another version."""
GUARDED = ("tables", "entries", "keys")
"""The tables that only servers which know the current version may write."""
_GUARD = f"""
CREATE OR REPLACE FUNCTION rowdy_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('{KNOWN_VERSION}', true) IS DISTINCT FROM (SELECT version::text FROM schema) THEN
        RAISE EXCEPTION 'the schema has another version than this server knows' USING ERRCODE = '{OUTDATED_STATE}';
    END IF;
    RETURN NULL;
END $$
"""


def _guard_version(connection: Connection) -> None:
    """Makes PostgreSQL refuse writes of servers that know another version, including those already running."""
    connection.execute(text(_GUARD))
    for name in GUARDED:
        connection.execute(text(f"DROP TRIGGER IF EXISTS rowdy_guard ON {name}"))
        connection.execute(
            text(
                f"CREATE TRIGGER rowdy_guard BEFORE INSERT OR UPDATE OR DELETE ON {name} "
                "FOR EACH STATEMENT EXECUTE FUNCTION rowdy_guard()"
            )
        )


def bring_up_to_date(connection: Connection, place: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Makes the schema in an empty database and migrates an older one; anything else is refused and left alone."""
    shared = connection.dialect.name == "postgresql"
    if shared:
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": SCHEMA_LOCK})
    version, newest = check_version(connection, place, migrations), newest_version(migrations)
    if shared:
        connection.execute(text(SET_KNOWN_VERSION), {"version": str(newest)})
    if version is None:
        METADATA.create_all(connection)
        connection.execute(insert(SCHEMA).values(version=newest))
    else:
        if shared and version < newest:  # waits for writes in progress; later ones are refused
            connection.execute(text(f"LOCK TABLE {', '.join(GUARDED)} IN ACCESS EXCLUSIVE MODE"))
            for name in GUARDED:
                connection.execute(text(f"DROP TRIGGER IF EXISTS rowdy_guard ON {name}"))
        for migrate in migrations[version - 1 :]:
            migrate(connection)
        # Also if nothing has changed: it is better to find out now than during a game that the database is read-only.
        connection.execute(update(SCHEMA).values(version=newest))
    if shared and version != newest:
        _guard_version(connection)


def check_version(connection: Connection, place: str, migrations: Sequence[Migration] = MIGRATIONS) -> int | None:
    """Returns the version of a database, or `None` if it is empty; `GameError` if it is not ours, or too new."""
    inspector = inspect(connection)
    names = inspector.get_table_names()
    if not names:
        return None
    versions: Sequence[int] = ()
    if SCHEMA.name in names and [column["name"] for column in inspector.get_columns(SCHEMA.name)] == ["version"]:
        versions = connection.scalars(select(SCHEMA.c.version)).all()
    if len(versions) != 1:
        raise GameError("store-foreign", place=place)
    newest = newest_version(migrations)
    if versions[0] > newest:
        raise GameError("store-newer", place=place, found=versions[0], known=newest)
    return versions[0]


def check_newest(connection: Connection, place: str, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Returns the version of a database that is up to date; `GameError` if it is empty, older, too new or not ours."""
    version, newest = check_version(connection, place, migrations), newest_version(migrations)
    if version is None:
        raise GameError("store-missing", place=place)
    if version < newest:
        raise GameError("store-older", place=place, found=version, known=newest)
    return version


def newest_version(migrations: Sequence[Migration] = MIGRATIONS) -> int:
    return 1 + len(migrations)
