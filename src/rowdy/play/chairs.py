"""Who has a chair of a table, and how they stand to the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rowdy.play.orders import NOTHING
from rowdy.rules.seal import NO_NONCE
from rowdy.rules.tiles import Card

STAND_IN: Final = "medium"
"""Who plays for somebody who has resigned while others play on, or stays away from the next round."""


@dataclass
class Sitter:
    """Who has a chair."""

    bot: str | None
    """A bot's chair for good."""
    name: str | None = None
    nonce: str = NO_NONCE
    stand_in: str | None = None
    """The bot that plays while its person is away, or before anyone came."""
    left: bool = False
    resigned: bool = False
    held: frozenset[Card] = NOTHING
    wants_again: bool = False
    whims: int = 0
    """How often its person has done in this round what can be done for ever."""

    @property
    def player(self) -> str | None:
        """The bot that plays here now, if one does."""
        return self.bot or self.stand_in or (STAND_IN if self.resigned else None)

    @property
    def person(self) -> bool:
        return self.bot is None

    @property
    def ready(self) -> bool:
        return self.player is not None or self.name is not None

    @property
    def away(self) -> bool:
        """Whether its person could come back; who has resigned plays no more in this round, but may stay."""
        return self.left or self.stand_in is not None

    @property
    def asked_again(self) -> bool:
        """Whether a next round waits for a word of its person."""
        return self.person and not self.wants_again and not self.away

    def come_back(self) -> None:
        self.left, self.stand_in = False, None

    def begin_again(self) -> None:
        """In the next round those people play who want to; for the others a bot does."""
        if self.person and not self.wants_again:
            self.nonce = NO_NONCE
            self.stand_in = self.stand_in or STAND_IN
        self.resigned = self.wants_again = False
        self.held = NOTHING
        self.whims = 0
