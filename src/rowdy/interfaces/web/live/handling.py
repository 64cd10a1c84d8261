"""What one message of a client comes to: an answer at once, or an entry in the log of its table."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from rowdy.interfaces.web.live.connection import CloseCode, Connection
from rowdy.interfaces.web.live.faults import GameFailed
from rowdy.interfaces.web.live.names import check_apart, check_name
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.messages import (
    REQUESTS,
    UNREADABLE,
    Hint,
    Ping,
    Preview,
    React,
    Reacted,
    Request,
    Trouble,
    Why,
    encode,
)
from rowdy.play.table.commands import AnyCommand, Id, Sit
from rowdy.play.table.entries import Entry
from rowdy.play.table.table import Stale
from rowdy.rules.game import GameError


class _Identified(msgspec.Struct, frozen=True):
    """A message of which only the id can be read."""

    id: Id


_IDENTIFIED = msgspec.json.Decoder(_Identified)


def handle(room: Room, connection: Connection, text: str | bytes) -> Entry | None:
    """Answers the message, or returns the entry that it makes, which nobody has been told of yet.

    Every message gets exactly one answer: here, or by the step that is told once the entry is on disk.
    """
    try:
        request = REQUESTS.decode(text)
    except UNREADABLE:
        _refuse_unreadable(room, connection, text)
        return None
    try:
        if connection.rates.messages.take(now := room.touch()):
            if connection.refusals.take(now):
                room.let_go(connection, "too-many-messages", CloseCode.POLICY_VIOLATION)
                return None
            raise GameError("too-fast")
        with room.game_code():
            return _handle(room, connection, request)
    except Stale as error:
        _answer_stale(room, connection, request.id, error)
    except GameError as error:  # after GameFailed nobody is there to hear it
        room.answer(connection, request.id, error)
    return None


def _handle(room: Room, connection: Connection, request: Request) -> Entry | None:
    table, viewer = room.table, connection.viewer
    match request:
        case Hint():
            room.hint(connection, request.id)
        case Preview():
            if viewer is None:
                raise GameError("only-watching")
            picture = room.narrator(connection).picture(table.preview(viewer, request.move))
            room.answer(connection, request.id, preview=picture)
        case Why():
            room.answer(connection, request.id, why=room.narrator(connection).why(request.piece, request.square))
        case React():
            _react(room, connection, request)
        case Ping():
            room.answer(connection, request.id)
        case _:
            if not table.repeated(viewer, request):
                return room.obey(connection, _checked(room, connection, request))
            room.answer(connection, request.id)
    return None


def _checked(room: Room, connection: Connection, command: AnyCommand) -> AnyCommand:
    """Returns the command with its display name tidied; `InvalidSetup` if that cannot stand at this table."""
    chairs, viewer = room.table.chairs, connection.viewer
    if not isinstance(command, Sit) or viewer is None or chairs[viewer].name is not None:
        return command
    name = check_name(command.name)
    check_apart([name, *(sitter.name for sitter in chairs if sitter.name)])
    return msgspec.structs.replace(command, name=name)


def _react(room: Room, connection: Connection, request: React) -> None:
    viewer = connection.viewer
    if viewer is None:
        raise GameError("only-watching")
    if request.id in room.reacted[viewer]:
        room.answer(connection, request.id)
        return
    if connection.rates.reactions.take(room.time()):
        raise GameError("too-fast")
    room.reacted[viewer].append(request.id)
    seat = room.table.seat_of(viewer)
    messages = []
    for other in room.connections:
        said = room.narrator(other).reaction(viewer, request.reaction)
        messages.append((other, encode(Reacted(seat, request.reaction, said))))
    room.send(messages)
    room.answer(connection, request.id)


def _answer_stale(room: Room, connection: Connection, id: str, error: Stale) -> None:
    with suppress(GameFailed):
        with room.game_code():
            view = room.narrator(connection).view()
        room.answer(connection, id, error, view=view)


def _refuse_unreadable(room: Room, connection: Connection, text: str | bytes) -> None:
    error = GameError("unreadable-message")
    try:
        room.answer(connection, _IDENTIFIED.decode(text).id, error)
    except UNREADABLE:
        room.send([(connection, encode(Trouble(error.code, connection.words.error(error))))])
    if connection.unreadable.take(room.time()):
        room.let_go(connection, "too-unreadable", CloseCode.POLICY_VIOLATION)
