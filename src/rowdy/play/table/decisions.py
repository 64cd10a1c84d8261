"""Decides what people may do at a table, and what change each command makes; nothing is changed here."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, TypeAlias

from rowdy.play.game_log import GameLog
from rowdy.play.table.chairs import STAND_IN
from rowdy.play.table.commands import Consent, Leave, Rematch, Resign, Return, Sit, SitIn, Undo
from rowdy.play.table.entries import (
    Again,
    AnyChange,
    BotCame,
    CameBack,
    Chair,
    Left,
    Resigned,
    Sat,
    UndoAsked,
    UndoGranted,
    Undone,
    UndoRefused,
    Viewer,
)
from rowdy.play.table.plans import BotCheck
from rowdy.play.table.state import TableState
from rowdy.rules.game import GameError, Seat
from rowdy.rules.seal import NO_NONCE

MAX_ROUNDS = 200
"""The most rounds of one table."""

ChairCommand: TypeAlias = Sit | Undo | Consent | Resign | Leave | Return | Rematch
"""The commands of somebody on a chair, apart from moves and orders."""


class CommandRefusal(NamedTuple):
    """The reason why somebody may not do something. It becomes an error only if they try to."""

    code: str
    name: str | None = None

    def error(self) -> GameError:
        return GameError(self.code) if self.name is None else GameError(self.code, name=self.name)


_NOT_BEGUN, _GAME_OVER = CommandRefusal("not-begun"), CommandRefusal("game-over")
_UNDO_WAITS, _UNDO_NOTHING, _UNDO_TOLD = (
    CommandRefusal("undo-waits"),
    CommandRefusal("undo-nothing"),
    CommandRefusal("undo-told"),
)


def can(table: TableState, viewer: Viewer, host: bool) -> tuple[str, ...]:
    """The commands that a viewer can give now, apart from `sit-in` for somebody who is away."""
    found = ["sit-in"] if host and table.game_log is None and not table.full else []
    if viewer is None or not table.chairs[viewer].person:
        return tuple(found)
    sitter = table.chairs[viewer]
    if sitter.name is None:
        return (*found, "sit")
    if table.game_log is not None and table.outcome is None and sitter.player is None:
        found += _can_while_playing(table, viewer)
    if isinstance(_undone(table, viewer), int):
        found.append("undo")
    if table.outcome is not None and not sitter.wants_again:
        found.append("rematch")
    return (*found, "return" if sitter.away else "leave")


def _can_while_playing(table: TableState, chair: Chair) -> list[str]:
    found: list[str] = []
    if table.to_move == table.seat_of(chair):
        found += ("play", "preview", "hint") if table.alone or table.plan.hints else ("play", "preview")
    if table.game.facts.windows:
        found.append("order")
    if table.undo is not None and chair in table.undo.waits_for:
        found.append("consent")
    found.append("resign")
    return found


def playing(table: TableState, chair: Chair) -> tuple[Seat, GameLog]:
    """The seat of a chair and the running game; `GameError` unless the chair's person is playing it."""
    if refusal := _not_playing(table, chair):
        raise refusal.error()
    assert table.game_log is not None
    return table.seat_of(chair), table.game_log


def _not_playing(table: TableState, chair: Chair) -> CommandRefusal | None:
    if table.game_log is None:
        return _NOT_BEGUN
    if table.outcome is not None:
        return _GAME_OVER
    player = table.chairs[chair].player
    return None if player is None else CommandRefusal("bot-plays-here", player)


def decide(table: TableState, chair: Chair, command: ChairCommand) -> AnyChange:
    """The change that a command makes; `GameError` if it may not be given now."""
    if isinstance(command, Sit):
        return _sit(table, chair, command)
    sitter = table.chairs[chair]
    if sitter.name is None:
        raise GameError("sit-first")
    match command:
        case Undo():
            return _ask_undo(table, chair)
        case Consent():
            return _consent(table, chair, command)
        case Resign():
            playing(table, chair)
            return Resigned()
        case Leave():
            if sitter.away:
                raise GameError("has-left")
            return Left()
        case Return():
            if not sitter.away:
                raise GameError("is-here")
            return CameBack()
        case Rematch():
            return _want_again(table, chair, command)


def _sit(table: TableState, chair: Chair, command: Sit) -> AnyChange:
    sitter = table.chairs[chair]
    if not sitter.person or sitter.name is not None:
        raise GameError("chair-taken")
    if any(other.name == command.name for other in table.chairs):
        raise GameError("name-taken", name=command.name)
    return Sat(command.name, command.nonce if table.game_log is None else NO_NONCE)


def let_sit_in(
    table: TableState, chair: Viewer, command: SitIn, absent: Collection[Chair], host: bool, check_bot: BotCheck
) -> AnyChange:
    """The change that lets a bot sit in; `GameError` if it may not.

    The host may give a chair that nobody has taken to any bot. Anybody at the table may let a bot play for somebody who
    is away, but not choose which bot.
    """
    if command.seat >= len(table.chairs):
        raise GameError("no-such-seat", seat=command.seat + 1)
    other = table.chair_at(command.seat)
    sitter = table.chairs[other]
    if chair is None and not host:
        raise GameError("only-watching")
    if there := sitter.bot or sitter.stand_in:
        raise GameError("bot-plays-here", name=there)
    if sitter.name is not None:
        if other == chair or not (sitter.left or other in absent):
            raise GameError("still-here", name=sitter.name)
        return BotCame(other, STAND_IN)
    if not host:
        raise GameError("only-host")
    check_bot(command.bot, table.game)
    return BotCame(other, command.bot)


def _ask_undo(table: TableState, chair: Chair) -> AnyChange:
    keep = _undone(table, chair)
    if isinstance(keep, CommandRefusal):
        raise keep.error()
    return UndoAsked(keep) if not table.alone and table.others_playing(chair) else Undone(keep)


def _undone(table: TableState, chair: Chair) -> int | CommandRefusal:
    """How many events would stay if somebody took back their last move, or why they cannot.

    Alone against bots any move can be taken back; among people, only if nobody has learned anything since.
    """
    game_log, alone = table.game_log, table.alone
    if table.undo is not None:
        return _UNDO_WAITS
    ended_alone = alone and game_log is not None and game_log.over and table.chairs[chair].player is None
    refusal = None if ended_alone else _not_playing(table, chair)
    if refusal or game_log is None:
        return refusal or _NOT_BEGUN
    keep = game_log.last_move(table.seat_of(chair))
    if keep is None:
        return _UNDO_NOTHING
    if alone:
        return keep
    for other in table.chairs:
        if other.stand_in and other.name and not other.resigned:
            return CommandRefusal("undo-away", other.name)
    return _UNDO_TOLD if game_log.revealed_something(keep) else keep


def _consent(table: TableState, chair: Chair, command: Consent) -> AnyChange:
    if table.undo is None or chair not in table.undo.waits_for:
        raise GameError("undo-not-asked")
    if not command.yes:
        return UndoRefused()
    return UndoGranted() if len(table.undo.waits_for) > 1 else Undone(table.undo.keep)


def _want_again(table: TableState, chair: Chair, command: Rematch) -> AnyChange:
    if table.outcome is None:
        raise GameError("not-over")
    if table.chairs[chair].wants_again:
        raise GameError("asked-already")
    if table.round + 1 >= MAX_ROUNDS:
        raise GameError("rounds-full", most=MAX_ROUNDS)
    return Again(command.nonce)
