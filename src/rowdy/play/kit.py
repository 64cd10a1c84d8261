"""What a game tells simple players: how to rate a move, and how standing orders answer its windows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from rowdy.rules.game import AnyGame, Seat

G = TypeVar("G", bound=AnyGame)

OrderItem: TypeAlias = str
"""The text of something on which a seat can give a standing order, such as a card of its hand."""
Held: TypeAlias = frozenset[OrderItem]
"""The items that a seat holds back, by standing order."""
NOTHING_HELD: Held = frozenset()
"""What a seat holds back unless it says otherwise."""


class Rating(NamedTuple):
    """What a move is worth at first sight. The first field that differs decides which of two is better."""

    completed: int
    """What the move completes for the seat, less what it completes for the others."""
    built: int
    """How far the seat's lines are built."""
    denied: int
    """How far the others' lines are built, as a negative number."""


def line_worth(counts: Iterable[int]) -> int:
    """The value of lines, given how much of each is there: two in one line count more than one in each of two."""
    return sum(n * n for n in counts)


@dataclass(frozen=True, slots=True)
class Gain:
    """Something that a move brings at once, as a code and details that an interface puts into words."""

    code: str
    items: tuple[str, ...] = ()
    count: int = 0


class PlayKit(Generic[G]):
    """The kit of a game of which nothing but the rules is known: it rates all moves alike."""

    orders: bool = False
    """Whether standing orders answer the game's windows.

    Without them every seat is asked, and live tables refuse the game: there the time that an answer takes would reveal
    something.
    """

    def rate(self, game: G, before: Any, after: Any, seat: Seat) -> Rating:
        """The rating of a move of this seat from one state to the other, where it does not end the game."""
        return Rating(0, 0, 0)

    def gains(self, game: G, before: Any, after: Any, seat: Seat) -> tuple[Gain, ...]:
        """What a move of this seat brings at once; hints mention it."""
        return ()

    def order_items(self, game: G, state: Any, seat: Seat) -> tuple[OrderItem, ...]:
        """The items on which the seat can give orders in this state."""
        return ()

    def released(self, answer: Any) -> Held:
        """The items that an answer to a window releases; an order to hold one of them back rules the answer out."""
        return NOTHING_HELD


def answer_by_orders(kit: PlayKit[Any], legal: Sequence[Any], held: Held) -> Any:
    """The answer, of those that a seat can give to a window, that releases most of what is not held back."""
    if len(legal) == 1:
        return legal[0]
    released = [(answer, kit.released(answer)) for answer in legal]
    return max(((a, items) for a, items in released if not held & items), key=lambda pair: len(pair[1]))[0]
