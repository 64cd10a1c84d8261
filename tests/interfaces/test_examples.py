"""The games of `examples/`, installed beside our own: every command plays them as it plays ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowdy.rules.record_text import format_record, parse_record
from tests.interfaces.cli import Cli
from tests.visiting_games import installed

EXAMPLES = ("tictactoe", "tricks")
every_example = pytest.mark.parametrize("game", EXAMPLES)
WAYS = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
"""The lines of play of tic-tac-toe by length, without those that ended before: known from elsewhere."""


@pytest.fixture(autouse=True)
def _examples(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "packages"
    folder.mkdir()
    with installed(folder, tictactoe="rowdy_tictactoe:KIT", tricks="rowdy_tricks:KIT"):
        yield


@every_example
def test_they_are_listed_with_their_rules(cli: Cli, game: str) -> None:
    run = cli("games")
    assert (run.code, run.err) == (0, "")
    assert f"id: {game}; " in run.out
    rules = cli("rules", game).out
    assert rules.startswith("# ")
    assert len(rules.splitlines()) > 6


def test_the_rules_are_those_of_the_edition(cli: Cli) -> None:
    assert "\nGet three" in cli("rules", "tictactoe").out
    assert "\nDo not get three" in cli("rules", "tictactoe", "--edition", "misere").out
    assert "\nDo not get three" in cli("rules", "tictactoe", "--ruling", "line=loses").out


def test_a_game_brings_its_lesson(cli: Cli) -> None:
    run = cli("learn", "tictactoe", lines="c1\nc3\nquit\n")
    assert (run.code, run.err) == (0, "")
    apart = run.out.index("That is no row yet. Look at the top.")
    assert run.out.index("1 of 2: Three in a row") < apart < run.out.index("Three in a row: you won.")
    assert "2 of 2: Now play it out\n" in run.out
    assert cli("learn", "tricks").err == "tricks has no lesson.\n"


@every_example
@pytest.mark.parametrize("bots", ["random,greedy", "easy,medium", "strong,mcts:sims=2000"])
def test_every_bot_plays_them_and_the_record_reads_back(cli: Cli, game: str, bots: str, tmp_path: Path) -> None:
    path = tmp_path / "game.rowdy"
    run = cli("play", game, "--seats", bots, "--seed", "1", "--plain", "--save", str(path))
    assert (run.code, run.err) == (0, "")
    record = parse_record(path.read_text("utf-8"))
    assert record.outcome() is not None
    assert parse_record(format_record(record)) == record


def test_a_person_plays_with_hints_and_takes_back(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--seats", "you,greedy", lines="help\nb2\nhint\nundo\nb2\nB1\nquit\n")
    assert run.code == 0
    assert "Hint: " in run.out
    assert "For each square" in run.out
    assert [str(event.action) for event in cli.record().events[:3:2]] == ["b2", "b1"]


def test_a_person_plays_where_there_is_no_board(cli: Cli) -> None:
    run = cli("play", "tricks", "--seats", "you,greedy", "--seed", "4", lines="help\nhint\n1\n1\n1\n")
    assert run.code == 0
    assert "Hint: " in run.out
    assert "square" not in run.out
    assert "  1 card-" in run.out, "a text without a square is not taken apart"
    assert "You: 1 2 8 (tricks: 0)" in run.out
    assert "Bot (greedy): ? ? ? (tricks: 0)" in run.out
    assert cli.record().outcome() is not None


@every_example
def test_a_game_is_replayed_reviewed_and_verified(cli: Cli, game: str, tmp_path: Path) -> None:
    path = str(tmp_path / "game.rowdy")
    assert cli("play", game, "--seats", "greedy,random", "--seed", "2", "--plain", "--save", path).code == 0
    for eyes in ("all", "1", "spectator"):
        replay = cli("replay", path, "--eyes", eyes, "--plain")
        assert (replay.code, replay.err) == (0, "")
        assert "Step 5: " in replay.out
    review = cli("review", path, "--sims", "400")
    assert (review.code, review.err) == (0, "")
    assert ("compared with perfect play" if game == "tictactoe" else "random playouts") in review.out
    assert "Numba" not in review.out, "it would be of no use"
    assert json.loads(cli("review", path, "--sims", "400", "--json").out)["whole"]
    verify = cli("verify", path)
    assert "Holds: The game is legal" in verify.out
    assert (verify.code == 0) == (game == "tictactoe"), "a seed that somebody chose is no fair deal"


@every_example
def test_bots_meet_in_the_arena(cli: Cli, game: str) -> None:
    run = cli("arena", game, "medium", "random", "--games", "4", "--workers", "1", "--json")
    assert run.code == 0
    assert json.loads(run.out)["games"] == 4


@pytest.mark.long
def test_ways_are_counted(cli: Cli) -> None:
    out = cli("perft", "tictactoe", "9").out
    assert [f"actions {depth}: {count:,} " in out for depth, count in enumerate(WAYS, 1)] == [True] * 9
    dealt = cli("perft", "tricks", "2", "--every-chance").out
    assert "actions 2: 72 " in dealt


def test_perfect_play_is_known_where_a_game_is_searched_whole(cli: Cli) -> None:
    for command in ("solve", "explore"):
        run = cli(command, "tricks")
        assert run.code == 2
        assert run.err == "Perfect play is not known for tricks. It is for rubik, xoxo2, tictactoe.\n"
    assert "perfect does not play" in cli("play", "tricks", "--seats", "perfect,random").err
    assert json.loads(cli("explore", "tictactoe", "--json").out)["value"] == "draw"
    assert cli("play", "tictactoe", "--seats", "perfect,random", "--seed", "1", "--plain").code == 0
    refused = cli("solve", "tictactoe")
    assert (refused.code, refused.err[:27]) == (2, "tictactoe needs no solving:")
