"""Requests read, and answers and errors written: typed bodies of limited size, and words in the asker's language."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from rowdy.interfaces.words import LANGUAGES, Words, pick_language
from rowdy.rules.game import GameError

JSON = "application/json"
TEXT = "text/plain"
MAX_JSON = 16 * 1024
MAX_RECORD = 64 * 1024
MOST_DIGITS = 16

T = TypeVar("T")
_ENCODER = msgspec.json.Encoder()
STATUS = {
    "body-type": 415,
    "body-size": 413,
    "eyes-closed": 403,
    "internal": 500,
    "no-such-page": 404,
    "no-such-round": 404,
    "no-table": 404,
    "not-begun": 409,
    "not-saved": 503,
    "only-host": 403,
    "only-watching": 403,
    "table-unreadable": 500,
    "too-often": 429,
    "wrong-method": 405,
}
"""Any other error is the request's own: 400."""


class Refusal(msgspec.Struct, frozen=True):
    code: str
    say: str


def words_for(asker: HTTPConnection) -> Words:
    """In the language that is asked for, or was before, or else that of the browser."""
    for asked in (asker.query_params.get("lang"), asker.cookies.get("lang")):
        if asked in LANGUAGES:
            return Words(asked)
    return Words(pick_language(asker.headers.get("accept-language", "")))


def answer(content: object, status: int = 200) -> Response:
    return Response(_ENCODER.encode(content), status, media_type=JSON)


def refuse(asker: HTTPConnection, error: GameError) -> Response:
    response = answer(Refusal(error.code, words_for(asker).error(error)), STATUS.get(error.code, 400))
    if error.code == "too-often":
        response.headers["Retry-After"] = str(error.details["seconds"])
    return response


def read_number(asker: HTTPConnection, name: str, most: int) -> int:
    """A number in the query, 0 where none is told; whatever else stands there is none."""
    text = asker.query_params.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdecimal() and len(text) < MOST_DIGITS else 0


async def read_json(request: Request, decoder: msgspec.json.Decoder[T]) -> T:
    """The typed body of a request; JSON from another site's form would come as another type."""
    body = await _read(request, JSON, MAX_JSON)
    try:
        return decoder.decode(body)
    except (ValueError, RecursionError) as error:  # all that msgspec and bad UTF-8 raise, and nesting without end
        raise GameError("body-form", reason=error) from None


async def read_text(request: Request) -> str:
    try:
        return (await _read(request, TEXT, MAX_RECORD)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GameError("body-text") from None


async def _read(request: Request, kind: str, most: int) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise GameError("body-type", kind=kind)
    told = request.headers.get("content-length", "0")
    if told.isdecimal() and int(told) > most:
        raise GameError("body-size", most=most)
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise GameError("body-size", most=most)
    except ClientDisconnect:
        raise GameError("body-end") from None
    return bytes(body)


# What goes wrong, for the app's list of handlers


async def on_game_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, GameError)
    return refuse(request, error)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Starlette's own: no such page, or not with this method."""
    assert isinstance(error, HTTPException)
    known = {404: "no-such-page", 405: "wrong-method"}
    response = refuse(request, GameError(known.get(error.status_code, "internal")))
    response.headers.update(error.headers or {})
    return response


async def on_failure(request: Request, error: Exception) -> Response:
    """What nobody expected is logged by the server; who asked learns nothing of it."""
    return refuse(request, GameError("internal"))
