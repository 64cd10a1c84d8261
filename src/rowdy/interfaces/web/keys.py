"""Keys: what lets somebody sit down or watch. A link carries one, a cookie keeps it, the store knows only its hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

from starlette.responses import Response

from rowdy.rules.game import Seat

KEY_BYTES = 32
ID_BYTES = 12
"""16 letters: a table's id is no secret, but nobody finds one by trying."""
DAYS = 90
SECONDS_A_DAY = 86_400
WATCH, HOST = "watch", "host"


def place_of(seat: Seat | None, host: bool) -> str:
    """How what a key opens is called in addresses and cookies: a seat's number from 1, `watch`, or `host` for somebody
    who made the table and only looks on."""
    if seat is not None:
        return str(seat + 1)
    return HOST if host else WATCH


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def new_table_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def digest(key: str) -> bytes:
    """All that is kept of a key. It has 256 random bits, so no salt and no slow hash is needed to protect it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def link(base: str, table_id: str, key: str) -> str:
    """The address of a seat: what follows `#` stays in the browser, so no log and no other site gets to see it."""
    return f"{base}/table/{table_id}#{key}"


# Cookies. Each seat has its own, so that several people can share a browser and each page says whom it plays for.


def table_path(table_id: str) -> str:
    return f"/api/tables/{table_id}"


def cookie_name(table_id: str, place: str) -> str:
    return f"rowdy-{table_id}-{place}"


def give_cookie(response: Response, table_id: str, place: str, key: str, secure: bool) -> None:
    response.set_cookie(
        cookie_name(table_id, place),
        key,
        max_age=DAYS * SECONDS_A_DAY,
        path=table_path(table_id),
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def held_key(cookies: Mapping[str, str], table_id: str, place: str) -> str | None:
    """The key that the browser keeps for this place."""
    return cookies.get(cookie_name(table_id, place))
