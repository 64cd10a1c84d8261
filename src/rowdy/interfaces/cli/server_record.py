"""Fetches the server's own record of a round, given a link to the table, as a browser would."""

from __future__ import annotations

import json
import re
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from rowdy.rules.game import GameError, InvalidSetup
from rowdy.rules.record import Record, eyes_text
from rowdy.rules.record_text import parse_record

TIMEOUT_SECONDS = 10
"""How long the server may take to answer, in seconds."""
MAX_ANSWER_BYTES = 1_000_000
"""The most bytes of an answer that are read."""
MAX_ROUNDS_ASKED_FOR = 1_000
"""The most rounds that are asked for, one after the other, until the server has no more."""
NO_SUCH_ROUND, NOT_BEGUN, EYES_CLOSED = 404, 409, 403
"""The HTTP statuses by which the server says that there is no such round, or that a round goes on."""
_PATH = re.compile(r"/table/([A-Za-z0-9_-]+)")


class TableLink(NamedTuple):
    server: str
    """Such as `https://games.example`."""
    table_id: str
    key: str


class RecordAnswer(NamedTuple):
    text: str | None
    """The server's record of the round; `None` if it has none, or shows it only later."""
    later: bool = False
    """True if a round of the table goes on, whose record it does not show yet."""


def read_link(text: str) -> TableLink:
    """The parts of a link to a table, which everybody who played or watched has."""
    try:
        parts = urlsplit(text)
    except ValueError:
        raise InvalidSetup("verify-server", text=text) from None
    path = _PATH.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or path is None or not parts.fragment:
        raise InvalidSetup("verify-server", text=text)
    return TableLink(f"{parts.scheme}://{parts.netloc}", path[1], parts.fragment)


def find_record(link: TableLink, record: Record) -> RecordAnswer:
    """The server's record of the round with this record's commitment; `GameError` if the server cannot be reached."""
    try:
        return _find_record(link, record)
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = getattr(error, "reason", None) or error
        raise GameError("verify-server-failed", server=link.server, reason=reason) from None


def _find_record(link: TableLink, record: Record) -> RecordAnswer:
    table = f"{link.server}/api/tables/{link.table_id}"
    body = json.dumps({"key": link.key}).encode()
    entered, cookie = _fetch(Request(f"{table}/enter", body, {"Content-Type": "application/json"}))
    place, later = json.loads(entered)["as"], False
    for number in range(1, MAX_ROUNDS_ASKED_FOR + 1):
        query = urlencode({"as": place, "round": number, "eyes": eyes_text(record.eyes)})
        try:
            text, _ = _fetch(Request(f"{table}/record?{query}", headers={"Cookie": cookie}))
        except HTTPError as error:
            if error.code == EYES_CLOSED:
                later = True
                continue
            if error.code in (NO_SUCH_ROUND, NOT_BEGUN):
                break
            raise
        if record.commitment is not None and parse_record(text).commitment == record.commitment:
            return RecordAnswer(text)
    return RecordAnswer(None, later)


def _fetch(request: Request) -> tuple[str, str]:
    """The body of an answer, and its cookie."""
    with urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # the scheme was checked
        text = response.read(MAX_ANSWER_BYTES).decode()
        return text, response.headers.get("set-cookie", "").partition(";")[0]
