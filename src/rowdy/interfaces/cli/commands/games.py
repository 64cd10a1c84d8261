"""`rowdy games`: lists the games."""

from __future__ import annotations

import argparse

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.titles import game_line, game_title
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import broken_guests, kits


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """This command has no arguments."""


def run(screen: Screen, args: argparse.Namespace) -> int:
    words = screen.words
    screen.table(
        [words(f"games-{column}") for column in ("id", "name", "players", "minutes", "editions", "line")],
        [
            [
                kit.id,
                game_title(words, kit.id),
                _span(kit.seats),
                str(kit.minutes),
                ", ".join(edition.name for edition in kit.editions),
                game_line(words, kit.id),
            ]
            for kit in kits().values()
        ],
    )
    for error in broken_guests().values():
        screen.complain(words.error(error))
    screen.say(words("games-next"))
    return 0


def _span(seats: tuple[int, ...]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"
