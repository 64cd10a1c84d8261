"""Games of other packages, which name them under the entry point `rowdy.games`.

An entry point names a `rowdy.kits.Kit`: the rules of the game and, if there are any, its kits for the other floors.
A guest's code is imported only when somebody asks for all games, or for one that is not ours.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from rowdy.rules.game import AnyGame, Game, GameError, InvalidSetup
from rowdy.rules.kit import RulesKit, Setup
from rowdy.rules.rulings import Says

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rowdy.games"
FAULTS = (Exception, SystemExit)
"""The errors of a guest's code that are reported without ending the program; an interrupt by the user still does."""
_ID = re.compile(r"[a-z][a-z0-9]{0,19}")
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""The form of the name of a rulebook or ruling, which appears in records, messages and addresses."""


class GuestKit(ABC):
    """The part of a `rowdy.kits.Kit` that the rules floor knows: the rules, and how to find faults in the rest."""

    rules: RulesKit
    search: Any
    play: Any
    interface: Any

    @abstractmethod
    def fault(self, game: AnyGame) -> str | None:
        """What is wrong with the kit's parts for the other floors, tried on one of its games, or `None`."""


@cache
def entries() -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points by the name of their game; none of their code is loaded yet."""
    from importlib.metadata import entry_points  # importing it takes as long as all our rules

    found: dict[str, dict[str, EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        found.setdefault(entry.name, {})[entry.value] = entry
    return {name: tuple(by_value.values()) for name, by_value in found.items()}


@cache
def load_guest_game(name: str) -> GuestKit | InvalidSetup:
    """A guest's kit, or the error that says why it cannot be used."""
    entry, *others = entries()[name]
    package = ", ".join(one.value for one in (entry, *others))
    if others:
        return InvalidSetup("guest-game-unfit", name=name, package=package, reason="more than one game has this id")
    try:
        kit: GuestKit = entry.load()
        why = _fault(name, kit)
    except FAULTS as error:
        return InvalidSetup("guest-game-failed", name=name, package=package, reason=_reason(error))
    return InvalidSetup("guest-game-unfit", name=name, package=package, reason=why) if why else kit


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


@contextmanager
def guest_code(game_id: str) -> Iterator[None]:
    """Runs code of a game; an unexpected error in a guest's code becomes a `GameError` that names the guest."""
    try:
        yield
    except (GameError, OSError, EOFError):  # the last two come from the caller, not from the game
        raise
    except Exception as error:
        if game_id not in entries():
            raise
        package = ", ".join(entry.value for entry in entries()[game_id])
        raise GameError("guest-game-broke", name=game_id, package=package, reason=_reason(error)) from error


def _fault(name: str, kit: GuestKit) -> str | None:
    """Why a kit cannot be used, or `None`; a game of every edition is made once to see whether that works."""
    if not isinstance(kit, GuestKit):
        return "it is no rowdy.kits.Kit"
    if not isinstance(kit.rules, RulesKit):
        return "its rules are no RulesKit"
    if kit.rules.id != name or not _ID.fullmatch(name):
        return f"its id is {kit.rules.id!r}; it must be that of the entry point, small letters and digits"
    return _rules_fault(kit.rules) or _games_fault(kit)


def _rules_fault(rules: RulesKit) -> str | None:
    for what, names in (("book", rules.books), ("ruling", [ruling.name for ruling in rules.rulings])):
        if not all(isinstance(each, str) and _NAME.fullmatch(each) for each in names):
            return f"the name of a {what} must be small letters, digits, - and _"
        if len(set(names)) < len(names):
            return f"two {what}s have the same name"
    if not rules.books:
        return "it has no book, so there is no edition"
    if not rules.seats or not all(type(seats) is int and seats > 1 for seats in rules.seats):
        return "its seats must be numbers from 2 on"
    if type(rules.minutes) is not int:
        return "its minutes must be a whole number"
    for ruling in rules.rulings:
        if not all(isinstance(says, Says) or says in ruling.options for says in ruling.sources.values()):
            return f"a source of its ruling {ruling.name} names no option of it"
    return None


def _games_fault(kit: GuestKit) -> str | None:
    for edition in kit.rules.editions:
        for seats in kit.rules.seats:
            game = kit.rules.make(Setup(edition, kit.rules.defaults(edition), seats, 0, None))
            if not isinstance(game, Game) or game.edition != edition or game.seats != seats:
                return "what it makes is no game of that id, edition and number of seats"
            game.turn(game.start())
            if why := kit.fault(game):
                return why
    return None


def guest_kits() -> dict[str, GuestKit]:
    """All guests that can be used, by the id of their game."""
    return {name: kit for name in entries() if not isinstance(kit := load_guest_game(name), InvalidSetup)}


def faulty_guests() -> dict[str, InvalidSetup]:
    """All guests that cannot be used, by the name of their entry point, with the reason."""
    return {name: error for name in entries() if isinstance(error := load_guest_game(name), InvalidSetup)}


def find_guest(game_id: str) -> GuestKit | None:
    """The guest that plays this game; `InvalidSetup` if it is there but cannot be used."""
    if game_id not in entries():
        return None
    kit = load_guest_game(game_id)
    if isinstance(kit, InvalidSetup):
        raise kit
    return kit
