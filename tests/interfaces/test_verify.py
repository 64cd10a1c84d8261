"""The command that checks records: a line a check, JSON, exit codes; and what other commands make of resignations."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import rowdy
from rowdy.play.course import Course
from rowdy.play.dealer import Dealer
from rowdy.rules.record import format_record
from tests.interfaces.cli import Cli
from tests.worlds import next_event

SALT, ANN, BEN = "5a" * 32, "0c" * 16, "be" * 16


def played(game_id: str, seats: int = 2, steps: int = 10_000) -> Course:
    game, rng = rowdy.game(game_id, seats=seats), Random(1)
    labels = ("you=Ann", "you=Ben", "greedy")[:seats]
    course = Course(game, labels, Dealer("sesame", True, SALT, (ANN, BEN, "-")[:seats]))
    while steps and (event := next_event(game, course.state, rng)) and isinstance(event.actor, int):
        course.act(event.actor, event.action)
        steps -= 1
    return course


def write(folder: Path, text: str, name: str = "game.rowdy") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


@pytest.fixture
def fair() -> str:
    return format_record(played("djeco").record())


def test_a_fair_game_is_told_check_by_check(cli: Cli, tmp_path: Path, fair: str) -> None:
    run = cli("verify", write(tmp_path, fair))
    assert (run.code, run.err) == (0, "")
    legal, sealed, dealt, nonces, closing = run.out.splitlines()
    assert legal.startswith("Holds: The game is legal: ")
    assert sealed.startswith("Holds: The seed is the one that was sealed by the commitment ")
    assert dealt.startswith("Holds: All ")
    assert nonces == "Note: Seats 1 and 2 have added a nonce to the seed."
    assert closing == "All that was checked holds."


def test_a_seat_can_compare_its_nonce(cli: Cli, tmp_path: Path, fair: str) -> None:
    path = write(tmp_path, fair)
    run = cli("verify", path, "--nonce", f"2={BEN}", "--nonce", f"1={ANN}")
    assert run.code == 0
    assert "Holds: The nonce of seat 2 is the one that you gave." in run.out
    assert "Holds: The nonce of seat 1 is the one that you gave." in run.out
    run = cli("verify", "--nonce", f"2={ANN}", path)
    assert run.code == 1
    assert "Does not hold: The nonce of seat 2 is not the one that you gave." in run.out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Seed: sesame", "Seed: sesam", "Does not hold: The seed is not the one that was sealed"),
        (f"Nonces: {ANN}", f"Nonces: {BEN}", "Does not hold: Outcome 1 of chance is 1+"),
        ("@c3", "@c4", "Does not hold: The game is not legal. Line "),
    ],
)
def test_a_record_that_was_tampered_with_is_told(
    cli: Cli, tmp_path: Path, fair: str, old: str, new: str, words: str
) -> None:
    assert old in fair
    run = cli("verify", write(tmp_path, fair.replace(old, new, 1)))
    assert run.code == 1
    assert words in run.out
    assert run.out.splitlines()[-1].startswith("Something does not hold")


def test_what_cannot_be_checked_is_said(cli: Cli, tmp_path: Path) -> None:
    course = played("xoxo", steps=5)
    run = cli("verify", write(tmp_path, format_record(course.record())))
    assert run.code == 1
    assert [line.partition(":")[0] for line in run.out.splitlines()[:-1]] == ["Not checked"] * 3 + ["Note"]
    assert run.out.splitlines()[-1] == "Nothing wrong was found, but not everything could be checked."
    run = cli("verify", write(tmp_path, format_record(played("xoxo").record(0))))
    assert run.code == 1
    assert "Not checked: This is what one seat saw" in run.out


def test_a_game_of_the_terminal_can_be_verified(cli: Cli) -> None:
    cli("play", "djeco", "--seats", "you,greedy", lines="1\n" * 100)
    run = cli("verify", str(cli.saved()[0]))
    assert run.code == 0
    assert "Note: No seat has added a nonce" in run.out


def test_a_game_from_a_seed_that_was_chosen_is_not_passed(cli: Cli) -> None:
    cli("play", "djeco", "--seats", "you,greedy", "--seed", "7", lines="1\n" * 100)
    run = cli("verify", str(cli.saved()[0]))
    assert run.code == 1
    assert "Not checked: The seed was not sealed" in run.out
    assert "Holds: All " in run.out


def test_several_records_are_told_under_their_names(cli: Cli, tmp_path: Path, fair: str) -> None:
    good, bad = write(tmp_path, fair, "a.rowdy"), write(tmp_path, fair.replace("sesame", "sesam"), "b.rowdy")
    run = cli("verify", good, bad)
    assert run.code == 1
    lines = run.out.splitlines()
    assert lines.index(good) < lines.index("All that was checked holds.") < lines.index(bad)
    broken = write(tmp_path, "no record", "c.rowdy")
    run = cli("verify", broken, str(tmp_path / "missing.rowdy"), good)
    assert run.code == 2
    assert "is no header of a record" in run.err
    assert "missing.rowdy" in run.err
    assert "All that was checked holds." in run.out


def test_json_is_a_line_for_each_record(cli: Cli, tmp_path: Path, fair: str) -> None:
    good, bad = write(tmp_path, fair, "a.rowdy"), write(tmp_path, "no record", "b.rowdy")
    run = cli("verify", "--json", good, bad)
    assert (run.code, run.err) == (2, "")
    first, second = map(json.loads, run.out.splitlines())
    assert (first["file"], first["verified"]) == (good, True)
    assert [finding["code"] for finding in first["findings"]] == ["legal", "sealed", "dealt", "nonces"]
    dealt, nonces = first["findings"][2:]
    assert dealt["verdict"] == "holds"
    assert dealt["text"].startswith(f"All {dealt['count']} outcomes")
    assert nonces["seats"] == [1, 2]
    assert (second["file"], second["verified"], second["findings"]) == (bad, False, [])
    assert "is no header of a record" in second["error"]


@pytest.mark.parametrize(
    ("nonces", "words"),
    [
        (["2"], "is no nonce of a seat"),
        ([f"x={ANN}"], "is no nonce of a seat"),
        ([f"0={ANN}"], "is no nonce of a seat"),
        (["1=abc"], "is no nonce of a seat"),
        ([f"3={ANN}"], "There is no seat 3"),
    ],
)
def test_a_nonce_that_is_none_is_refused(cli: Cli, tmp_path: Path, fair: str, nonces: list[str], words: str) -> None:
    arguments = [part for nonce in nonces for part in ("--nonce", nonce)]
    run = cli("verify", write(tmp_path, fair), *arguments)
    assert run.code == 2
    assert words in run.err


def test_a_nonce_belongs_to_one_record(cli: Cli, tmp_path: Path, fair: str) -> None:
    path = write(tmp_path, fair)
    run = cli("verify", path, path, "--nonce", f"1={ANN}")
    assert run.code == 2
    assert "one record alone" in run.err


def test_the_help_says_what_is_proved_and_what_is_not(cli: Cli) -> None:
    run = cli("verify", "--help")
    assert run.code == 0
    assert "What this proves" in run.out
    assert "What it does not prove" in run.out


# Games that were resigned

RESIGNED = [
    ("rubik", 2, (0,), "Ben won: the other player resigned."),
    ("xoxo2", 2, (1,), "Ann won: the other player resigned."),
    ("djeco", 2, (0,), "Ben won: the other player resigned."),
    ("xoxo", 2, (0,), "Ben won: everyone else resigned."),
    ("xoxo", 3, (1,), "Somebody resigned: Ann and greedy shared the win."),
]


@pytest.mark.parametrize(("game_id", "seats", "resigned", "words"), RESIGNED)
def test_a_replay_tells_who_won_by_resignation(
    cli: Cli, tmp_path: Path, game_id: str, seats: int, resigned: tuple[int, ...], words: str
) -> None:
    path = write(tmp_path, format_record(played(game_id, seats, steps=4).record(resigned=resigned)))
    run = cli("replay", path)
    assert run.code == 0
    assert run.out.splitlines()[-1] == words
    assert run.out.count("resigned") == 1
    assert cli("replay", path, "--eyes", "1").out.splitlines()[-1] == words


def test_a_resigned_game_cannot_be_gone_on_with(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path, format_record(played("djeco", steps=4).record(resigned=(0,))))
    run = cli("play", "--resume", path)
    assert run.code == 2
    assert "is over" in run.err


def test_a_review_ends_with_the_resignation(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path, format_record(played("djeco", steps=2).record(resigned=(0,))))
    run = cli("review", path, "--sims", "20")
    assert run.code == 0
    assert "Ben won: the other player resigned." in run.out
    assert json.loads(cli("review", path, "--sims", "20", "--json").out)["result"] == "2 resigned"
