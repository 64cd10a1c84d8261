"""How to play, as a page asks for it by its address, and what its template asks of a text."""

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
"""How many sets of rules are kept drawn: the editions in a few languages, and what few tables have changed."""


class AskedRules(NamedTuple):
    page: RulesPage
    drawn: dict[str, DrawnExample]
    """The examples that the page shows, by their ids."""


def asked_rules(request: Request, words: Words) -> AskedRules:
    """Returns how to play for an address such as `/rules/djeco?edition=sv&target=7`.

    What is no house rule of the game is left alone, as others add to addresses that are passed on; the page says which
    edition and house rules it tells.
    """
    game_id, asked = request.path_params["game"], request.query_params
    if game_id not in {offer.id for offer in offers(words)}:
        raise HTTPException(404)
    with game_code(f"game {game_id}"):
        found = kit(game_id)
        edition = found.edition(asked.get("edition"))
        changes = {ruling.name: asked[ruling.name] for ruling in found.rulings if ruling.name in asked}
        return _rules(words, game_id, edition, tuple(found.settle(edition, changes).items()))


@lru_cache(maxsize=MAX_CACHED)
def _rules(words: Words, game_id: str, edition: Edition, options: tuple[tuple[str, Option], ...]) -> AskedRules:
    page = rules_page(words, kit(game_id), edition, dict(options))
    game = example_game(kit(game_id), edition, dict(options))
    examples = interface_kit(game).examples
    named = [one.id for one in page.examples() if one.id in examples]  # a guest's text may name what it does not bring
    return AskedRules(page, {name: draw_example(words, game, examples[name]) for name in named})


FILTERS = {"spans": spans}
TESTS = {
    "paragraph": lambda block: isinstance(block, Paragraph),
    "bullets": lambda block: isinstance(block, Bullets),
    "example": lambda block: isinstance(block, ExampleShown),
    "house_rule": lambda block: isinstance(block, HouseRule),
}
"""What the templates can ask of a block."""
