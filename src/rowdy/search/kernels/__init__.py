"""Kernels: the games in a second encoding for speed, compiled where Numba is at hand and plain Python elsewhere."""
