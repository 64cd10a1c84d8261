"""The review: who is judged from what, how good each move was, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.hints import keep_back, playouts, quick_searcher, searcher
from rowdy.play.review import (
    EXACT_SHARES,
    Decision,
    Judged,
    Mark,
    Observations,
    decisions,
    expected_shares,
    judge_by_search,
    judge_exactly,
    judgeable,
    margin_of_error,
    solved,
    summarise,
)
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import CHANCE, AnyGame, Event, Move, View, Window
from rowdy.rules.record import SPECTATOR, Record
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Reveal
from rowdy.search.perfect import Value, Verdict, prober
from rowdy.search.python_search import RatedAction, Thought
from tests.compiled import MadeUpCache
from tests.worlds import PRINTED, SMALL, observations, players, random_game, redraw

every_game = pytest.mark.parametrize("name", PRINTED)
hidden_games = pytest.mark.parametrize("name", [name for name, game in PRINTED.items() if game.facts.hidden])

GOLDEN = """\
Rowdy: 1
Game: rubik
Edition: de
Seats: greedy, random
Result: 1 row
Seed: 1

1. B@c2
2. c2-c1 b@c3
3. c3-c4 A@b2
4. c1-c2 b@d1
5. d1-d2 A@c3
6. c2-c1 a@a1
7. a1-a2 A@b3
8. c3-d3 a@d1
9. c4-d4 A@c3
10. c3-c2 b@c3
11. c3-c4 A@a3
12. b2-b1 a@a4
13. a2-a1 A@b2
14. b3-c3
"""
"""Both give away much; the last flip gives X a row that holds."""


def golden() -> Record:
    """A whole game of Rubik's Tac Toe with a few mistakes."""
    return parse_record(GOLDEN)


def whole_record(name: str, seed: int = 1) -> Record:
    game = PRINTED[name]
    return Record(game, players(game), random_game(name, seed))


