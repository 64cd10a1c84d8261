"""Reads the bodies of requests, of limited size, and writes answers and errors in the asker's language."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from rowdy.interfaces.languages import languages, pick_language
from rowdy.interfaces.phrases import plain_text
from rowdy.interfaces.web.foreign_words import with_parts
from rowdy.interfaces.web.messages import UNREADABLE
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError

JSON = "application/json"
TEXT = "text/plain"
MAX_JSON_BYTES = 16 * 1024
MAX_RECORD_BYTES = 64 * 1024
MAX_DIGITS = 16

T = TypeVar("T")
_ENCODER = msgspec.json.Encoder(enc_hook=plain_text)
STATUS = {
    "body-type": 415,
    "body-size": 413,
    "code-used": 409,
    "eyes-closed": 403,
    "game-failed": 500,
    "internal": 500,
    "no-key": 401,
    "no-lesson": 404,
    "no-lesson-step": 404,
    "no-review": 404,
    "no-such-page": 404,
    "no-such-round": 404,
    "no-table": 404,
    "not-begun": 409,
    "not-over": 409,
    "not-saved": 503,
    "no-network": 503,
    "only-here": 403,
    "only-host": 403,
    "only-screen": 403,
    "only-watching": 403,
    "seat-renewed": 404,
    "server-stops": 503,
    "store-down": 503,
    "table-deleted": 404,
    "table-unreadable": 500,
    "too-busy": 503,
    "too-fast": 429,
    "too-many-messages": 429,
    "too-many-tabs": 429,
    "too-many-watching": 429,
    "too-often": 429,
    "wrong-method": 405,
}
"""The HTTP status of errors by their code; all others are 400."""


class Refusal(msgspec.Struct, frozen=True):
    code: str
    say: str


def words_for(asker: HTTPConnection) -> Words:
    """Returns the words in the language that is asked for, was asked for before, or is the browser's own."""
    for asked in (asker.query_params.get("lang"), asker.cookies.get("lang")):
        if asked in languages():
            return Words(asked)
    return Words(pick_language(asker.headers.get("accept-language", "")))


def json_response(content: object, status: int = 200) -> Response:
    """Returns the content as JSON; marks in its texts become their parts."""
    return Response(with_parts(_ENCODER.encode(content)), status, media_type=JSON)


def refuse(asker: HTTPConnection, error: GameError) -> Response:
    response = json_response(Refusal(error.code, words_for(asker).error(error)), STATUS.get(error.code, 400))
    if error.code in ("too-often", "too-busy"):
        response.headers["Retry-After"] = str(error.details["seconds"])
    if error.code == "no-key":
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def read_number(asker: HTTPConnection, name: str, most: int) -> int:
    """Returns a number from the query, at most `most`, or 0 if there is none."""
    text = asker.query_params.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdecimal() and len(text) < MAX_DIGITS else 0


async def read_json(request: Request, decoder: msgspec.json.Decoder[T]) -> T:
    """Returns the typed body of a request.

    Its content type must be JSON, which the form of another site cannot send.
    """
    return (await read_body(request, decoder))[1]


async def read_body(request: Request, decoder: msgspec.json.Decoder[T]) -> tuple[bytes, T]:
    """Returns the raw body of a request, and the typed one."""
    body = await _read(request, JSON, MAX_JSON_BYTES)
    try:
        return body, decoder.decode(body)
    except UNREADABLE as error:
        raise GameError("body-form", reason=error) from None


async def read_text_body(request: Request) -> str:
    try:
        return (await _read(request, TEXT, MAX_RECORD_BYTES)).decode("utf-8-sig")
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


# The app's handlers of exceptions


async def on_game_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, GameError)
    return refuse(request, error)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answers an error of Starlette's own: no such page, or not with this method."""
    assert isinstance(error, HTTPException)
    known = {404: "no-such-page", 405: "wrong-method"}
    response = refuse(request, GameError(known.get(error.status_code, "internal")))
    response.headers.update(error.headers or {})
    return response


async def on_failure(request: Request, error: Exception) -> Response:
    """Answers after an unexpected error: the server logs it, and the asker learns nothing about it."""
    response = refuse(request, GameError("internal"))
    response.headers["Connection"] = "close"  # as uvicorn does after an error
    return response
