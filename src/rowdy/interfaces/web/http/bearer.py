"""Keys of programs, sent as `Authorization: Bearer KEY`; in a link for people the same key follows the `#`."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from rowdy.rules.game import GameError


def bearer_key(asker: HTTPConnection) -> str | None:
    """Returns the key that a program sends, or `None` if it sends none."""
    kind, _, key = asker.headers.get("authorization", "").partition(" ")
    return key.strip() or None if kind.lower() == "bearer" else None


def needed_key(asker: HTTPConnection) -> str:
    """Returns the key that a program sends; `GameError` if it sends none."""
    key = bearer_key(asker)
    if key is None:
        raise GameError("no-key")
    return key