@dataclass
class Fake:
    """Thinks what it is told to, and remembers what it was asked."""

    values: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    """Visits and value of actions; all others get none."""
    alone: tuple[int, float] = (1000, 0.5)
    """The same for an action that is the only one it may look at."""
    asked: list[tuple[Observations, View[Any, Any]]] = field(default_factory=list)

    def __call__(self, game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
        self.asked.append((log, view))
        if len(view.legal) == 1:
            return Thought((RatedAction(view.legal[0], *self.alone),), 1000)
        choices = [RatedAction(action, *self.values.get(str(action), (0, 0.0))) for action in view.legal]
        return Thought(tuple(sorted(choices, key=lambda choice: -choice.visits)), 1000)


# What was decided


@every_game
def test_each_decision_comes_with_just_what_its_seat_could_know(name: str) -> None:
    record = whole_record(name)
    game, states = record.game, list(record.states())
    found = decisions(record, judgeable(record))
    for decision in found:
        assert decision.log == observations(game, record.events[: decision.ply], decision.seat)
        assert decision.view == game.view(states[decision.ply], decision.seat)
    made = {decision.ply + i: action for decision in found for i, action in enumerate(decision.actions)}
    for ply, (actor, action) in enumerate(record.events):
        turn = game.turn(states[ply])
        choice = isinstance(actor, int) and len(game.legal(states[ply], actor)) > 1
        if choice or isinstance(turn, Move):
            assert made.pop(ply) == action
        elif isinstance(turn, Window):
            assert ply not in made
    assert not made


@hidden_games
def test_a_seats_own_record_tells_the_same_of_it(name: str) -> None:
    full = whole_record(name)
    for seat in range(full.game.seats):
        own = full.seen_by(seat)
        assert judgeable(own) == (seat,)
        same = [
            (decision.turn, decision.seat, decision.actions, decision.log, decision.view)
            for decision in decisions(own, (seat,))
        ]
        expected = decisions(full, (seat,))
        assert same == [(each.turn, each.seat, each.actions, each.log, each.view) for each in expected]
        assert same


@hidden_games
def test_what_a_seat_cannot_know_changes_nothing(name: str) -> None:
    record, changed = whole_record(name), 0
    for seat in range(record.game.seats):
        other = Record(record.game, record.players, redraw(record.game, record.events, seat, Random(seat)))
        changed += other.events != record.events
        assert decisions(other, (seat,)) == decisions(record, (seat,))
    assert changed


def test_a_spectator_knows_enough_only_where_nothing_is_hidden() -> None:
    assert judgeable(whole_record("xoxo-de-3")) == (0, 1, 2)
    assert judgeable(whole_record("xoxo-de-3").seen_by(SPECTATOR)) == ()
    assert judgeable(whole_record("djeco-it-2").seen_by(SPECTATOR)) == ()
    assert judgeable(whole_record("rubik-de-2").seen_by(SPECTATOR)) == (0, 1)
    assert judgeable(whole_record("rubik-de-2").seen_by(1)) == (0, 1)


@every_game
def test_turns_have_the_numbers_of_the_record(name: str) -> None:
    record = whole_record(name)
    lines = dict(line.split(". ", 1) for line in format_record(record).split("\n\n", 1)[1].splitlines())
    for decision in decisions(record, judgeable(record)):
        assert all(str(action) in lines[str(decision.turn)] for action in decision.actions)


def test_flip_and_placement_are_one_decision() -> None:
    found = decisions(parse_record(GOLDEN), (0, 1))
    assert [" ".join(map(str, decision.actions)) for decision in found] == [
        line.split(". ")[1] for line in GOLDEN.splitlines()[7:]
    ]
    assert [decision.seat for decision in found] == [0, 1] * 7


# How good it was: exactly


def judge_all(record: Record) -> list[Judged]:
    assert isinstance(record.game, FlipGame)
    oracle = prober(record.game)
    return [judge_exactly(decision, oracle) for decision in decisions(record, judgeable(record))]


def test_a_golden_game_judged_by_perfect_play() -> None:
    """Each value looked up by hand in the explorer."""
    judged = judge_all(parse_record(GOLDEN))
    told = [f"{j.mark} {_text(j, 0)} {_text(j, 1)} {' '.join(map(str, j.best))}" for j in judged]
    assert told == [
        "mistake draw loss14 A@a1",
        "blunder win13 loss14 c2-b2 a@a1",
        "blunder win13 loss12 c3-b3 B@b1",
        "mistake win11 draw c1-c2 b@c3",
        "mistake draw loss10 d1-d2 B@d3",
        "blunder win9 loss10 c2-c1 a@d3",
        "mistake win9 draw a1-a2 A@a1",
        "best draw draw c3-d3 a@d1",
        "mistake draw loss6 c4-d4 A@a1",
        "blunder win5 loss2 b3-a3 a@c2",
        "blunder win1 loss2 a2-a1 B@b1",
        "blunder win1 loss2 d3-c3 a@d3",
        "blunder win1 loss2 c4-c3 A@b2",
        "blunder win1 loss1 c2-c3 a@b4",
    ]


def _text(judged: Judged, which: int) -> str:
    assert judged.exact is not None
    verdict = judged.exact[which]
    return f"{verdict.value}{verdict.distance or ''}"


@pytest.mark.parametrize("name", ["rubik-de-2", "xoxo2-nl-2"])
def test_values_are_those_of_the_positions_before_and_after(name: str) -> None:
    """The other route: the position after the turn, as its next player has it."""
    for seed in range(3):
        record = whole_record(name, seed)
        game, states = record.game, list(record.states())
        assert isinstance(game, FlipGame)
        for judged in judge_all(record):
            before, after = states[judged.ply], states[judged.ply + len(judged.actions)]
            assert judged.before == EXACT_SHARES[prober(game).verdict(before).value]
            worth = EXACT_SHARES[prober(game).verdict(after).value]
            assert judged.after == (worth if after.mover == judged.seat else 1 - worth)


def test_the_better_turn_keeps_the_flip_if_that_was_right() -> None:
    fourth, third = judge_all(parse_record(GOLDEN))[3], judge_all(parse_record(GOLDEN))[2]
    assert fourth.best[0] == fourth.actions[0]
    assert third.best[0] != third.actions[0]


def test_a_turn_broken_off_after_the_flip_is_as_good_as_what_can_still_come_of_it() -> None:
    record = parse_record("Rowdy: 1\nGame: rubik\nEdition: de\nSeats: a, b\n\n1. A@b1\n2. b1-b2\n")
    assert judge_all(record)[-1].mark is Mark.BEST  # the explorer: only b1-b2 keeps the win
    record = parse_record("Rowdy: 1\nGame: rubik\nEdition: de\nSeats: a, b\n\n1. A@b1\n2. b1-a1\n")
    judged = judge_all(record)[-1]
    assert judged.mark in (Mark.MISTAKE, Mark.BLUNDER)
    assert str(judged.best[0]) == "b1-b2"


def at(text: str, *actions: str) -> Decision:
    """A turn of the player to move in a position."""
    game = rowdy.game("rubik")
    state = game.parse_state(text)
    view = game.view(state, state.mover)
    return Decision(1, 0, state.mover, tuple(map(game.parse_action, actions)), (), view)


@pytest.mark.parametrize(
    ("turn", "mark", "best"),
    [
        ("d1-c1 A@c4", Mark.BEST, "d1-c1 A@c4"),
        ("c3-c4 B@c3", Mark.BEST, "c3-c4 B@c3"),
        ("b4-c4 A@c1", Mark.MISTAKE, "d1-c1 A@c4"),
        ("a1-a2 A@a1", Mark.BLUNDER, "d1-c1 A@c4"),
    ],
)
def test_marks_of_a_winning_position(turn: str, mark: Mark, best: str) -> None:
    """X wins in three by two flips, draws by another, and loses by others."""
    judged = judge_exactly(at("Ab.B/aBbA/.aB./bA.a flip", *turn.split()), prober(rowdy.game("rubik")))
    assert (judged.mark, " ".join(map(str, judged.best))) == (mark, best)


def test_a_slower_win_is_good() -> None:
    game = rowdy.game("rubik")
    state = game.parse_state("...b/.AbB/bABa/..Aa flip")
    turns = prober(game).probe(state).turns
    slow = next(turn for turn in turns if turn.verdict == Verdict(Value.WIN, 3))
    judged = judge_exactly(at("...b/.AbB/bABa/..Aa flip", *map(str, slow.actions)), prober(game))
    assert judged.mark is Mark.GOOD
    assert judged.loss == 0
    assert judged.exact == (Verdict(Value.WIN, 1), Verdict(Value.WIN, 3))
    assert judged.best != judged.actions


def test_where_there_is_one_turn_alone_it_is_forced() -> None:
    judged = judge_exactly(at("AABA/.aBa/abaA/AbBa flip", "a4-a3"), prober(rowdy.game("rubik")))
    assert judged.mark is Mark.FORCED
    assert judged.best == judged.actions
    assert judged.loss == 0


def test_only_the_printed_flip_games_are_judged_exactly() -> None:
    assert {name for name, game in PRINTED.items() if solved(game)} == {"rubik-de-2", "xoxo2-nl-2"}
    assert not solved(SMALL["flip-3x3-enclosed"])


# How good it was: by search


def first_lay(name: str = "xoxo-de-2") -> Decision:
    """The second turn, with several squares to choose from."""
    record = whole_record(name)
    return next(each for each in decisions(record, judgeable(record)) if each.turn == 2)


def judge(decision: Decision, fake: Fake) -> Judged:
    return judge_by_search(PRINTED["xoxo-de-2"], decision, fake)


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (-0.1, Mark.BEST),
        (0.0, Mark.BEST),
        (0.009, Mark.BEST),
        (0.02, Mark.GOOD),
        (0.029, Mark.GOOD),
        (0.031, Mark.INACCURACY),
        (0.079, Mark.INACCURACY),
        (0.081, Mark.MISTAKE),
        (0.199, Mark.MISTAKE),
        (0.201, Mark.BLUNDER),
    ],
)
def test_marks_follow_from_the_share_given_away(loss: float, mark: Mark) -> None:
    decision = first_lay()
    made = decision.actions[0]
    other = next(action for action in decision.view.legal if action != made)
    many = 1_000_000
    judged = judge(decision, Fake({str(other): (many + 1, 0.6), str(made): (many, 0.6 - loss)}))
    assert judged.mark is mark
    assert judged.best == ((made,) if mark is Mark.BEST else (other,))
    assert judged.before == 0.6
    assert judged.after == pytest.approx(0.6 - loss, abs=1e-5)
    assert judged.loss == (0.0 if mark is Mark.BEST else pytest.approx(loss, abs=1e-5))


