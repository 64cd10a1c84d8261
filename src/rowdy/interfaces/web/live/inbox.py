"""The inbox: gathers the messages that come while a commit is under way, and handles them together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager

from rowdy.interfaces.web.live.broadcast import commit_together
from rowdy.interfaces.web.live.connection import CloseCode, Connection
from rowdy.interfaces.web.live.handling import handle
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.live.services import PublicCommits
from rowdy.play.table.entries import Entry
from rowdy.rules.guest_games import FAULTS

MAX_WAIT_SECONDS = 0.02
"""How long a message may wait for the commit in progress, in seconds."""

logger = logging.getLogger(__name__)


class Inbox:
    """Handles messages in the order in which they arrive; what they lead to is told when it is on disk."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        together: Callable[[], AbstractContextManager[None]],
        max_wait_seconds: float = MAX_WAIT_SECONDS,
    ) -> None:
        """`together` makes one commit of everything that is appended in its context."""
        self.public_commits = PublicCommits(self._handle_soon)
        self._loop = loop
        self._together = together
        self._max_wait_seconds = max_wait_seconds
        self._messages: list[tuple[Room, Connection, str | bytes]] = []
        self._deadline: asyncio.TimerHandle | None = None
        self._decided: dict[Room, Entry] = {}
        """The entries that commands have made and that are not committed yet, at most one for each room."""

    def take(self, room: Room, connection: Connection, text: str | bytes) -> None:
        """Takes a message of a client, which is handled soon.

        Messages that arrive while public entries are on their way to disk wait for them, but not for long: what they
        lead to would have to wait anyway, and messages handled together cost less.
        """
        if not self._messages:
            if self.public_commits.under_way:
                self._deadline = self._loop.call_later(self._max_wait_seconds, self._handle_all)
            else:
                self._loop.call_soon(self._handle_all)
        self._messages.append((room, connection, text))

    def handle_at_once(self, room: Room, connection: Connection, text: str | bytes) -> None:
        self._handle(room, connection, text)
        self._commit()

    def _handle_soon(self) -> None:
        if self._messages:
            self._loop.call_soon(self._handle_all)

    def _handle_all(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
        messages, self._messages = self._messages, []
        with self._together():
            for room, connection, text in messages:
                try:
                    self._handle(room, connection, text)
                except FAULTS:
                    logger.exception("a message at table %s could not be handled", room.id)
                    connection.end(CloseCode.INTERNAL_ERROR)
            self._commit()

    def _handle(self, room: Room, connection: Connection, text: str | bytes) -> None:
        if connection.ended or room.closed:
            return
        if decided := self._decided.pop(room, None):
            room.commit(decided)
        if entry := handle(room, connection, text):
            self._decided[room] = entry

    def _commit(self) -> None:
        decided, self._decided = self._decided, {}
        commit_together(decided.items())
