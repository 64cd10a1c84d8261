"""Fitting the ladder: mistakes are scaled within their limits, and games that were played are not played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import kept
from benchmarks.fit_ladder import Fit, Share, constructor, scaled
from benchmarks.kept import KeptResults
from rowdy.play.arena.match import Match, Result, ThinkingTime
from rowdy.play.catalog import KITS
from rowdy.play.kit import Mistakes


@pytest.fixture(autouse=True)
def same_mistakes_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KITS["djeco"], "mistakes", dict(KITS["djeco"].mistakes))


class Arena:
    """Stands in for the playing of matches: the more often the second of two bots errs, the more the first wins."""

    def __init__(self, level: str) -> None:
        self.level = level
        self.played: list[Match] = []

    def __call__(self, match: Match) -> Result:
        self.played.append(match)
        number = int(match.seed.rpartition("/")[2])
        lapse = KITS["djeco"].mistakes[self.level].no_look_ahead
        errant = match.bots.index(self.level)
        wins = 7 * number % 20 < 20 * lapse
        return Result(match, (1 - errant if wins else errant,), "tokens", 1, (ThinkingTime(),) * 2)


def test_mistakes_that_are_made_never_or_always_stay() -> None:
    assert scaled(Mistakes(1.0, 0.5, own_line=0.2, blur=1.5), 3) == Mistakes(1.0, 0.99, own_line=0.6, blur=4.5)
    assert scaled(Mistakes(0.2, 1.0), 0.5) == Mistakes(0.1, 1.0)


def test_mistakes_are_printed_as_a_kit_has_them() -> None:
    mistakes = Mistakes(0.25, blur=1.5)
    assert constructor(mistakes) == "Mistakes(no_look_ahead=0.25, blur=1.5)"
    assert eval(constructor(mistakes)) == mistakes


def test_a_contest_ends_early_only_if_it_is_certain() -> None:
    assert not Share((1.0,) * 5).decided(0.7)
    assert Share((1.0, 0.5) * 10).decided(0.5)
    assert not Share((1.0, 0.5) * 10).decided(0.7)


def test_the_level_above_takes_the_share_that_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this arena it takes as much as the level fails to look ahead."""
    arena = Arena("casual")
    monkeypatch.setattr(kept, "play_match", arena)
    for start in (0.2, 0.95):
        fit = Fit("djeco", "fit", 120, KeptResults(tmp_path / "games.jsonl"))
        fit.mistakes["casual"] = Mistakes(start)
        fit.fit("casual", 0.7, tries=6)
        assert fit.mistakes["casual"].no_look_ahead == pytest.approx(0.7, abs=0.06)


def test_a_game_is_played_once_even_after_a_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arena, path = Arena("casual"), tmp_path / "games.jsonl"
    monkeypatch.setattr(kept, "play_match", arena)
    found = Fit("djeco", "fit", 20, KeptResults(path)).share("medium", "casual")
    assert len(arena.played) == 20
    path.write_text(path.read_text("utf-8") + '["cut off in the mid', "utf-8")
    assert Fit("djeco", "fit", 20, KeptResults(path)).share("medium", "casual") == found
    assert len(arena.played) == 20
    fit = Fit("djeco", "fit", 20, KeptResults(path))
    fit.mistakes["casual"] = Mistakes(0.5)
    fit.share("medium", "casual")
    assert len(arena.played) == 40  # other mistakes, other games
