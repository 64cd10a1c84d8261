"""A game from a position on the command line and on the page: played, left, resumed, replayed, reviewed, verified."""

from __future__ import annotations

from pathlib import Path

import pytest

import rowdy
from rowdy.interfaces.web.http.replays import replay
from rowdy.interfaces.words import Words
from rowdy.rules.record_text import parse_record
from tests.interfaces.cli import Cli
from tests.quick import first_quick
from tests.worlds import random_states

FIRST_MOVES = "1\n" * 400
POSITIONS = {
    "rubik": ("you,greedy", "..../.B../..Bb/.... flip"),
    "xoxo2": ("greedy,you", "..../.B../..Bb/.... flip"),
    "djeco": ("you,random", "...../...../..r7../...../..... r1,r3,b9,y/b2,b2,b4,b9,y - 0:0 play 1 2 +1"),
    "xoxo": (
        "you,greedy",
        "...../...../..rcw../...../..... - 11btj/12gsj/24yhj red,circle,joy/blue,heart,wink lay 2 c3",
    ),
}
every_position = pytest.mark.parametrize("game", POSITIONS)


def start(cli: Cli, game: str, lines: str, *more: str) -> Path:
    seats, position = POSITIONS[game]
    run = cli("play", game, "--seats", seats, "--seed", "7", "--position", position, *more, lines=lines)
    assert (run.code, run.err) == (0, "")
    assert "starts from a position that was set up, so the record says “practice”" in run.out
    (path,) = cli.saved()
    return path


@every_position
def test_a_game_from_a_position_is_played_left_and_resumed(cli: Cli, game: str) -> None:
    path = start(cli, game, FIRST_MOVES)
    whole = path.read_text("utf-8")
    assert f"\nPractice: yes\nPosition: {POSITIONS[game][1]}\n" in whole
    assert parse_record(whole).outcome() is not None
    path.unlink()
    path = start(cli, game, "1\n1\nlog\nquit\n")
    run = cli("play", "--resume", str(path), lines=FIRST_MOVES)
    assert (run.code, run.err) == (0, "")
    assert path.read_text("utf-8") == whole


@pytest.mark.parametrize("game", first_quick(POSITIONS))
def test_it_is_replayed_reviewed_and_not_passed(cli: Cli, game: str) -> None:
    path = start(cli, game, FIRST_MOVES)
    record = parse_record(path.read_text("utf-8"))
    moves = [str(action) for actor, action in record.events if isinstance(actor, int) and str(action)[0] != "!"]
    for eyes in ("all", "1", "2", "spectator"):
        told = cli("replay", str(path), "--eyes", eyes)
        assert (told.code, told.err) == (0, "")
        assert [move for move in moves if move not in told.out] == []
    reviewed = cli("review", str(path), "--sims", "10", "--seat", "2")
    assert (reviewed.code, reviewed.err) == (0, "")
    verified = cli("verify", str(path))
    assert verified.code == 1
    assert "from a position that somebody chose" in verified.out
    assert "All that was checked holds" not in verified.out
    page = replay(record, Words("en"))
    assert page.practice
    assert len(page.steps) > 1


def test_a_position_that_cannot_be_played_from_is_refused(cli: Cli) -> None:
    unknown = POSITIONS["djeco"][1].replace("b2,b2,b4,b9,y", "?,?,?,?,?")
    for position, words in ((unknown, "unknown cards"), ("nonsense", "nonsense"), ("", "not a position")):
        run = cli("play", "djeco", "--position", position, lines="1\n")
        assert run.code == 2
        assert words in run.err
    assert cli.saved() == []


def test_a_position_is_no_setting_of_a_game_resumed(cli: Cli) -> None:
    path = start(cli, "rubik", "1\nquit\n")
    run = cli("play", "--resume", str(path), "--position", POSITIONS["rubik"][1])
    assert run.code == 2
    assert "position" in run.err


def test_undo_ends_at_the_position(cli: Cli) -> None:
    seats, position = "you,greedy", "..../..../..Bb/.... flip"
    run = cli("play", "rubik", "--seats", seats, "--position", position, lines="1\nundo\nundo\n")
    assert "Taken back" in run.out
    assert "no move to take back" in run.err
    assert rowdy.game("rubik").format_state(cli.record().start) == position


def test_a_game_that_is_over_is_shown_as_it_is(cli: Cli) -> None:
    game = rowdy.game("rubik")
    position = game.format_state(random_states("rubik-de-2", 0)[-1])
    run = cli("play", "rubik", "--seats", "greedy,random", "--position", position)
    assert (run.code, run.err) == (0, "")
