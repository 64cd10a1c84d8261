"""The rules page: reads the game and house rules from the address, and has the tests for its template."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.drawing.examples import DrawnExample, draw_example
from rowdy.interfaces.examples import example_game
from rowdy.interfaces.rules_page import Bullets, ExampleShown, HouseRule, Paragraph, RulesPage, rules_page, spans
from rowdy.interfaces.web.http.menu import offers
from rowdy.interfaces.web.live.faults import game_code
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import kit
from rowdy.rules.rulings import Edition, Option

MAX_CACHED = 64
"""The most rules pages that are cached: the editions in a few languages, and some with house rules."""


class AskedRules(NamedTuple):
    page: RulesPage
    drawn: dict[str, DrawnExample]
    """The examples that the page shows, by their ids."""


def asked_rules(request: Request, words: Words) -> AskedRules:
    """Returns how to play for an address such as `/rules/djeco?edition=sv&target=7`.

    Without an edition it is that of the language, if there is one.

    Parameters that are not house rules of the game are ignored, as other sites add some to links; the page says which
    edition and house rules it shows.
    """
    game_id, asked = request.path_params["game"], request.query_params
    if game_id not in {offer.id for offer in offers(words)}:
        raise HTTPException(404)
    with game_code(f"game {game_id}"):
        found = kit(game_id)
        usual = words.language if words.language in found.books else None  # as in set-up, and where one plays at once
        edition = found.edition(asked.get("edition", usual))
        changes = {ruling.name: asked[ruling.name] for ruling in found.rulings if ruling.name in asked}
        return _rules(words, game_id, edition, tuple(found.settle(edition, changes).items()))


@lru_cache(maxsize=MAX_CACHED)
def _rules(words: Words, game_id: str, edition: Edition, options: tuple[tuple[str, Option], ...]) -> AskedRules:
    page = rules_page(words, kit(game_id), edition, dict(options))
    game = example_game(kit(game_id), edition, dict(options))
    examples = interface_kit(game).examples
    named = [
        one.id for one in page.examples() if one.id in examples
    ]  # a guest's text may name an example that is missing
    return AskedRules(page, {name: draw_example(words, game, examples[name]) for name in named})


FILTERS = {"spans": spans}
TESTS = {
    "paragraph": lambda block: isinstance(block, Paragraph),
    "bullets": lambda block: isinstance(block, Bullets),
    "example": lambda block: isinstance(block, ExampleShown),
    "house_rule": lambda block: isinstance(block, HouseRule),
}
"""The Jinja tests for the kinds of blocks."""
