"""Keys: the secret texts that let somebody sit down or watch. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from rowdy.play.table.entries import Chair

KEY_BYTES = 32
TABLE_ID_BYTES = 12
"""The size of a table's id, which is 16 letters long; it is not secret, but cannot be guessed."""


class Key(NamedTuple):
    """What a key opens: a chair of a table, or the view of a spectator if there is no chair."""

    hash: bytes
    """The SHA-256 of the key."""
    table_id: str
    chair: Chair | None
    host: bool


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def new_table_id() -> str:
    return secrets.token_urlsafe(TABLE_ID_BYTES)


def digest(key: str) -> bytes:
    """Returns the hash of a key, which is all that is stored of it.

    A key has 256 random bits, so it needs no salt and no slow hash to protect it.
    """
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()
