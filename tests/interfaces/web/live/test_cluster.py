"""What servers that share a database tell each other is heeded, whenever it comes: also while a table is being read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest

from rowdy.interfaces.web.live.bus import LocalBus
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.notices import AnyNotice, Appended, Present, Spent, payloads, read_payload
from rowdy.interfaces.web.store.store import Store
from rowdy.play.bots.registry import check_bot
from rowdy.play.table.entries import Chair, encode_entry
from rowdy.play.table.table import Table
from tests.interfaces.web.live.lobbies import Bots, Held, Shelf, ask, at_once, entries, join, seat, tell

KNOWN = 1
"""The number of entries that the room knows at first."""


class OtherServer(LocalBus):
    """A bus to a server that speaks only when the test wants it to, and what it was told."""

    def __init__(self, shared: bool = True) -> None:
        super().__init__()
        self.shared = shared
        self.told: list[AnyNotice] = []

    def publish(self, notice: AnyNotice) -> None:
        self.told.append(notice)


class SharedShelf(Shelf):
    """A store to which another server appends."""

    def load(self, table_id: str, first: int = 0) -> list[bytes]:
        return super().load(table_id)[first:]


class Readings:
    """The reads of the database that have been answered, but whose answers have not arrived yet."""

    def __init__(self) -> None:
        self.under_way: list[asyncio.Future[None]] = []

    async def in_thread(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        found = work(*args, **kwargs)
        self.under_way.append(arrives := asyncio.get_running_loop().create_future())
        await arrives
        return found

    def arrive(self) -> None:
        self.under_way.pop(0).set_result(None)


class Shared:
    """A table that this server knows to its first entry, and to which the other appends."""

    def __init__(self) -> None:
        self.readings, self.shelf = Readings(), SharedShelf({"table": []})
        self._entries = entries("rubik", None, None)
        self.lobby = Lobby(cast(Store, self.shelf), Bots(), Settings(), in_thread=self.readings.in_thread)
        self.lobby.start(asyncio.get_running_loop(), Held(at_once=True), OtherServer())
        self.store(KNOWN)
        self.room: Room = self.lobby.add("table", Table.fold(self._entries[:KNOWN], check_bot))

    def store(self, number: int) -> None:
        """The other server stores entries, up to this number in all."""
        self.shelf.tables["table"] = list(map(encode_entry, self._entries[:number]))

    def tell(self, number: int) -> None:
        """This server hears of the entries, up to this number in all."""
        self.lobby._cluster.hear("other", Appended("table", number - 1))

    def arrive(self) -> None:
        self.readings.arrive()


async def settled(shared: Shared) -> int:
    """The number of entries that the room knows once nothing is left to be read."""
    await rounds()
    while shared.readings.under_way:
        shared.arrive()
        await rounds()
    return shared.room.table.entries


async def rounds(number: int = 5) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


def known_after(story: Callable[[Shared], Sequence[Callable[[], object]]]) -> int:
    """What a room knows after a story, between whose parts everything else goes on."""

    async def told() -> int:
        shared = Shared()
        for part in story(shared):
            part()
            await rounds()
        return await settled(shared)

    return asyncio.run(told())


def test_entries_are_read_when_another_server_tells_of_them() -> None:
    assert known_after(lambda shared: [lambda: shared.store(2), lambda: shared.tell(2)]) == 2


def test_a_notice_that_comes_during_a_read_that_finds_nothing_is_not_forgotten() -> None:
    """Somebody who knows more makes the server read; the entry is stored and announced while it does."""

    def story(shared: Shared) -> list[Callable[[], object]]:
        return [
            lambda: shared.lobby.spawn(shared.lobby._cluster.read_on(shared.room)),
            lambda: shared.store(2),  # too late for the read that is under way
            lambda: shared.tell(2),
            shared.arrive,
        ]

    assert known_after(story) == 2


def test_a_notice_that_comes_in_the_very_moment_in_which_a_read_ends_is_not_forgotten() -> None:
    def story(shared: Shared) -> list[Callable[[], object]]:
        def end_and_tell() -> None:
            shared.arrive()  # the reader goes on in the next round of the loop, and ends there
            asyncio.get_running_loop().call_soon(shared.tell, 3)  # in the same round, right after it

        return [
            lambda: shared.store(2),
            lambda: shared.tell(2),
            lambda: shared.store(3),
            end_and_tell,
        ]

    assert known_after(story) == 3


@pytest.mark.parametrize("shared", [True, False])
def test_what_a_seat_asks_is_told_to_other_servers_if_there_are_any(shared: bool) -> None:
    """By table and chair alone."""

    async def told() -> list[AnyNotice]:
        lobby, bus = Lobby(cast(Store, Shelf()), Bots(), Settings(), in_thread=at_once), OtherServer(shared)
        lobby.start(asyncio.get_running_loop(), Held(at_once=True), bus)
        room = seat(lobby, hints=True)
        ann, spectator = join(room, 0), join(room, None)
        ask(lobby, room, ann, "preview", move=str(room.table.view(Chair(0)).legal[0]))
        ask(lobby, room, ann, "preview", move="nonsense")
        tell(lobby, room, ann, "hint")
        ask(lobby, room, ann, "ping")
        ask(lobby, room, spectator, "preview", move="nonsense")
        return [notice for notice in bus.told if not isinstance(notice, Present)]

    assert asyncio.run(told()) == [Spent("table", 0)] * 3 * shared


def test_a_notice_of_a_newer_version_hides_no_other() -> None:
    (text,) = payloads("other", [Appended("table", 1), Spent("table", 0)])
    letter = read_payload(text.replace('"spent"', '"unheard-of"'))
    assert letter == ("other", (Appended("table", 1),))
    assert read_payload("something else") is None
