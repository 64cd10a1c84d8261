"""Hints at the table and the review of a record, as a person or a program reads them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import rowdy
from rowdy.interfaces.cli import hint as hint_command
from rowdy.interfaces.cli.commands import review as review_command
from rowdy.interfaces.cli.commands.review import ReviewReport, sparkline
from rowdy.interfaces.cli.hint import Adviser
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.review_words import ReviewWords
from rowdy.interfaces.words import Words
from rowdy.play.review import Decision, Judged, Mark, Observations, decisions, judge_exactly
from rowdy.rules.game import AnyGame, Move, View, Window
from rowdy.rules.record import SPECTATOR, Record
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Reveal
from rowdy.search.perfect import Value, Verdict
from rowdy.search.python_search import RatedAction, Thought
from tests.interfaces.cli import Cli
from tests.play.test_review import GOLDEN, window_ahead
from tests.worlds import PRINTED, random_game


class Fake:
    """Likes the first action best and the last least, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Observations, View[Any, Any]]] = []

    def __call__(self, game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
        self.asked.append((log, view))
        choices = [RatedAction(action, 100_000 - i, max(0.0, 0.62 - 0.04 * i)) for i, action in enumerate(view.legal)]
        return Thought(tuple(choices), 200_000)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    """A search that takes no time, for hints and reviews."""
    found = Fake()
    monkeypatch.setattr(hint_command, "quick_searcher", lambda: found)
    monkeypatch.setattr(review_command, "searcher", lambda sims, seed: found)
    return found


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str | Record], str]:
    """Puts a record into a file."""

    def save(record: str | Record) -> str:
        path = tmp_path / "game.rowdy"
        path.write_text(record if isinstance(record, str) else format_record(record), "utf-8")
        return str(path)

    return save


Save = Callable[[str | Record], str]


def whole(name: str, labels: str = "", part: int | None = None) -> Record:
    game = PRINTED[name]
    players = tuple(labels.split(",")) if labels else ("ann", "bob", "cem", "dee")[: game.seats]
    return Record(game, players, random_game(name, 1)[:part])


# The review of a solved game

