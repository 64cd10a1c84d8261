"""The exponential and the logarithm, computed with sums, products and quotients alone.

Those of the C libraries differ from machine to machine in their last bits, and one bit is enough to change a choice.
Sums, products and quotients are rounded in the same way everywhere (IEEE 754), and Numba neither reorders nor fuses
them.
"""

from __future__ import annotations

import math

import numpy as np

from rowdy.search.kernels.jit import jit

LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of 2 in two parts; the first has few enough digits that its products with exponents are exact."""
STEPS = 32
"""The number of table entries per doubling of the exponential; between two entries its series is used."""
STEP_HIGH, STEP_LOW, STEPS_PER_UNIT = LN2_HIGH / STEPS, LN2_LOW / STEPS, 46.16624130844683
SQRT_HALF = 0.7071067811865476
LOWEST_EXPONENT, HIGHEST_EXPONENT = -1022, 1023
POWERS_OF_TWO = np.array([math.ldexp(1.0, n) for n in range(LOWEST_EXPONENT, HIGHEST_EXPONENT + 1)])
_2, _3, _4, _5, _6 = 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720
"""The coefficients of the exponential series."""
INVERSE_ODDS = tuple(1.0 / n for n in range(23, 0, -2))
"""The coefficients of the series of the inverse hyperbolic tangent, the highest first."""


def _power_of_step(step: int) -> float:
    """Two to the power of `step / STEPS`, by the series; 30 terms are more than enough for the last bit."""
    x = step * STEP_HIGH + step * STEP_LOW
    total = 1.0
    for n in range(30, 0, -1):
        total = 1.0 + total * x / n
    return total


POWERS_OF_STEP = np.array([_power_of_step(step) for step in range(STEPS)])


@jit
def exp(x: float) -> float:
    """The exponential of a number below 709; 0 if it is too small for a normal number."""
    steps = math.floor(x * STEPS_PER_UNIT + 0.5)
    exponent = steps >> 5
    if exponent < LOWEST_EXPONENT:
        return 0.0
    r = (x - steps * STEP_HIGH) - steps * STEP_LOW
    series = 1.0 + r * (1.0 + r * (_2 + r * (_3 + r * (_4 + r * (_5 + r * _6)))))
    return float(series * POWERS_OF_STEP[steps & STEPS - 1] * POWERS_OF_TWO[exponent - LOWEST_EXPONENT])


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
