"""Kernels: the games in a second encoding for speed, compiled where Numba is at hand and plain Python elsewhere."""

from __future__ import annotations

from rowdy.search.kernels.jit import COMPILED, jit

__all__ = ["COMPILED", "jit"]
