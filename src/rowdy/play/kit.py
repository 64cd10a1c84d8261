"""The kit of a game on the play floor: how to rate a move at first sight, typical mistakes, and standing orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from rowdy.play.game_log import Transition
from rowdy.rules.game import AnyGame, Seat

G = TypeVar("G", bound=AnyGame)

OrderItem: TypeAlias = str
"""The text of something on which a seat can give a standing order, such as a card of its hand."""
Held: TypeAlias = frozenset[OrderItem]
"""The items that a seat holds back, by standing order."""
NOTHING_HELD: Held = frozenset()
"""What a seat without orders holds back."""


class Rating(NamedTuple):
    """What a move is worth at first sight. Ratings are compared field by field."""

    completed: int
    """What the move completes for the seat, minus what it completes for the others."""
    built: int
    """How far the seat's lines are built."""
    denied: int
    """How far the others' lines are built, as a negative number."""


def line_worth(counts: Iterable[int]) -> int:
    """The worth of lines, given how much of each is there: two in one line count more than one in each of two."""
    return sum(n * n for n in counts)


@dataclass(frozen=True, slots=True)
class Gain:
    """Something that a move gains at once, as a code and details that an interface puts into words."""

    code: str
    items: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The human mistakes of a level in a game; each number but `blur` is the probability of one for each move."""

    no_look_ahead: float = 0.0
    """It chooses what looks best at first sight, without considering what the others may do next."""
    no_conclusions: float = 0.0
    """It ignores what the others did, and considers all cards that they can have equally likely."""
    own_line: float = 0.0
    """At first sight, it overlooks a line that it could complete."""
    block: float = 0.0
    """At first sight, it overlooks what the others have built, and so the use of a flip or a block."""
    blur: float = 0.0
    """The standard deviation of its errors in rating moves at first sight, as a part of the range of all ratings."""
    careless: float = 0.0
    """At first sight, it does not even check whether a move helps the others, or nobody (`levels.sensible`)."""
    not_learned: float = 0.0
    """The part of the openings of a solved game that it has not learned by heart. In a game with one of the others it
    never throws away a result that it knows or can prove."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Something that follows for certain from what one seat sees, which makes a puzzle."""

    theme: str
    """The kind of question, a `puzzles.Theme`."""
    answer: str
    """The move, or the one of the options, that is right."""
    hardness: float
    """How hard it is to see, from 0 to 1."""
    options: tuple[str, ...] = ()
    """The possible answers, if the answer is not a move."""


NO_MISTAKES = Mistakes()
USUAL_MISTAKES: Mapping[str, Mistakes] = {
    "beginner": Mistakes(1.0, 1.0, own_line=0.6, block=0.8, blur=2.0),
    "easy": Mistakes(1.0, 1.0, own_line=0.25, blur=1.0),
    "casual": Mistakes(0.6, 1.0, own_line=0.1, blur=0.5),
    "medium": Mistakes(0.3, 0.5),
    "skilled": Mistakes(0.15),
    "advanced": Mistakes(0.05),
}
"""The mistakes in games of other packages, whose effect has not been measured."""


class PlayKit(Generic[G]):
    """The kit of a game of which only the rules are known: it rates all moves alike. A game's own kit overrides it."""

    mistakes: ClassVar[Mapping[str, Mistakes]] = USUAL_MISTAKES
    """The mistakes of each level in this game; a level that is not listed makes none. `benchmarks ladder` measures the
    strength that results."""
    mistakes_among_several: ClassVar[Mapping[str, Mistakes]] = {}
    """The mistakes of levels that err otherwise against two or more opponents than against one: the others' moves and
    luck count for more there, so that levels have to differ more to be told apart."""
    puzzle_players: ClassVar[Mapping[str, Mistakes]] = {}
    """The mistakes of the bots in whose games the puzzles that ship were found: those of the levels at that time. They
    stay when levels change, so that the same puzzles can be made again. If there are none, today's levels play."""
    orders: bool = False
    """True if standing orders answer the game's windows.

    Otherwise every seat is asked, and live tables refuse the game, as the time that an answer takes would reveal
    something there.
    """

    puzzles: str = ""
    """The puzzles of a game of another package, in the format of `play/puzzles.py`; our own are files."""

    def mistakes_of(self, level: str, seats: int) -> Mistakes:
        """The mistakes of a level at a table with so many seats."""
        usual = self.mistakes.get(level, NO_MISTAKES)
        return self.mistakes_among_several.get(level, usual) if seats > 2 else usual

    def rate(self, game: G, before: Any, after: Any, seat: Seat) -> Rating:
        """The rating of a move of this seat from one state to the other, if it does not end the game."""
        return Rating(0, 0, 0)

    def promising(self, game: G, state: Any, legal: Sequence[Any]) -> Sequence[Any]:
        """The actions, of these, that agree with a rule of thumb of practised players; all if there is no such rule."""
        return legal

    def gains(self, game: G, before: Any, after: Any, seat: Seat) -> tuple[Gain, ...]:
        """What a move of this seat gains at once; hints mention it."""
        return ()

    def deductions(self, game: G, state: Any, seat: Seat) -> Sequence[Deduction]:
        """The questions that the seat to move can answer for certain from this state, which is as it sees it."""
        return ()

    def counterexample(self, game: G, state: Any, seat: Seat, answer: str) -> tuple[str, ...]:
        """The hidden cards with which a wrong answer to a deduction fails; empty if no deal shows that."""
        return ()

    def winning_turn(self, game: G, state: Any, seat: Seat, answer: str) -> tuple[Transition, ...]:
        """The turn that begins with this answer to a deduction, if it wins whatever is hidden; otherwise empty."""
        return ()

    def order_items(self, game: G, state: Any, seat: Seat) -> tuple[OrderItem, ...]:
        """The items on which the seat can give orders in this state."""
        return ()

    def released(self, answer: Any) -> Held:
        """The items that an answer to a window releases; an order to hold one of them back rules the answer out."""
        return NOTHING_HELD


def answer_by_orders(kit: PlayKit[Any], legal: Sequence[Any], held: Held) -> Any:
    """The legal answer to a window that releases the most while releasing nothing that is held back."""
    if len(legal) == 1:
        return legal[0]
    released = [(answer, kit.released(answer)) for answer in legal]
    return max(((a, items) for a, items in released if not held & items), key=lambda pair: len(pair[1]))[0]
