"""`rowdy man`: the manual page, made from the texts of `--help`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import rowdy
from rowdy.interfaces.cli.commands import COMMANDS
from rowdy.interfaces.cli.commands.completion import command_parsers
from rowdy.interfaces.cli.main import build_parser
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """This command has no arguments."""


def run(screen: Screen, args: argparse.Namespace) -> int:
    sys.stdout.write("\n".join(manual_page(screen.words)) + "\n")
    return 0


def manual_page(words: Words) -> Iterator[str]:
    """The lines of the page, in the markup of `man`."""
    parser = build_parser(words, COMMANDS)
    yield f'.TH ROWDY 1 "" "rowdy {rowdy.__version__}"'
    yield from (".SH NAME", "rowdy \\- XOXO, Rubik\\(cqs Tac Toe, XOXO\\(S2, Djeco Tic Tac Toe")
    yield from (".SH SYNOPSIS", ".B rowdy", ".I COMMAND", "\\&...")
    yield from (".SH DESCRIPTION", *_paragraphs(words("help-rowdy")), ".PP", *_paragraphs(words("help-rowdy-end")))
    yield f".SH {_escaped(words('man-commands')).upper()}"
    for name, command in command_parsers(parser).items():
        yield f".SS rowdy {name}"
        yield from _paragraphs(command.description or "")
        for action in command._actions:
            yield from (".TP", _heading(action), _escaped(" ".join(str(action.help or "").split())))


def _heading(action: argparse.Action) -> str:
    names = ", ".join(action.option_strings)
    value = str(action.metavar or "") if action.nargs != 0 else ""
    return f"\\fB{_escaped(names)}\\fR \\fI{_escaped(value)}\\fR".replace("\\fB\\fR ", "").replace(" \\fI\\fR", "")


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text; indented lines are kept as they are."""
    drawn = False
    for line in text.splitlines():
        indented = line.startswith("  ")
        if indented != drawn and line:
            yield ".nf" if indented else ".fi"
            drawn = indented
        yield _escaped(line) if line.strip() else ".sp"
    if drawn:
        yield ".fi"


def _escaped(text: str) -> str:
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown
