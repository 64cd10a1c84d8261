"""Moves as people type them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from rowdy.rules.game import AnyGame, InvalidMove, Move, Over, Seat


def read_moves(game: AnyGame, state: Any, text: str, seat: Seat | None = None) -> tuple[Any, ...]:
    """The moves of a line in notation. Each is tried after those before it, so that one illegal move refuses all.

    They are moves of this seat, or by default of whichever seat is to move.
    """
    actions: list[Any] = []
    for word in text.split():
        turn = game.turn(state)
        if actions and isinstance(turn, Over):
            raise InvalidMove("ends-before", text=word, move=actions[-1])
        mover = turn.seat if seat is None and isinstance(turn, Move) else seat
        assert mover is not None
        actions.append(read_move(game, state, mover, word))
        state = game.play(state, mover, actions[-1])
    return tuple(actions)


def read_move(game: AnyGame, state: Any, seat: Seat, text: str) -> Any:
    """The move with this text; case is ignored unless it distinguishes moves."""
    same = [move for move in game.legal(state, seat) if str(move).lower() == text.lower()]
    if len(same) == 1:
        return same[0]
    try:
        return game.parse_action(text)
    except InvalidMove:
        with suppress(InvalidMove):
            return game.parse_action(text.lower())
        raise
