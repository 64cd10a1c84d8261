"""The explorer: what it says about positions, and the walk through them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rowdy
from rowdy.interfaces.cli import main as command
from rowdy.interfaces.cli import verdicts
from rowdy.interfaces.cli.moves import read_moves
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.verdicts import Speaker, patience
from rowdy.interfaces.words import Words
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import GameError, Over
from rowdy.search.compilation import PERFECT, parts
from rowdy.search.perfect import Value, Verdict, prober
from rowdy.search.symmetry import EquivalentMoves, choices, only_choice
from rowdy.search.tablebase import InvalidSolution
from tests.compiled import MadeUpCache
from tests.interfaces.cli import Cli, Run

LATE = "Ab.B/aBbA/.aB./bA.a flip"
"""X wins in three turns, by two flips; others draw or lose."""
LAST = "AbAB/aBbA/.a.A/bAba flip"
"""X wins at once, by one turn alone."""
OVER = "AbAB/.BbA/baAA/bAba flip"
"""X has won."""


class Person(Screen):
    """A screen with somebody before it."""

    def __init__(self, words: Words, plain: bool = False) -> None:
        super().__init__(words, plain)
        self.interactive = True


@pytest.fixture
def walk(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """A command line at which somebody types."""
    monkeypatch.setattr(command, "Screen", Person)
    return cli


def positions(run: Run) -> list[str]:
    """The positions that were shown, one after the other."""
    marks = [line.partition("Position: ") for line in run.out.splitlines()]
    return [text for _, mark, text in marks if mark]


class TestAnalysis:
    def test_value_turns_and_line_are_told(self, cli: Cli) -> None:
        run = cli("explore", "rubik", LATE)
        assert run.code == 0
        assert run.err == ""
        assert positions(run) == [LATE]
        assert "\nX wins in 3 turns.\n" in run.out
        assert "  X wins in 3: d1-c1, c3-c4\n  a draw: b4-c4\n  O wins in 2: a1-a2" in run.out
        assert "  X wins in 3: d1-c1 A@c4, d1-c1 B@c4, c3-c4 B@c3\n" in run.out
        assert "  Main line: 13. d1-c1 A@c4, 14. " in run.out

    def test_a_position_needs_no_quotes(self, cli: Cli) -> None:
        assert positions(cli("explore", "rubik", *LATE.split())) == [LATE]
        assert positions(cli("explore", "--plain", "rubik", "--edition", "de", *LATE.split())) == [LATE]

    def test_winners_go_by_the_name_of_their_stones(self, cli: Cli) -> None:
        assert "Star wins in one turn" in cli("explore", "xoxo2", "--ruling", "row=enclosed", LAST).out

    def test_the_only_turn_is_marked(self, cli: Cli) -> None:
        out = cli("explore", "rubik", LAST).out
        assert "  X wins in 1: a3-a2 only\n" in out
        assert "only: a3-a2 A@c2 is the one turn that keeps the win." in out
        assert "  X wins in 1: a3-a2 A@c2 only\n" in out
        assert "only" not in cli("explore", "rubik", LATE).out

    def test_the_only_flip_is_marked_where_several_turns_begin_with_it(self, cli: Cli) -> None:
        flips, turns = cli("explore", "rubik", "..../..../..../.A.. flip").out.split("Whole turns")
        assert "b1-b2 only\n" in flips
        assert "only: everything else gives the win away." in flips
        assert "only" not in turns

    def test_mirror_images_are_one_choice(self, cli: Cli) -> None:
        """The first stone can lie in a corner, at the edge or in the centre, whatever side it shows."""
        out = cli("explore", "rubik").out
        assert "A@a1 ×8" in out
        assert "A@b1 ×16" in out
        assert "A@b2 ×8" in out
        assert "A@d4" not in out
        assert "only: A@a1 is the one turn that does not lose." in out

    def test_a_finished_game_tells_its_result(self, cli: Cli) -> None:
        run = cli("explore", "rubik", OVER)
        assert run.code == 0
        assert "X wins! " in run.out
        assert "Main line" not in run.out

    def test_the_source_is_told(self, cli: Cli) -> None:
        assert "Answers come from the early layers that are part of Rowdy" in cli("explore", "rubik", LAST).out

    def test_it_is_told_why_a_solution_is_not_used(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        home = cli.home / "solutions"
        monkeypatch.setattr("rowdy.search.perfect.Prober.refused", InvalidSolution("solution-damaged", path=home))
        run = cli("explore", "rubik", LAST)
        assert run.code == 0
        assert run.err.startswith(f"The solution on this machine is not used. {home} is damaged")
        assert run.err.count("\n") == 1
        assert json.loads(cli("explore", "rubik", LAST, "--json").out)["value"] == "win"

    def test_plain_output_has_no_colours_and_no_boxes(self, cli: Cli) -> None:
        out = cli("explore", "rubik", LAST).out
        assert "\x1b" not in out
        assert "│" not in out


class TestJson:
    def test_all_turns_best_first(self, cli: Cli) -> None:
        run = cli("explore", "rubik", LATE, "--json")
        answer = json.loads(run.out)
        assert list(answer) == ["game", "position", "value", "distance", "turns", "line"]
        assert (answer["game"], answer["position"]) == ("rubik", LATE)
        assert (answer["value"], answer["distance"]) == ("win", 3)
        assert answer["turns"][0] == {"turn": "d1-c1 A@c4", "value": "win", "distance": 3}
        assert {"turn": "b4-c4 A@c1", "value": "draw", "distance": None} in answer["turns"]
        assert answer["turns"][-1]["value"] == "loss"
        assert {turn["turn"] for turn in answer["turns"]} == whole_turns(rowdy.game("rubik"), LATE)
        ranks = [rank(turn["value"], turn["distance"]) for turn in answer["turns"]]
        assert ranks == sorted(ranks, reverse=True)

    def test_the_line_begins_with_the_first_turn_and_takes_as_long_as_told(self, cli: Cli) -> None:
        answer = json.loads(cli("explore", "rubik", LATE, "--json").out)
        assert answer["line"][0] == answer["turns"][0]["turn"]
        assert len(answer["line"]) == answer["distance"]
        game, state = rowdy.game("rubik"), rowdy.game("rubik").parse_state(LATE)
        for action in read_moves(game, state, " ".join(answer["line"])):
            state = game.play(state, state.mover, action)
        assert isinstance(game.turn(state), Over)

    def test_a_placement_that_is_due(self, cli: Cli) -> None:
        answer = json.loads(cli("explore", "rubik", "AbAB/.BbA/ba.A/bAba place", "--json").out)
        assert answer["turns"][0] == {"turn": "A@c2", "value": "win", "distance": 1}
        assert answer["line"] == ["A@c2"]

    def test_a_finished_game(self, cli: Cli) -> None:
        answer = json.loads(cli("explore", "rubik", OVER, "--json").out)
        assert (answer["value"], answer["distance"]) == ("loss", 0)
        assert answer["turns"] == answer["line"] == []

    def test_errors_stay_out_of_it(self, cli: Cli) -> None:
        run = cli("explore", "rubik", "nonsense", "--json")
        assert run.code == 2
        assert run.out == ""
        assert "nonsense" in run.err


def rank(value: str, distance: int | None) -> tuple[int, int]:
    """Greater is better: a soon win, a late win, a draw, a late loss, a soon loss."""
    order = {"win": 1, "draw": 0, "loss": -1}[value]
    return order, -order * (distance or 0)


def whole_turns(game: FlipGame, text: str) -> set[str]:
    """All turns by the rules alone, from a position at the flip."""
    state, turns = game.parse_state(text), set()
    for flip in game.legal(state, state.mover):
        flipped = game.play(state, state.mover, flip)
        placed = game.legal(flipped, state.mover)
        turns |= {f"{flip} {place}" for place in placed} or {str(flip)}
    return turns


class TestWalk:
    def test_by_numbers_and_back(self, walk: Cli) -> None:
        run = walk("explore", "rubik", LATE, lines="2\n1\nb\nb\nq\n")
        flipped, placed = "AbaB/aB.A/.aB./bA.a place", "AbaB/aBBA/.aB./bA.a flip"
        assert positions(run) == [LATE, flipped, placed, flipped, LATE]
        assert run.code == 0
        assert run.err == ""

    def test_forward_goes_where_back_came_from(self, walk: Cli) -> None:
        run = walk("explore", "rubik", LATE, lines="2\n1\nb 2\nf\nforward\nf\nq\n")
        first, flipped, placed = positions(run)[:3]
        assert positions(run)[3:] == [first, flipped, placed]
        assert "nothing to go forward to" in run.err
        run = walk("explore", "rubik", LATE, lines="2\nb\n1\nf\nq\n")
        assert "nothing to go forward to" in run.err  # another move was made

    @pytest.mark.parametrize("text", ["A" * 5000 + " flip", "\x1b[31mred/..../..../.... flip"])
    def test_hostile_text_is_repeated_tamely(self, walk: Cli, text: str) -> None:
        run = walk("explore", "rubik", text)
        assert run.code == 2
        assert "\x1b" not in run.err
        assert len(run.err) < 800

    def test_enter_follows_the_main_line_to_the_end(self, walk: Cli) -> None:
        run = walk("explore", "rubik", LATE, lines="\n" * 7)
        assert positions(run)[-1].endswith("flip")
        assert "X wins! " in run.out
        assert "and no empty square beside them." in run.out
        assert "Nothing more can be played: the game is over." in run.err

    @pytest.mark.parametrize("line", ["c3-c4 B@c3", "C3-C4 b@c3", "c3-c4\nB@c3"])
    def test_moves_are_typed_in_notation(self, walk: Cli, line: str) -> None:
        assert positions(walk("explore", "rubik", LATE, lines=f"{line}\n"))[-1] == "AbaB/aBBA/.aB./bA.a flip"

    def test_several_turns_at_once_are_one_step(self, walk: Cli) -> None:
        run = walk("explore", "rubik", LATE, lines="d1-c1 A@c4 d3-d2 a@a2\nback\n")
        assert positions(run) == [LATE, "AbAB/aBb./aaBB/bAb. flip", LATE]

    def test_moves_of_the_turn_that_led_here_are_marked(self, walk: Cli) -> None:
        out = walk("explore", "rubik", LATE, lines="c3-c4\nB@c3\n").out
        flipped, placed = out.split("Position: ")[2:]
        assert flipped.count("(last move)") == 1
        assert placed.count("(last move)") == 2

    def test_whole_turns_and_whole_lists(self, walk: Cli) -> None:
        run = walk("explore", "rubik", LATE, lines="turns\nall\n56\n")
        assert "3 c3-c4 B@c3, " not in run.out.partition("Whole turns")[0]
        assert "… 38 more" in run.out
        assert '"all" lists them all.' in run.out
        assert "56 b4-c4 B@a2" in run.out
        assert positions(run)[-1] == "A.aB/aBbA/BaB./bA.a flip"

    def test_positions_and_the_start(self, walk: Cli) -> None:
        run = walk("explore", "rubik", LATE, lines=f"{LAST}\nb\n'{LAST}'\nstart\nb 2\nb 9\nb\n")
        start = "..../..../..../.... place"
        assert positions(run) == [LATE, LAST, LATE, LAST, start, LATE]
        assert run.err.count("This is the first position") == 2

    def test_board_shows_it_again(self, walk: Cli) -> None:
        assert positions(walk("explore", "rubik", LAST, lines="board\n")) == [LAST, LAST]

    def test_help(self, walk: Cli) -> None:
        out = walk("explore", "rubik", LAST, lines="?\n").out
        assert "b goes back one step" in out
        assert "stands for two moves" in out

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("99", "type a number from 1 to 6"),
            ("0", "type a number from 1 to 6"),
            ("12345", "type a number from 1 to 6"),
            ("nonsense", "is not a move in this game"),
            ("a3-a4", "a4 is taken"),
            ("A@c2", "first you have to flip an opposing stone"),
            ("a3-a2 A@c2 a1-a2", "A@c2 ends the game"),
            ("..../..../..../..A. flop", "is not a position of this game"),
            ("..../..../..AA/.... flip", "2 stones"),
            ("b x", "not a number of steps"),
        ],
    )
    def test_a_mistake_gets_one_clear_sentence_and_the_walk_goes_on(self, walk: Cli, line: str, words: str) -> None:
        run = walk("explore", "rubik", LAST, lines=f"{line}\n\nq\n")
        assert words in run.err
        assert run.err.count("\n") == 1
        assert positions(run) == [LAST, "AbAB/.BbA/ba.A/bAba place"]

    @pytest.mark.parametrize("line", ["q", "quit", "exit"])
    def test_leaving(self, walk: Cli, line: str) -> None:
        run = walk("explore", "rubik", LAST, lines=f"{line}\nstart\n")
        assert run.code == 0
        assert len(positions(run)) == 1

    def test_nothing_can_be_done_once_it_is_over(self, walk: Cli) -> None:
        run = walk("explore", "rubik", OVER, lines="\nturns\nall\n1\n")
        assert run.err.count("the game is over") == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("djeco",), "Perfect play is not known for djeco. It is for rubik, xoxo2."),
        (("chess",), "no game “chess”"),
        (("rubik", "--ruling", "both_rows=nobody"), "It has draw, mover, opponent"),
        (("rubik", "AAAA/..../..../.... flip"), "4 stones"),
        (("rubik", "..../..../..../.... flip"), "must say place"),
    ],
)
def test_a_mistake_gets_one_clear_sentence(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    run = cli("explore", *arguments)
    assert run.code == 2
    assert words in run.err
    assert run.err.count("\n") == 1


def test_the_command_teaches_itself(cli: Cli) -> None:
    run = cli("explore", "--help")
    assert run.code == 0
    assert "rowdy explore xoxo2" in run.out
    assert max(map(len, run.out.splitlines())) <= 80


@pytest.mark.parametrize(("option", "value"), [("draw", "draw"), ("mover", "win"), ("opponent", "loss")])
def test_rulings_reach_the_answers(cli: Cli, option: str, value: str) -> None:
    """A turn can give both players an enclosed row."""
    position = "Baaa/aA.B/AbBA/bb.B flip"
    run = cli("explore", "rubik", "--ruling", f"both_rows={option}", position, "--json")
    assert json.loads(run.out)["value"] == value


class TestVerdicts:
    WIN, DRAW = Verdict(Value.WIN, 3), Verdict(Value.DRAW, None)
    LOSS = Verdict(Value.LOSS, 4)

    def speaker(self) -> Speaker:
        return Speaker(Words(), rowdy.game("rubik"))

    def test_in_words_the_winner_is_named(self) -> None:
        say = self.speaker().verdict
        assert say(0, self.WIN) == "X wins in 3 turns"
        assert say(0, self.LOSS) == "O wins in 4 turns"
        assert say(1, Verdict(Value.WIN, 1)) == "O wins in one turn"
        assert say(1, self.DRAW) == "a draw"

    def test_labels_cover_several(self) -> None:
        label = self.speaker().label
        assert label(0, [self.WIN]) == "X wins in 3"
        assert label(0, [self.LOSS, Verdict(Value.LOSS, 2)]) == "O wins in 2 to 4"
        assert label(0, [self.DRAW]) == "a draw"

    def test_only_a_single_choice_that_keeps_a_win_or_a_draw_is_the_only_one(self) -> None:
        win, later, draw, loss = (
            EquivalentMoves((), verdict) for verdict in (self.WIN, Verdict(Value.WIN, 5), self.DRAW, self.LOSS)
        )
        assert only_choice([win, draw, loss]) is win
        assert only_choice([win, later, draw]) is None
        assert only_choice([draw, loss]) is draw
        assert only_choice([loss]) is None
        assert only_choice([draw]) is None
        assert only_choice([]) is None

    def test_ways_of_a_choice_come_to_the_same(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """All moves stand in one choice each, and those of one choice are of equal value."""
        monkeypatch.setenv("ROWDY_HOME", str(tmp_path))
        game = rowdy.game("rubik")
        state = game.parse_state("AbbA/.aa./B..B/bAAb flip")
        rated = {turn.actions: turn.verdict for turn in prober(game).probe(state).turns}
        found = choices(game, state, rated)
        assert sorted(map(str, rated)) == sorted(str(way) for choice in found for way in choice.ways)
        assert all(rated[way] == choice.verdict for choice in found for way in choice.ways)
        assert len(found) == len(rated) // 2


def test_who_waits_long_is_told_why(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "SILENCE_SECONDS", 0.01)
    screen, cache = Screen(Words()), MadeUpCache(compiled=[part for part in parts() if part != PERFECT])
    compiled, searched = "compiling. This happens only once", "still searching"
    for part, told in ((PERFECT, compiled), ("xoxo", searched), (None, searched)):
        with patience(screen, part, cache):
            time.sleep(0.2)
        assert told in capsys.readouterr().out
    monkeypatch.setattr(verdicts, "SILENCE_SECONDS", 60)
    with patience(screen):
        pass
    assert capsys.readouterr().out == ""


def test_moves_are_read_until_the_first_mistake() -> None:
    game = rowdy.game("rubik")
    with pytest.raises(GameError, match="own-stone"):
        read_moves(game, game.start(), "A@a1 a1-a2 a@d4 a2-a3")
    assert [str(move) for move in read_moves(game, game.start(), "a@A1 a1-a2")] == ["A@a1", "a1-a2"]


def test_other_commands_load_no_compiler() -> None:
    """NumPy and Numba take a while to load: only what needs them does so."""
    code = (
        "import sys; from rowdy.interfaces.cli.main import main; main(['games']); "
        "sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
