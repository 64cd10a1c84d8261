"""The store: what is written is found again, versions are kept apart, and what is not ours is left alone."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import DBAPIError

from rowdy.interfaces.web.store.commit import DropTable
from rowdy.interfaces.web.store.database import FILE, FileLost, StoreUpgraded
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.schema import ENTRIES, KEYS, MIGRATIONS
from rowdy.interfaces.web.store.store import Store, open_store
from rowdy.interfaces.words import Words
from rowdy.play.table.entries import Chair
from rowdy.rules.game import GameError
from tests.interfaces.web.writing import entry, table, write

SECRET = "s3cret"


def refusal(address: str | None) -> GameError:
    with pytest.raises(GameError) as caught:
        open_store(address)
    assert SECRET not in Words().error(caught.value) + repr(caught.value)
    return caught.value


def digest(number: int) -> bytes:
    return bytes([number]) * 32


def stored_keys(store: Store) -> list[Key]:
    with store.engine.connect() as connection:
        return [Key(*row) for row in connection.execute(KEYS.select().order_by(KEYS.c.hash))]


RENEW = """
import sys
from rowdy.interfaces.web.store.store import open_store
with open_store(sys.argv[1]) as store:
    number = 0
    while store.renew(bytes([number % 256]) * 32, bytes([(number + 1) % 256]) * 32):
        number += 1
        print(number, flush=True)
