"""`rowdy perft`: counts the ways in which a game can go on."""

from __future__ import annotations

import argparse
import time

from rowdy.interfaces.cli.options import add_game, add_setup, make_game
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.play.dealer import Dealer
from rowdy.rules.catalog import games
from rowdy.rules.game import InvalidPosition, InvalidSetup
from rowdy.rules.guest_games import guest_code
from rowdy.search.perft import Perft

MAX_DEPTH = 99


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, games())
    parser.add_argument("depth", type=int, metavar="DEPTH", help=words("help-depth"))
    add_setup(parser, words)
    parser.add_argument("--seats", type=int, metavar="N", help=words("help-seat-count"))
    parser.add_argument("--position", metavar="TEXT", help=words("help-position"))
    parser.add_argument("--seed", default="1", help=words("help-perft-seed"))
    parser.add_argument("--every-chance", action="store_true", help=words("help-every-chance"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    with guest_code(args.game):
        _count(screen, args)
    return 0


def _count(screen: Screen, args: argparse.Namespace) -> None:
    """Prints the count of each depth, one a line as soon as it is known."""
    if not 1 <= args.depth <= MAX_DEPTH:
        raise InvalidSetup("depth", most=MAX_DEPTH)
    game, words = make_game(args, args.seats), screen.words
    if args.position is not None and "?" in args.position:
        raise InvalidPosition("perft-hidden", text=args.position)
    state = game.start() if args.position is None else game.parse_state(args.position)
    screen.say(words("perft-from", text=game.format_state(state)))
    if game.facts.chance:
        screen.say(words("perft-chance-all") if args.every_chance else words("perft-chance-seed", seed=args.seed))
    resolve = None if args.every_chance else Dealer(args.seed).deal
    for d in range(1, args.depth + 1):
        began = time.perf_counter()
        actions = Perft(game, resolve).actions(state, d)
        screen.say(words("perft-actions", depth=d, count=actions, seconds=words.number(time.perf_counter() - began, 1)))
    for d in range(1, args.depth + 1):
        began = time.perf_counter()
        turns = Perft(game, resolve).turns(state, d)
        screen.say(words("perft-turns", depth=d, count=turns, seconds=words.number(time.perf_counter() - began, 1)))
