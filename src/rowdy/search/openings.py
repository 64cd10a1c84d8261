"""The early layers of the solved games, small enough to be shipped with the package.

A file is compressed with xz, which has its own checksum: a line of JSON, then the scores of `LAYERS` one after another.
Positions that are over or won in one turn need no stored score; theirs are replaced by whatever compresses best. For a
variant close to another one, only the scores that differ from the other's are stored, the rest as 0.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.flip import FlipGame, Sizes
from rowdy.search.kernels.flip import END, IN_TURN
from rowdy.search.kernels.flip_layers import Scores
from rowdy.search.kernels.flip_search import StoredScores, stored_scores
from rowdy.search.retrograde import layer_size
from rowdy.search.tablebase import InvalidSolution, read_header, variant

FORMAT_VERSION = 1
LAYERS = (0, 1, 2, 3, 4, 5, 6, 7, 9)
"""The layers that are shipped, by number of stones. With more than 9 a search to the end is quick enough; with 8, one
turn leads to the layer of 9."""
DIFFERENCE_MARK = 64
"""Added to a score that differs from the one it is compared with, so that it is not 0."""
BASES = {"enclosed-mover": "enclosed-draw", "enclosed-opponent": "enclosed-draw"}
"""The variants that are stored as differences, and the variant from which they differ."""

SHIPPED_FILES = Path(__file__).parent / "opening_files"

MAX_HEADER_BYTES = 1024
"""An upper bound on the length of the JSON line at the beginning of a file."""

_FILTERS = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 26, "lc": 0, "lp": 0, "pb": 0}
]


def load_opening(game: FlipGame, most_stones: int = LAYERS[-1], folder: Path = SHIPPED_FILES) -> StoredScores | None:
    """The scores of this game that are shipped with the package; `None` if there is no file for its rulings.

    Layers with more stones than asked for are not unpacked: the last is ten times as large as all the others together.
    """
    if game.sizes != Sizes() or not _file(folder, variant(game)).is_file():
        return None
    layers = [stones for stones in LAYERS if stones <= most_stones]
    sizes = [prod(layer_size(game, stones)) for stones in layers]
    scores = _read(folder, variant(game), sum(sizes), whole=len(layers) == len(LAYERS))
    return stored_scores(scores, dict(zip(layers, accumulate(sizes, initial=0), strict=False)))


def pack_opening(name: str, layers: Callable[[str, int], Scores]) -> bytes:
    """The file for a variant, made from its full layers and those of the variant from which it differs."""
    scores, needless = _early(name, layers)
    base = BASES.get(name)
    if base is None:
        kept = _fill(scores, needless)
    else:
        other = _fill(*_early(base, layers))
        kept = np.where(needless | (scores == other), 0, scores + DIFFERENCE_MARK).astype(np.int8)
    header = json.dumps({"version": FORMAT_VERSION, "variant": name, "base": base, "layers": LAYERS})
    return lzma.compress(header.encode() + b"\n" + kept.tobytes(), filters=_FILTERS)


def _early(name: str, layers: Callable[[str, int], Scores]) -> tuple[Scores, NDArray[np.bool_]]:
    """The scores, and a mask of those that need not be stored."""
    scores = np.concatenate([layers(name, stones) for stones in LAYERS])
    return scores, (scores >= IN_TURN) | (scores == -END)


def _fill(scores: Scores, needless: NDArray[np.bool_]) -> Scores:
    """The scores with each that is not needed replaced by the one before it, which compresses best."""
    kept: Scores = scores[np.maximum.accumulate(np.where(needless, 0, np.arange(len(scores))))]
    return kept


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.xz"


@cache
def _read(folder: Path, name: str, size: int, whole: bool) -> Scores:
    """The first `size` scores of a file, or all of them, with the differences applied."""
    file = _file(folder, name)
    try:
        header, _, rest = _unpack(file.read_bytes(), None if whole else MAX_HEADER_BYTES + size).partition(b"\n")
    except lzma.LZMAError:
        raise InvalidSolution("solution-damaged", path=file) from None
    base = BASES.get(name)
    if read_header(header) != {"version": FORMAT_VERSION, "variant": name, "base": base, "layers": list(LAYERS)}:
        raise InvalidSolution("solution-foreign", path=file)
    if len(rest) < size or (whole and len(rest) > size):
        raise InvalidSolution("solution-damaged", path=file)
    scores = np.frombuffer(rest[:size], np.int8)
    if base is None:
        return scores
    return np.where(scores == 0, _read(folder, base, size, whole), scores - DIFFERENCE_MARK).astype(np.int8)


def _unpack(packed: bytes, most: int | None) -> bytes:
    return lzma.decompress(packed) if most is None else lzma.LZMADecompressor().decompress(packed, max_length=most)