def test_what_the_search_cannot_tell_apart_counts_as_best() -> None:
    decision = first_lay()
    made = decision.actions[0]
    other = next(action for action in decision.view.legal if action != made)
    assert judge(decision, Fake({str(other): (600, 0.60), str(made): (400, 0.58)})).mark is Mark.BEST
    assert judge(decision, Fake({str(other): (600, 0.60), str(made): (400, 0.56)})).mark is Mark.INACCURACY
    assert margin_of_error(RatedAction(other, 600, 0.60), RatedAction(made, 400, 0.56)) == pytest.approx(
        0.0319, abs=1e-4
    )


def test_a_move_that_the_search_passed_over_is_looked_at_by_itself() -> None:
    """With the same log, and all the view but the other actions."""
    decision = first_lay()
    made = decision.actions[0]
    other = next(action for action in decision.view.legal if action != made)
    fake = Fake({str(other): (999, 0.60), str(made): (1, 0.0)}, alone=(1000, 0.55))
    judged = judge(decision, fake)
    assert judged.mark is Mark.INACCURACY
    assert judged.after == pytest.approx(0.55, abs=0.001)
    (first_log, first_view), (second_log, second_view) = fake.asked
    assert (first_log, first_view) == (decision.log, decision.view)
    assert second_log == decision.log
    assert second_view == View(decision.view.viewer, decision.view.state, decision.view.turn, decision.actions)


