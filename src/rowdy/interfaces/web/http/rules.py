"""How to play, as a page asks for it: by its address, and in its own forms of text."""

from __future__ import annotations

from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rowdy.interfaces.rules_page import Bullets, HouseRule, Paragraph, RulesPage, rules_page, spans
from rowdy.interfaces.web.http.menu import offers
from rowdy.interfaces.web.live.faults import game_code
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import kit


def asked_page(request: Request, words: Words) -> RulesPage:
    """Returns the page for an address such as `/rules/djeco?edition=sv&target=7`.

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
        return rules_page(words, found, edition, found.settle(edition, changes))


def prose(text: str) -> Markup:
    """Returns a text of the rules as HTML; a note on a house rule leads to that."""
    parts = []
    for span in spans(text):
        if span.ruling:
            parts.append(Markup('<a class="note" href="#rule-{}">{}</a>').format(span.ruling, span.text))
        elif span.style:
            parts.append(Markup("<{0}>{1}</{0}>").format(span.style, span.text))
        else:
            parts.append(escape(span.text))
    return Markup("").join(parts)


FILTERS = {"prose": prose}
TESTS = {
    "paragraph": lambda block: isinstance(block, Paragraph),
    "bullets": lambda block: isinstance(block, Bullets),
    "house_rule": lambda block: isinstance(block, HouseRule),
}
"""What the templates can ask of a block."""
