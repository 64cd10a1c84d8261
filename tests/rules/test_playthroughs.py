"""Whole games, as written out in tests/playthroughs, go as they always went."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from rowdy.rules.game import AnyGame
from tests.playthroughs import FILES, FOLDER, playthrough

MAX_BYTES = 100_000
every_file = pytest.mark.parametrize(("path", "game"), FILES.items(), ids=[path.stem for path in FILES])


@every_file
def test_the_game_goes_as_it_went(path: Path, game: AnyGame) -> None:
    now = playthrough(game)
    then = path.read_text(encoding="ascii")
    if now != then:
        changes = unified_diff(then.splitlines(), now.splitlines(), "as it went", "as it goes now", lineterm="", n=1)
        pytest.fail(
            "\n".join(islice(changes, 20)) + "\n\nIf this is meant: python -m tests.playthroughs", pytrace=False
        )


@every_file
def test_the_game_goes_the_same_way_twice(path: Path, game: AnyGame) -> None:
    assert playthrough(game) == playthrough(game)


def test_there_is_a_file_for_every_game_and_no_other() -> None:
    assert set(FOLDER.glob("*.txt")) == set(FILES)
    assert all(path.stat().st_size < MAX_BYTES for path in FILES)


def test_the_games_show_much_of_what_can_happen() -> None:
    texts = [path.read_text(encoding="ascii") for path in FILES]
    assert all("\nover " in text.split("\n\n")[-1] for text in texts)
    lines = [line for text in texts for line in text.splitlines()]
    assert {line.split(" ")[0] for line in lines if line[:1].isalpha()} >= {"chance", "move", "window", "over"}
    ends = {line.split(" ")[2] for line in lines if line.startswith("over")}
    assert ends == {"last_card", "pile", "pile_tie", "row", "both_rows", "target", "blocked"}
    moves = {line.split(" ")[2] for line in lines if line.startswith("> ")}
    assert {"pass", "!-"} < moves
    assert any(move.startswith("g@") for move in moves)
    assert any(move.startswith("y2@") for move in moves)
    assert any(move.startswith("!") and "," in move for move in moves)
