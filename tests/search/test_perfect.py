"""A probe tells the truth about any position: it agrees with the naive solver, with the rules and with itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Part, State, Stones
from rowdy.rules.game import InvalidPosition, InvalidSetup, Move, Over
from rowdy.search.kernels.flip import board_of, position_of
from rowdy.search.kernels.flip_search import new_memory, search
from rowdy.search.openings import load_opening
from rowdy.search.perfect import (
    MAX_SEARCHED_STONES_LEFT,
    AnswerSource,
    Prober,
    RatedTurn,
    Value,
    Verdict,
    play_turn,
    probe,
    prober,
)
from rowdy.search.tablebase import LayerFile, layer_path, solve_into
from tests.naive.solve import Rating, goodness, images
from tests.quick import first_quick
from tests.search.support import (
    BOTH_BY_A_FLIP,
    QUICK_VARIANTS,
    VARIANTS,
    at_random,
    flip_game,
    going_on,
    naive_solver,
    played,
    rating,
    rating_of,
    ratings,
    whole_turns,
)

every_variant = pytest.mark.parametrize("variant", QUICK_VARIANTS)
NOWHERE = Path(__file__).parent / "no such folder"


@cache
def shipped(variant: str) -> Prober:
    """A prober that has nothing but what is shipped."""
    found = Prober(flip_game(variant), NOWHERE)
    assert found.source is AnswerSource.OPENING
    return found


def searching(variant: str) -> Prober:
    """A prober that has nothing at all."""
    found = Prober(flip_game(variant), NOWHERE, openings=NOWHERE)
    assert found.source is AnswerSource.SEARCH
    return found


def some(variant: str, laid: int, number: int) -> list[State]:
    """Positions in which the game goes on: some at random, some of random games."""
    game, rng = flip_game(variant), random.Random(f"{variant} {laid}")
    return [(going_on, played)[i % 2](rng, game, laid) for i in range(number)]


def in_all_layers(variant: str, number: int = 1) -> Iterator[State]:
    for laid in range(2 * flip_game(variant).sizes.stones):
        yield from some(variant, laid, number)


# The naive solver agrees


def agree(variant: str, probers: list[Prober], states: list[State]) -> set[int]:
    """Values, distances and whole lists are the naive solver's; which values there were."""
    game, values = flip_game(variant), set()
    for state in states:
        text, solver = game.format_state(state), naive_solver(variant)
        found = solver.rate(text)
        values.add(found.value)
        for asked in probers:
            best, listed = asked.best(state), asked.probe(state)
            assert best is not None
            assert rating(asked.verdict(state)) == rating(listed.verdict) == rating(best.verdict) == found, text
            assert ratings(listed.turns) == solver.turns(text), text
    return values


@pytest.mark.parametrize("variant", first_quick(VARIANTS))
def test_late_positions_have_the_naive_solver_s_values(variant: str) -> None:
    probers = [shipped(variant), searching(variant)]
    values = set()
    for laid, number in ((15, 24), (14, 16), (13, 5)):
        values |= agree(variant, probers, some(variant, laid, number))
    assert values == {1, 0, -1}


def test_a_flip_that_gives_both_a_row_is_worth_what_the_ruling_says() -> None:
    for text in BOTH_BY_A_FLIP:
        verdicts = []
        for variant in VARIANTS[:3]:
            state = flip_game(variant).parse_state(text)
            agree(variant, [shipped(variant)], [state])
            verdicts.append(shipped(variant).verdict(state))
        assert verdicts[1] == Verdict(Value.WIN, 1) not in (verdicts[0], verdicts[2])


@pytest.mark.long
@every_variant
def test_more_late_positions_have_the_naive_solver_s_values(variant: str) -> None:
    probers = [shipped(variant), searching(variant)]
    for laid, number in ((15, 200), (14, 60), (13, 8), (12, 1)):
        agree(variant, probers, some(variant, laid, number))


