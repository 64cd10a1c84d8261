"""The writer: all that waits is one commit, nothing is told before it, and a failure stays within its table."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import sqlite3
import subprocess
import sys
import weakref
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from rowdy.interfaces.web.live.writer import Writer
from rowdy.interfaces.web.store.commit import CommitRow, DropTable, NewTable
from rowdy.interfaces.web.store.database import Overtaken, StoreUnreachable
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.store import Store, open_store
from rowdy.rules.game import GameError
from tests.interfaces.web.writing import WAIT_SECONDS, Gate, entry, table, write

CLASH = (sqlite3.IntegrityError, Overtaken)


class Counted:
    """Commits to a store, and keeps the rows of each commit."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits: list[list[CommitRow]] = []

    def __call__(self, rows: Iterable[CommitRow]) -> None:
        listed = list(rows)
        self.commits.extend([listed] if listed else [])
        self.store.commit(listed)


def test_an_error_keeps_nothing_in_memory() -> None:
    """The garbage collector of a server comes by once in a long time, so rooms are not to wait for it."""

    class Room:
        error: Exception | None = None

        def done(self, error: Exception | None) -> None:
            self.error = error

    def commit(rows: Iterable[CommitRow]) -> None:
        raise Overtaken

    async def fail() -> weakref.ref[Room]:
        writer, room = Writer(commit, asyncio.get_running_loop()), Room()
        writer.append([entry("a", 0)], room.done)
        writer.close()
        await asyncio.sleep(0)
        assert isinstance(room.error, Overtaken)
        return weakref.ref(room)

    gc.disable()
    try:
        assert asyncio.run(fail())() is None
    finally:
        gc.enable()


