"""The exponential and the logarithm of the kernels: near those of the library, and the same bits everywhere."""

from __future__ import annotations

import math
from random import Random

import pytest

from rowdy.search.kernels.elementary import exp, log

BITS = {
    -700.25: "0x1.af5fe9a485c8ep-1011",
    -12.0: "0x1.9c54c3b43bc8bp-18",
    -0.3: "0x1.7b4c869c37c05p-1",
    1.0: "0x1.5bf0a8b145769p+1",
    20.5: "0x1.7d6c4f0bcdd5cp+29",
}
"""Exponentials, to the last bit."""


def test_they_are_those_of_the_library_but_for_the_last_bits() -> None:
    rng = Random(1)
    for _ in range(2000):
        x = rng.uniform(-700, 700)
        assert exp(x) == pytest.approx(math.exp(x), rel=1e-15, abs=0)
        y = math.exp(rng.uniform(-600, 600))
        assert log(y) == pytest.approx(math.log(y), rel=1e-15)
        z = rng.uniform(0.5, 2.0)
        assert log(z) == pytest.approx(math.log(z), rel=1e-15, abs=1e-16)
    assert exp(0.0) == 1.0
    assert log(1.0) == 0.0
    assert exp(-2000.0) == 0.0


def test_the_bits_are_the_same_on_every_machine() -> None:
    """Compiled or in the interpreter, which rounds each sum and product by itself."""
    assert {x: float(exp(x)).hex() for x in BITS} == BITS
    plain_exp, plain_log, rng = getattr(exp, "py_func", exp), getattr(log, "py_func", log), Random(2)
    for _ in range(500):
        x = rng.uniform(-50, 50)
        assert float(exp(x)).hex() == float(plain_exp(x)).hex()
        assert float(log(abs(x))).hex() == float(plain_log(abs(x))).hex()
