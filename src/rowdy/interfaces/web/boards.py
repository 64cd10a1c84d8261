"""Pictures of the games, made from a viewer's view alone: they can show nothing that the viewer may not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.web import boards_djeco, boards_flip, boards_xoxo
from rowdy.interfaces.web.picture import Picture
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import Event, View
from rowdy.rules.tiles import Card
from rowdy.rules.xoxo import XoxoGame


def paint(
    describer: Describer,
    view: View[Any, Any],
    last: Sequence[Event[Any]],
    held: frozenset[Card] = frozenset(),
    all_open: bool = False,
) -> Picture:
    """The table for the viewer that the describer speaks to, with marks for the moves of the last turn.

    `held` are the cards that this viewer holds back. With `all_open` every hand is shown that the view knows: that is
    for views of a full state, once the game is over.
    """
    game = describer.game
    # Not by `isinstance` or `match`, which are slow for abstract classes, as games are.
    if type(game) is XoxoGame:
        return boards_xoxo.paint(describer, game, view, last, held, all_open)
    if type(game) is DjecoGame:
        return boards_djeco.paint(describer, game, view, last, all_open)
    if type(game) is FlipGame:
        return boards_flip.paint(describer, game, view, last)
    raise TypeError(f"no picture of {type(game).__name__}")
