"""The messages of a live connection: commands of a client, and what one viewer is told, in that viewer's words."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from rowdy.interfaces.phrases import plain_text
from rowdy.interfaces.web.pictures.picture import Goal, Picture, Sendable
from rowdy.play.table.commands import AnyCommand, Command, Word
from rowdy.play.table.entries import Chair
from rowdy.rules.game import Seat
from rowdy.rules.geometry import Square

# In

Pointed: TypeAlias = Annotated[str, Meta(max_length=40)]
"""A piece or a square, or nothing."""


class Hint(Command, frozen=True):
    """Asks what would be good; only the asker is told."""


class Ping(Command, frozen=True):
    """Asks only whether the connection still stands: a page cannot tell a lost one from a quiet one."""


class Preview(Command, frozen=True):
    """Asks how things would lie after a move, which is not made yet."""

    move: Word


class Why(Command, frozen=True):
    """Asks why nothing can be done on a square with what is picked, or with a piece."""

    piece: Pointed = ""
    """The key of the piece that is picked, or the square it lies on."""
    square: Pointed = ""


Reaction: TypeAlias = Literal["hello", "thanks", "well-played", "clap", "laugh", "wow", "oops", "thinking"]


class React(Command, frozen=True):
    """Shows everybody one of a fixed set of reactions; nobody writes to anybody here."""

    reaction: Reaction


Request: TypeAlias = AnyCommand | Hint | Ping | Preview | React | Why
REQUESTS = msgspec.json.Decoder(Request)


# Out


class _Message(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=str.lower):
    pass


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat of the game, and who has it."""

    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None = None
    """The bot that plays here, for good or while its person is away."""
    left: bool = False
    resigned: bool = False
    again: bool = False
    """Wants another round."""
    nonce: str = "-"
    chair: Chair = Chair(0)
    """The chair of the table that has this seat in this round."""


class UndoView(Struct, frozen=True, omit_defaults=True):
    """A request to take back, which waits for the others."""

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
    nonces: tuple[str, ...] = ()
    """Those of this round by seats; a seat that has asked for another round shows the nonce that it gave for that."""
    title: str = ""
    """The result in a few words that anybody may read: who won, or that nobody did."""
    to_you: str = ""
    """The same said to the viewer, where they won or share the win."""
    why: tuple[str, ...] = ()
    """Why it ended so, in sentences that need not name the winner again."""


class ScoreView(Struct, frozen=True, omit_defaults=True):
    """What the rounds that have ended came to."""

    wins: tuple[int, ...]
    """For each seat of this round, the rounds that its player has won."""
    draws: int = 0


class Trail(Struct, frozen=True, omit_defaults=True):
    """A move since the viewer's own last one: who made it, and where."""

    seat: Seat
    squares: tuple[Square, ...]
    """The squares on which something changed."""
    origin: str = ""
    """Where the piece came from: a square, or `own` or `draw` for a pile; nothing if the seat had it."""


class TableView(Struct, frozen=True, omit_defaults=True):
    phase: str
    round: int
    """Counted from 1."""
    say: str
    """What is to be done next, who is awaited, or how it ended."""
    seats: Sendable[tuple[SeatView, ...]]
    can: tuple[str, ...]
    """The commands that make sense for this viewer now."""
    you: Seat | None = None
    picture: Picture | None = None
    undo: UndoView | None = None
    outcome: OutcomeView | None = None
    trail: tuple[Trail, ...] = ()
    """What happened on the board since the viewer's own last move, the oldest first."""
    score: ScoreView | None = None
    practice: bool = False
    aim: str = ""
    """What the game is about, in one short line; only until somebody has moved."""
    commitment: str = ""
    next_commitment: str = ""
    """Once the round is over: that of the next, to be known before anyone gives a nonce for it."""


class RulingView(Struct, frozen=True):
    name: str
    option: str
    say: str
    """The question and what was chosen."""


class About(Struct, frozen=True, omit_defaults=True):
    """The facts about a table that never change."""

    table: str
    game: str
    title: str
    edition: str
    edition_say: str
    rulings: tuple[RulingView, ...]
    """The rulings that differ from the edition's."""
    host: bool = False
    confirm: bool = False
    hidden: bool = False
    """Seats hold cards that others must not see: people at one device must be kept apart."""
    chance: bool = False
    """Chance decides something, so there is a deal that can be checked."""
    grace: float = 0.0
    """How many seconds somebody may be away before the others may let a bot sit in."""