QUICK = ("rubik width=4 height=3 line=2 stones=6 both_rows=mover", "xoxo2 width=4 height=3 stones=6")
REDUCED = (
    *(f"rubik width=4 height=3 line=2 stones=6 both_rows={option}" for option in ("draw", "opponent")),
    "rubik width=3 height=4 stones=6",
    "rubik width=3 height=3 line=2 stones=4 both_rows=mover",
    "xoxo2 width=3 height=3 stones=4",
)


@pytest.mark.parametrize("variant", [*QUICK, *(pytest.param(variant, marks=pytest.mark.long) for variant in REDUCED)])
def test_a_reduced_game_s_solution_and_search_agree_with_the_naive_solver(variant: str, tmp_path: Path) -> None:
    game = flip_game(variant)
    list(solve_into(tmp_path, game))
    solved = Prober(game, tmp_path)
    assert solved.source is AnswerSource.SOLUTION
    stones = 2 * game.sizes.stones
    agree(variant, [solved, Prober(game, NOWHERE)], [s for left in (1, 2, 3) for s in some(variant, stones - left, 6)])
    for state in in_all_layers(variant, 4):
        if stones - state.laid <= MAX_SEARCHED_STONES_LEFT:
            assert ratings(solved.probe(state).turns) == ratings(Prober(game, NOWHERE).probe(state).turns)


# What is shipped, a search without it, and the memory of earlier searches


@every_variant
def test_what_is_shipped_and_a_search_alone_agree(variant: str) -> None:
    alone = searching(variant)
    for laid in range(9, 13):
        for state in some(variant, laid, 6):
            assert rating(alone.verdict(state)) == rating(shipped(variant).verdict(state))
            if laid > 9:
                assert ratings(alone.probe(state).turns) == ratings(shipped(variant).probe(state).turns)


@every_variant
def test_it_does_not_matter_what_was_asked_before(variant: str) -> None:
    game, used = flip_game(variant), shipped(variant)
    for state in list(in_all_layers(variant))[::3]:
        fresh = Prober(game, NOWHERE)
        one, other = fresh.verdict(state), used.probe(state)
        assert one == other.verdict == used.verdict(state)
        assert fresh.probe(state) == other


@every_variant
def test_a_memory_too_small_for_all_positions_changes_no_answer(variant: str) -> None:
    forgetful = Prober(flip_game(variant), NOWHERE, new_memory(bits=3))
    for laid, number in ((4, 2), (7, 2), (10, 4), (11, 10), (12, 20), (13, 20)):
        for state in some(variant, laid, number):
            assert forgetful.verdict(state) == shipped(variant).verdict(state)
            if laid > 10:
                assert forgetful.probe(state) == shipped(variant).probe(state)


def test_several_threads_may_ask() -> None:
    game = flip_game("xoxo2")
    states = [state for state in in_all_layers("xoxo2", 2) if state.laid not in (3, 6, 9)]
    expected = [shipped("xoxo2").probe(state) for state in states]
    asked = Prober(game, NOWHERE)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(asked.probe, states)) == expected
        assert list(pool.map(asked.verdict, states)) == [found.verdict for found in expected]


# Images


@every_variant
def test_images_of_a_position_have_the_same_value_and_the_same_turns(variant: str) -> None:
    game, asked = flip_game(variant), shipped(variant)
    views, rng = images(4, 4), random.Random(variant)
    assert len(views) == 32
    for state in in_all_layers(variant):
        text, found = game.format_state(state), asked.probe(state)
        view = rng.choice(views)
        seen = asked.probe(game.parse_state(view.position(text, 4, 4)))
        assert seen.verdict == found.verdict
        assert ratings(seen.turns) == {view.turn(turn): r for turn, r in ratings(found.turns).items()}, text
        for view in rng.sample(views, 6):
            assert asked.verdict(game.parse_state(view.position(text, 4, 4))) == found.verdict


# What a probe consists of


