"""The turns of a record as text, one a line, with comments in braces and variations in parentheses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

from rowdy.rules.game import CHANCE, Actor, Event, GameError, InvalidRecord, Move, Over, Turn, Window
from rowdy.rules.record import Comment, Record, Variation, event_text, valid_comment

OPEN, CLOSE = "(", ")"
"""The marks around a variation; each has blanks around it."""

# Writing


def format_turns(record: Record, states: Sequence[Any]) -> str:
    """The turns as text, one a line; a new line begins when another seat moves."""
    lines: list[list[str]] = [["0."]]
    mover: Actor = CHANCE
    begun = list(_comments(record, 0))
    for at, (state, (actor, action)) in enumerate(zip(states, record.events, strict=False)):
        turn = record.game.turn(state)
        if isinstance(turn, Move) and actor != mover:
            mover = actor
            lines.append([f"{len(lines)}."])
        lines[-1] += [*begun, event_text(turn, actor, action), *_notes(record, record, states, at)]
        begun = []
    kept = [line for line in lines if len(line) > 1]
    return "".join(" ".join(line) + "\n" for line in (kept or ([begun] if begun else [])))


def _notes(record: Record, line: Record | Variation, states: Sequence[Any], at: int) -> Iterator[str]:
    """The notes written after an event: comments on the position it led to, then variations in its place."""
    yield from _comments(line, at + 1)
    for variation in line.variations:
        if variation.at == at:
            yield from (OPEN, *_variation(record, variation, states[at]), CLOSE)


def _comments(line: Record | Variation, at: int) -> Iterator[str]:
    yield from (f"{{{comment.text}}}" for comment in line.comments if comment.at == at)


def _variation(record: Record, line: Variation, state: Any) -> Iterator[str]:
    states = [state]
    yield from _comments(line, 0)
    for at, event in enumerate(line.events):
        yield event_text(record.game.turn(states[-1]), *event)
        states.append(record.after(states[-1], event))
        yield from _notes(record, line, states, at)


# Reading

_NUMBER = re.compile(r"[0-9]+\.")


@contextmanager
def at_line(line: int, text: str) -> Iterator[None]:
    """Turns a game's error into one that names the line of the record."""
    try:
        yield
    except InvalidRecord:
        raise
    except GameError as error:
        raise InvalidRecord("record-line", line=line, text=text, cause=error) from error


@dataclass
class _Line:
    """A line of play that is being read: the main line, or a variation."""

    states: list[Any]
    events: list[Event[Any]] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    def note(self, comment: str) -> None:
        if not valid_comment(comment):
            raise GameError("record-comment-form")
        self.comments.append(Comment(len(self.events), comment))

    def add(self, record: Record, token: str) -> None:
        event = record.event_in(self.states[-1], token)
        self.states.append(record.after(self.states[-1], event))
        self.events.append(event)


class TurnReader:
    """Reads the lines after the headers: line 0 has what comes before the first turn, each other line one turn."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.main = _Line([next(record.states())])
        self._open: list[_Line] = []
        """The variations that are being read, each nested in the one before."""
        self._mover: Actor = CHANCE
        self._number = -1
        """The turn number of the last line read; 0 is the line before the first turn."""

    @property
    def state(self) -> Any:
        """The last state of the main line."""
        return self.main.states[-1]

    def read_line(self, line: int, text: str) -> None:
        if not text or text.startswith("#"):
            return
        tokens = list(_tokens(line, text))
        number = tokens.pop(0) if _NUMBER.fullmatch(tokens[0]) else None
        begun = False
        for token in tokens:
            with at_line(line, token):
                if not begun and not self._open and token not in (OPEN, CLOSE) and not token.startswith("{"):
                    begun = True
                    with at_line(line, number or token):
                        self._begin_line(number, token)
                self._read_token(token)
        with at_line(line, number or OPEN):
            if self._open:
                raise GameError("record-variation-open")
            if number and not begun:
                raise GameError("record-turn-empty")

    def _begin_line(self, number: str | None, first: str) -> None:
        """Begins a line, which is a new turn; its number may be left out, but must be the turn's if given."""
        turn = self.record.game.turn(self.state)
        if isinstance(turn, Over):
            return  # the game is over, so reading the line's first move raises the error
        begins = isinstance(turn, Move) and turn.seat != self._mover
        if self._number >= 0 and not begins:
            self._refuse_line(turn, first)
        self._number = max(self._number, 0) + 1 if begins else 0
        if number is not None and number != f"{self._number}.":
            raise GameError("record-turn-number", number=self._number)
        if isinstance(turn, Move):
            self._mover = turn.seat

    def _refuse_line(self, turn: Turn[Any], first: str) -> NoReturn:
        """Raises `GameError` with the reason why no line may begin here.

        Either the line continues the turn before, or that turn is not finished.
        """
        game = self.record.game
        try:
            self.record.after(self.state, self.record.event_in(self.state, first))
        except GameError:
            match turn:
                case Window(seats):
                    seat = next(seat for seat in seats if game.hides(self.state, seat) or game.moves(self.state, seat))
                    raise GameError("record-turn-unfinished", due="answer", seat=seat + 1) from None
                case Move(seat):
                    raise GameError("record-turn-unfinished", due="move", seat=seat + 1) from None
                case _:
                    raise GameError("record-turn-unfinished", due="chance", seat=0) from None
        raise GameError("record-turn-split")

    def _read_token(self, token: str) -> None:
        line = self._open[-1] if self._open else self.main
        if token.startswith("{"):
            line.note(token[1:-1])
        elif token == OPEN:
            if not line.events:
                raise GameError("record-variation-early")
            self._open.append(_Line([line.states[-2]]))
        elif token == CLOSE:
            self._close()
        else:
            turn = self.record.game.turn(self.state)
            if not self._open and isinstance(turn, Move) and turn.seat != self._mover:
                raise GameError("record-turn-same-line")
            line.add(self.record, token)

    def _close(self) -> None:
        if not self._open:
            raise GameError("record-variation-close")
        read = self._open.pop()
        if not read.events:
            raise GameError("record-variation-empty")
        line = self._open[-1] if self._open else self.main
        found = Variation(len(line.events) - 1, tuple(read.events), tuple(read.comments), tuple(read.variations))
        line.variations.append(found)


def _tokens(line: int, text: str) -> Iterator[str]:
    """The words of a line; a comment with its braces is one word."""
    words = iter(text.split())
    for word in words:
        while word.startswith("{") and not word.endswith("}"):
            more = next(words, None)
            if more is None:
                raise InvalidRecord("record-line", line=line, text=word, cause=GameError("record-comment-form"))
            word = f"{word} {more}"
        yield word