TOLD = """\
Rubik\u2019s Tac Toe. Seats: 1 Bot (greedy), 2 Bot (random).
Every turn is compared with perfect play. “Win in 5” counts the turns of both players, including this one.
1. Bot (greedy), B@c2: mistake, loss in 14; better A@a1 (draw)
2. Bot (random), c2-c1 b@c3: blunder, loss in 14; better c2-b2 a@a1 (win in 13)
3. Bot (greedy), c3-c4 A@b2: blunder, loss in 12; better c3-b3 B@b1 (win in 13)
4. Bot (random), c1-c2 b@d1: mistake, draw; better c1-c2 b@c3 (win in 11)
5. Bot (greedy), d1-d2 A@c3: mistake, loss in 10; better d1-d2 B@d3 (draw)
6. Bot (random), c2-c1 a@a1: blunder, loss in 10; better c2-c1 a@d3 (win in 9)
7. Bot (greedy), a1-a2 A@b3: mistake, draw; better a1-a2 A@a1 (win in 9)
8. Bot (random), c3-d3 a@d1: best, draw
9. Bot (greedy), c4-d4 A@c3: mistake, loss in 6; better c4-d4 A@a1 (draw)
10. Bot (random), c3-c2 b@c3: blunder, loss in 2; better b3-a3 a@c2 (win in 5)
11. Bot (greedy), c3-c4 A@a3: blunder, loss in 2; better a2-a1 B@b1 (win in 1)
12. Bot (random), b2-b1 a@a4: blunder, loss in 2; better d3-c3 a@d3 (win in 1)
13. Bot (greedy), a2-a1 A@b2: blunder, loss in 2; better c4-c3 A@b2 (win in 1)
14. Bot (random), b3-c3: blunder, loss in 1; better c2-c3 a@b4 (win in 1)
Bot (greedy) wins! b1\u2013c2\u2013d3: three green Xs, and no empty square beside them.

player: Bot (greedy); accuracy: 29 %; best: 0; mistake: 4; blunder: 3
player: Bot (random); accuracy: 21 %; best: 1; mistake: 1; blunder: 5
Accuracy is how much of the player\u2019s chances a move kept, on average.

Each player\u2019s chances, turn by turn, in tenths:
Bot (greedy): 0 10 0 5 0 10 5 5 0 10 0 10 0 10 10
Bot (random): 10 0 10 5 10 0 5 5 10 0 10 0 10 0 0
"""


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told to wait, however long code takes to compile."""
    monkeypatch.setattr("rowdy.interfaces.cli.verdicts.SILENCE_SECONDS", 1000)


@pytest.mark.usefixtures("patient")
class TestSolvedGame:
    def test_every_turn_is_told_with_its_mark(self, cli: Cli, saved: Save) -> None:
        run = cli("review", saved(GOLDEN))
        assert (run.code, run.err) == (0, "")
        assert run.out == TOLD

    def test_one_seat_alone(self, cli: Cli, saved: Save) -> None:
        out = cli("review", saved(GOLDEN), "--seat", "2").out
        assert "1. Bot (greedy)" not in out
        assert "14. Bot (random), b3-c3: blunder" in out
        assert "player: Bot (random); accuracy: 21 %" in out
        assert "player: Bot (greedy)" not in out

    def test_a_spectators_record_tells_all(self, cli: Cli, saved: Save) -> None:
        record = parse_record(GOLDEN).seen_by(SPECTATOR)
        assert cli("review", saved(record)).out == TOLD

    def test_an_unfinished_game(self, cli: Cli, saved: Save) -> None:
        text = GOLDEN.replace("Result: 1 row\nSeed: 1\n", "").partition("3. ")[0] + "3. c3-c4\n"
        run = cli("review", saved(text))
        assert run.code == 0
        assert "3. Bot (greedy), c3-c4: " in run.out
        assert "The game is not over. So far:" in run.out

    def test_a_game_that_has_not_begun(self, cli: Cli, saved: Save) -> None:
        run = cli("review", saved(GOLDEN.replace("Result: 1 row\nSeed: 1\n", "").partition("1. ")[0]))
        assert (run.code, run.err) == (0, "")
        assert run.out.endswith("There is no move to judge yet.\n")

    def test_json(self, cli: Cli, saved: Save) -> None:
        run = cli("review", saved(GOLDEN), "--json")
        assert (run.code, run.err) == (0, "")
        told = json.loads(run.out)
        assert list(told) == ["game", "edition", "players", "eyes", "result", "method", "whole", "moves", "seats"]
        assert (told["game"], told["eyes"], told["result"], told["method"]) == ("rubik", "all", "1 row", "exact")
        assert told["whole"] is True
        assert told["moves"][3] == {
            "turn": 4,
            "event": 5,
            "seat": 2,
            "move": "c1-c2 b@d1",
            "mark": "mistake",
            "best": "c1-c2 b@c3",
            "before": 1.0,
            "after": 0.5,
            "loss": 0.5,
            "exact": {"before": {"value": "win", "distance": 11}, "after": {"value": "draw", "distance": None}},
        }
        assert told["seats"][1] == {
            "seat": 2,
            "player": "random",
            "accuracy": 0.2143,
            "best": 1,
            "good": 0,
            "inaccuracy": 0,
            "mistake": 1,
            "blunder": 5,
            "forced": 0,
        }
        assert cli("review", saved(GOLDEN), "--json").out == run.out


def break_off(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Somebody presses Ctrl-C once so many moves are judged."""
    judged: list[Decision] = []

    def judge(decision: Decision, oracle: Any) -> Judged:
        if len(judged) == after:
            raise KeyboardInterrupt
        judged.append(decision)
        return judge_exactly(decision, oracle)

    monkeypatch.setattr(review_command, "judge_exactly", judge)


