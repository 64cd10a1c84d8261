"""The protocol that every game speaks: turns, moves, views, outcomes and errors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from rowdy.rules.geometry import Grid, Square
from rowdy.rules.rulings import Edition, option_texts

if TYPE_CHECKING:
    from fractions import Fraction

    from _typeshed import DataclassInstance

Seat: TypeAlias = int
"""A player's position in the game, counted from 0 in code and from 1 in text.

It is an alias, not a type of its own, so that users of the library can write `game.legal(state, 0)` without wrapping
the number. The chairs of a live table, which change seats from round to round, are a type of their own.
"""


class ChanceActor(Enum):
    """The type of `CHANCE`, the actor that deals and draws; an enum, so that no seat number stands for chance."""

    CHANCE = "chance"


CHANCE: Final = ChanceActor.CHANCE
Actor: TypeAlias = Seat | ChanceActor

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class GameError(ValueError):
    """An error with a code and its details, which an interface puts into words.

    >>> import rowdy
    >>> try:
    ...     rowdy.game("chess")
    ... except rowdy.GameError as error:
    ...     print(error.code, error.details["name"])
    unknown-game chess
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code, details)
        self.code = code
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.code, self.details)

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.details.items())
        return f"{self.code} ({details})" if details else self.code


def _rebuild(kind: type[GameError], code: str, details: dict[str, object]) -> GameError:
    return kind(code, **details)


class IllegalMove(GameError):
    """A move that can be read but may not be made now.

    >>> import rowdy
    >>> game = rowdy.game("rubik")
    >>> game.play(game.start(), 1, game.parse_action("a@b2"))
    Traceback (most recent call last):
    rowdy.rules.game.IllegalMove: not-your-turn (move=a@b2)
    """


class HiddenHand(GameError):
    """Raised if what a seat may do depends on cards that the state does not know, as it is what another viewer sees.

    >>> import rowdy
    >>> game = rowdy.game("djeco")
    >>> seen = game.parse_state("...../...../..r7../...../..... r1,r3,b9,y,g/?,?,?,?,? - 0:0 play 1 2")
    >>> game.legal(seen, 1)
    Traceback (most recent call last):
    rowdy.rules.game.HiddenHand: hidden-hand (seat=2)
    """


class InvalidText(GameError):
    """A text that cannot be read.

    >>> import rowdy
    >>> issubclass(rowdy.InvalidMove, rowdy.InvalidText)
    True
    """


class InvalidMove(InvalidText):
    """A text that is not a move of this game.

    >>> import rowdy
    >>> rowdy.game("rubik").parse_action("e2-e4")
    Traceback (most recent call last):
    rowdy.rules.game.InvalidMove: off-board (text=e2-e4, square=e2)
    """


class InvalidPosition(InvalidText):
    """A text that is not a position of this game.

    >>> import rowdy
    >>> rowdy.game("rubik").parse_state("AAA./..../..../.... flip")
    Traceback (most recent call last):
    rowdy.rules.game.InvalidPosition: stone-counts (text=AAA./..../..../.... flip, first=3, second=0)
    """


class InvalidRecord(InvalidText):
    """A text that is not a record of a game.

    >>> import rowdy
    >>> rowdy.parse_record("1. e4 e5")
    Traceback (most recent call last):
    rowdy.rules.game.InvalidRecord: record-header (line=1, text=1. e4 e5)
    """


class InvalidDeck(InvalidText):
    """A custom deck that cannot be played with.

    >>> import rowdy
    >>> try:
    ...     rowdy.game("djeco", deck=[1, 2, 3])
    ... except rowdy.InvalidDeck as error:
    ...     print(error.code)
    deck-count
    """


