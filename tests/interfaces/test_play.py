"""Terminal play as a person meets it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rowdy.interfaces.words import Words
from rowdy.rules.game import CHANCE
from rowdy.rules.record import Record
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.seal import commitment
from tests.interfaces.cli import Cli

FIRST_MOVES = "1\n" * 400
GREEDY = ("--seats", "you,greedy")
"""An opponent that needs no time."""
GAMES = (("xoxo", "you,greedy"), ("rubik", "you,greedy"), ("xoxo2", "greedy,you"), ("djeco", "you,random"))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_whole_game_by_numbers(cli: Cli, game: str, seats: str) -> None:
    run = cli("play", game, "--seats", seats, "--seed", "7", lines=FIRST_MOVES)
    assert run.code == 0
    assert run.err == ""
    record = cli.record()
    assert record.outcome() is not None
    assert record.players == tuple(seats.split(","))
    assert "rowdy replay" in run.out


@pytest.mark.parametrize("game", ["rubik", "xoxo2", "djeco", "xoxo"])
def test_bots_alone_play_to_the_end_and_leave_no_file(cli: Cli, game: str) -> None:
    run = cli("play", game, "--seats", "greedy,random", "--seed", "1")
    assert run.code == 0
    assert cli.saved() == []


def test_a_move_in_notation_and_a_whole_turn(cli: Cli) -> None:
    cli("play", "rubik", "--seats", "you,you", lines="A@b2\nb2-b3 b@a1\n")
    assert [str(event.action) for event in cli.record().events] == ["A@b2", "b2-b3", "b@a1"]


def test_a_turn_of_which_a_part_is_illegal_is_refused_whole(cli: Cli) -> None:
    run = cli("play", "rubik", "--seats", "you,you", lines="A@b2\nb2-b3 b@b3\n")
    assert "b3 is taken" in run.err
    assert [str(event.action) for event in cli.record().events] == ["A@b2"]


def test_letters_of_the_wrong_case_are_read_where_there_is_no_doubt(cli: Cli) -> None:
    cli("play", "rubik", "--seats", "you,you", lines="a@B2\n")
    assert [str(event.action) for event in cli.record().events] == ["A@b2"]


def test_the_log_has_a_line_for_each_turn_and_details_on_demand(cli: Cli) -> None:
    run = cli("play", "xoxo", *GREEDY, "--seed", "7", lines="1\nlog\nlog all\nlog x\n")
    short, whole = run.out.rsplit("The game begins.\n", 2)[1:]
    assert "now shows" not in short
    assert whole.count("  Your pile now shows") == 2
    assert short.count("You lay") == short.count("Bot (greedy) lays") == whole.count("You lay") == 1
    assert "log all" in run.err


def test_a_move_may_be_typed_with_blanks_and_in_capitals(cli: Cli) -> None:
    cli("play", "rubik", "--seats", "you,you", lines="A B2\nb2 - B3\nb@a1\n")
    assert [str(event.action) for event in cli.record().events] == ["A@b2", "b2-b3", "b@a1"]


def test_a_wrong_move_in_capitals_gets_its_reason_too(cli: Cli) -> None:
    assert "you start in the middle" in cli("play", "xoxo", *GREEDY, lines="OWN@A1\n").err


def test_part_of_a_move_is_answered_with_the_moves_that_have_it(cli: Cli) -> None:
    run = cli("play", "xoxo", *GREEDY, lines="c3\nown\n")
    assert "“c3” is only part of a move. Possible: own@c3, draw@c3." in run.err
    assert "“own” is only part of a move. Possible: own@c3." in run.err
    run = cli("play", "rubik", "--seats", "you,you", lines="A\nA@b2\nb@a1\n")
    assert "Possible: A@a1, A@b1, A@c1, A@d1, A@a2, A@b2 …." in run.err
    assert "first you have to flip an opposing stone, such as b2-b1." in run.err


def test_the_rules_in_force_can_be_read_during_a_game(cli: Cli) -> None:
    run = cli("play", "rubik", *GREEDY, "--ruling", "both_rows=mover", lines="rules\n")
    assert "This is the game by the German rulebook; house rules changed: both_rows=mover." in run.out
    assert not cli.record().events


def test_at_the_end_the_turns_can_be_read_before_leaving(cli: Cli) -> None:
    whole = cli("play", "djeco", "--seats", "you,random", "--seed", "7", lines=FIRST_MOVES)
    assert whole.code == 0
    moves = sum(event.actor == 0 for event in cli.record().events)
    run = cli(
        "play", "djeco", "--seats", "you,random", "--seed", "7", lines="1\n" * moves + "log\nlog all\n?\nboard\n\n"
    )
    assert run.err == ""
    told = run.out.split("or type log to read the turns")[1:]
    assert [part.count("The game begins.") for part in told] == [1, 1, 0, 0, 0]
    assert "A number picks a move" in told[2]
    assert "Tokens left" in told[3]


@pytest.mark.parametrize("game", ["xoxo", "rubik", "xoxo2", "djeco"])
def test_a_new_game_begins_with_its_whole_aim(cli: Cli, game: str) -> None:
    run = cli("play", game, *GREEDY)
    assert (
        Words()(f"aim-{game}", row="enclosed" if game == "rubik" else "survives", scorer="owner", target=5) in run.out
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hello", "not a move in this game"),
        ("99", "from 1 to 32"),
        ("0", "from 1 to 32"),
        ("²", "not a move in this game"),
        ("A@z9", "not a move in this game"),
        ("A@e5", "e5 is not on the board"),
        ("a@b2 A@b3", "not your turn"),
        ("b2-b3", "time to place a stone"),
        ("undo", "no move to take back"),
        ("9" * 5000, "from 1 to 32"),
    ],
)
def test_a_bad_line_gets_one_clear_sentence(cli: Cli, line: str, words: str) -> None:
    run = cli("play", "rubik", *GREEDY, lines=line + "\n")
    assert words in run.err
    assert run.err.count("\n") == 1
    assert run.code == 0


def test_what_others_did_since_is_told_in_order_and_marked(cli: Cli) -> None:
    run = cli("play", "xoxo", "--seats", "you,greedy,greedy,greedy", "--seed", "5", lines="own@c3\n")
    _, _, after = run.out.partition("What happened:")
    laid = re.findall(r"(You|Bot \d) .*?lays? .*? on ([a-e][1-5])", after)
    assert [who for who, _ in laid] == ["You", "Bot 2", "Bot 3", "Bot 4"]
    marked = re.findall(r"([a-e][1-5]) [^;\n]*\(last move\)", after)
    assert sorted(marked) == sorted(square for who, square in laid if who != "You")


def test_undo_brings_the_same_chance_again_and_marks_the_record(cli: Cli) -> None:
    cli("play", "xoxo", *GREEDY, "--seed", "3", lines="own@c3\nundo\nown@c3\n")
    record = cli.record()
    assert record.practice
    once = cli.saved()[0]
    once.unlink()
    cli("play", "xoxo", *GREEDY, "--seed", "3", lines="own@c3\n")
    assert cli.record().events == record.events
    assert not cli.record().practice


def test_undo_is_not_for_several_people(cli: Cli) -> None:
    run = cli("play", "rubik", "--seats", "you,you", lines="1\nundo\n")
    assert "alone against bots" in run.err


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_game_left_and_resumed_ends_as_if_never_left(cli: Cli, game: str, seats: str) -> None:
    cli("play", game, "--seats", seats, "--seed", "11", lines=FIRST_MOVES)
    whole = cli.saved()[0].read_text("utf-8")
    cli.saved()[0].unlink()
    cli("play", game, "--seats", seats, "--seed", "11", lines="1\n1\nquit\n")
    (path,) = cli.saved()
    assert "Seed:" not in path.read_text("utf-8")
    run = cli("play", "--resume", str(path), lines=FIRST_MOVES)
    assert run.code == 0
    assert path.read_text("utf-8") == whole
    assert "resume" not in cli("replay", str(path)).err
    again = cli("play", "--resume", str(path))
    assert again.code == 2
    assert "is over" in again.err


def test_a_resumed_game_tells_what_happened_since_your_turn(cli: Cli) -> None:
    cli("play", "rubik", *GREEDY, "--seed", "11", lines="A@b2\n1\n1\nquit\n")
    run = cli("play", "--resume", lines="quit\n")
    told = run.out.split("What happened:")[1].splitlines()[1:3]
    assert told[0].startswith("You flip")
    assert told[1].startswith("Bot (greedy) flips")
    assert "A@b2" in [str(event.action) for event in cli.record().events]
    assert "You place a blue X on b2" not in run.out


def test_the_example_in_a_prompt_is_a_move_that_is_possible(cli: Cli) -> None:
    run = cli("play", "rubik", "--seats", "you,you", lines="A@b2\nquit\n")
    assert "flip an opposing stone (a number, or a move like b2-b1;" in run.out


@pytest.mark.parametrize(
    ("game", "stones"),
    [
        ("rubik", "You 8 (A blue X, B green X), Bot (greedy) 8 (a yellow O, b white O)"),
        ("xoxo2", "You 8 (A green star, B red star), Bot (greedy) 8 (a green hexagon, b red hexagon)"),
    ],
)
def test_the_supply_says_which_stones_are_whose(cli: Cli, game: str, stones: str) -> None:
    run = cli("play", game, *GREEDY, lines="quit\n")
    assert stones in " ".join(run.out.split())


def sealed(cli: Cli) -> list[Path]:
    return sorted((cli.home / "games").glob(".*.sealed"))


def test_a_secret_seed_is_kept_beside_the_record_only_while_the_game_goes_on(cli: Cli) -> None:
    cli("play", "djeco", *GREEDY, lines="1\nquit\n")
    (seal,) = sealed(cli)
    seed = json.loads(seal.read_text())["seed"]
    text = cli.saved()[0].read_text("utf-8")
    assert seed not in text
    assert f"Commitment: {commitment(seed)}" in text
    cli("play", "--resume", lines=FIRST_MOVES)
    assert sealed(cli) == []
    assert f"Seed: {seed}" in cli.saved()[0].read_text("utf-8")


def test_two_games_with_the_same_seed_do_not_touch_each_other(cli: Cli) -> None:
    cli("play", "djeco", *GREEDY, "--seed", "77", lines="1\nquit\n")
    cli("play", "djeco", *GREEDY, "--seed", "77", lines=FIRST_MOVES)
    run = cli("play", "--resume", lines=FIRST_MOVES)
    assert "a new one" not in run.out
    first, second = (parse_record(path.read_text("utf-8")) for path in cli.saved())
    assert first.events == second.events


def test_without_the_seed_a_resumed_game_goes_on_with_new_chance(cli: Cli) -> None:
    cli("play", "djeco", *GREEDY, lines="1\nquit\n")
    before = cli.record()
    sealed(cli)[0].unlink()
    run = cli("play", "--resume", str(cli.saved()[0]), lines=FIRST_MOVES)
    assert "a new one" in run.out
    after = cli.record()
    assert after.outcome() is not None
    assert after.events[: len(before.events)] == before.events
    assert after.commitment is None
    assert after.seed is None


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"seed": "x"}', b'{"seed": "x", "orders": {"a": ["b"]}}', b"\xff"]
)
def test_a_damaged_seal_counts_as_lost(cli: Cli, damage: bytes) -> None:
    cli("play", "djeco", *GREEDY, lines="1\nquit\n")
    sealed(cli)[0].write_bytes(damage)
    assert "a new one" in cli("play", "--resume", str(cli.saved()[0])).out


def test_save_writes_where_told_and_goes_on_there(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "one game.rowdy"
    run = cli("play", "rubik", *GREEDY, lines=f"1\nsave {path}\n1\n1\n")
    assert str(path) in run.out
    assert len(parse_record(path.read_text("utf-8")).events) >= 3


def test_save_overwrites_nothing_and_makes_no_folders(cli: Cli, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    run = cli("play", "rubik", *GREEDY, lines=f"save {precious}\nsave {tmp_path / 'nowhere' / 'x'}\n")
    assert "exists already" in run.err
    assert "Cannot save" in run.err
    assert precious.read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


def test_a_disk_that_cannot_be_written_to_does_not_stop_the_game(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    (tmp_path / "spare").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "spare"))
    run = cli("play", "rubik", *GREEDY, "--seed", "7", lines=FIRST_MOVES)
    assert run.code == 0
    assert run.err.count("cannot be written to") == 1
    (kept,) = (tmp_path / "spare").glob("*.rowdy")
    assert parse_record(kept.read_text("utf-8")).outcome() is not None
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "home"))
    run = cli("play", "rubik", *GREEDY, "--seed", "7", lines="1\n")
    assert run.err.count("cannot be saved") == 1
    assert "could not be saved" in run.out


def test_the_last_move_too_can_be_taken_back(cli: Cli) -> None:
    cli("play", "rubik", *GREEDY, "--seed", "7", lines=FIRST_MOVES)
    moves = sum(event.actor == 0 for event in cli.record().events)
    cli.saved()[0].unlink()
    run = cli("play", "rubik", *GREEDY, "--seed", "7", lines="1\n" * moves + "undo\n")
    assert run.code == 0
    assert cli.record().practice
    assert cli.record().outcome() is None


ENDS_ON_A_FLIP = """Rowdy: 1
Game: xoxo2
Edition: nl
Seats: you, you