@every_variant
def test_every_legal_turn_is_listed_once_best_first(variant: str) -> None:
    game, asked = flip_game(variant), shipped(variant)
    for state in in_all_layers(variant):
        found, best = asked.probe(state), asked.best(state)
        assert best is not None
        assert ratings(found.turns).keys() == whole_turns(game, state).keys()
        worth = [goodness(rating(turn.verdict)) for turn in found.turns]
        assert worth == sorted(worth, reverse=True)
        assert found.verdict == found.turns[0].verdict == best.verdict == asked.verdict(state)
        assert (found.value, found.distance) == (found.verdict.value, found.verdict.distance)
        assert best in found.turns


@every_variant
def test_a_turn_is_worth_what_the_position_after_it_is(variant: str) -> None:
    game, asked, rng = flip_game(variant), shipped(variant), random.Random(variant)
    for state in in_all_layers(variant):
        turns = asked.probe(state).turns
        for turn in {turns[0], turns[-1], *rng.sample(turns, min(3, len(turns)))}:
            assert rating(turn.verdict) == worth(asked, state, turn), f"{game.format_state(state)} {turn}"


def worth(asked: Prober, state: State, turn: RatedTurn) -> Rating:
    """What a turn is worth, by asking about the position after it."""
    then = play_turn(asked.game, state, turn)
    found = rating(asked.verdict(then))
    if then.mover == state.mover:  # ended by the flip, in this turn
        assert found.distance == 0
        return Rating(found.value, 1 if found.value else None)
    return Rating(-found.value, None if not found.value or found.distance is None else found.distance + 1)


@every_variant
def test_a_flip_leads_to_a_placement_with_the_same_turns(variant: str) -> None:
    game, asked, rng = flip_game(variant), shipped(variant), random.Random(variant)
    for state in in_all_layers(variant):
        if state.part is Part.FLIP:
            turns = ratings(asked.probe(state).turns)
            flip = rng.choice(list(game.legal(state, state.mover)))
            then = game.play(state, state.mover, flip)
            if not isinstance(game.turn(then), Over):
                left = ratings(asked.probe(then).turns)
                assert {f"{flip} {place}": r for place, r in left.items()} == {
                    turn: r for turn, r in turns.items() if turn.startswith(f"{flip} ")
                }
                assert rating(asked.verdict(then)) == max(left.values(), key=goodness)


@pytest.mark.parametrize("variant", first_quick(VARIANTS))
def test_a_main_line_ends_when_it_should(variant: str) -> None:
    game, asked = flip_game(variant), shipped(variant)
    values = set()
    for state in in_all_layers(variant):
        verdict, line = asked.verdict(state), list(asked.main_line(state))
        values.add(verdict.value)
        now, mover = state, state.mover
        for number, turn in enumerate(line):
            assert turn.verdict.value == (verdict.value if now.mover == mover else reverse(verdict.value))
            assert turn.verdict.distance == (verdict.distance and verdict.distance - number)
            now = play_turn(game, now, turn)
        over = game.turn(now)
        assert isinstance(over, Over)
        assert over.outcome.winners == {Value.WIN: (mover,), Value.DRAW: (), Value.LOSS: (1 - mover,)}[verdict.value]
        assert verdict.distance in (None, len(line))
    assert Value.WIN in values
    assert len(values) > 1


def reverse(value: Value) -> Value:
    return {Value.WIN: Value.LOSS, Value.DRAW: Value.DRAW, Value.LOSS: Value.WIN}[value]


@every_variant
def test_safe_replies_are_those_that_do_not_lose(variant: str) -> None:
    asked = shipped(variant)
    for state in in_all_layers(variant):
        safe = sum(turn.verdict.value is not Value.LOSS for turn in asked.probe(state).turns)
        for at_most in (0, 3, 1000):
            assert asked.safe_replies(state, at_most) == min(safe, at_most + 1)


# Finished, unreachable and impossible positions


