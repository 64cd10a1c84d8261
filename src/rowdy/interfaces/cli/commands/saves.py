"""`rowdy saves`: lists the saved games, with the numbers by which `rowdy play --resume` continues them."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.seating import Seating
from rowdy.interfaces.titles import game_title
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError, Move
from rowdy.rules.guest_games import guest_code
from rowdy.rules.record import Record

INDENT = "    "


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--all", action="store_true", help=words("help-saves-all"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    words = screen.words
    going_on, over = saves.unfinished(), saves.finished()
    listed = [*going_on, *(over if args.all else ())]
    for number, path in enumerate(listed, 1):
        for line in _entry(words, number, path):
            screen.say(line, copied=True)
    if not listed:
        screen.say(words("saves-none", path=saves.games_folder()), copied=True)
    if over and not args.all:
        screen.say(words("saves-more", count=len(over)))
    if going_on:
        screen.say(words("saves-next"))
    return 0


def _entry(words: Words, number: int, path: Path) -> list[str]:
    """The row for a saved game: opponents, whose turn it is, when it was last played, and its file."""
    when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    try:
        record = saves.load(path)
        game_id = record.game.edition.game
        with guest_code(game_id):
            names = Seating(record.players).names(words)
            head = words("saves-game", number=number, game=game_title(words, game_id), players=", ".join(names))
            standing = _standing(words, record, names)
    except GameError as error:
        head, standing = words("saves-unreadable", number=number), words.error(error)
    return [head, f"{INDENT}{when}: {standing}", f"{INDENT}{path}"]


def _standing(words: Words, record: Record, names: tuple[str, ...]) -> str:
    """Who won, or whose turn it is; in a window it does not say who has already answered."""
    seating = Seating(record.players)
    you = seating.people[0] if seating.alone else None
    if (outcome := record.outcome()) is not None:
        describer = Describer(words, record.game, names, you)
        return describer.title_to_viewer(outcome) or describer.title(outcome)
    turn = record.game.turn(record.last_state())
    if not isinstance(turn, Move):
        return words("saves-window")
    return words("saves-turn", you="yes" if turn.seat == you else "no", name=names[turn.seat])
