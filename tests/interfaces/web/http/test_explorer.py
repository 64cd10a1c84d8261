"""The explorer by HTTP: every number that a page is told is the library's own, and hostile questions are refused."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import rowdy
from rowdy.interfaces.web.http.explorer_answers import (
    ExploreWanted,
    SetUpWanted,
    Walk,
    exploration,
    explored_ahead,
    set_up,
)
from rowdy.interfaces.words import Words
from rowdy.play.bots.worker import explore
from rowdy.play.explorer import Analysis, Outlook, analyse, look_ahead
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import State
from rowdy.rules.game import GameError, Over
from rowdy.search.oracle import play_turn
from rowdy.search.perfect import probe, prober
from rowdy.search.symmetry import play_all
from tests.interfaces.web.serving import Visitor, serving_tables

LATE = "Ab.B/aBbA/.aB./bA.a flip"
"""X wins in three turns, by two flips; others draw or lose."""
LAST = "AbAB/aBbA/.a.A/bAba flip"
"""X wins at once, by one turn alone."""
OVER = "AbAB/.BbA/baAA/bAba flip"
"""X has won."""
WORDS = Words()


def positions(game: FlipGame, count: int, seed: int) -> Iterator[State]:
    """Positions in which the game goes on, from games that are played at random."""
    rng = Random(seed)
    while count:
        state = game.start()
        for _ in range(rng.randrange(2 * game.facts.max_turns)):
            after = game.play(state, state.mover, rng.choice(game.legal(state, state.mover)))
            if isinstance(game.turn(after), Over):
                break
            state = after
        yield state
        count -= 1


def assert_as_probed(game: FlipGame, state: State) -> None:
    """What a page is told of a position is what `probe` has found, turn by turn."""
    found, known = analyse(prober(game), state), probe(game, state)
    walk = Walk(game.edition.game, ExploreWanted(game.format_state(state), rulings=dict(game.options)))
    told = exploration(WORDS, walk, found)
    assert told.worth is not None
    assert (told.worth.value, told.worth.distance) == (known.value.value, known.distance)
    assert told.turns == len(known.turns)
    kept = sum(turn.verdict.value is known.value for turn in known.turns) if known.value.value != "loss" else 0
    assert told.kept == kept
    best: dict[str, Any] = {}
    for turn in known.turns:
        best.setdefault(str(turn.actions[0]), turn.verdict)
    assert {move: (worth.value, worth.distance) for move, worth in told.values.items()} == {
        move: (verdict.value.value, verdict.distance) for move, verdict in best.items()
    }
    drawn = msgspec.json.decode(msgspec.json.encode(told.picture))
    assert {offered["move"] for offered in drawn["moves"]} == set(best)
    assert sum(choice.ways for choice in told.choices) == len(best)
    assert [choice.worth for choice in told.choices] == [told.values[choice.moves[0]] for choice in told.choices]
    assert sorted(told.choices, key=lambda choice: list(best).index(choice.moves[0])) == list(told.choices)
    for choice in told.choices:
        whole = (*choice.moves, *filter(None, choice.then.split(", ")))
        rated = next(turn for turn in known.turns if tuple(map(str, turn.actions)) == whole)
        assert (rated.verdict.value.value, rated.verdict.distance) == (choice.worth.value, choice.worth.distance)
        alone = len({turn.actions[0] for turn in known.turns if turn.verdict.value is known.value}) == choice.ways
        if choice.only:
            assert choice.worth.value == known.value.value != "loss"
            assert alone or told.kept < len(best)


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_a_page_is_told_what_probe_has_found(game_id: str) -> None:
    game = rowdy.game(game_id)
    assert isinstance(game, FlipGame)
    for state in positions(game, 25, seed=7):
        assert_as_probed(game, state)


@pytest.mark.long
@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
@pytest.mark.parametrize("both_rows", ["draw", "mover", "opponent"])
def test_on_thousands_of_positions(game_id: str, both_rows: str) -> None:
    game = rowdy.game(game_id, rulings={"row": "enclosed", "both_rows": both_rows} if both_rows != "draw" else {})
    assert isinstance(game, FlipGame)
    for state in positions(game, 350, seed=3):
        assert_as_probed(game, state)


def test_what_comes_after_is_the_main_line_and_what_it_leaves() -> None:
    game = rowdy.game("rubik")
    for state in positions(game, 6, seed=2):
        ahead = look_ahead(prober(game), state)
        told = explored_ahead(WORDS, Walk("rubik", ExploreWanted(game.format_state(state))), ahead)
        after = state
        for turn, shown in zip(ahead.line, told.line, strict=True):
            assert tuple(map(str, turn.actions)) == shown.moves
            assert turn.verdict == probe(game, after).verdict
            after = play_turn(game, after, turn)
        assert isinstance(game.turn(after), Over)
        for reply, counted in zip(ahead.replies, told.replies, strict=True):
            replies = probe(game, play_all(game, state, reply.moves))
            held = [turn for turn in replies.turns if turn.verdict.value is replies.value != "loss"]
            assert (counted.kept, counted.turns) == (len(held), len(replies.turns))


def test_words_come_first() -> None:
    game = rowdy.game("rubik")
    found = exploration(WORDS, Walk("rubik", ExploreWanted(LATE)), analyse(prober(game), game.parse_state(LATE)))
    assert found.title == "Won in 3 turns"
    assert found.due == "X to move · step 1: flip theirs"
    assert found.choices[0].worth.say == "wins in 3"
    assert (found.choices[0].worth.sign, found.choices[0].worth.label) == ("▲", "▲ 3")
    last = exploration(WORDS, Walk("rubik", ExploreWanted(LAST)), analyse(prober(game), game.parse_state(LAST)))
    assert last.title == "Won in one turn, if you find the one turn that holds"
    assert [choice.only for choice in last.choices if choice.only] == ["the only one that wins"]


def test_a_game_that_is_over_says_why() -> None:
    game = rowdy.game("rubik")
    before = game.parse_state(LAST)
    turn = probe(game, before).turns[0]
    walk = Walk("rubik", ExploreWanted(LAST, tuple(map(str, turn.actions))))
    told = exploration(WORDS, walk, analyse(prober(game), walk.state))
    assert told.due == "X wins!"
    assert told.worth is None
    assert not told.choices
    assert told.picture.won
    assert "enclosed" in " ".join(told.say) or "empty square" in " ".join(told.say)


# Set up by hand


def test_stones_laid_by_hand_make_a_position() -> None:
    cells = {"b3": "B", "c2": "B", "d2": "b"}
    made = set_up(WORDS, "rubik", SetUpWanted(cells, "flip"))
    assert (made.position, made.refused) == ("..../.B../..Bb/.... flip", "")
    again = set_up(WORDS, "rubik", SetUpWanted(position=made.position))
    assert (again.cells, again.part) == (cells, "flip")


@pytest.mark.parametrize(
    ("cells", "part", "why"),
    [
        ({"a1": "A", "a2": "A"}, "flip", "2 stones of the first player and 0 of the second"),
        ({}, "flip", "no"),
    ],
)
def test_what_cannot_be_is_shown_and_refused_by_the_rules(cells: dict[str, str], part: str, why: str) -> None:
    made = set_up(WORDS, "rubik", SetUpWanted(cells, part))
    assert made.cells == cells
    assert not made.position
    assert why.split()[0] in made.refused


@pytest.mark.parametrize(
    "wanted",
    [
        SetUpWanted({"z9": "A"}, "flip"),
        SetUpWanted({"a1": "Q"}, "flip"),
        SetUpWanted({"a1": "A"}, "later"),
        SetUpWanted(position="AAAA"),
    ],
)
def test_what_cannot_be_read_is_one_clear_error(wanted: SetUpWanted) -> None:
    with pytest.raises(GameError) as error:
        set_up(WORDS, "rubik", wanted)
    assert WORDS.error(error.value)


# Over HTTP


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_tables(tmp_path_factory.mktemp("explorer") / "tables.sqlite") as address:
        yield address


@pytest.fixture
def visitor(server: str) -> Iterator[Visitor]:
    with Visitor(server) as visitor:
        yield visitor


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("xoxo", {}, 400, "no-perfect-play"),
        ("chess", {}, 400, "unknown-game"),
        ("rubik", {"position": "AAAA/AAAA/AAAA/AAAA flip"}, 400, "stone-counts"),
        ("rubik", {"position": "x" * 999}, 400, "unreadable-position"),
        ("rubik", {"position": "x" * 2000}, 400, "body-form"),
        ("rubik", {"moves": ["A@a1"] * 41}, 400, "body-form"),
        ("rubik", {"moves": ["A@a1", "A@a1"]}, 400, "flip-due"),
        ("rubik", {"rulings": {"both_rows": "nobody"}}, 400, "unknown-option"),
        ("rubik/ahead", {"position": OVER, "moves": ["b2-a2"]}, 400, "game-over"),
        ("rubik/set-up", {"cells": {"a1": "Q"}, "part": "flip"}, 400, "unreadable-position"),
    ],
)
def test_hostile_questions_get_one_clear_error(
    visitor: Visitor, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = visitor.http.post(f"/api/explore/{path}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["say"]


def test_pages_of_solved_games(visitor: Visitor) -> None:
    assert visitor.http.get("/explore/rubik").status_code == 200
    assert visitor.http.get("/explore/xoxo").status_code == 404
    assert 'href="/explore/xoxo2"' in visitor.http.get("/").text


def test_a_thinker_answers_like_the_library() -> None:
    game = rowdy.game("rubik")
    state = game.parse_state(LATE)
    found, ahead = explore(game, state, ahead=False), explore(game, state, ahead=True)
    assert isinstance(found, Analysis)
    assert found.probe == probe(game, state)
    assert isinstance(ahead, Outlook)
    assert ahead.line[0] == probe(game, state).turns[0]
