"""The early layers of the solved games, small enough to be shipped with the package.

A file is xz-compressed, which carries its own checksum: a line of JSON, then the scores of `LAYERS` one after another.
A score that needs no search is left out, that is replaced by whatever packs best: where the game is over or won at
once. For a ruling close to another one, only the scores that differ from the other's are kept, the rest being 0.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import accumulate
from math import prod

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.flip import FlipGame, Sizes
from rowdy.search.kernels.flip import END, IN_TURN
from rowdy.search.kernels.flip_layers import Scores
from rowdy.search.kernels.flip_search import StoredScores, stored_scores
from rowdy.search.retrograde import layer_size
from rowdy.search.tablebase import InvalidSolution, read_header, variant

VERSION = 1
LAYERS = (0, 1, 2, 3, 4, 5, 6, 7, 9)
"""From the last on, a search down to the end is quick enough; from 8 stones, one turn leads to the last."""
DIFFERENCE_MARK = 64
"""Added to a score that differs from the one it is compared with, so that it is not 0."""
BASES = {"enclosed-mover": "enclosed-draw", "enclosed-opponent": "enclosed-draw"}
"""Which variants are kept as differences, and from which."""

MAX_HEADER_BYTES = 1024
"""More than the line of JSON at the beginning of any file."""

_FILTERS = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 26, "lc": 0, "lp": 0, "pb": 0}
]


def load_opening(game: FlipGame, most_stones: int = LAYERS[-1]) -> StoredScores | None:
    """The scores of this game that are shipped with the package; `None` if there is no file for its rulings.

    Layers of more stones than asked for are left packed, since the last is as large as all the others ten times over.
    """
    if game.sizes != Sizes() or not _file(variant(game)).is_file():
        return None
    layers = [stones for stones in LAYERS if stones <= most_stones]
    sizes = [prod(layer_size(game, stones)) for stones in layers]
    scores = _read(variant(game), sum(sizes), whole=len(layers) == len(LAYERS))
    return stored_scores(scores, dict(zip(layers, accumulate(sizes, initial=0), strict=False)))


def pack_opening(name: str, layers: Callable[[str, int], Scores]) -> bytes:
    """The file for a variant, made from the whole layers of it and of the one it is compared with."""
    scores, needless = _early(name, layers)
    base = BASES.get(name)
    if base is None:
        kept = _fill(scores, needless)
    else:
        other = _fill(*_early(base, layers))
        kept = np.where(needless | (scores == other), 0, scores + DIFFERENCE_MARK).astype(np.int8)
    header = json.dumps({"version": VERSION, "variant": name, "base": base, "layers": LAYERS})
    return lzma.compress(header.encode() + b"\n" + kept.tobytes(), filters=_FILTERS)


def _early(name: str, layers: Callable[[str, int], Scores]) -> tuple[Scores, NDArray[np.bool_]]:
    """The scores, and for which of them no search is needed."""
    scores = np.concatenate([layers(name, stones) for stones in LAYERS])
    return scores, (scores >= IN_TURN) | (scores == -END)


def _fill(scores: Scores, needless: NDArray[np.bool_]) -> Scores:
    """Each score that is not needed replaced by the one before it, which packs best."""
    kept: Scores = scores[np.maximum.accumulate(np.where(needless, 0, np.arange(len(scores))))]
    return kept


def _file(name: str) -> Traversable:
    return files("rowdy.search") / "opening_files" / f"{name}.xz"


@cache
def _read(name: str, size: int, whole: bool) -> Scores:
    """The first scores of a file, or all of them, with all that was left out put in again."""
    file = _file(name)
    try:
        header, _, rest = _unpack(file.read_bytes(), None if whole else MAX_HEADER_BYTES + size).partition(b"\n")
    except lzma.LZMAError:
        raise InvalidSolution("solution-damaged", path=file) from None
    base = BASES.get(name)
    if read_header(header) != {"version": VERSION, "variant": name, "base": base, "layers": list(LAYERS)}:
        raise InvalidSolution("solution-foreign", path=file)
    if len(rest) < size or (whole and len(rest) > size):
        raise InvalidSolution("solution-damaged", path=file)
    scores = np.frombuffer(rest[:size], np.int8)
    if base is None:
        return scores
    return np.where(scores == 0, _read(base, size, whole), scores - DIFFERENCE_MARK).astype(np.int8)


def _unpack(packed: bytes, most: int | None) -> bytes:
    return lzma.decompress(packed) if most is None else lzma.LZMADecompressor().decompress(packed, max_length=most)
