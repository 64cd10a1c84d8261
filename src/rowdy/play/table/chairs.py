"""The person or bot on a chair of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rowdy.play.kit import NOTHING_HELD, Held
from rowdy.rules.seal import NO_NONCE

STAND_IN: Final = "medium"
"""The bot that plays for somebody who is away, or has resigned while others play on."""


@dataclass
class Sitter:
    """The person or bot on a chair, and what they have decided."""

    bot: str | None
    """The bot to which the chair was given when the table was opened; `None` for a person's chair."""
    name: str | None = None
    nonce: str = NO_NONCE
    stand_in: str | None = None
    """The bot that plays while the person is away, or before anybody took the chair."""
    left: bool = False
    resigned: bool = False
    held: Held = NOTHING_HELD
    wants_again: bool = False
    side_commands: int = 0
    """How many commands of the person in this round have not brought the game nearer to its end."""

    @property
    def player(self) -> str | None:
        """The bot that plays here now, if one does."""
        return self.bot or self.stand_in or (STAND_IN if self.resigned else None)

    @property
    def person(self) -> bool:
        """True if the chair was meant for a person."""
        return self.bot is None

    @property
    def ready(self) -> bool:
        """True if somebody can play: a person who has sat down, or a bot."""
        return self.player is not None or self.name is not None

    @property
    def away(self) -> bool:
        """True if the person has left, or a bot plays for them, so that they could come back."""
        return self.left or self.stand_in is not None

    @property
    def rematch_pending(self) -> bool:
        """True if the next round still waits for this person to ask for it."""
        return self.person and not self.wants_again and not self.away

    def come_back(self) -> None:
        self.left, self.stand_in = False, None

    def begin_again(self) -> None:
        """Prepares for the next round, in which a bot plays for people who did not ask for it."""
        if self.person and not self.wants_again:
            self.nonce = NO_NONCE
            self.stand_in = self.stand_in or STAND_IN
        self.resigned = self.wants_again = False
        self.held = NOTHING_HELD
        self.side_commands = 0
