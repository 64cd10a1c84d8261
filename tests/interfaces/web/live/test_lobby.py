"""The lobby: finds tables, lets go of rooms that nobody uses, deletes tables, and gives chairs new keys."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable

import pytest

from rowdy.interfaces.web.live.ages import KEEP_AFTER_START_SECONDS
from rowdy.interfaces.web.live.lobby import (
    EXPIRE_EVERY_SECONDS,
    IDLE_SECONDS,
    SWEEP_EVERY_SECONDS,
)
from rowdy.interfaces.web.store.keys import Key
from rowdy.play.table.entries import Chair, encode_entry
from rowdy.rules.game import GameError
from tests.interfaces.web.live.lobbies import (
    Held,
    P,
    Shelf,
    T,
    entries,
    hear,
    join,
    make_lobby,
    run,
    seat,
    tell,
)

# Rooms that nobody uses


def test_a_table_is_put_away_only_when_all_is_on_disk() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        lobby.spawn(lobby.look_after())
        room = seat(lobby)
        ann = join(room, 0)
        tell(lobby, room, ann, "leave")
        await asyncio.sleep(IDLE_SECONDS + 2 * SWEEP_EVERY_SECONDS)
        assert lobby.rooms, "somebody is there"
        room.leave(ann)
        await asyncio.sleep(IDLE_SECONDS + 2 * SWEEP_EVERY_SECONDS)
        assert lobby.rooms, "something is not on disk"
        held.tell()
        await asyncio.sleep(IDLE_SECONDS + 2 * SWEEP_EVERY_SECONDS)
        assert not lobby.rooms

    run(main())


def test_nothing_keeps_a_table_that_is_put_away() -> None:
    async def main() -> None:
        lobby = make_lobby(grace_seconds=100_000)
        lobby.spawn(lobby.look_after())
        room = seat(lobby)
        room.leave(join(room, 0))
        kept = weakref.ref(room)
        del room
        gc.collect()
        gc.disable()  # a server collects garbage once an hour, so a table must go without it
        await asyncio.sleep(IDLE_SECONDS + 2 * SWEEP_EVERY_SECONDS)
        assert not lobby.rooms
        assert kept() is None

    try:
        run(main())
    finally:
        gc.enable()


def test_one_bad_table_or_sweep_stops_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        good = list(map(encode_entry, entries("rubik", None, "easy", starter=1)))
        quiet = list(map(encode_entry, entries("rubik", None, None)))
        shelf = Shelf({"bad": [b'{"secret"'], "good": good, "quiet": quiet})
        lobby = make_lobby(shelf=shelf, writer=(held := Held(at_once=True)))
        lobby.spawn(lobby.look_after())
        await asyncio.sleep(10)
        assert len(held.bots_moved) == 1, "the bot has moved"
        assert shelf.loaded == ["bad", "good", "quiet"], "each is read once"
        assert list(lobby.rooms) == ["good"]
        await asyncio.sleep(KEEP_AFTER_START_SECONDS - 60)
        assert shelf.expired == 0
        await asyncio.sleep(2 * EXPIRE_EVERY_SECONDS + 2 * SWEEP_EVERY_SECONDS)
        assert shelf.expired == 2
        assert not lobby.rooms
        with pytest.raises(GameError, match="table-unreadable"):
            await lobby.find("bad")

    run(main())
    told = [record.getMessage() for record in caplog.records]
    assert [text for text in told if text.startswith("table bad could not be read: ")] == told[:1] + told[-1:]
    assert "old tables could not be forgotten: OSError" in told
    assert "secret" not in caplog.text


# Tables that are deleted


def test_a_table_that_cannot_be_read_can_be_deleted() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held(), shelf=(shelf := Shelf({"table": [b"bad"]})))
        deleting = asyncio.create_task(lobby.delete("table"))
        await asyncio.sleep(0)
        held.tell()
        await deleting
        assert shelf.loaded == [], "nothing of it is needed for that"

    run(main())


@pytest.mark.parametrize("body", ["good", "bad"])
def test_a_table_that_is_just_being_read_is_deleted_too(body: str) -> None:
    """Somebody who waits for it finds it gone, and it does not stay in memory."""

    async def main() -> None:
        bodies = list(map(encode_entry, entries("rubik", None, None))) if body == "good" else [b"bad"]
        read = asyncio.Event()

        async def slowly(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return work(*args, **kwargs)
            finally:
                await read.wait()

        lobby = make_lobby(shelf=Shelf({"table": bodies}), in_thread=slowly)
        coming, deleting = asyncio.create_task(lobby.find("table")), asyncio.create_task(lobby.delete("table"))
        await asyncio.sleep(1)
        assert not deleting.done()
        read.set()
        if body == "good":
            ann = join(await coming, 0)
            await deleting
            assert hear(ann)[-1]["code"] == "table-deleted"
            assert ann.ended
        else:
            with pytest.raises(GameError, match="table-unreadable"):
                await coming
            await deleting
        assert not lobby.in_use("table")

    run(main())


def test_a_table_that_is_deleted_while_its_bots_wake_stays_deleted() -> None:
    async def main() -> None:
        bodies = list(map(encode_entry, entries("rubik", None, "easy", starter=1)))
        read = asyncio.Event()

        async def slowly(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
            found = work(*args, **kwargs)
            if args == ("gone",):
                await read.wait()
            return found

        shelf = Shelf({"gone": bodies, "other": bodies})
        lobby = make_lobby(shelf=shelf, in_thread=slowly, writer=(held := Held(at_once=True)))
        lobby.spawn(lobby.look_after())
        await asyncio.sleep(1)
        assert shelf.loaded == ["gone"]
        await lobby.delete("gone")
        read.set()
        await asyncio.sleep(10)
        assert list(lobby.rooms) == ["other"]
        assert len(held.bots_moved) == 1

    run(main())


# New keys

OLD, SECRET = b"old", "x" * 43


@pytest.mark.parametrize("host", [False, True])
def test_only_seats_get_new_keys(host: bool) -> None:
    async def main() -> None:
        lobby = make_lobby(shelf=(shelf := Shelf()))
        with pytest.raises(GameError, match="only-watching"):
            await lobby.keys.renew(Key(OLD, "table", None, host), SECRET, "")
        assert shelf.renewed == []

    run(main())


def test_of_two_who_renew_a_key_at_once_one_stays_and_a_key_that_is_not_saved_ends_nothing() -> None:
    async def main() -> None:
        lobby = make_lobby(shelf=(shelf := Shelf()))
        room = seat(lobby)
        own, other = join(room, 1, key=OLD, tab="own"), join(room, 1, key=OLD, tab="other")
        shelf.disk_full = True
        with pytest.raises(GameError, match="not-saved"):
            await lobby.keys.renew(Key(OLD, "table", Chair(1), False), SECRET, "own")
        assert not other.ended
        shelf.disk_full = False
        await lobby.keys.renew(Key(OLD, "table", Chair(1), False), SECRET, "own")
        with pytest.raises(GameError, match="no-table"):
            await lobby.keys.renew(Key(OLD, "table", Chair(1), False), SECRET[::-1], "other")
        assert (own.ended, other.ended) == (False, True)

    run(main())
