"""Backups as docs/server.md describes them: taken while the server runs, and put back."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from rowdy.interfaces.web.store.store import open_store
from tests.docs_blocks import blocks
from tests.interfaces.web import postgres
from tests.interfaces.web.store.test_copying import contents, fill
from tests.interfaces.web.writing import entry, write

PAGE = Path(__file__).parents[4] / "docs" / "server.md"


def run_from_page(program: str, database: str, dump: Path) -> None:
    """Runs the page's command of a program of PostgreSQL, with this database and file in place of the page's."""
    (line,) = [line for block in blocks(PAGE.read_text("utf-8")) for line in block.lines if line.startswith(program)]
    programs = postgres.find_programs()
    assert programs
    assert "postgresql://rowdy@db/rowdy" in line
    assert "rowdy.dump" in line
    here = line.replace("postgresql://rowdy@db/rowdy", database).replace("rowdy.dump", str(dump))
    subprocess.run([programs / program, *shlex.split(here)[1:]], check=True)


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


@pytest.mark.skipif(shutil.which("sqlite3") is None, reason="sqlite3 is not installed")
def test_a_file_is_copied_by_the_command_of_the_page(file_address: str, tmp_path: Path) -> None:
    commands = [line for block in blocks(PAGE.read_text("utf-8")) for line in block.lines if line.startswith("sqlite3")]
    ((program, _, command),) = [shlex.split(line, comments=True) for line in commands]
    with open_store(file_address) as store:
        fill(store, "a", "b")
        kept = contents(store)
        subprocess.run([program, file_address, command], cwd=tmp_path, check=True)
    with open_store(str(tmp_path / "copy.sqlite")) as store:
        assert contents(store) == kept


def test_postgresql_is_dumped_while_it_is_served_and_restored(postgres_address: str, tmp_path: Path) -> None:
    dump = tmp_path / "rowdy.dump"
    with open_store(postgres_address) as store:
        fill(store, "a", "b")
        kept = contents(store)
        run_from_page("pg_dump", postgres_address, dump)
        write(store, [entry("a", 4)])
    run_from_page("pg_restore", postgres_address, dump)
    with open_store(postgres_address) as store:
        assert contents(store) == kept
        assert write(store, [entry("a", 4)]) == [None]
