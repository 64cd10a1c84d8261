"""The HTTP API for programs, `/api/v1`: tables by requests and events, with keys as bearer tokens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rowdy.interfaces.probing import ProbeAnswer, probe_answer, probe_json
from rowdy.interfaces.web import messages
from rowdy.interfaces.web.http import cookies
from rowdy.interfaces.web.http.bearer import needed_key
from rowdy.interfaces.web.http.bodies import MAX_POSITION_LETTERS, TableWanted
from rowdy.interfaces.web.http.event_stream import EVENTS, EventStream
from rowdy.interfaces.web.http.explorer_answers import ExploreWanted, Walk
from rowdy.interfaces.web.http.limits import RequestLimits, visitor_of
from rowdy.interfaces.web.http.menu import Offer, offers
from rowdy.interfaces.web.http.openapi import Handler, Operation, Parameter, document
from rowdy.interfaces.web.http.program_seats import HEAD_DECODER, LetGo, ProgramSeats
from rowdy.interfaces.web.http.requests import (
    JSON,
    STATUS,
    TEXT,
    Refusal,
    json_response,
    read_body,
    read_json,
    read_number,
    words_for,
)
from rowdy.interfaces.web.http.socket import MAX_STEP
from rowdy.interfaces.web.live.faults import game_code
from rowdy.interfaces.web.live.lobby import EVERYTHING, Lobby, OpenedTable
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.table.entries import Chair
from rowdy.rules.game import GameError
from rowdy.rules.kit import read_rulings

API_ROOT = "/api/v1"
CANNOT_NOW = 409
"""The status of a command that a table refuses: the request is valid, but not now or not for this seat."""
TITLE = "Rowdy for programs"
SAY = (
    "Open tables, sit down, play and listen. A seat is a key, sent as a bearer token; a program is told what the "
    "page of that seat would be told. Every error is an object with a code for programs and a sentence for people."
)
GAMES = "The games that can be played here, with editions, house rules and bots."
STATE = "The table as this key sees it: all that a page is told when it comes."
COMMAND = "Sits down, plays, asks for a hint, takes back, and so on; answers with the step that came of it."
LISTEN = "What happens at the table, as server-sent events: first `hello`, then `step` and the like."
RECORD = "The record of a round as text: with the eyes of this key, and once it is over with all."
PROBE = "What best play leads to from a position of a solved game."
_TEXT = {"type": "string", "maxLength": MAX_POSITION_LETTERS}
SEEN = Parameter("seen", "The last step that you know: `log` says what came after.", {"type": "integer", "minimum": 0})
LAST_EVENT_ID = Parameter("Last-Event-ID", "The same, as clients send it that come back.", {"type": "string"}, "header")
ROUND = Parameter("round", "Its number, from 1; else the present round.", {"type": "integer", "minimum": 1})
POSITION = Parameter("position", "In notation; the start of the game if there is none.", _TEXT)
RULING = Parameter("ruling", "House rules, each as NAME=OPTION.", {"type": "array", "items": _TEXT})
Bases: TypeAlias = Callable[[Request], tuple[str, str]]
"""Returns the beginnings of links: those for the device that asks, and those for others."""
BearerToken: TypeAlias = Annotated[str, Meta(description="A bearer token.")]
_WANTED = msgspec.json.Decoder(TableWanted)


class SeatOpened(Struct, frozen=True, omit_defaults=True):
    """A seat of a new table: its key, and the same as a link for a person; none where a bot sits."""

    who: str
    key: BearerToken | None = None
    link: str | None = None


class TableCreated(Struct, frozen=True, omit_defaults=True):
    table: str
    commitment: str
    """SHA-256 of the secret seed with a salt, which are shown when the round is over."""
    seats: tuple[SeatOpened, ...]
    watch: SeatOpened
    """For those who only look on."""
    host: BearerToken | None = None
    """The key of the host, if no seat is theirs."""


class LegalMoves(Struct, frozen=True):
    n: int
    """The number of steps told so far, to be sent as `seen` with the move."""
    say: str
    """What is to be done, or who is awaited."""
    moves: tuple[str, ...]
    """In notation; none while it is not this seat's turn."""


class _Move(Struct, frozen=True):
    move: str


class _Picture(Struct, frozen=True):
    moves: tuple[_Move, ...] = ()


class _View(Struct, frozen=True):
    say: str
    picture: _Picture | None = None


class _Shown(Struct, frozen=True):
    """The part of a view that has the legal moves."""

    n: int
    view: _View


_SHOWN = msgspec.json.Decoder(_Shown)


class _Verdict(Struct, frozen=True):
    """The part of an answer that says whether a command was refused."""

    ok: bool
    code: str = ""
    say: str = ""


_VERDICT = msgspec.json.Decoder(_Verdict)