class TestBatch:
    def test_all_that_waits_is_one_commit(self, store: Store) -> None:
        tables, commit = [table(f"t{number}", entries=2) for number in range(50)], Counted(store)
        assert write(store, *tables, commit=commit) == [None] * 50
        assert len(commit.commits) == 2  # the one that held the writer up, and all the others
        assert len(store.table_ids()) == 50

    def test_rows_of_all_kinds_keep_their_order(self, store: Store) -> None:
        key = Key(bytes(32), "a", None, False)
        again: list[CommitRow] = [DropTable("a"), NewTable("a", 2.0), entry("a", 0)]
        assert write(store, table("a", entries=5), [key], [*again, key], [entry("a", 1)]) == [None] * 4
        assert store.load("a") == [b"a 0", b"a 1"]
        assert store.find_key(key.hash) == key

    def test_one_that_fails_does_not_touch_other_tables(self, store: Store) -> None:
        write(store, table("a", entries=2), table("b", entries=1))
        clash, after, other, unknown, last = write(
            store,
            [entry("a", 2), entry("a", 1)],
            [entry("a", 3)],
            [entry("b", 1)],
            [entry("c", 0)],
            [entry("b", 2)],
        )
        assert isinstance(clash, CLASH)
        assert after is clash
        assert isinstance(unknown, CLASH)
        assert other is last is None
        assert store.load("a") == [b"a 0", b"a 1"]
        assert store.load("b") == [b"b 0", b"b 1", b"b 2"]

    def test_an_item_of_two_tables_fails_in_both(self, store: Store) -> None:
        write(store, table("a", entries=1), table("b", entries=1))
        first, second = write(store, [entry("b", 1), entry("a", 0)], [entry("b", 2)])
        assert first is second
        assert isinstance(first, CLASH)
        assert store.load("b") == [b"b 0"]

    @pytest.mark.parametrize("at_once", [True, False])
    def test_where_the_database_cannot_be_reached_nobody_waits_for_others_too(
        self, store: Store, at_once: bool
    ) -> None:
        """Each attempt may take seconds."""
        attempts: list[int] = []

        def commit(rows: Iterable[CommitRow]) -> None:
            attempts.append(len(list(rows)))
            if attempts[-1] and len(attempts) > 1:
                raise StoreUnreachable if at_once or len(attempts) > 2 else RuntimeError

        *errors, without_rows = write(store, *(table(f"t{number}") for number in range(5)), [], commit=commit)
        assert all(isinstance(error, StoreUnreachable) for error in errors)
        assert without_rows is None
        assert [rows for rows in attempts if rows] == ([1, 5] if at_once else [1, 5, 1])

    def test_errors_tell_no_secrets(self, store: Store) -> None:
        (error,) = write(store, [entry("nowhere", 0)._replace(body=b"the sealed seed")])
        assert "sealed seed" not in str(error)

    def test_a_full_disk_is_told_and_forgiven(self, file_address: str) -> None:
        with open_store(file_address) as store:
            write(store, table("a", entries=1))
        with open_store(file_address) as store:
            large = entry("a", 1)._replace(body=bytes(1_000_000))
            event.listen(store.engine, "checkout", limit := Limit())
            full, behind, small = write(store, [large], [entry("a", 2)], table("b"))
            assert isinstance(full, sqlite3.OperationalError)
            assert behind is full
            assert small is None
            limit.pages = 1_000_000
            assert write(store, [large], [entry("a", 2)]) == [None, None]
            assert len(store.load("a")) == 3

    def test_a_connection_that_broke_is_made_anew(self, postgres_address: str) -> None:
        async def play(store: Store) -> list[Exception | None]:
            loop = asyncio.get_running_loop()
            writer = Writer(store.commit, loop)
            errors: list[Exception | None] = []
            for seq in range(2):
                with psycopg.connect(postgres_address) as other:
                    other.execute(
                        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                    )
                told = loop.create_future()
                writer.append([entry("a", seq)], told.set_result)
                errors.append(await told)
            writer.close()
            return errors

        with open_store(postgres_address) as store:
            write(store, table("a"))
            assert asyncio.run(play(store)) == [None, None]
            assert store.load("a") == [b"a 0", b"a 1"]

    def test_of_two_servers_one_appends(self, postgres_address: str) -> None:
        with open_store(postgres_address) as store, open_store(postgres_address) as other:
            write(store, table("a"))
            assert write(store, [entry("a", 0)]) == [None]
            (error,) = write(other, [entry("a", 0)])
            assert isinstance(error, Overtaken)
            assert error.bodies == [b"a 0"]

    def test_the_errors_of_a_lost_race_keep_nothing_in_memory(self, postgres_address: str) -> None:
        """Of many rows sent at once those after the first fail as well, and psycopg drops their errors."""

        class Room:
            def done(self, error: Exception | None) -> None:
                assert isinstance(error, Overtaken)

        async def lose(store: Store) -> weakref.ref[Room]:
            writer, room = Writer(store.commit, asyncio.get_running_loop()), Room()
            writer.append([entry("a", seq) for seq in range(200)], room.done)
            writer.close()
            await asyncio.sleep(0)
            return weakref.ref(room)

        with open_store(postgres_address) as store:
            write(store, table("a", entries=1))
            gc.disable()
            try:
                assert asyncio.run(lose(store))() is None
            finally:
                gc.enable()


class Limit:
    """Lets a file grow no further, whichever connection writes."""

    pages = 40

    def __call__(self, connection: DBAPIConnection, entry: object, proxy: object) -> None:
        connection.cursor().execute(f"PRAGMA max_page_count = {self.pages}")