@pytest.mark.parametrize(
    ("variant", "text", "value"),
    [
        (
            "rubik",
            "AAAa/bbaA/aBAB/.Aba flip",
            Value.LOSS,
        ),  # the first player has an enclosed row, the second is to move
        ("rubik", "AAAa/bbaA/aBAB/.Aba place", Value.LOSS),
        ("rubik", "AAAa/bbbA/aBAB/.Aba flip", Value.DRAW),
        ("rubik both_rows=mover", "AAAa/bbbA/aBAB/.Aba flip", Value.LOSS),
        ("rubik both_rows=mover", "AAAa/bbbA/aBAB/.Aba place", Value.WIN),
        ("rubik both_rows=opponent", "AAAa/bbbA/aBAB/.Aba flip", Value.WIN),
        ("rubik both_rows=opponent", "AAAa/bbbA/aBAB/.Aba place", Value.LOSS),
        ("rubik both_rows=opponent", "AAAa/bbbA/aBAB/babA place", Value.DRAW),  # all stones lie
        ("rubik", "ABAB/abab/ABAB/abab place", Value.DRAW),
        ("xoxo2", "ABAB/abab/ABAB/abab place", Value.DRAW),
        ("xoxo2", "AAAa/bbaA/aBAB/babA place", Value.DRAW),  # the row is the mover's, who would have had to be stopped
        ("xoxo2", "aaaA/BBAa/AbaB/BabA place", Value.LOSS),
        ("xoxo2", "..../.AAA/..../.aa. place", Value.LOSS),  # the second player's flip left this row
    ],
)
def test_a_finished_position_answers_with_its_result(variant: str, text: str, value: Value) -> None:
    game, asked = flip_game(variant), shipped(variant)
    state = game.parse_state(text)
    found = asked.probe(state)
    assert found.verdict == asked.verdict(state) == Verdict(value, 0)
    assert found.turns == ()
    assert asked.best(state) is None
    assert list(asked.main_line(state)) == []
    assert asked.safe_replies(state, 5) == 0
    assert naive_solver(variant).rate(text) == rating(found.verdict)


@every_variant
def test_any_position_is_answered(variant: str) -> None:
    game, asked = flip_game(variant), shipped(variant)
    over = 0
    for laid in range(17):
        rng = random.Random(f"{variant} {laid}")
        for _ in range(12):
            state = at_random(rng, game, laid)
            verdict = asked.verdict(state)
            if isinstance(game.turn(state), Over):
                assert verdict.distance == 0
                over += 1
            else:
                assert verdict.distance is None or 1 <= verdict.distance <= 16 - laid
                assert (verdict.distance is None) == (verdict.value is Value.DRAW)
    assert over > 12