class Programs:
    def __init__(self, lobby: Lobby, limits: RequestLimits, bases: Bases, record: Handler, delete: Handler) -> None:
        """`bases` returns the beginnings of links; `record` and `delete` are the handlers of the page's requests."""
        self._lobby = lobby
        self._limits = limits
        self._bases = bases
        self._seats = ProgramSeats(lobby, limits)
        self._record = record
        self._delete = delete
        self._document = json_response(document(self.operations(), TITLE, SAY, lobby.settings.root_path)).body

    def routes(self) -> list[Route]:
        found = [Route(f"{API_ROOT}/openapi.json", self.openapi)]
        return found + [Route(one.path, one.handler, methods=[one.method]) for one in self.operations()]

    def operations(self) -> tuple[Operation, ...]:
        """Returns all operations for programs."""
        table = f"{API_ROOT}/tables/{{table}}"
        here = partial(Operation, keyed=True)
        return (
            Operation("games", "GET", f"{API_ROOT}/games", GAMES, self.games, tuple[Offer, ...]),
            Operation(
                "open", "POST", f"{API_ROOT}/tables", "Opens a table.", self.open, TableCreated, 201, TableWanted
            ),
            here("delete", "DELETE", table, "Deletes a table; only for its host.", self.delete, None, 204),
            here("state", "GET", f"{table}/state", STATE, self.state, messages.Hello, query=(SEEN,)),
            here("moves", "GET", f"{table}/moves", "The moves of this seat.", self.moves, LegalMoves),
            here(
                "command", "POST", f"{table}/commands", COMMAND, self.command, messages.Answered, body=messages.Request
            ),
            here(
                "events",
                "GET",
                f"{table}/events",
                LISTEN,
                self.events,
                str,
                query=(SEEN, LAST_EVENT_ID),
                media_type=EVENTS,
            ),
            here("record", "GET", f"{table}/record", RECORD, self.record, str, query=(ROUND,), media_type=TEXT),
            Operation(
                "probe", "GET", f"{API_ROOT}/probe/{{game}}", PROBE, self.probe, ProbeAnswer, query=(POSITION, RULING)
            ),
        )

    async def openapi(self, request: Request) -> Response:
        return Response(self._document, media_type=JSON)

    # Tables

    async def games(self, request: Request) -> Response:
        return json_response(offers(words_for(request)))

    async def open(self, request: Request) -> Response:
        self._limits.check(request, self._limits.opening)
        wanted = await read_json(request, _WANTED)
        opened = await self._lobby.open(wanted.plan, wanted.mine, visitor_of(request))
        return json_response(self._created(request, wanted, opened), 201)

    def _created(self, request: Request, wanted: TableWanted, opened: OpenedTable) -> TableCreated:
        _, friends = self._bases(request)

        def seat(who: str, key: str | None) -> SeatOpened:
            return SeatOpened(who, key, key and cookies.link(friends, opened.table_id, key))

        keys = opened.chair_keys
        return TableCreated(
            table=opened.table_id,
            commitment=opened.commitment,
            seats=tuple(seat(one.who, keys.get(Chair(number))) for number, one in enumerate(wanted.seats)),
            watch=seat("watch", opened.watch_key),
            host=None if wanted.mine else opened.host_key,
        )

    async def delete(self, request: Request) -> Response:
        needed_key(request)
        return await self._delete(request)

    async def record(self, request: Request) -> Response:
        needed_key(request)
        return await self._record(request)

    # At a table

    async def state(self, request: Request) -> Response:
        try:
            return Response(await self._view(request, read_number(request, "seen", MAX_STEP)), media_type=JSON)
        except LetGo as gone:
            return _refused(gone.refusal)

    async def moves(self, request: Request) -> Response:
        try:
            shown = _SHOWN.decode(await self._view(request, MAX_STEP))
        except LetGo as gone:
            return _refused(gone.refusal)
        offered = shown.view.picture.moves if shown.view.picture else ()
        return json_response(LegalMoves(shown.n, shown.view.say, tuple(one.move for one in offered)))

    async def _view(self, request: Request, seen: int) -> bytes:
        async with self._seats.of(request, EVERYTHING) as seat:
            return await seat.view(seen)

    async def command(self, request: Request) -> Response:
        """Gives a command to the table through the inbox; the answer is the message that a page would get."""
        needed_key(request)
        text, wanted = await read_body(request, messages.REQUESTS)
        try:
            async with self._seats.of(request, wanted.seen) as seat:
                told = await seat.command(self._lobby, wanted.id, text)
        except LetGo as gone:
            return _refused(gone.refusal)
        if HEAD_DECODER.decode(told).type == "answer" and not (verdict := _VERDICT.decode(told)).ok:
            return _refused(Refusal(verdict.code, verdict.say))
        return Response(told, media_type=JSON)

    async def events(self, request: Request) -> Response:
        secret = needed_key(request)
        self._limits.check(request, self._limits.visiting)
        key = await self._lobby.keys.find(request.path_params["table"], secret)
        last = request.headers.get("last-event-id", "")
        known = int(last) if last.isascii() and last.isdecimal() and len(last) < len(str(MAX_STEP)) else 0
        seen = max(known, read_number(request, "seen", MAX_STEP))
        return EventStream(self._lobby, key, words_for(request), seen, visitor_of(request))

    # Solved games

    async def probe(self, request: Request) -> Response:
        """Answers as `rowdy explore --json` does, with the limits of the explorer's page."""
        self._limits.check(request, self._limits.exploring)
        game_id = request.path_params["game"]
        with game_code(f"explorer {game_id}"):
            walk = Walk(game_id, _wanted_probe(request))
        asker = Asker(visitor_of(request))
        found = await self._lobby.thinkers.explore(walk.game, walk.state, asker)
        ahead = await self._lobby.thinkers.look_ahead(walk.game, walk.state, asker)
        with game_code(f"explorer {game_id}"):
            told = probe_answer(walk.game, walk.state, found.probe, ahead.line)
        return Response(probe_json(told), media_type=JSON)


def _wanted_probe(request: Request) -> ExploreWanted:
    rulings = read_rulings(request.query_params.getlist("ruling"))
    position = request.query_params.get("position")
    try:
        return msgspec.convert({"position": position, "rulings": rulings}, ExploreWanted)
    except msgspec.ValidationError as error:
        raise GameError("body-form", reason=error) from None


def _refused(refusal: Refusal) -> Response:
    return json_response(refusal, STATUS.get(refusal.code, CANNOT_NOW))
