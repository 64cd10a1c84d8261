"""The front door: opening tables, coming in by a link, records and replays, and the way to the live connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import ceil

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from rowdy.interfaces.web import keys
from rowdy.interfaces.web.bodies import Entered, KeyGiven, KeyShown, KeyWanted, SeatGiven, TableOpened, TableWanted
from rowdy.interfaces.web.hub import Hub, Opening
from rowdy.interfaces.web.limits import Allowance, is_local
from rowdy.interfaces.web.live import LiveDoor, find_key
from rowdy.interfaces.web.menu import offers
from rowdy.interfaces.web.pages import Pages
from rowdy.interfaces.web.qr import LinkShown, draw_link
from rowdy.interfaces.web.replays import Replay, read_eyes, replay
from rowdy.interfaces.web.requests import (
    answer,
    on_failure,
    on_game_error,
    on_http_error,
    read_json,
    read_number,
    read_text,
    words_for,
)
from rowdy.interfaces.web.security import Guard, Hosts, is_home
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError
from rowdy.rules.record import ALL, SPECTATOR, Record, format_record, parse_record

MOST_ROUNDS = 1_000_000
_WANTED = msgspec.json.Decoder(TableWanted)
_KEY = msgspec.json.Decoder(KeyShown)
_NEW_KEY = msgspec.json.Decoder(KeyWanted)
_LINK = msgspec.json.Decoder(LinkShown)


class Health(Struct, frozen=True):
    ok: bool = True


class Door:
    """Requests that are answered once; what happens at a table goes over its live connection."""

    def __init__(self, hub: Hub, hosts: Hosts, network: str | None) -> None:
        """`network`: where friends find the server of somebody who calls it by a name that is this machine's own."""
        self.hub = hub
        self.hosts = hosts
        self.network = network
        self.opening = Allowance(at_once=60, seconds=30)
        self.entering = Allowance(at_once=120, seconds=2)
        self.reading = Allowance(at_once=60, seconds=2)

    def _count(self, request: Request, allowance: Allowance) -> None:
        """Whoever is on this machine could fill its disk without us, so only others are counted."""
        address = request.client.host if request.client else ""
        if is_local(address) and not self.hub.settings.behind_proxy:
            return
        if wait := allowance.take(address):
            raise GameError("too-often", seconds=ceil(wait))

    # Tables

    async def open(self, request: Request) -> Response:
        self._count(request, self.opening)
        wanted = await read_json(request, _WANTED)
        opened = await self.hub.open(wanted.plan, wanted.mine)
        entered = tuple(Entered(keys.place_of(seat, False), seat) for seat in wanted.mine)
        entered = entered or (Entered(keys.HOST, None),)
        response = answer(self._opened(request, wanted, opened, entered), 201)
        for place, seat in ((one.place, one.seat) for one in entered):
            key = opened.host if seat is None else opened.chairs[seat]
            keys.give_cookie(response, opened.table_id, place, key, secure=request.url.scheme == "https")
        return response

    def _opened(
        self, request: Request, wanted: TableWanted, opened: Opening, entered: tuple[Entered, ...]
    ) -> TableOpened:
        here, friends = self._bases(request)
        seats = []
        for number, seat in enumerate(wanted.seats):
            base = here if seat.who == "me" else friends
            key = opened.chairs.get(number)
            seats.append(SeatGiven(seat.who, key and keys.link(base, opened.table_id, key)))
        return TableOpened(
            table=opened.table_id,
            commitment=opened.commitment,
            entered=entered,
            seats=tuple(seats),
            watch=keys.link(friends, opened.table_id, opened.watch),
            host=None if wanted.mine else keys.link(here, opened.table_id, opened.host),
        )

    def _bases(self, request: Request) -> tuple[str, str]:
        """How links begin: those for this device, and those for others."""
        host = request.headers["host"]
        here = f"{request.url.scheme}://{host}"
        return here, self.network if self.network and is_home(host) else here

    async def enter(self, request: Request) -> Response:
        """Exchanges the key of a link for a cookie. Whatever is wrong with a key, the answer is the same."""
        self._count(request, self.entering)
        secret = (await read_json(request, _KEY)).key
        table_id = request.path_params["table"]
        key = await self.hub.key(table_id, secret)
        place = keys.place_of(key.seat, key.host)
        response = answer(Entered(place, key.seat))
        keys.give_cookie(response, table_id, place, secret, secure=request.url.scheme == "https")
        return response

    async def renew(self, request: Request) -> Response:
        """Another key for the asker's seat; its link is for another device of theirs."""
        self._count(request, self.entering)
        wanted = await read_json(request, _NEW_KEY)
        key = await find_key(self.hub, request)
        await self.hub.renew(key, wanted.key, wanted.tab)
        _, elsewhere = self._bases(request)
        response = answer(KeyGiven(keys.link(elsewhere, key.table_id, wanted.key)))
        place = keys.place_of(key.seat, key.host)
        keys.give_cookie(response, key.table_id, place, wanted.key, secure=request.url.scheme == "https")
        return response

    async def delete(self, request: Request) -> Response:
        key = await find_key(self.hub, request)
        if not key.host:
            raise GameError("only-host")
        await self.hub.delete(key.table_id)
        return Response(status_code=204)

    # Records

    async def record(self, request: Request) -> Response:
        record = await self._record(request)
        name = f"rowdy-{record.game.edition.game}-{request.path_params['table']}.rowdy"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(format_record(record), headers=headers)

    async def replay(self, request: Request) -> Response:
        record = await self._record(request)
        return answer(await asyncio.to_thread(replay, record, words_for(request)))

    async def _record(self, request: Request) -> Record:
        """A round as the asker may see it: with their own eyes, and once it is over with any."""
        key = await find_key(self.hub, request)
        live = await self.hub.live(key.table_id)
        number = read_number(request, "round", MOST_ROUNDS)
        record = live.table.record(number - 1 if number else None)
        own = SPECTATOR if key.seat is None else live.table.seat_of(key.seat)
        await self.hub.settled(live)
        if live.dropped:
            raise GameError("not-saved")
        over = record.outcome() is not None
        asked = request.query_params.get("eyes")
        eyes = (ALL if over else own) if asked is None else read_eyes(asked, record.game.seats)
        if eyes != own and not over:
            raise GameError("eyes-closed")
        return record.seen_by(eyes)

    async def upload(self, request: Request) -> Response:
        self._count(request, self.reading)
        text = await read_text(request)
        return answer(await asyncio.to_thread(_replay_text, text, request.query_params.get("eyes"), words_for(request)))

    # The rest

    async def games(self, request: Request) -> Response:
        return answer(offers(words_for(request)))

    async def health(self, request: Request) -> Response:
        return answer(Health())

    async def qr(self, request: Request) -> Response:
        self._count(request, self.reading)
        link = (await read_json(request, _LINK)).text
        return Response(draw_link(link, self.hosts), media_type="image/svg+xml")