@every_variant
@pytest.mark.parametrize(
    "text",
    ["..../..../..../..AB flip", "..../..../..../...a place", "ABAB/ABBA/Abab/abaa place", "aaaa/..../..../AA.. flip"],
)
def test_impossible_counts_are_refused(variant: str, text: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        flip_game(variant).parse_state(text)
    assert refusal.value.code == "stone-counts"


# Where there is no solution, and where there is


@pytest.mark.parametrize(
    "variant", ["rubik stones=7", "xoxo2 stones=7", "xoxo2 line=4", "rubik width=3 height=4 stones=6"]
)
def test_a_game_that_is_not_solved_says_so_and_answers_late_positions(variant: str) -> None:
    game = flip_game(variant)
    asked = Prober(game, NOWHERE)
    assert asked.source is AnswerSource.SEARCH
    for state in in_all_layers(variant, 2):
        if 2 * game.sizes.stones - state.laid > MAX_SEARCHED_STONES_LEFT:
            for question in (asked.probe, asked.verdict, asked.best):
                with pytest.raises(InvalidSetup) as refusal:
                    question(state)
                assert refusal.value.code == "not-solved"
                assert refusal.value.details["game"] == game.edition.game
        elif 2 * game.sizes.stones - state.laid < MAX_SEARCHED_STONES_LEFT - 1:
            assert ratings(asked.probe(state).turns).keys() == whole_turns(game, state).keys()
    late = [s for left in (1, 2) for s in some(variant, 2 * game.sizes.stones - left, 4)]
    agree(variant, [asked], late)


def test_a_solution_in_the_data_folder_is_used_without_being_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWDY_HOME", str(tmp_path))
    game = flip_game("xoxo2 width=4 height=3 line=2 stones=4")
    start = game.start()
    with pytest.raises(InvalidSetup, match="not-solved"):
        probe(game, start)
    list(solve_into(tmp_path / "solutions", game))
    monkeypatch.setattr("rowdy.search.perfect._PROBERS", {})
    assert prober(game).source is AnswerSource.SOLUTION
    value = LayerFile.open(layer_path(tmp_path / "solutions", game, 0), game, 0).scores[0, 0]
    assert rating(probe(game, start).verdict) == rating_of(int(value))
    assert prober(game).refused is None


def test_games_with_the_same_solution_share_a_prober(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROWDY_HOME", str(tmp_path))
    one = prober(flip_game("xoxo2"))
    assert one is prober(flip_game("rubik row=survives"))
    assert one is not prober(flip_game("rubik"))
    monkeypatch.setenv("ROWDY_HOME", str(tmp_path / "other"))
    assert one is not prober(flip_game("xoxo2"))


def test_a_solution_searches_nothing_beyond_the_next_layer(tmp_path: Path) -> None:
    game = flip_game("rubik width=3 height=3 line=2 stones=4")
    list(solve_into(tmp_path, game))
    asked = Prober(game, tmp_path)
    for state in in_all_layers("rubik width=3 height=3 line=2 stones=4"):
        before = asked.searched
        listed = len(asked.probe(state).turns)
        assert asked.searched - before <= 4 * listed + 12


def test_verdicts_and_turns_are_plain_values() -> None:
    game: FlipGame = flip_game("rubik")
    one, other = (shipped("rubik").probe(game.start()) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one.turns[0].actions[0] == game.parse_action(str(one.turns[0]))


@pytest.mark.parametrize(
    ("stones", "part", "code"),
    [
        ((0b111 << 4, 0, 0, 0), Part.FLIP, "stone-counts"),
        ((0b111, 0, 0, 0), Part.PLACE, "stone-counts"),
        ((0, 0, 0x55AA, 0), Part.PLACE, "stone-counts"),
        ((0x1FF, 0, 0, 0x1FE00), Part.PLACE, "stone-counts"),
        ((0b11, 0, 0b10, 0), Part.PLACE, "unreadable-position"),
        ((1 << 20, 0, 0, 0), Part.FLIP, "unreadable-position"),
        ((0, 0, 0, 0), Part.FLIP, "no-flip-exists"),
    ],
)
def test_a_position_that_cannot_be_is_refused(stones: tuple[int, int, int, int], part: Part, code: str) -> None:
    """Made by hand, past `parse_state`: whatever is asked."""
    asked = shipped("rubik")
    questions: list[Callable[[State], object]] = [asked.probe, asked.best, asked.verdict]
    questions.append(lambda state: asked.safe_replies(state, 5))
    for question in questions:
        with pytest.raises(InvalidPosition) as caught:
            question(State(Stones(*stones), part, Move(0)))
        assert caught.value.code == code


def test_the_main_line_is_the_first_of_each_list() -> None:
    game = flip_game("xoxo2")
    state, asked = game.start(), shipped("xoxo2")
    for turn in asked.main_line(state):
        assert turn == asked.probe(state).turns[0]
        state = play_turn(game, state, turn)
    assert isinstance(game.turn(state), Over)


@every_variant
def test_a_new_memory_knows_nothing_of_the_empty_board(variant: str) -> None:
    game = flip_game(variant)
    known = load_opening(game)
    assert known is not None
    found = search(board_of(game), known, new_memory(4), position_of(game.start()), 0, -32, 32)
    assert found == known.scores[known.starts[0]]
