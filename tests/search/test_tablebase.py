"""Layers on disk: what is written is read back, whatever is not a sound layer of this game is refused with a reason,
and a solving that was killed goes on where it was.
"""

from __future__ import annotations

import json
import os
import random
import signal
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import rowdy
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import State
from rowdy.search.perfect import AnswerSource, Prober
from rowdy.search.retrograde import Totals, solve
from rowdy.search.tablebase import (
    FORMAT_VERSION,
    MAGIC,
    PAGE,
    InvalidSolution,
    LayerFile,
    Solution,
    layer_path,
    solutions_folder,
    solve_into,
    variant,
    write_layer,
)
from tests.search.support import flip_game, going_on, ratings

SMALL = "rubik width=3 height=2 line=2 stones=3"
STONES = 4
"""The layer that is damaged: it has several slabs."""
FRONT = len(MAGIC) + 8
"""How long a file is before its header."""


def small() -> FlipGame:
    return flip_game(SMALL)


def read(path: Path, game: FlipGame | None = None, stones: int = STONES) -> bytes:
    """All scores of a layer's file."""
    return LayerFile.open(path, game or small(), stones).read().scores.tobytes()


def code(path: Path, game: FlipGame | None = None, stones: int = STONES) -> str:
    """Why a file is refused."""
    with pytest.raises(InvalidSolution) as refusal:
        read(path, game, stones)
    assert refusal.value.details["path"] == path
    return refusal.value.code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the whole solution of the small game."""
    list(solve_into(tmp_path, small()))
    return tmp_path


@pytest.fixture
def path(folder: Path) -> Path:
    return layer_path(folder, small(), STONES)


# Names


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("rubik", "enclosed-draw"),
        ("rubik both_rows=mover", "enclosed-mover"),
        ("xoxo2 row=enclosed both_rows=opponent", "enclosed-opponent"),
        ("xoxo2", "survives"),
        ("rubik row=survives", "survives"),
        (SMALL, "enclosed-draw-3x2-2-3"),
        ("xoxo2 stones=7", "survives-4x4-3-7"),
    ],
)
def test_games_with_the_same_solution_have_one_name(game: str, name: str) -> None:
    assert variant(flip_game(game)) == name


def test_solutions_lie_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROWDY_HOME", str(tmp_path))
    assert solutions_folder() == tmp_path / "solutions"
    assert layer_path(solutions_folder(), rowdy.game("xoxo2"), 7) == tmp_path / "solutions/survives/layer-07.rowdy"


# Written and read


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    game = small()
    for layer in solve(game):
        path = layer_path(tmp_path, game, layer.stones)
        write_layer(path, game, layer)
        found = LayerFile.open(path, game, layer.stones).read()
        assert found.stones == layer.stones
        assert found.totals == layer.totals
        assert found.scores.tobytes() == layer.scores.tobytes()
    assert not list(tmp_path.rglob("*.part"))


def test_a_file_says_what_it_is(path: Path) -> None:
    data = path.read_bytes()
    length, check = struct.unpack("<II", data[len(MAGIC) : FRONT])
    header = json.loads(data[FRONT : FRONT + length])
    slabs, slab = header["slabs"]
    assert header["version"] == FORMAT_VERSION
    assert header["variant"] == "enclosed-draw-3x2-2-3"
    assert header["stones"] == STONES
    assert header["positions"] == header["wins"] + header["draws"] + header["losses"] == 90 * 2**4
    assert zlib.crc32(data[FRONT : FRONT + length + 4 * slabs]) == check
    assert len(data) == PAGE + slabs * slab
    table = struct.unpack(f"<{slabs}I", data[FRONT + length : FRONT + length + 4 * slabs])
    assert list(table) == [zlib.crc32(data[PAGE + i * slab : PAGE + (i + 1) * slab]) for i in range(slabs)]


def test_a_solution_is_there_when_all_its_layers_are(folder: Path) -> None:
    assert Solution(small(), folder).exists()
    assert not Solution(flip_game("rubik"), folder).exists()
    assert not Solution(small(), folder / "elsewhere").exists()
    layer_path(folder, small(), 0).unlink()
    assert not Solution(small(), folder).exists()
    assert Prober(small(), folder).source is AnswerSource.SEARCH


def test_a_failing_disk_leaves_no_part_of_a_layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        list(solve_into(tmp_path, small()))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


# Damaged files


def regions(data: bytes) -> dict[str, range]:
    """The parts of a file."""
    length = struct.unpack_from("<I", data, len(MAGIC))[0]
    slabs = json.loads(data[FRONT : FRONT + length])["slabs"][0]
    table = FRONT + length
    return {
        "magic": range(len(MAGIC)),
        "sizes": range(len(MAGIC), FRONT),
        "header": range(FRONT, table),
        "table": range(table, table + 4 * slabs),
        "nothing": range(table + 4 * slabs, PAGE),
        "scores": range(PAGE, len(data)),
    }


@pytest.mark.parametrize(
    ("region", "codes"),
    [
        ("magic", {"solution-foreign"}),
        ("sizes", {"solution-damaged"}),
        ("header", {"solution-damaged", "solution-version", "solution-other"}),
        ("table", {"solution-damaged"}),
        ("scores", {"solution-damaged"}),
    ],
)
def test_a_flipped_bit_is_found_wherever_it_is(path: Path, region: str, codes: set[str]) -> None:
    data = path.read_bytes()
    found = set()
    for at in regions(data)[region]:
        for bit in range(8) if region != "scores" else [at % 8]:
            path.write_bytes(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])
            found.add(code(path))
    assert found == codes


def test_what_fills_up_the_page_tells_nothing(path: Path) -> None:
    data = path.read_bytes()
    at = regions(data)["nothing"]
    path.write_bytes(data[: at.start] + bytes([255] * len(at)) + data[at.stop :])
    assert read(path) == data[PAGE:]


def test_a_file_cut_short_or_grown_is_refused(path: Path) -> None:
    data = path.read_bytes()
    lengths = [0, 1, len(MAGIC), len(MAGIC) + 3, FRONT, FRONT + 9, 200, PAGE - 1, PAGE, PAGE + 1, len(data) - 1]
    for length in lengths:
        path.write_bytes(data[:length])
        assert code(path) == ("solution-foreign" if length < FRONT else "solution-damaged"), length
    for more in (b"\0", data):
        path.write_bytes(data + more)
        assert code(path) == "solution-damaged"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"\0" * 9000,
        b"rowdy flip",
        json.dumps({"version": 1}).encode(),
        random.Random(1).randbytes(9000),
        "Läge\n".encode("utf-16") * 999,
    ],
)
def test_a_foreign_file_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert code(path) == "solution-foreign"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"1",
        b"null",
        b'"text"',
        b"{",
        b"\xff\xfe{}",
        b'{"version": 1',
        b"[" * 3000,
        b" " * PAGE,
        b"{}" * PAGE,
    ],
)
def test_a_file_with_a_header_that_is_none_is_refused(path: Path, text: bytes) -> None:
    path.write_bytes(MAGIC + struct.pack("<II", len(text), zlib.crc32(text)) + text + bytes(PAGE))
    assert code(path) == "solution-damaged"


def with_header(path: Path, **changes: object) -> None:
    """Writes a file anew with another header and a right checksum of it."""
    data = path.read_bytes()
    header, checks = regions(data)["header"], regions(data)["table"]
    text = json.dumps(json.loads(data[header.start : header.stop]) | changes).encode()
    table = data[checks.start : checks.stop]
    front = MAGIC + struct.pack("<II", len(text), zlib.crc32(text + table)) + text + table
    path.write_bytes(front.ljust(PAGE, b"\0") + data[PAGE:])


def test_a_header_made_anew_is_read(path: Path) -> None:
    """Else the tests below would show nothing."""
    scores = read(path)
    with_header(path, wins=1)
    assert read(path) == scores


@pytest.mark.parametrize("version", [0, 2, 99, "1", None, [1]])
def test_another_version_is_refused(path: Path, version: object) -> None:
    with_header(path, version=version)
    with pytest.raises(InvalidSolution) as refusal:
        LayerFile.open(path, small(), STONES)
    assert refusal.value.code == "solution-version"
    assert (refusal.value.details["found"], refusal.value.details["known"]) == (version, FORMAT_VERSION)


@pytest.mark.parametrize(
    "other",
    ["xoxo2 width=3 height=2 line=2 stones=3", f"{SMALL} both_rows=mover", "rubik width=2 height=3 line=2 stones=3"],
)
def test_another_game_s_file_is_refused(folder: Path, path: Path, other: str) -> None:
    game = flip_game(other)
    list(solve_into(folder, game))
    layer_path(folder, game, STONES).replace(path)
    with pytest.raises(InvalidSolution) as refusal:
        LayerFile.open(path, small(), STONES)
    assert refusal.value.code == "solution-other"
    assert refusal.value.details["found"] == f"{variant(game)}, {STONES}"
    assert refusal.value.details["wanted"] == f"{variant(small())}, {STONES}"


def test_another_layer_s_file_is_refused(folder: Path, path: Path) -> None:
    for stones in range(7):
        if stones != STONES:
            path.write_bytes(layer_path(folder, small(), stones).read_bytes())
            assert code(path) == "solution-other"


def test_a_file_that_calls_itself_another_layer_is_refused(folder: Path, path: Path) -> None:
    other = layer_path(folder, small(), 5)
    with_header(other, stones=STONES)
    path.write_bytes(other.read_bytes())
    assert code(path) == "solution-damaged"


def test_only_slabs_that_are_read_are_checked(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 4]))
    layer = LayerFile.open(path, small(), STONES)
    last = len(layer.scores) - 1
    assert last > 0
    for slab in range(last):
        layer.check(slab)
    for _ in range(2):
        with pytest.raises(InvalidSolution, match="solution-damaged"):
            layer.check(last)


def test_an_error_tells_its_file_and_can_be_sent(path: Path) -> None:
    path.write_bytes(b"x")
    with pytest.raises(rowdy.InvalidText, match=r"solution-foreign .*layer-04\.rowdy"):
        read(path)


# A prober beside a damaged solution


def spoil_front(path: Path) -> None:
    path.write_bytes(b"not ours")


def spoil_scores(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:PAGE] + bytes(byte ^ 0x40 for byte in data[PAGE:]))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def become_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (spoil_front, "solution-foreign"),
        (spoil_scores, "solution-damaged"),
        (cut, "solution-damaged"),
        (empty, "solution-foreign"),
    ],
)
def test_a_prober_refuses_a_damaged_solution_and_answers_all_the_same(
    folder: Path, spoil: Callable[[Path], None], reason: str
) -> None:
    game, rng = small(), random.Random(1)
    states = [going_on(rng, game, laid) for laid in (5, 4, 3, 3, 2, 1, 0)]
    sound = Prober(game, folder / "nothing")
    for stones in range(7):
        path = layer_path(folder, game, stones)
        before = path.read_bytes()
        spoil(path)
        prober = Prober(game, folder)
        sources = [prober.source]
        for state in states:
            compare(prober, sound, state)
        sources.append(prober.source)
        if stones == 0:  # no position leads there
            assert prober.refused is None
            assert sources == [AnswerSource.SOLUTION, AnswerSource.SOLUTION]
        else:
            assert prober.refused is not None
            assert prober.refused.code == reason
            assert prober.refused.details["path"] == path
            assert sources == [AnswerSource.SOLUTION, AnswerSource.SEARCH]
        path.write_bytes(before)


def compare(prober: Prober, other: Prober, state: State) -> None:
    assert prober.verdict(state) == other.verdict(state)
    assert ratings(prober.probe(state).turns) == ratings(other.probe(state).turns)


@pytest.mark.parametrize("spoil", [Path.unlink, become_a_folder])
def test_a_solution_that_cannot_be_opened_is_refused_too(folder: Path, spoil: Callable[[Path], None]) -> None:
    """One whose files went away after the prober was made, or cannot be read."""
    game = small()
    prober, sound = Prober(game, folder), Prober(game, folder / "nothing")
    spoil(layer_path(folder, game, 4))
    compare(prober, sound, going_on(random.Random(1), game, 3))
    assert prober.refused is not None
    assert prober.refused.code == "solution-unreadable"


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_a_prober_with_a_foreign_solution_falls_back_on_what_is_shipped(tmp_path: Path, game_id: str) -> None:
    game, rng = flip_game(game_id), random.Random(game_id)
    for stones in range(17):
        path = layer_path(tmp_path, game, stones)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"?" * 5000)
    prober, sound = Prober(game, tmp_path), Prober(game, tmp_path / "nothing")
    sources = [prober.source]
    for laid in (2, 8, 13):
        compare(prober, sound, going_on(rng, game, laid))
    sources.append(prober.source)
    assert sources == [AnswerSource.SOLUTION, AnswerSource.OPENING]
    assert prober.refused is not None
    assert prober.refused.code == "solution-foreign"
    assert sound.refused is None


# Going on after a stop


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def solve_again(folder: Path, game: FlipGame) -> tuple[list[Totals], set[int]]:
    """The totals of all layers, and which layers had to be scored for them."""
    scored: set[int] = set()
    return list(solve_into(folder, game, progress=lambda stones, _: scored.add(stones))), scored


def test_layers_that_lie_there_are_kept(tmp_path: Path) -> None:
    game = small()
    whole = list(solve_into(tmp_path / "whole", game))
    assert [totals.stones for totals in whole] == list(range(6, -1, -1))
    for number in range(8):
        folder = tmp_path / str(number)
        assert list(islice(solve_into(folder, game), number)) == whole[:number]
        kept = {path: path.stat().st_mtime_ns for path in folder.rglob("*.rowdy")}
        assert len(kept) == min(number, 7)
        again, scored = solve_again(folder, game)
        assert again == whole
        assert scored == set(range(7 - number))
        assert all(path.stat().st_mtime_ns == time for path, time in kept.items())
        assert contents(folder) == contents(tmp_path / "whole")


def test_a_damaged_layer_is_not_built_upon(folder: Path) -> None:
    for spoil in (spoil_front, spoil_scores, cut, empty):
        path = layer_path(folder, small(), 5)
        before = path.read_bytes()
        spoil(path)
        steps = solve_into(folder, small())
        assert next(steps).stones == 6
        with pytest.raises(InvalidSolution):
            next(steps)
        path.write_bytes(before)


KILLED = """
import os, signal, sys
from pathlib import Path
from rowdy.search import tablebase
from tests.search.support import flip_game

