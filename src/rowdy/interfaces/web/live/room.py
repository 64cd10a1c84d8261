"""A room: one table in use, with its connections, what waits for the disk, who is away, and which bot thinks."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

from rowdy.interfaces.web.live.bot_play import Thinking
from rowdy.interfaces.web.live.connection import CloseCode, Connection, Rates
from rowdy.interfaces.web.live.faults import GameFailed, game_code
from rowdy.interfaces.web.live.outbox import Outbox
from rowdy.interfaces.web.live.services import Services
from rowdy.interfaces.web.messages import (
    Answer,
    Hello,
    Here,
    HintView,
    Looked,
    SeatConnections,
    TableView,
    WhyNot,
    encode,
)
from rowdy.interfaces.web.narration import Narrator, views
from rowdy.interfaces.web.pictures.picture import Picture
from rowdy.interfaces.web.store.commit import NewEntry
from rowdy.interfaces.words import Words
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.table.commands import AnyCommand, SitIn
from rowdy.play.table.entries import Chair, Entry, Viewer, encode_entry
from rowdy.play.table.table import Table
from rowdy.rules.game import GameError
from rowdy.rules.guest_games import FAULTS

AFTER_GRACE_SECONDS = 0.01
"""How long after the time of grace its end is told, so that it is over by any clock."""
MAX_REMEMBERED_REACTIONS = 100
"""How many of a viewer's last reactions are recognised when they are sent again."""

logger = logging.getLogger(__name__)


class Closed(NamedTuple):
    """Why a room takes nobody in any more, and how connections end by it."""

    code: str
    close_code: CloseCode


SERVER_STOPS = Closed("server-stops", CloseCode.GOING_AWAY)


class RenewedKey(NamedTuple):
    """The key that a chair got while its table was in use."""

    hash: bytes
    tab: str
    """The tab that asked for it, which may still come by the old key until it has the answer."""


