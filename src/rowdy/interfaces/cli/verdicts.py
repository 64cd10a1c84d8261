"""Perfect play in words: who wins and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.titles import player_title
from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, Seat
from rowdy.search.compilation import KERNEL_CACHE, PERFECT, CompiledPart, KernelCache
from rowdy.search.oracle import Value, Verdict

SILENCE_SECONDS = 2.5
"""How long a command may work silently before it says why it takes so long, in seconds."""


@dataclass(frozen=True)
class Speaker:
    """Says who wins, with the names that the game has for its players."""

    words: Words
    game: AnyGame

    @property
    def names(self) -> list[str]:
        return [player_title(self.words, self.game.edition.game, seat) for seat in (0, 1)]

    def verdict(self, mover: Seat, verdict: Verdict) -> str:
        """`X wins in 5 turns`, or `a draw`."""
        if verdict.distance is None or verdict.value is Value.DRAW:
            return self.words("verdict-draw")
        return self.words("verdict-win", winner=self._winner(mover, verdict), count=verdict.distance)

    def sentence(self, mover: Seat, verdict: Verdict) -> str:
        if verdict.distance is None or verdict.value is Value.DRAW:
            return self.words("explore-value-draw")
        return self.words("explore-value", value=self.verdict(mover, verdict))

    def label(self, mover: Seat, verdicts: Sequence[Verdict]) -> str:
        """One short verdict for several moves with the same winner: `X wins in 3 to 5`."""
        distances = [verdict.distance for verdict in verdicts if verdict.distance is not None]
        if not distances or verdicts[0].value is Value.DRAW:
            return self.words("verdict-draw")
        least, most = min(distances), max(distances)
        form = "label-win" if least == most else "label-win-range"
        return self.words(form, winner=self._winner(mover, verdicts[0]), least=least, most=most)

    def _winner(self, mover: Seat, verdict: Verdict) -> str:
        return self.names[mover if verdict.value is Value.WIN else 1 - mover]


@contextmanager
def patience(screen: Screen, part: CompiledPart | None = PERFECT, cache: KernelCache = KERNEL_CACHE) -> Iterator[None]:
    """A context that says why, if its work takes long: this part's code is being compiled, or the search is slow."""
    message = screen.words("compiling" if part and cache.missing([part]) else "searching")
    timer = Timer(SILENCE_SECONDS, screen.say, (message,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