@pytest.mark.usefixtures("patient")
class TestBrokenOff:
    def test_what_is_judged_so_far_is_summed_up(self, cli: Cli, saved: Save, monkeypatch: pytest.MonkeyPatch) -> None:
        break_off(monkeypatch, 3)
        run = cli("review", saved(GOLDEN))
        assert (run.code, run.err) == (130, "")
        assert run.out.startswith(TOLD.partition("4. Bot (random)")[0])
        assert "Stopped after 3 moves. So far:" in run.out
        assert "player: Bot (greedy); accuracy: 25 %; mistake: 1; blunder: 1" in run.out
        assert "Bot (greedy): 0 10 0\n" in run.out
        assert "won" not in run.out

    def test_before_any_move(self, cli: Cli, saved: Save, monkeypatch: pytest.MonkeyPatch) -> None:
        break_off(monkeypatch, 0)
        run = cli("review", saved(GOLDEN))
        assert run.code == 130
        assert run.out.endswith("Stopped before any move was judged.\n")

    def test_programs_are_told_that_it_is_not_whole(
        self, cli: Cli, saved: Save, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        break_off(monkeypatch, 3)
        run = cli("review", saved(GOLDEN), "--json")
        told = json.loads(run.out)
        assert run.code == 130
        assert told["whole"] is False
        assert len(told["moves"]) == 3


# The review by search


class TestSearchedGame:
    def test_each_move_is_judged_from_its_seats_view(self, cli: Cli, saved: Save, fake: Fake) -> None:
        record = whole("xoxo-de-3")
        run = cli("review", saved(record))
        assert (run.code, run.err) == (0, "")
        expected = [(list(each.log), each.view) for each in decisions(record, (0, 1, 2)) if len(each.view.legal) > 1]
        assert [(list(log), view) for log, view in fake.asked] == expected

    def test_shares_and_shown_cards_are_told_in_words(self, cli: Cli, saved: Save, fake: Fake) -> None:
        record = whole("xoxo-de-2")
        out = cli("review", saved(record)).out
        assert "Every move is judged by a search of 10,000 simulations" in out
        assert "1. ann, own@c3: best, 62 %\n" in out
        windows = [each for each in decisions(record, (0, 1)) if isinstance(each.actions[0], Reveal)]
        shown = [each for each in windows if each.actions != each.view.legal[:1]]
        assert shown
        assert out.count("; better show nothing (62 %)") == len(shown)
        assert ": show " not in out
        assert out.count(", show ") == len(windows)

    def test_a_forced_move_is_told_so(self, cli: Cli, saved: Save, fake: Fake) -> None:
        seed = next(n for n in range(40) if any(str(action) == "pass" for _, action in random_game("djeco-it-2", n)))
        record = Record(PRINTED["djeco-it-2"], ("ann", "bob"), random_game("djeco-it-2", seed))
        out = cli("review", saved(record)).out
        assert ", pass: forced\n" in out
        assert "; forced: " in out

    def test_json_tells_how_it_was_judged(self, cli: Cli, saved: Save, fake: Fake) -> None:
        run = cli("review", saved(whole("djeco-it-2")), "--json", "--sims", "7", "--seed", "3")
        told = json.loads(run.out)
        assert (told["method"], told["simulations"], told["seed"]) == ("search", 7, 3)
        assert "exact" not in told["moves"][0]
        assert told["moves"][0]["before"] == 0.62

    def test_a_seats_record_is_judged_for_that_seat(self, cli: Cli, saved: Save, fake: Fake) -> None:
        full, own = whole("xoxo-de-2"), whole("xoxo-de-2").seen_by(1)
        lines = cli("review", saved(own)).out.splitlines()
        assert lines == cli("review", saved(full), "--seat", "2").out.splitlines()
        assert any(line.startswith("2. bob, ") for line in lines)
        assert not any(". ann, " in line for line in lines)

    def test_a_seats_record_tells_nothing_of_the_others(self, cli: Cli, saved: Save, fake: Fake) -> None:
        run = cli("review", saved(whole("xoxo-de-2").seen_by(1)), "--seat", "1")
        assert run.code == 2
        assert "this record tells what seat 2 knew" in run.err

    def test_a_spectators_record_tells_too_little(self, cli: Cli, saved: Save, fake: Fake) -> None:
        run = cli("review", saved(whole("xoxo-de-2").seen_by(SPECTATOR)))
        assert (run.code, run.out) == (2, "")
        assert "moves can be judged" in run.err
        assert run.err.count("\n") == 1

    def test_while_a_game_goes_on_only_its_only_person_is_told(self, cli: Cli, saved: Save, fake: Fake) -> None:
        record = whole("xoxo-de-2", "greedy,you=Ann", part=60)
        assert record.outcome() is None
        out = cli("review", saved(record)).out
        assert "2. Ann, " in out
        assert ". Bot (greedy), " not in out

    def test_while_several_people_play_nobody_is_told_unasked(self, cli: Cli, saved: Save, fake: Fake) -> None:
        path = saved(whole("xoxo-de-2", "you=Ann,you=Ben", part=60))
        run = cli("review", path)
        assert (run.code, run.out) == (2, "")
        assert '"--seat N"' in run.err
        out = cli("review", path, "--seat", "1").out
        assert "1. Ann, " in out
        assert ". Ben, " not in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--seat", "3"), "There is no seat 3: name one from 1 to 2."),
        (("--seat", "0"), "There is no seat 0"),
        (("--sims", "0"), "must be from 1 to 10000000"),
        (("--sims", "99999999"), "must be from 1 to 10000000"),
    ],
)
def test_a_mistake_gets_one_clear_sentence(cli: Cli, saved: Save, arguments: tuple[str, ...], words: str) -> None:
    run = cli("review", saved(GOLDEN), *arguments)
    assert (run.code, run.out) == (2, "")
    assert words in run.err
    assert run.err.count("\n") == 1


