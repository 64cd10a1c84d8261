"""Commands in, steps out: what a message comes to, and who is told of it once it is on disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rowdy.interfaces.web.connection import BAD_A_SECOND, MOST_BAD, POLICY, TRY_LATER, Connection
from rowdy.interfaces.web.inuse import Live, Pending
from rowdy.interfaces.web.messages import (
    REQUESTS,
    Advice,
    Answer,
    Hint,
    Ping,
    Preview,
    React,
    Reacted,
    Request,
    Step,
    TableView,
    Trouble,
    encode,
)
from rowdy.interfaces.web.names import check_apart, check_name
from rowdy.interfaces.web.picture import Picture
from rowdy.interfaces.web.tell import Teller, views
from rowdy.interfaces.web.writer import NewEntry
from rowdy.play.commands import AnyCommand, Id, Sit, SitIn
from rowdy.play.entries import Entry, encode_entry
from rowdy.play.table import Stale
from rowdy.rules.game import GameError

if TYPE_CHECKING:
    from rowdy.interfaces.web.hub import Hub

logger = logging.getLogger(__name__)


class _Named(msgspec.Struct, frozen=True):
    """A message of which only the id can be read."""

    id: Id


_NAMED = msgspec.json.Decoder(_Named)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Exchange:
    """What a command does is decided at once, in order; it is told when it is on disk."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._decided: dict[Live, Entry] = {}
        """What commands have come to, but nobody is told of yet: one for each table at most."""

    # In

    def receive(self, live: Live, connection: Connection, text: str | bytes) -> None:
        """Every message gets exactly one answer."""
        if connection.ended or live.dropped or self.hub.closed:
            return
        if entry := self._decided.pop(live, None):
            self.commit(live, entry)
        try:
            request = REQUESTS.decode(text)
        except _UNREADABLE:
            self._refuse_unread(live, connection, text)
            return
        live.used = now = self.hub.loop.time()
        try:
            if not connection.rates.allow_message(now):
                raise GameError("too-fast")
            self._do(live, connection, request)
        except Stale as error:
            view = live.teller(connection).view()
            self.answer(live, connection, request.id, error, view=view)
        except GameError as error:
            self.answer(live, connection, request.id, error)

    def tell_all(self) -> None:
        """To be called after the last message of several."""
        decided, self._decided = self._decided, {}
        self._commit(decided.items())

    def _refuse_unread(self, live: Live, connection: Connection, text: str | bytes) -> None:
        error = GameError("unreadable-message")
        try:
            self.answer(live, connection, _NAMED.decode(text).id, error)
        except _UNREADABLE:
            trouble = Trouble(error.code, connection.words.error(error))
            live.send([(connection, encode(trouble))])
        if not connection.bad.take(self.hub.loop.time(), MOST_BAD, BAD_A_SECOND):
            live.when_written(connection, partial(self.hub.bid_farewell, connection, "too-unreadable", POLICY))

    def _do(self, live: Live, connection: Connection, request: Request) -> None:
        table, viewer = live.table, connection.viewer
        match request:
            case Hint():
                self.hub.bots.hint(live, connection, request)
            case Preview():
                if viewer is None:
                    raise GameError("only-watching")
                picture = live.teller(connection).picture(table.preview(viewer, request.move))
                self.answer(live, connection, request.id, preview=picture)
            case React():
                self._react(live, connection, request)
            case Ping():
                self.answer(live, connection, request.id)
            case _:
                if table.repeated(viewer, request):
                    self.answer(live, connection, request.id)
                else:
                    self._obey(live, connection, request)

    def _obey(self, live: Live, connection: Connection, command: AnyCommand) -> None:
        table, viewer = live.table, connection.viewer
        if isinstance(command, Sit) and viewer is not None and table.chairs[viewer].name is None:
            name = check_name(command.name)
            check_apart([name, *(sitter.name for sitter in table.chairs if sitter.name)])
            command = msgspec.structs.replace(command, name=name)
        absent = live.away(self.hub.loop.time(), self.hub.settings.grace) if isinstance(command, SitIn) else ()
        self._decided[live] = table.obey(viewer, command, time.time(), absent, connection.host)

    def answer(
        self,
        live: Live,
        connection: Connection,
        id: str,
        error: GameError | None = None,
        view: TableView | None = None,
        preview: Picture | None = None,
        hint: Advice | None = None,
    ) -> None:
        answer = Answer(
            id=id,
            ok=error is None,
            n=live.table.seen[connection.viewer],
            code=error.code if error else "",
            say=connection.words.error(error) if error else "",
            view=view,
            hint=hint,
            preview=preview,
        )
        live.send([(connection, encode(answer))])

    def _react(self, live: Live, connection: Connection, request: React) -> None:
        viewer = connection.viewer
        if viewer is None:
            raise GameError("only-watching")
        if request.id in live.reacted[viewer]:
            self.answer(live, connection, request.id)
            return
        if not connection.rates.allow_reaction(self.hub.loop.time()):
            raise GameError("too-fast")
        live.reacted[viewer].append(request.id)
        messages = []
        for other in live.connections:
            teller = live.teller(other)
            said = teller.reaction(viewer, request.reaction)
            messages.append((other, encode(Reacted(live.table.seat_of(viewer), request.reaction, said))))
        live.send(messages)
        self.answer(live, connection, request.id)

    # Out

    def commit(self, live: Live, entry: Entry) -> None:
        """The entry goes to disk; then those who may see it are told, and only then."""
        self._commit([(live, entry)])

    def _commit(self, decided: Collection[tuple[Live, Entry]]) -> None:
        """Each thing is done for all of them before the next."""
        told = [_tellers(live) for live, _ in decided]
        everybody = [teller for tellers in told for teller in tellers]
        try:
            texts = dict(zip(everybody, _step_texts(everybody), strict=True))
        except Exception as error:
            self._commit_alone(decided, error)
            return
        for (live, entry), tellers in zip(decided, told, strict=True):
            self._append(live, entry, [(one, texts[teller]) for teller, ones in tellers.items() for one in ones])

    def _commit_alone(self, decided: Collection[tuple[Live, Entry]], error: Exception) -> None:
        """What cannot be told of one table does not keep others from it; there it has not happened."""
        if len(decided) > 1:
            for one in decided:
                self._commit([one])
            return
        ((live, _),) = decided
        logger.error("a step at table %s could not be told", live.id, exc_info=error)
        self._lost(live, error)

    def _append(self, live: Live, entry: Entry, messages: Iterable[tuple[Connection, bytes]]) -> None:
        table, pending = live.table, Pending()
        seeing = [live.pending[viewer] for viewer in table.seeing(table.steps[-1])]
        for waiting in seeing:
            waiting.append(pending)
        live.send(messages)
        live.unwritten += 1
        public = len(seeing) == len(live.pending)
        if public:
            self.hub.hold_up()

        def done(error: Exception | None) -> None:
            live.unwritten -= 1
            if public:
                self.hub.let_go()
            for waiting in seeing:
                waiting.popleft()
            if pending.settled:
                pending.settled.set_result(None)
            if error is not None:
                self._lost(live, error)
                return
            for act in pending.then:
                act()
            if not live.dropped:
                self.hub.bots.go_on(live)

        row = NewEntry(live.id, table.entries - 1, entry.at, encode_entry(entry))
        self.hub.writer.append((row,), done)

    def _lost(self, live: Live, error: Exception) -> None:
        """What could not be written has not happened: the table is read again from disk when they come back."""
        if not live.dropped:
            logger.error("table %s could not be saved: %s", live.id, type(error).__name__)
            self.hub.drop(live, "not-saved", TRY_LATER)


def _tellers(live: Live) -> dict[Teller, list[Connection]]:
    """Those who tell the last step, each to connections that get the same: tabs of one seat in one language."""
    seeing = live.table.seeing(live.table.steps[-1])
    found: dict[Teller, list[Connection]] = {}
    for connection in live.connections:
        if connection.viewer in seeing:
            found.setdefault(live.teller(connection), []).append(connection)
    return found


def _step_texts(tellers: Sequence[Teller]) -> list[bytes]:
    """The last step at each one's table."""
    said = [teller.say(teller.table.steps[-1]) for teller in tellers]
    steps = zip(tellers, said, views(tellers), strict=True)
    return [encode(Step(teller.seen, say, view, teller.answered)) for teller, say, view in steps]
