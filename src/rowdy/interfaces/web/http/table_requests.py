"""Requests about tables outside the live connection: opening, entering, keys, codes for seats, deleting."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rowdy.interfaces.web.http import cookies
from rowdy.interfaces.web.http.bodies import (
    CodesGiven,
    CodeShown,
    CodesWanted,
    Entered,
    KeyGiven,
    KeyShown,
    KeyWanted,
    SeatCode,
    SeatGiven,
    TableOpened,
    TableWanted,
)
from rowdy.interfaces.web.http.limits import RequestLimits, visitor_of
from rowdy.interfaces.web.http.network import Network
from rowdy.interfaces.web.http.requests import json_response, read_json
from rowdy.interfaces.web.http.security import is_home
from rowdy.interfaces.web.http.socket import find_key
from rowdy.interfaces.web.live.lobby import Lobby, OpenedTable
from rowdy.interfaces.web.live.store_calls import NoTable
from rowdy.play.table.entries import Chair
from rowdy.rules.game import GameError

_WANTED = msgspec.json.Decoder(TableWanted)
_KEY = msgspec.json.Decoder(KeyShown)
_NEW_KEY = msgspec.json.Decoder(KeyWanted)
_CODE = msgspec.json.Decoder(CodeShown)
_CODES = msgspec.json.Decoder(CodesWanted)


class TableRequests:
    """The way to a table; what happens there goes over its live connection."""

    def __init__(self, lobby: Lobby, limits: RequestLimits, network: Network) -> None:
        self.lobby = lobby
        self.limits = limits
        self.network = network

    def routes(self) -> list[Route]:
        table = "/api/tables/{table}"
        return [
            Route("/api/tables", self.open, methods=["POST"]),
            Route(table, self.delete, methods=["DELETE"]),
            Route(f"{table}/codes", self.codes, methods=["POST"]),
            Route(f"{table}/enter", self.enter, methods=["POST"]),
            Route(f"{table}/key", self.renew, methods=["POST"]),
            Route(f"{table}/take", self.take, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        self.limits.check(request, self.limits.opening)
        wanted = await read_json(request, _WANTED)
        opened = await self.lobby.open(wanted.plan, wanted.mine, visitor_of(request))
        entered = tuple(Entered(cookies.place_name(chair), chair) for chair in wanted.mine)
        entered = entered or (Entered(cookies.HOST, None),)
        response = json_response(self._opened(request, wanted, opened, entered), 201)
        for one in entered:
            key = opened.host_key if one.chair is None else opened.chair_keys[one.chair]
            cookies.give_cookie(response, request, one.place, key, opened.table_id)
        return response

    def _opened(
        self, request: Request, wanted: TableWanted, opened: OpenedTable, entered: tuple[Entered, ...]
    ) -> TableOpened:
        here, friends = self.bases(request)
        seats = []
        for number, seat in enumerate(wanted.seats):
            base = here if seat.who == "me" else friends
            key = opened.chair_keys.get(Chair(number))
            seats.append(SeatGiven(seat.who, key and cookies.link(base, opened.table_id, key)))
        return TableOpened(
            table=opened.table_id,
            commitment=opened.commitment,
            entered=entered,
            seats=tuple(seats),
            watch=cookies.link(friends, opened.table_id, opened.watch_key),
            host=None if wanted.mine else cookies.link(here, opened.table_id, opened.host_key),
        )

    def bases(self, request: Request) -> tuple[str, str]:
        """Returns the beginnings of links: those for this device, and those for others."""
        host = request.headers["host"]
        here, root = f"{request.url.scheme}://{host}", request.scope["root_path"]
        friends = self.network.address if self.network.address and is_home(host) else here
        return here + root, friends + root

    async def enter(self, request: Request) -> Response:
        """Exchanges the key of a link for a cookie. Whatever is wrong with a key, the answer is the same."""
        self.limits.check(request, self.limits.entering)
        secret = (await read_json(request, _KEY)).key
        table_id = request.path_params["table"]
        key = await self.lobby.keys.find(table_id, secret)
        place = cookies.place_of(key)
        response = json_response(Entered(place, key.chair))
        cookies.give_cookie(response, request, place, secret)
        return response

    async def codes(self, request: Request) -> Response:
        """Answers a screen in a room with the codes that phones can scan now."""
        self.limits.check(request, self.limits.entering)
        wanted = await read_json(request, _CODES)
        key = await find_key(self.lobby, self.limits, request)
        renew = None if wanted.renew is None else Chair(wanted.renew)
        codes = await self.lobby.keys.seat_codes(key, renew)
        _, friends = self.bases(request)
        links = ((chair, cookies.hand_link(friends, key.table_id, code)) for chair, code in codes.items())
        return json_response(CodesGiven(tuple(SeatCode(chair, link) for chair, link in links)))

    async def take(self, request: Request) -> Response:
        """Exchanges the code of a seat for a cookie. An asker with a seat here keeps it, and the code stays valid."""
        self.limits.check(request, self.limits.entering)
        shown = await read_json(request, _CODE)
        table_id = request.path_params["table"]
        secret, chair = await self._seat_before(request, shown.key)
        if chair is None:
            chair = await self.lobby.keys.take_chair(table_id, shown.code, secret)
        place = cookies.place_name(chair)
        response = json_response(Entered(place, chair))
        cookies.give_cookie(response, request, place, secret)
        return response

    async def _seat_before(self, request: Request, made: str) -> tuple[str, Chair | None]:
        """Returns a key of the asker that opens a seat, with its chair; otherwise the key they made, and `None`.

        The key they made already opens a seat if they took it before, and the answer was lost.
        """
        table_id = request.path_params["table"]
        for secret in (made, *cookies.held_keys(request.cookies, table_id)):
            with suppress(NoTable):
                if (chair := (await self.lobby.keys.find(table_id, secret)).chair) is not None:
                    return secret, chair
        return made, None

    async def renew(self, request: Request) -> Response:
        """Gives the asker's chair a new key; the link in the answer is for another device of theirs."""
        self.limits.check(request, self.limits.entering)
        wanted = await read_json(request, _NEW_KEY)
        key = await find_key(self.lobby, self.limits, request)
        await self.lobby.keys.renew(key, wanted.key, wanted.tab)
        _, elsewhere = self.bases(request)
        response = json_response(KeyGiven(cookies.link(elsewhere, key.table_id, wanted.key)))
        place = cookies.place_of(key)
        cookies.give_cookie(response, request, place, wanted.key)
        return response

    async def delete(self, request: Request) -> Response:
        key = await find_key(self.lobby, self.limits, request)
        if not key.host:
            raise GameError("only-host")
        await self.lobby.delete(key.table_id)
        return Response(status_code=204)
