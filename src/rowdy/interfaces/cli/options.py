"""Arguments that several commands share, and the values made from them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import rowdy
from rowdy.interfaces.cli import saves
from rowdy.interfaces.words import Words
from rowdy.rules.decks import read_entries
from rowdy.rules.game import AnyGame, InvalidSetup, Seat
from rowdy.rules.kit import RulesKit, read_rulings
from rowdy.search.catalog import search_kit
from rowdy.search.library import solved_games


def add_game(parser: argparse.ArgumentParser, words: Words, known: Sequence[str], optional: bool = False) -> None:
    """Adds the game, by its id, one of those known."""
    names = ", ".join(known)
    parser.add_argument("game", nargs="?" if optional else None, metavar="GAME", help=words("help-game", games=names))


def add_rulings(parser: argparse.ArgumentParser, words: Words, edition: str = "help-edition") -> None:
    """Adds the edition and the house rules, for commands that need no deck."""
    parser.add_argument("--edition", metavar="NAME", help=words(edition))
    parser.add_argument("--ruling", action="append", metavar="NAME=OPTION", help=words("help-ruling"))
    parser.set_defaults(deck=None)


def add_setup(parser: argparse.ArgumentParser, words: Words, edition: str = "help-edition") -> None:
    """Adds everything that defines a game except its seats; `edition` is the help message for the edition."""
    add_rulings(parser, words, edition)
    parser.add_argument("--deck", type=Path, metavar="FILE", help=words("help-deck"))


def edition_in(game: RulesKit, language: str) -> str | None:
    """The edition in somebody's language, if the game has one."""
    return next((edition.name for edition in game.editions if edition.name == language), None)


def make_game(args: argparse.Namespace, seats: int | None, starter: Seat = 0) -> AnyGame:
    """The game that the arguments of `add_game` and `add_setup` describe."""
    rulings = read_rulings(args.ruling or ())
    deck = read_entries(saves.read_text(args.deck)) if args.deck else None
    return rowdy.game(str(args.game), edition=args.edition, seats=seats, rulings=rulings, deck=deck, starter=starter)


def make_solved_game(args: argparse.Namespace) -> AnyGame:
    """The game that the arguments of `add_game` describe; raises `InvalidSetup` unless it is solved."""
    game = make_game(args, None)
    if not search_kit(game).solved(game):
        raise InvalidSetup("no-perfect-play", game=args.game, known=", ".join(solved_games()))
    return game
