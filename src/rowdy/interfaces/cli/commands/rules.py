"""`rowdy rules`: how to play a game, with the chosen edition and house rules."""

from __future__ import annotations

import argparse

from rowdy.interfaces.cli.how_to_play import tell_rules
from rowdy.interfaces.cli.options import add_game, add_rulings, edition_in
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import games, kit
from rowdy.rules.kit import read_rulings


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, games())
    add_rulings(parser, words, "help-play-edition")


def run(screen: Screen, args: argparse.Namespace) -> int:
    chosen = kit(args.game)
    edition = chosen.edition(args.edition or edition_in(chosen, screen.words.language))
    tell_rules(screen, chosen, edition, chosen.settle(edition, read_rulings(args.ruling or ())))
    return 0
