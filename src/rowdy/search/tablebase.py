"""Solutions on disk: a file for each layer, whose checksums are verified slab by slab as it is read."""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowdy.folders import data_folder
from rowdy.rules.flip import BothRows, FlipGame, Row, Sizes
from rowdy.rules.game import InvalidText
from rowdy.search.retrograde import LayerProgress, SolvedLayer, Totals, layer_size, solve

MAGIC = b"rowdy flip layer"
FORMAT_VERSION = 1
PAGE = 4096
"""Scores begin at a multiple of this number of bytes, so that they can be mapped into memory."""

_SIZES = struct.Struct("<II")
"""The length and the checksum of what precedes the scores: the header and the checksums of the slabs."""


class InvalidSolution(InvalidText):
    """A file that is not a layer of this game's solution, or is damaged."""


def variant(game: FlipGame) -> str:
    """A name for all games that have the same solution: `enclosed-draw` or `survives`."""
    rulings, sizes = game.rulings, game.sizes
    name = f"{rulings.row}-{rulings.both_rows}" if rulings.row is Row.ENCLOSED else str(rulings.row)
    if sizes != Sizes():
        name += f"-{sizes.width}x{sizes.height}-{sizes.line}-{sizes.stones}"
    return name


def solutions_folder() -> Path:
    return data_folder() / "solutions"


def layer_path(folder: Path, game: FlipGame, stones: int) -> Path:
    """The path of a layer in a folder of solutions."""
    return folder / variant(game) / f"layer-{stones:02}.rowdy"


def write_layer(path: Path, game: FlipGame, layer: SolvedLayer) -> None:
    """Writes the file atomically."""
    slabs = layer.scores.reshape(layer_size(game, layer.stones))
    checks = np.array([zlib.crc32(slab.data) for slab in slabs], "<u4")
    header = {"version": FORMAT_VERSION, "variant": variant(game), **asdict(layer.totals), "slabs": slabs.shape}
    text = json.dumps(header).encode()
    front = text + checks.tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    try:
        with open(part, "wb") as file:
            file.write(MAGIC + _SIZES.pack(len(text), zlib.crc32(front)) + front)
            file.write(bytes(-file.tell() % PAGE))
            file.write(layer.scores.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


@dataclass(frozen=True)
class LayerFile:
    """A layer on disk; each slab is read and checked when it is first used."""

    path: Path
    totals: Totals
    scores: NDArray[np.int8]
    """The scores, slab by slab; `check` a slab before reading it."""
    _checks: NDArray[np.uint32]
    _checked: NDArray[np.bool_]

    @classmethod
    def open(cls, path: Path, game: FlipGame, stones: int) -> LayerFile:
        with open(path, "rb") as file:
            start = file.read(len(MAGIC) + _SIZES.size)
            if not start.startswith(MAGIC) or len(start) < len(MAGIC) + _SIZES.size:
                raise InvalidSolution("solution-foreign", path=path)
            length, check = _SIZES.unpack(start[len(MAGIC) :])
            shape = layer_size(game, stones)
            front = file.read(min(length, PAGE) + 4 * shape[0])
            begin = file.tell() + -file.tell() % PAGE
            whole = begin + shape[0] * shape[1]
            size = os.fstat(file.fileno()).st_size
        header = read_header(front[:length])
        if header is None:
            raise InvalidSolution("solution-damaged", path=path)
        if header.get("version") != FORMAT_VERSION:
            raise InvalidSolution("solution-version", path=path, found=header.get("version"), known=FORMAT_VERSION)
        if (header.get("variant"), header.get("stones")) != (variant(game), stones):
            found = f"{header.get('variant')}, {header.get('stones')}"
            raise InvalidSolution("solution-other", path=path, found=found, wanted=f"{variant(game)}, {stones}")
        if zlib.crc32(front) != check or size != whole:
            raise InvalidSolution("solution-damaged", path=path)
        named = (header.get(name) for name in ("positions", "wins", "draws", "losses"))
        counts = [count for count in named if isinstance(count, int)]
        if len(counts) != 4:
            raise InvalidSolution("solution-damaged", path=path)
        totals = Totals(stones, *counts)
        scores = np.memmap(path, np.int8, "c", begin, shape)  # not "r": kernels are compiled for writable arrays
        checks = np.frombuffer(front, "<u4", offset=length)
        return cls(path, totals, np.asarray(scores), checks, np.zeros(shape[0], np.bool_))

    def check(self, slab: int) -> None:
        """Raises `InvalidSolution` if this slab is damaged."""
        if not self._checked[slab]:
            if zlib.crc32(self.scores[slab].data) != self._checks[slab]:
                raise InvalidSolution("solution-damaged", path=self.path)
            self._checked[slab] = True

    def read(self) -> SolvedLayer:
        """The whole layer, checked."""
        for slab in range(len(self.scores)):
            self.check(slab)
        return SolvedLayer(self.totals.stones, self.scores.reshape(-1), self.totals)


def read_header(text: bytes) -> dict[str, Any] | None:
    """The header of a file as a dictionary; `None` if it cannot be read."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return header if isinstance(header, dict) else None


@dataclass(frozen=True)
class Solution:
    """All layers of a game in a folder of solutions, opened as they are needed."""

    game: FlipGame
    folder: Path

    def exists(self) -> bool:
        """True if every layer is there."""
        return all(layer_path(self.folder, self.game, n).exists() for n in range(2 * self.game.sizes.stones + 1))

    @cached_property
    def _layers(self) -> dict[int, LayerFile]:
        return {}

    def layer(self, stones: int) -> LayerFile:
        if stones not in self._layers:
            path = layer_path(self.folder, self.game, stones)
            self._layers[stones] = LayerFile.open(path, self.game, stones)
        return self._layers[stones]


def variants(game: FlipGame) -> list[FlipGame]:
    """Games with all combinations of rulings, one for each solution; the given game comes first."""
    found = {variant(game): game}
    for row, both_rows in product(Row, BothRows):
        other = FlipGame(game.edition, replace(game.rulings, row=row, both_rows=both_rows), game.sizes)
        found.setdefault(variant(other), other)
    return list(found.values())


def solve_one(piece: tuple[FlipGame, str]) -> list[Totals]:
    """Solves a game into a folder with one thread, and returns the totals of its layers; runs in worker processes."""
    game, folder = piece
    return list(solve_into(Path(folder), game))


def solve_into(
    folder: Path, game: FlipGame, *, workers: int = 1, progress: LayerProgress | None = None
) -> Iterator[Totals]:
    """Solves a game and writes each layer when it is done; layers that are there already are checked and kept.

    Yields the totals of each layer, from all stones laid to none.
    """
    last: SolvedLayer | None = None
    for stones in range(2 * game.sizes.stones, -1, -1):
        path = layer_path(folder, game, stones)
        if not path.exists():
            break
        last = LayerFile.open(path, game, stones).read()
        yield last.totals
    for layer in solve(game, after=last, workers=workers, progress=progress):
        write_layer(layer_path(folder, game, layer.stones), game, layer)
        yield layer.totals
