"""An arena: who meets whom, how they stand, and that it comes out the same however it is run."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.arena.arena import MIN_ROUNDS, Arena, Contest, PlayMatches, Score, StopReason, Tally
from rowdy.play.arena.match import GameSpec, Match, Result, ThinkingTime
from rowdy.play.bots.registry import GreedyBot
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.game import InvalidSetup
from tests.play.support import RUBIK, XOXO, contest, seat_bots


class Kept:
    """A journal in memory, which may break off after so many results."""

    def __init__(self, most: int | None = None) -> None:
        self.results: list[Result] = []
        self.most = most

    def append(self, result: Result) -> None:
        self.results.append(result)
        if len(self.results) == self.most:
            raise KeyboardInterrupt


class TestLineUps:
    @pytest.mark.parametrize(
        ("bots", "seats", "seatings"),
        [
            ("a b", 2, ["ab", "ba"]),
            ("a a", 2, ["aa"]),
            ("a b", 3, ["abb", "bba", "bab"]),
            ("a b", 4, ["abbb", "bbba", "bbab", "babb"]),
            ("a b c", 4, ["abcb", "bcba", "cbab", "babc"]),
            ("a b c", 3, ["abc", "bca", "cab"]),
            ("a b a b", 4, ["abab", "baba"]),
            ("a b c", 2, ["ab", "ba", "ac", "ca", "bc", "cb"]),
            ("a b b", 2, ["ab", "ba"]),
            ("a a a", 2, ["aa"]),
        ],
    )
    def test_who_meets_whom(self, bots: str, seats: int, seatings: list[str]) -> None:
        found = contest(*bots.split(), spec=GameSpec("xoxo", "de", seats))
        assert ["".join(seating) for seating in found.seatings] == seatings

    @pytest.mark.parametrize(("bots", "seats"), [("a b", 2), ("a b", 4), ("a b c", 3), ("a b c d e", 3), ("a b c", 4)])
    def test_each_bot_sits_on_each_seat_as_often(self, bots: str, seats: int) -> None:
        found = contest(*bots.split(), spec=GameSpec("xoxo", "de", seats))
        for name in found.competitors:
            taken = [sum(seating[seat] == name for seating in found.seatings) for seat in range(seats)]
            assert len(set(taken)) == 1

    def test_a_round_has_one_seed(self) -> None:
        found = contest(seed="x")
        assert [(match.bots, match.seed) for match in found.round(3)] == [
            (("greedy", "random"), "x/3"),
            (("random", "greedy"), "x/3"),
        ]
        assert all(map(found.holds, found.round(3)))

    @pytest.mark.parametrize("seed", ["x/0", "x/03", "x", "y/3", "x/3/3", "x/", "x/-1", "x/1000000000", "x/٣"])
    def test_other_seeds_are_of_another_contest(self, seed: str) -> None:
        found = contest(seed="x")
        assert not found.holds(replace(found.round(3)[0], seed=seed))

    def test_other_bots_and_games_are_of_another_contest(self) -> None:
        (match, _), found = contest().round(1), contest()
        assert not found.holds(replace(match, bots=("greedy", "greedy")))
        assert not found.holds(replace(match, spec=replace(RUBIK, rulings=(("both_rows", "mover"),))))

    @pytest.mark.parametrize(
        ("bots", "seed", "code"),
        [
            (["greedy"], "1", "arena-bots"),
            ([], "1", "arena-bots"),
            (["greedy", "nobody"], "1", "arena-no-bot"),
            (["perfect", "greedy"], "1", "bot-game"),
            (["greedy", "random"], "", "seed"),
            (["greedy", "random"], "x" * 195, "seed"),
        ],
    )
    def test_what_cannot_be_compared_is_refused(self, bots: list[str], seed: str, code: str) -> None:
        with pytest.raises(InvalidSetup) as caught:
            Contest.of(rowdy.game("djeco"), bots, seed)
        assert caught.value.code == code


class TestFairness:
    """Luck cancels out: bots that play alike come out exactly alike."""

    @pytest.mark.parametrize("spec", [RUBIK, XOXO, GameSpec("xoxo", "de", 3), GameSpec("djeco", "it", 2)])
    def test_twins_share_every_round_evenly(self, spec: GameSpec, monkeypatch: pytest.MonkeyPatch) -> None:
        twins = ("anna", "bella", "clara")[: spec.seats]
        seat_bots(monkeypatch, dict.fromkeys(twins, GreedyBot()))
        arena = Arena(contest(*twins, spec=spec), rounds=2)
        arena.run(Kept(), workers=1)
        for number in (1, 2):
            first, *others = (arena.results[match] for match in arena.contest.round(number))
            assert all((result.winners, result.moves) == (first.winners, first.moves) for result in others)
        for standing in arena.tally.standings():
            assert standing.share.value == pytest.approx(1 / spec.seats)
            assert standing.times_fair == pytest.approx(1)
            assert standing.elo is not None
            assert standing.elo.value == pytest.approx(0)

    def test_rotated_bots_get_the_same_tiles(self) -> None:
        """What chance brings at the start does not depend on who sits there."""
        deals = [
            GameLog(match.spec.make(), match.bots, Dealer(match.seed)).state for match in contest(spec=XOXO).round(1)
        ]
        assert deals[0] == deals[1]


# Standings


def fake(match: Match, *winners: int) -> Result:
    seats = len(match.bots)
    return Result(match, winners, "x", 9, tuple(ThinkingTime(2, 0.5, 0.25 + 0.01 * seat) for seat in range(seats)))


class TestTally:
    def test_scores_by_bot_and_seat(self) -> None:
        found = contest("a", "b")
        one, two = found.round(1), found.round(2)
        tally = Tally.none(found).plus([fake(one[0], 0), fake(one[1], 0)]).plus([fake(two[0]), fake(two[1], 1)])
        first, second = tally.standings()
        assert (first.bot, first.score) == ("a", Score(2, 1, 1, 2.5))
        assert first.by_seat == (Score(1, 1, 0, 1.5), Score(1, 0, 1, 1.0))
        assert (second.bot, second.score) == ("b", Score(1, 1, 2, 1.5))
        assert (tally.rounds, tally.matches) == (2, 4)
        assert (first.share.value, first.times_fair) == (2.5 / 4, 1.25)
        assert first.thinking == ThinkingTime(8, 2.0, 0.26)

    def test_a_bot_on_several_seats_counts_on_each(self) -> None:
        found = contest("a", "b", spec=GameSpec("xoxo", "de", 3))
        results = [fake(match, match.bots.index("a")) for match in found.round(1)[:2]]
        shared = found.round(1)[2]
        results.append(fake(shared, *(seat for seat, name in enumerate(shared.bots) if name == "b")))
        first, second = Tally.none(found).plus(results).standings()
        assert (first.bot, first.score) == ("a", Score(2, 0, 1, 2.0))
        assert (second.bot, second.score) == ("b", Score(0, 2, 4, 1.0))
        assert (first.times_fair, second.times_fair) == pytest.approx((2, 0.5))

    def test_nothing_stands_before_the_first_round(self) -> None:
        assert Tally.none(contest()).standings() == []


# Running


def outcome(arena: Arena) -> tuple[Any, ...]:
    """All that comes out but for the time it took."""
    tally = arena.tally
    figures = [(standing.bot, standing.by_seat, standing.share, standing.elo) for standing in tally.standings()]
    return tally.rounds, arena.end, figures


@pytest.fixture(scope="module")
def whole() -> Arena:
    """An arena that has been run in one go."""
    arena = Arena(contest(), rounds=12)
    arena.run(Kept(), workers=1)
    assert arena.end is StopReason.PLAYED
    return arena


class TestRun:
    def test_several_workers_come_to_the_same(self, whole: Arena) -> None:
        kept = Kept()
        arena = Arena(contest(), rounds=12)
        arena.run(kept, workers=3)
        assert outcome(arena) == outcome(whole)
        assert {result.match: result for result in kept.results} == whole.results

    @pytest.mark.parametrize("most", [1, 7, 23])
    def test_a_run_that_was_broken_off_goes_on(self, whole: Arena, most: int) -> None:
        kept = Kept(most)
        with pytest.raises(KeyboardInterrupt):
            Arena(contest(), rounds=12).run(kept, workers=1)
        again = Kept()
        arena = Arena(contest(), rounds=12, found={result.match: result for result in kept.results})
        assert (arena.found, arena.matches) == (most, most)
        arena.run(again, workers=1)
        assert len(again.results) == 24 - most
        assert (arena.played, arena.matches) == (24 - most, 24)
        assert outcome(arena) == outcome(whole)

    def test_only_what_is_missing_is_played(self, whole: Arena) -> None:
        """Also where later rounds are there already."""
        missing = [whole.contest.round(2)[1], whole.contest.round(9)[0]]
        found = {match: result for match, result in whole.results.items() if match not in missing}
        kept = Kept()
        arena = Arena(contest(), rounds=12, found=found)
        assert arena.tally.rounds == 1
        assert list(arena.todo()) == missing
        arena.run(kept, workers=1)
        assert [result.match for result in kept.results] == missing
        assert outcome(arena) == outcome(whole)

    def test_more_rounds_go_on_from_fewer(self, whole: Arena) -> None:
        first = Arena(contest(), rounds=5)
        first.run(Kept(), workers=1)
        second = Arena(contest(), rounds=12, found=first.results)
        second.run(Kept(), workers=1)
        assert second.played == 14
        assert outcome(second) == outcome(whole)

    def test_rounds_beyond_those_wanted_do_not_count(self, whole: Arena) -> None:
        fewer = Arena(contest(), rounds=5, found=whole.results)
        assert (fewer.tally.rounds, fewer.found, fewer.end) == (5, 10, StopReason.PLAYED)
        kept = Kept()
        fewer.run(kept, workers=1)
        assert kept.results == []


def pretended(shuffled: Random | None = None) -> PlayMatches:
    """Matches without playing: the first bot wins seven of eight. With dice, up to nine come in any order."""

    def play(matches: Iterable[Match]) -> Generator[Result, None, None]:
        todo = iter(matches)
        while block := list(islice(todo, 9 if shuffled else 1)):
            if shuffled:
                shuffled.shuffle(block)
            for match in block:
                best = match.bots.index("a")
                yield fake(match, 1 - best if Random(f"{match}").random() < 1 / 8 else best)

    return play


class TestStopping:
    def run(self, until: float | None, rounds: int = 500, shuffled: Random | None = None) -> Arena:
        arena = Arena(contest("a", "b"), rounds, until)
        arena.run(Kept(), workers=0, play=pretended(shuffled))
        return arena

    def test_it_stops_as_soon_as_the_intervals_are_narrow(self) -> None:
        arena = self.run(0.05)
        assert arena.end is StopReason.NARROW
        assert arena.half_width <= 0.05
        before = Arena(contest("a", "b"), arena.tally.rounds - 1, found=arena.results)
        assert before.half_width > 0.05
        assert 50 < arena.tally.rounds < 150

    def test_it_stops_there_whatever_comes_first(self) -> None:
        expected = self.run(0.05)
        for seed in range(3):
            assert outcome(self.run(0.05, shuffled=Random(seed))) == outcome(expected)

    def test_results_beyond_the_end_do_not_move_it(self) -> None:
        expected, more = self.run(0.05), self.run(None)
        assert more.tally.rounds == 500
        again = Arena(contest("a", "b"), 500, 0.05, more.results)
        assert list(again.todo()) == []
        assert outcome(again) == outcome(expected)

    def test_a_few_rounds_are_never_enough(self) -> None:
        assert self.run(0.5).tally.rounds == MIN_ROUNDS
        assert self.run(0.5, rounds=7).end is StopReason.PLAYED

    def test_it_stops_at_the_most(self) -> None:
        arena = self.run(0.05, rounds=30)
        assert (arena.end, arena.tally.rounds, arena.matches) == (StopReason.PLAYED, 30, 60)

    def test_progress_is_told_for_every_match(self) -> None:
        arena, told = Arena(contest("a", "b"), 10), list[int]()
        arena.run(Kept(), 0, lambda: told.append(arena.matches), pretended())
        assert told == list(range(1, 21))
