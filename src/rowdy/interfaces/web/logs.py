"""The log of a server: as text or as JSON, without keys and passwords, and without addresses unless asked for."""

from __future__ import annotations

import ipaddress
import json
import logging
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Literal, TextIO, TypeAlias

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rowdy.interfaces.web.live.counters import Counters
from rowdy.interfaces.web.log_limit import LogLimit

LogForm: TypeAlias = Literal["text", "json"]
_KEY = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
_AFTER_HASH = re.compile(r"#[\w-]{16,}")
_CREDENTIALS = re.compile(r"://[^/\s@]+@")
_ADDRESS = re.compile(r"(?<![\w.:])\[?[0-9a-fA-F:.]{3,}\]?")
_PORT = re.compile(r":\d+$")

requests_log = logging.getLogger("rowdy.requests")


def without_secrets(text: str, addresses: bool = False) -> str:
    """Returns a text with possible keys and passwords removed, and IP addresses too unless they are wanted."""
    text = _CREDENTIALS.sub("://[secret]@", _AFTER_HASH.sub("#[key]", _KEY.sub("[key]", text)))
    return text if addresses else _ADDRESS.sub(lambda found: _hidden(found[0]), text)


def _hidden(text: str) -> str:
    for candidate in (text, _PORT.sub("", text), text.rstrip(".:")):
        try:
            ipaddress.ip_address(candidate.strip("[]"))
        except ValueError:
            continue
        return text.replace(candidate, "[address]")
    return text


class PlainFormatter(logging.Formatter):
    def __init__(self, addresses: bool) -> None:
        super().__init__("%(message)s")
        self._addresses = addresses

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record), self._addresses)


class JsonFormatter(logging.Formatter):
    """One object a line: `time`, `level`, `logger`, `say`, what went wrong as `error`, and the fields of a request."""

    def __init__(self, addresses: bool) -> None:
        super().__init__()
        self._addresses = addresses

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "say": without_secrets(record.getMessage(), self._addresses),
            **getattr(record, "request", {}),
        }
        if record.exc_info:
            told["error"] = without_secrets(self.formatException(record.exc_info), self._addresses)
        return json.dumps(told, ensure_ascii=False)


@contextmanager
def logging_to_stderr(form: LogForm, requests: bool, addresses: bool, stream: TextIO | None = None) -> Iterator[None]:
    """A context in which errors, up to a limit, and `requests` if wanted are logged to standard error."""
    formatter = JsonFormatter(addresses) if form == "json" else PlainFormatter(addresses)
    troubles, told = logging.StreamHandler(stream or sys.stderr), logging.StreamHandler(stream or sys.stderr)
    troubles.setLevel(logging.WARNING)
    troubles.addFilter(LogLimit())
    for handler in (troubles, told):
        handler.setFormatter(formatter)
    level = requests_log.level
    logging.root.addHandler(troubles)
    requests_log.addHandler(told)
    requests_log.propagate = False
    requests_log.setLevel(logging.INFO if requests else logging.CRITICAL)
    try:
        yield
    finally:
        logging.root.removeHandler(troubles)
        requests_log.removeHandler(told)
        requests_log.propagate = True
        requests_log.setLevel(level)


class Watched:
    """Counts requests by their status, and logs them if that is asked for, but never a query or a body."""

    def __init__(
        self, app: ASGIApp, counters: Counters, addresses: bool, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._app = app
        self._counters = counters
        self._addresses = addresses
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = self._clock(), 500

        async def send_watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._counters.answers[status] += 1
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        finally:
            if requests_log.isEnabledFor(logging.INFO):
                self._log(scope, status, self._clock() - began)

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        request = {
            "method": scope["method"],
            "path": without_secrets(scope["path"], self._addresses),
            "status": status,
            "ms": round(1000 * seconds, 1),
        }
        if self._addresses and scope["client"]:
            request["address"] = scope["client"][0]
        requests_log.info(" ".join(str(value) for value in request.values()), extra={"request": request})
