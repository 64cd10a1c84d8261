"""Where compiled kernels are kept; told without loading the compiler."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rowdy.folders import cache_folder


def kernel_sources() -> list[Path]:
    """The files that hold the kernels."""
    return sorted(Path(__file__).parent.glob("*.py"))


def kernels_folder() -> Path:
    """A folder for this very code: Numba looks at one function's file only, so a changed callee would run stale."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.read_bytes())
    return cache_folder() / f"kernels-{digest.hexdigest()[:16]}"
