"""The app: all routes, and a few small requests that belong nowhere else."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from rowdy.interfaces.web.http.cpu_work import CpuWork
from rowdy.interfaces.web.http.health import CheckTiming, Health
from rowdy.interfaces.web.http.limits import RequestLimits, visitor_of
from rowdy.interfaces.web.http.menu import offers
from rowdy.interfaces.web.http.network import WANTED, Door, Network
from rowdy.interfaces.web.http.pages import Pages
from rowdy.interfaces.web.http.programs import Programs
from rowdy.interfaces.web.http.qr import LinkShown, draw_link
from rowdy.interfaces.web.http.record_requests import RecordRequests
from rowdy.interfaces.web.http.requests import (
    json_response,
    on_failure,
    on_game_error,
    on_http_error,
    read_json,
    words_for,
)
from rowdy.interfaces.web.http.security import Guard, Hosts
from rowdy.interfaces.web.http.socket import LiveEndpoint
from rowdy.interfaces.web.http.study_requests import StudyRequests
from rowdy.interfaces.web.http.table_requests import TableRequests
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.rules.game import GameError

_LINK = msgspec.json.Decoder(LinkShown)


class SmallRequests:
    """Requests for the list of games, the local network, and links as QR codes."""

    def __init__(self, limits: RequestLimits, hosts: Hosts, network: Network, cpu_work: CpuWork) -> None:
        self.limits = limits
        self.hosts = hosts
        self.network = network
        self.cpu_work = cpu_work

    def routes(self) -> list[Route]:
        return [
            Route("/api/games", self.games),
            Route("/api/network", self.network_view),
            Route("/api/network", self.change_network, methods=["POST"]),
            Route("/api/qr", self.qr, methods=["POST"]),
        ]

    async def games(self, request: Request) -> Response:
        return json_response(offers(words_for(request)))

    async def network_view(self, request: Request) -> Response:
        return json_response(self.network.view(request))

    async def change_network(self, request: Request) -> Response:
        wanted = await read_json(request, WANTED)
        return json_response(await self.network.change(request, wanted.open))

    async def qr(self, request: Request) -> Response:
        self.limits.check(request, self.limits.reading)
        link = (await read_json(request, _LINK)).text
        drawn = await self.cpu_work.run(visitor_of(request), draw_link, link, self.hosts)
        return Response(drawn, media_type="image/svg+xml")


def make_app(
    lobby: Lobby,
    hosts: Hosts,
    network: str | None = None,
    door: Door | None = None,
    clock: Callable[[], float] = time.monotonic,
    checks: CheckTiming = CheckTiming(),  # noqa: B008  (frozen)
) -> tuple[ASGIApp, LiveEndpoint]:
    """Returns the app, which starts and stops the lobby, and its live endpoint, which says goodbye before that.

    `network` is the address by which others in the local network reach the server, and `door` can open it to the
    network while it runs. `clock` is for the limits on requests, `checks` for those on health checks.
    """
    limits = RequestLimits(lobby.settings.behind_proxy, clock)
    cpu_work, local_network = CpuWork(lobby.in_thread), Network(hosts, network, door)
    tables, records = TableRequests(lobby, limits, local_network), RecordRequests(lobby, limits, cpu_work)
    study = StudyRequests(lobby.thinkers, limits, cpu_work)
    small = SmallRequests(limits, hosts, local_network, cpu_work)
    programs = Programs(lobby, limits, tables.bases, records.record, tables.delete)
    live, pages = LiveEndpoint(lobby, limits), Pages(lobby.warming_up, lobby.settings.root_path)
    health = Health(lobby, checks)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with lobby.running():
            yield

    routes = [
        *pages.routes(),
        Route("/healthz", health.alive),
        Route("/readyz", health.ready),
        Route("/health", health.ready),
        Route("/api/warming", health.warming),
        *small.routes(),
        *study.routes(),
        *records.routes(),
        *tables.routes(),
        WebSocketRoute("/api/tables/{table}/live", live),
        *programs.routes(),
    ]
    handlers = {
        GameError: on_game_error,
        HTTPException: pages.for_people(on_http_error),
        Exception: pages.for_people(on_failure),
    }
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    return Guard(app, hosts, lobby.settings.root_path), live
