"""What best play leads to, in words: who wins and when, how many turns hold, and what each choice is worth."""

from __future__ import annotations

from dataclasses import dataclass

from rowdy.interfaces.titles import player_title
from rowdy.interfaces.words import Words
from rowdy.play.explorer import Analysis, Holding
from rowdy.rules.game import AnyGame, Seat
from rowdy.search.oracle import Value, Verdict

VALUE_SIGNS = {Value.WIN: "▲", Value.DRAW: "=", Value.LOSS: "▼"}


@dataclass(frozen=True)
class ExplorationWords:
    """Puts the values of positions into words, with the names that a game has for its players."""

    words: Words
    game: AnyGame

    @property
    def names(self) -> list[str]:
        return [player_title(self.words, self.game.edition.game, seat) for seat in range(self.game.seats)]

    def title(self, found: Analysis) -> str:
        """The value of the position for the player to move, and whether it is hard to keep."""
        kept, turns = len(found.keeping), len(found.turns)
        how = "all" if kept == turns else "one" if kept == 1 else "some"
        verdict = found.probe.verdict
        return self.words(f"explore-title-{verdict.value}", count=verdict.distance or 0, how=how)

    def say(self, found: Analysis) -> str:
        """How many turns there are, and how many of them hold."""
        losing = [turn.verdict.distance or 0 for turn in found.turns if turn.verdict.value is Value.LOSS]
        drawing = sum(turn.verdict.value is Value.DRAW for turn in found.turns)
        winning = sum(turn.verdict.value is Value.WIN for turn in found.turns)
        return " ".join(
            [
                self.words("explore-turns-possible", count=len(found.probe.turns), groups=len(found.turns)),
                *([self.words("explore-turns-win", count=winning)] if winning else []),
                *([self.words("explore-turns-draw", count=drawing)] if drawing else []),
                *([self.words("explore-turns-lose", count=len(losing), slowest=max(losing))] if losing else []),
            ]
        )

    def due(self, part: str, seat: Seat, turn: int) -> str:
        """A sentence on whose turn it is and what is due."""
        return self.words(f"explore-due-{part}", name=self.names[seat], turn=turn)

    def value(self, verdict: Verdict) -> str:
        """What a choice leads to for the player who makes it."""
        return self.words(f"explore-leads-{verdict.value}", count=verdict.distance or 0)

    def sign(self, verdict: Verdict) -> str:
        """What a choice leads to as a sign alone."""
        return VALUE_SIGNS[verdict.value]

    def label(self, verdict: Verdict) -> str:
        """What a choice leads to as a sign and a number, short enough for a square."""
        sign = self.sign(verdict)
        return sign if verdict.distance is None else f"{sign} {verdict.distance}"

    def holding(self, holding: Holding) -> str:
        """How many turns keep the value of a position."""
        return self.words("explore-holding", count=holding.kept, turns=holding.turns)

    def line_end(self, mover: Seat, verdict: Verdict) -> str:
        """How the main line ends."""
        if verdict.value is Value.DRAW:
            return self.words("verdict-draw")
        return self.words("explore-line-win", winner=self.names[mover if verdict.value is Value.WIN else 1 - mover])