def _replay_text(text: str, eyes: str | None, words: Words) -> Replay:
    """A record that somebody has. Its cards lie open if its game is over, or if all eyes are asked for."""
    record = parse_record(text)
    if eyes is not None:
        return replay(record.seen_by(read_eyes(eyes, record.game.seats)), words)
    going_on = record.eyes is ALL and record.outcome() is None
    return replay(record.seen_by(SPECTATOR) if going_on else record, words)


def make_app(hub: Hub, hosts: Hosts, network: str | None = None) -> tuple[ASGIApp, LiveDoor]:
    """The app, which starts hub and bots and ends them, and its live door, which says goodbye before that."""
    door, live, pages = Door(hub, hosts, network), LiveDoor(hub), Pages()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with hub.thinkers:
            await hub.start()
            yield
            await hub.close()

    table = "/api/tables/{table}"
    routes = [
        *pages.routes(),
        Route("/health", door.health),
        Route("/api/games", door.games),
        Route("/api/qr", door.qr, methods=["POST"]),
        Route("/api/replay", door.upload, methods=["POST"]),
        Route("/api/tables", door.open, methods=["POST"]),
        Route(table, door.delete, methods=["DELETE"]),
        Route(f"{table}/enter", door.enter, methods=["POST"]),
        Route(f"{table}/key", door.renew, methods=["POST"]),
        Route(f"{table}/record", door.record),
        Route(f"{table}/replay", door.replay),
        WebSocketRoute(f"{table}/live", live),
    ]
    handlers = {
        GameError: on_game_error,
        HTTPException: pages.for_people(on_http_error),
        Exception: pages.for_people(on_failure),
    }
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    return Guard(app, hosts), live
