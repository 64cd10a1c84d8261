"""Words in another language than the rest of a message: their texts are also sent in parts, each with its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from rowdy.interfaces.fluent_bundle import language_of_game
from rowdy.interfaces.languages import ENGLISH
from rowdy.interfaces.phrases import FOREIGN, FOREIGN_END
from rowdy.interfaces.words import Words

JsonPath: TypeAlias = tuple[str | int, ...]
"""The names of fields and indices of lists that lead to a value."""
_MARKS = re.compile(f"([{FOREIGN}{FOREIGN_END}])")
_MARK_IN_JSON = FOREIGN.encode()


class TextPart(Struct, frozen=True, omit_defaults=True):
    text: str
    lang: str = ""
    """The language of this part, where it is not that of the message."""


class ForeignText(Struct, frozen=True):
    """A text of a message that has words in another language."""

    at: JsonPath
    """The path of the text in the message."""
    parts: tuple[TextPart, ...]
    """The parts which make up the text."""


def marked_words(words: Words, game_id: str) -> Words:
    """Returns the words for messages on a game: with marks if the game has its own words only in another language."""
    speaks = language_of_game(game_id, words.language) == words.language
    return words if speaks else Words(words.language, marks=True)


def with_parts(message: bytes) -> bytes:
    """Returns a message in JSON without marks in its texts; the field `foreign` has those that had some, in parts."""
    if _MARK_IN_JSON not in message:
        return message
    content: dict[str, Any] = msgspec.json.decode(message)
    foreign = tuple(ForeignText(at, _parts(text)) for at, text in _marked(content, ()))
    for found in foreign:
        *way, last = found.at
        holder: Any = content
        for key in way:
            holder = holder[key]
        holder[last] = "".join(part.text for part in found.parts)
    return msgspec.json.encode({**content, "foreign": foreign})


def _marked(value: object, at: JsonPath) -> Iterator[tuple[JsonPath, str]]:
    """Yields all texts with marks, each with its path."""
    if isinstance(value, str):
        if FOREIGN in value:
            yield at, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _marked(part, (*at, name))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from _marked(part, (*at, i))


def _parts(text: str) -> tuple[TextPart, ...]:
    """Returns a text in parts; what is marked within marked words belongs to them."""
    pieces: list[tuple[str, bool]] = []
    depth = 0
    for piece in _MARKS.split(text):
        if piece in (FOREIGN, FOREIGN_END):
            depth = max(0, depth + (1 if piece == FOREIGN else -1))
        elif piece:
            pieces.append((piece, depth > 0))
    joined = [("".join(text for text, _ in group), foreign) for foreign, group in groupby(pieces, itemgetter(1))]
    return tuple(TextPart(text, ENGLISH if foreign else "") for text, foreign in joined)