1. A@a4
2. a4-b4 b@a1
3. a1-a2 A@b3
4. b4-a4 a@d2
5. a2-a3 B@c3
"""


def test_a_turn_that_ends_on_its_flip_says_so(cli: Cli, tmp_path: Path) -> None:
    """On a4, b3 and c2 lie one star's sides once the star on c3 is flipped there."""
    path = tmp_path / "end.rowdy"
    path.write_text(ENDS_ON_A_FLIP, "utf-8")
    assert "c3-c2 ends the game" in cli("play", "--resume", str(path), lines="c3-c2 a@a1\n").err
    assert len(parse_record(path.read_text("utf-8")).events) == 9
    cli("play", "--resume", str(path), lines="c3-c2\n")
    outcome = parse_record(path.read_text("utf-8")).outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_standing_orders_outlast_a_break(cli: Cli) -> None:
    cli("play", "xoxo", *GREEDY, "--seed", "2", lines="hold all\nquit\n")
    assert cli("play", "--resume", lines="quit\n").out.count("[hold") == 3


def reveals(record: Record, seat: int) -> list[str]:
    answers = [str(action) for actor, action in record.events if actor == seat and str(action).startswith("!")]
    return [answer for answer in answers if answer != "!-"]


def test_standing_orders_hold_cards_back_and_show_them_again(cli: Cli) -> None:
    """The same game thrice: all cards held, all shown at once (the default), held and then shown again."""
    game = ("play", "xoxo", "--seats", "you,random", "--seed", "4")
    shown = []
    for orders in ("hold all\n", "", "hold all\nshow all\n"):
        cli(*game, lines=orders + FIRST_MOVES)
        shown.append(reveals(cli.record(), 0))
        cli.saved()[0].unlink()
    assert shown[0] == []
    assert shown[1] != []
    assert shown[2] == shown[1]


