"""The decorators that compile kernels; compiled code is kept on disk for the next process."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from rowdy.search.kernels.folder import kernels_folder

F = TypeVar("F", bound=Callable[..., Any])

numba: Any
try:
    numba = import_module("numba")
except ImportError:  # the kernels then run as plain Python: slower, but complete
    numba = None

COMPILED = numba is not None
"""True if kernels are compiled on this machine."""


def jit(function: F) -> F:
    """Compiles a function without the interpreter's lock, so that threads run it side by side."""
    if numba is None:
        return function
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_FOLDER)  # read while decorating, so no other user of Numba sees it
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", numba.NumbaWarning)
            compiled: F = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
    except RuntimeError:  # nowhere to write
        compiled = numba.njit(nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def inlined(function: F) -> F:
    """Compiles a function into its callers, for functions so short that a call would dominate."""
    if numba is None:
        return function
    compiled: F = numba.njit(nogil=True, error_model="numpy", inline="always")(function)
    return compiled


_FOLDER = kernels_folder()
