"""What can be played, for a page that lets people choose: games, editions, house rules and bots, in words."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

import rowdy
from rowdy.interfaces.words import Words
from rowdy.play.bots import BOTS, bot, bot_names
from rowdy.play.guests import guests
from rowdy.rules.catalog import CATALOG, Entrant
from rowdy.rules.game import GameError
from rowdy.rules.rulings import Ruling


class Item(Struct, frozen=True):
    """An edition, an option or a bot; `name` is what a request says, `say` what people read."""

    name: str
    say: str


class HouseRule(Struct, frozen=True):
    name: str
    say: str
    default: str
    options: tuple[Item, ...]
    source: str
    books: dict[str, str | None]
    """What each rulebook says: an option, or nothing where it is silent."""
    needs: tuple[str, str] | None
    """Another house rule, and the option it must have for this one to matter."""


class EditionOffer(Item, frozen=True):
    options: dict[str, str]
    """The option of each house rule in this edition."""


class Offer(Struct, frozen=True):
    """One game."""

    id: str
    name: str
    say: str
    seats: tuple[int, ...]
    minutes: int
    editions: tuple[EditionOffer, ...]
    rulings: tuple[HouseRule, ...]
    deck: str | None
    """The house rule to which a deck of one's own belongs."""
    bots: tuple[Item, ...]


@cache
def offers(words: Words) -> tuple[Offer, ...]:
    return tuple(_offer(words, entrant) for entrant in CATALOG.values())


def _offer(words: Words, entrant: Entrant) -> Offer:
    return Offer(
        id=entrant.id,
        name=words(f"game-{entrant.id}"),
        say=words(f"game-{entrant.id}-line"),
        seats=entrant.seats,
        minutes=entrant.minutes,
        editions=tuple(
            EditionOffer(
                edition.name,
                words(f"edition-{entrant.id}-{edition.name}"),
                {name: str(option) for name, option in entrant.defaults(edition).items()},
            )
            for edition in entrant.editions
        ),
        rulings=tuple(_house_rule(words, ruling) for ruling in entrant.rulings),
        deck=entrant.deck_ruling,
        bots=_bots(words, entrant.id),
    )


def _house_rule(words: Words, ruling: Ruling) -> HouseRule:
    return HouseRule(
        name=ruling.name,
        say=words(f"ruling-{ruling.name}"),
        default=str(ruling.default),
        options=tuple(Item(str(option), _option(words, ruling.name, str(option))) for option in ruling.options),
        source=words(f"ruling-{ruling.name}-source"),
        books={book: None if option is None else str(option) for book, option in ruling.sources.items()},
        needs=ruling.needs and (ruling.needs[0], str(ruling.needs[1])),
    )


def _option(words: Words, name: str, option: str) -> str:
    """Numbers share one sentence."""
    if words.has(f"ruling-{name}-n"):
        return words(f"ruling-{name}-n", n=option)
    return words(f"ruling-{name}-{option}")


def _bots(words: Words, game_id: str) -> tuple[Item, ...]:
    return tuple(Item(name, _bot(words, name)) for name in bot_names() if _plays(name, game_id))


def _bot(words: Words, name: str) -> str:
    return words(f"bot-{name}") if name in BOTS else words("bot-guest", package=guests()[name].value)


def _plays(name: str, game_id: str) -> bool:
    """A guest that does not work is not offered."""
    try:
        return bot(name).plays(rowdy.game(game_id))
    except GameError:
        return False
