"""Handles one message of a client: answers it at once, or makes an entry for the log of its table."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

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
    Reaction,
    Recap,
    Request,
    Trouble,
    Why,
    encode,
)
from rowdy.interfaces.web.recap import recap
from rowdy.interfaces.web.store import notices
from rowdy.play.table.commands import AnyCommand, Id, Sit
from rowdy.play.table.entries import Chair, Entry
from rowdy.play.table.table import Stale
from rowdy.rules.game import GameError


class _Identified(msgspec.Struct, frozen=True):
    """A message of which only the id can be read."""

    id: Id


_IDENTIFIED = msgspec.json.Decoder(_Identified)


def handle(room: Room, connection: Connection, text: str | bytes) -> Entry | None:
    """Answers the message, or returns the entry that it makes, which has not been told to anybody yet.

    Every message gets exactly one answer: here, or by the step that is told once the entry is on disk.
    """
    try:
        request = REQUESTS.decode(text)
    except UNREADABLE:
        _refuse_unreadable(room, connection, text)
        return None
    if connection.rates.messages.take(now := room.touch()):
        if connection.refusals.take(now):
            room.dismiss(connection, "too-many-messages", CloseCode.POLICY_VIOLATION)
            return None
        _refuse(room, connection, request.id, GameError("too-fast"))
        return None
    entry = _obey(room, connection, request)
    if entry is None and not isinstance(request, Ping | React):  # a ping costs nothing, and reactions are told anyway
        room.tell_spent(connection.viewer)
    return entry


def _obey(room: Room, connection: Connection, request: Request) -> Entry | None:
    """Does what is asked, and arranges for a retry if another server turns out to have been faster."""
    viewer = connection.viewer
    try:
        with room.game_code():
            entry = _handle(room, connection, request)
    except Stale as error:
        _answer_stale(room, connection, request.id, error)
    except GameError as error:  # after GameFailed nobody is connected any more
        room.answer(connection, request.id, error)
    else:
        if entry is not None:
            if room.shared:
                room.retry_if_lost(room.table.entries - 1, partial(_try_again, room, connection, request))
            return entry
        if isinstance(request, Hint):
            return None  # it is answered later
    if room.shared:
        room.retry_if_lost(room.waits_for(viewer), partial(_obey_again, room, connection, request))
    return None


def _obey_again(room: Room, connection: Connection, request: Request) -> None:
    if connection in room.connections and (entry := _obey(room, connection, request)):
        room.commit(entry)


def _try_again(room: Room, connection: Connection, request: Request) -> None:
    """Retries a command that was lost, unless it was stored after all; then the step that was told is its answer."""
    if not room.table.repeated(connection.viewer, request):
        _obey_again(room, connection, request)


def _refuse(room: Room, connection: Connection, id: str, error: GameError) -> None:
    """Answers with an error; if the answer is lost to another server's entry, it is given once more."""
    room.answer(connection, id, error)
    room.retry_if_lost(room.waits_for(connection.viewer), partial(_refuse, room, connection, id, error))


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
        case Recap():
            room.answer(connection, request.id, recap=recap(room.narrator(connection)))
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
    """Returns the command with its display name normalised; `InvalidSetup` if that is not allowed at this table."""
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
    if room.reactions.known(viewer, request.id):
        room.answer(connection, request.id)
        return
    if connection.rates.reactions.take(room.time()):
        raise GameError("too-fast")
    tell_reaction(room, viewer, request.reaction, request.id)
    room.publish(notices.ReactionSent(room.id, viewer, request.reaction, request.id))
    room.answer(connection, request.id)


def tell_reaction(room: Room, chair: Chair, reaction: Reaction, id: str) -> None:
    """Tells everybody here of a reaction by the command with this id, unless that was told before."""
    if room.reactions.known(chair, id):
        return
    room.reactions.note(chair, id)
    seat = room.table.seat_of(chair)
    messages = []
    for other in room.connections:
        said = room.narrator(other).reaction(chair, reaction)
        messages.append((other, encode(Reacted(seat, reaction, said))))
    room.send_lasting(messages)


def _answer_stale(room: Room, connection: Connection, id: str, error: Stale) -> None:
    with suppress(GameFailed):
        with room.game_code():
            view = room.narrator(connection).view()
        room.answer(connection, id, error, view=view)


def _refuse_unreadable(room: Room, connection: Connection, text: str | bytes) -> None:
    error = GameError("unreadable-message")
    try:
        _refuse(room, connection, _IDENTIFIED.decode(text).id, error)
    except UNREADABLE:
        room.send_lasting([(connection, encode(Trouble(error.code, connection.words.error(error))))])
    if connection.unreadable.take(room.time()):
        room.dismiss(connection, "too-unreadable", CloseCode.POLICY_VIOLATION)
