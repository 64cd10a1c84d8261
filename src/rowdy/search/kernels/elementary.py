"""The exponential and the logarithm, made of sums, products and quotients alone.

Those of the C libraries differ from machine to machine in their last bits, and one bit is enough to change a choice.
Sums, products and quotients are rounded in the same way everywhere (IEEE 754), and Numba neither reorders nor fuses
them.
"""

from __future__ import annotations

import math

import numpy as np

from rowdy.search.kernels.jit import jit

LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of 2 in two parts: the first has so few digits that its products with exponents are exact."""
SQRT_HALF = 0.7071067811865476
LOWEST_EXPONENT, HIGHEST_EXPONENT = -1022, 1023
POWERS_OF_TWO = np.array([math.ldexp(1.0, n) for n in range(LOWEST_EXPONENT, HIGHEST_EXPONENT + 1)])
INVERSE_FACTORIALS = tuple(1.0 / math.factorial(n) for n in range(13, -1, -1))
"""The coefficients of the exponential series, the highest first."""
INVERSE_ODDS = tuple(1.0 / n for n in range(23, 0, -2))
"""The coefficients of the series of the inverse hyperbolic tangent, the highest first."""


@jit
def exp(x: float) -> float:
    """The exponential of a number below 709; 0 where that is too small for a normal number."""
    n = math.floor(x * LOG2_E + 0.5)
    if n < LOWEST_EXPONENT:
        return 0.0
    rest = (x - n * LN2_HIGH) - n * LN2_LOW
    total = 0.0
    for coefficient in INVERSE_FACTORIALS:
        total = total * rest + coefficient
    return float(total * POWERS_OF_TWO[n - LOWEST_EXPONENT])


@jit
def log(x: float) -> float:
    """The natural logarithm of a positive normal number."""
    mantissa, exponent = math.frexp(x)
    if mantissa < SQRT_HALF:
        mantissa *= 2.0
        exponent -= 1
    s = (mantissa - 1.0) / (mantissa + 1.0)
    square, total = s * s, 0.0
    for coefficient in INVERSE_ODDS:
        total = total * square + coefficient
    return exponent * LN2_HIGH + (2.0 * s * total + exponent * LN2_LOW)
