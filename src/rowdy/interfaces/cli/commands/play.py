"""`rowdy play`: plays a new game at this terminal, or continues a saved one."""

from __future__ import annotations

import argparse
from pathlib import Path

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.command_words import read_command
from rowdy.interfaces.cli.options import add_game, add_setup, edition_in, make_game
from rowdy.interfaces.cli.partner import name_partner
from rowdy.interfaces.cli.screen import QUIT, Screen
from rowdy.interfaces.cli.session import Session
from rowdy.interfaces.seating import Seating, default_seating, read_seating
from rowdy.interfaces.titles import game_line, game_title
from rowdy.interfaces.words import Words
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.catalog import games
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import InvalidSetup
from rowdy.rules.guest_games import guest_code
from rowdy.rules.record import ALL
from rowdy.rules.record_text import parse_record

LATEST = Path("latest")
"""The value of `--resume` without an argument."""
SETTLED_BEFORE = ("game", "edition", "ruling", "deck", "seats", "starter", "position", "seed")
"""Arguments that cannot be given for a saved game, as it has settled them."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, games(), optional=True)
    add_setup(parser, words, "help-play-edition")
    parser.add_argument("--seats", metavar="WHO,WHO", help=words("help-seats"))
    parser.add_argument("--starter", type=int, metavar="SEAT", help=words("help-starter"))
    parser.add_argument("--position", metavar="TEXT", help=words("help-play-position"))
    parser.add_argument("--seed", help=words("help-seed"))
    parser.add_argument("--resume", type=Path, nargs="?", const=LATEST, metavar="WHICH", help=words("help-resume"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=words("help-save"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    if args.resume:
        return _resume(screen, args)
    if args.game is None:
        args.game = _ask_game(screen)
        if args.game is None:
            return 0
    found = rules_kit(args.game)
    seats = args.seats and name_partner(screen, args.seats, found.id)
    seating = read_seating(seats) if seats else default_seating(found.seats[0])
    if args.edition is None and args.seed is None:
        args.edition = edition_in(found, screen.words.language)
    game = make_game(args, len(seating.labels), starter=0 if args.starter is None else args.starter - 1)
    start = None if args.position is None else game.parse_state(args.position)
    game_log = GameLog(game, seating.labels, Dealer(args.seed), start=start)
    with guest_code(found.id):
        return Session(screen, game_log, seating, _free_path(args.save)).run()


def _free_path(path: Path | None) -> Path | None:
    """The path to save to; raises `InvalidSetup` if a file is there already."""
    if path is not None and path.exists():
        raise InvalidSetup("save-exists", path=path)
    return path


def _resume(screen: Screen, args: argparse.Namespace) -> int:
    given = [name for name in SETTLED_BEFORE if getattr(args, name) is not None]
    if given:
        raise InvalidSetup("resume-alone", name=", ".join(given))
    path = _which(args.resume)
    text = saves.read_text(path)
    record = parse_record(text)
    if record.eyes is not ALL:
        raise InvalidSetup("resume-eyes", path=path)
    if record.outcome() is not None:
        raise InvalidSetup("resume-over", path=path)
    sealed = saves.unseal(path, record)
    if sealed is None:
        screen.say(screen.words("resume-new-seed"))
    dealer = saves.dealer_for(record, sealed)
    game_log = GameLog(
        *(record.game, record.players, dealer, record.events, record.practice),
        patched=sealed is None,
        start=record.start,
    )
    orders = sealed.orders if sealed else None
    known = None if args.save else text
    with guest_code(record.game.edition.game):
        return Session(screen, game_log, Seating(record.players), _free_path(args.save) or path, orders, known).run()


def _which(asked: Path) -> Path:
    """The saved game that was asked for: the latest, a file, or its number in `rowdy saves`."""
    if asked == LATEST:
        return saves.latest_unfinished()
    name = str(asked)
    return saves.numbered(int(name)) if name.isascii() and name.isdigit() and not asked.exists() else asked


def _ask_game(screen: Screen) -> str | None:
    """The game that the person chooses, as none was named; `None` if they leave."""
    screen.say(screen.words("ask-which"))
    ids = games()
    for number, game_id in enumerate(ids, 1):
        screen.say(f" {number} {game_title(screen.words, game_id)} ({game_id}): {game_line(screen.words, game_id)}")
    while True:
        try:
            answer = screen.ask(screen.words("ask-which-prompt", count=len(ids))).lower()
        except EOFError:
            raise InvalidSetup("no-game", known=", ".join(ids)) from None
        if answer in ids:
            return answer
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:3]) <= len(ids):
            return ids[int(answer[:3]) - 1]
        if read_command(screen.words, answer, ("quit",)) in QUIT:
            return None
        screen.complain(screen.words("ask-which-again", count=len(ids)))
