"""The inbox: what comes while a commit is under way is handled together, in order, and nobody waits for long."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.web.live.inbox import MAX_WAIT_SECONDS
from rowdy.interfaces.web.live.room import Room
from rowdy.play.table.entries import Chair, Entry
from rowdy.play.table.table import Table
from tests.interfaces.web.live.lobbies import (
    Held,
    hear,
    join,
    kinds,
    make_lobby,
    play,
    run,
    seat,
)


def test_what_comes_together_is_answered_in_order_each_for_its_own() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room, other = seat(lobby), seat(lobby)
        people = [join(room, 0), join(room, 1), join(other, 0)]
        for person in people:
            hear(person)
        for table, person, id, seen, move in (
            (room, people[0], "first", 3, "A@b2"),
            (other, people[2], "elsewhere", 3, "A@c3"),
            (room, people[1], "early", 3, "b2-b3"),
            (room, people[0], "again", 4, "A@d4"),
        ):
            command = {"do": "play", "id": id, "seen": seen, "move": move}
            lobby.inbox.take(table, person, msgspec.json.encode(command))
        lobby.inbox.take(room, people[1], "nonsense")
        assert room.table.seen[Chair(0)] == 3
        await asyncio.sleep(0)
        assert room.table.seen[Chair(0)] == other.table.seen[Chair(0)] == 4
        assert [kinds(person) for person in people] == [[], [], []]
        while held.waiting:
            held.tell()
        first, second, third = map(hear, people)
        assert [message.get("answers") or message.get("id") for message in first] == ["first", "again"]
        assert [message.get("code") for message in first] == [None, "not-your-turn"]
        assert [message["type"] for message in second] == ["step", "answer", "trouble"]
        assert (second[0]["n"], second[1]["code"]) == (4, "stale")
        assert [message["answers"] for message in third] == ["elsewhere"]

    run(main())


def test_what_comes_while_moves_are_on_their_way_waits_for_them_but_not_for_long() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room, other = seat(lobby), seat(lobby)
        people = [join(table, chair) for table in (room, other) for chair in (0, 1)]
        for person in people:
            hear(person)

        def take(table: Room, person: Connection, id: str) -> None:
            lobby.inbox.take(table, person, msgspec.json.encode({"do": "ping", "id": id, "seen": 3}))

        play(lobby, room)
        take(other, people[2], "1")
        take(other, people[3], "2")
        await asyncio.sleep(MAX_WAIT_SECONDS * 0.9)
        assert [kinds(person) for person in people] == [[], [], [], []]
        held.tell()
        await asyncio.sleep(0)
        assert [kinds(person) for person in people] == [["step"], ["step"], ["answer"], ["answer"]]
        play(lobby, room)
        take(other, people[2], "3")
        take(room, people[0], "4")
        await asyncio.sleep(MAX_WAIT_SECONDS * 1.1)
        assert [kinds(person) for person in people] == [[], [], ["answer"], []]
        held.tell()
        assert [kinds(person) for person in people] == [["step", "answer"], ["step"], [], []]

    run(main())


def test_nobody_waits_for_a_secret_order() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room = seat(lobby, "xoxo")
        ann, ben = join(room, 0), join(room, 1)
        hear(ben)
        assert room.table.game_log is not None
        card = str(room.table.game_log.state.hands[0][0])
        lobby.inbox.take(room, ann, f'{{"do":"order","id":"o","seen":3,"card":"{card}","order":"hold"}}')
        await asyncio.sleep(0)
        assert held.waiting
        lobby.inbox.take(room, ben, '{"do":"ping","id":"p","seen":3}')
        await asyncio.sleep(0)
        assert kinds(ben) == ["answer"]

    run(main())


def test_a_message_that_cannot_be_handled_ends_its_own_connection_only(caplog: pytest.LogCaptureFixture) -> None:
    class Disobedient(Table):
        def obey(self, *_: Any) -> Entry:
            raise ZeroDivisionError

    async def main() -> None:
        lobby = make_lobby()
        room, other = seat(lobby, kind=Disobedient), seat(lobby)
        unlucky, lucky = join(room, 0), join(other, 0)
        hear(lucky)
        for table, person in ((room, unlucky), (other, lucky)):
            lobby.inbox.take(table, person, b'{"do":"play","id":"x","seen":3,"move":"A@b2"}')
        await asyncio.sleep(1)
        assert unlucky.ended
        assert kinds(lucky) == ["step"]

    run(main())
    assert len(caplog.records) == 1
