"""Line editing, history and Tab completion, by Python's `readline` if the system has it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

try:
    import readline
except ImportError:  # Windows edits lines in its console by itself
    readline = None  # type: ignore[assignment]


def complete_with(words: Sequence[str]) -> None:
    """Lets Tab complete the line to one of these texts, which may have several words, such as `hold red`."""
    if readline is None:
        return

    def complete(text: str, number: int) -> str | None:
        fitting = [word for word in words if word.startswith(text)]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")


def typed_so_far() -> str:
    """The text typed behind the prompt so far."""
    return "" if readline is None else readline.get_line_buffer()


@contextmanager
def on_resize(redraw: Callable[[], None]) -> Iterator[None]:
    """Calls `redraw` whenever the window is resized meanwhile, if the system reports that."""
    if not hasattr(signal, "SIGWINCH"):
        yield
        return
    before = signal.signal(signal.SIGWINCH, lambda number, where: redraw())
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before if before is not None else signal.SIG_DFL)


def forget_history() -> None:
    """Clears the history, so that the next person cannot bring back what was typed."""
    if readline is not None:
        readline.clear_history()
