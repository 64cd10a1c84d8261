"""Links and cookies: a link brings a key to a browser, and a cookie keeps it there."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from rowdy.interfaces.web.store.keys import Key
from rowdy.play.table.entries import Chair

COOKIE_SECONDS = 90 * 24 * 60 * 60
WATCH, HOST = "watch", "host"


def place_name(chair: Chair | None, host: bool = False) -> str:
    """Returns the name of a place in addresses and cookies.

    It is the number of the chair from 1, `watch`, or `host` for somebody who opened the table and only looks on.
    """
    if chair is not None:
        return str(chair + 1)
    return HOST if host else WATCH


def place_of(key: Key) -> str:
    """Returns the name of the place that a key opens."""
    return place_name(key.chair, key.host)


def link(base: str, table_id: str, key: str) -> str:
    """Returns the address of a place.

    What follows `#` stays in the browser, so no log and no other site gets to see the key.
    """
    return f"{base}/table/{table_id}#{key}"


def hand_link(base: str, table_id: str, code: str) -> str:
    """Returns the address by which a phone takes a seat, with the code where other addresses have their key."""
    return f"{base}/hand/{table_id}#{code}"


# Each place has a cookie of its own, so that several people can share a browser and each page says whom it plays for.


def table_path(table_id: str) -> str:
    return f"/api/tables/{table_id}"


def cookie_name(table_id: str, place: str) -> str:
    return f"rowdy-{table_id}-{place}"


def give_cookie(response: Response, asker: HTTPConnection, place: str, key: str, table_id: str | None = None) -> None:
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


def held_key(cookies: Mapping[str, str], table_id: str, place: str) -> str | None:
    """Returns the key that the browser keeps for this place, or `None`."""
    return cookies.get(cookie_name(table_id, place))


def held_keys(cookies: Mapping[str, str], table_id: str) -> list[str]:
    """Returns all keys that the browser keeps for places at this table."""
    return [key for name, key in cookies.items() if name.startswith(cookie_name(table_id, ""))]
