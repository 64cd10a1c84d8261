"""The command `rowdy`: reads its arguments and hands over to the module of the command that is named."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from itertools import pairwise

import rowdy
from rowdy.interfaces.cli import commands
from rowdy.interfaces.cli.parser import USAGE_ERROR, MixedParser, ParagraphFormatter, Parser
from rowdy.interfaces.cli.screen import INTERRUPTED, Screen
from rowdy.interfaces.languages import language_of_environment, languages
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError
from rowdy.rules.guest_games import guest_kits


def main(arguments: Sequence[str] | None = None) -> int:
    given = _with_foreign_options(sys.argv[1:] if arguments is None else arguments)
    if not set(given).isdisjoint(commands.COMMANDS):
        with redirect_stdout(sys.stderr):  # games of other packages may print while they are imported
            guest_kits()
    words = Words(_asked_language(given) or language_of_environment(os.environ))
    parser = build_parser(words, given)
    args = parser.parse_args(given)
    if args.run is None:
        parser.print_help()
        return USAGE_ERROR
    screen = Screen(words, plain=args.plain)
    try:
        code: int = args.run(screen, args)
        sys.stdout.flush()
    except GameError as error:
        if error.code == "guest-game-broke" and error.__cause__:
            import traceback

            traceback.print_exception(error.__cause__)  # for the game's author
        screen.complain(words.error(error))
        return USAGE_ERROR
    except BrokenPipeError:  # the reader, such as head, is done: nothing more may be written, not even at exit
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


def _with_foreign_options(given: Sequence[str]) -> Sequence[str]:
    """The arguments, with `--` behind the name of an engine to add: options from there on are the engine's."""
    before_command = 3
    if tuple(given[:2]) != ("engines", "add") or "--" in given or len(given) <= before_command:
        return given
    return [*given[:before_command], "--", *given[before_command:]]


def _asked_language(given: Sequence[str]) -> str | None:
    """The language of `--lang`, which is needed before the arguments are parsed, as their help is in it."""
    asked = [word.removeprefix("--lang=") for word in given if word.startswith("--lang=")]
    asked += [word for before, word in pairwise(given) if before == "--lang"]
    return asked[-1] if asked and asked[-1] in languages() else None


def _add_language(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--lang", choices=languages(), metavar="LANG", help=words("help-lang"))


def build_parser(words: Words, given: Sequence[str]) -> argparse.ArgumentParser:
    """A parser with the names of all commands, and the arguments of those that occur in `given`."""
    parser = Parser(words, prog="rowdy", description=words("help-rowdy"), epilog=words("help-rowdy-end"))
    parser.add_argument("--version", action="version", version=f"rowdy {rowdy.__version__}", help=words("args-version"))
    _add_language(parser, words)
    parser.set_defaults(run=None, plain=False)
    parsers = parser.add_subparsers(metavar="COMMAND", parser_class=MixedParser)
    for name in commands.COMMANDS:
        command_parser = parsers.add_parser(
            name,
            words=words,
            help=words(f"help-{name}-short"),
            description=words(f"help-{name}"),
            formatter_class=ParagraphFormatter,
        )
        command_parser.add_argument("--plain", action="store_true", help=words("help-plain"))
        _add_language(command_parser, words)
        if name in given:
            command = import_module(f"{commands.__name__}.{name}")
            command.add_arguments(command_parser, words)
            command_parser.set_defaults(run=command.run)
    return parser
