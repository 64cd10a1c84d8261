"""What seals chance: the seed, the salt and the seats' nonces as text, and the commitment to them."""

from __future__ import annotations

import re
from collections.abc import Sequence

MAX_SEED = 200
NO_NONCE = "-"
"""Stands for a seat that gave none, such as a bot."""

_BYTES_32 = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[0-9a-f]{32,64}")


def commitment(seed: str, salt: str | None = None) -> str:
    """What can be shown of a secret seed before the game, so that it cannot be changed afterwards."""
    import hashlib  # most who load the rules never seal anything

    return hashlib.sha256((seed if salt is None else f"{salt}:{seed}").encode()).hexdigest()


def valid_commitment(text: str) -> bool:
    return bool(_BYTES_32.fullmatch(text))


def valid_seed(seed: str) -> bool:
    """Whether a record can carry this seed. One that looks like salt and seed would open a commitment in two ways."""
    line = 0 < len(seed) <= MAX_SEED and seed.isprintable() and seed == seed.strip()
    return line and not (seed[64:65] == ":" and valid_salt(seed[:64]))


def valid_salt(salt: str) -> bool:
    """Whether this is 32 bytes as text: nobody can try out seeds against a commitment with such a salt."""
    return bool(_BYTES_32.fullmatch(salt))


def valid_nonce(nonce: str) -> bool:
    """Whether this is 16 to 32 bytes as text, by which a seat has a say in the deal."""
    return bool(_NONCE.fullmatch(nonce))


def valid_nonces(nonces: Sequence[str], seats: int) -> bool:
    """Whether there is one for each seat, or a sign that it gave none."""
    return len(nonces) == seats and all(nonce == NO_NONCE or valid_nonce(nonce) for nonce in nonces)


def chance_key(seed: str, nonces: Sequence[str] = ()) -> bytes:
    """The key that all chance of a game comes from; no nonce has the sign between, so no two deals share one."""
    return "|".join((seed, *nonces)).encode()
