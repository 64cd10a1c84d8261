"""Draws all chance of a game from a seed by HMAC: reproducible with the seed, unpredictable without it."""

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

HMAC_BLOCK_BYTES: Final = 64
"""HMAC hashes a longer key at each use (RFC 2104), so the dealer hashes it once beforehand."""


class Dealer:
    """Draws the outcome of each chance event, by its number in the game. A secret seed is shown only after the game.

    >>> import rowdy
    >>> game = rowdy.game("xoxo")
    >>> str(rowdy.Dealer("any seed").deal(0, game.turn(game.start())))
    '1+green'
    """

    def __init__(
        self, seed: str | None = None, secret: bool = False, salt: str | None = None, nonces: Sequence[str] = ()
    ) -> None:
        """`nonces`: one from each seat in order, so that the maker of the seed alone does not decide the deal."""
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
        self._key = key if len(key) <= HMAC_BLOCK_BYTES else hashlib.sha256(key).digest()
        self.commitment = commitment(self.seed, salt) if self.secret else None
        """A hash by which a secret seed can be checked later; `None` for a seed that a person chose, easily guessed."""

    def with_nonces(self, nonces: Sequence[str]) -> Dealer:
        """The dealer with the same seed and commitment, and the nonces of the seats."""
        return Dealer(self.seed, self.secret, self.salt, nonces)

    def deal(self, number: int, chance: Chance[A]) -> A:
        """The outcome of the chance event with this number, from 0; each outcome has its exact probability."""
        total = sum(chance.weights)
        pick = self._below(number, total)
        if total == len(chance.actions):  # each has the weight 1
            return chance.actions[pick]
        return chance.actions[bisect_right(list(accumulate(chance.weights)), pick)]

    def _below(self, number: int, total: int) -> int:
        """A uniform random number below the total; rejection sampling avoids the bias of a plain remainder."""
        unbiased = (1 << 256) // total * total
        attempt = 0
        while True:
            message = f"{number}.{attempt}".encode()
            drawn = int.from_bytes(hmac.digest(self._key, message, "sha256"))
            if drawn < unbiased:
                return drawn % total
            attempt += 1
