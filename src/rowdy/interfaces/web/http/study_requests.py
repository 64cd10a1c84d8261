"""Requests of people who study: tries in lessons, positions in the explorer, puzzles."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rowdy.interfaces.web.http.cpu_work import CpuWork
from rowdy.interfaces.web.http.explorer_answers import (
    ExploreWanted,
    SetUpWanted,
    Walk,
    exploration,
    explored_ahead,
    set_up,
)
from rowdy.interfaces.web.http.lesson_answers import Tried, lesson_answer
from rowdy.interfaces.web.http.limits import RequestLimits, visitor_of
from rowdy.interfaces.web.http.puzzle_answers import (
    PuzzleTried,
    PuzzleWanted,
    needs_search,
    puzzle_answer,
    puzzle_hint,
    puzzle_solution,
    puzzle_view,
    refutation,
    wrong_try,
)
from rowdy.interfaces.web.http.requests import json_response, read_json, words_for
from rowdy.interfaces.web.live.faults import game_code
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.bots.pool import BotPool

_TRIED = msgspec.json.Decoder(Tried)
_EXPLORED = msgspec.json.Decoder(ExploreWanted)
_SET_UP = msgspec.json.Decoder(SetUpWanted)
_PUZZLE = msgspec.json.Decoder(PuzzleWanted)
_PUZZLE_TRIED = msgspec.json.Decoder(PuzzleTried)


class StudyRequests:
    def __init__(self, thinkers: BotPool, limits: RequestLimits, cpu_work: CpuWork) -> None:
        self.thinkers = thinkers
        self.limits = limits
        self.cpu_work = cpu_work

    def routes(self) -> list[Route]:
        return [
            Route("/api/lessons/{game}/{step}", self.lesson, methods=["POST"]),
            Route("/api/explore/{game}", self.explore, methods=["POST"]),
            Route("/api/explore/{game}/ahead", self.look_ahead, methods=["POST"]),
            Route("/api/explore/{game}/set-up", self.set_up, methods=["POST"]),
            Route("/api/puzzles", self.puzzle, methods=["POST"]),
            Route("/api/puzzles/{puzzle}", self.try_puzzle, methods=["POST"]),
            Route("/api/puzzles/{puzzle}/refutation", self.refute, methods=["POST"]),
            Route("/api/puzzles/{puzzle}/hint", self.puzzle_hint, methods=["POST"]),
            Route("/api/puzzles/{puzzle}/solution", self.puzzle_solution, methods=["POST"]),
        ]

    async def lesson(self, request: Request) -> Response:
        """Answers a try in a step of a lesson. Nothing is stored: the next request has all moves again."""
        self.limits.check(request, self.limits.learning)
        tried, path = await read_json(request, _TRIED), request.path_params
        with game_code(f"lesson {path['game']}"):
            found = await self.cpu_work.run(
                visitor_of(request), lesson_answer, words_for(request), path["game"], path["step"], tried
            )
        return json_response(found)

    async def explore(self, request: Request) -> Response:
        """Answers with the values of a position."""
        walk = await self._walk(request)
        found = await self.thinkers.explore(walk.game, walk.state, Asker(visitor_of(request)))
        with game_code(f"explorer {request.path_params['game']}"):
            return json_response(exploration(words_for(request), walk, found))

    async def look_ahead(self, request: Request) -> Response:
        """Answers with what comes after a position, which takes longer than its values."""
        walk = await self._walk(request)
        found = await self.thinkers.look_ahead(walk.game, walk.state, Asker(visitor_of(request)))
        with game_code(f"explorer {request.path_params['game']}"):
            return json_response(explored_ahead(words_for(request), walk, found))

    async def _walk(self, request: Request) -> Walk:
        self.limits.check(request, self.limits.exploring)
        wanted = await read_json(request, _EXPLORED)
        with game_code(f"explorer {request.path_params['game']}"):
            return Walk(request.path_params["game"], wanted)

    async def set_up(self, request: Request) -> Response:
        """Answers with a position that is set up by hand, and whether it is possible."""
        self.limits.check(request, self.limits.exploring)
        wanted = await read_json(request, _SET_UP)
        with game_code(f"explorer {request.path_params['game']}"):
            return json_response(set_up(words_for(request), request.path_params["game"], wanted))

    async def puzzle(self, request: Request) -> Response:
        """Answers with a puzzle: that of the asker's date, one by its id, or any."""
        self.limits.check(request, self.limits.learning)
        wanted = await read_json(request, _PUZZLE)
        with game_code("puzzles"):
            found = await self.cpu_work.run(visitor_of(request), puzzle_view, words_for(request), wanted)
        return json_response(found)

    async def try_puzzle(self, request: Request) -> Response:
        """Answers a try at a puzzle. Nothing is stored: the next request has all moves again."""
        self.limits.check(request, self.limits.learning)
        tried, puzzle_id = await read_json(request, _PUZZLE_TRIED), request.path_params["puzzle"]
        with game_code(f"puzzle {puzzle_id}"):
            found = await self.cpu_work.run(visitor_of(request), puzzle_answer, words_for(request), puzzle_id, tried)
        return json_response(found)

    async def refute(self, request: Request) -> Response:
        """Answers with why a wrong try at a puzzle fails."""
        self.limits.check(request, self.limits.exploring)
        tried, puzzle_id = await read_json(request, _PUZZLE_TRIED), request.path_params["puzzle"]
        with game_code(f"puzzle {puzzle_id}"):
            found = await self.cpu_work.run(visitor_of(request), wrong_try, puzzle_id, tried)
        ahead = None
        if needs_search(found):
            ahead = await self.thinkers.look_ahead(found.game, found.state, Asker(visitor_of(request)))
        with game_code(f"puzzle {puzzle_id}"):
            return json_response(refutation(words_for(request), found, tried, ahead))

    async def puzzle_hint(self, request: Request) -> Response:
        self.limits.check(request, self.limits.learning)
        return json_response(puzzle_hint(words_for(request), request.path_params["puzzle"]))

    async def puzzle_solution(self, request: Request) -> Response:
        self.limits.check(request, self.limits.learning)
        return json_response(puzzle_solution(words_for(request), request.path_params["puzzle"]))
