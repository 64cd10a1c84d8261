"""Keys of tables: what each opens, how a chair gets another one, and how somebody takes a chair by a code."""

from __future__ import annotations

from collections.abc import Callable, Coroutine

from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.live.seat_codes import SeatCodes
from rowdy.interfaces.web.live.store_calls import NoTable, StoreCalls
from rowdy.interfaces.web.store.keys import Key, digest, new_key
from rowdy.interfaces.web.store.store import Store
from rowdy.play.table.entries import Chair
from rowdy.rules.game import GameError


class ChairKeys:
    """The keys of all tables; each chair of a person has one."""

    def __init__(
        self,
        store: Store,
        calls: StoreCalls,
        codes: SeatCodes,
        find_room: Callable[[str], Coroutine[None, None, Room]],
    ) -> None:
        """`find_room` returns the room of a table."""
        self._store = store
        self._calls = calls
        self._codes = codes
        self._find_room = find_room

    async def find(self, table_id: str, secret: str) -> Key:
        """Returns what a key opens at this table; `NoTable` if it opens nothing there."""
        found = await self._calls.read(self._store.find_key, digest(secret))
        if found is None or found.table_id != table_id:
            raise NoTable("no-table")
        return found

    async def renew(self, key: Key, secret: str, tab: str) -> None:
        """Gives a chair a new key in place of `key`, and ends all its connections except those of one tab."""
        if key.chair is None:
            raise GameError("only-watching")
        renewed = digest(secret)
        if not await self._calls.write(self._store.renew, key.hash, renewed, tab):
            raise NoTable("no-table")
        self._codes.outdate(key.table_id, key.chair, renewed, used=False)
        room = await self._find_room(key.table_id)
        room.renew_key(key.chair, renewed, tab)

    async def seat_codes(self, key: Key, renew: Chair | None = None) -> dict[Chair, str]:
        """Returns the codes of the chairs that somebody can take now, for the host's screen.

        The chair in `renew` gets a new code, which shuts out its current holder, for a phone that was lost. A host who
        plays gets no codes, as with another chair they would see other cards.
        """
        if key.chair is not None or not key.host:
            raise GameError("only-screen")
        room = await self._find_room(key.table_id)
        if renew is not None:
            if renew not in room.table.people:
                raise GameError("no-such-seat", seat=renew + 1)
            self._codes.make(room, renew, await self._give_chair(room, renew, new_key()), replaces=True)
        for chair in self._codes.missing(room):
            held = await self._calls.read(self._store.key_of, room.id, chair)
            if held and chair in self._codes.missing(room):  # unless another request has made one meanwhile
                self._codes.make(room, chair, held)
        return self._codes.shown(room)

    async def take_chair(self, table_id: str, code: str, secret: str) -> Chair:
        """Gives the chair that a code opens to the owner of this key, and returns the chair; a code works once."""
        if table_id not in self._codes:
            raise GameError("code-used")
        room = await self._find_room(table_id)
        chair, held = self._codes.spend(room, code)
        try:
            await self._give_chair(room, chair, secret, held)
        except NoTable:  # another server has given it away
            self._codes.unspend(room, chair)
            raise GameError("code-used") from None
        except GameError:
            self._codes.unspend(room, chair)
            raise
        return chair

    async def _give_chair(self, room: Room, chair: Chair, secret: str, held: bytes | None = None) -> bytes:
        """Makes a key the only one of a chair, and tells everybody, as screens then ask for codes again.

        Returns its hash. Raises `NoTable` if there is no such chair, or it no longer has the key `held`.
        """
        hash = digest(secret)
        if not await self._calls.write(self._store.replace_key, room.id, chair, hash, held):
            raise NoTable("no-table")
        room = await self._find_room(room.id)
        room.renew_key(chair, hash, "")
        room.tell_presence()
        return hash
