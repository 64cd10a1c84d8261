"""Links and cookies: a link brings a key to a browser, and a cookie keeps it there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

from starlette.requests import HTTPConnection
from starlette.responses import Response

from rowdy.interfaces.web.store.keys import Key
from rowdy.play.table.entries import Chair

PlaceName = NewType("PlaceName", str)
"""What a key opens, as addresses and cookies name it.

It is the number of a chair from 1, `watch`, or `host` for somebody who opened the table and only looks on.
"""
COOKIE_SECONDS = 90 * 24 * 60 * 60
"""How long a browser keeps a key, in seconds."""
WATCH, HOST = PlaceName("watch"), PlaceName("host")


def place_name(chair: Chair | None, host: bool = False) -> PlaceName:
    if chair is not None:
        return PlaceName(str(chair + 1))
    return HOST if host else WATCH


def place_of(key: Key) -> PlaceName:
    """Returns the name of the place that a key opens."""
    return place_name(key.chair, key.host)


def link(base: str, table_id: str, key: str) -> str:
    """Returns the address of a place.

    What follows `#` stays in the browser, so no log and no other site gets to see the key.
    """
    return f"{base}/table/{table_id}#{key}"


def hand_link(base: str, table_id: str, code: str) -> str:
    """Returns the address by which a phone takes a chair, with the code where other addresses have their key."""
    return f"{base}/hand/{table_id}#{code}"


# Each place has a cookie of its own, so that several people can share a browser and each page says whom it plays for.


def table_path(table_id: str) -> str:
    return f"/api/tables/{table_id}"


def cookie_name(table_id: str, place: PlaceName) -> str:
    return f"{_cookies_of(table_id)}{place}"


def _cookies_of(table_id: str) -> str:
    """Returns how the names of all cookies of a table begin."""
    return f"rowdy-{table_id}-"


def give_cookie(
    response: Response, asker: HTTPConnection, place: PlaceName, key: str, table_id: str | None = None
) -> None:
    """Sets a cookie with a key, only for the paths of its table, and only over https if the request was."""
    table_id = asker.path_params["table"] if table_id is None else table_id
    response.set_cookie(
        cookie_name(table_id, place),
        key,
        max_age=COOKIE_SECONDS,
        path=asker.scope["root_path"] + table_path(table_id),
        secure=asker.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def held_key(cookies: Mapping[str, str], table_id: str, place: PlaceName) -> str | None:
    """Returns the key that the browser keeps for this place, or `None`."""
    return cookies.get(cookie_name(table_id, place))


def held_keys(cookies: Mapping[str, str], table_id: str) -> list[str]:
    """Returns all keys that the browser keeps for places at this table."""
    return [key for name, key in cookies.items() if name.startswith(_cookies_of(table_id))]
