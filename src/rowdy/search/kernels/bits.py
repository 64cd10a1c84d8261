"""Sets of squares as bits in compiled code, written so that the compiler can use single processor instructions."""

from __future__ import annotations

import numpy as np

from rowdy.search.kernels.jit import COMPILED, inlined, jit

_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_PAIRS, _NIBBLES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_BYTES, _SUM = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_ALL = (1 << 64) - 1


if COMPILED:

    @jit
    def count(mask: int) -> int:
        """The number of bits in a set (of at most 64)."""
        x = np.uint64(mask)
        x = x - (x >> _1 & _PAIRS)
        x = (x & _NIBBLES) + (x >> _2 & _NIBBLES)
        x = x + (x >> _4) & _BYTES
        return np.int64(x * _SUM >> _56)  # type: ignore[return-value]  # Numba's integer type

else:  # in the interpreter the product above would warn of an overflow

    def count(mask: int) -> int:
        return (int(mask) & _ALL).bit_count()


@inlined
def shifted(mask: int, by: int) -> int:
    """The set shifted up by a number of bits, or down if the number is negative."""
    return mask << by if by > 0 else mask >> -by


@jit
def lowest(mask: int) -> int:
    """The index of the lowest bit of a non-empty set."""
    return count((mask & -mask) - 1)


@jit
def nth(mask: int, n: int) -> int:
    """The index of the bit that has `n` others below it in the set."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)
