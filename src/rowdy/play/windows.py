"""Windows of a running game: the seats still to answer, answers by standing orders, and reopening the last window.

Terminal, arena and live tables all answer windows through this module. A bot is asked; a person has given standing
orders or, in a game without them, is asked too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from rowdy.play.catalog import play_kit
from rowdy.play.game_log import GameLog
from rowdy.play.kit import NOTHING_HELD, Held, answer_by_orders
from rowdy.rules.game import Move, Seat, Window

Orders: TypeAlias = Mapping[Seat, Held]
"""What each seat holds back; one that is missing holds back nothing."""
OrderWord: TypeAlias = Literal["hold", "show"]


def unanswered(game_log: GameLog) -> Iterator[tuple[Seat, Sequence[Any]]]:
    """The seats that the open window still waits for, each with its legal answers.

    The caller answers for each seat before it asks for the next. If it takes moves back instead, the iteration ends.
    """
    turn, length = game_log.turn, game_log.length
    if not isinstance(turn, Window):
        return
    for seat in turn.seats:
        if legal := game_log.game.legal(game_log.state, seat):
            yield seat, legal
            if game_log.length <= length:
                return
            length = game_log.length


def answer_all(game_log: GameLog, orders: Orders) -> None:
    """Answers every open window for all seats from their standing orders, until none is open."""
    kit = play_kit(game_log.game)
    while isinstance(game_log.turn, Window):
        for seat, legal in unanswered(game_log):
            game_log.act(seat, answer_by_orders(kit, legal, orders.get(seat, NOTHING_HELD)))


def ordered(held: Held, order: OrderWord, items: Held) -> Held:
    """What a seat holds back after an order on these items."""
    return held | items if order == "hold" else held - items


def reopen(game_log: GameLog, seat: Seat, items: Held) -> bool:
    """Opens the last window once more if the seat could have released one of these items in it; true if it did.

    To the players it looks as if the window had stayed open: nobody has released anything, and nothing happened since.
    """
    first, kit = _last_window(game_log), play_kit(game_log.game)
    if first is None or any(kit.released(answer.event.action) for answer in game_log.transitions(first)):
        return False
    opened = game_log.transitions(first)[0].before
    if not any(items & kit.released(answer) for answer in game_log.game.legal(opened, seat)):
        return False
    game_log.truncate(first)
    return True


def reopen_last(game_log: GameLog) -> None:
    """Takes back the answers to the window that was closed last; there must be one, and no event since."""
    first = _last_window(game_log)
    assert first is not None
    game_log.truncate(first)


def _last_window(game_log: GameLog) -> int | None:
    """The index in the log of the first answer to the last window, if there has been no event since.

    A window that was open when the log began has answers that are in no log.
    """
    last = game_log.previous_turn
    if not isinstance(last, Window) or not isinstance(game_log.turn, Move) or len(last.seats) > game_log.length:
        return None
    return game_log.length - len(last.seats)
