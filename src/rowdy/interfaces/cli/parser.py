"""Parses the arguments of a command, with messages in the user's language, where argparse has only English."""

from __future__ import annotations

import argparse
import re
import textwrap
from itertools import groupby
from typing import Any, NoReturn

from rowdy.interfaces.words import Words

USAGE_ERROR = 2
_USAGE = "usage:"

_TROUBLES = {
    "args-missing": r"the following arguments are required: (?P<names>.+)",
    "args-unknown": r"unrecognized arguments: (?P<names>.+)",
    "args-without-value": r"argument (?P<name>.+?): expected (one|at least one|at most one|\d+) arguments?",
    "args-no-choice": r"argument (?P<name>.+?): invalid choice: (?P<value>.+?) \(choose from (?P<choices>.+)\)",
    "args-no-number": r"argument (?P<name>.+?): invalid (int|float) value: (?P<value>.+)",
    "args-with-value": r"argument (?P<name>.+?): ignored explicit argument (?P<value>.+)",
}
"""The errors of argparse, by the message of ours that says the same."""


class ParagraphFormatter(argparse.RawDescriptionHelpFormatter):
    """Fills the paragraphs of a description anew, and leaves as they are its examples and lists.

    Those are indented, or have their words in columns.
    """

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(
            textwrap.fill(" ".join(lines), width, break_on_hyphens=False) if flowing else "\n".join(lines)
            for flowing, lines in groupby(text.splitlines(), _is_prose)
        )


def _is_prose(line: str) -> bool:
    return bool(line) and "  " not in line


class Parser(argparse.ArgumentParser):
    """Reports errors in one line. Options cannot be abbreviated, so that a new one never changes an old call."""

    def __init__(self, words: Words, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, **settings)
        self.words = words
        self._positionals.title = words("args-positional")
        self._optionals.title = words("args-options")
        self.add_argument("-h", "--help", action="help", help=words("args-help"))

    def format_help(self) -> str:
        """The help with the user's word for usage; `format_usage` keeps the English one, which argparse depends on."""
        usage, rest = super().format_help().split("\n\n", 1)
        first, *more = usage.split("\n")
        word = self.words("args-usage")
        longer = len(word) - len(_USAGE)
        aligned = [line.removeprefix(" " * -longer) if longer < 0 else " " * longer + line for line in more]
        return "\n".join([first.replace(_USAGE, word, 1), *aligned]) + "\n\n" + rest

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {self._told(message)}. {self.words('try-help', command=self.prog)}\n")

    def _told(self, message: str) -> str:
        """An error of argparse in the user's language; an unknown one is returned as it is."""
        for told, pattern in _TROUBLES.items():
            if found := re.fullmatch(pattern, message, re.DOTALL):
                return self.words(told, **found.groupdict())
        return message


class MixedParser(Parser):
    """Accepts options before, between and after positional arguments, which older Pythons do not always do."""

    _begun = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._begun:
            return super().parse_known_args(args, namespace)
        self._begun = True
        return self.parse_known_intermixed_args(args, namespace)
