"""Codes that open a chair once: the screen of a table shows them, and a phone that scans one takes the chair."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.store.keys import digest
from rowdy.interfaces.web.store.notices import CodeMade
from rowdy.play.table.entries import Chair
from rowdy.rules.game import GameError

CODE_BYTES = 16
"""The size of a code: 128 bits cannot be guessed, and the QR code is still coarse enough to scan from afar."""


class _Code(NamedTuple):
    text: str
    key: bytes
    """The hash of the chair's key when the code was made; taking the chair replaces the key, so a code works once."""
    replaces: bool
    """True if the code replaces whoever has the chair, as the host asked for; otherwise the chair must be free."""


class SeatCodes:
    """The codes of all tables. They are only in memory, never in a file, and change with a restart.

    Other servers that share the tables know the hashes of codes, so that a code works at each of them.
    """

    def __init__(self) -> None:
        self._tables: defaultdict[str, dict[Chair, _Code | None]] = defaultdict(dict)
        """For each table the codes of its chairs; `None` for a chair whose code was used."""
        self._learned: defaultdict[str, dict[bytes, CodeMade]] = defaultdict(dict)
        """The codes of other servers, by their hashes."""

    def __contains__(self, table_id: str) -> bool:
        """True if codes of this table were shown, so that it is worth loading the table for somebody with a code."""
        return table_id in self._tables or table_id in self._learned

    def missing(self, room: Room) -> list[Chair]:
        """Returns the chairs that nobody has, and that never had a code here."""
        codes = self._tables[room.id]
        return [chair for chair in room.table.people if chair not in codes and _is_free(room, chair)]

    def make(self, room: Room, chair: Chair, key: bytes, replaces: bool = False) -> None:
        """Gives a chair a code; with `replaces`, one that replaces whoever has the chair."""
        self._tables[room.id][chair] = code = _Code(secrets.token_urlsafe(CODE_BYTES), key, replaces)
        room.publish(_made(room.id, chair, code))

    def shown(self, room: Room) -> dict[Chair, str]:
        """Returns the code of each chair that somebody can take now."""
        codes = self._tables[room.id]
        return {
            chair: code.text for chair, code in sorted(codes.items()) if code and _is_good(room, chair, code.replaces)
        }

    def spend(self, room: Room, text: str) -> tuple[Chair, bytes]:
        """Returns the chair that a code opens, with its key so far, and invalidates the code.

        Raises `GameError` if it does not open a chair any more.
        """
        given = text.encode("utf-8", "surrogatepass")
        for chair, code in self._tables[room.id].items():
            if code and secrets.compare_digest(code.text.encode(), given) and _is_good(room, chair, code.replaces):
                self._tables[room.id][chair] = None
                return chair, code.key
        made = self._learned[room.id].pop(digest(text), None)
        if made is None or not _is_good(room, Chair(made.chair), made.replaces):
            raise GameError("code-used")
        return Chair(made.chair), made.key

    def unspend(self, room: Room, chair: Chair) -> None:
        """Allows a code for a chair again, as nobody got the chair after all."""
        self._tables[room.id].pop(chair, None)

    def forget(self, table_id: str) -> None:
        self._tables.pop(table_id, None)
        self._learned.pop(table_id, None)

    # What other servers tell

    def learn(self, made: CodeMade) -> None:
        self._learned[made.table_id][made.code] = made

    def outdate(self, table_id: str, chair: Chair, key: bytes, used: bool) -> None:
        """Drops the codes of a chair that has another key now; if one was used, the chair gets no new one by itself."""
        if table_id not in self:
            return
        code = self._tables[table_id].get(chair)
        if code is not None and code.key != key:
            if used:
                self._tables[table_id][chair] = None
            else:
                del self._tables[table_id][chair]
        learned = self._learned[table_id]
        for made in [made for made in learned.values() if made.chair == chair and made.key != key]:
            del learned[made.code]

    def made(self) -> Iterator[CodeMade]:
        """Returns all codes of this server, for others to know."""
        for table_id, codes in self._tables.items():
            for chair, code in codes.items():
                if code is not None:
                    yield _made(table_id, chair, code)


def _made(table_id: str, chair: Chair, code: _Code) -> CodeMade:
    return CodeMade(table_id, chair, digest(code.text), code.key, code.replaces)


def _is_free(room: Room, chair: Chair) -> bool:
    """True if neither a person nor a bot has taken the chair, and nobody is connected to take it."""
    return not room.table.chairs[chair].ready and not room.here(chair)


def _is_good(room: Room, chair: Chair, replaces: bool) -> bool:
    return replaces or _is_free(room, chair)
