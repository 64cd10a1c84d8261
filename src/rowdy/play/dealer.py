"""Chance from a sealed seed: the same seed and number give the same fortune, and nobody can tell it beforehand."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, TypeVar

from rowdy.rules.game import Chance, InvalidSetup
from rowdy.rules.seal import MAX_SEED, NO_NONCE, chance_key, commitment, valid_nonce, valid_salt, valid_seed

A = TypeVar("A")

BLOCK: Final = 64
"""A key with more bytes is hashed for each draw (RFC 2104), which can as well be done once."""


class Dealer:
    """Resolves the chance of each number. A secret seed is shown to nobody before the game is over."""

    def __init__(
        self, seed: str | None = None, secret: bool = False, salt: str | None = None, nonces: Sequence[str] = ()
    ) -> None:
        """`nonces`: one a seat, in order, so that whoever made the seed alone does not make the deal."""
        self.secret = seed is None or secret or salt is not None
        self.seed = secrets.token_hex(16) if seed is None else seed
        self.salt = salt
        self.nonces = tuple(nonces)
        if not valid_seed(self.seed):
            raise InvalidSetup("seed", most=MAX_SEED)
        if salt is not None and not valid_salt(salt):
            raise InvalidSetup("salt")
        for nonce in self.nonces:
            if nonce != NO_NONCE and not valid_nonce(nonce):
                raise InvalidSetup("nonce", text=nonce)
        key = chance_key(self.seed, self.nonces)
        self._key = key if len(key) <= BLOCK else hashlib.sha256(key).digest()
        self.commitment = commitment(self.seed, salt) if self.secret else None
        """What may be shown of a secret seed; one that a person chose could be guessed from it, so it has none."""

    def with_nonces(self, nonces: Sequence[str]) -> Dealer:
        """The same seed under the same commitment, with what the seats add to it."""
        return Dealer(self.seed, self.secret, self.salt, nonces)

    def deal(self, number: int, chance: Chance[A]) -> A:
        """The outcome of the chance with this number, counted from 0, each with its exact probability."""
        total = sum(chance.weights)
        pick = self._below(number, total)
        if total == len(chance.actions):  # each has the weight 1
            return chance.actions[pick]
        return chance.actions[bisect_right(list(accumulate(chance.weights)), pick)]

    def _below(self, number: int, total: int) -> int:
        """A whole number below the total, without the bias of a plain remainder."""
        unbiased = (1 << 256) // total * total
        attempt = 0
        while True:
            message = f"{number}.{attempt}".encode()
            drawn = int.from_bytes(hmac.digest(self._key, message, "sha256"))
            if drawn < unbiased:
                return drawn % total
            attempt += 1
