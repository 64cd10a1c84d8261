"""What all rooms of a server share and get as an argument."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from rowdy.interfaces.web.live.bot_play import BotPlay
from rowdy.interfaces.web.live.bus import Bus, LocalBus
from rowdy.interfaces.web.live.counters import Counters
from rowdy.interfaces.web.live.writer import Done
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.commit import CommitRow
from rowdy.play.table.entries import Chair


class GroupWriter(Protocol):
    """The part of a `Writer` that live tables use."""

    def append(self, rows: Sequence[CommitRow], done: Done) -> None: ...

    def together(self) -> AbstractContextManager[None]: ...

    def close(self) -> None: ...


class PublicCommits:
    """Counts the public entries on their way to disk.

    Secret ones are not counted: if messages waited for them, the delay would give them away.
    """

    def __init__(self, when_none_left: Callable[[], None]) -> None:
        self.under_way = 0
        self._when_none_left = when_none_left

    def begin(self) -> None:
        self.under_way += 1

    def end(self) -> None:
        self.under_way -= 1
        if not self.under_way:
            self._when_none_left()


@dataclass(frozen=True)
class Services:
    loop: asyncio.AbstractEventLoop
    """The event loop, which is also the clock of all that happens at tables."""
    wall_clock: Callable[[], float]
    """Returns the seconds since 1970, for entries."""
    settings: Settings
    bots: BotPlay
    append: Callable[[Sequence[CommitRow], Done], None]
    """Writes rows to disk, and calls back when they are there."""
    public_commits: PublicCommits
    bus: Bus = field(default_factory=LocalBus)
    """The way to other servers."""
    catch_up: Callable[[str], None] = lambda table_id: None
    """Reads the entries of a table that another server has stored."""
    counters: Counters = field(default_factory=Counters)
    looks: dict[tuple[str, Chair], float] = field(default_factory=dict)
    """When somebody last saw a chair's cards without being connected, by table and chair.

    It is kept here, as the table may have left memory since.
    """
