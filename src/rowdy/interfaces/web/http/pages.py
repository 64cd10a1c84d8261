"""The pages: shells in the reader's language, which their scripts fill."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import TypeAlias
from urllib.parse import quote, urlencode

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rowdy.interfaces.drawing.templates import textures
from rowdy.interfaces.web.http import rules
from rowdy.interfaces.web.http.assets import Assets
from rowdy.interfaces.web.http.explorer_answers import explorer_plan
from rowdy.interfaces.web.http.lesson_answers import lesson_plan
from rowdy.interfaces.web.http.menu import Offer, offers
from rowdy.interfaces.web.http.requests import Refusal, on_game_error, words_for
from rowdy.interfaces.words import LANGUAGES, Words
from rowdy.rules.game import GameError, InvalidSetup

THEMES = ("auto", "light", "dark")
LANGUAGE_COOKIE_SECONDS = 365 * 24 * 60 * 60

OnError: TypeAlias = Callable[[Request, Exception], Awaitable[Response]]


class Pages:
    def __init__(self, warming_up: Callable[[], Awaitable[bool]]) -> None:
        """`warming_up` tells whether the code of the bots is still being compiled, which pages with bots say."""
        self._warming_up = warming_up
        self.assets = Assets()
        self.templates = Environment(
            loader=PackageLoader("rowdy.interfaces.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals.update(
            static=self.assets.address, modules=cache(self.assets.modules), page_words=cache(self._page_words)
        )
        self.templates.filters.update(rules.FILTERS)
        self.templates.tests.update(rules.TESTS)

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/new/{game}", self.new),
            Route("/rules/{game}", self.rules),
            Route("/learn/{game}", self.learn),
            Route("/explore/{game}", self.explore),
            Route("/table/{table}", self.table),
            Route("/hand/{table}", self.hand),
            Route("/screen/{table}", self.screen),
            Route("/replay", self.replay),
            Route("/review", self.review),
            Route("/static/{version}/{path:path}", self.assets.serve),
        ]

    async def home(self, request: Request) -> Response:
        return self._page(request, "home.html", warming=await self._warming_up(), games=offers(words_for(request)))

    async def new(self, request: Request) -> Response:
        games: dict[str, Offer] = {offer.id: offer for offer in offers(words_for(request))}
        offer = games.get(request.path_params["game"])
        if offer is None:
            raise HTTPException(404)
        return self._page(
            request, "new.html", warming=await self._warming_up(), game=offer, offer=msgspec.to_builtins(offer)
        )

    async def rules(self, request: Request) -> Response:
        """Answers with how to play a game, by the edition and the house rules that the address names."""
        try:
            asked = rules.asked_rules(request, words_for(request))
        except GameError as error:
            return await self.for_people(on_game_error)(request, error)
        lesson = any(offer.lesson for offer in offers(words_for(request)) if offer.id == asked.page.game)
        return self._page(request, "rules.html", page=asked.page, drawn=asked.drawn, textures=textures(), lesson=lesson)

    async def learn(self, request: Request) -> Response:
        try:
            plan = lesson_plan(words_for(request), request.path_params["game"])
        except InvalidSetup:
            raise HTTPException(404) from None
        return self._page(request, "learn.html", title=plan.title, lesson=msgspec.to_builtins(plan))

    async def explore(self, request: Request) -> Response:
        """Answers with the explorer of a game; its script reads the position from the address."""
        try:
            plan = explorer_plan(words_for(request), request.path_params["game"])
        except InvalidSetup:
            raise HTTPException(404) from None
        return self._page(
            request, "explore.html", warming=await self._warming_up(), title=plan.title, plan=msgspec.to_builtins(plan)
        )

    async def table(self, request: Request) -> Response:
        """Answers everybody with the same page; the live connection settles who may see what."""
        warming = await self._warming_up()
        return self._page(request, "table.html", warming=warming, hand=False, table=request.path_params["table"])

    async def hand(self, request: Request) -> Response:
        """Answers a phone that has scanned the code of a seat, or has that seat already."""
        return self._page(request, "hand.html", warming=False, hand=True, table=request.path_params["table"])

    async def screen(self, request: Request) -> Response:
        """Answers with the table for a room, which has no seat."""
        return self._page(request, "screen.html", table=request.path_params["table"])

    async def replay(self, request: Request) -> Response:
        return self._page(request, "replay.html")

    async def review(self, request: Request) -> Response:
        return self._page(request, "review.html")

    def for_people(self, on_error: OnError) -> OnError:
        """Returns a handler that answers browsers with a page where `on_error` would answer with JSON."""

        async def handle(request: Request, error: Exception) -> Response:
            refused = await on_error(request, error)
            if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
                return refused
            say = msgspec.json.decode(bytes(refused.body), type=Refusal).say
            page = self._page(request, "error.html", say=say)
            page.status_code = refused.status_code
            return page

        return handle

    def _page_words(self, script: str, words: Words) -> dict[str, str | dict[str, str]]:
        """Returns the messages that a script says by itself."""
        said = self.assets.mentioned(script, "page-[a-z0-9-]+")
        return {message: text for message, text in words.with_gaps("page-").items() if message in said}

    def _page(self, request: Request, template: str, **more: object) -> Response:
        words, asked = words_for(request), request.query_params.get("lang")
        theme = request.cookies.get("theme")
        text = self.templates.get_template(template).render(
            t=words,
            lang=words.language,
            languages=[(language, Words(language)("page-language"), _in(request, language)) for language in LANGUAGES],
            theme=theme if theme in THEMES else THEMES[0],
            **more,
        )
        response = HTMLResponse(text, headers={"Cache-Control": "no-store", "Content-Language": words.language})
        if asked in LANGUAGES:
            response.set_cookie(
                "lang", asked, max_age=LANGUAGE_COOKIE_SECONDS, samesite="lax", secure=request.url.scheme == "https"
            )
        return response


def _in(request: Request, language: str) -> str:
    """Returns the address of the same page in another language.

    Whatever path was asked for, it leads to this server: two slashes at its beginning would name another.
    """
    path = quote("/" + request.url.path.lstrip("/"))
    return f"{path}?{urlencode({**request.query_params, 'lang': language})}"
