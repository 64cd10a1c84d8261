"""`rowdy bots`: lists the bots, the games they play, and their settings."""

from __future__ import annotations

import argparse

import rowdy
from rowdy.interfaces.bots import bot_line
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.play.bots.partner import PARTNER
from rowdy.play.bots.registry import bot, bot_names, budget, switches
from rowdy.rules.catalog import games
from rowdy.rules.game import GameError


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """This command has no arguments."""


def run(screen: Screen, args: argparse.Namespace) -> int:
    words = screen.words
    screen.table(
        [words(f"bots-{column}") for column in ("name", "games", "set", "line")],
        [*(_row(screen, name) for name in bot_names()), [PARTNER, words("bots-every"), "", words("bot-partner")]],
    )
    search = " ".join(f"{name}={value}" for name, value in switches().items())
    screen.say(words("bots-switches", settings=search))
    screen.say(words("bots-next"))
    return 0


def _row(screen: Screen, name: str) -> list[str]:
    """The row for a bot; a guest that does not work is listed with the reason."""
    words = screen.words
    try:
        found = bot(name)
        plays = [game_id for game_id in games() if found.plays(rowdy.game(game_id))]
    except GameError as error:
        return [name, "", "", words.error(error)]
    every = len(plays) == len(games())
    settable = " ".join(name if value is None else f"{name}={value}" for name, value in budget(found).items())
    return [name, words("bots-every") if every else ", ".join(plays), settable, bot_line(words, name)]
