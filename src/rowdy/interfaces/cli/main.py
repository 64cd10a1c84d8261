"""The command `rowdy`: reads its arguments and hands over."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import rowdy
from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.info import show_games, show_perft, show_rules
from rowdy.interfaces.cli.play import INTERRUPTED, Session
from rowdy.interfaces.cli.replay import Replay, default_eyes
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.verify import run_verify
from rowdy.interfaces.seating import Seating, default_seating, read_seating
from rowdy.interfaces.words import Words, language_of_environment
from rowdy.play.course import Course
from rowdy.play.dealer import Dealer
from rowdy.rules.catalog import CATALOG, entrant, games
from rowdy.rules.decks import read_entries
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import AnyGame, GameError, InvalidSetup
from rowdy.rules.record import ALL, SPECTATOR, Viewpoint

USAGE_ERROR = 2
MAX_DEPTH = 99
GAMES = 400
"""How many games an arena plays at most unless told."""
SIMS = 10_000
"""How many simulations judge a move unless told."""
MAX_SIMS = 10_000_000
PORT = 8765
GRACE = 60
"""For how many seconds somebody may be away before the others can let a bot sit in."""
KEEP = 90
"""After how many days without a move a table is forgotten."""
LATEST = Path("latest")
"""What `--resume` without a file stands for."""


def main(arguments: Sequence[str] | None = None) -> int:
    words = Words(language_of_environment(os.environ))
    parser = _parser(words)
    args = parser.parse_args(arguments)
    if args.run is None:
        parser.print_help()
        return USAGE_ERROR
    screen = Screen(words, plain=args.plain)
    try:
        code: int = args.run(screen, args)
        sys.stdout.flush()
    except GameError as error:
        screen.complain(words.error(error))
        return USAGE_ERROR
    except BrokenPipeError:  # the reader, such as head, has read enough: nothing more may be written, at exit neither
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return USAGE_ERROR
    except OSError as error:
        reason = error.strerror or error
        about = words("cannot-read", path=error.filename, reason=reason) if error.filename else str(reason)
        screen.complain(about)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


# The arguments


class _Mixed(argparse.ArgumentParser):
    """Takes options before, between and after the arguments, which older Pythons otherwise do not everywhere."""

    _begun = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._begun:
            return super().parse_known_args(args, namespace)
        self._begun = True
        return self.parse_known_intermixed_args(args, namespace)


def _parser(words: Words) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rowdy", description=words("help-rowdy"), epilog=words("help-rowdy-end"))
    parser.add_argument("--version", action="version", version=f"rowdy {rowdy.__version__}")
    parser.set_defaults(run=None, plain=False)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Mixed)

    def add(name: str, run: Callable[[Screen, argparse.Namespace], int]) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=words(f"help-{name}-short"),
            description=words(f"help-{name}"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.add_argument("--plain", action="store_true", help=words("help-plain"))
        sub.set_defaults(run=run)
        return sub

    play = add("play", _run_play)
    play.add_argument("game", nargs="?", metavar="GAME", help=words("help-game", games=", ".join(games())))
    _add_setup(play, words)
    play.add_argument("--seats", metavar="WHO,WHO", help=words("help-seats"))
    play.add_argument("--starter", type=int, metavar="SEAT", help=words("help-starter"))
    play.add_argument("--seed", help=words("help-seed"))
    play.add_argument("--resume", type=Path, nargs="?", const=LATEST, metavar="FILE", help=words("help-resume"))
    play.add_argument("--save", type=Path, metavar="FILE", help=words("help-save"))

    rules = add("rules", _run_rules)
    rules.add_argument("game", metavar="GAME", help=words("help-game", games=", ".join(games())))

    add("games", _run_games)
    add("bots", _run_bots)
    add("prepare", _run_prepare)

    replay = add("replay", _run_replay)
    replay.add_argument("file", type=Path, metavar="FILE", help=words("help-replay-file"))
    replay.add_argument("--eyes", metavar="SEAT", help=words("help-eyes"))

    review = add("review", _run_review)
    review.add_argument("file", type=Path, metavar="FILE", help=words("help-replay-file"))
    review.add_argument("--seat", type=int, metavar="N", help=words("help-review-seat"))
    review.add_argument("--sims", type=int, metavar="N", default=SIMS, help=words("help-sims", count=SIMS))
    review.add_argument("--seed", type=int, metavar="N", default=0, help=words("help-search-seed"))
    review.add_argument("--json", action="store_true", help=words("help-review-json"))

    verify = add("verify", _run_verify)
    verify.add_argument("files", type=Path, nargs="+", metavar="FILE", help=words("help-replay-file"))
    verify.add_argument(
        "--nonce", action="append", default=[], metavar="SEAT=HEX", dest="nonces", help=words("help-verify-nonce")
    )
    verify.add_argument("--json", action="store_true", help=words("help-verify-json"))

    perft = add("perft", _run_perft)
    perft.add_argument("game", metavar="GAME", help=words("help-game", games=", ".join(games())))
    perft.add_argument("depth", type=int, metavar="DEPTH", help=words("help-depth"))
    _add_setup(perft, words)
    perft.add_argument("--seats", type=int, metavar="N", help=words("help-seat-count"))
    perft.add_argument("--position", metavar="TEXT", help=words("help-position"))
    perft.add_argument("--seed", default="1", help=words("help-perft-seed"))
    perft.add_argument("--every-chance", action="store_true", help=words("help-every-chance"))

    solve = add("solve", _run_solve)
    solve.add_argument("game", metavar="GAME", help=words("help-game", games=", ".join(_flip_games())))
    _add_rulings(solve, words)
    solve.add_argument("--workers", type=int, metavar="N", help=words("help-workers"))
    solve.add_argument("--out", type=Path, metavar="DIR", help=words("help-out"))

    _add_arena(add("arena", _run_arena), words)

    _add_serve(add("serve", _run_serve), words)

    explore = add("explore", _run_explore)
    explore.add_argument("game", metavar="GAME", help=words("help-game", games=", ".join(_flip_games())))
    explore.add_argument("position", nargs="*", default=(), metavar="POSITION", help=words("help-explore-position"))
    _add_rulings(explore, words)
    explore.add_argument("--json", action="store_true", help=words("help-json"))
    return parser


def _add_arena(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=words("help-game", games=", ".join(games())))
    parser.add_argument("bots", nargs="*", default=(), metavar="BOT", help=words("help-arena-bot"))
    _add_setup(parser, words)
    parser.add_argument("--seats", type=int, metavar="N", help=words("help-seat-count"))
    parser.add_argument(
        "--games", type=int, metavar="N", default=GAMES, help=words("help-arena-games", number=str(GAMES))
    )
    parser.add_argument("--until", metavar="WIDTH", help=words("help-arena-until").replace("%", "%%"))
    parser.add_argument("--seed", default="1", help=words("help-arena-seed"))
    parser.add_argument("--workers", type=int, metavar="N", help=words("help-arena-workers"))
    parser.add_argument("--log", type=Path, metavar="FILE", help=words("help-arena-log"))
    parser.add_argument("--fresh", action="store_true", help=words("help-arena-fresh"))
    parser.add_argument("--json", action="store_true", help=words("help-arena-json"))
    parser.add_argument("--plot", type=Path, action="append", metavar="FILE", help=words("help-arena-plot"))
    parser.add_argument("--list-matches", action="store_true", help=words("help-list-matches"))
    parser.add_argument("--play-matches", type=Path, metavar="FILE", help=words("help-play-matches"))


def _add_serve(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--port", type=int, metavar="N", default=PORT, help=words("help-serve-port", number=str(PORT)))
    parser.add_argument("--lan", action="store_true", help=words("help-serve-lan"))
    parser.add_argument("--host-name", action="append", metavar="NAME", help=words("help-serve-host-name"))
    parser.add_argument("--db", metavar="URL", help=words("help-serve-db"))
    parser.add_argument("--workers", type=int, metavar="N", help=words("help-serve-workers"))
    parser.add_argument(
        "--grace", type=int, metavar="SECONDS", default=GRACE, help=words("help-serve-grace", number=str(GRACE))
    )
    parser.add_argument(
        "--keep", type=int, metavar="DAYS", default=KEEP, help=words("help-serve-keep", number=str(KEEP))
    )
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, help=words("help-serve-open"))


def _add_rulings(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--edition", metavar="NAME", help=words("help-edition"))
    parser.add_argument("--ruling", action="append", metavar="NAME=OPTION", help=words("help-ruling"))
    parser.set_defaults(deck=None)


def _add_setup(parser: argparse.ArgumentParser, words: Words) -> None:
    _add_rulings(parser, words)
    parser.add_argument("--deck", type=Path, metavar="FILE", help=words("help-deck"))


# The commands


def _run_play(screen: Screen, args: argparse.Namespace) -> int:
    if args.resume:
        return _resume(screen, args)
    if args.game is None:
        args.game = _ask_game(screen)
        if args.game is None:
            return 0
    found = entrant(args.game)
    seating = read_seating(args.seats) if args.seats else default_seating(found.seats[0])
    game = _make_game(args, len(seating.labels), starter=0 if args.starter is None else args.starter - 1)
    course = Course(game, seating.labels, Dealer(args.seed))
    return Session(screen, course, seating, _free_path(args.save)).run()


def _free_path(path: Path | None) -> Path | None:
    """Where to save, if nothing lies there yet."""
    if path is not None and path.exists():
        raise InvalidSetup("save-exists", path=path)
    return path


def _resume(screen: Screen, args: argparse.Namespace) -> int:
    settings = ("game", "edition", "ruling", "deck", "seats", "starter", "seed")
    given = [name for name in settings if getattr(args, name) is not None]
    if given:
        raise InvalidSetup("resume-alone", name=", ".join(given))
    path = saves.latest_unfinished() if args.resume == LATEST else args.resume
    record = saves.load(path)
    if record.eyes is not ALL:
        raise InvalidSetup("resume-eyes", path=path)
    if record.outcome() is not None:
        raise InvalidSetup("resume-over", path=path)
    sealed = saves.unseal(path, record)
    if sealed is None:
        screen.say(screen.words("resume-new-seed"))
    dealer = saves.dealer_for(record, sealed)
    course = Course(record.game, record.players, dealer, record.events, record.practice, patched=sealed is None)
    orders = sealed.orders if sealed else None
    return Session(screen, course, Seating(record.players), _free_path(args.save) or path, orders).run()


def _ask_game(screen: Screen) -> str | None:
    """Which game, where none was named; nothing if the person would rather leave."""
    screen.say(screen.words("ask-which"))
    ids = games()
    for number, game_id in enumerate(ids, 1):
        screen.say(f" {number} {screen.words(f'game-{game_id}')} ({game_id}): {screen.words(f'game-{game_id}-line')}")
    while True:
        try:
            answer = screen.ask(screen.words("ask-which-prompt", count=len(ids))).lower()
        except EOFError:
            raise InvalidSetup("no-game", known=", ".join(ids)) from None
        if answer in CATALOG:
            return answer
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:3]) <= len(ids):
            return ids[int(answer[:3]) - 1]
        if answer in ("q", "quit"):
            return None
        screen.complain(screen.words("ask-which-again", count=len(ids)))


def _make_game(args: argparse.Namespace, seats: int | None, starter: int = 0) -> AnyGame:
    rulings = {}
    for ruling in args.ruling or ():
        name, equals, option = ruling.partition("=")
        if not equals:
            raise InvalidSetup("ruling-form", text=ruling)
        if name in rulings:
            raise InvalidSetup("ruling-twice", name=name)
        rulings[name] = option
    deck = read_entries(saves.read_text(args.deck)) if args.deck else None
    return rowdy.game(str(args.game), edition=args.edition, seats=seats, rulings=rulings, deck=deck, starter=starter)


def _run_rules(screen: Screen, args: argparse.Namespace) -> int:
    show_rules(screen, entrant(args.game))
    return 0


def _run_games(screen: Screen, args: argparse.Namespace) -> int:
    show_games(screen)
    return 0


def _run_bots(screen: Screen, args: argparse.Namespace) -> int:
    from rowdy.interfaces.cli.bots import show_bots

    show_bots(screen)
    return 0


def _run_prepare(screen: Screen, args: argparse.Namespace) -> int:
    from rowdy.interfaces.cli.prepare import run_prepare

    return run_prepare(screen)


def _run_replay(screen: Screen, args: argparse.Namespace) -> int:
    record = saves.load(args.file)
    eyes = default_eyes(record) if args.eyes is None else _read_eyes(args.eyes, len(record.players))
    return Replay(screen, record.seen_by(eyes)).run()


def _run_verify(screen: Screen, args: argparse.Namespace) -> int:
    return run_verify(screen, args.files, args.nonces, args.json)


def _read_eyes(text: str, seats: int) -> Viewpoint:
    for eyes in (ALL, SPECTATOR):
        if text == eyes.value:
            return eyes
    if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= seats:
        return int(text[:3]) - 1
    raise InvalidSetup("eyes", text=text, seats=seats)


def _run_perft(screen: Screen, args: argparse.Namespace) -> int:
    if not 1 <= args.depth <= MAX_DEPTH:
        raise InvalidSetup("depth", most=MAX_DEPTH)
    seed = None if args.every_chance else args.seed
    show_perft(screen, _make_game(args, args.seats), args.depth, args.position, seed)
    return 0


# Perfect play and search: their modules bring NumPy and Numba, which take a while to load, so only these commands do.


def _run_solve(screen: Screen, args: argparse.Namespace) -> int:
    game = _make_flip_game(args)
    from rowdy.interfaces.cli.solve import run_solve

    return run_solve(screen, game, args.out, args.workers)


def _run_review(screen: Screen, args: argparse.Namespace) -> int:
    if not 1 <= args.sims <= MAX_SIMS:
        raise InvalidSetup("review-sims", most=MAX_SIMS)
    record = saves.load(args.file)
    from rowdy.interfaces.cli.review import run_review

    return run_review(screen, record, None if args.seat is None else args.seat - 1, args.sims, args.seed, args.json)


def _run_arena(screen: Screen, args: argparse.Namespace) -> int:
    from rowdy.interfaces.cli.arena import (
        MOST_WORKERS,
        Options,
        list_matches,
        play_matches,
        read_width,
        run_arena,
    )
    from rowdy.interfaces.cli.workers import check_workers
    from rowdy.play.arena import Contest

    workers = check_workers(args.workers, MOST_WORKERS)
    if args.play_matches:
        if args.game is not None:
            raise InvalidSetup("play-matches-alone", name=" ".join([args.game, *args.bots]))
        return play_matches(screen, args.play_matches, workers)
    if args.game is None:
        raise InvalidSetup("no-game", known=", ".join(games()))
    until = None if args.until is None else read_width(args.until)
    options = Options(args.games, until, workers, args.log, args.fresh, args.json, tuple(args.plot or ()))
    contest = Contest.of(_make_game(args, args.seats), " ".join(args.bots).split(), args.seed)
    return list_matches(contest, options) if args.list_matches else run_arena(screen, contest, options)


def _run_serve(screen: Screen, args: argparse.Namespace) -> int:
    from rowdy.interfaces.cli.serve import Options, run_serve

    names = tuple(args.host_name or ())
    options = Options(args.port, args.lan, args.db, args.workers, args.grace, args.keep, names, args.open)
    return run_serve(screen, options)


def _run_explore(screen: Screen, args: argparse.Namespace) -> int:
    game = _make_flip_game(args)
    state = game.parse_state(" ".join(args.position)) if args.position else game.start()
    from rowdy.interfaces.cli.explore import Explorer, print_json

    if args.json:
        print_json(screen, game, state)
        return 0
    return Explorer(screen, game).run(state)


def _make_flip_game(args: argparse.Namespace) -> FlipGame:
    game = _make_game(args, None)
    if not isinstance(game, FlipGame):
        raise InvalidSetup("no-perfect-play", game=args.game, known=", ".join(_flip_games()))
    return game


def _flip_games() -> list[str]:
    """The games without chance and hidden cards, whose perfect play can be found out."""
    return [game_id for game_id in games() if isinstance(rowdy.game(game_id), FlipGame)]
