"""What people may do at a table, and the change that each command makes; nothing is changed here."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rowdy.play.chairs import STAND_IN
from rowdy.play.commands import Consent, Leave, Rematch, Resign, Return, Sit, SitIn, Undo
from rowdy.play.course import Course
from rowdy.play.entries import (
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
)
from rowdy.play.plans import check_bot
from rowdy.rules.game import GameError, Seat
from rowdy.rules.seal import NO_NONCE

if TYPE_CHECKING:
    from rowdy.play.table import Table, Viewer

MOST_ROUNDS = 200
"""Those who want more open another table."""

Simple: TypeAlias = Sit | Undo | Consent | Resign | Leave | Return | Rematch
"""What anybody on a chair can tell, but for moves and orders."""


class Refusal(NamedTuple):
    """Why somebody may not do something; most often nobody asks, so it is no error yet."""

    code: str
    name: str | None = None

    def error(self) -> GameError:
        return GameError(self.code) if self.name is None else GameError(self.code, name=self.name)


_NOT_BEGUN, _GAME_OVER = Refusal("not-begun"), Refusal("game-over")
_UNDO_WAITS, _UNDO_NOTHING, _UNDO_TOLD = Refusal("undo-waits"), Refusal("undo-nothing"), Refusal("undo-told")


def can(table: Table, viewer: Viewer, host: bool) -> tuple[str, ...]:
    """The commands that make sense for somebody now; letting a bot sit in for the absent is told elsewhere."""
    found = ["sit-in"] if host and table.course is None and not table.full else []
    if viewer is None or not table.chairs[viewer].person:
        return tuple(found)
    sitter = table.chairs[viewer]
    if sitter.name is None:
        return (*found, "sit")
    if table.course is not None and table.outcome is None and sitter.player is None:
        found += _can_while_playing(table, viewer)
    if isinstance(_undone(table, viewer), int):
        found.append("undo")
    if table.outcome is not None and not sitter.wants_again:
        found.append("rematch")
    return (*found, "return" if sitter.away else "leave")


def _can_while_playing(table: Table, chair: Chair) -> list[str]:
    found: list[str] = []
    if table.to_move == table.seat_of(chair):
        found += ("play", "preview", "hint") if table.alone or table.plan.hints else ("play", "preview")
    if table.game.facts.windows:
        found.append("order")
    if table.undo is not None and chair in table.undo.waits_for:
        found.append("consent")
    found.append("resign")
    return found


def playing(table: Table, chair: Chair) -> tuple[Seat, Course]:
    """Somebody's seat and the game, if it goes on and they play it themselves."""
    if refusal := _not_playing(table, chair):
        raise refusal.error()
    assert table.course is not None
    return table.seat_of(chair), table.course


def _not_playing(table: Table, chair: Chair) -> Refusal | None:
    if table.course is None:
        return _NOT_BEGUN
    if table.outcome is not None:
        return _GAME_OVER
    player = table.chairs[chair].player
    return None if player is None else Refusal("bot-plays-here", player)


def decide(table: Table, chair: Chair, command: Simple) -> AnyChange:
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


def _sit(table: Table, chair: Chair, command: Sit) -> AnyChange:
    sitter = table.chairs[chair]
    if not sitter.person or sitter.name is not None:
        raise GameError("chair-taken")
    if any(other.name == command.name for other in table.chairs):
        raise GameError("name-taken", name=command.name)
    return Sat(command.name, command.nonce if table.course is None else NO_NONCE)


def let_sit_in(table: Table, chair: Chair | None, command: SitIn, absent: Collection[Chair], host: bool) -> AnyChange:
    """The host may fill a chair that nobody has taken, anyone at the table that of somebody who is away.

    Nobody chooses how well somebody else is played for.
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


def _ask_undo(table: Table, chair: Chair) -> AnyChange:
    keep = _undone(table, chair)
    if isinstance(keep, Refusal):
        raise keep.error()
    return UndoAsked(keep) if not table.alone and table.others_playing(chair) else Undone(keep)


def _undone(table: Table, chair: Chair) -> int | Refusal:
    """How many events stay if somebody takes back, or why they cannot.

    Alone against bots anything can be taken back; among people what told nobody anything.
    """
    course, alone = table.course, table.alone
    if table.undo is not None:
        return _UNDO_WAITS
    ended_alone = alone and course is not None and course.over and table.chairs[chair].player is None
    refusal = None if ended_alone else _not_playing(table, chair)
    if refusal or course is None:
        return refusal or _NOT_BEGUN
    keep = course.last_move(table.seat_of(chair))
    if keep is None:
        return _UNDO_NOTHING
    if alone:
        return keep
    for other in table.chairs:
        if other.stand_in and other.name and not other.resigned:
            return Refusal("undo-away", other.name)
    return _UNDO_TOLD if course.told_something(keep) else keep


def _consent(table: Table, chair: Chair, command: Consent) -> AnyChange:
    if table.undo is None or chair not in table.undo.waits_for:
        raise GameError("undo-not-asked")
    if not command.yes:
        return UndoRefused()
    return UndoGranted() if len(table.undo.waits_for) > 1 else Undone(table.undo.keep)


def _want_again(table: Table, chair: Chair, command: Rematch) -> AnyChange:
    if table.outcome is None:
        raise GameError("not-over")
    if table.chairs[chair].wants_again:
        raise GameError("asked-already")
    if table.round + 1 >= MOST_ROUNDS:
        raise GameError("rounds-full", most=MOST_ROUNDS)
    return Again(command.nonce)
