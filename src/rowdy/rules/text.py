"""Helpers for reading and writing positions as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, NoReturn, TypeVar

from rowdy.rules.game import InvalidPosition

G = TypeVar("G")
"""A game, or what its texts ask of it."""

BYTE_ORDER_MARK = "\ufeff"
"""Some editors put it at the beginning of a file; readers skip it."""
FIELDS = 5
"""The number of fields of a position of xoxo or djeco, separated by blanks; the last may contain blanks."""


def format_list(items: Iterable[object]) -> str:
    """The items separated by `,`, or `-` if there are none."""
    return ",".join(map(str, items)) or "-"


def read_list(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def state_repr(game_id: str, state: Any, seats: int, printed: bool) -> str:
    """The `repr` of a state: its notation if it belongs to the `printed` game, otherwise its fields.

    A state does not know its game, without which a board of another size or a custom deck has no notation.
    """
    if not printed:
        fields = ", ".join(f"{name}={value!r}" for name, value in state._asdict().items())
        return f"{type(state).__name__}({fields})"
    from rowdy.rules.catalog import game  # the catalog imports the games, and these import this module

    return f"<{game_id} {game(game_id, seats=seats).format_state(state)}>"


class PositionReader(Generic[G]):
    """Reads one position text field by field; every error carries the whole text."""

    def __init__(self, game: G, text: str) -> None:
        self.game = game
        self.text = text

    def fail(self, code: str, **details: object) -> NoReturn:
        raise InvalidPosition(code, text=self.text, **details)

    def fields(self) -> list[str]:
        fields = self.text.split(" ", FIELDS - 1)
        if len(fields) != FIELDS:
            self.fail("unreadable-position")
        return fields

    def check_written(self, written: str) -> None:
        """Fails unless the text is exactly as its position is written."""
        if written != self.text:
            self.fail("position-order", written=written)
