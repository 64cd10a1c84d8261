"""Writes through a writer: in this process until all is told, or as a process of its own until it is killed."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from itertools import count

from rowdy.interfaces.web.live.writer import Commit, Writer
from rowdy.interfaces.web.store.commit import CommitRow, DropTable, NewEntry, NewTable
from rowdy.interfaces.web.store.store import Store, open_store

WAIT_SECONDS = 30


def entry(table_id: str, seq: int, at: float = 1.0) -> NewEntry:
    return NewEntry(table_id, seq, at, f"{table_id} {seq}".encode())


def table(table_id: str, entries: int = 0, opened: float = 1.0) -> list[CommitRow]:
    """A table with entries as old as itself."""
    return [NewTable(table_id, opened), *(entry(table_id, seq, opened) for seq in range(entries))]


class Gate(list[CommitRow]):
    """Rows of an item that holds the writer up, so that what is appended meanwhile becomes one batch."""

    def __init__(self) -> None:
        super().__init__([DropTable("nobody's")])
        self.reached, self.open = threading.Event(), threading.Event()

    def __iter__(self) -> Iterator[CommitRow]:
        self.reached.set()
        assert self.open.wait(WAIT_SECONDS)
        return super().__iter__()


def write(store: Store, *items: Sequence[CommitRow], commit: Commit | None = None) -> list[Exception | None]:
    """Appends the items as one batch; the error of each, in the order told."""

    async def all_told() -> list[Exception | None]:
        loop, gate = asyncio.get_running_loop(), Gate()
        writer, told = Writer(commit or store.commit, loop), loop.create_future()
        errors: list[Exception | None] = []
        writer.append(gate, lambda error: None)
        assert gate.reached.wait(WAIT_SECONDS)
        for rows in items:
            writer.append(rows, errors.append)
        writer.append([], told.set_result)
        gate.open.set()
        await told
        writer.close()
        return errors

    return asyncio.run(all_told())


async def _append_for_ever(store: Store, tables: int) -> None:
    """Each table has three items under way; what is committed is told as a line with the table and the number."""
    writer = Writer(store.commit, asyncio.get_running_loop())

    def begin(table_id: str) -> None:
        stored = len(store.load(table_id))
        seqs = count(stored)

        def go_on() -> None:
            seq = next(seqs)

            def done(error: Exception | None) -> None:
                assert error is None
                os.write(sys.stdout.fileno(), f"{table_id} {seq}\n".encode())
                go_on()

            writer.append([entry(table_id, seq)], done)

        if not stored:
            writer.append([NewTable(table_id, 1.0)], lambda error: None)
        for _ in range(3):
            go_on()

    for number in range(tables):
        begin(f"table-{number}")
    await asyncio.Event().wait()


if __name__ == "__main__":
    with open_store(sys.argv[1]) as opened:
        asyncio.run(_append_for_ever(opened, int(sys.argv[2])))
