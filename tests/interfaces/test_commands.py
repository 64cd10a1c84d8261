"""The other commands, and the words of every error on the command line."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import rowdy
from rowdy.interfaces.cli import commands
from rowdy.interfaces.cli.commands import COMMANDS
from rowdy.rules.catalog import CATALOG
from rowdy.rules.game import InvalidSetup
from rowdy.rules.record_text import format_record, parse_record
from tests.interfaces.cli import Cli

FIRST_MOVES = "1\n" * 400


def test_version(cli: Cli) -> None:
    assert cli("--version").out.strip() == f"rowdy {rowdy.__version__}"


@pytest.mark.parametrize("arguments", [("games", "--lang", "de"), ("--lang=de", "games"), ("--lang", "de", "games")])
def test_the_language_can_be_asked_for(cli: Cli, arguments: tuple[str, ...]) -> None:
    assert "; Ausgaben: de, en;" in cli(*arguments).out
    assert "--lang cannot be 'fr'" in cli("games", "--lang", "fr").err


@pytest.mark.parametrize(
    "arguments", [("ply",), ("serve", "--host", "0.0.0.0"), ("play", "--seed"), ("perft", "rubik", "x"), ("games", "x")]
)
def test_a_wrong_call_is_answered_by_one_line(cli: Cli, arguments: tuple[str, ...]) -> None:
    run = cli(*arguments)
    assert run.code == 2
    assert len(run.err.splitlines()) == 1
    assert run.err.endswith(' --help" explains.\n')


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("perft",), "es fehlt: GAME, DEPTH"),
        (("games", "--bogus"), "--bogus gibt es hier nicht"),
        (("play", "--seed"), "--seed braucht einen Wert"),
        (("completion", "tcsh"), "SHELL kann nicht 'tcsh' sein; möglich:"),
        (("perft", "rubik", "x"), "DEPTH muss eine Zahl sein, nicht 'x'"),
        (("serve", "--lan=3"), "--lan nimmt keinen Wert"),
    ],
)
def test_a_wrong_call_is_told_in_the_language(cli: Cli, arguments: tuple[str, ...], told: str) -> None:
    run = cli("--lang", "de", *arguments)
    assert told in run.err
    assert "argument" not in run.err


def test_help_has_no_heading_of_its_own_in_english(cli: Cli) -> None:
    shown = cli("--lang", "de", "perft", "--help").out
    assert [
        word for word in ("Aufruf: rowdy", "Angaben:", "Optionen:", "diese Hilfe zeigen") if word not in shown
    ] == []
    assert [word for word in ("usage", "positional", "options:", "show this") if word in shown] == []


def test_help_breaks_its_lines_between_words(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = cli("play", "--help").out
    description = out.split("\n\n")[1]
    assert max(map(len, description.splitlines())) < 60
    assert "Without GAME you are asked which." in " ".join(description.split())
    assert "\n  rowdy play xoxo --seats you=Ann,you=Ben,easy --edition en\n" in out


def test_help_fills_its_paragraphs_and_leaves_lists_alone(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    out = cli("puzzles", "--help").out
    assert "\nmake    play games between bots and find the positions in which exactly one\n        turn works" in out
    assert "what each game yields is kept\nat once. It is quick once the game" in out


def test_without_a_command_the_help_is_shown(cli: Cli) -> None:
    run = cli()
    assert run.code == 2
    assert "play a game" in run.out


def test_every_module_of_the_folder_is_a_command() -> None:
    assert sorted(COMMANDS) == sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_teaches_itself(cli: Cli, command: str) -> None:
    run = cli(command, "--help")
    assert run.code == 0
    assert len(run.out) > 150


def test_games_lists_all_with_their_editions(cli: Cli) -> None:
    out = cli("games").out
    for kit in CATALOG.values():
        assert kit.id in out
        assert ", ".join(edition.name for edition in kit.editions) in out


def test_games_names_what_is_broken(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    error = InvalidSetup("guest-game-failed", name="ludo", package="ludo.kit:KIT", reason="KeyError: 'dice'")
    monkeypatch.setattr("rowdy.interfaces.cli.commands.games.broken_guests", lambda: {"ludo": error})
    run = cli("games")
    assert run.code == 0
    assert "ludo" not in run.out
    assert "ludo.kit:KIT" in run.err
    assert "KeyError: 'dice'" in run.err


@pytest.mark.parametrize("game", CATALOG)
def test_rules_name_every_ruling_option_decision_and_edition(cli: Cli, game: str) -> None:
    kit = CATALOG[game]
    run = cli("rules", game, "--edition", kit.editions[0].name)
    assert run.code == 0
    for ruling in kit.rulings:
        assert f"**{ruling.name}**" in run.out
        if ruling.name != "target":
            assert all(f"`{option}`" in run.out for option in ruling.options)
        assert f"(default: {ruling.default})" in run.out
    for edition in kit.editions:
        assert f"**{edition.name}**" in run.out


def test_perft_counts_in_actions_and_turns(cli: Cli) -> None:
    out = cli("perft", "rubik", "2").out
    assert "actions 1: 32 " in out
    assert "actions 2: 96 " in out
    assert "turns 1: 32 " in out
    assert "turns 2: 2,880 " in out


def test_perft_from_a_position_with_chance_by_seed(cli: Cli) -> None:
    run = cli("perft", "djeco", "1", "--seed", "7")
    assert run.code == 0
    assert "actions 1: 1 " in run.out
    position = "..../.B../..Bb/.... flip"
    assert position in cli("perft", "xoxo2", "1", "--position", position).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "chess"), "no game “chess”"),
        (("play", "xoxo", "--edition", "fr"), "no edition “fr”"),
        (("play", "xoxo", "--ruling", "piles"), "name=option"),
        (("play", "xoxo", "--ruling", "piles=fr"), "It has de, en"),
        (("play", "xoxo", "--ruling", "colour=red"), "no house rule “colour”"),
        (("play", "xoxo", "--ruling", "piles=en", "--ruling", "piles=de"), "given twice"),
        (("play", "xoxo", "--seats", "you"), "cannot be played by 1"),
        (("play", "rubik", "--seats", "you,greedy,greedy"), "cannot be played by 3"),
        (("play", "rubik", "--seats", "you,gredy"), "There is no bot “gredy”"),
        (("play", "rubik", "--starter", "2"), "Seat 2 cannot start"),
        (("play", "xoxo", "--starter", "9"), "Seat 9 cannot start"),
        (("play", "xoxo2", "--ruling", "both_rows=mover"), "row=enclosed"),
        (("play", "djeco", "--ruling", "numbers=custom"), "--deck FILE"),
        (("play", "djeco", "--ruling", "target=13"), "It has 1, 2, 3"),
        (("play", "rubik", "--save", os.devnull), "exists already"),
        (("play", "rubik", "--seats", "you=,greedy"), "cannot sit down"),
        (("play", "--resume"), "no unfinished game"),
        (("play", "--resume", "x", "--starter", "1"), "does not go with starter"),
        (("perft", "djeco", "1", "--position", "...../...../...../...../..... ?/- - 0:0 play 0 1"), "unknown cards"),
        (
            ("perft", "djeco", "1", "--position", "...../...../...../...../..... b1,r1/b1,b2 - 0:0 play 0 1"),
            "r1,b1/b1,b2",
        ),
        (("play", "rubik", "--seed", " "), "A seed has"),
        (("play", "--resume", "nothing-here.rowdy"), "nothing-here.rowdy"),
        (("play", "rubik", "--deck", "nothing-here.txt"), "nothing-here.txt"),
        (("replay", "nothing-here.rowdy"), "nothing-here.rowdy"),
        (("rules", "chess"), "no game “chess”"),
        (("perft", "rubik", "0"), "from 1 to"),
        (("perft", "rubik", "2", "--position", "nonsense"), "nonsense"),
        (("perft", "rubik", "2", "--position", "AAAA/..../..../.... flip"), "4 stones"),
    ],
)
def test_a_mistake_gets_one_clear_sentence(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    run = cli(*arguments)
    assert run.code == 2
    assert words in run.err
    assert run.err.count("\n") == 1
    assert "Traceback" not in run.err


def test_resume_knows_its_own_setting(cli: Cli, tmp_path: Path) -> None:
    run = cli("play", "xoxo", "--resume", str(tmp_path / "any"))
    assert run.code == 2
    assert "does not go with game" in run.err


class TestReplay:
    @pytest.fixture
    def finished(self, cli: Cli) -> str:
        cli("play", "djeco", "--seats", "you,greedy", "--seed", "6", lines=FIRST_MOVES)
        return str(cli.saved()[0])

    @pytest.fixture
    def going_on(self, cli: Cli) -> str:
        cli("play", "djeco", "--seats", "you,greedy", "--seed", "6", lines="1\n1\n")
        return str(cli.saved()[0])

    def test_a_finished_game_lies_open(self, cli: Cli, finished: str) -> None:
        out = cli("replay", finished).out
        assert "hand: 5 cards" not in out

    def test_a_game_that_goes_on_keeps_its_secrets(self, cli: Cli, going_on: str) -> None:
        out = cli("replay", going_on).out
        assert "seat: Player; colour: red, cross; tokens: 0 of 5; hand: 5 cards" not in out
        assert "seat: Bot (greedy); colour: blue, ring; tokens: 0 of 5; hand: 5 cards" in out

    def test_without_a_file_it_is_the_game_played_last(self, cli: Cli) -> None:
        assert "There is no saved game in " in cli("replay").err
        assert "There is no saved game in " in cli("review").err
        cli("play", "rubik", "--seats", "you,greedy", lines="B@b3\nquit\n")
        assert "Step 1: B@b3" in cli("replay").out

    def test_other_eyes_see_other_hands(self, cli: Cli, finished: str) -> None:
        assert (
            "seat: Player; colour: red, cross; tokens: 0 of 5; hand: 5 cards"
            in cli("replay", finished, "--eyes", "2").out
        )
        spectator = cli("replay", finished, "--eyes", "spectator").out
        assert "seat: Bot (greedy); colour: blue, ring; tokens: 0 of 5; hand: 5 cards" in spectator
        assert cli("replay", finished, "--eyes", "3").code == 2

    def test_the_seats_are_spoken_of_as_others_unless_their_eyes_look(self, cli: Cli, finished: str) -> None:
        open_game = cli("replay", finished).out
        assert "Player plays" in open_game
        assert "You" not in open_game
        own = cli("replay", finished, "--eyes", "1").out
        assert "You play" in own
        assert "Player plays" not in own

    def test_a_step_is_a_move_with_all_that_follows(self, cli: Cli) -> None:
        cli("play", "xoxo", "--seats", "you,greedy", "--seed", "6", lines="own@c3\n")
        out = cli("replay", str(cli.saved()[0])).out
        assert out.count("Step ") == 3
        assert "Step 1: own@c3\nYou lay" in out

    def test_a_seats_record_is_seen_by_no_other_eyes(self, cli: Cli, going_on: str) -> None:
        record = parse_record(Path(going_on).read_text("utf-8")).seen_by(0)
        Path(going_on).write_text(format_record(record), "utf-8")
        assert cli("replay", going_on).code == 0
        for eyes in ("all", "2", "spectator"):
            assert "others saw other things" in cli("replay", going_on, "--eyes", eyes).err

    def test_hand_edited_records_are_refused_by_line(self, cli: Cli, finished: str) -> None:
        path = Path(finished)
        text = path.read_text("utf-8")
        path.write_text(text.replace("1. ", "1. r99@c3 "), "utf-8")
        run = cli("replay", finished)
        assert run.code == 2
        assert "r99@c3" in run.err
        assert "Line" in run.err

    def test_files_that_are_no_records(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_bytes(b"\xff\xfe\x00")
        assert "not a text file" in cli("replay", str(path)).err
        path.write_bytes(b"x" * 1_000_001)
        assert "too large" in cli("replay", str(path)).err
        path.write_bytes(b"")
        assert "not a record" in cli("replay", str(path)).err
        assert cli("replay", str(tmp_path)).code == 2


def test_a_reader_that_stops_early_is_no_crash(tmp_path: Path) -> None:
    environment = {**os.environ, "ROWDY_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "rowdy", "rules", "xoxo"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    process.wait(30)
    assert b"Traceback" not in err
    assert b"Exception" not in err
