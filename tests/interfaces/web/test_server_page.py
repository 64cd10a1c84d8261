"""docs/server.md and docs/api.md name the routes and messages that there are, and their examples can be read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from rowdy.interfaces.web import messages
from rowdy.interfaces.web.foreign_words import ForeignText
from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.bodies import TableWanted
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.store import open_store
from rowdy.play.bots.pool import BotPool
from tests.docs_blocks import blocks

DOCS = Path(__file__).parents[3] / "docs"
SERVER, API = ((DOCS / name).read_text("utf-8") for name in ("server.md", "api.md"))
REQUESTS = {str(one.__struct_config__.tag): one for one in get_args(messages.Request)}
TOLD = {str(one.__struct_config__.tag): one for one in messages._Message.__subclasses__()}


def rows(page: str, head: str) -> list[list[str]]:
    """The rows of the table that begins with this head, as cells."""
    lines = page.partition(f"| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def described(page: str, head: str) -> Iterator[str]:
    """The commands or messages that a table lists in its first column."""
    for first, *_ in rows(page, head):
        yield from re.findall(r"`([\w-]+)`", first)


@pytest.fixture
def routes(tmp_path: Path) -> set[str]:
    """Every route of the server but the pages and their files, with its method."""
    with open_store(str(tmp_path / "tables.sqlite")) as store:
        app: Any = make_app(Lobby(store, BotPool(0, parts=()), Settings()), Hosts.of([]))[0]
    found = set[str]()
    for route in app.app.routes:
        if isinstance(route, WebSocketRoute):
            found.add(f"GET {route.path}")
        elif isinstance(route, Route):
            found |= {f"{method} {route.path}" for method in (route.methods or set()) - {"HEAD"}}
    return {route for route in found if "/api/" in route or "/health" in route or "/readyz" in route}


def test_every_route_is_described(routes: set[str]) -> None:
    page = re.findall(r"`((?:GET|POST|DELETE) /[^`\s?]*)", SERVER)
    programs = [text.replace("…", "/api/v1/tables") for text in re.findall(r"`((?:GET|POST|DELETE) [/…][^`\s?]*)", API)]
    known = {re.sub(r"{\w+}", "{}", route) for route in routes} - {"GET /health", "GET /api/v1/openapi.json"}
    assert {re.sub(r"{\w+}", "{}", route) for route in (*page, *programs)} == known


def test_every_command_is_described_with_its_fields() -> None:
    assert sorted(described(SERVER, "`do` | more fields")) == sorted(REQUESTS)
    for first, fields, _ in rows(SERVER, "`do` | more fields"):
        named = re.findall(r"`(\w+)`", re.sub(r"`: .*", "`", fields))
        for tag in re.findall(r"`([\w-]+)`", first):
            assert named == [name for name in REQUESTS[tag].__struct_fields__ if name not in ("id", "seen")], tag


def test_every_message_is_described_with_its_fields() -> None:
    assert sorted(described(SERVER, "`type` | fields")) == sorted(TOLD)
    for first, fields, _ in rows(SERVER, "`type` | fields"):
        assert re.findall(r"`(\w+)`", fields) == list(TOLD[first.strip("`")].__struct_fields__), first


def test_the_examples_can_be_read() -> None:
    texts = [block.lines for page in (SERVER, API) for block in blocks(page)]
    table, play = ("\n".join(lines) for lines in texts if lines[0].startswith("{") and "say" not in lines[0])
    assert msgspec.json.decode(table, type=TableWanted).game == "xoxo"
    assert isinstance(messages.REQUESTS.decode(play), REQUESTS["play"])
    (commands,) = [lines[1:] for lines in texts if lines[0].startswith("POST /api/v1/")]
    assert [type(messages.REQUESTS.decode(line)) for line in commands] == [
        REQUESTS[do] for do in ("sit", "play", "hint")
    ]
    assert [lines for lines in texts if lines[0].startswith("Authorization")] == [("Authorization: Bearer KEY",)]


def test_the_parts_of_a_foreign_text_are_the_text() -> None:
    (block,) = [block for block in blocks(SERVER) if block.language == "json"]
    message = json.loads("\n".join(block.lines))
    (foreign,) = msgspec.convert(message["foreign"], tuple[ForeignText, ...])
    said: Any = message
    for key in foreign.at:
        said = said[key]
    assert "".join(part.text for part in foreign.parts) == said
