"""What is shipped of the solved games is what was made, and its values follow from one another and from the rules."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import State
from rowdy.rules.game import InvalidSetup, Over
from rowdy.search import openings
from rowdy.search.kernels.flip import END, IN_TURN, board_of, position_index, position_of
from rowdy.search.kernels.flip_search import StoredScores
from rowdy.search.kernels.flip_turns import MAX_TURNS, after, list_turns
from rowdy.search.openings import BASES, LAYERS, load_opening
from rowdy.search.perfect import AnswerSource, Prober
from rowdy.search.retrograde import layer_size
from rowdy.search.tablebase import InvalidSolution, variant
from tests.search.support import QUICK_VARIANTS, VARIANTS, flip_game, going_on, rating_of, ratings, whole_turns

FOLDER = Path(openings.__file__).parent / "opening_files"
MAX_BYTES = 16_000_000
"""How much the default rulings of both games may take."""
NAMES = [variant(flip_game(game)) for game in VARIANTS]
every_variant = pytest.mark.parametrize("game_id", QUICK_VARIANTS)


# The files


def test_the_files_are_those_that_were_made() -> None:
    lines = [line.split("  ") for line in (FOLDER / "SHA256SUMS").read_text().splitlines()]
    sums = {name: digest for digest, name in lines}
    assert set(sums) == {f"{name}.xz" for name in NAMES}
    assert {path.name for path in FOLDER.iterdir()} == {*sums, "SHA256SUMS"}
    for name, digest in sums.items():
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest


def test_the_default_rulings_take_few_bytes() -> None:
    default = [variant(flip_game(game)) for game in ("rubik", "xoxo2")]
    assert sum((FOLDER / f"{name}.xz").stat().st_size for name in default) <= MAX_BYTES


@every_variant
def test_a_file_says_what_it_is(game_id: str) -> None:
    game = flip_game(game_id)
    header, _, scores = lzma.decompress((FOLDER / f"{variant(game)}.xz").read_bytes()).partition(b"\n")
    assert json.loads(header) == {
        "version": openings.FORMAT_VERSION,
        "variant": variant(game),
        "base": BASES.get(variant(game)),
        "layers": list(LAYERS),
    }
    assert len(scores) == sum(slabs * slab for slabs, slab in (layer_size(game, stones) for stones in LAYERS))


def opening(game: FlipGame) -> StoredScores:
    known = load_opening(game)
    assert known is not None
    return known


@every_variant
def test_all_scores_are_possible_ones(game_id: str) -> None:
    known = opening(flip_game(game_id))
    found = set(np.unique(known.scores).tolist())
    assert found <= {score for score in range(-IN_TURN, IN_TURN) if score == 0 or abs(score) >= END - 16}
    assert {-30, 0, 29} <= found
    assert [stones for stones, start in enumerate(known.starts) if start >= 0] == list(LAYERS)


def test_the_rulings_make_a_difference() -> None:
    scores = [opening(flip_game(game)).scores for game in VARIANTS]
    for number, one in enumerate(scores):
        for other in scores[:number]:
            assert 0 < np.count_nonzero(one != other) < len(one)


# The values


def stored(game: FlipGame, known: StoredScores, state: State) -> int:
    """The score of a position at the start of a turn in a layer that is shipped, the game not being over."""
    board, position = board_of(game), position_of(state)
    best, _ = list_turns(board.rules, position, False, np.zeros(MAX_TURNS, np.int64))
    return IN_TURN if best == IN_TURN else int(known.scores[known.starts[state.laid] + position_index(board, position)])


class Proof:
    """Plain play from a position in one layer to those in the next one, whose stored scores it takes for granted.

    Good turns are suggested by a prober. It need not be trusted: a bad suggestion can only make a proof fail.
    """

    def __init__(self, game: FlipGame, adviser: Prober) -> None:
        self.game = game
        self.known = opening(game)
        self.adviser = adviser

    def at_most(self, state: State, score: int, until: int) -> bool:
        """Whether no turn gives the player to move more than this score."""
        if state.laid == until:
            return stored(self.game, self.known, state) <= score
        return all(
            end <= score if end is not None else self.at_least(then, after(score), until)
            for end, then in self.results(state)
        )

    def at_least(self, state: State, score: int, until: int) -> bool:
        """Whether the turn that is suggested gives the player to move this score."""
        if state.laid == until:
            return stored(self.game, self.known, state) >= score
        best = self.adviser.best(state)
        assert best is not None
        then = state
        for action in best.actions:
            then = self.game.play(then, state.mover, action)
        end = self.end(then, state.mover)
        return end >= score if end is not None else self.at_most(then, after(score), until)

    def results(self, state: State) -> Iterator[tuple[int | None, State]]:
        for then in whole_turns(self.game, state).values():
            yield self.end(then, state.mover), then

    def end(self, state: State, mover: int) -> int | None:
        """The score for who made the turn that has ended the game, if it has."""
        turn = self.game.turn(state)
        if not isinstance(turn, Over):
            return None
        winners = turn.outcome.winners
        return 0 if not winners else IN_TURN if mover in winners else -IN_TURN


def unclear(rng: random.Random, game: FlipGame, laid: int) -> State:
    """A position at the start of a turn that is not won at once."""
    while True:
        state = going_on(rng, game, laid)
        at_start = state.part == "flip" or not game.can_flip(state.stones, 1 - state.mover)
        if at_start and stored(game, opening(game), state) != IN_TURN:
            return state


def prove(game: FlipGame, adviser: Prober, state: State, until: int) -> None:
    proof, score = Proof(game, adviser), stored(game, opening(game), state)
    assert proof.at_most(state, score, until), game.format_state(state)
    assert proof.at_least(state, score, until), game.format_state(state)
    assert not proof.at_least(state, 1 if score == 0 else score + 1, until), "more can be proved than is true"


@pytest.mark.parametrize(("laid", "until"), [(0, 3), (3, 6), pytest.param(6, 9, marks=pytest.mark.long)])
@every_variant
def test_a_value_in_a_layer_follows_from_the_next_layer(game_id: str, laid: int, until: int, tmp_path: Path) -> None:
    game = flip_game(game_id)
    prove(game, Prober(game, tmp_path), unclear(random.Random(f"{game_id} {laid}"), game, laid), until)


@pytest.mark.long
@pytest.mark.parametrize(("laid", "until"), [(3, 6), (6, 9)])
@every_variant
def test_many_values_in_a_layer_follow_from_the_next_layer(game_id: str, laid: int, until: int, tmp_path: Path) -> None:
    game, rng = flip_game(game_id), random.Random(f"many {game_id} {laid}")
    adviser = Prober(game, tmp_path)
    for _ in range(6):
        prove(game, adviser, unclear(rng, game, laid), until)


@every_variant
def test_the_values_of_the_last_layer_are_what_a_search_to_the_end_finds(game_id: str, tmp_path: Path) -> None:
    game, rng = flip_game(game_id), random.Random(game_id)
    known = opening(game)
    prober = Prober(game, tmp_path, openings=tmp_path)
    assert prober.source is AnswerSource.SEARCH
    for _ in range(25):
        state = unclear(rng, game, LAYERS[-1])
        best = prober.best(state)
        assert best is not None
        found = rating_of(stored(game, known, state))
        assert ratings((best,)) == {str(best): found}, game.format_state(state)


# Damaged files


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Path]:
    """A folder with copies of the files."""
    folder = tmp_path / "opening_files"
    shutil.copytree(FOLDER, folder)
    openings._read.cache_clear()
    yield folder
    openings._read.cache_clear()


def code(path: Path, game_id: str) -> str:
    """Why a file is refused."""
    with pytest.raises(InvalidSolution) as refusal:
        load_opening(flip_game(game_id), folder=path.parent)
    assert refusal.value.details["path"] == path
    return refusal.value.code


def test_copies_are_read(copies: Path) -> None:
    """Else the tests below would show nothing."""
    assert load_opening(flip_game("xoxo2"), folder=copies) is not None
    openings._read.cache_clear()
    (copies / "survives.xz").unlink()
    assert load_opening(flip_game("xoxo2"), folder=copies) is None


def test_a_flipped_bit_is_found(copies: Path) -> None:
    path = copies / "enclosed-opponent.xz"
    data, rng = path.read_bytes(), random.Random(1)
    early = [0, 5, 6, 8, 12, 13, 24, 25, 30, 60]
    late = [len(data) - number for number in (1, 8, 9, 12, 13, 20, 24, 28, 36)]
    for at in [*early, len(data) // 3, *late]:
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
        assert code(path, "rubik both_rows=opponent") == "solution-damaged"


@pytest.mark.parametrize("length", [0, 1, 6, 12, 30, 1000, 1_000_000, -1])
def test_a_file_cut_short_is_refused(copies: Path, length: int) -> None:
    path = copies / "survives.xz"
    path.write_bytes(path.read_bytes()[:length])
    assert code(path, "xoxo2") == "solution-damaged"


@pytest.mark.parametrize("data", [b"not ours", b"\0" * 5000, b'{"version": 1}'])
def test_a_file_that_is_not_packed_is_refused(copies: Path, data: bytes) -> None:
    path = copies / "survives.xz"
    path.write_bytes(data)
    assert code(path, "xoxo2") == "solution-damaged"


HEADER = {"version": openings.FORMAT_VERSION, "variant": "survives", "base": None, "layers": list(LAYERS)}


@pytest.mark.parametrize(
    "change",
    [
        {"version": openings.FORMAT_VERSION + 1},
        {"version": str(openings.FORMAT_VERSION)},
        {"variant": "enclosed-draw"},
        {"layers": [0, 1, 2, 3]},
        {"base": "enclosed-draw"},
    ],
)
def test_a_file_of_another_kind_is_refused(copies: Path, change: dict[str, object]) -> None:
    path = copies / "survives.xz"
    path.write_bytes(lzma.compress(json.dumps(HEADER | change).encode() + b"\n" + bytes(100), preset=0))
    assert code(path, "xoxo2") == "solution-foreign"


@pytest.mark.parametrize("text", [b"", b"\n", b"[]", b"1", b"text", b"\xff\xfe", b"[" * 5000])
def test_a_packed_file_with_a_header_that_is_none_is_refused(copies: Path, text: bytes) -> None:
    path = copies / "survives.xz"
    path.write_bytes(lzma.compress(text + b"\n" + bytes(100), preset=0))
    assert code(path, "xoxo2") == "solution-foreign"


@pytest.mark.parametrize("size", [0, 1, 100])
def test_a_file_with_too_few_scores_is_refused(copies: Path, size: int) -> None:
    path = copies / "survives.xz"
    path.write_bytes(lzma.compress(json.dumps(HEADER).encode() + b"\n" + bytes(size), preset=0))
    assert code(path, "xoxo2") == "solution-damaged"


def test_another_ruling_s_file_is_refused(copies: Path) -> None:
    shutil.copy(copies / "enclosed-draw.xz", copies / "survives.xz")
    assert code(copies / "survives.xz", "xoxo2") == "solution-foreign"


def test_differences_from_a_damaged_file_are_refused(copies: Path) -> None:
    path = copies / "enclosed-draw.xz"
    path.write_bytes(path.read_bytes()[:-100])
    assert code(path, "rubik both_rows=mover") == "solution-damaged"
    assert code(path, "rubik both_rows=opponent") == "solution-damaged"
    assert load_opening(flip_game("xoxo2"), folder=copies) is not None


def test_a_prober_does_not_answer_from_a_damaged_file(copies: Path) -> None:
    path = copies / "survives.xz"
    path.write_bytes(path.read_bytes()[:-100])
    game = flip_game("xoxo2")
    for _ in range(2):
        with pytest.raises(InvalidSolution, match="solution-damaged"):
            Prober(game, copies, openings=copies).verdict(game.parse_state("..../.B../..Bb/.... flip"))


def test_without_a_file_late_positions_are_answered(copies: Path) -> None:
    (copies / "survives.xz").unlink()
    game = flip_game("xoxo2")
    prober = Prober(game, copies, openings=copies)
    assert prober.source is AnswerSource.SEARCH
    assert prober.verdict(going_on(random.Random(1), game, 9))
    with pytest.raises(InvalidSetup, match="not-solved"):
        prober.verdict(going_on(random.Random(1), game, 8))
