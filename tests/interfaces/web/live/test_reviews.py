"""Reviews of finished games: judged move by move, stopped and taken up again, and kept with their tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec
import pytest

import rowdy
from rowdy.interfaces.web.http.review_answers import ReviewNarrator
from rowdy.interfaces.web.live.reviews import MAX_REMEMBERED, MAX_UNDER_WAY_EACH, Review, Reviews
from rowdy.interfaces.words import Words
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.bots.pool import BotPool
from rowdy.play.bots.worker import JudgeQuestion, answer, pack_game
from rowdy.play.review import Decision, Mark, decisions, expected_shares, judge_exactly, judgeable, summarise
from rowdy.play.reviewed import ReviewedMove, decisive_moments, review_move
from rowdy.rules.game import AnyGame, GameError
from rowdy.rules.record import SPECTATOR, Record
from rowdy.search.perfect import prober
from tests.play.test_review import golden, whole_record
from tests.worlds import PRINTED

T = TypeVar("T")


class Shelf:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, int], bytes] = {}

    def review(self, table_id: str, round: int) -> bytes | None:
        return self.kept.get((table_id, round))

    def keep_review(self, table_id: str, round: int, body: bytes) -> None:
        self.kept.setdefault((table_id, round), body)


class Thinker(BotPool):
    """Judges at once, but only as many moves as it is let."""

    def __init__(self, let: int = 1_000) -> None:
        super().__init__(0, parts=())
        self.let = asyncio.Semaphore(let)
        self.judged: list[int] = []

    async def judge(self, game: AnyGame, decision: Decision, asker: Asker = Asker()) -> ReviewedMove:  # noqa: B008
        await self.let.acquire()
        self.judged.append(decision.ply)
        return ReviewedMove(
            decision.turn, decision.ply, decision.seat, tuple(map(str, decision.actions)), Mark.BEST, ()
        )


async def in_thread(work: Callable[..., T], /, *args: Any, **kwargs: Any) -> T:
    return work(*args, **kwargs)


def spawn(work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(work)


def make(thinker: Thinker, shelf: Shelf | None = None, max_remembered: int = MAX_REMEMBERED) -> Reviews:
    return Reviews(thinker, shelf or Shelf(), spawn, in_thread, max_remembered)


async def ended(review: Review) -> None:
    assert review.task
    await asyncio.wait([review.task])


def test_every_move_is_judged_in_order_and_kept_with_the_table() -> None:
    async def scene() -> None:
        shelf, thinker, record = Shelf(), Thinker(), golden()
        reviews = make(thinker, shelf)
        review = await reviews.begin(("a", 0), record, "ann")
        await ended(review)
        assert review.state == "done"
        assert [move.ply for move in review.moves] == [each.ply for each in decisions(record, judgeable(record))]
        again = await make(Thinker(0), shelf).begin(("a", 0), record, "ben")
        assert (again.state, again.moves) == ("done", review.moves)
        assert again.id != review.id

    asyncio.run(scene())


def test_one_that_is_stopped_goes_on_where_it_was() -> None:
    async def scene() -> None:
        thinker = Thinker(5)
        reviews = make(thinker)
        review = await reviews.begin(("", "record"), golden(), "ann")
        while len(review.moves) < 5:
            await asyncio.sleep(0)
        assert reviews.stop(review.id).state == "stopped"
        await ended(review)
        for _ in range(20):
            thinker.let.release()
        assert await reviews.begin(("", "record"), golden(), "ann") is review
        await ended(review)
        assert review.state == "done"
        assert thinker.judged == sorted(set(thinker.judged))
        assert len(review.moves) == review.total

    asyncio.run(scene())


def test_nobody_has_too_many_and_what_nobody_may_know_is_not_judged() -> None:
    async def scene() -> None:
        reviews = make(Thinker(0))
        for number in range(MAX_UNDER_WAY_EACH):
            await reviews.begin(("", str(number)), golden(), "ann")
        with pytest.raises(GameError) as error:
            await reviews.begin(("", "one more"), golden(), "ann")
        assert error.value.code == "too-busy"
        await reviews.begin(("", "ben's"), golden(), "ben")
        record = whole_record(next(name for name, game in PRINTED.items() if game.facts.hidden))
        with pytest.raises(GameError) as error:
            await reviews.begin(("", "open"), record.seen_by(SPECTATOR), "cem")
        assert error.value.code == "review-nobody"
        with pytest.raises(GameError):
            reviews.find("nothing")
        for review in list(reviews._known.values()):
            reviews.stop(review.id)

    asyncio.run(scene())


def test_the_oldest_are_forgotten() -> None:
    async def scene() -> None:
        reviews = make(Thinker(), max_remembered=2)
        first = await reviews.begin(("", "0"), golden(), "ann")
        await ended(first)
        for number in (1, 2):
            await ended(await reviews.begin(("", str(number)), golden(), "ann"))
        with pytest.raises(GameError):
            reviews.find(first.id)

    asyncio.run(scene())


# What is told


def reviewed(record: Record) -> Review:
    todo = decisions(record, judgeable(record))
    review = Review(("", ""), record, "", judgeable(record), todo, state="done")
    review.moves = [review_move(record.game, decision) for decision in todo]
    return review


def test_numbers_are_the_librarys_own() -> None:
    record = golden()
    review = reviewed(record)
    oracle = prober(record.game)  # type: ignore[arg-type]
    known = [judge_exactly(decision, oracle) for decision in review.todo]
    view = ReviewNarrator(Words(), review).view()
    assert [(move.mark, move.after) for move in view.moves] == [(judged.mark, judged.after) for judged in known]
    for seat, summary in zip(view.seats, summarise(known, (0, 1)), strict=True):
        assert summary.accuracy is not None
        assert seat.accuracy == f"{round(100 * summary.accuracy)} %"
    assert list(view.curves[0].shares) == expected_shares(known, view.curves[0].seat)
    worst = sorted(range(len(known)), key=lambda i: -known[i].loss)
    assert set(view.moments) <= set(worst[:3])
    assert decisive_moments(review.moves) == list(view.moments)
    assert view.exact
    assert view.moves[-1].step == sum(len(decision.actions) for decision in review.todo)
    part = ReviewNarrator(Words("de"), review).view(10)
    assert (part.first, len(part.moves)) == (10, len(view.moves) - 10)


def test_what_is_judged_meanwhile_is_told_later() -> None:
    """A view is made beside the loop, on which the review goes on."""
    review = reviewed(golden())
    later, review.moves = review.moves[4:], review.moves[:4]
    review.state = "running"
    narrator = ReviewNarrator(Words(), review)
    review.moves += later
    review.state = "done"
    view = narrator.view()
    assert (view.state, view.done, len(view.moves)) == ("running", 4, 4)
    assert all(number < 4 for number in view.moments)


def test_somebody_can_play_on_from_every_turn() -> None:
    review = reviewed(golden())
    for move, told in zip(review.moves, ReviewNarrator(Words(), review).view().moves, strict=True):
        assert told.table is not None
        state = rowdy.game("rubik").parse_state(told.table.position or "")
        assert state.mover == move.seat
        assert [seat.who for seat in told.table.seats].count("me") == 1
        assert told.explore.startswith("/explore/rubik?position=")


def test_what_is_stored_is_read_back() -> None:
    moves = reviewed(golden()).moves
    assert msgspec.json.decode(msgspec.json.encode(moves), type=list[ReviewedMove]) == moves


def test_a_thinker_replies_as_the_library() -> None:
    record = golden()
    decision = decisions(record, (0, 1))[3]
    question = JudgeQuestion(pack_game(record.game), decision)
    reply = answer(question)
    assert question.fits(reply)
    assert reply == review_move(record.game, decision)
