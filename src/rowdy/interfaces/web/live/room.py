"""A room: one table in use, with its connections, entries on their way to disk, absent people, and thinking bots."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial

from rowdy.interfaces.web.live.admission import SEAT_RENEWED, SERVER_STOPS, Admission, Closed, RenewedKey
from rowdy.interfaces.web.live.bot_play import Thinking
from rowdy.interfaces.web.live.broadcast import audience_of, commit_together, step_texts
from rowdy.interfaces.web.live.connection import CloseCode, Connection, Rates, Reactions
from rowdy.interfaces.web.live.faults import GameFailed, game_code
from rowdy.interfaces.web.live.outbox import Outbox, Pending, Retry
from rowdy.interfaces.web.live.presence import Presence
from rowdy.interfaces.web.live.services import Services
from rowdy.interfaces.web.messages import (
    Answer,
    Hello,
    Here,
    HintView,
    Looked,
    SeatConnections,
    Step,
    TableView,
    WhyNot,
    encode,
    encode_in,
)
from rowdy.interfaces.web.narration import Narrator
from rowdy.interfaces.web.pictures.picture import Picture
from rowdy.interfaces.web.store import notices
from rowdy.interfaces.web.store.commit import NewEntry
from rowdy.interfaces.web.store.database import Overtaken
from rowdy.interfaces.web.store.notices import Present, tab_hash
from rowdy.interfaces.words import Words
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.table.commands import AnyCommand, SitIn
from rowdy.play.table.entries import Chair, Entry, Played, Viewer, decode_entry, encode_entry
from rowdy.play.table.table import Table
from rowdy.rules.game import GameError

logger = logging.getLogger(__name__)


class Room:
    """Connects one table to the people and bots at it, and to the writer."""

    def __init__(self, id: str, table: Table, services: Services, on_drop: Callable[[Room], None]) -> None:
        """`on_drop` is called when the room is dropped because its table is gone, or its state is in doubt."""
        self.id = id
        self.table = table
        self.visitor = ""
        """The address from which the table was opened, or first visited after it was read from disk; may be empty."""
        self.connections: set[Connection] = set()
        self.thinking = Thinking()
        self.reactions = Reactions()
        self.unwritten = 0
        """The number of entries that are not on disk yet."""
        self.dropped: Closed | None = None
        self.failed = False
        """True once the code of the game has failed, so that the table's state is in doubt."""
        self.stopping = False
        self._services = services
        self._loop = services.loop
        self._on_drop = on_drop
        self._used_at = self._loop.time()
        self._rates: dict[Chair, Rates] = {}
        self.presence = Presence(id, self.connections, services)
        self._admission = Admission(self.presence, services.settings.limits)
        self.shared = services.bus.shared
        """True if other servers may append to the same table."""
        self.heard = -1
        """The number of the newest entry that another server announced."""
        self.notices = 0
        """The number of notices of such entries; it shows whether one came while entries were being read."""
        self.rewinds = 0
        """How often another server was faster, so that entries decided here were undone."""
        self._lost: list[Pending] = []
        """Entries that were lost to another server, kept until those that build on them are lost as well."""
        self._narrators: dict[tuple[Viewer, bool, bool, Words], Narrator] = {}
        self._outbox = Outbox(table.seen)

    # Beginning and end

    def wake(self) -> None:
        """Starts the timers of people, who are all away at first, and asks the bot that is to move."""
        for chair in self.table.people:
            if not self.presence.here(chair):
                self._miss(chair)
        self._services.bots.go_on(self)

    @property
    def closed(self) -> Closed | None:
        return self.dropped or (SERVER_STOPS if self.stopping else None)

    @property
    def asker(self) -> Asker:
        """The asker on whose behalf bots and hints think at this table."""
        return Asker(self.visitor or f"table {self.id}", self.id)

    @property
    def busy(self) -> bool:
        """True if somebody is connected, a bot thinks, or something is on its way to disk."""
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
        """Cancels the timers, which would keep the room in memory."""
        self.presence.stop_timers()

    def stop(self) -> None:
        """Accepts nothing more, as the server stops; entries on their way to disk are still told."""
        self.stopping = True
        self._services.bots.stop(self)
        self.stop_timers()

    def say_goodbye(self, code: str, close_code: CloseCode) -> None:
        for connection in self.connections:
            connection.say_goodbye(code, close_code)

    def drop(self, code: str, close_code: CloseCode) -> None:
        """Drops the room, and tells everybody there why."""
        self.dropped = Closed(code, close_code)
        self._outbox.retries.clear()
        self._services.bots.stop(self)
        self.stop_timers()
        for chair in list(self.thinking.hints):
            self._services.bots.forget_hint(self, chair)
        self._on_drop(self)
        self.say_goodbye(code, close_code)

    @contextmanager
    def game_code(self) -> Iterator[None]:
        """Runs code of the table's game; if that fails, the room is dropped."""
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
        """Adds a connection that has seen the steps up to number `since`, or tells it why it cannot join."""
        if refusal := self.closed or self._admission.refusal(connection):
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
            self.presence.come(chair)
        self.presence.publish()
        if not self.greet(connection, since):
            return
        if chair is None or not was_here:
            self.tell_presence(but=connection)
        else:
            self._tell_connection_count(chair, but=connection)

    def greet(self, connection: Connection, since: int) -> bool:
        """Sends the current state, and the log after step number `since`; returns False if the game has failed."""
        try:
            with self.game_code():
                hello = self._hello(connection, since)
        except GameFailed:
            return False
        self.send([(connection, encode_in(connection.words, hello))])
        self.retry_if_lost(self.waits_for(connection.viewer), partial(self.greet, connection, since), greets=True)
        return True

    def _hello(self, connection: Connection, since: int) -> Hello:
        narrator, chair = self.narrator(connection), connection.viewer
        return Hello(
            n=self.table.seen[chair],
            about=narrator.about(self.id, self._services.settings.grace_seconds),
            view=narrator.view(),
            log=narrator.lines(since),
            here=self._presence(),
            windows=0 if chair is None else len(self.presence.tabs(chair)),
            looked=None if chair is None else self._services.looks.get((self.id, chair)),
        )

    def leave(self, connection: Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        self.touch()
        self.presence.publish()
        chair = connection.viewer
        if chair is not None and self.here(chair):
            self._tell_connection_count(chair)
            return
        if chair is not None:
            self._miss(chair)
            self._services.bots.forget_hint(self, chair)
        self.tell_presence()

    def renew_key(self, chair: Chair, hash: bytes, tab: str) -> None:
        """Ends all connections of a chair that used an older key, except those of one tab."""
        self._admission.renew(chair, RenewedKey(hash, tab))
        self._services.looks.pop((self.id, chair), None)
        for connection in self.presence.connections_of(chair):
            if not tab or connection.tab != tab:
                connection.say_goodbye(*SEAT_RENEWED)
                self.leave(connection)

    def lock_out(self, connection: Connection) -> None:
        """Ends a connection that used a key which its chair no longer has, unless its tab may stay."""
        stays = self._admission.renewed(connection.viewer) and not self._admission.locks_out(connection)
        if connection in self.connections and not stays:
            connection.say_goodbye(*SEAT_RENEWED)
            self.leave(connection)

    def _former(self, connection: Connection) -> list[Connection]:
        """Returns earlier connections of the same tab whose loss the server has not noticed yet."""
        if connection.viewer is None or not connection.tab:
            return []
        others = self.presence.connections_of(connection.viewer)
        return [other for other in others if other is not connection and other.tab == connection.tab]

    # Who is here

    def here(self, chair: Chair) -> bool:
        return self.presence.here(chair)

    def _miss(self, chair: Chair) -> None:
        self.presence.miss(chair, None if self.closed else self.tell_presence)

    def tell_presence(self, but: Connection | None = None) -> None:
        text = encode(self._presence())
        self.send_lasting([(connection, text) for connection in self.connections if connection is not but])

    def _tell_connection_count(self, chair: Chair, but: Connection | None = None) -> None:
        """Tells a chair's connections how many of them there are, which nobody else may know."""
        text = encode(SeatConnections(len(self.presence.tabs(chair))))
        self.send_lasting([(one, text) for one in self.presence.connections_of(chair) if one is not but])

    def note_elsewhere(self, server: str, present: Present) -> None:
        """Notes who is connected to the table at another server, and tells people here if that changes anything."""
        elsewhere, before = self._services.bus.elsewhere, self.presence.count()
        known = elsewhere.at(self.id, server).tabs
        elsewhere.note(server, present)
        for chair, tabs in present.tabs.items():
            self._end_former(Chair(chair), set(tabs).difference(known.get(chair, ())))
        after = self.presence.count()
        came, gone = after.tabs.keys() - before.tabs.keys(), before.tabs.keys() - after.tabs.keys()
        for chair in came:
            self.presence.come(chair)
        for chair in gone:
            self._miss(chair)
        if came or gone or before.watching != after.watching:
            self.tell_presence()
        for chair in after.tabs.keys() & before.tabs.keys():
            if after.tabs[chair] != before.tabs[chair]:
                self._tell_connection_count(chair)

    def _end_former(self, chair: Chair, tabs: Collection[str]) -> None:
        """Ends connections of tabs that have moved to another server, if that was not noticed here."""
        former = [one for one in self.presence.connections_of(chair) if one.tab and tab_hash(one.tab) in tabs]
        for connection in former:
            self.connections.discard(connection)
            connection.end(CloseCode.GOING_AWAY)
        if former:
            self.presence.publish()

    def look(self, chair: Chair, tab: str) -> None:
        """Tells a chair's connections that somebody else saw its cards, unless it was one of their own tabs.

        Later connections of the chair are told as well.
        """
        if tab and tab_hash(tab) in self.presence.tabs(chair):
            return
        at = self._services.wall_clock()
        self.tell_looked(chair, at)
        self.publish(notices.ChairLooked(self.id, chair, at))

    def tell_looked(self, chair: Chair, at: float) -> None:
        self._services.looks[self.id, chair] = at
        text = encode(Looked(at))
        self.send_lasting([(connection, text) for connection in self.presence.connections_of(chair)])

    def _presence(self) -> Here:
        table, away = self.table, self.presence.away()
        here = tuple(
            sitter.bot is not None or self.here(table.chair_at(seat)) for seat, sitter in enumerate(table.sitters)
        )
        replaceable = sorted(
            table.seat_of(Chair(chair))
            for chair, sitter in enumerate(table.chairs)
            if sitter.person and sitter.name and sitter.stand_in is None and (chair in away or sitter.left)
        )
        return Here(here, tuple(replaceable), self.presence.watching())

    # Messages

    def narrator(self, connection: Connection) -> Narrator:
        key = connection.viewer, connection.host, connection.several, connection.words
        narrator = self._narrators.get(key)
        if narrator is None:
            viewer, host, several, words = key
            narrator = Narrator(self.table, viewer, words, host, several)
            self._narrators[key] = narrator
        return narrator.refreshed()

    def send(self, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Sends each message once the entries that it may mention are on disk."""
        self._outbox.send(messages)

    def send_lasting(self, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Sends messages after earlier ones; they are valid whatever becomes of entries on their way to disk."""
        for connection, text in messages:
            self._outbox.when_written(connection.viewer, partial(connection.send, text))

    def dismiss(self, connection: Connection, code: str, close_code: CloseCode) -> None:
        """Ends a connection with a reason, once earlier messages are sent."""
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
        recap: tuple[Step, ...] = (),
    ) -> None:
        """Answers the command with this id."""
        code, say = (error.code, connection.words.error(error)) if error else ("", "")
        if error:
            self._services.counters.refusals[code] += 1
        seen = self.table.seen[connection.viewer]
        answer = Answer(id, not error, seen, code, say, view=view, hint=hint, preview=preview, why=why, recap=recap)
        self.send([(connection, encode_in(connection.words, answer))])

    # Commands

    def hint(self, connection: Connection, id: str) -> None:
        """Starts a hint, which will answer the command with this id."""
        self._services.bots.hint(self, connection, id)

    def obey(self, connection: Connection, command: AnyCommand) -> Entry:
        """Obeys a command, and returns the entry to be committed."""
        absent = self.presence.away() if isinstance(command, SitIn) else ()
        now = self._services.wall_clock()
        return self.table.obey(connection.viewer, command, now, absent, connection.host)

    # To disk

    def commit(self, entry: Entry) -> None:
        """Writes the table's last entry to disk; then those who may see it are told."""
        commit_together([(self, entry)])

    def append(self, entry: Entry, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Writes the table's last entry to disk; then these messages are sent."""
        table = self.table
        seeing = table.seeing(table.steps[-1])
        pending = self._outbox.begin(table.entries - 1, seeing)
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
                self._lose(error, pending)
                return
            self._outbox.forget_retries(pending.seq)
            if isinstance(entry.change, Played):
                self._services.counters.moves += 1
            for act in pending.then:
                act()
            if not self.closed:
                self._services.bots.go_on(self)
                if self.behind:
                    self._services.catch_up(self.id)

        row = NewEntry(self.id, pending.seq, entry.at, encode_entry(entry))
        self._services.append((row,), done)

    def _lose(self, error: Exception, pending: Pending) -> None:
        """Drops the room, as what could not be stored has not happened; the table is read again from disk.

        If another server was only faster, its entries are told instead, and what was lost is tried again.
        """
        if self.dropped:
            return
        if isinstance(error, Overtaken) and not self.stopping:
            self._lost.append(pending)
            if not self.unwritten:
                self._rewind(error.bodies)
            return
        logger.error("table %s could not be saved: %s", self.id, type(error).__name__)
        self.drop("not-saved", CloseCode.TRY_AGAIN_LATER)

    # Other servers

    def publish(self, notice: notices.AnyNotice) -> None:
        """Tells the other servers, if there are any."""
        self._services.bus.publish(notice)

    @property
    def behind(self) -> bool:
        """True if another server has stored entries that are unknown here, and nothing is on its way to disk."""
        return self.heard >= self.table.entries and not self.unwritten

    def waits_for(self, viewer: Viewer) -> int | None:
        """Returns the number of the last entry on its way to disk that a viewer may see, if there is one."""
        return self._outbox.waits_for(viewer)

    def retry_if_lost(self, seq: int | None, act: Callable[[], object], greets: bool = False) -> None:
        """Repeats `act` if the entry with this number is lost to another server; does nothing for `None`."""
        if self.shared and seq is not None:
            self._outbox.retries.append(Retry(seq, act, greets))

    def follow(self, bodies: Iterable[bytes]) -> None:
        """Applies the next entries, which another server has stored, and tells those who may see them."""
        with suppress(GameFailed):
            for body in bodies:
                with self.game_code():
                    entry = decode_entry(body)
                    self.table.follow(entry)
                    audience = audience_of(self)
                    texts = dict(zip(audience, step_texts(list(audience)), strict=True))
                self.send([(one, texts[narrator]) for narrator, ones in audience.items() for one in ones])
                if entry.command is not None and entry.chair is not None:
                    self.count_message(entry.chair)

    def tell_spent(self, viewer: Viewer) -> None:
        """Tells the other servers that a chair asked for something that is not stored, such as a hint."""
        if self.shared and viewer is not None:
            self.publish(notices.Spent(self.id, viewer))

    def count_message(self, chair: Chair) -> None:
        """Counts a message to another server against the chair's rate limit, which holds for all servers together."""
        if chair in self._rates:
            self._rates[chair].messages.take(self.time())

    def count_reaction(self, chair: Chair) -> None:
        """Counts a reaction at another server against the chair's rate limit."""
        if chair in self._rates:
            self._rates[chair].reactions.take(self.time())

    def _rewind(self, bodies: Sequence[bytes]) -> None:
        """Rewinds to what is stored, applies another server's entries, and retries what was lost."""
        lost, self._lost = self._lost, []
        retries, self._outbox.retries = self._outbox.retries, []
        certain = self.table.entries - len(lost)
        if len(bodies) < certain:
            self.drop("table-deleted", CloseCode.GOING_AWAY)
            return
        self.rewinds += 1
        with suppress(GameFailed), self.game_code():
            self.table = type(self.table).fold(map(decode_entry, bodies[:certain]), self.table.check_bot)
        self._narrators.clear()
        acts = [retry.act for retry in retries if retry.greets]
        acts.append(partial(self.follow, bodies[certain:]))
        acts += [act for pending in lost for act in pending.lasting]
        acts += [retry.act for retry in retries if not retry.greets]
        for act in acts:
            if not self.closed:
                act()
        if not self.closed and not self.unwritten:
            self._services.bots.go_on(self)

    async def settled(self) -> None:
        """Waits until all public entries are on disk, so that they can be shown."""
        await self._outbox.settled()