class InvalidSetup(InvalidText):
    """A game, edition, ruling or number of seats that does not exist.

    >>> import rowdy
    >>> rowdy.game("rubik", seats=3)
    Traceback (most recent call last):
    rowdy.rules.game.InvalidSetup: seat-count (game=rubik, seats=3, known=2)
    """


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: several winners share the win, none means a draw.

    >>> import rowdy
    >>> rowdy.Outcome((0,), "row").winners
    (0,)
    """

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something that an action achieved, with the lines that show it: a row, tokens earned, cards shown.

    It holds only what everybody may know after the action. An interface puts it into words by its code.
    """

    code: str
    seat: Seat
    """The seat whose achievement it is."""
    lines: tuple[tuple[Square, ...], ...] = ()
    items: tuple[str, ...] = ()
    """What it was done with, in the game's notation, such as the cards shown."""
    count: int = 0
    """What it earned, such as tokens, or what is still to be done, such as cards left to show."""
    decides: bool = False
    """True if this ended the game."""
    to_come: bool = False
    """True if the lines do not lie yet, but one will, whatever were to be done next."""


@dataclass(frozen=True, slots=True)
class Chance(Generic[A]):
    """Chance acts next: each possible action has an integer weight, and its probability is its share of the total.

    >>> import rowdy
    >>> game = rowdy.game("xoxo")
    >>> action, probability = game.turn(game.start()).outcomes[0]
    >>> str(action), str(probability)
    ('1+red', '1/12')
    """

    actions: tuple[A, ...]
    weights: tuple[int, ...]

    @property
    def outcomes(self) -> tuple[tuple[A, Fraction], ...]:
        from fractions import Fraction  # imports `decimal`, which play does not need

        total = sum(self.weights)
        return tuple(
            (action, Fraction(weight, total)) for action, weight in zip(self.actions, self.weights, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Move:
    """One seat is to act.

    >>> import rowdy
    >>> game = rowdy.game("rubik")
    >>> game.turn(game.start())
    Move(seat=0)
    """

    seat: Seat


@cache
def move_of(seat: Seat) -> Move:
    """`Move(seat)`, made once for each seat, as states ask for it very often."""
    return Move(seat)


@dataclass(frozen=True, slots=True)
class Window:
    """These seats choose at once, unseen by each other. Those that have already chosen are listed too.

    >>> import rowdy
    >>> game = rowdy.game("xoxo")
    >>> position = "...../...../..rcw../...../..... - 11btj/12gsj/24yhj red,circle,joy/blue,green,wink show 1 c3 ./."
    >>> game.turn(game.parse_state(position))
    Window(seats=(0, 1))
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended.

    >>> import rowdy
    >>> game = rowdy.game("xoxo2")
    >>> game.turn(game.parse_state("..../..../.bb./.AAA place"))
    Over(outcome=Outcome(winners=(0,), reason=<Reason.ROW: 'row'>))
    """

    outcome: Outcome


Turn: TypeAlias = Chance[A] | Move | Window | Over

C = TypeVar("C", bound=type[tuple[Any, ...]])


def equal_within_class(cls: C) -> C:
    """Makes a named tuple equal only to tuples of its own class, not to states of other games or bare tuples."""

    def equal(self: tuple[Any, ...], other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def unequal(self: tuple[Any, ...], other: object) -> bool:
        return type(self) is not type(other) or tuple.__ne__(self, other)

    for name, method in (("__eq__", equal), ("__ne__", unequal), ("__hash__", tuple.__hash__)):
        setattr(cls, name, method)
    return cls


class Event(NamedTuple, Generic[A]):
    """One entry of a game's log.

    >>> import rowdy
    >>> game = rowdy.game("rubik")
    >>> actor, action = rowdy.Event(0, game.parse_action("A@b2"))
    >>> actor, str(action)
    (0, 'A@b2')
    """

    actor: Actor
    action: A


@dataclass(frozen=True, slots=True)
class View(Generic[S, A]):
    """Everything that one viewer may know. A spectator is `None`; `state` has unknowns in place of others' secrets.

    >>> import rowdy
    >>> game = rowdy.game("rubik")
    >>> view = game.view(game.start(), 0)
    >>> view.viewer, view.turn, len(view.legal)
    (0, Move(seat=0), 32)
    """

    viewer: Seat | None
    state: S
    turn: Turn[A]
    legal: tuple[A, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The properties of a game by which an algorithm knows whether it applies. The lengths are upper bounds.

    >>> import rowdy
    >>> facts = rowdy.game("djeco").facts
    >>> facts.seats, facts.chance, facts.hidden, facts.windows
    (2, True, True, False)
    """

    max_turns: int
    max_actions: int
    max_legal: int
    distinct_actions: int
    distinct_chances: int = 0
    seats: int = 2
    chance: bool = False
    hidden: bool = False
    windows: bool = False


@dataclass(frozen=True, slots=True)
class NoRulings:
    """The rulings of a game that leaves nothing open."""


class Game(ABC, Generic[S, A]):
    """One game with its rulings settled. It holds no state: `play` takes one and returns another.

    A game states `facts`, `actions`, `start`, `turn`, `moves`, `apply` and `parse_state`; if it has chance also
    `chances`, and if it has hidden cards also `seen`, `observe`, `follow` and `hides`. The rest has a default.

    Every argument of the constructor is kept in an attribute of the same name, and games with equal ones are equal.

    >>> import rowdy
    >>> game = rowdy.game("rubik", rulings={"both_rows": "mover"})
    >>> game
    rowdy.game('rubik', rulings={'both_rows': 'mover'})
    >>> game.play(game.start(), 0, game.parse_action("A@b2"))
    <rubik ..../..../.A../.... flip>
    """

    edition: Edition
    rulings: DataclassInstance
    grid: Grid | None = None
    """The board, for a game that has one."""
    seats: int = 2
    starter: Seat = 0

    def __init__(self, edition: Edition, rulings: DataclassInstance = NoRulings()) -> None:  # noqa: B008  (frozen)
        self.edition = edition
        self.rulings = rulings

    # What the game was made from

    @cached_property
    def _made_from(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in _parameters(type(self)))

    @cached_property
    def _hash(self) -> int:
        return hash((type(self), self._made_from))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and type(self) is type(other) and self._made_from == other._made_from

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_from

    def __repr__(self) -> str:
        from rowdy.rules.catalog import call_text  # the catalog is made of games

        return call_text(self)

    @property
    def options(self) -> Mapping[str, str]:
        """The option in force for each ruling, by the ruling's name."""
        return option_texts(self.rulings)

    @property
    def deck(self) -> tuple[str, ...]:
        """The custom deck this game is played with, or nothing."""
        return ()

    @property
    @abstractmethod
    def facts(self) -> Facts: ...

    # Playing

    @abstractmethod
    def start(self) -> S: ...

    @abstractmethod
    def turn(self, state: S) -> Turn[A]:
        """What the state waits for."""

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Sequence[A]:
        """The moves of a seat that is to act; empty if it has already answered. `legal` calls this after its checks."""

    @abstractmethod
    def apply(self, state: S, actor: Actor, action: A) -> S:
        """The state after an action of this game; `IllegalMove` if it is not legal. `play` calls this after its checks.

        A game that gives no reasons of its own calls `check_legal` first.
        """

    def hides(self, state: S, seat: Seat) -> bool:
        """True if what this seat may do now depends on cards that the state does not know."""
        return False

    def legal(self, state: S, actor: Actor) -> Sequence[A]:
        """The actions that this actor may take now; empty if it is not to act, or has already answered.

        Raises `HiddenHand` if that depends on cards that the state does not know.
        """
        self._check_actor(actor)
        turn = self.turn(state)
        if actor is CHANCE:
            return turn.actions if isinstance(turn, Chance) else ()
        asked = turn.seat == actor if isinstance(turn, Move) else isinstance(turn, Window) and actor in turn.seats
        if not asked:
            return ()
        if self.hides(state, actor):
            raise HiddenHand("hidden-hand", seat=actor + 1)
        return self.moves(state, actor)

    def play(self, state: S, actor: Actor, action: A) -> S:
        """The state after this action; `IllegalMove` if it is not legal, or not an action of this game.

        Raises `HiddenHand` if that depends on cards that the state does not know.
        """
        self._check_action(action)
        self._check_actor(actor)
        if actor is CHANCE:
            if action not in self._ids:  # such as a card known only by its back
                raise IllegalMove("not-due", move=action)
        elif self.hides(state, actor):
            raise HiddenHand("hidden-hand", seat=actor + 1)
        return self.apply(state, actor, action)

    @cached_property
    def _action_types(self) -> frozenset[type]:
        return frozenset(type(action) for action in (*self.actions, *self.chances))

    def _check_action(self, action: A) -> None:
        if type(action) not in self._action_types:
            raise IllegalMove("not-an-action", move=action)

    def _check_actor(self, actor: Actor) -> None:
        if actor is not CHANCE and not (type(actor) is int and 0 <= actor < self.seats):
            raise IllegalMove("not-an-actor", actor=actor, most=self.seats - 1)

    def check_legal(self, state: S, actor: Actor, action: A) -> None:
        """Raises `IllegalMove` unless this is among the legal actions of the actor."""
        if action not in self.legal(state, actor):
            raise IllegalMove("not-legal", move=action)

    def check_mover(self, state: S, actor: Actor, action: A) -> Seat:
        """The actor, if it is the seat to move; otherwise raises `IllegalMove` with the reason."""
        turn = self.turn(state)
        if isinstance(turn, Move):
            if turn.seat == actor:
                return turn.seat
            raise IllegalMove("not-your-turn", move=action)
        if isinstance(turn, Chance):
            raise IllegalMove("chance-due", move=action)
        raise IllegalMove("window-open" if isinstance(turn, Window) else "over", move=action)

    def highlights(self, before: S, event: Event[A], after: S) -> tuple[Highlight, ...]:
        """What an event achieved between these two states, and if it ended the game, which lines decided it."""
        return ()

    # What a viewer knows

    def seen(self, state: S, viewer: Seat | None) -> S:
        """The state as this viewer knows it, built anew with unknowns for what it may not know."""
        return state

    def observe(self, state: S, event: Event[A], viewer: Seat | None) -> tuple[Event[A], ...]:
        """What this viewer learns when the event happens in this state: nothing, the event, or a part of it."""
        return (event,)

    def follow(self, state: S, event: Event[A]) -> S:
        """The viewer's next state, given their state from `seen` and an event from `observe`.

        Unlike `play`, it lets others act with cards that the state does not know.
        """
        self._check_action(event.action)
        self._check_actor(event.actor)
        return self.apply(state, event.actor, event.action)

    def view(self, state: S, viewer: Seat | None) -> View[S, A]:
        """Everything this viewer may know, derived from `seen` alone."""
        seen = self.seen(state, viewer)
        legal = () if viewer is None else tuple(self.legal(seen, viewer))
        return View(viewer, seen, self.turn(seen), legal)

    # Text and numbers

    @cached_property
    def _by_text(self) -> dict[str, A]:
        """Every action by its text, so that nearly all texts are read by one lookup."""
        return {str(action): action for action in (*self.actions, *self.chances)}

    def parse_action(self, text: str) -> A:
        """The move or chance outcome with this text; `InvalidMove` if there is none."""
        if text not in self._by_text:
            raise InvalidMove("unreadable-move", text=text)
        return self._by_text[text]

    @abstractmethod
    def parse_state(self, text: str) -> S:
        """The position with this text; `InvalidPosition` if there is none."""

    def format_state(self, state: S) -> str:
        """The text of a position; `parse_state` reads it back to an equal state."""
        return str(state)

    def cells(self, state: S) -> Mapping[Square, str]:
        """What lies on each occupied square, as a short text in the game's notation."""
        return {}

    def find_square(self, square: Square, action: A) -> int:
        """The number of a square that an action names; `IllegalMove` if it is not on the board."""
        i = None if self.grid is None else self.grid.index.get(square)
        if i is None:
            raise IllegalMove("off-board", move=action, square=square)
        return i

    @property
    @abstractmethod
    def actions(self) -> tuple[A, ...]:
        """Every move of any seat in any state; its index here is its dense id, which is part of the game's version."""

    @property
    def chances(self) -> tuple[A, ...]:
        """Every outcome of chance in any state; its index here is its dense id."""
        return ()

    @cached_property
    def _ids(self) -> dict[A, int]:
        return {action: i for i, action in enumerate(self.actions)} | {
            action: i for i, action in enumerate(self.chances)
        }

    def action_id(self, action: A) -> int:
        """The dense id of a move among `actions`, or of a chance outcome among `chances`."""
        return self._ids[action]


AnyGame: TypeAlias = Game[Any, Any]


@cache
def _parameters(kind: type[AnyGame]) -> tuple[str, ...]:
    """The names of the constructor's arguments."""
    return tuple(signature(kind).parameters)