def test_a_card_whose_line_lies_is_shown_as_soon_as_its_order_says_so(cli: Cli) -> None:
    """As at a live table, the last window is opened once more if nobody has shown anything in it."""
    for moves in range(1, 30):
        lines, events, said = "hold all\n" + "1\n" * moves, [], []
        for order in ("", "show all\n"):
            said.append(cli("play", "xoxo", "--seats", "you,random", "--seed", "4", lines=f"{lines}{order}quit\n").out)
            record = cli.record()
            events.append(record.events)
            cli.saved()[0].unlink()
        held, shown = events
        if reveals(record, 0):
            break
        assert held == shown, "an order that shows nothing changes nothing"
    assert reveals(record, 0)
    assert not record.practice
    assert shown[: len(held) - 2] == held[:-2], "the answers of both seats to the last window are given once more"
    assert len(shown) > len(held), "then comes another window"
    assert said[1].count("You show") == 1
    assert "You show" not in said[0]


def test_an_order_for_a_card_one_does_not_hold_is_refused(cli: Cli) -> None:
    run = cli("play", "xoxo", *GREEDY, "--seed", "2", lines="hold nonsense\n")
    assert "does not name a card of yours" in run.err


def test_who_would_rather_leave_is_not_shown_the_next_hand(cli: Cli) -> None:
    run = cli("play", "djeco", "--seats", "you=Ann,you=Ben", "--seed", "4", lines="\n1\nquit\n")
    assert "Pass to Ben" in run.out
    assert "hand: " not in run.out.partition("Pass to Ben")[2]


