"""The commitment to chance: the seed, the salt and the seats' nonces as text, and the hash that commits to them."""

from __future__ import annotations

import re
from collections.abc import Sequence

MAX_SEED = 200
"""The greatest length of a seed, in characters."""
NO_NONCE = "-"
"""Stands for the nonce of a seat that gave none, such as a bot."""

SALT_LETTERS = 64
_BYTES_32 = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[0-9a-f]{32,64}")


def commitment(seed: str, salt: str | None = None) -> str:
    """A hash of the secret seed, published before the game so that the seed cannot be changed afterwards."""
    import hashlib  # most programs that import the rules never need it

    return hashlib.sha256((seed if salt is None else f"{salt}:{seed}").encode()).hexdigest()


def valid_commitment(text: str) -> bool:
    return bool(_BYTES_32.fullmatch(text))


def valid_seed(seed: str) -> bool:
    """True if a record can have this seed. One that looks like `salt:seed` would open a commitment in two ways."""
    line = 0 < len(seed) <= MAX_SEED and seed.isprintable() and seed == seed.strip()
    return line and not (seed[SALT_LETTERS : SALT_LETTERS + 1] == ":" and valid_salt(seed[:SALT_LETTERS]))


def valid_salt(salt: str) -> bool:
    """True if this is 32 bytes in hex, enough that nobody can find the seed by trying."""
    return bool(_BYTES_32.fullmatch(salt))


def valid_nonce(nonce: str) -> bool:
    """True if this is 16 to 32 bytes in hex, a seat's contribution to the shuffle."""
    return bool(_NONCE.fullmatch(nonce))


def valid_nonces(nonces: Sequence[str], seats: int) -> bool:
    """True if there is a nonce, or the sign for none, for each seat."""
    return len(nonces) == seats and all(nonce == NO_NONCE or valid_nonce(nonce) for nonce in nonces)


def chance_key(seed: str, nonces: Sequence[str] = ()) -> bytes:
    """The key from which all chance of a game is derived; no nonce contains `|`, so keys do not collide."""
    return "|".join((seed, *nonces)).encode()
