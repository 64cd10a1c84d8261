"""The messages of a live connection: commands of a client, and what one viewer is told, in their language."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from rowdy.interfaces.phrases import plain_text
from rowdy.interfaces.web.foreign_words import ForeignText, with_parts
from rowdy.interfaces.web.pictures.picture import Goal, Picture, Sendable
from rowdy.interfaces.words import Words
from rowdy.play.table.commands import AnyCommand, Command, Word
from rowdy.play.table.entries import Chair
from rowdy.rules.game import Seat
from rowdy.rules.geometry import Square

# In

Pointed: TypeAlias = Annotated[str, Meta(max_length=40)]
"""A piece or a square, or an empty text."""


class Hint(Command, frozen=True):
    """Asks for a good move; only the asker is told."""


class Ping(Command, frozen=True):
    """Asks whether the connection still works, as a page cannot tell a lost one from a quiet one."""


class Preview(Command, frozen=True):
    """Asks what the board would look like after a move, without making it."""

    move: Word


class Recap(Command, frozen=True):
    """Asks for what happened since one's own last move, to see it again."""


class Why(Command, frozen=True):
    """Asks why nothing can be done on a square with what is picked, or with a piece."""

    piece: Pointed = ""
    """The key of the piece that is picked, or its square."""
    square: Pointed = ""


Reaction: TypeAlias = Literal["hello", "thanks", "well-played", "clap", "laugh", "wow", "oops", "thinking"]


class React(Command, frozen=True):
    """Shows everybody one of a fixed set of reactions; there is no free text."""

    reaction: Reaction


Request: TypeAlias = AnyCommand | Hint | Ping | Preview | React | Recap | Why
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
    """With the seed and the seats' nonces it lets anyone check the deal."""
    nonces: tuple[str, ...] = ()
    """The nonces of this round by seat; in `seats`, one that has asked for another round has the nonce for that."""
    title: str = ""
    """The result in a few words, the same for everybody: who won, or that nobody did."""
    to_you: str = ""
    """The result addressed to the viewer, if they won or share the win."""
    why: tuple[str, ...] = ()
    """Why it ended so, in sentences that need not name the winner again."""


class ScoreView(Struct, frozen=True, omit_defaults=True):
    """The score over the rounds that have ended."""

    wins: tuple[int, ...]
    """For each seat of this round, the rounds that its player has won."""
    draws: int = 0


class Trail(Struct, frozen=True, omit_defaults=True):
    """A move since the viewer's own last one: who made it, and where."""

    seat: Seat
    squares: tuple[Square, ...]
    """The squares on which something changed."""
    origin: str = ""
    """Where the piece came from: a square, or `own` or `draw` for a pile; empty if from the hand."""


class TableView(Struct, frozen=True, omit_defaults=True):
    phase: str
    round: int
    """The number of the round, from 1."""
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
    """The commitment of the next round, shown once this one is over, before anyone gives a nonce for it."""


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
    """True if seats hold hidden cards, so that people at one device must not see each other's screens."""
    chance: bool = False
    """True if chance plays a part, so that there is a deal to check."""
    grace: float = 0.0
    """How long somebody may be away before the others may let a bot sit in, in seconds."""


class KeyEvent(Struct, frozen=True, omit_defaults=True):
    """Something important, to be shown first and large: cards shown, tokens earned, a row of three."""

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
    """The number of sentences at the end that tell the deal of a round."""
    quiet: int = 0
    """The number of sentences at the end on what the table shows anyway, such as the next tile of a pile."""
    seat: Seat | None = None
    """The seat that moved. Steps in a row by one seat make up a turn."""
    keys: tuple[KeyEvent, ...] = ()
    turn: str = ""
    """One sentence on the turn so far, if its steps read better together than one by one."""


class Here(_Message, frozen=True):
    """Says for each seat whether somebody is connected, and for which seats a bot may sit in."""

    here: tuple[bool, ...]
    away: tuple[Seat, ...] = ()
    watching: int = 0


class SeatConnections(_Message, frozen=True, tag="windows"):
    """Says how many connections the viewer's own chair has now."""

    windows: int


class Looked(_Message, frozen=True):
    """Says that somebody saw the viewer's own cards without being connected, by asking for a record or replay."""

    at: float
    """The last time, in seconds since 1970."""


class Hello(_Message, frozen=True):
    """The first message: everything that a client needs when it connects or reconnects."""

    n: int
    about: About
    view: TableView
    log: tuple[LogLine, ...]
    """What was said since the step that the client had seen."""
    here: Here
    windows: int = 0
    """How many connections the viewer's own chair has, this one included; nobody else is told."""
    looked: float | None = None
    """When somebody last saw the viewer's own cards without being connected, in seconds since 1970."""
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


class Step(_Message, frozen=True):
    """Something happened. It carries the whole view, so a client that missed a step misses nothing."""

    n: int
    say: tuple[str, ...]
    view: TableView
    answers: str = ""
    """The id of the command that this step came from, if this viewer gave it."""
    deal: int = 0
    """The number of sentences at the end that tell the deal of a round."""
    quiet: int = 0
    """The number of sentences at the end on what the table shows anyway."""
    seat: Seat | None = None
    """The seat that moved."""
    keys: tuple[KeyEvent, ...] = ()
    turn: str = ""
    """As in `LogLine`."""
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


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
    """The current view, if the command was stale."""
    hint: HintView | None = None
    preview: Picture | None = None
    why: WhyNot | None = None
    recap: tuple[Step, ...] = ()
    """What was there before the moves since the viewer's own last one, and then each of these."""
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


class Reacted(_Message, frozen=True):
    seat: Seat
    reaction: str
    say: str


class Trouble(_Message, frozen=True):
    """Answers a message of which not even the id could be read."""

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
"""The errors of decoding: not JSON or of another form, bytes that are not text, nesting too deep."""
_ENCODER = msgspec.json.Encoder(enc_hook=plain_text)


def encode(message: Struct) -> bytes:
    return _ENCODER.encode(message)


def encode_in(words: Words, message: Struct) -> bytes:
    """Returns a message in these words; if they have marks, those become the parts of its texts."""
    text = _ENCODER.encode(message)
    return with_parts(text) if words.marks else text
