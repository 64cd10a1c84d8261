"""Copies between databases: whole tables arrive and are checked, a second copy goes on, and nothing is overwritten."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sqlalchemy import text

from rowdy.interfaces.cli.main import main
from rowdy.interfaces.web.store import copying
from rowdy.interfaces.web.store.copying import StoredTable, copy_tables
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.store import Store, open_store
from rowdy.play.table.entries import Chair
from rowdy.rules.game import GameError
from tests.interfaces.web.writing import entry, table, write


def fill(store: Store, *names: str) -> None:
    for number, name in enumerate(names):
        keys = [Key(bytes([number, chair]) * 16, name, Chair(chair) if chair else None, chair == 1) for chair in (0, 1)]
        body = entry(name, 3)._replace(at=1.25e9 + 1 / 3, body=bytes(range(256)))
        write(store, [*table(name, entries=3, opened=number / 7), body, *keys])
        store.keep_review(name, 0, b"review of " + name.encode())


def contents(store: Store) -> dict[str, StoredTable | None]:
    return {table_id: copying._read(store, table_id) for table_id in store.table_ids()}


@pytest.fixture(params=[False, True], ids=["to-postgresql", "to-sqlite"])
def addresses(request: pytest.FixtureRequest, file_address: str, postgres_address: str) -> tuple[str, str]:
    return (postgres_address, file_address) if request.param else (file_address, postgres_address)


def test_all_arrives_and_a_second_copy_has_nothing_to_do(addresses: tuple[str, str]) -> None:
    source, target = addresses
    with open_store(source) as one, open_store(target) as other:
        fill(one, "a", "b", "c")
        told: list[tuple[int, int]] = []
        report = copy_tables(one, other, lambda done, total: told.append((done, total)))
        assert (report.tables, report.entries, report.copied, report.differing) == (3, 12, 3, [])
        assert told == [(1, 3), (2, 3), (3, 3)]
        assert contents(one) == contents(other)
        assert {name: found and found.digest() for name, found in contents(one).items()} == {
            name: found and found.digest() for name, found in contents(other).items()
        }
        assert copy_tables(one, other).copied == 0


def test_what_has_gone_on_follows_and_what_has_gone_another_way_is_left_alone(addresses: tuple[str, str]) -> None:
    source, target = addresses
    with open_store(source) as one, open_store(target) as other:
        fill(one, "a", "b")
        copy_tables(one, other)
        write(one, [entry("a", 4)], [entry("b", 4, at=5.0)])
        write(other, [entry("b", 4, at=6.0)])
        assert one.renew(bytes([0, 0]) * 16, b"x" * 32)
        before = contents(other)["b"]
        report = copy_tables(one, other)
        assert (report.copied, report.differing) == (1, ["b"])
        assert contents(other)["a"] == contents(one)["a"]
        assert contents(other)["b"] == before
        assert other.find_key(b"x" * 32)
        assert not other.find_key(bytes([0, 0]) * 16)


def test_a_copy_that_breaks_off_goes_on(addresses: tuple[str, str]) -> None:
    source, target = addresses

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with open_store(source) as one, open_store(target) as other:
        fill(one, "a", "b", "c")
        with pytest.raises(KeyboardInterrupt):
            copy_tables(one, other, stop)
        assert len(contents(other)) == 2
        assert copy_tables(one, other).copied == 1
        assert contents(one) == contents(other)


def test_what_arrives_otherwise_is_noticed(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "one")) as one, open_store(str(tmp_path / "other")) as other:
        fill(one, "a")
        spoil = "CREATE TRIGGER spoil AFTER INSERT ON entries BEGIN UPDATE entries SET at = 3.0 WHERE seq = 2; END"
        with other.writing_connection() as connection, connection.begin():
            connection.execute(text(spoil))
        with pytest.raises(GameError, match="copy-failed"):
            copy_tables(one, other)


def run(*arguments: str) -> tuple[int, str]:
    with pytest.MonkeyPatch.context() as patch:
        out = io.StringIO()
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", out)
        return main(["copy", *arguments]), out.getvalue()


def test_the_command_tells_what_it_did(tmp_path: Path) -> None:
    one, other = str(tmp_path / "one.sqlite"), str(tmp_path / "other.sqlite")
    with open_store(one) as store:
        fill(store, *"abcdefghijkl")
    code, said = run(one, other)
    assert code == 0
    assert "12 tables with 48 entries" in said
    assert "Copied now: 12" in said
    assert "6 of 12" in said
    with open_store(other) as store:
        write(store, [entry("a", 4, at=6.0)])
    with open_store(one) as store:
        write(store, [entry("a", 4, at=5.0)])
    code, said = run(one, other)
    assert code == 1
    assert "Table a is left alone" in said
    assert "Copied now: 0" in said


def test_nothing_is_made_where_there_is_nothing_to_copy(tmp_path: Path) -> None:
    code, said = run(str(tmp_path / "none.sqlite"), str(tmp_path / "other.sqlite"))
    assert code != 0
    assert "There are no tables" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("version", "words"), [(2, "older Rowdy"), (99, "newer Rowdy")])
def test_another_version_is_refused_and_left_as_it_is(tmp_path: Path, version: int, words: str) -> None:
    one, other = str(tmp_path / "one.sqlite"), str(tmp_path / "other.sqlite")
    with open_store(one) as store:
        fill(store, "a")
        with store.writing_connection() as connection, connection.begin():
            connection.execute(text(f"UPDATE schema SET version = {version}"))
    code, said = run(one, other)
    assert code != 0
    assert words in said
    assert not Path(other).exists()
