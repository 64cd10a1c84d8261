"""Who a game is described and shown to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, Seat


@dataclass(frozen=True)
class Audience:
    """One viewer of a game: a seat, which is called "you", or `None` for a spectator."""

    words: Words
    game: AnyGame
    names: Sequence[str]
    viewer: Seat | None