def test_a_record_that_cannot_be_read(cli: Cli, saved: Save, tmp_path: Path) -> None:
    run = cli("review", saved(GOLDEN.replace("b3-c3", "b3-b4 a@a1")))
    assert (run.code, run.out) == (2, "")
    assert "Line 21" in run.err
    run = cli("review", str(tmp_path / "none.rowdy"))
    assert run.code == 2
    assert "Cannot read" in run.err


def test_the_command_teaches_itself(cli: Cli) -> None:
    run = cli("review", "--help")
    assert run.code == 0
    assert "rowdy review game.rowdy" in run.out
    assert max(map(len, run.out.splitlines())) <= 80


# On a terminal


def drawn_screen() -> tuple[Screen, io.StringIO]:
    file, screen = io.StringIO(), Screen(Words())
    screen.plain = False
    screen.console = Console(file=file, force_terminal=True, width=100, color_system=None, legacy_windows=False)
    return screen, file


def test_on_a_terminal_moves_stand_in_columns() -> None:
    record = parse_record(GOLDEN)
    todo = decisions(record, (0, 1))
    screen, file = drawn_screen()
    report = ReviewReport(screen, record, todo)
    win, loss = Verdict(Value.WIN, 1), Verdict(Value.LOSS, 1)
    for decision, mark in ((todo[0], Mark.BEST), (todo[13], Mark.BLUNDER)):
        where = decision.turn, decision.ply, decision.seat, decision.actions
        exact = (win, loss) if mark is Mark.BLUNDER else (win, win)
        report.tell(Judged(*where, mark, todo[1].actions, 1.0, 0.0, exact))
    assert file.getvalue().splitlines() == [
        " 1. Bot (greedy)  B@c2        ✓  best, win in 1",
        "14. Bot (random)  b3-c3       ?? blunder, loss in 1; better c2-c1 b@c3 (win in 1)",
    ]


def test_a_second_move_of_a_turn_has_no_number() -> None:
    record = whole("xoxo-de-2")
    todo = decisions(record, (0, 1))
    window = next(each for each in todo if isinstance(each.actions[0], Reveal))
    screen, file = drawn_screen()
    report = ReviewReport(screen, record, todo)
    for action in (todo[0].actions, window.actions):
        report.tell(Judged(window.turn, 0, 0, action, Mark.BEST, action, 0.5, 0.5))
    first, second = file.getvalue().splitlines()
    assert first.lstrip().startswith(f"{window.turn}. ann  own@c3")
    assert second.lstrip().startswith("ann  show ")


