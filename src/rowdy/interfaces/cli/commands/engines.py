"""`rowdy engines`: gives names to bots that are programs in any language, so that they can play like other bots."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from rowdy.interfaces.cli.saves import write_whole
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.play.bots.engines import Engine, engines, engines_file, engines_text
from rowdy.play.bots.guest_bots import is_bot_name
from rowdy.play.bots.registry import bot_names
from rowdy.rules.game import InvalidSetup
from rowdy.rules.record import valid_label

ADD, REMOVE = "add", "remove"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("do", nargs="?", choices=(ADD, REMOVE), metavar="add|remove", help=words("help-engines-do"))
    parser.add_argument("name", nargs="?", metavar="NAME", help=words("help-engines-name"))
    parser.add_argument("command", nargs="*", metavar="COMMAND", help=words("help-engines-command"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    if args.do is None:
        _list(screen)
    elif not args.name or (args.do == ADD) != bool(args.command):
        raise InvalidSetup("engine-arguments")
    elif args.do == ADD:
        _add(screen, args.name, tuple(args.command))
    else:
        _remove(screen, args.name)
    return 0


def _list(screen: Screen) -> None:
    known = engines()
    if not known:
        screen.say(screen.words("engines-none"))
        return
    headers = [screen.words("engines-name"), screen.words("engines-command")]
    screen.table(headers, [[name, " ".join(engine.command)] for name, engine in known.items()])


def _add(screen: Screen, name: str, command: tuple[str, ...]) -> None:
    """Stores an engine if it answers; paths are made absolute, as it may be started from any folder."""
    if not is_bot_name(name) or not valid_label(name) or (name in bot_names() and name not in engines()):
        raise InvalidSetup("engine-name", name=name)
    found = shutil.which(command[0])
    if found is None:
        raise InvalidSetup("engine-no-command", command=command[0])
    words = [found, *command[1:]]
    engine = Engine(name, tuple(str(Path(word).resolve()) if Path(word).exists() else word for word in words))
    try:
        called = engine.introduce()
    finally:
        engine.quit()
    _keep({**engines(), name: engine})
    screen.say(screen.words("engines-added", name=name, called=called or name))


def _remove(screen: Screen, name: str) -> None:
    known = engines()
    if name not in known:
        raise InvalidSetup("engine-unknown", name=name)
    _keep({other: engine for other, engine in known.items() if other != name})
    screen.say(screen.words("engines-removed", name=name))


def _keep(known: dict[str, Engine]) -> None:
    engines_file().parent.mkdir(parents=True, exist_ok=True)
    write_whole(engines_file(), engines_text(known))
