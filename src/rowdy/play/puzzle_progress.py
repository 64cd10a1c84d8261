"""What one player has done with puzzles: a rating, and the days in a row on which the puzzle of the day was solved.

It is one JSON value, the same on the page and in the terminal, so that a file can carry it from one to the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from rowdy.play.glicko import MAX_DEVIATION, GlickoRating, GlickoResult, update_rating
from rowdy.play.puzzles import Puzzle
from rowdy.rules.game import InvalidText

FORMAT_VERSION = 1
PUZZLE_DEVIATION = 90.0
"""The rating deviation of a puzzle, whose rating was set by bots."""
MAX_SEEN = 6000
"""The most puzzles that are remembered as seen."""
MIN_RATING, MAX_RATING = 100.0, 4000.0
"""The lowest and highest rating that is read from a file."""


@dataclass(frozen=True)
class Days:
    """The days in a row on which the puzzle of the day was solved."""

    last: date | None = None
    count: int = 0
    best: int = 0

    def streak(self, today: date) -> int:
        """The number of days in a row as of today; 0 if a day was missed."""
        return self.count if self.last and today - self.last <= timedelta(days=1) else 0

    def solved(self, today: date) -> Days:
        if self.last and self.last >= today:
            return self  # the same day again, or a clock that went back
        count = self.streak(today) + 1
        return Days(today, count, max(self.best, count))


@dataclass(frozen=True)
class PuzzleProgress:
    rating: GlickoRating = field(default_factory=GlickoRating)
    tries: int = 0
    solved: int = 0
    days: Days = field(default_factory=Days)
    seen: tuple[str, ...] = ()
    """The ids of the puzzles that were finished, the latest last."""

    def finished(self, puzzle: Puzzle, solved: bool, rated: bool = True) -> PuzzleProgress:
        """The progress after a puzzle, `solved` at the first try or not; each counts once, unrated after a hint."""
        if puzzle.id in self.seen:
            return self
        opponent = GlickoRating(float(puzzle.rating), PUZZLE_DEVIATION)
        rating = update_rating(self.rating, [GlickoResult(opponent, float(solved))]) if rated else self.rating
        seen = (*self.seen, puzzle.id)[-MAX_SEEN:]
        return replace(self, rating=rating, tries=self.tries + 1, solved=self.solved + solved, seen=seen)

    def solved_daily(self, today: date) -> PuzzleProgress:
        return replace(self, days=self.days.solved(today))

    def to_json(self) -> dict[str, Any]:
        rating, days = self.rating, self.days
        return {
            "rowdy-puzzles": FORMAT_VERSION,
            "rating": [round(rating.rating, 4), round(rating.deviation, 4), round(rating.volatility, 8)],
            "tries": self.tries,
            "solved": self.solved,
            "days": {"last": days.last and days.last.isoformat(), "count": days.count, "best": days.best},
            "seen": list(self.seen),
        }

    @classmethod
    def from_json(cls, value: Any) -> PuzzleProgress:
        """The progress in this JSON value; `InvalidText` if it is not one."""
        try:
            if value["rowdy-puzzles"] != FORMAT_VERSION:
                raise ValueError
            level, deviation, volatility = map(float, value["rating"])
            if not (MIN_RATING <= level <= MAX_RATING and 0 < deviation <= MAX_DEVIATION and 0 < volatility < 1):
                raise ValueError
            days = value["days"]
            last = None if days["last"] is None else date.fromisoformat(days["last"])
            counts = [_count(number) for number in (value["tries"], value["solved"], days["count"], days["best"])]
            tries, solved, count, best = counts
            seen = tuple(str(one)[:20] for one in value["seen"])[-MAX_SEEN:]
            return cls(GlickoRating(level, deviation, volatility), tries, solved, Days(last, count, best), seen)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise InvalidText("puzzle-progress") from None


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError
    return value
