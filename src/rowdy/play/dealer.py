"""Chance from a sealed seed: the same seed and number give the same fortune, and nobody can tell it beforehand."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TypeVar

from rowdy.rules.game import Chance

A = TypeVar("A")


class Dealer:
    """Resolves the chance of each number. The seed is shown to nobody before the game is over, its commitment is."""

    def __init__(self, seed: str | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else seed

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed.encode()).hexdigest()

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
