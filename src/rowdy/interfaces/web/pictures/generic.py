"""Any game as one viewer sees it, made from its notation alone: the pieces on the squares, and the moves.

A move that names one square is made there, one that names two goes from the first to the second, and the text before an
`@` is a piece to pick first if there is a choice. All other moves are buttons.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.titles import player_title
from rowdy.interfaces.web.pictures.common import LAST, LAY, ask, layout, make_cell
from rowdy.interfaces.web.pictures.picture import (
    BoardPicture,
    OfferedMove,
    Picture,
    Piece,
    PlainBeside,
    PlainSeat,
    TextLook,
)
from rowdy.rules.game import Move, View
from rowdy.rules.geometry import Grid, Square

_PLACED = re.compile(r"(?:(.+)@)?([a-i][1-9])")
_MOVED = re.compile(r"([a-i][1-9])-([a-i][1-9])")


def paint(
    audience: Audience,
    view: View[Any, Any],
    touched: Collection[Square],
    moves: Sequence[tuple[Any, str]],
    beside: Sequence[str],
) -> Picture:
    """Returns the picture; `moves` are the legal ones with their names, `beside` what is not on the squares."""
    game, words, turn = audience.game, audience.words, view.turn
    choices = tuple(_choice(game.grid, str(action), name) for action, name in moves)
    picks = tuple(dict.fromkeys(choice.piece for choice in choices if choice.piece))
    return Picture(
        ask=ask(audience, turn, "picture-ask-any"),
        turn=turn.seat if isinstance(turn, Move) else None,
        board=_board(audience, view.state, touched, {s for choice in choices for s in (choice.source, choice.target)}),
        seats=tuple(PlainSeat(player_title(words, game.edition.game, seat)) for seat in range(game.seats)),
        beside=PlainBeside(tuple(beside)),
        then=words("picture-then-any") if picks or any(choice.source for choice in choices) else "",
        moves=choices,
        pieces=tuple(Piece(pick, TextLook(pick), pick, pick, can=True) for pick in picks),
    )


def _choice(grid: Grid | None, move: str, name: str) -> OfferedMove:
    """Returns the move with the clicks that make it."""
    if grid is not None:
        if (placed := _PLACED.fullmatch(move)) and placed[2] in grid.index:
            return OfferedMove(move, placed[1] or "", target=placed[2], name=name)
        if (moved := _MOVED.fullmatch(move)) and {moved[1], moved[2]} <= grid.index.keys():
            return OfferedMove(move, source=moved[1], target=moved[2], name=name)
    return OfferedMove(move, name=name)


def _board(audience: Audience, state: Any, touched: Collection[Square], aims: Collection[Square]) -> BoardPicture:
    grid, words, lying = audience.game.grid, audience.words, audience.game.cells(state)
    if grid is None:
        return BoardPicture((), (), ())
    place = layout(grid, (grid.all,))
    cells = []
    for square in place.squares:
        marks = (LAST if square in touched else 0) | (LAY if square in aims else 0)
        text = lying.get(square, "")
        piece = TextLook(text) if text else None
        cells.append(make_cell(words, square, "any", piece, text or words("cell-empty"), marks))
    return BoardPicture(place.columns, place.rows, tuple(cells))
