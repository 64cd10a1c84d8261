"""What a game tells simple players: how to rate a move, and how standing orders answer its windows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

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


@dataclass(frozen=True, slots=True)
class Mistakes:
    """How often a level errs in a game the way people do; each number but `blur` is a probability for one move."""

    no_look_ahead: float = 0.0
    """It takes what looks best at first sight, without a thought for what the others may do next."""
    no_conclusions: float = 0.0
    """It forgets what the others did, and holds all the cards that they can have for equally likely."""
    own_line: float = 0.0
    """At first sight, it overlooks a line that it could complete."""
    block: float = 0.0
    """At first sight, it overlooks what the others have built, and so what a flip or a block would do."""
    blur: float = 0.0
    """The standard deviation of its errors in rating moves at first sight, as a part of the range of all ratings."""
    careless: float = 0.0
    """At first sight, it does not even look whether a move helps the others, or nobody."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Something that follows from what one seat sees, and from nothing less."""

    theme: str
    """What is asked, as `puzzles.Theme` calls it."""
    answer: str
    """The move, or the one of the options, that is right."""
    hardness: float
    """How hard it is to see, from 0 to 1."""
    options: tuple[str, ...] = ()
    """What can be picked, where no move is asked for."""


NO_MISTAKES = Mistakes()
USUAL_MISTAKES: Mapping[str, Mistakes] = {
    "beginner": Mistakes(1.0, 1.0, own_line=0.6, block=0.8, blur=2.0),
    "easy": Mistakes(1.0, 1.0, own_line=0.25, blur=1.0),
    "casual": Mistakes(0.6, 1.0, own_line=0.1, blur=0.5),
    "medium": Mistakes(0.3, 0.5),
    "skilled": Mistakes(0.15),
    "advanced": Mistakes(0.05),
}
"""The mistakes in games of other packages, which nobody has measured."""


class PlayKit(Generic[G]):
    """The kit of a game of which nothing but the rules is known: it rates all moves alike."""

    mistakes: ClassVar[Mapping[str, Mistakes]] = USUAL_MISTAKES
    """By level, how often it errs in this game; a level that is not named errs never. `benchmarks ladder` measures what
    comes of them."""
    orders: bool = False
    """Whether standing orders answer the game's windows.

    Without them every seat is asked, and live tables refuse the game: there the time that an answer takes would reveal
    something.
    """

    puzzles: str = ""
    """The puzzles of a game of another package, a line each as `play/puzzles.py` says; our own ship as files."""

    def rate(self, game: G, before: Any, after: Any, seat: Seat) -> Rating:
        """The rating of a move of this seat from one state to the other, where it does not end the game."""
        return Rating(0, 0, 0)

    def promising(self, game: G, state: Any, legal: Sequence[Any]) -> Sequence[Any]:
        """Those of these actions that a rule of thumb for practised players leaves; all, where there is none."""
        return legal

    def gains(self, game: G, before: Any, after: Any, seat: Seat) -> tuple[Gain, ...]:
        """What a move of this seat brings at once; hints mention it."""
        return ()

    def deductions(self, game: G, state: Any, seat: Seat) -> Sequence[Deduction]:
        """What the seat to move can be asked in a state as it sees that, and can answer for certain: its puzzles."""
        return ()

    def counterexample(self, game: G, state: Any, seat: Seat, answer: str) -> tuple[str, ...]:
        """The hidden cards with which a wrong answer to a deduction fails; none where no deal shows that."""
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
