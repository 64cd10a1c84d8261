"""The secrets of a table: all seeds and salts of its rounds come from one secret."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from rowdy.play.dealer import Dealer
from rowdy.rules.game import Seat


@dataclass(frozen=True, slots=True)
class TableSecrets:
    """Derives a separate secret for each use, so that one that becomes known reveals no other."""

    secret: str

    def dealer(self, round: int) -> Dealer:
        """The dealer of a round, before anybody has given a nonce."""
        return Dealer(self._derive(f"seed.{round}"), secret=True, salt=self._derive(f"salt.{round}"))

    def bot_seed(self, round: int, seat: Seat | None, length: int) -> str:
        """The random seed of the bot at this seat after `length` events, so that it chooses the same if asked again."""
        return self._derive(f"bot.{round}.{seat}.{length}")

    def _derive(self, purpose: str) -> str:
        return hmac.digest(self.secret.encode(), purpose.encode(), "sha256").hex()