class KeyEvent(Struct, frozen=True, omit_defaults=True):
    """Something that deserves to be seen before anything else is said: cards shown, tokens earned, a row of three."""

    seat: Seat
    say: str
    lines: tuple[tuple[Square, ...], ...] = ()
    cards: tuple[Goal, ...] = ()
    """The objective cards that are turned up."""


class LogLine(Struct, frozen=True, omit_defaults=True):
    """The sentences on one step."""

    n: int
    say: tuple[str, ...]
    deal: int = 0
    """How many of these sentences, the last ones, tell the deal of a round."""
    quiet: int = 0
    """How many of these sentences, the last ones, tell what the table shows anyway, such as the next tile of a pile."""
    seat: Seat | None = None
    """The seat that moved. Steps in a row by one seat make up a turn."""
    keys: tuple[KeyEvent, ...] = ()
    turn: str = ""
    """All that a log tells of the turn so far, where its steps read better together than one by one."""


class Here(_Message, frozen=True):
    """Says for each seat whether somebody is connected, and for which seats a bot may sit in."""

    here: tuple[bool, ...]
    away: tuple[Seat, ...] = ()
    watching: int = 0


class SeatConnections(_Message, frozen=True, tag="windows"):
    """Says how many connections look through the viewer's own seat now."""

    windows: int


class Looked(_Message, frozen=True):
    """Says that somebody looked through the viewer's own seat without a window: they asked for its record or replay."""

    at: float
    """When they did so last, in seconds since 1970."""


class Hello(_Message, frozen=True):
    """The first message: everything that a client needs that comes, or comes back."""

    n: int
    about: About
    view: TableView
    log: tuple[LogLine, ...]
    """What was said since the step that the client had seen."""
    here: Here
    windows: int = 0
    """How many connections look through the viewer's own seat, this one included; nobody else is told."""
    looked: float | None = None
    """When somebody last looked through the viewer's own seat without a window, in seconds since 1970."""


class Step(_Message, frozen=True):
    """Something happened. It carries the whole view, so a client that missed a step misses nothing."""

    n: int
    say: tuple[str, ...]
    view: TableView
    answers: str = ""
    """The id of the command that this step came from, if this viewer gave it."""
    deal: int = 0
    """How many of the sentences, the last ones, tell the deal of a round."""
    quiet: int = 0
    """How many of the sentences, the last ones, tell what the table shows anyway."""
    seat: Seat | None = None
    """The seat that moved."""
    keys: tuple[KeyEvent, ...] = ()
    turn: str = ""
    """As in `LogLine`."""


class HintView(Struct, frozen=True, omit_defaults=True):
    say: tuple[str, ...]
    moves: tuple[str, ...] = ()
    """The best moves, best first."""


class WhyNot(Struct, frozen=True):
    """Why something cannot be done now."""

    code: str
    say: str


class Answer(_Message, frozen=True):
    """Answers a command that made no step: one that was refused or repeated, or only asked something."""

    id: str
    ok: bool
    n: int
    """The number of steps that the viewer has been told."""
    code: str = ""
    say: str = ""
    view: TableView | None = None
    """The present view, where the command was stale."""
    hint: HintView | None = None
    preview: Picture | None = None
    why: WhyNot | None = None


class Reacted(_Message, frozen=True):
    seat: Seat
    reaction: str
    say: str


class Trouble(_Message, frozen=True):
    """Answers a message that could not be read, not even its id."""

    code: str
    say: str


class Bye(_Message, frozen=True):
    """The last message, which says why the connection ends."""

    code: str
    say: str


Answered: TypeAlias = Step | Answer
"""What answers a command."""
Out: TypeAlias = Hello | Step | Answer | Here | SeatConnections | Looked | Reacted | Trouble | Bye
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors of decoding: no JSON or not of this form, bytes that are no text, nesting too deep."""
_ENCODER = msgspec.json.Encoder(enc_hook=plain_text)


def encode(message: Struct) -> bytes:
    return _ENCODER.encode(message)
