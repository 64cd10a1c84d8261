"""Who a game is described and shown to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, Seat


@dataclass(frozen=True)
class Audience:
    """One viewer of a game: a seat, or `None` for a spectator."""

    words: Words
    game: AnyGame
    names: Sequence[str]
    viewer: Seat | None
    several: bool = False
    """True if several people look at the viewer's screen, who would not know which of them is meant by "you"."""

    @property
    def you(self) -> Seat | None:
        """The seat that sentences call "you"."""
        return None if self.several else self.viewer
