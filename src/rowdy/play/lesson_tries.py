"""Plays what somebody tries in a step of a lesson, by the rules of the game, as at a live table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from rowdy.play.catalog import play_kit
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.kit import Held
from rowdy.play.lessons import Attempt, Lesson, LessonStep
from rowdy.play.windows import Orders, OrderWord, answer_all, ordered
from rowdy.rules.game import AnyGame, GameError, InvalidMove, Seat

LESSON_SEED = "lesson"
"""The seed of all chance in a lesson, so that the same try always ends the same."""
MAX_LESSON_MOVES = 8
"""The most moves and orders in one try."""


def try_moves(game: AnyGame, lesson: Lesson, step: LessonStep, moves: Sequence[str]) -> Attempt:
    """What these moves lead to; `GameError` if one cannot be read or is illegal.

    A move is the text of an action, or a standing order such as `hold red`. Windows are answered by orders, as at a
    live table; the others hold everything back, so that only the learner's moves change the board.
    """
    if len(moves) > MAX_LESSON_MOVES:
        raise GameError("lesson-moves", most=MAX_LESSON_MOVES)
    game_log = GameLog(game, ("?",) * game.seats, Dealer(LESSON_SEED), start=game.parse_state(step.position))
    before, held = game_log.state, step.held
    for text in moves:
        order, _, item = text.partition(" ")
        if order in get_args(OrderWord):
            held = _order(game_log, lesson.seat, held, "show" if order == "show" else "hold", item)
        else:
            game_log.act(lesson.seat, game.parse_action(text))
            answer_all(game_log, _orders(game_log, lesson.seat, held))
    return Attempt(game, lesson.seat, tuple(moves), before, game_log, held)


def _order(game_log: GameLog, seat: Seat, held: Held, order: OrderWord, item: str) -> Held:
    """What the seat holds back after an order; an open window is answered as soon as something is to be shown."""
    known = play_kit(game_log.game).order_items(game_log.game, game_log.state, seat)
    if item not in known:
        raise InvalidMove("order-card", text=f"{order} {item}", known=", ".join(known))
    after = ordered(held, order, frozenset({item}))
    if order == "show":
        answer_all(game_log, _orders(game_log, seat, after))
    return after


def _orders(game_log: GameLog, seat: Seat, held: Held) -> Orders:
    kit, game = play_kit(game_log.game), game_log.game
    others = {
        other: frozenset(kit.order_items(game, game_log.state, other)) for other in range(game.seats) if other != seat
    }
    return {**others, seat: held}
