"""Random numbers for compiled code (xorshift64*: Marsaglia, "Xorshift RNGs", 2003, with Vigna's multiplier, 2016).

The same seed gives the same numbers on every machine.

The state is an array of one number, which is updated in place.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.jit import inlined

Rng = NDArray[np.uint64]

_A, _B, _C, _HALF = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)
_TIMES = np.uint64(0x2545F4914F6CDD1D)
_ONE = 1.0 / (1 << 53)
_LOW = np.uint64(11)


def make_rng(seed: int) -> Rng:
    """A generator for this seed, which may be any integer."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & (1 << 64) - 1
    mixed ^= mixed >> 29
    return np.array([mixed or 1], np.uint64)


@inlined
def draw(rng: Rng) -> np.uint64:
    """The next 64 random bits."""
    x = rng[0]
    x ^= x >> _A
    x ^= x << _B
    x ^= x >> _C
    rng[0] = x
    drawn: np.uint64 = x * _TIMES
    return drawn


@inlined
def below(rng: Rng, count: int) -> int:
    """A random integer from 0 to count - 1, uniform up to one part in 2**32."""
    return np.int64(((draw(rng) >> _HALF) * np.uint64(count)) >> _HALF)  # type: ignore[return-value]  # as in `bits`


@inlined
def fraction(rng: Rng) -> float:
    """A random number from 0 up to but not including 1."""
    return np.float64(draw(rng) >> _LOW) * _ONE
