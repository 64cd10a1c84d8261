"""The games by id: the only place that lists ours, and where those of other packages join them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Unpack, overload

from rowdy.rules import djeco, flip, xoxo
from rowdy.rules.choices import Choices, DjecoChoices, RubikChoices, Xoxo2Choices, XoxoChoices
from rowdy.rules.decks import DeckEntry, list_entries
from rowdy.rules.game import AnyGame, InvalidSetup, Seat
from rowdy.rules.guest_games import entries, faulty_guests, find_guest, guest_kits
from rowdy.rules.kit import RulesKit, Setup

CATALOG: dict[str, RulesKit] = {kit.id: kit for kit in (xoxo.KIT, flip.RUBIK, flip.XOXO2, djeco.KIT)}
"""Our own games."""


def kits() -> dict[str, RulesKit]:
    """The kits of all games that can be played, ours first; a guest game cannot take the id of one of ours."""
    guests = {name: kit.rules for name, kit in guest_kits().items() if name not in CATALOG}
    return {**CATALOG, **guests}


def broken_guests() -> dict[str, InvalidSetup]:
    """The games of other packages that cannot be played, with the reason: they are broken, or have an id of ours."""
    taken = {
        name: InvalidSetup(
            "guest-game-unfit", name=name, package=", ".join(entry.value for entry in found), reason="its id is taken"
        )
        for name, found in entries().items()
        if name in CATALOG
    }
    return faulty_guests() | taken


def games() -> tuple[str, ...]:
    """The ids of all games, ours first.

    >>> import rowdy
    >>> rowdy.games()[:4]
    ('xoxo', 'rubik', 'xoxo2', 'djeco')
    """
    return tuple(kits())


def kit(game_id: str) -> RulesKit:
    if game_id in CATALOG:
        return CATALOG[game_id]
    guest = find_guest(game_id)
    if guest is None:
        raise InvalidSetup("unknown-game", name=game_id, known=", ".join(games()))
    return guest.rules


@overload
def game(game_id: Literal["rubik"], **choices: Unpack[RubikChoices]) -> flip.FlipGame: ...
@overload
def game(game_id: Literal["xoxo2"], **choices: Unpack[Xoxo2Choices]) -> flip.FlipGame: ...
@overload
def game(game_id: Literal["rubik", "xoxo2"], **choices: Unpack[Choices]) -> flip.FlipGame: ...
@overload
def game(game_id: Literal["xoxo"], **choices: Unpack[XoxoChoices]) -> xoxo.XoxoGame: ...
@overload
def game(game_id: Literal["xoxo"], **choices: Unpack[Choices]) -> xoxo.XoxoGame: ...
@overload
def game(game_id: Literal["djeco"], **choices: Unpack[DjecoChoices]) -> djeco.DjecoGame: ...
@overload
def game(game_id: Literal["djeco"], **choices: Unpack[Choices]) -> djeco.DjecoGame: ...
@overload
def game(game_id: str, **choices: Unpack[Choices]) -> AnyGame: ...
def game(
    game_id: str,
    *,
    edition: str | None = None,
    seats: int | None = None,
    rulings: Mapping[str, object] | None = None,
    deck: Iterable[object] | None = None,
    starter: Seat = 0,
) -> AnyGame:
    """A game from the catalog: `game("xoxo", edition="en", seats=3, rulings={"last_window": "no"})`.

    A deck is the 48 tiles of XOXO or the 18 numbers of Djeco, as texts, numbers or entries of a deck file.

    >>> import rowdy
    >>> rowdy.game("xoxo", edition="en", seats=3)
    rowdy.game('xoxo', edition='en', seats=3)
    """
    found = kit(game_id)
    chosen = found.edition(edition)
    changes = {name: str(option) for name, option in (rulings or {}).items()}
    seats = found.seats[0] if seats is None else seats
    found.check_seats(seats)
    found.check_starter(starter, seats)
    entries = None if deck is None else _entries(deck)
    if entries is not None:
        if found.deck_ruling is None:
            raise InvalidSetup("no-deck", game=game_id)
        if changes.setdefault(found.deck_ruling, "custom") != "custom":
            raise InvalidSetup(
                "deck-and-ruling", game=game_id, name=found.deck_ruling, option=changes[found.deck_ruling]
            )
    settled = found.settle(chosen, changes)
    if found.deck_ruling and entries is None and settled[found.deck_ruling] == "custom":
        raise InvalidSetup("deck-missing", game=game_id, name=found.deck_ruling)
    return found.make(Setup(chosen, settled, seats, starter, entries))


def is_of_catalog(played: AnyGame) -> bool:
    """True if a call of `game` makes this game; raises `InvalidSetup` if the catalog has no game of its id."""
    edition, rulings = played.edition, changed_rulings(played)
    deck, starter = played.deck or None, played.starter
    return played == game(
        edition.game, edition=edition.name, seats=played.seats, rulings=rulings, deck=deck, starter=starter
    )


def call_text(game: AnyGame) -> str:
    """The call that makes this game, with what differs from its default: `rowdy.game('rubik', rulings={…})`.

    Of a deck only the length is told; an ellipsis stands for what no call of `game` can give, such as other sizes.
    """
    game_id, changes = game.edition.game, list[str]()
    try:
        found, rulings = kit(game_id), changed_rulings(game)
    except InvalidSetup:  # a game that is not in the catalog
        return f"<{type(game).__name__} {game_id!r}>"
    if game.edition != found.editions[0]:
        changes.append(f"edition={game.edition.name!r}")
    if game.seats != found.seats[0]:
        changes.append(f"seats={game.seats}")
    if rulings:
        changes.append(f"rulings={rulings}")
    if game.deck:
        changes.append(f"deck=<{len(game.deck)}>")
    if game.starter:
        changes.append(f"starter={game.starter}")
    if not is_of_catalog(game):
        changes.append("...")
    return f"rowdy.game({', '.join([repr(game_id), *changes])})"


def _entries(deck: Iterable[object]) -> list[DeckEntry]:
    items = [deck] if isinstance(deck, str) else list(deck)
    entries = [item for item in items if isinstance(item, DeckEntry)]
    return entries if len(entries) == len(items) else list_entries(items)


def changed_rulings(game: AnyGame) -> dict[str, str]:
    """The rulings in which a game differs from its edition, by name."""
    defaults = kit(game.edition.game).defaults(game.edition)
    return {name: option for name, option in game.options.items() if option != str(defaults[name])}
