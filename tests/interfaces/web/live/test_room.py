"""A room: nothing is told before it is on disk, what is secret holds up nobody, and who is there is known."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from rowdy.interfaces.web.http.cpu_work import CpuWork
from rowdy.interfaces.web.http.limits import RequestLimits
from rowdy.interfaces.web.http.record_requests import RecordRequests
from rowdy.interfaces.web.live.connection import CloseCode, Connection
from rowdy.interfaces.web.live.lobby import (
    Lobby,
)
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.settings import Limits
from rowdy.interfaces.web.store.keys import Key, digest
from rowdy.play.table.entries import Chair, encode_entry
from rowdy.play.table.steps import Announcement, TableStep
from rowdy.play.table.table import Table
from rowdy.rules.game import GameError
from tests.interfaces.web.live.lobbies import (
    Held,
    Shelf,
    ask,
    entries,
    hear,
    join,
    kinds,
    make_lobby,
    play,
    request,
    run,
    seat,
    tell,
)

LIMITS = Limits()


# Nothing is told before it is on disk


def test_no_step_greeting_or_view_comes_before_the_disk_has_it() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room = seat(lobby)
        ann, ben, watcher = join(room, 0), join(room, 1), join(room, None)
        for one in (ann, ben, watcher):
            hear(one)
        play(lobby, room)
        tell(lobby, room, ben, "play", move="x", seen=0)
        tell(lobby, room, ann, "preview", move="x")
        late = join(room, 1)
        assert [kinds(one) for one in (ann, ben, watcher, late)] == [[], [], [], []]
        held.tell()
        assert [kinds(one) for one in (ann, watcher, late)] == [["step", "answer"], ["step"], ["hello"]]
        step, answer, windows = hear(ben)
        assert windows["type"] == "windows"
        assert (step["type"], answer["code"], answer["n"]) == ("step", "stale", step["n"])
        assert answer["view"] == step["view"]

    run(main())


def test_messages_come_with_the_entry_they_were_told_after() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room = seat(lobby)
        ann, ben = join(room, 0), join(room, 1)
        hear(ben)
        play(lobby, room)
        tell(lobby, room, ben, "ping")
        play(lobby, room)
        tell(lobby, room, ann, "react", reaction="hello")
        held.tell()
        assert kinds(ben) == ["step", "answer"]
        held.tell()
        assert kinds(ben) == ["step", "reacted"]

    run(main())


def test_a_step_that_cannot_be_told_has_not_happened_and_others_are_told_theirs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Untold(Table):
        """Its steps cannot be put into words from some time on."""

        broken = False

        def announcements(self, step: TableStep) -> Sequence[Announcement]:
            if self.broken:
                raise ZeroDivisionError
            return super().announcements(step)

    async def main() -> None:
        lobby = make_lobby()
        rooms = [seat(lobby, kind=kind) for kind in (Table, Untold, Table)]
        people = [join(room, 0) for room in rooms]
        for person in people:
            hear(person)
        assert isinstance(rooms[1].table, Untold)
        rooms[1].table.broken = True
        for room, person in zip(rooms, people, strict=True):
            lobby.inbox.take(room, person, b'{"do":"play","id":"x","seen":3,"move":"A@b2"}')
        await asyncio.sleep(1)
        assert [kinds(person) for person in people] == [["step"], ["bye"], ["step"]]
        assert [room.dropped is None for room in rooms] == [True, False, True]

    run(main())
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("kind", ["record", "replay"])
def test_no_record_shows_what_is_not_on_disk(kind: str) -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        requests = RecordRequests(lobby, RequestLimits(False), CpuWork(lobby.in_thread))
        room = seat(lobby)
        join(room, 0)
        play(lobby, room)
        asked = asyncio.create_task(getattr(requests, kind)(request("127.0.0.1")))
        await asyncio.sleep(1)
        assert not asked.done()
        held.tell()
        assert (await asked).status_code == 200
        join(room, 1)
        play(lobby, room)
        lost = asyncio.create_task(getattr(requests, kind)(request("127.0.0.1")))
        await asyncio.sleep(1)
        held.tell(OSError())
        with pytest.raises(GameError, match="not-saved"):
            await lost

    run(main())


def test_what_is_lost_was_never_told() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room = seat(lobby)
        ann, ben = join(room, 0), join(room, 1)
        for one in (ann, ben):
            hear(one)
        play(lobby, room)
        tell(lobby, room, ben, "ping")
        held.tell(OSError())
        for one in (ann, ben):
            (bye,) = hear(one)
            assert (bye["type"], bye["code"]) == ("bye", "not-saved")

    run(main())


# What is secret holds up nobody


def order(lobby: Lobby, room: Room, connection: Connection) -> None:
    assert room.table.game_log is not None
    assert connection.viewer is not None
    card = room.table.game_log.state.hands[room.table.seat_of(connection.viewer)][0]
    tell(lobby, room, connection, "order", card=str(card), order="hold")


def test_an_order_on_its_way_to_disk_shows_in_nobody_elses_answers() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room = seat(lobby, "xoxo")
        ann, ben, watcher = join(room, 0), join(room, 1), join(room, None)
        hear(ann)
        order(lobby, room, ann)
        assert ask(lobby, room, ben, "ping")["ok"]
        assert ask(lobby, room, watcher, "ping")["ok"]
        assert kinds(join(room, 1)) == ["hello"]
        await asyncio.wait_for(room.settled(), 1)
        tell(lobby, room, ann, "ping")
        assert not {"step", "answer"} & set(kinds(ann)), "its own steps wait for the disk, and answers for them"
        held.tell()
        assert kinds(ann) == ["step", "answer"]

    run(main())


def test_an_order_behind_a_move_holds_up_no_answer_either() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room = seat(lobby, "xoxo")
        ann, ben = join(room, 0), join(room, 1)
        hear(ben)
        play(lobby, room)
        order(lobby, room, ann)
        tell(lobby, room, ben, "ping")
        shown = asyncio.create_task(room.settled())
        held.tell()
        assert kinds(ben) == ["step", "answer"]
        await asyncio.wait_for(shown, 1)
        assert len(held.waiting) == 1

    run(main())


# Those who come, and those who are away


def test_after_a_restart_those_who_stay_away_may_be_replaced() -> None:
    async def main() -> None:
        lobby = make_lobby(
            shelf=Shelf({"table": list(map(encode_entry, entries("rubik", None, None)))}), grace_seconds=90
        )
        room = await lobby.find("table")
        await asyncio.sleep(1)
        ann = join(room, 0)
        assert hear(ann)[0]["here"].get("away", []) == []
        await asyncio.sleep(88)
        assert hear(ann) == []
        await asyncio.sleep(2)
        (here,) = hear(ann)
        assert here["away"] == [1]

    run(main())


def test_who_comes_back_in_time_is_not_told_of() -> None:
    async def main() -> None:
        lobby = make_lobby(grace_seconds=90)
        room = seat(lobby)
        ann, ben = join(room, 0), join(room, 1)
        room.leave(ben)
        await asyncio.sleep(80)
        ben = join(room, 1)
        hear(ann)
        await asyncio.sleep(80)
        assert hear(ann) == []

    run(main())


@pytest.mark.parametrize("why", ["table-deleted", "not-saved"])
def test_who_comes_to_a_table_that_has_just_gone_is_told_so(why: str) -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        room.drop(why, CloseCode.GOING_AWAY)
        ann = join(room, 0)
        assert [(bye["type"], bye["code"]) for bye in hear(ann)] == [("bye", why)]
        assert ann.ended
        assert not room.connections

    run(main())


def test_so_many_may_come_and_no_more() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        for viewer, most, code in (
            (0, LIMITS.max_tabs, "too-many-tabs"),
            (None, LIMITS.max_watching, "too-many-watching"),
        ):
            there = [join(room, viewer) for _ in range(most)]
            assert not any(one.ended for one in there)
            refused = join(room, viewer)
            assert refused.ended
            (bye,) = hear(refused)
            assert (bye["type"], bye["code"]) == ("bye", code)
            assert bye["say"]
            assert refused not in room.connections
            room.leave(there[0])
            assert not join(room, viewer).ended
        assert not join(room, None, host=True).ended
        assert not join(room, 1).ended

    run(main())


# The windows of a seat, and its key

OLD, SECRET = b"old", "x" * 43


def counts(connection: Connection) -> list[int]:
    """The numbers of windows it was told since the last time; it was told nothing else."""
    found = hear(connection)
    assert {message["type"] for message in found} <= {"hello", "windows"}
    return [message["windows"] for message in found]


def test_a_seat_is_told_how_many_look_through_it_and_nobody_else_is() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        ann, host, watcher = join(room, 0), join(room, None, host=True), join(room, None)
        first = join(room, 1)
        others = (ann, host, watcher)
        assert ["windows" in message for other in others for message in hear(other)].count(True) == 1, "ann's own hello"
        assert counts(first) == [1]
        second, third = join(room, 1), join(room, 1)
        assert (counts(first), counts(second), counts(third)) == ([2, 3], [2, 3], [3])
        room.leave(first)
        assert (counts(second), counts(third)) == ([2], [2])
        room.leave(third)
        assert counts(second) == [1]
        assert [hear(other) for other in others] == [[], [], []]
        room.leave(second)
        assert [kinds(other) for other in others] == [["here"], ["here"], ["here"]]

    run(main())


def test_a_tab_that_comes_back_is_counted_once() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        ann, lost, other = join(room, 0), join(room, 1, tab="t1"), join(room, 1, tab="t2")
        for one in (ann, lost, other):
            hear(one)
        again = join(room, 1, tab="t1")
        assert lost.ended
        assert hear(lost) == []
        assert (counts(again), counts(other)) == ([2], [2])
        room.leave(lost)
        room.leave(other)
        assert counts(again) == [1]
        assert hear(ann) == []
        assert not join(room, 0, tab="t1").ended
        assert not again.ended, "the same word at another seat says nothing"

    run(main())


def test_a_new_key_closes_all_windows_of_the_seat_but_one() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        ann, watcher = join(room, 0), join(room, None)
        own, spy, other = (join(room, 1, key=OLD, tab=tab) for tab in ("own", "spy", ""))
        for one in (ann, watcher, own, spy, other):
            hear(one)
        await lobby.keys.renew(Key(OLD, "table", Chair(1), False), SECRET, "own")
        for one in (spy, other):
            assert one.ended
            assert [message["code"] for message in hear(one) if message["type"] == "bye"] == ["seat-renewed"]
            room.leave(one)
            tell(lobby, room, one, "react", reaction="hello")
        assert not own.ended
        assert counts(own)[-1] == 1
        assert [hear(one) for one in (ann, watcher)] == [[], []], "it concerns nobody else"
        late = join(room, 1, key=OLD)
        assert [bye["code"] for bye in hear(late)] == ["seat-renewed"], "who was let in before, and comes only now"
        assert counts(join(room, 1, key=digest(SECRET))) == [2]
        assert ask(lobby, room, own, "ping")["ok"]

    run(main())


def test_the_tab_that_renews_may_be_just_coming_back_by_the_old_key() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        await lobby.keys.renew(Key(OLD, "table", Chair(1), False), SECRET, "own")
        for tab in ("spy", ""):
            assert [bye["code"] for bye in hear(join(room, 1, key=OLD, tab=tab))] == ["seat-renewed"]
        own = join(room, 1, key=OLD, tab="own")
        assert counts(own) == [1]
        assert not join(room, 1, key=digest(SECRET), tab="phone").ended
        await lobby.keys.renew(Key(digest(SECRET), "table", Chair(1), False), "y" * 43, "phone")
        assert own.ended
        for key in (OLD, digest(SECRET)):
            assert join(room, 1, key=key, tab="own").ended, "only the last who renewed"

    run(main())


def test_without_a_tab_to_stay_all_windows_close() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        ann, ben = join(room, 0), join(room, 1, key=OLD)
        hear(ann)
        await lobby.keys.renew(Key(OLD, "table", Chair(1), False), SECRET, "")
        assert ben.ended
        assert join(room, 1, key=OLD).ended
        assert [here["here"] for here in hear(ann)] == [[True, False]]

    run(main())
