"""Requests for records, replays and reviews: of rounds at tables here, and of records that somebody sends."""

from __future__ import annotations

from hashlib import sha256

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from rowdy.interfaces.web.http.cpu_work import CpuWork
from rowdy.interfaces.web.http.limits import RequestLimits, visitor_of
from rowdy.interfaces.web.http.replays import Replay, replay
from rowdy.interfaces.web.http.requests import json_response, read_number, read_text_body, words_for
from rowdy.interfaces.web.http.review_answers import ReviewNarrator
from rowdy.interfaces.web.http.socket import find_key, read_tab
from rowdy.interfaces.web.live.faults import game_code
from rowdy.interfaces.web.live.lobby import EVERYTHING, Lobby
from rowdy.interfaces.web.live.reviews import Review, Reviews
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError, Seat
from rowdy.rules.record import ALL, SPECTATOR, Record, read_eyes
from rowdy.rules.record_text import format_record, parse_record

MAX_ROUND = 1_000_000
"""Higher numbers of a round are read as this one."""
MAX_SEAT = 1_000
"""Higher numbers of a seat are read as this one."""


class RecordRequests:
    def __init__(self, lobby: Lobby, limits: RequestLimits, cpu_work: CpuWork) -> None:
        self.lobby = lobby
        self.limits = limits
        self.cpu_work = cpu_work
        self.reviews = Reviews(lobby.thinkers, lobby.store, lobby.spawn, lobby.in_thread)

    def routes(self) -> list[Route]:
        table = "/api/tables/{table}"
        return [
            Route("/api/replay", self.upload, methods=["POST"]),
            Route("/api/review", self.review_record, methods=["POST"]),
            Route("/api/reviews/{review}", self.review_view),
            Route("/api/reviews/{review}", self.stop_review, methods=["DELETE"]),
            Route(f"{table}/record", self.record),
            Route(f"{table}/replay", self.replay),
            Route(f"{table}/review", self.review, methods=["POST"]),
        ]

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
            return json_response(await self.cpu_work.run(visitor_of(request), replay, record, words, you))

    async def _record(self, request: Request) -> tuple[Record, int]:
        """Returns a round as the asker may see it, and its number: with their own eyes, and once it is over with any.

        During the game, people on a chair are told that somebody asked for its record, which shows the chair's cards.
        """
        key = await find_key(self.lobby, self.limits, request)
        room = await self.lobby.find(key.table_id, seen=EVERYTHING)
        rewinds = -1
        while room.rewinds != rewinds:  # until what is shown has been stored
            rewinds = room.rewinds
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
        text = await read_text_body(request)
        with game_code("a record that was sent"):
            eyes, you = request.query_params.get("eyes"), _own_seat(request)
            shown = await self.cpu_work.run(visitor_of(request), _replay_text, text, eyes, words_for(request), you)
        return json_response(shown)

    # Reviews

    async def review(self, request: Request) -> Response:
        """Begins or continues the review of a round that is over, and answers with its progress."""
        self.limits.check(request, self.limits.reviewing)
        record, round = await self._record(request)
        if record.outcome() is None:
            raise GameError("not-over")
        if record.eyes is not ALL:
            raise GameError("eyes-closed")  # a stored review is for everybody
        key = (request.path_params["table"], round - 1)
        return await self._reviewed(request, await self.reviews.begin(key, record, visitor_of(request)))

    async def review_record(self, request: Request) -> Response:
        """Begins or continues the review of a record that somebody sends, and answers with its progress.

        Of an unfinished game only public moves are judged.
        """
        self.limits.check(request, self.limits.reviewing)
        text = await read_text_body(request)
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
            return json_response(await self.cpu_work.run(visitor_of(request), narrator.view, first))


def _own_seat(request: Request) -> Seat | None:
    """Returns the seat that the asker says they played; it only changes who is called "you"."""
    number = read_number(request, "you", MAX_SEAT)
    return number - 1 if number else None


def _replay_text(text: str, eyes: str | None, words: Words, you: Seat | None) -> Replay:
    """Returns the replay of a record that somebody sends.

    All cards are open if its game is over, or if all eyes are asked for.
    """
    if eyes is None:
        return replay(_opened_record(text), words, you)
    record = parse_record(text)
    return replay(record.seen_by(read_eyes(eyes, record.game.seats)), words, you)


def _opened_record(text: str) -> Record:
    """Returns a record with all cards open if its game is over, otherwise as a spectator saw it."""
    record = parse_record(text)
    going_on = record.eyes is ALL and record.outcome() is None
    return record.seen_by(SPECTATOR) if going_on else record
