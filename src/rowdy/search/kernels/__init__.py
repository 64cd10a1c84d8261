"""Kernels: the rules a second time, encoded for speed; compiled if Numba is installed, otherwise plain Python."""
