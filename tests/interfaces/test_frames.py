"""Whole games at a real terminal: before every prompt the board, whose turn it is and the prompt are in sight."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from rowdy.interfaces.cli.commands import COMMANDS
from tests.quick import first_quick

CLEAR = "\x1b[H\x1b[2J"
ANSI_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROMPT = re.compile(
    r"You: [^:]*\?\s+for\s+help\) $|back\s+your\s+last\s+move\. $|go back to the board\. $|to read on\. $"
)
SECONDS = 60
"""How long to wait for a prompt on a busy machine."""


class Terminal:
    """`rowdy play`, or another command, at a terminal of this size."""

    def __init__(
        self,
        home: Path,
        columns: int,
        lines: int,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        prompt: str = "",
    ) -> None:
        self.prompt = re.compile(prompt) if prompt else PROMPT
        self.ours, theirs = pty.openpty()
        self._size(columns, lines)
        size = ("COLUMNS", "LINES", "NO_COLOR")
        around = {name: value for name, value in os.environ.items() if name not in size}
        around |= {
            "TERM": "xterm",
            "ROWDY_LANG": "en",
            "ROWDY_HOME": str(home),
            "XDG_DATA_HOME": str(home),
            **(env or {}),
        }
        command = [sys.executable, "-m", "rowdy", *(() if arguments[0] in COMMANDS else ("play",)), *arguments]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=around, close_fds=True)
        os.close(theirs)
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def _size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        """Says so until it is drawn: what comes in the moment before readline waits is heard with the next signal."""
        self._size(columns, lines)
        for _ in range(SECONDS):
            self.process.send_signal(signal.SIGWINCH)
            if select.select([self.ours], [], [], 1)[0]:
                return

    def frames(self) -> Iterator[list[str]]:
        """What is on the screen at each prompt, as lines; the last of them is the prompt."""
        while self._wait():
            text = ANSI_CODES.sub("", self.seen.rpartition(CLEAR)[2]).replace("\r", "")
            self.seen = ""
            yield text.split("\n")

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\n".encode())

    def _wait(self) -> bool:
        """Reads on to the next prompt; false when the game has been left."""
        while not self.prompt.search(ANSI_CODES.sub("", self.seen)):
            ready, _, _ = select.select([self.ours], [], [], SECONDS)
            assert ready, f"no prompt came: {self.seen!r}"
            try:
                self.seen += self.decoder.decode(os.read(self.ours, 1 << 16))
            except OSError:  # the game has been left
                return False
        return True

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self.ours)
        self.process.wait(SECONDS)


def assert_in_sight(frame: list[str], columns: int, lines: int, prompt: str) -> None:
    wrapped = sum(max(0, len(line) - 1) // columns for line in frame[:-1])
    assert len(frame) - 1 + wrapped + 1 + len(frame[-1]) // columns <= lines, "\n".join(frame)
    top = next(i for i, line in enumerate(frame) if line.startswith("╭"))
    bottom = next(i for i, line in enumerate(frame) if line.startswith("╰"))
    assert all(line[0] in "│├╞" and line[-1] in "│┤" for line in frame[top + 1 : bottom]), "the board is whole"
    assert prompt in " ".join(frame[bottom:])


@pytest.mark.parametrize(("columns", "lines"), [pytest.param(80, 24, marks=pytest.mark.long), (60, 24)])
@pytest.mark.parametrize(
    "arguments",
    [
        ("rubik", "--seats", "you,greedy"),
        pytest.param(("xoxo", "--seats", "you,greedy,random,greedy"), marks=pytest.mark.long),
        ("djeco", "--seats", "you,greedy", "--ruling", "target=2"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_prompt_has_the_board_in_sight(
    tmp_path: Path, arguments: tuple[str, ...], columns: int, lines: int
) -> None:
    prompts = 0
    with Terminal(tmp_path, columns, lines, *arguments, "--seed", "5") as terminal:
        for frame in terminal.frames():
            prompts += 1
            assert max(map(len, frame)) <= columns, "no line is broken within a word"
            if "last move." in frame[-1]:
                assert_in_sight(frame, columns, lines, "Press Enter to leave")
                terminal.type("")
            else:
                assert_in_sight(frame, columns, lines, "You: ")
                if len(arguments[2].split(",")) == 2:
                    assert not frame[0].startswith("╭"), "what has happened stands above the board"
                terminal.type("1")
    assert terminal.process.returncode == 0
    assert prompts > 3


def test_what_is_longer_than_the_screen_is_a_page_of_its_own(tmp_path: Path) -> None:
    with Terminal(tmp_path, 60, 24, "rubik", "--seats", "you,greedy", "--seed", "5") as terminal:
        frames = terminal.frames()
        next(frames)
        terminal.type("help")
        pages = list[list[str]]()
        for page in frames:
            pages.append(page)
            terminal.type("")
            if page[-1] == "Press Enter to go back to the board. ":
                break
            assert page[-1] == "Press Enter to read on. "
        assert max(map(len, pages)) <= 24
        assert "".join(pages[0]).startswith("Get three of your stones in a row")
        assert any("A number picks a move" in line for page in pages for line in page)
        assert_in_sight(next(frames), 60, 24, "You: place a stone")
        terminal.type("q")
        assert list(frames) == []


def test_tab_completes_moves_and_commands(tmp_path: Path) -> None:
    with Terminal(tmp_path, 80, 24, "rubik", "--seats", "you,greedy", "--seed", "5") as terminal:
        frames = terminal.frames()
        next(frames)
        os.write(terminal.ours, b"hin\t\n")
        assert "Hint: " in "\n".join(next(frames))
        terminal.type("q")
        assert list(frames) == []


@pytest.mark.parametrize("game", first_quick(["xoxo", "xoxo2"]))
def test_without_unicode_stones_are_still_told_apart(tmp_path: Path, game: str) -> None:
    """In ASCII the drawing keeps its columns, and every sign has one of its own."""
    env = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    seats = ("--seats", "you,greedy", "--seed", "5", "--lang", "de")
    with Terminal(tmp_path, 80, 40, game, *seats, env=env, prompt=r"hilft\) $") as terminal:
        frames = terminal.frames()
        next(frames)
        terminal.type("1")
        frame = next(frames)
        text = "\n".join(frame)
        board = [line for line in frame if line.startswith(("|", "+"))]
        terminal.type("q")
        assert list(frames) == []
    assert text.isascii()
    assert "?" not in text.replace("? hilft", "").replace("Mit ? ", "")
    assert len(board) > 4
    assert len(set(map(len, board))) == 1
    assert ">" in "".join(board)
    assert "<" in "".join(board)


def test_a_window_that_changes_its_size_is_drawn_anew(tmp_path: Path) -> None:
    with Terminal(tmp_path, 100, 40, "rubik", "--seats", "greedy,you", "--seed", "5") as terminal:
        frames = terminal.frames()
        roomy = next(frames)
        assert_in_sight(roomy, 100, 40, "You: ")
        assert any("▓▓▓" in line or "▒▒▒" in line for line in roomy), "with room, pieces are large"
        assert "Bot (greedy)" in roomy[0] + roomy[1], "what happened is still told"
        terminal.resize(60, 24)
        small = next(frames)
        assert_in_sight(small, 60, 24, "You: ")
        assert "▓" not in "".join(small)
        terminal.type("1")
        assert_in_sight(next(frames), 60, 24, "You: ")
        terminal.type("q")
        assert list(frames) == []
    assert terminal.process.returncode == 0


@pytest.mark.long
def test_a_replay_is_drawn_in_the_same_place(tmp_path: Path) -> None:
    with Terminal(tmp_path, 80, 24, "xoxo", "--seats", "you,greedy", "--seed", "5") as terminal:
        frames = terminal.frames()
        for line in ("1", "1", "q"):
            next(frames)
            terminal.type(line)
        assert list(frames) == []
    with Terminal(tmp_path, 80, 24, "replay", prompt=r"q quit\): $|to the board\. $") as terminal:
        for number, frame in enumerate(terminal.frames()):
            assert_in_sight(frame, 80, 24, "Step ")
            terminal.type("q" if number else "99")
    assert terminal.process.returncode == 0


@pytest.mark.parametrize("game", first_quick(["xoxo", "rubik", "djeco"]))
@pytest.mark.parametrize("columns", [60, pytest.param(80, marks=pytest.mark.long)])
def test_a_lesson_is_drawn_in_the_same_place(tmp_path: Path, game: str, columns: int) -> None:
    steps = 0
    with Terminal(
        tmp_path, columns, 24, "learn", game, prompt=r"(Your move:|to the board\.|\? for help\)) $"
    ) as terminal:
        for frame in terminal.frames():
            if "Your move:" in frame[-1]:
                assert_in_sight(frame, columns, 24, "Your move:")
                assert not frame[0].startswith("╭"), "what is to be done stands above the board"
                steps += 1
                terminal.type("moves" if steps == 1 else "a1-" if steps == 3 else "1" if steps == 4 else "skip")
            else:
                terminal.type("q" if "help" in frame[-1] else "")
    assert terminal.process.returncode == 0
    assert steps > 6


@pytest.mark.long
@pytest.mark.parametrize("game", ["xoxo2", "rubik"])
@pytest.mark.parametrize("columns", [60, 80])
def test_the_explorer_is_drawn_in_the_same_place(tmp_path: Path, game: str, columns: int) -> None:
    """From the start, then along the best turns to the end of the game, then back."""
    typed = iter(["", "turns", "1", "all", *[""] * 2, "b", "?", *[""] * 40, "b 3", "z9", "q"])
    ended = False
    with Terminal(
        tmp_path, columns, 24, "explore", game, prompt=r"(q\s+quit\):|to the board\.|to read on\.) $"
    ) as terminal:
        for frame in terminal.frames():
            if "quit" in frame[-1]:
                assert_in_sight(frame, columns, 24, "quit")
                ended = ended or "The game is over" in "".join(frame[-2:])
            terminal.type(next(typed))
    assert terminal.process.returncode == 0
    assert ended


def test_the_rules_are_shown_by_the_pager(tmp_path: Path) -> None:
    """Here by one that says how it was asked to behave, and passes each line on."""
    pager = tmp_path / "pager"
    pager.write_text('#!/bin/sh\necho "LESS is $LESS"\nsed "s/^/> /"\n')
    pager.chmod(0o755)
    env = {"PAGER": str(pager)}
    with Terminal(tmp_path, 80, 24, "rules", "rubik", env=env, prompt="never") as terminal:
        assert list(terminal.frames()) == []
    lines = ANSI_CODES.sub("", terminal.seen).replace("\r", "").splitlines()
    assert terminal.process.returncode == 0
    assert lines[0] == "LESS is FRX"
    assert len(lines) > 24
    assert all(line.startswith("> ") for line in lines[1:])
