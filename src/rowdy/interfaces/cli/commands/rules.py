"""`rowdy rules`: how a game is played, by the edition and the house rules chosen."""

from __future__ import annotations

import argparse

from rowdy.interfaces.cli.options import add_game, add_rulings, read_rulings
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.rules_markdown import to_markdown
from rowdy.interfaces.rules_page import rules_page
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import games, kit


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, games())
    add_rulings(parser, words)


def run(screen: Screen, args: argparse.Namespace) -> int:
    chosen = kit(args.game)
    edition = chosen.edition(args.edition)
    rulings = chosen.settle(edition, read_rulings(args.ruling))
    screen.markdown(to_markdown(screen.words, rules_page(screen.words, chosen, edition, rulings)))
    return 0
