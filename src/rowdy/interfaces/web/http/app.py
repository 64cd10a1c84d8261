"""The app: its routes, and the requests for tables, records and replays that are answered once."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

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
from rowdy.interfaces.web.http.cpu_work import CpuWork
from rowdy.interfaces.web.http.explorer_answers import (
    ExploreWanted,
    SetUpWanted,
    Walk,
    exploration,
    explored_ahead,
    set_up,
)
from rowdy.interfaces.web.http.health import Health
from rowdy.interfaces.web.http.lesson_answers import Tried, lesson_answer
from rowdy.interfaces.web.http.limits import RequestLimits, visitor_of
from rowdy.interfaces.web.http.menu import offers
from rowdy.interfaces.web.http.network import WANTED, Door, Network
from rowdy.interfaces.web.http.pages import Pages
from rowdy.interfaces.web.http.qr import LinkShown, draw_link
from rowdy.interfaces.web.http.replays import Replay, replay
from rowdy.interfaces.web.http.requests import (
    answer,
    on_failure,
    on_game_error,
    on_http_error,
    read_json,
    read_number,
    read_text,
    words_for,
)
from rowdy.interfaces.web.http.review_answers import ReviewNarrator
from rowdy.interfaces.web.http.security import Guard, Hosts, is_home
from rowdy.interfaces.web.http.socket import LiveEndpoint, find_key, read_tab
from rowdy.interfaces.web.live.faults import game_code
from rowdy.interfaces.web.live.lobby import Lobby, NoTable, OpenedTable
from rowdy.interfaces.web.live.reviews import Review, Reviews
from rowdy.interfaces.words import Words
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.table.entries import Chair
from rowdy.rules.game import GameError, Seat
from rowdy.rules.record import ALL, SPECTATOR, Record, read_eyes
from rowdy.rules.record_text import format_record, parse_record

MAX_ROUND = 1_000_000
"""A number of a round that is higher is read as this one."""
MAX_SEAT = 1_000
"""The same for a number of a seat."""
_WANTED = msgspec.json.Decoder(TableWanted)
_KEY = msgspec.json.Decoder(KeyShown)
_NEW_KEY = msgspec.json.Decoder(KeyWanted)
_CODE = msgspec.json.Decoder(CodeShown)
_CODES = msgspec.json.Decoder(CodesWanted)
_LINK = msgspec.json.Decoder(LinkShown)
_EXPLORED = msgspec.json.Decoder(ExploreWanted)
_SET_UP = msgspec.json.Decoder(SetUpWanted)
_TRIED = msgspec.json.Decoder(Tried)


class Api:
    """Requests that are answered once; what happens at a table goes over its live connection."""

    def __init__(self, lobby: Lobby, limits: RequestLimits, hosts: Hosts, network: Network) -> None:
        self.lobby = lobby
        self.limits = limits
        self.hosts = hosts
        self.network = network
        self.cpu_work = CpuWork(lobby.in_thread)
        self.reviews = Reviews(lobby.thinkers, lobby.store, lobby.spawn, lobby.in_thread)

    # Tables

    async def open(self, request: Request) -> Response:
        self.limits.check(request, self.limits.opening)
        wanted = await read_json(request, _WANTED)
        opened = await self.lobby.open(wanted.plan, wanted.mine, visitor_of(request))
        entered = tuple(Entered(cookies.place_name(chair), chair) for chair in wanted.mine)
        entered = entered or (Entered(cookies.HOST, None),)
        response = answer(self._opened(request, wanted, opened, entered), 201)
        for one in entered:
            key = opened.host_key if one.chair is None else opened.chair_keys[one.chair]
            cookies.give_cookie(response, opened.table_id, one.place, key, secure=request.url.scheme == "https")
        return response

    def _opened(
        self, request: Request, wanted: TableWanted, opened: OpenedTable, entered: tuple[Entered, ...]
    ) -> TableOpened:
        here, friends = self._bases(request)
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

    def _bases(self, request: Request) -> tuple[str, str]:
        """Returns how links begin: those for this device, and those for others."""
        host = request.headers["host"]
        here = f"{request.url.scheme}://{host}"
        return here, self.network.address if self.network.address and is_home(host) else here

    async def enter(self, request: Request) -> Response:
        """Exchanges the key of a link for a cookie. Whatever is wrong with a key, the answer is the same."""
        self.limits.check(request, self.limits.entering)
        secret = (await read_json(request, _KEY)).key
        table_id = request.path_params["table"]
        key = await self.lobby.find_key(table_id, secret)
        place = cookies.place_of(key)
        response = answer(Entered(place, key.chair))
        cookies.give_cookie(response, table_id, place, secret, secure=request.url.scheme == "https")
        return response

    async def codes(self, request: Request) -> Response:
        """Answers a screen in a room with the codes that phones can scan now."""
        self.limits.check(request, self.limits.entering)
        wanted = await read_json(request, _CODES)
        key = await find_key(self.lobby, self.limits, request)
        renew = None if wanted.renew is None else Chair(wanted.renew)
        codes = await self.lobby.seat_codes(key, renew)
        _, friends = self._bases(request)
        links = ((chair, cookies.hand_link(friends, key.table_id, code)) for chair, code in codes.items())
        return answer(CodesGiven(tuple(SeatCode(chair, link) for chair, link in links)))

    async def take(self, request: Request) -> Response:
        """Exchanges the code of a seat for a cookie. Who has a seat here already keeps that, and uses no code."""
        self.limits.check(request, self.limits.entering)
        shown = await read_json(request, _CODE)
        table_id = request.path_params["table"]
        secret, chair = await self._seat_before(request, shown.key)
        if chair is None:
            chair = await self.lobby.take_chair(table_id, shown.code, secret)
        place = cookies.place_name(chair)
        response = answer(Entered(place, chair))
        cookies.give_cookie(response, table_id, place, secret, secure=request.url.scheme == "https")
        return response

    async def _seat_before(self, request: Request, made: str) -> tuple[str, Chair | None]:
        """Returns a key of the asker's that opens a seat, with its chair; else the key they made, which opens none.

        The one that they made opens a seat already if they took it by that, and the answer was lost.
        """
        table_id = request.path_params["table"]
        for secret in (made, *cookies.held_keys(request.cookies, table_id)):
            with suppress(NoTable):
                if (chair := (await self.lobby.find_key(table_id, secret)).chair) is not None:
                    return secret, chair
        return made, None

    async def renew(self, request: Request) -> Response:
        """Gives the asker's chair another key; the link in the answer is for another device of theirs."""
        self.limits.check(request, self.limits.entering)
        wanted = await read_json(request, _NEW_KEY)
        key = await find_key(self.lobby, self.limits, request)
        await self.lobby.renew_key(key, wanted.key, wanted.tab)
        _, elsewhere = self._bases(request)
        response = answer(KeyGiven(cookies.link(elsewhere, key.table_id, wanted.key)))
        place = cookies.place_of(key)
        cookies.give_cookie(response, key.table_id, place, wanted.key, secure=request.url.scheme == "https")
        return response

    async def delete(self, request: Request) -> Response:
        key = await find_key(self.lobby, self.limits, request)
        if not key.host:
            raise GameError("only-host")
        await self.lobby.delete(key.table_id)
        return Response(status_code=204)

    # Records

    async def record(self, request: Request) -> Response:
        record, round = await self._record(request)
        with game_code(f"table {request.path_params['table']}"):
            text = format_record(record)
        name = f"rowdy-{record.game.edition.game}-{request.path_params['table']}-{round}.rowdy"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, headers=headers)

    async def replay(self, request: Request) -> Response:
        record, _ = await self._record(request)
        with game_code(f"table {request.path_params['table']}"):
            words, you = words_for(request), _own_seat(request)
            return answer(await self.cpu_work.run(visitor_of(request), replay, record, words, you))

    async def _record(self, request: Request) -> tuple[Record, int]:
        """Returns a round as the asker may see it, and its number: with their own eyes, and once it is over with any.

        Whoever looks through a seat in mid-game is told of there: the cards are as open to them as in a window.
        """
        key = await find_key(self.lobby, self.limits, request)
        room = await self.lobby.find(key.table_id)
        number = read_number(request, "round", MAX_ROUND) or room.table.round + 1
        with room.game_code():
            record = room.table.record(number - 1)
            over = record.outcome() is not None
        own = SPECTATOR if key.chair is None else room.table.seat_of(key.chair)
        await room.settled()
        if room.dropped:
            raise GameError("not-saved")
        asked = request.query_params.get("eyes")
        eyes = (ALL if over else own) if asked is None else read_eyes(asked, record.game.seats)
        if eyes != own and not over:
            raise GameError("eyes-closed")
        if key.chair is not None and not over:
            room.look(key.chair, read_tab(request))
        with room.game_code():
            return record.seen_by(eyes), number

    async def upload(self, request: Request) -> Response:
        self.limits.check(request, self.limits.reading)
        text = await read_text(request)
        with game_code("a record that was sent"):
            eyes, you = request.query_params.get("eyes"), _own_seat(request)
            shown = await self.cpu_work.run(visitor_of(request), _replay_text, text, eyes, words_for(request), you)
        return answer(shown)

    # Reviews

    async def review(self, request: Request) -> Response:
        """Begins the review of a round that is over, or goes on with it, and tells how far it has come."""
        self.limits.check(request, self.limits.reviewing)
        record, round = await self._record(request)
        if record.outcome() is None:
            raise GameError("not-over")
        if record.eyes is not ALL:
            raise GameError("eyes-closed")  # what is kept with a table is for everybody
        key = (request.path_params["table"], round - 1)
        return await self._reviewed(request, await self.reviews.begin(key, record, visitor_of(request)))

    async def review_record(self, request: Request) -> Response:
        """The same for a record that somebody has; of a game that goes on, only what lies open is judged."""
        self.limits.check(request, self.limits.reviewing)
        text = await read_text(request)
        with game_code("a record that was sent"):
            record = await self.cpu_work.run(visitor_of(request), _opened_record, text)
            key = ("", sha256(text.encode()).hexdigest())
            return await self._reviewed(request, await self.reviews.begin(key, record, visitor_of(request)))

    async def review_view(self, request: Request) -> Response:
        return await self._reviewed(request, self.reviews.find(request.path_params["review"]))

    async def stop_review(self, request: Request) -> Response:
        return await self._reviewed(request, self.reviews.stop(request.path_params["review"]))

    async def _reviewed(self, request: Request, review: Review) -> Response:
        first = read_number(request, "first", MAX_ROUND)
        narrator = ReviewNarrator(words_for(request), review)
        with game_code(f"a review of {review.record.game.edition.game}"):
            return answer(await self.cpu_work.run(visitor_of(request), narrator.view, first))

    # The local network

    async def network_view(self, request: Request) -> Response:
        return answer(self.network.view(request))

    async def change_network(self, request: Request) -> Response:
        wanted = await read_json(request, WANTED)
        return answer(await self.network.change(request, wanted.open))

    # The rest

    async def games(self, request: Request) -> Response:
        return answer(offers(words_for(request)))

    async def lesson(self, request: Request) -> Response:
        """Answers a try in a step of a lesson. Nothing is kept of it: the next request tells all moves again."""
        self.limits.check(request, self.limits.learning)
        tried, path = await read_json(request, _TRIED), request.path_params
        with game_code(f"lesson {path['game']}"):
            found = await self.cpu_work.run(
                visitor_of(request), lesson_answer, words_for(request), path["game"], path["step"], tried
            )
        return answer(found)

    async def explore(self, request: Request) -> Response:
        """Answers with the values of a position."""
        walk = await self._walk(request)
        found = await self.lobby.thinkers.explore(walk.game, walk.state, Asker(visitor_of(request)))
        with game_code(f"explorer {request.path_params['game']}"):
            return answer(exploration(words_for(request), walk, found))

    async def look_ahead(self, request: Request) -> Response:
        """Answers with what comes after a position, which takes longer than its values."""
        walk = await self._walk(request)
        found = await self.lobby.thinkers.look_ahead(walk.game, walk.state, Asker(visitor_of(request)))
        with game_code(f"explorer {request.path_params['game']}"):
            return answer(explored_ahead(words_for(request), walk, found))

    async def _walk(self, request: Request) -> Walk:
        self.limits.check(request, self.limits.exploring)
        wanted = await read_json(request, _EXPLORED)
        with game_code(f"explorer {request.path_params['game']}"):
            return Walk(request.path_params["game"], wanted)

    async def set_up(self, request: Request) -> Response:
        """Answers with pieces that somebody lays by hand, and whether they can lie so."""
        self.limits.check(request, self.limits.exploring)
        wanted = await read_json(request, _SET_UP)
        with game_code(f"explorer {request.path_params['game']}"):
            return answer(set_up(words_for(request), request.path_params["game"], wanted))

    async def qr(self, request: Request) -> Response:
        self.limits.check(request, self.limits.reading)
        link = (await read_json(request, _LINK)).text
        drawn = await self.cpu_work.run(visitor_of(request), draw_link, link, self.hosts)
        return Response(drawn, media_type="image/svg+xml")