@pytest.mark.parametrize(
    ("parts", "room", "line"),
    [
        ([None, 0.0, 0.12, 0.13, 0.5, 0.99, 1.0], 80, " ▁▁▂▅██"),
        ([0.0, 1.0, 0.0, 1.0, 0.5], 3, "██▅"),
        ([], 80, ""),
    ],
)
def test_a_course_is_drawn_as_bars_that_fit(parts: list[float | None], room: int, line: str) -> None:
    assert sparkline(parts, room) == line


# Hints


def hints(out: str) -> list[str]:
    """What a hint says: its line and the ones that go with it."""
    starts = ("Hint: ", "Next best: ", "Only one", "Rather ")
    found = [line[line.find("Hint: ") :] if "Hint: " in line else line for line in out.splitlines()]
    return [line for line in found if line.startswith(starts)]


@pytest.mark.usefixtures("patient")
class TestExactHints:
    def test_a_draw_held_by_one_move_alone(self, cli: Cli) -> None:
        run = cli("play", "rubik", "--seats", "you,you", lines="hint\nq\n")
        assert run.err == ""
        assert hints(run.out) == [
            "Hint: A@a1. It is the only turn that holds the draw.",
            "Next best: A@b1 (loss in 14), A@b2 (loss in 14).",
        ]

    def test_whole_turns_and_the_rest_of_one(self, cli: Cli) -> None:
        run = cli("play", "rubik", "--seats", "you,you", lines="A@b1\nhint\nb1-b2\nhint\nq\n")
        first, *_, last, _ = hints(run.out)
        assert first.startswith("Hint: b1-b2 ")
        assert last.startswith(("Hint: a@", "Hint: b@"))
        assert "turns, counting both players\u2019" in first

    @pytest.mark.parametrize(
        ("position", "first"),
        [
            ("Ab.B/aBbA/.aB./bA.a flip", "Hint: d1-c1 A@c4. It wins in 3 turns, counting both players\u2019."),
            ("AbAB/aBbA/.a.A/bAba flip", "Hint: a3-a2 A@c2. It wins at once."),
            (
                "..ab/AA.B/b.Ba/.BAa place",
                "Hint: a@a1. Every turn loses against best play; this one holds out longest, 2 turns, "
                "counting both players\u2019.",
            ),
            ("AABA/.aBa/abaA/AbBa flip", "Only one move is possible: a4-a3."),
        ],
    )
    def test_reasons(self, position: str, first: str, capsys: pytest.CaptureFixture[str]) -> None:
        game = rowdy.game("rubik")
        state = game.parse_state(position)
        words = Words()
        adviser = Adviser(Screen(words), Describer(words, game, ("a", "b"), state.mover))
        adviser.advise((), game.view(state, state.mover))
        assert capsys.readouterr().out.splitlines()[0] == first


class TestSearchedHints:
    def test_the_three_best_moves(self, cli: Cli, fake: Fake) -> None:
        run = cli("play", "xoxo", "--seats", "you,greedy", "--seed", "3", lines="own@c3\nhint\nq\n")
        assert run.err == ""
        best, second, third, *_ = (str(action) for action in fake.asked[0][1].legal)
        assert hints(run.out) == [
            f"Hint: {best}. Your chances after it: about 62 %.",
            f"Next best: {second} (58 %), {third} (54 %).",
        ]

    def test_it_comes_from_the_seats_own_log_and_view(self, cli: Cli, fake: Fake) -> None:
        """With two people at the screen, the second asks."""
        cli("play", "djeco", "--seats", "you,you", "--seed", "3", lines="\n1\n\nhint\nq\n")
        record = cli.record()
        ((log, view),) = fake.asked
        assert log == record.seen_by(1).events
        assert view == record.game.view(record.last_state(), 1)

    def test_it_changes_nothing(self, cli: Cli, fake: Fake) -> None:
        cli("play", "djeco", "--seats", "you,greedy", "--seed", "3", lines="hint\nhint\n1\nq\n")
        asked = cli.record()
        cli.saved()[0].unlink()
        cli("play", "djeco", "--seats", "you,greedy", "--seed", "3", lines="1\nq\n")
        assert format_record(cli.record()) == format_record(asked)
        assert not asked.practice

    def test_help_names_it(self, cli: Cli) -> None:
        assert "hint (what a strong player would do)" in cli("play", "rubik", lines="?\n").out