class Room:
    def __init__(self, id: str, table: Table, services: Services, on_drop: Callable[[Room], None]) -> None:
        """`on_drop` is called when the room is let go because its table is gone, or its state is in doubt."""
        self.id = id
        self.table = table
        self.visitor = ""
        """The address from which the table was opened or, after it was read from disk, first visited; if known."""
        self.connections: set[Connection] = set()
        self.thinking = Thinking()
        self.reacted: dict[Viewer, deque[str]] = {
            viewer: deque(maxlen=MAX_REMEMBERED_REACTIONS) for viewer in table.seen
        }
        """The ids of each viewer's last reactions, which stand in no log."""
        self.unwritten = 0
        """How many entries are not on disk yet."""
        self.dropped: Closed | None = None
        self.failed = False
        """True once the code of the game has failed, so that nobody knows what became of the table's state."""
        self.stopping = False
        self._services = services
        self._loop = services.loop
        self._on_drop = on_drop
        self._used_at = self._loop.time()
        self._renewed: dict[Viewer, RenewedKey] = {}
        """The chairs whose key was renewed: somebody who was let in by an older key may not have joined yet."""
        self._rates: dict[Chair, Rates] = {}
        self._away_since: dict[Chair, float] = {}
        self._grace_timers: dict[Chair, asyncio.TimerHandle] = {}
        """Each tells the others that somebody may be replaced."""
        self._narrators: dict[tuple[Viewer, bool, Words], Narrator] = {}
        self._outbox = Outbox(table.seen)

    # Beginning and end

    def wake(self) -> None:
        """Begins to wait for the people, who are all away, and asks the bot that is to move."""
        for chair in self.table.people:
            self._miss(chair)
        self._services.bots.go_on(self)

    @property
    def closed(self) -> Closed | None:
        return self.dropped or (SERVER_STOPS if self.stopping else None)

    @property
    def asker(self) -> Asker:
        """For whom bots and hints think at this table."""
        return Asker(self.visitor or f"table {self.id}", self.id)

    @property
    def waits(self) -> bool:
        """True if somebody looks on, a bot thinks, or something is on its way to disk."""
        return bool(self.connections or self.unwritten or self.thinking.task is not None)

    @property
    def idle_seconds(self) -> float:
        return self._loop.time() - self._used_at

    def time(self) -> float:
        return self._loop.time()

    def touch(self) -> float:
        """Notes that the room is in use, and returns the time."""
        self._used_at = now = self._loop.time()
        return now

    def stop_timers(self) -> None:
        """Lets go of what would keep the room in memory."""
        for timer in self._grace_timers.values():
            timer.cancel()
        self._grace_timers.clear()

    def stop(self) -> None:
        """Takes nothing more in, as the server stops; what is on its way to disk is still told."""
        self.stopping = True
        self._services.bots.stop(self)
        self.stop_timers()

    def say_goodbye(self, code: str, close_code: CloseCode) -> None:
        for connection in self.connections:
            connection.say_goodbye(code, close_code)

    def drop(self, code: str, close_code: CloseCode) -> None:
        """Lets go of the room, and tells everybody there why."""
        self.dropped = Closed(code, close_code)
        self._services.bots.stop(self)
        self.stop_timers()
        for chair in list(self.thinking.hints):
            self._services.bots.forget_hint(self, chair)
        self._on_drop(self)
        self.say_goodbye(code, close_code)

    @contextmanager
    def game_code(self) -> Iterator[None]:
        """Runs code of the table's game; if that fails the room is let go."""
        try:
            with game_code(f"table {self.id}"):
                yield
        except GameFailed as failure:
            self.failed = True
            if self.dropped:
                self._on_drop(self)
            else:
                self.drop(failure.code, CloseCode.POLICY_VIOLATION)
            raise

    # Connections

    def join(self, connection: Connection, since: int) -> None:
        """Takes in somebody who has seen the steps up to that number, or tells them why not."""
        if refusal := self._refusal(connection):
            connection.say_goodbye(*refusal)
            return
        chair = connection.viewer
        was_here = chair is None or self.here(chair)
        self.connections.add(connection)
        self.touch()
        if chair is not None:
            for former in self._former(connection):
                self.connections.discard(former)
                former.end(CloseCode.GOING_AWAY)
            connection.rates = self._rates.setdefault(chair, connection.rates)
            self._away_since.pop(chair, None)
            if timer := self._grace_timers.pop(chair, None):
                timer.cancel()
        try:
            with self.game_code():
                hello = self._hello(connection, since)
        except GameFailed:
            return
        self.send([(connection, encode(hello))])
        if chair is None or not was_here:
            self.tell_presence(but=connection)
        else:
            self._tell_windows(chair, but=connection)

    def _hello(self, connection: Connection, since: int) -> Hello:
        narrator, chair = self.narrator(connection), connection.viewer
        return Hello(
            n=self.table.seen[chair],
            about=narrator.about(self.id, self._services.settings.grace_seconds),
            view=narrator.view(),
            log=narrator.lines(since),
            here=self._presence(),
            windows=0 if chair is None else len(self._windows(chair)),
            looked=None if chair is None else self._services.looks.get((self.id, chair)),
        )

    def _refusal(self, connection: Connection) -> Closed | None:
        """Returns why somebody cannot join, or nothing if they can."""
        if closed := self.closed:
            return closed
        if self._locks_out(connection):
            return Closed("seat-renewed", CloseCode.POLICY_VIOLATION)
        limits, place = self._services.settings.limits, (connection.viewer, connection.host)
        there = sum((other.viewer, other.host) == place for other in self.connections)
        if place == (None, False):
            full = there >= limits.max_watching
            return Closed("too-many-watching", CloseCode.TRY_AGAIN_LATER) if full else None
        return Closed("too-many-tabs", CloseCode.TRY_AGAIN_LATER) if there >= limits.max_tabs else None

    def leave(self, connection: Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        self.touch()
        chair = connection.viewer
        if chair is not None and self.here(chair):
            self._tell_windows(chair)
            return
        if chair is not None:
            self._miss(chair)
            self._services.bots.forget_hint(self, chair)
        self.tell_presence()

    def renew_key(self, chair: Chair, hash: bytes, tab: str) -> None:
        """Ends all connections of a chair that came by an older key, but for those of one tab."""
        self._renewed[chair] = RenewedKey(hash, tab)
        self._services.looks.pop((self.id, chair), None)
        for connection in self._windows(chair):
            if not tab or connection.tab != tab:
                connection.say_goodbye("seat-renewed", CloseCode.POLICY_VIOLATION)
                self.leave(connection)

    def _locks_out(self, connection: Connection) -> bool:
        """True if somebody came by a key that their chair has no more, and is not the tab that had it renewed."""
        renewed = self._renewed.get(connection.viewer)
        if renewed is None or connection.key == renewed.hash:
            return False
        return not connection.tab or connection.tab != renewed.tab

    def _windows(self, chair: Chair) -> list[Connection]:
        """Returns all connections that look through one chair."""
        return [connection for connection in self.connections if connection.viewer == chair]

    def _former(self, connection: Connection) -> list[Connection]:
        """Returns the connections that a tab had before, and that the server does not know to be lost."""
        windows = self._windows(connection.viewer) if connection.viewer is not None and connection.tab else []
        return [other for other in windows if other is not connection and other.tab == connection.tab]

    # Who is here

    def here(self, chair: Chair) -> bool:
        return any(connection.viewer == chair for connection in self.connections)

    def away(self) -> list[Chair]:
        """Returns the chairs of people who have been away for longer than the time of grace."""
        now, grace = self._loop.time(), self._services.settings.grace_seconds
        return [chair for chair, since in self._away_since.items() if now - since >= grace and not self.here(chair)]

    def _miss(self, chair: Chair) -> None:
        """Notes that somebody is away; after the time of grace the others are told that a bot may sit in."""
        self._away_since[chair] = self._loop.time()
        if not self.closed:
            after = self._services.settings.grace_seconds + AFTER_GRACE_SECONDS
            self._grace_timers[chair] = self._loop.call_later(after, self.tell_presence)

    def tell_presence(self, but: Connection | None = None) -> None:
        text = encode(self._presence())
        self.send([(connection, text) for connection in self.connections if connection is not but])

    def _tell_windows(self, chair: Chair, but: Connection | None = None) -> None:
        """Tells those who look through a chair how many they are, which nobody else may know."""
        windows = self._windows(chair)
        text = encode(SeatConnections(len(windows)))
        self.send([(connection, text) for connection in windows if connection is not but])

    def look(self, chair: Chair, tab: str) -> None:
        """Tells those who look through a chair that somebody else did, unless it was one of their own tabs.

        Whoever comes to that chair later is told as well.
        """
        windows = self._windows(chair)
        if tab and any(connection.tab == tab for connection in windows):
            return
        at = self._services.looks[self.id, chair] = self._services.wall_clock()
        text = encode(Looked(at))
        self.send([(connection, text) for connection in windows])

    def _presence(self) -> Here:
        table, away = self.table, self.away()
        here = tuple(
            sitter.bot is not None or self.here(table.chair_at(seat)) for seat, sitter in enumerate(table.sitters)
        )
        replaceable = sorted(
            table.seat_of(Chair(chair))
            for chair, sitter in enumerate(table.chairs)
            if sitter.person and sitter.name and sitter.stand_in is None and (chair in away or sitter.left)
        )
        watching = sum(connection.viewer is None for connection in self.connections)
        return Here(here, tuple(replaceable), watching)

    # What is told

    def narrator(self, connection: Connection) -> Narrator:
        key = connection.viewer, connection.host, connection.words
        narrator = self._narrators.get(key)
        if narrator is None:
            narrator = Narrator(self.table, connection.viewer, connection.words, connection.host)
            self._narrators[key] = narrator
        return narrator.refreshed()

    def send(self, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Sends each message once what it may speak of is on disk."""
        self._outbox.send(messages)

    def let_go(self, connection: Connection, code: str, close_code: CloseCode) -> None:
        """Tells somebody why they are let go, once all before is told."""
        self._outbox.when_written(connection.viewer, partial(connection.say_goodbye, code, close_code))

    def answer(
        self,
        connection: Connection,
        id: str,
        error: GameError | None = None,
        *,
        view: TableView | None = None,
        preview: Picture | None = None,
        hint: HintView | None = None,
        why: WhyNot | None = None,
    ) -> None:
        """Answers the command with this id."""
        code, say = (error.code, connection.words.error(error)) if error else ("", "")
        seen = self.table.seen[connection.viewer]
        answer = Answer(id, not error, seen, code, say, view=view, hint=hint, preview=preview, why=why)
        self.send([(connection, encode(answer))])

    # What is done

    def hint(self, connection: Connection, id: str) -> None:
        """Has a hint thought of, by which the command with this id is answered."""
        self._services.bots.hint(self, connection, id)

    def obey(self, connection: Connection, command: AnyCommand) -> Entry:
        """Does what somebody commands, and returns the entry that is to be committed."""
        absent = self.away() if isinstance(command, SitIn) else ()
        now = self._services.wall_clock()
        return self.table.obey(connection.viewer, command, now, absent, connection.host)

    # What goes to disk

    def commit(self, entry: Entry) -> None:
        """Brings the table's last entry to disk; then those who may see it are told."""
        commit_together([(self, entry)])

    def append(self, entry: Entry, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Brings the table's last entry to disk; then these messages are sent."""
        table = self.table
        seeing = table.seeing(table.steps[-1])
        pending = self._outbox.begin(seeing)
        self._outbox.send(messages)
        self.unwritten += 1
        public_commits = self._services.public_commits if len(seeing) == len(table.seen) else None
        if public_commits:
            public_commits.begin()

        def done(error: Exception | None) -> None:
            self.unwritten -= 1
            if public_commits:
                public_commits.end()
            pending.settle()
            if error is not None:
                self._lose(error)
                return
            for act in pending.then:
                act()
            if not self.closed:
                self._services.bots.go_on(self)

        row = NewEntry(self.id, table.entries - 1, entry.at, encode_entry(entry))
        self._services.append((row,), done)

    def _lose(self, error: Exception) -> None:
        """Lets go of the room, as what could not be stored has not happened; the table is read again from disk."""
        if not self.dropped:
            logger.error("table %s could not be saved: %s", self.id, type(error).__name__)
            self.drop("not-saved", CloseCode.TRY_AGAIN_LATER)

    async def settled(self) -> None:
        """Waits until all that everybody may see is on disk, so that it can be shown."""
        await self._outbox.settled()


def commit_together(decided: Collection[tuple[Room, Entry]]) -> None:
    """Brings the last entries of several rooms to disk, and prepares what is told of them then.

    Each thing is done for all rooms before the next: code that runs many times in a row costs less.
    """
    told = [_audience(room) for room, _ in decided]
    everybody = [narrator for audience in told for narrator in audience]
    try:
        texts = dict(zip(everybody, _step_texts(everybody), strict=True))
    except FAULTS as error:
        _commit_alone(decided, error)
        return
    for (room, entry), audience in zip(decided, told, strict=True):
        room.append(entry, [(one, texts[narrator]) for narrator, ones in audience.items() for one in ones])


def _commit_alone(decided: Collection[tuple[Room, Entry]], error: BaseException) -> None:
    """Commits what can be told; where a step cannot be told it has not happened."""
    if len(decided) > 1:
        for one in decided:
            commit_together([one])
        return
    ((room, _),) = decided
    with suppress(GameFailed), room.game_code():
        raise RuntimeError("a step could not be told") from error


def _audience(room: Room) -> dict[Narrator, list[Connection]]:
    """Returns those who tell the last step, each with the connections that get the same: tabs in one language."""
    seeing = room.table.seeing(room.table.steps[-1])
    found: dict[Narrator, list[Connection]] = {}
    for connection in room.connections:
        if connection.viewer in seeing:
            found.setdefault(room.narrator(connection), []).append(connection)
    return found


def _step_texts(narrators: Sequence[Narrator]) -> list[bytes]:
    """Returns the message on the last step of each narrator's table."""
    lines = [narrator.line(narrator.seen, narrator.table.steps[-1]) for narrator in narrators]
    steps = zip(narrators, lines, views(narrators), strict=True)
    return [encode(narrator.step(line, view)) for narrator, line, view in steps]
