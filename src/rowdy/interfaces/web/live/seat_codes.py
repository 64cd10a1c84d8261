"""Codes that open a seat once: the table's screen in a room shows them, and a phone takes the seat that it scans."""

from __future__ import annotations

import secrets
from collections import defaultdict
from typing import NamedTuple

from rowdy.interfaces.web.live.room import Room
from rowdy.play.table.entries import Chair
from rowdy.rules.game import GameError

CODE_BYTES = 16
"""Nobody finds a code of 128 bits by trying, and its QR code is coarse enough to be scanned from afar."""


class _Code(NamedTuple):
    text: str
    replaces: bool
    """The host asked for it in place of whoever has the seat; else it is good only while nobody has."""


class SeatCodes:
    """The codes of all tables. They are in memory alone, so no file holds one; after a restart there are others."""

    def __init__(self) -> None:
        self._tables: defaultdict[str, dict[Chair, _Code | None]] = defaultdict(dict)
        """For each table the codes of its chairs; `None` for a chair whose code was used."""

    def __contains__(self, table_id: str) -> bool:
        """True if codes of this table were shown, so that it is worth reading it from disk for somebody who has one."""
        return table_id in self._tables

    def shown(self, room: Room) -> dict[Chair, str]:
        """Returns the code of each chair that somebody can take now; those of open chairs are made here."""
        codes = self._tables[room.id]
        for chair in room.table.people:
            if _is_free(room, chair):
                codes.setdefault(chair, _new_code(replaces=False))
        return {chair: code.text for chair, code in sorted(codes.items()) if code and _is_good(room, chair, code)}

    def renew(self, room: Room, chair: Chair) -> None:
        """Gives a chair a code in place of whoever has it."""
        self._tables[room.id][chair] = _new_code(replaces=True)

    def spend(self, room: Room, text: str) -> Chair:
        """Returns the chair that a code opens, and makes the code worthless; `GameError` if it opens none any more."""
        given = text.encode("utf-8", "surrogatepass")
        for chair, code in self._tables[room.id].items():
            if code and secrets.compare_digest(code.text.encode(), given) and _is_good(room, chair, code):
                self._tables[room.id][chair] = None
                return chair
        raise GameError("code-used")

    def unspend(self, room: Room, chair: Chair) -> None:
        """Lets a chair have a code again, as nobody got it after all."""
        self._tables[room.id].pop(chair, None)

    def forget(self, table_id: str) -> None:
        self._tables.pop(table_id, None)


def _new_code(replaces: bool) -> _Code:
    return _Code(secrets.token_urlsafe(CODE_BYTES), replaces)


def _is_free(room: Room, chair: Chair) -> bool:
    """Whether nobody has taken a chair, by a link or for a bot, nor is about to."""
    return not room.table.chairs[chair].ready and not room.here(chair)


def _is_good(room: Room, chair: Chair, code: _Code) -> bool:
    return code.replaces or _is_free(room, chair)