def test_hidden_hands_are_shown_only_to_their_owner(cli: Cli) -> None:
    """Between two wipes stands the hand of the seat that was called, and no card that only the other holds."""
    run = cli("play", "djeco", "--seats", "you=Ann,you=Ben", "--seed", "4", lines="\n1\n" * 60)
    record = cli.record()
    pieces = re.split(r"Pass to (Ann|Ben)\..*\n", run.out)
    states = list(record.states())
    first_ann, first_ben = (
        pieces[2].split("Here the screen is wiped")[0],
        pieces[4].split("Here the screen is wiped")[0],
    )
    start = next(state for state, event in zip(states, record.events, strict=False) if event.actor is not CHANCE)
    ann, ben = (" ".join(map(str, hand)) for hand in start.hands)
    assert f"hand: {ann}" in first_ann
    assert f"hand: {ben}" not in first_ann
    assert f"hand: {ben}" in first_ben
    for i in range(1, len(pieces), 2):
        shown = pieces[i + 1].split("Here the screen is wiped")[0]
        assert len(re.findall(r"hand: [0-9]+ cards|hand: one card|hand: none", shown)) >= 1


def test_output_to_a_pipe_has_no_colours_and_no_boxes(cli: Cli) -> None:
    run = cli("play", "xoxo", *GREEDY, "--seed", "1", lines=FIRST_MOVES)
    assert "\x1b" not in run.out
    assert "│" not in run.out


