"""Notices that servers which share a database send each other; each is complete in itself.

A notice contains no secrets of a game, and of keys and codes only their hashes. If a notice is lost, nothing lasting is
lost, as all of that is in the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple, TypeAlias

import msgspec

MAX_PAYLOAD_BYTES = 7_900
"""The longest payload; PostgreSQL accepts less than 8,000 bytes."""
TAB_LETTERS = 12
"""The length of the part of a tab's hash that identifies it."""


class Notice(msgspec.Struct, frozen=True, array_like=True, tag=str.lower):
    """Something that other servers may want to know."""


class Appended(Notice, frozen=True):
    """A table has an entry with this number, and all before it."""

    table_id: str
    seq: int


class Dropped(Notice, frozen=True):
    """A table was deleted."""

    table_id: str


class Renewed(Notice, frozen=True):
    """A chair has another key."""

    table_id: str
    chair: int
    hash: bytes
    tab: str
    """The tab that asked for it, which may stay; empty if the chair was given to somebody else."""
    given: bool
    """True if the chair was given to somebody by a code, or taken away by the table's screen."""


class Present(Notice, frozen=True):
    """Everybody who is connected to one table at the sending server."""

    table_id: str
    tabs: dict[int, list[str]] = {}
    """For each chair the hashes of its tabs; a connection that names no tab counts as one of its own."""
    watching: int = 0
    """The number of spectators."""
    hosts: int = 0
    """How many of the spectators are the host."""


class ChairLooked(Notice, frozen=True):
    """Somebody saw the cards of a chair without being connected, by asking for a record or replay."""

    table_id: str
    chair: int
    at: float
    again: bool = False
    """True if the notice is repeated for servers that may have missed it."""


class ReactionSent(Notice, frozen=True):
    table_id: str
    chair: int
    reaction: str
    command: str
    """The id of the command, by which one that comes twice is recognised."""


class Spent(Notice, frozen=True):
    """A chair asked for something that is answered but not stored, which counts against its rate all the same."""

    table_id: str
    chair: int


class CodeMade(Notice, frozen=True):
    """A code opens a chair, as long as the chair has this key."""

    table_id: str
    chair: int
    code: bytes
    """The hash of the code."""
    key: bytes
    """The hash of the key that the chair had when the code was made."""
    replaces: bool


class Asked(Notice, frozen=True):
    """A server has started, or was disconnected: it asks the others to tell everything again."""


class ServerLeft(Notice, frozen=True):
    """The sending server stops."""


AnyNotice: TypeAlias = (
    Appended | Dropped | Renewed | Present | ChairLooked | ReactionSent | Spent | CodeMade | Asked | ServerLeft
)


class NoticeBatch(NamedTuple):
    """The notices that one server sent together."""

    server: str
    notices: tuple[AnyNotice, ...]


_ENCODER = msgspec.json.Encoder()
_BATCHES = msgspec.json.Decoder(tuple[str, tuple[msgspec.Raw, ...]])
_NOTICES: msgspec.json.Decoder[AnyNotice] = msgspec.json.Decoder(AnyNotice)


def payloads(server: str, notices: Iterable[AnyNotice]) -> Iterator[str]:
    """Returns the notices of a server as texts, none of which is too long for the database."""
    head = f'["{server}",['
    parts, size = list[str](), len(head) + 2
    for notice in notices:
        part = _ENCODER.encode(notice).decode()
        length = len(part.encode()) + 1
        if parts and size + length > MAX_PAYLOAD_BYTES:
            yield f"{head}{','.join(parts)}]]"
            parts, size = [], len(head) + 2
        parts.append(part)
        size += length
    if parts:
        yield f"{head}{','.join(parts)}]]"


def read_payload(text: str) -> NoticeBatch | None:
    """Returns the notices in a payload, except those that only a newer Rowdy knows; `None` if it cannot be read."""
    try:
        server, parts = _BATCHES.decode(text)
    except msgspec.MsgspecError:
        return None
    notices = list[AnyNotice]()
    for part in parts:
        with suppress(msgspec.ValidationError):
            notices.append(_NOTICES.decode(part))
    return NoticeBatch(server, tuple(notices))


def tab_hash(tab: str) -> str:
    """Returns the hash that stands for a tab in notices."""
    return sha256(tab.encode("utf-8", "surrogatepass")).hexdigest()[:TAB_LETTERS]
