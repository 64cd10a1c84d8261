"""One match: the same whenever and wherever it is played, told in plain text, and clear about bots that fail."""

from __future__ import annotations

import json
import multiprocessing
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.arena import workers as workers_module
from rowdy.play.arena.match import GameSpec, Match, Result, play_match
from rowdy.play.arena.workers import run_matches
from rowdy.play.bots.registry import RandomBot
from rowdy.rules.game import AnyGame, GameError, InvalidSetup, InvalidText
from tests.play.support import RUBIK, XOXO, contest, seat_bots
from tests.worlds import PRINTED


class TestMatch:
    @pytest.mark.parametrize("name", PRINTED)
    def test_played_again_it_comes_out_the_same(self, name: str) -> None:
        game = PRINTED[name]
        bots = ("greedy", "random", "random", "greedy")[: game.seats]
        match = Match(GameSpec.of(game), bots, "1/7")
        result = play_match(match)
        assert result == play_match(match)
        assert result.match == match
        assert result.moves > 4
        assert sum(result.points(seat) for seat in range(game.seats)) == pytest.approx(1)

    def test_another_seed_is_another_match(self) -> None:
        results = [play_match(Match(XOXO, ("random", "random"), str(seed))) for seed in range(6)]
        assert len({(result.winners, result.moves) for result in results}) > 1

    @pytest.mark.parametrize("name", PRINTED)
    def test_a_game_is_told_in_plain_values(self, name: str) -> None:
        game = PRINTED[name]
        made = GameSpec.of(game).make()
        assert (made.edition, made.options, made.seats) == (game.edition, game.options, game.seats)

    def test_rulings_and_decks_go_along(self) -> None:
        numbers = [1, 2, 3] * 6
        game = rowdy.game("djeco", edition="sv", rulings={"target": "2", "lines": "one"}, deck=numbers)
        match = Match(GameSpec.of(game), ("random", "random"), "3")
        again = Match.from_json(json.loads(json.dumps(match.to_json())))
        assert again == match
        made = again.spec.make()
        assert (made.options, made.deck) == (game.options, game.deck)
        assert play_match(again).reason

    def test_a_result_survives_the_way_through_text(self) -> None:
        result = play_match(Match(XOXO, ("greedy", "random"), "5"))
        told = result.to_json()
        again = Result.from_json(json.loads(json.dumps(told)))
        assert again == result
        assert [t.choices for t in again.thinking] == [t.choices for t in result.thinking]
        assert told["winners"] == [seat + 1 for seat in result.winners]

    @pytest.mark.parametrize(
        "change",
        [
            {"game": None},
            {"game": 3},
            {"bots": "greedy"},
            {"bots": [1, 2]},
            {"bots": None},
            {"seed": 5},
            {"rulings": []},
            {"rulings": {"target": 3}},
            {"rulings": "none"},
            {"deck": 3},
        ],
    )
    def test_what_is_no_match_is_refused(self, change: dict[str, Any]) -> None:
        told = Match(RUBIK, ("greedy", "random"), "1").to_json() | change
        if change == {"rulings": []}:  # as good as none
            assert Match.from_json(told).spec == RUBIK
            return
        with pytest.raises(InvalidText) as caught:
            Match.from_json(told)
        assert caught.value.code == "match-form"

    @pytest.mark.parametrize(
        "change",
        [
            {"winners": [3]},
            {"winners": [0]},
            {"winners": [1, 1]},
            {"winners": [float("inf")]},
            {"winners": ["1"]},
            {"thinking": [[1, 2, 3]]},
            {"thinking": 1},
            {"thinking": [[1, 2, 3], [float("inf"), 2, 3]]},
            {"thinking": [[1, 2, 3], [1, float("inf"), 3]]},
            {"thinking": [[1, 2, 3], [1, 2, float("nan")]]},
            {"thinking": [[1, 2, 3], [1, 10**400, 3]]},
            {"thinking": [[1, 2, 3], [-1, 2, 3]]},
            {"thinking": [[1, 2, 3], [1, -2, 3]]},
            {"moves": float("inf")},
            {"moves": -1},
            {"moves": True},
            {"match": {}},
        ],
    )
    def test_what_is_no_result_is_refused(self, change: dict[str, Any]) -> None:
        told = play_match(Match(RUBIK, ("random", "random"), "1")).to_json() | change
        with pytest.raises(InvalidText) as caught:
            Result.from_json(told)
        assert caught.value.code == "result-form"

    def test_points_are_shared(self) -> None:
        result = Result(Match(GameSpec("xoxo", "de", 3), ("a", "b", "c"), "1"), (0, 2), "x", 1, ())
        assert [result.points(seat) for seat in range(3)] == [0.5, 0, 0.5]
        drawn = replace(result, winners=())
        assert [drawn.points(seat) for seat in range(3)] == [pytest.approx(1 / 3)] * 3

    def test_only_choices_take_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A seat with one legal action has nothing to think about, and the first answers ever may have code to load:
        one move and one answer to a window."""
        asked = Counter[int]()

        class Counting(RandomBot):
            def choose(self, game: AnyGame, log: Any, view: Any, rng: Random) -> Any:
                asked[view.viewer] += len(view.legal) > 1
                return super().choose(game, log, view, rng)

        seat_bots(monkeypatch, {"counting": Counting()})
        match = Match(XOXO, ("counting", "counting"), "1")
        first = play_match(match)
        choices = [thinking.choices for thinking in first.thinking]
        assert asked.total() == sum(choices) + 2
        asked.clear()
        again = play_match(match)
        assert [thinking.choices for thinking in again.thinking] == choices == [asked[0], asked[1]]
        assert all(0 < thinking.longest <= thinking.seconds for thinking in again.thinking)


class TestBadBots:
    """Whatever a bot does, the match tells which bot, where, and what."""

    class Bad(RandomBot):
        def __init__(self, act: Any) -> None:
            self.act = act

        def choose(self, game: AnyGame, log: Any, view: Any, rng: Random) -> Any:
            return self.act() if len(log) > 3 else super().choose(game, log, view, rng)

    def failure(self, monkeypatch: pytest.MonkeyPatch, act: Any) -> GameError:
        seat_bots(monkeypatch, {"bad": self.Bad(act), "good": RandomBot()})
        with pytest.raises(GameError) as caught:
            play_match(Match(RUBIK, ("good", "bad"), "1/4"))
        where = {name: caught.value.details[name] for name in ("bot", "seat", "seed")}
        assert where == {"bot": "bad", "seat": 2, "seed": "1/4"}
        return caught.value

    def test_one_that_raises(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail() -> None:
            raise ZeroDivisionError("oh dear")

        error = self.failure(monkeypatch, fail)
        assert (error.code, error.details["reason"]) == ("bot-failed", "ZeroDivisionError: oh dear")

    def test_one_that_raises_an_error_of_the_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        cause = InvalidSetup("seed", most=3)

        def fail() -> None:
            raise cause

        error = self.failure(monkeypatch, fail)
        assert (error.code, error.details["reason"]) == ("bot-failed", cause)

    @pytest.mark.parametrize("wanted", [None, "b3-b4", 17])
    def test_one_that_wants_what_is_not_allowed(self, monkeypatch: pytest.MonkeyPatch, wanted: object) -> None:
        error = self.failure(monkeypatch, lambda: wanted)
        assert (error.code, error.details["move"]) == ("bot-illegal", str(wanted))

    def test_one_that_does_not_know_the_game(self) -> None:
        with pytest.raises(InvalidSetup) as caught:
            play_match(Match(XOXO, ("perfect", "random"), "1"))
        assert caught.value.code == "bot-game"


class TestWorkers:
    def test_an_error_comes_through(self) -> None:
        with pytest.raises(InvalidSetup) as caught:
            list(run_matches([Match(XOXO, ("perfect", "random"), "1")], workers=2))
        assert caught.value.code == "bot-game"
        assert multiprocessing.active_children() == []

    def test_a_worker_that_dies_is_missed(self) -> None:
        matches = contest("random", "random", spec=XOXO)
        results = run_matches((matches.round(number)[0] for number in range(1, 10**6)), workers=2)
        next(results)
        victim, _ = multiprocessing.active_children()
        victim.kill()
        with pytest.raises(GameError) as caught:
            for _ in results:
                pass
        assert (caught.value.code, caught.value.details) == ("worker-died", {"how": "SIGKILL"})
        assert multiprocessing.active_children() == []

    def test_what_was_finished_is_there_before_the_dead_are_missed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The first worker dies of its second match while the other has a result ready too."""
        matches = [match for number in (1, 2) for match in contest().round(number)]
        first, *_ = lines = [multiprocessing.Pipe()[0] for _ in range(2)]
        monkeypatch.setattr(workers_module, "wait", lambda busy: [line for line in lines if line in busy])
        begun = Counter[Any]()

        class Pretended:
            def __init__(self) -> None:
                self.connection = lines[len(pool.workers)]

            def begin(self, match: Match) -> None:
                begun[self.connection] += 1
                if self.connection is first and begun[first] == 2:
                    raise GameError("worker-died", how=1)
                self.match = match

            def finish(self) -> Result:
                return Result(self.match, (), "x", 1, ())

        monkeypatch.setattr(workers_module, "_MatchWorker", Pretended)
        pool, found = workers_module._WorkerPool(2), list[Match]()
        with pytest.raises(GameError) as caught:
            found.extend(result.match for result in pool.play(matches))
        assert caught.value.code == "worker-died"
        assert found == matches[:2]

    def test_nobody_works_on_once_nobody_asks(self) -> None:
        matches = contest("random", "random", spec=XOXO)
        results = run_matches((matches.round(number)[0] for number in range(1, 10**6)), workers=2)
        next(results)
        assert len(multiprocessing.active_children()) == 2
        results.close()
        assert multiprocessing.active_children() == []

    def test_no_more_workers_are_started_than_there_is_work_for(self) -> None:
        match = contest().round(1)[0]
        assert list(run_matches([match], workers=8)) == [play_match(match)]
        assert list(run_matches([], workers=8)) == []
