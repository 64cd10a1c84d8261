"""Copies tables from one database to another, each in one transaction, and checks what has arrived.

A copy that is interrupted leaves complete tables, so it can simply be run again. A table that has grown since the
last copy gets its new entries; one that differs in the other database is left alone.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, insert, select

from rowdy.interfaces.web.store.schema import ENTRIES, KEYS, REVIEWS, TABLES
from rowdy.interfaces.web.store.store import Store
from rowdy.rules.game import GameError

PARTS = (ENTRIES, KEYS, REVIEWS)
"""What belongs to a table and is copied; leases on its bots are not."""
SORT_COLUMNS = {ENTRIES: ENTRIES.c.seq, KEYS: KEYS.c.hash, REVIEWS: REVIEWS.c.round}

Rows = Sequence[dict[str, Any]]


class StoredTable(NamedTuple):
    """All rows of a table."""

    opened: float
    entries: Rows
    keys: Rows
    reviews: Rows

    def digest(self) -> str:
        """Returns a hash of every value, the same in every database."""
        found = sha256(struct.pack(">d", self.opened))
        for rows in (self.entries, self.keys, self.reviews):
            found.update(struct.pack(">q", len(rows)))
            for row in rows:
                found.update(_bytes(row.values()))
        return found.hexdigest()


def _bytes(values: Iterable[object]) -> bytes:
    """Returns values as bytes; different values never give the same bytes."""
    parts = [(type(value).__name__, value if isinstance(value, bytes) else repr(value).encode()) for value in values]
    return b"".join(name.encode() + struct.pack(">q", len(text)) + text for name, text in parts)


@dataclass
class CopyReport:
    """The result of a copy."""

    tables: int = 0
    entries: int = 0
    copied: int = 0
    """The number of tables that were copied, or got new entries, this time."""
    differing: list[str] = field(default_factory=list)
    """The tables that differ in the other database."""


def copy_tables(
    source: Store, target: Store, progress: Callable[[int, int], None] = lambda done, total: None
) -> CopyReport:
    """Copies all tables that are not there yet, and calls `progress` with the numbers of done and of all tables.

    Raises `GameError` if what has arrived is not what was sent.
    """
    report, ids = CopyReport(), source.table_ids()
    for done, table_id in enumerate(ids, 1):
        _copy_table(source, target, table_id, report)
        progress(done, len(ids))
    return report


def _copy_table(source: Store, target: Store, table_id: str, report: CopyReport) -> None:
    wanted, found = _read(source, table_id), _read(target, table_id)
    if wanted is None:
        return  # it was deleted meanwhile
    if found is not None and found.entries != wanted.entries[: len(found.entries)]:
        report.differing.append(table_id)
        return
    report.tables += 1
    report.entries += len(wanted.entries)
    if found is not None and found.digest() == wanted.digest():
        return
    with target.turn, target.writing_connection() as connection, connection.begin():
        _write(connection, table_id, wanted, found)
    arrived = _read(target, table_id)
    if arrived is None or arrived.digest() != wanted.digest():
        raise GameError("copy-failed", table=table_id)
    report.copied += 1


def _write(connection: Connection, table_id: str, wanted: StoredTable, found: StoredTable | None) -> None:
    """Stores what is new of a table; keys and reviews are those of the source, whatever was there."""
    if found is None:
        connection.execute(insert(TABLES).values(id=table_id, opened=wanted.opened))
    for part in (KEYS, REVIEWS):
        connection.execute(delete(part).where(part.c.table_id == table_id))
    known = 0 if found is None else len(found.entries)
    for part, rows in ((ENTRIES, wanted.entries[known:]), (KEYS, wanted.keys), (REVIEWS, wanted.reviews)):
        if rows:
            connection.execute(insert(part), rows)


def _read(store: Store, table_id: str) -> StoredTable | None:
    """Returns a consistent snapshot of a table, or `None` if there is no such table."""
    with store.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            opened = connection.scalar(select(TABLES.c.opened).where(TABLES.c.id == table_id))
            if opened is None:
                return None
            return StoredTable(opened, *(_rows(connection, part, table_id) for part in PARTS))


def _rows(connection: Connection, part: Table, table_id: str) -> Rows:
    query = select(part).where(part.c.table_id == table_id).order_by(SORT_COLUMNS[part])
    return [dict(zip(part.c.keys(), row, strict=True)) for row in connection.execute(query)]