class Liking(Fake):
    """Likes one action far better than all others."""

    def __init__(self, action: Any) -> None:
        super().__init__()
        self.action = action

    def __call__(self, game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
        choices = [RatedAction(action, 1000, 0.9 if action == self.action else 0.1) for action in view.legal]
        return Thought(tuple(sorted(choices, key=lambda choice: -choice.value)), 1000)


def advice(name: str, earns: Callable[[Any, Any, int], int], capsys: pytest.CaptureFixture[str]) -> tuple[str, int]:
    """What a hint says of the first move in a game that earns something there and then, and how much that is."""
    words = Words()
    for seed in range(20):
        record = Record(PRINTED[name], ("ann", "bob"), random_game(name, seed))
        for decision in decisions(record, (0, 1)):
            seat, action, view = decision.seat, decision.actions[0], decision.view
            much = earns(view.state, record.game.play(view.state, seat, action), seat)
            if much and isinstance(view.turn, Move) and len(view.legal) > 1:
                adviser = Adviser(Screen(words), Describer(words, record.game, ("ann", "bob"), seat), Liking(action))
                adviser.advise(decision.log, view)
                return capsys.readouterr().out.replace(str(action), "MOVE"), much
    raise AssertionError("nobody ever earned anything")


class TestPraise:
    def test_a_card_brought_into_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        game = PRINTED["xoxo-de-2"]
        assert isinstance(game, XoxoGame)

        def lines(before: Any, after: Any, seat: int) -> int:
            return sum(game.in_line(after, card) > game.in_line(before, card) for card in before.hands[seat])

        out, _ = advice("xoxo-de-2", lines, capsys)
        assert out.startswith("Hint: MOVE. It brings ")
        assert " into line. Your chances after it: about 90 %.\n" in out
        assert "Rather" not in out

    def test_tokens_earned(self, capsys: pytest.CaptureFixture[str]) -> None:
        def tokens(before: Any, after: Any, seat: int) -> int:
            return int(after.tokens[seat] - before.tokens[seat])

        out, much = advice("djeco-it-2", tokens, capsys)
        assert much == 1
        assert out.startswith("Hint: MOVE. It earns you a token. Your chances after it: about 90 %.\n")


def test_no_other_move_seems_better_than_the_hint(capsys: pytest.CaptureFixture[str]) -> None:
    """The best is the one tried most often, though others may look worth more by chance."""

    def think(game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
        worth = [0.5, 0.3, 0.55, 0.9]
        choices = [RatedAction(action, 1000 - i, worth[min(i, 3)]) for i, action in enumerate(view.legal)]
        return Thought(tuple(choices), 9000)

    record, words = whole("djeco-it-2"), Words()
    decision = next(each for each in decisions(record, (0, 1)) if len(each.view.legal) > 3)
    adviser = Adviser(Screen(words), Describer(words, record.game, ("ann", "bob"), decision.seat), think)
    adviser.advise(decision.log, decision.view)
    first, second, third = decision.view.legal[:3]
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"Hint: {first}. ")
    assert said[1] == f"Next best: {third} (about as good), {second} (30 %)."


def test_a_card_that_is_better_kept_back_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    class Secretive(Liking):
        """Shows nothing if it can help it."""

        def __call__(self, game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
            self.action = Reveal(()) if isinstance(view.turn, Window) else self.action
            return super().__call__(game, log, view)

    game, log, view, lay = window_ahead()
    words = Words()
    adviser = Adviser(Screen(words), Describer(words, game, ("ann", "bob"), view.viewer), Secretive(lay))
    adviser.advise(log, view)
    said = capsys.readouterr().out.splitlines()[-1]
    cards = [str(card) for card in view.state.hands[view.viewer or 0] if str(card) in said]
    assert said == f"Better keep {words.listing(cards)} to yourself for now: type hold {', '.join(cards)} first."
    assert cards


def test_a_better_move_is_not_addressed_to_whoever_reads_of_it() -> None:
    words = Words("en")
    describer = Describer(words, whole("xoxo-de-2").game, ("ann", "bob"), None)
    assert ReviewWords(words, describer).turn(["own@c3"]) == "lay the top tile of their own pile on c3"