"""
"""Renews a key again and again, and tells the number of each."""


class TestStore:
    def test_nothing_is_there_at_first(self, store: Store) -> None:
        assert not store.table_ids()
        assert not store.load("a")
        assert not store.expire(9.0)
        assert store.find_key(digest(1)) is None

    def test_entries_come_back_in_order(self, store: Store) -> None:
        assert write(store, table("b", opened=2.0), table("a"), [entry("b", 1), entry("a", 0)], [entry("b", 0)])
        assert store.table_ids() == ["a", "b"]
        assert store.load("b") == [b"b 0", b"b 1"]
        assert store.load("a") == [b"a 0"]

    def test_any_bytes_come_back(self, store: Store) -> None:
        bodies = [b"", bytes(range(256)), b"%s ? :a" * 30_000]
        rows = [entry("a", seq)._replace(body=body) for seq, body in enumerate(bodies)]
        assert write(store, table("a"), rows) == [None, None]
        assert store.load("a") == bodies

    def test_keys_are_found_by_their_hash(self, store: Store) -> None:
        keys = [
            Key(digest(1), "a", Chair(0), True),
            Key(digest(2), "a", Chair(1), False),
            Key(digest(3), "a", None, False),
        ]
        other = Key(digest(4), "b", Chair(0), False)
        assert write(store, table("a"), table("b"), [*keys, other]) == [None] * 3
        assert [store.find_key(key.hash) for key in [*keys, other]] == [*keys, other]
        assert store.find_key(digest(5)) is None
        found = store.find_key(digest(1))
        assert found
        assert found.host is True

    def test_a_key_takes_the_place_of_another_once(self, store: Store) -> None:
        keys = [
            Key(digest(1), "a", Chair(0), True),
            Key(digest(2), "a", Chair(1), False),
            Key(digest(3), "a", None, False),
        ]
        write(store, table("a"), keys)
        assert store.renew(digest(1), digest(4))
        assert not store.renew(digest(1), digest(5)), "it is not there any more"
        assert not store.renew(digest(4), digest(2)), "somebody else's"
        assert not store.renew(digest(4), digest(4))
        assert not store.renew(digest(6), digest(7))
        assert stored_keys(store) == [*keys[1:], Key(digest(4), "a", Chair(0), True)]
        write(store, [entry("a", 0)])
        assert store.load("a") == [b"a 0"], "no lock is left behind"

    def test_of_many_keys_at_once_one_takes_the_place(self, store: Store) -> None:
        write(store, table("a"), [Key(digest(1), "a", Chair(0), True)])
        with ThreadPoolExecutor(8) as pool:
            done = list(pool.map(lambda number: store.renew(digest(1), digest(number)), range(2, 18)))
        assert done.count(True) == 1
        assert stored_keys(store) == [Key(digest(2 + done.index(True)), "a", Chair(0), True)]

    def test_a_seat_has_one_key_whenever_the_server_is_killed(self, address: str) -> None:
        with open_store(address) as store:
            write(store, table("a"), [Key(digest(0), "a", Chair(0), True)])
        with subprocess.Popen([sys.executable, "-c", RENEW, address], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            lines = [process.stdout.readline() for _ in range(20)]
            process.kill()
            lines += process.stdout.readlines()
        told = int(lines[-1])
        with open_store(address) as store:
            (key,) = stored_keys(store)
        assert key in [Key(digest(number % 256), "a", Chair(0), True) for number in (told, told + 1)]

    def test_all_of_a_table_is_deleted(self, store: Store) -> None:
        for name, number in (("a", 1), ("b", 2)):
            write(store, table(name, entries=3), [Key(digest(number), name, Chair(0), True)])
        write(store, [DropTable("a")])
        assert store.table_ids() == ["b"]
        assert not store.load("a")
        assert store.find_key(digest(1)) is None
        assert len(store.load("b")) == 3
        assert store.find_key(digest(2)) is not None

    def test_what_is_stored_is_there_when_opened_again(self, address: str) -> None:
        with open_store(address) as store:
            write(store, table("a", entries=3))
        with open_store(address) as store:
            assert store.load("a") == [b"a 0", b"a 1", b"a 2"]


class TestExpiry:
    def test_the_last_entry_counts(self, store: Store) -> None:
        write(store, table("old", entries=2, opened=1.0), table("new", entries=2, opened=5.0))
        write(store, table("revived", entries=2, opened=1.0), [entry("revived", 2, at=5.0)])
        write(store, table("empty", opened=1.0), table("new and empty", opened=5.0))
        assert store.expire(1.0) == []
        assert store.expire(5.0) == ["empty", "old"]
        assert sorted(store.table_ids()) == ["new", "new and empty", "revived"]
        assert store.load("old") == []
        assert store.expire(5.0) == []

    def test_a_table_that_gets_an_entry_meanwhile_stays(self, postgres_address: str) -> None:
        """The entry comes from another server, and is not committed yet when tables expire."""
        impatient = f"{postgres_address}&options=-clock_timeout%3D5s"  # fails rather than waits for itself
        with open_store(impatient) as store, open_store(postgres_address) as other:
            write(store, table("a", entries=1), table("b", entries=1))
            with other.writing_connection() as connection, connection.begin():
                connection.execute(ENTRIES.insert(), entry("a", 1, at=5.0)._asdict())
                assert store.expire(5.0) == ["b"]
            assert store.load("a") == [b"a 0", b"a 1"]

    def test_an_entry_that_comes_between_the_looks_is_seen(self, store: Store) -> None:
        """As in PostgreSQL another server's may, after the first look and before its lock."""
        write(store, table("a", entries=1), table("b", entries=1))
        looks = []

        @event.listens_for(store.engine, "before_cursor_execute")
        def before(connection: Connection, cursor: object, statement: str, *_: object) -> None:
            if statement.startswith("SELECT tables.id"):
                looks.append(statement)
                if len(looks) == 2:
                    connection.execute(ENTRIES.insert(), entry("a", 1, at=5.0)._asdict())

        assert store.expire(5.0) == ["b"]
        assert store.load("a") == [b"a 0", b"a 1"]


