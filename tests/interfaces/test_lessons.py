"""Lessons: every step can be solved as it is said, every wrong try is wrong by the rules and is told why."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from rowdy.interfaces.catalog import KITS
from rowdy.interfaces.languages import languages
from rowdy.interfaces.lessons import ENDGAME, JudgedTry, Teacher
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import BOTS, Bot, GreedyBot
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.lesson_tries import MAX_LESSON_MOVES
from rowdy.play.lessons import TryVerdict
from rowdy.play.windows import answer_all
from rowdy.rules.catalog import CATALOG
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import GameError, InvalidSetup, Move, Over
from rowdy.rules.record import check_start
from rowdy.search.perfect import probe
from tests.interfaces.lesson_tries import tries
from tests.quick import first_quick

ANY = "any"
SOLUTIONS = {
    ("rubik", "place"): ANY,
    ("rubik", "flip"): ANY,
    ("rubik", "break"): "a2-a3, b2-b1, c2-c1, c2-d2",
    ("rubik", "row"): "A@b1, A@b4",
    ("rubik", "lock"): "A@a4, B@a4",
    ("rubik", "push"): "d2-d1",
    ("xoxo2", "place"): ANY,
    ("xoxo2", "flip"): ANY,
    ("xoxo2", "break"): "c2-b2, c2-c1, c2-d2, c3-d3, c4-b4",
    ("xoxo2", "row"): "B@c1",
    ("xoxo2", "closed"): "B@c1",
    ("xoxo2", "two"): "A@b2",
    ("xoxo", "lay"): ANY,
    ("xoxo", "line"): "own@c2, own@c5",
    ("xoxo", "cover"): "draw@d4",
    ("xoxo", "backs"): "own@d4",
    ("xoxo", "hold"): "hold red own@c2, hold red own@c5",
    ("xoxo", "show"): "show red",
    ("djeco", "lay"): ANY,
    ("djeco", "line"): "r2@d3, r6@d3",
    ("djeco", "stack"): "r5@c3",
    ("djeco", "yellow"): "y@b3, y@c3",
    ("djeco", "green"): "g@b3-d3, g@b4-d4",
    ("djeco", "rival"): " ".join(
        f"{card}@{square}," for card in ("b1", "b3", "b9") for square in ("b1", "c1", "d1", "c2", "b4", "c4", "d4")
    ),
}
"""All ways to solve each step, seen on the board by a person; orders that change nothing for it left out."""
STEPS = [(game, step.name) for game, kit in KITS.items() if kit.lesson for step in kit.lesson.steps]


def teacher(game: str, language: str = "en") -> Teacher:
    return Teacher.of(Words(language), game)


@cache
def all_tries(game: str, name: str) -> tuple[tuple[tuple[str, ...], JudgedTry], ...]:
    return tuple(tries(teacher(game), name))


def test_every_game_of_ours_has_six_to_ten_steps() -> None:
    assert set(KITS) == set(CATALOG)
    for game in CATALOG:
        assert 6 <= len(teacher(game).names) <= 10


@pytest.mark.parametrize(("game", "name"), STEPS)
class TestStep:
    def test_it_is_solved_by_what_a_person_sees_and_by_nothing_else(self, game: str, name: str) -> None:
        """By every legal move, and every order before it."""
        right, wrong = set[str](), set[str]()
        for moves, found in all_tries(game, name):
            (right if found.verdict is TryVerdict.RIGHT else wrong).add(" ".join(moves))
        expected = SOLUTIONS[game, name]
        if expected == ANY:
            assert right
            assert not wrong
            return
        solving = {text.strip() for text in expected.split(",") if text.strip()}
        assert right >= solving
        needless = {text.partition(" ")[2].partition(" ")[2] for text in right - solving}
        assert needless <= solving
        assert wrong

    def test_every_wrong_try_is_told_why_in_every_language(self, game: str, name: str) -> None:
        """And every reply answers some try, so that none is left over."""
        speakers = [teacher(game, language) for language in languages()]
        given = set()
        for moves, found in all_tries(game, name):
            texts = {found.say, *(speaker.answer(name, moves).say for speaker in speakers[1:])}
            assert len(texts) == len(languages())
            assert all(texts)
            if found.verdict is TryVerdict.WRONG:
                given.add(found.say)
        assert len(given) >= len(speakers[0].step(name).replies)

    def test_it_begins_in_a_position_to_which_play_can_have_led(self, game: str, name: str) -> None:
        taught = teacher(game)
        start = taught.game.parse_state(taught.step(name).position)
        check_start(taught.game, start)
        found = taught.answer(name, ())
        assert found.verdict is TryVerdict.MORE
        assert not taught.step(name).task(found.attempt), "it is not solved before anything is done"

    def test_what_is_pointed_at_lies_on_the_board(self, game: str, name: str) -> None:
        taught = teacher(game)
        assert taught.game.grid
        for _, found in all_tries(game, name):
            squares = {*found.points.squares, *(square for arrow in found.points.arrows for square in arrow)}
            assert squares <= set(taught.game.grid.index)
            assert all(square in found.say for square in found.points.squares) or found.points.arrows or not squares


@pytest.mark.parametrize(("game", "name"), [step for step in STEPS if step[0] in ("rubik", "xoxo2")])
def test_arrows_are_flips_that_are_still_possible(game: str, name: str) -> None:
    taught = teacher(game)
    for _, found in all_tries(game, name):
        lying = taught.game.cells(found.attempt.after)
        for source, target in found.points.arrows:
            assert lying[source] in "AB"
            assert target not in lying
            assert taught.game.parse_action(f"{source}-{target}") in taught.game.actions
        if found.points.arrows:
            assert found.verdict is TryVerdict.WRONG


@pytest.mark.parametrize("game", CATALOG)
class TestEndgame:
    def test_the_learner_is_to_move_and_the_game_goes_to_its_end(self, game: str) -> None:
        taught = teacher(game)
        start = taught.game.parse_state(taught.lesson.endgame)
        assert taught.game.turn(start) == Move(taught.lesson.seat)
        log = GameLog(taught.game, ("a", "b"), Dealer("end"), start=start)
        moves = 0
        while isinstance(log.turn, Move):
            seat = log.turn.seat
            log.act(seat, GreedyBot().choose(log.game, log.observations(seat), log.view(seat), Random(moves)))
            answer_all(log, {})
            moves += 1
        assert log.over
        assert moves > 2

    def test_nothing_is_offered_before_it_is_played(self, game: str) -> None:
        assert teacher(game).answer(ENDGAME, ()).view.legal == ()


@pytest.mark.parametrize("game", first_quick(["xoxo2", "rubik"]))
def test_an_endgame_that_is_solved_can_be_won(game: str) -> None:
    taught = teacher(game)
    assert isinstance(taught.game, FlipGame)
    assert probe(taught.game, taught.game.parse_state(taught.lesson.endgame)).value.value == "win"


@pytest.mark.parametrize("game", ["xoxo", "djeco"])
def test_an_endgame_can_be_won_however_the_cards_lie(game: str) -> None:
    """By somebody who takes what is best at once, and back what went wrong: against the bot's answers to it."""
    taught = teacher(game)
    for deal in range(8):
        assert any(won(taught, deal, attempt) for attempt in range(30)), deal


