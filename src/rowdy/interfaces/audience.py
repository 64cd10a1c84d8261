"""Somebody who is told of a game and shown its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, Seat


@dataclass(frozen=True)
class Audience:
    """One viewer, `None` being a spectator: that seat is "you"."""

    words: Words
    game: AnyGame
    names: Sequence[str]
    viewer: Seat | None
