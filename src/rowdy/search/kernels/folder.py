"""The folder of the compiled kernels, found without loading the compiler."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rowdy import rules
from rowdy.folders import cache_folder
from rowdy.search.kernels.sizes import PRINTED_SIZES

GEOMETRY = ("display.py", "geometry.py", "tiles.py")
"""The files of the rules that the kernels' constants are computed from, besides the sizes of the games."""


def kernel_sources() -> list[Path]:
    """The files that hold the kernels, and those that their constants are computed from."""
    beside = Path(str(rules.__file__)).parent
    return sorted(Path(__file__).parent.glob("*.py")) + [beside / name for name in GEOMETRY]


def kernels_folder() -> Path:
    """The cache folder for exactly these sources.

    It is named by a hash of them, since Numba checks only the file of a function itself, so a changed callee in
    another file would run stale.
    """
    digest = hashlib.sha256(repr(PRINTED_SIZES).encode())
    for path in kernel_sources():
        digest.update(path.read_bytes())
    return cache_folder() / f"kernels-{digest.hexdigest()[:16]}"
