"""Old tables are deleted, and no others, whatever the clock of the machine does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rowdy.interfaces.web.live.ages import CLOCK_TOLERANCE_SECONDS, KEEP_AFTER_START_SECONDS, MAX_UNUSED_SECONDS
from rowdy.interfaces.web.live.lobby import EXPIRE_EVERY_SECONDS, Lobby
from rowdy.interfaces.web.settings import DAY_SECONDS, Settings
from rowdy.interfaces.web.store.commit import NewEntry, NewTable
from rowdy.interfaces.web.store.store import Store, open_store
from rowdy.play.table.entries import encode_entry
from tests.interfaces.web.live.lobbies import Bots, Held, at_once, entries, run

NOW = 1_700_000_000.0
DAYS = DAY_SECONDS
KEEP = 90 * DAYS
OLD, YOUNG = "old", "young"


class WallClock:
    def __init__(self, loop: asyncio.AbstractEventLoop, now: float) -> None:
        self.loop = loop
        self.set(now)

    def set(self, now: float) -> None:
        self.began, self.began_at = now, self.loop.time()

    def __call__(self) -> float:
        return self.began + self.loop.time() - self.began_at


def lay(store: Store, table_id: str, at: float) -> None:
    (opened, *_) = entries("rubik", None, None)
    store.commit([NewTable(table_id, at), NewEntry(table_id, 0, at, encode_entry(opened))])


def kept(path: Path, start: float, jump: float = 0.0, seconds: float = 2 * DAYS, newest: float = NOW) -> list[str]:
    """The tables that are left after a server has run for so long; its clock jumps after an hour."""

    async def main(store: Store) -> list[str]:
        loop = asyncio.get_running_loop()
        clock = WallClock(loop, start)
        lobby = Lobby(store, Bots(), Settings(keep_seconds=KEEP), in_thread=at_once, wall_clock=clock)
        lobby.start(loop, Held(at_once=True))
        looking = loop.create_task(lobby.look_after())
        await asyncio.sleep(3_600)
        clock.set(clock() + jump)
        await asyncio.sleep(seconds - 3_600)
        looking.cancel()
        return sorted(store.table_ids())

    with open_store(str(path / "tables.sqlite")) as store:
        lay(store, OLD, newest - KEEP - 1)
        lay(store, YOUNG, newest)
        return run(main(store))


def test_old_tables_are_deleted_a_day_after_a_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert kept(tmp_path, NOW) == [YOUNG]
    assert not caplog.records


def test_nothing_is_deleted_within_a_day_of_a_start(tmp_path: Path) -> None:
    assert kept(tmp_path, NOW, seconds=KEEP_AFTER_START_SECONDS - 1) == [OLD, YOUNG]


@pytest.mark.parametrize("jump", [KEEP, 100 * KEEP, -KEEP, -NOW])
def test_a_clock_that_is_set_makes_no_table_older(jump: float, tmp_path: Path) -> None:
    assert YOUNG in kept(tmp_path, NOW, jump)


@pytest.mark.long
def test_ages_go_on_after_the_clock_was_set_forward(tmp_path: Path) -> None:
    assert kept(tmp_path, NOW, 10 * KEEP, seconds=KEEP - 1) == [YOUNG]


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (0.0, "before the newest entry"),
        (NOW - CLOCK_TOLERANCE_SECONDS - 1, "before the newest entry"),
        (NOW + MAX_UNUSED_SECONDS + 1, "the clock is wrong"),
        (NOW + 100 * KEEP, "the clock is wrong"),
    ],
)
def test_a_clock_that_is_wrong_at_the_start_deletes_nothing_and_that_is_said(
    start: float, told: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert kept(tmp_path, start, seconds=5 * DAYS) == [OLD, YOUNG]
    (message,) = caplog.messages
    assert told in message


def test_a_new_entry_is_never_older_than_those_before_the_start(tmp_path: Path) -> None:
    """As after a start with a clock that began at 1970, so that the next start deletes nothing of it."""

    async def main(store: Store) -> float:
        loop = asyncio.get_running_loop()
        lobby = Lobby(store, Bots(), in_thread=at_once, wall_clock=WallClock(loop, 0.0))
        lobby.start(loop, Held(at_once=True))
        looking = loop.create_task(lobby.look_after())
        await asyncio.sleep(EXPIRE_EVERY_SECONDS)
        looking.cancel()
        return lobby.ages.entry_time()

    with open_store(str(tmp_path / "tables.sqlite")) as store:
        lay(store, YOUNG, NOW)
        assert run(main(store)) == NOW
