"""Backups as docs/server.md describes them: taken while the server runs, and put back."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from rowdy.interfaces.web.store.store import open_store
from tests.interfaces.web import postgres
from tests.interfaces.web.store.test_copying import contents, fill
from tests.interfaces.web.writing import entry, write


def test_a_file_is_copied_while_it_is_served(file_address: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    with open_store(file_address) as store:
        fill(store, "a", "b")
        kept = contents(store)
        with closing(sqlite3.connect(file_address)) as source, closing(sqlite3.connect(backup)) as target:
            source.backup(target)
        write(store, [entry("a", 4)])
        assert contents(store) != kept
    with open_store(str(backup)) as store:
        assert contents(store) == kept
        assert write(store, [entry("a", 4)]) == [None]


def test_postgresql_is_dumped_while_it_is_served_and_restored(postgres_address: str, tmp_path: Path) -> None:
    programs = postgres.find_programs()
    assert programs
    dump, database = tmp_path / "tables.dump", f"--dbname={postgres_address}"
    with open_store(postgres_address) as store:
        fill(store, "a", "b")
        kept = contents(store)
        subprocess.run([programs / "pg_dump", "--format=custom", f"--file={dump}", database], check=True)
        write(store, [entry("a", 4)])
    options = ["--clean", "--if-exists", "--single-transaction", database]
    subprocess.run([programs / "pg_restore", *options, dump], check=True)
    with open_store(postgres_address) as store:
        assert contents(store) == kept
        assert write(store, [entry("a", 4)]) == [None]