def test_the_best_move_after_a_short_look_is_looked_at_again() -> None:
    decision = first_lay()
    other = next(action for action in decision.view.legal if action != decision.actions[0])
    judged = judge(decision, Fake({str(other): (200, 0.95)}, alone=(1000, 0.5)))
    assert (judged.mark, judged.before) == (Mark.BEST, 0.5)


def test_what_the_search_likes_best_is_best_without_another_look() -> None:
    decision = first_lay()
    fake = Fake({str(decision.actions[0]): (100, 0.7)})
    judged = judge(decision, fake)
    assert (judged.mark, judged.before, judged.after) == (Mark.BEST, 0.7, 0.7)
    assert len(fake.asked) == 1


@pytest.mark.parametrize("visits", [0, 1, 2])
def test_a_move_that_the_search_cannot_judge_is_not_blamed(visits: int) -> None:
    decision = first_lay()
    other = next(action for action in decision.view.legal if action != decision.actions[0])
    judged = judge(decision, Fake({str(other): (999, 0.60)}, alone=(visits, 0.0)))
    assert judged.mark is Mark.BEST
    assert judged.loss == 0


def test_a_move_that_was_looked_at_well_is_not_looked_at_again() -> None:
    decision = first_lay()
    made = decision.actions[0]
    other = next(action for action in decision.view.legal if action != made)
    fake = Fake({str(other): (700, 0.60), str(made): (300, 0.39)})
    assert judge(decision, fake).mark is Mark.BLUNDER
    assert len(fake.asked) == 1


