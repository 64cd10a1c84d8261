"""The bots by name, with their parameters, as in `strong:sims=5000`. A bot sees what a person at its seat would."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any, Protocol

from rowdy.play.bots.engines import engines
from rowdy.play.bots.greedy import rate
from rowdy.play.bots.guest_bots import guests, load_guest_bot
from rowdy.play.bots.levels import LEVELS, MCTS, SearchBot
from rowdy.play.bots.perfect import PerfectBot
from rowdy.rules.game import AnyGame, Event, InvalidSetup, View, Window


class Bot(Protocol):
    """Chooses one of the view's legal actions. It keeps no state between calls, so it can be asked again."""

    def plays(self, game: AnyGame) -> bool:
        """True if the bot can play this game."""

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        """The action for the view's seat, chosen from the seat's observation log and current view."""


class RandomBot:
    """Chooses among the legal actions at random, each with the same probability."""

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        return rng.choice(view.legal)


class GreedyBot:
    """Completes its own lines, or else builds them, or else blocks; looks one action ahead and shows cards at once."""

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if isinstance(view.turn, Window):
            return view.legal[-1]
        if view.viewer is None or len(view.legal) == 1:
            return view.legal[0]
        ratings = {action: rate(game, view, view.viewer, action) for action in view.legal}
        best = max(ratings.values())
        return rng.choice([action for action, rating in ratings.items() if rating == best])


BOTS: dict[str, Bot] = {
    **LEVELS,
    "perfect": PerfectBot(),
    "greedy": GreedyBot(),
    "random": RandomBot(),
    "mcts": MCTS,
}
"""Our own bots. A guest bot with one of these names is ignored."""


def bot_names() -> list[str]:
    """The names of all bots, those of other packages last."""
    return list(dict.fromkeys([*BOTS, *guests(), *engines()]))


def is_bot(label: str) -> bool:
    """True if this label of a seat names a bot, with or without parameters."""
    name = label.partition(":")[0]
    return name in BOTS or name in guests() or name in engines()


def bot(spec: str, game: AnyGame | None = None) -> Bot:
    """The bot that `spec` names, such as `strong` or `strong:sims=5000`; `,` or `+` separate several parameters.

    Raises `InvalidSetup` if there is no such bot, or if it cannot play the given game.
    """
    name, colon, rest = spec.partition(":")
    if not is_bot(name):
        raise InvalidSetup("unknown-bot", name=name, known=", ".join(bot_names()))
    found = BOTS[name] if name in BOTS else load_guest_bot(name) if name in guests() else engines()[name]
    if colon:
        found = _with_parameters(name, found, rest)
    if game is not None and not found.plays(game):
        others = ", ".join(other for other, bot in BOTS.items() if bot.plays(game))
        raise InvalidSetup("bot-game", name=name, game=game.edition.game, known=others)
    return found


def check_bot(name: str, game: AnyGame) -> None:
    """Raises a `GameError` unless this bot can sit at a live table, where nobody may set its parameters."""
    if ":" in name:
        raise InvalidSetup("bot-no-parameters", name=name.partition(":")[0])
    bot(name, game)


# Parameters

MAX_SIMULATIONS = 100_000_000
MIN_SECONDS, MAX_SECONDS = 0.01, 3600.0
MAX_SETTING = 100.0
"""The highest value of any numeric setting of the search; the lowest is 0."""
RENAMED = {"curiosity": "c_puct", "doubt": "fpu_reduction"}
"""Settings of the search by former names, which older commands and arena journals may contain."""
BUDGET = ("sims", "seconds")
"""The parameters that limit a search. Setting only one of them removes the limit of the other."""


def budget(bot: Bot) -> dict[str, object]:
    """The default values of a searching bot's `BUDGET` parameters by name; empty for any other bot."""
    return dict(zip(BUDGET, (bot.simulations, bot.seconds), strict=True)) if isinstance(bot, SearchBot) else {}


def switches() -> dict[str, str]:
    """The settings of the search by name, with their default values as text."""
    return {
        name: ("off", "on")[value] if isinstance(value, bool) else str(value) for name, value in _defaults().items()
    }


def _defaults() -> dict[str, object]:
    from rowdy.search.mcts import SearchSettings  # imports the compiler

    default = SearchSettings()
    return {field.name: getattr(default, field.name) for field in fields(default)}


def _with_parameters(name: str, found: Bot, text: str) -> Bot:
    given: dict[str, str] = {}
    for part in re.split("[,+]", text):
        key, _, value = part.partition("=")
        if not key or not value:
            raise InvalidSetup("bot-parameter-form", name=name, text=part)
        if key in given:
            raise InvalidSetup("bot-parameter-twice", name=name, key=key)
        given[key] = value
    if not isinstance(found, SearchBot):
        raise InvalidSetup("bot-no-parameters", name=name)
    if set(given) & set(BUDGET):
        found = found.within(_read_simulations(given.pop("sims", None)), _read_seconds(given.pop("seconds", None)))
    return _with_switches(name, found, given) if given else found


def _read_simulations(text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch("[1-9][0-9]{0,8}", text) or int(text) > MAX_SIMULATIONS:
        raise InvalidSetup("bot-sims", text=text, most=MAX_SIMULATIONS)
    return int(text)


def _read_seconds(text: str | None) -> float | None:
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?", text) or not MIN_SECONDS <= float(text) <= MAX_SECONDS:
        raise InvalidSetup("bot-seconds", text=text, least=MIN_SECONDS, most=MAX_SECONDS)
    return float(text)


def _with_switches(name: str, found: SearchBot, given: dict[str, str]) -> SearchBot:
    from rowdy.search.mcts import SearchSettings

    known, changes = _defaults(), dict[str, Any]()
    for key, text in given.items():
        if key in RENAMED:
            raise InvalidSetup("bot-parameter-renamed", name=name, key=key, now=RENAMED[key])
        if key not in known:
            raise InvalidSetup("bot-parameter", name=name, key=key, known=", ".join([*BUDGET, *known]))
        try:
            changes[key] = _READ[type(known[key])](text)
            SearchSettings(**{key: changes[key]})
        except ValueError:
            raise InvalidSetup("bot-setting", name=name, key=key, text=text, default=switches()[key]) from None
    return replace(found, settings=replace(found.settings or SearchSettings(), **changes))


def _read_switch(text: str) -> bool:
    return bool(("off", "on").index(text))


def _read_number(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", text) or float(text) > MAX_SETTING:
        raise ValueError(text)
    return float(text)


_READ: dict[type, Callable[[str], Any]] = {bool: _read_switch, float: _read_number}
"""The parser for the text of a setting, by the setting's type."""
