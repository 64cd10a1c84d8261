"""What readers and writers of texts share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, NoReturn, TypeVar

from rowdy.rules.game import AnyGame, InvalidPosition

G = TypeVar("G", bound=AnyGame)

BYTE_ORDER_MARK = "\ufeff"
"""Some editors put it before the first line of a file; it is read over."""
FIELDS = 5
"""How many fields a position of xoxo or djeco has, with blanks between; the last may hold blanks itself."""


def format_list(items: Iterable[object]) -> str:
    """Things with `,` between, or `-` for none."""
    return ",".join(map(str, items)) or "-"


def read_list(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def state_repr(game_id: str, state: Any, seats: int, printed: bool) -> str:
    """A state by its notation, if it is one of the game as it is `printed`; else by its fields.

    A state does not know its game, and without that a board of another size or a custom deck cannot be told.
    """
    if not printed:
        fields = ", ".join(f"{name}={value!r}" for name, value in state._asdict().items())
        return f"{type(state).__name__}({fields})"
    from rowdy.rules.catalog import game  # the catalog is made of games, and these of states

    return f"<{game_id} {game(game_id, seats=seats).format_state(state)}>"


class PositionReader(Generic[G]):
    """Reads one position text field by field; every complaint carries the whole text."""

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
        """The text must be the one that its position is written as."""
        if written != self.text:
            self.fail("position-order", written=written)