@hidden_games
def test_the_search_is_asked_with_just_what_the_seat_could_know(name: str) -> None:
    record, fake = whole_record(name), Fake(alone=(0, 0.0))
    game, states = record.game, list(record.states())
    for decision in decisions(record, judgeable(record)):
        fake.asked.clear()
        judged = judge_by_search(game, decision, fake)
        forced = len(game.legal(states[decision.ply], decision.seat)) == 1
        assert (judged.mark is Mark.FORCED) == forced == (not fake.asked)
        for log, view in fake.asked[:1]:
            assert log == observations(game, record.events[: decision.ply], decision.seat)
            assert view == game.view(states[decision.ply], decision.seat)


def test_a_forced_move_is_marked_so_and_nothing_is_searched() -> None:
    """A pass in Djeco is the only move when it can be made at all."""
    record = next(whole_record("djeco-it-2", seed) for seed in range(40) if has_pass("djeco-it-2", seed))
    fake = Fake()
    passes = [each for each in decisions(record, (0, 1)) if str(each.actions[0]) == "pass"]
    for decision in passes:
        judged = judge_by_search(record.game, decision, fake)
        assert (judged.mark, judged.before, judged.after, judged.loss) == (Mark.FORCED, None, None, 0.0)
    assert passes
    assert not fake.asked


def has_pass(name: str, seed: int) -> bool:
    return any(str(action) == "pass" for _, action in random_game(name, seed))


def test_a_window_is_judged_where_there_was_a_choice() -> None:
    record = whole_record("xoxo-de-2")
    windows = [each for each in decisions(record, (0, 1)) if isinstance(each.actions[0], Reveal)]
    assert windows
    for decision in windows:
        judged = judge(decision, Fake({str(decision.view.legal[0]): (900, 0.9)}))
        made_nothing = decision.actions == decision.view.legal[:1]
        assert (judged.mark is Mark.BEST) == made_nothing