def won(taught: Teacher, deal: int, attempt: int) -> bool:
    log = GameLog(taught.game, ("a", "b"), Dealer(str(deal)), start=taught.game.parse_state(taught.lesson.endgame))
    while isinstance(log.turn, Move):
        seat = log.turn.seat
        own = seat == taught.lesson.seat
        bot: Bot = GreedyBot() if own else BOTS[taught.lesson.bot]
        luck = attempt if own else "bot"
        log.act(seat, bot.choose(log.game, log.observations(seat), log.view(seat), Random(f"{luck} {log.length}")))
        answer_all(log, {})
    return isinstance(log.turn, Over) and taught.lesson.seat in log.turn.outcome.winners


# What cannot be tried


@pytest.mark.parametrize(
    ("game", "name", "moves", "code"),
    [
        ("rubik", "lock", ["A@a3"], "occupied"),
        ("rubik", "flip", ["c2-c1"], "own-stone"),
        ("rubik", "flip", ["nonsense"], "unreadable-move"),
        ("xoxo", "cover", ["own@b4"], "just-laid"),
        ("xoxo", "hold", ["hold wink"], "order-card"),
        ("xoxo", "show", ["own@d5"], "window-open"),
        ("djeco", "stack", ["r2@c3"], "other-number"),
        ("xoxo", "hold", ["hold red", "show red"] * 5, "lesson-moves"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_their_reason(game: str, name: str, moves: list[str], code: str) -> None:
    assert MAX_LESSON_MOVES < 10
    with pytest.raises(GameError) as refused:
        teacher(game).answer(name, moves)
    assert refused.value.code == code


def test_there_is_no_lesson_or_step_of_another_name() -> None:
    with pytest.raises(InvalidSetup) as refused:
        teacher("rubik").answer("castle", ())
    assert refused.value.code == "no-lesson-step"
    with pytest.raises(InvalidSetup):
        teacher("chess")
