"""What can be typed at a prompt besides moves: English words, which always work, and those of the language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from rowdy.interfaces.kit import InterfaceKit
from rowdy.interfaces.words import Words
from rowdy.play.kit import OrderItem

AT_TABLE = ("help", "rules", "moves", "hint", "board", "log", "undo", "save", "quit")
ORDERS = ("hold", "show", "all")
IN_LESSON = ("help", "moves", "skip", "back", "quit")
IN_PUZZLE = ("help", "hint", "solution", "again", "moves", "quit")
IN_REPLAY = ("back", "end", "quit")
IN_EXPLORER = ("help", "back", "forward", "start", "board", "turns", "all", "quit")
TYPED_COMMANDS = tuple(dict.fromkeys((*AT_TABLE, *ORDERS, *IN_LESSON, *IN_PUZZLE, *IN_REPLAY, *IN_EXPLORER)))


@cache
def typed_words(words: Words, command: str) -> tuple[str, ...]:
    """The words for a command in this language; the first is the one that help mentions."""
    return tuple(words(f"typed-{command}").split())


def read_command(words: Words, typed: str, commands: Sequence[str]) -> str:
    """The English word for a command that was typed in either language; other text in lower case."""
    typed = typed.casefold()
    if typed in commands:
        return typed
    return next((command for command in commands if typed in typed_words(words, command)), typed)


def read_items(words: Words, kit: InterfaceKit[Any], known: Sequence[OrderItem], typed: str) -> list[str]:
    """The items that an order names, by notation or by the words of the language; `all` names all."""
    named = {kit.item(words, item).casefold(): item for item in known}
    read = [read_command(words, word, ("all",)) for word in typed.replace(",", " ").split()]
    return [word if word in known else named.get(word, word) for word in read]


def suggested(words: Words, commands: Sequence[str]) -> list[str]:
    """The words that Tab offers: those of the language, then the English ones."""
    own = [typed for command in commands for typed in typed_words(words, command)]
    return list(dict.fromkeys((*own, *commands)))


def taught(words: Words, commands: Sequence[str]) -> list[str]:
    """A line of help on the words of the language, if that is not English."""
    pairs = [(typed_words(words, command)[0], command) for command in commands]
    told = [words("help-typed-as", typed=typed, command=command) for typed, command in pairs if typed != command]
    return [words("help-typed", commands=words.series(told))] if told else []
