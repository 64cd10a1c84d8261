"""The pages: shells in the reader's language, which their scripts fill."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import TypeAlias
from urllib.parse import quote, urlencode

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rowdy.interfaces.drawing.templates import textures
from rowdy.interfaces.fluent_bundle import language_of_game
from rowdy.interfaces.languages import languages
from rowdy.interfaces.phrases import plain_text
from rowdy.interfaces.web.http import rules
from rowdy.interfaces.web.http.assets import TYPES, Asset, Assets
from rowdy.interfaces.web.http.explorer_answers import explorer_plan
from rowdy.interfaces.web.http.lesson_answers import lesson_plan
from rowdy.interfaces.web.http.menu import Offer, offers
from rowdy.interfaces.web.http.puzzle_answers import puzzle_plan
from rowdy.interfaces.web.http.requests import Refusal, on_game_error, words_for
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError, InvalidSetup
from rowdy.rules.guest_games import guest_kits

THEMES = ("auto", "light", "dark")
LANGUAGE_COOKIE_SECONDS = 365 * 24 * 60 * 60

_PLACE = "\ue010"
"""A letter that no text has, in place of what is named in a sentence."""

OnError: TypeAlias = Callable[[Request, Exception], Awaitable[Response]]


class Pages:
    def __init__(self, warming_up: Callable[[], Awaitable[bool]], root: str = "") -> None:
        """`warming_up` returns whether the bots' code is still being compiled, which pages with bots show.

        `root` is the path prefix of the server behind a proxy.
        """
        self._warming_up = warming_up
        self._root = root
        self.assets = Assets(root=root)
        self.templates = Environment(
            loader=PackageLoader("rowdy.interfaces.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals.update(
            root=root, static=self.assets.address, page_words=cache(self._page_words), within=_within
        )
        self.templates.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
        self._words_module = cache(self._write_words)
        self.templates.filters.update(rules.FILTERS, modules=cache(self.assets.modules))
        self.templates.tests.update(rules.TESTS)

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/new/{game}", self.new),
            Route("/rules/{game}", self.rules),
            Route("/learn/{game}", self.learn),
            Route("/explore/{game}", self.explore),
            Route("/puzzles", self.puzzles),
            Route("/table/{table}", self.table),
            Route("/hand/{table}", self.hand),
            Route("/screen/{table}", self.screen),
            Route("/replay", self.replay),
            Route("/review", self.review),
            Route("/static/{version}/words/{language}/{path:path}", self.words),
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
            request,
            "new.html",
            warming=await self._warming_up(),
            game=offer,
            offer=_data(offer),
        )

    async def rules(self, request: Request) -> Response:
        """Answers with the rules of a game, with the edition and house rules in the address."""
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
        return self._page(request, "learn.html", title=plan.title, lesson=_data(plan))

    async def explore(self, request: Request) -> Response:
        """Answers with the explorer of a game; its script reads the position from the address."""
        try:
            plan = explorer_plan(words_for(request), request.path_params["game"])
        except InvalidSetup:
            raise HTTPException(404) from None
        return self._page(
            request,
            "explore.html",
            warming=await self._warming_up(),
            title=plan.title,
            plan=_data(plan),
        )

    async def puzzles(self, request: Request) -> Response:
        """Answers with the page of puzzles; its script asks for the puzzle of the day, or another."""
        return self._page(request, "puzzles.html", plan=_data(puzzle_plan(words_for(request))))

    async def table(self, request: Request) -> Response:
        """Answers everybody with the same page; the live connection decides who may see what."""
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
            if request.url.path.startswith(f"{self._root}/api/") or "text/html" not in request.headers.get(
                "accept", ""
            ):
                return refused
            say = msgspec.json.decode(bytes(refused.body), type=Refusal).say
            page = self._page(request, "error.html", say=say)
            page.status_code = refused.status_code
            return page

        return handle

    async def words(self, request: Request) -> Response:
        """Answers with the words of a script that is loaded on first use, as a script."""
        language, path = request.path_params["language"], f"js/{request.path_params['path']}"
        if language not in languages() or path not in self.assets.files:
            raise HTTPException(404)
        return self.assets.answer(request, self._words_module(path, Words(language)))

    def _write_words(self, script: str, words: Words) -> Asset:
        said = msgspec.json.encode(self._page_words((script,), words))
        return Asset(b"export const WORDS=" + said + b";", TYPES[".js"])

    def _page_words(self, scripts: tuple[str, ...], words: Words) -> dict[str, str | dict[str, str]]:
        """Returns the messages that scripts use by themselves."""
        said = {message for script in scripts for message in self.assets.mentioned(script, "page-[a-z0-9-]+")}
        return {message: text for message, text in words.with_gaps("page-").items() if message in said}

    def _page(self, request: Request, template: str, **more: object) -> Response:
        words, asked = words_for(request), request.query_params.get("lang")
        theme = request.cookies.get("theme")
        text = self.templates.get_template(template).render(
            t=words,
            spoken=partial(_lang_attribute, words.language),
            in_english=[game for game in guest_kits() if language_of_game(game, words.language) != words.language],
            languages=[(Words(language).locale, name, _in(request, language)) for name, language in _menu()],
            theme=theme if theme in THEMES else THEMES[0],
            **more,
        )
        response = HTMLResponse(text, headers={"Cache-Control": "no-store", "Content-Language": words.locale})
        if asked in languages():
            response.set_cookie(
                "lang",
                asked,
                max_age=LANGUAGE_COOKIE_SECONDS,
                path=f"{self._root}/",
                samesite="lax",
                secure=request.url.scheme == "https",
            )
        return response


def _lang_attribute(language: str, game_id: str) -> Markup:
    """Returns the `lang` attribute for a game whose words are not in the page's language; empty for all others."""
    spoken = language_of_game(game_id, language)
    return Markup("") if spoken == language else Markup(' lang="{}"').format(spoken)


def _within(words: Words, lang: Markup, message: str, **named: str) -> str:
    """Returns a sentence of the page with one thing named in it, for which `lang` is the attribute."""
    ((name, text),) = named.items()
    before, _, after = words(message, **{name: _PLACE}).partition(_PLACE)
    return Markup("{}<span{}>{}</span>{}").format(before, lang, text, after) if lang else words(message, **named)


def _data(plan: msgspec.Struct) -> object:
    """Returns a plan in the form in which a page carries it for its script."""
    return msgspec.to_builtins(plan, enc_hook=plain_text)


@cache
def _menu() -> list[tuple[str, str]]:
    """Returns the languages, each with its own name for itself."""
    return sorted((Words(language)("page-language"), language) for language in languages())


def _in(request: Request, language: str) -> str:
    """Returns the address of the same page in another language.

    Leading slashes of the path are reduced to one, as two would name another server.
    """
    path = quote("/" + request.url.path.lstrip("/"))
    return f"{path}?{urlencode({**request.query_params, 'lang': language})}"
