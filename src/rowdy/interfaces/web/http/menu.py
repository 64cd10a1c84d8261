"""The menu of a page on which people choose a game: games, editions, house rules and bots, in words."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

import rowdy
from rowdy.interfaces.bots import bot_line
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.consequences import consequence, measured, usual_figures
from rowdy.interfaces.rules_page import source_in_words
from rowdy.interfaces.titles import bot_level, edition_title, game_line, game_title, ruling_option, ruling_question
from rowdy.interfaces.web.live.faults import game_code
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import bot, bot_names
from rowdy.play.table.plans import check_live
from rowdy.rules.catalog import CATALOG, kits
from rowdy.rules.game import GameError
from rowdy.rules.kit import RulesKit
from rowdy.rules.rulings import Option, Ruling, Says
from rowdy.search.catalog import search_kit

BARE_SEARCH = "mcts"
"""A bot for measurements with settings, which is not offered as an opponent."""


class MenuItem(Struct, frozen=True):
    """An edition, an option or a bot: `name` is for requests, `say` is what people read."""

    name: str
    say: str


class OptionOffer(MenuItem, frozen=True):
    results: dict[str, str] = {}
    """What this option is known to change, in sentences, by the number of seats."""


class HouseRuleOffer(Struct, frozen=True):
    name: str
    say: str
    default: str
    options: tuple[OptionOffer, ...]
    source: str
    """What each rulebook says, in words."""
    books: dict[str, str | None]
    """The option that each rulebook names, or `None`."""
    needs: tuple[str, str] | None
    """Another house rule, and the option that it must have for this one to matter."""


class EditionOffer(MenuItem, frozen=True):
    options: dict[str, str]
    """The option of each house rule in this edition."""


class BotOffer(MenuItem, frozen=True):
    level: str
    """The level by which people choose the bot."""


class Offer(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    name: str
    say: str
    seats: tuple[int, ...]
    minutes: int
    editions: tuple[EditionOffer, ...]
    rulings: tuple[HouseRuleOffer, ...]
    deck: str | None
    """The house rule that a custom deck belongs to."""
    bots: tuple[BotOffer, ...]
    lesson: bool
    """True if the game has a lesson."""
    explore: bool
    """True if the game is solved, so that every position can be explored."""
    usual: dict[str, str] = {}
    """Figures of the game with the default rules, in a sentence, by the number of seats."""
    measured: str = ""
    """How the results of the options were measured; empty if there are none."""
    usual_rule: str = ""
    """What ends the results of a default option: all that is known of it once another rule is changed."""


@cache
def offers(words: Words) -> tuple[Offer, ...]:
    """Returns all games; one of another package that does not work is left out."""
    found = []
    for kit in kits().values():
        try:
            with game_code(f"game {kit.id}"):
                check_live(kit.make_default())
                found.append(_offer(words, kit))
        except GameError:
            if kit.id in CATALOG:
                raise
    return tuple(found)


def _offer(words: Words, kit: RulesKit) -> Offer:
    game = kit.make_default()
    return Offer(
        id=kit.id,
        name=game_title(words, kit.id),
        say=game_line(words, kit.id),
        seats=kit.seats,
        minutes=kit.minutes,
        editions=tuple(
            EditionOffer(
                edition.name,
                edition_title(words, kit.id, edition.name),
                {name: str(option) for name, option in kit.defaults(edition).items()},
            )
            for edition in kit.editions
        ),
        rulings=tuple(_house_rule(words, kit, ruling) for ruling in kit.rulings),
        deck=kit.deck_ruling,
        bots=_bots(words, kit.id),
        lesson=interface_kit(game).lesson is not None,
        explore=search_kit(game).solved(game),
        usual={str(seats): text for seats in kit.seats if (text := usual_figures(words, kit.id, seats))},
        measured=measured(words, kit.id),
        usual_rule=words("consequence-usual"),
    )


def _house_rule(words: Words, kit: RulesKit, ruling: Ruling) -> HouseRuleOffer:
    game_id, name = kit.id, ruling.name
    return HouseRuleOffer(
        name=name,
        say=ruling_question(words, game_id, ruling),
        default=str(ruling.default),
        options=tuple(_option(words, kit, name, option) for option in ruling.options),
        source=source_in_words(words, game_id, ruling),
        books={book: None if isinstance(says, Says) else str(says) for book, says in ruling.sources.items()},
        needs=ruling.needs and (ruling.needs[0], str(ruling.needs[1])),
    )


def _option(words: Words, kit: RulesKit, name: str, option: Option) -> OptionOffer:
    told = {str(seats): consequence(words, kit.id, name, option, seats) for seats in kit.seats}
    results = {seats: text for seats, text in told.items() if text}
    return OptionOffer(str(option), ruling_option(words, kit.id, name, str(option)), results)


def _bots(words: Words, game_id: str) -> tuple[BotOffer, ...]:
    names = [name for name in bot_names() if name != BARE_SEARCH and _plays(name, game_id)]
    return tuple(BotOffer(name, bot_line(words, name), bot_level(words, name)) for name in names)


def _plays(name: str, game_id: str) -> bool:
    """True if the bot can play this game; a broken bot of another package can play none."""
    try:
        return bot(name).plays(rowdy.game(game_id))
    except GameError:
        return False
