"""Keeps the tables of this server in step with other servers that share the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import cast, get_args

from rowdy.interfaces.web.live.admission import RenewedKey
from rowdy.interfaces.web.live.bot_play import Spawn
from rowdy.interfaces.web.live.connection import CloseCode
from rowdy.interfaces.web.live.handling import tell_reaction
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.live.seat_codes import SeatCodes
from rowdy.interfaces.web.live.services import Services
from rowdy.interfaces.web.live.threads import InThread
from rowdy.interfaces.web.messages import Reaction
from rowdy.interfaces.web.store.database import STORE_FAULTS
from rowdy.interfaces.web.store.notices import (
    AnyNotice,
    Appended,
    Asked,
    ChairLooked,
    CodeMade,
    Dropped,
    Present,
    ReactionSent,
    Renewed,
    ServerLeft,
    Spent,
)
from rowdy.interfaces.web.store.store import Store
from rowdy.play.table.entries import Chair
from rowdy.rules.guest_games import FAULTS

POLL_SECONDS = 20.0
"""The interval at which tables in use are compared with the database, in seconds, in case a notice got lost."""
KEEP_RENEWED_SECONDS = 60.0
"""How long a renewed key is remembered for a table that is not in use, in seconds: more than joining takes."""

REACTIONS = get_args(Reaction)
logger = logging.getLogger(__name__)


class Cluster:
    """Runs on the loop of the lobby, whose rooms it keeps in step with those of other servers."""

    def __init__(
        self,
        rooms: Mapping[str, Room],
        services: Services,
        codes: SeatCodes,
        store: Store,
        spawn: Spawn,
        in_thread: InThread,
        wake: Callable[[str], Coroutine[None, None, None]],
    ) -> None:
        """`wake` loads a table if a bot is to move there."""
        self._rooms = rooms
        self._services = services
        self._bus = services.bus
        self._codes = codes
        self._store = store
        self._spawn = spawn
        self._in_thread = in_thread
        self._wake = wake
        self._heard_meanwhile: dict[str, int] = {}
        """The tables that are being read, each with the number of the newest entry announced since."""
        self._reading: dict[str, asyncio.Task[None]] = {}
        """The tables in use whose new entries are being read."""
        self._renewed: dict[tuple[str, Chair], tuple[RenewedKey, float]] = {}

    # Tables that come into use

    def begin_reading(self, table_id: str) -> None:
        """Notes that a table is about to be read, so that nothing stored meanwhile is missed."""
        if self._bus.shared:
            self._heard_meanwhile[table_id] = -1

    def end_reading(self, table_id: str, room: Room | None) -> None:
        """Tells the room of a table, if it has come into use, what was stored meanwhile."""
        heard = self._heard_meanwhile.pop(table_id, -1)
        if room is None:
            return
        for (other, chair), (renewed, _) in self._renewed.items():
            if other == table_id:
                room.renew_key(chair, *renewed)
        self._append(room, heard)

    # What is heard

    def hear(self, server: str, notice: AnyNotice) -> None:
        try:
            self._hear(server, notice)
        except FAULTS:
            logger.exception("a notice of another server could not be heeded")

    def _hear(self, server: str, notice: AnyNotice) -> None:
        match notice:
            case Appended(table_id, seq):
                if table_id in self._heard_meanwhile:
                    self._heard_meanwhile[table_id] = max(seq, self._heard_meanwhile[table_id])
                if room := self._rooms.get(table_id):
                    self._append(room, seq)
            case Dropped(table_id):
                self._drop(table_id)
            case Renewed():
                self._renew(notice)
            case Present():
                self._note(server, notice)
            case ChairLooked():
                self._look(notice)
            case ReactionSent(table_id, chair, reaction, command):
                room = self._rooms.get(table_id)
                if room and reaction in REACTIONS:
                    room.count_reaction(Chair(chair))
                    with room.game_code():
                        tell_reaction(room, Chair(chair), cast(Reaction, reaction), command)
            case Spent(table_id, chair):
                if room := self._rooms.get(table_id):
                    room.count_message(Chair(chair))
            case CodeMade():
                self._codes.learn(notice)
            case Asked():
                self.tell_all()
            case ServerLeft():
                self._forget(server)

    def _append(self, room: Room, seq: int) -> None:
        room.heard = max(room.heard, seq)
        room.notices += 1
        if room.behind:
            self.catch_up_table(room.id)

    def _look(self, notice: ChairLooked) -> None:
        looked = notice.table_id, Chair(notice.chair)
        if notice.again and self._services.looks.get(looked) == notice.at:
            return
        self._services.looks[looked] = notice.at
        if room := self._rooms.get(notice.table_id):
            room.tell_looked(looked[1], notice.at)

    def _drop(self, table_id: str) -> None:
        self._codes.forget(table_id)
        for looked in [looked for looked in self._services.looks if looked[0] == table_id]:
            del self._services.looks[looked]
        if room := self._rooms.get(table_id):
            room.drop("table-deleted", CloseCode.GOING_AWAY)

    def _renew(self, notice: Renewed) -> None:
        chair, renewed = Chair(notice.chair), RenewedKey(notice.hash, notice.tab)
        self._renewed[notice.table_id, chair] = renewed, self._services.loop.time()
        self._services.looks.pop((notice.table_id, chair), None)
        self._codes.outdate(notice.table_id, chair, notice.hash, used=notice.given)
        if room := self._rooms.get(notice.table_id):
            room.renew_key(chair, *renewed)
            if notice.given:
                room.tell_presence()

    def _note(self, server: str, present: Present) -> None:
        if room := self._rooms.get(present.table_id):
            room.note_elsewhere(server, present)
        else:
            self._bus.elsewhere.note(server, present)

    def _forget(self, server: str) -> None:
        for table_id in self._bus.elsewhere.tables_of(server):
            self._note(server, Present(table_id))

    def lose(self, alive: set[str]) -> None:
        for server in self._bus.elsewhere.servers() - alive:
            logger.warning("another server is gone")
            self._forget(server)

    def tell_all(self) -> None:
        """Tells other servers everything that they cannot read from the database."""
        for room in self._rooms.values():
            room.presence.publish()
        for (table_id, chair), at in self._services.looks.items():
            self._bus.publish(ChairLooked(table_id, chair, at, again=True))
        for made in self._codes.made():
            self._bus.publish(made)

    # What is read

    def catch_up(self) -> None:
        """Reads what may have been missed, asks the others who is connected to them, and tells them the same."""
        self._bus.publish(Asked())
        self.tell_all()
        self._spawn(self._compare())

    def catch_up_table(self, table_id: str) -> None:
        room = self._rooms.get(table_id)
        if room is not None and table_id not in self._reading:
            self._reading[table_id] = self._spawn(self._follow(room))

    async def read_on(self, room: Room) -> None:
        """Applies what other servers have stored by now, for somebody who already knows of it."""
        room.heard = max(room.heard, room.table.entries)
        self.catch_up_table(room.id)
        if task := self._reading.get(room.id):
            await asyncio.wait([task])

    async def _follow(self, room: Room) -> None:
        try:
            while room.behind and not room.closed:
                first, notices = room.table.entries, room.notices
                bodies = await self._in_thread(self._store.load, room.id, first)
                if room.unwritten or room.closed or room.table.entries != first:
                    continue
                if not bodies and room.notices == notices:  # there is nothing new, or the table is deleted
                    room.heard = first - 1
                room.follow(bodies)
                if not room.closed:
                    self._services.bots.go_on(room)
        except STORE_FAULTS as error:
            logger.warning("table %s could not be followed: %s", room.id, type(error).__name__)
        finally:  # at once, not by a callback of the task: a notice that came before that would find nobody reading
            self._reading.pop(room.id, None)

    async def look_after(self) -> None:
        """Compares the tables in use with the database from time to time."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            await self._compare()
            old = self._services.loop.time() - KEEP_RENEWED_SECONDS
            self._renewed = {key: found for key, found in self._renewed.items() if found[1] > old}

    async def _compare(self) -> None:
        """Finds entries, renewed keys and deleted tables whose notices got lost."""
        rooms = dict(self._rooms)
        connections = [(room, one) for room in rooms.values() for one in room.connections]
        if not rooms:
            return
        try:
            heads = await self._in_thread(self._store.heads, list(rooms))
            keys = await self._in_thread(self._store.keys_of, list({room.id for room, _ in connections}))
        except STORE_FAULTS as error:
            logger.warning("tables could not be compared with the database: %s", type(error).__name__)
            return
        for table_id, room in rooms.items():
            if self._rooms.get(table_id) is not room:
                continue
            if table_id in heads:
                self._append(room, heads[table_id])
            else:
                self._drop(table_id)
        for room, connection in connections:
            if connection.key not in keys:
                room.lock_out(connection)

    # Bots

    def take_bots(self, table_ids: set[str]) -> None:
        for table_id in table_ids:
            if room := self._rooms.get(table_id):
                self._services.bots.go_on(room)
            else:
                self._spawn(self._wake(table_id))

    def ask_bots(self) -> None:
        for room in self._rooms.values():
            if room.table.bot_to_move and not room.unwritten and not room.closed:
                self._services.bots.go_on(room)

    def in_use(self, table_id: str) -> bool:
        return table_id in self._rooms or table_id in self._heard_meanwhile
