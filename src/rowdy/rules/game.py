"""The protocol that every game speaks: turns, moves, views, outcomes and errors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import Field, dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

from rowdy.rules.geometry import Grid, Square
from rowdy.rules.rulings import Edition

Seat: TypeAlias = int
"""A place at the table, counted from 0 in code and from 1 in text."""


class Chancer(Enum):
    """The actor that deals and draws; it has one member so that `Seat | Chancer` is a union, not a sentinel number."""

    CHANCE = "chance"


CHANCE: Final = Chancer.CHANCE
Actor: TypeAlias = Seat | Chancer

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class Kept:
    """The base of frozen dataclasses of which equal ones are one object, so that comparing and hashing is quick."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    _known: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __new__(cls, *values: Any, **named: Any) -> Self:
        fields = cls.__dataclass_fields__
        left = [named.get(name, fields[name].default) for name in cls.__match_args__[len(values) :]]
        key = (cls, *values, *left)
        known: Self | None = cls._known.get(key)
        return cls._known.setdefault(key, object.__new__(cls)) if known is None else known

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)


T = TypeVar("T")
Recent: TypeAlias = dict[int, tuple[object, T]]
"""What was worked out last, by the ids of the objects that it was worked out for. These stand beside it, so that they
live and no other has their ids."""
MOST_RECENT = 256


def remember(recent: Recent[T], what: object, found: T) -> T:
    if len(recent) >= MOST_RECENT:
        recent.clear()
    recent[id(what)] = what, found
    return found


class GameError(ValueError):
    """What went wrong, as a code and its details; an interface puts it into words."""

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
    """A move that can be read but may not be made now."""


class InvalidText(GameError):
    """A text that cannot be read."""


class InvalidMove(InvalidText):
    """A text that is no move of this game."""


class InvalidPosition(InvalidText):
    """A text that is no position of this game."""


class InvalidRecord(InvalidText):
    """A text that is no record of a game."""


class InvalidDeck(InvalidText):
    """A custom deck that cannot be played with."""


class InvalidSetup(InvalidText):
    """A game, edition, ruling or number of seats that does not exist."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: several winners share the win, none means a draw."""

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Chance(Generic[A]):
    """Chance speaks next: each action with a whole weight, its probability being its share of all weights."""

    actions: tuple[A, ...]
    weights: tuple[int, ...]

    @property
    def outcomes(self) -> tuple[tuple[A, Fraction], ...]:
        total = sum(self.weights)
        return tuple(
            (action, Fraction(weight, total)) for action, weight in zip(self.actions, self.weights, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Move:
    """One seat is to act."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Window:
    """These seats choose at once, unseen by each other; who has already chosen is not told here."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    outcome: Outcome


Turn: TypeAlias = Chance[A] | Move | Window | Over


class Event(NamedTuple, Generic[A]):
    """One entry of a game's log."""

    actor: Actor
    action: A


@dataclass(frozen=True, slots=True)
class View(Generic[S, A]):
    """All that one viewer may know: `None` is a spectator, `state` has unknowns in place of others' secrets."""

    viewer: Seat | None
    state: S
    turn: Turn[A]
    legal: tuple[A, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What an algorithm must know to tell whether it applies. The lengths are upper bounds that no game passes."""

    seats: int
    chance: bool
    hidden: bool
    windows: bool
    max_turns: int
    max_actions: int
    max_legal: int
    distinct_actions: int
    distinct_chances: int


class Game(ABC, Generic[S, A]):
    """One game with its rulings settled. It holds no state: `play` takes one and returns another."""

    edition: Edition
    grid: Grid
    seats: int
    starter: Seat = 0

    @property
    @abstractmethod
    def options(self) -> Mapping[str, str]:
        """The option in force for each ruling, by the ruling's name."""

    @property
    @abstractmethod
    def facts(self) -> Facts: ...

    @property
    def deck(self) -> tuple[str, ...]:
        """The custom deck this game is played with, or nothing."""
        return ()

    @abstractmethod
    def start(self) -> S: ...

    _asked: tuple[S | None, Turn[A]] = (None, Move(0))
    """The last state asked about and its turn: each step of a game asks several times."""

    def turn(self, state: S) -> Turn[A]:
        """What the state waits for."""
        asked, turn = self._asked
        if state is not asked:
            turn = self._turn(state)
            self._asked = state, turn
        return turn

    @abstractmethod
    def _turn(self, state: S) -> Turn[A]:
        """Works out what the state waits for."""

    def _check_mover(self, state: S, actor: Actor, action: A) -> Seat:
        """The actor, if it is the seat that is to move."""
        turn = self.turn(state)
        if isinstance(turn, Move):
            if turn.seat == actor:
                return turn.seat
            raise IllegalMove("not-your-turn", move=action)
        if isinstance(turn, Chance):
            raise IllegalMove("chance-due", move=action)
        raise IllegalMove("window-open" if isinstance(turn, Window) else "over", move=action)

    def _square(self, square: Square, action: A) -> int:
        """The number of a square that an action names."""
        i = self.grid.index.get(square)
        if i is None:
            raise IllegalMove("off-board", move=action, square=square)
        return i

    @abstractmethod
    def legal(self, state: S, actor: Actor) -> Sequence[A]:
        """All that this actor may do now; nothing if it is not asked, or has already answered."""

    @abstractmethod
    def play(self, state: S, actor: Actor, action: A) -> S:
        """The state after this action; `IllegalMove` if it may not be done."""

    def seen(self, state: S, viewer: Seat | None) -> S:
        """The state as this viewer knows it, built anew with unknowns for what it may not know."""
        return state

    def observe(self, state: S, event: Event[A], viewer: Seat | None) -> tuple[Event[A], ...]:
        """What this viewer learns when the event happens in the state: nothing, the event, or a part of it."""
        return (event,)

    def follow(self, state: S, event: Event[A]) -> S:
        """Like `play`, but for a viewer: takes a state as `seen` and an event as `observe` told it."""
        return self.play(state, event.actor, event.action)

    def view(self, state: S, viewer: Seat | None) -> View[S, A]:
        """Everything this viewer may know, derived from `seen` alone."""
        seen = self.seen(state, viewer)
        legal = () if viewer is None else tuple(self.legal(seen, viewer))
        return View(viewer, seen, self.turn(seen), legal)

    @cached_property
    def _by_text(self) -> dict[str, A]:
        """Every action by its text: nearly all that is read is one of these, and need not be taken apart."""
        return {str(action): action for action in (*self.actions, *self.chances)}

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """The move or chance outcome with this text; `InvalidMove` if there is none."""

    @abstractmethod
    def parse_state(self, text: str) -> S:
        """The position with this text; `InvalidPosition` if there is none."""

    @abstractmethod
    def format_state(self, state: S) -> str: ...

    @property
    @abstractmethod
    def actions(self) -> tuple[A, ...]:
        """Every move of any seat in any state; its place here is its dense id."""

    @property
    def chances(self) -> tuple[A, ...]:
        """Every outcome of chance in any state; its place here is its dense id."""
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