class TestVersions:
    def add_column(self, connection: Connection) -> None:
        connection.execute(text("ALTER TABLE tables ADD COLUMN colour TEXT DEFAULT 'red'"))

    def fill(self, connection: Connection) -> None:
        connection.execute(text("UPDATE tables SET colour = 'blue'"))

    def fail(self, connection: Connection) -> None:
        raise ZeroDivisionError

    def columns(self, store: Store) -> list[str]:
        return [column["name"] for column in inspect(store.engine).get_columns("tables")]

    def version(self, store: Store) -> int:
        with store.engine.connect() as connection:
            return connection.execute(text("SELECT version FROM schema")).scalar_one()  # type: ignore[no-any-return]

    @pytest.fixture
    def old(self, address: str) -> str:
        """A database of version 1 with a table in it."""
        with open_store(address, ()) as store:
            assert self.version(store) == 1
            write(store, table("a", entries=2))
            with store.writing_connection() as connection, connection.begin():
                for name in ("reviews", "leases", "servers"):
                    connection.execute(text(f"DROP TABLE {name}"))
        return address

    def test_version_2_keeps_reviews(self, old: str) -> None:
        with open_store(old) as store:
            assert self.version(store) == 3
            store.keep_review("a", 0, b"good")
            store.keep_review("a", 0, b"better")
            store.keep_review("nowhere", 0, b"lost")
            assert store.review("a", 0) == b"good"
            assert store.review("a", 1) is None
            assert store.review("nowhere", 0) is None
            write(store, [DropTable("a")])
            assert store.review("a", 0) is None

    def test_an_older_database_is_migrated_step_by_step(self, old: str) -> None:
        with open_store(old, [self.add_column]) as store:
            assert self.version(store) == 2
        for _ in range(2):  # the second time nothing is left to do
            with open_store(old, [self.add_column, self.fill]) as store:
                assert self.version(store) == 3
                assert store.load("a") == [b"a 0", b"a 1"]
                with store.engine.connect() as connection:
                    assert connection.execute(text("SELECT colour FROM tables")).scalars().all() == ["blue"]

    def test_a_migration_that_breaks_off_leaves_the_old_version(self, old: str) -> None:
        with pytest.raises(ZeroDivisionError):
            open_store(old, [self.add_column, self.fill, self.fail])
        with open_store(old, ()) as store:
            assert self.version(store) == 1
            assert self.columns(store) == ["id", "opened"]
            assert write(store, [entry("a", 2)]) == [None]

    def test_a_newer_database_is_refused(self, old: str) -> None:
        open_store(old, [*MIGRATIONS, self.add_column]).close()
        error = refusal(old)
        assert (error.code, error.details["found"], error.details["known"]) == ("store-newer", 4, 3)
        assert "newer Rowdy" in Words().error(error)

    def test_a_server_that_runs_cannot_write_once_a_newer_one_has_upgraded(self, postgres_address: str) -> None:
        with open_store(postgres_address) as older:
            write(older, table("a", entries=1), [Key(digest(1), "a", Chair(0), True)])
            assert older.check().database
            with open_store(postgres_address, [*MIGRATIONS, self.add_column]) as newer:
                (error,) = write(older, [entry("a", 1)])
                assert isinstance(error, StoreUpgraded)
                with pytest.raises(DBAPIError, match="another version"):
                    older.renew(digest(1), digest(2))
                assert not older.check().database
                assert older.load("a") == [b"a 0"]
                assert write(newer, [entry("a", 1)]) == [None]
                assert newer.check().database

    def test_one_from_before_such_checks_cannot_write_either(self, postgres_address: str) -> None:
        """It tells no version."""
        open_store(postgres_address).close()
        with (
            psycopg.connect(postgres_address) as connection,
            pytest.raises(psycopg.DatabaseError, match="another version"),
        ):
            connection.execute("INSERT INTO tables (id, opened) VALUES ('a', 0)")

    @pytest.mark.parametrize(
        "statements",
        [
            ["CREATE TABLE recipes (name TEXT)"],
            ["CREATE TABLE schema (name TEXT)"],
            ["CREATE TABLE schema (version INTEGER)"],
            ["CREATE TABLE schema (version INTEGER)", "INSERT INTO schema VALUES (1), (1)"],
        ],
    )
    def test_the_database_of_somebody_else_is_refused(self, address: str, statements: Sequence[str]) -> None:
        with open_store(address) as store, store.writing_connection() as connection, connection.begin():
            for name in ("reviews", "leases", "servers", "entries", "keys", "tables", "schema"):
                connection.execute(text(f"DROP TABLE {name}"))
            for statement in statements:
                connection.execute(text(statement))
        assert refusal(address).code == "store-foreign"

    def test_servers_that_start_together_make_one_schema(self, postgres_address: str) -> None:
        start = threading.Barrier(4)

        def open_together(number: int) -> int:
            start.wait()
            with open_store(postgres_address) as store:
                return self.version(store)

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(open_together, range(4))) == [3] * 4

    def test_a_database_without_an_encoding_serves_as_well(self, postgres_address: str) -> None:
        """As `createdb` makes it where no language is set."""
        with psycopg.connect(postgres_address, autocommit=True) as connection:
            connection.execute("DROP DATABASE IF EXISTS ascii")
            connection.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
        with open_store(postgres_address.replace("/postgres?", "/ascii?")) as store:
            write(store, table("a", entries=2))
            assert store.table_ids() == ["a"]


