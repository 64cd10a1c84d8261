"""What goes over the wire: commands in, and out what one viewer may see, in that viewer's words."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from rowdy.interfaces.web.picture import Picture
from rowdy.play.commands import AnyCommand, Command, Word
from rowdy.rules.game import Seat

# In


class Hint(Command, frozen=True):
    """Asks what would be good; only the asker is told."""


class Ping(Command, frozen=True):
    """Asks only whether the line still stands: a page cannot tell a lost connection from a quiet one."""


class Preview(Command, frozen=True):
    """Asks how things would lie after a move, which is not made yet."""

    move: Word


Reaction: TypeAlias = Literal["hello", "thanks", "well-played", "clap", "laugh", "wow", "oops", "thinking"]


class React(Command, frozen=True):
    """Something out of a fixed set that all can see; nobody writes to anybody here."""

    reaction: Reaction


Request: TypeAlias = AnyCommand | Hint | Ping | Preview | React
REQUESTS = msgspec.json.Decoder(Request)


# Out


class _Message(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=str.lower):
    pass


class SeatView(Struct, frozen=True, omit_defaults=True):
    """Who has a seat of the game."""

    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None = None
    """The bot that plays here, for good or while its person is away."""
    left: bool = False
    resigned: bool = False
    again: bool = False
    """Wants another round."""
    nonce: str = "-"


class UndoView(Struct, frozen=True, omit_defaults=True):
    """Somebody would like to take back."""

    seat: Seat
    say: str
    waits_for: tuple[Seat, ...] = ()


class OutcomeView(Struct, frozen=True, omit_defaults=True):
    winners: tuple[Seat, ...]
    reason: str
    say: str
    seed: str
    salt: str
    """With the nonces of the seats they let anyone check the deal."""


class TableView(Struct, frozen=True, omit_defaults=True):
    phase: str
    round: int
    """Counted from 1."""
    say: str
    """What is to be done next, who is awaited, or how it ended."""
    seats: tuple[SeatView, ...]
    can: tuple[str, ...]
    """The commands that make sense for this viewer now."""
    you: Seat | None = None
    picture: Picture | None = None
    undo: UndoView | None = None
    outcome: OutcomeView | None = None
    practice: bool = False
    commitment: str = ""
    next_commitment: str = ""
    """Once the round is over: that of the next, to be known before anyone gives a nonce for it."""


class RulingView(Struct, frozen=True):
    name: str
    option: str
    say: str
    """The question and what was chosen."""


class About(Struct, frozen=True, omit_defaults=True):
    """What does not change while a table stands."""

    table: str
    game: str
    title: str
    edition: str
    edition_say: str
    rulings: tuple[RulingView, ...]
    """Those that differ from the edition's."""
    host: bool = False
    confirm: bool = False
    hidden: bool = False
    """Seats hold cards that others must not see: people at one device must be kept apart."""
    grace: float = 0.0
    """After so many seconds away the others may let a bot sit in."""


class Line(Struct, frozen=True):
    """What was said in one step."""

    n: int
    say: tuple[str, ...]


class Here(_Message, frozen=True):
    """Who is here, by seat, and for whom a bot may sit in."""

    here: tuple[bool, ...]
    away: tuple[Seat, ...] = ()
    watching: int = 0


class Windows(_Message, frozen=True):
    """How many look through this seat now."""

    windows: int


class Hello(_Message, frozen=True):
    """Everything that somebody needs who comes, or comes back."""

    n: int
    about: About
    view: TableView
    log: tuple[Line, ...]
    """What was said since the step that the client had seen."""
    here: Here
    windows: int = 0
    """How many look through this seat, the client itself included; of the others' nobody is told."""


class Step(_Message, frozen=True):
    """Something happened. It carries the whole view, so whoever missed a step misses nothing."""

    n: int
    say: tuple[str, ...]
    view: TableView
    answers: str = ""
    """The id of the command that this step came from, if this viewer gave it."""


class Advice(Struct, frozen=True, omit_defaults=True):
    say: tuple[str, ...]
    moves: tuple[str, ...] = ()
    """The best moves, best first."""


class Answer(_Message, frozen=True):
    """The answer to a command that made no step: refused, repeated, or only asked."""

    id: str
    ok: bool
    n: int
    """How far the viewer's steps go."""
    code: str = ""
    say: str = ""
    view: TableView | None = None
    """With a stale command comes what has happened since."""
    hint: Advice | None = None
    preview: Picture | None = None


class Reacted(_Message, frozen=True):
    seat: Seat
    reaction: str
    say: str


class Trouble(_Message, frozen=True):
    """A message could not be read, so no command can be named."""

    code: str
    say: str


class Bye(_Message, frozen=True):
    """The last message: why the connection ends."""

    code: str
    say: str


Out: TypeAlias = Hello | Step | Answer | Here | Windows | Reacted | Trouble | Bye
_ENCODER = msgspec.json.Encoder()


def encode(message: Struct) -> bytes:
    return _ENCODER.encode(message)