class TestTelling:
    """These run on a loop of their own, with SQLite: what is told when does not depend on the database."""

    @pytest.fixture
    def store(self, file_address: str) -> Iterator[Store]:
        with open_store(file_address) as store:
            write(store, table("a"), table("b"))
            yield store

    def test_nothing_is_told_before_it_is_stored_and_all_in_order(self, store: Store) -> None:
        told: list[tuple[int, int]] = []

        async def play() -> None:
            writer, end = Writer(store.commit, asyncio.get_running_loop()), asyncio.Event()

            def hear(seq: int, error: Exception | None) -> None:
                told.append((seq, len(store.load("a"))))

            for seq in range(20):
                writer.append([entry("a", seq)], partial(hear, seq))
                if seq % 7 == 0:
                    await asyncio.sleep(0)
            writer.append([], lambda error: end.set())
            assert not end.is_set()
            await end.wait()
            writer.close()

        asyncio.run(play())
        assert [seq for seq, _ in told] == list(range(20))
        assert all(seq < stored for seq, stored in told)

    def test_a_batch_is_told_in_one_turn_of_the_loop(self, store: Store) -> None:
        async def play() -> list[str]:
            loop, gate, order = asyncio.get_running_loop(), Gate(), list[str]()
            writer, end = Writer(store.commit, loop), loop.create_future()

            def hear(error: Exception | None) -> None:
                order.append("told")
                loop.call_soon(order.append, "turn")

            writer.append(gate, lambda error: None)
            assert gate.reached.wait(WAIT_SECONDS)
            for seq in range(3):
                writer.append([entry("a", seq)], hear)
            writer.append([], end.set_result)
            gate.open.set()
            await end
            await asyncio.sleep(0)
            writer.close()
            return order

        assert asyncio.run(play()) == ["told"] * 3 + ["turn"] * 3

    def test_no_rows_are_told_at_once_if_nothing_is_pending(self, store: Store) -> None:
        async def play() -> None:
            loop = asyncio.get_running_loop()
            writer, told, end = Writer(store.commit, loop), list[str](), loop.create_future()

            def last(error: Exception | None) -> None:
                told.append("last")
                writer.append([], lambda error: told.append("within"))
                told.append("after")
                end.set_result(None)

            writer.append([], lambda error: told.append("at once"))
            assert told == ["at once"]
            writer.append([entry("a", 0)], last)
            await end
            assert told == ["at once", "last", "within", "after"]
            writer.close()

        asyncio.run(play())

    def test_a_gap_is_impossible_whatever_was_under_way(self, store: Store) -> None:
        """What was appended before a failure was told fails too, also if it waits for a later batch; what comes after
        does not."""

        async def play() -> list[tuple[int, bool]]:
            loop, gate = asyncio.get_running_loop(), Gate()
            writer, told, end = Writer(store.commit, loop), list[tuple[int, bool]](), loop.create_future()

            def append(seq: int) -> None:
                writer.append([entry("a", seq)], lambda error: hear(seq, error is None))

            def hear(seq: int, well: bool) -> None:
                told.append((seq, well))
                if told == [(0, True), (0, False), (1, False), (2, False)]:
                    append(1)
                    writer.append([], end.set_result)

            with writer.together():
                append(0)
                append(0)  # fails: it is there
                append(1)
                writer.append(gate, lambda error: None)
            assert gate.reached.wait(WAIT_SECONDS)
            append(2)
            writer.append([entry("b", 0)], lambda error: None)
            gate.open.set()
            await asyncio.wait_for(end, WAIT_SECONDS)
            writer.close()
            return told

        assert asyncio.run(play()) == [(0, True), (0, False), (1, False), (2, False), (1, True)]
        assert store.load("a") == [b"a 0", b"a 1"]
        assert store.load("b") == [b"b 0"]

    def test_one_batch_is_under_way_at_a_time(self, store: Store) -> None:
        async def play() -> list[str]:
            loop, order, commit = asyncio.get_running_loop(), list[str](), Counted(store)
            writer, end = Writer(commit, loop), loop.create_future()
            with writer.together():
                for seq in range(3):
                    writer.append([entry("a", seq)], lambda error: order.append(f"{len(commit.commits)} commit"))
            writer.append([entry("b", 0)], lambda error: order.append(f"{len(commit.commits)} commits"))
            writer.append([], end.set_result)
            await end
            writer.close()
            return order

        assert asyncio.run(play()) == ["1 commit"] * 3 + ["2 commits"]

    def test_at_the_end_nothing_is_stored_that_builds_on_what_failed(self, store: Store) -> None:
        told: list[bool] = []

        async def play() -> None:
            writer, gate = Writer(store.commit, asyncio.get_running_loop()), Gate()
            with writer.together():
                writer.append([entry("a", 0)], lambda error: told.append(error is None))
                writer.append([entry("a", 0)], lambda error: told.append(error is None))
                writer.append(gate, lambda error: None)
            assert gate.reached.wait(WAIT_SECONDS)
            for table_id in "ab":
                writer.append([entry(table_id, 1)], lambda error: told.append(error is None))
            gate.open.set()
            writer.close()
            await asyncio.sleep(0)

        asyncio.run(play())
        assert told == [True, False, False, True]
        assert store.load("a") == [b"a 0"]
        assert store.load("b") == [b"b 1"]

    def test_one_who_cannot_hear_does_not_keep_others_from_it(self, store: Store) -> None:
        def fail(error: Exception | None) -> None:
            raise ZeroDivisionError

        async def play() -> list[Exception]:
            loop, complaints = asyncio.get_running_loop(), list[Exception]()
            loop.set_exception_handler(lambda loop, context: complaints.append(context["exception"]))
            writer, end = Writer(store.commit, loop), loop.create_future()
            writer.append([entry("a", 0)], fail)
            writer.append([entry("a", 1)], end.set_result)
            assert await end is None
            writer.close()
            return complaints

        (complaint,) = asyncio.run(play())
        assert isinstance(complaint, ZeroDivisionError)

    def test_what_waits_at_the_end_is_committed_and_told(self, store: Store) -> None:
        told: list[Exception | None] = []

        async def play() -> None:
            writer = Writer(store.commit, asyncio.get_running_loop())
            for seq in range(100):
                writer.append([entry("a", seq)], told.append)
            writer.close()
            assert len(store.load("a")) == 100
            assert told == []
            writer.append([entry("a", 100)], told.append)
            assert isinstance(told.pop(), RuntimeError)
            writer.close()
            await asyncio.sleep(0)

        asyncio.run(play())
        assert told == [None] * 100
        assert len(store.load("a")) == 100

    def test_a_loop_that_is_gone_is_not_missed(self, store: Store) -> None:
        loop = asyncio.new_event_loop()
        writer = Writer(store.commit, loop)
        loop.close()
        writer.append([entry("a", 0)], lambda error: None)
        writer.close()
        assert store.load("a") == [b"a 0"]

    def test_deletions_elsewhere_find_their_turn(self, store: Store) -> None:
        """Even while the writer never rests."""

        async def play() -> None:
            loop = asyncio.get_running_loop()
            writer, going = Writer(store.commit, loop), True

            def go_on(seq: int) -> None:
                if going:
                    writer.append([entry("a", seq)], lambda error: go_on(seq + 1))

            for seq in range(0, 3_000_000, 1_000_000):
                go_on(seq)
            await asyncio.gather(*(asyncio.to_thread(store.expire, 0.0) for _ in range(5)))
            assert await asyncio.to_thread(store.expire, 1.5) == ["a", "b"]
            going = False
            writer.close()

        asyncio.run(asyncio.wait_for(play(), WAIT_SECONDS))
        assert store.table_ids() == []