class TestFile:
    def test_it_lies_in_the_data_folder_by_default(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ROWDY_HOME", str(tmp_path / "new" / "home"))
        open_store(None).close()
        assert (tmp_path / "new" / "home" / FILE).is_file()

    @pytest.mark.parametrize("form", ["sqlite:///{}", "{}"])
    def test_a_path_and_a_url_are_the_same(self, tmp_path: Path, form: str) -> None:
        path = tmp_path / "a b.db"
        open_store(form.format(path)).close()
        assert path.is_file()

    def test_only_its_owner_may_read_it(self, file_address: str) -> None:
        before = os.umask(0)
        try:
            with open_store(file_address) as store:
                write(store, table("a"))
                files = list(Path(file_address).parent.iterdir())
                assert {file.name for file in files} >= {f"{FILE}{end}" for end in ("", "-wal", "-shm")}
                assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        finally:
            os.umask(before)

    def test_a_file_that_others_could_read_is_closed_to_them(self, file_address: str) -> None:
        Path(file_address).touch(0o644)
        open_store(file_address).close()
        assert stat.S_IMODE(Path(file_address).stat().st_mode) == 0o600

    def test_every_connection_keeps_what_it_is_told(self, file_address: str) -> None:
        wanted = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1, "foreign_keys": 1}
        with open_store(file_address) as store, store.engine.connect() as one, store.writing_connection() as another:
            for connection in (one, another):
                found = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in wanted}
                assert found == wanted

    def test_who_writes_keeps_other_programs_from_it_from_the_start(self, file_address: str) -> None:
        with open_store(file_address) as store, closing(sqlite3.connect(file_address, timeout=0)) as other:
            with store.engine.connect() as connection, connection.begin():
                other.execute("BEGIN IMMEDIATE")
                other.rollback()
            locked = pytest.raises(sqlite3.OperationalError, match="locked")
            with store.writing_connection() as connection, connection.begin(), locked:
                other.execute("BEGIN IMMEDIATE")

    def test_an_entry_costs_three_statements(self, file_address: str) -> None:
        """What several servers need of each other costs a file nothing."""
        statements: list[str] = []
        with open_store(file_address) as store:
            store.engine.dispose()
            event.listen(store.engine, "connect", lambda made, _: made.set_trace_callback(statements.append))
            store.commit(table("a", entries=1))
            statements.clear()
            store.commit([entry("a", 1)])
        assert [statement.split()[0] for statement in statements] == ["BEGIN", "INSERT", "COMMIT"]

    def test_a_second_server_is_refused(self, file_address: str) -> None:
        with open_store(file_address) as store:
            assert refusal(file_address).code == "store-busy"
            again = f"from rowdy.interfaces.web.store.store import open_store; open_store({file_address!r})"
            other = subprocess.run([sys.executable, "-c", again], capture_output=True, text=True)
            assert "store-busy" in other.stderr
            write(store, table("a"))
        with open_store(file_address) as store:
            assert store.table_ids() == ["a"]

    def test_a_second_server_is_refused_through_a_link_too(self, file_address: str, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        link = elsewhere / "link.sqlite"
        link.symlink_to(file_address)
        with open_store(str(link)):
            assert refusal(file_address).code == "store-busy"
        with open_store(file_address):
            assert refusal(str(link)).code == "store-busy"
        assert list(elsewhere.iterdir()) == [link]

    @pytest.mark.parametrize("lost", ["", "-wal"])
    def test_nothing_is_stored_in_a_file_that_was_deleted(self, lost: str, file_address: str) -> None:
        with open_store(file_address) as store:
            assert write(store, table("a")) == [None]
            Path(file_address + lost).unlink()
            for table_id in ("b", "c"):
                (error,) = write(store, table(table_id))
                assert isinstance(error, FileLost)
            assert not store.check().database
            assert not Path(file_address + lost).exists()

    def test_nothing_is_stored_in_a_file_that_was_replaced(self, file_address: str) -> None:
        with open_store(file_address) as store:
            assert write(store, table("a")) == [None]
            copy = Path(f"{file_address}-copy")
            copy.write_bytes(Path(file_address).read_bytes())
            copy.replace(file_address)
            (error,) = write(store, table("b"))
            assert isinstance(error, FileLost)

    @pytest.mark.parametrize("journal", ["delete", "wal"])
    def test_a_foreign_database_is_left_alone(self, file_address: str, journal: str) -> None:
        with closing(sqlite3.connect(file_address)) as connection:
            connection.execute(f"PRAGMA journal_mode = {journal}")
            connection.execute("CREATE TABLE recipes (name TEXT)")
        self.check_left_alone(file_address, "store-foreign")

    def test_a_file_that_is_no_database_is_left_alone(self, file_address: str) -> None:
        Path(file_address).write_bytes(b"Dear diary, today I have won at XOXO. " * 100)
        self.check_left_alone(file_address, "store-foreign")

    def check_left_alone(self, address: str, code: str) -> None:
        path = Path(address)
        path.chmod(0o644)
        before = path.read_bytes()
        assert refusal(address).code == code
        assert path.read_bytes() == before
        assert stat.S_IMODE(path.stat().st_mode) == 0o644
        assert list(path.parent.iterdir()) == [path]

    def test_a_place_where_nothing_can_be_written_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        for path in (tmp_path, tmp_path / "file" / "tables.sqlite"):
            error = refusal(str(path))
            assert (error.code, error.details["place"]) == ("store-unwritable", str(path))


class TestAddress:
    @pytest.mark.parametrize(
        ("address", "code"),
        [
            ("mysql://rowdy:s3cret@localhost/rowdy", "store-dialect"),
            ("postgresql+psycopg2://rowdy:s3cret@localhost/rowdy", "store-dialect"),
            ("://s3cret", "store-url"),
            ("postgresql://rowdy:a@s3cret@localhost/rowdy", "store-url"),
            ("postgresql://rowdy:a@b/s3cret@localhost/rowdy", "store-url"),
            ("postgresql://localhost:s3cret/rowdy", "store-url"),
            ("sqlite://", "store-url"),
            ("sqlite:///tables.sqlite?mode=s3cret", "store-url"),
            ("sqlite://rowdy:s3cret@localhost/tables.sqlite", "store-url"),
            ("postgresql://rowdy:s3cret@127.0.0.1:1/rowdy", "store-unreachable"),
            ("postgresql+psycopg://rowdy@127.0.0.1:1/rowdy?password=s3cret", "store-unreachable"),
            ("postgresql://rowdy:s3cret@127.0.0.1:1/rowdy?sslmode=often", "store-unreachable"),
            ("postgresql://rowdy:s3cret@127.0.0.1:1/rowdy?nonsense=1", "store-unreachable"),
        ],
    )
    def test_one_that_does_not_work_is_told_without_its_password(self, address: str, code: str) -> None:
        assert refusal(address).code == code

    def test_a_missing_driver_is_told_with_its_extra(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "psycopg", None)
        error = refusal("postgresql://rowdy:s3cret@127.0.0.1:1/rowdy")
        assert "rowdy[postgres]" in Words().error(error)

    def test_a_database_that_may_not_be_changed_is_told(self, postgres_address: str) -> None:
        """From the start: also one that needs no change."""
        read_only = f"{postgres_address}&options=-cdefault_transaction_read_only%3Don"
        assert refusal(read_only).code == "store-unwritable"
        open_store(postgres_address).close()
        assert refusal(read_only).code == "store-unwritable"
