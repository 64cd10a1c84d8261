"""Admission: who may join a room, by the key that they used and by how many are there already."""

from __future__ import annotations

from typing import NamedTuple

from rowdy.interfaces.web.live.connection import CloseCode, Connection
from rowdy.interfaces.web.live.presence import Presence
from rowdy.interfaces.web.settings import Limits
from rowdy.play.table.entries import Viewer


class Closed(NamedTuple):
    """Why a room does not accept somebody, and the close code of their connection."""

    code: str
    close_code: CloseCode


SERVER_STOPS = Closed("server-stops", CloseCode.GOING_AWAY)
SEAT_RENEWED = Closed("seat-renewed", CloseCode.POLICY_VIOLATION)


class RenewedKey(NamedTuple):
    """The key that a chair got while its table was in use."""

    hash: bytes
    tab: str
    """The tab that asked for it, which may still use the old key until it has the answer."""


class Admission:
    def __init__(self, presence: Presence, limits: Limits) -> None:
        self._presence = presence
        self._limits = limits
        self._renewed: dict[Viewer, RenewedKey] = {}
        """The chairs whose key was renewed: somebody who was let in by an older key may not have joined yet."""

    def renew(self, viewer: Viewer, key: RenewedKey) -> None:
        self._renewed[viewer] = key

    def renewed(self, viewer: Viewer) -> bool:
        """True if the viewer's key was renewed while the table was in use."""
        return viewer in self._renewed

    def locks_out(self, connection: Connection) -> bool:
        """True if a connection used a key which its chair no longer has, and is not of the tab that renewed it."""
        renewed = self._renewed.get(connection.viewer)
        if renewed is None or connection.key == renewed.hash:
            return False
        return not connection.tab or connection.tab != renewed.tab

    def refusal(self, connection: Connection) -> Closed | None:
        """Returns why a connection cannot join, or `None` if it can."""
        if self.locks_out(connection):
            return SEAT_RENEWED
        presence, limits = self._presence, self._limits
        if connection.viewer is not None:
            full = len(presence.tabs(connection.viewer)) >= limits.max_tabs
        elif connection.host:
            full = presence.hosts() >= limits.max_tabs
        else:
            full = presence.watching() - presence.hosts() >= limits.max_watching
            return Closed("too-many-watching", CloseCode.TRY_AGAIN_LATER) if full else None
        return Closed("too-many-tabs", CloseCode.TRY_AGAIN_LATER) if full else None