class TestDurability:
    TABLES = 5

    def check(self, address: str, rounds: int) -> None:
        """After each kill, what was told is there, without gaps, and it goes on from there."""
        chance, told = random.Random(1), defaultdict[str, list[int]](list)
        for _ in range(rounds):
            for line in self.killed(address, chance.randrange(1, 300)):
                name, seq = line.split()
                told[name].append(int(seq))
            with open_store(address) as store:
                for name, seqs in told.items():
                    assert seqs == sorted(set(seqs))
                    stored = store.load(name)
                    assert stored == [f"{name} {seq}".encode() for seq in range(len(stored))]
                    assert seqs[-1] < len(stored)
            if "://" not in address:
                with closing(sqlite3.connect(address)) as connection:
                    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert len(told) == self.TABLES

    def killed(self, address: str, after: int) -> list[str]:
        """What a process has told until it was killed: at least so many lines."""
        command = [sys.executable, "-m", "tests.interfaces.web.writing", address, str(self.TABLES)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            lines = [process.stdout.readline() for _ in range(after)]
            if "://" not in address:
                with pytest.raises(GameError, match="store-busy"):
                    open_store(address)
            os.kill(process.pid, signal.SIGKILL)
            lines += process.stdout.readlines()
        assert process.returncode == -signal.SIGKILL
        return [line for line in lines if line.endswith("\n")]

    def test_what_was_told_outlives_a_kill(self, address: str) -> None:
        self.check(address, 2)

    @pytest.mark.long
    def test_what_was_told_outlives_many_kills(self, file_address: str) -> None:
        self.check(file_address, 20)