variant, folder, where, layer = sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
now = None

def die(*_):
    if now == layer:
        os.kill(os.getpid(), signal.SIGKILL)

def progress(stones, done):
    global now
    now = stones
    if where == "scoring" and done >= 0.7:
        die()

if where == "writing":
    tablebase.os.fsync = die
if where == "naming":
    tablebase.os.replace = lambda old, new, really=os.replace: (die(), really(old, new))
for totals in tablebase.solve_into(folder, flip_game(variant), progress=progress):
    pass
"""


@pytest.mark.parametrize("where", ["scoring", "writing", "naming"])
def test_a_killed_run_goes_on_at_the_last_finished_layer(tmp_path: Path, where: str) -> None:
    game, root = small(), Path(__file__).parents[2]
    whole = list(solve_into(tmp_path / "whole", game))
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", KILLED, SMALL, str(folder), where, "3"]
    assert subprocess.run(command, cwd=root, check=False).returncode == -signal.SIGKILL
    left = contents(folder)
    sound = {f"{variant(game)}/layer-{stones:02}.rowdy" for stones in (6, 5, 4)}
    assert set(left) - sound <= {f"{variant(game)}/layer-03.part"}
    assert (len(left) > 3) == (where != "scoring")
    again, scored = solve_again(folder, game)
    assert again == whole
    assert scored == {3, 2, 1, 0}
    assert contents(folder) == contents(tmp_path / "whole")


def test_a_file_stays_as_it_is_whatever_is_done_with_its_scores(path: Path) -> None:
    before = path.read_bytes()
    for layer in (LayerFile.open(path, small(), STONES) for _ in range(2)):
        assert layer.scores.dtype == np.int8
        assert layer.scores.tobytes() == before[PAGE:]
        if layer.scores.flags.writeable:
            layer.scores[:] = 1
    assert path.read_bytes() == before
