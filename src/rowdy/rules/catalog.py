"""The games by id: the only place that lists them, with their editions and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Unpack, overload

from rowdy.rules import djeco, djeco_rulings, flip, xoxo
from rowdy.rules.cards import read_numbers
from rowdy.rules.decks import Entry, list_entries
from rowdy.rules.game import AnyGame, InvalidSetup, Seat
from rowdy.rules.rulings import Edition, Option, Ruling
from rowdy.rules.tiles import BALANCED, read_deck


@dataclass(frozen=True)
class Setup:
    """Everything settled before a game is made."""

    edition: Edition
    rulings: dict[str, Any]
    seats: int
    starter: Seat
    deck: Sequence[Entry] | None


@dataclass(frozen=True)
class Entrant:
    """One game of the catalog: what can be chosen, and how it is made."""

    id: str
    seats: tuple[int, ...]
    minutes: int
    rulings: tuple[Ruling, ...]
    editions: tuple[Edition, ...]
    decisions: tuple[str, ...]
    """Points settled one way for all; the words are in the locales."""
    make: Callable[[Setup], AnyGame]
    deck_ruling: str | None = None
    """The ruling that a custom deck sets to `custom`."""
    starter: bool = False
    """Whether the seat that starts can be chosen."""

    def ruling(self, name: str) -> Ruling:
        found = next((ruling for ruling in self.rulings if ruling.name == name), None)
        if found is None:
            known = ", ".join(ruling.name for ruling in self.rulings)
            raise InvalidSetup("unknown-ruling", game=self.id, name=name, known=known)
        return found

    def edition(self, name: str | None) -> Edition:
        if name is None:
            return self.editions[0]
        found = next((edition for edition in self.editions if edition.name == name), None)
        if found is None:
            known = ", ".join(edition.name for edition in self.editions)
            raise InvalidSetup("unknown-edition", game=self.id, name=name, known=known)
        return found

    def defaults(self, edition: Edition) -> dict[str, Option]:
        """The option of each ruling in this edition."""
        return {ruling.name: edition.changes.get(ruling.name, ruling.default) for ruling in self.rulings}

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise InvalidSetup("seat-count", game=self.id, seats=seats, known=", ".join(map(str, self.seats)))

    def check_starter(self, starter: Seat, seats: int) -> None:
        if not 0 <= starter < seats or (starter and not self.starter):
            raise InvalidSetup("starter", game=self.id, starter=starter + 1)

    def option(self, name: str, text: str) -> Option:
        """The option of a ruling with this text."""
        ruling = self.ruling(name)
        option = ruling.read(text)
        if option is None:
            known = ", ".join(map(str, sorted(ruling.options)))
            raise InvalidSetup("unknown-option", game=self.id, name=name, option=text, known=known)
        return option

    def settle(self, edition: Edition, changes: Mapping[str, str]) -> dict[str, Option]:
        """The option of each ruling, with these changes to the edition."""
        settled = self.defaults(edition) | {name: self.option(name, text) for name, text in changes.items()}
        for ruling in self.rulings:
            if ruling.needs and settled[ruling.name] != ruling.default and settled[ruling.needs[0]] != ruling.needs[1]:
                other, needed = ruling.needs
                raise InvalidSetup("ruling-needs", game=self.id, name=ruling.name, other=other, needed=str(needed))
        return settled


def _make_flip(setup: Setup) -> AnyGame:
    return flip.FlipGame(setup.edition, flip.Rulings(**setup.rulings))


def _make_xoxo(setup: Setup) -> AnyGame:
    tiles = BALANCED if setup.deck is None else read_deck(setup.deck)
    return xoxo.XoxoGame(setup.edition, xoxo.Rulings(**setup.rulings), setup.seats, setup.starter, tiles)


def _make_djeco(setup: Setup) -> AnyGame:
    numbers = None if setup.deck is None else read_numbers(setup.deck)
    return djeco.DjecoGame(setup.edition, djeco_rulings.Rulings(**setup.rulings), setup.starter, numbers)


def _survives_first(ruling: Ruling) -> Ruling:
    return Ruling(ruling.name, tuple(reversed(ruling.options)), ruling.sources, ruling.needs)


_SOME = {"yellow": djeco_rulings.YellowClears.SOME}

CATALOG: dict[str, Entrant] = {
    entrant.id: entrant
    for entrant in (
        Entrant(
            "xoxo",
            seats=(2, 3, 4),
            minutes=15,
            rulings=(xoxo.PILES, xoxo.DECK, xoxo.LAST_WINDOW),
            editions=(Edition("xoxo", "de", {}), Edition("xoxo", "en", {"piles": xoxo.Piles.EN})),
            decisions=("one-card-a-value", "any-number", "tie-among-tied", "top-before-window"),
            make=_make_xoxo,
            deck_ruling="deck",
            starter=True,
        ),
        Entrant(
            "rubik",
            seats=(2,),
            minutes=10,
            rulings=(flip.ROW, flip.BOTH_ROWS),
            editions=(Edition("rubik", "de", {}),),
            decisions=("adjacent",),
            make=_make_flip,
        ),
        Entrant(
            "xoxo2",
            seats=(2,),
            minutes=10,
            rulings=(_survives_first(flip.ROW), flip.BOTH_ROWS),
            editions=(Edition("xoxo2", "nl", {}),),
            decisions=("adjacent", "unbroken", "anywhere", "star-starts"),
            make=_make_flip,
        ),
        Entrant(
            "djeco",
            seats=(2,),
            minutes=15,
            rulings=(
                djeco_rulings.TARGET,
                djeco_rulings.NUMBERS,
                djeco_rulings.YELLOW_CLEARS,
                djeco_rulings.LINES,
                djeco_rulings.DISCARD,
                djeco_rulings.GRID,
            ),
            editions=(
                Edition("djeco", "it", {}),
                Edition("djeco", "pt", {}),
                Edition("djeco", "sv", _SOME),
                Edition("djeco", "da", _SOME),
                Edition("djeco", "ru", _SOME),
            ),
            decisions=("any-card", "owner-scores", "four-directions", "light-scores", "one-a-turn", "turns-are-cards"),
            make=_make_djeco,
            deck_ruling="numbers",
            starter=True,
        ),
    )
}


def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(CATALOG)


def entrant(game_id: str) -> Entrant:
    if game_id not in CATALOG:
        raise InvalidSetup("unknown-game", name=game_id, known=", ".join(CATALOG))
    return CATALOG[game_id]


class Choices(TypedDict, total=False):
    """What can be chosen for any game."""

    edition: str | None
    seats: int | None
    rulings: Mapping[str, str] | None
    deck: Iterable[object] | None
    starter: Seat


@overload
def game(game_id: Literal["rubik", "xoxo2"], **choices: Unpack[Choices]) -> flip.FlipGame: ...
@overload
def game(game_id: Literal["xoxo"], **choices: Unpack[Choices]) -> xoxo.XoxoGame: ...
@overload
def game(game_id: Literal["djeco"], **choices: Unpack[Choices]) -> djeco.DjecoGame: ...
@overload
def game(game_id: str, **choices: Unpack[Choices]) -> AnyGame: ...
def game(
    game_id: str,
    *,
    edition: str | None = None,
    seats: int | None = None,
    rulings: Mapping[str, str] | None = None,
    deck: Iterable[object] | None = None,
    starter: Seat = 0,
) -> AnyGame:
    """A game from the catalog: `game("xoxo", edition="en", seats=3, rulings={"last_window": "no"})`.

    A deck is the 48 tiles of XOXO or the 18 numbers of Djeco, as texts, numbers or entries of a deck file.
    """
    found = entrant(game_id)
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


def _entries(deck: Iterable[object]) -> list[Entry]:
    items = [deck] if isinstance(deck, str) else list(deck)
    entries = [item for item in items if isinstance(item, Entry)]
    return entries if len(entries) == len(items) else list_entries(items)


def changed_rulings(game: AnyGame) -> dict[str, str]:
    """The rulings in which a game differs from its edition, by name."""
    defaults = entrant(game.edition.game).defaults(game.edition)
    return {name: option for name, option in game.options.items() if option != str(defaults[name])}