def test_help_in_every_game_names_the_commands(cli: Cli) -> None:
    for game, _ in GAMES:
        run = cli("play", game, *GREEDY, lines="?\n")
        assert "undo" in run.out
        assert "@" in run.out


def test_end_of_input_saves_and_says_how_to_go_on(cli: Cli) -> None:
    run = cli("play", "rubik", *GREEDY, lines="1\n")
    assert "rowdy play --resume" in run.out
    assert len(cli.record().events) == 3


def test_without_a_name_the_game_is_asked_for(cli: Cli) -> None:
    run = cli("play", lines="nonsense\n2\nquit\n")
    assert "Tac Toe (rubik)" in run.out
    assert cli.record().game.edition.game == "rubik"
    assert cli("play", lines="").code == 2


def test_a_custom_deck_is_played_and_its_mistakes_named_by_line(cli: Cli, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    for mark in ("", "\ufeff"):  # some editors put a byte-order mark before the first line
        deck.write_text(f"{mark}1 1 2 2 3 3 4 4 5 5\n# and more\n6 6 7 7 8 8 9 9\n", "utf-8")
        assert cli("play", "djeco", "--deck", str(deck), "--seats", "random,random").code == 0
    deck.write_text("1 1 2 2 3 3 4 4 5 5\n6 6 7 7 8 8 9 x\n")
    run = cli("play", "djeco", *GREEDY, "--deck", str(deck))
    assert run.code == 2
    assert "Line 2" in run.err


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    """A real process, interrupted while it waits for a line."""
    command = [sys.executable, "-m", "rowdy", "play", "rubik", *GREEDY, "--seed", "1"]
    environment = {**os.environ, "ROWDY_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("A@b2\n")
    process.stdin.flush()
    while "flip an opposing stone" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == ""
    assert "rowdy play --resume" in out
    (path,) = (tmp_path / "games").glob("*.rowdy")
    record = parse_record(path.read_text("utf-8"))
    assert str(record.events[0].action) == "A@b2"
    assert len(record.events) == 3
    assert format_record(record) == path.read_text("utf-8")
