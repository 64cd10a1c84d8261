"""Bots from other packages, which name them under the entry points `rowdy.bots`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from math import isfinite
from random import Random
from typing import Any

from rowdy.rules.game import AnyGame, Event, InvalidSetup, View

GROUP = "rowdy.bots"
SIGNS = ":=+,"
"""What parts a bot's name from what follows."""
PERSON = "you"
"""Who sits where this is said is no bot."""
APPEARS = 0.3
"""For how long a bot that says nothing about it seems to think."""
FAULTS = (Exception, SystemExit)
"""What a guest may raise without ending the program; who interrupts it still does."""


@cache
def guests() -> dict[str, EntryPoint]:
    """The bots that other packages offer, by name; none of their code is loaded yet."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    return {name: entry for name, entry in sorted(found.items()) if _is_name(name)}


def _is_name(name: str) -> bool:
    return name != PERSON and name.isprintable() and not set(SIGNS) & set(name)


@dataclass(frozen=True)
class Guest:
    """A bot of another package; what goes wrong in it is told as its mistake."""

    name: str
    bot: Any

    @property
    def appears(self) -> float:
        try:
            seconds = float(getattr(self.bot, "appears", APPEARS))
            if not isfinite(seconds) or seconds < 0:
                raise ValueError(f"appears is {seconds}")
        except FAULTS as error:
            raise _failed(self.name, error) from error
        return seconds

    def plays(self, game: AnyGame) -> bool:
        try:
            return bool(self.bot.plays(game))
        except FAULTS as error:
            raise _failed(self.name, error) from error

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        try:
            action = self.bot.choose(game, log, view, rng)
            legal, named = action in view.legal, str(action)  # either may run code of the guest's
        except FAULTS as error:
            raise _failed(self.name, error) from error
        if not legal:
            raise InvalidSetup("guest-illegal", name=self.name, action=named)
        return action


def load_guest(name: str) -> Guest:
    """Loads a bot: an object with `plays` and `choose`, or something that makes one when it is called."""
    try:
        found = guests()[name].load()
        made = found() if isinstance(found, type) or not _is_bot(found) else found
        fits = _is_bot(made)
    except FAULTS as error:
        raise _failed(name, error) from error
    if not fits:
        raise InvalidSetup("guest-no-bot", name=name, package=guests()[name].value)
    guest = Guest(name, made)
    _ = guest.appears  # better now than in a game
    return guest


def _is_bot(thing: object) -> bool:
    return callable(getattr(thing, "plays", None)) and callable(getattr(thing, "choose", None))


def _failed(name: str, error: BaseException) -> InvalidSetup:
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return InvalidSetup("guest-failed", name=name, package=guests()[name].value, reason=reason)
