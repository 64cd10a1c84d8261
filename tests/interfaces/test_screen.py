"""What a screen keeps, forgets, and leaves whole."""

from __future__ import annotations

import io
import readline

import pytest

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int = 60) -> tuple[Screen, io.StringIO]:
    class Tty(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Tty()
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", out)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Screen(Words("en")), out


def test_who_sits_down_next_cannot_bring_back_what_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, out = at_a_terminal(monkeypatch)
    readline.clear_history()
    readline.add_history("hold red")
    screen.wipe()
    assert readline.get_current_history_length() == 0
    assert out.getvalue().endswith("\x1b[3J")


@pytest.mark.parametrize("say", [Screen.say, Screen.complain])
def test_a_command_to_copy_stays_on_one_line(monkeypatch: pytest.MonkeyPatch, say: object) -> None:
    screen, out = at_a_terminal(monkeypatch)
    text = (
        'The game in /somewhere/far/away/it.rowdy is over. Watch it with: rowdy replay "/somewhere/far/away/it.rowdy"'
    )
    assert callable(say)
    say(screen, text)
    assert text in out.getvalue()
    say(screen, "word " * 30)
    assert max(map(len, out.getvalue().splitlines()[1:])) < 75
