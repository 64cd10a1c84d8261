"""The command that checks records: a line a check, JSON, exit codes; and what other commands make of resignations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import rowdy
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.record_text import format_record
from tests.interfaces.cli import Cli
from tests.interfaces.web.serving import Visitor, serving_tables
from tests.worlds import next_event

SALT, ANN, BEN = "5a" * 32, "0c" * 16, "be" * 16


def played(game_id: str, seats: int = 2, steps: int = 10_000) -> GameLog:
    game, rng = rowdy.game(game_id, seats=seats), Random(1)
    labels = ("you=Ann", "you=Ben", "greedy")[:seats]
    game_log = GameLog(game, labels, Dealer("sesame", True, SALT, (ANN, BEN, "-")[:seats]))
    while steps and (event := next_event(game, game_log.state, rng)) and isinstance(event.actor, int):
        game_log.act(event.actor, event.action)
        steps -= 1
    return game_log


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
    legal, sealed, dealt, nonces, scope, closing = run.out.splitlines()
    assert legal.startswith("Holds: The game is legal: ")
    assert sealed.startswith("Holds: The seed is the one that was sealed by the commitment ")
    assert dealt.startswith("Holds: All ")
    assert nonces == "Note: Seats 1 and 2 have added a nonce to the seed."
    assert scope.startswith("Note: The seed seals chance alone. The names, ")
    assert closing == "Everything that was checked holds."


def test_a_record_saved_with_a_byte_order_mark_is_read(cli: Cli, tmp_path: Path, fair: str) -> None:
    marked = write(tmp_path, "\ufeff" + fair)
    assert Path(marked).read_bytes().startswith(b"\xef\xbb\xbfRowdy")
    assert cli("verify", marked).out == cli("verify", write(tmp_path, fair, "plain.rowdy")).out
    assert cli("replay", marked).code == 0


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
        (f"Nonces: {ANN}", f"Nonces: {BEN}", "Does not hold: Chance outcome 1 is 1+"),
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
    game_log = played("xoxo", steps=5)
    run = cli("verify", write(tmp_path, format_record(game_log.record())))
    assert run.code == 1
    assert [line.partition(":")[0] for line in run.out.splitlines()[:-1]] == ["Not checked"] * 3 + ["Note"] * 2
    assert run.out.splitlines()[-1] == "Nothing wrong was found, but not everything could be checked."
    run = cli("verify", write(tmp_path, format_record(played("xoxo").record(0))))
    assert run.code == 1
    assert "Not checked: This is the view of one seat" in run.out


def test_a_game_of_the_terminal_can_be_verified(cli: Cli) -> None:
    cli("play", "djeco", "--seats", "you,greedy", lines="1\n" * 100)
    run = cli("verify", str(cli.saved()[0]))
    assert run.code == 0
    assert "Note: No seat added a nonce" in run.out


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
    assert lines.index(good) < lines.index("Everything that was checked holds.") < lines.index(bad)
    broken = write(tmp_path, "not a record", "c.rowdy")
    run = cli("verify", broken, str(tmp_path / "missing.rowdy"), good)
    assert run.code == 2
    assert "is not a header of a record" in run.err
    assert "missing.rowdy" in run.err
    assert "Everything that was checked holds." in run.out


def test_json_is_a_line_for_each_record(cli: Cli, tmp_path: Path, fair: str) -> None:
    good, bad = write(tmp_path, fair, "a.rowdy"), write(tmp_path, "not a record", "b.rowdy")
    run = cli("verify", "--json", good, bad)
    assert (run.code, run.err) == (2, "")
    first, second = map(json.loads, run.out.splitlines())
    assert (first["file"], first["verified"]) == (good, True)
    assert [finding["code"] for finding in first["findings"]] == ["legal", "sealed", "dealt", "nonces", "not-sealed"]
    dealt, nonces, _ = first["findings"][2:]
    assert dealt["verdict"] == "holds"
    assert dealt["text"].startswith(f"All {dealt['count']} chance outcomes")
    assert nonces["seats"] == [1, 2]
    assert (second["file"], second["verified"], second["findings"]) == (bad, False, [])
    assert "is not a header of a record" in second["error"]


@pytest.mark.parametrize(
    ("nonces", "words"),
    [
        (["2"], "is not the nonce of a seat"),
        ([f"x={ANN}"], "is not the nonce of a seat"),
        ([f"0={ANN}"], "is not the nonce of a seat"),
        (["1=abc"], "is not the nonce of a seat"),
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
    assert "only one record" in run.err


def test_the_help_says_what_is_proved_and_what_is_not(cli: Cli) -> None:
    run = cli("verify", "--help")
    assert run.code == 0
    assert "What this proves" in run.out
    assert "What it does not prove" in run.out


# Against the server


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, list[str]]]:
    """Two links to a table, for a spectator and for a seat, and the records of its two rounds, the second going on."""
    with serving_tables(tmp_path_factory.mktemp("served") / "tables.sqlite") as address, Visitor(address) as visitor:
        opened = visitor.open("djeco", "me", "me")
        path = f"/api/tables/{opened['table']}/record?as=1"
        with visitor.live(opened["table"], "1") as ann, visitor.live(opened["table"], "2") as ben:
            ann.sit("Ann")
            ben.sit("Ben")
            ann.hear("step")
            ann.command("resign")
            first = visitor.http.get(path).text
            ben.hear("step")
            for line in (ann, ben):
                line.command("rematch", nonce="1" * 32)
            yield opened["watch"], opened["seats"][0]["link"], [first, visitor.http.get(path).text]


def test_a_record_is_compared_with_the_servers(
    cli: Cli, tmp_path: Path, served: tuple[str, str, list[str]], fair: str
) -> None:
    watch, own, (over, going_on) = served
    same = cli("verify", write(tmp_path, over), "--server", watch)
    assert (same.code, same.err) == (0, "")
    assert "Holds: The server has the same record of this round." in same.out
    assert "Holds: The server has the same record" in cli("verify", write(tmp_path, going_on), "--server", own).out
    later = cli("verify", write(tmp_path, going_on), "--server", watch)
    assert later.code == 1
    assert "Not checked: A round of the table is still going on" in later.out
    for old, new, told in (
        ("Seats: Ann, Ben", "Seats: Zoe, Ben", "differs in Seats."),
        ("Commitment:", "Practice: yes\nCommitment:", "differs in Practice."),
        ("Resigned: 1\nResult: 2 resigned", "Resigned: 2\nResult: 1 resigned", "differs in Resigned and Result."),
    ):
        assert old in over
        forged = write(tmp_path, over.replace(old, new))
        assert cli("verify", forged).code == 0, "without the server nobody can tell"
        found = cli("verify", forged, "--server", watch)
        assert found.code == 1
        assert f"record of this round {told}" in found.out
    elsewhere = cli("verify", write(tmp_path, fair), "--server", watch)
    assert elsewhere.code == 1
    assert "Does not hold: The table has no round" not in elsewhere.out, "it may be the one that goes on"


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("nonsense", "is not a link to a table"),
        ("http://localhost/table/abc", "is not a link to a table"),
        ("file:///table/abc#key", "is not a link to a table"),
        ("http://[/table/abc#key", "is not a link to a table"),
        ("http://127.0.0.1:1/table/abc#key", "http://127.0.0.1:1 did not give its record"),
    ],
)
def test_a_server_that_cannot_be_asked_is_told(cli: Cli, tmp_path: Path, fair: str, link: str, words: str) -> None:
    run = cli("verify", write(tmp_path, fair), "--server", link)
    assert run.code == 2
    assert words in run.err


def test_a_wrong_key_is_told(cli: Cli, tmp_path: Path, served: tuple[str, str, list[str]]) -> None:
    watch, _, (over, _) = served
    run = cli("verify", write(tmp_path, over), "--server", f"{watch}x")
    assert run.code == 2
    assert "did not give its record" in run.err


# Games that were resigned

RESIGNED = [
    ("rubik", 2, (0,), "Ben wins! Ann has resigned.", "Ben wins! You have resigned."),
    ("xoxo2", 2, (1,), "Ann wins! Ben has resigned.", "You win! Ben has resigned."),
    ("djeco", 2, (0,), "Ben wins! Ann has resigned.", "Ben wins! You have resigned."),
    (
        "xoxo",
        3,
        (1,),
        "Ann and Bot (greedy) share the win! Ben has resigned.",
        "You share the win with Bot (greedy)! Ben has resigned.",
    ),
]


@pytest.mark.parametrize(("game_id", "seats", "resigned", "words", "to_ann"), RESIGNED)
def test_a_replay_tells_who_won_by_resignation(
    cli: Cli, tmp_path: Path, game_id: str, seats: int, resigned: tuple[int, ...], words: str, to_ann: str
) -> None:
    path = write(tmp_path, format_record(played(game_id, seats, steps=4).record(resigned=resigned)))
    run = cli("replay", path)
    assert run.code == 0
    assert run.out.splitlines()[-1] == words
    assert run.out.count("resigned") == 1
    assert cli("replay", path, "--eyes", "1").out.splitlines()[-1] == to_ann


def test_a_resigned_game_cannot_be_gone_on_with(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path, format_record(played("djeco", steps=4).record(resigned=(0,))))
    run = cli("play", "--resume", path)
    assert run.code == 2
    assert "is over" in run.err


def test_a_review_ends_with_the_resignation(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path, format_record(played("djeco", steps=2).record(resigned=(0,))))
    run = cli("review", path, "--sims", "20")
    assert run.code == 0
    assert "Ben wins! Ann has resigned." in run.out
    assert json.loads(cli("review", path, "--sims", "20", "--json").out)["result"] == "2 resigned"
