"""Chance from a sealed seed: the same seed and number give the same fortune, and nobody can tell it beforehand."""

from __future__ import annotations

import hmac
import secrets
from typing import TypeVar

from rowdy.rules.game import Chance, InvalidSetup
from rowdy.rules.record import commitment

A = TypeVar("A")
MAX_SEED = 200
"""A seed is a line of text, so that a record can carry it."""


class Dealer:
    """Resolves the chance of each number. A secret seed is shown to nobody before the game is over."""

    def __init__(self, seed: str | None = None, secret: bool = False) -> None:
        self.secret = seed is None or secret
        self.seed = secrets.token_hex(16) if seed is None else seed
        if not (0 < len(self.seed) <= MAX_SEED and self.seed.isprintable() and self.seed == self.seed.strip()):
            raise InvalidSetup("seed", most=MAX_SEED)

    @property
    def commitment(self) -> str | None:
        """What may be shown of a secret seed; one that a person chose could be guessed from it, so it has none."""
        return commitment(self.seed) if self.secret else None

    def deal(self, number: int, chance: Chance[A]) -> A:
        """The outcome of the chance with this number, counted from 0, each with its exact probability."""
        pick = self._below(number, sum(chance.weights))
        for action, weight in zip(chance.actions, chance.weights, strict=True):
            pick -= weight
            if pick < 0:
                return action
        raise AssertionError("weights add up to more than any pick")

    def _below(self, number: int, total: int) -> int:
        """A whole number below the total, without the bias of a plain remainder."""
        unbiased = (1 << 256) // total * total
        attempt = 0
        while True:
            message = f"{number}.{attempt}".encode()
            drawn = int.from_bytes(hmac.digest(self.seed.encode(), message, "sha256"))
            if drawn < unbiased:
                return drawn % total
            attempt += 1
