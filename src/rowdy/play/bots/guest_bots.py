"""Bots of other packages, which register them under the entry-point group `rowdy.bots`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from math import isfinite
from random import Random
from typing import Any

from rowdy.rules.game import AnyGame, Event, InvalidSetup, View
from rowdy.rules.guest_games import FAULTS

BOTS_GROUP = "rowdy.bots"
"""The entry-point group of guest bots."""
SEPARATORS = ":=+,"
"""The characters that separate a bot's name and its parameters, so that no name can contain them."""
PERSON = "you"
"""The label of a seat that a person plays; no bot can have it as its name."""
DEFAULT_PACE_SECONDS = 0.3
"""How long a bot without an attribute `pace_seconds` appears to think about a move."""


@cache
def guests() -> dict[str, EntryPoint]:
    """The entry points of other packages' bots by name; none of their code is loaded yet."""
    found = {entry.name: entry for entry in entry_points(group=BOTS_GROUP)}
    return {name: entry for name, entry in sorted(found.items()) if is_bot_name(name)}


def is_bot_name(name: str) -> bool:
    """True if a bot can have this name."""
    return name != PERSON and name.isprintable() and not set(SEPARATORS) & set(name)


@dataclass(frozen=True)
class GuestBot:
    """A bot of another package; whatever it raises becomes an `InvalidSetup` that names it."""

    name: str
    bot: Any

    @property
    def pace_seconds(self) -> float:
        try:
            seconds = float(getattr(self.bot, "pace_seconds", DEFAULT_PACE_SECONDS))
            if not isfinite(seconds) or seconds < 0:
                raise ValueError(f"pace_seconds is {seconds}")
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
            legal, named = action in view.legal, str(action)  # both may run the guest's code
        except FAULTS as error:
            raise _failed(self.name, error) from error
        if not legal:
            raise InvalidSetup("guest-illegal", name=self.name, action=named)
        return action


def load_guest_bot(name: str) -> GuestBot:
    """Loads a guest bot: the entry point names an object with `plays` and `choose`, or a callable that makes one."""
    try:
        found = guests()[name].load()
        made = found() if isinstance(found, type) or not _is_bot(found) else found
        fits = _is_bot(made)
    except FAULTS as error:
        raise _failed(name, error) from error
    if not fits:
        raise InvalidSetup("guest-no-bot", name=name, package=guests()[name].value)
    guest = GuestBot(name, made)
    _ = guest.pace_seconds  # a wrong pace is refused now, not in the middle of a game
    return guest


def _is_bot(thing: object) -> bool:
    return callable(getattr(thing, "plays", None)) and callable(getattr(thing, "choose", None))


def _failed(name: str, error: BaseException) -> InvalidSetup:
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return InvalidSetup("guest-failed", name=name, package=guests()[name].value, reason=reason)