@pytest.mark.parametrize("name", ["xoxo-de-2", "djeco-it-2"])
def test_without_a_compiler_the_plain_engine_judges(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowdy.search.compilation.compiler", lambda: False)
    record = whole_record(name)
    last = [each for each in decisions(record, judgeable(record)) if len(each.view.legal) > 1][-1]
    twice = [judge_by_search(record.game, last, searcher(1000)) for _ in range(2)]
    assert twice[0] == twice[1]
    alone = searcher(1000)(record.game, last.log, View(last.seat, last.view.state, last.view.turn, last.actions))
    assert [choice.action for choice in alone.choices] == list(last.actions)
    assert alone.choices[0].visits == playouts(1000)


@pytest.mark.parametrize("name", ["xoxo-de-2", "djeco-it-2"])
def test_until_code_is_compiled_the_plain_engine_gives_hints(name: str) -> None:
    record = whole_record(name)
    for decision in decisions(record, judgeable(record))[-4:]:
        thought = quick_searcher(MadeUpCache(), seconds=0.0)(record.game, decision.log, decision.view)
        assert {choice.action for choice in thought.choices} == set(decision.view.legal)


# In short


def judged(seat: int, turn: int, mark: Mark, before: float | None, after: float | None) -> Judged:
    return Judged(turn, turn, seat, ("move",), mark, ("move",), before, after)


def test_a_summary_counts_marks_and_what_was_kept() -> None:
    moves = [
        judged(0, 1, Mark.BEST, 0.6, 0.59),
        judged(1, 2, Mark.FORCED, None, None),
        judged(0, 3, Mark.MISTAKE, 0.6, 0.5),
        judged(0, 5, Mark.FORCED, None, None),
        judged(0, 7, Mark.BLUNDER, 0.9, 0.4),
    ]
    first, second = summarise(moves, (0, 1))
    assert first.counts == {**dict.fromkeys(Mark, 0), Mark.BEST: 1, Mark.MISTAKE: 1, Mark.FORCED: 1, Mark.BLUNDER: 1}
    assert first.accuracy == pytest.approx(1 - 0.6 / 3)
    assert second.accuracy is None
    assert second.counts[Mark.FORCED] == 1


def test_the_course_of_a_game_as_each_seat_could_know_it() -> None:
    moves = [judged(0, 1, Mark.BEST, 0.5, 0.5), judged(1, 2, Mark.GOOD, 0.4, 0.3), judged(0, 3, Mark.BEST, 0.8, 0.8)]
    assert expected_shares(moves, 0) == [0.5, 0.5, 0.8]
    assert expected_shares(moves, 1) == [None, 0.3, 0.3]
    assert expected_shares([], 0) == []


def test_the_course_of_a_solved_game_is_known_to_both() -> None:
    moves = judge_all(parse_record(GOLDEN))
    first, second = expected_shares(moves, 0), expected_shares(moves, 1)
    assert first == [0, 1, 0, 0.5, 0, 1, 0.5, 0.5, 0, 1, 0, 1, 0, 1]
    assert second == [1 - part for part in first if part is not None]


# Hints: cards to keep back


def window_ahead() -> tuple[XoxoGame, Observations, View[Any, Any], Any]:
    """A lay after which its seat may show a card."""
    record = whole_record("xoxo-de-2")
    game, states = record.game, list(record.states())
    assert isinstance(game, XoxoGame)
    for decision in decisions(record, (0, 1)):
        ply = decision.ply
        if not isinstance(game.turn(states[ply]), Move):
            continue
        then = game.view(states[ply + 2], decision.seat)
        if isinstance(then.turn, Window) and len(then.legal) > 1:
            return game, decision.log, decision.view, decision.actions[0]
    raise AssertionError("no card was ever in line")


def test_a_card_is_kept_back_only_if_the_search_clearly_says_so() -> None:
    game, log, view, lay = window_ahead()
    state = game.play(view.state, view.viewer or 0, lay)
    cards = frozenset(card for card in state.hands[view.viewer or 0] if game.in_line(state, card))
    everything = str(Reveal(tuple(sorted(cards, key=lambda card: card.order))))
    clear = Fake({"!-": (600, 0.7), everything: (400, 0.5)})
    assert keep_back(game, log, view, lay, clear, Random(1)) == frozenset(map(str, cards))
    doubtful = Fake({"!-": (600, 0.55), everything: (400, 0.5)})
    assert keep_back(game, log, view, lay, doubtful, Random(1)) == frozenset()
    showing = Fake({"!-": (400, 0.5), everything: (600, 0.7)})
    assert keep_back(game, log, view, lay, showing, Random(1)) == frozenset()


def test_the_window_ahead_is_one_that_the_seat_could_meet() -> None:
    game, log, view, lay = window_ahead()
    fake = Fake()
    keep_back(game, log, view, lay, fake, Random(1))
    ((asked_log, asked),) = fake.asked
    assert tuple(asked_log[: len(log)]) == tuple(log)
    laid, shown = asked_log[len(log) :]
    assert laid == Event(view.viewer or 0, lay)
    assert shown.actor is CHANCE
    state = game.follow(game.follow(view.state, laid), shown)
    assert asked == game.view(state, view.viewer)


def test_nothing_is_kept_back_where_no_card_is_in_line_or_there_are_none() -> None:
    record, fake = whole_record("xoxo-de-2"), Fake()
    first = decisions(record, (0, 1))[0]
    assert keep_back(record.game, first.log, first.view, first.actions[0], fake, Random(1)) == frozenset()
    djeco = whole_record("djeco-it-2")
    first = decisions(djeco, (0, 1))[0]
    assert keep_back(djeco.game, first.log, first.view, first.actions[0], fake, Random(1)) == frozenset()
    assert not fake.asked