def _own_seat(request: Request) -> Seat | None:
    """Returns the seat that the asker says they played; it changes only how they are spoken to."""
    number = read_number(request, "you", MAX_SEAT)
    return number - 1 if number else None


def _replay_text(text: str, eyes: str | None, words: Words, you: Seat | None) -> Replay:
    """Returns the replay of a record that somebody has.

    Its cards lie open if its game is over, or if all eyes are asked for.
    """
    if eyes is None:
        return replay(_opened_record(text), words, you)
    record = parse_record(text)
    return replay(record.seen_by(read_eyes(eyes, record.game.seats)), words, you)


def _opened_record(text: str) -> Record:
    """Returns a record with its cards open if its game is over, else as a spectator saw it."""
    record = parse_record(text)
    going_on = record.eyes is ALL and record.outcome() is None
    return record.seen_by(SPECTATOR) if going_on else record


def make_app(
    lobby: Lobby,
    hosts: Hosts,
    network: str | None = None,
    door: Door | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[ASGIApp, LiveEndpoint]:
    """Returns the app, which starts and stops the lobby, and its live endpoint, which says goodbye before that.

    `network` is the address of the server for friends of somebody who reaches it by a name of this machine, and `door`
    what can open one while it runs. The limits on requests go by `clock`.
    """
    limits = RequestLimits(lobby.settings.behind_proxy, clock)
    api, live, pages = (
        Api(lobby, limits, hosts, Network(hosts, network, door)),
        LiveEndpoint(lobby, limits),
        Pages(lobby.warming_up),
    )
    health = Health(lobby)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with lobby.running():
            yield

    table = "/api/tables/{table}"
    routes = [
        *pages.routes(),
        Route("/healthz", health.alive),
        Route("/readyz", health.ready),
        Route("/health", health.ready),
        Route("/api/games", api.games),
        Route("/api/warming", health.warming),
        Route("/api/lessons/{game}/{step}", api.lesson, methods=["POST"]),
        Route("/api/explore/{game}", api.explore, methods=["POST"]),
        Route("/api/explore/{game}/ahead", api.look_ahead, methods=["POST"]),
        Route("/api/explore/{game}/set-up", api.set_up, methods=["POST"]),
        Route("/api/network", api.network_view),
        Route("/api/network", api.change_network, methods=["POST"]),
        Route("/api/qr", api.qr, methods=["POST"]),
        Route("/api/replay", api.upload, methods=["POST"]),
        Route("/api/review", api.review_record, methods=["POST"]),
        Route("/api/reviews/{review}", api.review_view),
        Route("/api/reviews/{review}", api.stop_review, methods=["DELETE"]),
        Route("/api/tables", api.open, methods=["POST"]),
        Route(table, api.delete, methods=["DELETE"]),
        Route(f"{table}/codes", api.codes, methods=["POST"]),
        Route(f"{table}/enter", api.enter, methods=["POST"]),
        Route(f"{table}/key", api.renew, methods=["POST"]),
        Route(f"{table}/record", api.record),
        Route(f"{table}/replay", api.replay),
        Route(f"{table}/review", api.review, methods=["POST"]),
        Route(f"{table}/take", api.take, methods=["POST"]),
        WebSocketRoute(f"{table}/live", live),
    ]
    handlers = {
        GameError: on_game_error,
        HTTPException: pages.for_people(on_http_error),
        Exception: pages.for_people(on_failure),
    }
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    return Guard(app, hosts), live
